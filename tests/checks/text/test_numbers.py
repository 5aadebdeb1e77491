"""Numbers of a claim and the quotations that support them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.text.numbers import ledger, normal_form, numbers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from 18 to 7", ["18", "7"]),
        ("7,5 and 7.5", ["7.5"]),
        ("183 is not 18", ["183", "18"]),
        ("a total of 1,284,000", ["1284000"]),
        ("1.284.000,50", ["1284000.50"]),
        ("12,345.6", ["12345.6"]),
        ("lists 1,2,3 without blanks", ["1", "2", "3"]),
        ("version 1.2.3", ["1.2.3"]),
        ("٤٢ and ４２", ["42"]),
        ("as shown [12], [3, 5-7] and [ 8 ]", []),
        ("kept [1.3-1.7] and [2Fe-2S]", ["1.3", "1.7", "2"]),
        ("10² is ten squared, ½ a half", ["10"]),
        ("no number", []),
        ("", []),
    ],
)
def test_the_numbers_of_a_text(text: str, found: list[str]) -> None:
    assert list(numbers(text)) == found


def seed_numbers(text: str) -> set[str]:
    """The article's own reading, for texts in which each number has at most one separator and no marker."""
    return {n.replace(",", ".") for n in re.findall(r"\d+(?:[.,]\d+)?", text)}


words = st.sampled_from(["rose", "by", "%", "to", "in", "(n", "=", ")", "снизилось", "с"])
figures = st.builds(
    lambda a, b, s: f"{a}{s}{b}" if s else str(a),
    st.integers(0, 9999),
    st.integers(0, 99),
    st.sampled_from(["", ".", ","]),
)


@given(st.lists(words | figures))
def test_plain_numbers_are_read_as_the_article_reads_them(parts: list[str]) -> None:
    text = " ".join(parts)
    assert set(numbers(text)) == seed_numbers(text)


@given(st.text("0123456789.,٣"))
def test_a_normal_form_is_ascii_without_comma_and_stays(token: str) -> None:
    for value in numbers(token):
        assert value.isascii()
        assert "," not in value
        assert normal_form(value) == value or value.count(".") > 1


def test_the_ledger_has_a_line_for_each_distinct_number_in_the_order_of_the_claim() -> None:
    lines = ledger("from 18 to 7,5, that is 18", ["to 7.5 at last"], [])
    assert lines == [("18", "18", None, None), ("7,5", "7.5", "7.5", None)]


def test_eighteen_is_not_in_one_hundred_and_eighty_three() -> None:
    assert ledger("18 cases", ["183 cases"], []) == [("18", "18", None, None)]


def test_fragments_of_one_quotation_support_together() -> None:
    lines = ledger("from 18 to 7", ["it was 18", "it became 7"], [])
    assert [line[2] for line in lines] == ["18", "7"]


def test_another_citation_supports_and_is_named() -> None:
    lines = ledger("from 18 to 7", ["it was 18"], [(2, ("nothing",)), (3, ("it became 7",))])
    assert lines == [("18", "18", "18", None), ("7", "7", "7", 3)]


def test_a_marker_in_the_quotation_supports_nothing() -> None:
    assert ledger("12 cases", ["as shown [12]"], []) == [("12", "12", None, None)]


def test_a_claim_without_numbers_has_an_empty_ledger() -> None:
    assert ledger("no number", ["12"], []) == []


@pytest.mark.parametrize("piece", ["[1", "[1,", "1,", "1.", "[ 1 ", "0"])
def test_hostile_repetition_takes_linear_time(piece: str) -> None:
    assert isinstance(numbers(piece * 200_000), dict)


@given(st.text("0123456789.,[] -a"))
def test_plain_text_is_read_as_text_with_other_letters_is(text: str) -> None:
    assert numbers(text) == numbers(f"ё{text}")
