"""How many pages a recorded range of pages spans, to be held against the pages of a PDF (snapshots.md, 4)."""

from __future__ import annotations

from citelock.checks.text.patterns import late

_RANGE = late(r"([A-Za-z]{0,4})([0-9]{1,7})\s?[-–]\s?\1([0-9]{1,7})")


def recorded_pages(pages: str) -> int | None:
    """How many pages the range spans; None for what is no range, such as the number of an article.

    >>> recorded_pages("419-32"), recorded_pages("e1-e9"), recorded_pages("9412167")
    (14, 9, None)
    """
    found = _RANGE.fullmatch(pages.strip())
    if found is None:
        return None
    first, last = found[2], found[3]
    if len(last) < len(first):  # 419-32 means 419-432
        last = first[: len(first) - len(last)] + last
    span = int(last) - int(first) + 1
    return span if span > 0 else None
