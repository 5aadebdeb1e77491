"""The number rule: every figure of the claim stands in one of its quotations (numbers.md, sections 1 and 6).

It turns the lines of the number ledger into findings, one for each code, and into the `numbers` of the
report.
A figure may stand elsewhere in the source: the messages say where it was looked for and how to repair, never
where it comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from citelock.checks.findings import Finding
from citelock.checks.text.excerpt import shown
from citelock.checks.text.numbers import Line

_MOST_LISTED = 20  # numbers.md, section 1: then `+n`
_LONGEST = 40  # characters of one number in a list or message

_UNSUPPORTED = "E_NUMBER_UNSUPPORTED"
_AMBIGUOUS = "N_NUMBER_AMBIGUOUS"
# Rules whose level follows from more than their name: the report says it where it is not the usual one.
_USUAL_LEVEL = {"bound": "N", "other_citation": "N"}
_LEVELS = {"E": "error", "W": "warning", "N": "note"}


def check_numbers(lines: Sequence[Line]) -> list[Finding]:
    """One finding for each code that a line of the ledger raises; none if all agree as written."""
    for line in lines:
        if line.code or line.readings:
            break
    else:
        return []
    findings = []
    for code, sentence in _SENTENCES.items():
        raised = [line for line in lines if line.code == code or (code == _AMBIGUOUS and line.readings)]
        if raised:
            findings.append(_finding(code, sentence, raised))
    return findings


def ledger_entries(lines: Sequence[Line]) -> list[dict[str, object]]:
    """The `numbers` of a report entry; beyond claim, quote and rule only what says more (numbers.md, 6)."""
    entries: list[dict[str, object]] = []
    for line in lines:
        entry: dict[str, object] = {"claim": line.claim, "quote": line.quote, "rule": line.rule}
        if line.value != line.claim:
            entry["value"] = line.value
        if line.other is not None:
            entry["from"] = line.other
        if line.formula:
            entry["formula"] = line.formula
        if line.unit:
            entry["unit"] = line.unit
        if line.readings:
            entry["readings"] = list(line.readings)
        usual = _USUAL_LEVEL.get(line.rule or "")
        if usual is not None and line.code[:1] != usual:
            entry["level"] = _LEVELS[line.code[:1]]
        entries.append(entry)
    return entries


def _finding(code: str, sentence: Callable[[Sequence[Line]], str], raised: Sequence[Line]) -> Finding:
    return Finding(
        code,
        sentence(raised),
        field="..text",
        argument=_normal_forms(raised) if code == _UNSUPPORTED else "",
        cited=_written(raised),
        found=_listed(line.quote for line in raised if line.quote is not None) or None,
    )


def _normal_forms(lines: Sequence[Line]) -> str:
    """Distinct normal forms, sorted as text; a comma would end one early and never stands in any."""
    values = sorted({shown(line.value, _LONGEST).replace(",", "") for line in lines})
    rest = len(values) - _MOST_LISTED
    return ",".join(values[:_MOST_LISTED]) + (f",+{rest}" if rest > 0 else "")


def _listed(tokens: Iterable[str]) -> str:
    distinct = list(dict.fromkeys(shown(token, _LONGEST) for token in tokens))
    rest = len(distinct) - _MOST_LISTED
    return ", ".join(distinct[:_MOST_LISTED]) + (f" and {rest} more" if rest > 0 else "")


def _written(lines: Sequence[Line]) -> str:
    return _listed(line.claim for line in lines)


def _beside(lines: Sequence[Line]) -> str:
    """Each number of the claim with that of the quotation."""
    return _listed(
        line.claim
        if line.quote is None
        else f"{shown(line.claim, _LONGEST)} for {shown(line.quote, _LONGEST)}"
        for line in lines
    )


def _unsupported(lines: Sequence[Line]) -> str:
    missing = [line for line in lines if line.rule is None]
    against = [line for line in lines if line.rule is not None]
    parts = []
    if missing:
        near = _listed(line.nearest for line in missing if line.nearest)
        parts.append(
            f"{_written(missing)}: in no quotation of this claim"
            + (f" (the quotation has {near})" if near else "")
        )
    if against:
        parts.append(f"{_beside(against)}: the quotation says otherwise")
    return "; ".join(parts) + "; quote the passage that holds it, or write the figure as the source does"


def _derived(lines: Sequence[Line]) -> str:
    made = _listed(f"{shown(line.claim, _LONGEST)} = {shown(line.formula, 4 * _LONGEST)}" for line in lines)
    return (
        f"{made}: computed, not quoted; see that the calculation is meant, or quote the passage that states "
        "the figure"
    )


_SENTENCES: dict[str, Callable[[Sequence[Line]], str]] = {
    _UNSUPPORTED: _unsupported,
    "W_NUMBER_CONVERTED": lambda lines: (
        f"{_beside(lines)}: the same after a conversion; see that it is right, or write the figure as the "
        "source does"
    ),
    "W_NUMBER_DERIVED": _derived,
    "W_NUMBER_UNIT": lambda lines: (
        f"{_beside(lines)}: the figure is there, its unit or sign differs; write both as the source does"
    ),
    "W_NUMBER_COARSE": lambda lines: (
        f"{_beside(lines)}: true, but far from the figure of the quotation; write the figure more exactly"
    ),
    "W_NUMBER_ORDER": lambda lines: (
        f"{_written(lines)}: the quotation has the two ends the other way round; see which came first"
    ),
    "W_NUMBER_WORD": lambda lines: (
        f"{_written(lines)}: a share or decade in words without counterpart in the quotation; see that it "
        "says so"
    ),
    "N_NUMBER_ROUNDED": lambda lines: f"{_beside(lines)}: rounded",
    _AMBIGUOUS: lambda lines: (
        f"{_beside(lines)}: the separator may mean thousands or decimals; accepted in the reading that agrees"
    ),
    "N_NUMBER_ELSEWHERE": lambda lines: (
        f"{_written(lines)}: held by the quotation of another citation of this claim"
    ),
    "N_YEAR_FROM_RECORD": lambda lines: (
        f"{_written(lines)}: not in the quotation; it is the year in which the source appeared"
    ),
}
