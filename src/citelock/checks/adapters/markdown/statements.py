"""The sentences of a report's blocks, each with what it cites (web.md, section 5).

A marker or link belongs to the sentence that ends at it, also behind the full stop; where there is nothing
but sources (a cell, a line `Source: …`), they belong to what stands before them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from citelock.checks.adapters.interface import MAX_CITATIONS, MAX_RANGE, At, CitationDraft, TooMuch
from citelock.checks.adapters.markdown import quotations
from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.entries import is_generic
from citelock.checks.adapters.markdown.headings import leads_to_sources
from citelock.checks.adapters.markdown.inline import Link, Marker, Named, Piece, Text
from citelock.checks.adapters.markdown.references import References
from citelock.checks.adapters.markdown.sentences import sentence_ends

# Labels that `messages.py` puts around a cited passage: all of its sentences are one claim.
OPENS = "citelock-opens"
_CLOSES_PASSAGE = "citelock-"

_FILLER = re.compile(
    r"[\s,;/&·|+.。，；、–—-]*(?:\b(?:and|und|y|et|e|и|see|see also|cf|e\.g|via|from|at|in|source|sources|"
    r"ref|refs|vgl|siehe|quelle|quellen|см|источник|источники)\b[.:]?|和|与|及|参见|见|来源|：|:)?[\s,;/&·|+.。，；、:–—-]*",
    re.IGNORECASE,
)
_OPENS = re.compile(r"(.*)([(（\[])([^()（）\[\]]*)$", re.DOTALL)
_CLOSES = re.compile(r"([^()（）\[\]]*)([)）\]])", re.DOTALL)
_PUNCTUATION = tuple(".,;:!?)，。；：！？）")
_LABEL_ONLY = re.compile(r"[\s,;.。，；、:：|/&()（）\[\]–—-]*")


@dataclass(slots=True)
class Sentence:
    """A sentence, item, cell or row with its citations. `counts`: it is prose that may lack a source."""

    text: str
    at: At
    citations: list[CitationDraft] = field(default_factory=list)
    counts: bool = True


class _Mark(NamedTuple):
    """Citations at a place of a block's text; `span` is the length of a label that stands in the text."""

    place: int
    drafts: list[CitationDraft]
    span: int = 0


@dataclass(slots=True)
class Tally:
    """What was met on the way."""

    markers: int = 0
    links: int = 0
    citations: int = 0
    in_passage: bool = False


class Statements:
    """Collects the sentences of block after block."""

    def __init__(self, references: References) -> None:
        self.sentences: list[Sentence] = []
        self.tally = Tally()
        self._references = references
        self._row: list[Sentence] = []
        self._row_number = 0
        self._row_sentence: Sentence | None = None
        self._opened: list[Sentence] = []

    def add(self, block: Block, pieces: list[Piece]) -> None:
        """Takes the sentences of a block, whose content is these pieces."""
        read = _Reading(block, pieces, self._references, self.tally)
        if block.row:
            self._cell(block, read)
            return
        own: list[Sentence] = []
        for start, end, marks in read.sentences():
            text = read.text_of(start, end)
            only = read.is_only_sources(start, end, marks) or (bool(marks) and leads_to_sources(text))
            previous = own[-1] if own else self._last()
            if marks and only and previous is not None and (own or not self._is_listed(block, text)):
                _cite(previous, read, marks, start)
                continue
            if not text and not marks:
                continue
            sentence = Sentence(text or read.literal(marks), read.at(start), counts=not block.level)
            if not any(map(str.isalnum, sentence.text)) and not marks:
                continue
            _cite(sentence, read, marks, start)
            own.append(sentence)
        self.sentences += own

    def _last(self) -> Sentence | None:
        return self.sentences[-1] if self.sentences else None

    @staticmethod
    def _is_listed(block: Block, text: str) -> bool:
        """Whether an item that is nothing but a link stands for itself: it is no note to the one above."""
        return bool(block.items) and bool(text) and not leads_to_sources(text)

    def _cell(self, block: Block, read: _Reading) -> None:
        """A cell is one statement; one of sources only belongs to its row."""
        if block.row != self._row_number:
            self._row, self._row_number, self._row_sentence = [], block.row, None
        parts = list(read.sentences())
        marks = [mark for _, _, each in parts for mark in each]
        text = read.text_of(0, len(read.text))
        if marks and read.is_only_sources(0, len(read.text), marks) and any(cell.text for cell in self._row):
            if self._row_sentence is None:
                joined = " | ".join(cell.text for cell in self._row if cell.text)
                self._row_sentence = Sentence(joined, self._row[0].at, counts=False)
                self._drop(self._row)
                self.sentences.append(self._row_sentence)
            _cite(self._row_sentence, read, marks, 0)
            return
        if not text and not marks:
            return
        cell = Sentence(text or read.literal(marks), read.at(0), counts=not block.head)
        _cite(cell, read, marks, 0)
        self._row.append(cell)
        self.sentences.append(cell)

    def _drop(self, cells: list[Sentence]) -> None:
        """Takes back those of a row's cells that have no source of their own: the row says them."""
        begin = len(self.sentences) - len(cells)
        self.sentences[begin:] = [each for each in self.sentences[begin:] if each.citations]


