"""Dates and times of day, in figures and with month names (numbers.md, section 3, row 1).

It tells where a date begins and ends and what it says; how two dates compare is told by the rules. Days
before
months are the rule; 03/04/2023 keeps both readings.
"""

from __future__ import annotations

import re

from citelock.checks.named import NamedTuple
from citelock.checks.text.numbers.months import month_of
from citelock.checks.text.numbers.number import Date
from citelock.checks.text.patterns import late


class Found(NamedTuple):
    """A date or, where `date` is None, a time of day in 24-hour form; `half` says that am or pm is known.

    A month that has its year from the one behind it is weak: May to June 2020 asks for June only.
    """

    start: int
    end: int
    date: Date | None
    time: str = ""
    is_weak: bool = False


_YEAR_FIRST = late(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})(?![0-9]|[./-][0-9])")
_YEAR_MONTH = late(r"([0-9]{4})[-/](0[1-9]|1[0-2])(?![0-9]|[./-][0-9])")
_DAY_FIRST = late(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})(?![0-9]|[./-][0-9])")
_SHORT = late(r"([0-9]{2})([/.])([0-9]{2})\2([0-9]{2})(?![0-9]|[./-][0-9])")
_HAN = late(
    r"(?:([0-9]{4})\s?年\s?)?([0-9]{1,2})\s?月(?:份|\s?([0-9]{1,2})\s?[日号](?:\s?[-—至到~]\s?([0-9]{1,2})\s?[日号])?)?"
)
_DAY = r"(?:st|nd|rd|th|\.|er|re|º|°|-?го|-?е|ого)?"
_DAYS_MONTH = late(
    rf"([0-9]{{1,2}}){_DAY}(?:\s?(?:-|—|/|to|and|bis|und|по|и|до|au|et|al|y|a)\s?([0-9]{{1,2}}){_DAY})?"
    r"(?:\s|-)\s?(?:of |de |d')?([^\W\d_]{3,12})\b(?:\.(?=[ ,]))?"
    r"(?:,?\s(?:de |del |of )?([0-9]{4})(?![0-9]|[.,][0-9]))?"
)
_ENDS = r"(?!\w|[.,-][0-9]|\s?%)"
_SUFFIX = "(?:st|nd|rd|th)?"
_MONTH_DAYS = late(
    rf"([0-9]{{1,2}}){_SUFFIX}(?:\s?(?:-|—|to|and)\s?([0-9]{{1,2}}){_SUFFIX})?"
    rf"(?:,?\s(?:of )?([0-9]{{4}}){_ENDS}|{_ENDS})"
)
_MONTH_YEAR = late(rf"([0-9]{{4}}){_ENDS}")
_WORD_BEFORE = late(r"([^\W\d_]{3,12})\.?,?\s{1,2}(?:(?:de|del|of)\s)?(?:the\s)?\Z")
_MONTH_BEFORE = late(
    r"(?<![^\W_])([^\W\d_]{3,12})\.?(?:\s?[-—/]\s?|\s(?:to|through|and|or|bis|und|oder|à|et|ou|a|y|o|по|до|и|или)\s)\Z"
)
_CLOCK = late(
    r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?![0-9:])(?:\s?([aApP])\.?[mM]\b\.?|\s?(?:Uhr|ч\.|h\b))?"
    r"|([0-9]{1,2})(?:[.:]([0-9]{2}))?\s?([aApP])(?:\.\s?[mM]\.|[mM]\b)"
    r"|([0-9]{1,2})(?:[.:]([0-9]{2}))?\s?Uhr(?:\s([0-9]{2})\b)?"
    r"|([0-9]{1,2})\s?h\s?([0-9]{2})(?![0-9])(?!\w|\s?(?:min|mn|m(?!\w)|мин))"
    r"|([0-9]{1,2})[时点]([0-9]{1,2})分?"
)
_LONGEST_LOOK_BACK = 24
_LONGEST_DAY = 2  # digits
_DIGITS = late("[0-9]+")
# What may stand behind the first digits of a date in figures, and of a time of day.
_SEPARATORS = frozenset("-/.")
_CLOCK_SIGNS = frozenset(":.aApPUhч时点")


def date_at(text: str, pos: int, language: str, lead: str) -> list[Found]:
    """The date or time of day that the digit at `pos` belongs to; two for a span of days; none if it is none.

    `lead` is the word before it.
    """
    digits = _DIGITS.match(text, pos)
    assert digits is not None
    behind = text[digits.end() : digits.end() + 2]
    if behind[:1] in _SEPARATORS:
        numeric = _numeric(text, pos)
        if numeric:
            return numeric
    if language == "zh":
        han = _HAN.match(text, pos)
        if han is not None:
            return _of_han(han)
    if digits.end() - pos > _LONGEST_DAY:
        return _month_first(text, pos, language, lead)
    clock = _CLOCK.match(text, pos) if behind.strip()[:1] in _CLOCK_SIGNS else None
    if clock is not None:
        time = _time(clock)
        if time:
            return [Found(pos, clock.end(), None, time)]
    return _day_month(text, pos, language) or _month_first(text, pos, language, lead)


