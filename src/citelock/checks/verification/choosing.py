"""Which hits are read: one a site, known kinds of site first, some spares behind them (verify.md, section 2).

Three articles of one site are one voice, and reading them would use up the budget.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from citelock.checks.verification.values import PRIMARY, Hit, Tier

SPARES = 3


class Chosen(NamedTuple):
    """The hits that are read, and those that stand in for what cannot be read, in order."""

    picks: tuple[Hit, ...]
    spares: tuple[Hit, ...]


def choose(
    hits: Iterable[Hit], max_sources: int, tier_of: Callable[[Hit], Tier], in_range: Callable[[str], bool]
) -> Chosen:
    """The best ranked hit of each registrable domain, by kind of site and rank.

    `in_range` says whether a hit of this date ("" without one) may count.
    """
    best: dict[str, Hit] = {}
    for hit in sorted(hits, key=lambda each: each.rank):
        if in_range(hit.published):
            best.setdefault(hit.domain, hit)
    ordered = sorted(best.values(), key=lambda hit: (_CLASS.get(tier_of(hit), 0), hit.rank))
    return Chosen(tuple(ordered[:max_sources]), tuple(ordered[max_sources : max_sources + SPARES]))


_CLASS: dict[Tier, int] = {**dict.fromkeys(PRIMARY, 0), "unknown": 1, "aggregator": 2}


def in_time(published: str, earliest: str) -> bool:
    """Whether a date may lie in a time range that begins on a day (ISO, "" for any); an unknown one may.

    `published` is an ISO date, perhaps only a month or a year: then any day of it counts.

    >>> in_time("2026-03", "2026-03-08"), in_time("2025", "2026-03-08")
    (True, False)
    """
    return not published or published[:10] >= earliest[: len(published[:10])]
