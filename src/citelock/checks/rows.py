"""Rows: the entry of `results[]` for one citation, from its findings (design README, section 4).

It puts findings in the catalogue's order, gives each its severity and its pointer, and computes the label. It
judges nothing itself; which checks run is decided in `audit.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from citelock.checks.catalogue import ORDER, severity_word
from citelock.checks.findings import finding_entry
from citelock.checks.identifiers import BadIdentifier, Identifier
from citelock.checks.labels import citation_label, overclaims
from citelock.checks.rules import claim
from citelock.checks.text.excerpt import shown

if TYPE_CHECKING:
    from citelock.checks.claims import Citation, Claim
    from citelock.checks.findings import Finding, Severity

Row = dict[str, object]

_LISTS = {"error": "errors", "warning": "warnings", "note": "notes"}
_NONE: list[object] = []  # shared by all rows; nothing changes a row's lists in place


def make_row(
    stated: Claim,
    citation: Citation | None,
    identifier: Identifier | BadIdentifier | None,
    findings: list[Finding],
    severities: Mapping[str, Severity],
    *,
    scope: str = "",
    fingerprint: str = "",
    quotation: dict[str, object] | None = None,
    figures: list[dict[str, object]] | None = None,
    record_files: dict[str, object] | None = None,
    snapshot_files: dict[str, object] | None = None,
    provenance_files: dict[str, object] | None = None,
) -> Row:
    """The entry of `results[]`; adds E_LABEL_OVERCLAIM, which follows the label and does not change it."""
    status = None if quotation is None else quotation["status"]
    assert status is None or isinstance(status, str)
    names = [f"{code}:{argument}" if argument else code for code, _, _, argument, _, _ in findings]
    label = citation_label(names, status, scope=scope)
    if citation is not None and citation.status is not None and overclaims(citation.status, label):
        findings.append(claim.overclaim(citation.status, label))
    doi = key = None
    if isinstance(identifier, Identifier):
        doi, key = identifier.doi, identifier.key
    elif identifier is not None and identifier.code == "E_DOI_SYNTAX":
        doi = shown(identifier.raw, 200)
    row: Row = {
        "claim": stated.id,
        "citation": None if citation is None else citation.index,
        "file": stated.file,
        "fingerprint": fingerprint if citation is None else citation.fingerprint,
        "doi": doi,
        "id": key,
        "errors": _NONE,
        "warnings": _NONE,
        "notes": _NONE,
        "label": label,
        "findings": _NONE,
        "quote": quotation,
        "numbers": figures or _NONE,
        "record": record_files,
        "snapshot": snapshot_files,
        "provenance": provenance_files,
    }
    if findings:
        place = f"/claims/{stated.index}"
        if citation is not None:
            place += f"/citations/{citation.index}"
        if len(findings) == 1:  # most often the note that the origin of the text is not recorded
            finding = findings[0]
            severity = severity_word(finding.code, severities)
            row[_LISTS[severity]] = names or [finding.name]
            row["findings"] = [finding_entry(finding, severity, _pointer(finding.field, place))]
        else:
            _list_findings(row, findings, severities, place)
    if stated.status is not None:
        row["_status"] = {
            "status": stated.status,
            "pointer": f"/claims/{stated.index}/status",
            "line": stated.line,
            "column": stated.column,
        }
    return row


def _list_findings(row: Row, findings: list[Finding], severities: Mapping[str, Severity], place: str) -> None:
    """Fills the four lists of a row, each in the order of the catalogue."""
    findings.sort(key=_order)
    names: dict[str, list[str]] = {}
    entries = []
    for finding in findings:
        code, argument = finding.code, finding.argument
        name = f"{code}:{argument}" if argument else code
        severity = severity_word(code, severities)
        listed = names.get(severity)
        if listed is None:
            names[severity] = [name]
        elif name not in listed:
            listed.append(name)
        entries.append(finding_entry(finding, severity, _pointer(finding.field, place)))
    row["findings"] = entries
    for severity, listed in names.items():
        row[_LISTS[severity]] = listed


def _order(finding: Finding) -> int:
    return ORDER[finding.code]


def _pointer(field: str, place: str) -> str:
    """Where the value stands that a finding is about; `place` is that of its citation, or of its claim."""
    if not field:
        return place
    if field == "..text":
        return f"{place.partition('/citations/')[0]}/text"
    return f"{place}/{field}"
