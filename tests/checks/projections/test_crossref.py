"""A Crossref work message becomes a record (metadata.md, section 2)."""

from __future__ import annotations

import copy
import json

import pytest

from citelock.checks.projections.crossref import project_crossref
from citelock.checks.projections.errors import ProjectionError
from citelock.checks.projections.parts import record_bytes

# Shortened from the answers for two works; registry metadata is free of rights.
RETRACTED = {
    "DOI": "10.1016/S0140-6736(97)11096-0",
    "type": "journal-article",
    "publisher": "Elsevier BV",
    "page": "637-641",
    "title": ["RETRACTED:  Ileal-lymphoid-nodular\n hyperplasia"],
    "subtitle": [],
    "container-title": ["The Lancet"],
    "issued": {"date-parts": [[1998, 2]]},
    "published-print": {"date-parts": [[1998, 2]]},
    "created": {"date-parts": [[2002, 7, 26]], "timestamp": 1027673000000},
    "indexed": {"timestamp": 1},
    "deposited": {"timestamp": 2},
    "score": 18.02,
    "is-referenced-by-count": 1400,
    "subject": ["General Medicine"],
    "abstract": "<jats:p>The publisher's.</jats:p>",
    "author": [
        {"given": "AJ", "family": "Wakefield", "sequence": "first", "affiliation": []},
        {"given": "SH", "family": "Murch", "sequence": "additional", "affiliation": []},
    ],
    "relation": {
        "cites": [],
        "has-preprint": [{"id-type": "doi", "id": "10.1101/X", "asserted-by": "subject"}],
    },
    "license": [
        {
            "URL": "https://www.elsevier.com/tdm/userlicense/1.0/",
            "content-version": "tdm",
            "delay-in-days": 0,
            "start": {"date-parts": [[1998, 2, 1]]},
        }
    ],
    "updated-by": [
        {"type": "retraction", "DOI": "10.1016/S0140-6736(10)60175-4", "source": "retraction-watch",
         "updated": {"date-parts": [[2010, 2, 6]]}},
        {"type": "correction", "DOI": "10.1016/s0140-6736(04)15715-2", "source": "retraction-watch",
         "updated": {"date-parts": [[2004, 3, 6]]}},
        {"type": "retraction", "DOI": "10.1016/s0140-6736(10)60175-4", "source": "publisher",
         "updated": {"date-parts": [[2010, 2, 9]]}},
    ],
}  # fmt: skip


def test_a_message_becomes_the_record_whole() -> None:
    assert project_crossref(RETRACTED) == {
        "schema": "citelock-record/1",
        "status": "found",
        "id": "doi:10.1016/s0140-6736(97)11096-0",
        "doi": "10.1016/s0140-6736(97)11096-0",
        "source": "crossref",
        "agency": "Crossref",
        "type": "journal-article",
        "publisher": "Elsevier BV",
        "pages": "637-641",
        "titles": ["RETRACTED: Ileal-lymphoid-nodular hyperplasia"],
        "containers": ["The Lancet"],
        "dates": {"issued": "1998-02", "print": "1998-02", "created": "2002-07-26"},
        "authors": [
            {"family": "Wakefield", "given": "AJ", "sequence": "first"},
            {"family": "Murch", "given": "SH"},
        ],
        "updates": {
            "by": [
                {
                    "type": "correction",
                    "doi": "10.1016/s0140-6736(04)15715-2",
                    "date": "2004-03-06",
                    "sources": ["retraction-watch"],
                },
                {
                    "type": "retraction",
                    "doi": "10.1016/s0140-6736(10)60175-4",
                    "date": "2010-02-06",
                    "sources": ["publisher", "retraction-watch"],
                },
            ]
        },
        "relations": {"has-preprint": ["10.1101/x"]},
        "licenses": [
            {
                "url": "https://www.elsevier.com/tdm/userlicense/1.0/",
                "version": "tdm",
                "start": "1998-02-01",
            }
        ],
    }


def test_the_list_form_gives_the_same_bytes_as_the_single_form() -> None:
    single = {**RETRACTED, "original-title": [], "short-title": [], "editor": None, "volume": ""}
    listed = {key: value for key, value in RETRACTED.items() if value not in ([], "", None)}
    assert record_bytes(project_crossref(single)) == record_bytes(project_crossref(listed))


@pytest.mark.parametrize("field", ["indexed", "score", "is-referenced-by-count", "deposited", "subject"])
def test_what_changes_without_the_work_changes_no_byte(field: str) -> None:
    changed = copy.deepcopy(RETRACTED)
    changed[field] = {"timestamp": 77, "date-parts": [[2031, 1, 1]]}
    assert record_bytes(project_crossref(changed)) == record_bytes(project_crossref(RETRACTED))
    del changed[field]
    assert record_bytes(project_crossref(changed)) == record_bytes(project_crossref(RETRACTED))


def test_the_order_of_members_changes_no_byte() -> None:
    turned = json.loads(json.dumps(RETRACTED, sort_keys=True))
    turned["updated-by"].reverse()
    assert record_bytes(project_crossref(turned)) == record_bytes(project_crossref(RETRACTED))


def dates(**fields: object) -> object:
    return project_crossref({"DOI": "10.5555/x", **fields}).get("dates")


def parts(*numbers: object) -> dict[str, object]:
    return {"date-parts": [list(numbers)]}


def test_the_day_of_issue_is_the_registrys_else_the_earliest_else_published() -> None:
    printed, online = {"published-print": parts(2014, 5)}, {"published-online": parts(2013, 11, 2)}
    assert dates(issued=parts(2012), **printed) == {"issued": "2012", "print": "2014-05"}
    assert dates(issued=parts(None), **printed, **online) == {
        "issued": "2013-11-02",
        "print": "2014-05",
        "online": "2013-11-02",
    }
    assert dates(published=parts(1994, 10)) == {"issued": "1994-10"}


