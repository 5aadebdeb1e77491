"""Tables that are a list of sources although no heading says so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from citelock.checks.adapters.identifying import has_source
from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.headings import announces_sources

_NUMBER = re.compile(r"[\s*_`]*[\[【(]?([0-9]{1,4})[\]】)]?\.?[\s*_`]*")
_MARKER = re.compile(r"[\[【]\^?[0-9][0-9 ,;–—-]*(?:†[^\]】]{0,80})?[\]】]")
_DIGITS = re.compile(r"(?<![0-9])[0-9]{1,4}(?![0-9])")
_ADDRESSES = frozenset({"url", "urls", "link", "links", "address", "doi", "адрес", "链接", "网址", "リンク"})
_FEWEST = 2  # rows


def numbered_tables(blocks: Sequence[Block]) -> Iterator[range]:
    """The blocks of each table whose rows are sources: numbered from 1, each with an address.

    So a ranking with links looks too. What makes sources of them is a column that is called by its addresses,
    and that markers of the text lead to half of the numbers or more.
    """
    marked: Counter[int] | None = None
    for begin, end in _tables(blocks):
        labels = _labels(blocks[begin:end])
        if not labels:
            continue
        if marked is None:
            marked = _marked(blocks)
        inside = _marked(blocks[begin:end])  # `| [1] | Title | https://… |`
        if 2 * sum(marked[label] > inside[label] for label in labels) >= len(labels):
            yield range(begin, end)


def _tables(blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
    begin = 0
    for number, (block, following) in enumerate(pairwise([*blocks, Block("", ())])):
        ends = not following.row or (following.head and not block.head)
        if block.row and ends:
            yield begin, number + 1
        if ends:
            begin = number + 1


def _marked(blocks: Iterable[Block]) -> Counter[int]:
    """How often each number stands in a marker."""
    markers = (match[0] for block in blocks for match in _MARKER.finditer(block.content))
    return Counter(int(each) for marker in markers for each in _DIGITS.findall(marker))


def _labels(cells: Sequence[Block]) -> set[int]:
    """The numbers of a table's rows, none unless all of them are sources."""
    head = [cell.content for cell in cells if cell.head]
    if not any(announces_sources(each) or each.strip(" *_`").casefold() in _ADDRESSES for each in head):
        return set()
    rows: dict[int, list[str]] = {}
    for cell in cells:
        if not cell.head:
            rows.setdefault(cell.row, []).append(cell.content)
    labels = []
    for first, *rest in rows.values():
        number = _NUMBER.fullmatch(first)
        if number is None or not any(map(has_source, rest)):
            return set()
        labels.append(int(number[1]))
    return set(labels) if len(labels) >= _FEWEST and labels == list(range(1, len(labels) + 1)) else set()
