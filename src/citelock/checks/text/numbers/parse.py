"""The numbers of a text in its order; the first class that matches takes the characters (numbers.md, 3).

It goes from digit to digit and asks the classes one after another; then come the number words and Roman
numerals between them. What the numbers have to do with one another is told in `joints.py`.
"""

from __future__ import annotations

import re
from decimal import Decimal

from citelock.checks.text.numbers import beside, forms, identifiers
from citelock.checks.text.numbers.affixes import left_of, right_of
from citelock.checks.text.numbers.dates import date_at
from citelock.checks.text.numbers.decimals import ONE
from citelock.checks.text.numbers.digits import Written, read
from citelock.checks.text.numbers.joints import joined
from citelock.checks.text.numbers.number import Kind, Number
from citelock.checks.text.numbers.page import FIRST_YEAR, LAST_YEAR, Amount, Page
from citelock.checks.text.numbers.plain import read_plain
from citelock.checks.text.numbers.prepare import Prepared
from citelock.checks.text.numbers.spelled import read_roman, read_words
from citelock.checks.text.patterns import late

_START = re.compile("[0-9½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒]")
_PLAIN_DIGITS = re.compile("[0-9]+")
_SHORT_YEARS = late(r"([0-9]{4})[-/]([0-9]{2})(?![0-9]|[.,/-][0-9])")
_PLAIN_BEHIND = frozenset(("", " ", "\n", ",", ";", ")", "%"))
_LONGEST_SEASON = 25  # years between the ends of 2019-20; 2019-50 is something else
_HALF = Decimal("0.5")


def parse(prepared: Prepared, *, weak: bool = False) -> list[Number]:
    """The numbers of a prepared text, joined where they belong together, sorted by place.

    Words such as `one` and `second`, which are never asked for, are read for sure only if `weak`.
    """
    page = Page(prepared)
    at = 0
    while (match := _START.search(page.text, at)) is not None:
        pos = match.start()
        at = read_plain(page, pos) or _read_digit(page, pos)
    read_words(page, weak=weak)
    read_roman(page)
    if len(page.found) > 1:
        page.found.sort(key=_start_of)
    return joined(page.found, prepared)


def _start_of(number: Number) -> int:
    return number.start


def _read_digit(page: Page, pos: int) -> int:
    """Reads what begins at a digit or fraction sign; where to go on."""
    text, language = page.text, page.language
    if text[pos] in forms.VULGAR:
        return _read_fraction(page, pos) or pos + 1
    lead = beside.word_before(text, pos)
    dates = date_at(text, pos, language, lead)
    if dates:
        for found in dates:
            if found.date is not None and found.date.year is None and found.date.day is None:
                page.take(found.start, found.end)  # a month alone is no number
            else:
                page.add_date(found.start, found.end, found.date, found.time, is_weak=found.is_weak)
        return dates[-1].end
    name = identifiers.glued(text, pos)
    if name is not None and left_of(text, pos, language).unit is not None:
        name = None  # EUR5, Rs5
    if name is None and lead:
        name = identifiers.version(text, pos, lead)
        if name is not None and right_of(text, name.end, language, None).end > name.end:
            name = None  # to release 1.5 million tonnes
    if name is not None:
        page.add_name(name)
        return name.end
    return (
        _read_season(page, pos)
        or _read_counting(page, pos, lead)
        or _read_fraction(page, pos)
        or _read_amounts(page, pos)
    )


def _read_season(page: Page, pos: int) -> int:
    """A short range of years, 2019-20: two years. 0 if it is none."""
    match = _SHORT_YEARS.match(page.text, pos) if page.text[pos + 4 : pos + 5] in ("-", "/") else None
    if match is None or not FIRST_YEAR <= int(match[1]) <= LAST_YEAR:
        return 0
    if (
        left_of(page.text, pos, page.language).unit is not None
        or forms.power(page.text, match.end()) is not None
    ):
        return 0  # $1950-60, 2019-20 × 10⁻³
    first, short = int(match[1]), int(match[2])
    last = first - first % 100 + short + (100 if short < first % 100 else 0)
    if not 0 < last - first <= _LONGEST_SEASON:
        return 0
    _add_year(page, pos, match.end(1), first)
    return _add_year(page, match.start(2), match.end(), last)


def _add_year(page: Page, start: int, end: int, year: int) -> int:
    amount = Amount(start, end, (Decimal(year),))
    amount.year = 2
    return page.add_amount(amount, left_of(page.text, start, page.language))


