"""What of a Markdown file is not the report: front matter, comments, a fence around all of it.

It is blanked out, character by character, so that every place behind it stays what it was.
"""

from __future__ import annotations

import re
from bisect import bisect_right

_LONGEST_LINE = 2000  # characters of a line in which ticks are counted
_FENCED = re.compile(r"[ \t\n]*(```+|~~~+)[ \t]*(?:markdown|md)[ \t]*\n", re.IGNORECASE)
_COMMENT = "<!--"
_OPENING = re.compile(r"<!--|<(?:think|script|style)(?=[\s>])", re.IGNORECASE)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)
_SETTING = re.compile(r"[\"']?[\w.-]{1,60}[\"']?\s?[:=](?:\s|$)|\s|[-}\])#]")
# `[image1]: <data:image/png;base64,…>`: where a picture of the text is, when a document was exported
_DATA = re.compile(r"^ {0,3}\[[^\[\]\n]{1,100}\]:[ \t]*<?data:image/[^\s<>]*>?[ \t]*$", re.MULTILINE)
_NOT_A_LINE_END = re.compile(r"[^\n]+")


def with_plain_ends(text: str) -> str:
    """The text without byte order mark, each line end LF."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")


def prepared(text: str) -> str:
    """The text as it is read: the same lines and columns, line ends LF, what is no report blank.

    A byte order mark has no column, so it is taken off.
    """
    text = _without_front_matter(with_plain_ends(text))
    text = _without_fence(text)
    return _without_hidden(_DATA.sub(_blanks, text))


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
                # A rule, not settings, if something in between is no setting: it would be hidden unread.
                inside = [each for each in text[:at].splitlines()[1:] if each.strip()]
                is_front = not inside or (inside[0][0] not in " \t-#}])" and all(map(_SETTING.match, inside)))
                return blanked(text, 0, at + len(line)) if is_front else text
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


def _without_hidden(text: str) -> str:
    """Without comments and what a browser does not show; code shows its signs, so there they hide nothing.

    An opening without an end is left, as a browser shows it.
    """
    if not _OPENING.search(text):
        return text
    folded = text.lower() if len(text.lower()) == len(text) else text
    fenced = _fences(text)
    begins = [start for start, _ in fenced]
    pieces, done, at = [], 0, 0
    nowhere: set[str] = set()
    while match := _OPENING.search(text, at):
        start = match.start()
        at = match.end()
        place = bisect_right(begins, start) - 1
        if place >= 0 and start < fenced[place][1]:
            at = fenced[place][1]
            continue
        if _in_code(text, start) or (closing := _closing(match[0])) in nowhere:
            continue
        if match[0] == _COMMENT and text.startswith((">", "->"), at):
            continue  # `<!-->` is a comment by itself
        end = folded.find(closing, at)
        if end < 0:
            nowhere.add(closing)
            continue
        at = end + len(closing)
        pieces += [text[done:start], _NOT_A_LINE_END.sub(_blanks, text[start:at])]
        done = at
    return "".join([*pieces, text[done:]])


def _closing(opening: str) -> str:
    return "-->" if opening == _COMMENT else f"</{opening[1:].lower()}>"


def _in_code(text: str, place: int) -> bool:
    """Whether a place is in a code span: ticks stand before it and after it on its line."""
    begin = max(text.rfind("\n", max(place - _LONGEST_LINE, 0), place) + 1, place - _LONGEST_LINE, 0)
    return text.count("`", begin, place) % 2 == 1


def _fences(text: str) -> list[tuple[int, int]]:
    """Where fenced code stands, the last fence to the end if it is open."""
    found: list[tuple[int, int]] = []
    opening: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opening is None:
            opening = match
        elif match[1][0] == opening[1][0] and len(match[1]) >= len(opening[1]):
            found.append((opening.start(), match.end()))
            opening = None
    return found if opening is None else [*found, (opening.start(), len(text))]
