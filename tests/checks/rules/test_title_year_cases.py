"""All recorded cases of titles and years (tests/data/title_year_cases.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citelock.checks.records import Record
from citelock.checks.rules.title import check_title
from citelock.checks.rules.year import check_year

CASES = json.loads(
    (Path(__file__).parents[2] / "data" / "title_year_cases.json").read_text(encoding="utf-8")
)["cases"]
# The words of the cases, and the catalogue's.
CODES = {
    "W_TITLE_UNAVAILABLE": "N_TITLE_UNAVAILABLE",
    "W_YEAR_UNAVAILABLE": "N_YEAR_UNAVAILABLE",
    "W_YEAR_SUSPECT": "W_YEAR_ONLINE_ONLY",
}
INCOMPLETE = {"R-title_match-04": "W_TITLE_GENERIC", "R-title_match-06": "W_TITLE_PARTIAL"}


def _expected(case: dict[str, Any]) -> list[str]:
    if case["id"] in INCOMPLETE:
        return [INCOMPLETE[case["id"]]]
    return [CODES.get(code, code) for code in case["expected"]["codes"]]


def _date(parts: list[list[int | None]]) -> str:
    return "-".join(f"{number:02d}" for number in parts[0] if number is not None)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["kind"] == "title_match"], ids=lambda case: case["id"]
)
def test_titles(case: dict[str, Any]) -> None:
    given = case["inputs"]
    titles = tuple(" ".join(title.split()) for title in given["record"]["title"])
    found = Record("found", "crossref", titles=titles, subtitles=tuple(given["record"].get("subtitle", ())))
    finding = check_title(given["claim_title"], found, "cache/a.json")
    assert ([] if finding is None else [finding.code]) == _expected(case)


# A year of null is the audit's E_FIELD_MISSING:year.
@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case["kind"] == "year_match" and case["inputs"]["claim_year"] is not None],
    ids=lambda case: case["id"],
)
def test_years(case: dict[str, Any]) -> None:
    kinds = {"published-online": "online", "published-print": "print"}
    dates = {kinds.get(kind, kind): _date(parts) for kind, parts in case["inputs"]["record"].items()}
    found = Record("found", "crossref", dates={kind: date for kind, date in dates.items() if date})
    finding = check_year(case["inputs"]["claim_year"], found, "cache/a.json")
    assert ([] if finding is None else [finding.code]) == _expected(case)
