"""Lists of sources: where one stands in a report, and what each of its entries names.

An entry is known by its label (`[3]`, `3.`, `[^note]:`) or, without one, by its place under a heading that
announces sources. What is no entry is left to the report's text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from citelock.checks.adapters.identifying import has_source
from citelock.checks.adapters.interface import At
from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.entries import Entry, add_address, add_paragraph, entry_of, has_words
from citelock.checks.adapters.markdown.entry_labels import Lead, is_by_author, lead_of, split_entries
from citelock.checks.adapters.markdown.headings import announces_sources, may_announce, names_sources
from citelock.checks.adapters.markdown.inline import pieces_of, plain
from citelock.checks.adapters.markdown.markers import are_circled
from citelock.checks.adapters.markdown.pieces import Link
from citelock.checks.adapters.markdown.tables import numbered_tables


@dataclass(slots=True)
class Lists:
    """All entries in the order of the file, and the blocks that are not of the report's text."""

    entries: list[Entry]
    taken: set[int]


def read_lists(blocks: Sequence[Block], cited: frozenset[str] = frozenset()) -> Lists:
    """The source lists of a report; `cited` are the words that its markers name (`lead_of`)."""
    reader = _Reader(blocks, cited)
    reader.read()
    return Lists(reader.entries, reader.taken)


_INDENT = 2  # columns at which a further paragraph of a note at least begins


