"""A missed quotation and its nearest passage by words, in scripts without spaces by characters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from citelock.checks.sheet.values import Mark, Run
from citelock.checks.text.units import pieces

_PIECE = re.compile(r"\s+|[^\W_]+(?:['’.,-][^\W_]+)*|.", re.DOTALL)
_MOST = 3000  # words of either that are compared


def word_difference(quote: str, passage: str) -> tuple[Run, ...]:
    """The passage with what the quotation lacks (`missing`) and what only the quotation has (`added`).

    Case and the form of spaces and quotation marks make no difference, as in the matcher.
    """
    from difflib import SequenceMatcher

    mine, theirs = _words(quote), _words(passage)
    matcher = SequenceMatcher(
        None, [_form(word) for word in theirs], [_form(word) for word in mine], autojunk=False
    )
    runs: list[Run] = []
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "equal":
            runs += _run(theirs[start:end], "", runs)
            continue
        runs += _run(theirs[start:end], "missing", runs)
        runs += _run(mine[first:last], "added", runs)
    return tuple(runs)


def _words(text: str) -> list[str]:
    """Words with the blank and the signs that touch them; characters, where no blank is between words."""
    words: list[str] = []
    for word in text.replace("\xad", "").split()[:_MOST]:
        lead = " "
        for piece in pieces(word):
            if lead or any(map(str.isalnum, piece)):
                words.append(lead + piece)
            else:
                words[-1] += piece
            lead = ""
    return words[:_MOST]


def _run(words: Sequence[str], mark: Mark, before: Sequence[Run]) -> list[Run]:
    """The words as they stand; a blank in front of them is part of no difference."""
    text = "".join(words)
    bare = text.removeprefix(" ")
    blank = [Run(" ")] if bare != text and before else []
    return [*blank, Run(bare, mark)] if bare else []


def _form(word: str) -> str:
    word = word.strip()
    bare = "".join(piece for piece in _PIECE.findall(word) if piece.isalnum() or any(map(str.isalnum, piece)))
    return (bare or word).casefold().replace("’", "'")
