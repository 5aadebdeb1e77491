"""The report around its rows: counts, labels of claims, bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from copy import deepcopy
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks import canonical
from citelock.checks.catalogue import CODES, bare, severity_of
from citelock.checks.findings import Severity
from citelock.checks.labels import RANKS, citation_label
from citelock.checks.report import EvidenceDigest, ReportWriter, input_sha256, sort_key

Row = dict[str, object]

LISTS = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.NOTE: "notes"}
A, B = "a" * 64, "b" * 64


def row(
    claim: str = "c1",
    citation: int | None = 0,
    *names: str,
    file: str = "claims.json",
    quote: str | None = "verbatim",
    evidence: tuple[str, str] | None = ("cache/a.json", A),
    status: str | None = None,
) -> Row:
    """A row of the audit with these codes and this answer about its quotation."""
    entry: Row = {
        "claim": claim,
        "citation": citation,
        "file": file,
        "fingerprint": "f",
        "doi": None,
        "id": None,
    }
    entry |= {"errors": [], "warnings": [], "notes": [], "numbers": []}
    findings = []
    for name in names:
        severity = severity_of(bare(name), {})
        entry[LISTS[severity]] = [*entry[LISTS[severity]], name]  # type: ignore[misc] # lists of names, just above
        findings.append({"code": bare(name), "severity": severity.value, "pointer": "/claims/0"})
    entry["findings"] = findings
    entry["label"] = citation_label(names, quote)
    entry["quote"] = None if quote is None else {"status": quote, "fragments": [], "nearest": None}
    entry["record"] = (
        None if evidence is None else {"path": evidence[0], "sha256": evidence[1], "source": "hand"}
    )
    entry["snapshot"] = entry["provenance"] = None
    if status is not None:
        entry["_status"] = {"status": status, "pointer": "/claims/0/status", "line": 3, "column": 5}
    return entry


def written(
    rows: Sequence[Row],
    *,
    inputs: Sequence[tuple[str, str]] = (("claims.json", A),),
    severities: dict[str, Severity] | None = None,
    scope: str = "",
) -> tuple[str, ReportWriter]:
    """The report's text and the writer with its counts."""
    writer = ReportWriter(inputs, severities or {}, scope=scope)
    claims, results = [], []
    ordered = sorted(deepcopy(list(rows)), key=sort_key)  # the writer may add a finding to a row
    for _, group in groupby(ordered, key=lambda one: sort_key(one)[:2]):
        of_claim, of_results = writer.add_claim(list(group))
        claims.append(of_claim)
        results.append(of_results)
    return "".join(writer.render(claims, results)), writer


ARTICLE = [
    row("c1", 0),
    row("c2", 0, "E_YEAR_MISMATCH", "E_QUOTE_NOT_FOUND", "E_NUMBER_UNSUPPORTED:3", quote="not_found"),
    row("c3", 0, "E_NOT_CACHED", quote="not_checked", evidence=None),
    row("c4", None, "E_UNCITED", quote=None, evidence=None),
]


def test_the_counts_of_the_article() -> None:
    text, writer = written(ARTICLE)
    report = json.loads(text)
    assert {key: report[key] for key in ("checked", "failed", "warned", "unchecked")} == {
        "checked": 4,
        "failed": 3,
        "warned": 0,
        "unchecked": 1,
    }
    assert report["labels"] == {"verified": 1, "partial": 0, "unverified": 2, "not-machine-checked": 1}
    assert report["claims"] == [
        {"claim": "c1", "file": "claims.json", "label": "verified", "because": []},
        {
            "claim": "c2",
            "file": "claims.json",
            "label": "unverified",
            "because": ["E_YEAR_MISMATCH", "E_QUOTE_NOT_FOUND"],
        },
        {"claim": "c3", "file": "claims.json", "label": "not-machine-checked", "because": ["E_NOT_CACHED"]},
        {"claim": "c4", "file": "claims.json", "label": "unverified", "because": ["E_UNCITED"]},
    ]
    assert (writer.quotes_found, writer.quotes_total, writer.quotes_not_checkable) == (1, 3, 1)


