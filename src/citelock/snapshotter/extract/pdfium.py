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
from citelock.snapshotter.extract.paint import TINY, Box, Ink, Paint, alike, ink_of

NAME = f"pypdfium2 {pypdfium2.PYPDFIUM_INFO.version}, pdfium {pypdfium2.PDFIUM_INFO.build}"

_INVISIBLE = (3, 7)  # text render modes that paint nothing (ISO 32000-1, table 106)
_OUTLINED, _HOLLOW = (1, 2, 5, 6), (1, 5)  # those that draw outlines; without filling them
_OPAQUE = 0.95
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
        order = _backgrounds(page, paint, turn)
        text = pdfium.FPDFText_LoadPage(page)
        if not text:
            return Page(number + 1, bottom, top, failed=True)
        try:
            reader = _Reader(text, pdfium.FPDFPage_GetRotation(page), order)
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


def _backgrounds(page: object, paint: Paint, turn: Callable[[Box], Box]) -> dict[int, int]:
    """Tells `paint` of what the page paints; the answer numbers its text objects in the order of painting."""
    order: dict[int, int] = {}
    values = [c_float() for _ in range(4)]
    places = [byref(value) for value in values]
    for at in range(min(pdfium.FPDFPage_CountObjects(page), _MAX_OBJECTS)):
        thing = pdfium.FPDFPage_GetObject(page, at)
        kind = pdfium.FPDFPageObj_GetType(thing)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            order[addressof(thing.contents)] = len(order)
            paint.drawn(0, 0, (0.0, 0.0, 0.0, 0.0))
        if kind not in (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING):
            continue
        if not pdfium.FPDFPageObj_GetBounds(thing, *places):
            continue
        x0, y0, x1, y1 = (value.value for value in values)
        if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            paint.image(turn((x0, y0, x1, y1)), opaque=_covers(thing) and not _is_stencil(thing, page))
            continue
        if kind == pdfium.FPDF_PAGEOBJ_SHADING:
            paint.fill(turn((x0, y0, x1, y1)), None, exact=False)
            continue
        fill, stroke = c_int(), c_int()
        if pdfium.FPDFPath_GetDrawMode(thing, byref(fill), byref(stroke)) and fill.value:
            colour = _colour(pdfium.FPDFPageObj_GetFillColor, thing)
            ink = ink_of(colour[:3], "DeviceRGB")
            opaque = len(colour) == 4 and colour[3] > _OPAQUE and _covers(thing)
            paint.fill(turn((x0, y0, x1, y1)), ink, exact=_is_rectangle(thing), opaque=opaque)
    return order


def _is_rectangle(path: object) -> bool:
    """Whether a path has the corners of a box and no others; of another one is known only where it may be."""
    count = pdfium.FPDFPath_CountSegments(path)
    if count not in (4, 5):
        return False
    x, y, corners = c_float(), c_float(), set()
    for at in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(path, at)
        wanted = pdfium.FPDF_SEGMENT_LINETO if at else pdfium.FPDF_SEGMENT_MOVETO
        if pdfium.FPDFPathSegment_GetType(segment) != wanted:
            return False
        pdfium.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
        corners.add((x.value, y.value))
    return len(corners) == 4 and len({at for at, _ in corners}) == len({at for _, at in corners}) == 2


def _covers(thing: object) -> bool:
    """Whether nothing of what is below an object shows through it or beside what is clipped of it."""
    if pdfium.FPDFPageObj_HasTransparency(thing):
        return False
    clip = pdfium.FPDFPageObj_GetClipPath(thing)
    return not clip or pdfium.FPDFClipPath_CountPaths(clip) <= 0


def _is_stencil(image: object, page: object) -> bool:
    """Whether an image is a mask through which colour is painted: it says no space of colours."""
    known = pdfium.FPDF_IMAGEOBJ_METADATA()
    said = pdfium.FPDFImageObj_GetImageMetadata(image, page, byref(known))
    return not said or known.colorspace == pdfium.FPDF_COLORSPACE_UNKNOWN


def _colour(ask: Callable[..., int], *of: object) -> tuple[float, ...]:
    values = [c_uint() for _ in range(4)]
    if not ask(*of, *(byref(value) for value in values)):
        return ()
    return tuple(value.value / 255 for value in values)


class _Style(NamedTuple):
    """What all characters of one text object share; `across` is the width of an em in points."""

    font: object
    size: float
    across: float
    upright: bool
    unseen: bool
    ink: Ink | None


def _is_hidden(glyph: Glyph, ink: Ink | None, paint: Paint, string: int | None) -> bool:
    x, y = (glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2
    left, bottom, right, top = paint.bounds(glyph.size)
    if not (left <= x <= right and bottom <= y <= top) or (ink is not None and paint.on_like(x, y, ink)):
        return True
    return string is not None and paint.is_over(glyph, string)


class _Reader:
    """The characters of one page of text, in content order."""

    def __init__(self, text: object, rotation: int, order: dict[int, int]) -> None:
        self._text = text
        self._order = order
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
            held = Glyph(char, x0, y0, x1, y1, style.size, style.upright, style.unseen)
            if not held.hidden and _is_hidden(held, style.ink, paint, self._order.get(known)):
                held = held._replace(hidden=True)
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
        mode = pdfium.FPDFTextObj_GetTextRenderMode(drawn) if drawn else 0
        size, across = nominal * hypot(c, d), nominal * hypot(a, b)
        colour = _colour(pdfium.FPDFText_GetFillColor, self._text, at)
        ink, faint = ink_of(colour[:3], "DeviceRGB"), len(colour) == 4 and colour[3] < 1 - _OPAQUE
        if mode in _OUTLINED:
            line = ink_of(_colour(pdfium.FPDFText_GetStrokeColor, self._text, at)[:3], "DeviceRGB")
            ink = line if mode in _HOLLOW or ink is None or line is None or alike(ink, line) else None
        upright = a > 0 and d > 0 and abs(b) <= _TURNED * a
        unseen = mode in _INVISIBLE or faint or min(size, across) < TINY
        return _Style(font, size, across, upright, unseen, ink)
