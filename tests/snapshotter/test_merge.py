"""Sorted runs become one, row for row, whether they are in memory or in files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from citelock.checks.rows import Row
from citelock.snapshotter import merge
from citelock.snapshotter.merge import Spool, entries_of, merge_runs, read_run, write_run


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
        assert b"".join(spool.encoded()) == "".join(pieces).encode()


ENTRIES = tuple(
    "{\n      " + f'"claim": "{number} {"ё" * length}"' + "\n    }"
    for number, length in enumerate((0, 1, 7, 400, 3, 20_000, 2))
)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 64, 1000, 1 << 12])
def test_entries_are_the_same_wherever_pieces_of_a_spool_are_cut(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merge, "_PIECE", size)
    spool = Spool(str(tmp_path / "results"))
    spool.write("\n    " + ",\n    ".join(ENTRIES))
    spool.end()

    assert tuple(entries_of(spool)) == ENTRIES


def test_a_spool_without_entries_has_none(tmp_path: Path) -> None:
    spool = Spool(str(tmp_path / "results"))
    spool.end()

    assert tuple(entries_of(spool)) == ()


# What the heap of a C library keeps when strings are made and dropped is seen from outside only.
READ = """
import random, sys
from citelock.snapshotter.merge import Spool

def resident():
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

spool, gaps, written = Spool(sys.argv[1]), random.Random(1), 0
while written < 60_000_000:
    gap = gaps.randrange(5_000, 100_000)
    spool.write("x" * gap + "\\u201cслово\\u201d")
    written += gap + 7
spool.end()
before = resident()
read = sum(len(piece) for piece in spool)
print(written, read, resident() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux")
def test_reading_a_large_spool_leaves_nothing_resident(tmp_path: Path) -> None:
    """60 MB with words of another script here and there: in pieces of 256 KiB it left 14 MB under glibc."""
    command = [sys.executable, "-c", READ, str(tmp_path / "results")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True)
    written, read, grown = map(int, ran.stdout.split())
    assert read == written
    assert grown < 4 * 1024
