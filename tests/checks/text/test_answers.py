"""Kept answers are exactly the answers of the matcher, and only to the same question."""

from __future__ import annotations

import json

import pytest

from citelock.checks.quotes import QuotePolicy
from citelock.checks.text.answers import Answers, unpack
from citelock.checks.text.find import check_quote
from citelock.checks.text.source import SourceText
from tests.checks.text.matching import source_of

TEXT = (
    "The new protocol [3], which was approved in March, reduced the mean waiting time by nine days.\n"
    "The landlord is not permitted to terminate this lease during the “fixed” term of it."
)
QUESTIONS: list[tuple[str | None, tuple[str, ...] | None]] = [
    ("The new protocol, which was approved in March, reduced the mean", None),
    ("The new protocol … reduced the mean waiting time by nine days", None),
    ("The new protocol, which was approved in May, reduced the mean", None),
    ('permitted to terminate this lease during the "fixed" term', None),
    ("short", None),
    (None, ("reduced the mean waiting time", "terminate this lease during the")),
    (None, ("doubled the mean waiting time", "terminate this lease during the")),
    (None, None),
]


def never() -> SourceText:
    raise AssertionError("the text was read")


@pytest.mark.parametrize("pages", [(), ((0, 1), (95, 2))])
def test_an_answer_comes_back_as_it_was_given(pages: tuple[tuple[int, int], ...]) -> None:
    policy = QuotePolicy(20)
    first = Answers(lambda: source_of(TEXT, pages))
    given = [first.check(quote, quotes, policy) for quote, quotes in QUESTIONS]
    assert given == [
        check_quote(quote, quotes, source_of(TEXT, pages), policy) for quote, quotes in QUESTIONS
    ]
    assert first.fresh

    again = Answers(never, unpack(first.pack(pages), pages))
    assert [again.check(quote, quotes, policy) for quote, quotes in QUESTIONS] == given
    assert not again.fresh
    assert again.pack(pages) == first.pack(pages)


def test_another_policy_quote_or_page_is_another_question() -> None:
    first = Answers(lambda: source_of(TEXT))
    first.check("The new protocol, which was approved in March", None, QuotePolicy(20))
    kept = first.pack(())
    for quote, policy in (
        ("The new protocol, which was approved in March", QuotePolicy(21)),
        ("The new protocol, which was approved in March.", QuotePolicy(20)),
    ):
        again = Answers(lambda: source_of(TEXT), unpack(kept, ()))
        again.check(quote, None, policy)
        assert again.fresh
    assert unpack(kept, ((0, 1),)) == {}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"answers":{"30 x":["verbatim"]},"pages":[]}',
        b'{"answers":[],"pages":[]}',
        b"[" * 9_000,
    ],
)
def test_what_is_no_answer_is_none(data: bytes) -> None:
    assert unpack(data, ()) == {}


def test_a_quote_that_spells_a_list_is_another_question() -> None:
    parts = ("reduced the mean waiting time", "terminate this lease during the")
    answers = Answers(lambda: source_of(TEXT))
    listed = answers.check(None, parts, QuotePolicy(20))
    spelt = answers.check(json.dumps([None, list(parts)]), None, QuotePolicy(20))
    assert (listed.status, spelt.status) == ("verbatim", "not_found")
