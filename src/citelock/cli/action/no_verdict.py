"""A run without a verdict, shown where a verdict would be: in the step summary and in the comment.

An earlier comment that says "passed" must not stand over a head that was never audited. What goes wrong here
is said in a notice, like all publishing; the exit code is what it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citelock.checks.errors import CitelockError
from citelock.checks.pull_request.event import Event
from citelock.cli.action import log
from citelock.cli.action.inputs import TABLE, Inputs
from citelock.cli.action.runner import Runner, append, read_event_of
from citelock.cli.output.commands import NOTICE, command
from citelock.cli.output.plain import plain

_MOST_SAID = 2000


def show_no_verdict(
    environment: Mapping[str, str],
    runner: Runner,
    inputs: Inputs | None,
    sentences: Sequence[str],
    exit_code: int,
) -> None:
    """Writes the summary and overwrites or writes the comment, as far as the inputs ask for them.

    `sentences` say what was wrong; `inputs` is None where they cannot be read themselves, and then only the
    summary is written.
    """
    from citelock.cli.output import no_verdict

    event = _event(environment)
    heading = TABLE["check-name"].built_in if inputs is None else inputs.check_name
    said = [_without_token(sentence, inputs) for sentence in sentences]
    commit = "" if event is None else event.pull.head if event.pull else event.after or event.sha
    notices = []
    if inputs is None or inputs.summary:
        try:
            append(runner.summary, no_verdict.page(said, exit_code, commit=commit, heading=heading))
        except CitelockError as error:
            notices.append(str(error))
    if inputs is not None and event is not None and event.pull is not None and inputs.comment != "off":
        body = no_verdict.comment(said, exit_code, commit=commit, heading=heading)
        notices += _comment(runner, inputs, event.pull.number, body, fork=event.pull.fork)
    log.made(command(NOTICE, plain(notice, _MOST_SAID)) for notice in notices)


def _event(environment: Mapping[str, str]) -> Event | None:
    try:
        return read_event_of(environment)
    except CitelockError:
        return None  # that is what was wrong, and has been said


def _comment(runner: Runner, inputs: Inputs, pull: int, body: str, *, fork: bool) -> list[str]:
    from citelock.cli.action.publish import FORK, client, keep_comment

    if fork:
        return [FORK]
    try:
        github = client(runner, inputs)
    except CitelockError as error:
        return [f"nothing is published beyond this log: {error}"]
    problem = keep_comment(github, pull, body, inputs, wanted=True)
    github.close()
    return [] if problem is None else [problem]


def _without_token(sentence: str, inputs: Inputs | None) -> str:
    """A runner masks a token in its log, but in no summary and no comment."""
    token = "" if inputs is None else inputs.token
    return sentence.replace(token, "***") if token else sentence
