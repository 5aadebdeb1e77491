"""What an extraction answers, whatever it read: PDF, JATS, HTML or plain text (snapshots.md, 1 to 3).

Values only: `Extracted` is all that a provenance needs of an extraction, `Reader` the shape of the functions
that make one from markup, `Backend` of those that turn a PDF into glyphs. It reads nothing itself and imports
neither parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

Kind = Literal["pdf", "jats", "html", "text"]
Verdict = Literal[
    "ok",
    "not_pdf",
    "not_text",
    "broken",
    "encrypted",
    "no_text_layer",
    "garbled",
    "partial",
    "resource_limit",
]
Limited = Literal["full", "wall"]

KINDS: tuple[Kind, ...] = ("pdf", "jats", "html", "text")
VERDICTS: tuple[Verdict, ...] = (
    "ok",
    "not_pdf",
    "not_text",
    "broken",
    "encrypted",
    "no_text_layer",
    "garbled",
    "partial",
    "resource_limit",
)
# The number rises when a golden file of that extractor changes (section 3, "The file").
EXTRACTORS: dict[Kind, str] = {"pdf": "pdf/1", "jats": "jats/1", "html": "html/1", "text": "text/1"}
MAX_HIDDEN = 1000  # spans kept of hidden text (section 9)
MAX_MAIN = 1000  # spans kept of a page's own text


class LicenceStatement(NamedTuple):
    """One place of a document that speaks of a licence, as it stands there: the ladder makes a class of it.

    `read_from` is `jats:license`, `html:rel=license`, `meta:dc.rights` and the like; `url` the address given
    there and `words` its text, each None if there is none.
    """

    read_from: str
    url: str | None = None
    words: str | None = None


class Extracted(NamedTuple):
    """What came out of one document.

    `message` says for a person what is wrong, and is empty when `verdict` is ok. `text` is the file to be
    written: UTF-8 in NFC, LF, one paragraph a line, a final newline; body, an empty line, furniture. It is
    empty but for the verdicts ok and partial.
    `furniture_line` is the line (from 1) of the first furniture, None if there is none. `pages` are runs
    (offset in code points, page from 1), each valid to the next one, offsets rising; `hidden` are spans
    (start, end) in code points, half-open, at most MAX_HIDDEN. `letters` counts letters, `hyphen_marks` the
    U+00AD of undecided line ends, `unmapped` the U+FFFD written for glyphs without a character, `removed` the
    bidirectional controls and tag characters taken out. `pages_total` is None where there are no pages,
    `pages_failed` are the numbers of those that could not be read.
    `main` are the spans (as `hidden`, at most MAX_MAIN) of a web page's own text, see `main_text.py`; there
    are none of other documents.
    `published` is a date of the document as it stands there (ISO, perhaps only a year) and `published_from`
    the place. `backend` is the library with its version ("pdfminer.six 20260107"), empty if none was needed.
    """

    verdict: Verdict
    message: str = ""
    text: str = ""
    furniture_line: int | None = None
    pages: tuple[tuple[int, int], ...] = ()
    hidden: tuple[tuple[int, int], ...] = ()
    main: tuple[tuple[int, int], ...] = ()
    letters: int = 0
    hyphen_marks: int = 0
    unmapped: int = 0
    removed: int = 0
    pages_total: int | None = None
    pages_failed: tuple[int, ...] = ()
    copy_restricted: bool = False
    flags: tuple[str, ...] = ()
    title: str = ""
    declared_doi: str = ""
    published: str = ""
    published_from: str = ""
    licences: tuple[LicenceStatement, ...] = ()
    extractor: str = ""
    backend: str = ""
    limits: Limited = "full"


class Reader(Protocol):
    """A function `read` of `html.py`, `jats.py` or `plain.py`.

    `charset` is the one the transport named, "" if none did. Whatever the bytes are, it answers: what cannot
    be read is the verdict `broken` with a message. It runs in the child, where memory and time are bounded.
    """

    def __call__(self, data: bytes, charset: str) -> Extracted:
        """The text of the document and what else it says of itself."""


class Glyph(NamedTuple):
    """What one character code of a page shows, and where: in points, y rising.

    `text` may be several characters (a ligature) and is U+FFFD when the font says none. `size` is the height
    of the font there. The box reaches from a fifth of `size` below the base line to four fifths above it,
    whatever the font says of itself, and over the advance width. Not `upright`: turned. `hidden`: drawn so
    that nobody sees it (render mode 3, white on white, beside the page).
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    upright: bool
    hidden: bool


class Page(NamedTuple):
    """The glyphs of one page in content order; `number` counts from 1.

    `bottom` and `top` bound what a reader sees, in points. `failed`: the parser gave up amid the page, and
    there are no glyphs. `covered`: an image fills most of it.
    """

    number: int
    bottom: float
    top: float
    glyphs: Sequence[Glyph] = ()
    failed: bool = False
    covered: bool = False


class PdfReading(NamedTuple):
    """How the reading of a PDF ended: ok, or why it has no pages or not all of them (`verdict`, `message`).

    `title` is that of the document's own information, "" if it has none.
    """

    verdict: Verdict
    message: str = ""
    backend: str = ""
    copy_restricted: bool = False
    title: str = ""


class Backend(Protocol):
    """A function that reads a PDF: `read` of `pdf_child.py` or `pdfium.py`.

    It hands over page by page, so that no more than one is held, and raises nothing of its parser's. More
    than `max_pages` pages are the verdict `resource_limit`.
    """

    def __call__(self, data: bytes, max_pages: int, take: Callable[[Page], None]) -> PdfReading:
        """Calls `take` with each page in order."""


_HEAD = 1024  # bytes in which a PDF must begin (section 1, not_pdf)
_LOOKED_AT = 4096
_MARKUP = re.compile(
    rb"(?:\xef\xbb\xbf)?\s{0,512}<(?:!doctype\s+html|html|head|body|title|meta|script|div|p|h1|table)\b", re.I
)
_ARTICLE = re.compile(rb"<(?:!doctype\s+)?(?:article|pmc-articleset|OAI-PMH)\b", re.I)
_HTML = re.compile(rb"<(?:!doctype\s+html|html)\b", re.I)


def is_pdf(data: bytes) -> bool:
    """Whether these bytes are a PDF: `%PDF-` among the first 1,024, whatever their name or media type."""
    return b"%PDF-" in data[:_HEAD]


def sniff(data: bytes) -> Kind:
    """The kind of document these bytes are: bytes decide, never a header or a name (section 1)."""
    if is_pdf(data):
        return "pdf"
    start = data[:_LOOKED_AT]
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        start = start.replace(b"\0", b"")[2:]
    if _HTML.search(start):
        return "html"
    if start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and _ARTICLE.search(start):
        return "jats"
    return "html" if _MARKUP.match(start) else "text"
