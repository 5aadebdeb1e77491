"""Cited names against registered ones, in every usual way of writing them (metadata.md, section 5.3).

It compares every reading of a cited name with every way a registered one may have been meant and keeps the
best agreement. It knows names, not records: which author is the first one is the rules' business.
"""

from __future__ import annotations

from enum import IntEnum

from citelock.checks.text.names.families import Family, family, transliterated
from citelock.checks.text.names.given import Given, GivenAgreement, compare_given, given, is_only_initials
from citelock.checks.text.names.keys import name_key
from citelock.checks.text.names.organisations import is_organisation
from citelock.checks.text.names.readings import CitedName, Order, Reading
from citelock.checks.text.names.registered import Person, PersonName, RegisteredName, person_name
from citelock.checks.text.names.words import scripts, words

_SHORTEST_ALONE = 3  # letters of one of several given names that stands for the family name


class Agreement(IntEnum):
    """How a cited name agrees with a registered one, from no doubt to another person."""

    SAME = 0
    GIVEN = 1  # the family names agree, the given names leave a doubt
    PART = 2  # a part of a compound family name
    SWAPPED = 3  # the given name stands as family name, or all words in another order
    SCRIPT = 4  # written in different scripts, or two transliterations
    OTHER = 5


def compare_name(cited: CitedName, registered: RegisteredName) -> Agreement:
    """The best agreement of any reading of the one with any of the other.

    >>> from citelock.checks.text.names.readings import read_name
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
    person = person_name(registered)
    if not person.surname:
        return Agreement.OTHER
    key = name_key(cited.text)
    if key == person.family_key or (key == person.whole_key and "," not in cited.text):
        return Agreement.SAME
    if cited.joints and cited.joints.isdisjoint(word.text.lower() for word in person.surname):
        return Agreement.OTHER  # several names: name_lists.py parts them
    best = Agreement.OTHER
    if _may_agree(cited.pieces, person.pieces):
        best = _best(cited, person)
    if best is Agreement.OTHER and _is_transliteration(cited, person.persons[0]):
        return Agreement.SCRIPT
    return min(best, _by_script(cited.text, person.text))


def _best(cited: CitedName, registered: PersonName) -> Agreement:
    best = Agreement.OTHER
    for person in registered.persons:
        for reading in cited.readings:
            best = min(best, _compare(reading, person))
            if best is Agreement.SAME:
                return best
    if best is Agreement.OTHER and _is_swapped(cited, registered):
        return Agreement.SWAPPED
    return best


def _may_agree(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether any word of the one stands in a word of the other: without that no comparison can succeed."""
    return any(one in other or other in one for one in ours for other in theirs)


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


def _is_swapped(cited: CitedName, registered: PersonName) -> bool:
    """Whether the given name stands as family name, or all words stand in another order."""
    surname, forename = registered.surname, registered.forename
    ours = sorted(word.key for word in words(cited.text.replace(",", " ")))
    if len(ours) > 1 and ours == sorted(word.key for word in (*surname, *forename)):
        return True
    if not forename or is_only_initials(registered.persons[0].given):
        return False
    exchanged = Person(family(forename), given(surname, registered.text))
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


def _is_transliteration(cited: CitedName, person: Person) -> bool:
    for reading in cited.readings:
        if reading.order is Order.FAMILY_FIRST and not _shows_family_first(reading):
            continue
        if transliterated(reading.family, person.family):
            return compare_given(reading.given, person.given) is not GivenAgreement.CONFLICT
    return False


def _by_script(cited: str, registered: str) -> Agreement:
    ours, theirs = scripts(cited), scripts(registered)
    return Agreement.SCRIPT if ours and theirs and ours.isdisjoint(theirs) else Agreement.OTHER
