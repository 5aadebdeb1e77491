"""A CSL-JSON item becomes a record."""

from __future__ import annotations

import pytest

from citelock.checks.projections.csl import project_csl
from citelock.checks.projections.errors import ProjectionError


def test_an_item_becomes_the_record_whole() -> None:
    assert project_csl(
        {
            "type": "article-journal",
            "DOI": "10.5555/X",
            "title": "On  Things",
            "title-short": "Things",
            "container-title": "Annals",
            "container-title-short": "Ann.",
            "publisher": "Press",
            "page": 7,
            "issued": {"date-parts": [["2001", 3]]},
            "author": [
                {"family": "Berg", "non-dropping-particle": "van der", "given": "A.", "suffix": "Jr."},
                {"literal": "Demo Group"},
            ],
            "editor": [{"family": "Ditor", "given": "E."}],
            "abstract": "The publisher's.",
        }
    ) == {
        "schema": "citelock-record/1",
        "status": "found",
        "id": "doi:10.5555/x",
        "doi": "10.5555/x",
        "source": "csl",
        "type": "article-journal",
        "publisher": "Press",
        "pages": "7",
        "titles": ["On Things"],
        "short_titles": ["Things"],
        "containers": ["Annals"],
        "short_containers": ["Ann."],
        "dates": {"issued": "2001-03"},
        "authors": [{"family": "van der Berg", "given": "A.", "suffix": "Jr."}, {"name": "Demo Group"}],
        "editors": [{"family": "Ditor", "given": "E."}],
    }


def test_lists_in_place_of_strings_are_read() -> None:
    record = project_csl(
        {"title": ["One"], "container-title": ["J"], "published": {"raw": "2020-05-01"}}, "10.5555/x"
    )
    assert (record["titles"], record["containers"], record["dates"], record["doi"]) == (
        ["One"],
        ["J"],
        {"issued": "2020-05-01"},
        "10.5555/x",
    )


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ([], "an answer is a JSON object, this is a list"),
        ({"title": "One"}, "DOI: it is missing"),
        (
            {"DOI": "10.5555/x", "title": " "},
            "title: it is missing; without one there is nothing to compare with",
        ),
        ({"DOI": "10.5555/x", "title": {"a": 1}}, "title: this is an object, not a list"),
        ({"DOI": "10.5555/x", "title": "One", "issued": "2001"}, "issued: this is a string, not an object"),
    ],
)
def test_another_shape_is_a_named_error(answer: object, why: str) -> None:
    with pytest.raises(ProjectionError) as error:
        project_csl(answer)
    assert str(error.value) == why
