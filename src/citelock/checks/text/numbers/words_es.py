"""Spanish number words (numbers.md, section 3, rows 4, 6 and 9): the tables for `words_reader.py`.

With and without written accents, in both genders, and in the short forms before a noun (un, veintiún, cien,
primer, tercer).
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

_HUNDREDS = numbered(
    "cient doscient trescient cuatrocient quinient seiscient setecient ochocient novecient", 1, "H", 100
)
_SCALES = {
    "millón": 10**6, "millon": 10**6, "millones": 10**6, "millardo": 10**9, "millardos": 10**9,
    "billón": 10**12, "billon": 10**12, "billones": 10**12, "trillón": 10**18, "trillones": 10**18,
}  # fmt: skip
_UNIT_STEMS = numbered(
    "primer segund tercer cuart quint sext séptim/septim/sétim octav noven", 1, "u", ordinal=True
)
_TEEN_STEMS = {
    **numbered(
        """décim undécim/decimoprimer duodécim/decimosegund decimotercer decimocuart decimoquint decimosext
        decimoséptim decimoctav decimonoven""", 10, "t", ordinal=True,
    ),
    **{f"décimo{stem}": Atom("t", 10 + atom.value, ordinal=True) for stem, atom in _UNIT_STEMS.items()},
    **{f"vigesimo{stem}": Atom("t", 20 + atom.value, ordinal=True) for stem, atom in _UNIT_STEMS.items()},
}  # fmt: skip
_ORDINAL_STEMS = {
    **_UNIT_STEMS,
    **_TEEN_STEMS,
    **numbered(
        "vigésim trigésim cuadragésim quincuagésim sexagésim septuagésim octogésim nonagésim",
        2, "T", 10, ordinal=True,
    ),
    **numbered(
        """centésim ducentésim tricentésim cuadringentésim quingentésim sexcentésim septingentésim
        octingentésim/octingésim noningentésim""", 1, "H", 100, ordinal=True,
    ),
    "milésim": Atom("s", 1000, ordinal=True),
    "millonésim": Atom("s", 10**6, ordinal=True),
}  # fmt: skip

ATOMS: dict[str, Atom] = {
    "cero": Atom("0", 0),
    "y": Atom("&", 0),
    "cien": Atom("H", 100),
    "ciento": Atom("H", 100),
    "mil": Atom("s", 1000),
    **numbered("un/uno/una/ún dos tres cuatro cinco seis siete ocho nueve", 1, "u"),
    **numbered(
        """diez once doce trece catorce quince dieciséis/dieciseis diecisiete dieciocho diecinueve""", 10, "t"
    ),
    **numbered(
        """veintiuno/veintiún/veintiun/veintiuna veintidós/veintidos veintitrés/veintitres veinticuatro
        veinticinco veintiséis/veintiseis veintisiete veintiocho veintinueve""", 21, "t",
    ),
    **numbered("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa", 2, "T", 10),
    **{stem + end: atom for stem, atom in _HUNDREDS.items() for end in ("os", "as") if stem != "cient"},
    **{word: Atom("S", value) for word, value in _SCALES.items()},
    **{stem + end: atom for stem, atom in _ORDINAL_STEMS.items() for end in ("o", "a", "os", "as")},
    **{stem: atom for stem, atom in _ORDINAL_STEMS.items() if stem.endswith(("primer", "tercer"))},
}  # fmt: skip
_MINUS = frozenset(("menos",))
_BEGIN = frozenset(word for word, atom in ATOMS.items() if atom.role not in "&S") | _MINUS

_PART = {
    "tercio": 3, "cuarto": 4, "quinto": 5, "sexto": 6, "séptimo": 7, "octavo": 8, "noveno": 9, "décimo": 10,
    "centésimo": 100, "milésimo": 1000,
}  # fmt: skip
_FEMININE = {
    "tercera": 3, "cuarta": 4, "quinta": 5, "sexta": 6, "séptima": 7, "octava": 8, "novena": 9, "décima": 10,
    "centésima": 100,
}  # fmt: skip
_NUMERATORS = {
    word: value for value, word in enumerate("dos tres cuatro cinco seis siete ocho nueve".split(), 2)
}
_DECADES = "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()

_PHRASES = phrase_table(
    [
        ("por ciento|por cien|por mil|tanto por ciento|una vez|un poco|por uno|uno a uno", NOTHING),
        ("varios miles|varios cientos|unos cuantos|unas cuantas|varios mil", NOTHING),
        ("cuartos de final|octavos de final", NOTHING),
        *((f"{word} terceros", NOTHING) for word in "a con de en entre para por".split()),
        ("mitad", HALF),
        ("media hora", HALF._replace(behind=1)),
        ("primera mitad", Meaning("ordinal", 1, weak=True)),
        ("segunda mitad", Meaning("ordinal", 2, weak=True)),
        ("medio millón|medio millon", Meaning("cardinal", 500_000)),
        ("media docena", Meaning("cardinal", 6)),
        ("una docena|docena", Meaning("cardinal", 12)),
        ("dos docenas", Meaning("cardinal", 24)),
        ("tres docenas", Meaning("cardinal", 36)),
        ("una decena", Meaning("cardinal", 10, weak=True)),
        ("una veintena", Meaning("cardinal", 20, weak=True)),
        ("un centenar|una centena", Meaning("cardinal", 100, weak=True)),
        ("medio centenar", Meaning("cardinal", 50, weak=True)),
        ("un millar", Meaning("cardinal", 1000, weak=True)),
        ("doble|duplicó|duplicado|duplicada|duplicaron|duplicar", Meaning("fold", 2, weak=True)),
        ("triple|triplicó|triplicado|triplicada|triplicaron", Meaning("fold", 3, weak=True)),
        *(
            (f"{word} parte|una {word} parte", Meaning("fraction", numerator=1, denominator=value))
            for word, value in _FEMININE.items()
        ),
        *(
            (f"{many} {word}s partes", Meaning("fraction", numerator=count, denominator=value))
            for many, count in _NUMERATORS.items()
            for word, value in _FEMININE.items()
        ),
        *((f"años {word}", Meaning("decade", 10 * value)) for value, word in enumerate(_DECADES, 2)),
    ]
)

GRAMMAR = Grammar(
    atoms_of=by_word(ATOMS),
    may_begin=_BEGIN.__contains__,
    rules=Rules(joins="T", chained=True),
    phrases=_PHRASES,
    denominators=(_PART, {f"{word}s": value for word, value in _PART.items()}),
    mixed=mixed_table([("y medio|y media", 1, 2), ("y cuarto|y un cuarto", 1, 4)]),
    point=frozenset(("coma", "punto")),
    of=frozenset(("de", "un")),
    folds=frozenset(("veces",)),
    minus=_MINUS,
    doubtful=frozenset(("cuarto", "cuartos")),  # a room
    loose=frozenset("de del y o para en con que se es era fue por a al".split()),
)
