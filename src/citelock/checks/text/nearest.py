"""The passage a missed quote comes closest to: a hint for people that never touches the verdict.

The longest beginning of the quote that stands in the text says where to look; where that is short, pairs of
words vote for a window, in scripts without spaces pairs of characters (`units.py`). Only inside the window is
anything compared (quotes.md, section 10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citelock.checks.named import NamedTuple
from citelock.checks.quotes import Nearest
from citelock.checks.text.ends import edge_difference
from citelock.checks.text.fold import fold_quote
from citelock.checks.text.quick import original_span
from citelock.checks.text.source import SourceText
from citelock.checks.text.units import Quoted, taken_apart

if TYPE_CHECKING:
    from difflib import SequenceMatcher

_MOST_PLACES = 12  # of one clue; one that stands everywhere says nothing
_SHOWN = 400  # characters of the passage


class Closest(NamedTuple):
    """The nearest passage, and the words of source and quote at its first difference, as written."""

    nearest: Nearest
    theirs: str
    mine: str


def closest(raw: str, source: SourceText) -> Closest | None:
    """The closest passage, or None where the vote is weak: fewer than two clues or than a third of all."""
    folded = fold_quote(raw)
    quoted = taken_apart(raw, folded)
    width = len(folded) * 13 // 10 + 1
    padded = source.padded
    known, where = quoted.beginning(source)
    if known and not quoted.is_strong(known):
        window, clues = padded[where : where + width + 2], quoted.clues
        if not _is_strong(sum([clue in window for clue in clues]), clues):
            where = -1
    if where < 0:
        clues = quoted.clues
        best, where = _vote(clues, padded, width)
        if not _is_strong(best, clues):
            return None
        where = quoted.before(source.search, where)
    return _compare(raw, quoted, source, where)


def _is_strong(votes: int, clues: list[bytes]) -> bool:
    return votes >= 2 and votes * 3 >= len(clues)


def _place(clue: bytes, padded: bytes, begin: int = 0) -> int:
    """Where the clue stands in the text without its padding, -1 if nowhere from `begin` on.

    The place of the space before a word in the padded text is that of the word in the other.
    """
    at = padded.find(clue, begin)
    return at if at < 0 or clue.startswith(b" ") else at - 1


def _vote(clues: list[bytes], padded: bytes, width: int) -> tuple[int, int]:
    """The most distinct clues in any window of `width` bytes, and where the first such window begins."""
    votes: list[tuple[int, int]] = []
    for number, clue in enumerate(clues):
        at = _place(clue, padded)
        for _ in range(_MOST_PLACES):
            if at < 0:
                break
            votes.append((at, number))
            at = _place(clue, padded, at + 2)
    votes.sort()
    counts: dict[int, int] = {}
    best, where, begin = 0, 0, 0
    for at, number in votes:
        counts[number] = counts.get(number, 0) + 1
        while votes[begin][0] < at - width:
            old = votes[begin][1]
            counts[old] -= 1
            if not counts[old]:
                del counts[old]
            begin += 1
        if len(counts) > best:
            best, where = len(counts), votes[begin][0]
    return best, where


def _compare(raw: str, quoted: Quoted, source: SourceText, where: int) -> Closest:
    """Compares the quote with the units of the text from `where` on."""
    from difflib import SequenceMatcher  # on a miss only: an audit that passes does not pay for it

    words = quoted.forms
    found = quoted.units_from(source.search, where)
    matcher: SequenceMatcher[bytes] = SequenceMatcher(None, [], words, autojunk=False)
    first = _aligned_from(matcher, quoted, found.forms)
    window = found.forms[first : first + len(words) + quoted.slack]
    blocks = _blocks(matcher, quoted, window)
    count = len(window)
    if blocks and blocks[0][1] == 0:  # what stands before the first word of the quote is no difference
        lead = blocks[0][0]
        first, count = first + lead, count - lead
        blocks = [(a - lead, b, size) for a, b, size in blocks]
    gaps = _gaps(blocks, count, len(words), quoted.slack)

    def original(begin: int, end: int) -> tuple[int, int]:
        start = found.span(first + begin)[0]
        return original_span(source.search[start : found.span(first + end - 1)[1]], start, source)

    def theirs(begin: int, end: int) -> str:
        return " ".join(source.text[slice(*original(begin, end))].split()) if end > begin else ""

    reach = max((a_end for _, a_end, _, _ in gaps), default=0)
    reach = max(reach, blocks[-1][0] + blocks[-1][2]) if blocks else max(reach, 1)
    start, end = original(0, reach)
    text = " ".join(source.text[start:end].split())
    missing = [theirs(a, a_end) for a, a_end, _, _ in gaps]
    added = [quoted.written(b, b_end) for _, _, b, b_end in gaps]
    agreed = blocks[0][2] if blocks and blocks[0][:2] == (0, 0) else 0
    diverges_after = quoted.agreed(agreed)
    if not gaps and (edge := edge_difference(source.text, start, end, raw)) is not None:
        start, text = edge.start, edge.passage
        missing, added = [edge.theirs], [edge.mine]
        diverges_after = fold_quote(edge.before).decode()
    nearest = Nearest(
        text=text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…",
        line=source.line_number(start),
        page=source.page_of(start),
        diverges_after=diverges_after,
        missing=tuple(word for part in missing for word in part.split()),
        added=tuple(word for part in added for word in part.split()),
    )
    return Closest(nearest, missing[0] if missing else "", added[0] if added else "")


def _aligned_from(matcher: SequenceMatcher[bytes], quoted: Quoted, window: list[bytes]) -> int:
    """Where in the window the quote would begin, by the longest run of words that both have."""
    words = quoted.forms
    matcher.set_seq1(window)
    block = matcher.find_longest_match()
    begin = max(block.a - block.b, 0)
    # The source may have words that the quote leaves out.
    for earlier in range(begin, max(begin - quoted.slack, -1), -1):
        if window[earlier : earlier + quoted.first] == words[: quoted.first]:
            return earlier
    return begin


def _blocks(
    matcher: SequenceMatcher[bytes], quoted: Quoted, window: list[bytes]
) -> list[tuple[int, int, int]]:
    """The runs that both have, as they begin in the source and in the quote, and their lengths."""
    matcher.set_seq1(window)
    return [
        (a, b, size)
        for a, b, size in matcher.get_matching_blocks()
        if size and quoted.is_run(b, size, abs(a - b))
    ]


def _gaps(
    blocks: list[tuple[int, int, int]], theirs: int, mine: int, slack: int
) -> list[tuple[int, int, int, int]]:
    """What lies between the runs: the words of the source (begin, end) and of the quote (begin, end)."""
    gaps: list[tuple[int, int, int, int]] = []
    a = b = 0
    for begin, other, size in blocks:
        if begin > a or other > b:
            gaps.append((a, begin, b, other))
        a, b = begin + size, other + size
    if b < mine:  # the quote goes on behind the last run: as many words of the source stand against its own
        gaps.append((a, min(theirs, a + mine - b, a + slack), b, mine))
    return gaps
