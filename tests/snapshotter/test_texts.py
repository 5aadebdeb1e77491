"""What a snapshot is as a text to be asked: its pages, its problems, and what the store spares."""

from __future__ import annotations

from pathlib import Path

import pytest

from citelock.checks.quotes import QuotePolicy
from citelock.checks.snapshots import Provenance
from citelock.checks.text.find import check_quote
from citelock.snapshotter.fold_store import FoldStore
from citelock.snapshotter.snapshot_files import SnapshotFile
from citelock.snapshotter.texts import keep_answers, line_offset, open_text, read_text

POLICY = QuotePolicy(10)
TEXT = "Ёлка «да» стояла в доме\nвсю зиму до самой весны".encode()
QUOTE = 'Елка "да" стояла в доме всю зиму'


def snapshot(data: bytes | None = TEXT, **fields: object) -> SnapshotFile:
    return SnapshotFile("sources/a.txt", "0" * 64, data, **fields)  # type: ignore[arg-type] # as the test names them


def test_the_pages_of_the_provenance_are_those_of_the_text() -> None:
    provenance = Provenance("ok", pages=((0, 3), (5, 4), (9, 3)))
    source = read_text(snapshot(provenance=provenance), FoldStore())
    assert [source.page_of(offset) for offset in (0, 4, 5, 8, 9, 17)] == [3, 3, 4, 4, 3, 3]


def test_a_text_that_is_not_utf8_is_a_problem_and_no_text() -> None:
    answers, problem = open_text(snapshot(b"caf\xe9 au lait"), FoldStore())
    assert answers is None
    assert problem is not None
    assert "UTF-8" in problem


def test_a_text_that_may_not_be_trusted_keeps_its_problem() -> None:
    assert open_text(snapshot(None, problem="altered"), FoldStore()) == (None, "altered")


def test_the_store_keeps_the_fold_and_the_answers(tmp_path: Path) -> None:
    store = FoldStore(str(tmp_path))
    first, _ = open_text(snapshot(), store)
    assert first is not None
    given = first.check(QUOTE, None, POLICY)
    assert given.status == "verbatim"
    keep_answers(first, snapshot(), store)
    assert len(list(tmp_path.iterdir())) == 2

    again, _ = open_text(snapshot(), FoldStore(str(tmp_path)))
    assert again is not None
    assert again.check(QUOTE, None, POLICY) == given
    assert not again.fresh


def test_a_new_question_is_answered_from_the_kept_fold(tmp_path: Path) -> None:
    store = FoldStore(str(tmp_path))
    first, _ = open_text(snapshot(), store)
    assert first is not None
    first.check(QUOTE, None, POLICY)
    keep_answers(first, snapshot(), store)

    again, _ = open_text(snapshot(), store)
    assert again is not None
    assert again.check("стояла в доме всю зиму до самой", None, POLICY).status == "verbatim"
    assert again.fresh


def test_damaged_answers_are_no_answers(tmp_path: Path) -> None:
    store = FoldStore(str(tmp_path))
    first, _ = open_text(snapshot(), store)
    assert first is not None
    first.check(QUOTE, None, POLICY)
    keep_answers(first, snapshot(), store)
    for path in tmp_path.iterdir():
        data = path.read_bytes()
        path.write_bytes(data[:-3] + b"xxx")

    again, _ = open_text(snapshot(), store)
    assert again is not None
    assert again.check(QUOTE, None, POLICY).status == "verbatim"
    assert again.fresh


MOVED = Provenance("ok", furniture_line=2)
OVER_THE_LINE = "стояла в доме всю зиму до самой весны"


def test_no_match_crosses_the_line_where_the_furniture_begins() -> None:
    for provenance, status in ((None, "verbatim"), (Provenance("ok"), "verbatim"), (MOVED, "not_found")):
        source = read_text(snapshot(provenance=provenance), FoldStore())
        assert check_quote(OVER_THE_LINE, None, source, POLICY).status == status
    source = read_text(snapshot(provenance=MOVED), FoldStore())
    assert check_quote("«да» стояла в доме", None, source, POLICY).status == "verbatim"
    assert check_quote("всю зиму до самой весны", None, source, POLICY).status == "verbatim"


def test_answers_hold_for_the_furniture_they_were_given_with(tmp_path: Path) -> None:
    store = FoldStore(str(tmp_path))
    first, _ = open_text(snapshot(), store)
    assert first is not None
    assert first.check(OVER_THE_LINE, None, POLICY).status == "verbatim"
    keep_answers(first, snapshot(), store)
    moved = snapshot(provenance=MOVED)
    again, _ = open_text(moved, store)
    assert again is not None
    assert again.check(OVER_THE_LINE, None, POLICY).status == "not_found"
    assert again.fresh
    keep_answers(again, moved, store)
    third, _ = open_text(moved, store)
    assert third is not None
    assert third.check(OVER_THE_LINE, None, POLICY).status == "not_found"
    assert not third.fresh


@pytest.mark.parametrize(
    ("line", "offset"), [(None, None), (0, None), (1, 0), (2, 3), (3, 4), (4, 6), (5, None), (10**9, None)]
)
def test_a_line_is_counted_from_one(line: int | None, offset: int | None) -> None:
    assert line_offset("ab\n\nc\n", line) == offset
