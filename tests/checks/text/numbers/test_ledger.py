"""The ledger of a whole claim: its lines, other citations, the years of the record, hostile lengths."""

from __future__ import annotations

import sys

import pytest

from citelock.checks.text.numbers import Line, Quotations, ledger
from tests.support.speed import at_most


def rules(lines: list[Line]) -> list[tuple[str, str | None]]:
    return [(line.claim, line.rule) for line in lines]


def test_the_ledger_has_a_line_for_each_number_in_the_order_of_the_claim() -> None:
    assert ledger("from 18 to 7,5, that is 18 at last", ["to 7.5 at last"], []) == [
        Line("18", "18", None, None, "E_NUMBER_UNSUPPORTED", nearest="7.5"),
        Line("7,5", "7.5", "7.5", "format"),
    ]


def test_a_claim_without_numbers_has_an_empty_ledger() -> None:
    assert ledger("no number", ["12"], []) == []
    assert ledger("one of the first", ["12"], []) == []


def test_eighteen_is_not_in_one_hundred_and_eighty_three() -> None:
    assert rules(ledger("18 cases", ["183 cases"], [])) == [("18", None)]


def test_fragments_of_one_quotation_support_together() -> None:
    assert rules(ledger("from 18 to 7", ["it was 18", "it became 7"], [])) == [
        ("18", "equal"),
        ("7", "equal"),
    ]


def test_a_number_of_another_quotation_is_named_with_its_citation() -> None:
    lines = ledger("it rose to 7 cases", ["nothing"], [(2, ("none",)), (3, ("it became 7",))])
    assert lines == [Line("7", "7", "7", "other_citation", "N_NUMBER_ELSEWHERE", other=3)]


def test_the_best_of_the_other_quotations_counts_whatever_their_order() -> None:
    others = [(1, ("66.7% of them",)), (2, ("67% of them",)), (3, ("67% of all",))]
    for order in (others, others[::-1]):
        (line,) = ledger("67% of users", ["nothing"], order)
        assert (line.quote, line.other) == ("67%", 2)


def test_another_quotation_that_contradicts_supports_nothing() -> None:
    (line,) = ledger("The dose was 5 mg.", ["nothing"], [(1, ("5 µg a day",))])
    assert (line.rule, line.code) == (None, "E_NUMBER_UNSUPPORTED")


def test_another_quotation_excuses_a_conversion_in_the_own_one() -> None:
    (line,) = ledger("67% agreed", ["2 of 3 agreed"], [(1, ("67% agreed",))])
    assert line.code == "N_NUMBER_ELSEWHERE"


def test_a_derived_number_shows_its_formula_and_stays_unsupported() -> None:
    (line,) = ledger("Errors fell by 11 per hundred", ["from 18 to 7 per hundred"], [])
    assert (line.rule, line.quote, line.formula, line.code) == ("derived", None, "18 - 7", "W_NUMBER_DERIVED")


def test_a_year_of_the_record_is_a_note_if_it_stands_alone() -> None:
    def codes(claim: str) -> list[str]:
        return [line.code for line in ledger(claim, ["waste fell"], [], {2024})]

    assert codes("In 2024 a study found less waste.") == ["N_YEAR_FROM_RECORD"]
    assert codes("The 2024 study found less waste.") == ["N_YEAR_FROM_RECORD"]
    assert codes("In 2023 a study found less waste.") == ["E_NUMBER_UNSUPPORTED"]
    assert codes("From 2023 to 2024 waste fell.") == ["E_NUMBER_UNSUPPORTED", "E_NUMBER_UNSUPPORTED"]
    assert codes("2024 patients took part.") == ["E_NUMBER_UNSUPPORTED"]
    assert codes("It cost $2024 in all.") == ["E_NUMBER_UNSUPPORTED"]


def test_two_readings_are_shown_where_a_note_is_due() -> None:
    (line,) = ledger("16,181 users signed up.", ["16.181 Nutzer haben sich angemeldet"], [])
    assert (line.rule, line.code, line.readings) == ("format", "", ("16181", "16.181"))


def test_a_unit_said_once_for_a_range_is_shown_with_the_end_that_lacks_it() -> None:
    lines = ledger("18–21 % of users", ["from 18 % to 21 % of users"], [])
    assert [(line.claim, line.unit) for line in lines] == [("18", "%"), ("21 %", "")]


def test_a_changed_figure_is_not_excused_by_another_one_it_could_be_rounded_from() -> None:
    quote = "The group had 15 patients with a mean stay of 12.3 days in hospital"
    (line, _) = ledger(quote.replace("15 patients", "12 patients"), [quote], [])
    assert (line.claim, line.rule, line.nearest) == ("12", None, "15")


def test_a_name_is_in_the_ledger_only_if_the_quotation_speaks_of_it() -> None:
    assert ledger("GPT-4 beats the baseline.", ["the newest model beats the baseline"], []) == []
    assert rules(ledger("GPT-4 beats it.", ["GPT-3 beats it"], [])) == [("GPT-4", "conflict")]
    assert rules(ledger("GPT-4 beats it.", ["GPT 4 beats it"], [])) == [("GPT-4", "identifier")]


def test_normal_forms_are_plain_digits_with_the_magnitude_applied() -> None:
    claim = (
        "45,000 or 1.2 billion or 67% or 2e-3 or 0.50 or -5 or 15 March 2023 or 5 May or March 2023 or GPT-4"
    )
    lines = ledger(claim, ["GPT-3"], [])
    assert [line.value for line in lines] == [
        *("45000", "1200000000", "67", "0.002", "0.50", "-5", "2023-03-15", "--05-05", "2023-03", "GPT-4"),
    ]


