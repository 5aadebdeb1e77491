"""The head of a snapshot: its first characters and what was moved out of it, as words (snapshots.md, 4).

DOI and title often stand only in the running head, which extraction has moved behind the body.
"""

from __future__ import annotations

from typing import NamedTuple

from citelock.checks.text.patterns import late
from citelock.checks.text.titles.keys import title_words

LENGTH = 6000  # characters of the body, and as many of the furniture
_PIECE = 1000  # characters: `title_words` is made for titles
_BLANK = late(r"\s+")


class Head(NamedTuple):
    """`body` and `furniture` as they stand; `words` of both as titles are compared, a gap between the two."""

    body: str
    furniture: str
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.body}\n{self.furniture}"

    def lines(self, most: int) -> list[str]:
        """The first lines of the body that are not blank."""
        return [line.strip() for line in self.body.split("\n") if line.strip()][:most]


def head_of(text: str, furniture_line: int | None = None) -> Head:
    """The head of a text; `furniture_line` (from 1) is where its furniture begins, None if it has none."""
    body, furniture = divided(text, furniture_line)
    body = body[:LENGTH]
    lines = dict.fromkeys(line for line in furniture[: 20 * LENGTH].split("\n") if line)  # they repeat
    furniture = "\n".join(lines)[:LENGTH]
    return Head(body, furniture, (*running_words(body), "", *running_words(furniture)))


def divided(text: str, furniture_line: int | None) -> tuple[str, str]:
    """The body of a text and its furniture, which begins in that line (from 1)."""
    if not furniture_line or furniture_line < 2:
        return text, ""
    at = 0
    for _ in range(furniture_line - 1):
        at = text.find("\n", at) + 1
        if not at:
            return text, ""
    return text[:at], text[at:]


def running_words(text: str) -> list[str]:
    """The words of running text, read in pieces that are cut at a blank."""
    found: list[str] = []
    at = 0
    while at < len(text):
        blank = _BLANK.search(text, at + _PIECE)
        end = min(blank.end() if blank else len(text), at + 2 * _PIECE)
        found += title_words(text[at:end])
        at = end
    return found
