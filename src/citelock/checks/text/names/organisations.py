"""Organisations and groups as authors: told from persons, and compared (metadata.md, 5.3).

Registries give an organisation in one piece, and sometimes a person too. What tells them apart are words:
Consortium, University, "of".
"""

from __future__ import annotations

from typing import Final

from citelock.checks.text.names.keys import has_letter, name_key
from citelock.checks.text.names.words import Word, cleaned, words

# What many people together call themselves; nothing of their name is lost without it.
_COLLECTIVES: Final = frozenset(
    "collaboration collaborations collaborative collaborators consortium consortia consorzio group groups"
    " groupe grupo gruppe gruppo investigators investigator network networks study trial trialists team"
    " teams committee panel initiative initiatives project projects taskforce working writing research"
    " alliance staff authors members participants workgroup cooperative".split()
)
_BODIES: Final = frozenset(
    "academy accademia academia agency agence agencia administration affairs assembly association"
    " associazione asociacion associates ausschuss authority bibliothek bibliotheque biblioteca bureau"
    " bundesamt bundesanstalt center centre centres centers centro centrum clinic collection collections"
    " commission comite commissie comision company conference congress consulting contributors corp"
    " corporation council department departement departamento deutsche directorate division editors"
    " editorial embassy enterprise faculty federation forum fondation foundation fundacion gesellschaft"
    " gmbh government hospital inc incorporated industries institut institute institutes institution"
    " instituto istituto international journal kommission komitee laboratoire laboratories laboratory llc"
    " ltd limited management ministere ministerio ministerium ministry museum musee nations national"
    " observatory office organisation organization organizations organisations organizacion parliament"
    " partners partnership practice program programme programmes publications publishing registry"
    " repository school schools scientific secretariat services sociedad societa societe society solutions"
    " statistics stiftung survey systems technologies technology union united universidad universidade"
    " universita universitaet universitat universite universitet university universities verband verein"
    " verlag gov университет институт академия общество комитет министерство организация группа центр 大学"
    " 研究所 学会 协会 委员会 研究院 中心 協会 委員会 機構".split()
)
_GROUP_WORDS: Final = _COLLECTIVES | _BODIES
_JOINING: Final = frozenset("of for the and on in at et und für fur pour per para".split())
_SMALL: Final = _JOINING | frozenset(
    "a an de del della des di da do dos du der die das den la le les los las el l d i y e and to von zur"
    " zum".split()
)
_SHORTEST_ACRONYM = 2  # letters: UN, EU
_SHORTEST_PARTIAL_ACRONYM = 3  # letters: CDC, of Centers for Disease Control and Prevention
_MANY_WORDS = 6  # more than any person's name in one piece


def is_group(name: str) -> bool:
    """Whether a name in one piece is an organisation's or a group's by its words.

    >>> is_group("GTEx Consortium"), is_group("Geological Survey of Canada"), is_group("Ashish Vaswani")
    (True, True, False)
    """
    plain = cleaned(name)
    if not plain:
        return has_letter(name)
    if "&" in plain or any(character.isdigit() for character in plain.strip("0123456789 *")):
        return True
    found = words(plain)
    if not _JOINING.isdisjoint([word.text for word in found]):  # as written: Korean names have an "In"
        return True
    tokens = _tokens(found)
    return len(tokens) >= _MANY_WORDS or tokens[:1] == ["the"] or not _GROUP_WORDS.isdisjoint(tokens)


def is_organisation(cited: str, name: str) -> bool:
    """Whether a cited name is this organisation: the same words, most of them, or its acronym.

    >>> is_organisation("WHO", "World Health Organization"), is_organisation("The GTEx", "GTEx Consortium")
    (True, True)
    """
    cited, name = cleaned(cited), cleaned(name)  # what stands in parentheses is most often the acronym
    if not cited or not name:
        return False
    if name_key(cited) == name_key(name):
        return True
    ours, theirs = _telling(cited), _telling(name)
    if not ours or not theirs:
        return False
    if set(ours) == set(theirs) or _is_most_of(ours, theirs) or _is_most_of(theirs, ours):
        return True
    without = set(ours) - _COLLECTIVES, set(theirs) - _COLLECTIVES
    if without[0] and without[0] == without[1]:
        return True
    return _is_acronym(cited, name) or _is_acronym(name, cited)


def _tokens(name: list[Word]) -> list[str]:
    pieces = [piece for word in name for piece in word.pieces]
    return [_spelling(piece.key) for piece in pieces if piece.key]


def _telling(name: str) -> list[str]:
    return [token for token in _tokens(words(name)) if token not in _SMALL]


def _spelling(token: str) -> str:
    """One spelling of British and American words: organisation, centre."""
    for british, american in (
        ("isation", "ization"),
        ("centre", "center"),
        ("programme", "program"),
        ("labour", "labor"),
    ):
        token = token.replace(british, american)
    return token


def _is_most_of(part: list[str], whole: list[str]) -> bool:
    """Whether all words of the one are among those of the other and make up half of its letters."""
    return (
        not _COLLECTIVES.issuperset(part)
        and set(part) <= set(whole)
        and 2 * sum(map(len, set(part))) >= sum(map(len, set(whole)))
    )


def _is_acronym(short: str, name: str) -> bool:
    """Whether `short` is the initials of a name, small words counted or not, or three and more of them."""
    letters = short.replace(".", "").replace(" ", "")
    if not (letters.isalpha() and letters.isupper() and len(letters) >= _SHORTEST_ACRONYM):
        return False
    key = name_key(letters)
    tokens = _tokens(words(name))
    if len(tokens) < len(key):
        return False
    for chosen in (tokens, [token for token in tokens if token not in _SMALL]):
        initials = "".join(token[0] for token in chosen)
        if initials == key or (len(key) >= _SHORTEST_PARTIAL_ACRONYM and initials.startswith(key)):
            return True
    return False
