"""Shapes beyond plain digits: ordinals, decades, powers of ten, fractions, folds (numbers.md, section 3).

Each function looks at one place of the text and says what stands there; the order in which they are asked is
the parser's (`parse.py`).
"""

from __future__ import annotations

from decimal import Decimal

from citelock.checks.text.numbers.decimals import decimal, times
from citelock.checks.text.patterns import late

_ORDINALS = {
    "en": late(r"(?:st|nd|rd|th)(?!\w)"),
    "ru": late(r"-?(?:й|я|е|го|му|ого|ому|ой|ая|ое|ый|ую|ей|ий|ья|ье)(?!\w)"),
    "de": late(r"\.(?=[ \u00a0][A-Za-zÄÖÜäöü])|(?:te[nrs]?|ste[nrs]?)(?!\w)"),
    "fr": late(r"(?:er|re|ère|ères|ers|e|es|ème|èmes|eme|nd|nde)(?!\w)"),
    "es": late(r"\.?[ºª°](?! ?[CFК])|\.?(?:er|ro|do|to|mo|vo|no|ra|da|ta|ma|va|na)(?!\w)"),
}
# Cardinals with a case ending: 5-ти, 10-ю, 20-летний keeps its hyphen for the noun.
_RUSSIAN_CASE = late(r"-?(?:ти|ми|мя|ю|х|и)(?!\w)")
_DECADE = {
    "en": late(r"'?s(?!\w)"),
    "ru": late(r"-?(?:е|х|ые|ых|м|ми|ым|ыми)(?!\w)"),
    "de": late(r"-?er(?:n|-?[Jj]ahren?)?(?!\w)"),
    "zh": late(r"年代"),
}
DECADE_LEADS = frozenset(("années", "años", "decade", "década"))
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_E_POWER = late(r"[eE]([+-]?[0-9]{1,12})(?![\w])")
_TEN_POWER = late(
    r"[\s\u00a0\u2009\u202f]?[×xXх·*∙][\s\u00a0\u2009\u202f]?10(?:\s?(?:\^|\*\*)\s?\{?([+-]?[0-9]{1,12})\}?|([⁺⁻]?[⁰¹²³⁴-⁹]{1,12}))"
)
_POWER_SIGNS = frozenset("eE×xXх·*∙")
_LONE_POWER = late(r"10(?:\^\{?([+-]?[0-9]{1,12})\}?|([⁺⁻]?[⁰¹²³⁴-⁹]{1,12}))")
VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅐": (1, 7),
    "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
_SLASH = late(r"([0-9]{1,9})\s?/\s?([0-9]{1,9})(?![0-9]|[.,/][0-9])")
_MIXED = late(r"([0-9]{1,9})[ \u00a0-]([1-9])/([0-9]{1,2})(?![0-9]|[.,/][0-9])")
_GLUED_FRACTION = late("[ \u00a0]?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒])")
_FOLDS = {
    "en": late(r"[ -]?(?:[x×](?![\w-]|\s?[0-9])|fold(?!\w)|times(?!\w))"),
    "ru": late(r"[ -]?(?:раза?(?!\w)|[x×х](?!\w|\s?[0-9])|-?кратн[а-я]{1,4}(?!\w))"),
    "de": late(r"[ -]?(?:fach(?:e[nrsm]?)?(?!\w)|mal(?!\w)|[x×](?!\w|\s?[0-9]))"),
    "fr": late(r"[ -]?(?:fois(?!\w)|[x×](?!\w|\s?[0-9]))"),
    "es": late(r"[ -]?(?:veces(?!\w)|[x×](?!\w|\s?[0-9]))"),
    "zh": late(r"[ -]?(?:倍|[x×](?!\w|\s?[0-9]))"),
}
_OF = {
    "en": late(r"\s(?:out\s)?of\s(?:the\s|every\s|all\s)?|\sin\s(?=every\s)every\s"),
    "ru": late(r"\sиз\s"),
    "de": late(r"\s(?:von|aus)\s(?:den\s)?"),
    "fr": late(r"\s(?:sur|des)\s(?:les\s)?"),
    "es": late(r"\sde\s(?:cada\s|los\s|las\s)?|\ssobre\s"),
    "zh": late(r"\s?(?:/|分之)\s?"),
}
_HALF_MORE = {
    "en": late(r" and (?:a|one) half(?!\w)"),
    "ru": late(r" с половиной(?!\w)"),
    "fr": late(r" et demie?s?(?!\w)"),
    "es": late(r" y medi[oa](?!\w)"),
}

