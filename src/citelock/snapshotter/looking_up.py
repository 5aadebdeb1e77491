"""The text that a question about one source is put to, as an audit would find it; or why there is none."""

from __future__ import annotations

from citelock.checks.identifiers import Identifier
from citelock.checks.rules.snapshot import NOT_LOOKED, put_text, unreadable
from citelock.checks.sentences import message
from citelock.checks.snapshots import Provenance
from citelock.checks.text.excerpt import shown
from citelock.checks.text.source import SourceText
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.fold_store import FoldStore
from citelock.snapshotter.snapshot_files import SnapshotFile, not_utf8
from citelock.snapshotter.texts import read_text


def snapshot_of(evidence: Evidence, asked: Identifier) -> SnapshotFile:
    """The snapshot that an audit would look at."""
    identifier = evidence.settle(asked) if asked.given is not None else asked
    return evidence.snapshot(identifier, evidence.record(identifier).holder)


def text_of(snapshot: SnapshotFile, store: FoldStore) -> tuple[SourceText | None, str | None]:
    """The text, or None; and what keeps it from being trusted, if anything."""
    if snapshot.data is None:
        return None, snapshot.problem
    try:
        return read_text(snapshot, store), snapshot.problem
    except UnicodeDecodeError as error:
        return None, not_utf8(snapshot, error)


def why_no_text(asked: Identifier, snapshot: SnapshotFile) -> str:
    """Nobody has looked, or somebody could not read it, or it is kept where this machine has it not."""
    provenance = snapshot.provenance
    if isinstance(provenance, Provenance):
        found = unreadable(provenance, False, is_url=asked.scheme == "url")
        if found is not None:
            return message(found.message, place=shown(asked.key))
    return message(NOT_LOOKED, put_text(snapshot.asked, snapshot.near), place=shown(asked.key))
