"""The fold of one line with the places of its characters, by a quick way where the line is an ordinary one.

Most lines hold nothing that becomes another thing by what stands beside it, apart from points, apostrophes
and underscores. Those are folded here by a few expressions over the whole line; every other line goes through
the plain fold. A property test holds the two equal.
"""

from __future__ import annotations

from citelock.checks.text.chars import piece
from citelock.checks.text.fold import LOOSE_APOSTROPHE, LOOSE_UNDERSCORE
from citelock.checks.text.fold_plain import FoldedLine, fold_line
from citelock.checks.text.patterns import late

# What the plain fold looks at together with its neighbours: accents and subscripts, optional hyphens,
# entities, signs of two characters. Of other characters only those known to be none of it are let through.
_ODD = late(
    "[´`\u00ad]|[!<>]=|[^\x00-\u02af\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2070-\u207f\u20a0-\u20bf"
    "\u2100-\u22ff\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]"
)
# `. , : *` but between digits; a point also stays before a digit, unless a word, a point or a bracket that
# closes stands before it.
_LOOSE_POINT = late(r"[.,:*](?:(?![0-9])|(?<![0-9][.,:*])(?!(?<=\.)(?<![\w.)\]}]\.)))")
_RUN = late('[^\x00- \x7f"`()\\[\\]{}!;]+')


def placed_fold(line: str, *, offset: int = 0, quote: bool = False) -> FoldedLine:
    """What `fold_line` gives."""
    if _ODD.search(line) is not None or ("&" in line and not quote):
        return fold_line(line, offset=offset, quote=quote)
    origins: list[int] | None = None
    if line.isascii():
        text = line.lower()
    else:
        pieces = list(map(piece, line))
        text = "".join(pieces)
        if len(text) != len(line) or "" in pieces:
            origins = [at for at, part in enumerate(pieces) for _ in part]
    if "--" in text or "\u0307" in text:
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