def test_what_could_not_be_checked_counts_whatever_else_is_wrong_with_it() -> None:
    _, writer = written(
        [
            row("c1", 0, "E_FIELD_MISSING:quote", "W_NOT_MACHINE_CHECKED:http_403", quote=None),
            row("c2", 0, "E_TITLE_MISMATCH", "W_SNAPSHOT_ABSTRACT_ONLY", quote="not_found"),
            row("c3", 0, "E_TITLE_MISMATCH", "E_NO_SNAPSHOT", quote="not_checked", evidence=None),
            row("c4", 0, "W_URL_GONE:404", quote="not_checked", evidence=None),
            row("c5", 0, "E_TITLE_MISMATCH"),
            row("c6", 0, "E_QUOTE_NOT_FOUND", quote="not_found"),
        ]
    )
    assert (writer.unchecked, writer.unread) == (1, 4)
    assert (writer.quotes_found, writer.quotes_total, writer.quotes_not_checkable) == (1, 5, 3)


def test_the_head_of_a_report() -> None:
    text, _ = written([row()])
    report = json.loads(text)
    line = f'["cache/a.json","{A}"]\n'
    del report["results"], report["claims"], report["labels"]
    assert report == {
        "schema": "citelock-report/1",
        "input_sha256": A,
        "inputs": [{"path": "claims.json", "sha256": A}],
        "evidence_sha256": hashlib.sha256(line.encode()).hexdigest(),
        "rules": "1",
        "checked": 1,
        "failed": 0,
        "warned": 0,
        "unchecked": 0,
        "findings": [],
    }


names = st.lists(
    st.sampled_from([code for code in CODES if code not in ("W_NO_CLAIMS", "E_LABEL_OVERCLAIM")]),
    max_size=4,
    unique=True,
)
rows = st.lists(
    st.builds(
        lambda claim, index, codes, file, quote, status: row(
            claim, index, *codes, file=file, quote=quote, status=status
        ),
        st.text('abcё"\\', min_size=1, max_size=2),
        st.integers(0, 3),
        names,
        st.sampled_from(["claims.json", "ж.json"]),
        st.sampled_from(["verbatim", "not_found", "not_checked", None]),
        st.none() | st.sampled_from(RANKS),
    ),
    unique_by=sort_key,
    max_size=8,
)


@given(rows)
def test_the_streamed_report_is_one_canonical_dump_of_the_whole(some: list[Row]) -> None:
    text, _ = written(some, inputs=[("ж.json", B), ("claims.json", A)], scope="metadata")
    assert text == canonical.dumps(json.loads(text)) + "\n"
    assert text == json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, indent=2) + "\n"
    assert "_status" not in text


@given(rows, st.randoms())
def test_the_order_of_rows_and_inputs_changes_no_byte(some: list[Row], random: object) -> None:
    inputs = [("ж.json", B), ("claims.json", A)]
    shuffled = list(some)
    random.shuffle(shuffled)  # type: ignore[attr-defined] # a random.Random
    assert written(some, inputs=inputs)[0] == written(shuffled, inputs=inputs[::-1])[0]


@given(rows)
def test_the_counts_agree_with_the_rows(some: list[Row]) -> None:
    text, writer = written(some)
    report = json.loads(text)
    results = report["results"]
    assert writer.checked == report["checked"] == len(results)
    assert writer.failed == report["failed"] == sum(bool(one["errors"]) for one in results)
    assert report["warned"] == sum(bool(one["warnings"]) and not one["errors"] for one in results)
    assert report["unchecked"] == sum(one["label"] == "not-machine-checked" for one in results)
    assert sum(report["labels"].values()) == len(report["claims"])


