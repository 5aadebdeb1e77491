"""Cited names against registered ones, in every usual way of writing them (metadata.md, section 5.3).

It reads a cited name in all ways it can be meant and keeps the best agreement. It knows names, not records:
which author is the first one is the rules' business.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from citelock.checks.text.family_names import Family, family, transliterated
from citelock.checks.text.given_names import (
    NOTHING,
    Given,
    GivenAgreement,
    compare_given,
    given,
    is_only_initials,
)
from citelock.checks.text.name_words import (
    Word,
    cleaned,
    has_letter,
    is_undivided,
    joined,
    name_key,
    scripts,
    words,
)
from citelock.checks.text.organisations import is_organisation

_MOST_WORDS = 12  # no name has more; a longer one is text
_MOST_MOVED = 3  # given names that may have been registered as family names, and the other way round
_LONGEST_UNDIVIDED = 6  # characters of a Chinese, Japanese or Korean name without a space
_SHORTEST_ALONE = 3  # letters of one of several given names that stands for the family name

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


class Agreement(IntEnum):
    """How a cited name agrees with a registered one, from no doubt to another person."""

    SAME = 0
    GIVEN = 1  # the family names agree, the given names leave a doubt
    PART = 2  # a part of a compound family name
    SWAPPED = 3  # the given name stands as family name, or all words in another order
    SCRIPT = 4  # written in different scripts, or two transliterations
    OTHER = 5


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


class Person(NamedTuple):
    """One way to read a registered name.

    `is_whole`: the boundary between family and given name was moved, so only a citation that has all of the
    given names shows that it was right to do so.
    """

    family: Family
    given: Given
    is_whole: bool = False


class RegisteredName(NamedTuple):
    """A registered name. `family` and `given` of a person, or `name` in one piece; absent ones are "".

    Of a name in one piece the registry or its words say what it may be.
    """

    family: str
    given: str
    name: str
    may_be_group: bool = False
    may_be_person: bool = True


def read_name(cited: str) -> CitedName:
    """A cited name taken apart; one that is too long to be a name has no reading and agrees with nobody."""
    text = cleaned(cited)
    if not text:
        return CitedName("", frozenset(), (), frozenset())
    all_words = words(text.replace(",", " "))
    # As written: "de Moura ET" ends in initials.
    joints = frozenset(word.text for word in all_words if word.text in _JOINTS)
    return CitedName(text, _piece_keys(all_words), tuple(_readings(text)), joints)


def compare_name(cited: CitedName, registered: RegisteredName) -> Agreement:
    """The best agreement of any reading of the one with any of the other.

    >>> compare_name(read_name("van Beethoven, L."), RegisteredName("Beethoven", "Ludwig", "")).name
    'SAME'
    >>> compare_name(read_name("Anna Mussgnug"), RegisteredName("Mussgnug", "Karl", "")).name
    'OTHER'
    """
    if not cited.text:
        return Agreement.OTHER
    if registered.may_be_group and is_organisation(cited.text, registered.name):
        return Agreement.SAME
    if not registered.may_be_person:
        return _by_script(cited.text, registered.name)
    text, family_words, given_words = _registered_words(registered)
    if not family_words:
        return Agreement.OTHER
    key = name_key(cited.text)
    if key in (joined(family_words), joined((*given_words, *family_words))):
        return Agreement.SAME
    if cited.joints and cited.joints.isdisjoint(word.text for word in family_words):
        return Agreement.OTHER  # several names: name_lists.py parts them
    best = Agreement.OTHER
    if _may_agree(cited.pieces, _piece_keys([*family_words, *given_words])):
        best = _best(cited, family_words, given_words, text)
    if best is Agreement.OTHER and _is_transliteration(cited, family_words, given_words, text):
        return Agreement.SCRIPT
    return min(best, _by_script(cited.text, text))


def _best(cited: CitedName, surname: list[Word], forename: list[Word], text: str) -> Agreement:
    best = Agreement.OTHER
    for person in _persons(surname, forename, text):
        for reading in cited.readings:
            best = min(best, _compare(reading, person))
            if best is Agreement.SAME:
                return best
    if best is Agreement.OTHER and _is_swapped(cited, surname, forename, text):
        return Agreement.SWAPPED
    return best


def _piece_keys(name: list[Word]) -> frozenset[str]:
    keys: set[str] = set()
    for word in name:
        if not word.is_short:
            for piece in word.pieces:
                keys |= piece.keys
    return frozenset(keys)


def _may_agree(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether any word of the one stands in a word of the other: without that no comparison can succeed."""
    return any(one in other or other in one for one in ours for other in theirs)


