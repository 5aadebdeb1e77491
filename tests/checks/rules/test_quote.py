"""The quotation as JSON values."""

from __future__ import annotations

from citelock.checks.quotes import Fragment, Nearest, QuoteResult
from citelock.checks.rules.quote import NOT_CHECKED, quote_object


def test_a_found_quotation() -> None:
    found = Fragment(
        1, "elided", 10, 50, 2, 1, ("case", "spaces"), ("[12]",), ("Smith",), hidden_after="which was small"
    )
    assert quote_object(QuoteResult("elided", (found,))) == {
        "status": "elided",
        "fragments": [
            {
                "n": 1,
                "status": "elided",
                "start": 10,
                "end": 50,
                "line": 2,
                "page": 1,
                "folds": ["case", "spaces"],
                "skipped": ["[12]"],
                "inserted": ["Smith"],
                "hidden_after": "which was small",
            }
        ],
        "nearest": None,
    }


def test_a_missed_quotation_shows_the_nearest_passage() -> None:
    nearest = Nearest("does not reduce", 14, None, "does", ("not",), ())
    assert quote_object(QuoteResult("not_found", nearest=nearest)) == {
        "status": "not_found",
        "fragments": [],
        "nearest": {
            "text": "does not reduce",
            "line": 14,
            "page": None,
            "diverges_after": "does",
            "missing": ["not"],
            "added": [],
        },
    }


def test_a_quotation_that_was_not_checked() -> None:
    assert NOT_CHECKED == {"status": "not_checked", "fragments": [], "nearest": None}
