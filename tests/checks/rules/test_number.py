"""The number rule: findings and report entries made of ledger lines."""

from __future__ import annotations

import pytest

from citelock.checks.findings import Finding
from citelock.checks.rules.number import check_numbers, ledger_entries
from citelock.checks.text.numbers import Line, ledger


def missing(token: str, value: str | None = None, nearest: str = "") -> Line:
    return Line(token, value or token, None, None, "E_NUMBER_UNSUPPORTED", nearest=nearest)


def test_unsupported_numbers_are_listed_as_sorted_text() -> None:
    lines = [missing("7,5", "7.5"), missing("18", nearest="8"), Line("3", "3", "3", "equal"), missing("100")]
    assert check_numbers(lines) == [
        Finding(
            "E_NUMBER_UNSUPPORTED",
            "7,5, 18, 100: in no quotation of this claim (the quotation has 8); quote the passage that "
            "holds it, or write the figure as the source does",
            field="..text",
            argument="100,18,7.5",
            cited="7,5, 18, 100",
        )
    ]


def test_a_contradiction_shows_both_figures() -> None:
    (finding,) = check_numbers(ledger("The dose was 5 mg.", ["patients received 5 µg a day"], []))
    assert finding.name == "E_NUMBER_UNSUPPORTED:5"
    assert finding.message.startswith("5 mg for 5 µg a day: the quotation says otherwise; ")
    assert (finding.cited, finding.found) == ("5 mg", "5 µg a day")


@pytest.mark.parametrize(
    ("claim", "quote", "code", "says"),
    [
        ("67% agreed.", "2 of 3 agreed", "W_NUMBER_CONVERTED", "67% for 2 of 3: the same after a conversion"),
        (
            "It fell by 11 points.",
            "from 18 to 7 points",
            "W_NUMBER_DERIVED",
            "11 = 18 - 7: computed, not quoted",
        ),
        ("It rose by 5%.", "it rose by 5 percentage points", "W_NUMBER_UNIT", "its unit or sign differs"),
        ("The mean was 3.", "the mean was 2.6 in all", "W_NUMBER_COARSE", "3 for 2.6: true, but far"),
        (
            "It went from 7 to 18.",
            "it went from 18 to 7",
            "W_NUMBER_ORDER",
            "7, 18: the quotation has the two ends",
        ),
        ("Half of them left.", "40% of them left", "W_NUMBER_WORD", "Half: a share or decade in words"),
        ("85% of them left.", "85.19% of them left", "N_NUMBER_ROUNDED", "85% for 85.19%: rounded"),
        ("16,181 users came.", "16.181 Nutzer und mehr", "N_NUMBER_AMBIGUOUS", "thousands or decimals"),
    ],
)
def test_each_code_says_what_was_found(claim: str, quote: str, code: str, says: str) -> None:
    (finding,) = check_numbers(ledger(claim, [quote], []))
    assert (finding.name, finding.field) == (code, "..text")
    assert says in finding.message


def test_a_year_of_the_record_is_a_note() -> None:
    (finding,) = check_numbers(ledger("In 2024 it fell.", ["it fell"], [], {2024}))
    assert (finding.name, finding.cited) == ("N_YEAR_FROM_RECORD", "2024")


def test_a_number_of_another_quotation_is_a_note() -> None:
    lines = [
        Line("7", "7", "7", "other_citation", "N_NUMBER_ELSEWHERE", other=1),
        Line("3", "3", "3", "equal"),
    ]
    (finding,) = check_numbers(lines)
    assert (finding.name, finding.cited, finding.field) == ("N_NUMBER_ELSEWHERE", "7", "..text")


def test_supported_numbers_say_nothing() -> None:
    assert check_numbers([Line("7", "7", "7", "equal")]) == []
    assert check_numbers([]) == []


def test_a_long_list_is_cut_and_counted() -> None:
    (finding,) = check_numbers([missing(str(n)) for n in range(100, 125)])
    assert finding.argument == ",".join(str(n) for n in range(100, 120)) + ",+5"
    assert finding.cited is not None
    assert finding.cited.endswith("119 and 5 more")


def test_no_message_says_where_a_figure_comes_from() -> None:
    claims = ["It cost $5M in 2019, half of 67%, from 7 to 18 mg.", "About 5 of 16,181 users, -5 °C, 3."]
    quotes = ["it cost $5 billion; 40%, 18 to 7 µg", "6 of 16.181 Nutzer, 5 °C, 2.6"]
    for claim, quote in zip(claims, quotes, strict=True):
        for finding in check_numbers(ledger(claim, [quote], [])):
            assert "invented" not in finding.message
            assert "fabricated" not in finding.message


def test_the_entries_of_the_report_say_more_only_where_there_is_more() -> None:
    lines = [
        *ledger("3.1 million people live here", ["3,142,857 inhabitants"], []),
        *ledger("Errors fell by 11 per hundred", ["from 18 to 7 per hundred"], []),
        *ledger("It raised $5M", ["raised $5 billion"], []),
        *ledger("Метод снижает ошибки в 3 раза", ["метод снижает ошибки"], []),
        *ledger("More than 100 left", ["142 left"], []),
        *ledger("18–21 % left", ["nothing"], [(2, ("18 % to 21 % left",))]),
    ]
    assert ledger_entries(lines) == [
        {"claim": "3.1 million", "quote": "3,142,857", "rule": "rounded", "value": "3100000"},
        {"claim": "11", "formula": "18 - 7", "quote": None, "rule": "derived"},
        {"claim": "$5M", "quote": None, "rule": None, "value": "5000000"},
        {"claim": "3", "quote": None, "rule": None},
        {"claim": "100", "quote": "142", "rule": "bound", "level": "warning"},
        {"claim": "18", "quote": "18 %", "rule": "other_citation", "from": 2, "unit": "%"},
        {"claim": "21 %", "quote": "21 %", "rule": "other_citation", "from": 2, "value": "21"},
    ]
