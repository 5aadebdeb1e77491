"""The parts of a Markdown link: where its brackets close, its address, its label as a reader sees it."""

from __future__ import annotations

import re
from html import unescape

ESCAPED = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
# What looks like a tag of no kind known is one with attributes only; any other is text for its reader.
_ATTRIBUTE = r"\s++[A-Za-z_:][\w:.-]*+(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^'<>]*+'|\"[^\"<>]*+\"))?+"
_KNOWN = (
    "abbr|address|article|aside|a|bdi|bdo|blockquote|body|br|b|caption|center|cite|code|col|colgroup|dd|del|"
    "details|dfn|div|dl|dt|em|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|iframe|img|input|"
    "ins|i|kbd|label|li|link|main|mark|meta|nav|object|ol|option|picture|pre|p|q|samp|section|select|small|"
    "source|span|strike|strong|style|sub|summary|sup|svg|s|table|tbody|td|tfoot|thead|th|time|title|tr|u|ul|"
    "var|video|wbr"
)
TAG = re.compile(
    rf"</?(?:(?i:{_KNOWN})(?:[\s/][^<>]{{0,2000}})?|[A-Za-z][A-Za-z0-9-]{{0,30}}(?:{_ATTRIBUTE}){{0,50}}\s*+/?)>"
)
_ANGLE = re.compile(r"<([^<>\n]{0,4096})>")
_TITLE = re.compile(r"\s+(?:\"[^\"]{0,2000}\"|'[^']{0,2000}'|\([^()]{0,2000}\))")
_BLANK = re.compile(r"\s*")
_MOST_ADDRESS = 4096
_MOST_NESTED = 32  # parentheses in an address, as CommonMark's own implementations have it


def closings(text: str) -> dict[int, int]:
    """For each `[` that is closed, where; escaped ones and those in code do not count."""
    found: dict[int, int] = {}
    open_at: list[int] = []
    for match in re.finditer(r"\\.|[\[\]]", text, re.DOTALL):
        sign = match[0]
        if sign == "[":
            open_at.append(match.start())
        elif sign == "]" and open_at:
            found[open_at.pop()] = match.start()
    return found


def destination(text: str, start: int) -> tuple[str, int] | None:
    """The address in the parentheses that open at `start`, and where they end."""
    blank = _BLANK.match(text, start + 1)
    at = blank.end() if blank else start + 1
    angle = _ANGLE.match(text, at)
    if angle:
        address, at = angle[1], angle.end()
    else:
        depth, begin = 0, at
        while at < len(text) and at - begin < _MOST_ADDRESS:
            sign = text[at]
            if sign == "\\" and text[at + 1 : at + 2] in ESCAPED:
                at += 1
            elif sign == "(":
                depth += 1
                if depth > _MOST_NESTED:
                    return None
            elif sign == ")":
                if not depth:
                    break
                depth -= 1
            elif sign.isspace():
                break
            at += 1
        address = text[begin:at]
    title = _TITLE.match(text, at)
    at = title.end() if title else at
    blank = _BLANK.match(text, at)
    at = blank.end() if blank else at
    if text[at : at + 1] != ")":
        return None
    return re.sub(r"\\([^\w\s])", r"\1", address), at + 1


def plain_label(label: str) -> str:
    """A link's label as a reader sees it."""
    text = re.sub(r"\\([^\w\s])", r"\1", label.replace("`", ""))
    text = re.sub(r"\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|~~", "", text)
    return " ".join(unescape(TAG.sub("", text)).split())
