"""The year rule: the cited year is a registered year of publication (metadata.md, 5.2, first form)."""

from __future__ import annotations

import re

from citelock.checks.findings import Finding
from citelock.checks.records import Record
from citelock.checks.text.excerpt import shown

# Never `created` or `updated`: the day of the registry's entry is another year for a third of the older
# works.
PUBLICATION = ("issued", "print", "online", "other", "posted")

_PLAIN = re.compile("[1-9][0-9]{3}")
_YEAR = re.compile(r"\s*([0-9]{4})(?:[a-z]|-[0-9]{2}(?:-[0-9]{2})?|\.0+)?\s*")


def cited_year(value: float | str) -> int | None:
    """The year a citation means: 2019, "2019", "2019a", "2019-05-01", 2020.0; None for anything else.

    >>> cited_year("2019a"), cited_year(2020.0), cited_year("in press")
    (2019, 2020, None)
    """
    if isinstance(value, str):
        match = _YEAR.fullmatch(value)
        return int(match[1]) if match else None
    # Within bounds first: infinity has no integer, and a year has four digits.
    return int(value) if 0 < value < 10_000 and value == int(value) else None


def plain_years(record: Record) -> frozenset[int]:
    """The numbers that are registered years as they stand: `check_year` has nothing to say of them."""
    known = {date[:4] for kind, date in record.dates.items() if kind in PUBLICATION}
    return frozenset(int(year) for year in known if _PLAIN.fullmatch(year))


def is_known(record: Record) -> bool:
    """Whether there is a year to compare with."""
    return any(kind in PUBLICATION for kind in record.dates)


def check_year(cited: float | str, record: Record, path: str | None) -> Finding | None:
    """None if the cited year is registered. `path` is the record's file, for the message."""
    registered = sorted({date[:4] for kind, date in record.dates.items() if kind in PUBLICATION})
    ours = shown(str(cited), 40)
    if not registered:
        return Finding(
            "N_YEAR_UNAVAILABLE", "the record has no year: it was not compared", field="year", cited=ours
        )
    year = cited_year(cited)
    if year is not None and f"{year:04d}" in registered:
        return None
    theirs = ", ".join(registered)
    what = f"cited {ours}" if year is not None else f"cited {ours}, which is no year"
    return Finding(
        "E_YEAR_MISMATCH",
        f"{what}, the record says {theirs}{f' ({path})' if path else ''}",
        field="year",
        cited=ours,
        found=theirs,
    )
