"""Which words of a name a page has to have: offices and legal forms go with names, and are left out at will.

Who writes of "Apple CEO Tim Cook" or "Microsoft Corporation" is understood by a page on Tim Cook, or on
Microsoft. Of a name without an office every word is needed: New York University is not New York.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

TITLES = frozenset(
    """president vice-president premier minister chancellor senator congressman congresswoman governor mayor
    king queen prince princess pope sir lord lady dame mr mrs ms miss dr prof professor judge justice general
    colonel captain admiral chairman chairwoman chairperson executive officer director ceo cfo cto coo founder
    co-founder cofounder secretary ambassador spokesman spokeswoman spokesperson coach analyst

    präsident präsidentin bundespräsident ministerpräsident bundeskanzler bundeskanzlerin kanzler kanzlerin
    ministerin bundesminister bundesministerin bürgermeister bürgermeisterin herr frau könig königin
    vorsitzender vorsitzende

    président présidente ministre chancelier chancelière sénateur sénatrice maire monsieur madame roi reine
    directeur directrice

    presidente presidenta ministro ministra senador senadora alcalde alcaldesa señor señora rey reina
    director directora

    господин госпожа""".split()
)
# Of words that are inflected, their beginnings.
TITLE_STEMS = tuple(
    """президент вице-президент премьер министр вице-премьер канцлер сенатор депутат губернатор мэр генерал
    директор гендиректор глав председател секретар посол профессор академик""".split()
)
LEGAL_FORMS = frozenset(
    """inc corp corporation co company ltd limited llc llp lp plc gmbh ag kg kgaa se sa sas sarl spa srl bv nv
    ab as asa oy oyj pty group holding holdings incorporated""".split()
)
_LONGEST_STEMMED = 4  # letters of an ending


class Needed(NamedTuple):
    """Of the words of a name: all of `every` have to stand on a page, and one of `either` if any."""

    every: tuple[str, ...]
    either: tuple[str, ...] = ()


def needed(words: Sequence[str]) -> Needed:
    """What of a name has to stand on a page; `words` are folded.

    Legal forms at its end are not needed. Of what follows an office the last two words are the name of a
    person; where it is one word, another one of the whole has to stand beside it.

    >>> needed(["apple", "ceo", "tim", "cook"]), needed(["microsoft", "corporation"])
    (Needed(every=('tim', 'cook'), either=()), Needed(every=('microsoft',), either=()))
    >>> needed(["us", "president", "biden"])
    Needed(every=('biden',), either=('us', 'president'))
    """
    kept = list(words)
    while len(kept) > 1 and kept[-1] in LEGAL_FORMS:
        kept.pop()
    # The last word is no office but the name of a person, as of Bruno Le Maire or Stephen King.
    titles = [place for place, word in enumerate(kept[:-1]) if is_title(word)]
    if not titles:
        return Needed(tuple(kept))
    after = [word for word in kept[titles[-1] + 1 :] if len(word) > 1 or word.isdigit()]
    if len(after) == 1:
        return Needed(tuple(after), tuple(kept[: titles[-1] + 1]))
    return Needed(tuple(after[-2:] or kept))


def is_title(word: str) -> bool:
    """Whether a word is that of an office, in any of its forms."""
    return word in TITLES or any(
        word.startswith(stem) and len(word) <= len(stem) + _LONGEST_STEMMED for stem in TITLE_STEMS
    )
