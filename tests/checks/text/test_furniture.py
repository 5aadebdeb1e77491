"""No match begins in the running text and ends in the furniture that was moved behind it (quotes.md, 5)."""

from __future__ import annotations

import pytest

from citelock.checks.quotes import QuotePolicy, QuoteResult
from citelock.checks.text.find import check_quote
from citelock.checks.text.fold import fold_text
from citelock.checks.text.source import SourceText

BODY = "The value [3] was forty two percent in the treated\n"
FURNITURE = "group of mice, as in the Journal of Café Care\n"
POLICY = QuotePolicy(20)


def ask(quote: str, text: str = BODY + FURNITURE, at: int | None = len(BODY)) -> QuoteResult:
    return check_quote(quote, None, SourceText(text, fold_text(text), (), at), POLICY)


@pytest.mark.parametrize(
    ("route", "quote", "status"),
    [
        ("quick", "forty two percent in the treated group of mice", "verbatim"),
        ("markers", "The value was forty two percent in the treated group of mice", "markers_ignored"),
        ("small brackets", "forty two percent in the treated group [sic] of mice", "editorial"),
        ("brackets", "forty two percent in the treated [and small] group of mice", "editorial"),
        ("accents", "percent in the treated group of mice, as in the Journal of Cafe Care", "editorial"),
        ("ellipsis", "The value [3] was forty two percent … as in the Journal of Café Care", "elided"),
    ],
)
def test_every_route_stops_at_the_line(route: str, quote: str, status: str) -> None:
    assert ask(quote, at=None).status == status, route
    assert ask(quote).status == "not_found", route


@pytest.mark.parametrize("quote", ["forty two percent in the treated", "group of mice, as in the Journal of"])
def test_the_words_of_either_side_stay_quotable(quote: str) -> None:
    assert ask(quote).status == "verbatim"


@pytest.mark.parametrize(
    "quote", ["in the treated group of mice, as in", "in the treated … of mice, as in the"]
)
def test_words_that_also_stand_together_in_the_text_are_found_there(quote: str) -> None:
    text = BODY + FURNITURE
    for whole, at in ((text + "It was in the treated group of mice, as in the rest.\n", 0), (text, None)):
        assert ask(quote, whole, at).status in ("verbatim", "elided")
    behind = text + "It was in the treated group of mice, as in the rest.\n"
    result = ask(quote, behind)
    assert result.status in ("verbatim", "elided")
    assert result.fragments[0].start == behind.rindex("in the treated")


def test_parts_on_either_side_are_no_passage_and_the_message_says_why() -> None:
    [finding] = ask("The value [3] was forty two percent … as in the Journal of Café Care").findings
    assert finding.message == (
        "the quote does not stand there as one passage: all parts are there, but one of them in page "
        "furniture; give them as a list in `quotes`."
    )
