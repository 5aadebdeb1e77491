"""The key of a name, and whether a text names anybody at all (metadata.md, section 5.3).

The smallest part of the comparison of names, apart from the rest because every audit needs it and few audits
need more.
"""

from __future__ import annotations

import unicodedata
from typing import Final

# Letters that NFKD does not take apart, as people retype them.
_LETTERS: Final = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ħ": "h"}
)


def name_key(name: str) -> str:
    """Letters and digits of a name without case, marks, apostrophes, hyphens or spaces; "" if it has none.

    >>> name_key("Eryiğit"), name_key("O’Brien-Smith")
    ('eryigit', 'obriensmith')
    """
    if name.isascii():
        plain = name.lower()
        return plain if plain.isalnum() else "".join(filter(str.isalnum, plain))
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    return "".join(filter(_is_kept, plain)).translate(_LETTERS)


def has_letter(name: str) -> bool:
    """Whether a text names anybody: "-" and "1" stand in registries where there is no name."""
    return any(map(str.isalpha, name))


def _is_kept(character: str) -> bool:
    # Accents go; vowel signs of Indic scripts and the voiced marks of kana are letters in all but name.
    return character.isalnum() or (
        ("\u0900" <= character < "\u1ab0" or character in "\u3099\u309a")
        and unicodedata.category(character)[0] == "M"
    )
