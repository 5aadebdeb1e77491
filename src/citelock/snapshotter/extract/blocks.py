"""Lines to paragraphs: what belongs together, what interrupts, what goes on elsewhere (snapshots.md, 2.4).

It works on the lines of a whole document without its furniture, in content order. A smaller or captioned
block never parts a paragraph of the body: it follows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from citelock.snapshotter.extract.glyphs import is_han_or_kana
from citelock.snapshotter.extract.lines import Line

_GAP = 0.9  # of the line: a wider vertical gap ends a block
_SIZES = 1.1  # points between two lines of one block
_OTHER = 0.6  # points from the size of the body: a heading, a caption, a footnote, a table
_SLIGHT = 12  # letters: less is no paragraph, but a label of a figure or a short heading
_LONG = 2  # lines that a paragraph has at least
_PATIENCE = 12  # blocks of the body's size that may interrupt an open paragraph
_INDENT = 0.8  # of the line: how far the first line of a paragraph is set in
_SHORT = 0.8  # of the column: a line that ends before is the last of its paragraph
_REACH = 8  # blocks back to which a smaller one may belong

_ENDED = re.compile(
    r"[.!?:;。！？：；…][\"'”’»)\]⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻,–]{0,20}(?:\s?\[[\d,;–\s-]{1,40}\]|(?<=[^\W\d]\.)\d{1,3}(?:[,–-]\d{1,3})*)?$"
)
_CAPTION = re.compile(
    r"(?:fig(?:ure|ura|\.)?|tab(?:le|leau|elle|la|\.)?|scheme|box|chart|plate|listing|algorithm|abb(?:ildung|\.)"
    r"|рис(?:унок|\.)|табл(?:ица|\.)|图|圖|表)\s?[-–]?\s?(?:s?\d{1,3}|[ivx]{1,5}\b)(?:[.:|)–-]|\s[A-ZА-Я(|]|$)",
    re.I,
)
_LIST = re.compile(r"(?:[•‣▪◦●■○∙·*–—-]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s|\[\d{1,3}\]\s)", re.I)
_HEADING = re.compile(r"(?:\d{1,2}\.)+\d{0,2}\s+\S|\d{1,2}\s+[A-ZА-Я]")


class Block:
    """A paragraph, or the part of one that stands in one column; `x0` and `x1` are those of the column."""

    __slots__ = ("lines", "size", "x0", "x1")

    def __init__(self, lines: list[Line], x0: float, x1: float) -> None:
        self.lines = lines
        self.size = body_size(lines)
        self.x0, self.x1 = x0, x1

    def goes_on(self, block: Block) -> None:
        """Appends the block in which this paragraph goes on, in another column or on another page."""
        self.lines += block.lines
        self.x0, self.x1 = block.x0, block.x1

    @property
    def start(self) -> str:
        """The text of its first line."""
        return self.lines[0].text

    @property
    def ended(self) -> bool:
        """Whether it ends as sentences do."""
        return _ENDED.search(self.lines[-1].text[-80:]) is not None

    @property
    def page(self) -> int:
        """The page on which it ends so far."""
        return self.lines[-1].page

    @property
    def long(self) -> bool:
        """Whether it has the lines of a paragraph."""
        return len(self.lines) >= _LONG

    @property
    def slight(self) -> bool:
        """Whether it is one line with few letters."""
        return len(self.lines) == 1 and sum(map(str.isalpha, self.start)) < _SLIGHT

    @property
    def full(self) -> bool:
        """Whether it has several lines and the last one reaches the end of its column."""
        last = self.lines[-1]
        return len(self.lines) > 1 and last.x1 - self.x0 >= _SHORT * (self.x1 - self.x0)


def body_size(lines: Iterable[Line]) -> float:
    """The size of most glyphs of the document, in tenths of a point; of equally many, the larger."""
    counts: dict[float, int] = {}
    for line in lines:
        size = round(line.size, 1)
        counts[size] = counts.get(size, 0) + len(line.text)
    return max(counts, key=lambda size: (counts[size], size), default=0.0)


def paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each paragraph, in reading order."""
    size = body_size(lines)
    flow = _Flow()
    for block in _blocks(lines):
        if abs(block.size - size) >= _OTHER or block.slight or _CAPTION.match(block.start):
            flow.aside(block)
        else:
            flow.body(block)
    return [block.lines for block in flow.blocks]


