"""A window that moves over a text file: the part in memory, and where in the file it stands.

It reads in pieces, decodes UTF-8, keeps size and hash, and counts bytes, lines and columns on the way; what
the text means is left to `claims_stream.py`. Governed by performance.md, section 6.
"""

from __future__ import annotations

from codecs import utf_8_decode
from hashlib import sha256
from typing import IO

from citelock.checks.errors import InputError
from citelock.checks.json_scan import BOM, skip_blanks

PIECE = 256 * 1024  # bytes: larger ones are not faster, and a text with emoji takes four times as much memory

_LOOK_AHEAD = 64  # characters behind a fault that its message may name


class Window:
    """The part of the file that is in memory: `text`, of which all before `at` is done with.

    `offset`, `line` and `column` are where `at` stands in the file: bytes from 0, line and characters from 1.
    """

    def __init__(self, stream: IO[bytes], shown: str, limit: int) -> None:
        self.text = ""
        self.at = 0
        self.offset = 0
        self.line = 1
        self.ended = False
        self.size = 0
        self.sha = sha256()
        self._stream = stream
        self._shown = shown
        self._limit = limit
        self._ascii = True
        self._line_start = 0  # index in `text` of the first character of the line; negative when that is gone
        self._cut = b""  # the first bytes of a character that the end of a piece cut

    @property
    def column(self) -> int:
        """Characters from the beginning of the line, from 1."""
        return self.at - self._line_start + 1

    def next(self) -> str:
        """The first character that is no blank, not yet passed; "" at the end of the file."""
        while True:
            index = skip_blanks(self.text, self.at)
            self.move(index)
            if index < len(self.text):
                return self.text[index]
            if not self.fill():
                return ""

    def move(self, index: int, size: int | None = None) -> None:
        """Goes on to `index`, which is `size` bytes away."""
        self.offset += self.measure(index) if size is None else size
        newlines = self.text.count("\n", self.at, index)
        if newlines:
            self.line += newlines
            self._line_start = self.text.rfind("\n", self.at, index) + 1
        self.at = index

    def skip(self, characters: int) -> None:
        """Passes characters that are ASCII and no line ends."""
        self.at += characters
        self.offset += characters

    def measure(self, index: int) -> int:
        """The bytes from the present place to `index`."""
        return index - self.at if self._ascii else len(self.text[self.at : index].encode())

    def place(self, index: int) -> tuple[int, int]:
        """Line and column of an index at or behind the present place."""
        newlines = self.text.count("\n", self.at, index)
        if not newlines:
            return self.line, index - self._line_start + 1
        return self.line + newlines, index - self.text.rfind("\n", self.at, index)

    def look_ahead(self) -> None:
        """Makes sure that the characters behind the present place are in memory."""
        while len(self.text) - self.at < _LOOK_AHEAD and self.fill():
            pass

    def fill(self) -> bool:
        """Forgets what is done with and reads one piece more; False at the end of the file."""
        if self.ended:
            return False
        try:
            piece = self._stream.read(PIECE)
        except OSError as error:
            raise InputError(self._shown, f"cannot be read: {error.strerror}. Try again.") from error
        self.ended = not piece
        first = self.size == len(self._cut)  # no character yet
        self.size += len(piece)
        self.sha.update(piece)
        if self.size > self._limit:
            raise InputError(self._shown, too_large(self.size, self._limit))
        self.text = self.text[self.at :] + self._decode(self._cut + piece)
        self._line_start -= self.at
        self.at = 0
        if first and self.text.startswith(BOM):
            self.text = self.text[1:]
            self.offset = len(BOM.encode())
        self._ascii = self.text.isascii()
        return True

    def _decode(self, data: bytes) -> str:
        try:
            text, used = utf_8_decode(data, "strict", self.ended)
        except UnicodeDecodeError as error:
            from citelock.checks.jsonfault import encoding_fault

            first = self.size - len(data) == 0
            head = (data + self._stream.read(4))[:4] if first else b""
            what = encoding_fault(head, data[error.start])
            self.text = (self.text + data[: error.start].decode()).removeprefix(BOM if first else "")
            line, column = self.place(len(self.text))
            raise InputError(self._shown, what, line=line, column=column) from error
        self._cut = data[used:]
        return text


def too_large(size: int, limit: int) -> str:
    """The message for a file above the limit."""
    return f"{size:,} bytes or more; the limit is {limit:,}. Split the file, or raise limits.claims_bytes."
