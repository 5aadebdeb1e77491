"""Names of journals, proceedings and books compared: in full, abbreviated, as an acronym (metadata.md, 5.4).

"Proc. Natl. Acad. Sci. U.S.A." and "Proceedings of the National Academy of Sciences" are one journal. It
knows no list of journals: an abbreviation is one if its words, in order, begin the words of the full name.
"""

from __future__ import annotations

import re
import unicodedata

from citelock.checks.text.titles.keys import printed
from citelock.checks.text.titles.tables import ARTICLES

_PARENTHESES = re.compile(r"[(\[（][^()\[\]（）]{0,200}[)\]）]")
_INITIALS = re.compile(r"(?<![^\W_])(?:[^\W\d_]\. ?){2,8}(?![^\W_])")  # U.S.A.
_WORD = re.compile(r"[^\W_]+")
_MAIN_END = re.compile("[:=：]")
_STOP_WORDS = ARTICLES | {"fur", "voor", "pour", "per", "para", "section", "series"}
_COUNTRIES = (("united", "states", "america"), ("united", "states"))
_LONGEST = 1_000  # characters
_ACRONYM = 3  # letters at least
_PARTIAL_ACRONYM = 4  # letters that may leave out words of the full name


def is_same_container(cited: str, registered: str) -> bool:
    """Whether two names can be those of one container.

    >>> is_same_container("J. Am. Chem. Soc.", "Journal of the American Chemical Society")
    True
    >>> is_same_container("Nature", "Nature Communications")
    False
    """
    ours, theirs = _readings(cited), _readings(registered)
    # Of two names with different subtitles neither is the other's main part: "JGR: Oceans", "JGR: Planets".
    return (
        any(_agree(ours[0], one) for one in theirs)
        or any(_agree(one, theirs[0]) for one in ours)
        or _is_acronym(cited, registered)
        or _is_acronym(registered, cited)
    )


def _readings(name: str) -> list[list[str]]:
    """The words of the whole name, and of its part before a colon."""
    text = _PARENTHESES.sub(" ", printed(name)[:_LONGEST])
    main = _MAIN_END.split(text, maxsplit=1)[0]
    return [_words(text)] if main == text else [_words(text), _words(main)]


def _words(text: str) -> list[str]:
    joined = _INITIALS.sub(lambda match: f" {match[0].replace('.', '').replace(' ', '')} ", text)
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", joined).casefold())
    plain = "".join(c for c in folded if not unicodedata.combining(c))
    words = _WORD.findall(plain.replace("'", "").replace("’", ""))
    # The last word is no article: Physical Review A.
    kept = [word for word in words[:-1] if word not in _STOP_WORDS] + words[-1:]
    for country in _COUNTRIES:
        if tuple(kept[-len(country) :]) == country:
            kept[-len(country) :] = ["usa"]
    # PNAS is registered with and without its country.
    return kept[:-1] if len(kept) > 3 and kept[-1] in ("usa", "us") else kept


def _agree(ours: list[str], theirs: list[str]) -> bool:
    if not ours or not theirs:
        return False
    if "".join(ours) == "".join(theirs):
        return True
    if len(ours) != len(theirs) or not all(map(_abbreviates, ours, theirs)):
        return False
    # Physical Review A is not Physical Review Applied.
    last = {ours[-1], theirs[-1]}
    return len(ours) == 1 or len(last) == 1 or "j" in last or min(map(len, last)) > 1


def _abbreviates(one: str, other: str) -> bool:
    """Whether one word is the other cut short, or contracted to its end: "Nat", "Natl" for "National"."""
    short, long = sorted((one, other), key=len)
    if long.startswith(short):
        return short == long or short.isalpha()
    if len(short) == len(long) or short[0] != long[0] or short[-1] != long[-1]:
        return False
    letters = iter(long)
    return all(letter in letters for letter in short)


def _is_acronym(short: str, name: str) -> bool:
    """Whether one name is an acronym of the other, or the one that stands in its parentheses."""
    words = _WORD.findall(printed(short)[:_LONGEST].replace(".", ""))
    if len(words) != 1 or len(words[0]) < _ACRONYM or not words[0].isascii():
        return False
    acronym = words[0].casefold()
    if acronym == "".join(_WORD.findall(printed(name)[:_LONGEST].casefold())):
        return True
    if any(acronym == inside.strip("()[] ").casefold() for inside in _PARENTHESES.findall(name[:_LONGEST])):
        return True
    for reading in _readings(name):
        initials = "".join(word[0] for word in reading)
        if acronym == initials or (len(acronym) >= _PARTIAL_ACRONYM and acronym in initials):
            return True
    return False
