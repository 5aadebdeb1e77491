"""What an import made of a text, as tests compare it."""

from __future__ import annotations

from citelock.checks.adapters.assemble import is_missing
from citelock.checks.adapters.interface import Imported
from citelock.checks.adapters.reading import read_any

TRUE = "Mortality fell by 9 percent in all treated patients"
FALSE = "The drug works wonderfully well in all very young children"
LISTED = "\n\n## Sources\n[1] T: https://example.org/a\n"


def markdown(text: str) -> Imported:
    return read_any(text.encode(), "report.md")


def fields(read: Imported) -> list[dict[str, object]]:
    """The citations with an identifier, as `import` writes them."""
    return [
        ({"marker": citation.marker} if citation.marker else {}) | dict(citation.fields)
        for claim in read.claims
        for citation in claim.citations
        if not is_missing(citation)
    ]


def markers(text: str) -> list[str]:
    return [citation.marker for claim in markdown(text).claims for citation in claim.citations]


def quoted(text: str) -> list[list[str]]:
    """What is quoted, citation by citation."""
    return [
        list(each.fields.get("quotes") or filter(None, [each.fields.get("quote")]))  # type: ignore[call-overload] # both of strings
        for claim in markdown(text).claims
        for each in claim.citations
    ]


def texts(text: str) -> list[tuple[str, list[str]]]:
    return [(claim.text, [each.marker for each in claim.citations]) for claim in markdown(text).claims]
