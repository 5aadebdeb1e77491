"""Labels: the tables of web.md, section 2, row by row and in every combination."""

from __future__ import annotations

from itertools import product

import pytest

from citelock.checks.catalogue import CATALOGUE
from citelock.checks.labels import FOUND, RANKS, citation_label, claim_label, deciding_codes, overclaims
from citelock.checks.quotes import STATUSES

UNVERIFIED, NOT_MACHINE_CHECKED, PARTIAL, VERIFIED = RANKS

# The table written out: what each code makes of a citation whose quotation was found.
OF_CODE = {
    "E_UNCITED": UNVERIFIED,
    "E_FIELD_MISSING:identifier": UNVERIFIED,
    "E_FIELD_MISSING:quote": UNVERIFIED,
    "E_FIELD_MISSING:title": PARTIAL,
    "E_FIELD_MISSING:year": PARTIAL,
    "E_FIELD_MISSING:first_author": PARTIAL,
    "E_LABEL_OVERCLAIM": VERIFIED,
    "W_NO_CLAIMS": VERIFIED,
    "W_NOT_MACHINE_CHECKED:robots": NOT_MACHINE_CHECKED,
    "E_DOI_SYNTAX": UNVERIFIED,
    "E_ID_SYNTAX": UNVERIFIED,
    "W_DOI_CLEANED": VERIFIED,
    "W_DOI_ALIAS": VERIFIED,
    "N_URL_HAS_DOI:10.5555/x": VERIFIED,
    "W_URL_GONE:404": NOT_MACHINE_CHECKED,
    "E_NOT_CACHED": NOT_MACHINE_CHECKED,
    "E_DOI_NOT_FOUND": UNVERIFIED,
    "E_CACHE_CORRUPT": NOT_MACHINE_CHECKED,
    "E_SLUG_COLLISION": NOT_MACHINE_CHECKED,
    "N_RECORD_WITHOUT_METADATA": PARTIAL,
    "E_TITLE_MISMATCH": UNVERIFIED,
    "W_TITLE_PARTIAL": VERIFIED,
    "W_TITLE_DIFFERS": VERIFIED,
    "W_TITLE_GENERIC": VERIFIED,
    "N_TITLE_UNAVAILABLE": VERIFIED,
    "E_YEAR_MISMATCH": UNVERIFIED,
    "W_YEAR_NEAR": VERIFIED,
    "W_YEAR_ONLINE_ONLY": VERIFIED,
    "N_YEAR_UNAVAILABLE": VERIFIED,
    "E_AUTHOR_MISMATCH": UNVERIFIED,
    "W_AUTHOR_NOT_FIRST": VERIFIED,
    "W_AUTHOR_PART": VERIFIED,
    "W_AUTHOR_SWAPPED": VERIFIED,
    "W_AUTHOR_GIVEN": VERIFIED,
    "W_AUTHOR_GROUP": VERIFIED,
    "W_AUTHOR_SCRIPT": VERIFIED,
    "N_AUTHOR_UNAVAILABLE": VERIFIED,
    "E_COAUTHOR_MISMATCH": UNVERIFIED,
    "W_CONTAINER_MISMATCH": VERIFIED,
    "E_RETRACTED": UNVERIFIED,
    "W_CONCERN": PARTIAL,
    "W_CORRECTED": VERIFIED,
    "W_IS_NOTICE": PARTIAL,
    "N_UPDATED": VERIFIED,
    "E_NO_SNAPSHOT": NOT_MACHINE_CHECKED,
    "E_SNAPSHOT_ALTERED": NOT_MACHINE_CHECKED,
    "E_SNAPSHOT_LICENCE": PARTIAL,
    "W_SNAPSHOT_ABSTRACT_ONLY": NOT_MACHINE_CHECKED,
    "W_SNAPSHOT_IDENTITY": PARTIAL,
    "W_SNAPSHOT_QUALITY:hidden_text": PARTIAL,
    "N_SNAPSHOT_NO_PROVENANCE": VERIFIED,
    "N_SNAPSHOT_SEALED": VERIFIED,
    "E_QUOTE_NOT_FOUND": UNVERIFIED,
    "E_QUOTE_FRAGMENT_NOT_FOUND:2": PARTIAL,
    "E_QUOTE_TOO_SHORT": UNVERIFIED,
    "E_QUOTE_UNSAFE": UNVERIFIED,
    "E_QUOTE_NEGATION_ELIDED": UNVERIFIED,
    "W_QUOTE_EDITED": PARTIAL,
    "W_QUOTE_SPLICED": PARTIAL,
    "W_QUOTE_CONTEXT_CUT": PARTIAL,
    "N_QUOTE_MARKERS_IGNORED": VERIFIED,
    "E_NUMBER_UNSUPPORTED:3": PARTIAL,
    "W_NUMBER_CONVERTED": PARTIAL,
    "W_NUMBER_DERIVED": PARTIAL,
    "W_NUMBER_UNIT": PARTIAL,
    "W_NUMBER_COARSE": PARTIAL,
    "W_NUMBER_ORDER": PARTIAL,
    "W_NUMBER_WORD": PARTIAL,
    "N_NUMBER_ROUNDED": VERIFIED,
    "N_NUMBER_AMBIGUOUS": VERIFIED,
    "N_NUMBER_ELSEWHERE": VERIFIED,
    "N_YEAR_FROM_RECORD": VERIFIED,
    "E_REF_MISSING:3": UNVERIFIED,
    "W_REF_UNUSED:2": VERIFIED,
    "W_QUOTE_UNCITED:Costs rose": VERIFIED,
    "E_EVIDENCE_SELF_SUPPLIED": NOT_MACHINE_CHECKED,
    "W_EVIDENCE_CHANGED": VERIFIED,
    "E_CLAIM_VANISHED": VERIFIED,
    "W_CONFIG_CHANGED": VERIFIED,
}


