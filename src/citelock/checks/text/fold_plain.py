"""The plain fold of one line: one documented step after another, and where every folded character came from.

It is the reference that the fast fold of `fold.py` is tested against, and the way from a match back to the
original text. A step is a loop over characters that carry their span; nothing here is quick, so it runs on
single lines only.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from citelock.checks.named import NamedTuple
from citelock.checks.text.chars import OPTIONAL_HYPHEN, piece
from citelock.checks.text.fold import (
    ENTITY,
    KANA_MARK,
    MARK_RUN,
    OPERATORS,
    SECONDS,
    SUBSCRIPTS,
    decode_entities,
)

_DIGITS = frozenset("0123456789")
_CLOSES = frozenset(".)]}")
_SOFT = frozenset('"`()[]{}!;')
_Spanned = list[tuple[str, int, int]]


class FoldedLine(NamedTuple):
    """One folded line; character i of `text` stands for starts[i]..ends[i] of the original.

    Both count code points; ends are exclusive.
    """

    text: str
    starts: list[int]
    ends: list[int]


def fold_line(line: str, *, offset: int = 0, quote: bool = False) -> FoldedLine:
    """Folds one line; positions count from `offset`. A quote has no entities and no optional hyphens.

    A step is left out where no character is there that it looks for.
    """
    chars = [(char, offset + at, offset + at + 1) for at, char in enumerate(line)]
    if quote:
        chars = [item for item in chars if item[0] != OPTIONAL_HYPHEN]
    elif "&" in line:
        chars = _entities(line, chars, offset)
        line = "".join([char for char, _, _ in chars])
    if "=" in line or "´" in line or "`" in line:
        chars = _typed(chars)
    if not line.isascii():
        chars = _compose(chars)
        if not SUBSCRIPTS.isdisjoint(line):
            chars = _base_subscripts(chars)
    chars = [(part, start, end) for char, start, end in chars for part in piece(char)]
    text = "".join([char for char, _, _ in chars])
    if not text.isascii():
        if "\u0307" in text:
            chars = _drop_dot_above(chars)
        if "\u3099" in text or "\u309a" in text:
            chars = _voice_kana(chars)
        if OPTIONAL_HYPHEN in text and not quote:
            chars = _optional_hyphens(chars)
    if "'" in text:
        chars = _keep_inside(
            chars, "'", lambda before, after: before.isalnum() and after.isalnum() and not after.isdecimal()
        )
    if "_" in text:
        chars = _keep_inside(chars, "_", lambda before, after: _word(before) and _word(after))
    if "--" in text or OPTIONAL_HYPHEN in text:  # which may have become one
        chars = _dashes(chars)
    chars = _points(chars)
    return _spaces(chars)


def _entities(line: str, chars: _Spanned, offset: int) -> _Spanned:
    """Class 1: an entity becomes its character."""
    out: _Spanned = []
    at = 0
    for match in ENTITY.finditer(line):
        out += chars[at : match.start()]
        decoded = decode_entities(match[0])
        if decoded == match[0]:
            out += chars[match.start() : match.end()]
        else:
            out.append((decoded, offset + match.start(), offset + match.end()))
        at = match.end()
    return out + chars[at:]


def _compose(chars: _Spanned) -> _Spanned:
    """Class 2: each base with its marks in NFC (runs of marks in pieces of at most MARK_RUN)."""
    if not any(char > "\u02ff" and _is_mark(char) for char, _, _ in chars):
        return chars
    out: _Spanned = []
    at = 0
    while at < len(chars):
        end = at + 1
        lone = _is_mark(chars[at][0])  # a mark without a base
        while end < len(chars) and end - at < MARK_RUN + (not lone) and _is_mark(chars[end][0]):
            end += 1
        cluster = "".join(char for char, _, _ in chars[at:end])
        composed = unicodedata.normalize("NFC", cluster) if end - at > 1 or lone else cluster
        if composed == cluster:
            out += chars[at:end]
        else:
            out += [(char, chars[at][1], chars[end - 1][2]) for char in composed]
        at = end
    return out


def _is_mark(char: str) -> bool:
    return bool(unicodedata.combining(char)) or char in SECONDS


def _typed(chars: _Spanned) -> _Spanned:
    """Relations typed as two characters become one, an accent inside a word becomes an apostrophe."""
    out: _Spanned = []
    at = 0
    signs = dict(OPERATORS)
    while at < len(chars):
        char, start, end = chars[at]
        sign = signs.get(char + (chars[at + 1][0] if at + 1 < len(chars) else ""))
        if sign is not None:
            out.append((sign, start, chars[at + 1][2]))
            at += 2
            continue
        if (
            char in "´`"
            and out
            and out[-1][0].isalpha()
            and at + 1 < len(chars)
            and chars[at + 1][0].isalpha()
        ):
            char = "'"
        out.append((char, start, end))
        at += 1
    return out


def _base_subscripts(chars: _Spanned) -> _Spanned:
    """Class 7: a subscript digit behind a digit stands for itself (101₂ is not 1012)."""
    out: _Spanned = []
    for char, start, end in chars:
        if char in SUBSCRIPTS and out and out[-1][0] in _DIGITS:
            out.append((" ", start, start))
        out.append((char, start, end))
    return out


def _drop_dot_above(chars: _Spanned) -> _Spanned:
    """Class 17: U+0307 after i (the capital İ casefolds to i and a dot)."""
    out: _Spanned = []
    for char, start, end in chars:
        if char == "\u0307" and out and out[-1][0] == "i":  # and out[-1] keeps taking dots
            out[-1] = ("i", out[-1][1], end)
        else:
            out.append((char, start, end))
    return out


def _voice_kana(chars: _Spanned) -> _Spanned:
    """Class 7: the voicing mark of a half-width kana joins it."""
    text = "".join([char for char, _, _ in chars])
    out: _Spanned = []
    at = 0
    for match in KANA_MARK.finditer(text):
        out += chars[at : match.start()]
        start, end = chars[match.start()][1], chars[match.end() - 1][2]
        out += [(char, start, end) for char in unicodedata.normalize("NFC", match[0])]
        at = match.end()
    return out + chars[at:]


def _optional_hyphens(chars: _Spanned) -> _Spanned:
    """Class 3: U+00AD stays between letters and at a line's end; between digits it is a hyphen."""
    out: _Spanned = []
    at = 0
    while at < len(chars):
        if chars[at][0] != OPTIONAL_HYPHEN:
            out.append(chars[at])
            at += 1
            continue
        run = at
        while run < len(chars) and chars[run][0] == OPTIONAL_HYPHEN:
            run += 1
        before = chars[at - 1][0] if at else ""
        after = chars[run][0] if run < len(chars) else ""
        ends_line = all(char == " " for char, _, _ in chars[run:])
        if before.isalpha() and (after.isalpha() or ends_line):
            out.append((OPTIONAL_HYPHEN, chars[at][1], chars[run - 1][2]))
        elif before.isdigit() and after.isdigit():
            out.append(("-", chars[at][1], chars[run - 1][2]))
        at = run
    return out


