"""A kept row is the row that would be judged, wherever its claim stands now, and given for nothing else."""

from __future__ import annotations

import json

import pytest

from citelock.checks.claims import Citation, Claim
from citelock.checks.kept_rows import MOST_KEPT, TEXT, KeptRows, Row, expand, in_short, row_text

FILES: Row = {
    "record": {"path": "cache/a.json", "sha256": "a" * 64, "source": "crossref"},
    "snapshot": {"path": "sources/a.txt", "sha256": "b" * 64},
    "provenance": None,
}
# Text from outside that looks like the places which are left out of a kept row, or like what separates rows.
HOSTILE = 'x\n          "line": 5,\n          "pointer": "/claims/9"\x00\x01%s "column": 7,\u2028'


def citation(index: int = 0, fingerprint: str = "f" * 64) -> Citation:
    return Citation(index, doi="10.5555/a", fingerprint=fingerprint)


def claim(**changed: object) -> Claim:
    fields = {"offset": 100, "length": 50, "line": 3, "column": 7, "index": 4, "digest": "d" * 64}
    return Claim("c1", "text", (citation(),), "claims.json", **(fields | changed))  # type: ignore[arg-type] # as named


def finding(line: int, column: int, pointer: str, **more: object) -> Row:
    return {
        "code": "E_YEAR_MISMATCH",
        "severity": "error",
        "pointer": pointer,
        "cited": HOSTILE,
        "found": None,
        "message": HOSTILE,
        "line": line,
        "column": column,
        **more,
    }


def row(findings: list[Row], at: Citation | None = None, **more: object) -> Row:
    at = at or citation()
    return {
        "claim": "c1",
        "citation": at.index,
        "file": "claims.json",
        "fingerprint": at.fingerprint,
        "doi": "10.5555/a",
        "id": "doi:10.5555/a",
        "errors": ["E_YEAR_MISMATCH"] if findings else [],
        "warnings": [],
        "notes": [],
        "label": "unverified" if findings else "verified",
        "findings": findings,
        "quote": {
            "fragments": [],
            "nearest": {
                "added": [HOSTILE],
                "diverges_after": "",
                "line": 5,
                "missing": [],
                "page": None,
                "text": HOSTILE,
            },
            "status": "not_found",
        },
        "numbers": [],
        **FILES,
        **more,
    }


def kept(*rows: Row, by: Claim | None = None) -> bytes:
    rows_of = KeptRows()
    for value in rows:
        rows_of.add(by or claim(), citation(int(str(value["citation"])), str(value["fingerprint"])), value)
    packed = rows_of.pack()
    assert packed is not None
    return packed


ON_THE_FIRST_LINE = finding(3, 9, "/claims/4/citations/0")
BELOW = finding(5, 2, "/claims/4/citations/0/year", argument="x")
OF_THE_CLAIM = finding(3, 7, "/claims/4")


@pytest.mark.parametrize(
    "findings", [[], [ON_THE_FIRST_LINE], [ON_THE_FIRST_LINE, BELOW], [OF_THE_CLAIM, BELOW, BELOW]]
)
def test_an_unmoved_claim_gets_its_row_back(findings: list[Row]) -> None:
    given = row(findings)
    again = KeptRows(kept(given)).get(claim(), citation())
    assert again is not None
    assert row_text(again) == row_text(given)
    expand(again)
    assert again == given


@pytest.mark.parametrize("findings", [[], [ON_THE_FIRST_LINE], [OF_THE_CLAIM, BELOW, BELOW]])
@pytest.mark.parametrize(
    "more", [{}, {"quote": None}, {"record": None}, {"numbers": 1}, {"_status": {"status": "x"}}]
)
def test_a_row_in_short_is_the_same_row(findings: list[Row], more: Row) -> None:
    given = {**row(findings), **more}
    short = in_short(given)
    assert row_text(short) == row_text(given)
    assert "findings" not in short
    expand(short)
    assert short == given


def test_a_row_in_short_counts_as_one_from_the_store() -> None:
    given = row([BELOW])
    again = KeptRows(kept(given)).get(claim(), citation())
    assert in_short(given) == again
    assert again is not None
    assert json.loads(str(again[TEXT])) == given


def test_the_findings_of_a_claim_that_moved_are_where_it_is_now() -> None:
    data = kept(row([ON_THE_FIRST_LINE, BELOW]))
    again = KeptRows(data).get(claim(line=11, column=1, index=12, offset=900), citation())
    assert again is not None
    expand(again)
    expected = row(
        [
            finding(11, 3, "/claims/12/citations/0"),
            finding(13, 2, "/claims/12/citations/0/year", argument="x"),
        ]
    )
    assert again == expected


def test_the_status_that_a_claim_states_moves_with_it() -> None:
    stated = {"status": "verified", "pointer": "/claims/4/status", "line": 3, "column": 20}
    again = KeptRows(kept(row([], _status=stated))).get(claim(line=1, column=2, index=0), citation())
    assert again is not None
    assert again["_status"] == {"status": "verified", "pointer": "/claims/0/status", "line": 1, "column": 15}


