"""An identifier in normal form, a text that is none, and what a DOI becomes: one of the two.

Which field of a citation counts and what its files are called is in `identifiers.py`, all kinds that are no
DOI in `other_ids.py` (metadata.md, section 1).
"""

from __future__ import annotations

from citelock.checks.dois import read_doi
from citelock.checks.id_readings import Refusal
from citelock.checks.named import NamedTuple


class Identifier(NamedTuple):
    """One identifier in normal form.

    `scheme` is doi, pmid, pmcid, arxiv or url; `doi` the DOI of a doi or arxiv one.
    `cleaned_from` is the value as given when it had to be cleaned (W_DOI_CLEANED), else None. Where the
    cleaning is doubtful (metadata.md, section 1.2), `given` is the identifier without it: it is the one meant
    if its record is found. `version` ("v2") is the version asked for, which is no part of an arXiv
    identifier.
    """

    scheme: str
    value: str
    doi: str | None = None
    cleaned_from: str | None = None
    given: Identifier | None = None
    version: str | None = None

    @property
    def key(self) -> str:
        """The report's `id`.

        `doi:10.0000/demo.1`, `arxiv:2104.12255`, `pmid:123`, `pmcid:PMC123`, `url:https://…`.
        """
        return f"{self.scheme}:{self.value}"


class BadIdentifier(NamedTuple):
    """An identifier that is none.

    The code (E_DOI_SYNTAX or E_ID_SYNTAX), the field, the value, the reason, what to do.
    """

    code: str
    raw: str
    reason: str
    hint: str
    field: str = "doi"


def from_doi(raw: str, field: str) -> Identifier | BadIdentifier:
    """The identifier that a DOI stands for; `field` is where it was written."""
    reading = read_doi(raw)
    if isinstance(reading, Refusal):
        return BadIdentifier("E_DOI_SYNTAX", raw, reading.reason, reading.hint, field)
    value, cleaned, given, version, given_cleaned = reading
    alternative = None if given is None else Identifier("doi", given, given, raw if given_cleaned else None)
    return Identifier("doi", value, value, raw if cleaned else None, alternative, version)
