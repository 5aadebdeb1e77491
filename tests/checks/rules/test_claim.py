"""Rules about a claim as such."""

from __future__ import annotations

import pytest

from citelock.checks.findings import Finding
from citelock.checks.rules.claim import is_blank, missing, no_claims, overclaim, uncited


def test_an_uncited_claim() -> None:
    assert uncited() == Finding(
        "E_UNCITED", "The claim has no citation. Add one, or take it out of this file.", field="citations"
    )


@pytest.mark.parametrize("field", ["title", "year", "first_author", "quote"])
def test_a_missing_field_is_named_and_pointed_at(field: str) -> None:
    finding = missing(field)
    assert (finding.name, finding.field) == (f"E_FIELD_MISSING:{field}", field)


def test_a_missing_identifier_belongs_to_the_whole_citation() -> None:
    assert missing("identifier") == Finding(
        "E_FIELD_MISSING",
        "No identifier. Give doi, pmid, pmcid, arxiv or url.",
        field="",
        argument="identifier",
    )


@pytest.mark.parametrize(
    ("text", "blank"),
    [(None, True), ("", True), (" … ", True), ("—", True), ("a", False), ("7", False), ("王", False)],
)
def test_blank_is_without_letter_or_digit(text: str | None, blank: bool) -> None:
    assert is_blank(text) is blank


def test_an_overclaim_shows_both_values() -> None:
    finding = overclaim("verified", "not-machine-checked")
    assert (finding.cited, finding.found) == ("verified", "not-machine-checked")
    assert (
        finding.message
        == "The status says “verified”, the computed label is not-machine-checked. Lower it or leave it out."
    )


def test_a_file_without_claims() -> None:
    assert no_claims() == Finding(
        "W_NO_CLAIMS", "The file has no claim. Nothing was checked.", field="claims"
    )
