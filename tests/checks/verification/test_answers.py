"""What a model answered, strictly: hostile answers are faults or cut, never a crash and never a verdict."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from citelock.checks.verification.answers import plain, read_answer
from citelock.checks.verification.prompting import clean, fenced, messages_of
from citelock.checks.verification.values import Answer

QUOTE = {"source": "S1", "quote": "some words of it", "stance": "supports", "note": ""}


def answer(**changes: object) -> str:
    return json.dumps({"verdict": "supported", "confidence": 0.9, "quotes": [QUOTE], "caveats": []} | changes)


def read(**changes: object) -> Answer:
    read = read_answer(answer(**changes))
    assert isinstance(read, Answer)
    return read


@pytest.mark.parametrize(
    ("text", "confidence"),
    [
        ("0.9", "0.9"),
        ("0", "0"),
        ("1", "1"),
        ("1.0", "1.0"),
        ("0.475", "0.475"),
        ("1e-3", "0.001"),
        ("0.1", "0.1"),
    ],
)
def test_a_confidence_is_read_to_the_digit(text: str, confidence: str) -> None:
    read = read_answer(answer().replace("0.9", text))
    assert isinstance(read, Answer)
    assert read.confidence == Decimal(confidence)


@pytest.mark.parametrize("text", ["NaN", "1e999", "-0.1", "1.01", "true", '"0.9"', "null", "[]", "-Infinity"])
def test_what_is_no_confidence_is_a_fault(text: str) -> None:
    assert isinstance(read_answer(answer().replace("0.9", text)), str)


@pytest.mark.parametrize(
    "raw",
    ["", "   ", "supported", "[]", "{", "[" * 100_000, '{"verdict": "supported"}', "\ud800", '{"a":1,"a":2}',
     "x" * 300_000, '"\\ud83d"', "{}" + "x"],
)  # fmt: skip
def test_what_is_no_answer_is_a_fault_with_a_sentence(raw: str) -> None:
    problem = read_answer(raw)
    assert isinstance(problem, str)
    assert problem
    assert len(problem) < 500


@pytest.mark.parametrize(
    "changes",
    [
        {"verdict": "SUPPORTED"}, {"verdict": 1}, {"verdict": None}, {"quotes": {}}, {"quotes": None},
        {"quotes": ["x"]}, {"quotes": [{**QUOTE, "stance": "agrees"}]}, {"quotes": [{**QUOTE, "quote": 3}]},
        {"quotes": [{**QUOTE, "source": ["S1"]}]}, {"quotes": [{**QUOTE, "note": 3}]}, {"caveats": "x"},
        {"caveats": [1]}, {"quotes": [{"source": "S1", "quote": "x"}]},
    ],
)  # fmt: skip
def test_a_field_of_another_kind_is_a_fault_that_names_it(changes: dict[str, object]) -> None:
    problem = read_answer(answer(**changes))
    assert isinstance(problem, str)
    assert next(iter(changes)) in problem


def test_an_answer_in_a_fence_and_with_more_fields_is_one() -> None:
    assert isinstance(read_answer(f"```json\n{answer(extra=1)}\n```"), Answer)
    assert isinstance(read_answer(f"```\n{answer()}\n```\n"), Answer)


def test_what_is_over_the_limits_is_cut_and_counted() -> None:
    long = " ".join(["words"] * 200)
    quotes = [{**QUOTE, "quote": f"words {n} of the page"} for n in range(11)]
    quotes += [{**QUOTE, "quote": long, "note": "n" * 500}, QUOTE, QUOTE]
    found = read(quotes=quotes, caveats=["c" * 400, "two", "three", "four"])
    assert len(found.quotes) == 12
    assert len(found.quotes[11].quote) <= 600
    assert found.quotes[11].quote.endswith("words")
    assert len(found.quotes[11].note) == 200
    assert [len(each) for each in found.caveats] == [300, 3, 5]
    assert found.cut == 6


def test_no_link_and_no_control_character_gets_through() -> None:
    note = "see [here](https://evil.example/?q=1) and https://evil.example/x, www.evil.example\x1b[2J\u202e!"
    found = read(quotes=[{**QUOTE, "note": note}], caveats=[note])
    for said in (found.quotes[0].note, found.caveats[0]):
        assert "evil" not in said
        assert said.isprintable()
    for link in (
        "_https://evil.example_",
        f"{'x' * 60}https://evil.example",
        "HTTP:\\\\evil.example",
        "(//evil.example/)",
        "[a][1] [1]: //evil.example",
        "<www.evil.example>",
        "ｗww.evil.example://evil.example",
    ):
        assert "evil.example" not in plain(link).replace("ｗww.evil.example", "")
    assert plain("either/or, 3 // 4 of data: 2023") == "either/or, 3 // 4 of data: 2023"
    assert plain("mailto:x@evil.example javascript://evil ftp://evil") == ""


def test_a_fence_carries_the_number_of_its_own_text() -> None:
    first, second = fenced("S1", "one"), fenced("S1", "two")
    assert first.split("\n")[0] != second.split("\n")[0]
    assert fenced("S1", "a\0b\ud800\x1b").encode("utf-8")
    assert clean("a\0b\ud800\tc\n") == "ab\ufffd\tc\n"


def test_the_claim_is_cleaned_too() -> None:
    assert "\0" not in messages_of("a\0b", ())[1].content
