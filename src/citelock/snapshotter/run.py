"""One audit from claims files to sorted rows: partition, judge in one or many processes, merge.

It chooses only *how* the work is done (in memory, in buckets, in workers); the rows are the same in every
case (performance.md, sections 6 and 7).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from citelock.checks.errors import UsageError
from citelock.checks.named import NamedTuple
from citelock.checks.report import file_finding
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.executors import run_parts
from citelock.snapshotter.fold_store import open_store
from citelock.snapshotter.merge import merge_runs, read_run
from citelock.snapshotter.partition import bucket_count, in_memory, spill
from citelock.snapshotter.shard import (
    Settings,
    ShardSpec,
    Summary,
    Versions,
    audit_bucket,
    audit_shard,
    judge,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from citelock.checks.compared_report import Entry
    from citelock.checks.config import Config
    from citelock.checks.rows import Row

SERIAL_BELOW = (
    32 * 1024 * 1024
)  # bytes of snapshots: less is about a second of work, and starting workers costs as much
_PARTS_OF_A_CLUSTER = 64  # however many workers it has
_PARTS_A_WORKER = 8  # so that a worker with a long part does not end last by much


class Plan(NamedTuple):
    """How to run: in `jobs` processes, shard (i, n) only, with a work folder (if needed) in `work_dir`.

    With an `executor` its workers do it instead of processes of ours, and `gone` says why nothing more is to
    be expected of them. The rest is for tests and for other machines: `buckets` (None: by the size of the
    input), `serial_below` and the start method of worker processes.
    """

    jobs: int = 1
    shard: tuple[int, int] = (1, 1)
    work_dir: str | None = None
    buckets: int | None = None
    serial_below: int = SERIAL_BELOW
    start_method: str | None = None
    executor: Executor | None = None
    gone: Callable[[], str] = str


class Audited(NamedTuple):
    """The rows in the report's order (to be read once), how many, and (path shown, sha256) of each input.

    `size` is the number of rows, `folds` that of the texts that were looked at; `folder` is the work folder,
    None when all is in memory; `notes` are lines for stderr. `findings` belong to no citation: entries of
    source lists that nothing in a report names.
    """

    rows: Iterator[Row]
    size: int
    inputs: tuple[tuple[str, str], ...]
    folds: int
    folder: str | None
    notes: tuple[str, ...]
    findings: tuple[Entry, ...] = ()


@contextmanager
def audited(
    settings: Settings, plan: Plan, progress: Callable[[int, int], None] = lambda _done, _total: None
) -> Iterator[Audited]:
    """Judges all citations of the claims files; the work folder lives as long as the context.

    Raises InputError before any verdict for a malformed file, EvidenceDiffers when a file changes under the
    run.
    """
    if plan.executor is not None:
        settings, plan = _for_workers_elsewhere(settings, plan)
    size = sum(file.size for file in settings.files)
    jobs = plan.jobs if plan.jobs > 1 and settings.evidence.text_bytes() >= plan.serial_below else 1
    buckets = plan.buckets or bucket_count(size)
    if plan.executor is not None:
        buckets = max(buckets, _PARTS_OF_A_CLUSTER)
    elif jobs > 1:
        buckets = max(buckets, jobs * _PARTS_A_WORKER)
    store = open_store(settings.store, settings.repository)
    notes: tuple[str, ...] = (store.note,) if store.note else ()
    try:
        claims = ClaimsInput(
            [(file.path, file.shown) for file in settings.files],
            settings.config.limits,
            digests=store.folder is not None or plan.executor is not None,
        )
        if buckets == 1:
            rows, folds = judge(in_memory(claims, plan.shard), settings, store)
            found = _of_reports(claims, settings.config)
            yield Audited(
                _given_away(rows), len(rows), claims.hashes(), folds, None, notes + _notes(claims), found
            )
            return
        with work_folder(plan.work_dir) as folder:
            sizes = spill(claims, folder, buckets, plan.shard)
            order = sorted(range(buckets), key=lambda bucket: (-sizes[bucket], bucket))
            identity = settings.evidence.identity()
            specs = [
                ShardSpec(folder, bucket, settings, identity, Versions.here())
                for bucket in order
                if sizes[bucket]
            ]
            elsewhere = jobs > 1 or plan.executor is not None
            function = audit_shard if elsewhere else partial(audit_bucket, store=store)
            summaries: list[Summary] = []
            answers = run_parts(
                function,
                specs,
                jobs=jobs,
                start_method=plan.start_method,
                executor=plan.executor,
                gone=plan.gone,
            )
            for summary in answers:
                summaries.append(summary)
                progress(len(summaries), len(specs))
            runs = [read_run(summary.path) for summary in summaries]
            count = sum(summary.rows for summary in summaries)
            folds = sum(summary.folds for summary in summaries)
            found = _of_reports(claims, settings.config)
            notes += _notes(claims)
            yield Audited(merge_runs(runs), count, claims.hashes(), folds, folder, notes, found)
    finally:
        store.close()


def _given_away(rows: list[Row]) -> Iterator[Row]:
    """The rows in order; each is forgotten here when it has been given."""
    rows.reverse()
    while rows:
        yield rows.pop()


def _for_workers_elsewhere(settings: Settings, plan: Plan) -> tuple[Settings, Plan]:
    """The same with absolute paths: a worker has a working directory of its own."""
    import tempfile

    files = tuple(file._replace(path=os.path.abspath(file.path)) for file in settings.files)
    work_dir = os.path.abspath(plan.work_dir or tempfile.gettempdir())
    return settings._replace(files=files), plan._replace(work_dir=work_dir)


def _of_reports(claims: ClaimsInput, config: Config) -> tuple[Entry, ...]:
    """The findings about reports as files, in the order of the files."""
    return tuple(
        file_finding(each.finding, shown, config.severities, each.pointer, each.at)
        for shown, report in claims.reports.items()
        for each in report.findings
    )


def _notes(claims: ClaimsInput) -> tuple[str, ...]:
    return tuple(report.note for report in claims.reports.values())


@contextmanager
def work_folder(parent: str | None) -> Iterator[str]:
    """A new private folder in `parent` (None: the system's place for temporary files), removed at the end.

    Its name is chosen before it is made, so that an interrupt at any moment leaves nothing behind.
    """
    import shutil
    import tempfile

    folder = os.path.join(parent or tempfile.gettempdir(), f"citelock-{os.urandom(8).hex()}")
    try:
        try:
            os.mkdir(folder, 0o700)
        except OSError as error:
            place = os.path.dirname(folder)
            raise UsageError(
                f"cannot make a work folder in {place}: {error.strerror}. Give another with --work-dir."
            ) from error
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
