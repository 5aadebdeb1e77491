"""The number ledger on mutants of real sentences: the asked thresholds, on a share of our own texts."""

from __future__ import annotations

import pytest

from bench.numbers import CHANGES, Trial, level_of, score, sentences


@pytest.mark.slow
def test_altered_figures_are_caught_and_unaltered_sentences_raise_nothing() -> None:
    result = score(sentences(None)[::2])
    assert result.faults() == []
    assert set(result.counts) == {kind for kind, _, _ in CHANGES}
    assert all(tried >= 5 for tried, *_ in result.counts.values())


def test_a_score_names_the_kinds_that_miss_their_threshold() -> None:
    result = score([])
    result.add(Trial("digit changed", "5", "6"), "clean")
    result.add(Trial("unaltered", "5", "6"), "error")
    result.add(Trial("restyled", "5", "6"), "error")
    result.add(Trial("unit changed", "5", "6"), "note")
    assert [fault.partition(":")[0] for fault in result.faults()] == [
        *("digit changed", "unaltered", "restyled", "unit changed"),
    ]
    assert len(result.missed) == 4


def test_the_level_is_that_of_the_ledger() -> None:
    assert level_of(Trial("", "12 cases", "13 cases")) == "error"
    assert level_of(Trial("", "67% of them", "2 of 3 of them")) == "warning"
    assert level_of(Trial("", "85% of them", "85.19% of them")) == "note"
    assert level_of(Trial("", "12 cases", "twelve cases")) == "clean"
