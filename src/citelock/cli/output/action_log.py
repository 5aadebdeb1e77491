"""The log of the Action: a fold of what fails, the commands, the counts, one last line (action.md, 7).

Every line that is no command begins with `| ` but the last, which scripts read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice

import citelock
from citelock.checks.findings import entry_name
from citelock.checks.pull_request.values import Judged, Revisions
from citelock.checks.report import RULES
from citelock.cli.output.commands import command, log_line, no_command
from citelock.cli.output.plain import TITLE_LIMIT, plain
from citelock.cli.output.told import (
    Entry,
    claim_of,
    findings_of,
    has_new_error,
    identifier,
    line_of,
    told,
    weight,
    why_unchecked,
)
from citelock.cli.output.verdict import commits, coverage, headline, quotes, two_counters

MOST = 1000  # FAIL lines: a person reads no more, the report has them all
_FEW = 10
_HEADING = "Citation audit"


def render(
    judged: Judged, revisions: Revisions | None, commands: Sequence[str], report: str
) -> Iterator[str]:
    """All lines, without line ends; `commands` are written ones, `report` the path to name at the end."""
    yield from opening(judged, revisions)
    yield from commands
    yield from closing(judged, report)


def opening(judged: Judged, revisions: Revisions | None) -> Iterator[str]:
    """The fold: what was compared, remarks, each failing citation on a line."""
    yield command("group", _HEADING)
    yield log_line(_compared(judged, revisions))
    for sentence in (*judged.said, *(revisions.said if revisions else ()), *judged.difference.warnings):
        yield log_line(sentence)
    failing = _failing(judged)
    yield from map(log_line, islice(failing, MOST))
    more = sum(1 for _ in failing)
    if more:
        yield log_line(f"and {more} more FAIL lines: see the report")
    yield command("endgroup", "")


def closing(judged: Judged, report: str) -> Iterator[str]:
    """The counts, and the line that scripts read."""
    absent, unchecked = two_counters(judged)
    reasons = ", ".join(f"{name} {number}" for name, number in why_unchecked(judged.rows))
    why = f" ({reasons})" if reasons else ""
    yield log_line(
        f"machine-checked {coverage(judged)}; does not exist {absent}; could not be checked {unchecked}{why}"
    )
    yield log_line(f"quotes found {quotes(judged)}; {judged.conclusion}: {headline(judged)}")
    yield last_line(judged.counts.checked, judged.counts.failed, report)


def last_line(checked: int, failed: int, report: str) -> str:
    """`checked=4 failed=3 report=citelock/report.json`."""
    return no_command(f"checked={checked} failed={failed} report={plain(report, sys.maxsize)}")


def _compared(judged: Judged, revisions: Revisions | None) -> str:
    parts = [f"citelock {citelock.__version__} rules {RULES}"]
    if revisions is not None:
        parts += [f"{what} {sha}" for what, sha in commits(judged, revisions)]
        if revisions.baseline is None:
            parts.append("no base to compare with")
    parts += [f"{file.path}{' (changed)' if file.changed else ''}" for file in judged.files[:_FEW]]
    if len(judged.files) > _FEW:
        parts.append(f"{len(judged.files) - _FEW} more files")
    return "; ".join(parts)


def _failing(judged: Judged) -> Iterator[str]:
    """A line for each finding of the error level without a citation, then for each failing citation."""
    for finding in judged.findings:
        if finding["severity"] == "error":
            about = [plain(claim_of(finding), TITLE_LIMIT)] if claim_of(finding) else []
            parts = [
                _word(judged, finding, [finding]),
                *about,
                _place(finding, [finding]),
                entry_name(finding),
            ]
            yield " ".join(filter(None, parts))  # what is about the whole tree has no place
    for row in judged.rows:
        errors = [finding for finding in told(row) if weight(finding) == 0]
        if errors:
            names = dict.fromkeys(map(entry_name, errors))
            claim = plain(str(row["claim"]), TITLE_LIMIT)
            cited = plain(identifier(row), TITLE_LIMIT) or "(no identifier)"
            parts = [_word(judged, row, findings_of(row)), claim, _place(row, errors), cited, *names]
            yield " ".join(parts)


def _word(judged: Judged, row: Entry, findings: Sequence[Entry]) -> str:
    if judged.new is None:
        return "FAIL"
    return "FAIL new" if has_new_error(judged, row, findings) else "FAIL unchanged"


def _place(row: Entry, findings: Sequence[Entry]) -> str:
    line = next((line_of(finding) for finding in findings if line_of(finding)), None)
    return str(row["file"]) + (f":{line}" if line else "")
