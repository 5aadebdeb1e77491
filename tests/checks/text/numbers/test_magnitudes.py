"""Magnitudes behind digits, in words, abbreviations and single letters."""

from __future__ import annotations

from decimal import Decimal

import pytest

from citelock.checks.text.numbers.words import magnitude_at


def magnitude(text: str, language: str, *, money: bool = False) -> tuple[int, str] | None:
    """The magnitude behind the digits (and one blank) of a text, and what is left behind it."""
    pos = len(text) - len(text.lstrip("0123456789.,").lstrip(" "))
    found = magnitude_at(text, pos, language, money)
    if found is None:
        return None
    assert found[0] == found[0].to_integral_value()
    return int(found[0]), text[found[1] :]


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("1.2 million", "en", 10**6), ("3 billion", "en", 10**9), ("3 trillion", "en", 10**12),
        ("5 bn", "en", 10**9),
        ("5bn", "en", 10**9), ("3k", "en", 10**3), ("3K", "en", 10**3), ("3M", "en", 10**6),
        ("2 crore", "en", 10**7),
        ("2 lakh", "en", 10**5), ("3 hundred", "en", 100), ("3 dozen", "en", 12),
        ("3 Millionen", "de", 10**6), ("2,5 Mio.", "de", 10**6), ("2 Mrd", "de", 10**9),
        ("2 Milliarden", "de", 10**9),
        ("2 Billionen", "de", 10**12), ("2 Billion", "de", 10**12), ("5 Tsd", "de", 10**3),
        ("5 tausend", "de", 10**3),
        ("3 mille", "fr", 10**3), ("3 millions", "fr", 10**6), ("3 milliards", "fr", 10**9),
        ("3 billions", "fr", 10**12),
        ("3 mille milliards", "fr", 10**12),
        ("3 mil", "es", 10**3), ("3 millones", "es", 10**6), ("3 mil millones", "es", 10**9),
        ("3 billones", "es", 10**12), ("1 millón", "es", 10**6),
        ("3 тыс", "ru", 10**3), ("3 тысячи", "ru", 10**3), ("1,2 млн", "ru", 10**6),
        ("2 миллиардов", "ru", 10**9),
        ("2 млрд", "ru", 10**9), ("2 трлн", "ru", 10**12), ("5 сотен", "ru", 100),
        ("5 тыс. млрд", "ru", 10**12),
        ("120万", "zh", 10**4), ("3亿", "zh", 10**8), ("3千", "zh", 10**3), ("5百万", "zh", 10**6),
        ("1万亿", "zh", 10**12),
        ("3萬", "zh", 10**4),
        # unmistakable in a text of any language
        ("2 Milliarden", "en", 10**9), ("2 млн", "en", 10**6), ("3 millones", "en", 10**6),
        ("2 billion", "ru", 10**9),
    ],
)  # fmt: skip
def test_the_magnitude_behind_digits(text: str, language: str, value: int) -> None:
    assert magnitude(text, language) == (value, text[len(text) :] if not text.endswith(".") else ".")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("300 K", "en"), ("5 m", "en"), ("5m", "en"), ("5MB", "en"), ("5kg", "en"), ("5 people", "en"),
        ("5B", "en"),
        ("5千克", "zh"), ("5千米", "zh"), ("5百分点", "zh"), ("5人", "zh"), ("5 с", "ru"),
        ("5 тыква", "ru"), ("5 mil", "fr"),
        ("5", "en"), ("5 millionaires", "en"), ("5 thousandth", "en"),
    ],
)  # fmt: skip
def test_units_and_other_words_are_no_magnitudes(text: str, language: str) -> None:
    assert magnitude(text, language) is None


def test_letters_behind_money_are_magnitudes() -> None:
    assert magnitude("5B", "en", money=True) == (10**9, "")
    assert magnitude("5m", "en", money=True) == (10**6, "")
    assert magnitude("5T", "en", money=True) == (10**12, "")
    assert magnitude("5 m", "en", money=True) is None  # apart from its digits it may be a word of its own


def test_an_abbreviation_keeps_its_point_unless_it_ends_the_sentence() -> None:
    assert magnitude("5 Mio. Euro", "de") == (10**6, " Euro")
    assert magnitude("5 Mio.", "de") == (10**6, ".")
    assert magnitude("2 billion. Then", "en") == (10**9, ". Then")


def test_the_value_is_a_decimal() -> None:
    assert magnitude_at("3 million", 2, "en") == (Decimal(1_000_000), 9)