class _Reader:
    def __init__(self, blocks: Sequence[Block], cited: frozenset[str]) -> None:
        self.entries: list[Entry] = []
        self.taken: set[int] = set()
        self._blocks = blocks
        self._cited = cited
        self._group = 0

    def read(self) -> None:
        number, blocks = 0, self._blocks
        while number < len(blocks):
            block = blocks[number]
            announced = self._announced(number)
            if announced:
                number = self._region(number, announced)
                continue
            known = len(self.entries)
            if not block.level and not block.row and self._definitions(block):
                self.taken.add(number)
                if len(self.entries) > known and self.entries[-1].is_note:
                    number = self._rest_of_note(number + 1)
                    continue
            number += 1
        if all(entry.is_note for entry in self.entries):
            self._tail()
        if all(entry.is_note for entry in self.entries):
            self._numbered_tables()

    def _rest_of_note(self, number: int) -> int:
        """Takes the indented blocks behind a note, which are of it; gives the number of the next one."""
        note = self.entries[-1]
        while number < len(self._blocks):
            block = self._blocks[number]
            if block.level or block.row or block.lines[0][2] <= _INDENT or lead_of(block.content):
                break
            add_paragraph(note, block.content)
            self.taken.add(number)
            number += 1
        return number

    # --- where --------------------------------------------------------------------------------

    def _announced(self, number: int) -> str:
        """The line of this block that announces a list, "" if none does."""
        block = self._blocks[number]
        if block.items or block.row:
            return ""
        first = _without_tags(block.content).lstrip().partition("\n")[0]
        if first.startswith("\\begin{thebibliography}"):
            return first
        if announces_sources(first):
            follows = number + 1 < len(self._blocks) or "\n" in block.content
            return first if block.level or follows else ""
        if may_announce(first) or (block.level and names_sources(first)):
            inside = _without_tags(block.content).lstrip().partition("\n")[2]
            following = inside or (self._blocks[number + 1].content if number + 1 < len(self._blocks) else "")
            ordered = not inside and number + 1 < len(self._blocks) and self._blocks[number + 1].number
            if following and (self._lead(following) or ordered) and has_source(following):
                return first
        return ""

    def _region(self, number: int, line: str) -> int:
        """Reads the list below block `number`; gives the number of the first block behind it."""
        blocks = self._blocks
        own = blocks[number]
        self._group += 1
        self.taken.add(number)
        rest = _behind_first_line(own)
        if rest is not None:
            self._lines(rest)
        number += 1
        empty = 0
        while number < len(blocks):
            block = blocks[number]
            if block.level and (
                not own.level or block.level <= own.level or announces_sources(block.content)
            ):
                break
            if block.level and not self._lead(block.content):
                self.taken.add(number)  # a heading inside of the list, `#### Web pages`
                number += 1
                continue
            end = self._unit(number)
            if self._entries_of(number, end):
                self.taken.update(range(number, end))
                empty = 0
            elif not own.level:
                empty += 1
                if empty > 1 or not block.items:
                    break
            number = end
        return number

    def _unit(self, number: int) -> int:
        """The end of the blocks that are one list item, one row of a table, or one paragraph."""
        block = self._blocks[number]
        end = number + 1
        while end < len(self._blocks):
            other = self._blocks[end]
            same_item = block.items and other.items[:1] == block.items[:1]
            same_row = block.row and other.row == block.row
            if not (same_item or same_row):
                break
            end += 1
        return end

    def _tail(self) -> None:
        """A list at the end of a report, without a heading."""
        last = len(self._blocks)
        begin, passed = last, 0
        while begin > 0 and not self._blocks[begin - 1].level:
            block = self._blocks[begin - 1]
            plain_entry = not (block.items or block.row) and (
                self._lead(block.content) is not None or is_by_author(block.content)
            )
            if plain_entry and are_circled([block.content]) and not _begins_with_link(block):
                break  # steps, `① According to [A](…), …`
            if (plain_entry and has_source(block.content)) or (
                block.number
                and len(block.items) == 1
                and has_source(block.content)
                and _begins_with_link(block)
            ):
                begin, passed = begin - 1, 0
            elif begin == last - passed and passed < 2 and not block.items and not has_source(block.content):
                passed, begin = passed + 1, begin - 1
            else:
                break
        units = [number for number in range(begin, last) if has_source(self._blocks[number].content)]
        if not units:
            return
        self._group += 1
        for number in units:
            if number not in self.taken and self._entries_of(number, number + 1):
                self.taken.add(number)

    def _numbered_tables(self) -> None:
        """Tables of sources without a heading."""
        for table in numbered_tables(self._blocks):
            self._group += 1
            number = table.start
            while number < table.stop:
                end = self._unit(number)
                if number not in self.taken and self._entries_of(number, end):
                    self.taken.update(range(number, end))
                number = end

    # --- what ---------------------------------------------------------------------------------

    def _definitions(self, block: Block) -> bool:
        """Takes `[^1]: …` and `[1]: https://…`, which may stand anywhere; False if the block is none."""
        if block.content[:1] not in "[\\":
            return False
        units = split_entries(block, self._cited)
        leads = [self._lead(text) for text, _ in units]
        if not leads or leads[0] is None:
            return False
        foot = all(lead is None or (lead.is_note and lead.colon) for lead in leads)
        addressed = [
            lead is not None and has_source(text[lead.end :])
            for lead, (text, _) in zip(leads, units, strict=True)
        ]
        linked = all(addressed) and all(lead is not None and lead.colon for lead in leads)
        several = len(units) > 1 and all(addressed)
        if not (foot or linked or several):
            return False
        if not foot:
            self._group += 1
        for text, at in units:
            self._add(text, at, "", as_note=foot)
        return True

    def _entries_of(self, number: int, end: int) -> bool:
        """Takes the entries of some blocks that belong together; False if they hold none."""
        block = self._blocks[number]
        if block.row:
            return self._of_row(self._blocks[number:end])
        if block.items:
            text = "\n".join(each.content for each in self._blocks[number:end])
            if (
                end - number > 1
                and not block.number
                and not self._lead(block.content)
                and not has_source(block.content)
            ):
                nested = [each for each in range(number + 1, end) if has_source(self._blocks[each].content)]
                if len(nested) > 1:  # a list of lists: the outer item is a heading
                    inner = [self._blocks[each] for each in nested]
                    return any([self._add(each.content, each.at(0), each.number) for each in inner])  # noqa: C419 # all
            return self._add(text, block.at(0), block.number, first=block.content if end - number > 1 else "")
        return self._lines(block)

    def _of_row(self, cells: Sequence[Block]) -> bool:
        if cells[0].head:
            return True
        first = cells[0].content.strip()
        label = re.sub(r"[^\w]", "", plain(first)) if len(first) < 20 else ""
        rest = cells[1:] if label and label.isalnum() and len(cells) > 1 and not has_source(first) else cells
        return self._add(
            " — ".join(each.content for each in rest), cells[0].at(0), label if rest is not cells else ""
        )

    def _lines(self, block: Block) -> bool:
        """Takes the entries of a paragraph; one that only goes on with the last entry is part of it."""
        units = split_entries(block, self._cited)
        if len(units) == 1 and not self._lead(units[0][0]):
            text = units[0][0]
            if not has_source(text) and not is_by_author(text):
                return False
            last = self.entries[-1] if self.entries and self.entries[-1].group == self._group else None
            if last is not None and not last.has_identifier and not has_words(text):
                add_address(last, text)
                return True
        added = [self._add(text, at, "") for text, at in units]
        return any(added)

    def _lead(self, text: str) -> Lead | None:
        return lead_of(text, self._cited)

    def _add(self, text: str, at: At, number: str, *, as_note: bool = False, first: str = "") -> bool:
        entry = entry_of(text, at, self._group, number, as_note=as_note, first=first, cited=self._cited)
        if entry is not None:
            self.entries.append(entry)
        return entry is not None


def _behind_first_line(block: Block) -> Block | None:
    first, _, rest = block.content.partition("\n")
    if not rest.strip():
        return None
    cut = len(first) + 1
    lines = tuple((start - cut, line, column) for start, line, column in block.lines if start >= cut)
    return Block(rest, lines)


def _begins_with_link(block: Block) -> bool:
    pieces = pieces_of(block.content)
    return bool(pieces) and (isinstance(pieces[0], Link) or isinstance(pieces[-1], Link))


def _without_tags(text: str) -> str:
    return (
        re.sub(r"</?(?:details|summary|b|strong|p|div|h[1-6])\b[^<>]{0,200}>", "", text)
        if "<" in text
        else text
    )
