"""The number rule."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.rules.number import check_numbers, ledger_entries
from citelock.checks.text.numbers import Line


def test_unsupported_numbers_are_listed_as_sorted_text() -> None:
    lines: list[Line] = [
        ("7,5", "7.5", None, None),
        ("18", "18", None, None),
        ("3", "3", "3", None),
        ("100", "100", None, None),
    ]
    assert check_numbers(lines) == [
        Finding(
            "E_NUMBER_UNSUPPORTED",
            "7,5, 18, 100: in no quotation of this claim; quote the passage that holds it, or write the "
            "figure as the source does",
            field="..text",
            argument="100,18,7.5",
            cited="7,5, 18, 100",
        )
    ]


def test_a_number_of_another_quotation_is_a_note() -> None:
    (finding,) = check_numbers([("7", "7", "7", 1), ("3", "3", "3", None)])
    assert (finding.name, finding.cited, finding.field) == ("N_NUMBER_ELSEWHERE", "7", "..text")


def test_supported_numbers_say_nothing() -> None:
    assert check_numbers([("7", "7", "7", None)]) == []
    assert check_numbers([]) == []


def test_a_long_list_is_cut_and_counted() -> None:
    (finding,) = check_numbers([(str(n), str(n), None, None) for n in range(100, 125)])
    assert finding.argument == ",".join(str(n) for n in range(100, 120)) + ",+5"


def test_the_ledger_in_the_report() -> None:
    lines: list[Line] = [
        ("3", "3", None, None),
        ("7,5", "7.5", "7.5", None),
        ("18", "18", "18", 2),
    ]
    assert ledger_entries(lines) == [
        {"claim": "3", "quote": None, "rule": None},
        {"claim": "7,5", "quote": "7.5", "rule": "equal", "value": "7.5"},
        {"claim": "18", "quote": "18", "rule": "other_citation", "from": 2},
    ]
