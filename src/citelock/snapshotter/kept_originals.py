"""The files that texts were made of, as far as they are kept: in the tree, or in the private store.

A kept original is published where it stands in the tree, so it follows its provenance: when a text is taken
anew under a narrower licence, its original goes where the new one may be (snapshots.md, sections 6 and 10).
What citelock did not put there, and what is another file, is left alone; `snapshot check` tells of it.
"""

from __future__ import annotations

import os

from citelock.checks.errors import UsageError
from citelock.checks.identifiers import file_stem
from citelock.checks.licences import may_publish_original
from citelock.checks.rules.snapshot import published_original
from citelock.checks.snapshots import Provenance
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.listing import ORIGINALS, read_regular
from citelock.snapshotter.provenance import Taken
from citelock.snapshotter.snapshot_files import ORIGINAL_ENDINGS, EvidenceFolder, SnapshotFile

APART = "private"  # before the name of an original in the private store
_ENDINGS = {"pdf": "pdf", "jats": "xml", "html": "html"}


def names_of(stem: str) -> tuple[str, ...]:
    """What the original of a text may be called, relative to the folder of sources or the private store."""
    return tuple(f"{ORIGINALS}/{stem}.{ending}" for ending in ORIGINAL_ENDINGS)


def name_of(taken: Taken) -> str:
    """What the original of this text is called there."""
    kind = _ENDINGS.get(taken.extracted.extractor.partition("/")[0], "txt")
    return f"{ORIGINALS}/{file_stem(taken.identifier)}.{kind}"


def is_public(taken: Taken, commit: tuple[str, ...], *, withheld: bool) -> bool:
    """Whether the original goes into the tree: its class allows it, and nobody wants the work kept apart.

    `commit` is the list of classes of `citelock.yml`.
    """
    return not withheld and may_publish_original(taken.decision.name, commit)


def kept_as(taken: Taken, sources: EvidenceFolder, private: EvidenceFolder) -> tuple[str, ...]:
    """The names under which these very bytes are kept already, as a provenance has them."""
    return tuple(
        said
        for name in names_of(file_stem(taken.identifier))
        for folder, said in ((sources, name), (private, f"{APART}/{name}"))
        if read_regular(_path(folder, name), len(taken.data)) == taken.data
    )


def is_misplaced(existing: SnapshotFile, commit: tuple[str, ...]) -> bool:
    """Whether an original stands in the tree where its provenance forbids it."""
    known = existing.provenance
    return isinstance(known, Provenance) and published_original(known, existing.original, commit) is not None


def clear_out(
    stem: str,
    existing: SnapshotFile,
    kept: tuple[str, ...],
    now: str | None,
    sources: EvidenceFolder,
    private: EvidenceFolder,
) -> None:
    """Removes the originals that citelock kept and that the new provenance does not name.

    `kept` are the names that hold the very same bytes, `now` is the one of the new provenance.
    """
    for name in names_of(stem):
        for folder, said in ((sources, name), (private, f"{APART}/{name}")):
            if said == now or (said not in kept and said != _named(existing)):
                continue
            path = _path(folder, name)
            if os.path.islink(os.path.dirname(path)):
                continue
            try:
                os.unlink(path)
            except FileNotFoundError:
                continue
            except OSError as error:
                why = error.strerror or error
                raise UsageError(f"{shown(folder.shown(name))} cannot be removed: {why}") from error


def _named(existing: SnapshotFile) -> str:
    return existing.provenance.original if isinstance(existing.provenance, Provenance) else ""


def _path(folder: EvidenceFolder, name: str) -> str:
    return os.path.join(folder.path, *name.split("/"))
