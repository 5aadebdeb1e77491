"""The body of one answer: unpacked as it comes, within a limit, and whole or refused (web.md, section 6).

An answer that was cut off proves nothing about a page: what it does not hold would be held against the
quotation. Where the transport does not say how long an answer is, its own end has to tell.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping

from citelock.checks.text.excerpt import shown

_PIECE = 64 * 1024
_HEAD = 1024  # bytes by which a limit that depends on the kind of content is decided
_ANY_ZLIB = 47  # wbits of zlib: gzip or deflate, by the first bytes
_GZIP = b"\x1f\x8b"
_BEGUN = re.compile(rb"<(?:html|body)[\s>]", re.IGNORECASE)
_ENDED = re.compile(rb"</(?:html|body)\s*>", re.IGNORECASE)
HEADERS = 64 * 1024  # bytes of all headers of one answer

Limit = int | Callable[[bytes], int]  # unpacked bytes, or what they are for content that begins so


class Transport(Exception):
    """An answer that did not arrive whole, and why. It says nothing about a source.

    `url` is where it was to come from, `headers` are those that did arrive. `word` is that of the one
    vocabulary of reasons (web.md, section 1.1): timeout, host_unresolved, tls, reset or too_large.
    """

    def __init__(
        self,
        reason: str,
        url: str = "",
        headers: Mapping[str, str] | None = None,
        *,
        word: str = "reset",
    ) -> None:
        super().__init__(reason)
        self.url = url
        self.headers: Mapping[str, str] = headers or {}
        self.word = word


def refuse_many(headers: Mapping[str, str]) -> None:
    """Refuses an answer with more than 64 KiB of headers. Raises Transport."""
    if sum(len(name) + len(value) + 4 for name, value in headers.items()) > HEADERS:
        raise Transport(f"the answer has more than {HEADERS} bytes of headers", word="too_large")


def whole_body(read: Callable[[int], bytes], headers: Mapping[str, str], limit: Limit) -> bytes:
    """The unpacked body: neither a drip nor a bomb gets further than the limits.

    `read` gives at most so many bytes as they come, b"" at the end; `headers` have names in lower case.
    Raises Transport where the body is too large, packed wrongly or cut off.
    """
    coding = headers.get("content-encoding", "").strip().lower()
    if coding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise Transport(f"the answer is packed in a way that was not asked for ({shown(coding, 40)})")
    unpacker = None if coding in ("", "identity") else _Unpacker()
    pieces, size, came, head = [], 0, 0, b""
    most = limit if isinstance(limit, int) else limit(b"")
    while piece := read(_PIECE):
        came += len(piece)
        if unpacker is not None:
            piece = unpacker.unpack(piece, most + 1 - size)
        if not isinstance(limit, int) and len(head) < _HEAD:
            head += piece[:_HEAD]
            most = limit(head)
        size += len(piece)
        if size > most or (unpacker is not None and unpacker.has_more):
            raise Transport(f"the answer has more than {most} bytes", word="too_large")
        pieces.append(piece)
    declared = headers.get("content-length", "")
    if declared.isascii() and declared.isdecimal() and int(declared) > came:
        raise Transport("the answer is cut off")
    if unpacker is not None and came and not unpacker.ended:
        raise Transport("the answer is packed wrongly")
    body = b"".join(pieces)
    if not declared and "transfer-encoding" not in headers and unpacker is None and _breaks_off(body):
        raise Transport("the answer ends without its end, and does not say how long it is")
    return body


def _breaks_off(body: bytes) -> bool:
    """Whether a page begins what it does not end; without a begin it needs no end."""
    return _BEGUN.search(body) is not None and _ENDED.search(body) is None


class _Unpacker:
    """Gzip of several members (RFC 1952, section 2.2) or deflate, with or without zlib's head."""

    def __init__(self) -> None:
        self._current = zlib.decompressobj(_ANY_ZLIB)
        self._gzip = False
        self._began = False
        self.ended = False  # the last member came to its own end
        self.has_more = False  # there is more than was asked for

    def unpack(self, piece: bytes, most: int) -> bytes:
        """What these bytes unpack to, at most so much. Raises Transport, zlib.error."""
        if not self._began:
            self._began = True
            self._gzip = piece[:1] == _GZIP[:1]
        out, size = [], 0
        while piece:
            if self.ended:
                piece = piece.lstrip(b"\0")  # padding to a block
                if not piece:
                    break
                if not self._gzip or piece[:1] != _GZIP[:1]:
                    raise Transport("the answer is packed wrongly")
                self._current, self.ended = zlib.decompressobj(_ANY_ZLIB), False
            unpacked = self._current.decompress(piece, most - size)
            out.append(unpacked)
            size += len(unpacked)
            self.ended = self._current.eof
            piece = self._current.unused_data if self.ended else b""
            self.has_more = bool(self._current.unconsumed_tail)
            if size >= most:
                self.has_more = self.has_more or bool(piece)
                break
        return b"".join(out)
