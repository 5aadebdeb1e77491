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
_COLUMN = 15.0  # sizes: a column of text is wider
_ALIKE = 0.7  # share of the wider one's width that two columns of one text differ by at most
_NOTES = 6  # footnotes that may stand between
_PAGES = 2  # pages on which it may go on: one full of tables may lie between
_PATIENCE = 60  # blocks that may interrupt an open paragraph: the cells of a table are many
_INDENT = 0.8  # of the line: how far the first line of a paragraph is set in
_SHORT = 0.8  # of the column: a line that ends before is the last of its paragraph

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
_NOTE = re.compile(r"[¹²³⁴⁵⁶⁷⁸⁹⁰*†‡§¶©]|\d{1,3}\.\s")


class Block:
    """A paragraph, or the part of one that stands in one column; `x0` and `x1` are those of the column."""

    __slots__ = ("lines", "size", "x0", "x1")

    def __init__(self, lines: list[Line], x0: float, x1: float) -> None:
        self.lines = lines
        self.size = body_size(lines)
        self.x0, self.x1 = x0, x1

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
        """The page on which it stands."""
        return self.lines[-1].page

    @property
    def long(self) -> bool:
        """Whether it has the lines of a paragraph."""
        return len(self.lines) >= _LONG

    @property
    def full(self) -> bool:
        """Whether its last line reaches the end of a column that is wide enough for text."""
        width = self.x1 - self.x0
        return self.lines[-1].x1 - self.x0 >= _SHORT * width and (self.long or width > _COLUMN * self.size)

    @property
    def resumes(self) -> bool:
        """Whether it begins amid a sentence: in lower case."""
        return self.start[0].islower() and not _LIST.match(self.start)

    @property
    def captioned(self) -> bool:
        """Whether it begins as the caption of a figure or a table does."""
        return _CAPTION.match(self.start) is not None

    def is_body(self, size: float) -> bool:
        """Whether it may be running text, whose size is that: no heading, caption, footnote, label."""
        slight = len(self.lines) == 1 and sum(map(str.isalpha, self.start)) < _SLIGHT
        return abs(self.size - size) < _OTHER and not slight and not self.captioned

    def like(self, other: Block) -> bool:
        """Whether the two may be parts of one paragraph: of one size, and of columns about as wide."""
        widths = sorted((self.x1 - self.x0, other.x1 - other.x0))
        ends = abs(self.lines[-1].size - other.lines[0].size)
        return min(ends, abs(self.size - other.size)) < _OTHER and widths[0] > _ALIKE * widths[1]


def body_size(lines: Iterable[Line]) -> float:
    """The size of most glyphs of the document, in tenths of a point; of equally many, the larger."""
    counts: dict[float, int] = {}
    for line in lines:
        size = round(line.size, 1)
        counts[size] = counts.get(size, 0) + len(line.text)
    return max(counts, key=lambda size: (counts[size], size), default=0.0)


def paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each paragraph, in reading order."""
    blocks = list(_blocks(lines))
    after = _continuations(blocks, body_size(lines))
    continued = set(after.values())
    out: list[list[Line]] = []
    for at in range(len(blocks)):
        if at in continued:
            continue
        paragraph: list[Line] = []
        nxt: int | None = at
        while nxt is not None:
            paragraph += blocks[nxt].lines
            nxt = after.get(nxt)
        out.append(paragraph)
    return out


def _continuations(blocks: Sequence[Block], size: float) -> dict[int, int]:
    """For the block of each number, that in which its paragraph goes on, if there is one.

    A block that begins in lower case belongs to the nearest one before it that is open. Of the open ones that
    are left, those of the body may go on in a block that begins in any other way.
    """
    after: dict[int, int] = {}
    for at, block in enumerate(blocks):
        if block.resumes:
            known = _open_before(blocks, at, after)
            if known is not None:
                after[known] = at
    taken = set(after.values())
    body = [at for at, block in enumerate(blocks) if block.is_body(size)]
    for place, known in enumerate(body):
        rest = _next_text(blocks, body, place + 1)
        if rest is not None and known not in after and rest not in taken and _may_go_on(blocks, known, rest):
            after[known] = rest
            taken.add(rest)
    return after


def _next_text(blocks: Sequence[Block], body: Sequence[int], place: int) -> int | None:
    """The next of these blocks from that place on, past a few that are footnotes."""
    for at in body[place : place + _NOTES]:
        if not _NOTE.match(blocks[at].start):
            return at
    return None


def _open_before(blocks: Sequence[Block], at: int, after: dict[int, int]) -> int | None:
    """The nearest block before this one that may go on in it: an open one, else one that seems to end."""
    block = blocks[at]
    single: int | None = None
    seeming: int | None = None
    for known in range(at - 1, max(-1, at - 1 - _PATIENCE), -1):
        before = blocks[known]
        if before.page + _PAGES < block.page:
            break
        if known in after or not before.like(block):
            continue
        if known == at - 1 and (not before.ended or (before.full and not before.captioned)):
            return known
        if not before.full:
            continue
        if not before.ended:
            if before.long:
                return known
            single = known if single is None else single
        elif seeming is None and before.long and block.long:
            seeming = known  # it ends in an abbreviation: "of O." on one page, "sanctum" on the next
    return seeming if single is None else single


def _may_go_on(blocks: Sequence[Block], known: int, at: int) -> bool:
    """Whether a block of the body that does not begin in lower case goes on with the one before it."""
    before, block = blocks[known], blocks[at]
    if before.ended or _LIST.match(block.start) or _HEADING.match(block.start):
        return False
    if not (before.full or is_han_or_kana(block.start[0])) or before.page + _PAGES < block.page:
        return False
    if known == at - 1 and not _above(before, block):
        return True
    elsewhere = block.page > before.page or block.lines[0].y1 > before.lines[-1].y1
    return elsewhere and block.long and before.like(block) and not _above(blocks[at - 1], block)


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
