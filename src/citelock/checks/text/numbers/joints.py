"""What ties two numbers that stand together: ranges, lists, shares (numbers.md, section 3, row 10).

A unit or magnitude said once for a range belongs to both ends (18–21 %, 2 to 3 million); a currency said
before
the first end as well.
"""

from __future__ import annotations

import re
from decimal import Decimal

from citelock.checks.text.numbers.decimals import CONTEXT, ONE, plain, times
from citelock.checks.text.numbers.forms import is_of
from citelock.checks.text.numbers.number import Date, Hedge, Joint, Kind, Number
from citelock.checks.text.numbers.prepare import Prepared
from citelock.checks.text.numbers.words_hedges import hedge_after
from citelock.checks.text.patterns import late

_DASH = late(r"[\s]?(?:-{1,3}|—|~|至|到)[\s]?")
_TO = {
    "en": late(r"((?:\s[^\W\d_]+){0,2})\s(?:to|through)\s(?:about\s|around\s|only\s|just\s)?"),
    "de": late(r"((?:\s[^\W\d_]+){0,2})\s(?:bis|auf)\s(?:zu\s)?"),
    "fr": late(r"((?:\s[^\W\d_]+){0,2})\s(?:à|jusqu'à)\s"),
    "es": late(r"((?:\s[^\W\d_]+){0,2})\s(?:a|hasta)\s"),
    "ru": late(r"((?:\s[^\W\d_]+){0,2})\s(?:до|по)\s"),
    "zh": late(r"([^\W\d_]{0,2})[\s]?(?:至|到|降至|降到|升至|增至|增加到|减少到|下降到)[\s]?"),
}
_AND = late(r"(\s[^\W\d_]+)?\s(?:and|und|et|y|e|и)\s|\s?(?:和|与|至|到)\s?")
_LIST = late(r",\s?|(?:,?\s|\s?,\s?)(?:and|or|und|oder|et|ou|y|o|и|или)\s|\s?[、和及或]\s?")
_BETWEEN = frozenset(("between", "zwischen", "entre", "между", "介于", "在"))
_WITH = late(r"[\s]?\(?[\s]?(?:±|\+/-|\+-|[×xх])[\s]?")
# Tuples, and the usual one first: members of an Enum are slow to hash.
_MAY_JOIN = (Kind.PLAIN, Kind.DATE, Kind.TIME, Kind.FRACTION, Kind.FOLD, Kind.ORDINAL, Kind.HEADED)
# 2 h 30 min, 6 ft 2 in; of times also 2 hours and 30 minutes.
_COMPOUND = frozenset(("time", "length", "mass"))
_NEXT_PART = late(r"[\s]?")
_AND_PART = late(r"[\s]?|,?\s(?:and|und|et|y|e|и)\s|,\s")
_LONGEST = 60  # characters between the two
# Words before the first end of a range. Some of them alone are a lower bound (от 18, ab 18).
_FROM = frozenset(
    "from between von ab zwischen zw de d du des dès depuis entre desde del от с со между".split()
)
_FROM_BOUNDS = late(r"(?<!\w)(?:от|ab|starting at|(?:à|a) partir d[eu'])[\s\u00a0]{0,2}\Z", re.IGNORECASE)
# Words that alone are an upper bound and between the ends of a range only join them.
_UP_TO = late(
    r"(?<!\w)(?:up[\s\u00a0]to|till?|until|bis(?:[\s\u00a0](?:zu|an|auf))?|jusqu'(?:à|en|au|aux)|hasta"
    r"(?:[\s\u00a0](?:los|las|el|la|un|una))?|(?:вплоть[\s\u00a0])?до)[\s\u00a0]{0,2}\Z",
    re.IGNORECASE,
)
# What changed "до 7" is 7 then, not at most 7.
_CHANGED_TO = late(
    r"(?<!\w)(?:вы?рос|возрос|увелич|повы[сш]|подня|подним|сни[зж]|упа[лвд]|пада|сокра[тщ]|уменьш|опусти|дове[лд]|дорос|расшир"
    r"|удорож|подорож|подешев|рост|паден|снижени)\w{0,12}(?:[\s\u00a0][^\s.,;:!?]{1,20}){0,5}[\s\u00a0]до[\s\u00a0]{0,2}\Z",
    re.IGNORECASE,
)
_LOOK = 60
_STOP = late(r"[.!?;,:。！？；，、][\s]|[。！？；，]|\n")
_STEM = 3  # letters that the inflected forms of a noun share
_MOST_BETWEEN = 3  # numbers from one end of a range to the other: from 18 in 2010 to 7 in 2020
_THOUSAND = Decimal(1000)
_MOST_IN = 100
_CURRENCY = "currency"
_UPPER = Hedge.UPPER  # members of an Enum are slow to ask for
_NEAR = 20  # "50 to 3 million" shares its million, "900 to 1.2 million" does not


