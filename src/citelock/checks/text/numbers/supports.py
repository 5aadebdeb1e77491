"""Which numbers of a quotation can support which of the claim, by their kind (numbers.md, section 4).

Amounts go to `amounts.py`, shares to `shares.py`; here are the kinds that are compared as they stand: dates,
ordinals, decades, Roman numerals, names.
"""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.text.numbers.amounts import at_best, compare
from citelock.checks.text.numbers.number import Date, Kind, Number
from citelock.checks.text.numbers.roman import counts_beside
from citelock.checks.text.numbers.shares import (
    amount_of_fraction,
    fraction_verdict,
    pair_verdict,
    share_of_pair,
)
from citelock.checks.text.numbers.verdict import Verdict, verdict

_AMOUNTS = (Kind.PLAIN, Kind.FOLD)  # a tuple: members of an Enum are slow to hash


def best_of(found: Sequence[Verdict]) -> Verdict | None:
    """The best verdict: of several alike the number as written, then the leftmost."""
    if len(found) < 2:  # as for most numbers
        return found[0] if found else None
    return min(found, key=lambda each: (each.rank, each.rule != "equal"))


def support(claim: Number, quotes: Sequence[Number]) -> list[Verdict]:
    """What each number of the quotation does for a number of the claim, in their order; nothing for most."""
    found = []
    for quote in quotes:
        one = _single(claim, quote)
        if quote.total is not None and (one is None or one.code):
            one = _better(one, pair_verdict(claim, quote, quote.total))
        if claim.total is not None and (one is None or one.code):
            one = _better(one, share_of_pair(claim, claim.total, quote))
        if (claim.compound or quote.compound) and (one is None or one.code):
            one = _better(one, _compound(claim, quote))
        if one is not None:
            if one.rule == "equal" and not one.rank:
                return [one]  # nothing is better, and this is the leftmost
            found.append(one)
    if claim.kind is Kind.DATE:
        found += _whole_dates(claim, quotes)
    elif claim.kind is Kind.FRACTION and not claim.is_spelled:
        found += _both_parts(claim, quotes)
    return found


def _compound(claim: Number, quote: Number) -> Verdict | None:
    """An amount in several units against another or a plain one: 2 h 30 min, 150 minutes, 2.5 hours."""
    ours, theirs = claim.compound or claim, quote.compound or quote
    if ours.kind not in _AMOUNTS or theirs.kind not in _AMOUNTS or ours.unit is None or theirs.unit is None:
        return None
    found = compare(ours, theirs)
    if found is None or not found.rule or found.rule == "conflict":
        return None
    is_converted = (claim.compound is None) != (quote.compound is None)
    return at_best(verdict("unit_conversion", theirs), found) if is_converted else found


def _better(one: Verdict | None, other: Verdict | None) -> Verdict | None:
    if one is None or other is None:
        return one or other
    return other if other.rank < one.rank else one


def _single(claim: Number, quote: Number) -> Verdict | None:
    kind = claim.kind
    if kind in _AMOUNTS:
        return _amount(claim, quote)
    if kind is Kind.FRACTION:
        return fraction_verdict(claim, quote)
    if kind is Kind.ORDINAL:
        return _ordinal(claim, quote)
    if kind is Kind.HEADED:
        return _headed(claim, quote)
    if kind is Kind.DATE:
        return _date(claim, quote)
    if kind is Kind.TIME:
        return _time(claim, quote)
    if kind is Kind.DECADE:
        return _decade(claim, quote)
    if kind is Kind.IDENTIFIER:
        return _identifier(claim, quote)
    return _opaque(claim, quote)


def _amount(claim: Number, quote: Number) -> Verdict | None:
    if quote.kind in _AMOUNTS or (quote.kind is Kind.ORDINAL and quote.mark):
        return compare(claim, quote)
    if quote.kind is Kind.FRACTION:
        return amount_of_fraction(claim, quote)
    if quote.kind is Kind.DATE:
        date = quote.date
        assert date is not None
        return verdict("year", quote) if claim.year and date.year == claim.value else None
    if quote.kind is Kind.HEADED:
        heads = bool(claim.noun) and counts_beside("", claim.noun)
        return verdict("roman", quote) if heads and claim.value == quote.value else None
    if quote.kind is Kind.IDENTIFIER:
        is_name = bool(claim.stem) and claim.stem == quote.stem and claim.normal == quote.rest
        return verdict("identifier", quote) if is_name else None
    return None


def _counts_alike(claim: Number, quote: Number) -> bool:
    """Whether a bare number may stand for an ordinal: written in figures, without unit, of the same thing."""
    if quote.is_spelled or quote.unit is not None or quote.kind is not Kind.PLAIN or quote.year == 2:
        return False
    return not quote.noun or not claim.noun or claim.noun == quote.noun or claim.language != quote.language


def _ordinal(claim: Number, quote: Number) -> Verdict | None:
    if not quote.readings or claim.value != quote.value:
        return compare(claim, quote) if claim.mark and quote.kind in _AMOUNTS else None
    if quote.kind is Kind.ORDINAL:
        return verdict("equal" if claim.written == quote.written else "ordinal", quote)
    if quote.kind is Kind.HEADED:
        return verdict("roman", quote)
    return verdict("ordinal", quote) if _counts_alike(claim, quote) or claim.mark else None


