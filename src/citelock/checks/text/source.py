"""The frozen text of one source, made ready for many quotes: folded once, everything else computed when
first needed.

The folded text answers almost every quote with one `find`. Quotes that miss are looked up in the
*skeleton*: letters, digits and symbols alone, without spaces, hyphens, primes and whatever else an accept
may leave out, so every accept of the matcher has equal skeletons and `find` yields all the places worth a
closer look (quotes.md, section 11).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from itertools import accumulate

from citelock.checks.text.chars import GLYPH, LOOKALIKES, PRIMES, SUPERSCRIPTS, is_cjk, script
from citelock.checks.text.fold import fold_text
from citelock.checks.text.markers import Marker, find_markers
from citelock.checks.text.tokens import Token, line_tokens

_BONES = re.compile("[^\x00-\x7fа-яيء-غف-ي一-鿿ぁ-ゖァ-ヺ가-힣]")
_DROPPED = b" -'.,:*_^\n"
_GLYPH = GLYPH.encode()
# Latin beside letters that have look-alikes; Greek ones but omicron are written beside Latin on purpose (μm, IFNγ).
_MIXED = re.compile("[a-z][ο\u0400-\u052f]|[ο\u0400-\u052f][a-z]")
# Line-end hyphens, optional hyphens, unknown glyphs, and letters that an all-capitals quote writes otherwise.
_HIDES_WORDS = (b"\xc2\xad", _GLYPH, "ß".encode(), "ı".encode())
_BROKEN_WORD = re.compile(rb"-\n(?<=[a-z\x80-\xbf]-\n)")
# The same in UTF-8, sought by the rarer side: a pattern that begins with a common class is slow.
_MIXED_LATIN_RARE = (re.compile(rb"[a-z](?=[\xd0-\xd4]|\xce\xbf)"), re.compile(rb"[a-z](?<=[\x80-\xbf].)"))
_MIXED_LATIN_COMMON = (re.compile(rb"[\xd0-\xd4][\x80-\xbf](?=[a-z])"), re.compile(rb"[\xd0-\xd4](?<=[a-z].)"))
_ACCENTED = re.compile(rb"[\xc3-\xc9]|\xe1[\xb8-\xbb]")


def normal_text(data: bytes) -> str:
    """The text of a snapshot's bytes: UTF-8, a BOM dropped, CRLF and CR turned into LF (quotes.md, section
    1).

    Raises UnicodeDecodeError.
    """
    text = data.decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


class SourceText:
    """One snapshot text with its fold. Offsets are code points of `text`; lines end at LF only and count
    from 1.

    `folded` is `fold_text(text)`, or what a store kept of it. `page_map` holds the runs of text on one
    page as (offset, page), in order of offset.
    """

    def __init__(self, text: str, folded: bytes, page_map: tuple[tuple[int, int], ...] = ()) -> None:
        self.text = text
        # Lines of the size of a book are worked on in pieces; positions do not change.
        self._pieces = _in_pieces(text) if len(text) > LONG_LINE else text
        self._in_pieces = self._pieces is not text
        self.folded = folded if not self._in_pieces else fold_text(self._pieces)
        folded = self.folded
        self.search = b" %s " % folded.replace(b"\n", b" ")  # so every word has a space on either side
        self.page_map = page_map
        self._lines: list[str] | None = None
        self._line_ends: list[int] = []
        self._fold_ends: list[int] = []
        self._tokens: dict[int, list[Token]] = {}
        self._skeletons: dict[tuple[bool, bool], Skeleton] = {}
        self._markers: list[Marker] | None = None
        self._mixes: bool | None = None
        self._has_pages = "\f" in text
        self._breaks_words: bool | None = None
        self._bare: frozenset[bytes] | None = None
        self._prefix = (b"", 0)

    @property
    def blank(self) -> bool:
        """True if the text has not one letter or digit (quotes.md, section 2.4)."""
        return not any(char.isalnum() for char in self.text)

    @property
    def lines(self) -> list[str]:
        """The lines of the original, without their ends; a very long one in several pieces."""
        if self._lines is None:
            self._lines = self._pieces.split("\n")
            self._line_ends = list(accumulate(map(len, self._lines)))
            self._fold_ends = list(accumulate(map(len, self.folded.split(b"\n"))))
        return self._lines

    def line_start(self, number: int) -> int:
        """Offset of the first character of line `number` (from 0)."""
        return self._line_ends[number - 1] + number if number and self.lines else 0

    def line_of(self, offset: int) -> int:
        """The line (or piece of one) that holds `offset`, from 0."""
        low, high = 0, len(self.lines) - 1
        while low < high:
            middle = (low + high) // 2
            if self._line_ends[middle] + middle < offset:
                low = middle + 1
            else:
                high = middle
        return low

    def line_number(self, offset: int) -> int:
        """The line that holds `offset` as people count: from 1, whatever its length."""
        return self.text.count("\n", 0, offset) + 1 if self._in_pieces else self.line_of(offset) + 1

    def fold_line_of(self, at: int) -> tuple[int, int]:
        """The line (from 0) that holds byte `at` of the folded text, and the byte that line begins at."""
        low, high = 0, len(self.lines) - 1
        while low < high:
            middle = (low + high) // 2
            if self._fold_ends[middle] + middle < at:
                low = middle + 1
            else:
                high = middle
        return low, self._fold_ends[low - 1] + low if low else 0

    def page_of(self, offset: int) -> int | None:
        """The page that holds `offset`, from 1; None if the text has no pages."""
        if self.page_map:
            at = bisect_right(self.page_map, offset, key=lambda run: run[0]) - 1
            return self.page_map[max(at, 0)][1]
        return self.text.count("\f", 0, offset) + 1 if self._has_pages else None

    def tokens(self, first: int, last: int) -> list[Token]:
        """The tokens of lines first..last (from 0, inclusive), kept for the next quote."""
        out: list[Token] = []
        for number in range(max(first, 0), min(last, len(self.lines) - 1) + 1):
            known = self._tokens.get(number)
            if known is None:
                known = self._tokens[number] = line_tokens(
                    self.lines[number], self.line_start(number), number
                )
            out += known
        return out

    @property
    def markers(self) -> list[Marker]:
        """What a quote may leave out of this text, in order of place (quotes.md, section 5)."""
        if self._markers is None:
            glyphs = _GLYPH in self.folded
            self._markers = find_markers(self._pieces, self.lines, self._starts(), glyphs=glyphs)
        return self._markers

    def _starts(self) -> list[int]:
        return [0, *(end + number for number, end in enumerate(self._line_ends, 1))]

    def markers_between(self, first: int, last: int) -> list[Marker]:
        """The markers that lie in lines first..last (from 0, inclusive)."""
        lines = self.lines
        start = self.line_start(first)
        end = self.line_start(last) + len(lines[last])
        markers = self.markers
        begin = bisect_left(markers, start, key=lambda marker: marker.start)
        stop = bisect_right(markers, end, key=lambda marker: marker.end)
        return markers[begin:stop]

    def skeleton(self, *, without_markers: bool, single_script: bool) -> Skeleton:
        """The skeleton with or without the markers; `single_script` also merges look-alike letters."""
        key = (without_markers, single_script)
        known = self._skeletons.get(key)
        if known is None:
            folded = self.folded
            if without_markers and self.markers:
                folded = fold_text(_blanked(self._pieces, self.markers))
            known = self._skeletons[key] = Skeleton(folded, single_script=single_script)
        return known

    @property
    def mixes_scripts(self) -> bool:
        """True if some word of the text mixes Latin letters with Cyrillic or Greek ones."""
        if self._mixes is None:
            self._mixes = not self.folded.isascii() and _mixes_scripts(self.folded)
        return self._mixes

    def prefix(self, folded: bytes) -> int:
        """How many leading words of a folded quote stand together somewhere in the text."""
        if self._prefix[0] != folded:
            words = folded.split(b" ")
            low, high = 0, len(words)
            while low < high:
                middle = (low + high + 1) // 2
                if b" %s " % b" ".join(words[:middle]) in self.search:
                    low = middle
                else:
                    high = middle - 1
            self._prefix = (folded, low)
        return self._prefix[1]

    def excludes(self, folded: bytes) -> bool:
        """True if the quote cannot stand in the text, whatever an accept may leave out: its first word that differs
        stands nowhere, and nothing in this text can hide a word. False says nothing.
        """
        words = folded.split(b" ")
        at = self.prefix(folded)
        if at >= len(words):
            return False
        word = words[at]
        if len(word) < 4 or not word.decode().isalpha() or word in self.folded:
            return False
        if self._breaks_words is None:
            hidden = any(hides in self.folded for hides in _HIDES_WORDS)
            self._breaks_words = self._has_pages or hidden or _BROKEN_WORD.search(self.folded) is not None
        if self._breaks_words or self.mixes_scripts:
            return False
        if self._bare is None:
            self._bare = _bare_words(self.search)
        return word not in self._bare and not any(is_cjk(char) for char in word.decode())


# Characters of a line beyond which it is cut, between words, into pieces of about this size.
LONG_LINE = 8_000
_CUT = re.compile(r"(?<=[^-‐\u00ad\s]) (?=\S)")


def _in_pieces(text: str) -> str:
    """The text with a space here and there of its very long lines turned into a line break; equal if it has none."""
    if max(map(len, text.split("\n"))) <= LONG_LINE:
        return text
    parts: list[str] = []
    for line in text.split("\n"):
        at = 0
        while len(line) - at > LONG_LINE:
            space = _CUT.search(line, at + LONG_LINE // 2, at + LONG_LINE)
            if space is None:
                space = _CUT.search(line, at + LONG_LINE)
            if space is None:
                break
            parts.append(line[at : space.start()])
            at = space.end()
        parts.append(line[at:])
    return "\n".join(parts)


def _blanked(text: str, markers: list[Marker]) -> str:
    """The text with each marker replaced by spaces, line breaks kept: line k stays line k."""
    parts: list[str] = []
    at = 0
    for marker in markers:
        if marker.start < at:
            continue
        parts.append(text[at : marker.start])
        parts.append("".join("\n" if char == "\n" else " " for char in text[marker.start : marker.end]))
        at = marker.end
    parts.append(text[at:])
    return "".join(parts)


def _mixes_scripts(folded: bytes) -> bool:
    latin_is_rare = (folded.count(b"\xd0") + folded.count(b"\xd1")) * 8 > len(folded)
    patterns = _MIXED_LATIN_RARE if latin_is_rare else _MIXED_LATIN_COMMON
    if b"\xce\xbf" not in folded and not any(pattern.search(folded) for pattern in patterns):
        return False
    return _MIXED.search(folded.decode()) is not None


def _bare_words(search: bytes) -> frozenset[bytes]:
    """The words of a text that carry marks on Latin letters, without the marks."""
    words: set[bytes] = set()
    end = 0
    for match in _ACCENTED.finditer(search):
        if match.start() < end:
            continue
        start = search.rfind(b" ", 0, match.start()) + 1
        end = search.find(b" ", match.start())
        words.add(search[start:end])
    return frozenset(bones(word) for word in words)


class Skeleton:
    """A folded text without all that an accept may ignore, and the way back to its lines."""

    def __init__(self, folded: bytes, *, single_script: bool) -> None:
        text = bones(folded, single_script=single_script)
        lines = text.split(b"\n")
        self.text = b"".join(lines)
        self._ends = list(accumulate(map(len, lines)))

    def windows(self, bone: bytes, most: int) -> list[tuple[int, int]]:
        """First and last line (from 0) of stretches that hold every place where `bone` stands, in order.

        One stretch for each line on which a place begins, at most `most` of them.
        """
        found: list[tuple[int, int]] = []
        at = self.text.find(bone)
        while at >= 0 and len(found) < most:
            first = bisect_right(self._ends, at)
            line_end = self._ends[first]
            found.append((first, bisect_right(self._ends, min(line_end - 1 + len(bone), self._ends[-1]) - 1)))
            at = self.text.find(bone, line_end)
        return found


def bones(folded: bytes, *, single_script: bool = False) -> bytes:
    """The skeleton of a fold, line breaks kept. More places look equal here than are: a closer look
    follows.
    """
    if folded.isascii():
        return folded.translate(None, _DROPPED[:-1])
    text = folded.decode()
    for char in set(_BONES.findall(text)):
        bone = _bone(char)
        if bone != char:
            text = text.replace(char, bone)
    if single_script:
        for char, latin in LOOKALIKES.items():
            text = text.replace(char, latin)
        text = text.replace("в", "b").replace("н", "h")  # from capitals
    return text.encode().translate(None, _DROPPED[:-1])


def _bone(char: str) -> str:
    flat = SUPERSCRIPTS.get(char)
    if flat is not None:
        return flat
    if char in PRIMES or char in "\u00ad\ufffd":
        return ""
    if char == "ß":
        return "ss"
    if char == "ı":
        return "i"
    if unicodedata.category(char) == "Mn":
        return ""
    if script(char) == "latin":
        return unicodedata.normalize("NFD", char)[0]
    return char


def bone_of(folded_quote: bytes, *, single_script: bool = False) -> bytes:
    """The skeleton of a folded quote."""
    return bones(folded_quote, single_script=single_script).replace(b"\n", b"")
