"""How number words in a row add up to a number (numbers.md, section 3, row 9).

A language gives its words as atoms; `compose` reads the longest number that begins at an atom. Hundreds,
thousands and greater scales fall from left to right; a thousand before a million belongs to it (`dos mil
millones`). Language, spelling and places in a text are not known here.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from citelock.checks.named import NamedTuple


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


class Rules(NamedTuple):
    """How a language puts its atoms together.

    `joins` says after what a joiner may stand: `h` hundreds or a scale (two hundred and five), `T` tens
    (treinta y cinco); `1` that one or eleven must follow (vingt et un, mille et une). `soixante` lets sixty
    and eighty take ten to nineteen and reads quatre-vingt, `teens_hundred` reads twelve hundred, `chained`
    lets ordinals follow one another (vigésimo primero).
    """

    joins: str = ""
    soixante: bool = False
    teens_hundred: bool = False
    chained: bool = False


class Composed(NamedTuple):
    """What `compose` read: the value, how many atoms it took, its last written place, whether an ordinal."""

    value: int
    taken: int
    step: int
    ordinal: bool


# How full the group below a thousand is.
_EMPTY, _HUNDREDS, _TENS, _FULL = range(4)
_ABOVE_ALL = 10**36


class _Sum:
    """A number in the making: millions and more, thousands, and the group below a thousand."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.high, self.high_scale, self.thousands = 0, _ABOVE_ALL, 0
        self.group, self.state, self.step = 0, _EMPTY, 1
        self._after_ten = False

    @property
    def value(self) -> int:
        return self.high + self.thousands + self.group

    def add(self, atom: Atom) -> bool:
        """Adds an atom below a thousand; False if it does not fit there."""
        role, value = atom.role, atom.value
        if role == "a":  # only a hundred or a scale can follow
            self.group, self.state = 1, _FULL
            return True
        fits, state = self._fits(atom), {"T": _TENS, "H": _HUNDREDS, "c": _HUNDREDS}.get(role, _FULL)
        if role == "T" and self._is_quatre(value):
            fits, value = True, 76
        if fits:
            self.group, self.state, self.step = self.group + value, state, 1
            self._after_ten = role == "t" and value == 10
        return fits

    def _fits(self, atom: Atom) -> bool:
        role, value, rules = atom.role, atom.value, self.rules
        if role == "u":
            teens = self._after_ten and ((rules.soixante and value > 6) or (rules.chained and atom.ordinal))
            return self.state != _FULL or teens  # dix-sept, décimo tercero
        if role == "t":
            sixties = rules.soixante and self.state == _TENS and self.group % 100 in (60, 80)
            return self.state <= _HUNDREDS or sixties
        return self.state <= _HUNDREDS if role == "T" else self.state == _EMPTY

    def _is_quatre(self, value: int) -> bool:
        return self.rules.soixante and value == 20 and self.state == _FULL and self.group % 100 == 4

    def hundred(self, value: int) -> bool:
        """Multiplies the group; False if there is none that hundreds can be counted with."""
        highest = 99 if self.rules.teens_hundred and not self.thousands else 9
        group = self.group
        if not 1 <= group <= highest or (group > 9 and group % 10 == 0) or self.state == _HUNDREDS:
            return False
        self.group, self.state, self.step, self._after_ten = group * value, _HUNDREDS, 1, False
        return True

    def scale(self, value: int, *, alone: bool) -> bool:
        """Closes the group with a scale; False if scales would not fall, or nothing stands before it."""
        is_thousand = value == 1000
        count = self.group if is_thousand else self.thousands + self.group
        falls = not self.thousands if is_thousand else value < self.high_scale
        if not falls or not (count or alone):
            return False
        if is_thousand:
            self.thousands = (count or 1) * value
        else:
            self.high, self.high_scale, self.thousands = self.high + (count or 1) * value, value, 0
        self.group, self.state, self._after_ten = 0, _EMPTY, False
        self.step = 1 if value < 100 else value  # a dozen is exact
        return True

    def joins(self, *, begun: bool) -> bool:
        """Whether a joiner may stand here."""
        if self.state == _TENS:
            return "T" in self.rules.joins
        return "h" in self.rules.joins and begun and self.state <= _HUNDREDS


def compose(atoms: Iterable[Atom], rules: Rules) -> Composed | None:
    """The longest number at the beginning of a row of atoms; None if none begins there.

    Reads no more atoms than the number has, and one.
    """
    total = _Sum(rules)
    best: Composed | None = None
    # What is left when the number behind a joiner turns out to be one by itself (two thousand and three
    # thousand): the number before the last joiner after hundreds, and after a scale.
    at_hundreds: Composed | None = None
    at_scale: Composed | None = None
    is_joined = False
    for position, atom in enumerate(atoms):
        role = atom.role
        if is_joined and (role not in "utTH" or ("1" in rules.joins and atom.value not in (1, 11))):
            break
        if best is not None and best.ordinal and not atom.ordinal:
            break
        is_joined = role == "&"
        if is_joined:
            if not total.joins(begun=best is not None):
                break
            if total.state == _HUNDREDS:
                at_hundreds = best
            elif total.state == _EMPTY:
                at_scale = best
            continue
        if role == "0":
            return best or (Composed(0, 1, 1, atom.ordinal) if position == 0 else None)
        if role in "sS":
            if not total.scale(atom.value, alone=role == "s"):
                return at_scale or at_hundreds or best
            at_hundreds = at_scale = None
        elif role == "h" or (role == "c" and total.state != _EMPTY):
            if not total.hundred(atom.value):
                return at_hundreds or at_scale or best
        elif (role == "a" and position) or not total.add(atom):
            break
        if role != "a":
            best = Composed(total.value, position + 1, total.step, atom.ordinal)
        if atom.ordinal and not rules.chained:
            break
    return best
