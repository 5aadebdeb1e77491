"""The Action's `propose`: what a refresh has left, as one branch, one pull request, an issue a retraction.

It reads a folder of data and asks GitHub; no parser of documents is loaded (action.md, section 11).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from citelock.checks.errors import UsageError
from citelock.checks.limits import DEFAULT_LIMITS
from citelock.checks.text.excerpt import shown
from citelock.cli.exit_codes import EXIT_COLLECTION, EXIT_OK
from citelock.cli.output import proposal
from citelock.cli.output.plain import plain
from citelock.snapshotter.bundle import read_bundle
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.github import GitHub, Token
from citelock.snapshotter.github_git import is_id
from citelock.snapshotter.proposing import Done, Place, propose

LONGEST_WAIT = 120.0  # seconds: a hundred changed records are more calls than GitHub grants in a minute

Log = Callable[[str], None]


class Inputs(NamedTuple):
    """`folder` is what the refresh left (`RUNNER_TEMP/citelock/refresh`), `login` the App that we are."""

    folder: str
    login: str = "github-actions[bot]"
    record_bytes: int = DEFAULT_LIMITS.record_bytes


class Environment(NamedTuple):
    """Where the job runs: `GITHUB_API_URL`, `_REPOSITORY`, `_SHA`, `_REF`, the token, the default branch.

    `commit` is what the records were compared with, and `ref` the branch that it is of. `default_branch` is
    that of the event's `repository`.
    """

    api: str
    repository: str
    token: Token
    commit: str
    ref: str
    default_branch: str


def run(
    inputs: Inputs, environment: Environment, log: Log, notice: Log | None = None, clock: Clock | None = None
) -> int:
    """Proposes what is in the folder; 0, or 3 if GitHub refused or did not answer.

    `log` and `notice` (the same if it is not given) take single lines. Raises InputError for a folder that is
    not a refresh's own, and UsageError for a run on another branch than the default one.
    """
    attention = notice or log
    if environment.ref != f"refs/heads/{environment.default_branch}":
        raise UsageError(
            f"propose runs on the default branch only, and this is {shown(environment.ref, 200)}:"
            " what another branch holds would be proposed with it."
        )
    if not is_id(environment.commit):
        raise UsageError(f"GITHUB_SHA: {shown(environment.commit, 80)} is no full id of a commit.")
    news, records = read_bundle(inputs.folder, inputs.record_bytes)
    changed = sorted(change.id for change in news.changes if change.path in records)
    text = proposal.proposal_text(news, changed)
    github = GitHub(
        environment.api,
        environment.repository,
        environment.token,
        clock=clock,
        longest_wait=LONGEST_WAIT,
    )
    place = Place(environment.commit, environment.default_branch, inputs.login, proposal.MARKER)
    try:
        done = propose(github, place, records, text, complete=not news.unchecked)
    finally:
        github.close()
    counts = f"asked={news.asked} changes={len(news.changes)} records={len(records)}"
    log(f"{counts} unchecked={len(news.unchecked)}")
    if news.unchecked:
        attention(f"{_counted(len(news.unchecked), 'identifier')} could not be checked this time")
    for change in news.changes:
        if change.kept:
            attention(f"{plain(change.id)}: {change.kind}; its record is kept until a person decides")
    return _told(done, log, attention)


def _told(done: Done, log: Log, attention: Log) -> int:
    for line in done.lines:
        log(plain(line, 1000))
    for line in done.notices:
        attention(plain(line, 1000))
    for problem in done.problems:
        attention(plain(problem.sentence, 1000))
    return EXIT_COLLECTION if done.problems else EXIT_OK


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
