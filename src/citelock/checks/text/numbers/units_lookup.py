"""The tables of units made usable: a row for a symbol or a name (numbers.md, section 4, Units known).

Prefixes of the SI before names (kilo, кило) and endings of Russian names are taken off when a name is looked
up; symbols are spread out when the module is loaded.
"""

from __future__ import annotations

import re
from decimal import Decimal

from citelock.checks.named import NamedTuple
from citelock.checks.text.numbers import units_tables


class Row(NamedTuple):
    """A unit of the tables: dimension, scale in the dimension's own unit, name."""

    dimension: str
    scale: Decimal
    name: str


# Symbol Latin and Cyrillic, power of ten, English prefix, its forms in the other languages.
_PREFIXES = (
    ("k", "к", 3, "kilo", ("kiló", "кило")), ("M", "М", 6, "mega", ("méga", "мега")),
    ("G", "Г", 9, "giga", ("гига",)), ("T", "Т", 12, "tera", ("téra", "тера")),
    ("P", "П", 15, "peta", ("péta", "пета")),
    ("m", "м", -3, "milli", ("mili", "milí", "милли")), ("µ", "мк", -6, "micro", ("mikro", "micró", "микро")),
    ("n", "н", -9, "nano", ("nanó", "нано")), ("c", "с", -2, "centi", ("zenti", "centí", "санти")),
    ("d", "д", -1, "deci", ("dezi", "déci", "decí", "деци")),
    ("h", "г", 2, "hecto", ("hekto", "hectó", "гекто")),
    ("p", "п", -12, "pico", ("piko", "пико")), ("f", "ф", -15, "femto", ("фемто",)),
    ("K", "К", 3, "kilo", ()),
)  # fmt: skip
_SPELLED = {start: (power, english) for *_, power, english, more in _PREFIXES for start in (english, *more)}
_WITH_PREFIX = re.compile("|".join(sorted(_SPELLED, key=lambda start: (-len(start), start))))
_RUSSIAN_ENDINGS = frozenset(" а у ом е ы ов ам ами ах ь я ю ем и ей ям ями ях ой ою й ев ью".split(" "))
_LONGEST_ENDING = 3

SYMBOLS: dict[str, Row] = {}
_NAMES: dict[str, Row] = {}  # single words and words joined by a blank
_STEMS: dict[str, Row] = {}
_SI: set[str] = set()  # names and stems that take a prefix
_BY_NAME: dict[str, Row] = {}
# First words of names of several words: what follows them has to be looked at.
FIRST_WORDS: set[str] = set()


def _row(text: str) -> Row:
    dimension, scale, name = text.split(None, 2)
    return Row(dimension.replace("per-cent", "per cent"), Decimal(scale), name)


def _enter(line: str) -> list[str]:
    """Enters one row of the table; returns what its names were."""
    head, symbols, names, stems, prefixes = line.split(";")
    row = _row(head)
    _BY_NAME.setdefault(row.name, row)
    _enter_symbols(row, symbols.split(), prefixes.strip())
    words = [name.strip() for name in names.split(",") if name.strip()]
    _enter_names(row, words)
    _STEMS.update(dict.fromkeys(stems.split(), row))
    if prefixes.strip():
        _SI.update(words, stems.split())
    return words


def _enter_symbols(row: Row, symbols: list[str], prefixes: str) -> None:
    taken = [
        (latin, cyrillic, Row(row.dimension, row.scale.scaleb(power), english + row.name))
        for latin, cyrillic, power, english, _ in _PREFIXES
        if latin in prefixes
    ] if prefixes else []  # fmt: skip
    for symbol in symbols:
        bare = symbol.removeprefix("-")
        if bare == symbol:
            SYMBOLS[symbol] = row
        for latin, cyrillic, prefixed in taken:
            _BY_NAME.setdefault(prefixed.name, prefixed)
            if bare[0] >= "А" and bare[0] <= "я":
                SYMBOLS[cyrillic + bare] = prefixed
            else:
                SYMBOLS.update(
                    dict.fromkeys((mark + bare for mark in ("µμu" if latin == "µ" else latin)), prefixed)
                )


def _enter_names(row: Row, words: list[str]) -> None:
    _NAMES.update(dict.fromkeys(words, row))
    FIRST_WORDS.update(word.partition(" ")[0] for word in words if " " in word)


def _load() -> None:
    row: Row | None = None
    is_si = False
    for line in units_tables.UNITS.strip().splitlines():
        if line.startswith("+") and row is not None:
            words = [name.strip() for name in line[1:].split(",")]
            _enter_names(row, words)
            if is_si:
                _SI.update(words)
        elif line:
            row, is_si = _row(line.partition(";")[0]), bool(line.rpartition(";")[2].strip())
            _enter(line)
    for entry in units_tables.OTHERS.replace("\n", ";").split(";"):
        if entry.strip():
            other = _row(entry.strip())
            _BY_NAME.setdefault(other.name, other)


_load()


def _pairs(text: str) -> list[tuple[str, str]]:
    """The entries `name: values` of a table."""
    entries = (entry.partition(":") for entry in text.replace("\n", ";").split(";") if entry.strip())
    return [(name.strip(), values.strip()) for name, _, values in entries]


OWN = {
    language: {
        word: _BY_NAME[name] for name, words in names.items() for word in words.split() if name in _BY_NAME
    }
    for language, names in units_tables.OWN.items()
}
CHINESE = {word: _BY_NAME[name] for name, words in _pairs(units_tables.CHINESE) for word in words.split()}
CHINESE_LONGEST = max(map(len, CHINESE))
COVERS = {
    name: tuple(_BY_NAME[each.strip()] for each in (values.split(",") if "," in values else values.split()))
    for name, values in _pairs(units_tables.COVERS)
}
_CENT = Decimal("0.01")
COVERS["cent"] = tuple(
    Row("currency", _CENT, row.name) for row in (*COVERS["dollar"], _BY_NAME["dollar"], _BY_NAME["EUR"])
)


def named(word: str, language: str) -> Row | None:
    """The row of a name of one word in small letters, prefix and Russian ending taken off; or None."""
    row = OWN.get(language, {}).get(word) or _NAMES.get(word)
    if row is not None:
        return row
    prefix = _WITH_PREFIX.match(word)
    if prefix is not None:
        rest = word[prefix.end() :]
        base = (_NAMES.get(rest) if rest in _SI else None) or _stem(rest, _SI)
        if base is not None:
            power, english = _SPELLED[prefix[0]]
            return Row(base.dimension, base.scale.scaleb(power), english + base.name)
    return _stem(word, None)


def _stem(word: str, among: set[str] | None) -> Row | None:
    if not word or not "а" <= word[0] <= "я":
        return None
    for length in range(min(_LONGEST_ENDING, len(word) - 1) + 1):
        stem = word[: len(word) - length]
        if stem in _STEMS and (among is None or stem in among) and word[len(stem) :] in _RUSSIAN_ENDINGS:
            return _STEMS[stem]
    return None


def phrase(words: str) -> Row | None:
    """The row of a name of several words in small letters, joined by single blanks."""
    row = _NAMES.get(words)
    if row is not None:
        return row
    prefix = _WITH_PREFIX.match(words)  # kilowatt hours
    rest = words[prefix.end() :] if prefix is not None else ""
    if prefix is None or rest not in _SI or rest not in _NAMES:
        return None
    base, (power, english) = _NAMES[rest], _SPELLED[prefix[0]]
    return Row(base.dimension, base.scale.scaleb(power), english + base.name)


def by_name(name: str) -> Row:
    """The row of a unit by its name in the tables."""
    return _BY_NAME[name]
