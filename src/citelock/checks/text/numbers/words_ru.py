"""Russian number words in all cases and genders (numbers.md, section 3, rows 4, 6 and 9).

The tables for `words_reader.py`. ё and е are one letter here; the forms are made from stems and endings.
"""

from __future__ import annotations

from citelock.checks.text.numbers.words_grammar import Atom
from citelock.checks.text.numbers.words_reader import Grammar, Meaning, mixed_table, phrase_table

_UNITS = {
    1: "один одна одно одни одного одной одному одним одном одну одною одних одними",
    2: "два две двух двум двумя двое двоих двоим двоими",
    3: "три трех трем тремя трое троих троим троими",
    4: "четыре четырех четырем четырьмя четверо четверых четверым четверыми",
    5: "пять пяти пятью пятеро пятерых пятерым пятерыми",
    6: "шесть шести шестью шестеро шестерых шестерым шестерыми",
    7: "семь семи семью семеро семерых семерым семерыми",
    8: "восемь восьми восемью восьмью",
    9: "девять девяти девятью",
}
_TEENS = {
    10: "десять десяти десятью",
    **{
        value: f"{stem}надцать {stem}надцати {stem}надцатью"
        for value, stem in enumerate("один две три четыр пят шест сем восем девят".split(), 11)
    },
}
_TENS = {
    20: "двадцать двадцати двадцатью",
    30: "тридцать тридцати тридцатью",
    40: "сорок сорока",
    50: "пятьдесят пятидесяти пятьюдесятью",
    60: "шестьдесят шестидесяти шестьюдесятью",
    70: "семьдесят семидесяти семьюдесятью",
    80: "восемьдесят восьмидесяти восемьюдесятью восьмьюдесятью",
    90: "девяносто девяноста",
}
_HUNDREDS = {
    100: "сто ста",
    200: "двести двухсот двумстам двумястами двухстах",
    300: "триста трехсот тремстам тремястами трехстах",
    400: "четыреста четырехсот четыремстам четырьмястами четырехстах",
    **{
        100 * value: f"{stem}ьсот {genitive}сот {genitive}стам {instrumental}стами {genitive}стах"
        for value, stem, genitive, instrumental in (
            (5, "пят", "пяти", "пятью"),
            (6, "шест", "шести", "шестью"),
            (7, "сем", "семи", "семью"),
            (8, "восем", "восьми", "восемью"),
            (9, "девят", "девяти", "девятью"),
        )
    },
}
_SCALES = {"миллион": 10**6, "миллиард": 10**9, "триллион": 10**12, "квадриллион": 10**15}
_NOUN_ENDINGS = ("а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах")

_HARD = "ый ого ому ым ом ая ой ую ою ое ые ых ыми".split()
_STRESSED = "ой ого ому ым ом ая ую ою ое ые ых ыми".split()
_THIRD = "ий ьего ьему ьим ьем ья ьей ьею ью ье ьи ьих ьими".split()
_ORDINAL_UNITS = {
    1: ("перв", _HARD), 2: ("втор", _STRESSED), 3: ("трет", _THIRD), 4: ("четверт", _HARD), 5: ("пят", _HARD),
    6: ("шест", _STRESSED), 7: ("седьм", _STRESSED), 8: ("восьм", _STRESSED), 9: ("девят", _HARD),
}  # fmt: skip
_ORDINAL_TEENS = {
    10: "десят",
    **{value: words.split()[0][:-1] for value, words in _TEENS.items() if value > 10},
}
_ORDINAL_TENS = {
    20: "двадцат", 30: "тридцат", 40: "сороков", 50: "пятидесят", 60: "шестидесят", 70: "семидесят",
    80: "восьмидесят", 90: "девяност",
}  # fmt: skip
_ORDINAL_HUNDREDS = {
    100: "сот",
    **{value: words.split()[1] for value, words in _HUNDREDS.items() if value > 100},
}
_PREFIXES = {2: "двух", 3: "трех", 4: "четырех", 5: "пяти", 6: "шести", 7: "семи", 8: "восьми", 9: "девяти",
             10: "десяти", 20: "двадцати", 30: "тридцати", 40: "сорока", 50: "пятидесяти", 100: "сто"}  # fmt: skip


def _atoms() -> dict[str, Atom]:
    atoms = {word: Atom("0", 0) for word in "ноль нуль ноля нуля нолю нулю нолем нулем ноле нуле".split()}
    for role, table in (("u", _UNITS), ("t", _TEENS), ("T", _TENS), ("H", _HUNDREDS)):
        atoms |= {word: Atom(role, value) for value, words in table.items() for word in words.split()}
    atoms |= {word: Atom("S", 1000) for word in "тысячи тысяч тысячам тысячами тысячах тысяче".split()}
    atoms |= {word: Atom("s", 1000) for word in "тысяча тысячу тысячей тысячью".split()}
    for stem, value in _SCALES.items():
        atoms[stem] = Atom("s", value)
        atoms |= {stem + ending: Atom("S", value) for ending in _NOUN_ENDINGS}
    atoms |= {word: Atom("h", 100) for word in "сотни сотен сотням сотнями сотнях".split()}
    atoms |= {word: Atom("S", 10) for word in "десятка десятков десяткам десятками десятках".split()}
    atoms |= {word: Atom("S", 12) for word in "дюжины дюжин дюжинам".split()}
    for value, (stem, endings) in _ORDINAL_UNITS.items():
        atoms |= {stem + ending: Atom("u", value, ordinal=True) for ending in endings}
    for role, stems in (("t", _ORDINAL_TEENS), ("T", _ORDINAL_TENS), ("H", _ORDINAL_HUNDREDS)):
        for value, stem in stems.items():
            endings = _STRESSED if value == 40 else _HARD
            atoms |= {stem + ending: Atom(role, value, ordinal=True) for ending in endings}
    for stem, value in {"тысячн": 1000, "миллионн": 10**6, "миллиардн": 10**9}.items():
        atoms |= {stem + ending: Atom("s", value, ordinal=True) for ending in _HARD}
    return atoms


