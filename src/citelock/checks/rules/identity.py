"""Rules about the identifier: its form, what was cleaned off it, a DOI in a cited address (README, 5)."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.identifiers import BadIdentifier, Identifier
from citelock.checks.text.excerpt import shown


def bad(identifier: BadIdentifier) -> Finding:
    """E_DOI_SYNTAX or E_ID_SYNTAX, with the reason and the hint that reading the identifier gave."""
    value = shown(identifier.raw, 200)
    hint = f": {identifier.hint}" if identifier.hint else ""
    return Finding(
        identifier.code, f"{value}: {identifier.reason}{hint}", field=identifier.field, cited=value
    )


def cleaned(identifier: Identifier, field: str) -> Finding | None:
    """W_DOI_CLEANED when characters were removed before use; `field` is where the identifier stands."""
    if identifier.cleaned_from is None:
        return None
    given, used = shown(identifier.cleaned_from, 200), identifier.doi or identifier.value
    return Finding(
        "W_DOI_CLEANED", f"cited {given}, read as {used}: write it so", field=field, cited=given, found=used
    )


def doi_in_address(identifier: Identifier) -> Finding | None:
    """N_URL_HAS_DOI for an address with a DOI in its path, shown to the end of the path (web.md, 1)."""
    from citelock.checks.urls import doi_in_url  # with the patterns of all that is no DOI

    found = doi_in_url(identifier.value)
    if found is None:
        return None
    doi = shown(found, 200)
    return Finding(
        "N_URL_HAS_DOI",
        f"the address holds the DOI {doi}: cited by `doi` it can be compared with the registry",
        field="url",
        argument=doi,
        found=doi,
    )