def joined(numbers: list[Number], prepared: Prepared) -> list[Number]:
    """The numbers with what ties each to the next one, and with units shared within a range or a list.

    From right to left: in `5, 10 and 15 mg` the unit wanders from the last number to the first.
    """
    _unbound(numbers, prepared)
    for at in range(len(numbers) - 2, -1, -1):
        first, second = numbers[at], numbers[at + 1]
        if second.start - first.end > _LONGEST or first.kind not in _MAY_JOIN or second.kind not in _MAY_JOIN:
            continue
        between = prepared.text[first.end : second.start]
        joint, is_close = _joint(first, second, between, prepared.language)
        if joint is not Joint.NONE:
            first = first._replace(joint=joint)
            if joint is Joint.OF:
                whole = prepared.written(first.start, second.end)
                first = first._replace(whole=whole, total=second.value)
            numbers[at] = first
        elif first.unit is not None and second.unit is not None:
            _compound(numbers, at, prepared)
            first = numbers[at]
        if first.date is not None and second.date is not None:
            if joint is not Joint.NONE or _LIST.fullmatch(between) is not None:
                numbers[at] = first._replace(date=_with_lent_year(first.date, second.date))
        elif is_close and first.kind is second.kind is Kind.PLAIN:
            numbers[at], numbers[at + 1] = _shared(first, second)
        elif _may_list(first, second, between):
            numbers[at] = first._replace(unit=second.unit, is_shared=True)
    return numbers


def _unbound(numbers: list[Number], prepared: Prepared) -> None:
    """Takes the bound from the ends of a range whose words bound a number only where it stands alone.

    От 18 до 65, de 100 hasta 500, from 5 up to 10: both ends are said exactly.
    """
    for at, second in enumerate(numbers):
        if second.hedge is not _UPPER:
            continue
        before = prepared.text[max(0, second.start - _LOOK) : second.start]
        if _UP_TO.search(before) is None:
            continue
        first = _first_end(numbers, at, prepared)
        if first is None and (prepared.language != "ru" or _CHANGED_TO.search(before) is None):
            continue
        behind = Hedge(hedge_after(prepared.text, second.end, prepared.language))
        numbers[at] = second._replace(hedge=behind)
        if first is not None:
            start = numbers[first].start
            if _FROM_BOUNDS.search(prepared.text, max(0, start - _LOOK), start) is not None:
                numbers[first] = numbers[first]._replace(hedge=Hedge.NONE)


def _first_end(numbers: list[Number], at: int, prepared: Prepared) -> int | None:
    """The index of the number from which a range goes up to the one at `at`; None if there is none."""
    second = numbers[at]
    for back in range(at - 1, max(-1, at - 1 - _MOST_BETWEEN), -1):
        first = numbers[back]
        between = prepared.text[first.end : second.start]
        if len(between) > _LOOK or _STOP.search(between) is not None:
            return None
        if first.lead.lower() in _FROM or _FROM_BOUNDS.search(
            prepared.text, max(0, first.start - _LOOK), first.start
        ):
            return back if _may_range(first, second) else None
        if back == at - 1 and first.kind in _MAY_JOIN and _TO[prepared.language].fullmatch(between):
            return back if _may_range(first, second) else None
    return None


def _may_range(first: Number, second: Number) -> bool:
    """Whether two numbers count the same: not "since 2010 up to 500", nor two units or two nouns."""
    if first.kind is not second.kind or (first.year == 2) != (second.year == 2):
        return False
    if first.unit is not None and second.unit is not None:
        return first.unit.dimension == second.unit.dimension
    return not first.noun or not second.noun or first.noun[:_STEM] == second.noun[:_STEM]


def _may_list(first: Number, second: Number, between: str) -> bool:
    """Whether both are members of a list whose unit stands at its end."""
    if (
        first.kind is not Kind.PLAIN
        or second.kind is not Kind.PLAIN
        or second.unit is None
        or first.unit is not None
    ):
        return False
    return not (first.noun or first.year or first.is_spelled) and _LIST.fullmatch(between) is not None


