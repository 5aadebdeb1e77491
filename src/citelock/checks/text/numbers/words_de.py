"""German number words (numbers.md, section 3, rows 4, 6 and 9): the tables for `words_reader.py`.

Compounds are split into their parts from the left, the longest part first, and the unit before *und* moves
behind its tens; endings of ordinals and cases are cut off.
"""

from __future__ import annotations

import re
from functools import lru_cache

from citelock.checks.text.numbers.words_grammar import Atom
from citelock.checks.text.numbers.words_reader import Grammar, Meaning, mixed_table, phrase_table

_UNITS = {
    "ein": 1, "eins": 1, "zwei": 2, "zwo": 2, "drei": 3, "vier": 4, "fünf": 5, "fuenf": 5, "sechs": 6,
    "sieben": 7, "acht": 8, "neun": 9,
}  # fmt: skip
_TEENS = {
    "zehn": 10, "elf": 11, "zwölf": 12, "zwoelf": 12, "dreizehn": 13, "vierzehn": 14, "fünfzehn": 15,
    "fuenfzehn": 15, "sechzehn": 16, "siebzehn": 17, "achtzehn": 18, "neunzehn": 19,
}  # fmt: skip
_TENS = {
    "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40, "fünfzig": 50, "fuenfzig": 50, "sechzig": 60,
    "siebzig": 70, "achtzig": 80, "neunzig": 90,
}  # fmt: skip
_PARTS_OF_WORDS = {
    "null": Atom("0", 0), "hundert": Atom("c", 100), "tausend": Atom("s", 1000), "und": Atom("&", 0),
    "million": Atom("S", 10**6), "millionen": Atom("S", 10**6), "milliard": Atom("S", 10**9),
    "milliarden": Atom("S", 10**9),
    **{word: Atom("u", value) for word, value in _UNITS.items()},
    **{word: Atom("t", value) for word, value in _TEENS.items()},
    **{word: Atom("T", value) for word, value in _TENS.items()},
}  # fmt: skip
_SCALES = {
    "million": 10**6, "millionen": 10**6, "milliarde": 10**9, "milliarden": 10**9, "billion": 10**12,
    "billionen": 10**12, "billiarde": 10**15, "billiarden": 10**15, "trillion": 10**18, "trillionen": 10**18,
}  # fmt: skip
# Ordinals whose stem is another than the number's; all others add -te below twenty and -ste above.
_ORDINAL_STEMS = {"erst": 1, "dritt": 3, "siebt": 7, "acht": 8}

_PART = re.compile("|".join(sorted(_PARTS_OF_WORDS, key=len, reverse=True)))
_CASE = re.compile("e[nrsm]?")
_ORDINAL = re.compile("(?:st|t)e[nrsm]?")
_STEM = re.compile("(?:" + "|".join(_ORDINAL_STEMS) + ")(?=e[nrsm]?$)")
_BEGINS = frozenset(
    "nul ein zwe zwo dre vie fün fue sec sie ach neu zeh elf zwö zwa hun tau ers dri mil bil tri min".split()
)


@lru_cache(maxsize=512)
def _atoms_of(word: str) -> tuple[Atom, ...]:
    if word[:3] not in _BEGINS:
        return ()
    if word in _SCALES:
        return (Atom("S", _SCALES[word]),)
    atoms: list[Atom] = []
    pos = 0
    stem = None
    while pos < len(word):
        stem = _STEM.match(word, pos)
        if stem is not None:
            atoms.append(Atom("u", _ORDINAL_STEMS[stem[0]], ordinal=True))
            break
        part = _PART.match(word, pos)
        if part is None:
            break
        atoms.append(_PARTS_OF_WORDS[part[0]])
        pos = part.end()
    if not atoms or atoms[-1].role == "&" or atoms[0].role == "&":
        return ()
    if stem is None and pos < len(word):
        last = atoms[-1]
        if _ORDINAL.fullmatch(word, pos) and (word[pos] == "s") == (last.role in "TcsS"):
            atoms[-1] = last._replace(ordinal=True)
        elif not _CASE.fullmatch(word, pos) or last.role != "u" or (len(atoms) > 1 and last.value > 1):
            return ()  # but einer, zweien, dreier, hunderteinem
    return _in_order(atoms)


def _in_order(atoms: list[Atom]) -> tuple[Atom, ...]:
    """Puts tens before the unit that *und* ties to them; any other *und* (hundertundeins) is dropped."""
    ordered: list[Atom] = []
    for index, atom in enumerate(atoms):
        if atom.role == "&":
            continue
        if atom.role == "T" and index > 1 and atoms[index - 1].role == "&" and atoms[index - 2].role == "u":
            unit = ordered.pop()
            ordered += [atom._replace(ordinal=False), unit._replace(ordinal=atom.ordinal)]
        else:
            ordered.append(atom)
    return tuple(ordered)


def _may_begin(word: str) -> bool:
    return word[:3] in _BEGINS and (bool(_atoms_of(word)) or word in _MINUS)


