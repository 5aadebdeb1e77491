"""Rules about the identifier."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.identifiers import BadIdentifier, Identifier
from citelock.checks.records import Record
from citelock.checks.rules.identity import alias, bad, cleaned, doi_in_address


def test_a_bad_doi_says_why_and_what_to_do() -> None:
    refused = BadIdentifier("E_DOI_SYNTAX", "0.5281/zenodo.1", "lost its first digit", "write 10.5281/…")
    assert bad(refused) == Finding(
        "E_DOI_SYNTAX",
        "“0.5281/zenodo.1” lost its first digit. Write 10.5281/…",
        field="doi",
        cited="0.5281/zenodo.1",
    )


def test_a_bad_identifier_of_another_kind_points_at_its_field() -> None:
    finding = bad(BadIdentifier("E_ID_SYNTAX", "PMC1\u202e2", "is no PMID", "", field="pmid"))
    assert finding == Finding("E_ID_SYNTAX", "“PMC1\\u202e2” is no PMID.", field="pmid", cited="PMC1\\u202e2")


def test_a_cleaned_doi_shows_both_values() -> None:
    used = Identifier("doi", "10.5555/demo.1", "10.5555/demo.1", cleaned_from="10.5555/demo.1.")
    assert cleaned(used, "doi") == Finding(
        "W_DOI_CLEANED",
        "Cited “10.5555/demo.1.”, read as 10.5555/demo.1. Write it so.",
        field="doi",
        cited="10.5555/demo.1.",
        found="10.5555/demo.1",
    )
    assert cleaned(Identifier("doi", "10.5555/demo.1", "10.5555/demo.1"), "doi") is None


def test_a_doi_that_the_registry_keeps_under_another_is_named() -> None:
    old = Identifier("doi", "10.5555/old", "10.5555/old")
    assert alias(
        Record("found", "crossref", doi="10.5555/old", alias_of="10.5555/new"), old, "doi"
    ) == Finding(
        "W_DOI_ALIAS",
        "Cited 10.5555/old, the registry keeps the work as 10.5555/new. Cite it so.",
        field="doi",
        cited="10.5555/old",
        found="10.5555/new",
    )
    assert alias(Record("found", "crossref", doi="10.5555/old"), old, "doi") is None
    assert alias(Record("found", "crossref", alias_of="10.5555/OLD"), old, "doi") is None


def test_a_doi_in_an_address_is_shown() -> None:
    finding = doi_in_address(Identifier("url", "https://publisher.example/doi/10.5555/demo.1?x=1"))
    assert finding is not None
    assert finding.name == "N_URL_HAS_DOI:10.5555/demo.1"
    assert doi_in_address(Identifier("url", "https://publisher.example/2024/10.html")) is None
