"""Units and currencies, as symbols and as words of the six languages (numbers.md, section 4, Units known).

A unit is a dimension and a scale in it; `conversion` tells how a number of one becomes a number of another.
Case counts in symbols (mW, MW) and not in words. Currencies are never converted. The tables are in
`units_tables.py`.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from typing import NamedTuple

from citelock.checks.text.numbers.units_tables import (
    CHINESE, CHINESE_LONGEST, COVERS, CUBIC, PER, SQUARE, SYMBOLS, WORDS, WORDS_OF, Row,
)  # fmt: skip

_CONTEXT = Context(prec=40)


class Unit(NamedTuple):
    """A unit: its dimension, how many of the dimension's own unit it has, its name, and what it is per.

    Dimensions are words: `mass` (own unit gram), `length` (metre), `time` (second), `per cent`, `points`
    (percentage points), `celsius`, `currency` and so on; of a currency the name is its code. `several` is a
    symbol or word of several meanings (pound, °), which `conversion` tries in turn. `per` names the dimensions
    of the denominator (mg/kg: mass), `per_scale` its scale; empty and 1 if there is none.
    """

    dimension: str
    scale: Decimal
    name: str
    per: str = ""
    per_scale: Decimal = Decimal(1)


PER_CENT = Unit("per cent", Decimal(1), "%")
PER_MILLE = Unit("per cent", Decimal("0.1"), "‰")

_SIGN = re.compile("[%％﹪٪‰$＄€£￡¥￥₽₹₩₪₺₴₸₱₫₦฿₿¢″℃℉ℓΩ]|[°º] ?[CFСKК](?![^\\W_])|[°º]")
_WORD = re.compile("[^\\W\\d_²³]+")
_MARKED_DOLLAR = re.compile(r"(?:US|U\.S\.|AU?|CA?|Can|NZ|HK|S|NT|MX|R)\$|(?:JP|CN)¥")
# Between the words of a name: blanks, one hyphen or dot (per cent, kilowatt-hour, кв. м, п.п.).
_GAP = re.compile(r"\.?[ \t\n\u00a0\u2009\u202f]{0,2}(?:[-‐‑·⋅*](?=\w))?")
_POWER = re.compile(r"[²2](?![^\W_])|\^2(?![^\W_])|([³3](?![^\W_])|\^3(?![^\W_]))")
_SLASH = re.compile(r"[ \u00a0]?[/∕]?[ \u00a0]?")
_MOST_WORDS = 4
_BLANKS = " \t\n\u00a0\u2009\u202f"

_BEFORE = re.compile(
    r"(?:(?:US|U\.S\.|AU?|CA?|Can|NZ|HK|S|NT|MX|R)\$|(?:JP|CN)¥|[$＄€£￡¥￥₽₹₩₪₺₴₸₱₫₦฿₿]"
    r"|(?<![^\W_])(?:[A-Z]{3}|Rs\.?|DM|Fr\.|SFr|kr\.?|Rp|Kč|zł))[ \u00a0\u2009\u202f]?\Z"
)
_SHARE_BEFORE = re.compile("(百分之|千分之)[ \u00a0]?\\Z")


def unit_at(text: str, pos: int, language: str) -> tuple[Unit, int] | None:
    """The unit or currency whose symbol or name begins at `pos`, and where it ends; the longest match, or None.

    >>> unit_at("5 km/h", 2, "en")[0].name, unit_at("3 кв. км", 2, "ru")[0].dimension
    ('kilometre per hour', 'area')
    >>> unit_at("5 kilograms", 2, "en")[0].scale, unit_at("5 percentage points", 2, "en")[0].dimension
    (Decimal('1000'), 'points')
    """
    simple = _simple(text, pos, language)
    if simple is None:
        return None
    unit, end = simple
    for _ in range(2):  # mg/kg/day
        divided = _divided(text, unit, end, language)
        if divided is None:
            break
        unit, end = divided
    return unit, end


def currency_before(text: str, pos: int, language: str) -> tuple[Unit, int] | None:
    """The currency that ends right before `pos`, a blank between allowed, and where it begins."""
    start = max(0, pos - 6)
    match = _BEFORE.search(text, start, pos) if pos else None
    if match is None:
        return None
    row = SYMBOLS.get(match[0].rstrip())
    return None if row is None or row[0] != "currency" else (Unit(*row), match.start())


def currency_after(text: str, pos: int, language: str) -> tuple[Unit, int] | None:
    """The currency that begins at `pos`, and where it ends."""
    found = unit_at(text, pos, language)
    return found if found is not None and found[0].dimension == "currency" else None


def percent_before(text: str, pos: int) -> tuple[Unit, int] | None:
    """The 百分之 or 千分之 that ends right before `pos`, and where it begins."""
    share = _SHARE_BEFORE.search(text, max(0, pos - 4), pos)
    return None if share is None else (PER_CENT if share[1][0] == "百" else PER_MILLE, share.start())


def conversion(claim: Unit, quote: Unit) -> Decimal | None:
    """What a number of the quote is multiplied by to be one of the claim's unit; None if that makes no sense.

    The same unit gives exactly 1. If only one side says what it is per (5 mg, 5 mg a day), that is not
    compared. Percentage points and per cent are two dimensions.

    >>> conversion(Unit("mass", Decimal("0.001"), "milligram"), Unit("mass", Decimal(1), "gram"))
    Decimal('1E+3')
    """
    for ours in _readings(claim):
        for theirs in _readings(quote):
            if ours.dimension != theirs.dimension or not _are_comparable(ours.per, theirs.per):
                continue
            if ours.dimension == "currency" and ours.name != theirs.name:
                continue
            both = ours.per == theirs.per
            mine = _CONTEXT.divide(ours.scale, ours.per_scale) if both else ours.scale
            its = _CONTEXT.divide(theirs.scale, theirs.per_scale) if both else theirs.scale
            return _CONTEXT.divide(its, mine)
    return None


def _are_comparable(ours: str, theirs: str) -> bool:
    """Whether one denominator says no more than the other: mg/kg, and mg/kg a day."""
    mine, its = set(filter(None, ours.split("·"))), set(filter(None, theirs.split("·")))
    return mine <= its or its <= mine


def _readings(unit: Unit) -> tuple[Unit, ...]:
    covered = COVERS.get(unit.name, ())
    itself = () if unit.dimension == "several" else (unit,)
    return itself + tuple(Unit(*row, unit.per, unit.per_scale) for row in covered)


def _simple(text: str, pos: int, language: str) -> tuple[Unit, int] | None:
    """A unit without denominator."""
    c = text[pos : pos + 1]
    if not c:
        return None
    if "\u4e00" <= c <= "\u9fff":
        return _chinese(text, pos)
    marked = _MARKED_DOLLAR.match(text, pos)
    if marked is not None:
        return Unit(*SYMBOLS[marked[0]]), marked.end()
    sign = _SIGN.match(text, pos)
    if sign is not None:
        return Unit(*SYMBOLS[sign[0].replace(" ", "").replace("K", "").replace("К", "")]), sign.end()
    return _worded(text, pos, language)


def _worded(text: str, pos: int, language: str) -> tuple[Unit, int] | None:
    """A symbol of letters, or a name of up to four words; of a length also its square and cube."""
    words: list[tuple[str, int]] = []  # word as written, end
    at = pos
    while len(words) < _MOST_WORDS:
        match = _WORD.match(text, at)
        if match is None:
            break
        words.append((match[0], match.end()))
        gap = _GAP.match(text, match.end())
        at = gap.end() if gap else match.end()
        if at == match.end():
            break
    if not words:
        return None
    own = WORDS_OF.get(language, {})
    powers = SQUARE if words[0][0].lower() in SQUARE else CUBIC if words[0][0].lower() in CUBIC else None
    if powers is not None and len(words) > 1:
        row, end = _named(words[1:2], own, text)
        if row is not None and row[0] == "length":
            return _power(row, 2 if powers is SQUARE else 3), end
    for count in range(len(words), 0, -1):
        row, end = _named(words[:count], own, text)
        if row is None:
            continue
        if row[0] == "length" and count == 1:
            power = _POWER.match(text, end)
            if power is not None:
                return _power(row, 3 if power[1] else 2), power.end()
            if len(words) > 1 and words[1][0].lower() in SQUARE | CUBIC:
                return _power(row, 2 if words[1][0].lower() in SQUARE else 3), words[1][1]
        if row[0] == "power" and count == 1 and len(words) > 1 and words[1][0] in ("h", "ч"):
            return Unit("energy", row[1] * 3600, row[2] + " hour"), words[1][1]
        return Unit(*row), end
    return None


def _named(words: list[tuple[str, int]], own: dict[str, Row], text: str) -> tuple[Row | None, int]:
    end = words[-1][1]
    if text[end : end + 1].isdigit() and not _POWER.match(text, end):
        return None, end
    if len(words) == 1:
        word = words[0][0]
        row = SYMBOLS.get(word)
        if row is None and len(word) > 1 or word.lower() in own:
            row = (
                own.get(word.lower()) or WORDS.get(word.lower().replace("ё", "е")) or _compound(word.lower())
            )
        if word == "с" and text[end : end + 1] in _BLANKS and text[end + 1 : end + 2].isalnum():
            row = None  # the preposition: с 18 до 7
        return row, end
    phrase = " ".join(word for word, _ in words).lower().replace("ё", "е")
    return WORDS.get(phrase), end


def _compound(word: str) -> Row | None:
    """German areas and volumes in one word: Quadratkilometer, Kubikmeter."""
    for start, exponent in (("quadrat", 2), ("kubik", 3)):
        row = WORDS.get(word.removeprefix(start)) if word.startswith(start) else None
        if row is not None and row[0] == "length":
            return _power(row, exponent)[:3]
    return None


def _power(row: Row, exponent: int) -> Unit:
    scale = _CONTEXT.power(row[1], Decimal(exponent))
    if exponent == 2:
        return Unit("area", scale, "square " + row[2])
    return Unit("volume", scale * 1000, "cubic " + row[2])


def _divided(text: str, unit: Unit, end: int, language: str) -> tuple[Unit, int] | None:
    """The unit with the denominator that stands behind it: km/h, miles per hour, mg pro Tag."""
    slash = _SLASH.match(text, end)
    at = slash.end() if slash else end
    if slash is None or not slash[0].strip(_BLANKS):
        word = _WORD.match(text, at)
        if at == end or word is None or word[0].lower() not in PER:
            return None
        at = word.end()
        if text[at : at + 1] not in _BLANKS or not text[at : at + 1]:
            return None
        at += 1
    below = _simple(text, at, language)
    if below is None or below[0].dimension in ("currency", "several", "per cent", "points"):
        return None
    lower, end = below
    if unit.dimension == "length" and lower.dimension == "time" and not unit.per:
        scale = _CONTEXT.divide(unit.scale, lower.scale)
        return Unit("speed", scale, f"{unit.name} per {lower.name}"), end
    if unit.dimension == "data" and lower.dimension == "time" and lower.scale == 1 and not unit.per:
        return Unit("data rate", unit.scale, unit.name + " per second"), end
    per = "·".join(sorted(filter(None, (unit.per, lower.dimension))))
    name = unit.name if unit.dimension in ("currency", "several") else f"{unit.name} per {lower.name}"
    return unit._replace(name=name, per=per, per_scale=_CONTEXT.multiply(unit.per_scale, lower.scale)), end


def _chinese(text: str, pos: int) -> tuple[Unit, int] | None:
    for length in range(CHINESE_LONGEST, 0, -1):
        row = CHINESE.get(text[pos : pos + length])
        if row is not None and pos + length <= len(text):
            return Unit(*row), pos + length
    return None
