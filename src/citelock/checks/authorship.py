"""Whether a cited name is one that a record credits, and how far the record's order can be relied on.

It turns registered entries into names that `text/names/comparison.py` compares, and makes no findings.
Imported only for a name that is not written as registered (metadata.md, sections 5.3 and 5.4).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from citelock.checks.people import People, first_place, names_somebody, whole_name
from citelock.checks.records import Author, Record
from citelock.checks.text.names.comparison import Agreement, compare_name
from citelock.checks.text.names.index import NameIndex
from citelock.checks.text.names.keys import has_letter, name_key
from citelock.checks.text.names.lists import partings
from citelock.checks.text.names.organisations import is_group
from citelock.checks.text.names.readings import CitedName, read_name
from citelock.checks.text.names.registered import RegisteredName

_FEWEST_IN_ORDER = 4  # authors; three stand in alphabetical order by chance once in six times
_SORTED_BY_DEPOSITOR: Final = (
    "10.52202/",
)  # NeurIPS proceedings: the registered order is not the printed one
_REGISTERS_ORGANISATIONS: Final = frozenset({"crossref"})  # `name` there is an organisation's, by its schema
_SHORTEST_ACRONYM = 3  # letters of an organisation that is registered by its acronym alone


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
    return NameIndex([whole_name(author) for author in entries], collective)


def is_collective(author: Author, source: str) -> bool:
    """Whether an entry is, or may be, a group or an organisation."""
    name = author.name
    if has_letter(author.family):  # a minimal record has family names only; some depositors do the same
        return not author.given and (is_group(author.family) or _is_acronym(author.family))
    if not has_letter(name):
        return False
    # A name in one piece and one word is seldom a person's: persons are registered by family name.
    return source in _REGISTERS_ORGANISATIONS or " " not in name.strip() or is_group(name)


def are_groups(listed: People) -> bool:
    """Whether all that a record credits are groups, so that no person's name can be found in it."""
    named = [author for author in listed.entries if names_somebody(author)]
    return all(is_collective(author, listed.source) for author in named)


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


def other_place(cited: str, name: CitedName, listed: People, first: int) -> tuple[int | None, Agreement]:
    """The place of the author other than the first whom a cited name fits best, and how."""
    best, how = None, Agreement.SCRIPT
    if len(listed.entries) == 1:
        return best, how
    for place in index(listed.entries, listed.source).candidates(cited):
        if place == first:
            continue
        found = agreement(name, listed.entries[place], listed.source)
        if found < how:
            best, how = place, found
        if found is Agreement.SAME:
            break
    return best, how


def strangers(cited: CitedName, listed: People, first: int) -> list[str] | None:
    """Of a field with several names, the first author's first, those that no registered author bears.

    None if it is not such a field.
    """
    fewest: list[str] | None = None
    for names in partings(cited.text):
        if agreement(read_name(names[0]), listed.entries[first], listed.source) is not Agreement.SAME:
            continue
        unknown = [
            one
            for one in names[1:]
            if other_place(one, read_name(one), listed, first)[1] is not Agreement.SAME
        ]
        if fewest is None or len(unknown) < len(fewest):
            fewest = unknown
    return fewest


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
