"""Number words against two generators that share nothing with this package (numbers.md, section 8, 5).

`tests/data/number_words.json.xz` names the tools, their versions, and what was left out and why.
"""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import TypedDict

import pytest

from citelock.checks.text.numbers.words import word_numbers

DATA = Path(__file__).parents[3] / "data" / "number_words.json.xz"


class Forms(TypedDict):
    """Values and their words in one form of one language."""

    language: str
    by: str
    form: str
    kind: str
    numbers: list[int] | str
    words: list[str]


def _sets() -> list[Forms]:
    with lzma.open(DATA, "rt", encoding="utf-8") as file:
        return list(json.load(file)["sets"])


SETS = _sets()


def _read(language: str, kind: str, words: str) -> list[tuple[str, int, str]]:
    """What is read of a text: the words, the value and the kind of each number."""
    # A Chinese numeral is a number where a measure word follows.
    text = f"{words}个" if language == "zh" and kind == "cardinal" else words
    return [
        (text[each.start : each.end], int(each.value), each.kind) for each in word_numbers(text, language)
    ]


@pytest.mark.parametrize("forms", SETS, ids=[f"{forms['by']} {forms['form']}" for forms in SETS])
def test_every_number_is_read_as_a_whole(forms: Forms) -> None:
    numbers = range(10_000) if forms["numbers"] == "0-9999" else forms["numbers"]
    assert isinstance(numbers, (range, list))
    wrong = [
        (number, words, read)
        for number, words in zip(numbers, forms["words"], strict=True)
        if (read := _read(forms["language"], forms["kind"], words)) != [(words, number, forms["kind"])]
    ]
    assert wrong == []


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ru", "zh"])
def test_each_language_has_all_numbers_below_ten_thousand(language: str) -> None:
    assert any(forms["language"] == language and forms["numbers"] == "0-9999" for forms in SETS)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ru"])
def test_a_number_keeps_its_value_among_other_words(language: str) -> None:
    whole = next(forms for forms in SETS if forms["language"] == language and forms["numbers"] == "0-9999")
    for number in range(2, 1_000, 7):
        words = whole["words"][number]
        text = f"xx ({words.capitalize()}), yy — “{words}” zz"
        assert _read(language, "cardinal", text) == [
            (words.capitalize(), number, "cardinal"),
            (words, number, "cardinal"),
        ]
