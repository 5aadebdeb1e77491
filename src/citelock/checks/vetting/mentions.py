"""Whether a text names a work's DOI or its first author (snapshots.md, section 4, *doi* and *author*)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from citelock.checks.people import first_place, people
from citelock.checks.records import Author, Record
from citelock.checks.text.chars import is_cjk
from citelock.checks.text.names.keys import name_key
from citelock.checks.text.names.words import cleaned, name_keys, words
from citelock.checks.text.patterns import late

# A DOI ends where no other could go on: `…-41` is not in `…-419`. Pages of the work may follow it.
_DOI_END: Final = r"(?:v[0-9]{1,3})?(?:/(?:full|abstract|e?pdf|meta|html))?(?![0-9a-z_]|[-./:][0-9a-z])"
# Typesetters exchange the hyphens of a DOI for others.
_DASHES: Final = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
_ARXIV: Final = "10.48550/arxiv."
_SOFT_HYPHEN: Final = "\u00ad"
# Letters with what joins them into one name; the figures of footnotes are none of it.
_NAME: Final = late(r"[^\W\d_²³¹⁰-₟]+(?:[-‐’'\u00ad][^\W\d_²³¹⁰-₟]+)*")
_SHORT: Final = 3  # letters: "He" and "An" are names with a capital only
_MOST_WORDS: Final = 6  # of a family name or the name of a group


def mentions_doi(text: str, dois: Iterable[str]) -> bool:
    """Whether one of these DOIs (in normal form) stands in the text, whole."""
    folded = text.lower().translate(_DASHES)
    readings = [folded.replace(_SOFT_HYPHEN, "")]
    if _SOFT_HYPHEN in folded:
        readings.append(folded.replace(_SOFT_HYPHEN, "-"))
    for doi in sorted(dois):
        for name in _spellings(doi):
            if any(name.search(reading) for reading in readings):
                return True
    return False


def _spellings(doi: str) -> list[re.Pattern[str]]:
    """The DOI as it is printed, perhaps with a blank behind the slash; an arXiv one also as `arXiv:…`."""
    prefix, _, suffix = doi.translate(_DASHES).partition("/")
    found = [re.compile(rf"(?<![0-9]){re.escape(prefix)}/\s?{re.escape(suffix)}{_DOI_END}")]
    if doi.startswith(_ARXIV):
        number = re.escape(doi.removeprefix(_ARXIV))
        found.append(re.compile(rf"arxiv(?::\s?|\.org/(?:abs|pdf)/){number}{_DOI_END}"))
    return found


def mentions_author(text: str, record: Record) -> bool:
    """Whether the family name of the recorded first author (or the group's name) is a word of the text."""
    entries = people(record).entries
    place = first_place(entries)
    return place is not None and _mentions(text, entries[place])


def _mentions(text: str, author: Author) -> bool:
    family = cleaned(author.family or author.name)
    if any(map(is_cjk, family)):
        given = cleaned(author.given)
        whole = "".join(f"{family}{given}".split())
        return whole in "".join(text.split())
    wanted = name_keys(words(family))
    if not wanted:
        return False
    found = [match[0] for match in _NAME.finditer(text)]
    if max(map(len, wanted)) <= _SHORT:
        found = [name if name[:1] != name[:1].lower() else "" for name in found]
    keys = [name_key(name) for name in found]
    if not wanted.isdisjoint(keys):
        return True
    longest = max(map(len, wanted))
    most = min(len(words(family)) + family.count("-") + 1, _MOST_WORDS)
    for start in range(len(keys)):
        joined = keys[start]
        for key in keys[start + 1 : start + most]:
            joined += key
            if len(joined) > longest:
                break
            if joined in wanted:
                return True
    return _ends_in_given(keys, author, wanted)


def _ends_in_given(keys: list[str], author: Author, wanted: frozenset[str]) -> bool:
    """Whether family and given name stand there as one word, as Korean and some Chinese names do."""
    given = name_key(author.given)
    return bool(given) and any(family + given in keys for family in wanted)
