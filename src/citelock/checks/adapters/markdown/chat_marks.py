"""Markers that only the chat can resolve in which an answer was written, copied without their links.

ChatGPT has its own signs around `cite` and `turn0search1`, which some programs lose on the way, and wrote
`:contentReference[oaicite:3]{index=3}` before. They are markers like others: without a list they lead
nowhere.
"""

from __future__ import annotations

import re

from citelock.checks.adapters.markdown.markers import Reading

_ID = r"turn[0-9]{1,3}[a-z]{2,12}[0-9]{1,4}"
BEGINS = r"\ue200|(?<!\w):contentReference\[|(?<![A-Za-z])(?:file)?cite(?=turn[0-9])"
_MARK = re.compile(
    r"\ue200[a-z_]{1,20}(?:\ue202[^\ue200-\ue202\n]{1,80}){1,40}\ue201"
    rf"|(?:file)?cite(?:{_ID}){{1,40}}"
    r"|:contentReference\[oaicite:[0-9]{1,4}\](?:\{index=[0-9]{1,4}\})?"
)
_EACH = re.compile(rf"{_ID}|oaicite:[0-9]{{1,4}}")


def chat_mark(text: str, start: int) -> tuple[Reading, int] | None:
    """The marker of a chat that begins at `start`, and its end.

    >>> reading, end = chat_mark("citeturn0search1turn2view0 and", 0)
    >>> reading.labels, end
    (('turn0search1', 'turn2view0'), 26)
    """
    match = _MARK.match(text, start)
    labels = tuple(dict.fromkeys(_EACH.findall(match[0]))) if match else ()
    return (Reading(labels, is_footnote=True), match.end()) if match and labels else None


def in_brackets(inside: str) -> Reading | None:
    """The same in brackets: `[oaicite:3]`, `【turn0search1】`."""
    return Reading((inside,), is_footnote=True) if _EACH.fullmatch(inside) else None
