"""The quick look at a claim says what the full account says, whatever stands beside its numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citelock.checks.text.numbers import Quotations, ledger
from citelock.checks.text.numbers.account import account_of
from citelock.checks.text.numbers.quick import percent_beside, plain_numbers
from tests.checks.text.numbers.test_plain import FIGURE, OTHERS, TABLE_WORDS

LABELS = """figure figures table tables section chapter chapters equation appendix page pages line
    lines рисунок рисунках таблица таблицах раздел разделами глава главу главой страница
    формула уравнение приложение строка abbildung tabelle kapitel kapiteln abschnitt gleichung
    seite seiten anhang zeile tableau chapitre équation annexe ligne figura tabla sección
    seccion capítulo ecuación apéndice página línea linea""".split()
WORD = st.sampled_from(OTHERS) | st.sampled_from(TABLE_WORDS) | st.sampled_from(LABELS)
NUMBER = (
    st.integers(0, 40).map(str)
    | st.integers(0, 9999).map(str)
    | st.integers(1500, 2099).map(str)
    | st.decimals(0, 99, places=2).map(str)
)
BEFORE = st.sampled_from((*[""] * 8, "(", "= ", "– ", "× ", "x "))
BEHIND = st.sampled_from(
    (
        *[""] * 6,
        *"%.,;:)",
        "-7",
        "–8.5",
        " – 15",
        " x 12",
        " × 3",
        " –",
        " (SD 3)",
        " (± 3%)",
        " [12]",
        " ½",
        " м²",
    )
)
OPENING = st.sampled_from(("", "", "The text ", "Было "))
CLOSING = st.sampled_from(("", "", ".", " patients were here.", " пациентов было.", " Personen waren hier."))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """A claim and a quotation that have a number in common, each with words of its own around it."""
    number = draw(NUMBER)

    def side() -> str:
        before = draw(st.lists(WORD | FIGURE if draw(st.booleans()) else WORD, max_size=3))
        behind = draw(st.lists(WORD | FIGURE if draw(st.booleans()) else WORD, max_size=3))
        middle = draw(BEFORE) + number + draw(BEHIND)
        text = draw(OPENING) + " ".join((*before, middle, *behind)) + draw(CLOSING)
        return draw(st.sampled_from((text, text, text, text.upper(), text.replace(" ", "\u00a0", 2))))

    return side(), side()


@given(pairs())
@settings(max_examples=2000)
def test_the_quick_look_says_what_the_full_account_says(pair: tuple[str, str]) -> None:
    claim, quote = pair
    if plain_numbers(claim, (quote,)) is not None:
        assert account_of(claim, (quote,), Quotations(()), ()) == ledger(claim, (quote,), [])


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The rate was 2.", "It was in World War 2."),
        ("He came at 12.", "He came at 12 a. m. then."),
        ("It took 10.", "It took 10 ½ of them."),
        ("It was 67 then.", "It is in Figure (67, or over."),
        ("It rained at 30.", "At 2 h 30 it rained."),
        ("There are 34 here.", "All 300 pages 34 there."),
        ("В 6 веке было так.", "Было 6 человек."),
        ("They called 495 then.", "Call (495) 123-45-67 now."),
    ],
)
def test_what_only_looks_plain_is_left_to_the_full_account(claim: str, quote: str) -> None:
    assert plain_numbers(claim, (quote,)) is None
    (line,) = ledger(claim, [quote], [])
    assert line.rule != "equal"


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("С группой работали 25.", "Было так, n = 25, p < 0.05; и далее."),
        ("An estimate based on 70.", "The size was 70 x 30 then."),
        ("Most of it was in 40 then.", "It rose to 40 – 50 patients (of many)."),
        ("В итоге было с 12 больными.", "Всего было с 12 больными (5 %); это много."),
        ("There were 120 participants here.", "It had 120 participants in 4 places."),
        ("It held 883 of them here.", "The first (883 vs. 302) were few."),
    ],
)
def test_ordinary_claims_need_no_more_than_the_quick_look(claim: str, quote: str) -> None:
    assert plain_numbers(claim, (quote,)) is not None
    assert [line.rule for line in ledger(claim, [quote], [])] == ["equal"]


SMALL = st.sampled_from(
    ("", "", "", " were here", " и далее было", " in the text \u00b2", " of Größe", " é\u0301a")
)
DASH = st.sampled_from(
    (" – ", " — ", " - ", "-", "–", " to ", " and ", ", ", " (", " of ", " x ", " × ", "/")
)


@st.composite
def percents(draw: st.DrawFn) -> tuple[str, str]:
    """A claim that ends with a number and a quotation that has it, or one near it, in per cent."""
    number = draw(NUMBER | st.integers(10, 99).map(str))
    near = st.sampled_from((-30, -3, -2, -1, 0, 1, 2, 3)).map(lambda far: f"{abs(float(number) + far):g}")
    scaled = st.sampled_from((0.001, 0.01, 0.1, 10, 1000)).map(lambda by: f"{float(number) * by:g}")
    other = NUMBER | near | scaled | FIGURE
    words = st.lists(WORD, min_size=1, max_size=3)
    before = draw(words)
    there = before if draw(st.integers(0, 9)) == 0 else draw(words)
    middle = number + draw(st.sampled_from(("%", "%", "%", "%", "", " %", "\u00a0%", "٪", "％")))
    if draw(st.booleans()):
        both = [middle, draw(other) + draw(st.sampled_from(("%", "%", "")))]
        middle = draw(DASH).join(draw(st.permutations(both)))
    pieces = [*there, middle, *draw(st.lists(WORD, max_size=3))]
    if draw(st.integers(0, 4)) == 0:
        pieces.insert(draw(st.integers(0, len(pieces))), draw(other))
    quote = draw(OPENING) + " ".join(pieces) + draw(SMALL) + draw(st.sampled_from(("", ".", "!", " XII.")))
    return draw(OPENING) + " ".join((*before, number)) + draw(
        st.sampled_from(("", ".", "!", "?", ","))
    ), quote


@given(percents())
@settings(max_examples=3000)
def test_a_number_beside_its_per_cent_is_what_the_full_account_says(pair: tuple[str, str]) -> None:
    claim, quote = pair
    if plain_numbers(claim, (quote,)) is None and percent_beside(claim, (quote,)) is not None:
        assert account_of(claim, (quote,), Quotations(()), ()) == ledger(claim, (quote,), [])


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The rate here was 45.", "It rose by 45% – 30% of them then."),
        ("The mean age was 45.2!", "There were 12 people there, with 45.2% in groups."),
        ("Доля больных была 815.", "Это было 815% — 748%, и потом больше."),
    ],
)
def test_a_number_whose_quotation_has_it_in_per_cent_needs_no_full_account(claim: str, quote: str) -> None:
    assert percent_beside(claim, (quote,)) is not None
    (line,) = ledger(claim, [quote], [])
    assert (line.rule, line.code) == ("unit_differs", "W_NUMBER_UNIT")
    assert [line] == account_of(claim, (quote,), Quotations(()), ())


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The median was 45.", "The median was 45% or 45.2 then."),  # a rounding is better
        ("The median was 45.", "It was 45% here, and the median was 30."),  # another stands in its place
        ("The median was 2.", "It was 2% here, and twice as much then."),
        ("It was in 2015.", "It rose by 2015% at most there."),
        ("The median was 45.", "It was 45% here, and GPT-45 was there."),
        ("The median was 45.", "It was 45% per year there."),
        ("The median was 45.", "It was 45% here, or 90/2 of them."),
        ("The median was 45.", "It was 45% here, and ⅔ of them."),
        ("The median was 45.", "It was 45% here, and 0.45 hundred there."),
    ],
)
def test_what_may_serve_a_number_better_than_its_per_cent_is_looked_at(claim: str, quote: str) -> None:
    assert percent_beside(claim, (quote,)) is None


def test_another_citation_may_serve_a_number_better_than_its_per_cent() -> None:
    claim, quote = "The rate here was 45.", "It rose by 45% – 30% of them then."
    others = [(0, [quote]), (1, ["There were 45 of them."])]
    (line,) = ledger(claim, [quote], others, index=0)
    assert (line.rule, line.other) == ("other_citation", 1)
    (line,) = ledger(claim, [quote], others[:1], index=0)
    assert line.rule == "unit_differs"


@pytest.mark.parametrize("label", ["главным", "главам", "Главк", "Eqs", "figs", "строках"])
def test_a_label_with_any_ending_is_left_to_the_full_account(label: str) -> None:
    claim, quote = f"Было {label} 23.", "Это было 23 и так далее."
    assert plain_numbers(claim, (quote,)) is None
    assert plain_numbers("Это было 23.", (f"Было {label} 23 и далее.",)) is None


def test_so_it_is_beside_every_word_of_the_tables() -> None:
    claim, quiet = "The rate here was 45.", "It was there 45% then and so on."
    for word in sorted({*TABLE_WORDS, *OTHERS, *LABELS}):
        for asked, quote in (
            (claim, f"It rose {word} 45% – 30% {word} then and so on"),
            (claim, f"Among 30 {word}, 45% {word}."),
            (f"There was {word} 45.", quiet),
        ):
            if percent_beside(asked, (quote,)) is not None:
                assert ledger(asked, (quote,), []) == account_of(asked, (quote,), Quotations(()), ())
