"""The year in a text: "2019a", "May 2019", "2019-05-01" (metadata.md, section 5.2).

Years are mostly numbers, so the expressions are compiled for those who write them otherwise.
"""

from __future__ import annotations

import re
import unicodedata

_LONGEST = 40  # characters of a text that is a date
_NUMBER = re.compile(r"([1-9][0-9]{3})(?:\.0*)?")
_YEAR = re.compile(r"(?<![0-9])[12][0-9]{3}(?![0-9])")
_ISO = re.compile(r"[0-9]{4}[-/.]([0-9]{1,2})(?:[-/.]([0-9]{1,2}))?(?:[T ].*)?")
_DIGITS = re.compile("[0-9]+")


def written_year(text: str) -> int | None:
    """The one year that a text names; None if it names none, two, or a range.

    >>> written_year("2019a"), written_year("1 May 2019"), written_year("in press"), written_year("2019-20")
    (2019, 2019, None, None)
    """
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)  # full-width digits
    number = _NUMBER.fullmatch(text)
    if number:
        return int(number[1])
    years = set(_YEAR.findall(text))
    return int(years.pop()) if len(years) == 1 and _is_date(text) else None


def _is_date(text: str) -> bool:
    """Whether the numbers beside a year can be its month and day: not so in 2019-20."""
    iso = _ISO.fullmatch(text)
    if iso:
        return 1 <= int(iso[1]) <= 12 and 1 <= int(iso[2] or "1") <= 31
    return all(len(digits) == 4 or 1 <= int(digits) <= 31 for digits in _DIGITS.findall(text))
