"""Sorted runs become one, row for row, whether they are in memory or in files."""

from __future__ import annotations

from pathlib import Path

from citelock.checks.rows import Row
from citelock.snapshotter.merge import Spool, merge_runs, read_run, write_run


def row(claim: str, citation: int | None, file: str = "claims.json") -> Row:
    return {
        "file": file,
        "claim": claim,
        "citation": citation,
        "errors": ["Ёлка"],
        "quote": {"start": 1, "end": None},
    }


ROWS = [row(f"c{number:03}", index) for number in range(50) for index in range(3)]


def test_rows_come_back_from_a_file_equal_and_in_order(tmp_path: Path) -> None:
    path = str(tmp_path / "rows")
    write_run(path, ROWS)

    assert list(read_run(path)) == ROWS


def test_an_empty_run_has_no_rows(tmp_path: Path) -> None:
    path = str(tmp_path / "rows")
    write_run(path, [])

    assert list(read_run(path)) == []


def test_runs_are_merged_in_the_order_of_the_report(tmp_path: Path) -> None:
    paths = [str(tmp_path / str(number)) for number in range(7)]
    for number, path in enumerate(paths):
        write_run(path, ROWS[number::7])

    assert list(merge_runs([read_run(path) for path in paths])) == ROWS


def test_the_order_is_file_then_claim_then_citation_by_code_points() -> None:
    rows = [row("c10", None), row("c2", 0), row("c2", 10), row("Ё", 0), row("c1", 0, "z.json")]

    assert list(merge_runs([[one] for one in reversed(rows)])) == rows


def test_spooled_text_may_be_read_twice_and_is_kept_to_the_character(tmp_path: Path) -> None:
    pieces = ["a\r\nb\n", "Ёлка 汉\U0001f600", "\u2028\x85", "x" * 600_000]
    for path in (None, str(tmp_path / "spool")):
        spool = Spool(path)
        for piece in pieces:
            spool.write(piece)
        spool.end()

        assert "".join(spool) == "".join(pieces)
        assert "".join(spool) == "".join(pieces)
