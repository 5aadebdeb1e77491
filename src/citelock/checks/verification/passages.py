"""Passages of one or two sentences of a page that come near a claim: for no model and for the lexical one.

Counted are the stems of the claim's words and its figures; nothing is understood (verify.md, section 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from citelock.checks.adapters.markdown.sentences import sentence_ends
from citelock.checks.text.chars import is_cjk, visible
from citelock.checks.text.patterns import late
from citelock.checks.verification.answers import QUOTE
from citelock.checks.verification.subjects import STOP
from citelock.checks.verification.values import Source

_TOKEN = late(r"\w+")
_SHORTEST_STEM = 4


class Passage(NamedTuple):
    """One or two sentences of a page; `start` and `end` are code points of its text."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words as they stand on the page."""
        return self.source.text[self.start : self.end]


class Wanted(NamedTuple):
    """What a passage is to hold: stems of content words, figures as digits."""

    stems: frozenset[str]
    figures: frozenset[str]


def wanted_of(claim: str) -> Wanted:
    """The stems and figures of a claim."""
    words = list(_words(claim))
    figures = frozenset(word for word in words if any(map(str.isdigit, word)))
    stems = frozenset(_stem(word) for word in words if word not in figures and word not in STOP)
    return Wanted(stems, figures)


def held(wanted: Wanted, text: str) -> Wanted:
    """What of it a text holds."""
    words = frozenset(_words(text))
    stems = frozenset(_stem(word) for word in words)
    return Wanted(wanted.stems & stems, wanted.figures & words)


def passages_of(source: Source) -> Iterator[Passage]:
    """Every sentence of the page's window and every two in a row of one line, in order of place.

    None is longer than a quotation may be, and none ends amid a word or a number because the window does.
    """
    for start, end in source.window:
        at = start
        for line in source.text[start:end].split("\n"):
            for passage in _of_line(source, at, line):
                inside = start < passage.start and passage.end < end
                if inside or not (
                    _is_glued(source.text, passage.start) or _is_glued(source.text, passage.end)
                ):
                    yield passage
            at += len(line) + 1


def _is_glued(text: str, at: int) -> bool:
    """Whether what stands before and behind a place touch: a passage that ends there is no whole one."""
    return 0 < at < len(text) and not text[at - 1].isspace() and not text[at].isspace()


def _of_line(source: Source, at: int, line: str) -> Iterator[Passage]:
    if not line.strip():
        return
    ends = sentence_ends(line)
    starts = [0, *ends[:-1]]
    for place, start in enumerate(starts):
        begin = start + len(line[start:]) - len(line[start:].lstrip())
        for end in ends[place : place + 2]:
            stop = begin + len(line[begin:end].rstrip())
            if 0 < stop - begin <= QUOTE:
                yield Passage(source, at + begin, at + stop)


def _words(text: str) -> Iterable[str]:
    for word in _TOKEN.findall(visible(text).casefold()):
        if any(map(is_cjk, word)):
            yield from _by_script(word)
        else:
            yield word


def _by_script(word: str) -> Iterable[str]:
    """Han and kana by pairs, since no blank tells words apart; the rest as it is."""
    run = ""
    for char in word + " ":
        if is_cjk(char):
            run += char
        elif run:
            yield from (run[place : place + 2] for place in range(max(1, len(run) - 1)))
            run = ""
    yield from _TOKEN.findall("".join(" " if is_cjk(char) else char for char in word))


def _stem(word: str) -> str:
    if any(map(is_cjk, word)):
        return word
    return word[: max(_SHORTEST_STEM, len(word) - 3)]


def best_first(passages: Iterable[Passage], wanted: Wanted) -> list[tuple[int, Passage]]:
    """Passages that hold anything of it, with how much; equal ones by source, shorter, earlier ones first."""
    scored = []
    for passage in passages:
        has = held(wanted, passage.text)
        score = len(has.stems) + len(has.figures)
        if score:
            scored.append((score, passage))
    return sorted(scored, key=lambda each: (-each[0], _place(each[1])))


def _place(passage: Passage) -> tuple[int, int, int]:
    return int(passage.source.id[1:]), passage.end - passage.start, passage.start


def apart(passages: Sequence[Passage], passage: Passage) -> bool:
    """Whether a passage shares no character with any of these."""
    return not any(
        other.source.id == passage.source.id and other.start < passage.end and passage.start < other.end
        for other in passages
    )
