"""Two texts word by word: a quotation that was not found, and the passage that comes nearest to it.

The words are the tokens of the matcher, so a sign that it refuses on (`-5` and `5`, `<` and `>`, `%` and `‰`)
is a word here, and what it makes nothing of (spaces, quotation marks, full stops, most of case) is no
difference. Where it must look closer, as at `mW` and `MW`, so does this. What is shown too much is a
difference of the texts all the same; what is shown too little would be a refusal without a reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from citelock.checks.sheet.values import Mark, Run
from citelock.checks.text.equality import is_shout, unit_clash
from citelock.checks.text.fold import on_one_line
from citelock.checks.text.tokens import Token, line_tokens

_MOST = 12_000  # characters of either that are compared
_BROKEN = re.compile(r"([^\W\d_]+)[-‐][^\S\n]*\n\s*([^\W\d_]+)")

_BETWEEN_DIGITS = re.compile(r"(?<=[0-9])\xad\s*(?=[0-9])")


class _Piece:
    """A token with what stands behind it up to the next one: `text` as written, `form` as compared."""

    __slots__ = ("form", "text", "token")

    def __init__(self, token: Token, text: str) -> None:
        self.token = token
        self.form = token.form
        self.text = text


def word_difference(quote: str, passage: str, *, open_end: bool = False) -> tuple[Run, ...]:
    """The passage with what the quotation lacks (`missing`) and what only the quotation has (`added`).

    `passage` is as it stands in the text, line ends and all. `open_end`: it may go on behind what the
    quotation is about; that end is no difference and is left off. Without a mark in the answer no word and no
    sign differs.
    """
    lead, theirs = _pieces(_unbroken(passage[:_MOST], quote), quote=False)
    _, mine = _pieces(quote[:_MOST], quote=True)
    runs = list(_compared(theirs, mine, open_end=open_end))
    return _joined([Run(lead), *runs])


def nearest_of(parts: Sequence[str], passage: str) -> str:
    """The part that a passage is nearest to, by the words that both have; the first of several."""
    wanted = Counter(token.form for token in line_tokens(on_one_line(passage), 0, 0))

    def shared(part: str) -> float:
        own = Counter(token.form for token in line_tokens(on_one_line(part), 0, 0, quote=True))
        return sum((own & wanted).values()) / max(1, sum(own.values()))

    return max(parts, key=shared)


def _pieces(text: str, *, quote: bool) -> tuple[str, list[_Piece]]:
    """What stands before the first token, and the tokens."""
    flat = on_one_line(text)
    tokens = line_tokens(flat, 0, 0, quote=quote)
    ends = [token.start for token in tokens[1:]] + [len(flat)]
    pieces = [_Piece(token, flat[token.start : end]) for token, end in zip(tokens, ends, strict=True)]
    return flat[: tokens[0].start] if tokens else flat, pieces


def _unbroken(passage: str, quote: str) -> str:
    """A word that a line end broke, as the quotation has it: joined or hyphenated; never figures."""
    flat = quote.casefold()

    def whole(match: re.Match[str]) -> str:
        joined = match[1] + match[2]
        return joined if joined.casefold() in flat else f"{match[1]}-{match[2]}"

    return _BROKEN.sub(whole, _BETWEEN_DIGITS.sub("-", passage))


def _compared(theirs: Sequence[_Piece], mine: Sequence[_Piece], *, open_end: bool) -> Iterator[Run]:
    for kind, start, end, first, last in _steps(theirs, mine):
        if kind != "equal":
            rest = open_end and last == len(mine) and end == len(theirs)
            yield from _differing(theirs[start : start if rest else end], mine[first:last])
            continue
        for at in range(end - start):
            one, other = theirs[start + at], mine[first + at]
            if _clash(mine, first + at, one.token):
                yield from _differing([one], [other])
            else:
                yield Run(one.text)


def _steps(theirs: Sequence[_Piece], mine: Sequence[_Piece]) -> Sequence[tuple[str, int, int, int, int]]:
    from difflib import SequenceMatcher

    forms = [each.form for each in theirs], [each.form for each in mine]
    return SequenceMatcher(None, *forms, autojunk=False).get_opcodes()


def _clash(mine: Sequence[_Piece], at: int, theirs: Token) -> bool:
    """Whether two tokens of one form differ to the matcher by their case: `US` and `us`, `mW` and `MW`."""
    own, other = mine[at].token.raw, theirs.raw
    if own == other:
        return False
    after_number = at > 0 and mine[at - 1].form[-1:].isdigit()
    unit = unit_clash(own, other, after_number=after_number)
    return bool(unit) or is_shout(own, other) or is_shout(other, own)


def _differing(theirs: Sequence[_Piece], mine: Sequence[_Piece]) -> Iterator[Run]:
    """Words of the source, then those of the quotation; the space behind them is of neither."""
    space = ""
    sides: list[Run] = []
    for pieces, mark in ((theirs, "missing"), (mine, "added")):
        text = "".join(piece.text for piece in pieces)
        if text:
            sides.append(Run(text.rstrip(), _mark(mark)))
            space = space or text[len(text.rstrip()) :]
    for number, side in enumerate(sides):
        if number:
            yield Run(" ")
        yield side
    yield Run(space)


def _mark(name: str) -> Mark:
    return "missing" if name == "missing" else "added"


def _joined(runs: Sequence[Run]) -> tuple[Run, ...]:
    """Neighbours that look alike as one."""
    joined: list[Run] = []
    for run in runs:
        if not run.text:
            continue
        if joined and joined[-1].mark == run.mark:
            joined[-1] = Run(joined[-1].text + run.text, run.mark)
        else:
            joined.append(run)
    return tuple(joined)
