"""How number words add up to a number, for the languages that write them in a row (numbers.md, section 3, row 9).

A language gives its words as atoms; `compose` reads the longest number that begins at an atom. Hundreds,
thousands and greater scales fall from left to right; a thousand before a million belongs to it (`dos mil
millones`). Language, spelling and places in a text are not known here.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple


class WordNumber(NamedTuple):
    """A number written in words, with the place where it stands.

    `kind` is cardinal, ordinal, fraction, decade or fold (twice, three times). `value` of a fraction is
    numerator / denominator, of a decade the tens of its years (nineties: 90). A `weak` number (one, first,
    second, double) may support a number of the other text and is never asked for itself. `step` is the last
    written place: 1000 for "three thousand", 100000 for "two and a half million".
    """

    start: int
    end: int
    value: Decimal
    kind: str
    numerator: int = 0
    denominator: int = 0
    weak: bool = False
    step: Decimal = Decimal(1)


class Atom(NamedTuple):
    """A word of a number, or a part of a compound: what it does there and its value.

    Roles: `u` 1 to 9, `t` 10 to 19, `T` tens, `h` a hundred that needs a number before it, `c` a hundred that
    may have one, `H` hundreds in one word, `s` a scale (thousand and more) that may stand alone, `S` one that
    needs a number, `0` zero, `&` joiner, `a` article.
    """

    role: str
    value: int
    ordinal: bool = False


class Composed(NamedTuple):
    """What `compose` read: the value, how many atoms it took, its last written place, whether it is an ordinal."""

    value: int
    taken: int
    step: int
    ordinal: bool


# How full the group below a thousand is.
_EMPTY, _HUNDREDS, _TENS, _FULL = range(4)
_ABOVE_ALL = 10**36


def compose(
    atoms: Iterable[Atom],
    joins: str,
    soixante: bool = False,
    teens_hundred: bool = False,
    chained: bool = False,
) -> Composed | None:
    """The longest number at the beginning of a row of atoms; None if none begins there.

    `joins` says after what a joiner may stand: `h` hundreds or a scale (two hundred and five), `T` tens
    (treinta y cinco); `1` that one or eleven must follow (vingt et un, mille et une). `soixante` lets sixty and eighty take ten to nineteen, `teens_hundred` reads twelve
    hundred, `chained` lets ordinals follow one another (vigésimo primero). Reads no more atoms than the number has, and one.
    """
    high, high_scale, thousands, group, state, step = 0, _ABOVE_ALL, 0, 0, _EMPTY, 1
    best: Composed | None = None
    # The number before the last joiner after hundreds, and after a scale: what is left when the number behind
    # the joiner turns out to be one by itself (between two thousand and three thousand).
    at_hundreds: Composed | None = None
    at_scale: Composed | None = None
    joined = ten = False
    for position, (role, value, ordinal) in enumerate(atoms):
        if joined and (role not in "utTH" or ("1" in joins and value not in (1, 11))):
            break
        if best is not None and best.ordinal and not ordinal:
            break
        if role == "&":
            if "T" in joins and state == _TENS:
                pass
            elif "h" in joins and best is not None and state == _HUNDREDS:
                at_hundreds = best
            elif "h" in joins and best is not None and state == _EMPTY:
                at_scale = best
            else:
                break
            joined = True
            continue
        if role == "a":
            if position:
                break
            group, state = 1, _FULL
            continue
        joined = False
        if role == "u":
            after_ten = ten and (
                (soixante and value > 6) or (chained and ordinal)
            )  # dix-sept, décimo tercero
            if state == _FULL and not after_ten:
                break
            group, state, step = group + value, _FULL, 1
        elif role == "t":
            if not (state <= _HUNDREDS or (soixante and state == _TENS and group % 100 in (60, 80))):
                break
            group, state, step = group + value, _FULL, 1
        elif role == "T":
            if soixante and value == 20 and state == _FULL and group % 100 == 4:  # quatre-vingt
                value = 76
            elif state > _HUNDREDS:
                break
            group, state, step = group + value, _TENS, 1
        elif role == "H" or (role == "c" and state == _EMPTY):
            if state != _EMPTY:
                break
            group, state, step = value, _HUNDREDS, 1
        elif role in "hc":
            highest = 99 if teens_hundred and not thousands else 9
            if not 1 <= group <= highest or (group > 9 and group % 10 == 0) or state == _HUNDREDS:
                return at_hundreds or at_scale or best
            group, state, step = group * value, _HUNDREDS, 1
        elif role in "sS":
            before = group if value == 1000 else thousands + group
            falls = not thousands if value == 1000 else value < high_scale
            if not falls or not (before or role == "s"):
                return at_scale or at_hundreds or best
            if value == 1000:
                thousands = (before or 1) * value
            else:
                high, high_scale, thousands = high + (before or 1) * value, value, 0
            group, state, at_hundreds, at_scale = 0, _EMPTY, None, None
            step = 1 if value < 100 else value  # a dozen is exact
        elif best is None and position == 0:  # zero
            return Composed(0, 1, 1, ordinal)
        else:
            break
        ten = role == "t" and value == 10
        best = Composed(high + thousands + group, position + 1, step, ordinal)
        if ordinal and not chained:
            break
    return best
