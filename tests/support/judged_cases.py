"""Judged pull requests for the tests of what is shown of them, from a clean one to a hostile one.

Rows have the shape of `results[]`. Names, texts and identifiers are made up.
"""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.catalogue import severity_word
from citelock.checks.diff import Diff
from citelock.checks.labels import NOT_MACHINE_CHECKED, citation_label
from citelock.checks.pull_request.values import (
    FAILURE,
    SUCCESS,
    AuditedFile,
    Counts,
    EvidenceChange,
    Judged,
    Revisions,
)

BASE = "380387fbc806aa3c6dd5a6f0c1e1b4d7a0f5c9e1"
HEAD = "2ffea6db159f0b1c8d7e6f5a4b3c2d1e0f9a8b7c"
SAME = Diff((), (), (), (), (), (), ())
REVISIONS = Revisions(HEAD, BASE, BASE, own_evidence=False, annotated=HEAD, number=7)

Row = dict[str, object]


def finding(
    code: str,
    message: str = "Something is wrong. Repair it.",
    *,
    line: int | None = 1,
    argument: str = "",
    cited: str | None = None,
    found: str | None = None,
    severity: str = "",
    **more: object,
) -> Row:
    """A finding as it stands in a row; with `file` one as it stands at the top of a report."""
    entry: Row = {
        "code": code,
        "severity": severity or severity_word(code, {}),
        "pointer": "/claims/0/citations/0",
        "line": line,
        "column": None if line is None else 7,
        "cited": cited,
        "found": found,
        "message": message,
    }
    if argument:
        entry["argument"] = argument
    return entry | more


def row(
    claim: str, *findings: Row, file: str = "claims.json", citation: int | None = 0, **more: object
) -> Row:
    """The entry of one citation."""
    names = [_name(each) for each in findings]
    listed = {
        key: [_name(each) for each in findings if each["severity"] == key.removesuffix("s")]
        for key in ("errors", "warnings", "notes")
    }
    quote = {"status": "verbatim", "nearest": None}
    entry: Row = {
        "claim": claim,
        "citation": citation,
        "file": file,
        "doi": "10.0000/demo.1",
        "id": "doi:10.0000/demo.1",
        "label": citation_label(names, "verbatim"),
        "findings": list(findings),
        "fingerprint": "f" * 64,
        "quote": quote,
        "numbers": [],
        "record": None,
        "snapshot": None,
        "provenance": None,
    }
    return entry | listed | more


def judged(
    *rows: Row,
    findings: Sequence[Row] = (),
    compared: bool = True,
    known: Sequence[str] = (),
    difference: Diff = SAME,
    conclusion: str = "",
    fail_on: str = "error",
    said: Sequence[str] = (),
    evidence: Sequence[EvidenceChange] = (),
    files: Sequence[AuditedFile] = (),
    accepted: bool = False,
) -> Judged:
    """The verdict on these rows; claims in `known` had their findings in base already."""
    failing = [each for each in rows if each["errors"]]
    old = [each for each in failing if each["claim"] in known]
    new = {
        (str(each["file"]), str(each["claim"]), each["citation"], _name(one))
        for each in rows
        if each["claim"] not in known
        for one in _listed(each)
    } | {(str(one["file"]), None, None, _name(one)) for one in findings}
    errors = sum(one["severity"] == "error" for each in rows for one in _listed(each))
    unchecked = sum(each["label"] == NOT_MACHINE_CHECKED for each in rows)
    failed = bool(failing) or any(one["severity"] == "error" for one in findings)
    return Judged(
        rows=rows,
        findings=tuple(findings),
        files=tuple(files) or (AuditedFile("claims.json", changed=True),),
        difference=difference,
        counts=Counts(
            checked=len(rows),
            claims=len({(each["file"], each["claim"]) for each in rows}),
            failed=len(failing),
            warned=sum(bool(each["warnings"]) and not each["errors"] for each in rows),
            unchecked=unchecked,
            labels={},
            errors=errors,
            warnings=0,
            quotes_found=len(rows) - len(failing),
            quotes_total=len(rows),
            quotes_not_checkable=unchecked,
            failing_new=len(failing) - len(old),
            failing_fixed=len({(one["claim"], one["citation"]) for one in difference.fixed}),
            failing_unchanged=len(old),
            new_errors=errors,
            fixed_errors=len(difference.fixed),
            evidence_changed=len(difference.changed),
        ),
        evidence=tuple(evidence),
        fail_on=fail_on,
        conclusion=conclusion or (FAILURE if failed else SUCCESS),
        accepted=accepted,
        new=frozenset(new) if compared else None,  # type: ignore[arg-type] # strings and numbers
        said=tuple(said),
    )


def failing(count: int) -> Judged:
    """So many claims with one error each."""
    return judged(
        *(
            row(
                f"c{number:05}",
                finding(
                    "E_YEAR_MISMATCH",
                    "Cited 2023, the record says 2024.",
                    line=number,
                    cited="2023",
                    found="2024",
                ),
            )
            for number in range(1, count + 1)
        )
    )


def _name(each: Row) -> str:
    return f"{each['code']}:{each['argument']}" if each.get("argument") else str(each["code"])


def _listed(each: Row) -> list[Row]:
    findings = each["findings"]
    assert isinstance(findings, list)
    return findings
