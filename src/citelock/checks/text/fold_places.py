"""The fold of one line with the places of its characters, by a quick way where the line is an ordinary one.

Most lines hold nothing that becomes another thing by what stands beside it, apart from points, apostrophes
and underscores. Those are folded here by a few expressions over the whole line; every other line goes through
the plain fold. A property test holds the two equal.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining

from citelock.checks.text.chars import OPTIONAL_HYPHEN, piece
from citelock.checks.text.fold import LOOSE_APOSTROPHE, LOOSE_UNDERSCORE, RELATION, SECONDS, SUBSCRIPTS
from citelock.checks.text.fold_plain import FoldedLine, fold_line
from citelock.checks.text.patterns import late

_CHANGED_LATER = frozenset(f"{OPTIONAL_HYPHEN}\u0307\u3099\u309a")
# `. , : *` but between digits; a point also stays before a digit, unless a word, a point or a bracket that
# closes stands before it.
_LOOSE_POINT = late(r"[.,:*](?:(?![0-9])|(?<![0-9][.,:*])(?!(?<=\.)(?<![\w.)\]}]\.)))")
_RUN = late('[^\x00- \x7f"`()\\[\\]{}!;]+')


def placed_fold(line: str, *, offset: int = 0, quote: bool = False) -> FoldedLine:
    """What `fold_line` gives."""
    if "`" in line or ("&" in line and not quote) or ("=" in line and RELATION.search(line)):
        return fold_line(line, offset=offset, quote=quote)
    origins: list[int] | None = None
    if line.isascii():
        text = line.lower()
    elif any(map(_is_odd, set(line))):
        return fold_line(line, offset=offset, quote=quote)
    else:
        pieces = list(map(piece, line))
        text = "".join(pieces)
        if len(text) != len(line) or "" in pieces:
            origins = [at for at, part in enumerate(pieces) for _ in part]
    if "--" in text:
        return fold_line(line, offset=offset, quote=quote)
    if "'" in text:
        text = LOOSE_APOSTROPHE.sub(" ", text)
    if "_" in text:
        text = LOOSE_UNDERSCORE.sub(" ", text)
    text = _LOOSE_POINT.sub(" ", text)
    runs: list[str] = []
    starts: list[int] = []
    for match in _RUN.finditer(text):
        begin, end = match.span()
        runs.append(match[0])
        starts += range(begin, end + 1)  # with the first of the spaces behind
    del starts[-1:]
    if origins is not None:
        starts = [origins[at] for at in starts]
    if offset:
        starts = [start + offset for start in starts]
    return FoldedLine(" ".join(runs), starts, [start + 1 for start in starts])


@lru_cache(maxsize=2048)
def _is_odd(char: str) -> bool:
    """True for what the plain fold looks at together with its neighbours, such as accents and subscripts."""
    return (
        combining(char) > 0
        or char in SECONDS
        or char in SUBSCRIPTS
        or char == "´"
        or not _CHANGED_LATER.isdisjoint(piece(char))
    )
