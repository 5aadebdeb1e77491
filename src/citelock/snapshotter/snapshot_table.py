"""Every snapshot there is, one entry each: what `snapshot list` and `snapshot check` go through.

It reads provenance and files by name, from the work tree or a commit, and compares nothing with claims
(snapshots.md, section 10).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from citelock.checks.errors import InputError
from citelock.checks.fields import Fields
from citelock.checks.identifiers import BadIdentifier, Identifier, file_stem, legacy_stem, parse_identifier
from citelock.checks.jsontext import parse
from citelock.checks.snapshots import CorruptProvenance, Provenance
from citelock.checks.urls import UrlReading, read_url
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.listing import Unreadable
from citelock.snapshotter.snapshot_files import SnapshotFile


class Kept(NamedTuple):
    """One snapshot: the name of its files, whose it is, how it was read, the provenance as parsed JSON.

    `identifier` is None where nothing says whose it is: a bare text, or a provenance that cannot be read.
    """

    stem: str
    identifier: Identifier | None
    file: SnapshotFile
    raw: Fields

    @property
    def name(self) -> str:
        """The identifier for people, the file name where there is none."""
        return self.identifier.key if self.identifier is not None else self.stem

    @property
    def provenance(self) -> Provenance | None:
        """What the provenance says, if it can be read."""
        return self.file.provenance if isinstance(self.file.provenance, Provenance) else None


def all_snapshots(evidence: Evidence) -> Iterator[Kept]:
    """All snapshots, sorted by name."""
    for stem in evidence.snapshot_names():
        yield kept(evidence, stem)


def kept(evidence: Evidence, stem: str) -> Kept:
    """The snapshot under this name."""
    name = f"{stem}.json"
    content = evidence.text_content(name)
    if content is None:
        return Kept(stem, None, _bare(evidence, stem), {})
    if isinstance(content, Unreadable):
        reason = f"{evidence.sources.shown(name)}: {content.reason}"
        return Kept(stem, None, _corrupt(evidence, stem, reason), {})
    try:
        value = parse(content, evidence.sources.shown(name))
    except InputError as error:
        return Kept(stem, None, _corrupt(evidence, stem, str(error)), {})
    raw = value if isinstance(value, dict) else {}
    identifier = _identifier(raw)
    if isinstance(identifier, BadIdentifier) or stem not in (file_stem(identifier), legacy_stem(identifier)):
        where = evidence.sources.shown(name)
        reason = f"{where}: its id does not belong to a file of this name"
        return Kept(stem, None, _corrupt(evidence, stem, reason), raw)
    return Kept(stem, identifier, evidence.snapshot(identifier), raw)


def _identifier(raw: Fields) -> Identifier | BadIdentifier:
    """The identifier that a provenance names, also a page of a host that was allowed by name."""
    name = str(raw.get("id") or "")
    identifier = parse_identifier(name)
    source = raw.get("source")
    allowed = source.get("allowed_hosts") if isinstance(source, dict) else None
    if isinstance(identifier, BadIdentifier) and name.startswith("url:") and isinstance(allowed, list):
        reading = read_url(name.removeprefix("url:"), public=False)
        if isinstance(reading, UrlReading) and reading.host in allowed:
            return Identifier("url", reading.value)
    return identifier


def _bare(evidence: Evidence, stem: str) -> SnapshotFile:
    """A text without a provenance, or a provenance that is no regular file."""
    name = f"{stem}.txt"
    path = evidence.sources.shown(name)
    content = evidence.text_content(name)
    if content is None:
        return SnapshotFile(problem=f"{evidence.sources.shown(stem)}.*: cannot be read")
    if isinstance(content, Unreadable):
        return SnapshotFile(path, problem=f"{path}: {content.reason}")
    from hashlib import sha256

    return SnapshotFile(path, sha256(content).hexdigest(), content)


def _corrupt(evidence: Evidence, stem: str, reason: str) -> SnapshotFile:
    path = evidence.sources.shown(f"{stem}.json")
    return SnapshotFile(provenance=CorruptProvenance(reason), problem=reason, provenance_path=path)
