"""Bytes to characters: which encoding a page or a plain text is in (snapshots.md, 3, "Charset").

Asked in this order: a byte order mark, the transport, the document itself, UTF-8, and at last a guess. A name
that the bytes contradict is passed over: a page read with the wrong table holds none of its own words.
"""

from __future__ import annotations

import codecs
import re
from itertools import islice
from typing import NamedTuple

# What pages call an encoding is read as browsers read it: as the larger one that contains it.
_WIDER = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "shift_jis": "cp932", "euc_kr": "cp949",
}  # fmt: skip
_NICKNAMES = {"x-sjis": "cp932", "x-gbk": "gb18030", "x-euc-jp": "euc_jp", "x-mac-cyrillic": "mac_cyrillic"}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_FALLBACK = "cp1252"
_HEAD = 4096  # bytes in which a document names its encoding; browsers look at 1,024
_GUESSED_AT = 1 << 18  # bytes
# Those that browsers know: a guess among all that Python has takes a DOS table for Cyrillic as readily.
_GUESSED = (
    "cp1252 cp1250 cp1251 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 iso8859_2 koi8_r koi8_u cp866 cp874"
    " gb18030 big5hkscs euc_jp cp932 iso2022_jp cp949"
).split()
_WITH_NULLS = "utf_16 utf_16_be utf_16_le utf_32".split()
_DECLARED = re.compile(
    rb"<meta\b[^>]{0,300}?\bcharset\s{0,9}=\s{0,9}[\"']?\s{0,9}([\w.:-]{1,40})"
    rb"|<\?xml\b[^>]{0,100}?\bencoding\s{0,9}=\s{0,9}[\"']([\w.:-]{1,40})",
    re.IGNORECASE,
)
_UTF8_SEQUENCE = re.compile(rb"[\xc2-\xf4][\x80-\xbf]{1,3}")
_TELLING = 3  # sequences: two characters of another encoding may look like UTF-8, hardly ever three and all
_DAMAGE = 50  # one broken byte in so many characters beyond ASCII is damage, more is another encoding


class Decoded(NamedTuple):
    """The text, the encoding it was in, and who said so: "bom", "header", "document", "utf-8" or "guess".

    `guesser` is the library that guessed with its version, "" where none did.
    """

    text: str
    encoding: str
    from_: str
    guesser: str = ""


def decode(data: bytes, header: str = "", *, markup: bool = False) -> Decoded:
    """Bytes as text; what cannot be read at all becomes U+FFFD.

    `header` is the charset that the transport named, "" if none. `markup`: the document may name one itself.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Decoded(data[len(mark) :].decode(encoding, "replace"), encoding, "bom")
    utf8 = _utf8(data)
    declared = _DECLARED.search(data[:_HEAD]) if markup else None
    inside = (declared[1] or declared[2]).decode("ascii", "replace") if declared else ""
    for label, said_by in ((header, "header"), (inside, "document")):
        encoding = _codec(label)
        if said_by == "document" and encoding.startswith("utf-16"):
            encoding = "utf-8"  # it could not be read as ASCII if it were true
        if not encoding or (utf8 is not None and encoding != "utf-8" and _is_telling(data)):
            continue
        text = utf8 if encoding == "utf-8" else _strictly(data, encoding)
        if text is not None:
            return Decoded(text, encoding, said_by)
    if utf8 is not None:
        return Decoded(utf8, "utf-8", "utf-8")
    return _guessed(data)


def _utf8(data: bytes) -> str | None:
    """The bytes as UTF-8, with U+FFFD for a few that are damaged; None if they are another encoding's."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        text = data.decode(errors="replace")
    wide = len(_UTF8_SEQUENCE.findall(data))
    return text if _DAMAGE * text.count("\ufffd") <= wide else None


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        pass
    # Five bytes have no character in Windows-1252; browsers pass them on.
    return data.decode(encoding, "replace") if encoding == _FALLBACK else None


def _is_telling(data: bytes) -> bool:
    """Whether bytes that are valid UTF-8 can hardly be anything else."""
    return len(list(islice(_UTF8_SEQUENCE.finditer(data), _TELLING))) == _TELLING


def _codec(label: str) -> str:
    """Python's name of an encoding of text; "" for one it does not know."""
    name = label.strip().strip("\"'").lower()
    name = _NICKNAMES.get(name, name)
    if not name.isascii() or len(name) > 40:
        return ""
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):
        return ""
    if not info._is_text_encoding or info.name in ("utf-7", "idna", "punycode", "unicode_escape"):
        return ""
    return _WIDER.get(info.name, info.name)


def _guessed(data: bytes) -> Decoded:
    import charset_normalizer  # 15 ms, for the few documents that nobody vouches for

    guesser = f"charset-normalizer {charset_normalizer.__version__}"
    head = data[:_GUESSED_AT]
    among = _WITH_NULLS if b"\0" in head else _GUESSED
    best = charset_normalizer.from_bytes(head, cp_isolation=among).best()
    encoding = _codec(best.encoding) if best is not None else ""
    encoding = encoding or _FALLBACK
    return Decoded(data.decode(encoding, "replace"), encoding, "guess", guesser)
