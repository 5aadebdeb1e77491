"""What of a Markdown file is not the report: front matter, comments, a fence around all of it.

It is blanked out, character by character, so that every place behind it stays what it was.
"""

from __future__ import annotations

import re

_FENCED = re.compile(r"[ \t\n]*(```+|~~~+)[ \t]*(?:markdown|md)[ \t]*\n", re.IGNORECASE)
_HIDDEN = (("<!--", "-->"), ("<think>", "</think>"), ("<script", "</script>"), ("<style", "</style>"))
_NOT_A_LINE_END = re.compile(r"[^\n]+")


def prepared(text: str) -> str:
    """The text as it is read: the same lines and columns, line ends LF, what is no report blank.

    A byte order mark has no column, so it is taken off.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")
    text = _without_front_matter(text)
    text = _without_fence(text)
    for opening, closing in _HIDDEN:
        if opening in text:
            text = _without(text, opening, closing)
    return text


def blanked(text: str, start: int, end: int) -> str:
    """The text with blanks from `start` to `end`; its lines stay."""
    return text[:start] + _NOT_A_LINE_END.sub(_blanks, text[start:end]) + text[end:]


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _without_front_matter(text: str) -> str:
    """Without the block of settings between `---` (YAML) or `+++` (TOML) at the very beginning."""
    for sign, ends in (("---", ("---", "...")), ("+++", ("+++",))):
        if not text.startswith(sign) or text.partition("\n")[0].strip() != sign:
            continue
        at = text.find("\n") + 1
        while 0 < at < len(text):
            stop = text.find("\n", at)
            line = text[at : stop if stop >= 0 else len(text)]
            if line.rstrip() in ends:
                # A rule, not settings, if nothing in between is a setting.
                inside = text[:at].splitlines()[1:]
                if any(":" in each or "=" in each for each in inside) or not any(map(str.strip, inside)):
                    return blanked(text, 0, at + len(line))
                return text
            at = stop + 1
    return text


def _without_fence(text: str) -> str:
    """Without the ```` ```markdown ```` that an agent put around the whole report."""
    opening = _FENCED.match(text)
    if not opening:
        return text
    body = text.rstrip()
    start = body.rfind("\n") + 1
    if start > opening.end() - 1 and body[start:].strip() == opening[1]:
        return blanked(blanked(text, start, len(body)), 0, opening.end() - 1)
    return text


def _without(text: str, opening: str, closing: str) -> str:
    """Without what stands between two signs; an opening without an end is left, as a browser shows it."""
    folded = text.lower() if len(text.lower()) == len(text) else text
    pieces, done, at = [], 0, folded.find(opening)
    while at >= 0:
        end = folded.find(closing, at + len(opening))
        if end < 0:
            break
        end += len(closing)
        pieces += [text[done:at], _NOT_A_LINE_END.sub(_blanks, text[at:end])]
        done, at = end, folded.find(opening, end)
    return "".join([*pieces, text[done:]])
