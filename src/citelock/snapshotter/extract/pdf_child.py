"""The PDF backend on pdfminer.six: bytes to glyphs in content order (snapshots.md, section 2).

The only importer of pdfminer. It works below pdfminer's layout analysis, which splits justified lines, merges
narrow columns and takes memory without bound: a device of our own is handed each string as the content stream
draws it. What the glyphs mean as lines and paragraphs is not decided here.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

import pdfminer
from pdfminer.encodingdb import name2unicode
from pdfminer.pdfdevice import PDFTextDevice
from pdfminer.pdfdocument import PDFDocument, PDFEncryptionError, PDFPasswordIncorrect
from pdfminer.pdffont import CFFFont, PDFFont, PDFType1Font, PDFType3Font, PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import resolve1
from pdfminer.psparser import PSLiteral
from pdfminer.utils import apply_matrix_rect, decode_text, mult_matrix

from citelock.snapshotter.extract.codes import names_of_compact_font, publishers_signs
from citelock.snapshotter.extract.glyphs import ABOVE, BELOW, UNMAPPED, readable
from citelock.snapshotter.extract.interface import Glyph, Page, PdfReading
from citelock.snapshotter.extract.paint import TINY, Paint, alike, ink_of
from citelock.snapshotter.extract.pdf_interpreter import Interpreter, broad_line, layers_off, path_box

if TYPE_CHECKING:
    from pdfminer.pdfcolor import PDFColorSpace
    from pdfminer.pdfinterp import PDFGraphicState, PDFTextState
    from pdfminer.pdftypes import PDFStream
    from pdfminer.utils import Matrix, PathSegment, Rect

NAME = f"pdfminer.six {pdfminer.__version__}"

_INVISIBLE = (3, 7)  # text render modes that paint nothing (ISO 32000-1, table 106)
_OUTLINED, _HOLLOW = (1, 2, 5, 6), (1, 5)  # those that draw outlines; without filling them
_FAR_BACK = 500  # thousandths of an em by which a string may turn back and still run forward
_HOLES = ("ImageMask", "IM", "SMask", "Mask")  # of an image through which what is below may be seen
_TURNED = 0.1  # slope from which text is turned: an arXiv stamp, a landscape table
_ENCRYPTED = "it is encrypted and needs a password. Save a copy without one and add it with --file"


def read(data: bytes, max_pages: int, take: Callable[[Page], None]) -> PdfReading:
    """Hands over each page of the PDF; a `Backend`. The bytes begin with `%PDF-`."""
    import logging  # pdfminer has loaded it

    logging.disable(logging.CRITICAL)  # pdfminer describes every fault of a file at length
    try:
        document = PDFDocument(PDFParser(io.BytesIO(data)), caching=True)
    except PDFPasswordIncorrect:
        return PdfReading("encrypted", _ENCRYPTED, NAME)
    except PDFEncryptionError:
        return PdfReading("encrypted", "it is encrypted by a method that cannot be read here", NAME)
    except MemoryError:
        raise
    except Exception as fault:  # a third-party parser: seven kinds of exception were met
        return PdfReading("broken", f"it cannot be read as a PDF ({type(fault).__name__})", NAME)
    # Encrypted, and yet it opens without a password: its owner kept rights, whatever each bit says.
    reading = PdfReading("ok", "", NAME, document.encryption is not None, _title(document))
    device = _Device(layers_off(document))
    pages = PDFPage.create_pages(document)
    number = 0
    while True:
        try:
            page = next(pages, None)
        except MemoryError:
            raise
        except Exception as fault:
            said = f"its list of pages breaks off after page {number} ({type(fault).__name__})"
            return reading._replace(verdict="partial" if number else "broken", message=said)
        if page is None:
            return reading
        number += 1
        if number > max_pages:
            return reading._replace(verdict="resource_limit", message=f"it has more than {max_pages} pages")
        take(device.page(page, number))


def _title(document: PDFDocument) -> str:
    for known in document.info:
        try:
            title = resolve1(known.get("Title"))
            if isinstance(title, bytes):
                return " ".join(decode_text(title).split())[:500]
        except Exception:  # the title is a courtesy; a fault in it is none of the text
            return ""
    return ""


class _Resources(PDFResourceManager):
    """Keeps the entry of each font, which its own object forgets: the names of the glyphs stand in it."""

    def __init__(self) -> None:
        super().__init__(caching=True)
        self.entries: dict[int, Mapping[str, object]] = {}

    def get_font(self, objid: object, spec: Mapping[str, object]) -> PDFFont:
        """The font of that entry."""
        font = super().get_font(objid, spec)
        self.entries[id(font)] = spec
        return font


class _Font(NamedTuple):
    """A font with what is known of it; it holds the font, so that its id is not given again.

    `height` is that of a glyph in text space, 1 but for Type 3, 0 where such a font does not say. `codes` are
    the text and the width of those met so far, `meanings` the characters of codes for which pdfminer's answer
    would be a guess.
    """

    font: PDFFont
    height: float
    codes: dict[int, tuple[str, float]]
    meanings: Mapping[int, str]


class _Device(PDFTextDevice):
    """Takes what the interpreter draws and keeps it as glyphs."""

    def __init__(self, off: frozenset[int]) -> None:
        self._resources = _Resources()
        super().__init__(self._resources)
        self._glyphs: list[Glyph] = []
        self.off = off
        self.paint = Paint(0.0, 0.0, 0.0, 0.0)
        self._known: dict[int, _Font] = {}

    def page(self, page: PDFPage, number: int) -> Page:
        """The glyphs of one page, or a failed one."""
        left, bottom, right, top = _visible(page)
        self._glyphs = []
        paint = self.paint = Paint(left, bottom, right, top)
        try:
            Interpreter(self.rsrcmgr, self).process_page(page)
        except MemoryError:
            raise
        except Exception:  # whatever pdfminer stumbles over costs this page alone
            return Page(number, bottom, top, failed=True)
        glyphs = self._glyphs
        for place in paint.over(glyphs):
            glyphs[place] = glyphs[place]._replace(hidden=True)
        return Page(number, bottom, top, glyphs, covered=paint.covered)

    # -- what else is painted: it decides whether white text can be seen -------------------------------------

    def begin_figure(self, name: str, bbox: Rect, matrix: Matrix) -> None:
        """A drawing of its own shows nothing outside of its box."""
        assert self.ctm is not None
        a, b, c, d, _, _ = whole = mult_matrix(matrix, self.ctm)
        self.paint.clip(apply_matrix_rect(whole, bbox), exact=not (b or c) or not (a or d))

    def render_image(self, name: str, stream: PDFStream) -> None:
        """An image fills the unit square of the current matrix."""
        assert self.ctm is not None
        a, b, c, d, _, _ = self.ctm
        whole = (not (b or c) or not (a or d)) and not any(key in stream for key in _HOLES)
        self.paint.image(apply_matrix_rect(self.ctm, (0, 0, 1, 1)), opaque=whole)

    def paint_path(
        self,
        graphicstate: PDFGraphicState,
        stroke: bool,
        fill: bool,
        evenodd: bool,
        path: Sequence[PathSegment],
    ) -> None:
        """A filled path; of one that is no rectangle the surrounding one is near enough for a ground."""
        assert self.ctm is not None
        if not fill:
            bar = broad_line(path, self.ctm, graphicstate.linewidth) if stroke else None
            if bar is not None:
                self.paint.fill(bar, ink_of(graphicstate.scolor, graphicstate.scs.name))
            return
        found = path_box(path, self.ctm)
        if found is not None:
            box, exact = found
            self.paint.fill(box, ink_of(graphicstate.ncolor, graphicstate.ncs.name), exact=exact)

    # -- text ------------------------------------------------------------------------------------------------

    def render_string(
        self,
        textstate: PDFTextState,
        seq: Iterable[int | float | bytes],
        ncs: PDFColorSpace,
        graphicstate: PDFGraphicState,
    ) -> None:
        """One string as the content stream shows it: a glyph for each of its codes (ISO 32000-1, 9.4.4)."""
        font = textstate.font
        assert font is not None
        assert self.ctm is not None
        known = self._known.get(id(font)) or self._know(font)
        codes = known.codes
        ink = ink_of(graphicstate.ncolor, ncs.name)
        if textstate.render in _OUTLINED:
            line = ink_of(graphicstate.scolor, graphicstate.scs.name)
            ink = (
                line
                if textstate.render in _HOLLOW or ink is None or line is None or alike(ink, line)
                else None
            )
        a, b, c, d, e, f = mult_matrix(textstate.matrix, self.ctm)
        fontsize, across = textstate.fontsize, textstate.fontsize * textstate.scaling * 0.01
        down = font.is_vertical()
        spacing = textstate.charspace if down else textstate.charspace * textstate.scaling * 0.01
        word = 0.0 if font.is_multibyte() else textstate.wordspace * textstate.scaling * 0.01
        step = 0.001 * (fontsize if down else across)
        size = abs(fontsize) * hypot(c, d) * (known.height or 1.0)
        upright = not down and a * across > 0 and d * fontsize > 0 and abs(b) <= _TURNED * abs(a)
        if down:
            a, b, c, d = c, d, a, b
            across = fontsize
        at, side = textstate.linematrix[::-1] if down else textstate.linematrix
        lift = side + textstate.rise
        ex, fy = e + c * lift, f + d * lift
        below, above = BELOW * size, ABOVE * size
        glyphs, on_like, start = self._glyphs, self.paint.on_like, len(self._glyphs)
        least = min(size, abs(across) * hypot(a, b)) if known.height == 1.0 else size
        unseen = textstate.render in _INVISIBLE or (least < TINY and known.height > 0.0)
        x0, y0, x1, y1 = self.paint.bounds(size)
        delicate, back = self.paint.may_hide(ink), False
        for piece in seq:
            if not isinstance(piece, bytes):
                if isinstance(piece, (int, float)):
                    at -= piece * step
                    back = back or piece > _FAR_BACK
                continue
            for cid in font.decode(piece):
                text, width = codes.get(cid) or _code(known, cid)
                advance = width * across
                left, base = a * at + ex, b * at + fy
                right, end = left + advance * a, base + advance * b
                if upright:
                    bottom, top = base - below, base + above
                else:
                    left, right = sorted((left, right))
                    bottom, top = sorted((base, end))
                x, y = (left + right) / 2, (bottom + top) / 2
                hidden = unseen or not (x0 <= x <= x1 and y0 <= y <= y1)
                if delicate and not hidden and ink is not None:
                    hidden = on_like(x, y, ink)
                glyphs.append(Glyph(text, left, bottom, right, top, size, upright, hidden))
                at += advance + spacing
                if cid == 32:
                    at += word
        textstate.linematrix = (side, at) if down else (at, side)
        if len(glyphs) > start:
            first, final = glyphs[start], glyphs[-1]
            if upright and not back:
                box = (first.x0, first.y0, final.x1, first.y1)
            else:
                drawn = glyphs[start:]
                box = (
                    min(glyph.x0 for glyph in drawn),
                    min(glyph.y0 for glyph in drawn),
                    max(glyph.x1 for glyph in drawn),
                    max(glyph.y1 for glyph in drawn),
                )
            self.paint.drawn(start, len(glyphs), box)

    def _know(self, font: PDFFont) -> _Font:
        height = 1.0
        if isinstance(font, PDFType3Font):  # its glyphs have any unit: the box of the font tells
            height = abs((font.bbox[3] - font.bbox[1]) * font.vscale)
        meanings: Mapping[int, str] = {}
        entry = self._resources.entries.get(id(font))
        if isinstance(font, PDFType1Font) and entry is not None:
            try:
                meanings = _meanings(font, entry)
            except MemoryError:
                raise
            except Exception:  # a damaged font file costs no more than what it would have added
                meanings = {}
        self._known[id(font)] = known = _Font(font, height, {}, meanings)
        return known


def _meanings(font: PDFType1Font, entry: Mapping[str, object]) -> Mapping[int, str]:
    """The characters of codes by the names of their glyphs, where nothing better is to be had.

    So for a compact font with an encoding of its own, which pdfminer reads as if it were the standard one,
    and for the mathematical fonts of `publishers_signs`.
    """
    encoding = resolve1(entry.get("Encoding"))
    if isinstance(encoding, dict):
        return publishers_signs(font.basefont, _differences(resolve1(encoding.get("Differences"))))
    stream = resolve1(font.descriptor.get("FontFile3"))
    if encoding is not None or font.unicode_map is not None or stream is None:
        return {}
    names = names_of_compact_font(stream.get_data(), CFFFont.STANDARD_STRINGS)
    return {code: _character(name) for code, name in names.items()}


def _differences(items: object) -> dict[int, str]:
    """The names of glyphs by code, as an encoding lists them: a code, then the names from it on."""
    names: dict[int, str] = {}
    code = 0
    for item in items if isinstance(items, list) else ():
        if isinstance(item, int):
            code = item
        elif isinstance(item, PSLiteral):
            names[code] = str(item.name)
            code += 1
    return names


def _character(name: str) -> str:
    """The character of a glyph's name, U+FFFD if the name is none of the Adobe glyph list."""
    try:
        return name2unicode(name)
    except (KeyError, ValueError):
        return UNMAPPED


def _code(known: _Font, cid: int) -> tuple[str, float]:
    """The text of a code and its width in text space; looked up once for each font."""
    text = known.meanings.get(cid, "")
    if not text:
        try:
            text = known.font.to_unichr(cid)
        except PDFUnicodeNotDefined:
            text = ""
    known.codes[cid] = found = (readable(text), known.font.char_width(cid))
    return found


def _visible(page: PDFPage) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of what a reader sees of the page, in the coordinates of its glyphs."""
    left, bottom, right, top = page.mediabox
    x0, y0, x1, y1 = page.cropbox
    x0, y0, x1, y1 = max(x0, left), max(y0, bottom), min(x1, right), min(y1, top)
    if x0 >= x1 or y0 >= y1:
        x0, y0, x1, y1 = page.mediabox
    if page.rotate == 90:
        return y0 - bottom, right - x1, y1 - bottom, right - x0
    if page.rotate == 180:
        return right - x1, top - y1, right - x0, top - y0
    if page.rotate == 270:
        return top - y1, x0 - left, top - y0, x1 - left
    return x0 - left, y0 - bottom, x1 - left, y1 - bottom
