"""What is consulted of the evidence for one source, and the name under which rows judged from it are kept.

It reads the files that the checks of a source will get to, and no others; what they say is judged in
`checks/audit.py` (performance.md, sections 4 and 6).
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from citelock.checks import canonical
from citelock.checks.depth import needs_snapshot
from citelock.checks.named import NamedTuple
from citelock.checks.records import Record
from citelock.snapshotter.snapshot_files import SnapshotFile

if TYPE_CHECKING:
    from citelock.checks.identifiers import Identifier
    from citelock.checks.source_evidence import SourceEvidence
    from citelock.snapshotter.evidence import Evidence, RecordFile
    from citelock.snapshotter.opened import Opened


class Consulted(NamedTuple):
    """The files of one source; `snapshot` is None when the checks will not get that far.

    `collision` is the other identifier, if any, that would read the same hand-made file.
    """

    identifier: Identifier
    record: RecordFile
    snapshot: SnapshotFile | None
    collision: str | None


def consult(
    evidence: Evidence, identifier: Identifier, collision: str | None, *, scope: str = ""
) -> Consulted:
    """Reads the record, and the text with its provenance where they are needed."""
    record = evidence.record(identifier)
    value = None if identifier.scheme == "url" else record.value  # a page's provenance is its record
    needed = needs_snapshot(identifier, value, collision, scope=scope)
    snapshot = evidence.snapshot(identifier, record.holder) if needed else None
    return Consulted(identifier, record, snapshot, collision)


def source_evidence(files: Consulted, opened: Opened) -> SourceEvidence:
    """All that is frozen about the source, for the checks; `opened` is what `open_consulted` made of it."""
    from citelock.checks.source_evidence import SourceEvidence  # not where the rows are known

    _, record, snapshot, collision = files
    via = None
    if record.via is not None and record.via.path is not None and record.via.sha256 is not None:
        via = (record.via.path, record.via.sha256)
    read = snapshot or SnapshotFile()
    return SourceEvidence(
        record=None if files.identifier.scheme == "url" else record.value,
        record_path=record.path,
        record_sha256=record.sha256,
        record_source=record.source or None,
        source=opened.source,
        snapshot_path=read.path,
        snapshot_sha256=read.sha256,
        provenance=read.provenance,
        provenance_path=read.provenance_path,
        provenance_sha256=read.provenance_sha256,
        snapshot_problem=opened.problem,
        collision=collision,
        via=via,
        snapshot_asked=read.asked,
        snapshot_near=read.near,
        snapshot_private=read.private,
        snapshot_original=read.original,
        vetting=opened.vetting,
        page_start=opened.page_start,
        sealed=opened.sealed,
    )


def rows_name(files: Consulted, in_force: str) -> str:
    """The sha256 (hex) of all that rows of this source follow from, beside its claims and the code.

    That is every file consulted by path and hash, what is said of one that could not be read or is not there,
    and `in_force`: the digest of the settings, and the scope. What is made of those files (answers, a seal
    that was read, a vetting, the beginning of a page) follows from them.
    """
    record, snapshot = files.record, files.snapshot
    value = record.value
    via = None if record.via is None else [record.via.path, record.via.sha256]
    known: list[object] = [
        in_force,
        files.identifier.key,
        files.collision,
        [record.path, record.sha256, record.source, record.holder.key, via],
        None if isinstance(value, Record) else list(value),
    ]
    if snapshot is not None:
        known += [snapshot.path, snapshot.sha256, snapshot.problem, snapshot.asked, snapshot.near]
        known += [snapshot.provenance_path, snapshot.provenance_sha256]
        known += [snapshot.private, snapshot.seal is not None, snapshot.original]
    return sha256(canonical.line(known).encode("utf-8", "surrogateescape")).hexdigest()
