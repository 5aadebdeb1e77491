"""Russian number words in all cases and genders (numbers.md, section 3, rows 4, 6 and 9).

The tables for `words_reader.py`. ё and е are one letter here; the forms are made from stems and endings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

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
from citelock.checks.text.patterns import late

# Forms of one value are joined by `/`.
_UNITS = """
    один/одна/одно/одни/одного/одной/одному/одним/одном/одну/одною/одних/одними
    два/две/двух/двум/двумя/двое/двоих/двоим/двоими
    три/трех/трем/тремя/трое/троих/троим/троими
    четыре/четырех/четырем/четырьмя/четверо/четверых/четверым/четверыми
    пять/пяти/пятью/пятеро/пятерых/пятерым/пятерыми
    шесть/шести/шестью/шестеро/шестерых/шестерым/шестерыми
    семь/семи/семью/семеро/семерых/семерым/семерыми
    восемь/восьми/восемью/восьмью
    девять/девяти/девятью
"""
_TEEN_STEMS = "один две три четыр пят шест сем восем девят"
_TEENS = "десять/десяти/десятью " + " ".join(
    f"{stem}надцать/{stem}надцати/{stem}надцатью" for stem in _TEEN_STEMS.split()
)
_TENS = """
    двадцать/двадцати/двадцатью тридцать/тридцати/тридцатью сорок/сорока пятьдесят/пятидесяти/пятьюдесятью
    шестьдесят/шестидесяти/шестьюдесятью семьдесят/семидесяти/семьюдесятью
    восемьдесят/восьмидесяти/восемьюдесятью/восьмьюдесятью девяносто/девяноста
"""
_HUNDREDS = """
    сто/ста двести/двухсот/двумстам/двумястами/двухстах триста/трехсот/тремстам/тремястами/трехстах
    четыреста/четырехсот/четыремстам/четырьмястами/четырехстах
