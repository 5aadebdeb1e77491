"""Scores the two collections of hard quotation cases against the matcher: how many are right, which not.

Knows the shape of `tests/data/quotes_cases.json` and `quote_match_cases.json`; quotes.md, sections 12 and 13,
says what right means. As a program it prints a line for each case that is wrong.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __package__ in {None, ""}:  # run as a file: the root, not bench/, is where `bench` is found
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
ACCEPTING = ("verbatim", "markers_ignored", "editorial", "elided")


@dataclass(frozen=True, slots=True)
class Case:
    """One hard case. `found` is the verdict asked for; `codes` must be among the findings, `absent` must not.

    `exact` asks that no other error or warning stands beside `codes`; `status` names the pass, "" leaves it
    open.
    """

    id: str
    text: str
    quote: str | None
    quotes: tuple[str, ...] | None
    found: bool
    arguable: bool = False
    codes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    status: str = ""
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the matcher said of a case; `fault` is "" when it is right."""

    case: Case
    status: str
    codes: tuple[str, ...]
    fault: str


def read_cases(folder: Path = DATA) -> list[Case]:
    """All cases of both collections, in the order of the files."""
    return [
        Case(
            id=row["id"],
            text=row["source"],
            quote=row["quote"],
            quotes=None,
            found=row["expected"] == "found",
            arguable=row["arguable"],
            codes=_DECIDED.get(row["id"], ()),
        )
        for row in _rows(folder / "quotes_cases.json")
    ] + [
        Case(
            id=row["id"],
            text=row["text"],
            quote=row["quote"],
            quotes=None if row["quotes"] is None else tuple(row["quotes"]),
            found=not any(code.startswith("E_") for code in row["codes"]),
            codes=tuple(row["codes"]),
            absent=tuple(row["not_codes"]),
            status=row["status"] or "",
            exact=True,
        )
        for row in _rows(folder / "quote_match_cases.json")
    ]


def _rows(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return rows


# Codes that quotes.md decides for cases whose data give found or not_found only.
_DECIDED: dict[str, tuple[str, ...]] = {
    "q050": ("E_QUOTE_NEGATION_ELIDED",),
    "q055": ("W_QUOTE_EDITED",),
    "q056": ("W_QUOTE_EDITED",),
    "q061": ("N_QUOTE_MARKERS_IGNORED",),
    "q062": ("N_QUOTE_MARKERS_IGNORED",),
    "q064": ("N_QUOTE_MARKERS_IGNORED",),
    "q085": ("W_QUOTE_EDITED",),
    "q144": ("W_QUOTE_CONTEXT_CUT",),
    "q145": ("W_QUOTE_CONTEXT_CUT",),
    "q149": ("E_QUOTE_TOO_SHORT",),
    "q151": ("E_QUOTE_TOO_SHORT",),
    "q152": ("E_QUOTE_UNSAFE",),
}


def ask(case: Case) -> Outcome:
    """Put one case to the matcher. A text without a letter or digit is a snapshot without text."""
    from citelock.checks.quotes import QuotePolicy
    from citelock.checks.text.find import check_quote
    from citelock.checks.text.fold import fold_text
    from citelock.checks.text.source import SourceText, normal_text

    text = normal_text(case.text.encode("utf-8"))
    result = check_quote(case.quote, case.quotes, SourceText(text, fold_text(text)), QuotePolicy())
    codes = tuple(finding.code for finding in result.findings)
    return Outcome(case, result.status, codes, _fault(case, result.status, codes))


def _fault(case: Case, status: str, codes: tuple[str, ...]) -> str:
    errors = [code for code in codes if code.startswith("E_")]
    if (status in ACCEPTING and not errors) is not case.found:
        return f"{'refused' if case.found else 'accepted'}: {status} {' '.join(errors)}".strip()
    missing = [code for code in case.codes if code not in codes]
    if missing:
        return f"without {', '.join(missing)}"
    loud = [code for code in codes if code not in case.codes and not code.startswith("N_")]
    unwanted = [code for code in codes if code in case.absent] + (loud if case.exact else [])
    if unwanted:
        return f"with {', '.join(unwanted)}"
    if case.status and status != case.status:
        return f"status {status}, not {case.status}"
    return ""


def summary(outcomes: list[Outcome]) -> str:
    """One line: `firm 103 of 103, arguable 16 of 16`."""
    counts = []
    for name, arguable in (("firm", False), ("arguable", True)):
        rows = [outcome for outcome in outcomes if outcome.case.arguable is arguable]
        counts.append(f"{name} {sum(not row.fault for row in rows)} of {len(rows)}")
    return ", ".join(counts)


def main() -> int:
    """Print the score and each wrong case; exit 1 if there is one."""
    outcomes = [ask(case) for case in read_cases()]
    for outcome in outcomes:
        if outcome.fault:
            case = outcome.case
            sys.stdout.write(
                f"{case.id}: {outcome.fault}\n  quote: {case.quote or case.quotes!r}\n"
                f"  text: {case.text[:300]!r}\n"
            )
    sys.stdout.write(f"hard cases right: {summary(outcomes)}\n")
    return int(any(outcome.fault for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
