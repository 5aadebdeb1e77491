"""Every hard case of the two collections is answered right, the arguable ones as the project decided them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[3]))

from bench.hardset import Case, ask, read_cases, summary

CASES = read_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_hard_case_is_answered_right(case: Case) -> None:
    outcome = ask(case)
    assert outcome.fault == "", (outcome.status, outcome.codes, case.quote or case.quotes, case.text[:400])


def test_the_score_of_the_hard_cases_is_printed() -> None:
    line = summary([ask(case) for case in CASES])
    sys.stdout.write(f"\nhard cases right: {line}\n")
    assert line == "firm 104 of 104, arguable 20 of 20"