""" + " ".join(
    f"{stem}ьсот/{genitive}сот/{genitive}стам/{instrumental}стами/{genitive}стах"
    for stem, genitive, instrumental in (
        ("пят", "пяти", "пятью"), ("шест", "шести", "шестью"), ("сем", "семи", "семью"),
        ("восем", "восьми", "восемью"), ("девят", "девяти", "девятью"),
    )
)  # fmt: skip
_SCALES = {"миллион": 10**6, "миллиард": 10**9, "триллион": 10**12, "квадриллион": 10**15}

_HARD = "ый ого ому ым ом ая ой ую ою ое ые ых ыми".split()
_STRESSED = "ой ого ому ым ом ая ую ою ое ые ых ыми".split()
_THIRD = "ий ьего ьему ьим ьем ья ьей ьею ью ье ьи ьих ьими".split()
_ORDINAL_STEMS = {
    **numbered("перв втор трет четверт пят шест седьм восьм девят", 1, "u", ordinal=True),
    "десят": Atom("t", 10, ordinal=True),
    **numbered(" ".join(f"{stem}надцат" for stem in _TEEN_STEMS.split()), 11, "t", ordinal=True),
    **numbered(
        "двадцат тридцат сороков пятидесят шестидесят семидесят восьмидесят девяност",
        2, "T", 10, ordinal=True,
    ),
    **numbered(
        "сот двухсот трехсот четырехсот пятисот шестисот семисот восьмисот девятисот",
        1, "H", 100, ordinal=True,
    ),
    "тысячн": Atom("s", 1000, ordinal=True),
    "миллионн": Atom("s", 10**6, ordinal=True),
    "миллиардн": Atom("s", 10**9, ordinal=True),
    "триллионн": Atom("s", 10**12, ordinal=True),
}  # fmt: skip
# двухтысячный, трёхкратный
_PREFIXES = {
    2: "двух", 3: "трех", 4: "четырех", 5: "пяти", 6: "шести", 7: "семи", 8: "восьми", 9: "девяти",
    10: "десяти",
    20: "двадцати", 30: "тридцати", 40: "сорока", 50: "пятидесяти", 100: "сто",
}  # fmt: skip


# пятилетний, двадцатипроцентная: what is counted is part of the word.
_COUNTED_PREFIXES = {
    **numbered("одно двух/дву трех четырех пяти шести семи восьми девяти", 1, "u"),
    **numbered(
        "десяти " + " ".join(f"{stem}надцати" for stem in _TEEN_STEMS.split()), 10, "t"
    ),
    **numbered(
        "двадцати тридцати сорока пятидесяти шестидесяти семидесяти восьмидесяти девяносто/девяноста",
        2, "T", 10,
    ),
    **numbered("сто двухсот трехсот четырехсот пятисот шестисот семисот восьмисот девятисот", 1, "H", 100),
}  # fmt: skip
_SHORTEST_COMPOUND = 7  # letters
_COUNTED_PREFIX = re.compile("|".join(sorted(_COUNTED_PREFIXES, key=lambda form: (-len(form), form))))
_COUNTED = late(
    "(?:летн|дневн|недельн|месячн|часов|минутн|секундн|процентн|метров|километров|тонн|литров|этажн|градусн"
    "|местн|томн|ступенчат|значн|разов)(?:ый|ий|ого|его|ому|ему|ым|им|ом|ем|ая|яя|ой|ей|ую|юю|ое|ее|ые|ие|ых|их|ыми|ими)"
)


def _number_part(word: str) -> int:
    """The length of the number that a compound such as пятилетний begins with, or that of the word."""
    pos = 0
    while (prefix := _COUNTED_PREFIX.match(word, pos)) is not None:
        pos = prefix.end()
    return pos if pos and _COUNTED.fullmatch(word, pos) else len(word)


def _compound(word: str) -> tuple[Atom, ...]:
    end = _number_part(word)
    if end == len(word):
        return ()
    return tuple(_COUNTED_PREFIXES[prefix] for prefix in _COUNTED_PREFIX.findall(word[:end]))


def _endings(stem: str) -> list[str]:
    if stem == "трет":
        return _THIRD
    return _STRESSED if stem in ("втор", "шест", "седьм", "восьм", "сороков") else _HARD


ATOMS: dict[str, Atom] = {
    **dict.fromkeys("ноль нуль ноля нуля нолю нулю нолем нулем ноле нуле".split(), Atom("0", 0)),
    **numbered(_UNITS, 1, "u"),
    **numbered(_TEENS, 10, "t"),
    **numbered(_TENS, 2, "T", 10),
    **numbered(_HUNDREDS, 1, "H", 100),
    **dict.fromkeys("тысячи тысяч тысячам тысячами тысячах тысяче".split(), Atom("S", 1000)),
    **dict.fromkeys("тысяча тысячу тысячей тысячью".split(), Atom("s", 1000)),
    **{stem: Atom("s", value) for stem, value in _SCALES.items()},
    **{
        stem + ending: Atom("S", value)
        for stem, value in _SCALES.items()
        for ending in "а у ом е ы ов ам ами ах".split()
    },
    **dict.fromkeys("сотни сотен сотням сотнями сотнях".split(), Atom("h", 100)),
    **dict.fromkeys("десятка десятков десяткам десятками десятках".split(), Atom("S", 10)),
    **dict.fromkeys("дюжины дюжин дюжинам".split(), Atom("S", 12)),
    **{stem + ending: atom for stem, atom in _ORDINAL_STEMS.items() for ending in _endings(stem)},
}
_MINUS = frozenset(("минус",))
_BEGIN = frozenset(word for word, atom in ATOMS.items() if atom.role not in "hS") | _MINUS

# Denominators: of an ordinal the feminine after one, the plural after more: одна пятая, две пятых.
_ONE_PART = {
    **dict.fromkeys("треть трети третья третьей".split(), 3),
    **dict.fromkeys("четверть четверти".split(), 4),
    **{
        word: atom.value for word, atom in ATOMS.items() if atom.ordinal and word.endswith(("ая", "ой", "ую"))
    },
}
_MORE_PARTS = {
    **dict.fromkeys("трети третей третям третями третях третьих".split(), 3),
    **dict.fromkeys("четверти четвертей четвертям четвертями четвертях".split(), 4),
    **{
        word: atom.value
        for word, atom in ATOMS.items()
        if atom.ordinal and word.endswith(("ых", "ым", "ыми"))
    },
}
for _word in "первая первой первую".split():
    del _ONE_PART[_word]

_THIRD_PARTY = {
    "третья": "сторона", "третьей": "стороны стороне стороной", "третью": "сторону", "третьего": "лица",
    "третьему": "лицу", "третьи": "лица стороны", "третьих": "лиц лицах сторон сторонах",
    "третьим": "лицам сторонам лицом", "третьими": "лицами сторонами",
}  # fmt: skip
_HALVES = "половина половины половине половину половиной половиною".split()
_FIRST, _SECOND = "первая первой первую".split(), "вторая второй вторую".split()
_BY = {
    2: "вдвое дважды", 3: "втрое трижды", 4: "вчетверо четырежды", 5: "впятеро", 6: "вшестеро", 7: "всемеро",
    8: "ввосьмеро", 9: "вдевятеро", 10: "вдесятеро", 100: "стократно",
}  # fmt: skip
_VAGUE = "несколько нескольких нескольким много многих немного пару пара"
_TENTHS = {stem: atom.value for stem, atom in _ORDINAL_STEMS.items() if atom.role == "T"}
_YEARS = (("ые", "годы"), ("ых", "годов"), ("ых", "годах"), ("ым", "годам"), ("ыми", "годами"))

_PHRASES = phrase_table(
    [
        (
            "один из другого|одна из другой|одно и то же|одни и те же|ни один|ни одна|ни одного|ни одной",
            NOTHING,
        ),
        *(
            (f"{third} {party}", NOTHING)
            for third, parties in _THIRD_PARTY.items()
            for party in parties.split()
        ),
        *(
            (f"{word} {scale}", NOTHING)
            for word in _VAGUE.split()
            for scale in ("тысяч", "сотен", "миллионов")
        ),
        *((word, HALF) for word in _HALVES),
        *((f"{first} {half}", Meaning("ordinal", 1, weak=True)) for first in _FIRST for half in _HALVES),
        *((f"{second} {half}", Meaning("ordinal", 2, weak=True)) for second in _SECOND for half in _HALVES),
        ("треть|трети|с третью", Meaning("fraction", numerator=1, denominator=3)),
        ("четверть|четверти|четвертью", Meaning("fraction", numerator=1, denominator=4)),
        ("полтора|полторы|полутора", Meaning("cardinal", numerator=3, denominator=2)),
        ("полтораста", Meaning("cardinal", 150)),
        ("полмиллиона|полумиллиона", Meaning("cardinal", 500_000)),
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
        (
            "удвоился|удвоилась|удвоилось|удвоились|удвоение|удвоил|удвоила|удвоили",
            Meaning("fold", 2, weak=True),
        ),
        ("утроился|утроилась|утроилось|утроились|утроил|утроила|утроили", Meaning("fold", 3, weak=True)),
        *(
            (f"{stem}{ending} {years}", Meaning("decade", value))
            for stem, value in _TENTHS.items()
            for ending, years in _YEARS
        ),
        *((f"{stem}ые|{stem}ых", Meaning("decade", value)) for stem, value in _TENTHS.items()),
        *(
            ("|".join(f"{prefix}тысячн{ending}" for ending in _HARD), Meaning("ordinal", 1000 * value))
            for value, prefix in _PREFIXES.items()
        ),
    ]
)

# "Более тысячи двухсот", "тысяче двумстам": the thousand is one, though the form is also that of several.
_ONE_THOUSAND = frozenset(("тысячи", "тысяче"))
_BEFORE_THOUSAND = frozenset("более больше менее меньше около свыше до порядка".split())


def _settle(words: list[str]) -> None:
    for at, word in enumerate(words):
        if word not in _ONE_THOUSAND or (at and words[at - 1] in ATOMS):
            continue
        behind = ATOMS.get(words[at + 1]) if at + 1 < len(words) else None
        is_oblique = behind is not None and behind.role in "HTtu" and words[at + 1] not in _NOMINATIVES
        if is_oblique or (word == "тысячи" and at and words[at - 1] in _BEFORE_THOUSAND):
            words[at] = "тысяча"


_NOMINATIVES = frozenset(form.partition("/")[0] for form in (_UNITS + _TEENS + _TENS + _HUNDREDS).split())

_single = by_word(ATOMS)


def _atoms_of(word: str) -> Sequence[Atom]:
    return _single(word) or (_compound(word) if len(word) > _SHORTEST_COMPOUND else ())


def _may_begin(word: str) -> bool:
    return (
        word in _BEGIN or word in _ONE_THOUSAND or (len(word) > _SHORTEST_COMPOUND and bool(_compound(word)))
    )


GRAMMAR = Grammar(
    atoms_of=_atoms_of,
    may_begin=_may_begin,
    rules=Rules(),
    phrases=_PHRASES,
    denominators=(_ONE_PART, _MORE_PARTS),
    mixed=mixed_table([("с половиной", 1, 2), ("с четвертью", 1, 4), ("с третью", 1, 3)]),
    settle=_settle,
    point=frozenset(("целых", "целая", "целой", "целую", "целые", "запятая")),
    of=frozenset(),
    folds=frozenset(("раз", "раза")),
    minus=_MINUS,
    number_part=_number_part,
    adverbs=frozenset(("в", "во", "по")),
    doubtful=frozenset(("семью",)),  # the family far more often than seven
)
