"""A core result of Europe PMC becomes the record of a PMID or PMCID that has no DOI."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.checks.projections.errors import ProjectionError
from citelock.checks.projections.europepmc import project_europepmc
from citelock.checks.projections.parts import record_bytes
from citelock.checks.records import Record, Update, parse_record
from citelock.checks.rules.notices import check_notices

ANSWERS = Path(__file__).parents[3] / "examples" / "replay" / "answers" / "europepmc.json"
RECORDED = {name: kept["result"] for name, kept in json.loads(ANSWERS.read_text("utf-8"))["results"].items()}


def test_a_recorded_result_becomes_the_record_whole() -> None:
    assert project_europepmc(RECORDED["MED:39038316"], "pmid:39038316") == {
        "schema": "citelock-record/1",
        "id": "pmid:39038316",
        "status": "found",
        "source": "europepmc",
        "titles": [
            "Analysis of Factors Associated with Cough Persistence After Thoracoscopic Lung Cancer"
            " Resection in Elderly Lung Cancer Patients and Discussion of Prevention Strategies"
        ],
        "containers": ["Alternative therapies in health and medicine"],
        "short_containers": ["Altern Ther Health Med"],
        "pages": "257-261",
        "dates": {"issued": "2025", "print": "2025-07-01"},
        "authors": [
            {"family": "Yu", "given": "Lixin"},
            {"family": "Zhang", "given": "Zhenkui"},
            {"family": "Wang", "given": "Zhijian"},
            {"family": "Sun", "given": "Fenghua"},
        ],
    }


@pytest.mark.parametrize("name", RECORDED)
def test_every_recorded_result_reads_back(name: str) -> None:
    key = f"pmid:{RECORDED[name]['pmid']}"
    identifier = parse_identifier(key)
    assert isinstance(identifier, Identifier)
    record = project_europepmc(RECORDED[name], key)
    read = parse_record(record_bytes(record), identifier, "cache/x.json")
    assert isinstance(read, Record)
    assert read.titles != ()
    assert len(read.authors) == len(RECORDED[name].get("authorList", {}).get("author", ()))
    assert read.dates["issued"] == RECORDED[name]["pubYear"]


def corrected(*links: dict[str, object]) -> dict[str, object]:
    return {
        "title": "On T.",
        "pubYear": "2020",
        "commentCorrectionList": {"commentCorrection": list(links)},
    }


def test_notices_are_read_in_both_directions_sorted_and_each_once() -> None:
    record = project_europepmc(
        corrected(
            {"id": "2", "source": "MED", "type": "Retraction in", "reference": "J. 2021"},
            {"id": "1", "source": "MED", "type": "Erratum in"},
            {"id": 2, "source": "MED", "type": "Retraction in"},
            {"id": "3", "source": "MED", "type": "Comment in"},
            {"id": "4", "source": "MED", "type": "Erratum for"},
            {"id": "PPR12", "source": "PPR", "type": "Expression of concern in"},
            {"id": "\u0663", "source": "MED", "type": "Corrected and republished in"},
        ),
        "pmid:9",
    )
    own = {"sources": ["europepmc"]}
    assert record["updates"] == {
        "by": [
            {"type": "correction", **own},
            {"type": "erratum", "id": "pmid:1", **own},
            {"type": "expression_of_concern", **own},
            {"type": "retraction", "id": "pmid:2", **own},
        ],
        "to": [{"type": "erratum", "id": "pmid:4", **own}],
    }


def test_a_retraction_that_is_known_by_its_pmid_is_found_by_the_audit_and_named() -> None:
    record = project_europepmc(corrected({"id": "2", "type": "Retraction in"}), "pmid:9")
    identifier = parse_identifier("pmid:9")
    assert isinstance(identifier, Identifier)
    read = parse_record(record_bytes(record), identifier, "cache/pmid_9.json")
    assert isinstance(read, Record)
    assert read.updates_by == (Update("retraction", "", "", ("europepmc",), "pmid:2"),)
    (finding,) = check_notices(read, "pmid", "cache/pmid_9.json")
    assert finding.code == "E_RETRACTED"
    assert "retraction pmid:2 (europepmc)" in finding.message


@pytest.mark.parametrize(
    ("people", "authors"),
    [
        ([{"collectiveName": "Demo Group"}], [{"name": "Demo Group"}]),
        ([{"lastName": "Yu", "initials": "L"}], [{"family": "Yu", "given": "L"}]),
        ([{"fullName": "Yu L"}], [{"name": "Yu L"}]),
        ([{}, {"lastName": "Yu"}], [{}, {"family": "Yu"}]),  # who names nobody keeps the place
        ([None, {"lastName": "Yu"}], [{"family": "Yu"}]),
    ],
)
def test_people_and_groups(people: list[object], authors: list[object]) -> None:
    record = project_europepmc({"title": "T", "authorList": {"author": people}}, "pmid:9")
    assert record["authors"] == authors


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("x", "an answer is a JSON object, this is a string"),
        ({"title": ["T"]}, "title: this is a list, not a string"),
        ({"journalInfo": []}, "journalInfo: this is a list, not an object"),
        ({"authorList": {"author": "A"}}, "authorList.author: this is a string, not a list"),
        ({"authorList": {"author": ["A"]}}, "authorList.author[0]: this is a string, not an object"),
        (
            {"commentCorrectionList": {"commentCorrection": [{"type": 1}]}},
            "commentCorrectionList.commentCorrection[0].type: this is a number, not a string",
        ),
        ({"title": "\ud800"}, "the answer holds half a character (a lone surrogate)"),
    ],
)
def test_another_shape_is_a_named_error(answer: object, why: str) -> None:
    with pytest.raises(ProjectionError) as error:
        project_europepmc(answer, "pmid:9")
    assert str(error.value) == why
