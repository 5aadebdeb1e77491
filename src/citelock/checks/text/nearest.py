"""The passage a missed quote comes closest to: a hint for people that never touches the verdict (quotes.md,
section 10).

Word pairs of the quote vote for a window of the folded text; only inside that window are words compared.
"""

from __future__ import annotations

from citelock.checks.quotes import Nearest
from citelock.checks.text.fold import fold_quote
from citelock.checks.text.fold_plain import fold_line
from citelock.checks.text.source import SourceText

_MOST_PAIRS = 60  # of a quote; more do not make the vote better
_MOST_PLACES = 12  # of one pair; a pair that stands everywhere says nothing
_MOST_WORDS = 400  # of a quote that are compared with the window
_SHOWN = 400  # characters of the passage


def nearest(raw: str, source: SourceText) -> Nearest | None:
    """The closest passage, or None where the vote is weak: fewer than two pairs or than a third of all."""
    folded = fold_quote(raw)
    words = folded.split(b" ")[:_MOST_WORDS]
    pairs = list(dict.fromkeys(b"%s %s" % pair for pair in zip(words, words[1:], strict=False)))[:_MOST_PAIRS]
    votes: list[tuple[int, int]] = []
    for number, pair in enumerate(pairs):
        at = source.search.find(pair)
        for _ in range(_MOST_PLACES):
            if at < 0:
                break
            votes.append((at, number))
            at = source.search.find(pair, at + 1)
    votes.sort()
    width = len(folded) * 13 // 10 + 1
    best, where = _densest(votes, width)
    if best < 2 or best * 3 < len(pairs):
        return None
    return _compare(words, source, where, width)


def _densest(votes: list[tuple[int, int]], width: int) -> tuple[int, int]:
    """The most distinct pairs in any window of `width` bytes, and where the first such window begins."""
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


def _compare(words: list[bytes], source: SourceText, where: int, width: int) -> Nearest:
    import difflib  # only on a miss: it costs more than the rest of an audit's start

    search = source.search
    start = search.rfind(b" ", 0, max(where - len(b" ".join(words[:3])) - 8, 0)) + 1
    stop = search.find(b" ", min(where + width, len(search)))
    stop = len(search) if stop < 0 else stop
    window = search[start:stop].split(b" ")
    blocks = [
        block
        for block in difflib.SequenceMatcher(None, window, words, autojunk=False).get_matching_blocks()
        if block.size
    ]
    from_word, to_word = blocks[0].a, blocks[-1].a + blocks[-1].size
    # the words that the quote has before its first and after its last match stand for as many of the source
    from_word = max(0, from_word - min(blocks[0].b, 12))
    to_word = min(len(window), to_word + min(len(words) - blocks[-1].b - blocks[-1].size, 12))
    begin = start + len(b" ".join(window[:from_word])) + (1 if from_word else 0)
    end = begin + len(b" ".join(window[from_word:to_word]))
    line, text, offset = _original(source, begin, end)
    missing, added = _differences(difflib, window[from_word:to_word], words)
    return Nearest(
        text=text,
        line=line + 1,
        page=source.page_of(offset),
        diverges_after=_prefix(words, search),
        missing=missing,
        added=added,
    )


def _original(source: SourceText, begin: int, end: int) -> tuple[int, str, int]:
    """Line (from 0), original text and offset of a stretch of the folded text."""
    folded = source.folded
    first = folded.count(b"\n", 0, begin)
    last = first + folded.count(b"\n", begin, end)
    head = folded[folded.rfind(b"\n", 0, begin) + 1 : begin].decode()
    tail = folded[folded.rfind(b"\n", 0, end) + 1 : end].decode()
    at = fold_line(source.lines[first], offset=source.line_start(first))
    to = fold_line(source.lines[last], offset=source.line_start(last))
    start = at.starts[min(len(head), len(at.starts) - 1)] if at.starts else source.line_start(first)
    stop = to.ends[max(min(len(tail), len(to.ends)) - 1, 0)] if to.ends else source.line_start(last)
    text = " ".join(source.text[start:stop].split())
    return first, text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…", start


def _prefix(words: list[bytes], search: bytes) -> str:
    """The longest run of words from the quote's beginning that stands somewhere in the text."""
    padded = b" %s " % search
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if b" %s " % b" ".join(words[:middle]) in padded:
            low = middle
        else:
            high = middle - 1
    return b" ".join(words[:low]).decode()


def _differences(
    difflib: object, window: list[bytes], words: list[bytes]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    matcher = difflib.SequenceMatcher(None, window, words, autojunk=False)  # type: ignore[attr-defined]
    missing: list[str] = []
    added: list[str] = []
    for tag, a0, a1, b0, b1 in matcher.get_opcodes():
        if tag != "equal":
            missing += [word.decode() for word in window[a0:a1]]
            added += [word.decode() for word in words[b0:b1]]
    return tuple(missing), tuple(added)
