"""The passage a missed quote comes closest to: a hint for people that never touches the verdict.

The longest beginning of the quote that stands in the text says where to look; where that is short, word
pairs vote for a window. Only inside the window are words compared (quotes.md, section 10).
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import NamedTuple

from citelock.checks.quotes import Nearest
from citelock.checks.text.chars import OPTIONAL_HYPHEN
from citelock.checks.text.ends import edge_difference
from citelock.checks.text.fold import fold_quote
from citelock.checks.text.patterns import late
from citelock.checks.text.quick import original_span
from citelock.checks.text.source import SourceText

_MOST_PAIRS = 60  # of a quote; more do not make the vote better
_MOST_PLACES = 12  # of one pair; a pair that stands everywhere says nothing
_MOST_WORDS = 400  # of a quote that are compared with the window
_SLACK = 12  # words of the source that may stand between two words of the quote, or at an end
# A word or number, or a single sign: spacing around signs is free, so it is no difference.
_TOKEN = late(rb"[0-9a-z\x80-\xff](?:[0-9a-z\x80-\xff'.,_]*[0-9a-z\x80-\xff])?|[^ ]")
_TOKEN_AS_TYPED = late(r"[^\W_](?:[\w'’.,]*[^\W_])?|[^\s\w.,;:!()\[\]{}\"“”«»„‘’']")
_STRAY = 2  # words by which a single equal word may be out of its place
_LEAST_PREFIX = 4  # words: shorter runs stand in many places
_SHOWN = 400  # characters of the passage
_OPTIONAL = OPTIONAL_HYPHEN.encode()


class Closest(NamedTuple):
    """The nearest passage, and the words of source and quote at its first difference, as written."""

    nearest: Nearest
    theirs: str
    mine: str


class _Word(NamedTuple):
    """A token of the folded text as it is compared, and the bytes where it stands."""

    form: bytes
    start: int
    end: int


def closest(raw: str, source: SourceText) -> Closest | None:
    """The closest passage, or None where the vote is weak: fewer than two pairs or than a third of all."""
    folded = fold_quote(raw)
    words = folded.split(b" ")[:_MOST_WORDS]
    pairs = list(dict.fromkeys(b" %s %s " % pair for pair in pairwise(words)))[:_MOST_PAIRS]
    width = len(folded) * 13 // 10 + 1
    prefix = min(source.prefix(folded), len(words))
    # Every word gets a space on either side; the place of the one before it is the word's place in `search`.
    padded = b" %s " % source.search
    where = -1
    if prefix >= _LEAST_PREFIX:
        where = padded.find(b" %s " % b" ".join(words[:prefix]))
        window = padded[where : where + width + 2]
        if not _is_strong(sum(pair in window for pair in pairs), pairs):
            where = -1
    if where < 0:
        best, where = _vote(pairs, padded, width)
        if not _is_strong(best, pairs):
            return None
        for _ in range(_SLACK):
            where = max(padded.rfind(b" ", 0, where), 0)
    return _compare(raw, words, source, where)


def _is_strong(votes: int, pairs: list[bytes]) -> bool:
    return votes >= 2 and votes * 3 >= len(pairs)


def _vote(pairs: list[bytes], search: bytes, width: int) -> tuple[int, int]:
    """The most distinct pairs in any window of `width` bytes, and where the first such window begins."""
    votes: list[tuple[int, int]] = []
    for number, pair in enumerate(pairs):
        at = search.find(pair)
        for _ in range(_MOST_PLACES):
            if at < 0:
                break
            votes.append((at, number))
            at = search.find(pair, at + 1)
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


def _compare(raw: str, words: list[bytes], source: SourceText, where: int) -> Closest:
    """Compares the quote with the words of the text from `where` on."""
    words = _TOKEN.findall(b" ".join(words))
    found = _words_from(source.search, where, len(words) + 3 * _SLACK, frozenset(words))
    first = _aligned_from([word.form for word in found], words)
    window = found[first : first + len(words) + _SLACK]
    blocks = _blocks([word.form for word in window], words)
    if blocks and blocks[0][1] == 0:  # what stands before the first word of the quote is no difference
        lead = blocks[0][0]
        window, blocks = window[lead:], [(a - lead, b, size) for a, b, size in blocks]
    gaps = _gaps(blocks, len(window), len(words))

    def original(begin: int, end: int) -> tuple[int, int]:
        start = window[begin].start
        return original_span(source.search[start : window[end - 1].end], start, source)

    def theirs(begin: int, end: int) -> str:
        return " ".join(source.text[slice(*original(begin, end))].split()) if end > begin else ""

    typed = _TOKEN_AS_TYPED.findall(raw)
    written = typed if len(typed) == len(words) else [word.decode() for word in words]
    reach = max((a_end for _, a_end, _, _ in gaps), default=0)
    reach = max(reach, blocks[-1][0] + blocks[-1][2]) if blocks else max(reach, 1)
    start, end = original(0, reach)
    text = " ".join(source.text[start:end].split())
    missing = [theirs(a, a_end) for a, a_end, _, _ in gaps]
    added = [" ".join(written[b:b_end]) for _, _, b, b_end in gaps]
    agreed = blocks[0][2] if blocks and blocks[0][:2] == (0, 0) else 0
    diverges_after = b" ".join(words[:agreed])
    if not gaps and (edge := edge_difference(source.text, start, end, raw)) is not None:
        start, text = edge.start, edge.passage
        missing, added = [edge.theirs], [edge.mine]
        diverges_after = fold_quote(edge.before)
    nearest = Nearest(
        text=text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…",
        line=source.line_number(start),
        page=source.page_of(start),
        diverges_after=diverges_after.decode(),
        missing=tuple(word for part in missing for word in part.split()),
        added=tuple(word for part in added for word in part.split()),
    )
    return Closest(nearest, missing[0] if missing else "", added[0] if added else "")


def _words_from(search: bytes, where: int, most: int, quoted: frozenset[bytes]) -> list[_Word]:
    """The tokens of the folded text from `where` on.

    A word that a line end broke is read as the quote has it, joined or with a hyphen.
    """
    words: list[_Word] = []
    for match in islice(_TOKEN.finditer(search, where), most):
        form, start = match[0], match.start()
        parts = form.split(_OPTIONAL)
        joined = b"".join(parts)
        if len(parts) == 1 or joined in quoted or not quoted.issuperset(parts):
            words.append(_Word(joined, start, match.end()))
            continue
        for number, part in enumerate(parts):
            if number:
                words.append(_Word(b"-", start, start + len(_OPTIONAL)))
                start += len(_OPTIONAL)
            words.append(_Word(part, start, start + len(part)))
            start += len(part)
    return words


def _aligned_from(window: list[bytes], words: list[bytes]) -> int:
    """Where in the window the quote would begin, by the longest run of words that both have."""
    import difflib  # on a miss only: an audit that passes does not pay for it

    block = difflib.SequenceMatcher(None, window, words, autojunk=False).find_longest_match()
    begin = max(block.a - block.b, 0)
    # The source may have words that the quote leaves out.
    for earlier in range(begin, max(begin - _SLACK, -1), -1):
        if window[earlier] == words[0]:
            return earlier
    return begin


def _blocks(window: list[bytes], words: list[bytes]) -> list[tuple[int, int, int]]:
    """The runs that both have; a single word far from its place is no run."""
    import difflib

    return [
        (block.a, block.b, block.size)
        for block in difflib.SequenceMatcher(None, window, words, autojunk=False).get_matching_blocks()
        if block.size > 1 or (block.size and abs(block.a - block.b) <= _STRAY)
    ]


def _gaps(blocks: list[tuple[int, int, int]], theirs: int, mine: int) -> list[tuple[int, int, int, int]]:
    """What lies between the runs: the words of the source (begin, end) and of the quote (begin, end)."""
    gaps: list[tuple[int, int, int, int]] = []
    a = b = 0
    for begin, other, size in blocks:
        if begin > a or other > b:
            gaps.append((a, begin, b, other))
        a, b = begin + size, other + size
    if b < mine:  # the quote goes on behind the last run: as many words of the source stand against its own
        gaps.append((a, min(theirs, a + mine - b, a + _SLACK), b, mine))
    return gaps