@given(rows, st.integers(1, 40))
def test_pieces_may_be_cut_anywhere_on_their_way(some: list[Row], size: int) -> None:
    writer = ReportWriter([("claims.json", A)], {})
    claims = results = ""
    for _, group in groupby(sorted(deepcopy(some), key=sort_key), key=lambda one: sort_key(one)[:2]):
        of_claim, of_results = writer.add_claim(list(group))
        claims, results = claims + of_claim, results + of_results
    cut = [[text[at : at + size] for at in range(0, len(text), size)] for text in (claims, results)]
    assert "".join(writer.render(*cut)) == written(some)[0]


def test_a_quotation_missed_in_an_abstract_is_counted_as_not_checkable() -> None:
    _, writer = written([row("c1", 0, "W_SNAPSHOT_ABSTRACT_ONLY", quote="not_found"), row("c2", 0)])
    assert (writer.quotes_found, writer.quotes_total, writer.quotes_not_checkable) == (1, 2, 1)


def test_an_empty_run_says_that_nothing_was_checked() -> None:
    text, writer = written([], inputs=[("b.json", B), ("a.json", A)])
    assert [(finding["code"], finding["file"]) for finding in writer.findings] == [
        ("W_NO_CLAIMS", "a.json"),
        ("W_NO_CLAIMS", "b.json"),
    ]
    report = json.loads(text)
    assert (report["checked"], report["results"], report["claims"]) == (0, [], [])
    assert report["findings"][0] == {
        "code": "W_NO_CLAIMS",
        "severity": "warning",
        "file": "a.json",
        "pointer": "/claims",
        "line": 1,
        "column": 1,
        "cited": None,
        "found": None,
        "message": "The file has no claim. Nothing was checked.",
    }


def test_only_the_file_without_claims_is_named_and_its_severity_is_the_one_in_force() -> None:
    _, writer = written(
        [row()], inputs=[("claims.json", A), ("empty.json", B)], severities={"W_NO_CLAIMS": Severity.ERROR}
    )
    assert [(finding["file"], finding["severity"]) for finding in writer.findings] == [
        ("empty.json", "error")
    ]


@pytest.mark.parametrize(
    ("status", "overclaim"),
    [("verified", True), ("partial", True), ("not-machine-checked", False), ("unverified", False)],
)
def test_a_claim_may_not_call_itself_more_than_it_is(status: str, overclaim: bool) -> None:
    text, writer = written([row("c1", 0, "E_NO_SNAPSHOT", quote="not_checked", status=status)])
    (result,) = json.loads(text)["results"]
    assert result["errors"] == (["E_LABEL_OVERCLAIM", "E_NO_SNAPSHOT"] if overclaim else ["E_NO_SNAPSHOT"])
    assert writer.labels["not-machine-checked"] == 1


def test_the_overclaim_of_a_claim_stands_in_its_first_row_with_its_place() -> None:
    rows = [
        row("c1", 0, status="verified"),
        row("c1", 1, "E_QUOTE_NOT_FOUND", quote="not_found", status="verified"),
    ]
    text, writer = written(rows)
    first, second = json.loads(text)["results"]
    assert first["findings"] == [
        {
            "code": "E_LABEL_OVERCLAIM",
            "severity": "error",
            "pointer": "/claims/0/status",
            "line": 3,
            "column": 5,
            "cited": "verified",
            "found": "partial",
            "message": "The status says “verified”, the computed label is partial. Lower it or leave it out.",
        }
    ]
    assert second["errors"] == ["E_QUOTE_NOT_FOUND"]
    assert first["label"] == "verified"
    assert writer.failed == 2


def test_an_overclaim_lowered_to_a_warning_is_listed_as_one() -> None:
    text, writer = written(
        [row("c1", 0, "W_QUOTE_EDITED", status="verified")],
        severities={"E_LABEL_OVERCLAIM": Severity.WARNING},
    )
    (result,) = json.loads(text)["results"]
    assert (result["errors"], result["warnings"]) == ([], ["E_LABEL_OVERCLAIM", "W_QUOTE_EDITED"])
    assert (writer.failed, writer.warned) == (0, 1)


