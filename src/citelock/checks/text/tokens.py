"""Tokens: the units that a quote and a text are compared by, each with its place in the original.

The units are those of quotes.md, section 4. A token is made from a folded line; what depends on the original
(is white space before it, is a hyphen the last thing of its line, may a mark after a digit be a prime) is
written into it here.
"""

from __future__ import annotations

import re
from itertools import pairwise

from citelock.checks.text.chars import (
    GLYPH,
    LOOKALIKES,
    OPTIONAL_HYPHEN,
    PRIMES,
    SUPERSCRIPTS,
    is_cjk,
    is_wordlike,
    script,
)
from citelock.checks.text.fold_places import placed_fold
from citelock.checks.text.fold_plain import FoldedLine
from citelock.checks.text.patterns import late


class Kind:
    """What a token is. Not an Enum: before Python 3.12 its members are twenty times as slow to look up."""

    WORD = "word"
    NUMBER = "number"
    CJK = "cjk"
    HYPHEN = "hyphen"
    OPTIONAL = "optional hyphen"  # of a text: a line-end hyphen or U+00AD between letters
    SUPERSCRIPT = "superscript"
    PRIME = "prime"
    MARK = "mark"  # ' or " after a digit: a prime or a quotation mark
    GLYPH = "glyph"
    SYMBOL = "symbol"


_NUMBER = late(r"\.?[0-9]+(?:[.,][0-9]+)*")
# Most words are of these alone; what else may stand in a word is looked at character by character.
_PLAIN_LETTER = late("[a-zа-я]")
_PLAIN_WORD = late("[a-z0-9а-яß-öø-ÿ]+")
_GROUP = late(r"[0-9]{3}(?![0-9])")  # behind an apostrophe: a group of thousands
_SINGLE_MARKS = "'’ʼ‘"
_DOUBLE_MARKS = '"”“'
_OPENERS = "“‘„«‹「『"
_LINE_HYPHENS = "-‐"


class Token:
    """One token: `form` is compared, `raw` is the original, `start`..`end` its place in it (code points).

    `glued`: no white space stands between it and the token before; `gap` is what stands there (a single
    character). `alt`: the reading of a word that mixes scripts, "line end" of a hyphen that ends its line,
    "soft" of a mark that may be a quotation mark.
    """

    __slots__ = ("alt", "end", "form", "gap", "glued", "kind", "line", "raw", "start")

    def __init__(self, kind: str, form: str, raw: str, start: int, end: int, line: int) -> None:
        self.kind = kind
        self.form = form
        self.raw = raw
        self.start = start
        self.end = end
        self.line = line
        self.glued = False
        self.gap = ""
        self.alt = ""

    def __repr__(self) -> str:
        return f"<{self.kind} {self.form!r} {self.start}-{self.end}>"


def line_tokens(line: str, offset: int, number: int, *, quote: bool = False) -> list[Token]:
    """The tokens of one line of the original; positions count from `offset`."""
    folded = placed_fold(line, offset=offset, quote=quote)
    tokens = [
        Token(kind, folded.text[at:end], line[folded.starts[at] - offset : folded.ends[end - 1] - offset],
              folded.starts[at], folded.ends[end - 1], number)
        for kind, at, end in _split(folded)
    ]  # fmt: skip
    tokens = _with_marks(tokens, line, offset, number)
    _glue(tokens, line, offset)
    if tokens and not quote:
        _open_line_end(tokens, line, offset)
        for token in tokens:
            if token.kind is Kind.WORD and not token.form.isascii():
                token.alt = majority_reading(token.form)
    return tokens


def _split(folded: FoldedLine) -> list[tuple[str, int, int]]:
    text = folded.text
    spans: list[tuple[str, int, int]] = []
    at = 0
    while at < len(text):
        char = text[at]
        end = at + 1
        if char == " ":
            at = end
            continue
        if _PLAIN_LETTER.match(char):
            kind, end = Kind.WORD, _word_end(text, end)
        elif char.isascii() and (char.isdigit() or char == "."):
            match = _NUMBER.match(text, at)
            end = match.end() if match else end
            kind = Kind.NUMBER
            if (
                end < len(text)
                and text[end - 1].isdigit()
                and _in_word(text[end])
                and "." not in text[at:end]
            ):
                kind, end = Kind.WORD, _word_end(text, end)
        elif char in SUPERSCRIPTS:
            while (
                end < len(text) and text[end] in SUPERSCRIPTS and folded.starts[end] == folded.ends[end - 1]
            ):
                end += 1
            kind = Kind.SUPERSCRIPT
        elif is_cjk(char):
            while end < len(text) and not is_cjk(text[end]) and _is_mark(text[end]):
                end += 1
            kind = Kind.CJK
        elif _in_word(char):
            kind, end = Kind.WORD, _word_end(text, end)
        else:
            kind = _SINGLES.get(char, Kind.SYMBOL)
        spans.append((kind, at, end))
        at = end
    return spans


