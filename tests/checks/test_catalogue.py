"""The catalogue: complete, in order, and readable by a person."""

from __future__ import annotations

import re

import pytest

from citelock.checks import catalogue
from citelock.checks.catalogue import CATALOGUE, Entry
from citelock.checks.explanations import explanation
from citelock.checks.findings import Finding, Severity
from citelock.checks.labels import RANKS, VERIFIED

# fmt: off
CODES = [
    "E_UNCITED", "E_FIELD_MISSING", "E_LABEL_OVERCLAIM", "W_NO_CLAIMS", "W_NOT_MACHINE_CHECKED",
    "E_DOI_SYNTAX", "E_ID_SYNTAX", "W_DOI_CLEANED", "W_DOI_ALIAS", "N_URL_HAS_DOI", "W_URL_GONE",
    "E_NOT_CACHED", "E_DOI_NOT_FOUND", "E_CACHE_CORRUPT", "E_SLUG_COLLISION",
    "N_RECORD_WITHOUT_METADATA",
    "E_TITLE_MISMATCH", "W_TITLE_PARTIAL", "W_TITLE_DIFFERS", "W_TITLE_GENERIC",
    "N_TITLE_UNAVAILABLE",
    "E_YEAR_MISMATCH", "W_YEAR_NEAR", "W_YEAR_ONLINE_ONLY", "N_YEAR_UNAVAILABLE",
    "E_AUTHOR_MISMATCH", "W_AUTHOR_NOT_FIRST", "W_AUTHOR_PART", "W_AUTHOR_SWAPPED",
    "W_AUTHOR_GIVEN", "W_AUTHOR_GROUP", "W_AUTHOR_SCRIPT", "N_AUTHOR_UNAVAILABLE",
    "E_COAUTHOR_MISMATCH", "W_CONTAINER_MISMATCH",
    "E_RETRACTED", "W_CONCERN", "W_CORRECTED", "W_IS_NOTICE", "N_UPDATED",
    "E_NO_SNAPSHOT", "E_SNAPSHOT_ALTERED", "E_SNAPSHOT_LICENCE", "W_SNAPSHOT_ABSTRACT_ONLY",
    "W_SNAPSHOT_IDENTITY", "W_SNAPSHOT_QUALITY", "N_SNAPSHOT_NO_PROVENANCE",
    "N_SNAPSHOT_SEALED",
    "E_QUOTE_NOT_FOUND", "E_QUOTE_FRAGMENT_NOT_FOUND", "E_QUOTE_TOO_SHORT", "E_QUOTE_UNSAFE",
    "E_QUOTE_NEGATION_ELIDED", "W_QUOTE_EDITED", "W_QUOTE_SPLICED", "W_QUOTE_CONTEXT_CUT",
    "N_QUOTE_MARKERS_IGNORED",
    "E_NUMBER_UNSUPPORTED", "W_NUMBER_CONVERTED", "W_NUMBER_DERIVED", "W_NUMBER_UNIT",
    "W_NUMBER_COARSE", "W_NUMBER_ORDER", "W_NUMBER_WORD", "N_NUMBER_ROUNDED", "N_NUMBER_AMBIGUOUS",
    "N_NUMBER_ELSEWHERE", "N_YEAR_FROM_RECORD",
    "E_REF_MISSING", "W_REF_UNUSED", "W_QUOTE_UNCITED",
    "E_EVIDENCE_SELF_SUPPLIED", "W_EVIDENCE_CHANGED", "E_CLAIM_VANISHED", "W_CONFIG_CHANGED",
]
# fmt: on

SEVERITY_OF_LETTER = {"E": Severity.ERROR, "W": Severity.WARNING, "N": Severity.NOTE}


def test_the_order_is_that_of_the_design() -> None:
    assert list(catalogue.CODES) == CODES


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.code)
def test_every_entry_is_whole(entry: Entry) -> None:
    assert entry.severity is SEVERITY_OF_LETTER[entry.code[0]]
    assert entry.label in {"", *RANKS} - {VERIFIED}
    assert re.fullmatch(
        r"claim|identity|record|title|year|author|notices|snapshot|quote|number|import|pull_request",
        entry.concern,
    )
    prose = explanation(entry.code)
    for text in (prose.sentence, prose.why, prose.example, prose.repair, prose.limits):
        assert text.strip() == text
        assert text.endswith((".", "`"))
        assert "!" not in text
        assert "  " not in text


def test_concerns_stand_together() -> None:
    concerns = [entry.concern for entry in CATALOGUE]
    assert sorted(concerns, key=concerns.index) == concerns


def test_severities_change_and_codes_do_not() -> None:
    overrides = {"E_TITLE_MISMATCH": Severity.NOTE}
    assert catalogue.severity_of("E_TITLE_MISMATCH", overrides) is Severity.NOTE
    assert catalogue.severity_of("E_YEAR_MISMATCH", overrides) is Severity.ERROR
    for code in catalogue.CODES:
        assert catalogue.severity_word(code, overrides) == catalogue.severity_of(code, overrides).value


def test_names_are_sorted_as_the_list_and_keep_their_order_within_a_code() -> None:
    names = ["E_NUMBER_UNSUPPORTED:3", "E_FIELD_MISSING:year", "E_QUOTE_NOT_FOUND", "E_FIELD_MISSING:quote"]
    assert catalogue.in_order(names) == [
        "E_FIELD_MISSING:year",
        "E_FIELD_MISSING:quote",
        "E_QUOTE_NOT_FOUND",
        "E_NUMBER_UNSUPPORTED:3",
    ]


def test_a_name_is_its_code_and_argument() -> None:
    finding = Finding("E_NUMBER_UNSUPPORTED", "…", argument="3,5")
    assert finding.name == "E_NUMBER_UNSUPPORTED:3,5"
    assert catalogue.bare(finding.name) == "E_NUMBER_UNSUPPORTED"
    assert set(Finding._fields) >= {"cited", "found"}


def test_an_unknown_code_is_a_bug_and_not_a_label() -> None:
    with pytest.raises(KeyError):
        catalogue.label_row("E_NO_SUCH_CODE")
