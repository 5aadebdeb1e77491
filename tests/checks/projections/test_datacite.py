"""The data object of a DataCite answer becomes a record; copies of others' records are refused."""

from __future__ import annotations

import pytest

from citelock.checks.projections.datacite import project_datacite
from citelock.checks.projections.errors import ForeignRecordError, ProjectionError


def data(client: str = "demo.press", **attributes: object) -> dict[str, object]:
    return {
        "id": "10.5555/X",
        "type": "dois",
        "attributes": {"doi": "10.5555/X", **attributes},
        "relationships": {"client": {"data": {"id": client, "type": "clients"}}},
    }


def related(relation: str, identifier: str, kind: str = "DOI") -> dict[str, str]:
    return {"relationType": relation, "relatedIdentifier": identifier, "relatedIdentifierType": kind}


def test_a_data_object_becomes_the_record_whole() -> None:
    # The shape of a dataset of a survey archive, with names changed.
    assert project_datacite(
        data(
            creators=[
                {"name": "Demo, Anna", "nameType": "Personal", "givenName": "Anna", "familyName": "Demo"},
                {"name": "Demo Archive", "nameType": "Organizational"},
            ],
            contributors=[
                {"contributorType": "Editor", "name": "Ditor, Ed"},
                {"contributorType": "DataCollector", "name": "Other, Who"},
            ],
            titles=[
                {"lang": "de", "title": "Eine\n   Umfrage"},
                {"lang": "en", "title": "A survey", "titleType": "TranslatedTitle"},
                {"title": "Wave 1", "titleType": "Subtitle"},
                {"title": "A survey"},
            ],
            publisher={"name": "Archive", "lang": "en"},
            publicationYear=2020,
            version=2,
            types={"resourceTypeGeneral": "Dataset", "resourceType": "Survey", "ris": "DATA"},
            container={"type": "Series", "title": "Surveys", "firstPage": "1", "lastPage": "9"},
            dates=[
                {"date": "2015-06-14", "dateType": "Created"},
                {"date": "2018-04-03T13:52:58Z", "dateType": "Updated"},
                {"date": "2016-08-10T00:00:00", "dateType": "Available"},
                {"date": "2020-10-01/2020-11-30", "dateType": "Other"},
            ],
            rightsList=[
                {"rights": "CC BY 4.0", "rightsUri": "https://creativecommons.org/licenses/by/4.0/legalcode"},
                {"rights": "Free access"},
            ],
            relatedIdentifiers=[
                related("IsNewVersionOf", "10.5555/W"),
                related("IsPartOf", "2366-5017", "ISSN"),
                related("Cites", "10.5555/z"),
            ],
            descriptions=[{"description": "An abstract."}],
            viewCount=7,
            updated="2021-04-21T17:58:41.000Z",
        )
    ) == {
        "schema": "citelock-record/1",
        "status": "found",
        "id": "doi:10.5555/x",
        "doi": "10.5555/x",
        "source": "datacite",
        "agency": "DataCite",
        "type": "Dataset",
        "subtype": "Survey",
        "publisher": "Archive",
        "version": "2",
        "pages": "1-9",
        "titles": ["Eine Umfrage", "A survey"],
        "subtitles": ["Wave 1"],
        "containers": ["Surveys"],
        "dates": {"issued": "2020", "created": "2015-06-14", "updated": "2018-04-03", "online": "2016-08-10"},
        "authors": [{"family": "Demo", "given": "Anna"}, {"name": "Demo Archive"}],
        "editors": [{"family": "Ditor", "given": "Ed"}],
        "relations": {"is-version-of": ["10.5555/w"]},
        "licenses": [{"url": "https://creativecommons.org/licenses/by/4.0/legalcode"}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("creator", "authors"),
    [
        ({"name": "Kurihara, Haruko"}, [{"family": "Kurihara", "given": "Haruko"}]),
        ({"name": "GSFC"}, [{"name": "GSFC"}]),
        ({"name": "กัญจนา แซ่เตียว"}, [{"name": "กัญจนา แซ่เตียว"}]),
        ({"name": "Dr. Demo, Gallery", "nameType": "Organizational"}, [{"name": "Dr. Demo, Gallery"}]),
        (
            {"name": "Enos, Ryan (Harvard University); Fowler, Anthony (University Of Chicago)"},
            [{"family": "Enos", "given": "Ryan"}, {"family": "Fowler", "given": "Anthony"}],
        ),
        ({"name": "Institute A; Institute B"}, [{"name": "Institute A"}]),
        ({"name": "Ganiev, A.V.", "familyName": "Ganiev"}, [{"family": "Ganiev"}]),
        ({"name": ", Given"}, [{"name": ", Given"}]),
    ],
)
def test_names_are_split_where_the_entry_says_how(creator: object, authors: object) -> None:
    assert project_datacite(data(creators=[creator]))["authors"] == authors


def test_a_creator_without_a_name_keeps_the_place() -> None:
    authors = project_datacite(data(creators=[{"name": ""}, {"name": "Second, A."}]))["authors"]
    assert authors == [{}, {"family": "Second", "given": "A."}]


def test_the_day_of_issue_comes_before_the_year_of_publication() -> None:
    issued = [{"date": "2019-02-09", "dateType": "Issued"}]
    assert project_datacite(data(dates=issued, publicationYear=2020))["dates"] == {"issued": "2019-02-09"}
    assert project_datacite(data(dates=[], publicationYear="2020"))["dates"] == {"issued": "2020"}


@pytest.mark.parametrize(
    "copy", [data("crossref.citations"), data("demo.press", source="levriero"), data("medra.citations")]
)
def test_a_copy_of_another_agencys_record_is_refused(copy: object) -> None:
    with pytest.raises(ForeignRecordError) as error:
        project_datacite(copy)
    assert str(error.value) == "10.5555/x: DataCite holds only a copy of another agency's record"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("x", "an answer is a JSON object, this is a string"),
        ({"id": "10.5555/x"}, "attributes.doi: it is missing; a work has one"),
        (data(titles="One"), "titles: this is a string, not a list"),
        (data(titles=[{"title": 1}]), "titles[0].title: this is a number, not a string"),
        (data(creators=["A"]), "creators[0]: this is a string, not an object"),
        (data(container="Series"), "container: this is a string, not an object"),
        (data(dates=[{"date": ["2019"]}]), "dates[0].date: this is a list, not a string"),
    ],
)
def test_another_shape_is_a_named_error(answer: object, why: str) -> None:
    with pytest.raises(ProjectionError) as error:
        project_datacite(answer)
    assert str(error.value) == why