@pytest.mark.parametrize(
    ("rows", "label", "because"),
    [
        (
            [row("c", 0), row("c", 1, "E_YEAR_MISMATCH", "E_NUMBER_UNSUPPORTED:3")],
            "partial",
            ["E_YEAR_MISMATCH"],
        ),
        (
            [
                row("c", 0, "E_QUOTE_NOT_FOUND", quote="not_found"),
                row("c", 1, "E_NOT_CACHED", quote="not_checked"),
            ],
            "unverified",
            ["E_QUOTE_NOT_FOUND"],
        ),
        (
            [row("c", 0, "W_QUOTE_EDITED"), row("c", 1, "W_NOT_MACHINE_CHECKED:robots", quote="not_checked")],
            "partial",
            ["W_NOT_MACHINE_CHECKED:robots", "W_QUOTE_EDITED"],
        ),
        (
            [row("c", 0, "E_NUMBER_UNSUPPORTED:3"), row("c", 1, "E_NUMBER_UNSUPPORTED:3")],
            "partial",
            ["E_NUMBER_UNSUPPORTED:3"],
        ),
        ([row("c", 0, "N_TITLE_UNAVAILABLE"), row("c", 1)], "verified", []),
    ],
)
def test_a_claim_says_why_it_has_its_label(rows: list[Row], label: str, because: list[str]) -> None:
    (claim,) = json.loads(written(rows)[0])["claims"]
    assert (claim["label"], claim["because"]) == (label, because)


def test_evidence_is_hashed_once_whatever_the_order() -> None:
    one, other = EvidenceDigest(), EvidenceDigest()
    first, second = row(evidence=("cache/a.json", A)), row(evidence=("cache/b.json", B))
    for entry in (first, second, first):
        one.add(entry)
    for entry in (second, first):
        other.add(entry)
    assert one.hexdigest() == other.hexdigest()
    text = f'["cache/a.json","{A}"]\n["cache/b.json","{B}"]\n'
    assert one.hexdigest() == hashlib.sha256(text.encode()).hexdigest()


def test_snapshot_provenance_and_the_record_that_led_on_are_evidence_too() -> None:
    entry = row(evidence=None)
    entry["record"] = {"path": "a", "sha256": A, "source": "hand", "via": {"path": "d", "sha256": A}}
    entry["snapshot"] = {"path": "b", "sha256": A}
    entry["provenance"] = {"path": "c", "sha256": A}
    digest = EvidenceDigest()
    digest.add(entry)
    text = "".join(f'["{path}","{A}"]\n' for path in "abcd")
    assert digest.hexdigest() == hashlib.sha256(text.encode()).hexdigest()


def test_a_file_that_was_not_read_is_evidence_without_a_digest() -> None:
    entry = row(evidence=None)
    entry["record"] = {"path": "cache/link.json", "sha256": None, "source": None}
    digest = EvidenceDigest()
    digest.add(entry)
    assert digest.hexdigest() == hashlib.sha256(b'["cache/link.json",null]\n').hexdigest()


def test_one_input_is_hashed_by_its_bytes_and_several_as_a_sorted_list() -> None:
    assert input_sha256([A]) == A
    assert input_sha256([B, A]) == input_sha256([A, B]) == hashlib.sha256(f"{A}\n{B}".encode()).hexdigest()


def test_rows_are_sorted_by_code_points_with_an_uncited_claim_first() -> None:
    rows = [
        row("c10", 0),
        row("c2", 1),
        row("c2", 0),
        row("C3", 0),
        row("c2", None),
        row("ё", 0),
        row("c2", 0, file="b"),
    ]
    assert [sort_key(one) for one in sorted(rows, key=sort_key)] == [
        ("b", "c2", 0),
        ("claims.json", "C3", 0),
        ("claims.json", "c10", 0),
        ("claims.json", "c2", -1),
        ("claims.json", "c2", 0),
        ("claims.json", "c2", 1),
        ("claims.json", "ё", 0),
    ]
