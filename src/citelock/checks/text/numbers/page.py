"""One text while it is read: what was found so far, and which characters are taken (numbers.md, section 3).

It builds the amounts, once digits or words are read, with everything that stands around them.
"""

from __future__ import annotations

from decimal import Decimal

from citelock.checks.text.numbers import beside, forms, identifiers
from citelock.checks.text.numbers.affixes import Left, Right, right_of
from citelock.checks.text.numbers.decimals import ONE, plain, step_of, times
from citelock.checks.text.numbers.number import Date, Hedge, Kind, Number
from citelock.checks.text.numbers.prepare import Prepared
from citelock.checks.text.numbers.relations import hedge_of, over_time, relation_before
from citelock.checks.text.numbers.roman import is_century

FIRST_YEAR, LAST_YEAR = 1500, 2099  # numbers.md, section 4, years
_THOUSAND = Decimal(1000)
# Words that make the number behind them one of a kind. Longer lists in `roman.py` serve Roman numerals only.
HEADS = frozenset(
    """phase stage type grade class category level tier stadium typ klasse grad stade classe fase etapa tipo
    clase
    grado фаза фазы фазе фазу стадия стадии стадию тип типа""".split()
)
# What passes: "over" it may mean in its course.
_TIMES = frozenset(("time", "month", "year"))
TURNS = frozenset(
    """games matches rounds tasks trials runs seasons sessions episodes epochs iterations generations steps
    cycles visits spiele runden saisons versuche durchläufe sitzungen""".split()
)

_LEAD = 10  # characters of "world war "


class Amount:
    """Digits or words of an amount as read: where they stand, their readings, how they are written."""

    __slots__ = (
        "end",
        "is_grouped",
        "is_spelled",
        "is_weak",
        "mark",
        "readings",
        "sign",
        "start",
        "step",
        "year",
    )

    def __init__(self, start: int, end: int, readings: tuple[Decimal, ...]) -> None:
        self.start = start
        self.end = end
        self.readings = readings
        self.step: Decimal | None = None  # of number words, whose digits do not show it
        self.mark = ""
        self.sign = ""
        self.year = 0
        self.is_grouped = self.is_spelled = self.is_weak = False


