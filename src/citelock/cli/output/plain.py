"""Text from outside made safe for a terminal or a log: one line, nothing invisible or controlling, cut.

It knows nothing of findings or reports. Markup escapes of one target (workflow commands, Markdown, HTML)
belong to that target's formatter, which begins with these functions (action.md, section 7).
"""

from __future__ import annotations

import os
import re
from functools import cache

TITLE_LIMIT = 120  # characters shown of a title, name or other short value (action.md, section 7)
QUOTE_LIMIT = 300  # characters shown of a quotation or passage


@cache
def _unsafe() -> re.Pattern[str]:
    """What can hide text, move the cursor or forge a line, compiled when there is outside text to print.

    C0, C1, line separators, bidi controls, zero-width characters, BOM, interlinear marks, tags, lone
    surrogates.
    """
    return re.compile(
        "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
        "\ufff9-\ufffb\U000e0000-\U000e007f]"
    )


@cache
def _unsafe_but_line_ends() -> re.Pattern[str]:
    """The same without tab, line feed and form feed, and without the optional hyphen, which texts hold."""
    return re.compile(
        "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u061c\u180e\u200e-\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff"
        "\ufff9-\ufffb\U000e0000-\U000e007f\r]"
    )


@cache
def _escaped_bytes() -> re.Pattern[str]:
    """What Python makes of bytes in a path that the locale's encoding cannot read (PEP 383)."""
    return re.compile("[\udc80-\udcff]+")


def readable_path(path: str) -> str:
    r"""A path as it reads in UTF-8, whatever the locale decoded it as; bytes that are not UTF-8 as `\xNN`."""
    return path if path.isascii() else os.fsencode(path).decode("utf-8", errors="backslashreplace")


def _as_utf8(match: re.Match[str]) -> str:
    return match[0].encode("utf-8", "surrogateescape").decode("utf-8", errors="backslashreplace")


def _escape(match: re.Match[str]) -> str:
    return f"\\u{{{ord(match[0]):x}}}"


def harmless(text: str) -> str:
    r"""A text of many lines as it is, but for what moves a cursor or turns words round, as `\u{…}`."""
    return _unsafe_but_line_ends().sub(_escape, text)


def plain(text: str, limit: int = QUOTE_LIMIT) -> str:
    r"""`text` on one line: unsafe characters as `\u{…}`, at most `limit` characters, then an ellipsis."""
    cut = text[:limit]
    if not cut.isprintable():
        cut = _unsafe().sub(_escape, _escaped_bytes().sub(_as_utf8, cut))
    return cut + "…" if len(text) > limit else cut