def _word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _keep_inside(chars: _Spanned, mark: str, inside: Callable[[str, str], bool]) -> _Spanned:
    """Classes 11 and 12: an apostrophe or underscore that is not inside a word becomes a space."""
    out = list(chars)
    for at, (char, start, end) in enumerate(chars):
        if char == mark:
            before = chars[at - 1][0] if at else ""
            after = chars[at + 1][0] if at + 1 < len(chars) else ""
            if not inside(before, after):
                out[at] = (" ", start, end)
    return out


def _dashes(chars: _Spanned) -> _Spanned:
    """Class 14: two or more hyphens in a row are one hyphen with a space on either side."""
    out: _Spanned = []
    at = 0
    while at < len(chars):
        run = at
        while run < len(chars) and chars[run][0] == "-":
            run += 1
        if run - at >= 2:
            out += [(c, chars[at][1], chars[run - 1][2]) for c in " - "]
            at = run
        else:
            out.append(chars[at])
            at += 1
    return out


def _points(chars: _Spanned) -> _Spanned:
    """Class 19: `. , : *` stay between digits.

    A point also stays before a digit, unless a word, a point or a closing mark precedes it.
    """
    out = list(chars)
    for at, (char, start, end) in enumerate(chars):
        if char not in ".,:*":
            continue
        before = chars[at - 1][0] if at else " "
        after = chars[at + 1][0] if at + 1 < len(chars) else " "
        inside = before in _DIGITS and after in _DIGITS
        leads = char == "." and after in _DIGITS and not _word(before) and before not in _CLOSES
        if not inside and not leads:
            out[at] = (" ", start, end)
    return out


def _spaces(chars: _Spanned) -> FoldedLine:
    """Soft punctuation is a space; runs of spaces are one; none at either end."""
    text: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for char, start, end in chars:
        soft = char in _SOFT
        if char == " " or soft or char < " ":
            if not text or text[-1] == " ":
                continue
            char = " "
        text.append(char)
        starts.append(start)
        ends.append(end)
    if text and text[-1] == " ":
        text.pop()
        starts.pop()
        ends.pop()
    return FoldedLine("".join(text), starts, ends)
