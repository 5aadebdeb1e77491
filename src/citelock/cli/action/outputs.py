"""The outputs of the Action: what later steps of a workflow can use (action.md, section 1).

Paths are relative to the runner's temporary folder, as a container's own paths mean nothing outside of it. No
text of a claim ever stands in an output.
"""

from __future__ import annotations

from collections.abc import Mapping

from citelock.checks.pull_request.values import Judged, Revisions

TABLE: Mapping[str, str] = {
    "conclusion": "success, failure, nothing (there was nothing to check) or error (there is no verdict)",
    "citations": "how many citations were audited",
    "claims": "how many claims they belong to",
    "verified": "claims whose label is verified",
    "unchecked": "citations that could not be checked, also those with another fault",
    "errors": "findings of the error level",
    "warnings": "findings of the warning level",
    "new-errors": "errors that the base does not have",
    "fixed-errors": "errors of the base that are gone while their citation is still there",
    "evidence-changed": "citations whose evidence changed",
    "report": "path of report.json, below runner.temp",
    "diff": "path of diff.json, below runner.temp",
    "sarif": "path of report.sarif, below runner.temp, where it was asked for",
    "sheet": "path of review.html, below runner.temp, where it was asked for",
    "report-sha256": "sha256 of report.json",
    "base-sha": "commit that the evidence was taken from",
    "head-sha": "commit that was audited",
}


def outputs_of(
    judged: Judged, revisions: Revisions, files: Mapping[str, str], report_sha256: str
) -> dict[str, str]:
    """All outputs of a verdict; `files` are the paths of those outputs that are files."""
    counts = judged.counts
    numbers = {
        "citations": counts.checked,
        "claims": counts.claims,
        "verified": counts.labels["verified"],
        "unchecked": counts.unchecked,
        "errors": counts.errors,
        "warnings": counts.warnings,
        "new-errors": counts.new_errors,
        "fixed-errors": counts.fixed_errors,
        "evidence-changed": counts.evidence_changed,
    }
    return {
        "conclusion": judged.conclusion,
        **{name: str(number) for name, number in numbers.items()},
        **files,
        "report-sha256": report_sha256,
        "base-sha": revisions.evidence,
        "head-sha": revisions.head,
    }
