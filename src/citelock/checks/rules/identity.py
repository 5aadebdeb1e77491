"""Rules about the identifier: its form, what was cleaned off it, a DOI in a cited address (README, 5)."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.identifiers import BadIdentifier, Identifier
from citelock.checks.records import Record
from citelock.checks.sentences import cited, message
from citelock.checks.text.excerpt import shown


def bad(identifier: BadIdentifier) -> Finding:
    """E_DOI_SYNTAX or E_ID_SYNTAX, with the reason and the hint that reading the identifier gave."""
    value = shown(identifier.raw, 200)
    return Finding(identifier.code, refusal(identifier), field=identifier.field, cited=value)


def refusal(identifier: BadIdentifier) -> str:
    """What is wrong with a bad identifier and what to do, as a person reads it."""
    return message(f"{cited(shown(identifier.raw, 200))} {identifier.reason}", identifier.hint)


def cleaned(identifier: Identifier, field: str) -> Finding | None:
    """W_DOI_CLEANED when characters were removed before use; `field` is where the identifier stands."""
    if identifier.cleaned_from is None:
        return None
    given, used = shown(identifier.cleaned_from, 200), identifier.doi or identifier.value
    said = message(f"cited {cited(given)}, read as {used}", "write it so")
    return Finding("W_DOI_CLEANED", said, field=field, cited=given, found=used)


def alias(record: Record, identifier: Identifier, field: str) -> Finding | None:
    """W_DOI_ALIAS: the registry answered under another DOI, the one that the publisher uses (metadata.md, 2).

    `field` is where the identifier stands.
    """
    used = record.alias_of.lower()
    if not used or used == identifier.doi:
        return None
    ours, theirs = shown(identifier.doi or identifier.key, 200), shown(record.alias_of, 200)
    said = message(f"cited {ours}, the registry keeps the work as {theirs}", "cite it so")
    return Finding("W_DOI_ALIAS", said, field=field, cited=ours, found=theirs)


def doi_in_address(identifier: Identifier) -> Finding | None:
    """N_URL_HAS_DOI for an address with a DOI in its path, shown to the end of the path (web.md, 1)."""
    from citelock.checks.urls import doi_in_url  # with the patterns of all that is no DOI

    found = doi_in_url(identifier.value)
    if found is None:
        return None
    doi = shown(found, 200)
    return Finding(
        "N_URL_HAS_DOI",
        message(f"the address holds the DOI {doi}", "cited by `doi` it can be compared with the registry"),
        field="url",
        argument=doi,
        found=doi,
    )
