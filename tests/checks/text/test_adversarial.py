"""Quotations made up to break the matcher, in many languages and layouts: one a kind, with its verdict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citelock.checks.quotes import QuotePolicy
from citelock.checks.text.find import check_quote
from tests.checks.text.matching import accepted, source_of

CASES = json.loads((Path(__file__).parents[2] / "data" / "adversarial_quotes.json").read_text("utf-8"))[
    "cases"
]


@pytest.mark.parametrize("case", CASES, ids=[f"{number}-{case['name']}" for number, case in enumerate(CASES)])
def test_a_changed_quotation_is_refused_and_a_faithful_one_is_found(case: dict[str, object]) -> None:
    quotes = case.get("quotes")
    result = check_quote(
        case["quote"],  # type: ignore[arg-type] # the data file holds strings and lists of strings
        tuple(quotes) if isinstance(quotes, list) else None,
        source_of(str(case["text"])),
        QuotePolicy(),
    )
    assert accepted(result) is case["found"]
