"""What else is painted on a page, so far as it decides whether a glyph can be seen (snapshots.md, section 2).

Letters are hidden in the colour of what they stand on, outside of the page or of what is clipped, under what
is painted over them, without opacity, and where they are too small to be read. It keeps rectangles only, in
the order in which they were painted: of another shape is known where it may be, not where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from citelock.snapshotter.extract.interface import Glyph

Box = tuple[float, float, float, float]
Ink = tuple[float, float, float]  # red, green, blue from 0 to 1

TINY = 2.0  # points: smaller letters are read by nobody
_KEPT = 5000  # boxes of one page; the first ones are given up, so that a drawing of many costs no more
_THIN = 3.0  # points: a rule hides no letters
_ROW = 16.0  # points: boxes and strings are looked up by rows of this height
_MOST_ROWS = 1000
_ALIKE = 0.08  # of a colour's range: less apart, and nobody reads it
_BLACK: Ink = (0.0, 0.0, 0.0)
_PAPER: Ink = (1.0, 1.0, 1.0)
_IMAGE_COVERS = 0.6  # share of the page that an image must fill
_FAINT = 0.05  # opacity
_SLACK = 0.4  # of a glyph's size by which it may stand outside of what is clipped
_LOW, _HIGH = 0.3, 0.6  # of a glyph's height from its foot: what reaches over both covers it


class _Painted(NamedTuple):
    box: Box
    ink: Ink | None  # None: an image, a pattern
    exact: bool  # a rectangle that fills its box
    covers: bool
    after: int  # strings drawn before it


class _String(NamedTuple):
    """Glyphs drawn together: their places in the list of the page's, and the box around them."""

    start: int
    end: int
    box: Box


class _State(NamedTuple):
    clip: Box
    exact: bool = True
    alpha: float = 1.0
    plain: bool = True  # no blending, no mask: what is painted covers


