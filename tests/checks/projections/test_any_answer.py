"""Whatever a registry answers, the projection gives a valid record or the one named error."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import citelock.checks.schemas
from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.checks.projections.arxiv import joined, project_arxiv
from citelock.checks.projections.crossref import project_crossref
from citelock.checks.projections.csl import project_csl
from citelock.checks.projections.datacite import project_datacite
from citelock.checks.projections.errors import ProjectionError
from citelock.checks.projections.europepmc import project_europepmc
from citelock.checks.projections.parts import Projection, record_bytes
from citelock.checks.records import Record, parse_record
from tests.support.purity import purely
from tests.support.speed import at_most

SCHEMA = json.loads(
    Path(next(iter(citelock.checks.schemas.__path__)), "record.schema.json").read_text(encoding="utf-8")
)
VALID = Draft202012Validator(SCHEMA)
SAMPLE = json.loads((Path(__file__).parents[2] / "data" / "registry_sample.json").read_text(encoding="utf-8"))

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
)
TEXTS = st.lists(st.text(max_size=8) | st.none(), max_size=3) | VALUES
DATES = st.fixed_dictionaries(
    {"date-parts": st.lists(st.lists(st.integers() | st.none(), max_size=4), max_size=2)}
)


def people(*keys: str) -> st.SearchStrategy[object]:
    return (
        st.lists(st.dictionaries(st.sampled_from(keys), st.text(max_size=6), max_size=4), max_size=4) | VALUES
    )


MESSAGES = st.fixed_dictionaries(
    {"DOI": st.sampled_from(["10.5555/X", "10.1002/(SICI)1<1::AID>3.0.CO;2-#", " 10.5555/é "])},
    optional={
        "title": TEXTS,
        "subtitle": TEXTS,
        "container-title": TEXTS,
        "author": people("family", "given", "name", "sequence", "suffix"),
        "issued": DATES | VALUES,
        "published-print": DATES | VALUES,
        "version": VALUES,
        "updated-by": people("type", "DOI", "source"),
        "relation": VALUES,
        "license": people("URL", "content-version"),
    },
)
WORKS = st.fixed_dictionaries(
    {"doi": st.just("10.5555/X")},
    optional={
        "titles": people("title", "titleType"),
        "creators": people("name", "familyName", "givenName", "nameType"),
        "dates": people("date", "dateType"),
        "publicationYear": VALUES,
        "container": VALUES,
        "rightsList": people("rightsUri"),
        "relatedIdentifiers": VALUES,
    },
)


ENTRIES = st.dictionaries(
    st.sampled_from(["title", "published", "updated", "doi", "authors"]),
    st.text(max_size=12) | st.sampled_from(["2020-01-02T00:00:00Z", "10.5555/x y"]) | TEXTS,
)
RESULTS = st.fixed_dictionaries(
    {},
    optional={
        "title": st.text(max_size=8) | VALUES,
        "pubYear": VALUES | st.sampled_from(["2020", 2020, "99999"]),
        "journalInfo": st.fixed_dictionaries({"journal": VALUES, "printPublicationDate": VALUES}) | VALUES,
        "authorList": st.fixed_dictionaries({"author": people("lastName", "firstName", "collectiveName")})
        | VALUES,
        "commentCorrectionList": st.fixed_dictionaries(
            {
                "commentCorrection": st.lists(
                    st.fixed_dictionaries(
                        {"type": st.sampled_from(["Retraction in", "Erratum for", "x"]) | VALUES},
                        optional={"id": VALUES | st.sampled_from(["12", 12])},
                    ),
                    max_size=3,
                )
                | VALUES
            }
        )
        | VALUES,
    },
)


def sound(project: Projection, answer: object, asked: str = "") -> None:
    try:
        with purely():
            record = project(answer, asked)
            data = record_bytes(record)
    except ProjectionError:
        return
    assert_valid(record, data)


def assert_valid(record: Mapping[str, object], data: bytes) -> None:
    """The file is canonical and valid, and an audit reads it as a record."""
    assert list(VALID.iter_errors(record)) == []
    assert json.loads(data) == record
    assert data == record_bytes(json.loads(data))
    assert data.endswith(b"\n}\n")
    identifier = parse_identifier(str(record["id"]))
    assert isinstance(identifier, Identifier)
    read = parse_record(data, identifier, "cache/x.json")
    assert isinstance(read, Record), read
    assert list(read.titles) == record.get("titles", [])
    assert dict(read.dates) == record.get("dates", {})
    assert len(read.authors) == len(record.get("authors", []))  # type: ignore[arg-type] # a list of authors


@given(MESSAGES | VALUES)
def test_a_message_of_crossref_gives_a_valid_record_or_the_named_error(message: object) -> None:
    sound(project_crossref, message)


@given(WORKS | VALUES)
def test_a_data_object_of_datacite_gives_a_valid_record_or_the_named_error(work: object) -> None:
    sound(project_datacite, {"id": "10.5555/X", "attributes": work})


@given(MESSAGES | VALUES)
def test_an_item_of_csl_gives_a_valid_record_or_the_named_error(item: object) -> None:
    sound(project_csl, item)


@given(ENTRIES | VALUES)
def test_an_entry_of_arxiv_gives_a_valid_record_or_the_named_error(entry: object) -> None:
    sound(project_arxiv, entry, "10.48550/arxiv.1707.08567")


@given(ENTRIES)
def test_an_entry_joined_with_datacite_s_record_is_valid(entry: dict[str, object]) -> None:
    doi = "10.48550/arxiv.1707.08567"
    registered = project_datacite({"id": doi, "attributes": {"doi": doi, "titles": [{"title": "T"}]}})
    try:
        own = project_arxiv(entry, doi)
    except ProjectionError:
        return
    with purely():
        record = joined(registered, own)
    assert_valid(record, record_bytes(record))


@given(RESULTS | VALUES)
def test_a_result_of_europe_pmc_gives_a_valid_record_or_the_named_error(result: object) -> None:
    sound(project_europepmc, result, "pmid:39038316")


@pytest.mark.parametrize("row", SAMPLE["records"], ids=lambda row: row["doi"])
def test_a_record_of_the_sample_is_valid_and_read_as_it_is(row: dict[str, object]) -> None:
    record = {key: value for key, value in row.items() if key != "printed"}
    assert_valid(record, record_bytes(record))


def test_projecting_a_projected_text_again_changes_nothing() -> None:
    twice = [
        row["doi"]
        for row in SAMPLE["records"]
        if (titles := row.get("titles"))
        and project_crossref({"DOI": row["doi"], "title": titles})["titles"] != titles
    ]
    assert twice == []


HOSTILE = {
    "marks": "e" + "\u0301\u0323" * 100_000,
    "blanks": " \t" * 100_000,
    "openers": "a," + "(" * 200_000,
    "names": "a,;" * 70_000,
    "tags": "<i>" * 70_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_costs_little(text: str) -> None:
    people = [{"family": text, "name": text}]
    answers = (
        (project_crossref, {"DOI": "10.5555/x", "title": [text], "author": people}, ""),
        (project_datacite, {"attributes": {"doi": "10.5555/x", "titles": [{"title": text}]}}, ""),
        (
            project_datacite,
            {"attributes": {"doi": "10.5555/x", "creators": [{"name": text}], "version": text}},
            "",
        ),
        (project_csl, {"DOI": "10.5555/x", "title": f"T {text}"}, ""),
        (project_arxiv, {"title": text, "doi": text, "authors": [text]}, "10.48550/arxiv.1"),
        (project_europepmc, {"title": text, "authorList": {"author": [{"fullName": text}]}}, "pmid:9"),
    )

    def work() -> None:
        for project, answer, asked in answers:
            with suppress(ProjectionError):  # no record, or a short one
                assert len(record_bytes(project(answer, asked))) < 100_000

    at_most(2_000, work)


def test_a_text_that_nobody_reads_is_no_title_and_licences_are_cut() -> None:
    title = {"DOI": "10.5555/x", "title": ["T" * 10_000]}
    assert project_crossref(title)["titles"] == ["T" * 10_000]
    with pytest.raises(ProjectionError, match="longer than 10,000 characters"):
        project_crossref({"DOI": "10.5555/x", "title": ["T" * 10_001]})
    many = [{"URL": f"https://licence.example/{number:05d}"} for number in range(20_000)]
    licences = project_crossref({"DOI": "10.5555/x", "license": many})["licenses"]
    assert licences == [{"url": f"https://licence.example/{number:05d}"} for number in range(100)]


def test_a_letter_keeps_its_marks_up_to_thirty() -> None:
    record = project_crossref({"DOI": "10.5555/x", "title": ["q" + "\u0323" * 40]})
    assert record["titles"] == ["q" + "\u0323" * 30]
