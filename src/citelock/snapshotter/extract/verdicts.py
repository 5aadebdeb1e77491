"""Whether what came out of a PDF is a text: the verdicts of snapshots.md, section 1, and their sentences.

It judges counts, never words: a text that is plausible nonsense is seen by the identity check alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from citelock.snapshotter.extract.glyphs import UNMAPPED, is_private
from citelock.snapshotter.extract.interface import EXTRACTORS, Extracted, PdfReading, Verdict, sniff
from citelock.snapshotter.extract.lines import Line

MIN_LETTERS = 50  # a page, on average: less is a scan, or a few words on a picture
MAX_UNKNOWN = 20  # per cent of the characters; papers have up to 0.35, a maths script 9.8


_CID = re.compile(r"\(cid:[0-9]{1,7}\)")
EMPTY = "it is empty"


def is_empty(data: bytes) -> bool:
    """Whether there is nothing in a file but blanks and zeros."""
    return not data.strip(b"\0 \t\r\n")


class Counts(NamedTuple):
    """What a text is judged by: characters other than spaces, letters among them, and unknown ones.

    `unmapped` are glyphs whose font names no character, `private` those that mean something in it alone.
    """

    characters: int = 0
    letters: int = 0
    unmapped: int = 0
    private: int = 0

    def plus(self, lines: Iterable[Line]) -> Counts:
        """The counts with these lines added."""
        characters, letters, unmapped, private = self
        for line in lines:
            text = line.text
            characters += len(text) - text.count(" ")
            letters += sum(map(str.isalpha, text))
            if not text.isascii():
                unmapped += text.count(UNMAPPED)
                private += sum(map(is_private, text))
        return Counts(characters, letters, unmapped, private)


def judge(reading: PdfReading, counts: Counts, pages: int, failed: Sequence[int]) -> tuple[Verdict, str]:
    """The verdict on a PDF that was read, and the sentence that goes with it ("" for ok)."""
    if reading.verdict not in ("ok", "partial"):
        return reading.verdict, reading.message
    read = pages - len(failed)
    if not pages:
        return "broken", "it has no pages"
    if not read:
        return "broken", f"none of its {pages} pages can be read"
    unknown = counts.unmapped + counts.private
    if unknown and 100 * unknown > MAX_UNKNOWN * counts.characters:
        return "garbled", (
            f"{100 * unknown // counts.characters} % of its characters have no meaning outside its fonts. "
            "Find another copy, or run OCR and add the result with --file"
        )
    if counts.letters < MIN_LETTERS * read:
        return "no_text_layer", (
            f"it has {counts.letters} letters on {read} page{'s' if read > 1 else ''}: it is scanned, "
            "or pictures. Run OCR and add the result with --file"
        )
    if failed:
        said = ", ".join(map(str, failed[:10])) + (" and others" if len(failed) > 10 else "")
        return "partial", f"{len(failed)} of its {pages} pages cannot be read: {said}"
    return reading.verdict, reading.message


def garbled(text: str) -> str:
    """Why a text of any kind is none, though it was read; "" if it is one.

    What an extractor writes for a glyph without a character, `(cid:12)`, counts with all of its signs.
    """
    characters = len(text) - text.count(" ") - text.count("\n")
    unknown = sum(len(found) for found in _CID.findall(text))
    if not text.isascii():
        unknown += text.count(UNMAPPED) + sum(map(is_private, text))
    if not unknown or 100 * unknown <= MAX_UNKNOWN * characters:
        return ""
    return (
        f"{100 * unknown // characters} % of its characters stand for none. Take the text from another copy,"
        " or run OCR"
    )


def not_pdf(data: bytes) -> Extracted:
    """The verdict on bytes that were to be a PDF and are not."""
    if is_empty(data):
        return Extracted("broken", EMPTY, extractor=EXTRACTORS["pdf"])
    said = {"html": "it is a web page", "jats": "it is XML", "text": "it is not"}[sniff(data)]
    return Extracted("not_pdf", f"a PDF was asked for, but {said}", extractor=EXTRACTORS["pdf"])
