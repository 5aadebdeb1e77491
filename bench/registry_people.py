"""Citations made from a record by its authors and its year: as people type them, and changed.

The spellings are those of metadata.md, sections 10.5 and 10.6. Nothing here uses the rules' own keys.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bench.registry_records import Entry
from bench.registry_trials import Trial

if TYPE_CHECKING:
    from citelock.checks.records import Author

_PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "đ": "d", "Đ": "D", "ð": "d", "æ": "ae", "Æ": "Ae",
     "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th", "ı": "i"}
)  # fmt: skip
_MARKS = "".join(map(chr, range(0x300, 0x370)))
_OF_A_SOCIETY = {"and", "of", "for", "und", "et"}
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_PUBLISHED = ("issued", "print", "online", "other", "posted")


def plain(name: str) -> str:
    """The text as typed on a keyboard without accents; letters of other scripts stay whole.

    >>> plain("Łukasz Müller-Øye"), plain("Соловьёв, Андрей")
    ('Lukasz Muller-Oye', 'Соловьёв, Андрей')
    """
    letters = unicodedata.normalize("NFD", name.translate(_PLAIN_LETTERS))
    kept = "".join(
        letter
        for place, letter in enumerate(letters)
        if not (unicodedata.combining(letter) and letters[:place].rstrip(_MARKS)[-1:].isascii())
    )
    return unicodedata.normalize("NFC", kept)


def first_of(entry: Entry) -> Author | None:
    """The registered first author: the first one marked so, else the first entry; else an editor."""
    people = entry.record.authors or entry.record.editors
    marked = [author for author in people if author.sequence == "first"]
    return marked[0] if marked else people[0] if people else None


def is_person(author: Author | None) -> bool:
    """Whether there is a family name and a given name, each with a letter.

    A registry may hold a journal or a society in the two parts of a person: such a one has no initials.
    """
    return (
        author is not None
        and all(any(map(str.isalpha, part)) for part in (author.family, author.given))
        and not _OF_A_SOCIETY & set(author.family.casefold().split())
    )


def initials(given: str) -> list[str]:
    """The first letters of the given names; none for a script without capitals.

    >>> initials("Jean-Pierre A."), initials("AJ"), initials("伟")
    (['J', 'P', 'A'], ['A', 'J'], [])
    """
    if given.isalpha() and given.isupper() and len(given) < 4:
        letters = list(given)
    else:
        letters = [word[0] for word in re.split(r"[\s.\-‐]+", given) if word]
    return letters if all(letter.isupper() for letter in letters) else []


def full(author: Author) -> str:
    """The name of a person or organisation as displayed."""
    return " ".join(filter(None, (author.given, author.prefix, author.family))) or author.name


def faithful(entry: Entry) -> Iterator[Trial]:
    """The registered first author, written in the ways that are no fault."""
    first = first_of(entry)
    if first is None:
        return
    family, given = first.family, first.given
    if first.name and not family:
        yield Trial("first author", "organisation", entry, first.name)
    elif any(map(str.isalpha, family)):
        spellings = {"family": family, "et al.": f"{family} et al.", "upper case": family.upper()}
        spellings["diacritics dropped"] = plain(family)
        if is_person(first):
            spellings["Given Family"] = f"{given} {family}"
            spellings["Family, Given"] = f"{family}, {given}"
            spellings["Given Family, diacritics dropped"] = plain(f"{given} {family}")
            letters = initials(given)
            if letters:
                spellings["G. Family"] = f"{letters[0]}. {family}"
                spellings["G. H. Family"] = " ".join(f"{letter}." for letter in letters) + f" {family}"
                spellings["Family AB"] = f"{family} {''.join(letters)}"
                spellings["Family, A. B."] = f"{family}, " + " ".join(f"{letter}." for letter in letters)
        if family.translate(_GERMAN) != family:
            spellings["umlauts as ae, oe, ue"] = family.translate(_GERMAN)
        for variant, cited in spellings.items():
            yield Trial("first author", variant, entry, cited)
    if entry.printed and entry.printed.get("first_author"):
        yield Trial("first author", "as printed", entry, entry.printed["first_author"])


def last_as_first(entry: Entry) -> Iterator[Trial]:
    """The last author in place of the first, but for namesakes."""
    first, authors = first_of(entry), entry.record.authors
    if first is None or len(authors) < 2 or entry.record.authors_total:
        return
    last = authors[-1]
    names = [plain(author.family or author.name).casefold() for author in (first, last)]
    if is_person(last) and last is not first and names[0] != names[1]:
        yield Trial("first author", "last author as first", entry, full(last))
        yield Trial("first author", "last family as first", entry, last.family)


def strangers(entries: Sequence[Entry], seed: int, count: int) -> Iterator[Trial]:
    """First authors of other works, by full name; namesakes apart."""
    known = [(entry, first) for entry in entries if is_person(first := first_of(entry)) and first]
    chance = random.Random(f"{seed}/authors of others")
    for _ in range(count):
        (entry, ours), (_, theirs) = chance.sample(known, 2)
        if plain(ours.family).casefold() != plain(theirs.family).casefold():
            yield Trial("first author", "of another work", entry, full(theirs))


def coauthors(entries: Sequence[Entry], seed: int) -> Iterator[Trial]:
    """The list of authors: whole, turned round, by initials, cut with and without "et al.", one exchanged."""
    known = [
        entry
        for entry in entries
        if len(entry.record.authors) > 1
        and all(map(is_person, entry.record.authors))
        and not entry.record.authors_total
    ]
    for entry in known:
        authors = entry.record.authors
        names = tuple(map(full, authors))
        yield Trial("authors", "all", entry, names)
        yield Trial("authors", "Family, Given", entry, tuple(f"{one.family}, {one.given}" for one in authors))
        yield Trial("authors", "in another order", entry, names[::-1])
        yield Trial("authors", "first and et al.", entry, (f"{names[0]} et al.",))
        yield Trial("authors", "one left out", entry, names[:-1])
        chance = random.Random(f"{seed}/{entry.doi}/authors")
        stranger = chance.choice(chance.choice(known).record.authors)
        families = {plain(one.family).casefold() for one in authors}
        if plain(stranger.family).casefold() not in families:
            at = chance.randrange(len(names))
            exchanged = (*names[:at], full(stranger), *names[at + 1 :])
            yield Trial("authors", "one exchanged", entry, exchanged)


def years(entry: Entry) -> Iterator[Trial]:
    """The registered years as written in citations, and years that are off by one and by three."""
    dates = entry.record.dates
    registered = {kind: int(dates[kind][:4]) for kind in _PUBLISHED if kind in dates}
    if not registered:
        return
    for kind in ("issued", "print", "online"):
        if kind in registered:
            yield Trial("year", kind, entry, registered[kind])
    issued = registered.get("issued")
    if issued is not None:
        yield Trial("year", "as text, with a letter", entry, f"{issued}a")
        yield Trial("year", "as a date", entry, f"{issued}-05-01")
    known = set(registered.values())
    related = bool(entry.record.relations or entry.record.same_as) or entry.record.type == "posted-content"
    dated = ("print" in registered or len(known) > 1) and not related
    for off in (-1, 1):
        for year in sorted({each + off for each in known} - known):
            yield Trial("year", "off by one", entry, year)
            if dated and "print" in registered:
                yield Trial("year", "off by one, print known", entry, year)
    yield Trial("year", "three years late", entry, max(known) + 3)
    if entry.printed and entry.printed.get("year"):
        yield Trial("year", "as printed", entry, entry.printed["year"])
