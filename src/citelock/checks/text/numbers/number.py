"""One number of a text, with all that its neighbours say about it (numbers.md, sections 3 and 4).

The parser makes these, the rules compare them. Values are absolute; a sign stands by itself, because a lost
sign is judged apart from a lost value.
"""

from __future__ import annotations

from decimal import Decimal
from enum import Enum

from citelock.checks.named import NamedTuple
from citelock.checks.text.numbers.units import Unit


class Kind(Enum):
    """What sort of number it is: only some sorts can support one another."""

    PLAIN = "plain"
    FRACTION = "fraction"  # 2/3, ½, half
    FOLD = "fold"  # 3x, twice
    ORDINAL = "ordinal"
    DECADE = "decade"
    HEADED = "headed"  # phase 3, phase III, XX век: a number that counts kinds, not things
    DATE = "date"
    TIME = "time"
    IDENTIFIER = "identifier"
    OPAQUE = "opaque"  # 1.2.3 and digits too long for a figure: compared as they stand


class Hedge(Enum):
    """What a word or sign before or behind a number makes of it."""

    NONE = ""
    ABOUT = "about"
    LOWER = "lower"  # more than: the true value is above
    UPPER = "upper"
    OVER = "over"  # over 10 years: more than ten, or in the course of them


class Date(NamedTuple):
    """A date as far as it is known.

    `other` is the second reading of 03/04/2023 as (year, month, day), `lent` the year written behind
    the other end of a span of days: from June 3 to June 5, 2020.
    """

    year: int | None
    month: int | None
    day: int | None
    other: tuple[int, int, int] | None = None
    lent: int | None = None

    @property
    def normal(self) -> str:
        """2023-03-15, 2023-03, --05-05 or --05."""
        year = "-" if self.year is None else f"{self.year:04d}"
        month = "" if self.month is None else f"-{self.month:02d}"
        return year + month + ("" if self.day is None else f"-{self.day:02d}")


class Joint(Enum):
    """How a number is tied to the next one."""

    NONE = ""
    RANGE = "range"  # 18-21, from 18 to 21: the order of the ends says something
    BETWEEN = "between"
    OF = "of"  # 2 of 3


class Number(NamedTuple):
    """A number: where it stands in the prepared text, what was written, what it says.

    `readings` and `steps` (the unit of the last written digit) go together, the usual reading first; none for
    dates, identifiers and what is no amount. `mark` is the separator that leaves two readings. `normal` is
    the
    form of the list in E_NUMBER_UNSUPPORTED. `is_spelled`: in words; `is_weak`: never asked for. `noun` is
    the
    word that is counted, `lead` the word before. `year` is 2 where the words beside it say so, 1 where it may
    be one. `relation` is a sign such as `<`, `variable` what stands before it, `around` the text on both
    sides. `stem` is the name of an
    identifier, or the word before a number that may be part of one (GPT 4), `rest` what is compared of it.
    `part` is the numerator and the
    denominator of a fraction. `joint` ties it to the next number of the text; of a share `whole` is all of
    it as written (2 of 3) and `total` the second number, which may not be at hand where the first one is.
    `compound` is the amount that it makes with its neighbours: 2 h 30 min, in the smallest of the units.
    """

    start: int
    end: int
    written: str
    kind: Kind
    normal: str
    readings: tuple[Decimal, ...] = ()
    steps: tuple[Decimal, ...] = ()
    mark: str = ""
    is_grouped: bool = False
    sign: str = ""
    unit: Unit | None = None
    is_shared: bool = False  # the unit is written at the other end of a range
    factor: Decimal = Decimal(1)  # the magnitude behind the digits
    is_spelled: bool = False
    is_weak: bool = False
    noun: str = ""
    lead: str = ""
    year: int = 0
    hedge: Hedge = Hedge.NONE
    relation: str = ""
    variable: str = ""
    around: tuple[str, str] = ("", "")
    date: Date | None = None
    stem: str = ""
    rest: str = ""
    part: tuple[int, int] | None = None
    joint: Joint = Joint.NONE
    whole: str = ""
    total: Decimal | None = None
    compound: Number | None = None
    language: str = "en"

    @property
    def value(self) -> Decimal:
        """The usual reading."""
        return self.readings[0]
