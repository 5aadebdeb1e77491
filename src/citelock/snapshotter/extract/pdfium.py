"""The second PDF backend, on pdfium: bytes to glyphs in content order (snapshots.md, section 2).

The only importer of pypdfium2, which comes with the extra `citelock[pdfium]`. It hands over what `pdf_child`
does, so that all rules of layout are shared; pdfium's own guesses at spaces and lines are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ctypes import addressof, byref, c_double, c_float, c_int, c_uint, create_string_buffer
from math import hypot, inf
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from citelock.snapshotter.extract.glyphs import ABOVE, BELOW, UNMAPPED, readable
from citelock.snapshotter.extract.interface import Glyph, Page, PdfReading
from citelock.snapshotter.extract.paint import Box, Paint, is_white

NAME = f"pypdfium2 {pypdfium2.PYPDFIUM_INFO.version}, pdfium {pypdfium2.PDFIUM_INFO.build}"

_INVISIBLE = (3, 7)  # text render modes that paint nothing (ISO 32000-1, table 106)
_TURNED = 0.1
_OVERHANG = 0.7  # share of its box that an overhanging letter advances at least
_MAX_OBJECTS = 5000  # of a page that are asked for a background
_ENCRYPTED = "it is encrypted and needs a password. Save a copy without one and add it with --file"


def read(data: bytes, max_pages: int, take: Callable[[Page], None]) -> PdfReading:
    """Hands over each page of the PDF; a `Backend`. The bytes begin with `%PDF-`."""
    pdfium.FPDF_InitLibrary()
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        fault = pdfium.FPDF_GetLastError()
        if fault in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
            return PdfReading("encrypted", _ENCRYPTED, NAME)
        return PdfReading("broken", f"it cannot be read as a PDF (pdfium's error {fault})", NAME)
    restricted = pdfium.FPDF_GetSecurityHandlerRevision(document) >= 0
    reading = PdfReading("ok", "", NAME, restricted, _title(document))
    count = pdfium.FPDF_GetPageCount(document)
    if count > max_pages:
        said = f"it has {count} pages; {max_pages} are read at most"
        return reading._replace(verdict="resource_limit", message=said)
    for number in range(count):
        take(_page(document, number))
    return reading


def _title(document: object) -> str:
    size = pdfium.FPDF_GetMetaText(document, b"Title", None, 0)
    buffer = create_string_buffer(size)
    pdfium.FPDF_GetMetaText(document, b"Title", buffer, size)
    return " ".join(buffer.raw.decode("utf-16-le", "ignore").rstrip("\0").split())[:500]


def _page(document: object, number: int) -> Page:
    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        return Page(number + 1, 0.0, 0.0, failed=True)
    try:
        seen = _visible(page)
        turn = _turn(page, seen)
        left, bottom, right, top = turn(seen)
        paint = Paint(left, bottom, right, top)
        _backgrounds(page, paint, turn)
        text = pdfium.FPDFText_LoadPage(page)
        if not text:
            return Page(number + 1, bottom, top, failed=True)
        try:
            reader = _Reader(text, pdfium.FPDFPage_GetRotation(page))
            glyphs = list(reader.glyphs(turn, paint))
        finally:
            pdfium.FPDFText_ClosePage(text)
        return Page(number + 1, bottom, top, glyphs, covered=paint.covered)
    finally:
        pdfium.FPDF_ClosePage(page)


def _visible(page: object) -> Box:
    """The part of the page that is shown, as the page itself counts."""
    values = [c_float() for _ in range(4)]
    places = [byref(value) for value in values]
    if not pdfium.FPDFPage_GetCropBox(page, *places) and not pdfium.FPDFPage_GetMediaBox(page, *places):
        return (0.0, 0.0, 612.0, 792.0)  # US Letter, as a reader shows a page that does not say
    left, bottom, right, top = (value.value for value in values)
    return (left, bottom, right, top)


def _turn(page: object, seen: Box) -> Callable[[Box], Box]:
    """How a box of the page stands when the page is turned as it says; the lower left corner is (0, 0)."""
    left, bottom, right, top = seen
    rotation = pdfium.FPDFPage_GetRotation(page)
    if rotation == 1:
        return lambda box: (box[1] - bottom, right - box[2], box[3] - bottom, right - box[0])
    if rotation == 2:
        return lambda box: (right - box[2], top - box[3], right - box[0], top - box[1])
    if rotation == 3:
        return lambda box: (top - box[3], box[0] - left, top - box[1], box[2] - left)
    return lambda box: (box[0] - left, box[1] - bottom, box[2] - left, box[3] - bottom)


def _backgrounds(page: object, paint: Paint, turn: Callable[[Box], Box]) -> None:
    values = [c_float() for _ in range(4)]
    places = [byref(value) for value in values]
    for at in range(min(pdfium.FPDFPage_CountObjects(page), _MAX_OBJECTS)):
        thing = pdfium.FPDFPage_GetObject(page, at)
        kind = pdfium.FPDFPageObj_GetType(thing)
        if kind not in (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE):
            continue
        if not pdfium.FPDFPageObj_GetBounds(thing, *places):
            continue
        x0, y0, x1, y1 = (value.value for value in values)
        if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            paint.image(turn((x0, y0, x1, y1)))
            continue
        fill, stroke = c_int(), c_int()
        if pdfium.FPDFPath_GetDrawMode(thing, byref(fill), byref(stroke)) and fill.value:
            colour = _colour(pdfium.FPDFPageObj_GetFillColor, thing)
            paint.fill(turn((x0, y0, x1, y1)), white=is_white(colour, "DeviceRGB"))


def _colour(ask: Callable[..., int], *of: object) -> tuple[float, ...]:
    values = [c_uint() for _ in range(4)]
    if not ask(*of, *(byref(value) for value in values)):
        return ()
    return tuple(value.value / 255 for value in values[:3])


class _Style(NamedTuple):
    """What all characters of one text object share; `across` is the width of an em in points."""

    font: object
    size: float
    across: float
    upright: bool
    unseen: bool
    white: bool


class _Reader:
    """The characters of one page of text, in content order."""

    def __init__(self, text: object, rotation: int) -> None:
        self._text = text
        self._rotation = rotation
        self._styles: dict[int, _Style] = {}
        self._widths: dict[tuple[int, int], float] = {}

    def glyphs(self, turn: Callable[[Box], Box], paint: Paint) -> Iterator[Glyph]:
        """What the page itself draws; several characters of one place (a ligature) are one glyph."""
        text, x, y, box = self._text, c_double(), c_double(), pdfium.FS_RECTF()
        at_x, at_y, at_box = byref(x), byref(y), byref(box)
        held: Glyph | None = None
        origin, full, high = (0.0, 0.0), 0.0, 0
        for at in range(pdfium.FPDFText_CountChars(text)):
            if pdfium.FPDFText_IsGenerated(text, at) == 1:
                continue
            pdfium.FPDFText_GetCharOrigin(text, at, at_x, at_y)
            code = pdfium.FPDFText_GetUnicode(text, at)
            if 0xD800 <= code < 0xDC00:  # the second half of the character follows
                high = code
                continue
            if high and 0xDC00 <= code < 0xE000:
                code = 0x10000 + ((high - 0xD800) << 10) + code - 0xDC00
            high = 0
            char = self._char(at, code)
            if held is not None and origin == (x.value, y.value) and not char.isspace():
                held = held._replace(text=held.text + char, x1=full)
                continue
            if held is not None:
                yield held
            origin = (x.value, y.value)
            pdfium.FPDFText_GetLooseCharBox(text, at, at_box)
            known, style = self._style(at)
            x0, y0, x1, y1 = turn((box.left, box.bottom, box.right, box.top))
            full = x1
            if style.upright:
                left, base, _, _ = turn((x.value, y.value, x.value, y.value))
                y0, y1 = base - BELOW * style.size, base + ABOVE * style.size
                # The box holds what overhangs as well (an italic f) and would close the gap after it. The
                # width is that of the first glyph with this character, in rare fonts of a small capital.
                advance = self._width(known, style, code) * style.across
                x0, x1 = left, min(x1, left + advance) if advance > _OVERHANG * (x1 - left) else x1
            hidden = style.unseen or not paint.visible((x0 + x1) / 2, (y0 + y1) / 2, style.white)
            held = Glyph(char, x0, y0, x1, y1, style.size, style.upright, hidden)
        if held is not None:
            yield held

    def _char(self, at: int, code: int) -> str:
        if code < 0x20 and pdfium.FPDFText_IsHyphen(self._text, at) == 1:
            return "-"  # pdfium guesses that this one is soft; the rules of layout leave it open
        unknown = not 0 < code < 0x110000 or 0xD800 <= code < 0xE000
        return (
            UNMAPPED
            if unknown or pdfium.FPDFText_HasUnicodeMapError(self._text, at) == 1
            else readable(chr(code))
        )

    def _width(self, known: int, style: _Style, code: int) -> float:
        """The advance width in ems; infinite if the font does not say."""
        width = self._widths.get((known, code))
        if width is None:
            value = c_float()
            said = style.font and pdfium.FPDFFont_GetGlyphWidth(style.font, code, 1000.0, byref(value))
            width = value.value / 1000 if said and value.value > 0 else inf
            self._widths[known, code] = width
        return width

    def _style(self, at: int) -> tuple[int, _Style]:
        drawn = pdfium.FPDFText_GetTextObject(self._text, at)
        known = addressof(drawn.contents) if drawn else 0
        style = self._styles.get(known)
        if style is None:
            style = self._styles[known] = self._styled(at, drawn)
        return known, style

    def _styled(self, at: int, drawn: object) -> _Style:
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(self._text, at, byref(matrix))
        a, b, c, d = matrix.a, matrix.b, matrix.c, matrix.d
        for _ in range(self._rotation):
            a, b, c, d = b, -a, d, -c
        nominal = pdfium.FPDFText_GetFontSize(self._text, at)
        font = pdfium.FPDFTextObj_GetFont(drawn) if drawn else None
        unseen = bool(drawn) and pdfium.FPDFTextObj_GetTextRenderMode(drawn) in _INVISIBLE
        white = is_white(_colour(pdfium.FPDFText_GetFillColor, self._text, at), "DeviceRGB")
        upright = a > 0 and d > 0 and abs(b) <= _TURNED * a
        return _Style(font, nominal * hypot(c, d), nominal * hypot(a, b), upright, unseen, white)
