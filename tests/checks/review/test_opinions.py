"""Opinions: their form, and that words which were not given make one count for nothing (verify.md, 9)."""

from __future__ import annotations

import json

import pytest

from citelock.checks.review.opinions import judge, read_opinion
from citelock.checks.review.values import VERDICTS, Judged, Opinion, Verdict

PASSAGES = (
    "The drug was ineffective in 15% of the patients, as the hospital wrote [3] in its report.",
    "It was not given to children under five, and costs rose by 5% in the second year.",
)


def raw(**fields: object) -> str:
    return json.dumps({"verdict": "supports", "reason": "It says so.", "span": "words", **fields})


def judged(span: str, verdict: Verdict = "supports") -> Judged:
    return judge(Opinion(verdict, "because", span), PASSAGES)


def test_an_answer_is_read() -> None:
    assert read_opinion(raw()) == Opinion("supports", "It says so.", "words")
    assert read_opinion(f"```json\n{raw(verdict='partly')}\n```") == Opinion("partly", "It says so.", "words")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("Yes, it does.", "not JSON"),
        (raw() + raw(), "not JSON"),
        ("[]", "a list"),
        (raw(verdict="Supports"), "Supports is none of"),
        (raw(verdict=None), "null is none of"),
        (raw(verdict=["supports"]), "a list is none of"),
        (raw(reason=None), "reason: null"),
        (raw(span=["words"]), "span: a list"),
        ('{"verdict": "supports", "reason": ""}', "span: null"),
        ('{"verdict": "supports", "verdict": "partly", "reason": "", "span": ""}', "not JSON"),
        ("{" * 200_001, "fewer than"),
    ],
)
def test_what_is_no_answer_is_said(text: str, said: str) -> None:
    found = read_opinion(text)
    assert isinstance(found, str)
    assert said in found


def test_reasons_lose_links_control_characters_and_length() -> None:
    found = read_opinion(raw(reason="See [it](https://evil.example/x)\x1b[31m\n" + "y" * 400))
    assert isinstance(found, Opinion)
    assert found.reason.startswith("See it [31m yyy")
    assert len(found.reason) == 300


def test_a_span_that_stands_in_a_passage_is_kept_as_the_text_has_it() -> None:
    assert judged("The drug was INEFFECTIVE in 15% of the patients") == Judged(
        "supports", "supports", "because", "The drug was ineffective in 15% of the patients"
    )
    assert judged("as the hospital wrote in its report").span == "as the hospital wrote [3] in its report"


@pytest.mark.parametrize(
    "span",
    [
        "The drug was effective in 15% of the patients",  # another word
        "effective in 15% of the patients",  # begins inside of one
        "The drug was ineffective in 5% of the patients",
        "costs rose by 5% in the second year. The drug was",  # two passages
        "The drug was ineffective … as the hospital wrote",  # joins what stands apart
        "The drug was [highly] ineffective in 15% of the patients",  # a word of the model's own
        "It was given to children under five",
        "children under",  # found anywhere
        "",
        "   ",
    ],
)
@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_span_that_was_not_given_makes_the_answer_unclear(span: str, verdict: Verdict) -> None:
    if not span.strip() and verdict in ("unrelated", "unclear"):
        return  # the next test
    found = judge(Opinion(verdict, "because", span.strip()), PASSAGES)
    assert found == Judged("unclear", verdict, "", "")


@pytest.mark.parametrize("verdict", ["unrelated", "unclear"])
def test_what_is_not_there_needs_no_span(verdict: Verdict) -> None:
    assert judged("", verdict) == Judged(verdict, verdict, "because", "")


def test_a_context_that_is_cut_is_said() -> None:
    assert judged("given to children under five").cut
    assert not judged("It was not given to children under five").cut


def test_an_answer_that_said_unclear_is_counted_as_dropped_too_where_it_invented() -> None:
    assert judged("words that nobody has written here", "contradicts").is_dropped
    assert not judged("", "unclear").is_dropped
