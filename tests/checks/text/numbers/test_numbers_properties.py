"""What holds of every claim and quotation: the claim supports itself, styles change nothing, order changes
nothing."""

from __future__ import annotations

import string

from hypothesis import given, settings
from hypothesis import strategies as st

from bench.numbers import sentences
from bench.plain_words import module
from citelock.checks.rules.number import check_numbers
from citelock.checks.text.numbers import ledger, quick_words
from citelock.checks.text.numbers.account import account_of, numbers
from citelock.checks.text.numbers.hints import may_spell_numbers
from citelock.checks.text.numbers.quick import plain_numbers
from citelock.checks.text.numbers.words import word_numbers

SENTENCES = sentences(None)

FIGURES = st.one_of(
    st.integers(0, 3000).map(str),
    st.decimals(0, 2000, places=2, allow_nan=False).map(str),
    st.sampled_from(
        """1,234 16.181 12,345.6 10 000 1,2,3 .62 1½ ⅔ 2/3 2e-3 10⁻³ 2019–20 1990s 3rd 12% 5‰ 18–21 −5 +3 $5M
        €2.5
        3x XX GPT-4 v1.2 B12 14.03.2023 2023-03-14 03/04/2023 10:30 May 5 p<0.05 [12] 1.2.3 5mg
        7-fold""".split()
    ),
)
WORDS = st.sampled_from(
    """in of the by to from and or a was were than more at least about up over between patients users of
    points percent million mg
    km euros kg hours May page Table phase stage half two third twenty-one first several years . , ; : ( ) % –
    — = < > ± × / fell rose
    von bis mit mehr als rund fast Euro Prozent Millionen Jahre drei zwanzig de la les plus environ jusqu'à
    millions trois
    más casi unos hasta veinte в с до по из около более млн руб
    процентов года двадцать раза рис. 约 人 万 年 三百
    左右 the""".split()
)
TEXTS = st.lists(FIGURES | WORDS, min_size=1, max_size=12).map(" ".join)


@given(TEXTS)
@settings(max_examples=600)
def test_a_claim_as_its_own_quotation_raises_nothing(text: str) -> None:
    assert check_numbers(ledger(text, [text], [])) == []


@given(st.text(max_size=60))
@settings(max_examples=400)
def test_any_text_is_read_and_supports_itself(text: str) -> None:
    assert check_numbers(ledger(text, [text], [])) == []


@given(TEXTS, TEXTS)
@settings(max_examples=600)
def test_the_quick_look_says_what_the_full_account_says(claim: str, quote: str) -> None:
    if plain_numbers(claim, (quote,)) is not None:
        assert account_of(claim, (quote,), [], ()) == ledger(claim, (quote,), [])


@given(st.data())
@settings(max_examples=600)
def test_the_quick_look_agrees_on_parts_of_real_sentences(data: st.DataObject) -> None:
    words = data.draw(st.sampled_from(SENTENCES)).split(" ")
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words)))
    claim, quote = " ".join(words[first:last]), " ".join(words)
    for one, other in ((claim, quote), (quote, claim)):
        if plain_numbers(one, (other,)) is not None:
            assert account_of(one, (other,), [], ()) == ledger(one, (other,), [])


@given(TEXTS, TEXTS, st.permutations([0, 1, 2]))
@settings(max_examples=200)
def test_the_order_of_the_other_citations_changes_nothing(claim: str, quote: str, order: list[int]) -> None:
    others = [(1, (quote,)), (2, ("7 of 9 users",)), (5, (claim[: len(claim) // 2],))]
    assert ledger(claim, [], others) == ledger(claim, [], [others[at] for at in order])


@given(TEXTS, TEXTS)
@settings(max_examples=300)
def test_the_list_of_unsupported_numbers_has_no_comma_inside_an_element(claim: str, quote: str) -> None:
    lines = ledger(claim, [quote], [])
    for finding in check_numbers(lines):
        if finding.argument:
            values = {line.value for line in lines if line.code == finding.code}
            assert len(finding.argument.split(",")) == len(values)


DASHES = str.maketrans({"–": "-", "−": "-"})


@given(TEXTS, TEXTS)
@settings(max_examples=300)
def test_dashes_blanks_and_digits_of_another_style_change_no_level(claim: str, quote: str) -> None:
    def levels(one: str, other: str) -> set[tuple[str, str]]:
        return {(line.value, line.code) for line in ledger(one, [other], [])}

    before = levels(claim, quote)
    assert levels(claim.translate(DASHES), quote) == before
    assert levels(claim, quote.replace(" ", "\u00a0")) == before
    assert levels(claim, quote.translate(str.maketrans(string.digits, "０１２３４５６７８９"))) == before


@given(TEXTS)
@settings(max_examples=300)
def test_a_number_points_at_the_characters_it_was_read_from(text: str) -> None:
    for number in numbers(text):
        assert number.written
        assert number.written in text


def test_the_words_of_the_quick_look_are_those_of_the_tables() -> None:
    written: dict[str, object] = {}
    exec(module(), written)
    for name in ("BEFORE", "AFTER", "HEDGES", "BEHIND", "PAIRS"):
        assert written[name] == getattr(quick_words, name), f"run python -m bench.plain_words again: {name}"


def test_no_number_word_escapes_the_quick_look() -> None:
    words = {
        "en": "two twelve twenty-one hundreds two hundred thousandth half a dozen one hundred a third "
        "nineties "
        "tenfold",
        "de": "zwei zwölf einundzwanzig zweihundert eintausend drittel die Hälfte neunziger dreifach "
        "zweiundvierzig elf",
        "fr": "deux douze vingt et un quatre-vingt-dix-sept la moitié un tiers mille soixante-dix deux cent "
        "mille",
        "es": "dos doce veintiún veintiuno mil la mitad un tercio treinta y cinco doscientos quinientos mil "
        "millones",
        "ru": "два двух двадцать одна пятьсот половина треть двух третей трёх тысяча сорок девяносто втрое "
        "миллион",
        "zh": "三百四十二座 二十一人 一半 两万 第三名",
    }
    for language, text in words.items():
        for word in [*text.split(), text]:
            if any(not number.weak for number in word_numbers(word, language)):
                assert may_spell_numbers(word), word
