"""Showing the findings on GitHub: annotations as commands or in a check run, and the comment.

Whatever goes wrong here changes neither the verdict nor the exit code: it is said in one notice, and what
could not be published otherwise is shown by commands (action.md, sections 8 and 9).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from citelock.checks.errors import UsageError
from citelock.checks.pull_request.values import FAILURE, Judged, Revisions
from citelock.cli.action import log
from citelock.cli.action.inputs import Inputs
from citelock.cli.action.runner import Runner
from citelock.cli.output import check_run
from citelock.cli.output.annotations import Annotation, as_commands, fits
from citelock.cli.output.summary import check_run_summary, comment, marker
from citelock.cli.output.verdict import headline

if TYPE_CHECKING:
    from citelock.snapshotter.github import GitHub

FORK = (
    "this pull request comes from a fork, whose token may not write: what is not shown here is in the"
    " summary and in the report"
)


class Published(NamedTuple):
    """What is to be shown of one run; `report` is the path of the report as outputs name it."""

    judged: Judged
    revisions: Revisions
    annotations: Sequence[Annotation]
    report: str


def publish(found: Published, runner: Runner, inputs: Inputs) -> None:
    """Shows annotations and comment, as far as the inputs ask for them and GitHub lets us."""
    wants_run = inputs.annotations == "check-run" or (
        inputs.annotations == "auto" and not fits(found.annotations)
    )
    wants_comment = inputs.comment != "off" and found.revisions.number is not None
    notices: list[str] = []
    in_run = False
    if (wants_run or wants_comment) and found.revisions.fork:
        notices.append(FORK)
    elif wants_run or wants_comment:
        try:
            github = client(runner, inputs)
        except UsageError as error:
            notices.append(f"nothing is published beyond this log: {error}")
        else:
            run_problem = _check_run(github, found, runner, inputs) if wants_run else None
            comment_problem = _comment(github, found, runner, inputs) if wants_comment else None
            in_run = wants_run and run_problem is None
            notices += [said for said in (run_problem, comment_problem) if said is not None]
            github.close()
    shown = () if in_run or inputs.annotations == "off" else found.annotations
    log.made(as_commands(shown, notices))


def client(runner: Runner, inputs: Inputs) -> GitHub:
    """Who is asked to publish. Raises UsageError for an address or a token that cannot be one."""
    from citelock.snapshotter.github import GitHub, Token

    return GitHub(runner.api, runner.repository, Token(inputs.token))


def _check_run(github: GitHub, found: Published, runner: Runner, inputs: Inputs) -> str | None:
    """All annotations in a check run of the pull request's own commit; what kept that from being."""
    from citelock.snapshotter.github_calls import create_check_run, update_check_run

    first, *others = check_run.bodies(
        found.annotations,
        name=inputs.check_name,
        head_sha=found.revisions.annotated,
        conclusion=found.judged.conclusion,
        title=headline(found.judged),
        summary=check_run_summary(found.judged, found.revisions, **_page(found, runner, inputs)),
    )
    number = create_check_run(github, first)
    if not isinstance(number, int):
        return number.sentence
    for place, body in enumerate(others, 1):
        problem = update_check_run(github, number, body)
        if problem is not None:
            there = f"the first {place * check_run.MOST} annotations"
            return f"{problem.sentence}. The check run has the verdict and {there}; the report has them all"
    return None


def _comment(github: GitHub, found: Published, runner: Runner, inputs: Inputs) -> str | None:
    """Overwrites our comment, or writes the first one where it is wanted; what kept that from being."""
    pull = found.revisions.number
    assert pull is not None
    body = comment(found.judged, found.revisions, **_page(found, runner, inputs))
    wanted = inputs.comment == "always" or found.judged.conclusion == FAILURE
    return keep_comment(github, pull, body, inputs, wanted=wanted)


def keep_comment(github: GitHub, pull: int, body: str, inputs: Inputs, *, wanted: bool) -> str | None:
    """Overwrites our comment, or writes the first one where it is `wanted`; what kept that from being.

    The body begins with the marker of the check's name.
    """
    from citelock.snapshotter.github import Listed
    from citelock.snapshotter.github_calls import create_comment, is_own, list_comments, update_comment

    listed = list_comments(github, pull)
    if not isinstance(listed, Listed):
        return listed.sentence
    begin = marker(inputs.check_name)
    own = [each for each in listed.entries if is_own(each, begin, inputs.comment_author)]
    if own:
        problem = None if own[0].body == body else update_comment(github, own[0].number, body)
        return None if problem is None else problem.sentence
    if not wanted:
        return None
    number = create_comment(github, pull, body)
    return None if isinstance(number, int) else number.sentence


def _page(found: Published, runner: Runner, inputs: Inputs) -> dict[str, str]:
    return {"report": found.report, "heading": inputs.check_name, "repository": runner.address}
