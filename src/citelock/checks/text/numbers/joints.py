"""What ties two numbers that stand together: ranges, lists, shares (numbers.md, section 3, row 10).

A unit or magnitude said once for a range belongs to both ends (18–21 %, 2 to 3 million); a currency said
before
the first end as well.
"""

from __future__ import annotations

from decimal import Decimal

from citelock.checks.text.numbers.decimals import ONE, plain, times
from citelock.checks.text.numbers.forms import is_of
from citelock.checks.text.numbers.number import Joint, Kind, Number
from citelock.checks.text.numbers.prepare import Prepared
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
_MAY_JOIN = frozenset((Kind.PLAIN, Kind.DATE, Kind.TIME, Kind.FRACTION, Kind.FOLD, Kind.ORDINAL, Kind.HEADED))
_LONGEST = 60  # characters between the two
_THOUSAND = Decimal(1000)
_MOST_IN = 100
_NEAR = 20  # "50 to 3 million" shares its million, "900 to 1.2 million" does not


def joined(numbers: list[Number], prepared: Prepared) -> list[Number]:
    """The numbers with what ties each to the next one, and with units shared within a range or a list.

    From right to left: in `5, 10 and 15 mg` the unit wanders from the last number to the first.
    """
    for at in range(len(numbers) - 2, -1, -1):
        first, second = numbers[at], numbers[at + 1]
        if second.start - first.end > _LONGEST or first.kind not in _MAY_JOIN or second.kind not in _MAY_JOIN:
            continue
        between = prepared.text[first.end : second.start]
        joint, is_close = _joint(first, second, between, prepared.language)
        if joint is not Joint.NONE:
            whole = prepared.written(first.start, second.end) if joint is Joint.OF else ""
            first = numbers[at] = first._replace(joint=joint, whole=whole)
        if is_close and first.kind is second.kind is Kind.PLAIN:
            numbers[at], numbers[at + 1] = _shared(first, second)
        elif _may_list(first, second, between):
            numbers[at] = first._replace(unit=second.unit, is_shared=True)
    return numbers


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


def _joint(first: Number, second: Number, between: str, language: str) -> tuple[Joint, bool]:
    """What ties two numbers, and whether they are so close that a unit may be said once for both."""
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


def _is_one_in(first: Number, second: Number) -> bool:
    """Whether "in" between two numbers makes a share: 1 in 5, 3 in 10, but not 3 in 2019."""
    if (
        not (first.readings and second.readings)
        or first.kind is not Kind.PLAIN
        or second.kind is not Kind.PLAIN
    ):
        return False
    return first.unit is None and not second.year and first.value < second.value and first.value < _MOST_IN


def _shared(first: Number, second: Number) -> tuple[Number, Number]:
    """Both ends with the unit and magnitude that only one of them is written with."""
    factor = second.factor
    if factor == ONE and second.is_spelled and second.readings and second.steps[0] >= _THOUSAND:
        factor = second.steps[0]  # two to three million, in words
    if (
        factor != ONE and first.factor == ONE and first.readings and second.readings
        and first.value < _THOUSAND and times(first.value, factor) <= times(second.value, Decimal(_NEAR))
    ):  # fmt: skip
        readings = tuple(times(value, factor) for value in first.readings)
        steps = tuple(times(value, factor) for value in first.steps)
        normal = ("-" if first.sign == "-" else "") + plain(readings[0])
        first = first._replace(readings=readings, steps=steps, normal=normal, factor=factor)
    if first.unit is None and second.unit is not None and not first.noun:
        first = first._replace(unit=second.unit, is_shared=True)
    elif (
        second.unit is None
        and first.unit is not None
        and not second.noun
        and first.unit.dimension == "currency"
    ):
        second = second._replace(unit=first.unit, is_shared=True)
    return first, second
