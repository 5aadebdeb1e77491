"""Family names compared: particles, compounds and their parts (metadata.md, section 5.3).

It answers how a cited family name agrees with a registered one, both as words; given names are none of its
business.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from citelock.checks.text.names.keys import has_letter
from citelock.checks.text.names.words import Word, name_keys
from citelock.checks.text.patterns import late

PARTICLES: Final = frozenset(
    "van von vom vd zum zur zu der den dem de del della delle dello dei degli dal dalla di da das do dos"
    " du des la le les los las lo al el ad as ash at bin ibn ben bint bar abu ter ten te tot het op onder"
    " aan af av auf y e i und in".split()
)
# Also given names, of Chinese and Arabic persons above all: with a capital they may be either.
_ALSO_GIVEN: Final = frozenset("al as at bar ben da di do du e i in la le lo op te".split())
_ELISION = late(r"(?:d|l|dell|dall|all)['’](?=[^\W\d_]{2})", re.IGNORECASE)  # d’Alembert
_SLAVIC: Final = ("ov", "ev", "ova", "eva", "ski", "skaa", "ska", "enko", "ich", "uk")
_SLAVIC_AS_WRITTEN: Final = tuple(
    "ov ev ow ew off eff ova eva owa ewa ski sky skii skij skiy skyi skaya skaia skaja ska enko ich ych"
    " itch itsch uk".split()
)
_SHORTEST_TRANSLITERATED = 5  # letters


class Family(NamedTuple):
    """The keys of one family name.

    `full` as it stands, `bare` without particles, `parts` those of the first or last words of a compound.
    `particles` are the initials of its particles; `may_be_given` is true of "Le Wang", where the particle
    may be a given name.
    """

    full: frozenset[str]
    bare: frozenset[str]
    parts: frozenset[str]
    particles: str = ""
    may_be_given: bool = False


def family(words: tuple[Word, ...], *, is_compound: bool = True) -> Family:
    """The keys of a family name of these words; particles are left out only where something stays.

    `is_compound`: several words are known to be one family name, so that it has parts.
    """
    full = name_keys(words)
    if len(words) == 1 and words[0].text.isalpha():
        return Family(full, frozenset(), frozenset())
    pieces = [piece for word in words for piece in word.pieces]
    leading = 0
    while leading < len(pieces) - 1 and _is_particle(pieces[leading]):
        leading += 1
    core = [piece for piece in pieces if not _is_particle(piece)] or pieces[-1:]
    bare = name_keys(pieces[leading:]) | name_keys(core)
    elided = _ELISION.sub("", pieces[leading].text)
    if elided != pieces[leading].text:
        bare |= name_keys([Word(elided), *pieces[leading + 1 :]])
    first = pieces[0]
    # A hyphen (Al-Hasan) or a second particle (Van Der Aa) makes it one for certain.
    ambiguous = leading == 1 and len(words[0].pieces) == 1 and first.text.lower() in _ALSO_GIVEN
    return Family(
        full,
        bare - full,
        _parts(pieces, words) - full - bare if len(core) > 1 and is_compound else frozenset(),
        "".join(piece.key[0] for piece in pieces[:leading]),
        ambiguous and first.text[0].isupper(),
    )


def transliterated(cited: Family, registered: Family) -> bool:
    """Whether both are spellings of one Slavic name: Dostoevsky, Dostoyevskii."""
    if not any(key.endswith(_SLAVIC_AS_WRITTEN) for key in cited.full):
        return False
    from citelock.checks.text.names.transliteration import (
        skeleton,  # only for names that agree in no other way
    )

    ours = {skeleton(key) for key in cited.full | cited.bare}
    theirs = {skeleton(key) for key in registered.full | registered.bare}
    return any(len(key) >= _SHORTEST_TRANSLITERATED and key.endswith(_SLAVIC) for key in ours & theirs)


def _is_particle(word: Word) -> bool:
    text = word.text.lower()
    if len(text) == 1 and (word.dotted or text != word.text):
        return False  # "E. Smith" has an initial, "Melo e Castro" a particle
    return text in PARTICLES or (text[0] in "'’" and text[1:] in ("t", "s", "n"))


def _parts(pieces: list[Word], words: tuple[Word, ...]) -> frozenset[str]:
    """Keys of every proper beginning and end of a compound, with their particles and without."""
    found: set[str] = set()
    for sequence in (pieces, list(words)):
        for cut in range(1, len(sequence)):
            for part in (sequence[:cut], sequence[cut:]):
                while len(part) > 1 and _is_particle(part[-1]):
                    part = part[:-1]
                found |= name_keys(part)
                while len(part) > 1 and _is_particle(part[0]):
                    part = part[1:]
                found |= name_keys(part)
    particles = {word.key for word in pieces if _is_particle(word)}
    return frozenset(key for key in found - particles if _is_long_enough(key))


def _is_long_enough(key: str) -> bool:
    # An initial that got into the family name (a registry's "D. Calhoun") is no part of it.
    return has_letter(key) and (len(key) > 1 or key.lower() == key.upper())
