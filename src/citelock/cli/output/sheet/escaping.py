"""Text from outside in a page: nothing of it is markup, nothing of it is invisible or turns words round."""

from __future__ import annotations

from html import escape

from citelock.cli.output.plain import unsafe_but_line_ends

_ESCAPED = "<bdi class=odd>{}</bdi>"


def text(value: str, limit: int = 20_000) -> str:
    """The value as the content of an element; what cannot be seen is shown as `U+202E`."""
    cut = value[:limit] + ("…" if len(value) > limit else "")
    plain = escape(cut, quote=True)
    if not plain.isascii() or not plain.isprintable():
        plain = unsafe_but_line_ends().sub(lambda sign: _ESCAPED.format(f"U+{ord(sign[0]):04X}"), plain)
    return plain


def attribute(value: str, limit: int = 2000) -> str:
    """The value between the quotation marks of an attribute."""
    cut = value[:limit]
    if not cut.isprintable():
        cut = "".join(char if char.isprintable() else " " for char in cut)
    return escape(cut, quote=True)
