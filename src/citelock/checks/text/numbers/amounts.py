"""Compares two amounts: equal, rounded, bounded, converted, or contradicting (numbers.md, section 4).

The rules are asked in the order of the table; the first that accepts gives its verdict. Amounts of different
units meet in `conversion` (`units.py`), shares and per cent in `shares.py`.
"""

from __future__ import annotations

from decimal import Decimal

from citelock.checks.text.numbers.beside import is_falling, stands_as_year
from citelock.checks.text.numbers.decimals import ONE, TEN, is_near, roundings, times, trailing_step
from citelock.checks.text.numbers.number import Hedge, Kind, Number
from citelock.checks.text.numbers.shares import Percent, as_basis_points, percent_of, share_verdict
from citelock.checks.text.numbers.units import conversion, is_doubtful_dollar
from citelock.checks.text.numbers.verdict import COARSE, Verdict, verdict

# Constants of the rules version, taken over from the cases (numbers.md, section 4).
CLOSE = 5  # per cent: a rounding nobody need look at
NEARLY = 10  # per cent: what "about" and "more than" may be off
_UPPER, _LOWER = frozenset("<≤"), frozenset(">≥")
_SIGNS = _UPPER | _LOWER
_BOUNDS = (Hedge.LOWER, Hedge.UPPER, Hedge.OVER)


def compare(claim: Number, quote: Number) -> Verdict | None:
    """What an amount of the quotation does for one of the claim; None if it has nothing to do with it."""
    if not claim.readings or not quote.readings:
        return None
    if _is_other_year(claim, quote):
        return None
    if claim.unit is not None and quote.unit is not None:
        ours, theirs = claim.unit, quote.unit
        claim, quote = as_basis_points(claim, theirs), as_basis_points(quote, ours)
    percent = percent_of(claim, quote)
    if percent is Percent.SAME and claim.unit is not None and quote.unit is not None:
        factor = conversion(claim.unit, quote.unit)
        if factor is None:
            return verdict("conflict", quote) if _are_equal(claim, quote) else None
        if factor != ONE:
            found = _converted(claim, quote, factor)
            return found or (verdict("conflict", quote) if _are_equal(claim, quote) else None)
        if is_doubtful_dollar(claim.unit, quote.unit):
            return at_best(verdict("unit_differs", quote), _signed(claim, quote, _same_unit(claim, quote)))
    elif percent is not Percent.SAME:
        return share_verdict(claim, quote, percent)
    return _signed(claim, quote, _same_unit(claim, quote))


def _is_other_year(claim: Number, quote: Number) -> bool:
    """Whether one of the two is a year and the other an amount: 2023 and 2,023."""
    if not claim.year and not quote.year:
        return False
    for year, amount in ((claim, quote), (quote, claim)):
        if year.year == 2 and (
            amount.is_grouped or amount.unit or amount.factor != ONE or amount.kind is Kind.FOLD
        ):
            return True
        if amount.is_grouped and stands_as_year(year.year, year.lead) and not _count_alike(year, amount):
            return True
    return False


def _count_alike(one: Number, other: Number) -> bool:
    """Whether what looks like a year may count what the other number counts: in 2000 rural homes."""
    return (
        one.noun == other.noun
        or one.lead == other.lead
        or one.language != other.language
        or bool(other.noun and other.noun in one.around[1].lower())
    )


def at_best(limit: Verdict, found: Verdict | None) -> Verdict | None:
    """What was found, or the limit where that would be better than the limit allows."""
    return limit if found is not None and found.rank < limit.rank else found


def _are_equal(claim: Number, quote: Number) -> bool:
    ours, theirs = claim.readings, quote.readings
    if len(ours) == len(theirs) == 1:  # nearly always
        return ours[0] == theirs[0]
    return any(value == other for value in ours for other in theirs)


def _converted(claim: Number, quote: Number, factor: Decimal) -> Verdict | None:
    """Equal once the unit is converted, at the precision of the claim."""
    for value, step in zip(claim.readings, claim.steps, strict=True):
        for other in quote.readings:
            there = times(other, factor)
            if value == there or (value in roundings(there, step) and is_near(value, there, CLOSE)):
                return _signed(claim, quote, verdict("unit_conversion", quote))
    if claim.hedge is Hedge.NONE:
        return None
    readings, steps = (
        tuple(times(value, factor) for value in values) for values in (quote.readings, quote.steps)
    )
    found = _same_unit(claim, quote._replace(readings=readings, steps=steps))
    if found is None or not found.rule or found.rule == "conflict":
        return None
    converted = verdict("unit_conversion", quote)
    return _signed(claim, quote, found._replace(number=quote) if found.rank > converted.rank else converted)


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
    return at_best(verdict("sign_lost", quote), found)


def _same_unit(claim: Number, quote: Number) -> Verdict | None:
    """The rules for amounts of one unit, or where one side names none."""
    relation = _related(claim, quote)
    if relation is not None:
        return relation if relation.rule else None
    equal = equal_verdict(claim, quote)
    if equal is not None:
        return equal
    is_bound = claim.hedge in _BOUNDS or claim.relation in _SIGNS
    if claim.year == 2 or (claim.year == 1 and not claim.noun and not is_bound):
        return None  # exact only, "around 2000" too
    if is_bound:
        return _bounded(claim, quote)
    if stands_as_year(quote.year, quote.lead):
        return None  # around 2000 people are not those of 1962
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
    if stands_as_year(quote.year, quote.lead) or quote.kind is not claim.kind:
        return None
    is_lower = claim.hedge in (Hedge.LOWER, Hedge.OVER) or claim.relation in _LOWER
    if claim.relation:
        return verdict("inequality", quote) if _lies(quote.value, claim.value, is_lower) else None
    for value in claim.readings:
        for other in quote.readings:
            if _lies(other, value, is_lower) and is_near(value, other, NEARLY):
                return verdict("bound", quote, COARSE if claim.hedge is Hedge.OVER else None)
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
