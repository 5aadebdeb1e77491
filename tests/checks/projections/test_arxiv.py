"""An entry of arXiv's feed, alone and with DataCite's record of the same work, becomes a record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import etree

from citelock.checks.projections.arxiv import joined, project_arxiv
from citelock.checks.projections.errors import ProjectionError
from citelock.snapshotter.registries.arxiv import _entries

ANSWERS = Path(__file__).parents[3] / "examples" / "replay" / "answers" / "arxiv.json"
RECORDED = json.loads(ANSWERS.read_text("utf-8"))["entries"]
DOI = "10.48550/arxiv.1707.08567"


def entry(number: str) -> dict[str, object]:
    """A recorded entry as the registry's module reads it from the feed."""
    feed = (
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">'
        f"{RECORDED[number]['entry']}</feed>"
    )
    return dict(_entries(etree.fromstring(feed.encode()), [number])[number])


def test_a_recorded_entry_becomes_the_record_whole() -> None:
    doi = "10.48550/arxiv.2202.12139"
    assert project_arxiv(entry("2202.12139"), doi) == {
        "schema": "citelock-record/1",
        "status": "found",
        "id": f"doi:{doi}",
        "doi": doi,
        "source": "arxiv",
        "agency": "DataCite",
        "type": "Preprint",
        "titles": ["Testing Deep Learning Models: A First Comparative Study of Multiple Testing Techniques"],
        "dates": {"issued": "2022-02-24", "updated": "2022-02-24"},
        "same_as": ["doi:10.1109/icstw55395.2022.00035"],
        "authors": [{"name": "Mohit Kumar Ahuja"}, {"name": "Arnaud Gotlieb"}, {"name": "Helge Spieker"}],
    }


@pytest.mark.parametrize("number", RECORDED)
def test_every_recorded_entry_has_title_authors_and_day_of_its_first_version(number: str) -> None:
    record = project_arxiv(entry(number), f"10.48550/arxiv.{number}")
    assert record["titles"]
    assert record["authors"]
    assert isinstance(record["dates"], dict)
    assert set(record["dates"]) == {"issued", "updated"}
    assert record["dates"]["issued"] <= record["dates"]["updated"]


def test_the_publisher_s_doi_is_another_name_of_the_work() -> None:
    linked = [number for number in RECORDED if "<arxiv:doi>" in RECORDED[number]["entry"]]
    assert len(linked) > 5
    for number in linked:
        names = project_arxiv(entry(number), f"10.48550/arxiv.{number}")["same_as"]
        assert isinstance(names, list)
        assert len(names) == 1
        assert names[0].startswith("doi:10.")
        assert names[0] == names[0].lower()


def test_of_several_publisher_s_dois_the_first_counts_and_a_note_is_none() -> None:
    assert project_arxiv({"title": "T", "doi": "10.5555/A 10.5555/b"}, DOI)["same_as"] == ["doi:10.5555/a"]
    assert "same_as" not in project_arxiv({"title": "T", "doi": "to appear"}, DOI)


def test_names_and_title_are_datacite_s_and_the_dates_are_arxiv_s() -> None:
    own = project_arxiv({"title": "T", "published": "2017-07-26T18:00:00Z", "doi": "10.5555/a"}, DOI)
    registered = {
        "schema": "citelock-record/1",
        "id": f"doi:{DOI}",
        "titles": ["On T"],
        "dates": {"issued": "2018", "other": "2019"},
    }
    assert joined(registered, own) == {
        "schema": "citelock-record/1",
        "id": f"doi:{DOI}",
        "titles": ["On T"],
        "dates": {"issued": "2017-07-26", "other": "2019"},
        "same_as": ["doi:10.5555/a"],
    }


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ([], "an answer is a JSON object, this is a list"),
        ({"title": 1}, "title: this is a number, not a string"),
        ({"authors": "A"}, "authors: this is a string, not a list"),
        ({"authors": [1]}, "authors[0]: this is a number, not a string"),
        ({"published": []}, "published: this is a list, not a string"),
        ({"doi": {}}, "doi: this is an object, not a string"),
        ({"title": "\ud800"}, "the answer holds half a character (a lone surrogate)"),
    ],
)
def test_another_shape_is_a_named_error(answer: object, why: str) -> None:
    with pytest.raises(ProjectionError) as error:
        project_arxiv(answer, DOI)
    assert str(error.value) == why
