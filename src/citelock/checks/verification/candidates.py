"""Without a model: the sentences that come nearest to a claim, for a person to read (verify.md, 4)."""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.verification.passages import Passage, apart, best_first, passages_of, wanted_of
from citelock.checks.verification.values import Source

OF_A_PAGE, IN_ALL = 2, 8


def candidates(claim: str, sources: Sequence[Source]) -> tuple[Passage, ...]:
    """At most two passages of a page and eight in all, the best first; ties by source and place."""
    wanted = wanted_of(claim)
    chosen: list[Passage] = []
    every = (passage for source in sources for passage in passages_of(source))
    for _, passage in best_first(every, wanted):
        of_page = [each for each in chosen if each.source.id == passage.source.id]
        if len(of_page) < OF_A_PAGE and apart(of_page, passage):
            chosen.append(passage)
        if len(chosen) == IN_ALL:
            break
    return tuple(chosen)
