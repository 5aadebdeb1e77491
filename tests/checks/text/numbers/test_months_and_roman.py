"""Month names, year words, Roman numerals and the words beside which they count."""

from __future__ import annotations

from decimal import Decimal

import pytest

from citelock.checks.text.numbers.months import MONTHS, is_year_word, month_of
from citelock.checks.text.numbers.roman import counts_beside, is_century, roman_value


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ru", "zh"])
def test_every_language_has_twelve_months(language: str) -> None:
    assert sorted(set(MONTHS[language].values())) == list(range(1, 13))


@pytest.mark.parametrize(
    ("word", "language", "month"),
    [
        ("March", "en", 3), ("Sept.", "en", 9), ("SEPTEMBER", "en", 9), ("May", "en", 5), ("may", "en", None),
        ("march", "en", None), ("März", "de", 3), ("Jänner", "de", 1), ("août", "fr", 8), ("févr.", "fr", 2),
        ("mars", "fr", 3), ("mars", "en", None), ("agosto", "es", 8), ("марте", "ru", 3), ("мая", "ru", 5),
        ("янв.", "ru", 1), ("十二月", "zh", 12), ("März", "en", 3), ("января", "en", 1), ("ago", "en", None),
        ("ago", "es", 8), ("set", "en", None), ("monday", "en", None), ("", "en", None), ("juillet", "ru", 7),
    ],
)  # fmt: skip
def test_the_month_a_word_names(word: str, language: str, month: int | None) -> None:
    assert month_of(word, language) == month


def test_year_words() -> None:
    words = [
        ("year", "en"),
        ("Jahre", "de"),
        ("années", "fr"),
        ("años", "es"),
        ("г.", "ru"),
        ("году", "ru"),
        ("年", "zh"),
    ]
    assert [is_year_word(word, language) for word, language in words] == [True] * len(words)
    assert not is_year_word("день", "ru")


def _written(number: int) -> str:
    """A Roman numeral put together from its places."""
    places = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    tens = str.maketrans("IVX", "XLC")
    hundreds = str.maketrans("IVX", "CDM")
    thousand, rest = divmod(number, 1000)
    hundred, rest = divmod(rest, 100)
    ten, one = divmod(rest, 10)
    return "M" * thousand + places[hundred].translate(hundreds) + places[ten].translate(tens) + places[one]


def test_every_roman_numeral_up_to_3999_has_its_value() -> None:
    assert [roman_value(_written(number)) for number in range(1, 4000)] == list(range(1, 4000))


@pytest.mark.parametrize(
    "token", ["", "IIII", "VX", "IC", "XXXX", "iv", "IVI", "MMMM", "A", "I" * 5000, "12"]
)
def test_what_is_no_correct_numeral_has_no_value(token: str) -> None:
    assert roman_value(token) is None


def test_glyphs_and_cyrillic_capitals_are_roman_numerals() -> None:
    assert roman_value("Ⅷ") == 8
    assert roman_value("ХІХ") == 19


@pytest.mark.parametrize(
    ("before", "after"),
    [("phase", "trial"), ("World War", ""), ("War", ""), ("Phase", ""), ("", "век"), ("", "века"),
        ("", "siècle"),
     ("siglo", ""), ("", "Jahrhundert"), ("Vol.", ""), ("", "в."), ("тип", "")],
)  # fmt: skip
def test_words_that_make_a_numeral_count(before: str, after: str) -> None:
    assert counts_beside(before.rpartition(" ")[2], after)


@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("Elizabeth", "said"), ("vitamin", "C"), ("I", "think")]
)
def test_words_that_do_not(before: str, after: str) -> None:
    assert not counts_beside(before, after)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("21 век", True), ("21 века", True), ("2 века", False), ("20世纪", True), ("3个世纪", False),
        ("5 веков", False),
     ("18 century", True), ("18 centuries", False), ("40 век", False), ("20 человек", False)],
)  # fmt: skip
def test_a_number_that_tells_which_century(text: str, is_one: bool) -> None:
    digits = "".join(char for char in text if char.isdigit())
    assert is_century(text, len(digits), Decimal(digits)) == is_one