def test_the_table_holds_every_code() -> None:
    assert {name.partition(":")[0] for name in OF_CODE} == {entry.code for entry in CATALOGUE}


@pytest.mark.parametrize(("name", "label"), list(OF_CODE.items()))
def test_every_code_alone(name: str, label: str) -> None:
    assert citation_label([name], "verbatim") == label


@pytest.mark.parametrize("status", [*STATUSES, None])
@pytest.mark.parametrize("name", OF_CODE)
def test_every_code_with_every_answer_about_the_quotation(name: str, status: str | None) -> None:
    lowered = OF_CODE[name]
    expected = NOT_MACHINE_CHECKED if lowered == VERIFIED and status not in FOUND else lowered
    assert citation_label([name], status) == expected


@pytest.mark.parametrize("one", OF_CODE)
def test_of_two_codes_the_lower_row_decides(one: str) -> None:
    expected = {other: min(OF_CODE[one], OF_CODE[other], key=RANKS.index) for other in OF_CODE}
    assert {other: citation_label([one, other], "verbatim") for other in OF_CODE} == expected
    assert {other: citation_label([other, one], "verbatim") for other in OF_CODE} == expected


@pytest.mark.parametrize("status", [*STATUSES, None])
def test_nothing_is_verified_without_text_that_was_read(status: str | None) -> None:
    assert (citation_label([], status) == VERIFIED) == (status in FOUND)


@pytest.mark.parametrize("name", OF_CODE)
def test_in_the_scope_of_metadata_no_label_rises_above_partial(name: str) -> None:
    assert citation_label([name], None, scope="metadata") == min(OF_CODE[name], PARTIAL, key=RANKS.index)
    assert citation_label([], None, scope="metadata") == PARTIAL


def expected_of_claim(labels: tuple[str, ...]) -> str:
    """The second table of the section, read word by word."""
    if all(label == VERIFIED for label in labels):
        return VERIFIED
    if any(label in (VERIFIED, PARTIAL) for label in labels):
        return PARTIAL
    if any(label == UNVERIFIED for label in labels):
        return UNVERIFIED
    assert all(label == NOT_MACHINE_CHECKED for label in labels)
    return NOT_MACHINE_CHECKED


@pytest.mark.parametrize("labels", [row for n in (1, 2, 3) for row in product(RANKS, repeat=n)])
def test_every_combination_of_one_to_three_citations(labels: tuple[str, ...]) -> None:
    assert claim_label(labels) == expected_of_claim(labels)


@pytest.mark.parametrize(
    ("labels", "label"),
    [
        (("verified", "unverified"), "partial"),
        (("verified", "not-machine-checked"), "partial"),
        (("unverified", "not-machine-checked"), "unverified"),
        (("verified", "verified", "partial"), "partial"),
    ],
)
def test_one_read_and_one_unread_source_is_partial(labels: tuple[str, ...], label: str) -> None:
    assert claim_label(labels) == label


def test_the_deciding_codes_are_those_of_the_row() -> None:
    names = ["E_YEAR_MISMATCH", "E_QUOTE_NOT_FOUND", "E_NUMBER_UNSUPPORTED:3", "N_TITLE_UNAVAILABLE"]
    assert deciding_codes(names, UNVERIFIED) == ["E_YEAR_MISMATCH", "E_QUOTE_NOT_FOUND"]
    assert deciding_codes(names, PARTIAL) == ["E_NUMBER_UNSUPPORTED:3"]
    assert deciding_codes(["N_TITLE_UNAVAILABLE"], VERIFIED) == []


@pytest.mark.parametrize(("status", "label"), list(product(RANKS, repeat=2)))
def test_a_status_may_claim_at_most_the_label(status: str, label: str) -> None:
    order = ["unverified", "not-machine-checked", "partial", "verified"]
    assert overclaims(status, label) == (order.index(status) > order.index(label))
