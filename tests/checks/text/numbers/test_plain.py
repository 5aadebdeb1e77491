"""The quick way to read a number says of it, to the last field, what the classes asked one by one say."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.numbers import sentences
from citelock.checks.text.numbers import (
    beside,
    identifiers,
    page,
    parse,
    units_lookup,
    units_tables,
    words_hedges,
    words_magnitudes,
)
from citelock.checks.text.numbers.months import MONTHS
from citelock.checks.text.numbers.plain import read_plain
from citelock.checks.text.numbers.prepare import prepare
from citelock.checks.text.numbers.quick import NO_UNITS

DATA = Path(__file__).resolve().parents[3] / "data"
SENTENCES = sentences(None)


def _table_words() -> Iterable[str]:
    """Every word of the tables that may say something of the number beside it."""
    for table in (words_hedges._BEFORE, words_hedges._AFTER):
        for kinds in table.values():
            for row in kinds.values():
                yield from (" ".join(phrase.split()) for phrase in row.split("|"))
    for words in (*beside.FUNCTION_WORDS.values(), *MONTHS.values(), *units_lookup.OWN.values()):
        yield from words
    yield from (*units_lookup._NAMES, *units_lookup.SYMBOLS, *units_lookup.FIRST_WORDS)
    yield from words_magnitudes._COMMON
    for magnitudes in words_magnitudes._BY_LANGUAGE.values():
        yield from magnitudes
    yield from (*page.HEADS, *page.TURNS, *identifiers.SOFTWARE, *identifiers.VERSION_WORDS)
    yield from NO_UNITS
    yield from (*identifiers.ABBREVIATED, *beside._YEAR_LEADS, *units_tables.PER, *units_tables.SQUARE)


TABLE_WORDS = sorted(set(_table_words()))
OTHERS = """of in the of by to from and or a was were than more at about up over between is are war
    world War World value p-value pvalue p n d de la del der von bis und auf zu à y et e и с в
    на до по из от около as x X × ± = < > ( ) [ ] , ; : . - — – % ” “ » « " ' / a. m. p. A N
    am pm half patients users GPT May may March 12. квадратных кубических веке lang old Uhr h
    min demi medio половиной раза times fold inch the first rd th not- x-ray low-income a.m.
    vs. page Figure Table (Smith, 2020) [12] year года 2019 ² ⁻¹ ^2 ½ м² m/s km/h per day kg
    each percent points % ‰ $ € USD EUR £5 Rs Rs. kr Kč CA$ THE WHO É ё Ё İ ß ﬁ 中 年 人 百分之 第
    ร้อยละ α Σ \u200b С С. S. № games""".split()
FIGURES = """1,234 16.181 12,345.6 10\u00a0000 1,2,3 .62 1½ 2/3 2e-3 10⁻³ 2019–20 1990s 3rd 5‰ 18–21 −5
    +3 $5M 3x XX GPT-4 v1.2 B12 14.03.2023 2023-03-14 10:30 p<0.05 [12] 1.2.3 5mg 007 0.123
    1234.567 12345678901234567 12-15 5-10-2020 3–4% 10 10^6 100 7 12 31 2019 1999 40.5 0.05
    12.50""".split()
ENDS = (*[""] * 6, *".,;:)%!?", " %", ").", "’s")
JOINTS = (*[" "] * 9, "", "  ", "\n", "\u00a0", "–", " – ", " - ", "-", " — ", " × ")
FIGURE = st.sampled_from(FIGURES) | st.integers(0, 2200).map(str) | st.decimals(0, 3000, places=2).map(str)
WORD = st.sampled_from(OTHERS) | st.sampled_from(TABLE_WORDS)
PIECE = st.tuples(FIGURE | WORD, st.sampled_from(ENDS), st.sampled_from(JOINTS)).map("".join)
AROUND = st.tuples(
    WORD, WORD, st.tuples(FIGURE, st.sampled_from(ENDS)).map("".join), WORD, WORD | FIGURE, WORD
)
TEXTS = st.lists(PIECE, min_size=1, max_size=9).map("".join) | AROUND.map(" ".join)


def both_ways(text: str) -> tuple[str, str]:
    """All numbers of a text with all their fields, read the quick way where it goes, and never."""
    prepared = prepare(text)
    with pytest.MonkeyPatch.context() as patch:
        quick = repr(parse.parse(prepared))
        patch.setattr(parse, "read_plain", lambda _page, _pos: 0)
        return quick, repr(parse.parse(prepared))


@given(TEXTS)
@settings(max_examples=1500)
def test_a_plain_number_is_what_the_classes_say_it_is(text: str) -> None:
    quick, full = both_ways(text)
    assert quick == full


@given(st.sampled_from(SENTENCES), st.randoms(use_true_random=False))
@settings(max_examples=600)
def test_so_it_is_in_real_sentences_with_words_exchanged(text: str, chance: random.Random) -> None:
    words = text.split(" ")
    for _ in range(chance.randint(0, 4)):
        words[chance.randrange(len(words))] = chance.choice(chance.choice((TABLE_WORDS, OTHERS, FIGURES)))
    for variant in (" ".join(words), " ".join(words).upper()):
        quick, full = both_ways(variant)
        assert quick == full


def test_so_it_is_in_every_sentence_and_case() -> None:
    cases = [
        case
        for name in ("numbers_cases.json", "number_cases_more.json")
        for case in json.loads((DATA / name).read_text(encoding="utf-8"))["cases"]
    ]
    for text in [*SENTENCES, *(text for case in cases for text in (case["claim"], case["quote"]))]:
        quick, full = both_ways(text)
        assert quick == full


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("We saw 12 participants in 2019, of whom 40.5% left (n = 7, p < 0.05).", 5),
        ("Das waren 12 von 40 (30 %) Personen, rund 17 mehr.", 4),
        ("В 2019 году было 12 больных, до 40 % – с осложнениями.", 2),
        ("It rose from 787% – 98.2% at 12 × 30 to more than 5 – 7 others.", 5),
    ],
)
def test_ordinary_sentences_are_read_the_quick_way(text: str, count: int) -> None:
    read: list[int] = []
    with pytest.MonkeyPatch.context() as patch:

        def noted(found: page.Page, pos: int) -> int:
            read.append(read_plain(found, pos))
            return read[-1]

        patch.setattr(parse, "read_plain", noted)
        parse.parse(prepare(text))
    assert sum(map(bool, read)) == count
