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

from citelock.checks.text.chars import GLYPH, LOOKALIKES, PRIMES, SUPERSCRIPTS, script
from citelock.checks.text.fold import fold_text
from citelock.checks.text.markers import Marker, find_markers
from citelock.checks.text.tokens import Token, line_tokens

_BONES = re.compile("[^\x00-\x7fа-яيء-غف-ي一-鿿ぁ-ゖァ-ヺ가-힣]")
_DROPPED = b" -'.,:*_^\n"
_GLYPH = GLYPH.encode()
_MIXED = re.compile("[a-z][\u0370-\u052f]|[\u0370-\u052f][a-z]")


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

    `folded` is `fold_text(text)`, or what a store kept of it. `page_map` holds the offset at which each
    page begins.
    """

    def __init__(self, text: str, folded: bytes, page_map: tuple[int, ...] = ()) -> None:
        self.text = text
        self.folded = folded
        self.search = folded.replace(b"\n", b" ")
        self.page_map = page_map
        self._lines: list[str] | None = None
        self._line_starts: list[int] = []
        self._tokens: dict[int, list[Token]] = {}
        self._skeletons: dict[tuple[bool, bool], Skeleton] = {}
        self._markers: list[Marker] | None = None
        self._mixes: bool | None = None
        self._has_pages = "\f" in text

    @property
    def blank(self) -> bool:
        """True if the text has not one letter or digit (quotes.md, section 2.4)."""
        return not any(char.isalnum() for char in self.text)

    @property
    def lines(self) -> list[str]:
        """The lines of the original, without their ends."""
        if self._lines is None:
            self._lines = self.text.split("\n")
            self._line_starts = [0, *accumulate(len(line) + 1 for line in self._lines)]
        return self._lines

    def line_start(self, number: int) -> int:
        """Offset of the first character of line `number` (from 0)."""
        return self._line_starts[number] if self.lines else 0

    def line_of(self, offset: int) -> int:
        """The line that holds `offset`, from 0."""
        return min(bisect_right(self._line_starts, offset) - 1, len(self.lines) - 1) if self.lines else 0

    def page_of(self, offset: int) -> int | None:
        """The page that holds `offset`, from 1; None if the text has no pages."""
        if self.page_map:
            return max(bisect_right(self.page_map, offset), 1)
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
            self._markers = find_markers(self.text, self.lines, self._line_starts, glyphs=glyphs)
        return self._markers

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
                folded = fold_text(_blanked(self.text, self.markers))
            known = self._skeletons[key] = Skeleton(folded, single_script=single_script)
        return known

    @property
    def has_furniture_breaks(self) -> bool:
        """True if page furniture may stand inside a word: a hyphen, then a blank line or a page break."""
        return self._has_pages or "-\n\n" in self.text or "\u00ad\n\n" in self.text

    @property
    def mixes_scripts(self) -> bool:
        """True if some word of the text mixes Latin letters with Cyrillic or Greek ones."""
        if self._mixes is None:
            self._mixes = not self.folded.isascii() and _MIXED.search(self.folded.decode()) is not None
        return self._mixes


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


class Skeleton:
    """A folded text without all that an accept may ignore, and the way back to its lines."""

    def __init__(self, folded: bytes, *, single_script: bool) -> None:
        text = bones(folded, single_script=single_script)
        lines = text.split(b"\n")
        self.text = b"".join(lines)
        self._ends = list(accumulate(map(len, lines)))

    def lacks(self, words: list[bytes]) -> bool:
        """True if some bone of a word stands nowhere: then no text around it can either."""
        return any(word not in self.text for word in words)

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
