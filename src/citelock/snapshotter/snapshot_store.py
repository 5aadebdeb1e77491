"""Writing snapshots: no text without its provenance, and one that may not be published apart.

It decides where a text goes and what may replace what, not whether the text is good (snapshots.md, sections
6, 10 and 11). A good snapshot never gives way to a failure, and to another text only when that is asked for.
"""

from __future__ import annotations

import os
from hashlib import sha256
from typing import NamedTuple

from citelock.checks.errors import UsageError
from citelock.checks.identifiers import file_stem
from citelock.checks.licences import may_commit
from citelock.checks.snapshots import Provenance
from citelock.checks.text.excerpt import shown
from citelock.snapshotter import kept_originals
from citelock.snapshotter.files import clear_leftovers, write_atomically, write_together
from citelock.snapshotter.listing import ORIGINALS
from citelock.snapshotter.provenance import (
    Failure,
    SealFacts,
    Taken,
    failure_bytes,
    provenance_bytes,
    text_bytes,
)
from citelock.snapshotter.snapshot_files import EvidenceFolder, SnapshotFile

COMMITTED, PRIVATE, SEALED = "committed", "private", "sealed"


class Store(NamedTuple):
    """Where snapshots are written, and which classes may stand in the tree."""

    sources: EvidenceFolder
    private: EvidenceFolder
    commit: tuple[str, ...]


class Stored(NamedTuple):
    """What was written.

    `paths` are those of the tree, relative to the folder of sources, with `/`: what a commit takes. `text` is
    where the text is, as reports show it. `outcome` is ok, unchanged or failed.
    """

    outcome: str
    storage: str
    text: str
    paths: tuple[str, ...]


class Conflict(UsageError):
    """There is another text already, and nobody said that it may be replaced (exit 2)."""


def storage_of(taken: Taken, store: Store, *, private: bool, seal: bool) -> str:
    """Where the text may be: in the tree only with a class that is on the list."""
    if seal:
        return SEALED
    if private or not may_commit(taken.decision.name, store.commit):
        return PRIVATE
    return COMMITTED


def is_same(
    existing: SnapshotFile, taken: Taken, store: Store, storage: str, *, keep_original: bool = False
) -> bool:
    """Whether this very text is recorded already, in the same place, under the same licence, of that scope.

    With `keep_original` also its original, which is another file to be had.

    A text that is kept apart may be missing on this machine all the same; see `restore`.
    """
    known = existing.provenance
    in_the_tree = store.sources.shown(f"{file_stem(taken.identifier)}.txt")
    return (
        isinstance(known, Provenance)
        and known.status == "ok"
        and existing.problem is None
        and known.text_sha256 == sha256(text_bytes(taken.text)).hexdigest()
        and known.storage == storage
        and (known.licence, known.scope) == (taken.decision.name, taken.vetted.scope)
        and (known.original != "" or not keep_original)
        and (storage != COMMITTED or existing.data is not None)
        and (storage == COMMITTED or existing.path != in_the_tree)
    )


def restore(taken: Taken, store: Store) -> str:
    """Writes a text that is kept apart where only its provenance is; where it is, as reports show it."""
    prepare(store, private=True)
    name = f"{file_stem(taken.identifier)}.txt"
    write_atomically(os.path.join(store.private.path, name), text_bytes(taken.text))
    return store.private.shown(name)


def holds_a_good_text(existing: SnapshotFile) -> bool:
    """Whether there is a snapshot already, at hand or not; a failure record is none."""
    known = existing.provenance
    if isinstance(known, Provenance):
        return known.status == "ok" and existing.problem is None
    return existing.path is not None and existing.problem is None


def write_taken(
    taken: Taken,
    store: Store,
    storage: str,
    *,
    seal: bytes | None = None,
    facts: SealFacts | None = None,
    discard: bool = False,
    keep_original: bool = False,
    withheld: bool = False,
    existing: SnapshotFile,
) -> Stored:
    """Writes the provenance and then text or seal; whatever ends the run, no text stands there without one.

    All are whole on the disk before the first is put in place, so a full disk changes nothing. `seal` and
    `facts` belong together. `discard`: the text itself is kept nowhere. `withheld`: somebody wants it kept
    apart whatever its licence, so its original is kept apart too. `existing` is what was there before: an
    original of the same bytes stays kept, one of others goes.
    """
    stem = file_stem(taken.identifier)
    apart = storage != COMMITTED
    there = kept_originals.kept_as(taken, store.sources, store.private)
    keep_original = keep_original or bool(there)
    prepare(store, private=apart or keep_original)
    original, kept = _original_of(taken, store, withheld=withheld) if keep_original else (None, [])
    folder = store.private if apart else store.sources
    provenance = provenance_bytes(taken, storage, seal=facts, original=original)
    written = [*kept, (os.path.join(store.sources.path, f"{stem}.json"), provenance)]
    if not (apart and discard):
        written.append((os.path.join(folder.path, f"{stem}.txt"), text_bytes(taken.text)))
    if seal is not None:
        written.append((os.path.join(store.sources.path, f"{stem}.seal"), seal))
    write_together(written)
    if apart:
        _remove(os.path.join(store.sources.path, f"{stem}.txt"))
    if not apart or discard:
        discard_text(stem, store)
    if seal is None:
        _remove(os.path.join(store.sources.path, f"{stem}.seal"))
    kept_originals.clear_out(stem, existing, there, original, store.sources, store.private)
    return Stored(
        "ok", storage, "" if discard else folder.shown(f"{stem}.txt"), paths_of(stem, store, original or "")
    )


