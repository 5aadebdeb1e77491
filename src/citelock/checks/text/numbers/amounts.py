"""Compares two amounts: equal, rounded, bounded, converted, or contradicting (numbers.md, section 4).

The rules are asked in the order of the table; the first that accepts gives its verdict. Amounts of different
units meet in `conversion` (`units.py`), shares and per cent in `shares.py`.
"""

from __future__ import annotations

from decimal import Decimal

from citelock.checks.text.numbers.beside import is_falling
from citelock.checks.text.numbers.decimals import ONE, TEN, is_near, roundings, times, trailing_step
from citelock.checks.text.numbers.number import Hedge, Kind, Number
from citelock.checks.text.numbers.shares import Percent, percent_of, share_verdict
from citelock.checks.text.numbers.units import conversion
from citelock.checks.text.numbers.verdict import COARSE, Verdict, verdict

# Constants of the rules version, taken over from the cases (numbers.md, section 4).
CLOSE = 5  # per cent: a rounding nobody need look at
NEARLY = 10  # per cent: what "about" and "more than" may be off
_UPPER, _LOWER = frozenset("<≤"), frozenset(">≥")
_SIGNS = _UPPER | _LOWER


def compare(claim: Number, quote: Number) -> Verdict | None:
    """What an amount of the quotation does for one of the claim; None if it has nothing to do with it."""
    if not claim.readings or not quote.readings:
        return None
    if _is_other_year(claim, quote):
        return None
    percent = percent_of(claim, quote)
    if percent is Percent.SAME and claim.unit is not None and quote.unit is not None:
        factor = conversion(claim.unit, quote.unit)
        if factor is None:
            return verdict("conflict", quote) if _are_equal(claim, quote) else None
        if factor != ONE:
            found = _converted(claim, quote, factor)
            return found or (verdict("conflict", quote) if _are_equal(claim, quote) else None)
    elif percent is not Percent.SAME:
        return share_verdict(claim, quote, percent)
    return _signed(claim, quote, _same_unit(claim, quote))


def _is_other_year(claim: Number, quote: Number) -> bool:
    """Whether one of the two is a year and the other an amount: 2023 and 2,023."""
    for year, amount in ((claim, quote), (quote, claim)):
        if year.year == 2 and (
            amount.is_grouped or amount.unit or amount.factor != ONE or amount.kind is Kind.FOLD
        ):
            return True
    return False


def _are_equal(claim: Number, quote: Number) -> bool:
    return any(value == other for value in claim.readings for other in quote.readings)


def _converted(claim: Number, quote: Number, factor: Decimal) -> Verdict | None:
    """Equal once the unit is converted, at the precision of the claim."""
    for value, step in zip(claim.readings, claim.steps, strict=True):
        for other in quote.readings:
            there = times(other, factor)
            if value == there or (value in roundings(there, step) and is_near(value, there, CLOSE)):
                return _signed(claim, quote, verdict("unit_conversion", quote))
    return None


def _signed(claim: Number, quote: Number, found: Verdict | None) -> Verdict | None:
    """The verdict once the signs are looked at: a lost one is a warning, any other change an error."""
    if found is None or (claim.sign == "-") == (quote.sign == "-"):
        return found
    if not claim.value and not quote.value:
        return found
    if claim.sign == "-":
        return found if quote.sign == "" and is_falling(quote.around) else verdict("conflict", quote)
    if claim.sign == "+":
        return verdict("conflict", quote)
    if is_falling(claim.around):
        return found
    lost = verdict("sign_lost", quote)
    return found if found.rank > lost.rank else lost


def _same_unit(claim: Number, quote: Number) -> Verdict | None:
    """The rules for amounts of one unit, or where one side names none."""
    relation = _related(claim, quote)
    if relation is not None:
        return relation if relation.rule else None
    equal = equal_verdict(claim, quote)
    if equal is not None:
        return equal
    if claim.year == 2 or (claim.year == 1 and not claim.noun):
        return None  # exact only
    if claim.hedge in (Hedge.LOWER, Hedge.UPPER) or claim.relation in _SIGNS:
        return _bounded(claim, quote)
    return rounded(claim, quote) or _approximate(claim, quote)


