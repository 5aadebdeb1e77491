"""Markers that only the words around them make markers: taken out of the text of a block in pieces."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from citelock.checks.adapters.markdown.markers import Reading
from citelock.checks.adapters.markdown.pieces import Marker, Piece, Text


class Found(NamedTuple):
    """A marker from `start` to `end` of a text, and what it stands for."""

    start: int
    end: int
    reading: Reading


def with_markers(pieces: Sequence[Piece], find: Callable[[str], Iterable[Found]]) -> list[Piece]:
    """The pieces with what `find` finds in their text as markers, in order and without overlap.

    It is given texts that emphasis had parted as one.
    """
    result: list[Piece] = []
    run: list[Text] = []
    for piece in pieces:
        if isinstance(piece, Text):
            run.append(piece)
            continue
        result += _of_run(run, find)
        run = []
        result.append(piece)
    return result + _of_run(run, find)


def _of_run(run: list[Text], find: Callable[[str], Iterable[Found]]) -> list[Piece]:
    text = "".join(piece.text for piece in run)
    found = list(find(text)) if text else []
    if not found:
        return list(run)
    begins = [0]
    for piece in run[:-1]:
        begins.append(begins[-1] + len(piece.text))
    result: list[Piece] = []
    at = 0
    for each in found:
        result += _between(run, begins, at, each.start)
        number = bisect_right(begins, each.start) - 1
        start = run[number].start + each.start - begins[number]
        literal = text[each.start : each.end]
        result.append(Marker(start, start + len(literal), each.reading, literal))
        at = each.end
    return result + _between(run, begins, at, len(text))


def _between(run: list[Text], begins: list[int], start: int, end: int) -> list[Text]:
    """The texts from `start` to `end` of all of them together."""
    cut = []
    for number in range(max(bisect_right(begins, start) - 1, 0), len(run)):
        begin = begins[number]
        if begin >= end:
            break
        first, last = max(start - begin, 0), min(end - begin, len(run[number].text))
        if first < last:
            cut.append(Text(run[number].start + first, run[number].text[first:last]))
    return cut
