"""BibTeX inside of a report, fenced as code or bare: a list of sources whose keys the text cites.

A block that shows how to cite the report itself is code and stays so: one is taken only where it stands under
a heading that announces sources, or where the text cites one of its keys.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from citelock.checks.adapters.bibtex import read_bibtex
from citelock.checks.adapters.interface import At, CitationDraft, Imported
from citelock.checks.adapters.markdown.authors import Called, folded, folded_year
from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.entries import Entry
from citelock.checks.adapters.markdown.headings import announces_sources, names_sources
from citelock.checks.adapters.people import family_name

_ENTRY = re.compile(r"\s{0,20}(?:%[^\n]{0,500}\n\s{0,20}){0,50}@\s{0,4}[A-Za-z]{1,30}\s{0,4}[{(]")
_KEY = re.compile(r"@\s{0,4}[A-Za-z]{1,30}\s{0,4}[{(]\s{0,20}([^\s,{}()]{1,200})\s{0,20},")
_GROUP = -2  # of entries of a bibliography: no list of the text is one with it


class Bibliographies(NamedTuple):
    """What the bibliographies of a report hold, and where they stand.

    `bare` are the numbers of the blocks, `code` the lines of the fences, from 0, the last one excluded;
    `said` and `unread` as in `Imported`.
    """

    entries: tuple[Entry, ...] = ()
    bare: frozenset[int] = frozenset()
    code: tuple[tuple[int, int], ...] = ()
    said: tuple[tuple[str, At], ...] = ()
    unread: tuple[tuple[str, At], ...] = ()


def is_bare(block: Block) -> bool:
    """Whether a paragraph is BibTeX as it stands."""
    return (
        not (block.level or block.row or block.items) and "@" in block.content and _is_bibtex(block.content)
    )


def read_bibliographies(
    text: str, blocks: Sequence[Block], code: Sequence[tuple[int, int]], cited: frozenset[str]
) -> Bibliographies:
    """The bibliographies of a report: its text and blocks, the lines of its fences, the keys it cites."""
    lines = text.split("\n")
    first_lines = [block.lines[0][1] for block in blocks]
    entries: list[Entry] = []
    said: list[tuple[str, At]] = []
    unread: list[tuple[str, At]] = []
    taken = []

    def take(content: str, places: Mapping[int, tuple[int, int]]) -> None:
        """Takes the entries; `places` are line and column before the first, of each of its lines."""
        read = read_bibtex(content)
        moved = _moved(read, places)
        entries.extend(map(_entry, moved))
        said.extend((what, _at(at, places)) for what, at in read.said)
        unread.extend((what, _at(at, places)) for what, at in read.unread)

    for begin, end in code:
        body = lines[begin + 1 : end - 1] if end - 1 > begin else []
        content = "\n".join(body)
        before = bisect_left(first_lines, begin + 1) - 1
        if _is_bibtex(content) and (_announces(blocks, before) or _is_cited(content, cited)):
            take(content, {number: (begin + 1 + number, 0) for number in range(1, len(body) + 1)})
            taken.append((begin, end))
    bare: set[int] = set()
    for run in _runs(blocks):
        content = "\n".join(blocks[number].content for number in run)
        if _announces(blocks, run[0] - 1) or _is_cited(content, cited):
            places = [place for number in run for place in _places(blocks[number])]
            take(content, dict(enumerate(places, 1)))
            bare.update(run)
    return Bibliographies(tuple(entries), frozenset(bare), tuple(taken), tuple(said), tuple(unread))


def emptied(blocks: Sequence[Block], bare: frozenset[int]) -> list[Block]:
    """The blocks, those of a bibliography without content, so that nobody reads them as text."""
    return [replace(block, content="") if number in bare else block for number, block in enumerate(blocks)]


def _is_bibtex(content: str) -> bool:
    return _ENTRY.match(content) is not None and _KEY.search(content) is not None


def _announces(blocks: Sequence[Block], number: int) -> bool:
    """Whether the block right before is a heading or a line over sources."""
    if number < 0:
        return False
    line = blocks[number].content.rstrip().rpartition("\n")[2]
    if line.strip(" *_:.").casefold() == "citation":  # of the report itself
        return False
    return announces_sources(line) or (bool(blocks[number].level) and names_sources(line))


def _is_cited(content: str, cited: frozenset[str]) -> bool:
    return not cited.isdisjoint(_KEY.findall(content))


def _runs(blocks: Sequence[Block]) -> Iterator[list[int]]:
    """Bare BibTeX, paragraph after paragraph."""
    run: list[int] = []
    for number, block in enumerate(blocks):
        if is_bare(block):
            run.append(number)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _places(block: Block) -> list[tuple[int, int]]:
    """Line and column before the first character, of each line of a block."""
    return [(line, column - 1) for _, line, column in block.lines]


def _at(at: At, places: Mapping[int, tuple[int, int]]) -> At:
    line, column = places[min(max(at[0], 1), len(places))]
    return line, column + at[1]


def _moved(read: Imported, places: Mapping[int, tuple[int, int]]) -> Iterator[tuple[str, CitationDraft]]:
    for claim in read.claims:
        citation = claim.citations[0]
        yield claim.key, replace(citation, at=_at(citation.at, places))


def _entry(keyed: tuple[str, CitationDraft]) -> Entry:
    key, citation = keyed
    return Entry(key, _GROUP, citation.at, dict(citation.fields), called=_called(citation.fields))


def _called(fields: Mapping[str, object]) -> Called | None:
    """By what author and year the text may name it."""
    first, year = fields.get("first_author"), fields.get("year")
    if not first or not year:
        return None
    others = fields.get("authors")
    names = [family_name(str(each)) for each in others] if isinstance(others, list) else []
    words = {word for name in (str(first), *names) for word in folded(name).split()}
    return Called(frozenset({folded(str(first))}), frozenset(words), frozenset({folded_year(str(year))}))