def _readings(text: str) -> Iterator[Reading]:
    parts = [part for part in map(words, _parts(text)) if part]
    while len(parts) > 1 and (
        joined(parts[-1]) in _SUFFIXES or (len(parts) > 2 and joined(parts[-1]) in _DEGREES)
    ):
        parts.pop()
    if len(parts) > 2:
        return  # several names: name_lists.py parts them
    if len(parts) > 1:
        surname, forename = _without_suffix(parts[0]), _without_suffix(parts[1])
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
    name = _without_suffix(name[:_MOST_WORDS])
    for one in (name, _without_titles(name)):
        yield _reading(tuple(one), NOTHING, Order.FAMILY_ALONE)
        for place in range(1, len(one)):
            front, back = tuple(one[:place]), tuple(one[place:])
            yield _reading(back, given(front, text), Order.GIVEN_FIRST)
            yield _reading(front, given(back, text), Order.FAMILY_FIRST)
        if one is name and len(_without_titles(name)) == len(name):
            break
    if len(name) == 1 and is_undivided(name[0].text) and len(name[0].text) <= _LONGEST_UNDIVIDED:
        yield from _character_readings(name[0].text)


def _character_readings(text: str) -> Iterator[Reading]:
    """王伟 and 山田太郎 have their family name first, and no sign shows where it ends."""
    for place in range(1, len(text)):
        yield _reading((Word(text[:place]),), Given((Word(text[place:]),), True), Order.COMMA)


def _reading(surname: tuple[Word, ...], forename: Given, order: Order) -> Reading:
    # Without a comma only a hyphen shows a compound: "James Smith" is none of which Smith, Karen, is a part.
    is_compound = order is Order.COMMA or len(surname) == 1
    return Reading(surname, family(surname, is_compound=is_compound), forename, order)


def _without_suffix(name: list[Word]) -> list[Word]:
    while len(name) > 1 and name[-1].key in _SUFFIXES:
        name = name[:-1]
    return [*name[:1], *(word for word in name[1:] if word.key not in _SUFFIXES_ANYWHERE)]


def _without_titles(name: list[Word]) -> list[Word]:
    while len(name) > 1 and name[0].key in _TITLES:
        name = name[1:]
    while len(name) > 2 and name[-1].key in _DEGREES:
        name = name[:-1]
    return name


def _registered_words(registered: RegisteredName) -> tuple[str, list[Word], list[Word]]:
    """The whole text, the family words and the given words of a registered person."""
    surname, forename = registered.family, registered.given
    if not has_letter(surname):
        surname, forename = (registered.name or forename), ""
    surname, forename = cleaned(surname), cleaned(forename)
    if "," in surname and not forename:
        surname, _, forename = surname.partition(",")
    text = f"{forename} {surname}".strip()
    return text, _without_suffix(words(surname)[:_MOST_WORDS]), _without_suffix(words(forename)[:_MOST_WORDS])


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
            for reading in _character_readings(surname[0].text[:_LONGEST_UNDIVIDED]):
                yield Person(reading.family, reading.given)
        return
    for count in range(1, min(len(surname), _MOST_MOVED + 1)):  # "Alex Perkins", T.
        yield Person(family(tuple(surname[count:])), given((*forename, *surname[:count]), text), True)
    for count in range(1, min(len(forename), _MOST_MOVED + 1)):  # "Simmons", Henry J. Fitz
        if forename[-count].is_short:
            break
        yield Person(family((*forename[-count:], *surname)), given(tuple(forename[:-count]), text))


