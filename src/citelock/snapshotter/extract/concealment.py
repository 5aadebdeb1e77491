"""What a page's own style hides from its reader (snapshots.md, section 3): it is marked, never dropped.

Hidden is what does not show when the page has loaded: not displayed, without size, clipped or moved away, or
in the colour of its ground. What opens at a touch (a menu, the next tab) is hidden by this measure, as a
`dialog` is; only `details` and `hidden="until-found"` are meant to be found. Sheets in other files are not
read: where there are some, no ground is taken for white that is not said to be.
"""

from __future__ import annotations

from typing import NamedTuple

from citelock.snapshotter.extract.css import (
    Colour,
    Sheets,
    Value,
    colour,
    colour_of_word,
    function,
    ident,
    number,
)
from citelock.snapshotter.extract.declarations import is_wanted
from citelock.snapshotter.extract.selectors import Tokens
from citelock.snapshotter.extract.tree import Element

_WHITE: Colour = (1.0, 1.0, 1.0, 1.0)
_BLACK: Colour = (0.0, 0.0, 0.0, 1.0)
_ALIKE = 0.08  # of a colour's range: less apart, and nobody reads it
_FAINT = 0.05  # opacity
_TINY = 2.0  # pixels
_AWAY = 999.0  # pixels: farther is beside every screen
_PIXELS = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945, "rem": 16.0}
_SCREEN = {"em": 16.0, "ex": 8.0, "ch": 8.0, "vw": 12.0, "vh": 8.0, "%": 10.0}  # about
_INLINE = ("inline", "contents", "ruby", "inherit", "initial", "unset", "revert", "math")
_FALLBACK = frozenset("video audio canvas progress meter".split())  # what they hold is for other browsers

_DRAWN = frozenset("svg g text tspan a foreignobject".split())
_NOTHING = frozenset("0 0.0 .0 0% 0.00 0.01 .01".split())


class Seen(NamedTuple):
    """What an element hands down to those inside it; None: not known.

    `size` is that of its letters in pixels.
    """

    ink: Colour | None = _BLACK
    ground: Colour | None = _WHITE
    size: float = 16.0
    visible: bool = True

    @property
    def concealed(self) -> bool:
        """Whether letters that look so are seen by nobody; an element inside may look otherwise."""
        return not self.visible or self.size < _TINY or (self.ink is not None and self._on_like())

    def _on_like(self) -> bool:
        ink, ground = self.ink, self.ground
        if ink is None or ground is None:
            return False
        apart = max(abs(one - other) for one, other in zip(ink[:3], ground[:3], strict=True))
        return ink[3] <= _FAINT or apart < _ALIKE


class Look(NamedTuple):
    """How one element looks: `seen` is handed down, `hidden` holds for all inside it, `block` ends a line."""

    seen: Seen
    hidden: bool = False
    block: bool = False

    @property
    def of_root(self) -> Look:
        """That of the page as a whole: hidden until a script has run, and what the reader saw was not."""
        seen = self.seen._replace(visible=True, size=max(self.seen.size, _TINY))
        return Look(seen._replace(ink=None) if seen.concealed else seen)


class Concealment:
    """Judges the elements of one page."""

    def __init__(self, root: Element) -> None:
        self._sheets = Sheets(root, is_wanted)
        self.start = Seen(ground=None if self._sheets.linked else _WHITE)

    def look(self, element: Element, around: Seen) -> Look:
        """How an element looks that stands in others which hand down `around`."""
        declared = self._sheets.declared(element)
        tag = str(element.tag)
        hidden = _by_itself(element, tag, declared)
        seen = _old_colours(element, tag, around)
        if not declared:
            return Look(seen, hidden)
        seen = _handed_down(declared, seen)
        display = _word(declared, "display")
        block = bool(display) and declared["display"].inline and not display.startswith(_INLINE)
        return Look(seen, hidden or _hides(declared, display), block and display != "none")


def _by_itself(element: Element, tag: str, declared: dict[str, Value]) -> bool:
    """Whether an element is hidden without a style; one that gives it a display shows it."""
    if tag in _FALLBACK or (tag == "object" and element.get("data")):
        return True
    if tag in _DRAWN and (
        element.get("display") == "none"
        or element.get("visibility") in ("hidden", "collapse")
        or (element.get("opacity") or "1").strip() in _NOTHING
        or ((element.get("fill") or "").strip() in ("none", "transparent") and tag in ("text", "tspan"))
    ):
        return True
    shut = element.get("hidden") not in (None, "until-found") or element.get("popover") is not None
    if shut or (tag == "dialog" and element.get("open") is None):
        return "display" not in declared or declared["display"].doubtful
    return False


def _old_colours(element: Element, tag: str, around: Seen) -> Seen:
    if tag == "font" and element.get("color"):
        around = around._replace(ink=colour_of_word(element.get("color") or ""))
    if element.get("bgcolor"):
        around = around._replace(ground=colour_of_word(element.get("bgcolor") or ""))
    if tag == "body" and element.get("text"):
        around = around._replace(ink=colour_of_word(element.get("text") or ""))
    return around._replace(ground=None) if element.get("background") else around


def _handed_down(declared: dict[str, Value], around: Seen) -> Seen:
    seen = around._replace(ground=_ground(declared, around.ground))
    if "color" in declared:
        value = declared["color"]
        word = _word(declared, "color")
        if word not in ("inherit", "unset", "currentcolor"):
            seen = seen._replace(ink=None if value.doubtful else colour(_first(value.tokens)))
    clips = [_word(declared, name) for name in ("background-clip", "-webkit-background-clip")]
    if "text" in clips or "-webkit-text-fill-color" in declared:
        seen = seen._replace(ink=None)  # letters cut out of their ground are seen
    if "visibility" in declared:
        word = _word(declared, "visibility")
        if word in ("hidden", "collapse", "visible", "initial"):
            seen = seen._replace(visible=word in ("visible", "initial"))
        elif declared["visibility"].doubtful:
            seen = seen._replace(visible=around.visible)
    return seen._replace(size=_size(declared, around.size))


