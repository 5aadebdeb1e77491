"""`citelock diff`: two reports, or two commits, compared; the comparison is `checks/diff.py`'s."""

from __future__ import annotations

import os

import click

from citelock.checks import diff as report_diff
from citelock.checks import jsontext
from citelock.checks.errors import InputError, UsageError
from citelock.checks.pull_request.values import FAILURE, Judged, Revisions
from citelock.checks.text.excerpt import shown
from citelock.cli import options
from citelock.cli.errors import say, tell
from citelock.cli.exit_codes import EXIT_FINDINGS, EXIT_OK
from citelock.cli.output.printed_json import json_text

_MOST_BYTES = 1 << 30  # a report of some 500,000 citations; larger ones would not fit in memory twice
_DEPTH = 64


@click.command(
    "diff",
    epilog="Example: citelock diff old/report.json report.json; for a pull request: citelock diff main HEAD",
    short_help="Compare two reports or two commits.",
)
@click.argument("base")
@click.argument("head")
@click.option(
    "--claims", multiple=True, metavar="GLOB", help="With commits: which files are claims files; repeatable."
)
@click.option(
    "--new-evidence",
    type=click.Choice(("reject", "accept")),
    default="reject",
    help="With commits: whether evidence that HEAD brings along counts. [default: reject]",
)
@options.output_format("text", "json")
def command(base: str, head: str, claims: tuple[str, ...], new_evidence: str, format_name: str) -> int:
    """Compare two reports or two commits: what is new, fixed, unchanged.

    BASE and HEAD are report files of `citelock audit`; the exit code is 1 when HEAD has errors that BASE has
    not. Or they are two revisions of git, judged as the GitHub Action judges a pull request from HEAD into
    BASE: merged, with the evidence and the settings of BASE, which also say what fails.
    """
    if _is_report(base) or _is_report(head):
        if claims or new_evidence != "reject":
            raise UsageError("--claims and --new-evidence go with two commits, not with two reports.")
        result = report_diff.diff(_read(base), _read(head), base_path=base, head_path=head)
        failed = bool(result.new_errors)
    else:
        judged = _of_commits(base, head, claims, accept=new_evidence == "accept")
        for said in judged.said:
            tell(f"citelock: {said}")
        result, failed = judged.difference, judged.conclusion == FAILURE
    if format_name == "json":
        say(json_text(report_diff.as_json(result)))
    else:
        text = report_diff.as_text(result)
        say(text if text.endswith("\n") else text + "\n")
    return EXIT_FINDINGS if failed else EXIT_OK


def _is_report(argument: str) -> bool:
    """Whether a file is meant, also one that is not there."""
    return os.path.lexists(argument) or argument.endswith(".json")


def _of_commits(base: str, head: str, claims: tuple[str, ...], *, accept: bool) -> Judged:
    """What the audit of a pull request would say."""
    from citelock.snapshotter.borrowed import borrowed, objects_of_repository
    from citelock.snapshotter.compared import Request
    from citelock.snapshotter.gitread import open_commit
    from citelock.snapshotter.pull_request import judge_pull_request
    from citelock.snapshotter.revisions import UNKNOWN_FORK
    from citelock.snapshotter.roots import top_level

    top = top_level(os.path.realpath(os.getcwd()))
    if top is None:
        raise UsageError(f"{shown(base, 120)}: no such file, and there is no git repository here.")
    before, after = (open_commit(top, revision).commit for revision in (base, head))
    with borrowed(objects_of_repository(top), length=len(after)) as repository:
        merged = repository.merged(before, after)
        parted = repository.forks(after, before)
        if merged is None:
            tell("citelock: the two cannot be merged: HEAD is judged by itself, without what BASE added")
            if parted is None:
                tell(f"citelock: {UNKNOWN_FORK}")
        forks = parted if merged is None else ()
        revisions = Revisions(
            merged or after,
            before,
            before,
            own_evidence=False,
            annotated=after,
            branched=parted[0] if parted else None,
            forks=forks,
            evidence_forks=forks,
        )
        return judge_pull_request(repository, revisions, Request(claims, accept=accept)).judged


def _read(path: str) -> object:
    try:
        with open(path, "rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise InputError(
            path, f"cannot be read: {error.strerror}. Give a report of `citelock audit`."
        ) from error
    if len(content) > _MOST_BYTES:
        raise InputError(
            path, f"is larger than {_MOST_BYTES >> 20} MiB, which is no report to compare in one piece."
        )
    return jsontext.parse(content, path, max_depth=_DEPTH)