def _compare(reading: Reading, person: Person) -> Agreement:
    ours, theirs = reading.family, person.family
    is_part = False
    if ours.full.isdisjoint(theirs.full) and (ours.full | ours.bare).isdisjoint(theirs.full | theirs.bare):
        is_part = _is_part(ours, theirs)
        if not is_part:
            return Agreement.OTHER
    if person.is_whole and (
        is_part or len(reading.given.words) == 0 or not _has_all(reading.given, person.given)
    ):
        return Agreement.OTHER
    found = compare_given(reading.given, person.given, theirs.particles + ours.particles)
    if found is GivenAgreement.CONFLICT or (person.is_whole and found is not GivenAgreement.SAME):
        return Agreement.OTHER
    if is_part:
        return Agreement.PART
    if reading.order is Order.FAMILY_FIRST and not _shows_family_first(reading):
        # Without a comma the order says nothing: "Wang Wei" is as good as "Wei Wang". But it takes both
        # names to know it: "James Smith" may be any Smith to a record that has James alone.
        if not person.given.words:
            return Agreement.SWAPPED
        if found is not GivenAgreement.SAME and is_only_initials(person.given):
            return Agreement.OTHER
    if reading.order is Order.FAMILY_ALONE and ours.may_be_given and ours.full.isdisjoint(theirs.full):
        return Agreement.GIVEN  # "Le Wang" may be Le, of the family Wang
    return Agreement.SAME if found is GivenAgreement.SAME else Agreement.GIVEN


def _is_part(ours: Family, theirs: Family) -> bool:
    """Whether the one family name is a part of the other."""
    return not (
        (ours.full | ours.bare).isdisjoint(theirs.parts) and ours.parts.isdisjoint(theirs.full | theirs.bare)
    )


def _has_all(cited: Given, registered: Given) -> bool:
    counts = [sum(len(word.pieces) for word in name.words) for name in (cited, registered)]
    if len(cited.words) == 1 and is_only_initials(cited):
        counts[0] = len(cited.words[0].key)
    return counts[0] >= counts[1]


def _shows_family_first(reading: Reading) -> bool:
    """Whether "Family Given" without a comma is a proper way to write this name.

    Initials behind a name are no family name; the name in capitals is the family name; and outside the Latin
    script the family name stands first as often as not.
    """
    text = " ".join(word.text for word in reading.surname)
    if is_only_initials(reading.given) or scripts(text).isdisjoint({"LATIN"}):
        return True
    shouted = text.isupper() and len(name_key(text)) > 1
    return shouted and not any(word.text.isupper() for word in reading.given.words if not word.is_short)


def _is_swapped(cited: CitedName, surname: list[Word], forename: list[Word], text: str) -> bool:
    """Whether the given name stands as family name, or all words stand in another order."""
    ours = sorted(word.key for word in words(cited.text.replace(",", " ")))
    if len(ours) > 1 and ours == sorted(word.key for word in (*surname, *forename)):
        return True
    if not forename or is_only_initials(given(tuple(forename), text)):
        return False
    exchanged = Person(family(tuple(forename)), given(tuple(surname), text))
    for reading in cited.readings:
        if reading.order is Order.FAMILY_FIRST:
            continue
        if _compare(reading, exchanged) is Agreement.SAME:
            return True
        if reading.order is Order.FAMILY_ALONE and len(reading.surname) == 1:
            # One of several given names: the first, written in full.
            key = reading.surname[0].key
            return key == forename[0].key and len(key) >= _SHORTEST_ALONE
    return False


def _is_transliteration(cited: CitedName, surname: list[Word], forename: list[Word], text: str) -> bool:
    person = Person(family(tuple(surname)), given(tuple(forename), text))
    for reading in cited.readings:
        if reading.order is Order.FAMILY_FIRST and not _shows_family_first(reading):
            continue
        if transliterated(reading.family, person.family):
            return compare_given(reading.given, person.given) is not GivenAgreement.CONFLICT
    return False


def _by_script(cited: str, registered: str) -> Agreement:
    ours, theirs = scripts(cited), scripts(registered)
    return Agreement.SCRIPT if ours and theirs and ours.isdisjoint(theirs) else Agreement.OTHER
