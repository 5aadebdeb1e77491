"""Judges one bucket of citations, source after source, each of which is looked at once.

`audit_shard` is a top-level function of one small picklable value, so anything that runs functions elsewhere
can run it (performance.md, section 7). It decides nothing about citations; it only sees to it that the
evidence it looks at is the evidence that was planned with.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from citelock import __version__
from citelock.checks.config import Config
from citelock.checks.errors import EvidenceDiffers
from citelock.checks.identifiers import Identifier, identify
from citelock.checks.named import NamedTuple
from citelock.checks.report import RULES
from citelock.checks.text.version import FOLD_VERSION
from citelock.snapshotter.consulted import consult
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.fold_store import FoldStore, open_store
from citelock.snapshotter.merge import write_run
from citelock.snapshotter.partition import Entry, bucket_path, load
from citelock.snapshotter.positions import ClaimsFile, Positions
from citelock.snapshotter.source_rows import SourceRows

if TYPE_CHECKING:
    from citelock.checks.rows import Row
    from citelock.snapshotter.source_rows import Item


class Settings(NamedTuple):
    """What every part of one audit shares.

    `scope` is "" or "metadata"; `store` says whether folds, answers and rows are kept in the user's cache
    folder, which may not lie inside `repository`. With `short` the rows are wanted for a report and nothing
    else, so they may all come in short (`checks/kept_rows.py`).
    """

    evidence: Evidence
    config: Config
    files: tuple[ClaimsFile, ...]
    scope: str = ""
    store: bool = False
    repository: str | None = None
    short: bool = False


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


_SMALL = 200  # citations
_in_order = itemgetter("file", "claim", "citation")

# By thread: the work folder of its last part and the evidence as it was listed for it, so a worker lists once
# a run. It may stay for many runs and projects, and have threads; none may read from the git child of
# another.
_evidence_here: dict[int, tuple[str, Evidence]] = {}


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
    evidence = _evidence_of(spec)
    settings = spec.settings._replace(evidence=evidence)
    store = open_store(settings.store, settings.repository)
    try:
        return audit_bucket(spec._replace(settings=settings), store)
    finally:
        store.close()
        evidence.close()  # whether another part comes to this worker nobody knows


def _evidence_of(spec: ShardSpec) -> Evidence:
    """The evidence as this thread sees it. Raises EvidenceDiffers if it is not that of the plan."""
    from copy import deepcopy
    from threading import get_ident

    folder, evidence = _evidence_here.get(get_ident(), ("", spec.settings.evidence))
    if folder == spec.folder:
        return evidence
    evidence = deepcopy(spec.settings.evidence)
    if evidence.identity() != spec.identity:
        evidence.close()
        raise EvidenceDiffers(
            "worker sees other evidence than the process that planned the work, so nothing was judged. "
            "Give all workers the same files, and leave them alone while the audit runs."
        )
    _evidence_here[get_ident()] = (spec.folder, evidence)
    return evidence


def audit_bucket(spec: ShardSpec, store: FoldStore) -> Summary:
    """Judges one bucket with evidence and store at hand, and writes its rows to the work folder."""
    rows, folds = judge(load(bucket_path(spec.folder, spec.bucket)), spec.settings, store)
    path = f"{spec.folder}/rows-{spec.bucket:03d}"
    write_run(path, rows)
    return Summary(path, len(rows), folds)


def judge(entries: Sequence[Entry], settings: Settings, store: FoldStore) -> tuple[list[Row], int]:
    """The rows of all entries in the report's order, findings placed; and how many texts were looked at."""
    evidence = settings.evidence
    loose: list[Item] = []
    sources: dict[str, list[Item]] = {}
    identifiers: dict[str, Identifier] = {}
    for claim, index in entries:
        if index < 0:
            loose.append((claim, None, None))
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
    collisions = evidence.collisions(identifiers.values())
    with Positions(settings.files, settings.config.limits) as positions:
        asked = SourceRows(settings.config, settings.scope, store, positions, short=settings.short)
        # Kept for the start-up of a small audit, which then needs no rule at all; elsewhere not worth a file.
        project = f"{evidence.cache.path}\n{evidence.sources.path}" if len(entries) <= _SMALL else ""
        rows = asked.of_none(loose, project)
        for key in sorted(sources):
            files = consult(evidence, identifiers[key], collisions.get(key), scope=settings.scope)
            rows += asked.of_source(sources.pop(key), files)
    rows.sort(key=_in_order)  # as `sort_key` does: the one row of an uncited claim is compared with no other
    return rows, asked.folds


def _listed(versions: Versions) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(versions._fields, versions, strict=True))
