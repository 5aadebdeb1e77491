"""The last step of every extraction: the characters a snapshot file may hold (snapshots.md, 3, "The file").

It changes single characters and knows nothing of paragraphs, pages or formats; places that the caller has
noted in the text are moved along with it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from citelock.snapshotter.extract.interface import MAX_HIDDEN

# All of Unicode's Bidi_Control, and the tag characters: invisible, and they deceive the reviewer of a diff.
_REMOVED = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xE0000, 0xE0080))
_BLANKS = (*range(0x0A), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)
_LONE_SURROGATES = range(0xD800, 0xE000)  # a font's own table may name them; UTF-8 cannot hold them

_ODD = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f]"
)
_TABLE: dict[int, str | None] = {
    **dict.fromkeys(_BLANKS, " "),
    **dict.fromkeys(_REMOVED, None),
    **dict.fromkeys(_LONE_SURROGATES, "\ufffd"),
}
_WITH_PAGES = {**_TABLE, 0x0C: "\f"}

# NFC is quadratic in the length of a run of combining marks. Unicode's Stream-Safe Text Format (UAX 15) parts
# one after every 30 with a joiner that is invisible and that the matcher passes over.
_MARK_RUN = 30
_JOINER = "\u034f"
_LONG_RUN = re.compile(rf"[^\w\s\x00-\u02ff]{{{_MARK_RUN + 1},}}")


class Cleaned(NamedTuple):
    """A text fit for a file, where the noted offsets are now, and how many characters were taken out."""

    text: str
    offsets: tuple[int, ...] = ()
    removed: int = 0


def clean(text: str, offsets: Sequence[int] = (), *, form_feeds: bool = False) -> Cleaned:
    r"""The text in NFC without control characters, ending in one line feed; "" if it is blank.

    `offsets` are places in `text` (code points) in any order; the answer has them in the same order.
    `form_feeds`: they are page breaks of a plain text and stay. Lines end at LF; what CR means is decided
    before.

    >>> clean("a\x07b\u202ec\x85", [4])
    Cleaned(text='a bc\n', offsets=(3,), removed=1)
    """
    table = _WITH_PAGES if form_feeds else _TABLE
    whole = _in_nfc(_translated(text, table)).rstrip(" \n\f")
    removed = sum(1 for match in _ODD.finditer(text) if table[ord(match[0])] is None)
    if not whole:
        return Cleaned("", (0,) * len(offsets), removed)
    moved = {at: min(new, len(whole)) for at, new in _moved(text, offsets, table)}
    return Cleaned(f"{whole}\n", tuple(moved[at] for at in offsets), removed)


def _translated(text: str, table: dict[int, str | None]) -> str:
    return text.translate(table) if _ODD.search(text) else text


def _moved(text: str, offsets: Sequence[int], table: dict[int, str | None]) -> Iterable[tuple[int, int]]:
    """Each offset with its place in the cleaned text.

    What stands between two is cleaned apart: exact but where a letter and its mark lie on either side.
    """
    at = new = 0
    for offset in sorted(set(offsets)):
        new += len(_in_nfc(_translated(text[at:offset], table)))
        at = offset
        yield offset, new


def _in_nfc(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", _LONG_RUN.sub(_parted, text))


def _parted(run: re.Match[str]) -> str:
    """A run of marks with a joiner after every 30; other signs begin it anew."""
    parts: list[str] = []
    length = 0
    for character in run[0]:
        length = length + 1 if unicodedata.combining(character) else 0
        if length > _MARK_RUN:
            parts.append(_JOINER)
            length = 1
        parts.append(character)
    return "".join(parts)


def merged(spans: Iterable[tuple[int, int]], most: int = MAX_HIDDEN) -> tuple[tuple[int, int], ...]:
    """The spans in order, those that touch or overlap as one, empty ones left out; never more than `most`.

    Where there are more, the narrowest gaps are closed: rather a passage too many is called hidden than one
    too few.

    >>> merged([(8, 9), (0, 3), (2, 5)])
    ((0, 5), (8, 9))
    >>> merged([(0, 1), (3, 4), (9, 10)], most=2)
    ((0, 4), (9, 10))
    """
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if start >= end:
            continue
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    if len(found) <= most:
        return tuple(found)
    by_gap = sorted(range(1, len(found)), key=lambda place: (found[place][0] - found[place - 1][1], place))
    closed = set(by_gap[: len(found) - most])
    kept: list[tuple[int, int]] = []
    for place, (start, end) in enumerate(found):
        if place in closed:
            kept[-1] = (kept[-1][0], end)
        else:
            kept.append((start, end))
    return tuple(kept)


def letters(text: str) -> int:
    """How many letters a text has."""
    return sum(map(str.isalpha, text))
