"""Plain text to a snapshot: decoded and cleaned, never reflowed (snapshots.md, section 3).

What a person pasted keeps its lines, blank lines and form feeds, which the matcher reads as page breaks
(quotes.md, section 5). What is no text at all, whatever it is called, is refused.
"""

from __future__ import annotations

import re

from citelock.snapshotter.extract.charset import decode
from citelock.snapshotter.extract.cleanup import clean, letters
from citelock.snapshotter.extract.interface import EXTRACTORS, Extracted

# Documents that look like text or could be guessed into some: their words do not stand in their bytes.
_FORMATS = (
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript document"),
    (b"PK\x03\x04", "a ZIP archive, or an office document or an e-book"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
    (b"\x1f\x8b", "a compressed file"),
    (b"BZh", "a compressed file"),
    (b"\xfd7zXZ", "a compressed file"),
    (b"7z\xbc\xaf", "an archive"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"II*\x00", "an image"),
    (b"MM\x00*", "an image"),
    (b"AT&TFORM", "a DjVu document"),
    (b"\x7fELF", "a program"),
)
_UNREADABLE = re.compile(
    "[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]"
)  # a form feed and an escape occur in texts
_MOST_UNREADABLE = 100  # one such character in so many is damage; more is no text


def read(data: bytes, charset: str) -> Extracted:
    """The text of a plain file; see `interface.Reader`."""
    nothing = Extracted("not_text", extractor=EXTRACTORS["text"])
    for magic, kind in _FORMATS:
        if data.startswith(magic):
            return nothing._replace(message=f"the file is {kind}, not text")
    decoded = decode(data, charset)
    nothing = nothing._replace(backend=decoded.guesser)
    text = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
    if len(_UNREADABLE.findall(text)) * _MOST_UNREADABLE > len(text):
        return nothing._replace(message="the file holds control characters or bytes of no encoding: no text")
    cleaned = clean(text, form_feeds=True)
    if not cleaned.text:
        if "\f" in text:
            return nothing._replace(verdict="no_text_layer", message="its pages have no words: run OCR first")
        return nothing._replace(verdict="broken", message="the file is empty")
    return nothing._replace(
        verdict="ok",
        text=cleaned.text,
        letters=letters(cleaned.text),
        hyphen_marks=cleaned.text.count("\u00ad"),
        unmapped=cleaned.text.count("\ufffd"),
        removed=cleaned.removed,
    )
