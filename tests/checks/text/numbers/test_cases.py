"""Pairs of a claim and a quotation judged by hand: the level of each, and what stays unsupported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citelock.checks.text.numbers import Line, ledger

DATA = Path(__file__).resolve().parents[3] / "data"
UNSUPPORTED = {None, "conflict", "derived", "word_only"}


def cases(name: str) -> list[Any]:
    read = json.loads((DATA / name).read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["id"]) for case in read["cases"]]


def level(lines: list[Line]) -> str:
    letters = {line.code[:1] for line in lines}
    return "error" if "E" in letters else "warning" if "W" in letters else "ok"


@pytest.mark.parametrize("case", [*cases("numbers_cases.json"), *cases("number_cases_more.json")])
def test_a_pair_has_the_level_and_the_missing_numbers_of_its_judgement(case: dict[str, Any]) -> None:
    lines = ledger(case["claim"], [case["quote"]], [], case.get("record_years", ()))
    assert level(lines) == case["expected_level"], lines
    missing = [line.claim for line in lines if line.rule in UNSUPPORTED]
    expected = case.get("expected_missing_tolerant", case.get("expected_missing"))
    if expected is None:
        return
    # The file names a number without its unit in some places: `90` of `90 minutes`.
    assert len(missing) == len(expected), missing
    for token, wanted in zip(missing, expected, strict=True):
        assert token == wanted or token.startswith(wanted) or wanted.startswith(token)


# What the code of an older list is called now, and the two cases decided otherwise; both are marked as policy
# there.
RENAMED = {
    "W_NUMBER_ROUNDED": "N_NUMBER_ROUNDED",
    "W_NUMBER_AMBIGUOUS": "N_NUMBER_AMBIGUOUS",
    "W_NUMBER_YEAR": "N_YEAR_FROM_RECORD",
}
DECIDED = {"R-number_check-03": ["N_NUMBER_ROUNDED"], "R-number_check-07": ["W_NUMBER_CONVERTED"]}


@pytest.mark.parametrize("case", cases("number_check_cases.json"))
def test_a_reported_case_has_its_codes(case: dict[str, Any]) -> None:
    years = [case["inputs"]["citation_year"]] if "citation_year" in case["inputs"] else []
    lines = ledger(case["inputs"]["claim"], [case["inputs"]["quote"]], [], years)
    found = {line.code for line in lines if line.code} | {
        "N_NUMBER_AMBIGUOUS" for line in lines if line.readings
    }
    expected = DECIDED.get(case["id"], case["expected"]["codes"])
    assert found == {RENAMED.get(code, code) for code in expected if code != "W_NUMBER_SCALED"}
    if "W_NUMBER_SCALED" in case["expected"]["codes"]:
        assert {line.rule for line in lines} == {"magnitude"}
