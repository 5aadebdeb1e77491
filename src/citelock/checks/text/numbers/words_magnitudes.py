"""Magnitudes behind digits: million, bn, млрд, Mio., 万 (numbers.md, section 3, Separators).

Words that mean the same number wherever they are used count in every text; *billion*, *trillion* and their
like by the language of the text; single letters only where they are glued to the digits.
"""

from __future__ import annotations

import re
from decimal import Decimal

_K, _M, _G, _T = 10**3, 10**6, 10**9, 10**12

# The same in all of the languages that have the word.
_COMMON = {
    "thousand": _K, "thousands": _K, "million": _M, "millions": _M, "mln": _M, "mln.": _M, "mio": _M, "mio.": _M,
    "mrd": _G, "mrd.": _G, "mlrd": _G, "bn": _G, "bln": _G, "tn": _T, "trn": _T, "lakh": 10**5, "lakhs": 10**5,
    "lac": 10**5, "crore": 10**7, "crores": 10**7,
    "tausend": _K, "tsd": _K, "tsd.": _K, "millionen": _M, "milliarde": _G, "milliarden": _G, "mia": _G, "mia.": _G,
    "billiarde": 10**15, "billiarden": 10**15, "milliard": _G, "milliards": _G, "billiard": 10**15, "mds": _G,
    "millón": _M, "millones": _M, "mill.": _M, "millardo": _G, "millardos": _G, "billón": _T, "billones": _T,
    "trillón": 10**18, "trillones": 10**18,
    "тыс": _K, "тыс.": _K, "млн": _M, "млн.": _M, "млрд": _G, "млрд.": _G, "трлн": _T, "трлн.": _T, "мільйонів": _M,
}  # fmt: skip
for _stem, _value in (("миллион", _M), ("миллиард", _G), ("триллион", _T)):
    _COMMON |= {_stem + ending: _value for ending in ("", *"а у ом е ы ов ам ами ах".split())}
_COMMON |= {word: _K for word in "тысяча тысячи тысяч тысяче тысячу тысячей тысячам тысячами тысячах".split()}
_COMMON |= {word: 100 for word in "сотня сотни сотен сотням сотнями сотнях".split()}

_BY_LANGUAGE = {
    "en": {"hundred": 100, "billion": _G, "billions": _G, "trillion": _T, "trillions": _T, "dozen": 12, "mil": _M,
           "mill": _M, "mn": _M, "mm": None, "quadrillion": 10**15, "mil.": _M},
    "de": {"hundert": 100, "billion": _T, "billionen": _T, "trillion": 10**18, "trillionen": 10**18, "bio.": _T,
           "bio": _T, "dutzend": 12},
    "fr": {"cent": 100, "cents": 100, "mille": _K, "milliers": _K, "millier": _K, "billion": _T, "billions": _T,
           "trillion": 10**18, "trillions": 10**18, "md": _G, "md.": _G, "m": None, "douzaines": 12},
    "es": {"mil": _K, "cientos": 100, "miles": _K, "docenas": 12, "m.": None},
    "ru": {},
    "zh": {},
}  # fmt: skip
# "mil millones" and its like: a thousand of another magnitude.
_THOUSANDS = {
    "mil": "es",
    "mille": "fr",
    "thousand": "en",
    "tausend": "de",
    "тысяч": "ru",
    "тыс": "ru",
    "тыс.": "ru",
}

_WORD = re.compile(r"[^\W\d_]+\.?")
_BLANKS = re.compile(r"[ \t\u00a0\u2009\u202f-]{1,3}\n?|\n")
_GLUED = {
    "k": _K,
    "K": _K,
    "к": _K,
    "К": _K,
    "M": _M,
    "М": _M,
    "mn": _M,
    "MM": _M,
    "G": None,
    "bn": _G,
    "tn": _T,
}
_GLUED_MONEY = {"B": _G, "b": _G, "T": _T, "t": _T, "m": _M, "м": _M}

_CHINESE = re.compile("[百千万萬亿億]{1,3}")
_CHINESE_VALUES = {"百": 100, "千": _K, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
# 千克, 千米, 百帕: the character is a prefix of the unit.
_PREFIXED = re.compile("克|米|瓦|卡|帕|伏|赫|焦|安|字节|比特|分|倍|年|兆|里")


def find(text: str, pos: int, language: str, money: bool) -> tuple[Decimal, int] | None:
    """See `words.magnitude_at`."""
    if "\u4e00" <= text[pos : pos + 1] <= "\u9fff":
        return _chinese(text, pos)
    match = _WORD.match(text, pos)
    if match is None:
        return None
    for word in (match[0], match[0].removesuffix(".")):
        end = pos + len(word)
        value = _value(word.lower(), language)
        if value is None and pos and text[pos - 1].isdigit():
            value = _GLUED.get(word) or (_GLUED_MONEY.get(word) if money else None)
        if value is None or not word[-1] == "." and text[end : end + 1].isdigit():
            continue
        if word.endswith(".") and not _abbreviation(word, text, end):
            continue
        return _of_another(text, end, word.lower(), value, language)
    return None


def _abbreviation(word: str, text: str, end: int) -> bool:
    """Whether the point belongs to the abbreviation: at the end of the text it may as well end the sentence."""
    return word.lower() in _COMMON or word.lower() in _BY_LANGUAGE["en"] or end < len(text)


def _value(word: str, language: str) -> int | None:
    own = _BY_LANGUAGE.get(language, {})
    if word in own:
        return own[word]
    value = _COMMON.get(word)
    if value is None:
        # A short claim may not show its language: millones, Billionen are nobody else's words.
        if word in ("billionen", "bio."):
            return _T
        if word in ("billion", "billions"):
            return _G
        if word in ("trillion", "trillions"):
            return _T
    return value


def _of_another(text: str, end: int, word: str, value: int, language: str) -> tuple[Decimal, int]:
    """Multiplies with a magnitude behind a thousand: mil millones, тысяч миллиардов."""
    if word in _THOUSANDS:
        blanks = _BLANKS.match(text, end)
        following = _WORD.match(text, blanks.end()) if blanks else None
        if blanks and following:
            factor = _value(following[0].removesuffix(".").lower(), language)
            if factor and factor > _K:
                return Decimal(value * factor), blanks.end() + len(following[0].removesuffix("."))
    return Decimal(value), end


def _chinese(text: str, pos: int) -> tuple[Decimal, int] | None:
    match = _CHINESE.match(text, pos)
    if match is None:
        return None
    run = match[0]
    while run and _PREFIXED.match(text, pos + len(run)) and run[-1] in "百千":
        run = run[:-1]
    if not run:
        return None
    value = 1
    for c in run:
        value *= _CHINESE_VALUES[c]
    return Decimal(value), pos + len(run)