class _Flow:
    """The blocks in reading order; a paragraph of the body is open until it ends or too much has passed."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._open: int | None = None  # where the paragraph that may go on stands in `blocks`

    def body(self, block: Block) -> None:
        """A block of the size of the body: the rest of the open paragraph, or a new one."""
        at = self._open
        if at is not None and self._goes_on(at, block):
            self.blocks[at].goes_on(block)
        else:
            if (
                at is not None
                and self.blocks[at].full
                and len(self.blocks) - at <= _PATIENCE
                and not block.long
            ):
                self.blocks.append(block)  # a table in the letters of the body: the paragraph may still go on
                return
            at = len(self.blocks)
            self.blocks.append(block)
        self._open = at

    def aside(self, block: Block) -> None:
        """A block of another size, a caption, some letters: it follows what it interrupts."""
        first = block.start[0]
        if first.islower() and not _LIST.match(block.start):
            for known in self.blocks[: -_REACH - 1 : -1]:
                alike = abs(known.size - block.size) < 0.3 and _alike_wide(known, block)
                if alike and known.full and not known.ended and known.page + 1 >= block.page:
                    known.goes_on(block)
                    return
        self.blocks.append(block)

    def _goes_on(self, at: int, block: Block) -> bool:
        """Whether this block of the body goes on with the open paragraph."""
        known = self.blocks[at]
        if _LIST.match(block.start) or _HEADING.match(block.start) or known.page + 2 < block.page:
            return False
        adjacent = at == len(self.blocks) - 1
        first = block.start[0]
        if first.islower():
            return adjacent or not known.ended
        if known.ended or not (known.full or is_han_or_kana(first)):
            return False
        elsewhere = block.page > known.page or block.lines[0].y1 > known.lines[-1].y1
        return adjacent or (elsewhere and block.long and not _above(self.blocks[-1], block))


def _blocks(lines: Iterable[Line]) -> Iterator[Block]:
    """Paragraphs so far as one column holds them: lines under one another, parted where one ends."""
    column: list[Line] = []
    x0 = x1 = 0.0
    for line in lines:
        if column and _below(column[-1], line, x0, x1):
            column.append(line)
            x0, x1 = min(x0, line.x0), max(x1, line.x1)
            continue
        if column:
            yield from _parted(column, x0, x1)
        column, x0, x1 = [line], line.x0, line.x1
    if column:
        yield from _parted(column, x0, x1)


def _below(last: Line, line: Line, x0: float, x1: float) -> bool:
    if line.page != last.page or abs(line.size - last.size) >= _SIZES:
        return False
    gap = last.y0 - line.y1
    return -0.8 * line.size < gap < _GAP * line.size and line.x0 < x1 and line.x1 > x0


def _parted(column: list[Line], x0: float, x1: float) -> Iterator[Block]:
    """Parts lines where one that ended is short, or the next one is set in."""
    start = 0
    for at in range(1, len(column)):
        before, line = column[at - 1], column[at]
        short = before.x1 - x0 < _SHORT * (x1 - x0)
        set_in = line.x0 - before.x0 > _INDENT * line.size
        if (short or set_in) and _ENDED.search(before.text[-80:]):
            yield Block(column[start:at], x0, x1)
            start = at
    yield Block(column[start:], x0, x1)


def _above(one: Block, other: Block) -> bool:
    """Whether a block stands directly above another, as its heading does."""
    last, first = one.lines[-1], other.lines[0]
    gap = last.y0 - first.y1
    return last.page == first.page and 0 <= gap < 2 * first.size and last.x0 < other.x1 and last.x1 > other.x0


def _alike_wide(one: Block, other: Block) -> bool:
    widths = sorted((one.x1 - one.x0, other.x1 - other.x0))
    return widths[0] > 0.7 * widths[1]