def _cite(sentence: Sentence, read: _Reading, marks: list[_Mark], start: int) -> None:
    """Adds citations to a sentence, each source once; a quotation right before a single one is its quote."""
    known = {_identity(draft) for draft in sentence.citations}
    for number, mark in enumerate(marks):
        drafts = mark.drafts
        beside = marks[max(number - 1, 0) : number] + marks[number + 1 : number + 2]
        alone = len(drafts) == 1 and all(abs(other.place - mark.place) > 1 for other in beside)
        for draft in drafts:
            quote = read.quoted(mark.place, start) if alone and not _has_quote(draft) else ""
            if quote:
                draft = CitationDraft(draft.at, {**draft.fields, "quote": quote}, draft.marker)
            identity = _identity(draft)
            if identity not in known:
                known.add(identity)
                sentence.citations.append(draft)


def _identity(draft: CitationDraft) -> tuple[object, ...]:
    quotes = draft.fields.get("quotes")
    return (
        draft.marker,
        *(draft.fields.get(name) for name in ("doi", "pmid", "pmcid", "arxiv", "url", "quote")),
        tuple(quotes) if isinstance(quotes, list) else None,
    )


def _has_quote(draft: CitationDraft) -> bool:
    return "quote" in draft.fields or "quotes" in draft.fields


