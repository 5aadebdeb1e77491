"""Words that are drawn out of turn, put where they are seen: content order is a habit, not a rule of PDF.

A line may have room for a word that is drawn before or after it, upside down or in a mirror: without it the
line would say something else (snapshots.md, section 2.1). Only what stands within such room, or right at the
end of a line, is moved; whatever else is out of order stays where its producer drew it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from citelock.snapshotter.extract.glyphs import ABOVE, BELOW
from citelock.snapshotter.extract.interface import Glyph

ROOM = 0.5  # glyph sizes between two glyphs of a line: there may stand another
_ROW = 6.0  # points: runs are looked up by rows of this height
_EDGE = 0.35  # glyph sizes by which a word may reach over the room that it stands in
_OVERLAP = 0.35  # of the lower one's height: less is another line
_LONGEST = 60  # glyphs of what is moved: more is a line of its own
_LEVEL = 0.1  # of the size: base lines that differ by less are one
_NEXT = (-0.15, 0.45)  # glyph sizes from the end of a line to a word that goes on with it
_MOST = 50  # runs of one row that are looked at


class Run(NamedTuple):
    """The glyphs of one line in content order, spaces among them; turned ones all or none.

    `gaps` are the places of glyphs before which there is room for another.
    """

    glyphs: list[Glyph]
    gaps: list[int]


class _Extent(NamedTuple):
    x0: float
    x1: float
    y0: float
    y1: float
    size: float
    upright: bool
    length: int


def in_place(runs: list[Run]) -> list[Run]:
    """The runs of a page in their order, with those that belong into another or to its end put there."""
    extents = [_extent(run) for run in runs]
    rows = _Rows(extents)
    inserted: dict[int, list[tuple[int, int]]] = {}  # of a run: places in it, and what goes there
    gone: set[int] = set()
    for number, run in enumerate(runs):
        for place in run.gaps:
            for other in rows.beside(run.glyphs[place], number):
                if other not in gone and other not in inserted and _stands_in(extents[other], run, place):
                    inserted.setdefault(number, []).append((place, other))
                    gone.add(other)
    for number, own in enumerate(extents):
        if own is None or not own.upright or own.length > _LONGEST or number in gone or number in inserted:
            continue
        found = _continued(own, number, extents, rows, gone)
        if found is not None:
            line, place = found
            inserted.setdefault(line, []).append((place if place == 0 else len(runs[line].glyphs), number))
            gone.add(number)
    if not gone:
        return runs
    return [
        run if number not in inserted else _joined(run, inserted[number], runs)
        for number, run in enumerate(runs)
        if number not in gone
    ]


class _Rows:
    """Which runs stand at a height."""

    def __init__(self, extents: Sequence[_Extent | None]) -> None:
        self._extents = extents
        self._rows: dict[int, list[int]] = {}
        for number, extent in enumerate(extents):
            if extent is not None and extent.length <= _LONGEST * 4:
                row = self._rows.setdefault(int((extent.y0 + extent.y1) / 2 // _ROW), [])
                if len(row) < _MOST:
                    row.append(number)

    def beside(self, glyph: Glyph | _Extent, but: int) -> Iterable[int]:
        """The runs at the height of a glyph or a run, nearly."""
        row = int((glyph.y0 + glyph.y1) / 2 // _ROW)
        for near in (row - 1, row, row + 1):
            for number in self._rows.get(near, ()):
                if number != but:
                    yield number


def _extent(run: Run) -> _Extent | None:
    glyphs = run.glyphs
    first = next((glyph for glyph in glyphs if not glyph.text.isspace()), None)
    if first is None:
        return None
    final = next(glyph for glyph in reversed(glyphs) if not glyph.text.isspace())
    if first.upright:
        return _Extent(first.x0, final.x1, first.y0, first.y1, first.size, True, len(glyphs))
    x0, x1 = min(glyph.x0 for glyph in glyphs), max(glyph.x1 for glyph in glyphs)
    y0, y1 = min(glyph.y0 for glyph in glyphs), max(glyph.y1 for glyph in glyphs)
    if y1 - y0 < first.size:  # of turned glyphs the base line is known, not the height
        y0, y1 = y0 - BELOW * first.size, y1 + ABOVE * first.size
    return _Extent(x0, x1, y0, y1, first.size, False, len(glyphs))


def _stands_in(extent: _Extent | None, run: Run, place: int) -> bool:
    """Whether something stands in the room before a glyph of a run."""
    if extent is None or extent.length > _LONGEST:
        return False
    after = run.glyphs[place]
    before = next((glyph for glyph in reversed(run.glyphs[:place]) if not glyph.text.isspace()), None)
    if before is None:
        return False
    edge = _EDGE * after.size
    if extent.x0 < before.x1 - edge or extent.x1 > after.x0 + edge:
        return False
    overlap = min(extent.y1, after.y1) - max(extent.y0, after.y0)
    return overlap > _OVERLAP * min(extent.size, after.size)


def _continued(
    own: _Extent, number: int, extents: Sequence[_Extent | None], rows: _Rows, gone: set[int]
) -> tuple[int, int] | None:
    """The longer run that this one goes on with, or before: its number, and 0 or 1 for its begin or end."""
    near, far = _NEXT[0] * own.size, _NEXT[1] * own.size
    for other in rows.beside(own, number):
        line = extents[other]
        if line is None or not line.upright or other in gone:
            continue
        if (line.length, number) <= (own.length, other):  # the longer one stays, of two the first
            continue
        if abs(line.y0 - own.y0) > _LEVEL * own.size or abs(line.size - own.size) > _LEVEL * own.size:
            continue
        if near < own.x0 - line.x1 < far:
            return other, 1
        if near < line.x0 - own.x1 < far:
            return other, 0
    return None


def _joined(run: Run, inserted: list[tuple[int, int]], runs: Sequence[Run]) -> Run:
    glyphs: list[Glyph] = []
    at = 0
    for place, number in sorted(inserted, key=lambda each: (each[0], runs[each[1]].glyphs[0].x0)):
        glyphs += run.glyphs[at:place]
        beside = run.glyphs[min(place, len(run.glyphs) - 1)]
        glyphs += _laid_flat(runs[number].glyphs, beside)
        at = place
    return Run(glyphs + run.glyphs[at:], [])


def _laid_flat(glyphs: list[Glyph], beside: Glyph) -> list[Glyph]:
    """Glyphs that join a line; turned ones as if they stood upright in it, from left to right."""
    if glyphs[0].upright:
        return glyphs
    if glyphs[-1].x0 < glyphs[0].x0 - 0.3 * glyphs[0].size:  # in a mirror, or upside down
        glyphs = glyphs[::-1]
    return [glyph._replace(y0=beside.y0, y1=beside.y1, size=beside.size, upright=True) for glyph in glyphs]
