"""Units and currencies, as symbols and as words of the six languages (numbers.md, section 4, Units known).

A unit is a dimension and a scale in it; `conversion` tells how a number of one becomes a number of another.
Case counts in symbols (mW, MW) and not in words. Currencies are never converted. Tables: `units_tables.py`.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal

from citelock.checks.named import NamedTuple
from citelock.checks.text.numbers import units_lookup
from citelock.checks.text.numbers.units_lookup import COVERS, SYMBOLS, Row
from citelock.checks.text.numbers.units_tables import CUBIC, CUBIC_STEM, PER, SQUARE, SQUARE_STEM
from citelock.checks.text.patterns import late

_CONTEXT = Context(prec=40)


class Unit(NamedTuple):
    """A unit: its dimension, how many of the dimension's own unit it has, its name, and what it is per.

    Dimensions are words: `mass` (own unit gram), `length` (metre), `time` (second), `speed` (metre per hour),
    `per cent`, `points` (percentage points), `celsius`, `currency` and so on; of a currency the name is its
    code. `several` is a symbol or word of several meanings (pound, °), which `conversion` tries in turn.
    `per` names the dimensions of the denominator (mg/kg: mass), `per_scale` its scale; empty and 1 if there
    is none.
    """

    dimension: str
    scale: Decimal
    name: str
    per: str = ""
    per_scale: Decimal = Decimal(1)


PER_CENT = Unit("per cent", Decimal(1), "%")
PER_MILLE = Unit("per cent", Decimal("0.1"), "‰")

_DOLLARS = r"(?:US|U\.S\.|AU?|CA?|Can|NZ|HK|S|NT|MX|R)\$|(?:JP|CN)¥"
_SIGNS = "$€£¥₽₹₩₪₺₴₸₱₫₦฿₿"
_SINGLE = frozenset(f"{_SIGNS}%％﹪٪‰¢℃℉ℓΩΩ")
_DEGREE = late(r"[°º](?: ?[CFСKК](?![^\W_]))?")
_MARKED = late(_DOLLARS)
_LONGEST_MARK = 5  # U.S.$
_WORD = re.compile(r"[^\W\d_²³]+")
# Between the words of a name: blanks, one hyphen or dot (per cent, kilowatt-hour, кв. м, п.п.).
_GAP = late(r"\.?[ \t\n\u00a0\u2009\u202f]{0,2}(?:[-‐‑·⋅*](?=\w))?")
_SQUARED = late(r"(?:²|\^?2)(?![^\W_])")
_CUBED = late(r"(?:³|\^?3)(?![^\W_])")
_INCH = late(r"\.?(?:[,;)\]]|\Z|[ \u00a0][×x][ \u00a0])")  # 12 in, and not "12 in 2010"
# Symbols that are letters of everything else: only where nothing follows.
_LAST_SYMBOLS = {"A": "ampere", "N": "newton"}
_LAST = late(r"(?:[.,;:)\]!?]+(?:\s|\Z)|\Z)")
_HOUR = late(r"[·⋅* -][hч](?![^\W_])")
_SLASH = late(r"[ \u00a0]?[/∕][ \u00a0]?")
_INVERSE = late(r"[ \u00a0·⋅]?([A-Za-zµμ]{1,3})(?:⁻([¹²³])|\^?[-−]([123]))(?![^\W_])")
_PLAIN_EXPONENTS = str.maketrans("¹²³", "123")
_SHARES = ("per cent", "points")
_HOUR_SECONDS = Decimal(3600)
_BLANKS = " \t\n\u00a0\u2009\u202f"
_MOST_WORDS = 4
_DOLLAR = "dollar"

_BEFORE = late(
    rf"(?:{_DOLLARS}|[{_SIGNS}]|(?<![^\W_])(?:[A-Z]{{3}}|Rs\.?|DM|Fr\.|SFr|kr\.?|Rp|Kč|zł))"
    r"[ \u00a0\u2009\u202f]?\Z"
)
_CODE_ENDS = ".sprčł"  # Rs., Rs, Rp, kr, Kč, zł: what is no capital at the end of a code
_SHARE_BEFORE = late("(?:([百千])分之|ร้อยละ)[ \u00a0]?\\Z")
_AS_CHINESE = "パ퍼เ"  # first letters of the same names in Japanese, Korean and Thai


def unit_at(text: str, pos: int, language: str) -> tuple[Unit, int] | None:
    """The unit or currency whose symbol or name begins at `pos`, and where it ends; the longest, or None.

    >>> unit_at("5 km/h", 2, "en")[0].name, unit_at("3 кв. км", 2, "ru")[0].dimension
    ('kilometre per hour', 'area')
    >>> unit_at("5 kilograms", 2, "en")[0].scale, unit_at("5 percentage points", 2, "en")[0].dimension
    (Decimal('1E+3'), 'points')
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


