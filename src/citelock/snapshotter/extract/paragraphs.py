"""Markup turned into lines, one paragraph a line: what the walks over HTML and JATS write to.

It folds white space, keeps raised digits raised (snapshots.md, 2.2 and 3) and remembers which words nobody
sees; it knows no tag.
"""

from __future__ import annotations

import re

from citelock.snapshotter.extract.glyphs import RAISED

_BLANKS = re.compile("[ \t\n\r\f\v]+")  # what markup folds; a no-break space is content
_BLANKS_IN_LINE = re.compile("[ \t\r\f\v]+")
# They only allow a line break. The joiners U+200C and U+200D stay: Persian and Indic words need them.
_BREAK_HINTS = re.compile("[\u00ad\u200b\u2060\ufeff]")
_SIGNS = "+-\u2212\u2013"
_RAISABLE = re.compile(f"[0-9{_SIGNS}]")


class Paragraphs:
    """Text as it is written, line by line; an empty line never comes to be.

    Offsets (`hidden`, `links`, `beside`) are code points of `text()`, half-open, in order: what nobody sees,
    what leads elsewhere, what stands beside the page's own text.
    """

    def __init__(self) -> None:
        self._hidden, self._links, self._beside = _Spans(), _Spans(), _Spans()
        self._lines: list[str] = []
        self._base = 0  # offset of the line being written
        self._line: list[str] = []
        self._length = 0
        self._ends_blank = True
        self._broken = False  # a line break of the document is all there was since the last word
        self._raised: list[str] = []
        self._raised_depth = 0

    def write(self, text: str) -> None:
        """Appends running text: each run of blanks in it is one space."""
        if not text:
            return
        if self._raised_depth:
            self._raised.append(text)
            return
        text = _BLANKS.sub(" ", text)
        if not text.isascii():
            text = _BREAK_HINTS.sub("", text)
        if self._ends_blank and text.startswith(" "):
            text = text[1:]
        if not text:
            return
        self._line.append(text)
        self._length += len(text)
        self._ends_blank = text[-1] == " "
        self._broken = self._broken and text == " "

    def write_lines(self, text: str) -> None:
        """Appends preformatted text, whose line feeds end lines."""
        first, *rest = text.split("\n")
        self.write(_BLANKS_IN_LINE.sub(" ", first))
        for line in rest:
            self.end()
            self.write(line)

    def last(self, count: int) -> str:
        """The last characters of the line being written, at most `count`."""
        text = ""
        for part in reversed(self._line):
            text = part + text
            if len(text) >= count:
                break
        return text[-count:]

    def end(self) -> None:
        """Ends the line, if anything stands on it."""
        self._flush_raised()
        line = "".join(self._line).rstrip(" ")
        if line.strip("\u00a0"):  # a paragraph that holds room only
            self._lines.append(line)
            self._base += len(line) + 1
        self._line = []
        self._length = 0
        self._ends_blank = True
        self._broken = False

    def break_line(self) -> None:
        """A line break of the document: a space; two without a word between them end the paragraph."""
        if self._broken:
            self.end()
        elif self._length or self._raised:
            self.write(" ")
            self._broken = True

    def begin_raised(self) -> None:
        """What is written from now on is a superscript."""
        self._raised_depth += 1

    def end_raised(self) -> None:
        """The superscript ends."""
        self._raised_depth -= 1
        if not self._raised_depth:
            self._flush_raised()

    @property
    def hidden(self) -> list[tuple[int, int]]:
        """What nobody sees."""
        return self._hidden.found

    @property
    def links(self) -> list[tuple[int, int]]:
        """The words of links."""
        return self._links.found

    @property
    def beside(self) -> list[tuple[int, int]]:
        """What stands beside the page's own text."""
        return self._beside.found

    def begin_hidden(self) -> None:
        """What is written from now on is seen by nobody."""
        if not self._hidden.depth:
            self._flush_raised()
        self._hidden.begin(self._at)

    def end_hidden(self) -> None:
        """Words are visible again."""
        if self._hidden.depth == 1:
            self._flush_raised()
        self._hidden.end(self._at)

    def begin_link(self) -> None:
        """What is written from now on leads elsewhere; where it is raised, it is the number of a note."""
        self._links.begin(self._at)

    def end_link(self) -> None:
        """The link ends."""
        self._links.end(self._at)

    def begin_beside(self) -> None:
        """What is written from now on is no part of the page's own text."""
        self._beside.begin(self._at)

    def end_beside(self) -> None:
        """The page's own text goes on."""
        self._beside.end(self._at)

    @property
    def _at(self) -> int:
        return self._base + self._length

    def text(self) -> str:
        """All lines, each with its line feed."""
        self.end()
        return "".join([f"{line}\n" for line in self._lines])

    def _flush_raised(self) -> None:
        if self._raised:
            text = raised("".join(self._raised))
            self._raised = []
            depth, self._raised_depth = self._raised_depth, 0
            self.write(text)
            self._raised_depth = depth


class _Spans:
    """Spans that may be nested; the outermost ones are found."""

    def __init__(self) -> None:
        self.found: list[tuple[int, int]] = []
        self.depth = 0
        self._from = 0

    def begin(self, at: int) -> None:
        if not self.depth:
            self._from = at
        self.depth += 1

    def end(self, at: int) -> None:
        self.depth -= 1
        if not self.depth and at > self._from:
            self.found.append((self._from, at))


def raised(text: str) -> str:
    """A superscript in Unicode's own characters where they are digits and signs; anything else as it is.

    A dash between two digits is no sign: it joins the first and the last of several notes. A note in brackets
    needs no raising to be told from the word before it.

    >>> raised("12"), raised("−1"), raised("2+"), raised("3-5,7"), raised("th"), raised("[12]")
    ('¹²', '⁻¹', '²⁺', '³-⁵,⁷', 'th', '[12]')
    """
    if "[" in text:
        return text
    return _RAISABLE.sub(
        lambda sign: sign[0] if _joins(text, sign.start()) else sign[0].translate(RAISED), text
    )


def _joins(text: str, at: int) -> bool:
    return text[at] in _SIGNS[1:] and text[at - 1 : at].isdecimal() and text[at + 1 : at + 2].isdecimal()
