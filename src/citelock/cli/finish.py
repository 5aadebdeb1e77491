"""What `audit` and `merge` do with a finished audit: write the report, print it, choose the exit code.

The report is written whole before anything is printed. Exit codes follow the design README, section 4, and
web.md, section 2.1.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from citelock.checks.errors import UsageError
from citelock.checks.report import ReportWriter
from citelock.cli.audit_verdict import Verdict
from citelock.cli.errors import say, tell
from citelock.cli.exit_codes import EXIT_FINDINGS, EXIT_OK
from citelock.cli.output import text
from citelock.cli.output.commands import no_command
from citelock.snapshotter.files import write_atomically
from citelock.snapshotter.merge import Outcome
from citelock.snapshotter.roots import Project, shown_path

STDOUT = "-"

# `github` writes a log with commands, which act on either stream; it is for people as `text` is.
FORMATS = ("text", "json", "github", "sarif", "markdown")
HTML = "html"  # of `audit` alone, which has the claims at hand
_FOR_PEOPLE = ("text", "github")


def prefix_of(root: str, top: str | None) -> str:
    """The prefix of a Verdict; `top` is the top of the repository, None without one."""
    return "" if top is None else shown_path(os.path.join(root, "."), top)


class TargetRefused(UsageError):
    """The report must not be written where it was to be; what is there is no report of an earlier run."""


def refuse_target(out: str, inputs: Sequence[str], evidence_folders: Sequence[str] = ()) -> None:
    """Raises TargetRefused when the report must not go to `out`: over an input, among the evidence."""
    if out == STDOUT:
        return
    if os.path.isdir(out):
        raise TargetRefused(f"--out {out}: this is a folder. Give the name of a file in it.")
    folder = os.path.dirname(out) or "."
    if not os.path.isdir(folder):
        raise TargetRefused(f"--out {out}: there is no folder {folder}. Make it first.")
    for path in inputs:
        if os.path.exists(out) and os.path.exists(path) and os.path.samefile(out, path):
            raise TargetRefused(f"--out {out}: this is the input {path}, which the report must not replace.")
    for evidence in evidence_folders:
        if os.path.isdir(evidence) and _lies_in(folder, evidence):
            raise TargetRefused(f"--out {out}: {evidence} holds evidence. Put the report elsewhere.")


def refuse_page_name(out: str) -> None:
    """Raises TargetRefused for a report that is to be called a page: what is written there is JSON."""
    stem, ending = os.path.splitext(out)
    if ending.lower() in (".html", ".htm"):
        raise TargetRefused(
            f"--out {out}: this is JSON. Name it {stem}.json; `citelock report html` makes a page of it."
        )


def page_beside(out: str) -> str:
    """Where the review sheet of a report goes."""
    return f"{out.removesuffix('.json')}.html"


def _lies_in(folder: str, other: str) -> bool:
    """Whether a folder is another one or somewhere below it, links followed."""
    folder = os.path.realpath(folder)
    while not os.path.samefile(folder, other):
        folder, before = os.path.dirname(folder), folder
        if folder == before:
            return False
    return True


def evidence_folders(project: Project, cache: str | None, sources: str | None) -> tuple[str, str]:
    """The folders of records and of texts, as the options or the configuration name them."""
    return (
        cache or os.path.join(project.root, project.config.cache),
        sources or os.path.join(project.root, project.config.sources),
    )


@contextmanager
def left_alone(out: str) -> Iterator[None]:
    """An error inside says that a file at `out` is stale, unless this run has written it."""
    before = _state(out)
    try:
        yield
    except TargetRefused:
        raise
    except BaseException as error:
        if before is not None and _state(out) == before:
            error.add_note(f"{out} was left alone: it is stale, from an earlier run.")
        raise


def _state(out: str) -> tuple[int, int, int] | None:
    """What changes when a file is written anew; None where there is none."""
    if out == STDOUT or not os.path.isfile(out):
        return None
    status = os.stat(out)
    return status.st_ino, status.st_size, status.st_mtime_ns


def write_out(out: str, pieces: Iterator[bytes]) -> None:
    """Writes a file whole, or to stdout."""
    if out == STDOUT:
        for piece in pieces:
            say(piece.decode("utf-8"))
    else:
        write_atomically(out, pieces)


def present(outcome: Outcome, out: str, format_name: str, verdict: Verdict, *, quiet: bool) -> None:
    """Prints a finished audit. With the report itself on stdout, what is for people goes to stderr."""
    people: Callable[[str], None] = tell_line
    if format_name in _FOR_PEOPLE and out != STDOUT:
        people = say
    if format_name == "json" and out != STDOUT:
        for piece in outcome.text():
            say(piece)
    elif format_name in ("sarif", "markdown") and out != STDOUT:
        for piece in _rendered(outcome, out, format_name, verdict, quiet=quiet):
            say(piece)
    for line in _lines(outcome, out, format_name, verdict, people is tell_line, quiet=quiet):
        people(line)


def _lines(
    outcome: Outcome, out: str, format_name: str, verdict: Verdict, on_stderr: bool, *, quiet: bool
) -> Iterator[str]:
    """What people read, each line with its end; no outside text in it is a command to a runner."""
    if format_name == "github":
        return _rendered(outcome, out, format_name, verdict, quiet=quiet)
    lines = text.render(outcome, out, colour=_colour(sys.stderr if on_stderr else sys.stdout))
    if quiet:
        *_, last = text.last_lines(outcome, out)
        lines = iter((last,))
    return map(no_command, lines)


def _rendered(
    outcome: Outcome, out: str, format_name: str, verdict: Verdict, *, quiet: bool
) -> Iterator[str]:
    from citelock.cli.output import plain_audit  # a plain audit loads nothing of the Action

    return plain_audit.lines(format_name, outcome, out, verdict, windows=os.name == "nt", quiet=quiet)


def tell_line(line: str) -> None:
    """Writes a line that has its line end to stderr."""
    tell(line.removesuffix("\n"))


def exit_code(counts: ReportWriter, fail_on: str, below: int) -> int:
    """1 when something is at the failing level or `below` claims lack the required label, else 0."""
    levels = {str(finding["severity"]) for finding in counts.findings}
    if counts.failed:
        levels.add("error")
    if counts.warned:
        levels.add("warning")
    failing = {"error": {"error"}, "warning": {"error", "warning"}, "never": set[str]()}[fail_on]
    return EXIT_FINDINGS if below or levels & failing else EXIT_OK


def _colour(stream: object) -> bool:
    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