def _compound(numbers: list[Number], at: int, prepared: Prepared) -> None:
    """Adds the sum to the numbers of one amount in two or more units, from the one at `at` on: 2 h 30 min."""
    first, second = numbers[at], numbers[at + 1]
    large, small = first.unit, second.unit
    if large is None or small is None or large.dimension != small.dimension or large.per or small.per:
        return
    if large.dimension not in _COMPOUND or not first.readings or not second.readings or first.steps[0] != ONE:
        return
    if times(second.value, small.scale) >= large.scale or second.sign:
        return
    join = _AND_PART if large.dimension == "time" else _NEXT_PART
    if join.fullmatch(prepared.text, first.end, second.start) is None:
        return
    rest = second.compound or second
    assert rest.unit is not None
    value = CONTEXT.add(CONTEXT.divide(times(first.value, large.scale), rest.unit.scale), rest.value)
    whole = rest._replace(
        start=first.start, written=prepared.written(first.start, rest.end), readings=(value,),
        steps=rest.steps[:1], normal=plain(value), relation=first.relation, sign=first.sign,
        around=first.around, hedge=Hedge.NONE if first.hedge is Hedge.ABOUT else first.hedge, compound=None,
    )  # fmt: skip
    last = at + 1
    while numbers[last].end < rest.end:
        last += 1
    for part in range(at, last + 1):
        numbers[part] = numbers[part]._replace(compound=whole)


def _with_lent_year(first: Date, second: Date) -> Date:
    """The first of two dates with the year that is written behind the second one only."""
    year = second.year if second.year is not None else second.lent
    if first.year is not None or year is None or first.month is None or second.month is None:
        return first
    return first._replace(lent=year - (first.month > second.month))


def _joint(first: Number, second: Number, between: str, language: str) -> tuple[Joint, bool]:
    """What ties two numbers, and whether they are so close that a unit may be said once for both."""
    if _by_and_to(first, second):
        return Joint.NONE, False
    if second.sign == "" and _DASH.fullmatch(between) is not None:
        return Joint.RANGE, True
    to = _TO[language].fullmatch(between)
    if to is not None:
        return Joint.RANGE, not to[1]
    if first.lead.lower() in _BETWEEN:
        both = _AND.fullmatch(between)
        if both is not None:
            return Joint.BETWEEN, not both[1]
    if (
        first.kind is not Kind.ORDINAL
        and second.kind is Kind.PLAIN
        and first.unit is None
        and is_of(between, language)
    ):
        return Joint.OF, False
    if language == "en" and between == " in " and _is_one_in(first, second):
        return Joint.OF, False
    return Joint.NONE, _WITH.fullmatch(between) is not None


def _by_and_to(first: Number, second: Number) -> bool:
    """Whether the units say that the two are no ends of one range: rose 12 % to 3.4 billion, 7 kg to £2.

    The first number has all of its unit then, and neither the magnitude nor the unit of the second.
    """
    if first.unit is None or first.kind is not Kind.PLAIN or second.kind is not Kind.PLAIN:
        return False
    if second.unit is None:
        return _magnitude(second) != ONE and first.unit.dimension != _CURRENCY
    return first.unit.dimension != second.unit.dimension


def _is_one_in(first: Number, second: Number) -> bool:
    """Whether "in" between two numbers makes a share: 1 in 5, 3 in 10, but not 3 in 2019."""
    if (
        not (first.readings and second.readings)
        or first.kind is not Kind.PLAIN
        or second.kind is not Kind.PLAIN
    ):
        return False
    return first.unit is None and not second.year and first.value < second.value and first.value < _MOST_IN


def _magnitude(number: Number) -> Decimal:
    """What the digits are multiplied with; in words, "three million", the number itself says it."""
    if number.factor == ONE and number.is_spelled and number.readings and number.steps[0] >= _THOUSAND:
        return number.steps[0]
    return number.factor


def _shared(first: Number, second: Number) -> tuple[Number, Number]:
    """Both ends with the unit and magnitude that only one of them is written with."""
    factor = _magnitude(second)
    if (
        factor != ONE and first.factor == ONE and first.readings and second.readings
        and (first.unit is None or first.unit.dimension == _CURRENCY)  # 2 kg to 3 million kg
        and first.value < _THOUSAND and times(first.value, factor) <= times(second.value, Decimal(_NEAR))
    ):  # fmt: skip
        readings = tuple(times(value, factor) for value in first.readings)
        steps = tuple(times(value, factor) for value in first.steps)
        normal = ("-" if first.sign == "-" else "") + plain(readings[0])
        first = first._replace(readings=readings, steps=steps, normal=normal, factor=factor)
    if first.unit is None and second.unit is not None and not first.noun:
        first = first._replace(unit=second.unit, is_shared=True, year=0)
    elif (
        second.unit is None
        and first.unit is not None
        and not second.noun
        and first.unit.dimension == _CURRENCY
    ):
        second = second._replace(unit=first.unit, is_shared=True, year=0)
    return first, second
