"""English number words (numbers.md, section 3, rows 4, 6 and 9): the tables for `words_reader.py`."""

from __future__ import annotations

from citelock.checks.text.numbers.words_grammar import Atom
from citelock.checks.text.numbers.words_reader import Grammar, Meaning, mixed_table, phrase_table

_UNITS = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "quadrillion": 10**15,
    "lakh": 10**5, "lakhs": 10**5, "crore": 10**7, "crores": 10**7,
}  # fmt: skip

_ORDINAL_UNITS = "first second third fourth fifth sixth seventh eighth ninth".split()
_ORDINAL_TEENS = (
    "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_ORDINAL_TENS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"

ATOMS: dict[str, Atom] = {
    "zero": Atom("0", 0), "nil": Atom("0", 0), "a": Atom("a", 1), "an": Atom("a", 1), "and": Atom("&", 0),
    "hundred": Atom("h", 100), "hundredth": Atom("h", 100, ordinal=True), "dozen": Atom("S", 12),
    **{word: Atom("u", value) for value, word in enumerate(_UNITS, 1)},
    **{word: Atom("t", value) for value, word in enumerate(_TEENS, 10)},
    **{word: Atom("T", 10 * value) for value, word in enumerate(_TENS, 2)},
    **{word: Atom("S", value) for word, value in _SCALES.items()},
    **{word: Atom("u", value, ordinal=True) for value, word in enumerate(_ORDINAL_UNITS, 1)},
    **{word: Atom("t", value, ordinal=True) for value, word in enumerate(_ORDINAL_TEENS.split(), 10)},
    **{word: Atom("T", 10 * value, ordinal=True) for value, word in enumerate(_ORDINAL_TENS.split(), 2)},
    **{word + "th": Atom("S", _SCALES[word], ordinal=True) for word in ("thousand", "million", "billion", "trillion")},
}  # fmt: skip
ATOMS["fourty"] = ATOMS["forty"]  # the usual misspelling
_BEGIN = frozenset(word for word, atom in ATOMS.items() if atom.role not in "&hsS") | {
    "thousandth", "hundredth", "millionth", "minus", "negative",
}  # fmt: skip

_PART = {
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "fifteenth": 15, "sixteenth": 16, "twentieth": 20,
    "hundredth": 100, "thousandth": 1000, "half": 2,
}  # fmt: skip
_PARTS = {"halves": 2, **{word + "s": value for word, value in _PART.items() if word != "half"}}
_HALF = Meaning("fraction", numerator=1, denominator=2)
_NOTHING = Meaning()

_DECADES = "twenties thirties forties fifties sixties seventies eighties nineties".split()
_FOLDS = {"three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twenty": 20,
          "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "thousand": 1000, "twelve": 12, "two": 2}  # fmt: skip

_PHRASES = phrase_table(
    [
        ("no one|one another|one s|in the first place|first of all|on the one hand|at first", _NOTHING),
        ("other half|latter half|better half|final quarter|last quarter|per quarter", _NOTHING),
        ("split second|half past|half way|half time", _NOTHING),
        ("first half|first quarter", Meaning("ordinal", 1, weak=True)),
        ("second half|second quarter", Meaning("ordinal", 2, weak=True)),
        ("third quarter", Meaning("ordinal", 3)),
        ("fourth quarter", Meaning("ordinal", 4)),
        ("half", Meaning("fraction", numerator=1, denominator=2)),
        ("half a dozen|half dozen", Meaning("cardinal", 6)),
        ("a quarter of|a quarter million|a quarter billion", Meaning("fraction", numerator=1, denominator=4)),
        ("a third of|a third as|a third less|a third more", Meaning("fraction", numerator=1, denominator=3)),
        ("a fifth of", Meaning("fraction", numerator=1, denominator=5)),
        ("a tenth of", Meaning("fraction", numerator=1, denominator=10)),
        ("twice", Meaning("fold", 2)),
        ("thrice", Meaning("fold", 3)),
        ("double|doubles|doubled|doubling", Meaning("fold", 2, weak=True)),
        ("triple|triples|tripled|tripling", Meaning("fold", 3, weak=True)),
        ("quadruple|quadrupled", Meaning("fold", 4, weak=True)),
        *((word, Meaning("decade", 10 * value)) for value, word in enumerate(_DECADES, 2)),
        *((word + "fold", Meaning("fold", value)) for word, value in _FOLDS.items()),
    ]
)


def _atoms_of(word: str) -> tuple[Atom, ...]:
    atom = ATOMS.get(word)
    return () if atom is None else (atom,)


GRAMMAR = Grammar(
    atoms_of=_atoms_of,
    may_begin=_BEGIN.__contains__,
    joins="h",
    phrases=_PHRASES,
    denominators=(_PART, _PARTS),
    mixed=mixed_table(
        [
            ("and a half|and one half", 1, 2),
            ("and a quarter|and one quarter", 1, 4),
            ("and three quarters", 3, 4),
            ("and a third|and one third", 1, 3),
            ("and two thirds", 2, 3),
        ]
    ),
    point=frozenset(("point",)),
    of=frozenset(("of", "a", "an")),
    folds=frozenset(("times", "fold")),
    minus=frozenset(("minus", "negative")),
    teens_hundred=True,
    commas=True,
    years=True,
)
