"""Rules about the record: three answers that never share a code."""

from __future__ import annotations

import pytest

from citelock.checks.identifiers import Identifier
from citelock.checks.records import CorruptRecord, NotCached, Record
from citelock.checks.rules.record import is_comparable, record_error, without_metadata

DOI = Identifier("doi", "10.0000/demo.1", "10.0000/demo.1")
PATH = "cache/10.0000_demo.1.json"


@pytest.mark.parametrize(
    ("record", "code", "message"),
    [
        (
            NotCached("10.0000_demo.1.json"),
            "E_NOT_CACHED",
            "No record of doi:10.0000/demo.1. Fetch it with `citelock resolve`;"
            " it belongs in 10.0000_demo.1.json.",
        ),
        (
            NotCached("10.0000_demo.1.json", near="10.0000_DEMO.1.json"),
            "E_NOT_CACHED",
            "No record of doi:10.0000/demo.1 (found 10.0000_DEMO.1.json; rename it).",
        ),
        (
            CorruptRecord("is not JSON"),
            "E_CACHE_CORRUPT",
            "cache/10.0000_demo.1.json: is not JSON. Restore it or collect it again.",
        ),
        (
            CorruptRecord("cache/10.0000_demo.1.json:1:1: this is a conflict marker of git. Resolve it."),
            "E_CACHE_CORRUPT",
            "cache/10.0000_demo.1.json:1:1: this is a conflict marker of git. Resolve it. Restore it or "
            "collect it again.",
        ),
        (
            Record("not_found", "doi.org"),
            "E_DOI_NOT_FOUND",
            "doi:10.0000/demo.1 does not exist, says the record (cache/10.0000_demo.1.json). Remove the "
            "citation or correct the identifier.",
        ),
    ],
)
def test_what_ends_the_checks(record: Record | NotCached | CorruptRecord, code: str, message: str) -> None:
    finding = record_error(record, DOI, PATH, None)
    assert finding is not None
    assert (finding.code, finding.message, finding.cited) == (code, message, "doi:10.0000/demo.1")


@pytest.mark.parametrize("status", ["found", "no_metadata"])
def test_a_record_that_exists_lets_the_checks_go_on(status: str) -> None:
    assert record_error(Record(status, "crossref"), DOI, PATH, None) is None


def test_two_identifiers_of_one_hand_made_file_are_told_apart_before_it_is_believed() -> None:
    finding = record_error(Record("found", "hand"), DOI, PATH, "doi:10.0000/demo_1")
    assert finding is not None
    assert finding.code == "E_SLUG_COLLISION"
    assert (finding.cited, finding.found) == ("doi:10.0000/demo.1", "doi:10.0000/demo_1")


def test_an_address_has_no_record_and_no_record_error() -> None:
    assert record_error(None, Identifier("url", "https://example.org/"), None, None) is None


def test_existence_without_metadata_is_a_note() -> None:
    finding = without_metadata(Record("no_metadata", "doi.org"))
    assert finding is not None
    assert finding.code == "N_RECORD_WITHOUT_METADATA"
    assert without_metadata(Record("found", "crossref")) is None
    empty = without_metadata(Record("found", "hand"), is_empty=True)
    assert empty is not None
    assert (empty.code, empty.message) == (
        "N_RECORD_WITHOUT_METADATA",
        "The record holds no metadata. Title, year and author were not compared.",
    )


@pytest.mark.parametrize("collision", [None, "doi:10.0000/demo/1"])
@pytest.mark.parametrize(
    "record",
    [
        *(None, NotCached("a.json"), CorruptRecord("is not JSON")),
        *(Record(status, "hand") for status in ("found", "not_found", "no_metadata", "see")),
    ],
)
def test_a_record_is_comparable_or_has_an_error(
    record: Record | NotCached | CorruptRecord | None, collision: str | None
) -> None:
    assert is_comparable(record, collision) is (record_error(record, DOI, PATH, collision) is None)


def test_an_error_stands_where_the_identifier_does() -> None:
    error = record_error(Record("not_found", "hand"), DOI, PATH, None, "url")

    assert error is not None
    assert error.field == "url"