class _Reading:
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
        self._marks: list[_Mark] = []
        self._opened = [0] if tally.in_passage else []
        self._build()
        self.text = "".join(self._parts)
        self._spans: list[quotations.Span] | None = None

    # --- building -----------------------------------------------------------------------------

    def _build(self) -> None:
        pieces = self._resolved()
        hidden, dropped = _groups(pieces)
        for number, piece in enumerate(pieces):
            if isinstance(piece, Text):
                start, end = dropped.get(number, (0, len(piece.text)))
                self._append(piece.start + start, piece.text[start:end])
            else:
                self._mark(piece, hide=number in hidden)

    def _resolved(self) -> list[Piece]:
        """The pieces, markers that are none turned into text."""
        pieces: list[Piece] = []
        for piece in self._pieces:
            if isinstance(piece, Marker):
                last = pieces[-1] if pieces else None
                before = last.text[-40:] if isinstance(last, Text) else ""
                labels = self._references.labels_of(piece, before)
                if not labels:
                    pieces.append(Text(piece.start, piece.literal))
                    continue
                piece = piece._replace(reading=piece.reading._replace(labels=_since(pieces, labels)))
            pieces.append(piece)
        return pieces

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

    def _mark(self, piece: Marker | Link | Named, *, hide: bool) -> None:
        at = self._block.at(piece.start)
        if isinstance(piece, Marker) and piece.reading.labels == (OPENS,):
            self._opened.append(self._size)
            self._tally.in_passage = True
            return
        if isinstance(piece, Marker):
            self._tally.markers += 1
            if piece.reading.labels[0].startswith(_CLOSES_PASSAGE):
                self._tally.in_passage = False
            drafts = self._references.cited(piece.reading.labels, piece, at)
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
        self._marks.append(_Mark(self._size, drafts, span))

    # --- asking -------------------------------------------------------------------------------

    def sentences(self) -> list[tuple[int, int, list[_Mark]]]:
        """(start, end, marks) of each sentence of the text; marks behind a full stop are with it."""
        ends = sentence_ends(self.text)
        starts = [0, *ends[:-1]]
        words = [_first_word(self.text, start) for start in starts]
        marks: list[list[_Mark]] = [[] for _ in ends]
        for mark in self._marks:
            number = min(bisect_left(ends, mark.place), len(ends) - 1)
            if number and not mark.span and mark.place <= words[number]:
                number -= 1
            marks[number].append(mark)
        if self._opened:
            return self._whole_passages(starts, ends, marks)
        return list(zip(starts, ends, marks, strict=True))

    def _whole_passages(
        self, starts: list[int], ends: list[int], marks: list[list[_Mark]]
    ) -> list[tuple[int, int, list[_Mark]]]:
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
        merged: list[tuple[int, int, list[_Mark]]] = []
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

    def is_only_sources(self, start: int, end: int, marks: list[_Mark]) -> bool:
        """Whether nothing but the labels of links and signs between them stands there."""
        if not marks:
            return False
        at, rest = start, []
        for begin, stop in self._labels:
            if start <= begin and stop <= end:
                rest.append(self.text[at:begin])
                at = stop
        rest.append(self.text[at:end])
        return all(_LABEL_ONLY.fullmatch(each) or _FILLER.fullmatch(each) for each in rest)

    def literal(self, marks: list[_Mark]) -> str:
        """What to call a statement that has no words of its own."""
        draft = marks[0].drafts[0]
        title = draft.fields.get("title")
        return str(title) if title else " ".join(self._block.content.split())[:200]

    def at(self, place: int) -> At:
        """Line and column of the first word from a place of the text on."""
        place = _first_word(self.text, place)
        number = bisect_right(self._starts, place) - 1
        return self._block.at(self._offsets[number] + place - self._starts[number])

    def quoted(self, place: int, start: int) -> str:
        """What is quoted right before a place of the text, not before `start`."""
        if self._spans is None:
            self._spans = quotations.spans(self.text)
        return quotations.beside(self.text, self._spans, place)


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


def _groups(pieces: list[Piece]) -> tuple[set[int], dict[int, tuple[int, int]]]:
    """The links whose labels are no part of the sentence, and what is kept of the texts around them.

    `([IEA 2024](…), [World Bank](…))` is a group: nothing but sources between parentheses, which go with it.
    """
    hidden: set[int] = set()
    kept: dict[int, tuple[int, int]] = {}
    number = 0
    while number < len(pieces):
        piece = pieces[number]
        opening = None
        if isinstance(piece, Text) and number + 1 < len(pieces):
            begin = kept.get(number, (0, len(piece.text)))[0]
            opening = _OPENS.fullmatch(piece.text, max(begin, len(piece.text) - 60))
        if opening is None or not isinstance(piece, Text) or not _FILLER.fullmatch(opening[3]):
            number += 1
            continue
        last, inside = number + 1, []
        while last < len(pieces):
            other = pieces[last]
            if isinstance(other, Text):
                closing = _CLOSES.match(other.text)
                if closing or not _FILLER.fullmatch(other.text):
                    break
            else:
                inside.append(last)
            last += 1
        ending = pieces[last] if last < len(pieces) else None
        closing = _CLOSES.match(ending.text) if isinstance(ending, Text) else None
        if inside and closing and isinstance(ending, Text) and _FILLER.fullmatch(closing[1]):
            hidden.update(inside)
            kept[number] = (kept.get(number, (0, 0))[0], opening.start(2))
            for between in range(number + 1, last):
                if isinstance(pieces[between], Text):
                    kept[between] = (0, 0)
            kept[last] = (closing.end(), len(ending.text))
            number = last
        else:
            number = max(last, number + 1)
    return hidden, kept
