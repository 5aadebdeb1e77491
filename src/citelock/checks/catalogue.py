"""The one list of codes: concern, severity and the label each leads to (design README, section 5).

The order of the list is the order of codes in every report. Severities here are the defaults; `citelock.yml`
may change them, and nothing else: a label follows from the code (web.md, section 2). Only codes that the
audit can give are listed. What a code means is in `explanations/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from citelock.checks.findings import Severity
from citelock.checks.named import NamedTuple

_OF_LETTER = {"E": Severity.ERROR, "W": Severity.WARNING, "N": Severity.NOTE}


class Entry(NamedTuple):
    """One code.

    `label` is the row of web.md section 2 that the code puts a citation in: `unverified`,
    `not-machine-checked`, `partial`, or "" when it lowers nothing. E_FIELD_MISSING is the one code whose row
    depends on its argument; see `label_row`.
    """

    code: str
    concern: str
    label: str

    @property
    def severity(self) -> Severity:
        """The default severity, which the first letter of the code says."""
        return _OF_LETTER[self.code[0]]


CATALOGUE: tuple[Entry, ...] = (
    Entry("E_UNCITED", "claim", "unverified"),
    Entry("E_FIELD_MISSING", "claim", "partial"),
    Entry("E_LABEL_OVERCLAIM", "claim", ""),
    Entry("W_NO_CLAIMS", "claim", ""),
    Entry("W_NOT_MACHINE_CHECKED", "claim", "not-machine-checked"),
    Entry("E_DOI_SYNTAX", "identity", "unverified"),
    Entry("E_ID_SYNTAX", "identity", "unverified"),
    Entry("W_DOI_CLEANED", "identity", ""),
    Entry("W_DOI_ALIAS", "identity", ""),
    Entry("N_URL_HAS_DOI", "identity", ""),
    Entry("W_URL_GONE", "identity", "not-machine-checked"),
    Entry("E_NOT_CACHED", "record", "not-machine-checked"),
    Entry("E_DOI_NOT_FOUND", "record", "unverified"),
    Entry("E_CACHE_CORRUPT", "record", "not-machine-checked"),
    Entry("E_SLUG_COLLISION", "record", "not-machine-checked"),
    Entry("N_RECORD_WITHOUT_METADATA", "record", "partial"),
    Entry("E_TITLE_MISMATCH", "title", "unverified"),
    Entry("W_TITLE_PARTIAL", "title", ""),
    Entry("W_TITLE_DIFFERS", "title", ""),
    Entry("W_TITLE_GENERIC", "title", ""),
    Entry("N_TITLE_UNAVAILABLE", "title", ""),
    Entry("E_YEAR_MISMATCH", "year", "unverified"),
    Entry("W_YEAR_NEAR", "year", ""),
    Entry("W_YEAR_ONLINE_ONLY", "year", ""),
    Entry("N_YEAR_UNAVAILABLE", "year", ""),
    Entry("E_AUTHOR_MISMATCH", "author", "unverified"),
    Entry("W_AUTHOR_NOT_FIRST", "author", ""),
    Entry("W_AUTHOR_PART", "author", ""),
    Entry("W_AUTHOR_SWAPPED", "author", ""),
    Entry("W_AUTHOR_GIVEN", "author", ""),
    Entry("W_AUTHOR_GROUP", "author", ""),
    Entry("W_AUTHOR_SCRIPT", "author", ""),
    Entry("N_AUTHOR_UNAVAILABLE", "author", ""),
    Entry("E_COAUTHOR_MISMATCH", "author", "unverified"),
    Entry("W_CONTAINER_MISMATCH", "author", ""),
    Entry("E_RETRACTED", "notices", "unverified"),
    Entry("W_CONCERN", "notices", "partial"),
    Entry("W_CORRECTED", "notices", ""),
    Entry("W_IS_NOTICE", "notices", "partial"),
    Entry("N_UPDATED", "notices", ""),
    Entry("E_NO_SNAPSHOT", "snapshot", "not-machine-checked"),
    Entry("E_SNAPSHOT_ALTERED", "snapshot", "not-machine-checked"),
    Entry("E_SNAPSHOT_LICENCE", "snapshot", "partial"),
    Entry("W_SNAPSHOT_ABSTRACT_ONLY", "snapshot", "not-machine-checked"),
    Entry("W_SNAPSHOT_IDENTITY", "snapshot", "partial"),
    Entry("W_SNAPSHOT_QUALITY", "snapshot", "partial"),
    Entry("N_SNAPSHOT_NO_PROVENANCE", "snapshot", ""),
    Entry("N_SNAPSHOT_SEALED", "snapshot", ""),
    Entry("E_QUOTE_NOT_FOUND", "quote", "unverified"),
    Entry("E_QUOTE_FRAGMENT_NOT_FOUND", "quote", "partial"),
    Entry("E_QUOTE_TOO_SHORT", "quote", "unverified"),
    Entry("E_QUOTE_UNSAFE", "quote", "unverified"),
    Entry("E_QUOTE_NEGATION_ELIDED", "quote", "unverified"),
    Entry("W_QUOTE_EDITED", "quote", "partial"),
    Entry("W_QUOTE_SPLICED", "quote", "partial"),
    Entry("W_QUOTE_CONTEXT_CUT", "quote", "partial"),
    Entry("N_QUOTE_MARKERS_IGNORED", "quote", ""),
    Entry("E_NUMBER_UNSUPPORTED", "number", "partial"),
    Entry("W_NUMBER_CONVERTED", "number", "partial"),
    Entry("W_NUMBER_DERIVED", "number", "partial"),
    Entry("W_NUMBER_UNIT", "number", "partial"),
    Entry("W_NUMBER_COARSE", "number", "partial"),
    Entry("W_NUMBER_ORDER", "number", "partial"),
    Entry("W_NUMBER_WORD", "number", "partial"),
    Entry("N_NUMBER_ROUNDED", "number", ""),
    Entry("N_NUMBER_AMBIGUOUS", "number", ""),
    Entry("N_NUMBER_ELSEWHERE", "number", ""),
    Entry("N_YEAR_FROM_RECORD", "number", ""),
    Entry("E_REF_MISSING", "import", "unverified"),
    Entry("W_REF_UNUSED", "import", ""),
    Entry("W_QUOTE_UNCITED", "import", ""),
    Entry("E_EVIDENCE_SELF_SUPPLIED", "pull_request", "not-machine-checked"),
    Entry("W_EVIDENCE_CHANGED", "pull_request", ""),
    Entry("E_CLAIM_VANISHED", "pull_request", ""),
    Entry("W_CONFIG_CHANGED", "pull_request", ""),
)

BY_CODE: Mapping[str, Entry] = {entry.code: entry for entry in CATALOGUE}
ORDER: Mapping[str, int] = {entry.code: place for place, entry in enumerate(CATALOGUE)}
CODES: tuple[str, ...] = tuple(ORDER)
_LABELS: Mapping[str, str] = {entry.code: entry.label for entry in CATALOGUE}  # of names without argument
_WORDS: Mapping[str, str] = {entry.code: str(entry.severity) for entry in CATALOGUE}

# Fields without which there is nothing to verify: row 1 of web.md section 2, any other missing field is row
# 3.
_FIELDS_OF_UNVERIFIED = frozenset({"identifier", "quote"})


def bare(name: str) -> str:
    """The code of a name as it stands in the report.

    >>> bare("E_NUMBER_UNSUPPORTED:3,5")
    'E_NUMBER_UNSUPPORTED'
    """
    return name.partition(":")[0]


def label_row(name: str) -> str:
    """The label of the row that a name belongs to, "" when it lowers nothing. KeyError: an unknown code.

    >>> label_row("E_FIELD_MISSING:quote"), label_row("E_FIELD_MISSING:year")
    ('unverified', 'partial')
    """
    known = _LABELS.get(name)
    if known is not None:
        return known
    code, _, argument = name.partition(":")
    if code == "E_FIELD_MISSING" and argument in _FIELDS_OF_UNVERIFIED:
        return "unverified"
    return BY_CODE[code].label


def severity_of(code: str, overrides: Mapping[str, Severity]) -> Severity:
    """The severity in force: that of the configuration, else the default."""
    return overrides.get(code) or BY_CODE[code].severity


def severity_word(code: str, overrides: Mapping[str, Severity]) -> str:
    """The same as it stands in the report, a plain string; many times as fast as the member of the enum."""
    if overrides and code in overrides:
        return str(overrides[code])
    return _WORDS[code]


def in_order(names: Iterable[str]) -> list[str]:
    """Names in the order of the catalogue; those of one code stay as they come."""
    return sorted(names, key=lambda name: ORDER[bare(name)])
