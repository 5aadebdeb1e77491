"""Spanish number words (numbers.md, section 3, rows 4, 6 and 9): the tables for `words_reader.py`.

With and without written accents, in both genders, and in the short forms before a noun (un, veintiún, cien,
primer, tercer).
"""

from __future__ import annotations

from citelock.checks.text.numbers.words_grammar import Atom
from citelock.checks.text.numbers.words_reader import Grammar, Meaning, mixed_table, phrase_table

_UNITS = {
    "un": 1, "uno": 1, "una": 1, "ún": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7,
    "ocho": 8, "nueve": 9,
}  # fmt: skip
_UP_TO_29 = {
    "diez": 10, "once": 11, "doce": 12, "trece": 13, "catorce": 14, "quince": 15, "dieciséis": 16, "dieciseis": 16,
    "diecisiete": 17, "dieciocho": 18, "diecinueve": 19, "veintiuno": 21, "veintiún": 21, "veintiun": 21,
    "veintiuna": 21, "veintidós": 22, "veintidos": 22, "veintitrés": 23, "veintitres": 23, "veinticuatro": 24,
    "veinticinco": 25, "veintiséis": 26, "veintiseis": 26, "veintisiete": 27, "veintiocho": 28, "veintinueve": 29,
}  # fmt: skip
_TENS = {
    "veinte": 20, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70, "ochenta": 80,
    "noventa": 90,
}  # fmt: skip
_HUNDREDS = {
    "doscient": 200, "trescient": 300, "cuatrocient": 400, "quinient": 500, "seiscient": 600, "setecient": 700,
    "ochocient": 800, "novecient": 900,
}  # fmt: skip
_SCALES = {
    "millón": 10**6, "millon": 10**6, "millones": 10**6, "millardo": 10**9, "millardos": 10**9, "billón": 10**12,
    "billon": 10**12, "billones": 10**12, "trillón": 10**18, "trillones": 10**18,
}  # fmt: skip
_ORDINALS = {
    "primer": 1, "segund": 2, "tercer": 3, "cuart": 4, "quint": 5, "sext": 6, "séptim": 7, "septim": 7,
    "sétim": 7, "octav": 8, "noven": 9,
}  # fmt: skip
_ORDINAL_TEENS = {
    "décim": 10, "undécim": 11, "decimoprimer": 11, "duodécim": 12, "decimosegund": 12, "decimotercer": 13,
    "decimocuart": 14, "decimoquint": 15, "decimosext": 16, "decimoséptim": 17, "decimoctav": 18,
    "decimonoven": 19, **{f"vigesimo{stem}": 20 + value for stem, value in _ORDINALS.items()},
    **{f"décimo{stem}": 10 + value for stem, value in _ORDINALS.items()},
}  # fmt: skip
_ORDINAL_TENS = {
    "vigésim": 20, "trigésim": 30, "cuadragésim": 40, "quincuagésim": 50, "sexagésim": 60, "septuagésim": 70,
    "octogésim": 80, "nonagésim": 90,
}  # fmt: skip
_ORDINAL_HUNDREDS = {
    "centésim": 100, "ducentésim": 200, "tricentésim": 300, "cuadringentésim": 400, "quingentésim": 500,
    "sexcentésim": 600, "septingentésim": 700, "octingentésim": 800, "octingésim": 800, "noningentésim": 900,
}  # fmt: skip
_GENDERS = ("o", "a", "os", "as")

