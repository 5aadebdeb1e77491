"""A cited name read in every way it can be meant: family name alone, either order, initials, CJK characters.

Which reading is right only a registered name can tell; `names.py` compares (metadata.md, section 5.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from citelock.checks.text.names.families import Family, family
from citelock.checks.text.names.given import NOTHING, Given, given
from citelock.checks.text.names.words import Word, cleaned, is_undivided, joined, words

MOST_WORDS = 12  # no name has more; a longer one is text
LONGEST_UNDIVIDED = 6  # characters of a Chinese, Japanese or Korean name without a space
_JOINTS: Final = frozenset("and und et и AND".split())
_SUFFIXES: Final = frozenset("jr sr jnr snr junior senior ii iii iv 2nd 3rd 4th".split())
_SUFFIXES_ANYWHERE: Final = frozenset("jr sr jnr snr".split())  # "Giddings Jr TH"
_TITLES: Final = frozenset(
    "dr prof professor mr mrs ms miss sir dame rev reverend lord lady doctor dipl ing mag hon".split()
)
_DEGREES: Final = frozenset(
    "md phd msc bsc ma ba mph mba frcp frcs frs mbbs dphil dsc facs rn esq jd llb llm pharmd dds dvm edd"
    " med do drph drmed obe cbe ed eds hrsg editor editors".split()
)


class Order(IntEnum):
    """What tells the parts of a reading apart."""

    FAMILY_ALONE = 0
    COMMA = 1
    GIVEN_FIRST = 2
    FAMILY_FIRST = 3


class Reading(NamedTuple):
    """One way to read a cited name; `surname` are the words of which `family` holds the keys."""

    surname: tuple[Word, ...]
    family: Family
    given: Given
    order: Order


class CitedName(NamedTuple):
    """A cited name, read once: its text without what is no part of it, its words, and every reading."""

    text: str
    pieces: frozenset[str]
    readings: tuple[Reading, ...]
    joints: frozenset[str]  # words such as "and", which most often stand between two names


def read_name(cited: str) -> CitedName:
    """A cited name taken apart; one that is too long to be a name has no reading and agrees with nobody."""
    text = cleaned(cited)
    if not text:
        return CitedName("", frozenset(), (), frozenset())
    all_words = words(text.replace(",", " "))
    # As written: "de Moura ET" ends in initials.
    joints = frozenset(word.text.lower() for word in all_words if word.text in _JOINTS)
    return CitedName(text, piece_keys(all_words), tuple(_readings(text)), joints)


def piece_keys(name: list[Word]) -> frozenset[str]:
    """The keys of the words and of the pieces between hyphens, initials left out."""
    keys: set[str] = set()
    for word in name:
        if not word.is_short:
            for piece in word.pieces:
                keys |= piece.keys
    return frozenset(keys)


def without_suffix(name: list[Word]) -> list[Word]:
    """The words without Jr and III; the last that is left stays."""
    while len(name) > 1 and name[-1].key in _SUFFIXES:
        name = name[:-1]
    return [*name[:1], *(word for word in name[1:] if word.key not in _SUFFIXES_ANYWHERE)]


def _readings(text: str) -> Iterator[Reading]:
    parts = [part for part in map(words, _parts(text)) if part]
    while len(parts) > 1 and (
        joined(parts[-1]) in _SUFFIXES or (len(parts) > 2 and joined(parts[-1]) in _DEGREES)
    ):
        parts.pop()
    if len(parts) > 2:
        return  # several names: name_lists.py parts them
    if len(parts) > 1:
        surname, forename = without_suffix(parts[0]), without_suffix(parts[1])
        yield _reading(tuple(surname), given(tuple(forename), text), Order.COMMA)
        if len(surname) > 1 and joined(parts[1]) in _DEGREES:
            yield from _undivided_readings(surname, text)
    elif parts:
        yield from _undivided_readings(parts[0], text)


def _parts(text: str) -> list[str]:
    for comma in ("，", "、", "،", ";", "&"):
        text = text.replace(comma, ",")
    return text.split(",", 8)


def _undivided_readings(name: list[Word], text: str) -> Iterator[Reading]:
    """The readings of a name without a comma: as family name, and parted at every space, either way round."""
    name = without_suffix(name[:MOST_WORDS])
    for one in (name, _without_titles(name)):
        yield _reading(tuple(one), NOTHING, Order.FAMILY_ALONE)
        for place in range(1, len(one)):
            front, back = tuple(one[:place]), tuple(one[place:])
            yield _reading(back, given(front, text), Order.GIVEN_FIRST)
            yield _reading(front, given(back, text), Order.FAMILY_FIRST)
        if one is name and len(_without_titles(name)) == len(name):
            break
    if len(name) == 1 and is_undivided(name[0].text) and len(name[0].text) <= LONGEST_UNDIVIDED:
        yield from character_readings(name[0].text)


def character_readings(text: str) -> Iterator[Reading]:
    """王伟 and 山田太郎 have their family name first, and no sign shows where it ends."""
    for place in range(1, len(text)):
        yield _reading((Word(text[:place]),), Given((Word(text[place:]),), True), Order.COMMA)


def _reading(surname: tuple[Word, ...], forename: Given, order: Order) -> Reading:
    # Without a comma only a hyphen shows a compound: "James Smith" is none of which Smith, Karen, is a part.
    is_compound = order is Order.COMMA or len(surname) == 1
    return Reading(surname, family(surname, is_compound=is_compound), forename, order)


def _without_titles(name: list[Word]) -> list[Word]:
    while len(name) > 1 and name[0].key in _TITLES:
        name = name[1:]
    while len(name) > 2 and name[-1].key in _DEGREES:
        name = name[:-1]
    return name
