"""Records: the projection and the minimal form of metadata.md, section 2, and what is corrupt."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.checks.records import Author, CorruptRecord, Record, Update, parse_record


def identifier_of(text: str) -> Identifier:
    identifier = parse_identifier(text)
    assert isinstance(identifier, Identifier)
    return identifier


DEMO = identifier_of("10.0000/demo.1")


def read(value: object, identifier: Identifier = DEMO) -> Record | CorruptRecord:
    data = value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode("utf-8")
    return parse_record(data, identifier, "cache/x.json")


def test_the_minimal_record_of_a_hand_is_read() -> None:
    assert read(
        {"status": "found", "title": "A Demo", "year": 2024, "authors": ["Ivanova", "Petrov"]}
    ) == Record(
        status="found",
        source="hand",
        titles=("A Demo",),
        dates={"issued": "2024"},
        authors=(Author(family="Ivanova"), Author(family="Petrov")),
    )


@pytest.mark.parametrize("year", [2024, "2024", 2024.0, " 2024 "], ids=repr)
def test_the_year_of_a_minimal_record_is_a_number_or_a_string(year: object) -> None:
    record = read({"status": "found", "year": year})
    assert isinstance(record, Record)
    assert record.dates == {"issued": "2024"}


def test_the_title_of_a_minimal_record_may_be_a_list() -> None:
    record = read({"status": "found", "title": ["One", "", "Two"]})
    assert isinstance(record, Record)
    assert record.titles == ("One", "Two")


def test_absent_null_and_empty_are_one_thing() -> None:
    empty: dict[str, object] = {
        "status": "found",
        "title": "",
        "year": None,
        "authors": [],
        "doi": None,
        "dates": {},
        "titles": "",
    }
    assert read(empty) == read({"status": "found"}) == Record("found", "hand")


def test_a_projected_record_is_read_whole() -> None:
    projected = {
        "schema": "citelock-record/1",
        "id": "doi:10.0000/demo.1",
        "doi": "10.0000/demo.1",
        "status": "found",
        "source": "crossref",
        "agency": "Crossref",
        "type": "journal-article",
        "subtype": "x",
        "publisher": "Demo Press",
        "pages": "1-9",
        "titles": ["RETRACTED: A <i>Demo</i>"],
        "subtitles": ["Part"],
        "original_titles": ["Démo"],
        "short_titles": ["D"],
        "containers": ["Journal of Demos"],
        "short_containers": ["J Demo"],
        "dates": {"issued": "1998-02", "online": "1998-02-03", "created": "2002"},
        "authors": [
            {"family": "Field", "given": "A B", "sequence": "first", "prefix": "de", "suffix": "Jr"},
            {"name": "The Demo Group"},
            {},
        ],
        "authors_total": 300,
        "editors": [{"family": "Editor"}],
        "updates": {
            "by": [
                {
                    "type": "retraction",
                    "doi": "10.0000/r",
                    "date": "2010-02-06",
                    "sources": ["retraction-watch"],
                }
            ],
            "to": [{"type": "erratum", "doi": "10.0000/e"}],
        },
        "relations": {"is-version-of": ["10.0000/v"], "has-preprint": ["10.0000/p"]},
        "licenses": [{"url": "https://example.org/l"}],
        "alias_of": "10.0000/alias",
        "same_as": ["arxiv:2104.12255"],
        "evidence": {"doi.org": "responseCode 1"},
        "something_new": 1,
    }
    assert read(projected) == Record(
        status="found",
        source="crossref",
        doi="10.0000/demo.1",
        type="journal-article",
        subtype="x",
        publisher="Demo Press",
        titles=("RETRACTED: A <i>Demo</i>",),
        subtitles=("Part",),
        original_titles=("Démo",),
        short_titles=("D",),
        containers=("Journal of Demos",),
        short_containers=("J Demo",),
        dates={"issued": "1998-02", "online": "1998-02-03", "created": "2002"},
        authors=(
            Author("Field", "A B", sequence="first", prefix="de", suffix="Jr"),
            Author(name="The Demo Group"),
            Author(),
        ),
        editors=(Author("Editor"),),
        authors_total=300,
        updates_by=(Update("retraction", "10.0000/r", "2010-02-06", ("retraction-watch",)),),
        updates_to=(Update("erratum", "10.0000/e"),),
        relations={"has-preprint": ("10.0000/p",), "is-version-of": ("10.0000/v",)},
        alias_of="10.0000/alias",
        same_as=("arxiv:2104.12255",),
        evidence={"doi.org": "responseCode 1"},
        pages="1-9",
    )


@pytest.mark.parametrize("nobody", ["", None, {}, {"family": ""}, {"family": None, "given": ""}])
def test_an_author_without_a_name_keeps_the_place(nobody: object) -> None:
    by_hand = read({"status": "found", "authors": [nobody, "Ivanova"], "editors": [nobody, "Petrov"]})
    assert isinstance(by_hand, Record)
    assert by_hand.authors == (Author(), Author("Ivanova"))
    assert by_hand.editors == (Author(), Author("Petrov"))
    if nobody != "":
        projected = read({**PROJECTED, "authors": [nobody, {"family": "Ivanova"}]})
        assert isinstance(projected, Record)
        assert projected.authors == (Author(), Author("Ivanova"))


@pytest.mark.parametrize("status", ["not_found", "no_metadata"])
def test_a_record_may_say_that_there_is_nothing(status: str) -> None:
    assert read({"status": status}) == Record(status, "hand")


def test_crlf_and_a_byte_order_mark_change_nothing() -> None:
    assert read(b'\xef\xbb\xbf{"status":"found",\r\n"title":"Demo"}\r\n') == read(
        b'{"status":"found",\n"title":"Demo"}\n'
    )


@pytest.mark.parametrize(
    ("own", "asked"),
    [
        ("10.0000/DEMO.1", "10.0000/demo.1"),
        ("https://doi.org/10.0000/demo.1", "10.0000/demo.1"),
        ("10.48550/arXiv.2104.12255", "arxiv:2104.12255"),
    ],
)
def test_a_record_may_spell_its_own_doi_in_any_way(own: str, asked: str) -> None:
    assert isinstance(read({"status": "found", "doi": own}, identifier_of(asked)), Record)


def test_the_record_of_a_pmid_may_carry_a_doi() -> None:
    record = {
        "schema": "citelock-record/1",
        "id": "pmid:12",
        "doi": "10.1/x",
        "status": "found",
        "source": "europepmc",
    }
    assert isinstance(read(record, identifier_of("pmid:12")), Record)


PROJECTED = {
    "schema": "citelock-record/1",
    "id": "doi:10.0000/demo.1",
    "status": "found",
    "source": "crossref",
}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (b"\xff", "cache/x.json:1:1: byte 0xff is not UTF-8. Save the file as UTF-8."),
        (b"[1]", "cache/x.json: a record is a JSON object, this is a list"),
        ({}, "cache/x.json: status: it is missing; write one of found, not_found, no_metadata, see"),
        ({"status": "maybe"}, "cache/x.json: status: maybe is none of found, not_found, no_metadata, see"),
        ({"status": 1}, "cache/x.json: status: this is a number, not a string"),
        (
            {"schema": "citelock-record/2", "status": "found"},
            "cache/x.json: schema: citelock-record/2 is not known here; this version reads citelock-record/1",
        ),
        (
            {**PROJECTED, "source": None},
            "cache/x.json: source: it is missing; a record names the registry that answered",
        ),
        (
            {**PROJECTED, "id": ""},
            "cache/x.json: id: it is missing; a record names the identifier that it is about",
        ),
        (
            {**PROJECTED, "id": "doi:10.0000/demo.2"},
            "cache/x.json: it holds the record of doi:10.0000/demo.2, not of doi:10.0000/demo.1",
        ),
        (
            {"status": "found", "doi": "10.0000/demo.2"},
            "cache/x.json: it holds the record of 10.0000/demo.2, not of doi:10.0000/demo.1",
        ),
        ({"status": "found", "title": 1}, "cache/x.json: title: this is a number, not a string"),
        ({"status": "found", "title": [1]}, "cache/x.json: title[0]: this is a number, not a string"),
        ({"status": "found", "year": True}, "cache/x.json: year: true is not a year such as 2024"),
        ({"status": "found", "year": 20240}, "cache/x.json: year: 20240 is not a year such as 2024"),
        ({"status": "found", "year": "soon"}, "cache/x.json: year: soon is not a year such as 2024"),
        ({"status": "found", "authors": "Ivanova"}, "cache/x.json: authors: this is a string, not a list"),
        (
            {"status": "found", "authors": [1]},
            "cache/x.json: authors[0]: an author is a name or an object, this is a number",
        ),
        (
            {**PROJECTED, "authors": ["Ivanova"]},
            "cache/x.json: authors[0]: an author is an object, this is a string",
        ),
        (
            {**PROJECTED, "authors": [{"family": 1}]},
            "cache/x.json: authors[0].family: this is a number, not a string",
        ),
        (
            {**PROJECTED, "dates": {"issued": "1998-13"}},
            "cache/x.json: dates.issued: 1998-13 is not a date such as 2024, 2024-05 or 2024-05-01",
        ),
        ({**PROJECTED, "dates": []}, "cache/x.json: dates: this is a list, not an object"),
        (
            {**PROJECTED, "updates": {"by": [{}]}},
            "cache/x.json: updates.by[0].type: it is missing; a notice has a type such as retraction",
        ),
        (
            {**PROJECTED, "updates": {"by": ["x"]}},
            "cache/x.json: updates.by[0]: a notice is an object, this is a string",
        ),
        ({**PROJECTED, "authors_total": -1}, "cache/x.json: authors_total: -1 is not a whole number"),
        (
            {**PROJECTED, "status": "see"},
            "cache/x.json: same_as: a record with status see names exactly one other identifier",
        ),
    ],
)
def test_a_corrupt_record_says_what_is_wrong(value: object, reason: str) -> None:
    assert read(value) == CorruptRecord(reason)


@pytest.mark.parametrize(
    "data",
    [
        b'<<<<<<< HEAD\n{"status":"found"}\n=======\n{"status":"not_found"}\n>>>>>>> x\n',
        b'{"status":"found","status":"not_found"}',
        b'{"status":"found","year":NaN}',
        b'{"status":"found","title":"\\ud800"}',
        b'{"status":"fou',
        b"",
        b"[" * 1024 * 1024,
        b'{"a":' * 200_000,
        b'{"status":"found","year":' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_not_strict_json_is_corrupt_and_located(data: bytes) -> None:
    record = read(data)
    assert isinstance(record, CorruptRecord)
    assert record.reason.startswith("cache/x.json:")
    assert len(record.reason) < 600


def test_text_from_a_record_is_cut_and_cleaned_in_a_reason() -> None:
    record = read({"status": "\x1b[31m" + "x" * 5000})
    assert isinstance(record, CorruptRecord)
    assert "\x1b" not in record.reason
    assert len(record.reason) < 300


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["family", "by", "type", "x"]), inner)
    ),
    max_leaves=8,
)
KEYS = [
    "schema",
    "id",
    "doi",
    "title",
    "year",
    "titles",
    "authors",
    "dates",
    "updates",
    "relations",
    "same_as",
]


@given(st.sampled_from(["found", "see"]), st.dictionaries(st.sampled_from(KEYS), JSON))
def test_any_json_object_is_a_record_or_corrupt(status: str, value: dict[str, object]) -> None:
    assert isinstance(read({"status": status, **value}), Record | CorruptRecord)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_record_or_corrupt(data: bytes) -> None:
    assert isinstance(read(data), Record | CorruptRecord)
