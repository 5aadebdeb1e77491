"""Number words of the six languages beyond plain counting: fractions, folds, decades, idioms, vague words."""

from __future__ import annotations

from decimal import Decimal
from importlib import import_module

import pytest

from citelock.checks.text.numbers.hints import may_spell_numbers
from citelock.checks.text.numbers.words import WordNumber, _grammar, word_numbers
from citelock.checks.text.numbers.words_zh import dates_in_digits
from tests.support.speed import at_most


def read(text: str, language: str) -> list[str]:
    """Each number as `words = value kind`, with `?` behind a weak one."""
    return [
        f"{text[each.start : each.end]} = {_value(each)} {each.kind}{'?' if each.weak else ''}"
        for each in word_numbers(text, language)
    ]


def _value(number: WordNumber) -> str:
    if number.denominator:
        return f"{number.numerator}/{number.denominator}"
    return f"{number.value.normalize():f}"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        # cardinals with neighbours that could belong to them
        ("en", "between two thousand and three thousand",
         ["two thousand = 2000 cardinal", "three thousand = 3000 cardinal"]),
        ("en", "one hundred and two hundred", ["one hundred = 100 cardinal", "two hundred = 200 cardinal"]),
        ("en", "a hundred and five", ["a hundred and five = 105 cardinal"]),
        ("en", "Of two thousand, three hundred died",
         ["two thousand = 2000 cardinal", "three hundred = 300 cardinal"]),
        ("en", "two thousand, three hundred and five",
         ["two thousand, three hundred and five = 2305 cardinal"]),
        ("en", "two crore five lakh", ["two crore five lakh = 20500000 cardinal"]),
        ("en", "in nineteen eighty-four", ["nineteen eighty-four = 1984 cardinal"]),
        ("en", "twenty fifteen-minute talks", ["twenty = 20 cardinal", "fifteen = 15 cardinal"]),
        ("en", "three-dimensional and two-way", ["three = 3 cardinal?", "two = 2 cardinal?"]),
        ("en", "a dozen of two dozen", ["a dozen = 12 cardinal", "two dozen = 24 cardinal"]),
        ("en", "in 2010 two people", ["two = 2 cardinal"]),
        ("en", "3 thousand and 3 hundred", []),
        ("de", "zwei Millionen dreihunderttausend", ["zwei Millionen dreihunderttausend = 2300000 cardinal"]),
        ("de", "zwanzigjährig und dreitägiges", ["zwanzig = 20 cardinal", "drei = 3 cardinal"]),
        ("de", "einer der zweien", ["einer = 1 cardinal?", "zweien = 2 cardinal"]),
        ("fr", "mille et une nuits", ["mille et une = 1001 cardinal"]),
        ("fr", "cent pour cent", ["cent = 100 cardinal"]),
        ("fr", "neuf mois, un objet neuf.", ["neuf = 9 cardinal", "un = 1 cardinal?", "neuf = 9 cardinal?"]),
        ("fr", "septante, huitante-deux, nonante et un",
         ["septante = 70 cardinal", "huitante-deux = 82 cardinal", "nonante et un = 91 cardinal"]),
        ("es", "dos mil millones", ["dos mil millones = 2000000000 cardinal"]),
        ("es", "veintiún mil quinientas", ["veintiún mil quinientas = 21500 cardinal"]),
        ("es", "el cuarto de baño", ["cuarto = 4 ordinal?"]),
        ("ru", "двадцать одна тысяча", ["двадцать одна тысяча = 21000 cardinal"]),
        ("ru", "трое из двухсот сорока", ["трое = 3 cardinal", "двухсот сорока = 240 cardinal"]),
        ("ru", "два десятка, дюжина", ["два десятка = 20 cardinal", "дюжина = 12 cardinal"]),
        ("ru", "семью, двадцатью семью", ["семью = 7 cardinal?", "двадцатью семью = 27 cardinal"]),
        ("ru", "пятилетний и двадцатипятипроцентный", ["пяти = 5 cardinal", "двадцатипяти = 25 cardinal"]),
        ("ru", "столетие, десятилетие, сотрудник", []),
        ("zh", "共有三百四十二座桥", ["三百四十二 = 342 cardinal"]),
        ("zh", "两万五人，一亿三千万元", ["两万五 = 25000 cardinal", "一亿三千万 = 130000000 cardinal"]),
        ("zh", "壹佰贰拾叁元", ["壹佰贰拾叁 = 123 cardinal"]),
        ("zh", "一千零五十人，一百五十个", ["一千零五十 = 1050 cardinal", "一百五十 = 150 cardinal"]),
        ("zh", "一九九八年", ["一九九八 = 1998 cardinal"]),
        ("zh", "三点五万，百分之六十七", ["三点五万 = 35000 cardinal", "六十七 = 67 cardinal"]),
        ("zh", "三月十四日", []),  # parts of a date are no numbers of their own
    ],
)  # fmt: skip
def test_cardinals_are_read_whole_and_apart_from_their_neighbours(
    language: str, text: str, expected: list[str]
) -> None:
    assert read(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "two thirds, one-half, three quarters",
         ["two thirds = 2/3 fraction", "one-half = 1/2 fraction",
                                                        "three quarters = 3/4 fraction"]),
        ("en", "a third of them", ["a third = 1/3 fraction"]),
        ("en", "a third option", ["third = 3 ordinal"]),
        ("en", "half of the users; half-life", ["half = 1/2 fraction"]),
        ("en", "in the first half", ["first half = 1 ordinal?"]),
        ("en", "half a million, a quarter of a million",
         ["half a million = 500000 cardinal", "quarter of a million = 250000 cardinal"]),
        ("en", "two and a half million", ["two and a half million = 2500000 cardinal"]),
        ("en", "a million and a half", ["a million and a half = 1500000 cardinal"]),
        ("en", "three point one four", ["three point one four = 3.14 cardinal"]),
        ("de", "zwei Drittel, die Hälfte, ein gutes Viertel",
         ["zwei Drittel = 2/3 fraction", "Hälfte = 1/2 fraction", "ein gutes Viertel = 1/4 fraction"]),
        ("de", "anderthalb Millionen, zweieinhalb",
         ["anderthalb Millionen = 1500000 cardinal", "zweieinhalb = 2.5 cardinal"]),
        ("de", "zwei Komma fünf", ["zwei Komma fünf = 2.5 cardinal"]),
        ("fr", "deux tiers, la moitié, trois quarts",
         ["deux tiers = 2/3 fraction", "moitié = 1/2 fraction", "trois quarts = 3/4 fraction"]),
        ("fr", "deux millions et demi", ["deux millions et demi = 2500000 cardinal"]),
        ("fr", "trois virgule vingt-cinq", ["trois virgule vingt-cinq = 3.25 cardinal"]),
        ("es", "dos tercios, la mitad, la cuarta parte, dos terceras partes",
         ["dos tercios = 2/3 fraction", "mitad = 1/2 fraction", "cuarta parte = 1/4 fraction",
          "dos terceras partes = 2/3 fraction"]),
        ("es", "medio millón, dos millones y medio",
         ["medio millón = 500000 cardinal", "dos millones y medio = 2500000 cardinal"]),
        ("ru", "двух третей, половина, одна пятая, две пятых",
         ["двух третей = 2/3 fraction", "половина = 1/2 fraction", "одна пятая = 1/5 fraction",
          "две пятых = 2/5 fraction"]),
        ("ru", "полтора миллиона, три с половиной тысячи",
         ["полтора миллиона = 1500000 cardinal", "три с половиной тысячи = 3500 cardinal"]),
        ("ru", "две целых пять сотых", ["две целых пять сотых = 2.05 cardinal"]),
        ("zh", "三分之二，一半", ["三分之二 = 2/3 fraction", "一半 = 1/2 fraction"]),
    ],
)  # fmt: skip
def test_fractions_and_decimals_in_words(language: str, text: str, expected: list[str]) -> None:
    assert read(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "twice, three times, tenfold",
         ["twice = 2 fold", "three times = 3 fold", "tenfold = 10 fold"]),
        ("en", "the output doubled", ["doubled = 2 fold?"]),
        ("de", "zweimal, das Dreifache, doppelt",
         ["zweimal = 2 fold", "Dreifache = 3 fold", "doppelt = 2 fold?"]),
        ("fr", "trois fois", ["trois fois = 3 fold"]),
        ("es", "tres veces", ["tres veces = 3 fold"]),
        ("ru", "втрое, в три раза, пятикратный, удвоилось",
         ["втрое = 3 fold", "три раза = 3 fold", "пятикратный = 5 fold", "удвоилось = 2 fold?"]),
        ("zh", "三倍", ["三倍 = 3 fold"]),
        ("en", "the nineties", ["nineties = 90 decade"]),
        ("de", "in den neunziger Jahren", ["neunziger Jahren = 90 decade"]),
        ("fr", "les années quatre-vingt-dix", ["années quatre-vingt-dix = 90 decade"]),
        ("es", "los años noventa", ["años noventa = 90 decade"]),
        ("ru", "в девяностых годах", ["девяностых годах = 90 decade"]),
        ("zh", "九十年代", ["九十年代 = 90 decade"]),
    ],
)  # fmt: skip
def test_factors_and_decades_have_their_own_kinds(language: str, text: str, expected: list[str]) -> None:
    assert read(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "one, zero, first, second", ["one = 1 cardinal?", "zero = 0 cardinal?", "first = 1 ordinal?",
                                            "second = 2 ordinal?"]),
        ("en", "Third, the method is slow", ["Third = 3 ordinal?"]),
        ("en", "the third method", ["third = 3 ordinal"]),
        ("de", "ein, der zweite, am achten",
         ["ein = 1 cardinal?", "zweite = 2 ordinal?", "achten = 8 ordinal"]),
        ("fr", "une première, vingt et unième", ["une = 1 cardinal?", "première = 1 ordinal?",
                                                 "vingt et unième = 21 ordinal"]),
        ("es", "una segunda, décimo tercero", ["una = 1 cardinal?", "segunda = 2 ordinal?",
                                               "décimo tercero = 13 ordinal"]),
        ("ru", "одна вторая неделя, двадцать первый",
         ["одна вторая = 1/2 fraction", "двадцать первый = 21 ordinal"]),
        ("ru", "третью неделю", ["третью = 3 ordinal"]),
        ("zh", "第一名，第二十一届", ["第一 = 1 ordinal?", "第二十一 = 21 ordinal"]),
    ],
)  # fmt: skip
def test_what_may_be_an_article_or_an_adverb_is_weak(language: str, text: str, expected: list[str]) -> None:
    assert read(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "In the first place, no one knew. Hundreds of people, several hundred, dozens; a third party.",
        ),
        ("de", "Hunderte, einige hundert, ein paar tausend, außer Acht, Daten an Dritte, drittens"),
        ("fr", "des centaines, quelques centaines, des milliers"),
        ("es", "varios miles, cientos de personas, a terceros, miles de veces"),
        ("ru", "тысячи людей, несколько тысяч, сотни, в-третьих, во-вторых, третьи лица, ни один"),
        ("zh", "一般、万一、十几个、数百人、上万人、三四个、千万别、唯一、五角大楼、初三"),
    ],
)
def test_vague_words_and_idioms_are_no_numbers(language: str, text: str) -> None:
    assert read(text, language) == []


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("en", "three thousand", "1000"),
        ("en", "three hundred", "1"),
        ("en", "two and a half million", "100000"),
        ("en", "three point five billion", "100000000"),
        ("de", "fünfundzwanzigtausend", "1000"),
        ("ru", "двадцать одна тысяча пять", "1"),
        ("es", "dos mil millones", "1000000"),
        ("zh", "三万人", "10000"),
        ("zh", "三点五万", "1000"),
    ],
)
def test_the_step_is_the_last_written_place(language: str, text: str, step: str) -> None:
    assert [number.step for number in word_numbers(text, language)] == [Decimal(step)]


