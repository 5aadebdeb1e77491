"""Names of authors as reference managers and language models write them: lists, and the family name."""

from __future__ import annotations

import re

_NOBODY = frozenset(
    {"unknown", "anonymous", "anon", "n.a", "na", "none", "various", "et al", "others", "and others", ""}
)
_PARTICLES = frozenset(
    "von van der den de del della di da dos du la le ter ten zu zur af av al el bin ibn".split()
)
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_ET_AL = re.compile(r"[,\s]+(?:and\s+)?(?:et\.?\s+al\.?|others)\s*$", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_LAST_AND = re.compile(r",?\s+(?:and|&)\s+", re.IGNORECASE)


def family_name(name: str) -> str:
    """The family name of one person, "" for nobody; a name with a comma has it in front.

    >>> [family_name(name) for name in ("Devlin, Jacob", "Jacob Devlin", "Vincent van Gogh", "Unknown")]
    ['Devlin', 'Devlin', 'van Gogh', '']
    """
    name = " ".join(name.split()).strip(" ,;")
    if is_nobody(name):
        return ""
    front, comma, _ = name.partition(",")
    if comma:
        return front.strip()
    words = name.split(" ")
    while len(words) > 1 and words[-1].strip(".").lower() in _SUFFIXES:
        words.pop()
    first = len(words) - 1
    while first > 1 and words[first - 1] in _PARTICLES:
        first -= 1
    if first == 1 and words[0] in _PARTICLES:
        first = 0
    return " ".join(words[first:])


def is_nobody(name: str) -> bool:
    """Whether a name stands for no person: `Unknown`, `et al.`."""
    return name.strip(" .,").lower() in _NOBODY


def listed(field: str) -> tuple[list[str], bool, bool]:
    """The names of a BibTeX `author` field; whether the list is complete; whether it is a plain list.

    `{A, B, C, and D}`, several commas and no `and` but the last, is no BibTeX form but a plain list of names
    (web.md, section 5).

    >>> listed("Devlin, Jacob and Chang, M.")
    (['Devlin, Jacob', 'Chang, M.'], True, False)
    >>> listed("Alex Wang, Rishi Bommasani, and Zhilin Zhang")
    (['Alex Wang', 'Rishi Bommasani', 'Zhilin Zhang'], True, True)
    >>> listed("Yijie Zang et al")
    (['Yijie Zang'], False, False)
    """
    text = " ".join(field.split())
    complete = True
    cut = _ET_AL.sub("", text)
    if cut != text:
        text, complete = cut, False
    names = _AND.split(text)
    plain = _is_plain(names)
    if plain:
        names = [name for part in _LAST_AND.split(text) for name in part.split(",")]
    people = [name.strip(" ,") for name in names if name.strip(" ,")]
    known = [name for name in people if not is_nobody(name)]
    return known, complete and len(known) == len(people), plain


def _is_plain(parts: list[str]) -> bool:
    """Whether the parts between `and` are plain lists rather than `Family, Given` or `Family, Jr, Given`."""
    first = parts[0].strip(" ,")
    commas = [part.strip() for part in first.split(",") if part.strip()]
    if parts[0].rstrip().endswith(",") and len(commas) > 1:
        return True  # `A, B, and C`
    if len(commas) < 2:
        return False
    whole = sum(" " in part for part in commas)
    if len(commas) > 3 or (len(commas) == 3 and whole == 3):
        return True
    return len(commas) == 2 and whole == 2 and len(parts) <= 2 and all("," not in part for part in parts[1:])
