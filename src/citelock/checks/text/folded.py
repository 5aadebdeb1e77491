"""A folded text with what is worth knowing of it, in a form that can be kept: the entry of the fold store.

All lines of the fold on one, separated by spaces, so one `find` sees a quote that runs over a line end;
beside it a table of line ends on both sides, and what can hide a word of a quote from a plain search.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from citelock.checks.text.chars import GLYPH, OPTIONAL_HYPHEN
from citelock.checks.text.fold import fold_lines
from citelock.checks.text.patterns import late
from citelock.checks.text.skeleton import bones

# Characters of a line beyond which it is cut, between words, into pieces of about this size: work is done by
# lines, so with a book on one line each quote would cost the whole book.
LONG_LINE = 8_000
_CUT = late(r"(?<=[^-‐\u00ad\s]) (?=\S)")

# Optional hyphens, unknown glyphs, and letters that an all-capitals quote writes otherwise.
_HIDING = tuple(char.encode() for char in (OPTIONAL_HYPHEN, GLYPH, "ß", "ı"))
# A byte of each that other texts seldom hold: looking for one byte is many times faster than for two.
_HIDING_BYTES = (b"\xad", b"\xef", b"\x9f", b"\xc4")
_LINE_HYPHEN = late(r"-[^\S\n]*\n")
# Latin beside letters that have look-alikes; Greek ones but omicron stand beside Latin on purpose (μm, IFNγ).
_MIXED = late("[a-z][ο\u0400-\u052f]|[ο\u0400-\u052f][a-z]")
_OMICRON = late(b"\xce(?=\xbf)")  # a single first byte is sought many times faster than two
# Each letter as one byte: Latin L, Cyrillic (by the first byte of its UTF-8) C, anything else a space.
_LETTERS = bytes(
    0x4C if 0x61 <= code <= 0x7A else 0x43 if 0xD0 <= code <= 0xD4 else 0x20 for code in range(256)
)
_CONTINUATIONS = bytes(range(0x80, 0xC0))
_LATIN_CYRILLIC, _CYRILLIC_LATIN = b"LC".decode("utf-16-le"), b"CL".decode("utf-16-le")
_SIGNATURE = 0x0C17_10C6  # also tells the byte order of the machine that wrote an entry
_MANY = 4_000  # words with accents: a text in another language than English, in which dropped accents count


class Folded:
    """One folded text. `search` is its fold with spaces for line breaks.

    Both tables hold, for each line, the length of all lines up to its end, separators not counted: of the
    fold in bytes, of the text in code points. `in_pieces`: a very long line of the original is several here.
    """

    __slots__ = ("_bare", "_hides", "_mixes", "_text", "fold_lengths", "in_pieces", "search", "text_lengths")

    def __init__(self, search: bytes, fold_lengths: Sequence[int], text_lengths: Sequence[int]) -> None:
        self.search = search
        self.fold_lengths = fold_lengths
        self.text_lengths = text_lengths
        self.in_pieces = False
        self._text = ""
        self._hides: bool | None = None
        self._mixes: bool | None = None
        self._bare: frozenset[bytes] | None = None

    @classmethod
    def of(cls, text: str, folded: bytes | None = None, *, coded: bytes | None = None) -> Folded:
        """Folds a text (LF line ends, no BOM).

        `folded` is its `fold_text`, `coded` the text in UTF-8, where these are at hand.
        """
        long = _has_long_line(text)
        lined = "\n".join(_in_pieces(text.split("\n"))) if long else text
        coded = None if long else coded
        lengths = list(accumulate(map(len, lined.split("\n"))))
        fold = fold_lines(lined, coded) if folded is None or long else folded.split(b"\n")
        made = cls(b" ".join(fold), list(accumulate(map(len, fold))), lengths)
        made.in_pieces = long
        made._text = text
        return made

    @property
    def count(self) -> int:
        """The number of lines."""
        return len(self.text_lengths)

    def text_start(self, number: int) -> int:
        """The offset in the original at which line `number` (from 0) begins.

        For the number after the last line it is one more than the text is long.
        """
        return self.text_lengths[number - 1] + number if number else 0

    def text_line(self, offset: int) -> int:
        """The line (from 0) that holds an offset of the original."""
        return _line_at(self.text_lengths, offset)

    def fold_line(self, at: int) -> tuple[int, int]:
        """The line (from 0) that holds byte `at` of the fold, and the byte at which it begins."""
        number = _line_at(self.fold_lengths, at)
        return number, self.fold_lengths[number - 1] + number if number else 0

    def fold_end(self, number: int) -> int:
        """The byte of the fold behind line `number` (from 0)."""
        return self.fold_lengths[number] + number

    def hides_words(self) -> bool:
        """True if a word of an accepted quote may stand in the text in other letters than its fold has."""
        if self._hides is None and self._text:
            text, self._text = self._text, ""
            if "\f" in text or "‐" in text or _breaks_words(text):
                self._hides = True
        if self._hides is None:
            hiding = any(
                byte in self.search and mark in self.search
                for byte, mark in zip(_HIDING_BYTES, _HIDING, strict=True)
            )
            self._hides = hiding or self.mixes_scripts()
        return self._hides

    def bare_words(self) -> frozenset[bytes]:
        """The words that carry marks on Latin letters, without the marks.

        Of a text with very many none are kept; any word may then be hidden.
        """
        if self._bare is None:
            self._bare = _bare_words(self.search)
            if len(self._bare) > _MANY:
                self._hides, self._bare = True, frozenset()
        return self._bare

    def mixes_scripts(self) -> bool:
        """True if some word mixes Latin letters with look-alikes of another script."""
        if self._mixes is None:
            plain = self._hides is False or self.search.isascii()
            self._mixes = not plain and _mixes_scripts(self.search)
        return self._mixes

    def lines(self) -> bytes:
        """The fold with its line breaks."""
        lines = bytearray(self.search)
        for number, length in enumerate(self.fold_lengths[:-1]):
            lines[length + number] = 0x0A
        return bytes(lines)

    def pack(self) -> bytes:
        """Everything as bytes, for `unpack` on the same kind of machine."""
        bare = b" ".join(sorted(self.bare_words()))
        hides = self.hides_words()
        sizes = [len(self.fold_lengths), len(self.search), len(bare)]
        head = array("I", [_SIGNATURE, *sizes, hides, self.in_pieces])
        tables = array("I", self.fold_lengths).tobytes() + array("I", self.text_lengths).tobytes()
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


def _has_long_line(text: str) -> bool:
    """True if some line is longer than LONG_LINE."""
    at = 0  # where a line begins
    while len(text) - at > LONG_LINE:
        at = text.rfind("\n", at, at + LONG_LINE + 1) + 1
        if not at:
            return True
    return False


def _in_pieces(lines: list[str]) -> list[str]:
    """The lines, very long ones cut at a space between words, which the line break then stands for."""
    pieces: list[str] = []
    for line in lines:
        at = 0
        while len(line) - at > LONG_LINE:
            middle, most = at + LONG_LINE // 2, at + LONG_LINE
            space = _CUT.search(line, middle, most) or _CUT.search(line, most)
            if space is None:
                break
            pieces.append(line[at : space.start()])
            at = space.end()
        pieces.append(line[at:])
    return pieces


def _line_at(lengths: Sequence[int], at: int) -> int:
    """The line that holds position `at` where one character stands between two lines."""
    # Not after the line that would hold it without separators, nor before the one that would with as many of
    # them; and so on from either side, until few lines are left.
    high = bisect_left(lengths, at)
    low = bisect_left(lengths, at - high)
    high = min(bisect_left(lengths, at - low), len(lengths) - 1)
    while low < high:
        middle = (low + high) // 2
        if lengths[middle] + middle < at:
            low = middle + 1
        else:
            high = middle
    return low


def _breaks_words(text: str) -> bool:
    """True if some line ends with a hyphen directly behind a letter."""
    return any(text[match.start() - 1 : match.start()].isalpha() for match in _LINE_HYPHEN.finditer(text))


def _mixes_scripts(search: bytes) -> bool:
    """True if Latin stands beside Cyrillic or omicron."""
    if b"\xce" in search and _OMICRON.search(search):
        return _MIXED.search(search.decode()) is not None
    if b"\xd0" not in search and b"\xd1" not in search:
        return False
    # Every two bytes as one character, which is sought many times faster than two.
    letters = search.translate(_LETTERS, _CONTINUATIONS) + b"  "
    for first in (0, 1):
        pairs = letters[first : len(letters) - (len(letters) - first) % 2].decode("utf-16-le")
        if _LATIN_CYRILLIC in pairs or _CYRILLIC_LATIN in pairs:
            return True
    return False


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
