"""French number words (numbers.md, section 3, rows 4, 6 and 9): the tables for `words_reader.py`.

Both spellings, with hyphens between tens and units only and with hyphens everywhere (1990); the Belgian and
Swiss septante, huitante, octante, nonante.
"""

from __future__ import annotations

from citelock.checks.text.numbers.words_grammar import Atom
from citelock.checks.text.numbers.words_reader import Grammar, Meaning, mixed_table, phrase_table

_UNITS = "un deux trois quatre cinq six sept huit neuf".split()
_TEENS = "dix onze douze treize quatorze quinze seize".split()
_TENS = {
    "vingt": 20, "vingts": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "septante": 70,
    "huitante": 80, "octante": 80, "nonante": 90,
}  # fmt: skip
_SCALES = {"million": 10**6, "milliard": 10**9, "billion": 10**12, "billiard": 10**15, "trillion": 10**18}
_ORDINALS = {
    "premier": 1, "première": 1, "premiere": 1, "unième": 1, "unieme": 1, "second": 2, "seconde": 2,
    "deuxième": 2, "troisième": 3, "quatrième": 4, "cinquième": 5, "sixième": 6, "septième": 7, "huitième": 8,
    "neuvième": 9,
}  # fmt: skip
_ORDINAL_TEENS = {
    "dixième": 10, "onzième": 11, "douzième": 12, "treizième": 13, "quatorzième": 14, "quinzième": 15, "seizième": 16,
}  # fmt: skip
_ORDINAL_TENS = {
    "vingtième": 20, "trentième": 30, "quarantième": 40, "cinquantième": 50, "soixantième": 60, "septantième": 70,
    "huitantième": 80, "octantième": 80, "nonantième": 90,
}  # fmt: skip

ATOMS: dict[str, Atom] = {
    "zéro": Atom("0", 0), "une": Atom("u", 1), "et": Atom("&", 0), "cent": Atom("c", 100), "cents": Atom("c", 100),
    "mille": Atom("s", 1000), 
    **{"centième" + end: Atom("c", 100, ordinal=True) for end in ("", "s")},
    **{"millième" + end: Atom("s", 1000, ordinal=True) for end in ("", "s")},
    **{word + "ième" + end: Atom("S", value, ordinal=True) for word, value in _SCALES.items() for end in ("", "s")},
    **{word: Atom("u", value) for value, word in enumerate(_UNITS, 1)},
    **{word: Atom("t", value) for value, word in enumerate(_TEENS, 10)},
    **{word: Atom("T", value) for word, value in _TENS.items()},
    **{word + ending: Atom("S", value) for word, value in _SCALES.items() for ending in ("", "s")},
    **{word + end: Atom("u", value, ordinal=True) for word, value in _ORDINALS.items() for end in ("", "s")},
    **{word + end: Atom("t", value, ordinal=True) for word, value in _ORDINAL_TEENS.items() for end in ("", "s")},
    **{word + end: Atom("T", value, ordinal=True) for word, value in _ORDINAL_TENS.items() for end in ("", "s")},
}  # fmt: skip
_BEGIN = frozenset(word for word, atom in ATOMS.items() if atom.role not in "&S") | {"moins"}
_MINUS = frozenset(("moins",))

_DENOMINATORS = {
    "demi": 2, "demie": 2, "demis": 2, "tiers": 3, "quart": 4, "quarts": 4,
    **{
        word + ending: value
        for word, value in (_ORDINALS | _ORDINAL_TEENS | _ORDINAL_TENS | {"centième": 100, "millième": 1000}).items()
        for ending in ("", "s")
        if value > 4
    },
}  # fmt: skip
_NOTHING = Meaning()
_ABOUT = {
    "dizaine": 10, "quinzaine": 15, "vingtaine": 20, "trentaine": 30, "quarantaine": 40, "cinquantaine": 50,
    "soixantaine": 60, "centaine": 100,
}  # fmt: skip
_DECADES = {
    "vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "soixante dix": 70, "septante": 70,
    "quatre vingt": 80, "quatre vingts": 80, "quatre vingt dix": 90, "nonante": 90,
}  # fmt: skip

_PHRASES = phrase_table(
    [
        ("pour cent|pour mille|à neuf|de neuf|tout neuf|flambant neuf|l un|l une|l un l autre|un autre|une autre",
         _NOTHING),
        ("quelques centaines|plusieurs centaines|quelque cent", _NOTHING),
        ("moitié", Meaning("fraction", numerator=1, denominator=2)),
        ("première moitié", Meaning("ordinal", 1, weak=True)),
        ("seconde moitié|deuxième moitié", Meaning("ordinal", 2, weak=True)),
        ("demi", Meaning("fraction", numerator=1, denominator=2)),
        ("une demi|un demi|une demie", Meaning("fraction", numerator=1, denominator=2)),
        ("une demi douzaine", Meaning("cardinal", 6)),
        ("une douzaine", Meaning("cardinal", 12)),
        ("deux douzaines", Meaning("cardinal", 24)),
        ("trois douzaines", Meaning("cardinal", 36)),
        *((f"une {word}", Meaning("cardinal", value, weak=True)) for word, value in _ABOUT.items()),
        ("un millier", Meaning("cardinal", 1000, weak=True)),
        ("double|doublé|doublée|doublés|doublées|doubler|double", Meaning("fold", 2, weak=True)),
        ("triple|triplé|triplée|triplés|triplées", Meaning("fold", 3, weak=True)),
        *((f"années {word}", Meaning("decade", value)) for word, value in _DECADES.items()),
    ]
)  # fmt: skip


def _atoms_of(word: str) -> tuple[Atom, ...]:
    atom = ATOMS.get(word)
    return () if atom is None else (atom,)


GRAMMAR = Grammar(
    atoms_of=_atoms_of,
    may_begin=_BEGIN.__contains__,
    joins="hT1",
    phrases=_PHRASES,
    denominators=(_DENOMINATORS, _DENOMINATORS),
    mixed=mixed_table([("et demi|et demie", 1, 2), ("et quart|et un quart", 1, 4), ("trois quarts", 3, 4)]),
    point=frozenset(("virgule",)),
    of=frozenset(("de", "d", "du", "un")),
    folds=frozenset(("fois",)),
    minus=_MINUS,
    soixante=True,
    teens_hundred=True,
    doubtful=frozenset(("neuf",)),
    loose=frozenset(
        "et ou de du des à au aux en pour dans que qui est a sur par avec mais il elle ne ce se comme".split()
    ),
)