_SINGLES = {
    "-": Kind.HYPHEN,
    OPTIONAL_HYPHEN: Kind.OPTIONAL,
    GLYPH: Kind.GLYPH,
    **dict.fromkeys(PRIMES, Kind.PRIME),
}


def _is_mark(char: str) -> bool:
    return not char.isalnum() and is_wordlike(char)


def _in_word(char: str) -> bool:
    return (
        (char.isalpha() or char in "'_" or is_wordlike(char))
        and char not in SUPERSCRIPTS
        and not is_cjk(char)
    )


def _word_end(text: str, end: int) -> int:
    while end < len(text):
        plain = _PLAIN_WORD.match(text, end)
        if plain is not None:
            end = plain.end()
            continue
        char = text[end]
        if _in_word(char) or (char.isascii() and char.isdigit()):
            end += 1
        elif char in ".," and end + 1 < len(text) and text[end + 1].isdigit() and text[end - 1].isdigit():
            end += 2
        else:
            break
    return end


def _with_marks(tokens: list[Token], line: str, offset: int, number: int) -> list[Token]:
    """Adds the ' or " that directly follows a digit: it may be a prime, so it is not simply soft (class 13).

    A closing curly mark, and a straight one with an opening one before it, may be a quotation mark: `alt`
    says "soft".
    """
    out: list[Token] = []
    for token in tokens:
        out.append(token)
        at = token.end - offset
        if at >= len(line) or not token.form or not token.form[-1].isdigit() or token.kind not in _NUMERIC:
            continue
        char = line[at]
        form = "′" if char in _SINGLE_MARKS else "″" if char in _DOUBLE_MARKS else ""
        if form and not line[at + 1 : at + 2].isalpha() and not (char in "'’" and _GROUP.match(line, at + 1)):
            mark = Token(Kind.MARK, form, char, token.end, token.end + 1, number)
            opened = (
                char not in "'\"" or any(c in _OPENERS for c in line[:at]) or _straight_open(line[:at], char)
            )
            mark.alt = "soft" if opened else ""
            out.append(mark)
    return out


_NUMERIC = (Kind.NUMBER, Kind.WORD)


def _straight_open(before: str, char: str) -> bool:
    """True if a straight mark of the same kind that stands before a word is still open."""
    return (
        re.search(r"(?:^|[\s(\[])" + re.escape(char) + r"(?=\S)[^" + re.escape(char) + r"]*$", before)
        is not None
    )


def _glue(tokens: list[Token], line: str, offset: int) -> None:
    for before, token in pairwise(tokens):
        between = line[before.end - offset : token.start - offset]
        token.glued = not between or not any(char.isspace() for char in between)
        token.gap = between[:1]


def _open_line_end(tokens: list[Token], line: str, offset: int) -> None:
    """Marks a hyphen that ends its line directly after a letter: with a letter next it is optional."""
    last = tokens[-1]
    if last.kind is not Kind.HYPHEN or not last.raw or last.raw not in _LINE_HYPHENS or len(tokens) < 2:
        return
    before = line[last.start - offset - 1 : last.start - offset]
    if before.isalpha() and not line[last.end - offset :].strip():
        last.alt = "line end"


def majority_reading(form: str) -> str:
    """The word in its majority script if it mixes Latin with look-alikes of Cyrillic or Greek, else ""."""
    counts = {"latin": 0, "cyrillic": 0, "greek": 0}
    for char in form:
        name = script(char)
        if name:
            counts[name] += 1
    other = "cyrillic" if counts["cyrillic"] else "greek"
    if not counts["latin"] or not counts[other] or (counts["cyrillic"] and counts["greek"]):
        return ""
    if counts["latin"] >= counts[other]:
        minority, table = other, LOOKALIKES
    else:
        back = _CYRILLIC if other == "cyrillic" else _GREEK
        minority, table = "latin", back
    if any(script(char) == minority and char not in table for char in form):
        return ""
    return "".join(table[char] if script(char) == minority else char for char in form)


_CYRILLIC = {latin: char for char, latin in reversed(LOOKALIKES.items()) if script(char) == "cyrillic"}
_GREEK = {latin: char for char, latin in reversed(LOOKALIKES.items()) if script(char) == "greek"}
