"""Shares in their several forms: 2 of 3, 2/3, 0.67, 67 %, 6.7 ‰, 5 points (numbers.md, section 4).

A share against per cent is a conversion that a person should see; per cent against a counted thing is a
contradiction.
"""

from __future__ import annotations

from decimal import Decimal
from enum import Enum

from citelock.checks.text.numbers.decimals import CONTEXT, HUNDRED, ONE, ZERO, is_near, roundings, times
from citelock.checks.text.numbers.number import Hedge, Kind, Number
from citelock.checks.text.numbers.units import Unit
from citelock.checks.text.numbers.units_lookup import by_name
from citelock.checks.text.numbers.verdict import COARSE, Verdict, verdict

_CLOSE, _NEARLY = 5, 10  # per cent; see amounts.py
_MOST_IN_SHARE = 10**9
PERCENT, POINTS = "per cent", "points"


class Percent(Enum):
    """Which of the two amounts is in per cent."""

    SAME = "both or neither"
    POINTS = "one in per cent, one in points"
    CLAIM = "the claim's only"
    QUOTE = "the quotation's only"


_SAME = Percent.SAME  # members of an Enum are slow to ask for


def percent_of(claim: Number, quote: Number) -> Percent:
    """How the two amounts stand to one another as shares."""
    if claim.unit is quote.unit:  # mostly none
        return _SAME
    ours, theirs = _dimension(claim.unit), _dimension(quote.unit)
    if ours == theirs or (not ours and claim.unit is not None) or (not theirs and quote.unit is not None):
        return _SAME
    if ours and theirs:
        return Percent.POINTS
    return Percent.CLAIM if ours else Percent.QUOTE


def as_basis_points(number: Number, beside: Unit) -> Number:
    """The number with its `bp` read as basis points, if the unit it meets is a share; else as it is."""
    if number.unit is None or number.unit.name != "bp" or beside.dimension not in (PERCENT, POINTS):
        return number
    return number._replace(unit=Unit(*by_name("basis point")))


def _dimension(unit: Unit | None) -> str:
    return unit.dimension if unit is not None and unit.dimension in (PERCENT, POINTS) else ""


def share_verdict(claim: Number, quote: Number, percent: Percent) -> Verdict | None:
    """The verdict on two amounts of which one is in per cent and the other in points, or bare."""
    if percent is Percent.POINTS:
        return _in_points(claim, quote)
    bare, per_cent = (quote, claim) if percent is Percent.CLAIM else (claim, quote)
    if _is_share(bare):
        unit = per_cent.unit
        assert unit is not None
        factor = HUNDRED if percent is Percent.CLAIM else CONTEXT.divide(ONE, HUNDRED)
        scale = unit.scale
        # A share in per cent of another unit (‰, basis points) is that many of it.
        factor = CONTEXT.divide(factor, scale) if percent is Percent.CLAIM else times(factor, scale)
        if _agrees(claim, tuple(times(value, factor) for value in quote.readings)):
            return verdict("share", quote)
    if not _same(claim, quote):
        return None
    if claim.year == 2 or quote.year == 2:
        return None
    return verdict("conflict" if bare.noun else "unit_differs", quote)


def _in_points(claim: Number, quote: Number) -> Verdict | None:
    """Per cent against points: another thing of the same size, but a basis point is a way to write 0.01 %."""
    assert claim.unit is not None
    assert quote.unit is not None
    factor = CONTEXT.divide(quote.unit.scale, claim.unit.scale)
    agrees = _agrees(claim, tuple(times(value, factor) for value in quote.readings))
    if factor != ONE:
        return verdict("share", quote) if agrees else None
    if agrees or _is_hedged_near(claim, claim.value, quote.value):
        return verdict("unit_differs", quote)
    return None


def _is_share(number: Number) -> bool:
    """Whether a bare number may be a share: a decimal fraction up to one."""
    return number.kind is Kind.PLAIN and ZERO < number.value <= ONE and number.steps[0] < ONE


def _same(claim: Number, quote: Number) -> bool:
    """Equal, or rounded at the claim's step."""
    return _agrees(claim, quote.readings)


def _agrees(claim: Number, values: tuple[Decimal, ...]) -> bool:
    for value, step in zip(claim.readings, claim.steps, strict=True):
        for other in values:
            if value == other or (value in roundings(other, step) and is_near(value, other, _CLOSE)):
                return True
    return False


