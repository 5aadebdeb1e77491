"""One source of a list: what its text names, and what markers call it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from citelock.checks.adapters.identifying import FIELDS, Found, fields_of, of_url
from citelock.checks.adapters.interface import At
from citelock.checks.adapters.markdown.authors import Called, called
from citelock.checks.adapters.markdown.entry_labels import Lead, lead_of
from citelock.checks.adapters.markdown.inline import pieces_of
from citelock.checks.adapters.markdown.pieces import Link, Marker, Named, Text, shown
from citelock.checks.adapters.markdown.quotations import of_note
from citelock.checks.adapters.markdown.titles import title_of
from citelock.checks.adapters.markdown.typed_marks import widened

_LONGEST_NUMBER = 3  # digits of a label; four are a year: `1. [2023] …`


@dataclass(slots=True)
class Entry:
    """One source of a list. `label` is what markers call it, "" in a list without numbers.

    `group` is the number of its list, `at` its place; `fields` are those of a citation, `quotes` of the body
    of a note; `is_note` says that it is one (`[^…]:`); `called` is by what author
    and year it is known.
    """

    label: str
    group: int
    at: At
    fields: dict[str, object]
    quotes: list[str] = field(default_factory=list)
    used: bool = False
    is_note: bool = False
    called: Called | None = None

    @property
    def has_identifier(self) -> bool:
        """Whether it says where the source is."""
        return any(name in self.fields for name in FIELDS)


def entry_of(
    text: str,
    at: At,
    group: int,
    number: str = "",
    *,
    as_note: bool = False,
    first: str = "",
    cited: frozenset[str] = frozenset(),
) -> Entry | None:
    """The entry that a text is, None for one that names no source.

    `number` is that of its place in an ordered list; `first` the first of its paragraphs, if it has several:
    the title is in it. `cited` are words that markers name (`lead_of`).
    """
    lead = lead_of(text, cited)
    if number and lead is not None and not _is_label(text, lead, cited):
        lead = None
    label = (lead.label if lead else "") or number
    is_note = lead is not None and lead.is_note
    text = widened(text[lead.end :] if lead else text)
    if not text.strip():
        return None
    quotes: list[str] = []
    body = text
    if as_note or is_note:
        quotes, body = of_note(_one_line(text))
    fields = fields_of(_found(text))
    title = (title_of(first.lstrip()) if first and lead is None else "") or title_of(body)
    if not fields and not label and not (title and _is_reference(text)):
        return None
    if title:
        fields["title"] = title
    names = None if is_note else called(_words(text))
    return Entry(label, group, at, fields, quotes, is_note=is_note, called=names)


def _is_label(text: str, lead: Lead, cited: frozenset[str]) -> bool:
    """Whether an ordered item has a label beside its number: `1. [3] …`, not `1. [2412.01806] …`."""
    in_brackets = text.lstrip()[:1] in ("[", "\\", "【", "［")
    is_number = lead.label.isdecimal() and len(lead.label) <= _LONGEST_NUMBER
    return lead.is_note or lead.label in cited or (in_brackets and is_number)


def _words(text: str) -> str:
    """What stands in an entry beside its addresses, `[Smith et al., 2020]` in front of it too."""
    return "".join(
        piece.label if isinstance(piece, Link) else "" if isinstance(piece, Named) else shown(piece)
        for piece in pieces_of(_one_line(text))
    )


def add_address(entry: Entry, text: str) -> None:
    """Takes what a text behind an entry names: it is the address that the entry lacks."""
    entry.fields = {**fields_of(_found(text)), **entry.fields}


def add_paragraph(entry: Entry, text: str) -> None:
    """Takes a further paragraph of a note: its quotations, and the address if the note has none yet."""
    entry.quotes += of_note(_one_line(text), titled=True)[0]
    if not entry.has_identifier:
        add_address(entry, text)


def has_words(text: str) -> bool:
    """Whether something stands beside addresses."""
    return any(
        isinstance(piece, Text) and re.search(r"[^\W\d_]{3,}", piece.text)
        for piece in pieces_of(_one_line(text))
    )


def _is_reference(text: str) -> bool:
    """Whether an entry without number and address looks like a reference: it has a year."""
    return bool(re.search(r"\b(?:19|20)[0-9]{2}\b", text)) and len(text) < 1000


def _found(text: str) -> list[Found]:
    """The identifiers of an entry: those of its links, its bare addresses and its numbers."""
    found = []
    for piece in pieces_of(_one_line(text)):
        if isinstance(piece, Link):
            found.append(Found(piece.start, piece.end, *of_url(piece.url)))
        elif isinstance(piece, Named):
            found.append(Found(piece.start, piece.end, piece.field, piece.value))
        elif isinstance(piece, Marker) and piece.url:
            found.append(Found(piece.start, piece.end, *of_url(piece.url)))
    return found


def _one_line(text: str) -> str:
    return text.replace("\n", " ")
