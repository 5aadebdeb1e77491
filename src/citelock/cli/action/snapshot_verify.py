"""The Action's `snapshot-verify`: the origins of changed snapshots are asked again, and the texts compared.

It is `citelock snapshot check --rederive` for some snapshots of the work tree, with settings that its author
has no hand in, and with bounds on the whole. The job has the network and no secret (action.md, section 11).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

from citelock.checks.config import Config
from citelock.checks.identifiers import Identifier
from citelock.cli.action.lines import Log, printed_to
from citelock.cli.errors import guarded
from citelock.cli.exit_codes import EXIT_COLLECTION, EXIT_FINDINGS, EXIT_OK
from citelock.cli.output.plain import plain
from citelock.cli.progress import Ticker
from citelock.cli.snapshots.origins import Origins
from citelock.snapshotter.checking import check_all
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.rederiving import (
    FINDINGS,
    FROM_KEPT_FILE,
    NOT_REPRODUCIBLE,
    UNREACHABLE,
    Again,
    Fetch,
    Foreign,
    Rederived,
    Unreached,
    rederive,
)
from citelock.snapshotter.resolve import refuse_links
from citelock.snapshotter.snapshot_files import PRIVATE, EvidenceFolder
from citelock.snapshotter.snapshot_store import Store
from citelock.snapshotter.snapshot_table import Kept, all_snapshots

MOST = 100  # snapshots of one run
SECONDS = 900.0  # of the whole, judged before each snapshot
BYTES = 512 * 1024 * 1024  # of what is fetched in all


class Inputs(NamedTuple):
    """`stems` are the names of the changed snapshots without ending, `workspace` the repository's top.

    `config` is that of the base commit: settings of the audited one could point registries at a private
    network. `allow_hosts` are those whose addresses may be private.
    """

    workspace: str
    stems: tuple[str, ...]
    config: Config
    allow_hosts: tuple[str, ...] = ()


def run(inputs: Inputs, log: Log, notice: Log | None = None, clock: Clock | None = None) -> int:
    """A line for each snapshot; 1 if one does not come from its origin, else 3 if one was not reached, or 0.

    3 is no failure of the step, and comes with a notice. 2 and 70 are errors. It changes the working
    directory while it runs.
    """
    attention = notice or log
    told: list[tuple[Log, str]] = []
    before = os.getcwd()
    os.chdir(inputs.workspace)
    try:
        with printed_to(log):
            code = guarded(lambda: _verified(inputs, clock or Clock(), told, log, attention))
    finally:
        os.chdir(before)
    for say, line in told:
        say(line)
    return code


def _verified(inputs: Inputs, clock: Clock, told: list[tuple[Log, str]], log: Log, attention: Log) -> int:
    evidence, store = _opened(inputs)
    try:
        wanted = set(inputs.stems)
        snapshots = [each for each in all_snapshots(evidence) if each.stem in wanted]
        gone = sorted(wanted - {each.stem for each in snapshots})
        altered = 0
        for checked in check_all(snapshots, inputs.config, evidence):
            for finding in checked.findings:
                altered += finding.name.startswith("E_")
                told.append((log, f"{_name(checked.kept)}: {finding.name}: {plain(finding.message, 1000)}"))
        repeated = _repeated(inputs, snapshots, evidence, store, clock)
    finally:
        evidence.close()
    told += [(log, f"{plain(stem, 300)}: it is gone") for stem in gone]
    for each in repeated:
        said = f": {plain(each.message, 1000)}" if each.message else ""
        loud = each.result in (UNREACHABLE, NOT_REPRODUCIBLE, FROM_KEPT_FILE)  # nothing is proved
        told.append((attention if loud else log, f"{_name(each.kept)}: {each.result}{said}"))
        told += [(log, f"    {plain(line)}") for line in each.lines]
    counts = Counter(each.result for each in repeated)
    summary = " ".join(f"{result}={counts[result]}" for result in sorted(counts))
    told.append((log, f"snapshots={len(snapshots)} findings={altered} {summary}".rstrip()))
    if altered or any(counts[result] for result in FINDINGS):
        return EXIT_FINDINGS
    return EXIT_COLLECTION if counts[UNREACHABLE] else EXIT_OK


def _opened(inputs: Inputs) -> tuple[Evidence, Store]:
    """The evidence of the work tree, none of it through a link. Raises UsageError."""
    config, top = inputs.config, inputs.workspace
    private = f"{config.sources}/{PRIVATE}"
    for folder in (config.cache, f"{config.sources}/originals", f"{private}/originals"):
        refuse_links(os.path.join(top, *folder.split("/")), top)
    cache, sources, hidden = (
        EvidenceFolder(os.path.join(top, *path.split("/")), path)
        for path in (config.cache, config.sources, private)
    )
    store = Store(sources, hidden, config.commit_licences)
    return Evidence(cache, sources, config.limits, private=hidden), store


def _repeated(
    inputs: Inputs, snapshots: Sequence[Kept], evidence: Evidence, store: Store, clock: Clock
) -> list[Rederived]:
    found = []
    start = clock.now()
    with ExitStack() as stack:
        origins = Origins(inputs.config, None, (), inputs.allow_hosts, Ticker(quiet=True), stack)
        fetch = _bounded(origins.fetch)
        for place, each in enumerate(snapshots):
            if place >= MOST:
                found.append(Rederived(each, UNREACHABLE, f"only {MOST} snapshots are repeated in one run"))
            elif clock.now() - start > SECONDS:
                found.append(Rederived(each, UNREACHABLE, f"the {SECONDS:.0f} s of one run are over"))
            else:
                said = "nothing says where it comes from, so that only a person can judge it"
                if each.file.problem is not None:
                    said = "it is not what its provenance says, so that its origin was not asked"
                again = rederive(each, evidence, store, fetch)
                found.append(again or Rederived(each, NOT_REPRODUCIBLE, said))
    return found


def _bounded(fetch: Fetch) -> Fetch:
    """The same until the bytes of the run are used up."""
    used = 0

    def bounded(url: str, channel: str, identifier: Identifier | None) -> Again | Unreached | Foreign:
        nonlocal used
        if used > BYTES:
            return Unreached(f"the {BYTES:,} bytes of one run are used up")
        came = fetch(url, channel, identifier)
        used += len(came.data) if isinstance(came, Again) else 0
        return came

    return bounded


def _name(kept: Kept) -> str:
    return plain(kept.name, 2048)
