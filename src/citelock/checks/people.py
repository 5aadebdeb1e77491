"""Who a record credits: its authors or editors, which of them is first, and what they are called.

It is what every audit needs of the names in a record and imports little; comparing names is the business of
`authorship.py` (metadata.md, section 5.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citelock.checks.named import NamedTuple
from citelock.checks.records import Author, Record
from citelock.checks.text.excerpt import shown
from citelock.checks.text.names.keys import has_letter, name_key

NAME: Final = 200  # characters of a name in a message

# What stands in registries where there is no author; "&NA;" was one publisher's habit.
_NOBODY: Final = frozenset(
    {"anonymous", "anon", "anon.", "&na;", "&amp;na;", "unknown", "no author", "unknown author"}
)


class People(NamedTuple):
    """The persons and groups that a record credits: its authors, or its editors where it has no author.

    `field` is the record's, `authors` or `editors`; `source` the registry that answered.
    """

    entries: tuple[Author, ...]
    field: str
    source: str


def people(record: Record) -> People:
    """Who may stand as author of a citation; an edited work is cited by its editors."""
    if record.authors:
        return People(record.authors, "authors", record.source)
    return People(record.editors, "editors", record.source)


def first_place(entries: Sequence[Author]) -> int | None:
    """The place of the first author: the first one marked so, else the first entry; None if it names nobody.

    It is never the next entry that has a name: a co-author would then pass for the first author.
    """
    marked = (place for place, author in enumerate(entries) if author.sequence == "first")
    place = next(marked, 0)
    return place if place < len(entries) and names_somebody(entries[place]) else None


def names_somebody(author: Author) -> bool:
    """Whether an entry has a name: "-", "1" and "Anonymous" are none."""
    if not author.given and (author.family or author.name).strip().lower() in _NOBODY:
        return False
    return has_letter(author.family) or has_letter(author.name) or has_letter(author.given)


def display(author: Author) -> str:
    """The name as a message shows it; "" for an entry that names nobody."""
    return shown(whole_name(author), NAME)


def is_plainly(cited: str, author: Author) -> bool:
    """Whether a name is cited letter by letter as "Family", "Given Family" or "Family, Given".

    "et al." may follow. Most names are cited so; nothing need then be taken apart.
    """
    cited = cited.removesuffix(" et al.")
    family, given = author.family, author.given
    if not has_letter(family):
        return cited == author.name and has_letter(cited)
    if cited == family:
        return True
    return bool(given) and cited in (f"{given} {family}", f"{family}, {given}")


def whole_name(author: Author) -> str:
    """The name in one piece as it was registered; "" for an entry that names nobody."""
    if has_letter(author.name):
        return author.name
    if not has_letter(author.family):
        return author.given if has_letter(author.given) else ""
    return " ".join(part for part in (author.given, author.prefix, author.family) if name_key(part))
