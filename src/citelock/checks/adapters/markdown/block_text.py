"""The text of a block without its marks, and where they were: sentence by sentence, with what each cites."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import NamedTuple

from citelock.checks.adapters.interface import MAX_CITATIONS, MAX_RANGE, At, CitationDraft, TooMuch
from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.groups import FILLER, groups
from citelock.checks.adapters.markdown.pieces import Link, Marker, Named, Note, Piece, Text, shown
from citelock.checks.adapters.markdown.quotation_marks import Span, spans
from citelock.checks.adapters.markdown.quotations import before, inner, is_a_title, is_like_a_title
from citelock.checks.adapters.markdown.references import References
from citelock.checks.adapters.markdown.sentences import LONGEST_QUOTATION, sentence_ends
from citelock.checks.adapters.markdown.titles import is_generic

# Labels that `messages.py` puts around a cited passage: all of its sentences are one claim.
OPENS = "citelock-opens"
_CLOSES_PASSAGE = "citelock-"

_PUNCTUATION = tuple(".,;:!?)，。；：！？）")
_LABEL_ONLY = re.compile(r"[\s,;.。，；、:：|/&()（）\[\]–—-]*")


class Mark(NamedTuple):
    """Citations at a place of a block's text; `span` is the length of a label that stands in the text."""

    place: int
    drafts: list[CitationDraft]
    span: int = 0


class Quoted(NamedTuple):
    """Words between quotation marks and where they stand; `like_title` says that they may be a title."""

    words: str
    at: At
    like_title: bool


@dataclass(slots=True)
class Tally:
    """What was met on the way."""

    markers: int = 0
    links: int = 0
    citations: int = 0
    passages: bool = False  # the text has our own labels around cited passages
    in_passage: bool = False


