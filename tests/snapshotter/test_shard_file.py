"""A shard file is read back as written, or refused by name: cut, altered, doubled, missing, foreign."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citelock.checks.errors import InputError
from citelock.checks.findings import Severity
from citelock.checks.rows import Row
from citelock.snapshotter.shard import Versions
from citelock.snapshotter.shard_file import Header, check_seal, read_header, read_rows, shard_lines, together

HEADER = Header(
    2,
    3,
    (("claims.json", "ab" * 32), ("ещё.json", "cd" * 32)),
    "ef" * 32,
    {"E_TITLE_MISMATCH": Severity.WARNING},
    "error",
    "",
    "",
    "folder:12",
    Versions("0.1.0", "1", 1, "14.0.0"),
)


def row(claim: str, citation: int | None) -> Row:
    return {
        "claim": claim,
        "citation": citation,
        "file": "claims.json",
        "errors": ["E_UNCITED"],
        "warnings": [],
        "notes": [],
        "findings": [
            {
                "code": "E_UNCITED",
                "severity": "error",
                "pointer": "/claims/0",
                "line": 1,
                "column": 2,
                "message": "Ёлка\u2028 \x1b",
            }
        ],
        "label": "unverified",
        "quote": None,
    }


ROWS = [row("c1", 0), row("c1", 1), row("c10", None), row("c2", 0)]


@pytest.fixture
def shard(tmp_path: Path) -> Path:
    path = tmp_path / "shard.json"
    path.write_bytes(b"".join(shard_lines(HEADER, ROWS)))
    return path


def test_a_shard_comes_back_equal(shard: Path) -> None:
    assert read_header(str(shard)) == HEADER
    assert list(read_rows(str(shard))) == ROWS


def test_it_is_one_json_value_a_line_with_the_schema_first(shard: Path) -> None:
    values = [json.loads(line) for line in shard.read_bytes().split(b"\n")[:-1]]

    assert [value.get("schema", value.get("claim", "end")) for value in values] == [
        "citelock-shard/1",
        "c1",
        "c1",
        "c10",
        "c2",
        "end",
    ]


def read_whole(path: str) -> list[Row]:
    read_header(path)
    return list(read_rows(path))


def test_a_shard_cut_anywhere_is_refused(shard: Path) -> None:
    whole = shard.read_bytes()
    for length in range(0, len(whole), 7):
        shard.write_bytes(whole[:length])
        with pytest.raises(InputError) as caught:
            read_whole(str(shard))
        assert caught.value.path == str(shard)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"E_UNCITED", b"E_UNCITEX", "a row has a code or label that is not known"),
        (b'"unverified"', b'"perfect"', "a row has a code or label that is not known"),
        (b'"line":1', b'"line":"1"', "a finding without its place"),
        (b"/claims/0", b"/claims/9", "its content is not what was written"),
        (b'"i":2', b'"i":1', "its content is not what was written"),
        (b'"claim":"c10"', b'"claim":"c0"', "its rows are out of order"),
        (b'"label"', b'"lebal"', "a row is incomplete"),
    ],
)
def test_an_altered_shard_is_refused(shard: Path, old: bytes, new: bytes, message: str) -> None:
    shard.write_bytes(shard.read_bytes().replace(old, new))

    with pytest.raises(InputError, match=message):
        list(read_rows(str(shard)))


def test_the_seal_of_an_altered_shard_is_broken_before_any_row_is_used(shard: Path) -> None:
    check_seal(str(shard))
    shard.write_bytes(shard.read_bytes().replace(b"E_UNCITED", b"E_UNCITEX"))

    with pytest.raises(InputError, match="its content is not what was written"):
        check_seal(str(shard))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{\n  "schema": "citelock-report/1"\n}\n', "is a report, no shard (citelock-shard/1). "),
        ('{"schema": "citelock-report/1"}\n', "is a report, no shard (citelock-shard/1). "),
        ('{\n  "claims": []\n}\n', "is a claims file, no shard (citelock-shard/1). "),
        ("# Prose\n", "is no shard (citelock-shard/1). "),
    ],
)
def test_a_file_of_another_kind_is_named(shard: Path, content: str, message: str) -> None:
    shard.write_text(content, encoding="utf-8")

    with pytest.raises(InputError) as caught:
        read_header(str(shard))
    assert str(caught.value) == f"{shard}: {message}Write it with `citelock audit --shard i/n --out FILE`."


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"{}\n", b"[]\n", b"{not json\n", b'{"schema":"citelock-report/1"}\n']
)
def test_what_is_no_shard_is_refused(shard: Path, content: bytes) -> None:
    shard.write_bytes(content)

    with pytest.raises(InputError) as caught:
        read_header(str(shard))
    assert caught.value.path == str(shard)


@pytest.mark.parametrize("key", ["i", "n", "inputs", "config", "severities", "evidence", "versions", "scope"])
@pytest.mark.parametrize("value", [None, 7.5, ["x"], {"a": 1}])
def test_a_header_of_wrong_types_is_refused(shard: Path, key: str, value: object) -> None:
    header = HEADER.as_json() | {key: value}
    shard.write_text(json.dumps(header) + "\n", encoding="utf-8")

    with pytest.raises(InputError, match="its header is incomplete"):
        read_header(str(shard))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be read: No such file"):
        read_header(str(tmp_path / "none.json"))


def parts(*numbers: int) -> list[tuple[str, Header]]:
    return [(f"s{place}", HEADER._replace(number=number)) for place, number in enumerate(numbers)]


def test_all_shards_in_any_order_go_together() -> None:
    assert together(parts(3, 1, 2)).inputs == HEADER.inputs


@pytest.mark.parametrize(
    ("shards", "message"),
    [
        (parts(1, 2), "s0: cannot be merged: missing shard 3/3. Give all 3 shards."),
        (parts(1, 2, 3, 2), "s3: is shard 2/3, as s1 is. Give each once."),
        (
            [*parts(1, 2), ("s9", HEADER._replace(number=3, evidence="folder:13"))],
            "s9: is a shard of another audit than s0: they differ in the evidence. "
            "Merge shards of the same claims, evidence, settings and versions.",
        ),
        (
            [*parts(1, 2), ("s9", HEADER._replace(number=3, shards=4))],
            "s9: is a shard of another audit than s0: they differ in the number of shards. "
            "Merge shards of the same claims, evidence, settings and versions.",
        ),
    ],
)
def test_what_does_not_belong_together_is_named(shards: list[tuple[str, Header]], message: str) -> None:
    with pytest.raises(InputError) as caught:
        together(shards)

    assert str(caught.value) == message
