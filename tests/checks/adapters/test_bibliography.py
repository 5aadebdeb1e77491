"""BibTeX inside of a report in Markdown."""

from __future__ import annotations

import pytest

from tests.support.imported import fields, markdown, markers

BIBTEX = (
    "@article{smith2020,\n  title={A title of it},\n  author={Smith, Jane and Doe, Al},\n  year={2020},\n"
    "  doi={10.5555/demo.1}\n}\n\n@misc{doe19, title={Other}, author={Doe, A.}, year=2019, url={https://example.org/d}}\n"
)
FENCED = f"```bibtex\n{BIBTEX}```\n"
WHOLE = {
    "marker": "smith2020",
    "doi": "10.5555/demo.1",
    "title": "A title of it",
    "year": 2020,
    "first_author": "Smith",
    "authors": ["Smith, Jane", "Doe, Al"],
}


@pytest.mark.parametrize(
    "bibliography", [FENCED, BIBTEX, FENCED.replace("```bibtex", "~~~~ {.bib}").replace("```", "~~~~")]
)
@pytest.mark.parametrize("heading", ["## References\n\n", "", "Here it is:\n\n"])
def test_keys_lead_to_bibtex_fenced_or_bare(bibliography: str, heading: str) -> None:
    read = markdown(f"Costs rose [@smith2020]. They fell \\cite{{doe19}}.\n\n{heading}{bibliography}")
    first, second = fields(read)
    assert first == WHOLE
    assert (second["marker"], second["url"], second["year"]) == ("doe19", "https://example.org/d", 2019)
    assert [claim.text for claim in read.claims] == ["Costs rose.", "They fell."]
    assert (read.counts.references, read.unused, read.left_out, read.said) == (2, (), (), ())


def test_names_with_a_year_lead_to_bibtex_under_a_heading_of_sources() -> None:
    said = "Costs rose (Smith & Doe, 2020). They fell (Doe, 2019). More (Smith et al., 2018)."
    text = f"{said}\n\n## Bibliography\n\n{FENCED}"
    assert markers(text) == ["Smith & Doe, 2020", "Doe, 2019", "Smith et al., 2018"]
    read = markdown(text)
    assert [each["title"] for each in fields(read)] == ["A title of it", "Other"]


def test_without_markers_there_is_a_claim_for_each_entry_at_its_place() -> None:
    read = markdown(f"Costs rose.\n\n## References\n\n{FENCED}")
    assert [(claim.text, claim.at) for claim in read.claims] == [
        ("A title of it", (6, 1)),
        ("Other", (13, 1)),
    ]
    assert markdown(f"## References\n\n{BIBTEX}").claims[1].at == (10, 1)


def test_how_to_cite_the_report_itself_is_code() -> None:
    read = markdown(f"Costs rose [1].\n\n## Citation\n\n{FENCED}\n## Sources\n[1] X: https://example.org/x\n")
    assert (read.unused, dict(read.left_out)) == ((), {"code": 9})


def test_an_entry_that_cannot_be_read_is_told_of_with_its_line() -> None:
    broken = FENCED.replace("year={2020},", "year={2020,")
    read = markdown(f"Costs rose [@doe19].\n\n## References\n\n{broken}")
    assert [at[0] for _, at in read.unread] == [6]
    assert "cannot be read" in read.unread[0][0]


def test_an_entry_that_nothing_cites_is_unused() -> None:
    read = markdown(f"Costs rose [@smith2020].\n\n## References\n\n{FENCED}")
    assert [(each.marker, each.at) for each in read.unused] == [("doe19", (13, 1))]