def _headed(claim: Number, quote: Number) -> Verdict | None:
    if not quote.readings or claim.value != quote.value:
        return None
    if quote.kind is Kind.HEADED:
        return verdict("equal" if claim.written == quote.written else "roman", quote)
    if quote.kind is Kind.ORDINAL:
        return verdict("roman", quote)
    heads = bool(quote.noun) and counts_beside("", quote.noun)
    return (
        verdict("roman", quote)
        if quote.kind is Kind.PLAIN and quote.unit is None and (heads or not quote.noun)
        else None
    )


def _date(claim: Number, quote: Number) -> Verdict | None:
    ours, theirs = claim.date, quote.date
    if ours is None or theirs is None:
        return None
    if claim.written == quote.written:
        return verdict("equal", quote)
    if theirs.lent is not None:
        theirs = theirs._replace(year=theirs.lent)
    for mine in _orders(ours):
        for its in _orders(theirs):
            if not _agrees(mine, its):
                continue
            # Where both are written in figures the same order is the likely one, and nothing was chosen.
            is_chosen = (
                (ours.other is None) != (theirs.other is None) or ours[:3] != mine or theirs[:3] != its
            )
            if is_chosen:
                return verdict("date_order", quote)
            return verdict("date" if mine == its else "date_coarser", quote)
    return None


def _orders(date: Date) -> list[tuple[int | None, int | None, int | None]]:
    first = (date.year, date.month, date.day)
    return [first] if date.other is None else [first, date.other]


def _agrees(claim: tuple[int | None, ...], quote: tuple[int | None, ...]) -> bool:
    """Whether everything the claim's date says is in the quotation's: coarser is fine, finer is not."""
    return all(mine is None or mine == its for mine, its in zip(claim, quote, strict=True))


def _whole_dates(claim: Number, quotes: Sequence[Number]) -> list[Verdict]:
    """The claim's date where the quotation has day and month in one place and the year in another."""
    ours = claim.date
    if ours is None or ours.year is None or ours.month is None or ours.day is None:
        return []
    if not any(quote.year and quote.readings and quote.value == ours.year for quote in quotes):
        return []
    return [
        verdict("date", quote)
        for quote in quotes
        if quote.date is not None and quote.date.year is None and quote.date[1:3] == ours[1:3]
    ]


def _time(claim: Number, quote: Number) -> Verdict | None:
    if quote.kind is not Kind.TIME:
        return None
    if claim.normal == quote.normal or quote.normal.startswith(f"{claim.normal}:"):
        return verdict("equal" if claim.written == quote.written else "format", quote)
    # 3:30 and 15:30: one of them does not say which half of the day.
    hours, _, rest = claim.normal.partition(":")
    other_hours, _, other_rest = quote.normal.partition(":")
    halves = {number.written.lower()[-1:] in ("m", ".") for number in (claim, quote)}
    alike = rest == other_rest and int(hours) % 12 == int(other_hours) % 12
    return verdict("format", quote) if alike and halves == {True, False} else None


def _decade(claim: Number, quote: Number) -> Verdict | None:
    if quote.kind is not Kind.DECADE:
        return None
    ours, theirs = int(claim.value), int(quote.value)
    if ours != theirs and not (ours % 100 == theirs % 100 and min(ours, theirs) < 100):
        return None
    if claim.is_spelled != quote.is_spelled:
        return verdict("word_only", None)  # decades in words are a signal only (n111)
    return verdict("equal" if claim.written == quote.written else "format", quote)


def _identifier(claim: Number, quote: Number) -> Verdict | None:
    if quote.kind is Kind.IDENTIFIER:
        if claim.stem != quote.stem:
            return None
        if claim.rest == quote.rest:
            return verdict("equal" if claim.written == quote.written else "identifier", quote)
        return verdict("conflict", quote)
    if quote.kind is Kind.OPAQUE and claim.rest == quote.normal:
        return verdict("identifier", quote)
    if quote.stem and quote.stem == claim.stem and quote.kind is Kind.PLAIN:
        return verdict("identifier" if quote.normal == claim.rest else "conflict", quote)
    return None


def _opaque(claim: Number, quote: Number) -> Verdict | None:
    if quote.kind is Kind.OPAQUE and claim.normal == quote.normal:
        return verdict("equal" if claim.written == quote.written else "format", quote)
    if quote.kind is Kind.IDENTIFIER and claim.normal == quote.rest:
        return verdict("identifier", quote)
    return None


def _both_parts(claim: Number, quotes: Sequence[Number]) -> list[Verdict]:
    """45/250 where the quotation has 45 and 250 as numbers of their own."""
    assert claim.part is not None
    values = {
        quote.value for quote in quotes if quote.kind is Kind.PLAIN and quote.readings and quote.unit is None
    }
    if claim.part[1] > 9 and all(part in values for part in claim.part):
        first = next(quote for quote in quotes if quote.readings and quote.value == claim.part[0])
        return [verdict("format", first)]
    return []
