"""Judges one bucket of citations: reads and folds each source once, asks `checks/audit.py`, keeps the rows.

`audit_shard` is a top-level function of one small picklable value, so anything that runs functions elsewhere
can run it (performance.md, section 7). It decides nothing about citations; it only sees to it that the
evidence it looks at is the evidence that was planned with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from citelock import __version__
from citelock.checks.audit import NO_EVIDENCE, SourceEvidence, audit_source, needs_snapshot, uncited_row
from citelock.checks.claims import Citation, Claim
from citelock.checks.config import Config
from citelock.checks.errors import EvidenceDiffers
from citelock.checks.identifiers import BadIdentifier, Identifier, identify
from citelock.checks.records import Record
from citelock.checks.report import RULES, sort_key
from citelock.checks.rows import Row
from citelock.checks.text.answers import Answers
from citelock.checks.text.fold import FOLD_VERSION
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.fold_store import FoldStore, open_store
from citelock.snapshotter.merge import write_run
from citelock.snapshotter.partition import Entry, bucket_path, load
from citelock.snapshotter.positions import ClaimsFile, Positions
from citelock.snapshotter.snapshot_files import SnapshotFile
from citelock.snapshotter.texts import keep_answers, open_seal, open_text, page_start, vetted

Item = tuple[Claim, Citation, Identifier | BadIdentifier | None]


class Settings(NamedTuple):
    """What every part of one audit shares.

    `scope` is "" or "metadata"; `store` says whether folds and answers are kept in the user's cache folder,
    which may not lie inside `repository`.
    """

    evidence: Evidence
    config: Config
    files: tuple[ClaimsFile, ...]
    scope: str = ""
    store: bool = False
    repository: str | None = None


class Versions(NamedTuple):
    """What must be equal for two machines to give the same rows."""

    citelock: str
    rules: str
    fold: int
    unicode: str

    @classmethod
    def here(cls) -> Versions:
        """Those of this process."""
        from unicodedata import unidata_version

        return cls(__version__, RULES, FOLD_VERSION, unidata_version)


class ShardSpec(NamedTuple):
    """One part of an audit: a bucket of the work folder; `identity` is that of the planned evidence."""

    folder: str
    bucket: int
    settings: Settings
    identity: str
    versions: Versions


class Summary(NamedTuple):
    """What a part did: where its rows are, how many, and how many texts were folded or fetched folded."""

    path: str
    rows: int
    folds: int


_evidence_here: dict[str, Evidence] = {}  # of this process, by identity: a worker lists the evidence once


def audit_shard(spec: ShardSpec) -> Summary:
    """Judges one bucket in this process, which need not be the one that planned it.

    Raises EvidenceDiffers when this process sees other evidence, or is another version, than the spec says:
    otherwise a missing mount would read as a missing snapshot.
    """
    versions = Versions.here()
    if versions != spec.versions:
        raise EvidenceDiffers(
            f"worker has other versions: {_listed(versions)} instead of {_listed(spec.versions)}."
        )
    evidence = _evidence_here.get(spec.identity)
    if evidence is None:
        evidence = spec.settings.evidence
        if evidence.identity() != spec.identity:
            raise EvidenceDiffers(
                "worker sees other evidence than the process that planned the work, so nothing was judged. "
                "Give all workers the same files, and leave them alone while the audit runs."
            )
        _evidence_here[spec.identity] = evidence
    settings = spec.settings._replace(evidence=evidence)
    store = open_store(settings.store, settings.repository)
    try:
        return audit_bucket(spec._replace(settings=settings), store)
    finally:
        store.close()


def audit_bucket(spec: ShardSpec, store: FoldStore) -> Summary:
    """Judges one bucket with evidence and store at hand, and writes its rows to the work folder."""
    rows, folds = judge(load(bucket_path(spec.folder, spec.bucket)), spec.settings, store)
    path = f"{spec.folder}/rows-{spec.bucket:03d}"
    write_run(path, rows)
    return Summary(path, len(rows), folds)


def judge(entries: Sequence[Entry], settings: Settings, store: FoldStore) -> tuple[list[Row], int]:
    """The rows of all entries in the report's order, findings placed; and how many texts were looked at."""
    config, evidence = settings.config, settings.evidence
    judged: list[tuple[Row, Claim]] = []
    loose: list[Item] = []
    sources: dict[str, list[Item]] = {}
    identifiers: dict[str, Identifier] = {}
    for claim, index in entries:
        if index < 0:
            judged.append((uncited_row(claim, config), claim))
            continue
        citation = claim.citations[index]
        identifier = identify(citation)
        if not isinstance(identifier, Identifier):
            loose.append((claim, citation, identifier))
            continue
        if identifier.given is not None:
            identifier = evidence.settle(identifier)
        key = identifier.key
        items = sources.get(key)
        if items is None:
            items = sources[key] = []
            identifiers[key] = identifier
        items.append((claim, citation, identifier))
    rows = audit_source(loose, NO_EVIDENCE, config, scope=settings.scope)
    judged.extend(zip(rows, [item[0] for item in loose], strict=True))

    collisions = evidence.collisions(identifiers.values())
    folds = 0
    for key in sorted(sources):
        found, snapshot = gather(evidence, store, identifiers[key], collisions.get(key), scope=settings.scope)
        items = sources[key]
        rows = audit_source(items, found, config, scope=settings.scope)
        if snapshot is not None and isinstance(found.source, Answers):
            folds += 1
            keep_answers(found.source, snapshot, store)
        judged.extend(zip(rows, [item[0] for item in items], strict=True))

    judged.sort(key=lambda pair: sort_key(pair[0]))
    with Positions(settings.files) as positions:
        for row, claim in judged:
            if row["findings"] or "_status" in row:
                positions.place(claim, row)
    return [row for row, _ in judged], folds


