"""German number words (numbers.md, section 3, rows 4, 6 and 9): the tables for `words_reader.py`.

Compounds are split into their parts from the left, the longest part first, and the unit before *und* moves
behind its tens; endings of ordinals and cases are cut off.
"""

from __future__ import annotations

import re
from functools import lru_cache

from citelock.checks.text.numbers.words_grammar import Atom, Rules
from citelock.checks.text.numbers.words_language import (
    HALF,
    NOTHING,
    Grammar,
    Meaning,
    mixed_table,
    numbered,
    phrase_table,
)  # fmt: skip

_UNITS = numbered("ein/eins zwei/zwo drei vier fünf/fuenf sechs sieben acht neun", 1, "u")
_TEENS = numbered(
    """zehn elf zwölf/zwoelf dreizehn vierzehn fünfzehn/fuenfzehn sechzehn siebzehn achtzehn neunzehn""",
    10,
    "t",
)
_TENS = numbered(
    "zwanzig dreißig/dreissig vierzig fünfzig/fuenfzig sechzig siebzig achtzig neunzig", 2, "T", 10
)
_SCALES = {
    "million": 10**6, "millionen": 10**6, "milliarde": 10**9, "milliarden": 10**9, "billion": 10**12,
    "billionen": 10**12, "billiarde": 10**15, "billiarden": 10**15, "trillion": 10**18, "trillionen": 10**18,
}  # fmt: skip
_PARTS = {
    "null": Atom("0", 0),
    "hundert": Atom("c", 100),
    "tausend": Atom("s", 1000),
    "und": Atom("&", 0),
    **_UNITS, **_TEENS, **_TENS,
    # in compounds: zweimillionste
    **{word: Atom("S", value) for word, value in _SCALES.items()},
    **{word.removesuffix("e"): Atom("S", value) for word, value in _SCALES.items()},
}  # fmt: skip
# Ordinals whose stem is another than the number's; all others add -te below twenty and -ste above.
_ORDINAL_STEMS = {"erst": 1, "dritt": 3, "siebt": 7, "acht": 8}

_PART = re.compile("|".join(sorted(_PARTS, key=lambda part: (-len(part), part))))
# zwanzigjährig, dreitägige: what is counted is part of the word.
_COUNTED = re.compile(
    "(?:jähr|täg|stünd|minüt|sekünd|wöch|monat|prozent|köpf|teil|stell|seit|sprach|stöck|glied)ig(?:e[nrsm]?)?$"
)
_CASE = re.compile("e[nrsm]?")
_ORDINAL = re.compile("(?:st|t)e[nrsm]?")
_STEM = re.compile("(?:" + "|".join(_ORDINAL_STEMS) + ")(?=e[nrsm]?$)")
_BEGINS = frozenset(
    "nul ein zwe zwo dre vie fün fue sec sie ach neu zeh elf zwö zwa hun tau ers dri mil bil tri".split()
)
_MINUS = frozenset(("minus",))


def _number_part(word: str) -> int:
    counted = _COUNTED.search(word)
    return len(word) if counted is None else counted.start()


@lru_cache(maxsize=512)
def _atoms_of(word: str) -> tuple[Atom, ...]:
    if word[:3] not in _BEGINS:
        return ()
    if word in _SCALES:
        return (Atom("S", _SCALES[word]),)
    number = word[: _number_part(word)]
    atoms: list[Atom] = []
    pos = 0
    while pos < len(number):
        stem = _STEM.match(number, pos) if number == word else None
        if stem is not None:
            atoms.append(Atom("u", _ORDINAL_STEMS[stem[0]], ordinal=True))
            return _in_order(atoms)
        part = _PART.match(number, pos)
        if part is None:
            break
        atoms.append(_PARTS[part[0]])
        pos = part.end()
    if not atoms or "&" in (atoms[0].role, atoms[-1].role):
        return ()
    is_whole = pos == len(number) and atoms[-1].role != "S"
    return _in_order(atoms) if is_whole or (number == word and _ended(atoms, word, pos)) else ()


def _ended(atoms: list[Atom], word: str, pos: int) -> bool:
    """Whether the rest of the word is an ending; an ordinal's changes the last atom."""
    last = atoms[-1]
    if _ORDINAL.fullmatch(word, pos) and (word[pos] == "s") == (last.role in "TcsS"):
        atoms[-1] = last._replace(ordinal=True)
        return True
    # einer, zweien, dreier, hunderteinem
    return (
        _CASE.fullmatch(word, pos) is not None and last.role == "u" and (len(atoms) == 1 or last.value == 1)
    )


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
    return (word[:3] in _BEGINS and bool(_atoms_of(word))) or word in _MINUS


