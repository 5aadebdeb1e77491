"""bench.rivals puts the same quotations to each way of comparing, and names what is not installed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench import rivals
from bench.rivals import RIVALS, Asked, Rival, hard_cases, ours, real_sentences, wrong

DOCS = Path(__file__).parents[2] / "docs"


def test_a_changed_quotation_that_passes_and_a_faithful_one_that_is_refused_are_counted_apart() -> None:
    asked = [Asked("a b", "a b c", True), Asked("a  b", "a b c", True), Asked("a b", "a b c", False)]
    assert wrong(rivals.exact(), asked) == (1, 1)
    assert wrong(rivals.folded_space_and_case(), asked) == (1, 0)


def test_citelock_makes_neither_mistake_on_the_hard_cases() -> None:
    cases = list(hard_cases())
    assert {one.faithful for one in cases} == {True, False}
    assert len(cases) > 90
    assert wrong(ours(), cases) == (0, 0)


@pytest.mark.parametrize("rival", [rival for rival in RIVALS if rival.name.startswith(("`in`", "words"))])
def test_each_plain_way_makes_both_mistakes_on_the_hard_cases(rival: Rival) -> None:
    passed, refused = wrong(rival.make(), list(hard_cases()))
    assert passed > 0
    assert refused > 0


def test_real_sentences_are_the_same_for_the_same_seed_and_hold_the_sentence_they_are_asked_of() -> None:
    drawn = list(real_sentences(0.002, 1))
    assert drawn == list(real_sentences(0.002, 1))
    assert drawn != list(real_sentences(0.002, 2))
    assert {one.faithful for one in drawn} == {True, False}


def test_a_library_that_is_not_installed_is_named_and_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> rivals.Accepts:
        raise ImportError(name="some_library")

    monkeypatch.setattr(rivals, "RIVALS", (Rival("one", rivals.exact), Rival("another", missing)))
    told = rivals.table(0.002, 1)
    assert "left out: another: some_library is not installed" in told
    assert re.search(r"^\| one \| \d+ \| \d+ \| \d+ \| \d+ \|$", told, re.MULTILINE)
    assert "| another |" not in told


def test_the_table_of_the_page_has_a_row_for_each_way() -> None:
    rows = re.findall(
        r"^\| (.+?) \|(?: [\d,]+ \|){4}$", (DOCS / "scores.md").read_text("utf-8"), re.MULTILINE
    )
    assert rows == [*(rival.name for rival in RIVALS), "**citelock**"]
