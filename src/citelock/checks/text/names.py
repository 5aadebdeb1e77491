"""Names of authors compared: family, given, initials in any usual order (metadata.md, 5.3, first form).

It answers whether a cited name can be this person or organisation. Given names never reject a citation by
family name alone; two full given names that conflict do.
"""

from __future__ import annotations

import re
import unicodedata

# Letters that NFKD does not take apart, as people retype them.
_LETTERS = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i"}
)
_PARTICLE = re.compile("van|von|der|den|de|del|della|di|da|dos|du|la|le|al|el|bin|ibn|ter|ten|zu|zur")
_ET_AL = re.compile(r"[\s,;]+(?:et\.?\s?al|and others|и др|u\. ?a|等)\.?\s*$", re.IGNORECASE)
_SPLIT = re.compile(r"[\s.\-\u2010-\u2015\u00a0]+")
_LONGEST_RUN_OF_INITIALS = 6  # letters: "CRJD"
_LONGEST = 500  # characters; beyond it stands a text, not a name
_CLOSE_PREFIX = 3  # letters that two spellings of a given name share: Aleksandr, Alexander


def name_key(name: str) -> str:
    """Letters and digits of a name without case, marks, apostrophes, hyphens or spaces; "" if it has none.

    >>> name_key("Eryiğit"), name_key("O’Brien-Smith")
    ('eryigit', 'obriensmith')
    """
    if name.isascii():
        return "".join(filter(str.isalnum, name.lower()))
    return "".join(
        character
        for character in unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
        if character.isalnum()
    ).translate(_LETTERS)


def has_letter(name: str) -> bool:
    """Whether a text names anybody: "-" and "1" stand in registries where there is no name."""
    return any(map(str.isalpha, name))


def is_person(cited: str, family: str, given: str) -> bool:
    """Whether a cited name can be this person, whose parts are given as registered ("" where there is none).

    Accepts the family name alone, "Given Family", "Family, Given" and initials before or behind; particles
    (van, de) may be left out on either side.

    >>> is_person("Family G.", "Family", "Given"), is_person("Mussgnug, Anna", "Mussgnug", "Karl")
    (True, False)
    """
    cited = _cited_name(cited)
    families = _family_keys(family)
    if not families:
        return False
    if _family_keys(cited) & families:
        return True
    if given and name_key(cited) in (name_key(given + family), name_key(family + given)):
        return True
    return any(_family_keys(one) & families and _given_agree(other, given) for one, other in _splits(cited))


def is_organisation(cited: str, name: str) -> bool:
    """Whether a cited name is this organisation, or person registered in one piece: tokens in any order."""
    cited = _cited_name(cited)
    key = name_key(name)
    if not key:
        return False
    return name_key(cited) == key or sorted(_tokens(cited)) == sorted(_tokens(name))


def _cited_name(cited: str) -> str:
    """The name without "et al."; "" for what is too long to be one."""
    return _ET_AL.sub("", cited.strip()) if len(cited) <= _LONGEST else ""


def _family_keys(family: str) -> set[str]:
    """The keys a family name goes by: with its particles and without."""
    tokens = [token for token in _SPLIT.split(family) if token]
    while len(tokens) > 1 and _PARTICLE.fullmatch(tokens[0].casefold()):
        tokens = tokens[1:]
    return {key for key in (name_key(family), name_key(" ".join(tokens))) if key}


def _splits(cited: str) -> list[tuple[str, str]]:
    """The ways to read a name as (family, given): at its comma, else at every space from either end."""
    before, comma, after = cited.partition(",")
    if comma:
        return [(before, after)]
    words = cited.split()[:12]  # no name has more; a longer one is text
    readings = []
    for place in range(1, len(words)):
        front, back = " ".join(words[:place]), " ".join(words[place:])
        readings += [(back, front), (front, back)]
    return readings


def _tokens(name: str) -> list[str]:
    return [key for key in map(name_key, re.split(r"[\s.,\-\u2010-\u2015]+", name)) if key]


def _given_agree(cited: str, registered: str) -> bool:
    """Given names agree if one side has none, they share a full one, or initials and full names fit."""
    ours, theirs = _tokens(cited), _tokens(registered)
    if not ours or not theirs:
        return True
    if any(len(token) > 1 and token in theirs for token in ours):
        return True
    initials = "".join(token[0] for token in theirs)
    joined = "".join(ours)
    if len(joined) <= _LONGEST_RUN_OF_INITIALS and initials.startswith(joined):
        return True
    mine, other = ours[0], theirs[0]
    if len(mine) == 1 or len(other) == 1:
        # A differing initial is a doubt, not a proof of another person; the family name has agreed.
        return True
    return mine[:_CLOSE_PREFIX] == other[:_CLOSE_PREFIX]
