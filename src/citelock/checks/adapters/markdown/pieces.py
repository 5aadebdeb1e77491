"""What the inside of a block consists of: text, links, markers and identifiers, each with its place."""

from __future__ import annotations

from typing import NamedTuple

from citelock.checks.adapters.markdown.markers import Reading


class Text(NamedTuple):
    """Words as a reader sees them, from the character `start` of the content on."""

    start: int
    text: str


class Link(NamedTuple):
    """A link to a page: `label` is "" for a bare address."""

    start: int
    end: int
    label: str
    url: str


class Marker(NamedTuple):
    """Brackets that may be a marker; `literal` is what a reader sees if they are none.

    `url` is the address of a marker that is a link, `raised` a number set as superscript; `words` stay in the
    sentence, the literal if they are "" and the reading is a word.
    """

    start: int
    end: int
    reading: Reading
    literal: str
    url: str = ""
    raised: bool = False
    words: str = ""


class Named(NamedTuple):
    """An identifier in the text (`PMID: 29152729`), with the field it belongs into."""

    start: int
    end: int
    field: str
    value: str
    literal: str


class Note(NamedTuple):
    """A note in the text, `^[…]`; `content` is its Markdown."""

    start: int
    end: int
    content: str
    literal: str


Piece = Text | Link | Marker | Named | Note


def shown(piece: Piece) -> str:
    """A piece as a reader sees it."""
    if isinstance(piece, Text):
        return piece.text
    if isinstance(piece, Link):
        return piece.label or piece.url
    return piece.literal
