"""Reports that lost the form of their markers: `Recovery is slow.12 The reef`, with a numbered list.

Research reports of Gemini are exported so. A number behind the stop of a sentence is no figure of it, but
only a list that such numbers go through proves that they are markers. One inside of a sentence (`since 2016
4, the reef`) cannot be told from a figure and stays text, so what is not met is not said to be unused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.entries import Entry
from citelock.checks.adapters.markdown.markers import Reading
from citelock.checks.adapters.markdown.pieces import Marker, Piece
from citelock.checks.adapters.markdown.runs import Found, with_markers

_NUMBERS = r"[0-9]{1,3}(?:[,，]\s?[0-9]{1,3}){0,9}"
_BEHIND_STOP = re.compile(
    r"(?:(?<=[^\W\d_][^\W\d_][.!?])|(?<=[)”\"’»%\]][.!?])|(?<=[.!?][)”\"’»])|(?<=19[0-9]{2}\.)|(?<=20[0-9]{2}\.))"
    rf"{_NUMBERS}(?=\s*\Z|\s+[^\s\da-zа-яё])"
    # 框架 43。 and （回归）43。
    rf"|(?:(?<=[\u3400-\u9fff]\s)|(?<=[）」”》]))(?:{_NUMBERS})(?=[。！？；])"
)
_ABBREVIATED = re.compile(
    r"\b(?:no|nos|nr|fig|figs|eqs?|sec|sect|chap|vol|pp|tab|art|ver|vs|app|cf|ca|approx|par|ref|refs|рис|табл|стр|гл"
    r"|abb|kap|bd|núm|cap)\.$",
    re.IGNORECASE,
)
_LOOKED_BACK = 10  # characters
_FEWEST = 3  # different entries
_SHARE = 3  # at least every third entry

Read = list[tuple[Block, list[Piece]]]


def with_bare_numbers(read: Read, entries: Sequence[Entry]) -> tuple[Read, int]:
    """The blocks with numbers behind sentences as markers, and how many; as they are where no list proves it.

    It is numbered from 1 and the only one; every third entry is met, and hardly anything in brackets.
    """
    known = _numbered(entries)
    if not known:
        return read, 0
    prose = [block.content for block, _ in read if not block.level]
    if not any(_BEHIND_STOP.search(content) for content in prose):
        return read, 0
    taken: Read = []
    met: set[str] = set()
    number = brackets = 0
    for block, pieces in read:
        brackets += sum(isinstance(piece, Marker) and piece.reading.labels[0] in known for piece in pieces)
        if block.level:
            taken.append((block, pieces))
            continue
        marked = with_markers(pieces, lambda text: _found(text, known))
        before = {id(piece) for piece in pieces}
        own = [piece for piece in marked if isinstance(piece, Marker) and id(piece) not in before]
        met.update(label for piece in own for label in piece.reading.labels)
        number += len(own)
        taken.append((block, marked))
    if len(met) < max(_FEWEST, len(known) / _SHARE) or number <= 3 * brackets:
        return read, 0
    return taken, number


def _numbered(entries: Iterable[Entry]) -> frozenset[str]:
    """The labels of a list that is numbered from 1 and the only one."""
    labels = [entry.label for entry in entries]
    return frozenset(labels) if labels == list(map(str, range(1, len(labels) + 1))) else frozenset()


def _found(text: str, known: frozenset[str]) -> Iterator[Found]:
    for match in _BEHIND_STOP.finditer(text):
        labels = tuple(dict.fromkeys(re.findall(r"[0-9]+", match[0])))
        if all(label in known for label in labels) and not _ABBREVIATED.search(
            text[max(match.start() - _LOOKED_BACK, 0) : match.start()]
        ):
            yield Found(match.start(), match.end(), Reading(labels))