def fraction_verdict(claim: Number, quote: Number) -> Verdict | None:
    """A fraction of the claim against an amount or a fraction of the quotation."""
    assert claim.part is not None
    top, bottom = map(Decimal, claim.part)
    if quote.part is not None:
        if claim.part == quote.part:
            rule = "words" if claim.is_spelled != quote.is_spelled else "equal"
            return verdict(rule if claim.written == quote.written or rule == "words" else "format", quote)
        crossed = times(top, Decimal(quote.part[1])) == times(bottom, Decimal(quote.part[0]))
        return verdict("share", quote) if crossed else None
    if not quote.readings or quote.kind is not Kind.PLAIN or not bottom:
        return None
    in_percent = _dimension(quote.unit) == PERCENT
    value = CONTEXT.divide(top, bottom)
    if in_percent:
        assert quote.unit is not None
        value = CONTEXT.divide(times(value, HUNDRED), quote.unit.scale)
    elif quote.value == value:
        return verdict("words" if claim.is_spelled else "format", quote)
    other, step = quote.readings[0], quote.steps[0]
    if not in_percent and step >= ONE:
        return None
    if other in roundings(value, step):
        return verdict("share", quote)
    return _hedged(claim, value, other, quote)


def amount_of_fraction(claim: Number, quote: Number) -> Verdict | None:
    """An amount of the claim against a fraction of the quotation."""
    assert quote.part is not None
    top, bottom = map(Decimal, quote.part)
    if not claim.readings or not bottom or claim.kind is not Kind.PLAIN:
        return None
    value = CONTEXT.divide(top, bottom)
    if _dimension(claim.unit) == PERCENT:
        assert claim.unit is not None
        value = CONTEXT.divide(times(value, HUNDRED), claim.unit.scale)
        agrees = _agrees(claim, (value,)) or _is_hedged_near(claim, claim.value, value)
        return verdict("share", quote) if agrees else None
    if claim.value == value:
        return verdict("words" if quote.is_spelled else "format", quote)
    if claim.steps[0] < ONE and claim.value in roundings(value, claim.steps[0]):
        return verdict("share", quote)
    return None


def pair_verdict(claim: Number, first: Number, total: Decimal) -> Verdict | None:
    """A claim against "2 of 3" in the quotation."""
    if not first.readings or not total:
        return None
    first = first._replace(written=first.whole)
    if claim.part is not None:
        top, bottom = map(Decimal, claim.part)
        if (top, bottom) == (first.value, total):
            return verdict("words" if claim.is_spelled else "format", first)
        crossed = times(top, total) == times(bottom, first.value)
        return verdict("share", first) if crossed else None
    value = CONTEXT.divide(first.value, total)
    if _dimension(claim.unit) == PERCENT and claim.readings:
        assert claim.unit is not None
        value = CONTEXT.divide(times(value, HUNDRED), claim.unit.scale)
        agrees = _agrees(claim, (value,)) or _is_hedged_near(claim, claim.value, value)
        return verdict("share", first) if agrees else None
    if _is_share(claim) and claim.unit is None and claim.value in roundings(value, claim.steps[0]):
        return verdict("share", first)
    return None


def share_of_pair(first: Number, total: Decimal, quote: Number) -> Verdict | None:
    """The claim's "2 of 3" against an amount or a fraction of the quotation."""
    if not first.readings or not total or first.value > _MOST_IN_SHARE or total > _MOST_IN_SHARE:
        return None
    if first.value != first.value.to_integral_value() or total != total.to_integral_value():
        return None
    as_fraction = first._replace(part=(int(first.value), int(total)), kind=Kind.FRACTION)
    found = fraction_verdict(as_fraction, quote)
    return found if found is None or found.code else verdict("share", quote)


def _hedged(claim: Number, value: Decimal, other: Decimal, quote: Number) -> Verdict | None:
    """A hedged share (about a third, more than half) against one near it or on its right side."""
    if claim.hedge is Hedge.ABOUT:
        return verdict("share", quote) if is_near(value, other, _NEARLY) else None
    if (claim.hedge is Hedge.LOWER and other > value) or (claim.hedge is Hedge.UPPER and other < value):
        return verdict(
            "share" if is_near(value, other, _NEARLY) else "bound",
            quote,
            None if is_near(value, other, _NEARLY) else COARSE,
        )
    return None


def _is_hedged_near(claim: Number, value: Decimal, other: Decimal) -> bool:
    near = is_near(value, other, _NEARLY)
    if claim.hedge is Hedge.ABOUT:
        return near
    return near and (
        (claim.hedge is Hedge.LOWER and other > value) or (claim.hedge is Hedge.UPPER and other < value)
    )
