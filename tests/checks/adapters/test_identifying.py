"""Identifiers out of running text and out of the fields of bibliographies."""

from __future__ import annotations

import json

import pytest

from citelock.checks.adapters.reading import read_any

# The form of ANSI/NISO Z39.56, as publishers made DOIs of it before 2000.
SICI = "10.5555/(SICI)1097-4636(199823)43:4<338::AID-JBM16>3.0.CO;2-B"
ESCAPED = SICI.replace("<", "&lt;").replace(">", "&gt;")


def dois(text: str, name: str) -> list[object]:
    read = read_any(text.encode(), name)
    return [each.fields.get("doi") for claim in read.claims for each in claim.citations]


@pytest.mark.parametrize(
    "entry",
    [
        f"doi:{SICI}",
        f"doi: {SICI}.",
        f"doi:{ESCAPED}",
        f"https://doi.org/{SICI}",
        f"(https://dx.doi.org/{SICI})",
        f"[T](<https://doi.org/{ESCAPED}>)",
    ],
)
def test_a_doi_with_angle_brackets_is_read_whole_in_a_report(entry: str) -> None:
    assert dois(f"It fell [1].\n\n## References\n[1] Carbon in soils. {entry}\n", "r.md") == [SICI.lower()]


@pytest.mark.parametrize(
    "value", [SICI, SICI.replace("<", "$<$").replace(">", "$>$"), f"https://doi.org/{SICI}", ESCAPED]
)
def test_a_field_for_the_doi_is_all_doi(value: str) -> None:
    assert dois(f"@article{{a, title={{T}}, doi={{{value}}}}}", "a.bib") == [SICI.lower()]
    assert dois(json.dumps([{"id": "a", "title": "T", "DOI": value}]), "a.json") == [SICI.lower()]


def test_an_angle_bracket_behind_another_doi_is_not_of_it() -> None:
    text = "It fell [1].\n\n## References\n[1] Carbon in soils. doi:10.5555/abc<br>2019\n"
    assert dois(text, "r.md") == ["10.5555/abc"]
