"""Numbers written in words, in six languages (numbers.md, sections 3 and 4).

One door to the tables of the languages; each is loaded with the first text that needs it. Magnitudes behind
digits are in `words_magnitudes.py`, hedges in `words_hedges.py`.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache

from citelock.checks.text.numbers.words_grammar import WordNumber
from citelock.checks.text.numbers.words_language import Grammar
from citelock.checks.text.numbers.words_reader import read

__all__ = ["WordNumber", "magnitude_at", "word_numbers"]


@cache
def _grammar(language: str) -> Grammar:
    # Imported here: six languages of tables cost several milliseconds, and a text needs one of them.
    if language == "de":
        from citelock.checks.text.numbers.words_de import GRAMMAR
    elif language == "fr":
        from citelock.checks.text.numbers.words_fr import GRAMMAR
    elif language == "es":
        from citelock.checks.text.numbers.words_es import GRAMMAR
    elif language == "ru":
        from citelock.checks.text.numbers.words_ru import GRAMMAR
    else:
        from citelock.checks.text.numbers.words_en import GRAMMAR
    return GRAMMAR


def word_numbers(text: str, language: str) -> list[WordNumber]:
    """The numbers written in words in a text of that language, leftmost and longest, in its order.

    >>> [number.value for number in word_numbers("twenty-one of two million", "en")]
    [Decimal('21'), Decimal('2000000')]
    """
    if language == "zh":
        from citelock.checks.text.numbers.words_zh import read_chinese  # loaded with the first Chinese text

        return read_chinese(text)
    return read(text, _grammar(language))


def magnitude_at(text: str, pos: int, language: str, money: bool = False) -> tuple[Decimal, int] | None:
    """The magnitude word or abbreviation that begins at `pos`: its value and where it ends, or None.

    `money` says that a currency stands before the number: then a glued B, T or m is one as well.

    >>> magnitude_at("1.2 million", 4, "en"), magnitude_at("3k", 1, "en"), magnitude_at("5 m", 2, "en")
    ((Decimal('1000000'), 11), (Decimal('1000'), 2), None)
    """
    from citelock.checks.text.numbers.words_magnitudes import find  # needed only behind a number

    return find(text, pos, language, money)
