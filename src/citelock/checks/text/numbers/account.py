"""The account of one claim: what the rules say of its numbers, one by one and together (numbers.md, 1, 5, 6).

It brings together the parser and the rules, looks into the quotations of other citations and at the years of
the record. Codes' sentences are not its business: those are in `rules/number.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from citelock.checks.text.numbers.beside import is_determiner
from citelock.checks.text.numbers.decimals import plain
from citelock.checks.text.numbers.derived import derive
from citelock.checks.text.numbers.lines import Line, Quotations
from citelock.checks.text.numbers.number import Joint, Kind, Number
from citelock.checks.text.numbers.overflow import tokens
from citelock.checks.text.numbers.places import Places
from citelock.checks.text.numbers.quotations import Reading, read_numbers, reading_of
from citelock.checks.text.numbers.supports import best_of, support
from citelock.checks.text.numbers.verdict import (
    ELSEWHERE,
    EQUAL,
    ORDER,
    ROUNDED_RANK,
    SUPPORTED,
    UNSUPPORTED,
    Verdict,
    verdict,
)


def account_of(
    claim: str,
    own: Sequence[str],
    others: Quotations,
    record_years: Collection[int],
    index: int | None = None,
) -> list[Line]:
    """The lines of a claim's ledger; see `ledger`, which has asked the quick look before."""
    reading = reading_of(claim, others)
    lines = []
    if not all(number.is_weak for number in reading.wanted):
        lines = Account(reading, own, record_years, index).lines()
    return lines + _beyond(reading.beyond, own) if reading.beyond else lines


def _beyond(asked: Iterable[str], own: Sequence[str]) -> list[Line]:
    """The lines of numbers too far behind to be read that the quotation does not have as they stand."""
    held = tokens(own)
    return [
        Line(token, token.replace(",", ""), None, None, UNSUPPORTED) for token in asked if token not in held
    ]


def numbers(text: str) -> list[Number]:
    """The numbers of a text, in its order."""
    return read_numbers(text)


class Account:
    """The numbers of one claim against the quotation of one citation and those of the others."""

    def __init__(
        self, reading: Reading, own: Sequence[str], record_years: Collection[int], index: int | None
    ) -> None:
        self._reading = reading
        self._wanted = reading.wanted
        self._index = index
        self._record_years = record_years
        self._places = Places(reading.claim, own, weak=reading.asks_for_weak)
        self._held = self._places.held

    def lines(self) -> list[Line]:
        """The lines; a number that the claim repeats with the same verdict has one."""
        verdicts = [self._own_verdict(at, number) for at, number in enumerate(self._wanted)]
        self._swapped(verdicts)
        lines: dict[Line, None] = {}
        for at, (number, found) in enumerate(zip(self._wanted, verdicts, strict=True)):
            line = self._line(at, number, found) if not number.is_weak else None
            if line is not None:
                lines.setdefault(line)
        return list(lines)

    def _own_verdict(self, at: int, number: Number) -> Verdict | None:
        found = support(number, self._held)
        if len(found) == 1 and found[0].rule == "equal" and not found[0].rank:
            return found[0]
        if (
            at
            and number.total is None
            and self._wanted[at - 1].joint is Joint.OF
            and not any(not each.code for each in found)
        ):
            # The second number of a share is as good as the share.
            found += [each for each in support(self._wanted[at - 1], self._held) if each.rule == "share"]
        best = best_of(found)
        if best is not None and best.rank <= EQUAL:
            return best
        # A figure that stands where the quotation has another one replaced it: only that one counts.
        there = self._places.counterparts(number)
        if there:
            return best_of(support(number, there))
        if best is not None and best.rank <= SUPPORTED:
            return best
        derived = derive(number, self._held)
        return derived if derived is not None and (best is None or derived.rank < best.rank) else best

    def _swapped(self, verdicts: list[Verdict | None]) -> None:
        """Turns equal ends of a from-to pair into a warning where the quotation has them reversed."""
        if len(self._wanted) == 1:
            return
        pairs = [
            (first.readings[:1], second.readings[:1])
            for first, second in zip(self._held, self._held[1:], strict=False)
            if first.joint is Joint.RANGE
        ]
        for at, (first, second) in enumerate(zip(self._wanted, self._wanted[1:], strict=False)):
            ours = (first.readings[:1], second.readings[:1])
            if first.joint is not Joint.RANGE or not all(ours) or ours[0] == ours[1]:
                continue
            if ours in pairs or ours[::-1] not in pairs:
                continue
            for place in (at, at + 1):
                found = verdicts[place]
                if found is not None and found.rank <= EQUAL:
                    verdicts[place] = Verdict("range_swapped", ORDER, found.number)

    def _line(self, at: int, number: Number, found: Verdict | None) -> Line | None:
        if found is None or found.rank > ROUNDED_RANK:
            elsewhere = self._elsewhere(at, number, found)
            if elsewhere is not None:
                return elsewhere
        if found is None or found.rank > SUPPORTED:
            if self._is_record_year(at, number):
                return self._made(number, None, "record_year", verdict("record_year", None).code)
            if number.kind is Kind.IDENTIFIER and found is None:
                return None  # a name the quotation does not speak of
            if (number.kind is Kind.FRACTION or number.kind is Kind.DECADE) and number.is_spelled:
                only = verdict("word_only", None)
                return self._made(number, None, only.rule, only.code)
        if found is None and self._places.holds_beyond(number):
            return self._made(number, number.written, "equal", "")
        if found is None:
            nearest = self._places.nearest(number)
            return self._made(
                number, None, None, UNSUPPORTED, nearest="" if nearest is None else nearest.written
            )
        token = None if found.number is None else found.number.written
        readings: tuple[str, ...] = ()
        if found.is_ambiguous:
            several = number if len(number.readings) > 1 else found.number or number
            readings = tuple(plain(value) for value in several.readings)
        return self._made(number, token, found.rule, found.code, formula=found.formula, readings=readings)

    def _elsewhere(self, at: int, number: Number, own: Verdict | None) -> Line | None:
        """The line of a number that the quotation of another citation supports better."""
        limit = SUPPORTED if own is None or own.rank > SUPPORTED else ROUNDED_RANK
        best = self._reading.elsewhere(at, self._index)
        if best is None or best[0] > limit:
            return None
        token = None if best[2].number is None else best[2].number.written
        return self._made(number, token, "other_citation", ELSEWHERE, other=best[1])

    def _is_record_year(self, at: int, number: Number) -> bool:
        """Whether it is a lone year that the record has as well (numbers.md, section 5)."""
        if (
            not number.year
            or number.joint is not Joint.NONE
            or (at and self._wanted[at - 1].joint is not Joint.NONE)
        ):
            return False
        if number.noun and not is_determiner(number.lead):
            return False
        return int(number.value) in self._record_years

    def _made(
        self, number: Number, token: str | None, rule: str | None, code: str, *,
        other: int | None = None, formula: str = "", readings: tuple[str, ...] = (), nearest: str = "",
    ) -> Line:  # fmt: skip
        unit = number.unit.name if number.unit is not None and number.is_shared else ""
        return Line(number.written, number.normal, token, rule, code, other, formula, unit, readings, nearest)