def _read_counting(page: Page, pos: int, lead: str) -> int:
    """A decade, an ordinal or a name that digits begin (3D); 0 if it is none of them."""
    text, language = page.text, page.language
    digits = _PLAIN_DIGITS.match(text, pos)
    assert digits is not None
    end = digits.end()
    if end - pos > 4 or (text[end : end + 1] in (".", ",") and text[end + 1 : end + 2].isdigit()):
        return 0
    letter = text[end : end + 1]
    if (
        letter in _PLAIN_BEHIND
        and not forms.is_decade_lead(lead)
        and text[max(0, pos - 2) : pos].find("第") < 0
    ):
        return 0
    value = int(digits[0])
    decade = forms.decade_end(text, end, value, lead, language)
    if decade is not None:
        start = pos - (text[pos - 1 : pos] == "'" and value < 100)
        page.add_counting(start, decade, Kind.DECADE, Decimal(value))
        return decade
    is_power = forms.power(text, end) is not None
    ordinal = None if is_power else forms.ordinal_end(text, end, language)
    if ordinal is None and text[max(0, pos - 2) : pos].rstrip().endswith("第"):
        ordinal = end
    if ordinal is not None:
        # In German the full stop may as well end a sentence.
        page.add_counting(
            pos, ordinal, Kind.ORDINAL, Decimal(value), mark="." if text[end : end + 1] == "." else ""
        )
        return ordinal
    if is_power or not letter.isalpha() or letter >= "\u2e80":
        return 0
    right = right_of(text, end, language, left_of(text, pos, language).unit)
    if (
        right.end > end
        or forms.fold_end(text, end, language) is not None
        or forms.case_end(text, end, language) > end
    ):
        return 0
    name = identifiers.digits_first(text, pos)
    if name is None or (text[name.end - 1] in "xX" and text[name.end : name.end + 1].isdigit()):
        return 0  # 10x20
    page.add_name(name)
    return name.end


def _read_fraction(page: Page, pos: int) -> int:
    """A fraction, or two years where both parts are years: 2013/2014. 0 if it is none."""
    fraction = forms.fraction_at(page.text, pos)
    if fraction is None:
        return 0
    top, bottom, end = fraction
    if FIRST_YEAR <= top <= LAST_YEAR and FIRST_YEAR <= bottom <= LAST_YEAR:
        _add_year(page, pos, pos + 4, top)
        return _add_year(page, end - 4, end, bottom)
    left = left_of(page.text, pos, page.language)
    right = right_of(page.text, end, page.language, left.unit)
    page.add_fraction(left, right, (top, bottom))
    return right.end


def _read_amounts(page: Page, pos: int) -> int:
    """A plain number or the members of a list; where the last one ends."""
    text = page.text
    power = forms.lone_power(text, pos)
    if power is not None:
        value = forms.scaled(ONE, power[0])
        return _read_amount(page, pos, Written(power[1], () if value is None else (value,), is_grouped=True))
    members = read(text, pos, page.language)
    if (
        text[pos - 1 : pos] == "."
        and pos
        and not (text[pos - 2 : pos - 1].isalnum() or text[pos - 2 : pos - 1] == ".")
    ):
        digits = text[pos : members[0][1].end]
        if digits.isdigit() and len(digits) <= 20:
            members[0] = (pos - 1, Written(members[0][1].end, (Decimal(f"0.{digits}"),), is_decimal=True))
    end = pos
    for start, written in members:
        end = _read_amount(page, start, written)
    return end


def _read_amount(page: Page, start: int, written: Written) -> int:
    """One number with its power of ten, its fraction or its case ending; where it ends."""
    text, language = page.text, page.language
    readings, end = written.readings, written.end
    if not readings:
        page.add_opaque(start, end)
        return end
    left = left_of(text, start, language)
    composed = forms.composed(text, start, end)
    if composed is not None:
        end, readings = composed[1], (Decimal(composed[0]),)
    power = forms.power(text, end)
    if power is not None:
        exponent, end = power
        scaled = [forms.scaled(value, exponent) for value in readings]
        readings = tuple(value for value in scaled if value is not None)
        if not readings:
            page.add_opaque(left.start, end)
            return end
    else:
        mixed = forms.vulgar_behind(text, end, readings[0])
        if mixed is not None:
            top, bottom, end = mixed
            right = right_of(text, end, language, left.unit)
            page.add_fraction(left, right, (top, bottom))
            return right.end
        end = forms.case_end(text, end, language)
    half = forms.half_behind(text, end, language)
    if half is not None and len(readings) == 1:
        readings, end = (readings[0] + _HALF,), half
    amount = Amount(start, end, readings)
    amount.mark = written.mark
    amount.is_grouped = written.is_grouped or power is not None
    return page.add_amount(amount, left)
