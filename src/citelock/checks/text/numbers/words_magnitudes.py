"""Magnitudes behind digits: million, bn, млрд, Mio., 万 (numbers.md, section 3, Separators).

Words that mean the same number wherever they are used count in every text; *billion*, *trillion* and their
like by the language of the text; single letters only where they are glued to the digits.
"""

from __future__ import annotations

import re
from decimal import Decimal

from citelock.checks.text.patterns import late

_K, _M, _G, _T = 10**3, 10**6, 10**9, 10**12

# The same in all of the languages that have the word; value: words.
_COMMON: dict[str, int] = {
    word: value
    for value, words in {
        _K: """thousand thousands tausend tsd тыс тысяча тысячи тысяч тысяче тысячу тысячей тысячам тысячами
            тысячах""",
        _M: "million millions mln mio millionen millón millones млн",
        _G: "mrd mlrd bn bln milliarde milliarden mia milliard milliards mds millardo millardos млрд",
        _T: "tn trn billón billones billionen bio трлн",
        10**15: "billiarde billiarden billiard",
        10**18: "trillón trillones trillionen",
        10**5: "lakh lakhs lac",
        10**7: "crore crores",
        100: "сотня сотни сотен сотням сотнями сотнях",
    }.items()
    for word in words.split()
} | {
    stem + ending: value
    for stem, value in {"миллион": _M, "миллиард": _G, "триллион": _T}.items()
    for ending in " а у ом е ы ов ам ами ах".split(" ")
}
_BY_LANGUAGE: dict[str, dict[str, int]] = {
    "en": {
        "hundred": 100, "dozen": 12, "mil": _M, "mill": _M, "mn": _M, "billion": _G, "billions": _G,
        "trillion": _T, "trillions": _T, "quadrillion": 10**15,
    },
    "de": {"hundert": 100, "dutzend": 12, "mill": _M, "billion": _T, "trillion": 10**18},
    "fr": {
        "cent": 100, "cents": 100, "mille": _K, "millier": _K, "milliers": _K, "douzaines": 12, "billion": _T,
        "billions": _T, "trillion": 10**18, "trillions": 10**18, "md": _G,
    },
    "es": {"cientos": 100, "mil": _K, "miles": _K, "docenas": 12, "mill": _M},
    "ru": {}, "zh": {},
}  # fmt: skip
# Elsewhere, in a text too short to show its language, they are what they are in English.
_ENGLISH = {word: _BY_LANGUAGE["en"][word] for word in ("billion", "billions", "trillion", "trillions")}

# "mil millones" and its like: a thousand of another magnitude.
_THOUSANDS = frozenset("mil mille thousand tausend тысяч тысячи тыс".split())

_WORD = re.compile(r"[^\W\d_]+")
_BLANKS = late(r"\.?[ \t\u00a0\u2009\u202f-]{1,3}\n?|\n")
_GLUED = {"k": _K, "K": _K, "к": _K, "К": _K, "M": _M, "М": _M, "mn": _M, "MM": _M, "bn": _G, "tn": _T}
_GLUED_MONEY = {"B": _G, "b": _G, "T": _T, "t": _T, "m": _M, "м": _M}

_CHINESE = late("[百千万萬亿億]{1,3}")
_CHINESE_VALUES = {"百": 100, "千": _K, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
# 千克, 千米, 百帕: the character is a prefix of the unit; 百分之 is another word.
_PREFIXED = late("克|米|瓦|卡|帕|伏|赫|焦|安|字节|比特|分|兆")


def find(text: str, pos: int, language: str, money: bool) -> tuple[Decimal, int] | None:
    """See `words.magnitude_at`."""
    if "\u4e00" <= text[pos : pos + 1] <= "\u9fff":
        return _chinese(text, pos)
    match = _WORD.match(text, pos)
    if match is None:
        return None
    word, end = match[0], match.end()
    value = _value(word.lower(), language)
    if value is None and pos and text[pos - 1].isdigit():
        value = _GLUED.get(word) or (_GLUED_MONEY.get(word) if money else None)
    if value is None or text[end : end + 1].isdigit():
        return None
    if word.lower() in _THOUSANDS:
        value, end = _of_another(text, value, end, language)
    return Decimal(value), _behind_point(text, end, word)


def _value(word: str, language: str) -> int | None:
    return _BY_LANGUAGE.get(language, {}).get(word) or _COMMON.get(word) or _ENGLISH.get(word)


def _behind_point(text: str, end: int, word: str) -> int:
    """The end of an abbreviation with its point (Mio.); at the end of the text a point ends the sentence."""
    return end + 1 if len(word) < 5 and text[end : end + 1] == "." and text[end + 1 :].strip() else end


def _of_another(text: str, value: int, end: int, language: str) -> tuple[int, int]:
    """Multiplies with a magnitude behind a thousand: mil millones, тысяч миллиардов."""
    blanks = _BLANKS.match(text, end)
    following = _WORD.match(text, blanks.end()) if blanks is not None else None
    factor = _value(following[0].lower(), language) if following is not None else None
    return (
        (value * factor, following.end())
        if following is not None and factor and factor > _K
        else (value, end)
    )


def _chinese(text: str, pos: int) -> tuple[Decimal, int] | None:
    match = _CHINESE.match(text, pos)
    if match is None:
        return None
    run = match[0]
    if run[-1] in "百千" and _PREFIXED.match(text, match.end()):
        run = run[:-1]
    value = 1
    for c in run:
        value *= _CHINESE_VALUES[c]
    return (Decimal(value), pos + len(run)) if run else None
