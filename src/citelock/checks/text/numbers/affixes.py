"""What is written around a number and belongs to it: sign, currency, magnitude, unit (numbers.md, 3, row 8).

It reads leftwards from the first digit and rightwards from the last one and says where the amount as written
begins and ends.
"""

from __future__ import annotations

from decimal import Decimal

from citelock.checks.named import NamedTuple
from citelock.checks.text.numbers.beside import minus_word
from citelock.checks.text.numbers.decimals import ONE, TEN, times
from citelock.checks.text.numbers.units import Unit, currency_after, currency_before, percent_before, unit_at
from citelock.checks.text.numbers.words import magnitude_at
from citelock.checks.text.patterns import late

_BLANKS = " \u00a0\u2007\u2009\u202f\u2006\u2008\u200a\n\t"
# A sign belongs to the number behind one of these, or at the start of the text (numbers.md, section 3).
_BEFORE_SIGN = frozenset("([{\"'“„«‹=<>≤≥≈~±:;,/|*（【、，。：；\x00" + _BLANKS)
_MONEY_LETTER = late(r"[MmBTKk](?!\w)")
_MONEY_LETTERS = {letter: TEN**power for letter, power in zip("KkMmBT", (3, 3, 6, 6, 9, 12), strict=True)}
_JOINS_MONEY = ("of ", "de ", "d'", "of", "от ")


class Left(NamedTuple):
    """The start of the amount as written, its sign, and a currency or per cent said before it."""

    start: int
    sign: str
    unit: Unit | None


class Right(NamedTuple):
    """The end of the amount as written, its magnitude and its unit."""

    end: int
    factor: Decimal
    unit: Unit | None


def left_of(text: str, pos: int, language: str) -> Left:
    """What is written before the digit or number word at `pos`."""
    start, sign = pos, ""
    before = text[pos - 1 : pos]
    if not before:
        return Left(start, "", None)
    if before in "+-" and _is_sign(text, pos - 1):
        start, sign = pos - 1, before
    unit: Unit | None = None
    money = currency_before(text, start) or percent_before(text, start)
    if money is not None:
        unit, start = money
        before = text[start - 1 : start]
        if not sign and before and before in "+-" and _is_sign(text, start - 1):
            start, sign = start - 1, before
    if not sign and minus_word(text, start):
        sign = "-"
    return Left(start, sign, unit)


def _is_sign(text: str, at: int) -> bool:
    """Whether the plus or minus at `at` is a sign: between two numbers it is a range."""
    if not at:
        return True
    before = text[at - 1]
    if before not in _BEFORE_SIGN:
        return "\u2e80" < before < "\ua000" or (before in "$€£¥₽₹")
    if before in " \u00a0\u2009\u202f":
        further = text[max(0, at - 4) : at].rstrip(_BLANKS)[-1:]
        return not (further.isdigit() or further in "%‰°")
    return True


def right_of(text: str, end: int, language: str, unit: Unit | None) -> Right:
    """What is written behind the digit or number word that ends at `end`; `unit` is a currency before it."""
    factor = ONE
    at = _skip(text, end)
    magnitude = magnitude_at(text, at, language, unit is not None)
    if magnitude is None and unit is not None and at > end:
        letter = _MONEY_LETTER.match(text, at)  # $5 M
        if letter is not None:
            magnitude = _MONEY_LETTERS[letter[0]], letter.end()
    if magnitude is not None:
        factor, end = times(factor, magnitude[0]), magnitude[1]
        at = _skip(text, end)
        following = magnitude_at(text, at, language, unit is not None) if at > end else None
        if following is not None and following[0] > 100:  # тысяч миллионов, 1 thousand million
            factor, end = times(factor, following[0]), following[1]
            at = _skip(text, end)
    if unit is not None:
        # "$5 USD", "Rs 5 rupees": the second name says nothing new.
        again = currency_after(text, at, language)
        if again is None or unit.dimension != "currency":
            return Right(end, factor, unit)
        return Right(again[1], factor, again[0] if unit.dimension == "several" else unit)
    joined = at
    if magnitude is not None:
        for word in _JOINS_MONEY:
            if text.startswith(word, at):
                joined = _skip(text, at + len(word))
                break
    money = currency_after(text, joined, language)
    if money is not None:
        return Right(money[1], factor, money[0])
    found = unit_at(text, at, language)
    if found is not None and not (
        text[found[1] : found[1] + 1] == "'" and text[found[1] + 1 : found[1] + 2].isalpha()
    ):
        return Right(found[1], factor, found[0])  # but not the s of "12 s'attardent"
    return Right(end, factor, None)


def _skip(text: str, at: int) -> int:
    """The place behind one blank, or behind one hyphen before a letter (a 5-million grant, 10-km run)."""
    char = text[at : at + 1]
    if char and char in _BLANKS:
        at += 1
        if text[at : at + 1] in ("\n", " ", "\u00a0") and text[at : at + 1]:
            at += 1
    elif char == "-" and text[at + 1 : at + 2].isalpha():
        at += 1
    return at
