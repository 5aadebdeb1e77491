"""A folded text with what is worth knowing of it, in a form that can be kept: the entry of the fold store.

All lines of the fold on one, separated by spaces, so one `find` sees a quote that runs over a line end; beside it a
table of line ends on both sides, and what can hide a word of a quote from a plain search.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from itertools import accumulate

from citelock.checks.text.chars import GLYPH, OPTIONAL_HYPHEN
from citelock.checks.text.fold import fold_text
from citelock.checks.text.skeleton import bones

# Characters of a line beyond which it is cut, between words, into pieces of about this size: lines of the size of a
# book are worked on in pieces.
LONG_LINE = 8_000
_CUT = re.compile(r"(?<=[^-‐\u00ad\s]) (?=\S)")

# Optional hyphens, unknown glyphs, and letters that an all-capitals quote writes otherwise.
_HIDING = tuple(char.encode() for char in (OPTIONAL_HYPHEN, GLYPH, "ß", "ı"))
_BROKEN_WORD = re.compile(r"-\n(?<=[^\W\d_]-\n)")
# Latin beside letters that have look-alikes; Greek ones but omicron stand beside Latin on purpose (μm, IFNγ).
_MIXED = re.compile("[a-z][ο\u0400-\u052f]|[ο\u0400-\u052f][a-z]")
_SIGNATURE = 0x0C17_10C6  # also tells the byte order of the machine that wrote an entry
_MANY = 4_000  # words with accents: a text in another language than English, in which dropped accents count


class Folded:
    """One folded text. `search` is its fold with spaces for line breaks; both tables hold the end of each line.

    `fold_ends` are byte offsets in `search`, `text_ends` code points of the original. `in_pieces`: a very long line of
    the original is several here.
    """

    __slots__ = ("_bare", "_hides", "fold_ends", "in_pieces", "search", "text_ends")

    def __init__(self, search: bytes, fold_ends: Sequence[int], text_ends: Sequence[int]) -> None:
        self.search = search
        self.fold_ends = fold_ends
        self.text_ends = text_ends
        self.in_pieces = False
        self._hides: bool | None = None
        self._bare: frozenset[bytes] | None = None

    @classmethod
    def of(cls, text: str, folded: bytes | None = None) -> Folded:
        """Folds a text (LF line ends, no BOM); `folded` is its `fold_text` where that is at hand."""
        lines = text.split("\n")
        long = max(map(len, lines)) > LONG_LINE
        if long:
            lines = _in_pieces(lines)
            folded = fold_text("\n".join(lines))
        elif folded is None:
            folded = fold_text(text)
        made = cls(folded.replace(b"\n", b" "), _ends(folded.split(b"\n")), _ends(lines))
        made.in_pieces = long
        if "\f" in text or "‐" in text or ("-\n" in text and _BROKEN_WORD.search(text)):
            made._hides = True
        return made

    def hides_words(self) -> bool:
        """True if a word of an accepted quote may stand in the text in other letters than its fold has."""
        if self._hides is None:
            hiding = any(mark in self.search for mark in _HIDING)
            self._hides = hiding or (not self.search.isascii() and _mixes_scripts(self.search))
        return self._hides

    def bare_words(self) -> frozenset[bytes]:
        """The words that carry marks on Latin letters, without the marks; of a text with very many, none are kept."""
        if self._bare is None:
            self._bare = _bare_words(self.search)
            if len(self._bare) > _MANY:
                self._hides, self._bare = True, frozenset()
        return self._bare

    def mixes_scripts(self) -> bool:
        """True if some word mixes Latin letters with look-alikes of another script."""
        return not self.search.isascii() and _mixes_scripts(self.search)

    def lines(self) -> bytes:
        """The fold with its line breaks."""
        starts = (0, *(end + 1 for end in self.fold_ends))
        return b"\n".join([self.search[start:end] for start, end in zip(starts, self.fold_ends, strict=False)])

    def pack(self) -> bytes:
        """Everything as bytes, for `unpack` on the same kind of machine."""
        bare = b" ".join(sorted(self.bare_words()))
        hides = self.hides_words()
        head = array("I", [_SIGNATURE, len(self.fold_ends), len(self.search), len(bare), hides, self.in_pieces])
        tables = array("I", self.fold_ends).tobytes() + array("I", self.text_ends).tobytes()
        return b"".join([head.tobytes(), tables, self.search, bare])

    @classmethod
    def unpack(cls, data: bytes) -> Folded | None:
        """What `pack` wrote; None if it is no such thing, or from a machine with another byte order."""
        size = array("I").itemsize
        head = array("I", data[: 6 * size])
        if len(head) < 6 or head[0] != _SIGNATURE:
            return None
        _, count, length, bare, hides, pieces = head
        first = 6 * size
        second, third = first + count * size, first + 2 * count * size
        if not count or len(data) != third + length + bare:
            return None
        view = memoryview(data)
        made = cls(data[third : third + length], view[first:second].cast("I"), view[second:third].cast("I"))
        made.in_pieces = bool(pieces)
        made._hides = bool(hides)
        made._bare = frozenset(data[third + length :].split(b" ")) if bare else frozenset()
        return made


def _in_pieces(lines: list[str]) -> list[str]:
    """The lines, very long ones cut at a space between words; joined with one character each the text is as long."""
    pieces: list[str] = []
    for line in lines:
        at = 0
        while len(line) - at > LONG_LINE:
            space = _CUT.search(line, at + LONG_LINE // 2, at + LONG_LINE) or _CUT.search(line, at + LONG_LINE)
            if space is None:
                break
            pieces.append(line[at : space.start()])
            at = space.end()
        pieces.append(line[at:])
    return pieces


def _ends(lines: Sequence[str] | Sequence[bytes]) -> list[int]:
    """Where each line ends if one character stands between two."""
    return [end + number for number, end in enumerate(accumulate(map(len, lines)))]


def _mixes_scripts(search: bytes) -> bool:
    """Whether Latin stands beside Cyrillic or omicron; sought from the rarer side, since most texts have one of them."""
    cyrillic = search.count(b"\xd0") + search.count(b"\xd1")
    if not cyrillic and b"\xce\xbf" not in search:
        return False
    return _MIXED.search(search.decode()) is not None


def _bare_words(search: bytes) -> frozenset[bytes]:
    words: set[bytes] = set()
    for lead in (b"\xc3", b"\xc4", b"\xc5", b"\xc6", b"\xc7", b"\xc8", b"\xc9", b"\xe1"):
        at = search.find(lead)
        while at >= 0 and len(words) <= _MANY:
            end = search.find(b" ", at)
            end = len(search) if end < 0 else end
            words.add(search[search.rfind(b" ", 0, at) + 1 : end])
            at = search.find(lead, end)
    return frozenset(bones(word) for word in words)
