"""The claim and its quotations as read once for all its citations (numbers.md, sections 1 and 8.5).

A claim with many citations is asked for each of them, and each asks about all the others. Which quotation
serves a number best is the same for all: the best two of different citations answer for every one.
"""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.text.numbers.lines import Quotations
from citelock.checks.text.numbers.number import Number
from citelock.checks.text.numbers.overflow import MOST, split, tokens
from citelock.checks.text.numbers.parse import parse
from citelock.checks.text.numbers.prepare import Prepared, prepare
from citelock.checks.text.numbers.supports import best_of, support
from citelock.checks.text.numbers.verdict import Verdict

Standing = tuple[int, int, Verdict]  # rank, index of the citation, what its quotation does for the number
_TWO, _SMALL = 2, 4  # up to the latter `one`, `second` or `double` may support a number


class Reading:
    """The numbers of a claim, and for each the two quotations that serve it best."""

    def __init__(self, claim: str, quotations: Sequence[tuple[int, Sequence[str]]]) -> None:
        read, rest = split(claim)
        self.claim: Prepared = prepare(read)
        self.wanted: list[Number] = parse(self.claim)[:MOST]
        self.beyond = tokens([rest]) if rest else {}
        # Whether a number is small enough to be supported by `one`, `second` or `double`.
        self.asks_for_weak = False
        for number in self.wanted:
            for value in number.readings:
                if value <= _SMALL:
                    self.asks_for_weak = True
        self._quotations = quotations
        self._standings: list[list[Standing]] | None = None

    def elsewhere(self, at: int, own: int | None) -> Standing | None:
        """The quotation that serves the number of that place best, the citation `own` left out."""
        if not self._quotations:
            return None
        if self._standings is None:
            self._standings = self._compared()
        return next((standing for standing in self._standings[at] if standing[1] != own), None)

    def _compared(self) -> list[list[Standing]]:
        """The best two for each number; one is read after another, and no more than one is held."""
        best: list[list[Standing]] = [[] for _ in self.wanted]
        for index, fragments in self._quotations:
            held = [
                number for fragment in fragments for number in read_numbers(fragment, weak=self.asks_for_weak)
            ]
            if not held:
                continue
            for number, standings in zip(self.wanted, best, strict=True):
                if len(standings) == _TWO and not standings[-1][0]:
                    continue  # none is better than two that agree as written
                found = best_of(support(number, held))
                if found is not None:
                    standings.append((found.rank, index, found))
                    standings.sort(key=_by_rank)
                    del standings[_TWO:]
        return best


def _by_rank(standing: Standing) -> tuple[int, int]:
    return standing[:2]


def read_numbers(text: str, *, weak: bool = False) -> list[Number]:
    """The numbers of a text, in its order, as far as it is read."""
    return parse(prepare(split(text)[0]), weak=weak)[:MOST]


def reading_of(claim: str, quotations: Quotations) -> Reading:
    """The reading of the claim, kept with its quotations."""
    kept = quotations.reading
    if not isinstance(kept, Reading):
        kept = quotations.reading = Reading(claim, quotations.of)
    return kept
