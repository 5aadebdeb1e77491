"""What two numbers that stand together have to do with one another: ranges, shares (numbers.md, section 3, row 10).

A unit or magnitude said once for a range belongs to both ends (18–21 %, 2 to 3 million); a currency said before
the first end as well.
"""

from __future__ import annotations

from decimal import Decimal

from citelock.checks.text.numbers.decimals import ONE, plain, times
from citelock.checks.text.numbers.forms import is_of
from citelock.checks.text.numbers.number import Joint, Kind, Number
from citelock.checks.text.numbers.prepare import Prepared
from citelock.checks.text.patterns import late

_DASH = late(r"[\s\u00a0]?(?:-{1,3}|—|~|至|到)[\s\u00a0]?")
_TO = {
    "en": late(r"(?:\s[^\W\d_]+){0,2}\s(?:to|through)\s(?:about\s|around\s|only\s|just\s)?"),
    "de": late(r"(?:\s[^\W\d_]+){0,2}\s(?:bis|auf)\s(?:zu\s)?"),
    "fr": late(r"(?:\s[^\W\d_]+){0,2}\s(?:à|jusqu'à)\s"),
    "es": late(r"(?:\s[^\W\d_]+){0,2}\s(?:a|hasta)\s"),
    "ru": late(r"(?:\s[^\W\d_]+){0,2}\s(?:до|по)\s"),
    "zh": late(r"[^\W\d_]{0,2}[\s\u00a0]?(?:至|到|降至|降到|升至|增至|增加到|减少到|下降到)[\s\u00a0]?"),
}
_AND = late(r"(?:\s[^\W\d_]+)?\s(?:and|und|et|y|e|и)\s|[\s\u00a0]?(?:和|与|至|到)[\s\u00a0]?")
_BETWEEN = frozenset(("between", "zwischen", "entre", "между", "介于", "在"))
_WITH = late(r"[\s\u00a0]?\(?[\s\u00a0]?(?:±|\+/-|\+-|[×xх])[\s\u00a0]?")
_MAY_JOIN = frozenset((Kind.PLAIN, Kind.DATE, Kind.TIME, Kind.FRACTION, Kind.FOLD, Kind.ORDINAL, Kind.HEADED))
_LONGEST = 60  # characters between the two
_THOUSAND = Decimal(1000)
_NEAR = 20  # "50 to 3 million" shares its million, "900 to 1.2 million" does not


def joined(numbers: list[Number], prepared: Prepared) -> list[Number]:
    """The numbers with what ties each to the next one, and with units shared between the ends of a range."""
    for at in range(len(numbers) - 1):
        first, second = numbers[at], numbers[at + 1]
        if second.start - first.end > _LONGEST or first.kind not in _MAY_JOIN or second.kind not in _MAY_JOIN:
            continue
        between = prepared.text[first.end : second.start]
        joint = _joint(first, second, between, prepared.language)
        if joint is not Joint.NONE:
            whole = prepared.written(first.start, second.end) if joint is Joint.OF else ""
            numbers[at] = first._replace(joint=joint, whole=whole)
        if joint in (Joint.RANGE, Joint.BETWEEN) or _WITH.fullmatch(between) is not None:
            numbers[at], numbers[at + 1] = _shared(numbers[at], second, between)
    return numbers


def _joint(first: Number, second: Number, between: str, language: str) -> Joint:
    if second.sign == "" and _DASH.fullmatch(between) is not None:
        return Joint.RANGE
    if _TO[language].fullmatch(between) is not None:
        return Joint.RANGE
    lead = first.lead.lower()
    if lead in _BETWEEN and _AND.fullmatch(between) is not None:
        return Joint.BETWEEN
    if (
        first.kind in (Kind.PLAIN, Kind.FOLD) and second.kind is Kind.PLAIN and first.unit is None
        and is_of(between, language)
    ):  # fmt: skip
        return Joint.OF
    return Joint.NONE


def _shared(first: Number, second: Number, between: str) -> tuple[Number, Number]:
    """Both ends with the unit and magnitude that only one of them is written with."""
    if first.kind is not Kind.PLAIN or second.kind is not Kind.PLAIN:
        return first, second
    factor = second.factor
    if factor == ONE and second.is_spelled and second.readings and second.steps[0] >= _THOUSAND:
        factor = second.steps[0]  # two to three million, in words
    if factor != ONE and first.factor == ONE and first.readings and second.readings:
        if first.value < _THOUSAND and times(first.value, factor) <= times(second.value, Decimal(_NEAR)):
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
