"""Where quotation marks open and close, in the manners of all languages agents write.

Marks of two signs are a pair by themselves. A single mark is an apostrophe as well, so it opens only in front
of a word's first letter and closes only behind a word's last one, and `the patients’ care` closes nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from itertools import pairwise

Span = tuple[int, int]

SHORTEST = 30  # characters that a sentence must quote for them to be meant as verbatim (web.md, section 5)

# Closing marks by opening ones. „ closes by “ in German and by ” in Polish, » by « in German books and by
# itself in Finnish ones; “ closes itself where somebody typed it twice.
_PAIRS = {
    "“": "”“",
    "”": "”",
    "«": "»",
    "»": "«»",
    "„": "“”",
    "‹": "›",
    "›": "‹›",
    "「": "」",
    "『": "』",
    "〝": "〞〟",
    "❝": "❞",
    "❛": "❜",
    "‟": "”‟",
    "＂": "＂",
    '"': '"',
}
# Primes, Hebrew gershayim and accents are signs of other things too, as apostrophes are.
_SINGLE = {"‘": "’", "‚": "‘’", "'": "'", "`": "'’", "‛": "’", "´": "´", "″": "″", "״": "״"}
# Marks that keyboards and editors mix: what else closes one whose own closing mark does not come.
_MIXED = {"“": '"', "„": '"', "‟": '"', '"': "”"}
_DOUBLE = re.compile(f"[{''.join({*_PAIRS, *''.join(_PAIRS.values())})}]")
SIGNS = re.compile(f"{_DOUBLE.pattern}|[{''.join(_SINGLE)}’]")
_OPENS_SINGLE = re.compile(rf"(?<![^\W_])[{''.join(_SINGLE)}](?=[^\W\d_])")
_CLOSES_SINGLE = re.compile(rf"(?<=\S)[{''.join({*''.join(_SINGLE.values())})}](?![^\W_])")
_POSSESSIVE = re.compile(r"(?<=s)[’'](?=\s[^\W\d_])")


def spans(text: str) -> list[Span]:
    """(start, end) of each quoted text, marks included; those inside another are left out.

    >>> [text[start:end] for text in ("a „b“ c", "»b« c", "‘it isn’t so’, x") for start, end in spans(text)]
    ['„b“', '»b«', '‘it isn’t so’']
    """
    doubled = defaultdict(list)
    for match in _DOUBLE.finditer(text):
        doubled[match[0]].append(match.start())
    single = defaultdict(list)
    for match in _CLOSES_SINGLE.finditer(text):
        single[match[0]].append(match.start())
    openings = [(place, sign) for sign in _PAIRS for place in doubled[sign]]
    singles = [(match.start(), match[0]) for match in _OPENS_SINGLE.finditer(text)]
    nexts = dict(pairwise(singles))
    found: list[Span] = []
    at = 0
    for start, sign in sorted([*openings, *singles]):
        if start < at or (sign == '"' and _opens_nothing(text, start, at)):
            continue
        if sign == "»" and not text[start + 1 : start + 2].strip():
            continue  # closes what was never opened
        if sign in _SINGLE:
            last = nexts[start, sign][0] if (start, sign) in nexts else len(text)
            close = _single_close(text, start, last, [single[each] for each in _SINGLE[sign]])
        else:
            close = min((_after(doubled[each], start) for each in _PAIRS[sign]), default=len(text))
            if sign in _MIXED and (close >= len(text) or _opens(text, close)):
                close = _mixed_close(text, start, close, doubled[_MIXED[sign]], doubled["“"])
        if close < len(text):
            found.append((start, close + 1))
            at = close + 1
    return found


def _after(places: list[int], start: int) -> int:
    number = bisect_left(places, start + 1)
    return places[number] if number < len(places) else 1 << 60


def _single_close(text: str, start: int, last: int, signs: list[list[int]]) -> int:
    """The first single mark that closes before the next one opens; a possessive only for want of one."""
    first = 1 << 60
    for places in signs:
        number = bisect_left(places, start + 1)
        fallback = places[number] if number < len(places) and places[number] < last else 1 << 60
        while number < len(places) and places[number] < last and _POSSESSIVE.match(text, places[number]):
            number += 1
        close = places[number] if number < len(places) and places[number] < last else fallback
        first = min(first, close)
    return first


def _mixed_close(text: str, start: int, close: int, others: list[int], curly: list[int]) -> int:
    """Where a mark of the other manner closes, as in `“it fell"`; `close` where none does."""
    other = _after(others, start)
    if other >= min(close, len(text)) or _opens(text, other) or _after(curly, start) < other:
        return close
    return other


def _opens(text: str, place: int) -> bool:
    """Whether a mark stands before a word and behind a blank."""
    return text[place - 1].isspace() and bool(text[place + 1 : place + 2].strip())


def _opens_nothing(text: str, start: int, at: int) -> bool:
    """Whether a straight mark is one of inches and seconds, 5", or closes what was never opened.

    Of two that stand together the inner one opens and closes; `at` is where the last quotation ended.
    """
    after = text[start + 1 : start + 2]
    if text[start - 1 : start].isdigit() or not after.strip() or after == '"':
        return True
    return start == at and text[start - 1 : start] == '"' and not after.isalnum()
