"""Word by word: what the matcher refuses on is seen, what it makes nothing of is not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from citelock.checks.quotes import QuotePolicy, QuoteResult
from citelock.checks.sheet.cards import missed_parts
from citelock.checks.sheet.differences import nearest_of, word_difference
from citelock.checks.sheet.nearest import difference_of
from citelock.checks.sheet.values import Difference
from citelock.checks.text.find import check_quote
from citelock.checks.text.fold import fold_text
from citelock.checks.text.source import SourceText
from citelock.checks.text.tokens import line_tokens

DATA = Path(__file__).parents[2] / "data"
ADVERSARIAL = json.loads((DATA / "adversarial_quotes.json").read_text("utf-8"))["cases"]


def marked(quote: str, passage: str) -> dict[str, list[str]]:
    runs = word_difference(quote, passage)
    return {mark: [run.text for run in runs if run.mark == mark] for mark in ("missing", "added")}


@pytest.mark.parametrize(
    ("quote", "passage", "missing", "added"),
    [
        ("a change of 5 in all", "a change of -5 in all", ["-"], []),
        ("a change of -5 in all", "a change of 5 in all", [], ["-"]),
        ("p < 0.05 in all", "p > 0.05 in all", [">"], ["<"]),
        ("p<0.05 in all", "p>0.05 in all", [">"], ["<"]),
        ("x ≤ 3 in all", "x ≥ 3 in all", ["≥"], ["≤"]),
        ("5 % of all", "5 ‰ of all", ["‰"], ["%"]),
        ("€5 for all", "$5 for all", ["$"], ["€"]),
        ("5 2 in all", "5 ± 2 in all", ["±"], []),
        ("x = y in all", "x ≠ y in all", ["≠"], ["="]),
        ("103 cells in all", "10³ cells in all", ["10³"], ["103"]),
        ("at 5 mW in all", "at 5 MW in all", ["MW"], ["mW"]),
        ("told us of all", "told US of all", ["US"], ["us"]),
        ("Is it in all", "Is it in all?", ["?"], []),
        ("from 10-20 in all", "from 10 20 in all", [], ["-"]),
        ("a 6′ wall in all", "a 6″ wall in all", ["″"], ["′"]),
        ("in 1½ hours in all", "in 11/2 hours in all", ["11"], ["1 1"]),
        ("5 3 in all", "5\xad\n3 in all", ["-"], []),
    ],
)
def test_a_sign_that_differs_is_shown(quote: str, passage: str, missing: list[str], added: list[str]) -> None:
    found = marked(quote, passage)
    if "½" in quote:  # its own way of showing it is as good
        assert found["missing"] or found["added"]
    else:
        assert found == {"missing": missing, "added": added}


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        ("The council said “no” to it", 'the council said "no" to it.'),
        ("the results of it", "the re-\nsults of it"),
        ("the results of it", "the re\xadsults of it"),
        ("of the well-known it", "of the well-\nknown it"),
        ("in May we saw it", "in  May, we\nsaw it"),
        ("5 µm of it", "5 μm of it"),
    ],
)
def test_what_the_matcher_makes_nothing_of_is_no_difference(quote: str, passage: str) -> None:
    assert marked(quote, passage) == {"missing": [], "added": []}


def test_a_difference_reads_as_the_passage_does() -> None:
    runs = word_difference("(in May, 12 trips) were seen.", "“(in June, 12 trips) were not seen.”")
    assert [(run.mark, run.text) for run in runs] == [
        ("", "“(in "), ("missing", "June,"), ("", " "), ("added", "May,"), ("", " 12 trips) were "),
        ("missing", "not"), ("", " seen.”"),
    ]  # fmt: skip


# -- found again in the text ----------------------------------------------------------------------------


def judged(quote: str | None, quotes: tuple[str, ...] | None, text: str) -> QuoteResult:
    return check_quote(quote, quotes, SourceText(text, fold_text(text)), QuotePolicy(5))


def difference(quote: str, text: str) -> Difference:
    result = judged(quote, None, text)
    assert result.status == "not_found"
    assert result.nearest is not None
    near = result.nearest
    found = difference_of((quote,), text, near.text, near.line, near.page)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("quote", "text", "shown"),
    [
        ("able to walk again after the whole of the treatment",
         "They were unable to walk again after the whole of the treatment.", "unable"),
        ("0.42 was the mean change of the whole of the group",
         "Then -0.42 was the mean change of the whole of the group.", "-"),
        ("the mean change of the whole of the group was 10",
         "Then the mean change of the whole of the group was 10-20 in all.", "-20"),
        ("284 000 people live in the whole of the old town",
         "There 1 284 000 people live in the whole of the old town.", "1"),
        ("significant effects were seen in the whole of the group",
         "Then non-significant effects were seen in the whole of the group.", "non-"),
        ("the whole of the old town has this kind of patient",
         "Then the whole of the old town has this kind of patients in it.", "patients"),
    ],
)  # fmt: skip
def test_a_word_that_is_cut_at_an_end_is_shown_whole(quote: str, text: str, shown: str) -> None:
    found = difference(quote, text)
    assert shown in [run.text.strip() for run in found.runs if run.mark == "missing"]


def test_a_long_quotation_is_compared_to_its_end() -> None:
    words = " ".join(f"word{number}" for number in range(200))
    text = f"Before it.\nIt says {words} and goes on.\nAfter it."
    found = difference(words.replace("word7 ", "another "), text)
    assert [run.text for run in found.runs if run.mark] == ["word7", "another"]
    assert found.before == "It says "


def test_what_stands_beside_the_passage_is_shown() -> None:
    found = difference(
        "the council counted 12,000 trips in June of that year",
        "Before.\nIn town the council counted 12,000 trips in May of that year, more than ever.\nAfter.",
    )
    assert (found.before, found.after) == ("In town ", ", more than ever.")


def test_of_several_parts_the_nearest_is_compared() -> None:
    assert nearest_of(("the red fox ran", "12 trips in June"), "12 trips in May") == "12 trips in June"


def test_a_passage_that_the_text_does_not_hold_is_not_compared() -> None:
    assert difference_of(("some words of it",), "Another text.", "some words of it", 1, None) is None
    assert difference_of(("some words of it",), "Another text.", "some words of it", 9, None) is None


def _row(result: QuoteResult) -> dict[str, Any]:
    near = None if result.nearest is None else result.nearest._asdict()
    return {
        "status": result.status,
        "fragments": [each._asdict() for each in result.fragments],
        "nearest": near,
    }


@pytest.mark.parametrize("number", range(len(ADVERSARIAL)))
def test_no_refusal_is_without_a_difference_to_be_seen(number: int) -> None:
    """Every quotation of the hard set that is refused; and what is shown is the passage and the quotation."""
    case: Mapping[str, Any] = ADVERSARIAL[number]
    quotes = tuple(case["quotes"]) if case.get("quotes") else None
    text = case["text"]
    result = judged(case.get("quote"), quotes, text)
    if result.status != "not_found" or result.nearest is None:
        return
    near = result.nearest
    parts = missed_parts(quotes or (case["quote"],), _row(result))
    found = difference_of(parts, text, near.text, near.line, near.page)
    assert found is not None
    assert any(run.mark for run in found.runs)
    part = nearest_of(parts, near.text)
    own = "".join(f" {run.text}" if run.mark else run.text for run in found.runs if run.mark != "missing")
    assert _forms(own, quote=True) == _forms(part, quote=True)


def _forms(text: str, *, quote: bool) -> str:
    return "".join(token.form for token in line_tokens(text.replace("\n", " "), 0, 0, quote=quote))
