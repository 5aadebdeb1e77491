"""Pass (d), the search: a place for each part of an elided quote, in order, and what stands between them.

It knows places and gaps; what a gap means for the verdict is judged in `elided.py` (quotes.md, section 6).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from citelock.checks.named import NamedTuple
from citelock.checks.text.patterns import late
from citelock.checks.text.quick import Hit
from citelock.checks.text.signals import signal

GAP_QUIET = 200  # characters: a marked omission up to here is still one thought
GAP_MOST = 600  # about four sentences: beyond, two statements get welded
_AROUND = 300  # characters on either side by which the language is told
TOTAL_MOST = 1_200  # characters hidden by all ellipses of one quote

_PARAGRAPH = late(r"\n[^\S\n]*\n|\f|(?<=[.!?:;。！？；])[\"'”’»)\]]*[^\S\n]*\n")
_WRAPPED = 120  # characters: lines up to here may be hard-wrapped, so that their ends say nothing


class Chain(NamedTuple):
    """One place for each fragment, in order; `total` counts the characters that the ellipses hide."""

    hits: tuple[Hit, ...]
    total: int
    widest: int


def best_chain(places: Sequence[Sequence[Hit]]) -> Chain | None:
    """The chain to judge: the leftmost first fragment, then the least hidden text.

    Chains within the limits go before those beyond; None if no order-keeping chain exists at all.
    """
    for chain in _shortest(places):
        if chain is not None and chain.total <= TOTAL_MOST:
            return chain
    # A chain from a later first place would be one from the first of all as well.
    return _any_from(places[0][0], places[1:]) if places[0] else None


def _shortest(places: Sequence[Sequence[Hit]]) -> list[Chain | None]:
    """For each place of the first part the shortest chain without a gap beyond GAP_MOST.

    Goes from the last part to the first, so that each place is looked at once: three repeated sentences and
    an ellipsis between any two words make thousands of chains.
    """
    chains: list[Chain | None] = [Chain((hit,), 0, 0) for hit in places[-1]]
    for number in range(len(places) - 2, -1, -1):
        starts = [hit.start for hit in places[number + 1]]
        longer: list[Chain | None] = []
        for hit in places[number]:
            best: Chain | None = None
            for rest in chains[bisect_left(starts, hit.end) : bisect_right(starts, hit.end + GAP_MOST)]:
                if rest is None:
                    continue
                gap = rest.hits[0].start - hit.end
                total, widest = rest.total + gap, max(rest.widest, gap)
                if best is None or (total, widest) < (best.total, best.widest):
                    best = Chain((hit, *rest.hits), total, widest)
            longer.append(best)
        chains = longer
    return chains


def _any_from(first: Hit, rest: Sequence[Sequence[Hit]]) -> Chain | None:
    """A chain in order, however far: the earliest end, and the parts between as near to it as they stand."""
    hits = [first]
    for places in rest:
        following = next((hit for hit in places if hit.start >= hits[-1].end), None)
        if following is None:
            return None
        hits.append(following)
    for number in range(len(hits) - 2, 0, -1):
        fitting = [hit for hit in rest[number - 1] if hit.end <= hits[number + 1].start]
        hits[number] = max(fitting, key=lambda hit: hit.start)
    gaps = [later.start - earlier.end for earlier, later in pairwise(hits)]
    return Chain(tuple(hits), sum(gaps), max(gaps, default=0))


def hidden_signal(text: str, start: int, end: int) -> str | None:
    """The negation or limiter between two fragments, or None."""
    return signal(text[start:end], text[max(0, start - _AROUND) : end + _AROUND])


def crosses_paragraph(text: str, start: int, end: int) -> bool:
    """True if a paragraph or page ends between the two fragments."""
    for match in _PARAGRAPH.finditer(text, start, end):
        if "\f" in match[0] or match[0].count("\n") > 1:
            return True
        before = match.end() - 1 - (text.rfind("\n", 0, match.end() - 1) + 1)
        following = text.find("\n", match.end())
        after = (following if following >= 0 else len(text)) - match.end()
        if before > _WRAPPED or after > _WRAPPED or before < _WRAPPED // 3:
            return True
    return False
