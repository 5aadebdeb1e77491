"""What a page carries besides the text: running heads, page numbers, stamps (snapshots.md, section 2.3).

Whole lines only, and nothing is lost: the assembly puts them behind the body. A line that stands on one page
alone is never taken for a running head, unless it is a lone page number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from citelock.snapshotter.extract.lines import Line

_OUTER = 0.13  # share of the page's height at its top and at its foot
_ROWS = 4  # outermost rows of each end that are looked at
_SAME_HEIGHT = 4.0  # points
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"\b[ivxlcdm]+\b", re.I)
_PAGE_NUMBER = re.compile(
    r"(?:page|p\.|seite|стр\.|с\.|pág\.|página|第)?\s?[-–—\[(|·]?\s?(?:\d{1,5}|[ivxlcdm]{1,8}|[A-Z]\.?\d{1,4})"
    r"(?:\s?(?:/|of|von|sur|de|из|\|)\s?\d{1,5})?\s?[-–—\])|·]?\s?(?:页)?",
    re.I,
)


class Furniture:
    """Which lines of a document are furniture; `bounds` (bottom, top) and `lines` are one for each page."""

    def __init__(self, bounds: Sequence[tuple[float, float]], lines: Sequence[Sequence[Line]]) -> None:
        self._lines: set[int] = set()
        candidates: dict[str, list[tuple[float, Line]]] = {}
        for (bottom, top), on_page in zip(bounds, lines, strict=True):
            for line, height in _outer(on_page, bottom, top):
                if _PAGE_NUMBER.fullmatch(line.text):
                    self._lines.add(id(line))
                else:
                    candidates.setdefault(_masked(line.text), []).append((height, line))
        for alike in candidates.values():
            self._take_recurring(alike)

    def __contains__(self, line: Line) -> bool:
        """Whether this very line is furniture."""
        return not line.upright or id(line) in self._lines

    def _take_recurring(self, alike: list[tuple[float, Line]]) -> None:
        """Those of equal (masked) text that stand at the same height on two pages or more."""
        alike.sort(key=lambda item: (item[0], item[1].page))
        start = 0
        for at in range(1, len(alike) + 1):
            if at < len(alike) and alike[at][0] - alike[at - 1][0] <= _SAME_HEIGHT:
                continue
            if len({line.page for _, line in alike[start:at]}) > 1:
                self._lines.update(id(line) for _, line in alike[start:at])
            start = at


def _outer(lines: Sequence[Line], bottom: float, top: float) -> list[tuple[Line, float]]:
    """The lines near the head and the foot of the page, in its outermost rows, with their height."""
    upright = [line for line in lines if line.upright]
    margin = _OUTER * (top - bottom)
    out: list[tuple[Line, float]] = []
    head = sorted((line for line in upright if line.y1 >= top - margin), key=lambda line: -line.y1)
    foot = sorted((line for line in upright if line.y0 <= bottom + margin), key=lambda line: line.y0)
    for end in (head, foot):
        row, seen = None, 0
        for line in end:
            middle = (line.y0 + line.y1) / 2
            if row is None or abs(middle - row) > line.size / 2:
                row, seen = middle, seen + 1
            if seen > _ROWS:
                break
            out.append((line, line.y0))
    return out


def _masked(text: str) -> str:
    return _ROMAN.sub("#", _DIGITS.sub("#", text)).casefold()
