"""What a shard makes of the evidence it reads: pages, texts, and which files it opens at all."""

from __future__ import annotations

from bisect import bisect_right

import pytest

from citelock.checks.text.fold import fold_text
from citelock.snapshotter.evidence import SnapshotFile
from citelock.snapshotter.fold_store import FoldStore
from citelock.snapshotter.shard import page_starts, read_text


@pytest.mark.parametrize(
    ("pages", "starts"),
    [
        ((), ()),
        (((0, 1), (50, 2), (90, 3)), (0, 50, 90)),
        (((0, 3), (50, 4)), (0, 0, 0, 50)),
        (((0, 1), (50, 4)), (0, 50, 50, 50)),
        (((0, 1), (50, 1)), ()),
        (((0, 2), (50, 1)), ()),
        (((0, 0),), ()),
        (((0, 10**9),), ()),
    ],
)
def test_pages_are_numbered_as_the_provenance_has_them(
    pages: tuple[tuple[int, int], ...], starts: tuple[int, ...]
) -> None:
    assert page_starts(pages) == starts


def test_an_offset_is_on_the_page_of_its_run() -> None:
    starts = page_starts(((0, 3), (50, 4), (90, 7)))

    assert [bisect_right(starts, offset) for offset in (0, 49, 50, 89, 90, 500)] == [3, 3, 4, 4, 7, 7]


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
