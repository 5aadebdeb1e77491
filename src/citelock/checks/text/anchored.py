"""Places worth a closer look, found by one rare word of the quote: no skeleton of the whole text is needed.

Where nothing in a text can hide a word, a verbatim accept has every long word of the quote in its own letters
(as `SourceText.excludes` holds). So the skeleton (`skeleton.py`) is needed round the places of such a word
only, and it needs to be looked at only at the right distance from it.
"""

from __future__ import annotations

from citelock.checks.text.skeleton import DROPPED, RUSSIAN, bones
from citelock.checks.text.source import SourceText, is_whole

_MOST_PLACES = 100  # of the word
_MOST_LINES = 4_000  # looked at round all places
_LONGEST = (
    8_000  # bytes of a skeleton; longer ones, and those of many short lines, are left to the whole text
)
_MOST_WORDS = 4  # that are tried, the longest first
# A raised letter at the end of a word may be typed as a plain one: 10ⁿ.
_RAISED = ("n", "i")
_BESIDE = 6  # bytes in front of a word: some signs and spaces, and a letter
_SURE = frozenset(letter.encode() for letter in (*map(chr, range(0x30, 0x7B)), *RUSSIAN))  # their own bones


def anchored_windows(folded: bytes, bone: bytes, source: SourceText) -> list[tuple[int, int]] | None:
    """What `Skeleton.windows` gives, but for stretches that no accept stands in; None: it must be asked.

    `bone` is the skeleton of the folded quote.
    """
    if len(bone) > _LONGEST or source.folded.hides_words():
        return None
    found = _anchor(folded, source.search)
    if found is None:
        return None
    begin, places = found
    before = len(bones(folded[:begin]))
    windows: set[tuple[int, int]] = set()
    lines = [_MOST_LINES]
    for place in places:
        window = _window(place, before, bone, source, lines)
        if lines[0] < 0:
            return None
        if window is not None:
            windows.add(window)
    return sorted(windows)


def _anchor(folded: bytes, search: bytes) -> tuple[int, list[int]] | None:
    """Where a word that stands in few places begins in the quote, and those places."""
    words = dict.fromkeys(folded.split(b" "))
    whole = [word for word in words if is_whole(word.decode()) and not word.decode().endswith(_RAISED)]
    longest = sorted(whole, key=len, reverse=True)[:_MOST_WORDS]
    counts = [search.count(word) for word in longest]
    if not counts or min(counts) > _MOST_PLACES:
        return None
    word = longest[counts.index(min(counts))]
    places: list[int] = []
    at = search.find(word)
    while at >= 0:
        places.append(at)
        at = search.find(word, at + len(word))
    return (b" %s " % folded).find(b" %s " % word), places


def _window(
    place: int, before: int, bone: bytes, source: SourceText, lines: list[int]
) -> tuple[int, int] | None:
    """The stretch of lines of the skeleton's place of which the word at `place` is `before` bytes behind.

    `lines` holds how many more may be looked at.
    """
    search, folded = source.search, source.folded
    if not _may_precede(search[max(place - _BESIDE, 0) : place], bone[:before]):
        return None
    first, begin = folded.fold_line(place)
    lead = bones(search[begin:place])
    while len(lead) < before and first and lines[0] >= 0:
        lines[0] -= 1
        end = begin
        first, begin = folded.fold_line(end - 1)
        lead = bones(search[begin:end]) + lead
    here = len(lead) - before
    if here < 0 or not bone.startswith(lead[here:]):
        return None
    # So far as a place that begins at the end of the first line goes.
    number, stop = first, folded.fold_end(first)
    text = bones(search[begin:stop])
    most = len(text) - 1 + len(bone)
    last = first
    while len(text) < most and number + 1 < folded.count and lines[0] >= 0:
        lines[0] -= 1
        number, start = number + 1, stop
        stop = folded.fold_end(number)
        line = bones(search[start:stop])
        if line:
            text, last = text + line, number
    return (first, last) if text.startswith(bone, here) else None


def _may_precede(text: bytes, bone: bytes) -> bool:
    """False if two different letters stand at the ends of a text and of a skeleton."""
    text = text.translate(None, DROPPED)
    last = text[-1:] if text[-1:] < b"\x80" else text[-2:]
    return not bone or last not in _SURE or bone.endswith(last)
