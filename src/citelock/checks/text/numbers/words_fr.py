"""French number words (numbers.md, section 3, rows 4, 6 and 9): the tables for `words_reader.py`.

Both spellings, with hyphens between tens and units only and with hyphens everywhere (1990); the Belgian and
Swiss septante, huitante, octante, nonante.
"""

from __future__ import annotations

from citelock.checks.text.numbers.words_grammar import Atom, Rules
from citelock.checks.text.numbers.words_language import (
    HALF,
    NOTHING,
    Grammar,
    Meaning,
    by_word,
    mixed_table,
    numbered,
    phrase_table,
)  # fmt: skip

_SCALES = {"million": 10**6, "milliard": 10**9, "billion": 10**12, "billiard": 10**15, "trillion": 10**18}
_ORDINALS = {
    **numbered(
        """premier/première/premiere/unième second/seconde/deuxième troisième quatrième cinquième sixième
        septième huitième neuvième""", 1, "u", ordinal=True,
    ),
    **numbered("dixième onzième douzième treizième quatorzième quinzième seizième", 10, "t", ordinal=True),
    **numbered(
        """vingtième trentième quarantième cinquantième soixantième septantième huitantième/octantième
        nonantième""", 2, "T", 10, ordinal=True,
    ),
    "centième": Atom("c", 100, ordinal=True),
    "millième": Atom("s", 1000, ordinal=True),
    **{f"{word}ième": Atom("S", value, ordinal=True) for word, value in _SCALES.items()},
}  # fmt: skip

ATOMS: dict[str, Atom] = {
    "zéro": Atom("0", 0),
    "et": Atom("&", 0),
    "cent": Atom("c", 100),
    "cents": Atom("c", 100),
    "mille": Atom("s", 1000),
    **numbered("un/une deux trois quatre cinq six sept huit neuf", 1, "u"),
    **numbered("dix onze douze treize quatorze quinze seize", 10, "t"),
    **numbered(
        "vingt/vingts trente quarante cinquante soixante septante huitante/octante nonante", 2, "T", 10
    ),
    **{word + end: Atom("S", value) for word, value in _SCALES.items() for end in ("", "s")},
    **{word + end: atom for word, atom in _ORDINALS.items() for end in ("", "s")},
}
_MINUS = frozenset(("moins",))
_BEGIN = frozenset(word for word, atom in ATOMS.items() if atom.role not in "&S") | _MINUS

_DENOMINATORS = {
    "demi": 2, "demie": 2, "demis": 2, "tiers": 3, "quart": 4, "quarts": 4,
    **{word: atom.value for word, atom in ATOMS.items() if atom.ordinal and 4 < atom.value <= 1000},
}  # fmt: skip
# About ten, about a hundred: they support a figure and ask for none.
_ABOUT = {
    "dizaine": 10, "quinzaine": 15, "vingtaine": 20, "trentaine": 30, "quarantaine": 40, "cinquantaine": 50,
    "soixantaine": 60, "centaine": 100,
}  # fmt: skip
_DECADES = {
    "vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "soixante dix": 70,
    "septante": 70,
    "quatre vingt": 80, "quatre vingts": 80, "huitante": 80, "quatre vingt dix": 90, "nonante": 90,
}  # fmt: skip

_PHRASES = phrase_table(
    [
        (
            "pour cent|pour mille|à neuf|de neuf|tout neuf|flambant neuf|l un|l une|un autre|une autre",
            NOTHING,
        ),
        ("quelques centaines|plusieurs centaines|quelque cent", NOTHING),
        ("moitié|demi|un demi|une demi|une demie", HALF),
        ("première moitié", Meaning("ordinal", 1, weak=True)),
        ("seconde moitié|deuxième moitié", Meaning("ordinal", 2, weak=True)),
        ("une demi douzaine", Meaning("cardinal", 6)),
        ("une douzaine", Meaning("cardinal", 12)),
        ("deux douzaines", Meaning("cardinal", 24)),
        ("trois douzaines", Meaning("cardinal", 36)),
        *((f"une {word}", Meaning("cardinal", value, weak=True)) for word, value in _ABOUT.items()),
        ("un millier", Meaning("cardinal", 1000, weak=True)),
        ("double|doublé|doublée|doublés|doublées|doubler|doublement", Meaning("fold", 2, weak=True)),
        ("triple|triplé|triplée|triplés|triplées|tripler", Meaning("fold", 3, weak=True)),
        *((f"années {word}", Meaning("decade", value)) for word, value in _DECADES.items()),
    ]
)

GRAMMAR = Grammar(
    atoms_of=by_word(ATOMS),
    may_begin=_BEGIN.__contains__,
    rules=Rules(joins="hT1", soixante=True, teens_hundred=True),
    phrases=_PHRASES,
    denominators=(_DENOMINATORS, _DENOMINATORS),
    mixed=mixed_table([("et demi|et demie", 1, 2), ("et quart|et un quart", 1, 4), ("trois quarts", 3, 4)]),
    point=frozenset(("virgule",)),
    of=frozenset(("de", "d", "du", "un")),
    folds=frozenset(("fois",)),
    minus=_MINUS,
    doubtful=frozenset(("neuf", "sept")),  # new; the abbreviation of a month
    loose=frozenset(
        "et ou de du des à au aux en pour dans que qui est a sur par avec mais il elle ne ce se comme".split()
    ),
)
