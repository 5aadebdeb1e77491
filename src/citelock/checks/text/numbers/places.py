"""Where a number stands: the words around it, the quotation's number at the same place (numbers.md, 4, 6).

A claim that repeats the quotation with one figure changed must not be excused by another figure that happens
to round to it, or by a sum of two.
"""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.text.numbers.number import Kind, Number
from citelock.checks.text.numbers.overflow import MOST, split, tokens
from citelock.checks.text.numbers.parse import parse
from citelock.checks.text.numbers.prepare import Prepared, prepare
from citelock.checks.text.numbers.shares import Percent, percent_of

_AROUND = 8  # characters on each side; fewer only where the text begins or ends
_FEWEST = 3  # letters among them: punctuation alone says nothing of a place
_LONE = (  # a tuple: members of an Enum are slow to hash
    Kind.PLAIN, Kind.FOLD, Kind.FRACTION, Kind.ORDINAL, Kind.DECADE, Kind.HEADED, Kind.DATE, Kind.TIME,
)  # fmt: skip


class Places:
    """The numbers of the own quotation and the text around each, beside the claim's."""

    def __init__(self, claim: Prepared, fragments: Sequence[str], *, weak: bool) -> None:
        self._claim = claim
        self._fragments: list[Prepared] = []
        self._rests: list[str] = []
        self.held: list[Number] = []
        self._of: list[int] = []  # the fragment of each
        for at, fragment in enumerate(fragments):
            read, rest = split(fragment)
            prepared = prepare(read)
            found = parse(prepared, weak=weak)[:MOST]
            self._fragments.append(prepared)
            self.held += found
            self._of += [at] * len(found)
            if rest:
                self._rests.append(rest)

    def holds_beyond(self, number: Number) -> bool:
        """Whether a quotation too long to be read has the number, as written, in its rest."""
        return bool(self._rests) and number.written in tokens(self._rests)

    def counterparts(self, number: Number) -> list[Number]:
        """The numbers of the quotation that stand between the same characters as this one of the claim."""
        before, behind = _around(self._claim.text, number)
        if sum(map(str.isalpha, before + behind)) < _FEWEST:
            return []
        found = []
        for at, held in zip(self._of, self.held, strict=True):
            text = self._fragments[at].text
            if text[held.end : held.end + _AROUND].casefold() != behind:
                continue  # so it is with most
            if held.kind in _LONE and _around(text, held)[0] == before:
                found.append(held)
        return found

    def nearest(self, number: Number) -> Number | None:
        """The number of the quotation that a person would compare: at the same place or of the same kind."""
        there = self.counterparts(number)
        if there:
            return there[0]
        alike = [
            held
            for held in self.held
            if held.kind is number.kind and percent_of(number, held) is Percent.SAME
        ]
        same_unit = [held for held in alike if (held.unit is None) == (number.unit is None)]
        if number.unit is not None:
            same_unit = [
                held for held in same_unit if held.unit and held.unit.dimension == number.unit.dimension
            ]
        candidates = same_unit or alike
        if not candidates or not number.readings:
            return candidates[0] if candidates else None
        return min(
            candidates, key=lambda held: abs(held.value - number.value) if held.readings else number.value
        )


def _around(text: str, number: Number) -> tuple[str, str]:
    start, end = number.start, number.end
    return text[max(0, start - _AROUND) : start].casefold(), text[end : end + _AROUND].casefold()