ATOMS: dict[str, Atom] = {
    "cero": Atom("0", 0), "y": Atom("&", 0), "cien": Atom("H", 100), "ciento": Atom("H", 100), "mil": Atom("s", 1000),
    **{word: Atom("u", value) for word, value in _UNITS.items()},
    **{word: Atom("t", value) for word, value in _UP_TO_29.items()},
    **{word: Atom("T", value) for word, value in _TENS.items()},
    **{stem + end: Atom("H", value) for stem, value in _HUNDREDS.items() for end in ("os", "as")},
    **{word: Atom("S", value) for word, value in _SCALES.items()},
    **{stem + end: Atom("u", value, ordinal=True) for stem, value in _ORDINALS.items() for end in _GENDERS},
    **{stem + end: Atom("t", value, ordinal=True) for stem, value in _ORDINAL_TEENS.items() for end in _GENDERS},
    **{stem + end: Atom("T", value, ordinal=True) for stem, value in _ORDINAL_TENS.items() for end in _GENDERS},
    **{stem + end: Atom("H", value, ordinal=True) for stem, value in _ORDINAL_HUNDREDS.items() for end in _GENDERS},
    **{"milésim" + end: Atom("s", 1000, ordinal=True) for end in _GENDERS},
    **{"millonésim" + end: Atom("s", 10**6, ordinal=True) for end in _GENDERS},
    "primer": Atom("u", 1, ordinal=True), "tercer": Atom("u", 3, ordinal=True),
    "decimotercer": Atom("t", 13, ordinal=True), "vigesimoprimer": Atom("t", 21, ordinal=True),
}  # fmt: skip
_BEGIN = frozenset(word for word, atom in ATOMS.items() if atom.role not in "&S") | {"menos"}

_NOUNS = {"tercio": 3, "cuarto": 4, "quinto": 5, "sexto": 6, "séptimo": 7, "octavo": 8, "noveno": 9, "décimo": 10,
          "centésimo": 100, "milésimo": 1000}  # fmt: skip
_NOTHING = Meaning()
_FEMININE = {"tercera": 3, "cuarta": 4, "quinta": 5, "sexta": 6, "séptima": 7, "octava": 8, "novena": 9,
             "décima": 10, "centésima": 100}  # fmt: skip
_NUMERATORS = {"dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9}

_PHRASES = phrase_table(
    [
        ("por ciento|por cien|por mil|tanto por ciento|el uno al otro|una vez|un poco|por uno", _NOTHING),
        ("varios miles|varios cientos|unos cuantos|unas cuantas|varios mil|cuartos de final|octavos de final", _NOTHING),
        ("mitad", Meaning("fraction", numerator=1, denominator=2)),
        ("primera mitad", Meaning("ordinal", 1, weak=True)),
        ("segunda mitad", Meaning("ordinal", 2, weak=True)),
        ("medio millón|medio millon", Meaning("cardinal", 500_000)),
        ("media docena", Meaning("cardinal", 6)),
        ("media hora", Meaning("fraction", numerator=1, denominator=2)),
        ("una docena|docena", Meaning("cardinal", 12)),
        ("dos docenas", Meaning("cardinal", 24)),
        ("tres docenas", Meaning("cardinal", 36)),
        ("una decena", Meaning("cardinal", 10, weak=True)),
        ("una veintena", Meaning("cardinal", 20, weak=True)),
        ("un centenar|una centena", Meaning("cardinal", 100, weak=True)),
        ("medio centenar", Meaning("cardinal", 50, weak=True)),
        ("un millar", Meaning("cardinal", 1000, weak=True)),
        ("doble|duplicó|duplicado|duplicada|duplicaron|duplicar", Meaning("fold", 2, weak=True)),
        ("triple|triplicó|triplicado|triplicaron", Meaning("fold", 3, weak=True)),
        *((f"{word} parte", Meaning("fraction", numerator=1, denominator=value)) for word, value in _FEMININE.items()),
        *((f"una {word} parte", Meaning("fraction", numerator=1, denominator=value))
          for word, value in _FEMININE.items()),
        *((f"{many} {word}s partes", Meaning("fraction", numerator=count, denominator=value))
          for many, count in _NUMERATORS.items() for word, value in _FEMININE.items()),
        *((f"años {word}|los {word}", Meaning("decade", value)) for word, value in _TENS.items() if value > 10),
    ]
)  # fmt: skip


def _atoms_of(word: str) -> tuple[Atom, ...]:
    atom = ATOMS.get(word)
    return () if atom is None else (atom,)


GRAMMAR = Grammar(
    atoms_of=_atoms_of,
    may_begin=_BEGIN.__contains__,
    joins="T",
    phrases=_PHRASES,
    denominators=(_NOUNS, {word + "s": value for word, value in _NOUNS.items()}),
    mixed=mixed_table([("y medio|y media", 1, 2), ("y cuarto|y un cuarto", 1, 4)]),
    point=frozenset(("coma", "punto")),
    of=frozenset(("de", "un")),
    folds=frozenset(("veces",)),
    minus=frozenset(("menos",)),
    chained=True,
)
