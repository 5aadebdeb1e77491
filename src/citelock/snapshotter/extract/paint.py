"""What else is painted on a page, so far as it decides whether a glyph can be seen (snapshots.md, section 2).

White letters are hidden on white paper and plain to see on a dark box. It keeps rectangles only, in the order
in which they were painted; shadings, clipping and transparency are not followed.
"""

from __future__ import annotations

Box = tuple[float, float, float, float]

_KEPT = 400  # boxes of one page; the first ones are given up, so that a drawing of many costs no more
_WHITE = 0.97  # from this on a component of gray or RGB looks white
_INK = 0.03  # up to this a component of CMYK looks like none
_COVERED = 0.6  # share of the page that an image must fill


class Paint:
    """The backgrounds of one page, whose visible part is left, bottom, right, top."""

    def __init__(self, left: float, bottom: float, right: float, top: float) -> None:
        self._page = (left, bottom, right, top)
        self._boxes: list[tuple[Box, bool]] = []
        self.covered = False

    def fill(self, box: Box, *, white: bool) -> None:
        """A filled shape whose surrounding rectangle is `box`."""
        if white and not self._boxes:
            return
        if len(self._boxes) >= _KEPT:
            del self._boxes[: _KEPT // 2]
        self._boxes.append((box, white))

    def image(self, box: Box) -> None:
        """An image: letters on it can be seen, whatever their colour."""
        self.fill(box, white=False)
        left, bottom, right, top = self._page
        width = min(box[2], right) - max(box[0], left)
        height = min(box[3], top) - max(box[1], bottom)
        if width > 0 and height > 0 and width * height > _COVERED * (right - left) * (top - bottom):
            self.covered = True

    def visible(self, x: float, y: float, white: bool) -> bool:
        """Whether a glyph with its middle there is on the page, and if `white`, on something darker."""
        left, bottom, right, top = self._page
        if not (left <= x <= right and bottom <= y <= top):
            return False
        if not white:
            return True
        for (x0, y0, x1, y1), light in reversed(self._boxes):
            if x0 <= x <= x1 and y0 <= y <= y1:
                return not light
        return False


def is_white(colour: object, space: str) -> bool:
    """Whether a colour of the colour space of that name is white or nearly so; unknown ones are not."""
    if isinstance(colour, (int, float)):
        return space in ("DeviceGray", "CalGray", "ICCBased", "G") and colour >= _WHITE
    if not isinstance(colour, (tuple, list)):
        return False
    numbers = [number for number in colour if isinstance(number, (int, float))]
    if len(numbers) != len(colour):
        return False
    if len(numbers) == 3:
        return space in ("DeviceRGB", "CalRGB", "ICCBased", "RGB") and min(numbers) >= _WHITE
    return len(numbers) == 4 and space in ("DeviceCMYK", "ICCBased", "CMYK") and max(numbers) <= _INK