_MINUS = frozenset(("minus",))
_NOTHING = Meaning()
_DENOMINATORS = {
    "drittel": 3, "viertel": 4, "fünftel": 5, "fuenftel": 5, "sechstel": 6, "siebtel": 7, "siebentel": 7, "achtel": 8,
    "neuntel": 9, "zehntel": 10, "elftel": 11, "zwölftel": 12, "fünfzehntel": 15, "sechzehntel": 16,
    "zwanzigstel": 20, "dreißigstel": 30, "hundertstel": 100, "tausendstel": 1000, "millionstel": 10**6,
}  # fmt: skip
_DENOMINATORS |= {
    word + ending: value for word, value in tuple(_DENOMINATORS.items()) for ending in ("s", "n")
}
_WHOLES = [
    (word, value) for word, value in (_UNITS | {"zehn": 10, "elf": 11, "zwölf": 12}).items() if word != "eins"
]
_FACH = ("fach", "fache", "fachen", "facher", "faches", "fachem", "mal")
_DETERMINERS = (
    "der die das dem den des am im zum zur vom beim ein eine einem einen jeder jede jedes jedem jeden"
)
_VAGUE = "einige einigen einiger mehrere mehreren mehrerer viele vielen paar wenige wenigen etliche zig"

_PHRASES = phrase_table(
    [
        ("außer acht|in acht|acht geben|acht gegeben|ein paar|ein wenig|ein bisschen|ein anderer", _NOTHING),
        ("achte|achten|achter|achtes|achtem", _NOTHING),  # also to heed; an ordinal behind a determiner only
        *(
            (f"{word} {form}", Meaning("ordinal", 8))
            for word in _DETERMINERS.split()
            for form in ("achte", "achten", "achter", "achtes", "achtem")
        ),
        *((f"{word} {scale}", _NOTHING) for word in _VAGUE.split() for scale in ("hundert", "tausend")),
        *((f"ein paar {scale}", _NOTHING) for scale in ("hundert", "tausend")),
        ("ein halb|ein halbes|eine halbe|einer halben|einem halben|einen halben|eines halben|die halbe|der halben",
         Meaning("fraction", numerator=1, denominator=2)),
        ("hälfte|hälften", Meaning("fraction", numerator=1, denominator=2)),
        ("erste hälfte|ersten hälfte", Meaning("ordinal", 1, weak=True)),
        ("zweite hälfte|zweiten hälfte", Meaning("ordinal", 2, weak=True)),
        ("ein halbes dutzend|einem halben dutzend", Meaning("cardinal", 6)),
        ("ein dutzend|dutzend|einem dutzend", Meaning("cardinal", 12)),
        ("zwei dutzend", Meaning("cardinal", 24)),
        ("drei dutzend", Meaning("cardinal", 36)),
        ("dreiviertel", Meaning("fraction", numerator=3, denominator=4)),
        ("ein knappes drittel|ein gutes drittel|ein starkes drittel|einem drittel|eines drittels",
         Meaning("fraction", numerator=1, denominator=3)),
        ("ein knappes viertel|ein gutes viertel", Meaning("fraction", numerator=1, denominator=4)),
        ("anderthalb|anderthalbe|eineinhalb|einundeinhalb", Meaning("cardinal", numerator=3, denominator=2)),
        *(
            (f"{word}einhalb|{word}undeinhalb", Meaning("cardinal", numerator=2 * value + 1, denominator=2))
            for word, value in _WHOLES
            if value > 1
        ),
        ("doppelt|doppelte|doppelten|doppelter|doppeltes|verdoppelt|verdoppelte|verdoppelten|verdoppelung|verdopplung",
         Meaning("fold", 2, weak=True)),
        ("verdreifacht|verdreifachte|verdreifachten", Meaning("fold", 3, weak=True)),
        ("vervierfacht|vervierfachte|vervierfachten", Meaning("fold", 4, weak=True)),
        *(
            ("|".join(word + ending for ending in _FACH), Meaning("fold", value))
            for word, value in (_UNITS | _TEENS | _TENS | {"hundert": 100, "tausend": 1000}).items()
            if value > 1
        ),
        *(
            (f"{word}er jahre|{word}er jahren|{word}erjahre|{word}erjahren|{word}ern", Meaning("decade", value))
            for word, value in _TENS.items()
        ),
    ]
)  # fmt: skip

GRAMMAR = Grammar(
    atoms_of=_atoms_of,
    may_begin=_may_begin,
    joins="",
    phrases=_PHRASES,
    denominators=(_DENOMINATORS, _DENOMINATORS),
    mixed=mixed_table([("und ein halb|und eine halbe|einhalb", 1, 2), ("dreiviertel", 3, 4)]),
    point=frozenset(("komma",)),
    of=frozenset(("einer", "eine", "von")),
    folds=frozenset(("mal", "fach", "fache", "fachen")),
    minus=_MINUS,
    teens_hundred=True,
)
