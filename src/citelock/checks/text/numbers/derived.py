"""Numbers a quotation does not hold but yields: sum, difference, relative change (numbers.md, section 4).

Never silent, and never for small whole numbers, which arithmetic meets by chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from citelock.checks.text.numbers.decimals import CONTEXT, HUNDRED, ONE, ZERO, roundings, times
from citelock.checks.text.numbers.number import Kind, Number
from citelock.checks.text.numbers.shares import PERCENT, POINTS
from citelock.checks.text.numbers.units import conversion
from citelock.checks.text.numbers.verdict import DERIVED, Verdict

_MOST_PARTS = 12
_SMALL = 10  # "3 - 2 = 1" would excuse the score 3-1 for "3 goals to 2" (n180)


def derive(claim: Number, quotes: Sequence[Number]) -> Verdict | None:
    """How the claim's number follows from two or all of the quotation's; None if it does not."""
    if (
        claim.kind is not Kind.PLAIN
        or not claim.readings
        or claim.year == 2
        or (claim.year == 1 and not claim.noun)
    ):
        return None
    in_percent = claim.unit is not None and claim.unit.dimension in (PERCENT, POINTS)
    if claim.value <= _SMALL and claim.steps[0] >= ONE and not in_percent:
        return None
    parts = [quote for quote in quotes if quote.kind is Kind.PLAIN and quote.readings and quote.year != 2]
    if not 2 <= len(parts) <= _MOST_PARTS or not all(_alike(parts[0], part) for part in parts[1:]):
        return None
    formula = ""
    if _comparable(claim, parts[0]):
        formula = _of_pairs(claim, parts) or _of_all(claim, parts)
    if not formula and in_percent and not _is_percent(parts[0]):
        formula = _change(claim, parts)
    return Verdict("derived", DERIVED, None, formula=formula) if formula else None


def _is_percent(number: Number) -> bool:
    return number.unit is not None and number.unit.dimension in (PERCENT, POINTS)


def _alike(first: Number, other: Number) -> bool:
    if first.unit is None or other.unit is None:
        return first.unit is None and other.unit is None
    return conversion(first.unit, other.unit) == ONE


def _comparable(claim: Number, part: Number) -> bool:
    """Whether the claim is in the unit of the parts; a difference of per cent may be in points."""
    if _is_percent(claim) or _is_percent(part):
        return _is_percent(claim) and _is_percent(part)
    return claim.unit is None or part.unit is None or conversion(claim.unit, part.unit) == ONE


def _signed(number: Number) -> Decimal:
    return -number.value if number.sign == "-" else number.value


def _of_pairs(claim: Number, parts: Sequence[Number]) -> str:
    for at, first in enumerate(parts):
        for second in parts[at + 1 :]:
            one, two = _signed(first), _signed(second)
            if CONTEXT.add(one, two) == claim.value:
                return f"{first.written} + {second.written}"
            difference = CONTEXT.subtract(one, two)
            if difference.copy_abs() == claim.value:
                high, low = (first, second) if difference > ZERO else (second, first)
                return f"{high.written} - {low.written}"
    return ""


def _of_all(claim: Number, parts: Sequence[Number]) -> str:
    total = ZERO
    for part in parts:
        total = CONTEXT.add(total, _signed(part))
    return " + ".join(part.written for part in parts) if len(parts) > 2 and total == claim.value else ""


def _change(claim: Number, parts: Sequence[Number]) -> str:
    for first in parts:
        for second in parts:
            if first is second or not first.value:
                continue
            change = CONTEXT.divide(CONTEXT.subtract(second.value, first.value), first.value).copy_abs()
            if claim.value in roundings(times(change, HUNDRED), claim.steps[0]):
                return f"({second.written} - {first.written}) / {first.written}"
    return ""