ATOMS = _atoms()
_BEGIN = frozenset(word for word, atom in ATOMS.items() if atom.role not in "hS") | {"минус"}


def _denominators() -> tuple[dict[str, int], dict[str, int]]:
    """Of an ordinal the feminine singular after one, its genitive plural after more: одна пятая, две пятых."""
    one = {"треть": 3, "трети": 3, "третья": 3, "третьей": 3, "четверть": 4, "четверти": 4}
    more = {"трети": 3, "третей": 3, "третям": 3, "третями": 3, "третях": 3, "третьих": 3, "четверти": 4,
            "четвертей": 4, "четвертям": 4, "четвертями": 4, "четвертях": 4}  # fmt: skip
    for word, (role, value, ordinal) in ATOMS.items():
        if ordinal and role in "utTHs" and value > 1:
            if word.endswith(("ая", "ой", "ую")):
                one[word] = value
            elif word.endswith(("ых", "ым", "ыми")):
                more[word] = value
    return one, more


_NOTHING = Meaning()
_HALF = Meaning("fraction", numerator=1, denominator=2)
_HALVES = "половина половины половине половину половиной половиною".split()
_FIRST, _SECOND = "первая первой первую".split(), "вторая второй вторую".split()
_BY = {2: "вдвое дважды", 3: "втрое трижды", 4: "вчетверо четырежды", 5: "впятеро", 6: "вшестеро", 7: "всемеро",
       8: "ввосьмеро", 9: "вдевятеро", 10: "вдесятеро", 100: "стократно"}  # fmt: skip
_VAGUE = "несколько нескольких нескольким много многих немного пару пара"

_PHRASES = phrase_table(
    [
        ("один из другого|одна из другой|друг друга|одно и то же|одни и те же|ни один|ни одна|ни одного|ни одной",
         _NOTHING),
        *((f"{word} {scale}", _NOTHING) for word in _VAGUE.split() for scale in ("тысяч", "сотен", "миллионов")),
        *((word, _HALF) for word in _HALVES),
        *((f"{first} {half}", Meaning("ordinal", 1, weak=True)) for first in _FIRST for half in _HALVES),
        *((f"{second} {half}", Meaning("ordinal", 2, weak=True)) for second in _SECOND for half in _HALVES),
        ("треть|трети|с третью", Meaning("fraction", numerator=1, denominator=3)),
        ("четверть|четверти|четвертью", Meaning("fraction", numerator=1, denominator=4)),
        ("полтора|полторы|полутора", Meaning("cardinal", numerator=3, denominator=2)),
        ("полтораста", Meaning("cardinal", 150)),
        ("полмиллиона|полумиллиона|полмиллионом", Meaning("cardinal", 500_000)),
        ("полмиллиарда|полумиллиарда", Meaning("cardinal", 500_000_000)),
        ("полтысячи|полутысячи", Meaning("cardinal", 500)),
        ("полсотни|полусотни", Meaning("cardinal", 50)),
        ("полдюжины", Meaning("cardinal", 6)),
        ("дюжина|дюжину|дюжиной", Meaning("cardinal", 12)),
        ("сотня|сотню|сотней", Meaning("cardinal", 100, weak=True)),
        ("десяток|десятка|десятку", Meaning("cardinal", 10, weak=True)),
        *((word, Meaning("fold", value)) for value, words in _BY.items() for word in words.split()),
        *(
            ("|".join(f"{prefix}кратн{ending}" for ending in (*_HARD, "о")), Meaning("fold", value))
            for value, prefix in (*_PREFIXES.items(), (2, "дву"))
        ),
        ("удвоился|удвоилась|удвоилось|удвоились|удвоение|удвоил|удвоила|удвоили", Meaning("fold", 2, weak=True)),
        ("утроился|утроилась|утроилось|утроились|утроил|утроила", Meaning("fold", 3, weak=True)),
        *(
            (f"{stem}{ending} {years}", Meaning("decade", value))
            for value, stem in _ORDINAL_TENS.items()
            for ending, years in (("ые", "годы"), ("ых", "годов"), ("ых", "годах"), ("ым", "годам"), ("ыми", "годами"))
        ),
        *((f"{stem}ые|{stem}ых", Meaning("decade", value)) for value, stem in _ORDINAL_TENS.items()),
        *(
            ("|".join(f"{prefix}тысячн{ending}" for ending in _HARD), Meaning("ordinal", 1000 * value))
            for value, prefix in _PREFIXES.items()
        ),
    ]
)  # fmt: skip


def _atoms_of(word: str) -> tuple[Atom, ...]:
    atom = ATOMS.get(word)
    return () if atom is None else (atom,)


GRAMMAR = Grammar(
    atoms_of=_atoms_of,
    may_begin=_BEGIN.__contains__,
    joins="",
    phrases=_PHRASES,
    denominators=_denominators(),
    mixed=mixed_table([("с половиной", 1, 2), ("с четвертью", 1, 4), ("с третью", 1, 3)]),
    point=frozenset(("целых", "целая", "целой", "целую", "целые", "запятая")),
    of=frozenset(),
    folds=frozenset(("раз", "раза")),
    minus=frozenset(("минус",)),
    doubtful=frozenset(("семью",)),  # the family far more often than seven
)
