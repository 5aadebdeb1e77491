"""The blocks of a Markdown file, from markdown-it-py (CommonMark and tables), with places in the original.

Only its block rules run: it keeps lines and no columns for what is inside a line, so that is read by
`inline.py`. Reference definitions stay text, because `[1]: https://…` is how some agents write their source
list; so does HTML, because they put lists into `<details>`; indented text is text, because notes are
continued so.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from citelock.checks.adapters.interface import At

_NOTE = re.compile(r"\n(?=[ \t]*\[\^[^\]\s]{1,200}\]:)")
_DEPTH = 50  # lists and quotations in one another; what is deeper is left out by the parser


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, or cell: `content` is its Markdown, `lines` where each line of it stands.

    `lines` are (offset in content, line, column). `items` are the list items it is in, from the outside, each
    a number that no other item has; `number` is that of the innermost one in an ordered list, "" elsewhere
    and in a further paragraph of the item. `row` is that of a cell, 0 elsewhere; `head` a cell of the first
    row. `level` is that of a heading, 0 elsewhere.
    """

    content: str
    lines: tuple[tuple[int, int, int], ...]
    level: int = 0
    items: tuple[int, ...] = ()
    number: str = ""
    row: int = 0
    head: bool = False

    def at(self, offset: int) -> At:
        """Line and column, in the file, of a character of the content."""
        place = bisect_right(self.lines, (offset, 1 << 60, 0)) - 1
        start, line, column = self.lines[max(place, 0)]
        return line, column + max(offset - start, 0)


@lru_cache(1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # 30 ms that an audit of JSON does not pay

    parser = MarkdownIt("commonmark", {"maxNesting": _DEPTH}).enable("table")
    return parser.disable(["reference", "code", "html_block", "inline", "text_join"])


def blocks_of(text: str) -> tuple[list[Block], list[tuple[int, int]]]:
    """The blocks of a prepared text in their order; fenced code is none.

    With them the lines of such code, from 0, the last one excluded.
    """
    walk = _Walk(text.split("\n"))
    for token in _parser().parse(text):
        walk.take(token)
    return walk.blocks, walk.code


def _at_notes(block: Block) -> list[Block]:
    """The block, cut where a note's definition begins: GitHub lets one interrupt a paragraph."""
    cuts = [match.start() + 1 for match in _NOTE.finditer(block.content)] if not block.level else []
    parts = []
    for start, end in zip([0, *cuts], [*(cut - 1 for cut in cuts), len(block.content)], strict=True):
        lines = tuple((at - start, line, column) for at, line, column in block.lines if start <= at <= end)
        parts.append(replace(block, content=block.content[start:end], lines=lines))
    return parts


class _Walk:
    def __init__(self, lines: list[str]) -> None:
        self.blocks: list[Block] = []
        self.code: list[tuple[int, int]] = []
        self._lines = lines
        self._items: list[int] = []
        self._numbers: list[str] = []
        self._count = 0
        self._row = 0
        self._head = False
        self._in_cell = False
        self._level = 0
        self._cursor = (-1, 0)

    def take(self, token: Token) -> None:
        kind = token.type
        if kind == "inline":
            self._inline(token)
        elif kind == "fence" and token.map:
            self.code.append((token.map[0], token.map[1]))
        elif kind == "list_item_open":
            self._count += 1
            self._items.append(self._count)
            self._numbers.append(token.info)
        elif kind == "list_item_close":
            self._items.pop()
            self._numbers.pop()
        elif kind == "heading_open":
            self._level = int(token.tag[1:])
        elif kind == "heading_close":
            self._level = 0
        elif kind == "tr_open":
            self._count += 1
            self._row = self._count
        elif kind in ("th_open", "td_open"):
            self._head, self._in_cell = kind == "th_open", True
        elif kind in ("th_close", "td_close"):
            self._in_cell = False

    def _inline(self, token: Token) -> None:
        first = token.map[0] if token.map else 0
        if self._in_cell:
            place = self._cell(token.content, first)
            if token.content:
                self.blocks.append(Block(token.content, (place,), row=self._row, head=self._head))
            return
        content = token.content
        if not content.strip():
            return
        places = []
        offset = 0
        for number, line in enumerate(content.split("\n")):
            source = self._lines[first + number] if first + number < len(self._lines) else ""
            bare = line.strip()
            lead = len(line) - len(line.lstrip())
            column = source.find(bare, self._behind_prefix(source, bare)) if bare else 0
            places.append((offset + lead, first + number + 1, max(column, 0) + 1))
            offset += len(line) + 1
        label = ""
        if self._numbers:
            label, self._numbers[-1] = self._numbers[-1], ""
        block = Block(content, tuple(places), self._heading(content), tuple(self._items), label)
        self.blocks += _at_notes(block)

    def _heading(self, content: str) -> int:
        """The level; 0 for a paragraph that only a rule right under it made a heading."""
        return 0 if self._level and ("\n" in content or len(content) > 300) else self._level

    @staticmethod
    def _behind_prefix(source: str, bare: str) -> int:
        """Where at the earliest the text of a line begins: it is the rest of the line."""
        return max(source.rfind(bare), 0) if source.rstrip().endswith(bare) else 0

    def _cell(self, content: str, line: int) -> tuple[int, int, int]:
        row, start = self._cursor
        source = self._lines[line] if line < len(self._lines) else ""
        begin = start if row == line else 0
        column = source.find(content, begin)
        if column < 0:
            column = source.find(content.replace("|", "\\|"), begin)
        column = max(column, 0)
        self._cursor = (line, column + len(content))
        return 0, line + 1, column + 1
