"""Which declarations of a style sheet bear on whether words are seen, and which values of theirs are valid.

A browser passes over a declaration that it does not understand: the one before it stays in force, so
`display:none;display:shown` hides.
"""

from __future__ import annotations

from citelock.snapshotter.extract.css import colour, function, ident, number
from citelock.snapshotter.extract.selectors import Tokens

_ANYWAY = frozenset("inherit initial unset revert revert-layer".split())
_WORDS = {
    "display": frozenset(
        "none block inline inline-block flex inline-flex grid inline-grid flow flow-root contents list-item"
        " table inline-table table-row table-cell table-column table-caption table-row-group"
        " table-header-group table-footer-group table-column-group ruby ruby-base ruby-text math run-in"
        " -webkit-box -webkit-flex -webkit-inline-box -moz-box -ms-flexbox -ms-grid".split()
    ),
    "visibility": frozenset("visible hidden collapse".split()),
    "content-visibility": frozenset("visible hidden auto".split()),
    "position": frozenset("static relative absolute fixed sticky -webkit-sticky".split()),
    **dict.fromkeys(
        ("overflow", "overflow-x", "overflow-y"), frozenset("visible hidden clip scroll auto overlay".split())
    ),
    **dict.fromkeys(
        ("background-clip", "-webkit-background-clip"),
        frozenset(("border-box", "padding-box", "content-box", "text")),
    ),
}
_LENGTHS = frozenset(
    "opacity font-size left right top bottom inset height max-height width max-width text-indent margin-left"
    " margin-top padding padding-top padding-bottom scale".split()
)
_LENGTH_WORDS = frozenset(
    "auto none normal small medium large x-small xx-small x-large xx-large xxx-large smaller larger"
    " min-content max-content fit-content hanging each-line".split()
)
_COLOURS = frozenset(("color", "background-color"))
_OTHERS = frozenset(
    "font background background-image -webkit-text-fill-color clip clip-path transform filter".split()
)


def is_wanted(name: str, tokens: Tokens) -> bool:
    """Whether a declaration may hide or show, and a browser understands it: it passes over any other."""
    if not tokens:
        return False
    if ident(tokens[0]) in _ANYWAY or function(tokens[0]) is not None:
        return name in _WORDS or name in _LENGTHS or name in _COLOURS or name in _OTHERS
    if name in _WORDS:
        return all(ident(token) in _WORDS[name] for token in tokens)
    if name in _LENGTHS:
        return all(number(token) or function(token) or ident(token) in _LENGTH_WORDS for token in tokens)
    if name in _COLOURS:
        return len(tokens) == 1 and (colour(tokens[0]) is not None or ident(tokens[0]) == "currentcolor")
    return name in _OTHERS
