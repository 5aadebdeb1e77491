"""A changed quotation never passes and a faithful one is found: both scores on a part of the real sentences.

`make bench` asks for every sentence; here a part of them. The scores are printed (`pytest -s`).
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[3]))

from bench.scores import Answer, changed, faithful, matcher, poor_kinds, score
from bench.sentences import RealText, read_texts

SHARE = 0.04
SEED = 11


@pytest.fixture(scope="module")
def texts() -> list[RealText]:
    return read_texts()


@pytest.fixture(scope="module")
def answer(texts: list[RealText]) -> Answer:
    return matcher(texts)


def test_no_changed_quotation_of_a_real_sentence_is_accepted(texts: list[RealText], answer: Answer) -> None:
    counted = score(changed(texts, SHARE, SEED), answer, expected=False)
    sys.stdout.write(f"\n{counted.table()}\n")
    assert counted.total()[0] > 1500
    assert [(trial.kind, trial.quote, trial.sentence, said) for trial, said in counted.wrong] == []


def test_no_changed_quotation_is_refused_for_being_short_only(texts: list[RealText], answer: Answer) -> None:
    said = [answer(trial) for trial in changed(texts, 0.01, SEED)]
    assert said
    assert [status for status in said if "too_short" in status] == []


def test_faithful_quotations_are_found_each_kind_for_itself(texts: list[RealText], answer: Answer) -> None:
    counted = score(faithful(texts, SHARE, SEED), answer, expected=True)
    sys.stdout.write(f"\n{counted.table()}\n")
    assert counted.total()[0] > 1000
    assert poor_kinds(counted) == []
