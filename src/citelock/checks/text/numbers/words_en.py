"""English number words (numbers.md, section 3, rows 4, 6 and 9): the tables for `words_reader.py`."""

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

_SCALES = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "quadrillion": 10**15,
}  # fmt: skip
_INDIAN = {"lakh": 10**5, "lakhs": 10**5, "crore": 10**7, "crores": 10**7}

ATOMS: dict[str, Atom] = {
    "zero": Atom("0", 0),
    "nil": Atom("0", 0),
    "a": Atom("a", 1),
    "an": Atom("a", 1),
    "and": Atom("&", 0),
    "hundred": Atom("h", 100),
    "dozen": Atom("S", 12),
    "hundredth": Atom("h", 100, ordinal=True),
    **numbered("one two three four five six seven eight nine", 1, "u"),
    **numbered(
        "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", 10, "t"
    ),
    **numbered("twenty thirty forty/fourty fifty sixty seventy eighty ninety", 2, "T", 10),
    **{word: Atom("S", value) for word, value in (_SCALES | _INDIAN).items()},
    **numbered("first second third fourth fifth sixth seventh eighth ninth", 1, "u", ordinal=True),
    **numbered(
        """tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth
        nineteenth""", 10, "t", ordinal=True,
    ),
    **numbered(
        "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth", 2, "T", 10,
        ordinal=True,
    ),
    **{f"{word}th": Atom("S", value, ordinal=True) for word, value in _SCALES.items()},
}  # fmt: skip
_MINUS = frozenset(("minus", "negative"))
_BEGIN = frozenset(word for word, atom in ATOMS.items() if atom.role not in "&a") | _MINUS
_ARTICLES = frozenset(("a", "an"))

# After one, a: a third. After more: two thirds.
_PART = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "fifteenth": 15, "sixteenth": 16, "twentieth": 20,
    "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
_PARTS = {"halves": 2, **{f"{word}s": value for word, value in _PART.items() if word != "half"}}

# A third party, a quarter of the year: an ordinal or a period, unless one of these follows.
_BEHIND_PART = frozenset("of as less more fewer higher lower larger smaller".split())
_DECADES = "twenties thirties forties fifties sixties seventies eighties nineties".split()
_FOLDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "thousand": 1000,
}  # fmt: skip

_PHRASES = phrase_table(
    [
        ("no one|one another|in the first place|first of all|on the one hand|at first|at second", NOTHING),
        ("other half|latter half|better half|final quarter|last quarter|per quarter", NOTHING),
        ("split second|half past|half way|half time", NOTHING),
        ("third party|third parties|third person|third world|fourth wall|zero day|zero tolerance", NOTHING),
        # 3D is a name, three-dimensional is none: neither is asked for the other
        *(
            (f"{word} {ending}", Meaning("cardinal", value, weak=True, behind=1))
            for value, word in enumerate("two three four".split(), 2)
            for ending in ("dimensional", "dimensionally", "way", "sided")
        ),
        ("first half|first quarter", Meaning("ordinal", 1, weak=True)),
        ("second half|second quarter", Meaning("ordinal", 2, weak=True)),
        ("third quarter", Meaning("ordinal", 3)),
        ("fourth quarter", Meaning("ordinal", 4)),
        ("half", HALF),
        ("half a dozen|half dozen", Meaning("cardinal", 6)),
        ("quarter million|quarter of a million", Meaning("cardinal", 250_000)),
        ("quarter billion|quarter of a billion", Meaning("cardinal", 250_000_000)),
        ("twice", Meaning("fold", 2)),
        ("thrice", Meaning("fold", 3)),
        ("double|doubles|doubled|doubling", Meaning("fold", 2, weak=True)),
        ("triple|triples|tripled|tripling", Meaning("fold", 3, weak=True)),
        ("quadruple|quadruples|quadrupled|quadrupling", Meaning("fold", 4, weak=True)),
        *((word, Meaning("decade", 10 * value)) for value, word in enumerate(_DECADES, 2)),
        *((f"{word}fold", Meaning("fold", value)) for word, value in _FOLDS.items()),
    ]
)

GRAMMAR = Grammar(
    atoms_of=by_word(ATOMS),
    may_begin=_BEGIN.__contains__,
    rules=Rules(joins="h", teens_hundred=True),
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
    minus=_MINUS,
    commas=True,
    years=True,
    articles=_ARTICLES,
    behind_part=_BEHIND_PART,
)