def month_date(text: str, start: int, end: int, day: int, language: str) -> Found | None:
    """The date that a day written in words between two places is part of: the fifth of May, пятого мая."""
    behind = _MONTH_BEHIND.match(text, end)
    if behind is None:
        return None
    month = month_of(behind[1], language)
    if month is None or not 1 <= day <= 31:
        return None
    year = int(behind[2]) if behind[2] else None
    return Found(start, behind.end(), Date(year, month, day))


_MONTH_BEHIND = late(r"\s(?:of |de )?([^\W\d_]{3,12})\b(?:,?\s(?:de |del )?([0-9]{4})(?![0-9]|[.,][0-9]))?")


def _numeric(text: str, pos: int) -> list[Found]:
    match = _YEAR_FIRST.match(text, pos)
    if match is not None:
        date = _valid(int(match[1]), int(match[3]), int(match[4]))
        return [Found(pos, match.end(), date)] if date else []
    match = _DAY_FIRST.match(text, pos) or _SHORT.match(text, pos)
    if match is not None:
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        if len(match[4]) == 2:
            year += 2000 if year < 50 else 1900  # the century a two-figure year most likely means
        day_first, month_first = _valid(year, second, first), _valid(year, first, second)
        if match[2] == "." or day_first is None or month_first is None or first == second:
            date = day_first or (None if match[2] == "." else month_first)
        else:
            date = day_first._replace(other=(year, first, second))
        return [Found(pos, match.end(), date)] if date else []
    match = _YEAR_MONTH.match(text, pos)
    if match is not None:
        year, month = int(match[1]), int(match[2])
        # 2009-10 is a season, 2023-10 a month: a short year range goes upwards.
        if 1500 <= year <= 2099 and (match[2][0] == "0" or month <= year % 100):
            return [Found(pos, match.end(), Date(year, month, None))]
    return []


def _valid(year: int, month: int, day: int) -> Date | None:
    return Date(year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 and 1000 <= year <= 2999 else None


def _of_han(match: re.Match[str]) -> list[Found]:
    year = int(match[1]) if match[1] else None
    month = int(match[2])
    if not 1 <= month <= 12:
        return []
    if match[3] is None:
        # A month alone is no number: other languages name it.
        return [Found(match.start(), match.end(), Date(year, month, None))]
    first = Found(match.start(), match.end(), Date(year, month, int(match[3])))
    if match[4] is None:
        return [first]
    return [first, Found(match.start(4), match.end(), Date(year, month, int(match[4])))]


def _day_month(text: str, pos: int, language: str) -> list[Found]:
    match = _DAYS_MONTH.match(text, pos)
    if match is None:
        return []
    month = month_of(match[3], language)
    if month is None or not all(1 <= int(day) <= 31 for day in match.group(1, 2) if day):
        return []
    year = int(match[4]) if match[4] else None
    return _span(match, pos, year, month)


def _month_first(text: str, pos: int, language: str, lead: str) -> list[Found]:
    if lead:
        if lead.lower() not in ("de", "del", "of", "the") and month_of(lead, language) is None:
            return []
    elif text[max(0, pos - 2) : pos].strip() != ",":
        return []
    before = _WORD_BEFORE.search(text, max(0, pos - _LONGEST_LOOK_BACK), pos)
    month = None if before is None else month_of(before[1], language)
    if before is None or month is None:
        return []
    start = before.start()
    match = _MONTH_YEAR.match(text, pos)
    if match is not None:
        if not 1000 <= int(match[1]) <= 2999:
            return []
        dates = [Found(start, match.end(), Date(int(match[1]), month, None))]
        return _first_month(text, start, language, dates[0].date) + dates
    match = _MONTH_DAYS.match(text, pos)
    if match is None:
        return []
    if not all(1 <= int(day) <= 31 for day in match.group(1, 2) if day):
        return []
    return _span(match, start, int(match[3]) if match[3] else None, month)


def _first_month(text: str, end: int, language: str, last: Date | None) -> list[Found]:
    """The month before the one that begins at `end`, without a year of its own: May to June 2020."""
    match = _MONTH_BEFORE.search(text, max(0, end - _LONGEST_LOOK_BACK), end)
    month = None if match is None else month_of(match[1], language)
    if match is None or month is None or last is None or last.year is None or last.month is None:
        return []
    return [
        Found(match.start(1), match.end(1), Date(last.year - (month > last.month), month, None), is_weak=True)
    ]


def _span(match: re.Match[str], start: int, year: int | None, month: int) -> list[Found]:
    """One date, or the two ends of a span of days: each is whole, the figures are shared out."""
    first, last = match.group(1, 2)
    if last is None:
        return [Found(start, match.end(), Date(year, month, int(first)))]
    return [
        Found(start, match.end(1), Date(year, month, int(first))),
        Found(match.start(2), match.end(), Date(year, month, int(last))),
    ]


def _time(match: re.Match[str]) -> str:
    groups = match.groups()
    hour = next((int(groups[at]) for at in (0, 4, 7, 10, 12) if groups[at]), None)
    minute = next((int(groups[at]) for at in (1, 5, 8, 9, 11, 13) if groups[at]), 0)
    second = groups[2] or ""
    half = (groups[3] or groups[6] or "").lower()
    if hour is None or hour > 24 or minute > 59 or (half and not 1 <= hour <= 12):
        return ""
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"{hour:02d}:{minute:02d}" + (f":{second}" if second else "")
