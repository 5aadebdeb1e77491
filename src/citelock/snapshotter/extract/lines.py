"""Glyphs to lines of text: what stands on one line, where its words part, what is raised (snapshots.md, 2).

One page at a time, in content order but for words that were drawn out of turn (`places.py`); no line is
dropped but one drawn twice. Nothing here knows of paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from citelock.snapshotter.extract.glyphs import (
    ACCENTS,
    BELOW,
    DOTLESS,
    RAISABLE,
    RAISED,
    RAISED_MARKS,
    is_raised,
)
from citelock.snapshotter.extract.interface import Glyph, Page
from citelock.snapshotter.extract.places import ROOM, Run, in_place

_OVERLAP = 0.35  # of the lower glyph's height: less is another line
_BACK = -1.2  # glyph sizes between the end of one glyph and the start of the next on the same line
_AHEAD = 6.0
_SPACE = 0.135  # of the smaller size: a wider gap parts words; tight lines set them 0.15 apart
_TRACKED = 8  # letters from which a line can be seen to be letterspaced
_OVER = 0.2  # of the size: how far an accent may stand beside the middle of its letter
_SHARE = 0.3  # of the commonest size's glyphs
_SAME_PLACE = 0.1  # glyph sizes: the same letter drawn again there makes it bold


class Line(NamedTuple):
    """One line of a page; `size` is that of most of its glyphs, the box encloses those of that size.

    `hidden` are spans of `text`, half-open. `upright` is False for text that runs up or down the page.
    """

    page: int
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    text: str
    hidden: tuple[tuple[int, int], ...] = ()
    upright: bool = True


def page_lines(page: Page) -> list[Line]:
    """The lines of a page in content order, the turned ones among them."""
    out: list[Line] = []
    for run in in_place(list(_runs(page.glyphs))):
        for glyphs in [run.glyphs] if run.glyphs[0].upright else _turned_runs(run.glyphs):
            line = _line(page.number, glyphs)
            if line is not None and not (out and _drawn_again(out[-1], line)):
                out.append(line)
    return out


def _runs(glyphs: Iterable[Glyph]) -> Iterable[Run]:
    """The glyphs of each line; turned ones do not end the line that they stand in."""
    run: list[Glyph] = []
    turned: list[Glyph] = []
    aside: list[Run] = []  # turned ones that stand in or after the line
    gaps: list[int] = []
    low = high = tallest = end = last = seen = 0.0
    for glyph in glyphs:
        text, x0, y0, x1, y1, size, upright, _ = glyph
        if not upright:
            turned.append(glyph)
            continue
        if turned:
            aside.append(Run(turned, []))
            turned = []
        if run:
            least = size if size < tallest else tallest
            gap = x0 - end
            overlap = (y1 if y1 < high else high) - (y0 if y0 > low else low)
            if overlap > _OVERLAP * least and _BACK * last < gap < _AHEAD * last:
                if text.isspace():
                    if x1 <= end:
                        continue
                else:
                    if x0 - seen > ROOM * last:
                        gaps.append(len(run))
                    seen = x1
                run.append(glyph)
                if size > tallest:
                    low, high, tallest = y0, y1, size
                end, last = x1, size
                continue
            yield Run(run, gaps)
        yield from aside
        aside = []
        run, gaps = [glyph], []
        low, high, tallest, end, last, seen = y0, y1, size, x1, size, x1
    if run:
        yield Run(run, gaps)
    yield from aside
    if turned:
        yield Run(turned, [])


def _turned_runs(run: Sequence[Glyph]) -> Iterable[list[Glyph]]:
    """Lays text that runs up (or down) the page flat, so that the same rules make its lines."""
    steps = [
        after.y0 - before.y0 for before, after in pairwise(run) if abs(after.x0 - before.x0) < before.size
    ]
    up = sum(step > 0 for step in steps) >= sum(step < 0 for step in steps)
    flat = [
        glyph._replace(x0=glyph.y0, x1=glyph.y1, y0=-glyph.x0 - glyph.size, y1=-glyph.x0, upright=True)
        if up
        else glyph._replace(x0=-glyph.y1, x1=-glyph.y0, y0=glyph.x0, y1=glyph.x0 + glyph.size, upright=True)
        for glyph in run
    ]
    for line in _runs(flat):
        yield [glyph._replace(upright=False) for glyph in line.glyphs]


def _line(page: int, run: Sequence[Glyph]) -> Line | None:
    """The text of one run, a space wherever the gap or the producer says so; None if there is no letter."""
    run = _accented(run)
    shown = [glyph for glyph in run if not glyph.text.isspace()]
    if not shown:
        return None
    size = _usual_size(shown)
    full = [glyph for glyph in shown if glyph.size >= 0.95 * size] or shown
    base = _base(full, size)
    parts: list[str] = []
    hidden: list[tuple[int, int]] = []
    length = 0
    wide = _SPACE + _tracking(shown)
    end, last = shown[0].x0, size
    space = False
    before = shown[0]
    for glyph in run:
        text = glyph.text
        if text.isspace():
            space = space or bool(parts)
            continue
        if parts:
            if text == before.text and _again(before, glyph):
                continue
            least = glyph.size if glyph.size < last else last
            # A note's mark is no part of the word after it: "¹Department", and people quote "Department".
            marked = (
                parts[-1] in RAISED_MARKS and text.isalpha() and all(part in RAISED_MARKS for part in parts)
            )
            if space or marked or glyph.x0 - end > wide * least:
                parts.append(" ")
                length += 1
        if text in RAISABLE and is_raised(glyph.y0 + BELOW * glyph.size, glyph.size, base, size):
            text = text.translate(RAISED)
        if glyph.hidden:
            if hidden and hidden[-1][1] >= length - 1:
                hidden[-1] = (hidden[-1][0], length + len(text))
            else:
                hidden.append((length, length + len(text)))
        parts.append(text)
        length += len(text)
        end, last, space, before = glyph.x1, glyph.size, False, glyph
    text = "".join(parts)
    low, high = min(glyph.y0 for glyph in full), max(glyph.y1 for glyph in full)
    left, right = min(glyph.x0 for glyph in shown), max(glyph.x1 for glyph in shown)
    return Line(page, left, low, right, high, size, text, tuple(hidden), shown[0].upright)


def _tracking(glyphs: Sequence[Glyph]) -> float:
    """The gap that a letterspaced line has between its letters, in parts of the size; 0 for other lines."""
    gaps = [
        (glyph.x0 - before.x1) / glyph.size
        for before, glyph in pairwise(glyphs)
        if before.text.isalpha() and glyph.text.isalpha() and glyph.size
    ]
    if len(gaps) < _TRACKED or len(gaps) < 0.7 * len(glyphs):
        return 0.0
    return max(0.0, sorted(gaps)[len(gaps) // 2])


def _accented(run: Sequence[Glyph]) -> Sequence[Glyph]:
    """The run in which an accent set over a letter is a mark of it, whichever of the two comes first."""
    if not any(glyph.text in ACCENTS for glyph in run):
        return run
    out: list[Glyph] = []
    accent: Glyph | None = None
    for glyph in run:
        if accent is not None and _over(accent, glyph):
            letter = DOTLESS.get(glyph.text, glyph.text)
            out[-1] = glyph._replace(text=letter + ACCENTS[accent.text])
            accent = None
            continue
        if glyph.text in ACCENTS and out and _over(glyph, out[-1]):
            out[-1] = out[-1]._replace(text=DOTLESS.get(out[-1].text, out[-1].text) + ACCENTS[glyph.text])
            continue
        out.append(glyph)
        accent = glyph if glyph.text in ACCENTS else None
    return out


def _over(accent: Glyph, letter: Glyph) -> bool:
    """Whether an accent stands over a letter: their middles agree."""
    between = (accent.x0 + accent.x1 - letter.x0 - letter.x1) / 2
    return letter.text.isalpha() and abs(between) < _OVER * letter.size and letter.x0 < accent.x1


def _usual_size(glyphs: Sequence[Glyph]) -> float:
    """The largest size that a fair share of the glyphs has: code amid a line of text is often smaller."""
    first = glyphs[0].size
    for glyph in glyphs:
        if glyph.size != first:
            break
    else:
        return first
    counts: dict[float, int] = {}
    for glyph in glyphs:
        counts[glyph.size] = counts.get(glyph.size, 0) + 1
    return max(size for size, count in counts.items() if count >= _SHARE * max(counts.values()))


def _base(glyphs: Sequence[Glyph], size: float) -> float:
    """The base line of most glyphs of the usual size."""
    counts: dict[float, int] = {}
    for glyph in glyphs:
        if glyph.size == size:
            counts[glyph.y0] = counts.get(glyph.y0, 0) + 1
    if not counts:
        return glyphs[0].y0 + BELOW * glyphs[0].size
    return max(counts, key=lambda y: (counts[y], -y)) + BELOW * size


def _again(before: Glyph, glyph: Glyph) -> bool:
    reach = _SAME_PLACE * glyph.size
    if before.x1 - before.x0 <= reach:  # without a width, two letters stand in one place
        return False
    return abs(glyph.x0 - before.x0) < reach and abs(glyph.y0 - before.y0) < reach


def _drawn_again(before: Line, line: Line) -> bool:
    """Whether a line is the one before it, drawn once more to look bold or to throw a shadow."""
    reach = _SAME_PLACE * line.size
    return (
        line.text == before.text
        and abs(line.x0 - before.x0) < reach
        and abs(line.y0 - before.y0) < reach
        and abs(line.x1 - before.x1) < reach
    )
