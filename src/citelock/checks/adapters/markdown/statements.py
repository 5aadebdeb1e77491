"""The sentences of a report's blocks, each with what it cites (web.md, section 5).

A marker or link belongs to the sentence that ends at it, also behind the full stop; where there is nothing
but sources (a cell, a line `Source: …`), they belong to what stands before them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from citelock.checks.adapters.interface import At, CitationDraft
from citelock.checks.adapters.markdown.attribution import Titles, with_quotes
from citelock.checks.adapters.markdown.block_text import BlockText, Mark, Quoted, Tally
from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.headings import leads_to_sources
from citelock.checks.adapters.markdown.pieces import Piece
from citelock.checks.adapters.markdown.references import References


@dataclass(slots=True)
class Sentence:
    """A sentence, item, cell or row with its citations. `counts`: it is prose that may lack a source.

    `known` is what tells its citations apart, so that each source is taken once; `quoted` all that stands
    between quotation marks in it.
    """

    text: str
    at: At
    citations: list[CitationDraft] = field(default_factory=list)
    counts: bool = True
    known: set[tuple[object, ...]] = field(default_factory=set)
    quoted: list[Quoted] = field(default_factory=list)


class Statements:
    """Collects the sentences of block after block."""

    def __init__(self, references: References, *, passages: bool = False) -> None:
        self.sentences: list[Sentence] = []
        self.tally = Tally(passages=passages)
        self._references = references
        self._row: list[Sentence] = []
        self._row_number = 0
        self._row_sentence: Sentence | None = None
        self._opened: list[Sentence] = []

    def add(self, block: Block, pieces: list[Piece]) -> None:
        """Takes the sentences of a block, whose content is these pieces."""
        read = BlockText(block, pieces, self._references, self.tally)
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
                previous.quoted += read.quotations(start, end)
                continue
            if not text and not marks:
                continue
            sentence = Sentence(text or read.literal(marks), read.at(start), counts=not block.level)
            if not any(map(str.isalnum, sentence.text)) and not marks:
                continue
            _cite(sentence, read, marks, start)
            sentence.quoted += read.quotations(start, end)
            own.append(sentence)
        self.sentences += own

    def _last(self) -> Sentence | None:
        return self.sentences[-1] if self.sentences else None

    @staticmethod
    def _is_listed(block: Block, text: str) -> bool:
        """Whether an item that is nothing but a link stands for itself: it is no note to the one above."""
        return bool(block.items) and bool(text) and not leads_to_sources(text)

    def _cell(self, block: Block, read: BlockText) -> None:
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
                self._row_sentence.quoted += [
                    each for cell in self._row if not cell.citations for each in cell.quoted
                ]
                self._drop(self._row)
                self.sentences.append(self._row_sentence)
            _cite(self._row_sentence, read, marks, 0)
            self._row_sentence.quoted += read.quotations(0, len(read.text))
            return
        if not text and not marks:
            return
        cell = Sentence(text or read.literal(marks), read.at(0), counts=not block.head)
        _cite(cell, read, marks, 0)
        cell.quoted += read.quotations(0, len(read.text))
        self._row.append(cell)
        self.sentences.append(cell)

    def _drop(self, cells: list[Sentence]) -> None:
        """Takes back those of a row's cells that have no source of their own: the row says them."""
        begin = len(self.sentences) - len(cells)
        self.sentences[begin:] = [each for each in self.sentences[begin:] if each.citations]


def _cite(sentence: Sentence, read: BlockText, marks: list[Mark], start: int) -> None:
    """Adds citations to a sentence, each source once; what is quoted right before a single one is its quote.

    A note may hold a quotation too: then both are looked up, for a reader sees both.
    """
    begin = start
    for number, mark in enumerate(marks):
        drafts = mark.drafts
        beside = marks[max(number - 1, 0) : number] + marks[number + 1 : number + 2]
        alone = len(drafts) == 1 and all(abs(other.place - mark.place) > 1 for other in beside)
        quoted = read.quoted(mark.place, begin) if alone else []
        begin = mark.place
        for draft in drafts:
            if quoted:
                title = Titles([draft.fields.get("title", "")])
                draft = with_quotes(draft, [each for each in quoted if not title.has(each)])
            identity = _identity(draft)
            if identity not in sentence.known:
                sentence.known.add(identity)
                sentence.citations.append(draft)


def _identity(draft: CitationDraft) -> tuple[object, ...]:
    quotes = draft.fields.get("quotes")
    return (
        draft.marker,
        *(draft.fields.get(name) for name in ("doi", "pmid", "pmcid", "arxiv", "url", "quote")),
        tuple(quotes) if isinstance(quotes, list) else None,
    )
