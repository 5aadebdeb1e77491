"""The Action's outputs for an audit of one state: without a base, so that nothing is new or fixed.

`audit --format github`, `sarif` and `markdown` print what the Action shows of a pull request, from the same
renderers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from citelock.checks.diff import Diff
from citelock.checks.labels import NOT_MACHINE_CHECKED
from citelock.checks.pull_request.values import FAILURE, NOTHING, SUCCESS, AuditedFile, Counts, Judged
from citelock.cli.output import action_log, sarif
from citelock.cli.output.annotations import annotate, as_commands
from citelock.cli.output.commands import repository_path
from citelock.cli.output.summary import summary
from citelock.cli.output.told import told

if TYPE_CHECKING:
    from citelock.checks.rows import Row
    from citelock.cli.audit_verdict import Verdict
    from citelock.snapshotter.merge import Outcome

_NOTHING_CHANGED = Diff((), (), (), (), (), (), ())


def lines(
    format_name: str,
    outcome: Outcome,
    report: str,
    verdict: Verdict,
    *,
    windows: bool = False,
    quiet: bool = False,
) -> Iterator[str]:
    """The output of `github`, `sarif` or `markdown`, in pieces with their line ends.

    `report` is the path of the report. With `quiet` the log is the commands and its last line.
    """
    judged = _judged(outcome, verdict, windows=windows)
    if format_name == "github":
        commands = as_commands(annotate(judged))
        log = action_log.render(judged, None, commands, report)
        if quiet:
            *_, last = action_log.closing(judged, report)
            log = iter((*commands, last))
        yield from (f"{line}\n" for line in log)
    elif format_name == "sarif":
        yield sarif.render(judged).text
    else:
        yield summary(judged, report=report)


def _judged(outcome: Outcome, verdict: Verdict, *, windows: bool) -> Judged:
    def place(path: object) -> str:
        # A file outside of the repository has no place there; its path says where it is.
        return repository_path(str(path), verdict.prefix, windows=windows) or str(path)

    rows = tuple(_with_file(row, place(row["file"])) for row in outcome.rows() if _is_told(row))
    writer = outcome.writer
    findings = tuple(finding | {"file": place(finding["file"])} for finding in writer.findings)
    conclusion = FAILURE if verdict.failed else SUCCESS if writer.checked else NOTHING
    files = tuple(AuditedFile(place(path), changed=False) for path in writer.paths)
    return Judged(
        rows=rows,
        findings=findings,
        files=files,
        difference=_NOTHING_CHANGED,
        counts=_counts(outcome, rows),
        evidence=(),
        fail_on=verdict.fail_on,
        conclusion=conclusion,
        accepted=False,
        new=None,
        said=tuple(_remarks(outcome)),
    )


def _is_told(row: Row) -> bool:
    """Whether anything is said of a row; those in order are many, and only counted."""
    return row["label"] == NOT_MACHINE_CHECKED or bool(told(row))


def _with_file(row: Row, file: str) -> Row:
    row["file"] = file
    return row


def _counts(outcome: Outcome, rows: tuple[Row, ...]) -> Counts:
    writer = outcome.writer
    levels = [str(finding["severity"]) for finding in writer.findings]
    return Counts(
        checked=writer.checked,
        claims=sum(writer.labels.values()),
        failed=writer.failed,
        warned=writer.warned,
        unchecked=writer.unread,
        labels=writer.labels,
        errors=_number(rows, "errors") + levels.count("error"),
        warnings=_number(rows, "warnings") + levels.count("warning"),
        quotes_found=writer.quotes_found,
        quotes_total=writer.quotes_total,
        quotes_not_checkable=writer.quotes_not_checkable,
        failing_new=0,
        failing_fixed=0,
        failing_unchanged=0,
        new_errors=0,
        fixed_errors=0,
        evidence_changed=0,
    )


def _number(rows: tuple[Row, ...], key: str) -> int:
    names = [row[key] for row in rows]
    return sum(len(listed) for listed in names if isinstance(listed, list))


def _remarks(outcome: Outcome) -> Iterator[str]:
    if outcome.scope:
        yield f"scope {outcome.scope}: quotes and numbers were not checked"
    if outcome.below_count:
        yield outcome.below_said()