def test_a_minus_in_words_belongs_to_the_number_behind_it_only() -> None:
    assert read("minus five degrees", "en") == ["minus five = -5 cardinal"]
    assert read("ten minus five", "en") == ["ten = 10 cardinal", "five = 5 cardinal"]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ru", "zh"])
@pytest.mark.parametrize(
    "piece",
    ["one ", "twenty-", "a ", "half ", "einundzwanzig", "ein", "quatre-vingt-", "mil y ", "двадцать ", "пяти",
     "三百", "三", "分之", "百分之", "一万", "third ", "minus ", "\n", "İ "],
)  # fmt: skip
def test_a_megabyte_of_number_words_takes_little_time(language: str, piece: str) -> None:
    text = piece * (1_000_000 // len(piece.encode()))
    at_most(12_000, lambda: word_numbers(text, language))


def test_half_a_million_is_written_without_decimals() -> None:
    assert [str(number.value) for number in word_numbers("half a million, 2.5", "en")] == ["500000"]
    assert [str(number.value) for number in word_numbers("полтора миллиона", "ru")] == ["1500000"]


def test_numerals_of_dates_are_told_for_the_parser() -> None:
    assert dates_in_digits("二〇二三年三月十四日，十二月，三个月，廿一日，一九九八年") == [
        (0, 4, "2023"),
        (5, 6, "3"),
        (7, 9, "14"),
        (11, 13, "12"),
        (23, 27, "1998"),
    ]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ru"])
def test_the_quick_look_knows_every_word_of_the_tables(language: str) -> None:
    grammar = _grammar(language)
    table = import_module(f"citelock.checks.text.numbers.words_{language}")
    words = {*getattr(table, "ATOMS", {}), *getattr(table, "_PARTS", {}), *grammar.denominators[0]}
    missed = [
        word
        for word in words
        for atom in grammar.atoms_of(word)[:1]
        if atom.role not in "a&0" and atom.value > (2 if atom.ordinal else 1) and not may_spell_numbers(word)
    ]
    phrases = [" ".join(words) for rows in grammar.phrases.values() for words, meaning in rows
               if meaning.kind and not meaning.weak]  # fmt: skip
    assert missed + [phrase for phrase in phrases if not may_spell_numbers(phrase)] == []
