"""Quotations of a report that no citation carries: nobody looks them up, so a person has to be told.

A reader of a Markdown file sees words in quotation marks wherever they stand, and what an import takes for a
citation is a matter of rules. Where a rule does not see a marker, or leaves a part of the file out, the
quotation would pass unread. So all of the file is gone through once more, whatever became of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from citelock.checks.adapters.interface import At
from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.inline import plain
from citelock.checks.adapters.markdown.quotations import SHORTEST, inner, names_a_title, spans

_MOST = 200  # of a file that are told
_LONGEST = 20_000  # characters of a block in which they are looked for one by one
# In code, comments and lists there are words in quotation marks for other reasons; a marker says it is cited.
_MARKER = re.compile(r"[\s.,;:)*_`]{0,4}(?:\\?\[\^?[\w@][^\[\]]{0,40}\](?![(:])|【|<sup|[¹²³⁴-⁹])")


def uncited_quotations(
    text: str, prose: Sequence[Block], taken: Iterable[str], titles: Iterable[str]
) -> tuple[tuple[str, At], ...]:
    """The quotations of 30 and more characters that are in none of the `taken`, each with its place.

    `titles` are those of the list, which may stand in quotation marks. `text` is the file, `prose` its blocks
    that became sentences; of the rest only what a marker follows.
    """
    carried = set(map(_letters, taken))
    known = carried.union(map(_letters, titles))
    joined = "\n".join(sorted(carried))
    found: list[tuple[str, At]] = []
    seen: set[str] = set()
    for words, at in [*_of_prose(prose), *_of_rest(text, prose)]:
        key = _letters(words)
        if key in known or key in seen or key in joined:
            continue
        seen.add(key)
        found.append((words, at))
        if len(found) == _MOST:
            break
    return tuple(sorted(found, key=lambda each: each[1]))


def _of_prose(prose: Iterable[Block]) -> Iterator[tuple[str, At]]:
    for block in prose:
        for span in spans(block.content):
            if span[1] - span[0] > SHORTEST and not names_a_title(block.content, span):
                words = inner(plain(block.content[span[0] : span[1]]), None)
                if len(words) >= SHORTEST:
                    yield words, block.at(span[0])


def _of_rest(text: str, prose: Iterable[Block]) -> Iterator[tuple[str, At]]:
    """What stands on the other lines, paragraph by paragraph."""
    read = {line for block in prose for _, line, _ in block.lines}
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    start, size = 0, 0
    for number, line in enumerate([*lines, ""]):
        if line.strip() and number + 1 not in read and size < _LONGEST:
            size += len(line)
            continue
        yield from _of_lines(lines[start:number], start + 1)
        start, size = number + (not line.strip() or number + 1 in read), 0


def _of_lines(lines: list[str], first: int) -> Iterator[tuple[str, At]]:
    paragraph = "\n".join(lines)
    for start, end in spans(paragraph):
        if end - start <= SHORTEST or not _MARKER.match(paragraph, end):
            continue
        words = inner(plain(paragraph[start:end]), None)
        if len(words) >= SHORTEST:
            line = paragraph.count("\n", 0, start)
            yield words, (first + line, start - (paragraph.rfind("\n", 0, start) + 1) + 1)


def _letters(words: str) -> str:
    """Words without signs and figures: markers inside may have been read or not."""
    return "".join(filter(str.isalpha, words.casefold()))