def currency_before(text: str, pos: int) -> tuple[Unit, int] | None:
    """The currency that ends right before `pos`, a blank between allowed, and where it begins."""
    last = text[pos - 2 : pos - 1] if text[pos - 1 : pos] in _BLANKS else text[pos - 1 : pos]
    if not last or not (last in _SIGNS or last.isupper() or last in _CODE_ENDS):
        return None
    match = _BEFORE.search(text, max(0, pos - 6), pos)
    if match is None:
        return None
    row = SYMBOLS.get(match[0].rstrip(_BLANKS).rstrip("."))
    return (Unit(*row), match.start()) if row is not None and row.dimension == "currency" else None


def currency_after(text: str, pos: int, language: str) -> tuple[Unit, int] | None:
    """The currency that begins at `pos`, and where it ends."""
    found = unit_at(text, pos, language)
    return found if found is not None and found[0].dimension == "currency" else None


def percent_before(text: str, pos: int) -> tuple[Unit, int] | None:
    """The 百分之, 千分之 or ร้อยละ that ends right before `pos`, and where it begins."""
    share = _SHARE_BEFORE.search(text, max(0, pos - 8), pos)
    return None if share is None else (PER_MILLE if share[1] == "千" else PER_CENT, share.start())


def conversion(claim: Unit, quote: Unit) -> Decimal | None:
    """What a number of the quote is multiplied by to be one of the claim's unit; None if that makes no sense.

    The same unit gives exactly 1. If only one side says what it is per (5 mg, 5 mg a day), that is not
    compared. Percentage points and per cent are two dimensions.

    >>> conversion(Unit("mass", Decimal("0.001"), "milligram"), Unit("mass", Decimal(1), "gram"))
    Decimal('1E+3')
    """
    for ours in _readings(claim):
        for theirs in _readings(quote):
            if ours.dimension != theirs.dimension or not _may_be_compared(ours.per, theirs.per):
                continue
            if ours.dimension == "currency" and ours.name != theirs.name:
                continue
            if ours.per != theirs.per:
                return _CONTEXT.divide(theirs.scale, ours.scale)
            # One division at the end: 7 and not 6.999.
            its = _CONTEXT.multiply(theirs.scale, ours.per_scale)
            return _CONTEXT.divide(its, _CONTEXT.multiply(ours.scale, theirs.per_scale))
    return None


def is_doubtful_dollar(claim: Unit, quote: Unit) -> bool:
    """Whether one of two is a plain dollar and the other one not American: they may be the same."""
    for plain, other in ((claim, quote), (quote, claim)):
        if plain.name == _DOLLAR and other.name not in (_DOLLAR, "USD"):
            return any(other.name == row.name for row in COVERS[_DOLLAR])
    return False