def gather(
    evidence: Evidence, store: FoldStore, identifier: Identifier, collision: str | None, *, scope: str = ""
) -> tuple[SourceEvidence, SnapshotFile | None]:
    """All that is frozen about one source; its snapshot only when the checks will get that far."""
    record = evidence.record(identifier)
    value = None if identifier.scheme == "url" else record.value  # a page's provenance is its record
    via = None
    if record.via is not None and record.via.path is not None and record.via.sha256 is not None:
        via = (record.via.path, record.via.sha256)
    if not needs_snapshot(identifier, value, collision, scope=scope):
        unread = SourceEvidence(
            record=value,
            record_path=record.path,
            record_sha256=record.sha256,
            record_source=record.source or None,
            collision=collision,
            via=via,
        )
        return unread, None
    snapshot = evidence.snapshot(identifier, record.holder)
    source, problem = open_text(snapshot, store)
    sealed, problem = open_seal(snapshot) if snapshot.seal is not None else (None, problem)
    vetting = None
    if source is not None and isinstance(value, Record):
        vetting = vetted(snapshot, value, record.sha256, identifier, store)
    read = SourceEvidence(
        record=value,
        record_path=record.path,
        record_sha256=record.sha256,
        record_source=record.source or None,
        source=source,
        snapshot_path=snapshot.path,
        snapshot_sha256=snapshot.sha256,
        provenance=snapshot.provenance,
        provenance_path=snapshot.provenance_path,
        provenance_sha256=snapshot.provenance_sha256,
        snapshot_problem=problem,
        collision=collision,
        via=via,
        snapshot_asked=snapshot.asked,
        snapshot_near=snapshot.near,
        snapshot_private=snapshot.private,
        sealed=sealed,
        vetting=vetting,
        page_start=page_start(snapshot) if identifier.scheme == "url" and source is not None else "",
    )
    return read, snapshot


def _listed(versions: Versions) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(versions._fields, versions, strict=True))
