"""Rules about a claim as such: cited, fields present, own label not above the computed one (README, 5)."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.sentences import cited, message
from citelock.checks.text.excerpt import shown

_MISSING = {
    "identifier": "No identifier. Give doi, pmid, pmcid, arxiv or url.",
    "title": "No title to compare with the record. Copy it from the source.",
    "year": "No year to compare with the record. Write a number such as 2024.",
    "first_author": "No first author to compare with the record. Write the family name.",
    "quote": "No quotation to look up. Copy the words from the source into `quote`.",
}


def uncited() -> Finding:
    """E_UNCITED."""
    return Finding(
        "E_UNCITED",
        "The claim has no citation. Add one, or take it out of this file.",
        field="citations",
    )


def missing(field: str) -> Finding:
    """E_FIELD_MISSING for one of identifier, title, year, first_author, quote."""
    return Finding(
        "E_FIELD_MISSING", _MISSING[field], field="" if field == "identifier" else field, argument=field
    )


def is_blank(value: str | None) -> bool:
    """Whether a text is absent or has no letter or digit: no way round a comparison (metadata.md, 5)."""
    return value is None or not any(map(str.isalnum, value))


def overclaim(status: str, label: str) -> Finding:
    """E_LABEL_OVERCLAIM: the agent's status and the computed label, both shown."""
    return Finding(
        "E_LABEL_OVERCLAIM",
        message(
            f"the status says {cited(shown(status, 40))}, the computed label is {label}",
            "lower it or leave it out",
        ),
        field="status",
        cited=status,
        found=label,
    )


def no_claims() -> Finding:
    """W_NO_CLAIMS, for a file."""
    return Finding("W_NO_CLAIMS", "The file has no claim. Nothing was checked.", field="claims")


def no_claims_anywhere(patterns: str) -> Finding:
    """W_NO_CLAIMS, for a whole tree: `patterns` are those that its claims files should match."""
    return Finding(
        "W_NO_CLAIMS",
        message(
            f"no file that matches {shown(patterns, 200)} has a claim, so nothing was checked",
            "name the claims files with the input claims, or take the audit out",
        ),
    )