def _may_be_compared(ours: str, theirs: str) -> bool:
    """Whether one denominator says no more than the other one: mg/kg, and mg/kg a day."""
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
    if "\u4e00" <= c <= "\u9fff" or c in _AS_CHINESE:
        return _chinese(text, pos)
    if c in _SINGLE:
        return Unit(*SYMBOLS[c]), pos + 1
    if c in "°º":
        return _degree(text, pos)
    if not c.isalpha():
        return None
    marked = (
        _MARKED.match(text, pos)
        if "$" in text[pos : pos + _LONGEST_MARK] or "¥" in text[pos : pos + 3]
        else None
    )
    if marked is not None:
        return Unit(*SYMBOLS[marked[0]]), marked.end()
    return _worded(text, pos, language)


def _degree(text: str, pos: int) -> tuple[Unit, int] | None:
    """A degree with its letter; °K is the old form of kelvin."""
    match = _DEGREE.match(text, pos)
    assert match is not None
    symbol = match[0].replace(" ", "")
    row = units_lookup.by_name("kelvin") if symbol[-1] in "KК" else SYMBOLS[symbol]
    return Unit(*row), match.end()


def _worded(text: str, pos: int, language: str) -> tuple[Unit, int] | None:
    """A symbol of letters, or a name of up to four words; of a length also its square and cube."""
    match = _WORD.match(text, pos)
    assert match is not None
    word, end = match[0], match.end()
    lower = word.lower().replace("ё", "е")
    exponent = _exponent(lower)
    if exponent:
        return _power_before(text, end, exponent, language)
    if lower in units_lookup.FIRST_WORDS or lower.endswith(("watt", "ватт", "vatio", "watts")):
        several = _of_several(text, lower, end)
        if several is not None:
            return several
    if word == "in" and language == "en" and _INCH.match(text, end) is not None:
        return Unit(*units_lookup.by_name("inch")), end
    row = _row_of(word, lower, language)
    if row is None and word in _LAST_SYMBOLS and _LAST.match(text, end) is not None:
        row = units_lookup.by_name(_LAST_SYMBOLS[word])
    if row is None or not _ends_well(text, word, end):
        return None
    if row.dimension == "length":
        power = _power_behind(text, row, end)
        if power is not None:
            return power
    hour = _HOUR.match(text, end) if row.dimension == "power" else None
    if hour is not None:
        return Unit("energy", row.scale * 3600, row.name + " hour"), hour.end()
    return Unit(*row), end


def _row_of(word: str, lower: str, language: str) -> Row | None:
    row = SYMBOLS.get(word)
    if row is None and (len(word) > 1 or lower in units_lookup.OWN.get(language, ())):
        row = units_lookup.named(lower, language)
    if row is None and lower.startswith(("quadrat", "kubik")):  # Quadratkilometer
        exponent = 2 if lower.startswith("q") else 3
        length = units_lookup.named(lower.removeprefix("quadrat").removeprefix("kubik"), "de")
        if length is not None and length.dimension == "length":
            return Row(*_power(length, exponent)[:3])
    return row


def _ends_well(text: str, word: str, end: int) -> bool:
    """Whether the unit may end here: not before a digit, unless an exponent; and с is no preposition."""
    if text[end : end + 1].isdigit():
        return bool(_SQUARED.match(text, end) or _CUBED.match(text, end))
    is_alone = word == "с" and text[end - 2 : end - 1] not in ("/", "∕")  # but м/с
    return not (is_alone and text[end : end + 1] in _BLANKS and text[end + 1 : end + 2].isalnum())


def _of_several(text: str, first: str, end: int) -> tuple[Unit, int] | None:
    """A name of two to four words that begins with this one."""
    words, best = first, None
    for _ in range(_MOST_WORDS - 1):
        gap = _GAP.match(text, end)
        assert gap is not None
        match = _WORD.match(text, gap.end()) if gap.end() > end else None
        if match is None:
            break
        words, end = f"{words} {match[0].lower().replace('ё', 'е')}", match.end()
        row = units_lookup.phrase(words)
        if row is not None:
            best = Unit(*row), end
    return best


