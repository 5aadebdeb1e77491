"""The quick way to a position gives what a walk through the JSON gives, or says that it does not know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.claims import Claim
from citelock.checks.errors import EvidenceDiffers
from citelock.checks.jsontext import position_of
from citelock.checks.limits import Limits
from citelock.checks.rows import Row
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.positions import ClaimsFile, Positions, plain_index, steps_below_claim

NAMES = ("doi", "title", "year", "first_author", "quote", "quotes", "url", "text", "citations", "other")


def read(path: Path) -> list[Claim]:
    return list(ClaimsInput([(str(path), "claims.json")], Limits()))


def place_of(path: Path, pointer: str, claim: Claim) -> tuple[object, object]:
    row: Row = {"findings": [{"pointer": pointer}]}
    with Positions([ClaimsFile.at(str(path), "claims.json")], Limits()) as positions:
        positions.place(claim, row)
    finding = row["findings"][0]  # type: ignore[index] # a list, as written above
    return finding["line"], finding["column"]


CLAIM = """{"claims": [
 {"id": "c1", "text": "says \\"year\\" and citations",
  "citations": [ {"doi": "10.5555/a",
      "title": "Ёлка \U0001f600", "year"
      : 2023, "quotes": ["one", "two"]},
   {"doi": "10.5555/b", "title": "year", "more": {"first_author": 7}}]}]}"""


@pytest.mark.parametrize(
    ("pointer", "line", "column"),
    [
        ("/claims/0", 2, 2),
        ("/claims/0/text", 2, 23),
        ("/claims/0/citations", 3, 16),
        ("/claims/0/citations/0", 3, 18),
        ("/claims/0/citations/0/year", 5, 9),
        ("/claims/0/citations/0/quotes", 5, 25),
        ("/claims/0/citations/0/quotes/1", 5, 33),
        ("/claims/0/citations/0/title", 4, 16),
        ("/claims/0/citations/1", 6, 4),
        ("/claims/0/citations/1/title", 6, 34),
        ("/claims/0/citations/1/year", 6, 4),
        ("/claims/0/citations/1/first_author", 6, 4),
    ],
)
def test_a_finding_stands_where_its_value_begins(
    tmp_path: Path, pointer: str, line: int, column: int
) -> None:
    path = tmp_path / "claims.json"
    path.write_text(CLAIM, encoding="utf-8")

    assert place_of(path, pointer, read(path)[0]) == (line, column)


ABSENT = """{"claims": [
 {"id": "c1", "text": "a"},
 {"id": "c2", "text": "b", "other": {"citations": 1, "status": "x"},
  "citations": [{"doi": "10.5555/a", "year": null}, {"url": "https://example.org/", "quotes": ["one"]}]},
 {"id": "c3", "text": "c", "citations": []}]}"""


@pytest.mark.parametrize(
    ("pointer", "resolved", "line", "column"),
    [
        ("/claims/0/citations", "/claims/0", 2, 2),
        ("/claims/2/citations", "/claims/2/citations", 5, 41),
        ("/claims/1/citations/0/title", "/claims/1/citations/0", 4, 17),
        ("/claims/1/citations/0/year", "/claims/1/citations/0/year", 4, 46),
        ("/claims/1/citations/0/quotes/3", "/claims/1/citations/0", 4, 17),
        ("/claims/1/citations/1/quote", "/claims/1/citations/1", 4, 53),
        ("/claims/1/citations/1/quotes/0", "/claims/1/citations/1/quotes/0", 4, 96),
        ("/claims/1/citations/1/quotes/1", "/claims/1/citations/1/quotes", 4, 95),
        ("/claims/1/citations/2", "/claims/1/citations", 4, 16),
        ("/claims/1/status", "/claims/1", 3, 2),
    ],
)
def test_a_pointer_to_an_absent_member_becomes_that_of_its_nearest_parent(
    tmp_path: Path, pointer: str, resolved: str, line: int, column: int
) -> None:
    path = tmp_path / "claims.json"
    path.write_text(ABSENT, encoding="utf-8")
    claim = read(path)[int(pointer.split("/")[2])]
    row: Row = {"findings": [{"pointer": pointer}]}
    with Positions([ClaimsFile.at(str(path), "claims.json")], Limits()) as positions:
        positions.place(claim, row)

    assert row["findings"] == [{"pointer": resolved, "line": line, "column": column}]


STATED = """{"claims": [{"id": "c1", "text": "status",
   "status": "verified", "citations": []}]}"""


@pytest.mark.parametrize(
    ("label", "place"),
    [("unverified", (2, 14)), ("partial", (2, 14)), ("verified", (1, 1))],
)
def test_a_status_that_stands_too_high_is_placed_and_no_other(
    tmp_path: Path, label: str, place: tuple[int, int]
) -> None:
    path = tmp_path / "claims.json"
    path.write_text(STATED, encoding="utf-8")
    stated = {"status": "verified", "pointer": "/claims/0/status", "line": 1, "column": 1}
    row: Row = {"citation": None, "label": label, "findings": [], "_status": stated}
    with Positions([ClaimsFile.at(str(path), "claims.json")], Limits()) as positions:
        positions.place(read(path)[0], row)

    assert (stated["line"], stated["column"]) == place
    assert stated["pointer"] == "/claims/0/status"


_values = st.sampled_from(
    ["year", '"year"', "\\", 'a"citations": [', "Ёлка\n", "é", "text", "10.5555/a", "  "]
)
_citation = st.fixed_dictionaries(
    {},
    optional={
        "doi": _values,
        "title": _values,
        "year": st.one_of(st.integers(0, 3000), _values),
        "first_author": _values,
        "quote": _values,
        "url": _values,
        "other": st.dictionaries(st.sampled_from(NAMES), _values, max_size=3),
    },
)


@given(
    st.lists(_citation, min_size=1, max_size=3),
    _values.filter(str.strip),
    st.sampled_from([None, 1]),
    st.booleans(),
    st.sampled_from(NAMES),
)
def test_the_quick_way_never_differs_from_the_walk(
    tmp_path_factory: pytest.TempPathFactory,
    citations: list[dict[str, object]],
    text: str,
    indent: int | None,
    ascii_only: bool,
    extra: str,
) -> None:
    value: dict[str, object] = {"id": "c1", "text": text, "citations": citations}
    if extra not in value:
        value[extra] = {"year": "x", "doi": [1]}
    written = json.dumps({"claims": [value]}, indent=indent, ensure_ascii=ascii_only)
    path = tmp_path_factory.getbasetemp() / "positions.json"
    path.write_text(written, encoding="utf-8")
    claim = read(path)[0]
    data = written.encode()[claim.offset : claim.offset + claim.length]

    for pointer in ["", "/text", "/citations"] + [
        f"/citations/{place}{field}"
        for place in range(len(citations))
        for field in ["", *(f"/{n}" for n in NAMES)]
    ]:
        steps = steps_below_claim(f"/claims/0{pointer}")
        index = plain_index(data, claim, steps)
        if index is not None:
            expected = position_of(data, claim, steps)
            assert place_of(path, f"/claims/0{pointer}", claim) == expected, pointer


def test_a_file_that_changed_is_never_asked(tmp_path: Path) -> None:
    path = tmp_path / "claims.json"
    path.write_text(CLAIM, encoding="utf-8")
    claim = read(path)[0]
    file = ClaimsFile.at(str(path), "claims.json")
    path.write_text(CLAIM + " ", encoding="utf-8")

    row: Row = {"findings": [{"pointer": "/claims/0"}]}
    with (
        Positions([file], Limits()) as positions,
        pytest.raises(EvidenceDiffers, match="changed while it was audited"),
    ):
        positions.place(claim, row)
