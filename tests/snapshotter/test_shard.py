"""What a shard makes of the evidence it reads: pages, texts, and which files it opens at all."""

from __future__ import annotations

from citelock.checks.snapshots import Provenance
from citelock.checks.text.fold import fold_text
from citelock.snapshotter.evidence import SnapshotFile
from citelock.snapshotter.fold_store import FoldStore
from citelock.snapshotter.shard import read_text


def test_the_pages_of_the_provenance_are_those_of_the_text() -> None:
    provenance = Provenance("ok", pages=((0, 3), (5, 4), (9, 3)))
    snapshot = SnapshotFile("sources/a.txt", "0" * 64, "Ёлка одна и другая".encode(), provenance)

    source, _ = read_text(snapshot, FoldStore())
    assert source is not None
    assert [source.page_of(offset) for offset in (0, 4, 5, 8, 9, 17)] == [3, 3, 4, 4, 3, 3]


def test_a_text_that_is_not_utf8_is_a_problem_and_no_text() -> None:
    snapshot = SnapshotFile("sources/a.txt", "0" * 64, b"caf\xe9 au lait")

    source, problem = read_text(snapshot, FoldStore())
    assert source is None
    assert problem is not None
    assert "UTF-8" in problem


def test_a_text_that_may_not_be_trusted_keeps_its_problem() -> None:
    assert read_text(SnapshotFile("sources/a.txt", "0" * 64, None, problem="altered"), FoldStore()) == (
        None,
        "altered",
    )


def test_a_text_comes_with_its_fold() -> None:
    source, problem = read_text(SnapshotFile("sources/a.txt", "0" * 64, "Ёлка «да»\n".encode()), FoldStore())

    assert problem is None
    assert source is not None
    assert (source.text, source.folded) == ("Ёлка «да»\n", fold_text("Ёлка «да»\n"))