HOSTILE = (
    *(
        "0",
        "1,",
        "1.",
        "1/",
        "1 ",
        "1-",
        "[1",
        "[1,",
        "[ 1 ",
        "(1",
        "10⁶",
        "½",
        "1e9",
        "1e999999999 ",
        "2 × 10^999999999 ",
    ),
    *(
        "one ",
        "twenty-one ",
        "двадцать один ",
        "einundzwanzig",
        "三百",
        "vingt et un ",
        "5 mg ",
        "$5M ",
        "more than 5 ",
    ),
    *(
        "(Smith, 2020) ",
        "(Aa Aa ",
        "Figure 1 ",
        "GPT-4 ",
        "A-",
        "2019-20 ",
        "5 May ",
        "XIV ",
        "1'000",
        "p < .05 ",
        "-1 ",
    ),
    *(
        "from 1 to 2 ",
        "1 of 2 ",
        "1月1日",
        "第1",
        "@a.b",
        "https://",
        "+1-",
        "\u200b1",
        "1\u0301",
        "ﬁ",
        "a",
        ".",
    ),
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_repetition_takes_little_time_and_never_raises(piece: str) -> None:
    text = piece * (1_000_000 // len(piece.encode()))
    assert isinstance(at_most(6_000, lambda: ledger(text, [text], [])), list)


def test_digits_beyond_any_figure_are_compared_as_they_stand() -> None:
    long = "7" * 10_000
    assert rules(ledger(f"It is {long} long", [f"it is {long} long"], [])) == [(long, "equal")]
    (line,) = ledger(f"It is {long} long", [f"it is {long}1 long"], [])
    assert line.rule is None


def test_what_lies_beyond_the_numbers_that_are_read_must_stand_there_as_it_is() -> None:
    many = " ".join(f"{n} cases," for n in range(100, 900))
    assert {line.rule for line in ledger(many, [many], [])} <= {"equal"}
    assert ("901", None) in rules(ledger(many + " 901 cases", [many], []))


@pytest.mark.parametrize(
    ("claim", "listed"),
    [
        ("С группой пациентов в клинике работали врачи.", []),
        ("С в прошлом известных методов начали.", []),
        ("Hepatitis of type C and vitamin D of group B.", []),
        ("В XIX в. это знали.", ["XIX"]),
        ("The trial was of phase III.", ["III"]),
    ],
)
def test_a_letter_beside_a_word_is_no_roman_numeral(claim: str, listed: list[str]) -> None:
    assert [line.claim for line in ledger(claim, ["nothing of the kind"], [])] == listed


def test_the_quotations_of_a_claim_answer_for_each_of_its_citations_as_if_asked_alone() -> None:
    quotes = ["it fell by 70%", "by 77% in all", "it fell", "77% of them left", "it fell by 7 to 9"]
    claim = "It fell by 77%, then by 9 and by 12."
    shared = Quotations((at, (quote,)) for at, quote in enumerate(quotes))
    for at, quote in enumerate(quotes):
        others = [(index, (other,)) for index, other in enumerate(quotes) if index != at]
        assert ledger(claim, [quote], shared, index=at) == ledger(claim, [quote], others)


def calls_for(citations: int) -> int:
    """How often anything is called for a claim of so many citations: its cost, and no clock has a say."""
    texts = [f"it fell by {at} in all" for at in range(1000, 1000 + citations)]
    shared = Quotations((at, (text,)) for at, text in enumerate(texts))

    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for at, text in enumerate(texts):
            ledger("It fell by 77%.", [text], shared, index=at)
    finally:
        sys.setprofile(before)
    return calls


def test_the_work_grows_with_the_citations_of_a_claim_and_not_with_their_square() -> None:
    calls_for(2)  # the tables load
    assert calls_for(160) < 5 * calls_for(40)


@pytest.mark.parametrize(
    ("quote", "claim"),
    [
        ("Revenue rose 12% to 3.4 billion last year.", "Revenue rose by 12 %."),
        ("Revenue rose 12 percent to three million.", "Revenue rose by 12 %."),
        ("Revenue rose twelve percent to $3.4 billion.", "Revenue rose by 12 %."),
        ("Net profit fell 7 per cent to £2.1m.", "Net profit fell by 7 %."),
        ("Membership grew 40% to 2 thousand.", "Membership grew by 40 %."),
        ("It rose 12 percentage points - 3.4 million votes.", "It rose by 12 percentage points."),
        ("Der Umsatz stieg um 12 % auf 3,4 Millionen Euro.", "Der Umsatz stieg um 12 %."),
        ("Выручка выросла на 12 % до 3,4 миллиона рублей.", "Выручка выросла на 12 %."),
        ("Le chiffre a progressé de 12 % à 3,4 millions.", "Le chiffre a progressé de 12 %."),
        ("Los ingresos subieron un 12 % hasta 3,4 millones.", "Los ingresos subieron un 12 %."),
        ("收入增长12%至34亿元。", "收入增长12%。"),
        ("From 2 kg to 3 million kg.", "From 2 kg on."),
    ],
)
def test_a_number_with_a_unit_of_its_own_takes_no_magnitude_from_the_next(quote: str, claim: str) -> None:
    (line,) = ledger(claim, [quote], [])
    assert line.code == ""


def test_a_share_and_what_it_led_to_are_no_range_in_millions() -> None:
    (line,) = ledger("Revenue rose by 12 billion.", ["Revenue rose 12% to 3.4 billion."], [])
    assert line.code == "E_NUMBER_UNSUPPORTED"


@pytest.mark.parametrize("quote", ["12 to 14 billion", "$12 to 14 billion", "$12 to $14 billion"])
def test_a_magnitude_that_is_said_once_for_both_ends_belongs_to_both(quote: str) -> None:
    (line,) = ledger("Revenue rose to 12 billion.", [f"Revenue was {quote}."], [])
    assert line.code == ""
