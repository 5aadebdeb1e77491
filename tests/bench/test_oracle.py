"""The naive comparison that decides what is a mutant: it must know a change, and a marker."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2]))

from bench.oracle import Text, tokens, without_markers

SENTENCE = "The pooled results [12] of −0.42 in 10³ units weren't well-known (Smith et al., 2020) in 2019."


@pytest.mark.parametrize(
    "quote",
    [
        "pooled results [12] of −0.42 in 10³ units",
        "The pooled results of -0.42 in 10³ UNITS",
        "units weren’t well‐known in 2019",
    ],
)
def test_the_same_words_stand_in_the_text(quote: str) -> None:
    assert Text(SENTENCE).holds(quote)


@pytest.mark.parametrize(
    "quote",
    [
        "pooled results of 0.42 in 10³ units",
        "of −0.42 in 103 units",
        "of −0.42 in 10 units",
        "of −042 in 10³ units",
        "units werent well-known",
        "units weren't wellknown",
        "units weren't well known",
        "The pooled result of −0.42",
        "results pooled of −0.42",
        "in 201",
    ],
)
def test_a_changed_quote_does_not_stand_there(quote: str) -> None:
    assert not Text(SENTENCE).holds(quote)


def test_case_is_told_apart_on_request() -> None:
    text = Text("A motor of 5 mW was used.")
    assert text.holds("of 5 MW was")
    assert not text.holds("of 5 MW was", fold_case=False)


def test_chinese_is_compared_character_by_character() -> None:
    text = Text("该药物不能显著降低患者的血压水平。")
    assert text.holds("不能显著降低")
    assert not text.holds("该药物能显著降低")


def test_markers_are_numbers_in_brackets_raised_numbers_and_author_with_year() -> None:
    raw = "Results¹² of [1.3-1.7] and 10³ are new,³ see [4,7–9] (Smith, 2020; Jones, 2021a)."
    assert without_markers(raw) == "Results of [1.3-1.7] and 10³ are new, see."


def test_tokens_of_a_sentence_are_words_numbers_and_hard_signs() -> None:
    assert tokens("It wasn’t 0.42–0.5 %, but 10³?") == [
        "it",
        "wasn't",
        "0.42",
        "-",
        "0.5",
        "%",
        "but",
        "10",
        "³",
        "?",
    ]
