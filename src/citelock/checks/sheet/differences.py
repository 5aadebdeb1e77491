"""Two texts word by word: a quotation that was not found, and the passage that comes nearest to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from citelock.checks.sheet.values import Mark, Run

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
            runs.append(Run(_joined(theirs[start:end])))
            continue
        for words, mark in ((theirs[start:end], "missing"), (mine[first:last], "added")):
            if words:
                runs.append(Run(_joined(words), _mark(mark)))
    return tuple(runs)


def _mark(name: str) -> Mark:
    return "missing" if name == "missing" else "added"


def _words(text: str) -> list[str]:
    """Words with the signs that touch them; blanks apart."""
    return text.replace("\xad", "").split()[:_MOST]


def _joined(words: Sequence[str]) -> str:
    return " ".join(words)


def _form(word: str) -> str:
    bare = "".join(piece for piece in _PIECE.findall(word) if piece.isalnum() or any(map(str.isalnum, piece)))
    return (bare or word).casefold().replace("’", "'")
