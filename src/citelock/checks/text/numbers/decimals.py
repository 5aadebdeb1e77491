"""Exact arithmetic for the numbers of a text: one context, no traps, no float (numbers.md, introduction).

What is too long to be a figure (`LONGEST` digits, exponents beyond `LARGEST`) gets no value at all, so that
no
hostile text makes the arithmetic slow or endless.
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal

LONGEST = 40  # digits; the number of atoms in the observable universe has 80, and is never written out
LARGEST = 400  # decimal exponent, as written or after a magnitude
CONTEXT = Context(prec=120, Emax=9999, Emin=-9999, traps=[])

ZERO = Decimal(0)
ONE = Decimal(1)
TEN = Decimal(10)
HUNDRED = Decimal(100)


def decimal(digits: str, exponent: int = 0) -> Decimal | None:
    """The value of plain digits with at most one point, times ten to a power; None if it is too long.

    >>> decimal("12.50", 3), decimal("1", 999999999)
    (Decimal('1.250E+4'), None)
    """
    if len(digits) > LONGEST or not -LARGEST <= exponent <= LARGEST:
        return None
    value = Decimal(digits)
    return value.scaleb(exponent, CONTEXT) if exponent else value


def step_of(value: Decimal) -> Decimal:
    """The unit of the last written digit: 0.01 for 12.50."""
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)
    return ONE.scaleb(exponent, CONTEXT)


def times(value: Decimal, factor: Decimal) -> Decimal:
    """The exact product."""
    return CONTEXT.multiply(value, factor)


def roundings(value: Decimal, step: Decimal) -> tuple[Decimal, Decimal]:
    """The multiples of a step that a value may be rounded to: half up and half even."""
    ratio = CONTEXT.divide(value, step)
    up = ratio.quantize(ONE, ROUND_HALF_UP, CONTEXT)
    even = ratio.quantize(ONE, ROUND_HALF_EVEN, CONTEXT)
    return CONTEXT.multiply(up, step), CONTEXT.multiply(even, step)


def is_near(value: Decimal, other: Decimal, per_cent: int) -> bool:
    """Whether two values differ by at most so many per cent of the second one."""
    difference = CONTEXT.subtract(value, other).copy_abs()
    return times(difference, HUNDRED) <= times(other.copy_abs(), Decimal(per_cent))


def plain(value: Decimal) -> str:
    """Plain digits with `.`, final zeros as written.

    >>> plain(Decimal("1.20E+9")), plain(Decimal("2E-3")), plain(Decimal("0.50"))
    ('1200000000', '0.002', '0.50')
    """
    return format(value, "f")


def trailing_step(value: Decimal) -> Decimal:
    """The largest step that the written value is a multiple of: 1000 for 8000, 0.1 for 0.50, 1 for 0."""
    if not value:
        return ONE
    return step_of(value.normalize(CONTEXT))
