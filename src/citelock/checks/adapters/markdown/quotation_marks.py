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
    "＂": "＂",
    '"': '"',
}
_SINGLE = {"‘": "’", "‚": "‘’", "'": "'", "`": "'’"}
_DOUBLE = re.compile(f"[{''.join({*_PAIRS, *''.join(_PAIRS.values())})}]")
SIGNS = re.compile(f"{_DOUBLE.pattern}|[‘’‚'`]")
_OPENS_SINGLE = re.compile(r"(?<![^\W_])[‘‚'`](?=[^\W\d_])")
_CLOSES_SINGLE = re.compile(r"(?<=\S)[‘’'](?![^\W_])")
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
        if start < at or (sign == '"' and _opens_nothing(text, start)):
            continue
        if sign == "»" and not text[start + 1 : start + 2].strip():
            continue  # closes what was never opened
        if sign in _SINGLE:
            last = nexts[start, sign][0] if (start, sign) in nexts else len(text)
            close = _single_close(text, start, last, [single[each] for each in _SINGLE[sign]])
        else:
            close = min((_after(doubled[each], start) for each in _PAIRS[sign]), default=len(text))
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


def _opens_nothing(text: str, start: int) -> bool:
    """Whether a straight mark is one of inches and seconds, 5", or closes what was never opened."""
    return text[start - 1 : start].isdigit() or not text[start + 1 : start + 2].strip()
