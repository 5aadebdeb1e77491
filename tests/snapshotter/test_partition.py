"""Every citation goes to exactly one bucket, and all that could read one evidence file go to the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.claims import Citation, Claim
from citelock.snapshotter.partition import (
    Entry,
    bucket_count,
    bucket_path,
    entries_of,
    in_memory,
    load,
    place,
    spill,
)


def claim(number: int, *dois: str, text: str = "A claim.") -> Claim:
    citations = tuple(
        Citation(
            index,
            doi=doi,
            title=f"Title {number}",
            year=2024 + number / 2,
            quotes=("one", "two"),
            fingerprint="f",
        )
        for index, doi in enumerate(dois)
    )
    return Claim(
        f"c{number}",
        text,
        citations,
        "claims.json",
        None,
        100 * number,
        90,
        number,
        3,
        number,
        "" if dois else "g",
    )


CLAIMS = [
    claim(0, "10.5555/a", "10.5555/b"),
    claim(1),
    claim(2, "no doi"),
    claim(3, "10.5555/a"),
    claim(4, *[f"10.5555/{number}" for number in range(40)], text="Ёлка \n 汉字"),
]
ALL = [(one, index) for one in CLAIMS for index in (range(len(one.citations)) or (-1,))]


def spilled(folder: Path, buckets: int, shard: tuple[int, int] = (1, 1)) -> list[list[Entry]]:
    folder.mkdir()
    sizes = spill(iter(CLAIMS), str(folder), buckets, shard)
    loaded = [load(bucket_path(str(folder), bucket)) for bucket in range(buckets)]
    assert [bool(entries) for entries in loaded] == [size > 0 for size in sizes]
    return loaded


@pytest.mark.parametrize(
    ("size", "buckets"),
    [(0, 1), (8 * 1024**2, 1), (8 * 1024**2 + 1, 17), (65 * 1024**2, 130), (10**12, 256)],
)
def test_more_than_two_mebibytes_of_claims_are_divided(size: int, buckets: int) -> None:
    assert bucket_count(size) == buckets


def test_small_input_stays_in_memory_in_its_order() -> None:
    assert in_memory(iter(CLAIMS)) == ALL


def test_spilled_claims_come_back_equal_and_once(tmp_path: Path) -> None:
    loaded = spilled(tmp_path / "work", 5)

    assert (
        sorted((entry for bucket in loaded for entry in bucket), key=lambda entry: (entry[0].id, entry[1]))
        == ALL
    )
    assert sum(map(bool, loaded)) > 1


def test_all_citations_of_a_source_share_a_bucket(tmp_path: Path) -> None:
    loaded = spilled(tmp_path / "work", 7)

    holding = [
        number
        for number, bucket in enumerate(loaded)
        if any(index >= 0 and one.citations[index].doi == "10.5555/a" for one, index in bucket)
    ]
    assert len(holding) == 1


@pytest.mark.parametrize("shards", [1, 2, 4, 7])
def test_shards_share_all_entries_without_overlap(tmp_path: Path, shards: int) -> None:
    entries: list[Entry] = []
    for number in range(1, shards + 1):
        part = in_memory(iter(CLAIMS), (number, shards))
        loaded = spilled(tmp_path / str(number), 3, (number, shards))
        assert sorted((one.id, index) for bucket in loaded for one, index in bucket) == sorted(
            (one.id, index) for one, index in part
        )
        entries += part

    assert sorted(entries, key=lambda entry: (entry[0].id, entry[1])) == ALL


def test_two_identifiers_that_share_a_handmade_file_meet() -> None:
    one, other = claim(1, "10.5555/a/b"), claim(2, "10.5555/a_b")

    assert next(entries_of(one))[0] == next(entries_of(other))[0]


@given(st.binary(), st.integers(1, 300), st.integers(1, 256))
def test_a_place_is_inside_its_bounds(key: bytes, shards: int, buckets: int) -> None:
    shard, bucket = place(key, shards, buckets)

    assert 1 <= shard <= shards
    assert 0 <= bucket < buckets
