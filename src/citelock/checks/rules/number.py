"""The number rule: every figure of the claim stands in one of its quotations (numbers.md, 1, first form)."""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.findings import Finding
from citelock.checks.text.excerpt import shown
from citelock.checks.text.numbers import Line

_MOST_LISTED = 20  # numbers.md, section 1: then `+n`
_LONGEST = 40  # characters of one number in a list


def check_numbers(lines: Sequence[Line]) -> list[Finding]:
    """E_NUMBER_UNSUPPORTED for what no quotation holds, N_NUMBER_ELSEWHERE for what another one holds."""
    for line in lines:
        if line[2] is None or line[3] is not None:
            break
    else:
        return []  # every one in the citation's own quotation
    findings = []
    missing = [line for line in lines if line[2] is None]
    elsewhere = [line for line in lines if line[3] is not None]
    if missing:
        written = ", ".join(shown(line[0], _LONGEST) for line in missing[:_MOST_LISTED])
        findings.append(
            Finding(
                "E_NUMBER_UNSUPPORTED",
                f"{written}: in no quotation of this claim; quote the passage that holds it, or write the "
                "figure as the source does",
                field="..text",
                argument=_listed(missing),
                cited=written,
            )
        )
    if elsewhere:
        written = ", ".join(shown(line[0], _LONGEST) for line in elsewhere[:_MOST_LISTED])
        findings.append(
            Finding(
                "N_NUMBER_ELSEWHERE",
                f"{written}: held by the quotation of another citation of this claim",
                field="..text",
                cited=written,
            )
        )
    return findings


def ledger_entries(lines: Sequence[Line]) -> list[dict[str, object]]:
    """The `numbers` of a report entry; `value` and `from` only where they say more (numbers.md, 6)."""
    entries: list[dict[str, object]] = []
    for written, value, token, index in lines:
        rule = None if token is None else "equal" if index is None else "other_citation"
        entry: dict[str, object] = {"claim": written, "quote": token, "rule": rule}
        if value != written:
            entry["value"] = value
        if index is not None:
            entry["from"] = index
        entries.append(entry)
    return entries


def _listed(lines: Sequence[Line]) -> str:
    values = sorted(shown(line[1], _LONGEST) for line in lines)
    rest = len(values) - _MOST_LISTED
    return ",".join(values[:_MOST_LISTED]) + (f",+{rest}" if rest > 0 else "")
