"""Roman numerals, and the words beside which they count as numbers (numbers.md, section 3, row 3).

A numeral is read only in its one correct spelling, up to 3999. Whether a nearby word makes it a number is
told by `counts_beside`; a lone `I` or `MIX` is none. A single letter of fifty or more never is: type C,
class M, Russian "С группой" (with).
"""

from __future__ import annotations

from decimal import Decimal

from citelock.checks.text.patterns import late

# The correct spelling only: IIII, VX, IC are words or abbreviations. Also the single characters Ⅰ to Ⅿ.
ROMAN = late("(?=[IVXLCDM])M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})")
_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_GLYPHS = {
    "Ⅰ": "I", "Ⅱ": "II", "Ⅲ": "III", "Ⅳ": "IV", "Ⅴ": "V", "Ⅵ": "VI", "Ⅶ": "VII", "Ⅷ": "VIII", "Ⅸ": "IX",
    "Ⅹ": "X", "Ⅺ": "XI", "Ⅻ": "XII", "Ⅼ": "L", "Ⅽ": "C", "Ⅾ": "D", "Ⅿ": "M",
}  # fmt: skip
# Cyrillic letters typed for the Latin ones, usual in Russian text: XІX, ХХ.
_LOOKALIKES = str.maketrans("ІХСМ", "IXCM")

_CENTURY = late(r"[ \u00a0]?世[纪紀]|[ \u00a0](?:век(?:а|у|ом|е)?|century|Jahrhunderts?|siècle)(?![^\W_])")
_LAST_CENTURY = 30
_PAUCAL = (2, 3, 4)  # Russian counts two to four things with the genitive singular

# Before the numeral: "phase III". After it: "XX век". A word may stand on either side in most languages.
_BEFORE = frozenset(
    """phase stage type part volume vol class grade war chapter book act level category tier group schedule
    annex article title section division generation generations mark element factor
    phasen stadium typ teil band klasse grad kapitel weltkrieg stufe kategorie gruppe
    stade partie tome classe guerre chapitre catégorie niveau groupe livre acte
    fase etapa estadio tipo parte tomo clase grado guerra capítulo siglo categoría nivel grupo volumen
    фаза фазы фазе фазу фазой стадия стадии стадию стадией тип типа типу типом типе часть части частью том
    тома
    томе класс класса классе степень степени степенью глава главы главе война войны войне категория категории
    категорию группа группы группе уровень уровня квартал""".split()
)
_AFTER = frozenset(
    """century centuries millennium war
    jahrhundert jahrhunderts jahrhunderte jahrhunderten
    siècle siècles millénaire
    siglo siglos
    век века веке веков веку веком веках фаза фазы фазе фазу фазой стадия стадии стадию стадией тип
    типа типе
    степени степень класса класс тысячелетие тысячелетия квартал квартала квартале кварталу группа группы
    группу
    категории категория тома том часть части глава главы съезд съезда съезде""".split()
)


# Abbreviations of century that without their point are words of their own: "С в прошлом".
_POINTED = frozenset({"в.", "вв.", "s."})


def roman_value(token: str) -> int | None:
    """The value of a correct Roman numeral in capitals, 1 to 3999, or None.

    >>> roman_value("XIV"), roman_value("IIII"), roman_value("iv"), roman_value("Ⅲ"), roman_value("ХХ")
    (14, None, None, 3, 20)
    """
    if len(token) > 15:  # MMMDCCCLXXXVIII is the longest there is
        return None
    plain = "".join(_GLYPHS.get(c, c) for c in token).translate(_LOOKALIKES)
    if ROMAN.fullmatch(plain) is None:
        return None
    total = before = 0
    for value in map(_VALUES.__getitem__, reversed(plain)):
        total += value if value >= before else -value
        before = value
    return total


def is_century(text: str, end: int, value: Decimal) -> bool:
    """Whether a number that ends at `end` tells which century: 21 век, 二十世纪. 2 века are two of them.

    >>> is_century("21 века", 2, Decimal(21)), is_century("2 века", 1, Decimal(2))
    (True, False)
    """
    match = _CENTURY.match(text, end) if 0 < value <= _LAST_CENTURY else None
    return match is not None and not (value in _PAUCAL and match[0].endswith("века"))


def counts_beside(before: str, after: str) -> bool:
    """Whether a Roman numeral counts as a number between two words as written; either may be empty.

    >>> counts_beside("Phase", "trial"), counts_beside("в", "веке"), counts_beside("vitamin", "")
    (True, True, False)
    """
    behind = after.lower()
    return before.rstrip(".").lower() in _BEFORE or behind in _POINTED or behind.rstrip(".") in _AFTER
