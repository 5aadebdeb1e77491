"""Reads digits with separators: 12,345.6 and 12.345,6, 10 000, 1,2,3 (numbers.md, section 3, rows 7 and 8).

It knows one run of digits and separators and the language's habit. `1,234` keeps both its readings, the usual
one of the language first.
"""

from __future__ import annotations

import re
from decimal import Decimal

from citelock.checks.named import NamedTuple
from citelock.checks.text.numbers.decimals import LONGEST, decimal
from citelock.checks.text.patterns import late

_BLANKS = " \u00a0\u2007\u2009\u202f\u2006\u2008\u200a"
# Digits in threes, one kind of blank or apostrophe between.
_SPACED = late(rf"[0-9]{{1,3}}(?:([{_BLANKS}'])[0-9]{{3}})(?:\1[0-9]{{3}})*(?![0-9])(?:[.,][0-9]+)?")
_THREES = late(r"[0-9]{1,3}(?:[.,][0-9]{3})+")
_INDIAN = late(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}")
_DIGITS = re.compile("[0-9]+")
_STATISTICS = frozenset("ftTUHWQzZr²2")  # F apart: F(2,120) never has thousands
_COMMA_GROUPS = frozenset(("en", "zh"))  # elsewhere the comma is the decimal sign


class Written(NamedTuple):
    """One number as its digits say: its readings, the usual one first, and how they were written.

    No reading: too long for a figure, or digits with several points (1.2.3), which are no amount. `mark` is
    the
    separator of `1,234`, which leaves two readings; `is_grouped` says that some separator is there.
    """

    end: int
    readings: tuple[Decimal, ...]
    mark: str = ""
    is_grouped: bool = False
    is_decimal: bool = False


def read(text: str, start: int, language: str) -> list[tuple[int, Written]]:
    """The number, or the members of the plain list, that begins at a digit: pairs of its start and itself."""
    spaced = _SPACED.match(text, start)
    if spaced is not None and not _ends_in_group(text, spaced.end()):
        return [(start, _spaced(spaced[0], spaced.end()))]
    end = start
    first = _DIGITS.match(text, start)
    assert first is not None
    end = first.end()
    separators = []
    while text[end : end + 1] in (".", ",") and text[end : end + 1]:
        following = _DIGITS.match(text, end + 1)
        if following is None:
            break
        separators.append(text[end])
        end = following.end()
    return _separated(
        text[start:end], start, separators, language, is_argument=_is_argument(text, start, end)
    )


def _is_argument(text: str, start: int, end: int) -> bool:
    """Whether digits are all that stands in brackets behind a letter: F(1,28) has two degrees of freedom."""
    if text[start - 1 : start] != "(" or text[end : end + 1] != ")" or start < 2:
        return False
    letter = text[start - 2]
    return letter == "F" or (letter in _STATISTICS and "," in text[end - 3 : end])


def _ends_in_group(text: str, end: int) -> bool:
    """Whether separators go on after what looked like blanks between groups: `1 234,567` is not done yet."""
    return text[end : end + 1] in (".", ",") and text[end + 1 : end + 2].isdigit()


def _spaced(token: str, end: int) -> Written:
    whole, point, part = token.replace(",", ".").rpartition(".")
    if not point:
        whole, part = token, ""
    digits = "".join(char for char in whole if char.isdigit())
    value = decimal(f"{digits}.{part}" if part else digits)
    return Written(end, (value,) if value is not None else (), is_grouped=True, is_decimal=bool(part))


def _separated(
    token: str, start: int, separators: list[str], language: str, *, is_argument: bool
) -> list[tuple[int, Written]]:
    end = start + len(token)
    if not separators:
        return [(start, _one(end, token))]
    if len(separators) == 1:
        if separators[0] == "," and is_argument:
            return _list(token, start, language)
        return [(start, _single(token, end, separators[0], language))]
    if len(set(separators)) == 1:
        if _THREES.fullmatch(token) or _INDIAN.fullmatch(token):
            return [(start, _one(end, token.replace(separators[0], ""), is_grouped=True))]
        if separators[0] == ",":
            return _list(token, start, language)
        return [(start, Written(end, ()))]
    last = separators[-1]
    whole, _, part = token.rpartition(last)
    other = "," if last == "." else "."
    if last not in whole and (_THREES.fullmatch(whole) or _INDIAN.fullmatch(whole)):
        return [(start, _one(end, f"{whole.replace(other, '')}.{part}", is_grouped=True, is_decimal=True))]
    return _list(token, start, language)


def _one(end: int, digits: str, *, is_grouped: bool = False, is_decimal: bool = False) -> Written:
    value = decimal(digits)
    return Written(end, () if value is None else (value,), "", is_grouped, is_decimal)


def _single(token: str, end: int, separator: str, language: str) -> Written:
    """One separator: decimal, unless exactly three digits stand behind one to three."""
    whole, _, part = token.partition(separator)
    if len(token) > LONGEST:
        return Written(end, ())
    as_decimal = Decimal(f"{whole}.{part}")
    if len(part) != 3 or len(whole) > 3 or whole[0] == "0":
        return Written(end, (as_decimal,), is_decimal=True)
    grouped = Decimal(whole + part)
    groups_usually = (separator == ",") == (language in _COMMA_GROUPS)
    readings = (grouped, as_decimal) if groups_usually else (as_decimal, grouped)
    return Written(end, readings, separator, is_grouped=True)


def _list(token: str, start: int, language: str) -> list[tuple[int, Written]]:
    """Members between commas; those with points of their own are read by themselves."""
    members = []
    at = start
    for member in token.split(","):
        end = at + len(member)
        points = member.count(".")
        if points > 1:
            members.append((at, Written(end, ())))
        elif points:
            members.append((at, _single(member, end, ".", language)))
        else:
            members.append((at, _one(end, member)))
        at = end + 1
    return members
