"""Quotation marks that are typed as two signs: ``…'' as in LaTeX, ''…'' as in wikis, ,,…'' and <<…>>.

Two back-ticks are code in Markdown as well, and '' is an empty string in code, so only pairs count.
"""

from __future__ import annotations

import re

_RUN = re.compile("`+|'+|,+|<+|>+")
_OPENING = {"``": "“", "''": "“", ",,": "„", "<<": "«"}
_CLOSING = {"''": "”", ">>": "»"}
_NO_CLOSE_BEHIND = frozenset("([{=,:")  # an empty string: f('')


def typed_marks(text: str) -> dict[int, str]:
    """The quotation mark that two signs stand for, by their place; only those of pairs.

    >>> typed_marks("as ``it fell'' says"), typed_marks("in ``f('')`` of 5'' it")
    ({3: '“', 12: '”'}, {})
    """
    found: dict[int, str] = {}
    if "''" not in text and ">>" not in text:
        return found
    runs = [match for match in _RUN.finditer(text) if len(match[0]) == 2]
    ticks = [match.start() for match in runs if match[0] == "``"]
    seen = 0
    opening: re.Match[str] | None = None
    for match in runs:
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        seen += match[0] == "``"
        if (
            match[0] in _CLOSING
            and opening is not None
            and (match[0] == ">>") == (opening[0] == "<<")
            and not (before.isspace() or before in _NO_CLOSE_BEHIND or after.isalnum())
        ):
            found[opening.start()], found[match.start()] = _OPENING[opening[0]], _CLOSING[match[0]]
            opening = None
        elif before.isalnum() or not after.strip():
            opening = None if match[0] == "``" else opening
        elif match[0] in _OPENING and not (match[0] == "``" and _is_code(text, ticks[seen : seen + 1])):
            opening = match
    return found


def widened(text: str) -> str:
    """The text with these marks as one sign and a blank each, so that every place stays what it was."""
    marks = typed_marks(text)
    if not marks:
        return text
    parts, at = [], 0
    for place, mark in sorted(marks.items()):
        parts += [text[at:place], f"{mark} " if mark in "”»" else f" {mark}"]
        at = place + 2
    return "".join([*parts, text[at:]])


def _is_code(text: str, following: list[int]) -> bool:
    """Whether the next two back-ticks close code: they touch a sign in front, and no word behind."""
    return any(
        place and not text[place - 1].isspace() and not text[place + 2 : place + 3].isalnum()
        for place in following
    )
