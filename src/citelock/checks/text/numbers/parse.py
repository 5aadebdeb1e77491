"""The numbers of a text, in its order (numbers.md, section 3): the first class that matches takes the characters.

It goes from digit to digit, then through the number words and Roman numerals between them. What the numbers
have to do with one another (ranges, shares, units said once for both) is told in `joints.py`.
"""

from __future__ import annotations

import re
from decimal import Decimal

from citelock.checks.text.numbers import beside, forms, identifiers
from citelock.checks.text.numbers.affixes import Left, Right, left_of, right_of
from citelock.checks.text.numbers.dates import Found, date_at, month_date
from citelock.checks.text.numbers.decimals import ONE, plain, step_of, times
from citelock.checks.text.numbers.digits import Written, read
from citelock.checks.text.numbers.exclusions import LABEL_WORDS
from citelock.checks.text.numbers.joints import joined
from citelock.checks.text.numbers.number import Date, Hedge, Kind, Number
from citelock.checks.text.numbers.prepare import Prepared
from citelock.checks.text.numbers.relations import hedge_of, relation_before
from citelock.checks.text.numbers.roman import counts_beside, roman_value
from citelock.checks.text.numbers.units import Unit
from citelock.checks.text.numbers.words import word_numbers
from citelock.checks.text.numbers.words_grammar import WordNumber

_START = re.compile("[0-9½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒]")
_PLAIN_DIGITS = re.compile("[0-9]+")
_SHORT_YEARS = re.compile(r"([0-9]{4})([-/])([0-9]{2})(?![0-9]|[.,/-][0-9])")
_ROMAN = re.compile(r"(?<![\w.-])[IVXLCDMІХСМ]{1,15}(?![\w])(?:-?(?:го|й|е|м|th|st|nd|rd|er|e|ème))?")
_CENTURY = re.compile(r"[XVI]{1,7}e(?=[\s\u00a0]si[èe]cle)")
_HEADS = frozenset(
    """phase stage type grade class category level tier stadium typ klasse grad stade classe fase etapa tipo clase
    grado фаза фазы фазе фазу стадия стадии стадию тип типа""".split()
)
_FIRST_YEAR, _LAST_YEAR = 1500, 2099  # numbers.md, section 4, years
_LONGEST_SHOWN = 60  # characters of a normal form


def parse(prepared: Prepared) -> list[Number]:
    """All numbers of a prepared text, joined where they belong together, sorted by place."""
    reader = _Reader(prepared)
    reader.read_digits()
    reader.read_words()
    reader.read_roman()
    reader.found.sort(key=lambda number: number.start)
    return joined(reader.found, prepared)