def equal_verdict(claim: Number, quote: Number) -> Verdict | None:
    """Equal values in any reading, with a note where the reading had to be chosen."""
    for at, value in enumerate(claim.readings):
        for other_at, other in enumerate(quote.readings):
            if value == other:
                chosen = bool(at or other_at) or bool(claim.mark and quote.mark and claim.mark != quote.mark)
                return verdict(_manner(claim, quote), quote, is_ambiguous=chosen)
    return None


def _manner(claim: Number, quote: Number) -> str:
    if claim.is_spelled != quote.is_spelled:
        return "words"
    if claim.factor != quote.factor:
        return "magnitude"
    return "equal" if claim.written == quote.written else "format"


def rounded(claim: Number, quote: Number) -> Verdict | None:
    """The claim is the quotation's value rounded half up or half even at the claim's own step."""
    for value, step in zip(claim.readings, claim.steps, strict=True):
        for other, finer in zip(quote.readings, quote.steps, strict=True):
            if step > finer and value in roundings(other, step):
                return verdict("rounded" if is_near(value, other, CLOSE) else "coarse", quote)
    return None


def _approximate(claim: Number, quote: Number) -> Verdict | None:
    """A claim that says "about": its step may grow to its trailing zeros."""
    if claim.hedge is not Hedge.ABOUT:
        return None
    for value, first in zip(claim.readings, claim.steps, strict=True):
        last = max(first, trailing_step(value))
        step = first
        while step <= last:
            for other in quote.readings:
                if value in roundings(other, step) and is_near(value, other, NEARLY):
                    return verdict("approx", quote)
            step = times(step, TEN)
    return None


def _bounded(claim: Number, quote: Number) -> Verdict | None:
    """A claim that says "more than" or "nearly": the quotation's value lies on the right side of it."""
    if claim.relation and claim.variable and claim.variable != quote.variable:
        return None
    if quote.year == 2 or quote.kind is not claim.kind:
        return None
    is_lower = claim.hedge is Hedge.LOWER or claim.relation in _LOWER
    if claim.relation:
        return verdict("inequality", quote) if _lies(quote.value, claim.value, is_lower) else None
    for value in claim.readings:
        for other in quote.readings:
            if _lies(other, value, is_lower) and is_near(value, other, NEARLY):
                return verdict("bound", quote)
    # Far away only the usual readings count: 4,100 is not "almost 4,000" for being 4.1 in another country.
    return verdict("bound", quote, COARSE) if _lies(quote.value, claim.value, is_lower) else None


def _lies(value: Decimal, bound: Decimal, is_lower: bool) -> bool:
    return value > bound if is_lower else value < bound


_NOTHING = Verdict("", "", None)  # nothing can be said for the claim, whatever the values


def _direction(number: Number) -> str:
    if number.relation in _UPPER:
        return "upper"
    if number.relation in _LOWER:
        return "lower"
    if number.hedge is Hedge.UPPER:
        return "upper"
    return "lower" if number.hedge is Hedge.LOWER else ""


def _related(claim: Number, quote: Number) -> Verdict | None:
    """What the bounds on both sides say before the values are compared; None if nothing."""
    ours, theirs = _direction(claim), _direction(quote)
    if not ours and not theirs:
        return None
    equal = _are_equal(claim, quote)
    if ours and theirs and ours != theirs:
        return verdict("conflict", quote) if equal else _NOTHING
    is_said_exactly = claim.relation == "=" or (claim.variable and claim.variable == quote.variable)
    if quote.relation in _SIGNS and not ours and equal and is_said_exactly:
        return verdict("conflict", quote)
    if claim.relation in ("<", ">") and quote.relation == "=" and equal:
        return verdict("conflict", quote)
    if claim.relation in ("≤", "≥") and quote.relation == "=" and equal:
        return verdict("inequality", quote)
    return None
