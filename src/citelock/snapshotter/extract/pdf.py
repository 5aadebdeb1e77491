"""A PDF to the text of its snapshot: the rules of layout in their order (snapshots.md, sections 1 and 2).

A backend hands over glyphs; lines, furniture, paragraphs and joints follow, then the verdict. It puts the
pieces together and keeps account of where each came from; the rules themselves are in the modules beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citelock.snapshotter.extract import verdicts
from citelock.snapshotter.extract.blocks import paragraphs
from citelock.snapshotter.extract.cleanup import clean
from citelock.snapshotter.extract.furniture import Furniture
from citelock.snapshotter.extract.glyphs import HYPHENS
from citelock.snapshotter.extract.interface import (
    EXTRACTORS,
    MAX_HIDDEN,
    Backend,
    Extracted,
    Page,
    is_pdf,
)
from citelock.snapshotter.extract.joins import UNDECIDED, joint
from citelock.snapshotter.extract.lines import Line, page_lines

_DRAWN = 0.15  # of the size: a U+00AD of that width is seen, one without a width only allows a line break
_MASKED = 0.9  # share of a page's characters that an OCR layer hides


class _Pages:
    """What is kept of the pages as they come: lines, bounds and what the quality is measured by."""

    def __init__(self) -> None:
        self.lines: list[list[Line]] = []
        self.bounds: list[tuple[float, float]] = []
        self.failed: list[int] = []
        self.ocr: set[int] = set()
        self.counts = verdicts.Counts()
        self._hyphens = self._soft = 0

    @property
    def soft_is_hyphen(self) -> bool:
        """Whether the fonts call their hyphen a soft one: U+00AD is drawn amid lines, and hyphens hardly.

        Some producers name the glyph so. Then it says nothing at a line end either.
        """
        return self._soft > self._hyphens

    def take_with_hyphens(self, page: Page) -> None:
        """As `take`, with a hyphen for each U+00AD."""
        glyphs = [glyph._replace(text="-") if glyph.text == UNDECIDED else glyph for glyph in page.glyphs]
        self.take(page._replace(glyphs=glyphs))

    def take(self, page: Page) -> None:
        lines = page_lines(page)
        self._hyphens += sum(line.text.count(sign) for line in lines for sign in HYPHENS)
        soft = sum(line.text.count(UNDECIDED, 0, -1) for line in lines)
        if soft and any(
            glyph.text == UNDECIDED and glyph.x1 - glyph.x0 > _DRAWN * glyph.size for glyph in page.glyphs
        ):
            self._soft += soft
        self.lines.append(lines)
        self.bounds.append((page.bottom, page.top))
        if page.failed:
            self.failed.append(page.number)
        self.counts = self.counts.plus(lines)
        hidden = sum(end - start for line in lines for start, end in line.hidden)
        if hidden and page.covered and hidden >= _MASKED * sum(len(line.text) for line in lines):
            self.ocr.add(page.number)


def read(data: bytes, backend: Backend, max_pages: int) -> Extracted:
    """The text of a PDF, or the verdict why there is none."""
    if not is_pdf(data):
        return verdicts.not_pdf(data)
    pages = _Pages()
    # Bytes before the header shift every offset of the file.
    reading = backend(data[data.index(b"%PDF-") :], max_pages, pages.take)
    if pages.soft_is_hyphen:
        pages = _Pages()  # raised ones are signs, so the glyphs are looked at anew
        reading = backend(data[data.index(b"%PDF-") :], max_pages, pages.take_with_hyphens)
    verdict, message = verdicts.judge(reading, pages.counts, len(pages.lines), pages.failed)
    known = Extracted(
        verdict,
        message,
        pages_total=len(pages.lines) or None,
        pages_failed=tuple(pages.failed),
        copy_restricted=reading.copy_restricted,
        title=reading.title,
        extractor=EXTRACTORS["pdf"],
        backend=reading.backend,
    )
    return _written(known, pages) if verdict in ("ok", "partial") else known


def _written(known: Extracted, pages: _Pages) -> Extracted:
    furniture = Furniture(pages.bounds, pages.lines)
    every = [line for lines in pages.lines for line in lines]
    text = _Text(pages.ocr)
    for paragraph in paragraphs([line for line in every if line not in furniture]):
        text.add(paragraph)
    furniture_line = None
    moved = [line for line in every if line in furniture]
    if moved:
        text.blank_line()
        furniture_line = text.line
        for line in moved:
            text.add([line])
    whole, runs, hidden, removed = text.cleaned()
    return known._replace(
        text=whole,
        furniture_line=furniture_line,
        pages=runs,
        hidden=hidden,
        letters=pages.counts.letters,
        hyphen_marks=text.marks,
        unmapped=pages.counts.unmapped,
        removed=removed,
        flags=("ocr_layer",) if pages.ocr else (),
    )


class _Text:
    """The text as it grows, with the page of each piece and the places of what is hidden."""

    def __init__(self, ocr: set[int]) -> None:
        self._parts: list[str] = []
        self._at = 0
        self._ocr = ocr
        self._runs: list[tuple[int, int]] = []
        self._hidden: list[tuple[int, int]] = []
        self.line = 1
        self.marks = 0

    def add(self, paragraph: Sequence[Line]) -> None:
        """Writes lines as one paragraph."""
        last = len(paragraph) - 1
        for number, line in enumerate(paragraph):
            text, mark = line.text, ""
            if number < last:
                cut, mark = joint(text, paragraph[number + 1].text)
                text = text[:-cut] if cut else text
                self.marks += mark == "\xad"
            self._note(line, len(text))
            self._write(text + mark)
        self._write("\n")
        self.line += 1

    def blank_line(self) -> None:
        """Parts the furniture from the body."""
        self._write("\n")
        self.line += 1

    def _write(self, text: str) -> None:
        self._parts.append(text)
        self._at += len(text)

    def _note(self, line: Line, length: int) -> None:
        if not self._runs or self._runs[-1][1] != line.page:
            self._runs.append((self._at, line.page))
        if line.page in self._ocr:
            return
        for start, end in line.hidden:
            start, end = self._at + start, self._at + min(end, length)
            if self._hidden and start - self._hidden[-1][1] <= 1:  # over a line end
                self._hidden[-1] = (self._hidden[-1][0], end)
            elif start < end and len(self._hidden) < MAX_HIDDEN:
                self._hidden.append((start, end))

    def cleaned(self) -> tuple[str, tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], int]:
        """The text of the file, the runs of pages and the hidden spans in it, and what was removed."""
        offsets = [at for at, _ in self._runs] + [at for span in self._hidden for at in span]
        cleaned = clean("".join(self._parts), offsets)
        starts = cleaned.offsets[: len(self._runs)]
        ends = cleaned.offsets[len(self._runs) :]
        runs = tuple(_rising(zip(starts, (page for _, page in self._runs), strict=True)))
        hidden = tuple(span for span in zip(ends[::2], ends[1::2], strict=True) if span[0] < span[1])
        return cleaned.text, runs, hidden, cleaned.removed


def _rising(runs: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """The runs without those of which nothing was left."""
    kept: list[tuple[int, int]] = []
    for at, page in runs:
        if kept and at <= kept[-1][0]:
            kept.pop()
        if not kept or kept[-1][1] != page:
            kept.append((at, page))
    return kept