def discard_text(stem: str, store: Store) -> None:
    """Removes a text from the private store, where nothing but its seal is to be left."""
    _remove(os.path.join(store.private.path, f"{stem}.txt"))


def paths_of(stem: str, store: Store, original: str) -> tuple[str, ...]:
    """What a commit of a snapshot takes, there or gone: relative to the folder of sources, with `/`.

    `original` is the one that its provenance names; another that is there is not for us to commit.
    """
    gone = (
        name
        for name in kept_originals.names_of(stem)
        if not os.path.lexists(os.path.join(store.sources.path, *name.split("/")))
    )
    named = (original,) if original.startswith(f"{ORIGINALS}/") else ()
    return (f"{stem}.txt", f"{stem}.seal", f"{stem}.json", *sorted({*gone, *named}))


def write_failure(failure: Failure, store: Store) -> Stored:
    """Writes the failure record, where no text is."""
    stem = file_stem(failure.identifier)
    prepare(store, private=False)
    write_atomically(os.path.join(store.sources.path, f"{stem}.json"), failure_bytes(failure))
    return Stored("failed", "", "", (f"{stem}.json",))


def prepare(store: Store, *, private: bool) -> None:
    """Makes the folders; refuses links in their place, through which files would land elsewhere."""
    for folder in (store.sources, store.private) if private else (store.sources,):
        _make(folder.path, folder.label)


def _make(path: str, label: str) -> None:
    if os.path.islink(path):
        raise UsageError(f"{shown(label)} is a link. Snapshots are written into a folder itself.")
    try:
        os.makedirs(path, exist_ok=True)
        clear_leftovers(path)
    except OSError as error:
        raise UsageError(f"{shown(label)} cannot be made: {error.strerror or error}") from error


def refuse_unless_private(root: str, top: str | None, store: Store) -> None:
    """Raises UsageError if a text of the private store could get into a commit of this repository."""
    if top is None:
        return
    path = os.path.realpath(store.private.path)
    if path != top and not path.startswith(top.rstrip(os.sep) + os.sep):
        return
    from citelock.snapshotter.commits import is_ignored

    probe = os.path.relpath(os.path.join(path, "text.txt"), os.path.realpath(root))
    if not is_ignored(root, probe.replace(os.sep, "/")):
        raise UsageError(
            f"{shown(store.private.label)} is not ignored by git, so texts that may not be published could be"
            " committed. Run `citelock init`, which adds the line to .gitignore, or name a folder elsewhere"
            " with --private-dir."
        )


def published_from(root: str, top: str | None, store: Store) -> tuple[str, ...]:
    """The files of the private store that git has in this repository all the same, relative to `root`.

    Ignoring a folder keeps nobody from adding what is in it by force. Raises GitError.
    """
    path = os.path.realpath(store.private.path)
    if top is None or not path.startswith(top.rstrip(os.sep) + os.sep):
        return ()
    from citelock.snapshotter.commits import tracked

    return tracked(root, os.path.relpath(path, os.path.realpath(root)).replace(os.sep, "/"))


def _original_of(taken: Taken, store: Store, *, withheld: bool) -> tuple[str, list[tuple[str, bytes]]]:
    """Where the bytes that the text was made of go: the name for the provenance, the file to be written."""
    public = kept_originals.is_public(taken, store.commit, withheld=withheld)
    name = kept_originals.name_of(taken)
    folder = store.sources if public else store.private
    _make(os.path.join(folder.path, ORIGINALS), folder.shown(ORIGINALS))
    path = os.path.join(folder.path, *name.split("/"))
    return name if public else f"{kept_originals.APART}/{name}", [(path, taken.data)]


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UsageError(f"{shown(path)} cannot be removed: {error.strerror or error}") from error
