"""The passage a missed quote comes closest to: a hint for people that never touches the verdict.

The longest beginning of the quote that stands in the text says where to look; where that is short, word pairs vote
for a window. Only inside the window are words compared (quotes.md, section 10).
"""

from __future__ import annotations

from citelock.checks.quotes import Nearest
from citelock.checks.text.fold import fold_quote
from citelock.checks.text.quick import original_span
from citelock.checks.text.source import SourceText

_MOST_PAIRS = 60  # of a quote; more do not make the vote better
_MOST_PLACES = 12  # of one pair; a pair that stands everywhere says nothing
_MOST_WORDS = 400  # of a quote that are compared with the window
_SLACK = 12  # words of the source that may stand between two words of the quote, or at an end
_LEAST_PREFIX = 4  # words: shorter runs stand in many places
_SHOWN = 400  # characters of the passage


def nearest(raw: str, source: SourceText) -> Nearest | None:
    """The closest passage, or None where the vote is weak: fewer than two pairs or than a third of all."""
    folded = fold_quote(raw)
    words = folded.split(b" ")[:_MOST_WORDS]
    pairs = list(dict.fromkeys(b" %s %s " % pair for pair in zip(words, words[1:], strict=False)))[:_MOST_PAIRS]
    width = len(folded) * 13 // 10 + 1
    prefix = min(source.prefix(folded), len(words))
    padded = b" %s " % source.search  # a word has a space on either side; a space's place is the next word's without it
    where = -1
    if prefix >= _LEAST_PREFIX:
        where = padded.find(b" %s " % b" ".join(words[:prefix]))
        window = padded[where : where + width + 2]
        if not _is_strong(sum(pair in window for pair in pairs), pairs):
            where = -1
    if where < 0:
        prefix_words = words[:prefix]
        best, where = _vote(pairs, padded, width)
        if not _is_strong(best, pairs):
            return None
        prefix, where = 0, _from_first_word(words, where, padded)
        return _compare(words, source, where, 0, b" ".join(prefix_words).decode())
    return _compare(words, source, where, prefix, b" ".join(words[:prefix]).decode())


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


def _from_first_word(words: list[bytes], where: int, search: bytes) -> int:
    """The space before the word that stands for the quote's first one: as many words back as the first pair is in."""
    head = search[where + 1 : where + 200].split(b" ", 2)[:2]
    for number in range(len(words) - 1):
        if words[number : number + 2] == head:
            for _ in range(number):
                where = max(search.rfind(b" ", 0, where), 0)
            break
    return where


def _compare(words: list[bytes], source: SourceText, where: int, prefix: int, diverges_after: str) -> Nearest:
    """Compares the quote with the words of the folded text from `where` on; `prefix` words are known equal."""
    search = source.search
    reach = where + 2 * len(b" ".join(words)) + 200
    window = search[where:reach].split(b" ")[: len(words) + _SLACK]
    runs, missing, added = _differences(window[prefix:], words[prefix:])
    matched, used = (prefix + runs[0], prefix + runs[1]) if runs != (0, 0) else (prefix, prefix)
    # the words that the quote has behind its last match stand for as many of the source
    count = min(len(window), matched + min(len(words) - used, _SLACK))
    tail = [word.decode() for word in window[matched:count] if word]
    passage = b" ".join(window[:count])
    where += len(passage) - len(passage.lstrip(b" "))  # blank lines fold to nothing between two spaces
    start, end = original_span(passage.strip(b" "), where, source)
    text = " ".join(source.text[start:end].split())
    return Nearest(
        text=text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…",
        line=source.line_number(start),
        page=source.page_of(start),
        diverges_after=diverges_after,
        missing=(*missing, *tail),
        added=(*added, *(word.decode() for word in words[used:])),
    )


def _differences(window: list[bytes], words: list[bytes]) -> tuple[tuple[int, int], list[str], list[str]]:
    """How far the last match reaches in both, and the words between matches that only one of them has."""
    import difflib  # on a miss only: an audit that passes does not pay for it

    missing: list[str] = []
    added: list[str] = []
    a = b = 0
    for block in difflib.SequenceMatcher(None, window, words, autojunk=False).get_matching_blocks():
        if not block.size:
            continue
        missing += [word.decode() for word in window[a : block.a] if word]
        added += [word.decode() for word in words[b : block.b]]
        a, b = block.a + block.size, block.b + block.size
    return (a, b), missing, added
