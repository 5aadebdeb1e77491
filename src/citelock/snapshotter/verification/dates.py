"""The date of a page or of a hit, as whoever found it wrote it: ISO, in words, or counted from the search.

A date that cannot be, one of the future, and one that could be read in two ways (`03/04/2024`) are none: what
is not known may lie in any time range, and a caveat names it (verify.md, section 3).
"""

from __future__ import annotations

from datetime import date, timedelta

from citelock.checks.text.numbers.months import MONTHS
from citelock.checks.text.patterns import late

_FIRST = 1450  # the year; nothing that is cited from a page was printed before, and clocks begin at 1
_ISO = late(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?(?![0-9])")
_HAN = late(r"([0-9]{4})年([0-9]{1,2})月([0-9]{1,2})日")
_DOTTED = late(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})(?![0-9])")
_DAY_FIRST = late(
    r"(?:[^\W\d_]{2,12}\.?,\s+)?([0-9]{1,2})\.?\s+(?:de\s+)?([^\W\d_]{3,12})\.?,?\s+(?:de\s+)?([0-9]{4})"
    r"(?![0-9])"
)
_MONTH_FIRST = late(r"([^\W\d_]{3,12})\.?\s+([0-9]{1,2}),?\s+([0-9]{4})(?![0-9])")
_AGO = late(r"([0-9]{1,4}|an?)\s+(second|sec|minute|min|hour|day|week|month|year)s?\.?\s+ago\b")
_DAYS = {"day": 1, "week": 7}
_WORDS = {"today": 0, "yesterday": 1}


def known_date(text: str, today: str) -> str:
    """The date that a text begins with, as far as it goes (`2024`, `2024-03`, `2024-03-01`), "" without one.

    `today` is the day of the search (ISO). Of what was some months or years ago, month or year are known.

    >>> known_date("2024-03-01T10:00:00Z", "2024-06-15"), known_date("Nov 3, 2023", "2024-06-15")
    ('2024-03-01', '2023-11-03')
    >>> known_date("3 days ago", "2024-06-15"), known_date("2024-02-30", "2024-06-15")
    ('2024-06-12', '')
    """
    now = date.fromisoformat(today)
    words = text.strip().casefold()[:80]
    found = _iso(*_reading(words, now))
    # A day more, since it may be tomorrow elsewhere.
    return found if found <= str(now + timedelta(days=1))[: len(found)] else ""


def _reading(words: str, now: date) -> tuple[int, int, int]:
    """Year, month and day, 0 where it does not say, by the first form that fits."""
    if words in _WORDS:
        return _parts(now - timedelta(days=_WORDS[words]))
    if found := _HAN.match(words):
        return int(found[1]), int(found[2]), int(found[3])
    if found := _ISO.match(words):
        return int(found[1]), int(found[2] or 0), int(found[3] or 0)
    if found := _DOTTED.match(words):
        return int(found[3]), int(found[2]), int(found[1])
    if found := _AGO.match(words):
        return _before(now, 1 if found[1].startswith("a") else int(found[1]), found[2])
    if found := _DAY_FIRST.match(words):
        return int(found[3]), _month(found[2]), int(found[1])
    if found := _MONTH_FIRST.match(words):
        return int(found[3]), _month(found[1]), int(found[2])
    return 0, 0, 0


def _month(word: str) -> int:
    """The month of that name in any language, 0 for another word."""
    return next((names[word] for names in MONTHS.values() if word in names), 0)


def _before(now: date, count: int, unit: str) -> tuple[int, int, int]:
    if unit == "year":
        return now.year - count, 0, 0
    if unit == "month":
        year, month = divmod(12 * now.year + now.month - 1 - count, 12)
        return year, month + 1, 0
    return _parts(now - timedelta(days=count * _DAYS.get(unit, 0)))


def _parts(day: date) -> tuple[int, int, int]:
    return day.year, day.month, day.day


def _iso(year: int, month: int, day: int) -> str:
    """The date as far as it goes, "" for one that the calendar does not have."""
    if day and not month:
        return ""
    try:
        whole = str(date(year, month or 1, day or 1))
    except ValueError:
        return ""
    return whole[: 10 if day else 7 if month else 4] if year >= _FIRST else ""
