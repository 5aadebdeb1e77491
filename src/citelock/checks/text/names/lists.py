"""Texts that may hold several names, parted in every way they may be meant (metadata.md, section 5.3).

"Smith, Jones" is one person or two, and only the record can tell: a parting is worth something when each of
its names is found there. This module makes the partings.
"""

from __future__ import annotations

from typing import Final

from citelock.checks.text.names.keys import has_letter
from citelock.checks.text.names.words import LONGEST
from citelock.checks.text.patterns import late

_JOINTS: Final = late(r"\s*;\s*|\s*,?\s(?:and|AND|und|et|y|e|и|&)\s|\s*&\s*|\n")
_INITIALS: Final = late(r"\s*(?:[^\W\d_]{1,3}\.?[\s-]?){1,4}\s*")
_MOST_NAMES = 40  # more stand in no field for one name


def partings(text: str) -> list[list[str]]:
    """The ways to read a text as two or more names; none if it holds but one.

    >>> partings("Smith, J., and Jones, K.")
    [['Smith, J.', 'Jones, K.'], ['Smith', 'J.', 'Jones', 'K.']]
    >>> partings("Smith")
    []
    """
    if len(text) > LONGEST:
        return []
    joined = [part for part in _JOINTS.split(text) if has_letter(part)]
    found: list[list[str]] = []
    for parting in (joined, _pairs(joined), _all_commas(joined)):
        clean = [name.strip(" ,;&") for name in parting]
        if 1 < len(clean) <= _MOST_NAMES and clean not in found:
            found.append(clean)
    return found


def is_family_and_given(text: str) -> bool:
    """Whether a text may be one person, "Family, Given": a single comma, and nothing else that joins names.

    >>> is_family_and_given("Smith, Jones"), is_family_and_given("Smith and Jones")
    (True, False)
    """
    return text.count(",") == 1 and len(_JOINTS.split(text[:LONGEST])) == 1


def _all_commas(parts: list[str]) -> list[str]:
    return [name for part in parts for name in part.split(",") if has_letter(name)]


def _pairs(parts: list[str]) -> list[str]:
    """Family names with the initials that follow each after a comma."""
    names: list[str] = []
    for name in _all_commas(parts):
        if names and "," not in names[-1] and _INITIALS.fullmatch(name):
            names[-1] += f", {name.strip()}"
        else:
            names.append(name.strip())
    return names
