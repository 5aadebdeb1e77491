"""What a text calls a source that has no number: the first family name and the year (`Smith et al., 2020`).

An entry of a list says both in many forms, so all names that it may be called by are kept; a text's name is
tied to an entry only where exactly one has it together with the year.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from citelock.checks.adapters.people import family_name

YEAR = r"(?:(?:1[5-9]|20)[0-9]{2}[a-z]?|n\.\s?d\.)(?![0-9A-Za-z])"
JOINED = r"(?:&|and|und|y|et|e|и|和|与|、)"
AND_OTHERS = r"(?:et\.?\s?al\.?|u\.\s?a\.|y otros|и др\.?|等人?)"
_LONGEST = 400  # characters of an entry in which its authors and its year in parentheses stand
_IN_PARENTHESES = re.compile(rf"[(（\[]\s?({YEAR})(?:[,;，/\s][^()（）\[\]]{{0,30}})?[)）\]]")
_OF_JOURNAL = re.compile(rf"\b({YEAR})\s?(?:;|:[0-9])")
_BARE = re.compile(rf"(?<![\w.–-])({YEAR})(?![–-][0-9])")
_OTHERS = re.compile(rf"\s?,?\s?{AND_OTHERS}.*$", re.DOTALL)
_FIRST = re.compile(rf"[,;:，；：、]|\s(?:&|and|und|y|и)\s|(?<=[^\W\d_]{{2}})\.\s|[\"“„«]|{AND_OTHERS}|$")
_INITIALS = re.compile(r"^(.{2,40}?)\s(?:[^\W\d_a-z]\.?[\s-]?){1,3}$")
_BEFORE_INITIALS = re.compile(
    r"^([^\W\d_][\w'’-]{1,30})\s(?:[^\W\d_a-zа-яё]\.\s?){2,3}"
)  # Иванов И. И. Название
_NO_WORD = re.compile(r"[\W_]")
_BETWEEN = re.compile(rf"[,，、]|\s{JOINED}\s|(?<=[一-鿿])[和与及](?=[一-鿿])")
_LONGEST_JOINED = 4  # characters of a Chinese name that may hold one of them
_LEADING_INITIALS = re.compile(r"^(?:[^\W\d_]\.[\s-]?){1,3}")
_ACRONYM = re.compile(r"[(（\[]([^\W\d_a-z]{2,12})[)）\]]")


@dataclass(frozen=True, slots=True)
class Called:
    """By what an entry may be called: names folded, `words` those of its authors, years as it writes them."""

    names: frozenset[str]
    words: frozenset[str]
    years: frozenset[str]


def folded(name: str) -> str:
    """A name without case, accents and signs.

    >>> folded("Müller-Lüdenscheidt"), folded("O’Neil")
    ('muller ludenscheidt', 'oneil')
    """
    bare = name.replace("’", "").replace("'", "")
    if not bare.isascii():
        bare = unicodedata.normalize("NFKD", bare)
        bare = "".join(char for char in bare if not unicodedata.combining(char))
    return " ".join(_NO_WORD.sub(" ", bare.casefold()).split())


def folded_year(year: str) -> str:
    """A year with its suffix, `nd` for `n.d.`."""
    return re.sub(r"[\s.]", "", year).lower()


def called(text: str) -> Called | None:
    """What an entry may be called, None without a name or a year; `text` is what a reader sees of it.

    >>> sorted(called("Smith, J., & Doe, A. (2020a). A title. Demo 3").names)
    ['smith']
    >>> entry = called("World Health Organization [WHO]. (2021). A title")
    >>> sorted(entry.names), sorted(entry.years)
    (['organization', 'who', 'world health organization'], ['2021'])
    """
    text = " ".join(text.split()).lstrip("([（【*_ ")[: _LONGEST * 3]
    inside = _IN_PARENTHESES.search(text, 0, _LONGEST)
    if inside:
        head, years = text[: inside.start()], {inside[1]}
    else:
        head = text[:_LONGEST]
        years = set(_OF_JOURNAL.findall(text)) or set(_BARE.findall(text))
        head = re.split(rf"(?<![\w.–-]){YEAR}", head, maxsplit=1)[0]
    first = head[: next(_FIRST.finditer(head)).start()].strip(" ,.([")
    names = _names(first) | set(map(folded, _ACRONYM.findall(head)))
    names = {name for name in names if len(name) > 1}
    if not names or not years:
        return None
    return Called(frozenset(names), frozenset(folded(head).split()), frozenset(map(folded_year, years)))


def _names(first: str) -> set[str]:
    """All that a first author may be called: the whole, the family name, the name without initials."""
    first = _ACRONYM.sub("", first).strip()
    names = {folded(first), folded(family_name(first))}
    bare = _INITIALS.match(first) or _BEFORE_INITIALS.match(first)
    if bare:
        names.add(folded(bare[1]))
    return names


def first_name(names: str) -> tuple[frozenset[str], list[str]]:
    """The first of the names that a text gives, with and without initials, and the others, folded."""
    whole = _OTHERS.sub("", names)
    parts = [part.strip() for part in _BETWEEN.split(whole) if part.strip()]
    if not parts:
        return frozenset(), []
    forms = {folded(parts[0]), folded(_LEADING_INITIALS.sub("", parts[0]))}
    if len(whole) <= _LONGEST_JOINED:
        forms.add(folded(whole))  # 李和平 is one
    return frozenset(forms - {""}), [folded(family_name(part)) for part in parts[1:]]


class Authors:
    """Entries by the names of their first authors; an entry is known by its number, from 0."""

    def __init__(self, entries: Iterable[Called | None]) -> None:
        self._by_name: dict[str, list[tuple[int, Called]]] = {}
        for number, entry in enumerate(entries):
            for name in sorted(entry.names) if entry is not None else ():
                self._by_name.setdefault(name, []).append((number, entry))  # type: ignore[arg-type] # not None

        self._first_words = frozenset(word for name in self._by_name for word in name.split()[:1])

    def may_begin(self, word: str) -> bool:
        """Whether a name of some entry may begin with a word, or with what follows an initial."""
        return word[1:2] == "." or not self._first_words.isdisjoint(folded(word).split()[:1])

    def __bool__(self) -> bool:
        return bool(self._by_name)

    def has(self, names: str) -> bool:
        """Whether some entry is by the first of these names, whatever its year."""
        return any(form in self._by_name for form in first_name(names)[0])

    def meant(self, names: str, year: str) -> list[int]:
        """The entries that names and a year may mean: one, none, or several that fit alike."""
        forms, others = first_name(names)
        year = folded_year(year)
        named = {number: entry for form in sorted(forms) for number, entry in self._by_name.get(form, ())}
        fitting = [number for number, entry in named.items() if year in entry.years]
        if not fitting and year.isdigit():  # the list has 2020a where the text says 2020
            fitting = [
                number for number, entry in named.items() if any(each[:4] == year for each in entry.years)
            ]
        if len(fitting) > 1 and others:
            words = {word for other in others for word in other.split()}
            fitting = [number for number in fitting if words <= named[number].words] or fitting
        return sorted(fitting)
