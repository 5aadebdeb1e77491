"""Which citations a model is asked about: those whose quotation stands in the text, and that no error names.

An error of the audit is never reviewed away: such a citation is listed with its codes (verify.md, section 9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citelock.checks.catalogue import BY_CODE, bare
from citelock.checks.findings import Severity
from citelock.checks.labels import FOUND
from citelock.checks.review.values import Cited, Skipped, Why

Row = Mapping[str, object]


def cited_of(row: Row) -> Cited:
    """Which citation a row of the report is about."""
    citation, identifier = row["citation"], row["id"]
    return Cited(
        file=str(row["file"]),
        claim=str(row["claim"]),
        citation=citation if isinstance(citation, int) else None,
        fingerprint=str(row["fingerprint"]),
        id=None if identifier is None else str(identifier),
    )


def skipped_by_audit(row: Row) -> Skipped | None:
    """Why the audit leaves nothing to ask about this citation; None where a model may be asked."""
    errors = errors_of(row)
    if errors:
        return Skipped(cited_of(row), "error", errors)
    quote = row["quote"]
    if not isinstance(quote, dict) or quote["status"] not in FOUND:
        return left_out(row, "no_quote")
    return None


def left_out(row: Row, why: Why) -> Skipped:
    """A citation that is not asked about for another reason than an error, with all its codes."""
    return Skipped(cited_of(row), why, _names(row, ("errors", "warnings", "notes")))


def errors_of(row: Row) -> tuple[str, ...]:
    """Names of the findings that are errors by code, or that the settings make errors.

    Settings that weigh an error less make nothing true.
    """
    raised = _names(row, ("errors",))
    lowered = _names(row, ("warnings", "notes"))
    return raised + tuple(name for name in lowered if BY_CODE[bare(name)].severity is Severity.ERROR)


def _names(row: Row, keys: Sequence[str]) -> tuple[str, ...]:
    names: list[str] = []
    for key in keys:
        listed = row[key]
        assert isinstance(listed, list)
        names += map(str, listed)
    return tuple(names)
