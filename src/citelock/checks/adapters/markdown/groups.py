"""Sources between parentheses, `([IEA 2024](…), [World Bank](…))`: they are no words of the sentence."""

from __future__ import annotations

import re

from citelock.checks.adapters.markdown.pieces import Link, Piece, Text

# Possessive: a row of signs is read in one way.
FILLER = re.compile(
    r"[\s,;/&·|+.。，；、–—-]*+(?:\b(?:and|und|y|et|e|и|see|see also|cf|e\.g|via|from|at|in|source|sources|"
    r"ref|refs|vgl|siehe|quelle|quellen|см|источник|источники)\b[.:]?|和|与|及|参见|见|来源|：|:)?[\s,;/&·|+.。，；、:–—-]*+",
    re.IGNORECASE,
)
_OPENS = re.compile(r"(.*)([(（\[])([^()（）\[\]]*)$", re.DOTALL)
_STOP = re.compile(r"[^\W\d_]{1,2}[.!?]$|[%)”\"][.!?]$|[。！？]$")
_CLOSES = re.compile(r"([^()（）\[\]]*)([)）\]])", re.DOTALL)


def _is_behind_stop(pieces: list[Piece], number: int) -> bool:
    """Whether a link touches the full stop of a sentence, `It fell.[Board](…)`, and no word goes on."""
    before = pieces[number - 1]
    following = pieces[number + 1] if number + 1 < len(pieces) else None
    at_end = following is None or not isinstance(following, Text) or not following.text[:1].isalnum()
    return isinstance(before, Text) and bool(_STOP.search(before.text[-3:])) and at_end


def groups(pieces: list[Piece]) -> tuple[set[int], dict[int, tuple[int, int]]]:
    """The links whose labels are no part of the sentence, and what is kept of the texts around them.

    `([IEA 2024](…), [World Bank](…))` is a group: nothing but sources between parentheses, which go with it.
    """
    hidden: set[int] = set()
    kept: dict[int, tuple[int, int]] = {}
    number = 0
    while number < len(pieces):
        piece = pieces[number]
        opening = None
        if isinstance(piece, Link) and number and _is_behind_stop(pieces, number):
            hidden.add(number)
        if isinstance(piece, Text) and number + 1 < len(pieces):
            begin = kept.get(number, (0, len(piece.text)))[0]
            opening = _OPENS.fullmatch(piece.text, max(begin, len(piece.text) - 60))
        if opening is None or not isinstance(piece, Text) or not FILLER.fullmatch(opening[3]):
            number += 1
            continue
        last, inside = number + 1, []
        while last < len(pieces):
            other = pieces[last]
            if isinstance(other, Text):
                closing = _CLOSES.match(other.text)
                if closing or not FILLER.fullmatch(other.text):
                    break
            else:
                inside.append(last)
            last += 1
        ending = pieces[last] if last < len(pieces) else None
        closing = _CLOSES.match(ending.text) if isinstance(ending, Text) else None
        if inside and closing and isinstance(ending, Text) and FILLER.fullmatch(closing[1]):
            hidden.update(inside)
            kept[number] = (kept.get(number, (0, 0))[0], opening.start(2))
            for between in range(number + 1, last):
                if isinstance(pieces[between], Text):
                    kept[between] = (0, 0)
            kept[last] = (closing.end(), len(ending.text))
            number = last
        else:
            number = max(last, number + 1)
    return hidden, kept
