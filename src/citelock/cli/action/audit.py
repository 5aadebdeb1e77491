"""The audit of the Action: take the commits, judge, write the files, show the findings, conclude."""

from __future__ import annotations

from collections.abc import Mapping

from citelock.checks.pull_request.values import FAILURE
from citelock.cli.action.inputs import Inputs
from citelock.cli.action.runner import Runner, read_event_of
from citelock.cli.errors import EXIT_FINDINGS, EXIT_OK
from citelock.snapshotter.borrowed import borrowed, objects_of_checkout
from citelock.snapshotter.compared import Request
from citelock.snapshotter.pull_request import judge_pull_request
from citelock.snapshotter.revisions import resolve_revisions

REPORT, DIFF, SARIF = "report.json", "diff.json", "report.sarif"


def audit(environment: Mapping[str, str], runner: Runner, inputs: Inputs) -> int:
    """Audits the head of the event; the exit code."""
    event = read_event_of(environment)
    request = Request(inputs.claims, inputs.only_changed, inputs.new_evidence == "accept", inputs.fail_on)
    objects = objects_of_checkout(runner.workspace)
    length = len(event.sha)
    with borrowed(objects, address=runner.address, token=inputs.token, length=length) as repository:
        revisions = resolve_revisions(event, inputs.base, repository)
        result = judge_pull_request(repository, revisions, request)
    return _EXIT[result.judged.conclusion == FAILURE]


_EXIT = {True: EXIT_FINDINGS, False: EXIT_OK}
