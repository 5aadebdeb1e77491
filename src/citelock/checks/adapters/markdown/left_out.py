"""What of a file is not read, how much of it there is, and what it quotes.

A reader may well see it: platforms differ in what they show of comments, HTML and deep nesting. So quotations
in it are told of; in code, HTML and the echo of a prompt only those before a marker, for words between
quotation marks are common there and mean nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from citelock.checks.adapters.interface import Quotation
from citelock.checks.adapters.markdown.attribution import Titles
from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.quotation_marks import SHORTEST, Span, spans
from citelock.checks.adapters.markdown.quotations import LONGEST_NOTE, inner
from citelock.checks.adapters.markdown.typed_marks import widened

FRONT, COMMENT, HTML = "front matter", "a comment", "hidden HTML"
CODE, PROMPT, DEEP = "code", "the prompt", "what is nested too deep"
PICTURE = "pictures"
_TOLD = frozenset({FRONT, COMMENT, DEEP})
# `"…" [1]`, `"…" [^1]`, `"…" [Trial](https://…)`
_MARKER = re.compile(
    r"[\s.,;:!?)）]{0,4}(?:\[\^?[\w][^\[\]\n]{0,40}\](?!\()|【|<sup|[¹²³⁴-⁹]|\[[^\[\]\n]{1,200}\]\(\s?<?http)",
    re.IGNORECASE,
)
_IN_A_LIST = re.compile(r"[\s.,;:!?)）]{0,4}(?:\[\^?[0-9]{1,4}\](?!\()|\[\^[^\[\]\n]{1,40}\]|【)")
_AROUND = re.compile(r"\s*(?:`{3,}|~{3,})")


class Part(NamedTuple):
    """A part of the file that is not read, from one character of it to another."""

    name: str
    start: int
    end: int


def parts_left_out(
    whole: str,
    read: str,
    blocks: Sequence[Block],
    first: int,
    code: Iterable[tuple[int, int]],
    listed: Collection[tuple[int, int]] = (),
) -> list[Part]:
    """The parts of a file `whole` of which `read` was parsed into blocks, those from number `first` on read.

    `code` are the lines of fenced code, from 0, the last one excluded; those of `listed` are read all the
    same.
    """
    names = [""] * (read.count("\n") + 1)
    for begin, end in code:
        name = "read" if (begin, end) in listed else CODE
        names[begin:end] = [name] * (min(end, len(names)) - begin)
    for number, block in enumerate(blocks):
        for _, line, _ in block.lines:
            names[line - 1] = PROMPT if number < first else "read"
    parts: list[Part] = []
    offset = 0
    for number, (source, seen) in enumerate(zip(whole.split("\n"), read.split("\n"), strict=True)):
        if source != seen and not _AROUND.match(source):
            parts += _blanked(source, seen, offset)
        if not names[number] and any(map(str.isalpha, seen)):
            names[number] = DEEP
        if names[number] in (CODE, PROMPT, DEEP) and seen.strip():
            parts.append(Part(names[number], offset, offset + len(source)))
        offset += len(source) + 1
    return _joined(whole, parts)


def _blanked(source: str, seen: str, offset: int) -> Iterator[Part]:
    """What differs in a line, each run of it with the blanks inside."""
    at = [place for place, (char, shown) in enumerate(zip(source, seen, strict=True)) if char != shown]
    if at:
        yield Part("", offset + at[0], offset + at[-1] + 1)


def _joined(whole: str, parts: Iterable[Part]) -> list[Part]:
    """Parts of one kind that follow each other as one: a quotation may go over several lines."""
    joined: list[Part] = []
    for part in parts:
        last = joined[-1] if joined else None
        if last and last.name == part.name and not whole[last.end : part.start].strip():
            joined[-1] = last._replace(end=part.end)
        else:
            joined.append(part)
    return [part if part.name else part._replace(name=_kind(whole, part)) for part in joined]


def _kind(whole: str, part: Part) -> str:
    if whole.startswith("<!--", part.start):
        return COMMENT
    if whole.startswith("[", part.start):
        return PICTURE
    return HTML if whole.startswith("<", part.start) else FRONT


def amounts(whole: str, parts: Iterable[Part]) -> tuple[tuple[str, int], ...]:
    """How many lines with words each kind has, by name."""
    lines = sorted((part.name, _lines(whole, part)) for part in parts)
    return tuple(
        (name, sum(count for _, count in each)) for name, each in groupby(lines, lambda line: line[0])
    )


def _lines(whole: str, part: Part) -> int:
    return sum(bool(line.strip()) for line in whole[part.start : part.end].split("\n"))


def quoted_there(whole: str, parts: Iterable[Part], titles: Titles) -> Iterator[Quotation]:
    """The quotations of these parts that a reader may take for a source's words."""
    starts = [0, *(match.end() for match in re.finditer("\n", whole))]
    for part in parts:
        text = whole[part.start : part.end]
        for span, words in _long(text, titles):
            if part.name in _TOLD or _MARKER.match(text, span[1]):
                place = part.start + span[0]
                line = bisect_right(starts, place)
                yield Quotation(words, (line, place - starts[line - 1] + 1), part.name)


def quoted_in_lists(blocks: Iterable[Block], titles: Titles) -> Iterator[Quotation]:
    """The quotations of lists of sources that stand before a marker, or too far back in a note to be read."""
    for block in blocks:
        is_note = block.content.lstrip().startswith("[^")
        for span, words in _long(block.content, titles):
            if _IN_A_LIST.match(block.content, span[1]) or (is_note and span[1] > LONGEST_NOTE):
                yield Quotation(words, block.at(span[0]))


def _long(text: str, titles: Titles) -> Iterator[tuple[Span, str]]:
    text = widened(text)
    for span in spans(text):
        words = inner(text, span)
        if len(words) >= SHORTEST and not titles.has(words):
            yield span, words