class Page:
    """The text, its language, the numbers found and the characters they take."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.text = prepared.text
        self.language = prepared.language
        self.found: list[Number] = []
        self._taken = bytearray(len(prepared.text))

    def is_taken(self, start: int, end: int) -> bool:
        """Whether a number has some of these characters."""
        return self._taken.find(1, start, end) >= 0

    def take(self, start: int, end: int) -> None:
        """Marks characters as read."""
        self._taken[start:end] = b"\x01" * (end - start)

    def written(self, start: int, end: int) -> str:
        """The characters as the text has them."""
        return self.prepared.written(start, end).strip()

    def add(self, number: Number) -> None:
        """Keeps a number and takes its characters."""
        self.take(number.start, number.end)
        self.found.append(number)

    # -- kinds that are compared as they stand
    # -----------------------------------------------------------------

    def add_date(
        self, start: int, end: int, date: Date | None, time: str = "", *, is_weak: bool = False
    ) -> None:
        """A date, or a time of day where there is none."""
        kind, normal = (Kind.TIME, time) if date is None else (Kind.DATE, date.normal)
        self.add(
            Number(
                start, end, self.written(start, end), kind, normal, date=date, is_weak=is_weak,
                language=self.language,
            )
        )  # fmt: skip

    def add_name(self, name: identifiers.Name) -> None:
        """A name with digits."""
        written = self.written(name.start, name.end)
        self.add(
            Number(
                name.start, name.end, written, Kind.IDENTIFIER, written, stem=name.stem, rest=name.rest,
                language=self.language,
            )
        )  # fmt: skip

    def add_opaque(self, start: int, end: int) -> None:
        """Digits that are no amount."""
        written = self.written(start, end)
        normal = self.text[start:end].replace(",", "")
        self.add(Number(start, end, written, Kind.OPAQUE, normal, language=self.language))

    def add_counting(
        self, start: int, end: int, kind: Kind, value: Decimal, *, mark: str = "", is_spelled: bool = False,
        is_weak: bool = False,
    ) -> None:  # fmt: skip
        """An ordinal, a decade, a number that counts kinds; with a `mark` it may be a cardinal after all."""
        self.add(
            Number(
                start, end, self.written(start, end), kind, plain(value), (value,), (ONE,), mark,
                is_spelled=is_spelled, is_weak=is_weak, lead=beside.word_before(self.text, start),
                noun=beside.noun_after(self.text, end, self.language), language=self.language,
            )
        )  # fmt: skip

    def add_fraction(
        self, left: Left, right: Right, part: tuple[int, int], *, is_spelled: bool = False
    ) -> None:
        """A fraction with what is written around it."""
        top, bottom = part
        whole = Decimal(top // bottom) if bottom and not top % bottom else None
        relation, variable = relation_before(self.text, left.start, "")
        self.add(
            Number(
                left.start, right.end, self.written(left.start, right.end), Kind.FRACTION, f"{top}/{bottom}",
                () if whole is None else (whole,), () if whole is None else (ONE,),
                sign="-" if left.sign == "-" else "", unit=left.unit or right.unit, is_spelled=is_spelled,
                hedge=hedge_of(self.text, left.start, right.end, self.language), relation=relation,
                variable=variable, part=part, language=self.language,
            )
        )  # fmt: skip

    # -- amounts
    # -----------------------------------------------------------------------------------------------

    def add_amount(self, amount: Amount, left: Left) -> int:
        """An amount with its magnitude, unit and neighbours; where it ends."""
        text, language = self.text, self.language
        start, end, year = left.start, amount.end, amount.year
        fold = None if year else forms.fold_end(text, end, language)
        right = Right(end, ONE, None) if year or fold else right_of(text, end, language, left.unit)
        lead = beside.word_before(text, start)
        is_year_like = right.factor == ONE and fold is None and _is_year_like(amount, left)
        if is_year_like and not year and beside.is_year_behind(text, end, language):
            right, year = Right(end, ONE, None), 2
        unit = right.unit or left.unit
        noun = "" if unit is not None or year == 2 else beside.noun_after(text, right.end, language)
        hedge = hedge_of(text, start, right.end, language)
        if hedge is Hedge.LOWER and ((unit is not None and unit.dimension in _TIMES) or noun in TURNS):
            hedge = over_time(text, start, right.end)
        if is_year_like and unit is None and not year:
            counts = hedge is Hedge.ABOUT and beside.counts_behind(text, right.end)
            year = 0 if counts else beside.year_strength(lead, noun)
        readings = amount.readings
        steps = tuple(step_of(value) if amount.step is None else amount.step for value in readings)
        if right.factor != ONE:
            readings = tuple(times(value, right.factor) for value in readings)
            steps = tuple(times(value, right.factor) for value in steps)
        kind, last = Kind.PLAIN, right.end
        if is_century(text, end, readings[0]):
            kind, last, unit = Kind.HEADED, end, None
        elif fold is not None:
            kind, last = Kind.FOLD, fold if text[end : end + 1] in "xX×х" else end
            self.take(end, fold)
        elif (
            unit is None and readings[0] < _THOUSAND and steps[0] == ONE
            and (lead.lower() in HEADS or text[max(0, start - _LEAD) : start].lower().endswith("world war "))
        ):  # fmt: skip
            kind = Kind.HEADED
        sign = amount.sign or left.sign
        relation, variable = relation_before(text, start, lead)
        self.add(
            Number(
                start, last, self.written(start, last), kind, _normal(readings[0], sign, right.factor),
                readings, steps, amount.mark, amount.is_grouped, sign, unit, factor=right.factor,
                is_spelled=amount.is_spelled, is_weak=amount.is_weak, noun=noun, lead=lead, year=year,
                hedge=hedge, relation=relation,
                variable=variable, around=beside.around(text, start, last),
                stem=lead.lower() if identifiers.could_be_stem(lead) else "", language=language,
            )
        )  # fmt: skip
        return max(last, fold or 0)


def _is_year_like(amount: Amount, left: Left) -> bool:
    """Whether four plain digits without sign or currency may be a year."""
    value = amount.readings[0]
    if amount.is_grouped or amount.is_spelled or left.unit is not None or left.sign or amount.mark:
        return False
    return FIRST_YEAR <= value <= LAST_YEAR and step_of(value) == ONE


def _normal(value: Decimal, sign: str, factor: Decimal) -> str:
    """The value in plain digits; behind a magnitude the decimals that were written are none any more."""
    if factor != ONE and value == value.to_integral_value():
        value = value.to_integral_value()
    return ("-" if sign == "-" else "") + plain(value)