def _exponent(word: str) -> int:
    """2 for a word that squares the length beside it, 3 for one that cubes it, else 0."""
    if word in SQUARE or word.startswith(SQUARE_STEM):
        return 2
    return 3 if word in CUBIC or word.startswith(CUBIC_STEM) else 0


def _power_before(text: str, end: int, exponent: int, language: str) -> tuple[Unit, int] | None:
    gap = _GAP.match(text, end)
    match = _WORD.match(text, gap.end()) if gap is not None and gap.end() > end else None
    if match is None:
        return None
    row = _row_of(match[0], match[0].lower(), language)
    return None if row is None or row.dimension != "length" else (_power(row, exponent), match.end())


def _power_behind(text: str, row: Row, end: int) -> tuple[Unit, int] | None:
    squared, cubed = _SQUARED.match(text, end), _CUBED.match(text, end)
    if squared is not None:
        return _power(row, 2), squared.end()
    if cubed is not None:
        return _power(row, 3), cubed.end()
    word = _WORD.match(text, end + 1) if text[end : end + 1] in _BLANKS else None
    exponent = _exponent(word[0].lower()) if word is not None else 0
    return (_power(row, exponent), word.end()) if word is not None and exponent else None


def _power(row: Row, exponent: int) -> Unit:
    scale = _CONTEXT.power(row.scale, Decimal(exponent))
    if exponent == 2:
        return Unit("area", scale, "square " + row.name)
    return Unit("volume", scale * 1000, "cubic " + row.name)


def _divided(text: str, unit: Unit, end: int, language: str) -> tuple[Unit, int] | None:
    """The unit with the denominator that stands behind it: km/h, miles per hour, mg pro Tag, m s⁻¹."""
    inverse = _INVERSE.match(text, end)
    if inverse is not None:
        row = SYMBOLS.get(inverse[1])
        exponent = "123".index((inverse[2] or inverse[3]).translate(_PLAIN_EXPONENTS)) + 1
        if row is None or (exponent > 1 and row.dimension != "length"):
            return None
        return _per(unit, Unit(*row) if exponent == 1 else _power(row, exponent)), inverse.end()
    slash = _SLASH.match(text, end)
    if slash is not None:
        at = slash.end()
    else:
        word = _WORD.match(text, end + 1) if text[end : end + 1] in _BLANKS else None
        if word is None or word[0].lower() not in PER or text[word.end() : word.end() + 1] not in _BLANKS:
            return None
        at = word.end() + 1
    below = _simple(text, at, language)
    if below is None or below[0].dimension in ("currency", "several", *_SHARES):
        return None
    return _per(unit, below[0]), below[1]


def _per(unit: Unit, lower: Unit) -> Unit:
    """One unit divided by another: a speed, a data rate, or the same dimension with a denominator."""
    is_first = not unit.per
    if unit.dimension == "length" and lower.dimension == "time" and lower.scale <= _HOUR_SECONDS and is_first:
        scale = _CONTEXT.multiply(unit.scale, _CONTEXT.divide(_HOUR_SECONDS, lower.scale))
        return Unit("speed", scale, f"{unit.name} per {lower.name}")
    if unit.dimension == "information" and lower.dimension == "time" and lower.scale == 1 and is_first:
        return Unit("data-rate", unit.scale, unit.name + " per second")
    per = "·".join(sorted(filter(None, (unit.per, lower.dimension))))
    # The name of a currency is its code, that of a share its sign: they are compared and shown.
    keeps_name = unit.dimension in ("currency", "several", *_SHARES)
    name = unit.name if keeps_name else f"{unit.name} per {lower.name}"
    return unit._replace(name=name, per=per, per_scale=_CONTEXT.multiply(unit.per_scale, lower.scale))


def _chinese(text: str, pos: int) -> tuple[Unit, int] | None:
    for length in range(units_lookup.CHINESE_LONGEST, 0, -1):
        row = units_lookup.CHINESE.get(text[pos : pos + length])
        if row is not None and pos + length <= len(text):
            return Unit(*row), pos + length
    return None
