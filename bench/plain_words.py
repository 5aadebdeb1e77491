"""Writes `quick_words.py`: the words beside which a number is not plain, from the tables.

    python -m bench.plain_words > src/citelock/checks/text/numbers/quick_words.py

The quick look at a claim (`numbers/quick.py`) must not load those tables; a test holds the written module
equal
to what this prints.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

if __package__ in {None, ""}:  # run as a file: the root, not bench/, is where `bench` is found
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from citelock.checks.text.numbers import (
    beside,
    forms,
    identifiers,
    page,
    relations,
    units_lookup,
    units_tables,
    words_hedges,
)
from citelock.checks.text.numbers import words_magnitudes as magnitudes
from citelock.checks.text.numbers.exclusions import LABEL_WORDS
from citelock.checks.text.numbers.months import MONTHS, YEAR_WORDS
from citelock.checks.text.numbers.quick import PREFIX

# Written as patterns in the parser, and so listed here: labels, joining words, folds, names of standards.
_LABELS = """fig figs figure figures tab table tables sec sect section chapter chap eq eqs equation app
appendix appendices page pp p
    line lines рисунок рисунка рисунке рисунки рисунках таблица таблицы таблице таблицах раздел раздела
    разделе разделы
    глава главы главе страница страницы странице формула формулы формуле уравнение уравнения приложение
    приложения
    строка строки строке abbildung abbildungen tabelle tabellen kapitel kapiteln abschnitt abschnitte
    abschnitts
    gleichung gleichungen seite seiten anhang zeile zeilen tableau tableaux chapitre chapitres équation
    équations
    annexe annexes ligne lignes figura figuras tabla tablas sección seccion secciones capítulo capitulo
    capítulos
    ecuación ecuaciones apéndice apendice página pagina páginas línea líneas linea pages главу главой h uhr"""
_STANDARDS = "rfc iso iec cve pmid pmc pmcid arxiv doi ean din гост р nct isrctn isbn issn orcid no"
_JOINING = """to through bis auf zu à jusqu a hasta до по and und et y e и or oder ou o или of out de del d
des du von aus sur
    из in every each cada the den les los las all about around only just with с et un une einer"""
_FOLDS = """times fold time раз раза кратн кратно fach fache mal fois veces x х uhr ч h am pm
век веку веке веком"""


def _words(phrases: Iterable[str]) -> list[list[str]]:
    return [
        phrase.replace("'", " ").replace("-", " ").replace(".", " ").split() for phrase in phrases if phrase
    ]


def _hedges(table: dict[str, dict[str, str]]) -> list[list[str]]:
    return _words(phrase for kinds in table.values() for row in kinds.values() for phrase in row.split("|"))


def before() -> set[str]:
    """The words behind which a number is more than plain digits say."""
    found = {word for months in MONTHS.values() for word in months}
    found |= {symbol for symbol, row in units_lookup.SYMBOLS.items() if row[0] in ("currency", "several")}
    found |= (
        set(page.HEADS)
        | set(identifiers.VERSION_WORDS)
        | set(identifiers.ABBREVIATED)
        | set(identifiers.SOFTWARE)
        | set(beside.MINUS_WORDS)
    )
    found |= set(forms.DECADE_LEADS) | set(LABEL_WORDS)
    for words in (_LABELS, _STANDARDS):
        found |= set(words.split())
    # The label has any ending there: главным too.
    found |= {f"глав{ending}" for ending in map(chr, range(ord("а"), ord("я") + 1))}
    return found


def hedges() -> set[str]:
    """The last words of what makes a number rough or one-sided, where they are no everyday words."""
    return {
        words[-1]
        for words in _hedges(words_hedges._BEFORE)
        if len(words) == 1 or words[-1] not in _everyday()
    }


def pairs() -> set[tuple[str, str]]:
    """The last two words of the other ones: up to, in excess of."""
    return {
        (words[-2], words[-1])
        for words in _hedges(words_hedges._BEFORE)
        if len(words) > 1 and words[-1] in _everyday()
    }


def _everyday() -> set[str]:
    alone = {words[0] for words in _hedges(words_hedges._BEFORE) if len(words) == 1}
    return (
        set(_JOINING.split())
        | set(relations._NAMING)
        | {"as", "at", "on", "most", "than", "als", "que", "чем", "die", "um", "por"}
    ) - alone


def unit_words() -> set[str]:
    """The first words of units and currencies, with the prefixes and endings they take."""
    endings = list(units_lookup._RUSSIAN_ENDINGS)
    plain = {*units_lookup._NAMES, *(word for words in units_lookup.OWN.values() for word in words)}
    stems = {stem + ending for stem in units_lookup._STEMS for ending in endings}
    prefixed = {
        start + rest
        for start in units_lookup._SPELLED
        for base in units_lookup._SI
        if (start[0] >= "а") == (base[0] >= "а")  # one script
        for rest in (base, *(base + ending for ending in endings if base in units_lookup._STEMS))
    }
    return {words[0] for words in _words([*plain, *stems, *prefixed, *units_lookup.SYMBOLS]) if words}


def after() -> set[str]:
    """The words before which a number is more than its digits say: units, magnitudes, months, folds."""
    found = (
        unit_words()
        | set(units_tables.SQUARE)
        | set(units_tables.CUBIC)
        | {*("quadrat", "kubik", units_tables.SQUARE_STEM, units_tables.CUBIC_STEM)}
    )
    for numbers in (magnitudes._COMMON, *magnitudes._BY_LANGUAGE.values(), magnitudes._GLUED):
        found |= {words[0] for words in _words(numbers) if words}
    found |= {word for months in MONTHS.values() for word in months}
    found |= {word for words in YEAR_WORDS.values() for word in words}
    return found | set(_FOLDS.split())


def behind() -> set[str]:
    """The words that begin what bounds a number from behind: or more, и более."""
    return {words[0] for words in _hedges(words_hedges._AFTER) if words}


def beginnings(words: set[str]) -> list[str]:
    """The beginnings of words, in small letters, sorted."""
    small = {word.lower().replace("ё", "е")[:PREFIX] for word in words}
    return sorted(word for word in small if word.isalpha() and not "\u2e80" < word[0] < "\ua000")


def module() -> str:
    """The text of `quick_words.py`."""
    rows = (("BEFORE", before()), ("HEDGES", hedges()), ("AFTER", after()), ("BEHIND", behind()))
    sets = "".join(f"{name} = frozenset(\n{_quoted(beginnings(words))}\n)\n" for name, words in rows)
    both = sorted({f"{first.lower()[:PREFIX]}_{last.lower()[:PREFIX]}" for first, last in pairs()})
    return (
        '"""Beginnings of words beside which a number may not be plain; from `bench/plain_words.py`."""\n\n'
        f"from __future__ import annotations\n\n{sets}PAIRS = frozenset(\n{_quoted(both)}\n)\n"
    )


def _quoted(words: list[str]) -> str:
    lines = textwrap.wrap(" ".join(words), 102, break_long_words=False, break_on_hyphens=False)
    body = "\n".join(f"    {line}" for line in lines)
    return f'    """\n{body}\n    """.split()'


if __name__ == "__main__":
    sys.stdout.write(module())
