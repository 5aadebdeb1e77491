"""One snapshot as it is stored: provenance, text, private text or seal, and what is wrong between them.

It reads and compares hashes; whether a text is a good one is decided elsewhere (snapshots.md, sections 6, 7
and 12). A text that may not be published is an ordinary file of the private store: the sha256 of its
committed provenance pins it.
"""

from __future__ import annotations

import os
from hashlib import sha256

from citelock.checks.identifiers import Identifier
from citelock.checks.limits import Limits
from citelock.checks.named import NamedTuple
from citelock.checks.snapshots import CorruptProvenance, Provenance, Seal, parse_provenance
from citelock.snapshotter.listing import ORIGINALS, Listing, Unreadable, read_regular

PRIVATE = ".private"  # in the folder of sources: texts that may not be published
ORIGINAL_ENDINGS = ("pdf", "xml", "html", "txt")  # of a kept original, by what the text was made of
_KEPT_APART = ("private", "sealed")
_SEAL_BYTES = 4  # times the limit of texts: a seal has two bytes and more for each of its text


class EvidenceFolder(NamedTuple):
    """Where one kind of evidence is.

    `path` is that in the file system, or relative to the top level of the repository when it is read from a
    commit; `label` is the path in front of file names in reports.
    """

    path: str
    label: str

    def shown(self, name: str) -> str:
        """The path of a file as reports show it."""
        return name if self.label == "." else f"{self.label}/{name}"


class SnapshotFile(NamedTuple):
    """What was found under a snapshot's name. `data` is the text as bytes with LF line ends, not yet decoded.

    `path` and `sha256` are None when there is no text. `problem` says why a text may not be trusted
    (E_SNAPSHOT_ALTERED); `data` is then None. Decoding is the caller's: see `not_utf8` for the reason if it
    fails. `asked` is where the text is expected, `near` a file whose name differs only in case. `seal` is the
    content of the seal file of a sealed text that is not at hand, if it is the one of the provenance;
    `private` says that the text was found in the private store. `original` is the file of that name among the
    originals of the tree, which the text may have been made of.
    """

    path: str | None = None
    sha256: str | None = None
    data: bytes | None = None
    provenance: Provenance | CorruptProvenance | None = None
    problem: str | None = None
    provenance_path: str | None = None
    provenance_sha256: str | None = None
    near: str | None = None
    asked: str | None = None
    seal: bytes | None = None
    private: bool = False
    original: str | None = None


_NOTHING = SnapshotFile()


class SnapshotPlace(NamedTuple):
    """Where a snapshot is read: listed folder, its name, private store, name without extension."""

    texts: Listing
    sources: EvidenceFolder
    private: EvidenceFolder | None
    stem: str
    limits: Limits


def read_snapshot(place: SnapshotPlace, identifier: Identifier, holder: Identifier | None) -> SnapshotFile:
    """Text and provenance under one name, and what is wrong between them."""
    found, original = _provenance(place, identifier, holder), _original(place)
    if original is not None:
        found = found._replace(original=original)
    provenance = found.provenance
    problem = provenance.reason if isinstance(provenance, CorruptProvenance) else None
    name = f"{place.stem}.txt"
    if name in place.texts:
        content = place.texts.read(name, place.limits.snapshot_bytes)
        return _with_text(found, place.sources.shown(name), content, problem)
    found = found._replace(problem=problem, asked=place.sources.shown(name))
    if not isinstance(provenance, Provenance) or provenance.status == "unavailable":
        return found
    if provenance.storage not in _KEPT_APART:
        where = found.provenance_path
        return found._replace(problem=f"{found.asked}: it is missing, {where} says that it is there")
    kept = _private_text(place, found)
    if kept is not None:
        return kept
    if provenance.storage == "sealed" and provenance.seal is not None:
        return _sealed(place, found, provenance.seal)
    return found