class BlockText:
    """A block's text without its marks, and where they were."""

    def __init__(self, block: Block, pieces: list[Piece], references: References, tally: Tally) -> None:
        self._block = block
        self._references = references
        self._tally = tally
        self._pieces = pieces
        self._starts: list[int] = [0]
        self._offsets: list[int] = [0]
        self._parts: list[str] = []
        self._size = 0
        self._labels: list[tuple[int, int]] = []
        self._marks: list[Mark] = []
        self._opened = [0] if tally.in_passage else []
        self._build()
        self.text = "".join(self._parts)
        self._spans: list[Span] | None = None

    # --- building -----------------------------------------------------------------------------

    def _build(self) -> None:
        pieces = self._resolved()
        hidden, dropped = groups(pieces)
        for number, piece in enumerate(pieces):
            if isinstance(piece, Text):
                start, end = dropped.get(number, (0, len(piece.text)))
                self._append(piece.start + start, piece.text[start:end])
            else:
                self._mark(piece, hide=number in hidden)

    def _resolved(self) -> list[Piece]:
        """The pieces, markers that are none turned into text."""
        pieces: list[Piece] = []
        quoted = self._quoted_markers()
        for number, piece in enumerate(self._pieces):
            if isinstance(piece, Marker):
                last = pieces[-1] if pieces else None
                before = last.text[-40:] if isinstance(last, Text) else ""
                if number in quoted and piece.url and before[-1:].isdigit() and "[" not in piece.literal:
                    # `9[5](https://…)` is 95 for its reader: a link, and its label a figure of the sentence
                    pieces += [
                        Text(piece.start + 1, piece.literal),
                        Link(piece.start, piece.end, "", piece.url),
                    ]
                    continue
                labels = self._references.labels_of(piece, before)
                if labels and number in quoted and not self._references.has_any(labels):
                    labels = ()  # inside a quotation it is the source's own
                if not labels and piece.url:  # `[2020](https://…)`
                    pieces.append(Link(piece.start, piece.end, "", piece.url))
                    continue
                if not labels:
                    pieces.append(Text(piece.start, piece.literal))
                    continue
                piece = piece._replace(reading=piece.reading._replace(labels=_since(pieces, labels)))
            pieces.append(piece)
        return pieces

    def _quoted_markers(self) -> frozenset[int]:
        """The pieces that are markers between quotation marks, with a word before the closing one."""
        if not any(isinstance(piece, Marker) for piece in self._pieces):
            return frozenset()
        begins, size, parts = [], 0, []
        for piece in self._pieces:
            begins.append(size)
            parts.append(shown(piece))
            size += len(parts[-1])
        text = "".join(parts)
        found: set[int] = set()
        for start, end in spans(text):
            if end - start > LONGEST_QUOTATION:
                continue
            first, last = bisect_right(begins, start), bisect_left(begins, end)
            found.update(number for number in range(first, last) if isinstance(self._pieces[number], Marker))
        return frozenset(found)

    def _append(self, offset: int, text: str) -> None:
        if not text:
            return
        text = text.replace("\n", " ")
        if (
            text.startswith(_PUNCTUATION)
            and self._marks
            and self._parts
            and self._marks[-1].place == self._size
        ):
            while self._parts and self._parts[-1].endswith(" "):  # a blank in front of marks that are gone
                bare = self._parts[-1].rstrip(" ")
                self._size -= len(self._parts[-1]) - len(bare)
                self._parts[-1] = bare
                if bare or len(self._parts) == 1:
                    break
                del self._parts[-1], self._starts[-1], self._offsets[-1]
            number = len(self._marks) - 1
            while number >= 0 and self._marks[number].place > self._size:
                self._marks[number] = self._marks[number]._replace(place=self._size)
                number -= 1
        self._starts.append(self._size)
        self._offsets.append(offset)
        self._parts.append(text)
        self._size += len(text)

    def _mark(self, piece: Marker | Link | Named | Note, *, hide: bool) -> None:
        at = self._block.at(piece.start)
        if self._tally.passages and isinstance(piece, Marker) and piece.reading.labels == (OPENS,):
            self._opened.append(self._size)
            self._tally.in_passage = True
            return
        if isinstance(piece, Marker):
            self._tally.markers += 1
            if piece.reading.labels[0].startswith(_CLOSES_PASSAGE):
                self._tally.in_passage = False
            drafts = self._references.cited(piece.reading.labels, piece, at)
        elif isinstance(piece, Note):
            draft = self._references.noted(piece, at)
            if draft is None:
                return
            self._tally.markers += 1
            drafts = [draft]
        else:
            self._tally.links += 1
            drafts = [self._references.linked(piece, at)]
        self._tally.citations += len(drafts)
        if self._tally.citations > MAX_CITATIONS:
            raise TooMuch(f"more than {MAX_CITATIONS:,} citations. Split the file.", at)
        span = 0
        if isinstance(piece, Link) and not hide and not is_generic(piece.label):
            span = len(piece.label)
            self._append(piece.start + 1, piece.label)
            self._labels.append((self._size - span, self._size))
        if isinstance(piece, Marker) and piece.reading.is_word:
            words = piece.words or piece.literal
            span = len(words)
            self._append(piece.start + bool(piece.words), words)
        self._marks.append(Mark(self._size, drafts, span))

    # --- asking -------------------------------------------------------------------------------

    def sentences(self) -> list[tuple[int, int, list[Mark]]]:
        """(start, end, marks) of each sentence of the text; marks behind a full stop are with it."""
        ends = sentence_ends(self.text, [mark.place for mark in self._marks])
        starts = [0, *ends[:-1]]
        words = [_first_word(self.text, start) for start in starts]
        marks: list[list[Mark]] = [[] for _ in ends]
        for mark in self._marks:
            number = min(bisect_left(ends, mark.place), len(ends) - 1)
            begins = mark.place > starts[number] and self.text[words[number] : words[number] + 1].islower()
            if number and not mark.span and mark.place <= words[number] and not begins:
                number -= 1
            marks[number].append(mark)
        if self._opened:
            return self._whole_passages(starts, ends, marks)
        return list(zip(starts, ends, marks, strict=True))

    def _whole_passages(
        self, starts: list[int], ends: list[int], marks: list[list[Mark]]
    ) -> list[tuple[int, int, list[Mark]]]:
        """The sentences, those of one cited passage as one."""
        first = list(range(len(ends)))
        for number, own in enumerate(marks):
            closing = [
                each for each in own if each.drafts and each.drafts[0].marker.startswith(_CLOSES_PASSAGE)
            ]
            for mark in closing:
                place = bisect_right(self._opened, mark.place) - 1
                if place >= 0:
                    begin = min(bisect_right(ends, self._opened[place]), number)
                    first[number] = min(first[number], begin)
        merged: list[tuple[int, int, list[Mark]]] = []
        for number, end in enumerate(ends):
            start, own = starts[number], marks[number]
            while merged and merged[-1][0] >= starts[first[number]]:
                start, _, before = merged.pop()
                own = before + own
            merged.append((start, end, own))
        return merged

    def text_of(self, start: int, end: int) -> str:
        """The words of a sentence on one line."""
        return " ".join(self.text[start:end].split())

    def is_only_sources(self, start: int, end: int, marks: list[Mark]) -> bool:
        """Whether nothing but the labels of links and signs between them stands there."""
        if not marks:
            return False
        at, rest = start, []
        for number in range(bisect_left(self._labels, (start, 0)), len(self._labels)):
            begin, stop = self._labels[number]
            if begin >= end:
                break
            if stop <= end:
                rest.append(self.text[at:begin])
                at = stop
        rest.append(self.text[at:end])
        return all(_LABEL_ONLY.fullmatch(each) or FILLER.fullmatch(each) for each in rest)

    def literal(self, marks: list[Mark]) -> str:
        """What to call a statement that has no words of its own."""
        draft = marks[0].drafts[0]
        title = draft.fields.get("title")
        return str(title) if title else " ".join(self._block.content.split())[:200]

    def at(self, place: int) -> At:
        """Line and column of the first word from a place of the text on."""
        place = _first_word(self.text, place)
        number = bisect_right(self._starts, place) - 1
        return self._block.at(self._offsets[number] + place - self._starts[number])

    def quoted(self, place: int, start: int) -> list[str]:
        """What is quoted for a mark at a place of the text, from `start` on."""
        return before(self.text, self._known(), place, start)

    def quotations(self, start: int, end: int) -> list[Quoted]:
        """What stands between quotation marks that open in a part of the text, each with its place."""
        known = self._known()
        first, last = (bisect_left(known, place, key=lambda span: span[0]) for place in (start, end))
        return [
            Quoted(inner(self.text, span), self.at(span[0]), is_like_a_title(self.text, span))
            for span in known[first:last]
            if not is_a_title(self.text, span)
        ]

    def _known(self) -> list[Span]:
        if self._spans is None:
            self._spans = spans(self.text)
        return self._spans


def _first_word(text: str, start: int) -> int:
    while start < len(text) and text[start].isspace():
        start += 1
    return start


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
