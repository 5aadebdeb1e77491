"""Which of a block's markers are some: the others are text, or the links that they are written as."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from citelock.checks.adapters.interface import MAX_RANGE
from citelock.checks.adapters.markdown.pieces import Link, Marker, Piece, Text, shown
from citelock.checks.adapters.markdown.quotation_marks import spans
from citelock.checks.adapters.markdown.references import References
from citelock.checks.adapters.markdown.sentences import LONGEST_QUOTATION


def resolved(pieces: Sequence[Piece], references: References) -> list[Piece]:
    """The pieces, markers that are none turned into text."""
    found: list[Piece] = []
    quoted = _quoted_markers(pieces)
    for number, piece in enumerate(pieces):
        if isinstance(piece, Marker):
            last = found[-1] if found else None
            before = last.text[-40:] if isinstance(last, Text) else ""
            if number in quoted and piece.url and before[-1:].isdigit() and "[" not in piece.literal:
                # `9[5](https://…)` is 95 for its reader: a link, and its label a figure of the sentence
                found += [
                    Text(piece.start + 1, piece.literal),
                    Link(piece.start, piece.end, "", piece.url),
                ]
                continue
            labels = references.labels_of(piece, before)
            if labels and number in quoted and not references.has_any(labels):
                labels = ()  # inside a quotation it is the source's own
            if not labels and piece.url:  # `[2020](https://…)`
                found.append(Link(piece.start, piece.end, "", piece.url))
                continue
            if not labels:
                found.append(Text(piece.start, piece.literal))
                continue
            piece = piece._replace(reading=piece.reading._replace(labels=_since(found, labels)))
        found.append(piece)
    return found


def _quoted_markers(pieces: Sequence[Piece]) -> frozenset[int]:
    """The pieces that are markers between quotation marks, with a word before the closing one."""
    if not any(isinstance(piece, Marker) for piece in pieces):
        return frozenset()
    begins, size, parts = [], 0, []
    for piece in pieces:
        begins.append(size)
        parts.append(shown(piece))
        size += len(parts[-1])
    text = "".join(parts)
    found: set[int] = set()
    for start, end in spans(text):
        if end - start > LONGEST_QUOTATION:
            continue
        first, last = bisect_right(begins, start), bisect_left(begins, end)
        found.update(number for number in range(first, last) if isinstance(pieces[number], Marker))
    return frozenset(found)


def _since(pieces: list[Piece], labels: tuple[str, ...]) -> tuple[str, ...]:
    """The references of a marker, those since the last one added where a dash joins them: `[1]–[3]`."""
    if len(pieces) < 2 or len(labels) != 1 or not labels[0].isdecimal():
        return labels
    first, dash = pieces[-2:]
    if not (
        isinstance(first, Marker)
        and isinstance(dash, Text)
        and dash.text.strip() in ("-", "–", "—", "−", "‑")
    ):
        return labels
    begin = first.reading.labels[-1]
    if not begin.isdecimal() or not 0 < int(labels[0]) - int(begin) <= MAX_RANGE:
        return labels
    pieces.pop()
    return tuple(map(str, range(int(begin) + 1, int(labels[0]) + 1)))