def test_what_counts_is_known_without_the_text() -> None:
    again = KeptRows(kept(row([BELOW]))).get(claim(), citation())
    assert again is not None
    assert {key: value for key, value in again.items() if key != "_text"} == {
        "claim": "c1",
        "citation": 0,
        "file": "claims.json",
        "errors": ["E_YEAR_MISMATCH"],
        "warnings": [],
        "notes": [],
        "label": "unverified",
        "quote": {"status": "not_found"},
        **FILES,
    }


@pytest.mark.parametrize(
    ("other", "cited"),
    [
        (claim(digest="e" * 64), citation()),
        (claim()._replace(file="other.json"), citation()),
        (claim(), citation(1)),
        (claim(), citation(0, "e" * 64)),
        (claim(digest=""), citation()),
    ],
)
def test_another_question_has_no_answer(other: Claim, cited: Citation) -> None:
    assert KeptRows(kept(row([BELOW]))).get(other, cited) is None


def test_a_claim_whose_text_is_not_known_is_not_kept() -> None:
    rows = KeptRows()
    rows.add(claim(digest=""), citation(), row([]))
    assert not rows.fresh


def test_a_row_from_other_files_than_the_first_is_not_kept() -> None:
    rows = KeptRows()
    rows.add(claim(), citation(), row([]))
    rows.add(claim(digest="e" * 64), citation(), row([], record=None))
    packed = rows.pack()
    assert packed is not None
    assert KeptRows(packed).get(claim(digest="e" * 64), citation()) is None
    assert KeptRows(packed).get(claim(), citation()) is not None


def test_rows_of_an_earlier_run_stay_beside_new_ones() -> None:
    rows = KeptRows(kept(row([BELOW])))
    rows.add(claim(digest="e" * 64), citation(), row([]))
    packed = rows.pack()
    assert packed is not None
    assert KeptRows(packed).get(claim(), citation()) is not None
    assert KeptRows(packed).get(claim(digest="e" * 64), citation()) is not None


def test_beyond_the_most_kept_only_those_of_the_last_run_stay() -> None:
    first = KeptRows()
    for number in range(MOST_KEPT):
        first.add(claim(digest=f"{number:064}"), citation(), row([]))
    packed = first.pack()
    assert packed is not None
    second = KeptRows(packed)
    assert second.get(claim(digest=f"{7:064}"), citation()) is not None
    second.add(claim(), citation(), row([]))
    packed = second.pack()
    assert packed is not None
    third = KeptRows(packed)
    assert third.get(claim(digest=f"{7:064}"), citation()) is not None
    assert third.get(claim(), citation()) is not None
    assert third.get(claim(digest=f"{8:064}"), citation()) is None


def test_too_many_bytes_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citelock.checks.kept_rows.MOST_BYTES", 1000)
    rows = KeptRows()
    rows.add(claim(), citation(), row([BELOW]))
    assert rows.pack() is None


def test_a_name_that_is_no_text_is_not_kept() -> None:
    rows = KeptRows()
    rows.add(claim()._replace(file="\udcff.json"), citation(), row([], file="\udcff.json"))
    assert rows.pack() is None


GOOD = kept(row([BELOW]))
INDEX, BODY = GOOD.decode().split("\x00")


def foreign(change: object) -> bytes:
    """The kept row with its list of seven changed."""
    index = json.loads(INDEX)
    (question,) = index["rows"]
    index["rows"][question] = change
    return f"{json.dumps(index)}\x00{BODY}".encode()


def test_the_foreign_ones_begin_as_a_good_one() -> None:
    listed = ["unverified", ["E_YEAR_MISMATCH"], [], [], "not_found", [[2, 2]], None]
    assert KeptRows(foreign(listed)).get(claim(), citation()) is not None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[]",
        b"{}",
        b'{"files":{},"rows":{}}',
        b"[" * 100_000,
        GOOD[: len(INDEX) // 2],
        GOOD[: len(INDEX)],
        GOOD + b"\x00more",
        INDEX.encode() + b"\x00",
        INDEX.encode() + b"\x00" + BODY.replace("\x01", "").encode(),
        foreign(["sound", [], [], [], None, [[2, 2]], None]),
        foreign(["verified", "", [], [], None, [[2, 2]], None]),
        foreign(["verified", [], [], [], None, [[2, 2], [1, 1]], None]),
        foreign(["verified", [], [], [], None, [["2", 2]], None]),
        foreign(["verified", [], [], [], None, 1, None]),
        foreign(["verified", [], [], [], None, [[2, 2]], "verified"]),
        foreign([]),
        foreign("verified"),
        foreign(None),
    ],
)
def test_data_of_another_kind_holds_no_row(data: bytes) -> None:
    assert KeptRows(data).get(claim(), citation()) is None


def test_a_whole_row_stays_as_it_is() -> None:
    value = row([BELOW])
    expand(value)
    assert value == row([BELOW])