class _Reader:
    """One pass over one text; `found` grows, `taken` marks the characters that are read."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.text = prepared.text
        self.language = prepared.language
        self.found: list[Number] = []
        self.taken = bytearray(len(self.text))

    # -- digits ----------------------------------------------------------------------------------------------

    def read_digits(self) -> None:
        at = 0
        while (match := _START.search(self.text, at)) is not None:
            at = self._digit(match.start())

    def _digit(self, pos: int) -> int:
        """Reads what begins at a digit; where to go on."""
        text, language = self.text, self.language
        if text[pos] not in forms.VULGAR:
            dates = date_at(text, pos, language)
            if dates:
                return self._dates(dates)
            name = identifiers.glued(text, pos)
            if name is not None and left_of(text, pos, language).unit is None:
                return self._name(name)
            lead = beside.word_before(text, pos)
            name = identifiers.version(text, pos, lead) if lead else None
            if name is not None:
                return self._name(name)
            end = self._special(pos, lead)
            if end is not None:
                return end
        fraction = forms.fraction_at(text, pos)
        if fraction is not None:
            return self._fraction(pos, *fraction)
        return self._amounts(pos)

    def _dates(self, dates: list[Found]) -> int:
        for found in dates:
            kind = Kind.TIME if found.date is None else Kind.DATE
            if found.date is not None and found.date.year is None and found.date.day is None:
                self._take(found.start, found.end)  # a month alone is no number
                continue
            normal = found.time if found.date is None else found.date.normal
            self._add(found.start, found.end, kind, normal, date=found.date)
        return dates[-1].end

    def _name(self, name: identifiers.Name) -> int:
        self._add(
            name.start,
            name.end,
            Kind.IDENTIFIER,
            self._shown(name.start, name.end),
            stem=name.stem,
            rest=name.rest,
        )
        return name.end

    def _special(self, pos: int, lead: str) -> int | None:
        """Short year ranges, decades, ordinals, names that digits begin; None if it is an amount."""
        text, language = self.text, self.language
        years = _SHORT_YEARS.match(text, pos)
        if years is not None and _FIRST_YEAR <= int(years[1]) <= _LAST_YEAR:
            first, short = int(years[1]), int(years[3])
            last = first - first % 100 + short
            if short < first % 100:
                last += 100
            if 0 < last - first <= 25:
                self._amount(pos, years.end(1), Written(years.end(1), (Decimal(first),)), year=2)
                self._amount(years.start(3), years.end(), Written(years.end(), (Decimal(last),)), year=2)
                return years.end()
        digits = _PLAIN_DIGITS.match(text, pos)
        assert digits is not None
        end = digits.end()
        if end - pos > 4 or (text[end : end + 1] in (".", ",") and text[end + 1 : end + 2].isdigit()):
            return None
        value = int(digits[0])
        decade = forms.decade_end(text, end, value, lead, language)
        if decade is not None:
            start = pos - (text[pos - 1 : pos] == "'" and value < 100)
            self._add(start, decade, Kind.DECADE, str(value), (Decimal(value),))
            return decade
        ordinal = forms.ordinal_end(text, end, language)
        if ordinal is not None and not self._is_power(end):
            is_loose = text[end] == "."  # in German a sentence may end here
            self._counted(pos, ordinal, Kind.ORDINAL, Decimal(value), is_loose=is_loose)
            return ordinal
        if text[pos - 1 : pos] == "第" or text[max(0, pos - 2) : pos] == "第 ":
            self._counted(pos, end, Kind.ORDINAL, Decimal(value))
            return end
        if text[end : end + 1].isalpha() and text[end] < "\u2e80":
            right = right_of(text, end, language, left_of(text, pos, language).unit)
            if right.end == end and forms.fold_end(text, end, language) is None and not self._is_power(end):
                case = forms.case_end(text, end, language)
                name = None if case > end else identifiers.digits_first(text, pos)
                if name is not None and not (
                    text[name.end - 1] in "xX" and text[name.end : name.end + 1].isdigit()
                ):
                    return self._name(name)
        return None

    def _is_power(self, end: int) -> bool:
        return forms.power(self.text, end) is not None

    def _fraction(self, pos: int, top: int, bottom: int, end: int) -> int:
        """A fraction, or two years where both parts are years: 2013/2014."""
        if _FIRST_YEAR <= top <= _LAST_YEAR and _FIRST_YEAR <= bottom <= _LAST_YEAR:
            self._amount(pos, pos + 4, Written(pos + 4, (Decimal(top),)), year=2)
            self._amount(end - 4, end, Written(end, (Decimal(bottom),)), year=2)
            return end
        value = Decimal(top) / Decimal(bottom) if not top % bottom else None
        left, right = left_of(self.text, pos, self.language), right_of(self.text, end, self.language, None)
        self._add(
            left.start, right.end, Kind.FRACTION, f"{top}/{bottom}",
            () if value is None else (value,), () if value is None else (ONE,),
            sign=left.sign if left.sign == "-" else "", unit=left.unit or right.unit, part=(top, bottom),
            **self._hedged(left.start, right.end),
        )  # fmt: skip
        return right.end

    def _amounts(self, pos: int) -> int:
        text = self.text
        point = pos
        if (
            text[pos - 1 : pos] == "."
            and pos > 0
            and not (text[pos - 2 : pos - 1].isalnum() or text[pos - 2 : pos - 1] == ".")
        ):
            point = pos - 1  # .62
        members = read(text, pos, self.language)
        if point < pos:
            first = members[0][1]
            digits = text[pos : first.end]
            if digits.isdigit() and len(digits) <= 20:
                members[0] = (point, Written(first.end, (Decimal(f"0.{digits}"),), is_decimal=True))
        lone = forms.lone_power(text, pos) if point == pos else None
        if lone is not None:
            value = forms.scaled(ONE, lone[0])
            written = Written(lone[1], () if value is None else (value,), is_grouped=True)
            return self._amount(pos, lone[1], written)
        end = pos
        for start, written in members:
            end = self._amount(start, written.end, written)
        return end

    def _amount(self, start: int, end: int, written: Written, *, year: int = 0) -> int:
        """A plain number with what belongs to it on both sides; where it ends."""
        text, language = self.text, self.language
        readings = written.readings
        if not readings:
            return self._opaque(start, end)
        left = left_of(text, start, language)
        raised = None if year else forms.power(text, end)
        is_grouped = written.is_grouped
        if raised is not None:
            scaled = [forms.scaled(value, raised[0]) for value in readings]
            readings = tuple(value for value in scaled if value is not None)
            end = raised[1]
            if not readings:
                return self._opaque(left.start, end)
            is_grouped = True
        elif not year:
            mixed = forms.vulgar_behind(text, end, readings[0])
            if mixed is not None:
                return self._fraction(left.start if left.sign else start, *mixed)
            end = forms.case_end(text, end, language)
        half = None if year else forms.half_behind(text, end, language)
        if half is not None and len(readings) == 1:
            readings, end = (readings[0] + Decimal("0.5"),), half
        return self._finish(start, end, left, readings, written.mark, is_grouped=is_grouped, year=year)

    def _opaque(self, start: int, end: int) -> int:
        token = self.text[start:end]
        self._add(start, end, Kind.OPAQUE, token.replace(",", ""))
        return end

    def _finish(
        self, start: int, end: int, left: Left, readings: tuple[Decimal, ...], mark: str, *,
        is_grouped: bool, year: int = 0, is_spelled: bool = False, is_weak: bool = False,
        step: Decimal | None = None, sign: str = "",
    ) -> int:  # fmt: skip
        """Adds a number once its digits or words are read; where it ends with its unit."""
        text, language = self.text, self.language
        steps = tuple(step_of(value) if step is None else step for value in readings)
        fold = None if year else forms.fold_end(text, end, language)
        right = Right(end, ONE, None) if year or fold else right_of(text, end, language, left.unit)
        unit = right.unit or left.unit
        if right.factor != ONE:
            readings = tuple(times(value, right.factor) for value in readings)
            steps = tuple(times(value, right.factor) for value in steps)
        value = readings[0]
        behind = beside.word_after(text, end) if language != "zh" else text[right.end : right.end + 1]
        lead = beside.word_before(text, left.start)
        could_be_year = (
            value == value.to_integral_value() and _FIRST_YEAR <= value <= _LAST_YEAR and right.factor == ONE
            and not (is_grouped or is_spelled or left.unit or left.sign or fold or mark) and steps[0] == ONE
        )  # fmt: skip
        if (
            could_be_year
            and text[end : end + 1] == "年"
            or (could_be_year and language == "ru" and beside.year_strength(lead, "", behind, language) == 2)
        ):
            unit, right, year = None, Right(end, ONE, None), 2
        noun = "" if unit is not None or year == 2 else beside.noun_after(text, right.end, language)
        extra = self._hedged(left.start, right.end)
        if could_be_year and unit is None and not year and extra["hedge"] is Hedge.NONE:
            year = beside.year_strength(lead, noun, behind, language)
        kind, last = Kind.PLAIN, right.end
        if fold is not None:
            kind = Kind.FOLD
            last = fold if text[end : end + 1] in "xX×х" else end
            self._take(end, fold)
        elif unit is None and not is_spelled and lead.lower() in _HEADS and value < 1000 and steps[0] == ONE:
            kind = Kind.HEADED
        sign = sign or left.sign
        self._add(
            left.start, last, kind, self._normal(value, sign, right.factor), readings, steps, mark=mark, is_grouped=is_grouped,
            sign=sign, unit=unit, factor=right.factor, is_spelled=is_spelled, is_weak=is_weak, noun=noun,
            lead=lead, year=year, stem=lead.lower() if identifiers.could_be_stem(lead) else "",
            falling=beside.is_falling(text, left.start, last), **extra,
        )  # fmt: skip
        return max(last, fold or 0)

    def _hedged(self, start: int, end: int) -> dict[str, object]:
        relation, variable = relation_before(self.text, start)
        return {
            "hedge": hedge_of(self.text, start, end, self.language), "relation": relation, "variable": variable,
        }  # fmt: skip

    def _counted(
        self,
        start: int,
        end: int,
        kind: Kind,
        value: Decimal,
        *,
        is_loose: bool = False,
        spelled: bool = False,
        weak: bool = False,
    ) -> None:
        """An ordinal, or another number that counts kinds; `mark` says that a full stop may end a sentence."""
        self._add(
            start, end, kind, plain(value), (value,), (ONE,), mark="." if is_loose else "", is_spelled=spelled,
            is_weak=weak, lead=beside.word_before(self.text, start), noun=beside.noun_after(self.text, end, self.language),
        )  # fmt: skip

    # -- words -----------------------------------------------------------------------------------------------

    def read_words(self) -> None:
        for word in word_numbers(self.text, self.language):
            if self._is_taken(word.start, word.end):
                continue
            if beside.word_before(self.text, word.start).lower() in LABEL_WORDS:
                continue
            self._word(word)

    def _word(self, word: WordNumber) -> None:
        text, language = self.text, self.language
        start, end = word.start, word.end
        if word.kind == "ordinal":
            date = month_date(text, start, end, int(word.value), language) if word.value <= 31 else None
            if date is not None and date.date is not None:
                self._add(start, date.end, Kind.DATE, date.date.normal, date=date.date)
                return
            self._counted(start, end, Kind.ORDINAL, word.value, spelled=True, weak=word.weak)
        elif word.kind == "decade":
            self._add(start, end, Kind.DECADE, plain(word.value), (word.value,), (ONE,), is_spelled=True)
        elif word.kind == "fraction":
            left, right = left_of(text, start, language), right_of(text, end, language, None)
            self._add(
                left.start, right.end, Kind.FRACTION, f"{word.numerator}/{word.denominator}", unit=right.unit,
                part=(word.numerator, word.denominator), is_spelled=True, **self._hedged(start, right.end),
            )  # fmt: skip
        elif word.kind == "fold":
            self._add(
                start, end, Kind.FOLD, plain(abs(word.value)), (abs(word.value),), (word.step,), is_spelled=True,
                is_weak=word.weak, **self._hedged(start, end),
            )  # fmt: skip
        else:
            sign = "-" if word.value < 0 else ""
            self._finish(
                start, end, left_of(text, start, language), (abs(word.value),), "", is_grouped=False, is_spelled=True,
                is_weak=word.weak, step=word.step, sign=sign,
            )  # fmt: skip

    def read_roman(self) -> None:
        text = self.text
        for pattern in (_ROMAN, _CENTURY):
            for match in pattern.finditer(text):
                token = match[0].rstrip("eèmтйгосрndthr-е")
                value = roman_value(token)
                if value is None or self._is_taken(match.start(), match.end()):
                    continue
                before, after = beside.word_before(text, match.start()), beside.word_after(text, match.end())
                if not counts_beside(before, after):
                    continue
                end = match.start() + len(token)
                self._add(match.start(), end, Kind.HEADED, str(value), (Decimal(value),), (ONE,), lead=before)

    # -- adding ----------------------------------------------------------------------------------------------

    def _is_taken(self, start: int, end: int) -> bool:
        return self.taken.find(1, start, end) >= 0

    def _take(self, start: int, end: int) -> None:
        self.taken[start:end] = b"\x01" * (end - start)

    def _normal(self, value: Decimal, sign: str, factor: Decimal) -> str:
        """The value in plain digits; behind a magnitude the decimals that were written are none any more."""
        if factor != ONE and value == value.to_integral_value():
            value = value.to_integral_value()
        return ("-" if sign == "-" else "") + plain(value)

    def _shown(self, start: int, end: int) -> str:
        return self.prepared.written(start, end).strip()

    def _add(
        self, start: int, end: int, kind: Kind, normal: str, readings: tuple[Decimal, ...] = (),
        steps: tuple[Decimal, ...] = (), **more: object,
    ) -> None:  # fmt: skip
        self._take(start, end)
        written = self._shown(start, end)
        if readings and not steps:
            steps = tuple(ONE for _ in readings)
        self.found.append(
            Number(start, end, written, kind, normal, readings, steps, language=self.language, **more)
        )  # type: ignore[arg-type]
