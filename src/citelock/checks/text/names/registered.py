"""A registered name in the ways it may have been meant: registries divide names at the wrong place.

It knows the known faults (an initial before the family name, a whole name in one field, a given name on the
wrong side) and makes an alternative of each; `names.py` compares (metadata.md, section 5.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from citelock.checks.text.names.families import Family, family
from citelock.checks.text.names.given import Given, given
from citelock.checks.text.names.keys import has_letter
from citelock.checks.text.names.readings import (
    LONGEST_UNDIVIDED,
    MOST_WORDS,
    character_readings,
    piece_keys,
    without_suffix,
)
from citelock.checks.text.names.words import Word, cleaned, is_undivided, joined, words

_MOST_MOVED = 3  # given names that may have been registered as family names, and the other way round
_REMEMBERED = 512  # names taken apart that are kept, about two megabytes


class RegisteredName(NamedTuple):
    """A registered name. `family` and `given` of a person, or `name` in one piece; absent ones are "".

    Of a name in one piece the registry or its words say what it may be.
    """

    family: str
    given: str
    name: str
    may_be_group: bool = False
    may_be_person: bool = True


class Person(NamedTuple):
    """One way to read a registered name.

    `is_whole`: the boundary between family and given name was moved, so only a citation that has all of the
    given names shows that it was right to do so.
    """

    family: Family
    given: Given
    is_whole: bool = False


class PersonName(NamedTuple):
    """A registered person's name taken apart; `surname` is empty if it names nobody."""

    text: str
    surname: tuple[Word, ...]
    forename: tuple[Word, ...]
    family_key: str
    whole_key: str  # given name first
    pieces: frozenset[str]
    persons: tuple[Person, ...]


@lru_cache(maxsize=_REMEMBERED)  # the authors of one record are compared with one citation after another
def person_name(registered: RegisteredName) -> PersonName:
    """The registered name, taken apart once for all comparisons."""
    text, surname, forename = _registered_words(registered)
    whole = [*forename, *surname]
    persons = tuple(_persons(surname, forename, text)) if surname else ()
    return PersonName(
        text, tuple(surname), tuple(forename), joined(surname), joined(whole), piece_keys(whole), persons
    )


def _registered_words(registered: RegisteredName) -> tuple[str, list[Word], list[Word]]:
    """The whole text, the family words and the given words of a registered person."""
    surname, forename = registered.family, registered.given
    if not has_letter(surname):
        surname, forename = (registered.name or forename), ""
    surname, forename = cleaned(surname), cleaned(forename)
    if "," in surname and not forename:
        surname, _, forename = surname.partition(",")
    text = f"{forename} {surname}".strip()
    return text, without_suffix(words(surname)[:MOST_WORDS]), without_suffix(words(forename)[:MOST_WORDS])


def _persons(surname: list[Word], forename: list[Word], text: str) -> Iterator[Person]:
    """The registered name as it is, then with what registries are known to have put on the wrong side."""
    yield Person(family(tuple(surname)), given(tuple(forename), text))
    initials = 0
    while initials < len(surname) - 1 and surname[initials].is_short and surname[initials].text.isupper():
        initials += 1
    if initials:  # "D. Calhoun", Vince
        yield Person(family(tuple(surname[initials:])), given((*forename, *surname[:initials]), text))
    if not forename:  # a whole name in one piece: "Chun-Li Chang"
        for place in range(1, min(len(surname), _MOST_MOVED + 1)):
            yield Person(family(tuple(surname[place:])), given(tuple(surname[:place]), text))
        if len(surname) == 1 and is_undivided(surname[0].text):
            for reading in character_readings(surname[0].text[:LONGEST_UNDIVIDED]):
                yield Person(reading.family, reading.given)
        return
    for count in range(1, min(len(surname), _MOST_MOVED + 1)):  # "Alex Perkins", T.
        yield Person(family(tuple(surname[count:])), given((*forename, *surname[:count]), text), True)
    for count in range(1, min(len(forename), _MOST_MOVED + 1)):  # "Simmons", Henry J. Fitz
        if forename[-count].is_short:
            break
        yield Person(family((*forename[-count:], *surname)), given(tuple(forename[:-count]), text))