class Paint:
    """The paint of one page, whose visible part is left, bottom, right, top."""

    def __init__(self, left: float, bottom: float, right: float, top: float) -> None:
        self._page = (left, bottom, right, top)
        self._boxes: list[_Painted] = []
        self._rows: dict[int, list[_Painted]] = {}
        self._inks: set[Ink] = set()
        self._strings: list[_String] = []
        self._lines: dict[int, list[int]] = {}  # strings by row
        self._state = _State(self._page)
        self._saved: list[_State] = []
        self._off = 0
        self._objects: list[tuple[_State, list[_State], int]] = []
        self._group = (1.0, True)  # opacity and `plain` of the objects around
        self._groups = [self._group]
        self.covered = False

    # -- the state of drawing --------------------------------------------------------------------------------

    def save(self) -> None:
        """What `restore` comes back to."""
        self._saved.append(self._state)

    def restore(self) -> None:
        """The state before the last `save`."""
        if self._saved:
            self._state = self._saved.pop()

    def begin_object(self, *, off: bool = False) -> None:
        """A drawing of its own, in which opacity can only be lost; it ends with `end_object`."""
        self._objects.append((self._state, self._saved, self._off))
        self._saved = []
        self._off += off
        state = self._state
        self._group = (min(self._group[0], state.alpha), self._group[1] and state.plain)
        self._groups.append(self._group)

    def end_object(self) -> None:
        """Back to what was before the object, however it left things."""
        self._state, self._saved, self._off = self._objects.pop()
        self._groups.pop()
        self._group = self._groups[-1]

    def clip(self, box: Box, *, exact: bool = True) -> None:
        """From now on nothing shows outside of this box as well; not `exact`: of a shape within it."""
        self._state = self._state._replace(
            clip=_common(self._state.clip, box), exact=exact and self._state.exact
        )

    def blend(self, alpha: float | None = None, plain: bool | None = None) -> None:
        """From now on paint has this opacity, and covers what is below or not."""
        if alpha is not None:
            self._state = self._state._replace(alpha=min(alpha, self._group[0]))
        if plain is not None:
            self._state = self._state._replace(plain=plain and self._group[1])

    def layer(self, *, off: bool) -> None:
        """Begins a layer that is not shown (off), or ends one."""
        self._off += 1 if off else -1

    # -- what is painted -------------------------------------------------------------------------------------

    def fill(self, box: Box, ink: Ink | None, *, exact: bool = True, opaque: bool = True) -> None:
        """A filled shape whose surrounding rectangle is `box`; `ink` None: of a colour that is not known."""
        state = self._state
        bare = not self._boxes and not self._strings
        if self._off or state.alpha <= _FAINT or (bare and ink is not None and alike(ink, _PAPER)):
            return
        shown = _common(_common(box, state.clip), self._page)
        if shown[2] - shown[0] < _THIN or shown[3] - shown[1] < _THIN:
            return
        if len(self._boxes) >= _KEPT:
            del self._boxes[: _KEPT // 2]
            self._rows = {}
            for each in self._boxes:
                self._in_rows(each)
        covers = opaque and state.plain and state.alpha > 1 - _FAINT
        exact = exact and state.exact
        painted = _Painted(shown, ink if covers else None, exact, covers and exact, len(self._strings))
        self._boxes.append(painted)
        if painted.ink is not None:
            self._inks.add(painted.ink)
        self._in_rows(painted)

    def _in_rows(self, painted: _Painted) -> None:
        for row in _rows(painted.box):
            self._rows.setdefault(row, []).append(painted)

    def shade(self) -> None:
        """A shading, which fills all that is not clipped away or less."""
        self.fill(self._state.clip, None, exact=False)

    def image(self, box: Box, *, opaque: bool = True) -> None:
        """An image: letters on it can be seen, whatever their colour, letters under it cannot."""
        self.fill(box, None, opaque=opaque)
        left, bottom, right, top = self._page
        width = min(box[2], right) - max(box[0], left)
        height = min(box[3], top) - max(box[1], bottom)
        if width > 0 and height > 0 and width * height > _IMAGE_COVERS * (right - left) * (top - bottom):
            self.covered = True

    # -- letters ---------------------------------------------------------------------------------------------

    def bounds(self, size: float) -> Box:
        """Where the middle of a glyph of this size may be and be seen; nowhere, if there is no opacity."""
        state = self._state
        if self._off or state.alpha <= _FAINT:
            return (1.0, 1.0, 0.0, 0.0)
        if state.clip is self._page:
            return self._page
        slack = _SLACK * size
        left, bottom, right, top = state.clip
        if left > right or bottom > top:
            return (1.0, 1.0, 0.0, 0.0)
        return _common(self._page, (left - slack, bottom - slack, right + slack, top + slack))

    def may_hide(self, ink: Ink | None) -> bool:
        """Whether letters of this colour stand on the like anywhere, so that `on_like` is to be asked."""
        if ink is None:
            return False
        return alike(ink, _PAPER) or any(alike(ink, known) for known in self._inks)

    def on_like(self, x: float, y: float, ink: Ink) -> bool:
        """Whether what was painted there last has this colour."""
        for (x0, y0, x1, y1), ground, exact, _, _ in reversed(self._rows.get(int(y // _ROW), ())):
            if x0 <= x <= x1 and y0 <= y <= y1:
                if ground is None or not alike(ink, ground):
                    return False
                if exact:
                    return True
        return alike(ink, _PAPER)

    def drawn(self, start: int, end: int, box: Box) -> None:
        """A string: its glyphs are those from `start` to `end` of the page's."""
        for row in _rows(_common(box, self._page)):
            self._lines.setdefault(row, []).append(len(self._strings))
        self._strings.append(_String(start, end, box))

    def is_over(self, glyph: Glyph, string: int) -> bool:
        """Whether a glyph of that string (from 0, in the order of `drawn`) was painted over later."""
        row = self._rows.get(int((glyph.y0 + glyph.y1) / 2 // _ROW), ())
        return any(each.covers and each.after > string and _hides(each.box, glyph) for each in row)

    def over(self, glyphs: Sequence[Glyph]) -> set[int]:
        """Which of the page's glyphs were painted over later, by their places."""
        found: set[int] = set()
        for (x0, y0, x1, y1), _, _, covers, after in self._boxes:
            if not covers or not after:
                continue
            for number in {number for row in _rows((x0, y0, x1, y1)) for number in self._lines.get(row, ())}:
                start, end, (left, bottom, right, top) = self._strings[number]
                if number >= after or left > x1 or right < x0 or bottom > y1 or top < y0:
                    continue
                for place in range(start, end):
                    if _hides((x0, y0, x1, y1), glyphs[place]):
                        found.add(place)
        return found


def _hides(box: Box, glyph: Glyph) -> bool:
    x0, y0, x1, y1 = box
    height = glyph.y1 - glyph.y0
    return (
        x0 <= (glyph.x0 + glyph.x1) / 2 <= x1
        and y0 <= glyph.y0 + _LOW * height
        and glyph.y0 + _HIGH * height <= y1
    )


def _rows(box: Box) -> range:
    low = int(box[1] // _ROW)
    return range(low, min(int(box[3] // _ROW), low + _MOST_ROWS) + 1)


def alike(one: Ink, other: Ink) -> bool:
    """Whether letters of one colour cannot be read on the other."""
    return (
        abs(one[0] - other[0]) < _ALIKE
        and abs(one[1] - other[1]) < _ALIKE
        and abs(one[2] - other[2]) < _ALIKE
    )


def ink_of(colour: object, space: str) -> Ink | None:
    """A colour of the colour space of that name in red, green and blue; None for patterns and the unknown."""
    if colour == 0 and space == "DeviceGray":  # nearly always
        return _BLACK
    numbers = [colour] if isinstance(colour, (int, float)) else colour
    if not isinstance(numbers, (tuple, list)) or not numbers:
        return None
    parts = [float(part) for part in numbers if isinstance(part, (int, float))]
    if len(parts) != len(numbers):
        return None
    if space in ("Separation", "DeviceN"):  # parts of inks: without any it is the paper
        return _PAPER if max(parts) <= _ALIKE / 2 else None
    if space not in (
        "DeviceGray",
        "CalGray",
        "ICCBased",
        "G",
        "DeviceRGB",
        "CalRGB",
        "RGB",
        "DeviceCMYK",
        "CMYK",
    ):
        return None
    if len(parts) == 1:
        return (parts[0], parts[0], parts[0])
    if len(parts) == 3:
        return (parts[0], parts[1], parts[2])
    if len(parts) == 4:
        cyan, magenta, yellow, black = parts
        return ((1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black))
    return None


def _common(one: Box, other: Box) -> Box:
    return (max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))