def _ground(declared: dict[str, Value], around: Colour | None) -> Colour | None:
    """The colour on which letters stand; None where an image or something unknown is behind them."""
    ground = around
    for name in ("background", "background-color", "background-image"):
        if name not in declared:
            continue
        value = declared[name]
        if value.doubtful:
            return None
        for token in value.tokens:
            called = function(token)
            painted = colour(token)
            if painted is not None and painted[3] > _FAINT:
                ground = painted if painted[3] > 1 - _FAINT else None
            elif painted is None and (getattr(token, "type", "") == "url" or (called and called[0] != "rgb")):
                return None
    return ground


def _size(declared: dict[str, Value], around: float) -> float:
    for name in ("font-size", "font"):
        if name in declared and not declared[name].doubtful:
            for token in declared[name].tokens:
                found = number(token)
                if found is None:
                    if name == "font-size":
                        return around if ident(token) in ("inherit", "unset", "smaller", "larger") else 16.0
                    continue
                value, unit = found
                if unit in ("em", "%"):
                    return around * (value if unit == "em" else value / 100)
                if unit in _PIXELS or value == 0:
                    return value * _PIXELS.get(unit, 0.0)
                if name == "font-size":
                    return 16.0
        elif name in declared:
            return 16.0
    return around


def _hides(declared: dict[str, Value], display: str) -> bool:
    """Whether what an element declares hides it with all that is inside."""
    if display == "none" or _word(declared, "content-visibility") == "hidden":
        return True
    faint = _amount(declared, "opacity")
    if faint is not None and faint[0] / (100 if faint[1] == "%" else 1) <= _FAINT:
        return True
    placed = _word(declared, "position") in ("absolute", "fixed")
    if _moved_away(declared, placed) or _clipped(declared, placed) or _shrunk(declared):
        return True
    overflow = {_word(declared, name) for name in ("overflow", "overflow-x", "overflow-y")}
    padded = any(_pixels(declared, name) or 0 for name in ("padding", "padding-top", "padding-bottom"))
    if overflow & {"hidden", "clip"} and not padded:  # a padded box without height holds a picture or a film
        for name in ("height", "max-height", "width", "max-width"):
            length = _pixels(declared, name)
            if length is not None and length < _TINY:
                return True
    return False


def _moved_away(declared: dict[str, Value], placed: bool) -> bool:
    names = ["text-indent", "margin-left", "margin-top"]
    if placed or _word(declared, "position") == "relative":
        names += ["left", "top", "right", "bottom", "inset"]
    for name in names:
        length = _pixels(declared, name)
        if length is not None and (length < -_AWAY or (name in ("left", "top") and length > 5 * _AWAY)):
            return True
    for called, arguments in _functions(declared, "transform"):
        if called.startswith("translate"):
            lengths = [_length(argument) for argument in arguments]
            if any(length is not None and length < -_AWAY for length in lengths):
                return True
    return False


def _clipped(declared: dict[str, Value], placed: bool) -> bool:
    if placed:
        for called, arguments in _functions(declared, "clip"):
            lengths = [_length(one) for one in arguments if number(one) is not None]
            if called == "rect" and len(lengths) == 4 and None not in lengths:
                top, right, bottom, left = (length or 0.0 for length in lengths)
                if bottom - top < _TINY or right - left < _TINY:
                    return True
    for called, arguments in _functions(declared, "clip-path"):
        numbers = [found for found in map(number, arguments) if found is not None]
        if called == "inset" and numbers and numbers[0][1] == "%" and numbers[0][0] >= 50:
            return True
        if called in ("circle", "ellipse") and numbers and numbers[0][0] == 0:
            return True
    return False


def _shrunk(declared: dict[str, Value]) -> bool:
    for called, arguments in (*_functions(declared, "transform"), *_functions(declared, "filter")):
        numbers = [found[0] for found in map(number, arguments) if found is not None]
        if (
            called in ("scale", "scalex", "scaley", "scale3d", "opacity")
            and numbers
            and min(numbers) <= _FAINT
        ):
            return min(numbers) > -_FAINT
    scaled = _amount(declared, "scale")
    return scaled is not None and abs(scaled[0]) <= _FAINT


def _first(tokens: Tokens) -> object:
    return tokens[0] if tokens else None


def _certain(declared: dict[str, Value], name: str) -> Tokens:
    value = declared.get(name)
    return () if value is None or value.doubtful else value.tokens


def _word(declared: dict[str, Value], name: str) -> str:
    return ident(_first(_certain(declared, name)))


def _amount(declared: dict[str, Value], name: str) -> tuple[float, str] | None:
    return number(_first(_certain(declared, name)))


def _functions(declared: dict[str, Value], name: str) -> list[tuple[str, Tokens]]:
    return [called for called in map(function, _certain(declared, name)) if called is not None]


def _length(token: object) -> float | None:
    found = number(token)
    if found is None:
        return None
    value, unit = found
    if unit in _PIXELS:
        return value * _PIXELS[unit]
    if unit in _SCREEN:
        return value * _SCREEN[unit]
    return 0.0 if value == 0 else None


def _pixels(declared: dict[str, Value], name: str) -> float | None:
    return _length(_first(_certain(declared, name)))