def _original(place: SnapshotPlace) -> str | None:
    there = place.texts.originals()
    if not there:
        return None
    names = [f"{place.stem}.{ending}" for ending in ORIGINAL_ENDINGS]
    return next((place.sources.shown(f"{ORIGINALS}/{name}") for name in names if name in there), None)


def _provenance(place: SnapshotPlace, identifier: Identifier, holder: Identifier | None) -> SnapshotFile:
    """What the provenance file says, if there is one."""
    name = f"{place.stem}.json"
    if name not in place.texts:
        return _NOTHING
    where = place.sources.shown(name)
    content = place.texts.read(name, place.limits.record_bytes)
    if isinstance(content, Unreadable):
        corrupt = CorruptProvenance(f"{where}: {content.reason}")
        return SnapshotFile(provenance=corrupt, provenance_path=where)
    content = lf_bytes(content)
    return SnapshotFile(
        provenance=parse_provenance(content, identifier, where, holder),
        provenance_path=where,
        provenance_sha256=sha256(content).hexdigest(),
    )


def _private_text(place: SnapshotPlace, found: SnapshotFile) -> SnapshotFile | None:
    """The text in the private store; None if it is not on this machine."""
    if place.private is None:
        return None
    name = f"{place.stem}.txt"
    path = os.path.join(place.private.path, name)
    if not os.path.lexists(path):
        return None
    content = read_regular(path, place.limits.snapshot_bytes)
    return _with_text(found, place.private.shown(name), content, None)._replace(private=True)


def _sealed(place: SnapshotPlace, found: SnapshotFile, seal: Seal) -> SnapshotFile:
    """The seal of a text that is not at hand, if it is the one that the provenance describes."""
    name = f"{place.stem}.seal"
    path = place.sources.shown(name)
    if name not in place.texts:
        return found._replace(problem=f"{path}: it is missing, {found.provenance_path} says that it is there")
    content = place.texts.read(name, place.limits.snapshot_bytes * _SEAL_BYTES)
    if isinstance(content, Unreadable):
        return found._replace(path=path, problem=f"{path}: {content.reason}")
    content = lf_bytes(content)
    digest = sha256(content).hexdigest()
    if digest != seal.sha256:
        problem = f"{path}: its sha256 is {digest}, {found.provenance_path} says {seal.sha256}"
        return found._replace(path=path, sha256=digest, problem=problem)
    return found._replace(path=path, sha256=digest, seal=content)


def _with_text(
    found: SnapshotFile, path: str, content: bytes | Unreadable, problem: str | None
) -> SnapshotFile:
    """The snapshot with this text, or with what is wrong with it."""
    if isinstance(content, Unreadable):
        return found._replace(path=path, problem=problem or f"{path}: {content.reason}")
    content = lf_bytes(content)
    digest = sha256(content).hexdigest()
    problem = problem or _disagreement(found.provenance, digest, path, found.provenance_path)
    if found is _NOTHING and problem is None:
        return SnapshotFile(path, digest, content)
    return found._replace(path=path, sha256=digest, data=None if problem else content, problem=problem)


def _disagreement(
    provenance: Provenance | CorruptProvenance | None, digest: str, path: str, where: str | None
) -> str | None:
    """Why the text is not the one that its provenance describes.

    None if it is, or if there is no provenance.
    """
    if not isinstance(provenance, Provenance):
        return None
    if provenance.status == "unavailable":
        return f"{where}: it says that the text could not be had ({provenance.reason}), but {path} is there"
    if provenance.text_sha256 != digest:
        return f"{path}: its sha256 is {digest}, {where} says {provenance.text_sha256}"
    return None


def lf_bytes(content: bytes) -> bytes:
    """The bytes with LF line ends, so that a checkout with CRLF gives the same hash.

    The same object without CR.
    """
    if b"\r" not in content:
        return content
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def not_utf8(snapshot: SnapshotFile, error: UnicodeDecodeError) -> str:
    """Why a snapshot cannot be read, from the error of decoding it."""
    return f"{snapshot.path}: is not UTF-8 (byte {error.start})"
