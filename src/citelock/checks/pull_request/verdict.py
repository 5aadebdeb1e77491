"""From three audits to one verdict: what is new, what counts, how the check ends (action.md, 5 and 6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from citelock.checks.compared_report import Entry
from citelock.checks.diff import Diff, diff
from citelock.checks.findings import Severity, entry_name
from citelock.checks.pull_request.values import FAILURE, NOTHING, SUCCESS, Counts
from citelock.checks.report import RULES, SCHEMA, ReportWriter
from citelock.checks.rows import Row

FAIL_ON = ("error", "warning", "regression", "never")
REGRESSION = "regression"
BY_BASE = "base"  # changed by evidence that reached the base since the branch was cut
BY_HEAD = "head"  # changed by evidence that the head brings

_Found = tuple[str, str | None, int | None, str]


class Audit(NamedTuple):
    """A finished audit: rows in the report's order, top-level findings, (path, sha256) of each input."""

    rows: Sequence[Row]
    findings: Sequence[Entry]
    inputs: Sequence[tuple[str, str]] = ()


NO_AUDIT = Audit((), ())


def compare(base: Audit, head: Audit, *, scope: str = "") -> Diff:
    """The diff of two audits, as of the reports that they would be."""
    return diff(_value(base, scope), _value(head, scope))


def _value(audit: Audit, scope: str) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "rules": RULES,
        "scope": scope,
        "results": list(audit.rows),
        "findings": list(audit.findings),
    }


def with_changes(difference: Diff, by_head: Diff | None = None, by_base: Diff | None = None) -> Diff:
    """The diff with what changed by the evidence in others added, each citation once on either side.

    An entry says by whose evidence (`by`): with BY_HEAD "before" is the verdict and "after" what it will be
    once the head is merged; with BY_BASE the verdict is what stands after.
    """
    changed = {}
    for by, other in ((BY_HEAD, difference), (BY_HEAD, by_head), (BY_BASE, by_base)):
        for entry in other.changed if other is not None else ():
            changed[*citation_of(entry), by] = entry | {"by": by}
    ordered = sorted(changed.items(), key=lambda item: item[0])
    return difference._replace(changed=tuple(entry for _, entry in ordered))


def citation_of(entry: Entry) -> tuple[str, str, int]:
    """(file, claim, citation) of an entry of a diff, -1 for what is about no citation."""
    citation = entry["citation"]
    return str(entry["file"]), str(entry["claim"]), citation if isinstance(citation, int) else -1


def new_findings(difference: Diff, audit: Audit, known: frozenset[str]) -> frozenset[_Found]:
    """The (file, claim, citation, name) of all findings that the base does not have.

    Those of a citation that base does not have as it is, by its fingerprint, are all new: a failing claim
    must not be the place for another one that fails in the same way.
    """
    of_changed = (
        (*_place(row), entry_name(finding))
        for row in audit.rows
        if row["fingerprint"] not in known
        for finding in _findings([row])
    )
    return frozenset((*map(_found, difference.new), *of_changed))


def _found(entry: Entry) -> _Found:
    claim, citation = entry["claim"], entry["citation"]
    return (
        str(entry["file"]),
        None if claim is None else str(claim),
        citation if isinstance(citation, int) else None,
        str(entry["name"]),
    )


def count(writer: ReportWriter, audit: Audit, difference: Diff, news: frozenset[_Found] | None) -> Counts:
    """All counts; `writer` has taken the rows of the audit, `news` are its new findings (None: all)."""
    every = [*_findings(audit.rows), *audit.findings]
    errors = [
        (*_place(row), entry_name(finding))
        for row in audit.rows
        for finding in _findings([row])
        if finding["severity"] == Severity.ERROR
    ]
    errors += [
        (str(each["file"]), None, None, entry_name(each))
        for each in audit.findings
        if each["severity"] == Severity.ERROR
    ]
    new_errors = errors if news is None else [each for each in errors if each in news]
    new = {each[:3] for each in new_errors}
    failing = {_place(row) for row in audit.rows if row["errors"]}
    fixed = {_found(entry)[:3] for entry in difference.fixed if entry["severity"] == Severity.ERROR}
    return Counts(
        checked=writer.checked,
        claims=sum(writer.labels.values()),
        failed=writer.failed,
        warned=writer.warned,
        unchecked=writer.unread,
        labels=writer.labels,
        errors=sum(finding["severity"] == Severity.ERROR for finding in every),
        warnings=sum(finding["severity"] == Severity.WARNING for finding in every),
        quotes_found=writer.quotes_found,
        quotes_total=writer.quotes_total,
        quotes_not_checkable=writer.quotes_not_checkable,
        failing_new=len(failing & new),
        failing_fixed=len(fixed - failing),
        failing_unchanged=len(failing - new),
        new_errors=len(new_errors),
        fixed_errors=sum(entry["severity"] == Severity.ERROR for entry in difference.fixed),
        evidence_changed=len(set(map(citation_of, difference.changed))),
    )


def conclusion(counts: Counts, fail_on: str, below: int) -> str:
    """How the check ends. `below` is the number of claims under the label that is required.

    With `regression` only what base does not have fails, whatever else is wrong.
    """
    failing = {
        "error": counts.errors or below,
        "warning": counts.errors or counts.warnings or below,
        REGRESSION: counts.new_errors,
        "never": 0,
    }[fail_on]
    if failing:
        return FAILURE
    return SUCCESS if counts.checked else NOTHING


def _findings(rows: Iterable[Row]) -> Iterable[Entry]:
    for row in rows:
        findings = row["findings"]
        assert isinstance(findings, list)
        yield from findings


def _place(row: Row) -> tuple[str, str | None, int | None]:
    citation = row["citation"]
    return str(row["file"]), str(row["claim"]), citation if isinstance(citation, int) else None
