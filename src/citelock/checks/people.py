"""The authors of a record as the rules on authors see them: who they are, who is first, what they are called.

It turns registered entries into names that `text/names.py` compares and knows which registries' order cannot
be relied on (metadata.md, section 5.3). It makes no findings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from citelock.checks.records import Author, Record
from citelock.checks.text.excerpt import shown
from citelock.checks.text.name_index import NameIndex
from citelock.checks.text.name_readings import CitedName
from citelock.checks.text.name_words import has_letter, name_key
from citelock.checks.text.names import Agreement, compare_name
from citelock.checks.text.organisations import is_group
from citelock.checks.text.registered_names import RegisteredName

_NAME: Final = 200  # characters of a name in a message
_FEWEST_IN_ORDER = 4  # authors; three stand in alphabetical order by chance once in six times
_SORTED_BY_DEPOSITOR: Final = (
    "10.52202/",
)  # NeurIPS proceedings: the registered order is not the printed one
_REGISTERS_ORGANISATIONS: Final = frozenset({"crossref"})  # `name` there is an organisation's, by its schema
_SHORTEST_ACRONYM = 3  # letters of an organisation that is registered by its acronym alone


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
    """Whether an entry has a name: "-" and "1" are none."""
    return has_letter(author.family) or has_letter(author.name) or has_letter(author.given)


def display(author: Author) -> str:
    """The name as a message shows it; "" for an entry that names nobody."""
    return shown(_whole(author), _NAME)


def is_plainly(cited: str, author: Author) -> bool:
    """Whether a citation has a name letter by letter: "Family", "Given Family" or "Family, Given".

    Most have; nothing need then be taken apart.
    """
    family, given = author.family, author.given
    if not has_letter(family):
        return cited == author.name and has_letter(cited)
    if cited == family:
        return True
    return bool(given) and cited in (f"{given} {family}", f"{family}, {given}")


def agreement(cited: CitedName, author: Author, source: str) -> Agreement:
    """How a cited name agrees with one entry of a record of this source."""
    if not names_somebody(author):
        return Agreement.OTHER
    found = compare_name(cited, _registered(author, source))
    if author.prefix and found is not Agreement.SAME and has_letter(author.family):
        prefixed = author._replace(family=f"{author.prefix} {author.family}", prefix="")
        found = min(found, compare_name(cited, _registered(prefixed, source)))
    return found


@lru_cache(maxsize=16)  # citations of one record come together
def index(entries: tuple[Author, ...], source: str) -> NameIndex:
    """The index of all entries of a record, for finding who among many is meant."""
    collective = [place for place, author in enumerate(entries) if is_collective(author, source)]
    return NameIndex([_whole(author) for author in entries], collective)


def is_collective(author: Author, source: str) -> bool:
    """Whether an entry is, or may be, a group or an organisation."""
    name = author.name
    if has_letter(author.family):  # a minimal record has family names only; some depositors do the same
        if author.given:
            return False
        name = author.family
    elif has_letter(name) and source in _REGISTERS_ORGANISATIONS:
        return True
    return is_group(name) or _is_acronym(name)


def order_is_doubtful(record: Record, listed: People) -> str:
    """Why the registered order may not be the printed one, as a clause; "" if nothing speaks against it."""
    entries = listed.entries
    if record.doi.startswith(_SORTED_BY_DEPOSITOR):
        return "the depositor of these proceedings sorts the authors"
    if sum(author.sequence == "first" for author in entries) > 1:
        return "the registry marks several as first"
    first = first_place(entries)
    if first is not None and is_collective(entries[first], listed.source):
        return "an organisation is registered first"
    keys = [name_key(author.family or author.name) for author in entries]
    if len(keys) >= _FEWEST_IN_ORDER and keys == sorted(keys) and keys[0] != keys[-1]:
        return "they are registered in alphabetical order"
    return ""


def _whole(author: Author) -> str:
    if has_letter(author.name):
        return author.name
    if not has_letter(author.family):
        return author.given if has_letter(author.given) else ""
    return " ".join(part for part in (author.given, author.prefix, author.family) if name_key(part))


def _registered(author: Author, source: str) -> RegisteredName:
    family, name = author.family, author.name
    if not has_letter(family):
        if not has_letter(name):
            return RegisteredName(family, author.given, "")
    elif author.given:
        return RegisteredName(family, author.given, "")
    else:
        name = family
    # Even where the schema says "organisation", "Jane Doe" was deposited as one.
    return RegisteredName(family, author.given, name, is_collective(author, source), not is_group(name))


def _is_acronym(name: str) -> bool:
    name = name.strip()
    return name.isalpha() and name.isascii() and name.isupper() and len(name) >= _SHORTEST_ACRONYM
