"""The numbers that are not written in digits: number words, Roman numerals (numbers.md, 3, rows 3 and 9).

The words themselves are known to `words.py` and `roman.py`; here they become numbers with unit and
neighbours.
"""

from __future__ import annotations

from decimal import Decimal

from citelock.checks.text.numbers import beside
from citelock.checks.text.numbers.affixes import left_of, right_of
from citelock.checks.text.numbers.dates import month_date
from citelock.checks.text.numbers.exclusions import LABEL_WORDS
from citelock.checks.text.numbers.hints import LETTERS, ROMAN, may_spell_numbers
from citelock.checks.text.numbers.number import Kind
from citelock.checks.text.numbers.page import FIRST_YEAR, LAST_YEAR, Amount, Page
from citelock.checks.text.numbers.roman import counts_beside, roman_value
from citelock.checks.text.numbers.words_grammar import WordNumber

_LAST_DAY = 31
_LABELS = LABEL_WORDS - frozenset("part часть teil partie parte".split())
_SURE = 2  # strength of a year that its word names


def read_words(page: Page, *, weak: bool) -> None:
    """Adds the number words that no digits have taken; `weak`: also where there is only `one` or such."""
    if not weak and not may_spell_numbers(page.text):
        return
    from citelock.checks.text.numbers.words import word_numbers  # its tables load with the first number word

    for word in word_numbers(page.text, page.language):
        if page.is_taken(word.start, word.end):
            continue
        if beside.word_before(page.text, word.start).lower() in LABEL_WORDS:
            continue  # chapter three
        _add_word(page, word)


def _add_word(page: Page, word: WordNumber) -> None:
    text, language = page.text, page.language
    start, end = word.start, word.end
    value = abs(word.value)
    # French and Spanish count days with cardinals: huit mars, ocho de marzo.
    is_day = word.kind == "ordinal" or (word.kind == "cardinal" and language in ("fr", "es"))
    date = month_date(text, start, end, int(value), language) if is_day and value <= _LAST_DAY else None
    if date is not None:
        page.add_date(start, date.end, date.date)
    elif word.kind == "ordinal" and language == "ru" and _is_year(text, end, value):
        amount = Amount(start, end, (value,))
        amount.year, amount.is_spelled = _SURE, True
        page.add_amount(amount, left_of(text, start, language))
    elif word.kind == "ordinal":
        page.add_counting(start, end, Kind.ORDINAL, value, is_spelled=True, is_weak=word.weak)
    elif word.kind == "decade":
        page.add_counting(start, end, Kind.DECADE, value, is_spelled=True)
    elif word.kind == "fold":
        page.add_counting(start, end, Kind.FOLD, value, is_spelled=True, is_weak=word.weak)
    elif word.kind == "fraction":
        left = left_of(text, start, language)
        right = right_of(text, end, language, left.unit)
        page.add_fraction(left, right, (word.numerator, word.denominator), is_spelled=True)
    else:
        amount = Amount(start, end, (value,))
        amount.step = word.step
        amount.sign = "-" if word.value < 0 else ""
        amount.is_spelled, amount.is_weak = True, word.weak
        page.add_amount(amount, left_of(text, start, language))


def _is_year(text: str, end: int, value: Decimal) -> bool:
    """Whether a Russian ordinal is a year: в две тысячи двадцатом году."""
    return FIRST_YEAR <= value <= LAST_YEAR and beside.is_year_behind(text, end, "ru")


def read_roman(page: Page) -> None:
    """Adds the Roman numerals beside a word that makes them numbers."""
    text = page.text
    for match in ROMAN.finditer(text):
        value = roman_value(match[1])
        if value is None or match[1] in LETTERS or page.is_taken(match.start(), match.end()):
            continue
        before = beside.word_before(text, match.start())
        if before.lower().rstrip(".") in _LABELS:
            continue  # Chapter VII, as Chapter 7
        if counts_beside(before, _pointed_word(text, match.end())):
            page.add_counting(match.start(), match.end(1), Kind.HEADED, Decimal(value))


def _pointed_word(text: str, pos: int) -> str:
    """The word right behind a place, with its point where it has one: "в." is a century, "в" is not."""
    word = beside.word_after(text, pos)
    end = text.find(word, pos) + len(word)
    return f"{word}." if word and text.startswith(".", end) else word
