"""The frozen text of one source, made ready for many quotes: folded once, all else when first needed.

It knows lines, pages, tokens and markers of one text and nothing of quotes (quotes.md, sections 1 and 3).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from citelock.checks.text.chars import is_cjk
from citelock.checks.text.fold import fold_text
from citelock.checks.text.folded import Folded
from citelock.checks.text.marker import Marker
from citelock.checks.text.markers import find_markers
from citelock.checks.text.skeleton import Skeleton
from citelock.checks.text.tokens import Token, line_tokens

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def normal_text(data: bytes) -> str:
    """The text of a snapshot's bytes: UTF-8, a BOM dropped, CRLF and CR turned into LF (section 1).

    Raises UnicodeDecodeError.
    """
    text = data.decode()
    if text.startswith("\ufeff"):
        text = text[1:]
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def is_normal(data: bytes) -> bool:
    """True only if the bytes of a snapshot are its `normal_text` in UTF-8."""
    return not data.startswith(b"\xef\xbb\xbf") and b"\r" not in data


class SourceText:
    """One snapshot text with its fold. Offsets are code points of `text`; lines end at LF only.

    `folded` is a `Folded` of the text, or its `fold_text`. `page_map` holds the runs of text on one page as
    (offset, page), in order of offset. From `furniture_at` on there is no running text, only what was moved
    out of it: running headers and the like; None: nothing was.
    """

    def __init__(
        self,
        text: str,
        folded: Folded | bytes,
        page_map: tuple[tuple[int, int], ...] = (),
        furniture_at: int | None = None,
    ) -> None:
        self.text = text
        self.folded = Folded.of(text, folded) if isinstance(folded, bytes) else folded
        self.search = self.folded.search
        self.page_map = page_map
        self.furniture_at = furniture_at
        self._has_pages = "\f" in text
        self._tokens: dict[int, list[Token]] = {}
        self._skeletons: dict[tuple[bool, bool], Skeleton] = {}
        self._markers: list[Marker] | None = None
        self._mixes: bool | None = None
        self._padded = b""
        self._prefix = (b"", 0, 0)
        self._excluded: tuple[bytes, bytes | None] = (b"", None)

    @property
    def blank(self) -> bool:
        """True if the text has not one letter or digit (quotes.md, section 2.4)."""
        return not any(map(str.isalnum, self.text))

    # -- lines: a very long line of the original is several here ---------------------------------------------

    def line(self, number: int) -> str:
        """Line `number` (from 0) without its end."""
        start = self.folded.text_start
        return self.text[start(number) : start(number + 1) - 1]

    def line_start(self, number: int) -> int:
        """Offset of the first character of line `number` (from 0)."""
        return self.folded.text_start(number)

    def line_of(self, offset: int) -> int:
        """The line (from 0) that holds `offset`."""
        return self.folded.text_line(offset)

    def line_number(self, offset: int) -> int:
        """The line that holds `offset` as people count: from 1, whatever its length."""
        if self.folded.in_pieces:
            return self.text.count("\n", 0, offset) + 1
        return self.folded.text_line(offset) + 1

    def page_of(self, offset: int) -> int | None:
        """The page that holds `offset`; None if the text has no pages."""
        if self.page_map:
            at = bisect_right(self.page_map, offset, key=lambda run: run[0]) - 1
            return self.page_map[max(at, 0)][1]
        return self.text.count("\f", 0, offset) + 1 if self._has_pages else None

    def crosses_furniture(self, start: int, end: int) -> bool:
        """True if a span begins in the running text and ends in the furniture: no match does (section 5)."""
        return self.furniture_at is not None and start < self.furniture_at < end

    # -- what the plain route asks ---------------------------------------------------------------------------

    def tokens(self, first: int, last: int) -> list[Token]:
        """The tokens of lines first..last (from 0, inclusive), kept for the next quote."""
        out: list[Token] = []
        for number in range(max(first, 0), min(last, self.folded.count - 1) + 1):
            known = self._tokens.get(number)
            if known is None:
                known = self._tokens[number] = line_tokens(self.line(number), self.line_start(number), number)
            out += known
        return out

    @property
    def markers(self) -> list[Marker]:
        """What a quote may leave out of this text, in order of place (quotes.md, section 5)."""
        if self._markers is None:
            lines = [self.line(number) for number in range(self.folded.count)]
            starts = [self.line_start(number) for number in range(self.folded.count)]
            glyphs = "\ufffd".encode() in self.search
            self._markers = find_markers("\n".join(lines), lines, starts, glyphs=glyphs)
        return self._markers

    def markers_between(self, first: int, last: int) -> list[Marker]:
        """The markers that lie in lines first..last (from 0, inclusive)."""
        markers = self.markers
        begin = bisect_left(markers, self.line_start(first), key=lambda marker: marker.start)
        stop = bisect_right(markers, self.line_start(last + 1) - 1, key=lambda marker: marker.end)
        return markers[begin:stop]

    @property
    def mixes_scripts(self) -> bool:
        """True if some word of the text mixes Latin letters with look-alikes of another script."""
        if self._mixes is None:
            self._mixes = self.folded.mixes_scripts()
        return self._mixes

    def skeleton(self, *, without_markers: bool, single_script: bool) -> Skeleton:
        """The skeleton with or without the markers; `single_script` also merges look-alike letters."""
        key = (without_markers, single_script)
        known = self._skeletons.get(key)
        if known is None:
            folded = fold_text(self._blanked()) if without_markers and self.markers else self.folded.lines()
            known = self._skeletons[key] = Skeleton(folded, single_script=single_script)
        return known

    def _blanked(self) -> str:
        """The text with each marker replaced by spaces, its lines kept."""
        text = "\n".join([self.line(number) for number in range(self.folded.count)])
        parts: list[str] = []
        at = 0
        for marker in self.markers:
            parts.append(text[at : marker.start])
            blank = "".join(["\n" if char == "\n" else " " for char in text[marker.start : marker.end]])
            parts.append(blank)
            at = marker.end
        parts.append(text[at:])
        return "".join(parts)

    # -- what a miss asks ------------------------------------------------------------------------------------

    @property
    def padded(self) -> bytes:
        """The folded text with a space at either end, so that every word has one on both sides."""
        if not self._padded:
            self._padded = b" %s " % self.search
        return self._padded

    def prefix(self, folded: bytes) -> tuple[int, int]:
        """How many leading words of a folded quote stand together somewhere in the text, and where first."""
        if self._prefix[0] != folded:
            padded, words = self.padded, folded.split(b" ")
            # So many words stand at `first` before they stand elsewhere; they end at `end` of the quote.
            count, end, first = 0, 0, 0
            while count < len(words):
                # A longer beginning first stands here or further on.
                at = padded.find(b" %s " % folded[: end + len(words[count])], first)
                if at < 0:
                    break
                first = at
                while count < len(words) and padded.startswith(words[count] + b" ", at + 1 + end):
                    end += len(words[count]) + 1
                    count += 1
            self._prefix = (folded, count, first)
        return self._prefix[1:]

    def excludes(self, folded: bytes, *, bare: bool = False) -> bool:
        """True if the quote cannot stand in the text, whatever an accept may leave out; False says nothing.

        So where its first word that differs stands nowhere and nothing in the text can hide a word. `bare`:
        the text may have it with accents that the quote leaves off.
        """
        if self._excluded[0] != folded:
            self._excluded = (folded, self._absent_word(folded))
        word = self._excluded[1]
        if word is None or not bare:
            return word is not None
        marked = self.folded.bare_words()
        return word.isdigit() or not (self.folded.hides_words() or word in marked)

    def _absent_word(self, folded: bytes) -> bytes | None:
        """The first word of the quote that differs, if it can stand nowhere in the text."""
        words = folded.split(b" ")
        at, _ = self.prefix(folded)
        if at >= len(words):
            return None
        word = words[at]
        if word in self.search or self.folded.hides_words():
            return None
        if word.isdigit():
            raised = word.decode().translate(_RAISED).encode()  # the text may have it as a note or exponent
            # A longer one may be grouped in the text.
            return word if 1 < len(word) < 4 and raised not in self.search else None
        return word if is_whole(word.decode()) else None


def is_whole(word: str) -> bool:
    """True for a folded word that an accepted text has in these letters, if nothing in it can hide a word."""
    return len(word) >= 4 and word.isalpha() and not any(map(is_cjk, word))
