"""Rules about markers and the lists they lead to (design README, section 5, concern import; web.md, 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from citelock.checks.findings import Finding
from citelock.checks.sentences import cited, message
from citelock.checks.text.excerpt import shown

if TYPE_CHECKING:
    from citelock.checks.claims import Citation

_DOCUMENT = "document:"


def missing(citation: Citation) -> Finding | None:
    """E_REF_MISSING for a citation that is a marker and nothing else; None for one that says more.

    Only asked where there is no identifier. A title is a description that an entry gave, so its marker led
    somewhere; a document that an API only numbers is named by its marker and its title, which is no entry.
    """
    marker = (citation.marker or "").strip()
    if not marker:
        return None
    described = any(
        (citation.title, citation.first_author, citation.authors, citation.year, citation.container_title)
    )
    if described and not marker.startswith(_DOCUMENT):
        return None
    name = shown(marker, 40)
    what = f"the marker {cited(name)} leads to no entry with an identifier"
    repair = "add the entry to the list of sources, or take the marker out"
    if marker.startswith(_DOCUMENT):
        what, repair = f"the document {cited(name)} has no identifier", "give it one with --documents"
    return Finding("E_REF_MISSING", message(what, repair), field="marker", argument=name, cited=name)


def unused(marker: str, fields: Mapping[str, object]) -> Finding:
    """W_REF_UNUSED for an entry of a source list; `fields` are what it says of its source."""
    name = shown(marker, 40)
    told = next(
        (str(fields[key]) for key in ("title", "doi", "pmid", "pmcid", "arxiv", "url") if key in fields), ""
    )
    source = f", {cited(shown(told, 80))}," if told else ""
    return Finding(
        "W_REF_UNUSED",
        message(
            f"no marker names entry {name}{source} of the sources", "cite it where it is used, or take it out"
        ),
        argument=name,
        cited=name,
    )


def uncited(words: str, part: str) -> Finding:
    """W_QUOTE_UNCITED for a quotation of a report; `part` is the part of the file it was left out with."""
    name = shown(words, 40)
    what = f"no citation carries the words {cited(shown(words, 80))}"
    where = f", they stand in {part}, which is not read" if part else ""
    return Finding(
        "W_QUOTE_UNCITED",
        message(what + where, "put the marker of their source behind them, or take the quotation marks off"),
        argument=name,
        cited=name,
    )
