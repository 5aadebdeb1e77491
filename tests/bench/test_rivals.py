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


ROW = re.compile(r"^\| (.+?) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
SIMILAR = re.compile(r"matching blocks|partial_\w+` ≥|edlib|fuzzysearch|regex|recall ≥")


def test_the_table_of_the_page_has_a_row_for_each_way() -> None:
    rows = ROW.findall((DOCS / "scores.md").read_text("utf-8"))
    assert [row[0] for row in rows] == [*(rival.name for rival in RIVALS), "**citelock**"]


def test_the_table_of_the_page_has_the_hard_cases_of_this_repository_and_what_plain_ways_make_of_them() -> (
    None
):
    page, cases = (DOCS / "scores.md").read_text("utf-8"), list(hard_cases())
    altered = sum(not one.faithful for one in cases)
    assert f"hard cases: altered, accepted (of {altered})" in page
    assert f"hard cases: faithful, refused (of {len(cases) - altered})" in page
    shown = {name: (int(passed), int(refused)) for name, passed, refused, *_ in ROW.findall(page)}
    plain = [rival for rival in RIVALS if rival.name.startswith(("`in`", "words", "difflib"))]
    assert len(plain) > 6
    assert {rival.name: wrong(rival.make(), cases) for rival in plain} == {
        rival.name: shown[rival.name] for rival in plain
    }


def test_what_the_readme_says_of_the_others_is_what_the_table_says() -> None:
    rows = [row for row in ROW.findall((DOCS / "scores.md").read_text("utf-8")) if row[0] != "**citelock**"]
    assert all(int(count.replace(",", "")) > 0 for row in rows for count in row[1:])
    (altered,) = {
        int(count)
        for count in re.findall(r"altered, accepted \(of (\d+)\)", (DOCS / "scores.md").read_text("utf-8"))
    }
    shares = [round(100 * int(row[1]) / altered) for row in rows if SIMILAR.search(row[0])]
    readme = " ".join((DOCS.parent / "README.md").read_text("utf-8").split())
    assert f"each of {len(rows)} ways to compare" in readme
    assert f"let {min(shares)} to {max(shares)} % of the altered ones through" in readme