_DENOMINATORS = {
    "drittel": 3, "viertel": 4, "fünftel": 5, "fuenftel": 5, "sechstel": 6, "siebtel": 7, "siebentel": 7,
    "achtel": 8, "neuntel": 9, "zehntel": 10, "elftel": 11, "zwölftel": 12, "fünfzehntel": 15,
    "sechzehntel": 16,
    "zwanzigstel": 20, "dreißigstel": 30, "hundertstel": 100, "tausendstel": 1000, "millionstel": 10**6,
}  # fmt: skip
_DENOMINATORS |= {word + end: value for word, value in tuple(_DENOMINATORS.items()) for end in "sn"}

_WHOLES = {word: atom.value for word, atom in (_UNITS | _TEENS).items() if word != "eins" and atom.value < 13}
_FACTORS = {word: atom.value for word, atom in (_UNITS | _TEENS | _TENS).items() if atom.value > 1}
_FACTORS |= {"hundert": 100, "tausend": 1000}
_FACH = ("fach", "fache", "fachen", "facher", "faches", "fachem", "mal")
_DETERMINERS = (
    "der die das dem den des am im zum zur vom beim ein eine einem einen jeder jede jedes jedem jeden"
)
_VAGUE = "einige einigen einiger mehrere mehreren mehrerer viele vielen paar wenige wenigen etliche zig"
_SOME = "knappes gutes starkes halbes"

_PHRASES = phrase_table(
    [
        ("außer acht|in acht|acht geben|acht gegeben|ein paar|ein wenig|ein bisschen|ein anderer", NOTHING),
        *(
            (f"{word} dritte|{word} dritten", NOTHING)
            for word in "an durch von für mit gegen gegenüber bei".split()
        ),
        ("achte|achten|achter|achtes|achtem", NOTHING),  # also to heed: an ordinal behind a determiner only
        *(
            (f"{word} {form}", Meaning("ordinal", 8, ahead=1))
            for word in _DETERMINERS.split()
            for form in ("achte", "achten", "achter", "achtes", "achtem")
        ),
        *((f"{word} {scale}", NOTHING) for word in _VAGUE.split() for scale in ("hundert", "tausend")),
        *((f"ein paar {scale}", NOTHING) for scale in ("hundert", "tausend")),
        ("ein halb|ein halbes|eine halbe|einer halben|einem halben|einen halben|eines halben", HALF),
        ("die halbe|der halben|hälfte|hälften", HALF),
        ("erste hälfte|ersten hälfte", Meaning("ordinal", 1, weak=True)),
        ("zweite hälfte|zweiten hälfte", Meaning("ordinal", 2, weak=True)),
        ("ein halbes dutzend|einem halben dutzend", Meaning("cardinal", 6)),
        ("ein dutzend|dutzend|einem dutzend", Meaning("cardinal", 12)),
        ("zwei dutzend", Meaning("cardinal", 24)),
        ("drei dutzend", Meaning("cardinal", 36)),
        ("dreiviertel", Meaning("fraction", numerator=3, denominator=4)),
        *(
            (f"ein {some} {part}", Meaning("fraction", numerator=1, denominator=value))
            for some in _SOME.split()
            for part, value in (("drittel", 3), ("viertel", 4))
        ),
        ("einem drittel|eines drittels", Meaning("fraction", numerator=1, denominator=3)),
        ("anderthalb|anderthalbe", Meaning("cardinal", numerator=3, denominator=2)),
        *(
            (f"{word}einhalb|{word}undeinhalb", Meaning("cardinal", numerator=2 * value + 1, denominator=2))
            for word, value in _WHOLES.items()
        ),
        ("doppelt|doppelte|doppelten|doppelter|doppeltes", Meaning("fold", 2, weak=True)),
        ("verdoppelt|verdoppelte|verdoppelten|verdoppelung|verdopplung", Meaning("fold", 2, weak=True)),
        ("verdreifacht|verdreifachte|verdreifachten", Meaning("fold", 3, weak=True)),
        ("vervierfacht|vervierfachte|vervierfachten", Meaning("fold", 4, weak=True)),
        *(
            ("|".join(word + end for end in _FACH), Meaning("fold", value))
            for word, value in _FACTORS.items()
        ),
        *(
            (
                f"{word}er jahre|{word}er jahren|{word}erjahre|{word}erjahren|{word}ern",
                Meaning("decade", atom.value),
            )
            for word, atom in _TENS.items()
        ),
    ]
)

GRAMMAR = Grammar(
    atoms_of=_atoms_of,
    may_begin=_may_begin,
    rules=Rules(teens_hundred=True),
    phrases=_PHRASES,
    denominators=(_DENOMINATORS, _DENOMINATORS),
    mixed=mixed_table([("und ein halb|und eine halbe|einhalb", 1, 2), ("dreiviertel", 3, 4)]),
    point=frozenset(("komma",)),
    of=frozenset(("einer", "eine", "von")),
    folds=frozenset(("mal", "fach", "fache", "fachen")),
    minus=_MINUS,
    number_part=_number_part,
)