@pytest.mark.parametrize("nothing", [None, {}, {"date-parts": []}, parts(None), parts(), parts(0), [], ""])
def test_a_date_without_a_year_is_absent(nothing: object) -> None:
    assert dates(issued=nothing) is None


@pytest.mark.parametrize(
    ("given", "kept"), [((2012, 13, 1), "2012"), ((2012, 2, 0), "2012-02"), ((987,), "0987")]
)
def test_a_month_or_day_that_does_not_exist_is_left_out(given: tuple[int, ...], kept: str) -> None:
    assert dates(issued=parts(*given)) == {"issued": kept}


def test_the_other_fields_are_read_where_they_stand() -> None:
    record = project_crossref(
        {
            "DOI": "10.5555/X",
            "subtype": "preprint",
            "version": {"version": "v1"},
            "article-number": "e20476",
            "subtitle": ["Part"],
            "original-title": ["Titre"],
            "short-title": ["T"],
            "short-container-title": ["J. D."],
            "published-other": parts(2020),
            "posted": parts(2019, 1, 2),
            "content-updated": parts(2021, 3),
            "editor": [{"given": "E.", "family": "Ditor", "prefix": "Dr.", "suffix": "Jr."}],
            "author": [{"name": "The Demo\u00a0Group", "sequence": "first"}],
            "update-to": [{"type": "Correction", "DOI": "10.5555/Y"}],
        }
    )
    assert record == {
        "schema": "citelock-record/1",
        "status": "found",
        "id": "doi:10.5555/x",
        "doi": "10.5555/x",
        "source": "crossref",
        "agency": "Crossref",
        "subtype": "preprint",
        "version": "v1",
        "pages": "e20476",
        "subtitles": ["Part"],
        "original_titles": ["Titre"],
        "short_titles": ["T"],
        "short_containers": ["J. D."],
        "dates": {"issued": "2019-01-02", "other": "2020", "posted": "2019-01-02", "updated": "2021-03"},
        "authors": [{"name": "The Demo Group", "sequence": "first"}],
        "editors": [{"given": "E.", "family": "Ditor", "prefix": "Dr.", "suffix": "Jr."}],
        "updates": {"to": [{"type": "correction", "doi": "10.5555/y"}]},
    }


def test_an_author_without_a_name_keeps_the_place() -> None:
    people = [{"sequence": "first", "affiliation": []}, {"family": "Second"}]
    assert project_crossref({"DOI": "10.5555/x", "author": people})["authors"] == [
        {"sequence": "first"},
        {"family": "Second"},
    ]
    assert "authors" not in project_crossref({"DOI": "10.5555/x", "author": people[:1]})


def test_a_long_list_of_authors_is_cut_and_says_so() -> None:
    record = project_crossref({"DOI": "10.5555/x", "author": [{"family": f"A{n}"} for n in range(201)]})
    authors = record["authors"]
    assert isinstance(authors, list)
    assert (len(authors), authors[-1], record["authors_total"]) == (200, {"family": "A199"}, 201)
    assert "authors_total" not in project_crossref({"DOI": "10.5555/x", "author": [{"family": "A"}] * 200})


def test_tags_and_entities_stay_and_texts_are_composed() -> None:
    record = project_crossref(
        {"DOI": "10.5555/x", "title": ["e\u0301 <i>in vivo</i> &lt;scp&gt;", None, " "]}
    )
    assert record["titles"] == ["é <i>in vivo</i> &lt;scp&gt;"]


def test_an_answer_under_another_doi_is_kept_under_the_one_asked_for() -> None:
    record = project_crossref({"DOI": "10.5555/NEW"}, "10.5555/OLD")
    assert (record["id"], record["doi"], record["alias_of"]) == (
        "doi:10.5555/old",
        "10.5555/old",
        "10.5555/new",
    )
    assert "alias_of" not in project_crossref({"DOI": "10.5555/NEW"}, "10.5555/new")


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (None, "an answer is a JSON object, this is null"),
        ([], "an answer is a JSON object, this is a list"),
        ({}, "DOI: it is missing; a work has one"),
        ({"DOI": 10.5}, "DOI: this is a number, not a string"),
        ({"DOI": "10.5555/" + "x" * 2048}, "DOI: it is longer than 2,048 characters"),
        ({"title": "One"}, "title: this is a string, not a list"),
        ({"title": [1]}, "title[0]: this is a number, not a string"),
        ({"author": {"family": "A"}}, "author: this is an object, not a list"),
        ({"author": ["A"]}, "author[0]: this is a string, not an object"),
        ({"author": [{"family": []}]}, "author[0].family: this is a list, not a string"),
        ({"issued": "2012"}, "issued: this is a string, not an object"),
        ({"issued": {"date-parts": [["May"]]}}, "issued.date-parts: May is no part of a date"),
        ({"issued": {"date-parts": [[True]]}}, "issued.date-parts: true is no part of a date"),
        ({"issued": {"date-parts": [2012]}}, "issued.date-parts[0]: this is a number, not a list"),
        (
            {"updated-by": [{"DOI": "10.5555/y"}]},
            "updated-by[0].type: it is missing; a notice has a type such as retraction",
        ),
        ({"relation": "none"}, "relation: this is a string, not an object"),
        ({"title": ["\ud800"]}, "the answer holds half a character (a lone surrogate)"),
    ],
)
def test_another_shape_is_a_named_error(message: object, why: str) -> None:
    if isinstance(message, dict) and message:
        message = {"DOI": "10.5555/x", **message}
    with pytest.raises(ProjectionError) as error:
        project_crossref(message)
    assert str(error.value) == why
