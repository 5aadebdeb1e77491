"""The template of a brief: Markdown in which `{{…}}` stands for what is known of a claim (web.md, section 4).

It is read once, and what is put in its place is never read again: a claim whose text holds a placeholder
stays text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from citelock.checks.errors import InputError
from citelock.checks.text.excerpt import shown

OF_CLAIMS = ("claim", "label", "quote")
OF_THE_WHOLE = ("labels", "footnotes")
_OPENING = re.compile(r"\\\{\{|\{\{")
_NOTHING = re.compile(r"[^\S\n]*(?:\n|\Z)")
_MOST_BEFORE = 200  # characters before a placeholder that may be the sign of a list item
_ITEM = re.compile(r"[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)?")


class Placeholder(NamedTuple):
    """`{{kind:claim}}` or `{{kind}}`, and where it stands, from 1.

    `alone`: it is all that its paragraph or its list item holds.
    """

    kind: str
    claim: str
    line: int
    column: int
    alone: bool


class Piece(NamedTuple):
    """Text as it stands, at a line, or a placeholder."""

    text: str
    line: int
    placeholder: Placeholder | None = None


def read_template(text: str, path: str) -> tuple[Piece, ...]:
    """The pieces of a template, line ends as LF. Raises InputError for a placeholder that is none."""
    return tuple(_Reader(text.replace("\r\n", "\n").replace("\r", "\n"), path).pieces())


class _Reader:
    """One pass over a template."""

    def __init__(self, text: str, path: str) -> None:
        self._text = text
        self._path = path
        self._lines = text.split("\n")

    def pieces(self) -> Iterator[Piece]:
        start, line = 0, 1
        opened, counted, first = (
            1,
            0,
            0,
        )  # the line of the last opening, where it stands, where its line begins
        plain: list[str] = []
        for opening in _OPENING.finditer(self._text):
            if opening.start() < start:
                continue
            plain.append(self._text[start : opening.start()])
            if opening[0] != "{{":
                plain.append("{{")
                start = opening.end()
                continue
            before = "".join(plain)
            if before:
                yield Piece(before, line)
            plain = []
            opened += self._text.count("\n", counted, opening.start())
            first = max(first, self._text.rfind("\n", counted, opening.start()) + 1)
            line, counted = opened, opening.start()
            placeholder, start = self._placeholder(opening.end(), line, opening.start() - first + 1)
            yield Piece("", line, placeholder)
        rest = "".join(plain) + self._text[start:]
        if rest:
            yield Piece(rest, line)

    def _placeholder(self, begin: int, line: int, column: int) -> tuple[Placeholder, int]:
        end = self._text.find("}}", begin)
        inside = self._text[begin:end] if end >= 0 else ""
        if end < 0 or "\n" in inside:
            self._refuse(line, column, "a placeholder begins with {{ and has no }} on its line")
        kind, colon, claim = (part.strip() for part in inside.partition(":"))
        known = (kind in OF_CLAIMS and colon and claim) or (kind in OF_THE_WHOLE and not colon)
        if not known:
            names = ", ".join(
                [f"{{{{{name}:ID}}}}" for name in OF_CLAIMS] + [f"{{{{{n}}}}}" for n in OF_THE_WHOLE]
            )
            self._refuse(line, column, f"{{{{{shown(inside, 60)}}}}} is no placeholder. Known are {names}")
        return Placeholder(kind, claim, line, column, self._is_alone(line, column, begin, end)), end + 2

    def _is_alone(self, line: int, column: int, begin: int, end: int) -> bool:
        """Whether the line holds nothing else but the sign of a list item, or is a paragraph of its own."""
        if column > _MOST_BEFORE or _NOTHING.match(self._text, end + 2) is None:
            return False
        before = self._text[begin - 1 - column : begin - 2]
        if _ITEM.fullmatch(before) is None:
            return False
        if before.strip():
            return True
        around = [self._lines[at] for at in (line - 2, line) if 0 <= at < len(self._lines)]
        return not any(each.strip() for each in around)

    def _refuse(self, line: int, column: int, what: str) -> NoReturn:
        raise InputError(
            self._path, f"{what}. A {{{{ that is meant as text is written \\{{{{.", line=line, column=column
        )