# Digits and what they are counted in; a year, a day or a decimal behind is no part of the number.
_MAGNITUDES = {"百": 100, "千": 1000, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_PART = late("([0-9]{1,8})(?:([百千万萬亿億])(?![分克米瓦])|(?![0-9.,年月日号號]))")


def ordinal_end(text: str, end: int, language: str) -> int | None:
    """Where the ordinal ending behind digits ends. The full stop of German is one only before a word."""
    pattern = _ORDINALS.get(language)
    match = None if pattern is None else pattern.match(text, end)
    if match is None and language != "en":
        match = _ORDINALS["en"].match(text, end)
    return None if match is None else match.end()


def case_end(text: str, end: int, language: str) -> int:
    """Where the case ending of a Russian cardinal in figures ends (5-ти); `end` where there is none."""
    match = _RUSSIAN_CASE.match(text, end) if language == "ru" else None
    return end if match is None else match.end()


def decade_end(text: str, end: int, value: int, lead: str, language: str) -> int | None:
    """Where a decade such as 1990s, 90-е, 1990er, années 90 ends; None if the number is none."""
    if value % 10 and 1000 <= value <= 2099 and language == "de":
        match = _DECADE["de"].match(text, end)  # den 1988er Jahren: wrong, and not to be passed over
        return None if match is None else match.end()
    if value % 10 or not (10 <= value <= 90 or 1000 <= value <= 2090):
        return None
    if lead.lower() in DECADE_LEADS:
        return end
    for pattern in {_DECADE.get(language), _DECADE["en"]} - {None}:
        match = None if pattern is None else pattern.match(text, end)
        if match is not None:
            return match.end()
    return None


def is_decade_lead(lead: str) -> bool:
    """Whether the word before a number makes a decade of it: années 90."""
    return lead.lower() in DECADE_LEADS


def power(text: str, end: int) -> tuple[int, int] | None:
    """The power of ten written behind a number that ends at `end`: exponent and end."""
    if text[end : end + 2].lstrip()[:1] not in _POWER_SIGNS:
        return None
    match = _E_POWER.match(text, end)
    if match is not None:
        return int(match[1]), match.end()
    match = _TEN_POWER.match(text, end)
    if match is not None:
        return _exponent(match[1], match[2]), match.end()
    return None


def lone_power(text: str, pos: int) -> tuple[int, int] | None:
    """10⁶ or 10^6 standing alone: exponent and end."""
    match = _LONE_POWER.match(text, pos) if text[pos] == "1" else None
    return None if match is None else (_exponent(match[1], match[2]), match.end())


def _exponent(plain: str | None, raised: str | None) -> int:
    return int(plain if plain is not None else (raised or "0").translate(_RAISED))


def fraction_at(text: str, pos: int) -> tuple[int, int, int] | None:
    """Numerator, denominator and end of the fraction that begins at `pos`: 2/3, ½, 1½, 1 1/2."""
    if text[pos] in VULGAR:
        return (*VULGAR[text[pos]], pos + 1)
    if text.find("/", pos, pos + 20) < 0:
        return None
    match = _MIXED.match(text, pos)
    if match is not None and 0 < int(match[2]) < int(match[3]):
        whole, top, bottom = int(match[1]), int(match[2]), int(match[3])
        return whole * bottom + top, bottom, match.end()
    match = _SLASH.match(text, pos)
    if match is not None and int(match[2]):
        return int(match[1]), int(match[2]), match.end()
    return None


def vulgar_behind(text: str, end: int, whole: Decimal) -> tuple[int, int, int] | None:
    """The mixed number of a whole one that ends at `end` and the fraction sign behind it."""
    match = _GLUED_FRACTION.match(text, end)
    if match is None or whole != whole.to_integral_value() or whole > 10**9:
        return None
    top, bottom = VULGAR[match[1]]
    return int(whole) * bottom + top, bottom, match.end()


def half_behind(text: str, end: int, language: str) -> int | None:
    """Where "and a half" behind a number ends."""
    pattern = _HALF_MORE.get(language) if text[end : end + 1] == " " else None
    match = None if pattern is None else pattern.match(text, end)
    return None if match is None else match.end()


def fold_end(text: str, end: int, language: str) -> int | None:
    """Where the word or sign that makes a number a factor ends: 3x, 3 times, 3 раза, 3-fach, 3倍."""
    match = _FOLDS[language].match(text, end)
    return None if match is None else match.end()


def is_of(between: str, language: str) -> bool:
    """Whether what stands between two numbers makes them a share: 2 of 3."""
    return _OF[language].fullmatch(between) is not None


def scaled(value: Decimal, exponent: int) -> Decimal | None:
    """A value times a power of ten; None beyond what a figure may be."""
    factor = decimal("1", exponent)
    return None if factor is None else times(value, factor)


def composed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The value and end of digits with Chinese magnitudes, each below the one before: 1亿2000万, 1万2400.

    A single digit at the end without a magnitude is none of its ones (3万5 is said for 35,000).
    """
    total, unit = 0, 0
    if text[end : end + 1] not in _MAGNITUDES or not text[start:end].isdigit():
        return None
    at, parts = start, 0
    while (part := _PART.match(text, at)) is not None:
        value = _MAGNITUDES.get(part[2], 1)
        digits = int(part[1])
        if parts and (value >= unit or digits * value >= unit or (value == 1 and digits < 10)):
            return None
        total, unit, at, parts = total + digits * value, value, part.end(), parts + 1
    return (total, at) if parts > 1 else None
