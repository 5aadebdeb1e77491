"""Text from outside in a page: nothing of it is markup, nothing of it is invisible or turns words round."""

from __future__ import annotations

from html import escape

from citelock.checks.canonical import escaped
from citelock.cli.output.plain import harmless


def text(value: str, limit: int = 20_000) -> str:
    r"""The value as the content of an element; what cannot be seen is shown as `\u{202e}`."""
    return escape(escaped(harmless(_cut(value, limit))), quote=True)


def attribute(value: str, limit: int = 2000) -> str:
    """The value between the quotation marks of an attribute, on one line."""
    return escape(" ".join(escaped(harmless(_cut(value, limit))).split()), quote=True)


def _cut(value: str, limit: int) -> str:
    return value if len(value) <= limit else value[: limit - 1] + "…"
