"""SARIF 2.1.0 for code scanning, with the properties that GitHub reads (action.md, section 9).

A result lies on one line: an alert is shown in a pull request only if all of its lines are in the diff. Its
fingerprint does not know the line, so a claim that moved keeps its alert.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import quote

import citelock
from citelock.checks import canonical
from citelock.checks.catalogue import BY_CODE, ORDER
from citelock.checks.pull_request.values import Judged
from citelock.cli.output.plain import QUOTE_LIMIT, TITLE_LIMIT, plain
from citelock.cli.output.told import (
    Entry,
    claim_of,
    findings_of,
    has_new_error,
    identifier,
    is_told,
    line_of,
    said_beside,
    weight,
)

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST = 25_000  # results that GitHub takes for one run
CATEGORY = "citelock/"

_TEXT = 1024  # characters of a description
_LEVELS = ("error", "warning", "note")
_PROBLEM = {"error": "error", "warning": "warning", "note": "recommendation"}


class Sarif(NamedTuple):
    """The text of a file, and how many results are not in it because GitHub takes no more."""

    text: str
    left_out: int


class _Found(NamedTuple):
    """A finding with its row (itself, if it has none) and the fingerprint that GitHub follows."""

    finding: Entry
    row: Entry
    fingerprint: str


def render(judged: Judged) -> Sarif:
    """Findings as results, worst first; notes that ask nothing of anybody are in the report only."""
    found = [each for each in _found(judged) if is_told(each.finding)]
    found.sort(key=lambda each: (weight(each.finding), not has_new_error(judged, each.row, [each.finding])))
    left_out = max(len(found) - MOST, 0)
    kept = found[:MOST]
    codes = sorted(
        {str(each.finding["code"]) for each in kept}, key=lambda code: (ORDER.get(code, len(ORDER)), code)
    )
    places = {code: place for place, code in enumerate(codes)}
    run = {
        "automationDetails": {"id": CATEGORY},
        "columnKind": "unicodeCodePoints",
        "properties": {"resultsLeftOut": left_out},
        "results": [_result(each, places) for each in kept],
        "tool": {
            "driver": {
                "name": "citelock",
                "rules": [_rule(code) for code in codes],
                "semanticVersion": citelock.__version__,
            }
        },
    }
    text = canonical.dumps({"$schema": SCHEMA, "runs": [run], "version": "2.1.0"})
    return Sarif(canonical.escaped(text) + "\n", left_out)


def _found(judged: Judged) -> Iterator[_Found]:
    """All findings; equal ones are told apart by their ordinal, from 1."""
    ordinals: Counter[str] = Counter()
    pairs: list[tuple[Entry, Entry]] = [(finding, finding) for finding in judged.findings]
    pairs += [(finding, row) for row in judged.rows for finding in findings_of(row)]
    for finding, row in pairs:
        claim = claim_of(row)
        cited = identifier(row) if finding is not row else ""
        parts = (row["file"], claim, cited, finding["code"])
        digest = sha256("\0".join(map(str, parts)).encode("utf-8", "surrogatepass")).hexdigest()[:16]
        ordinals[digest] += 1
        yield _Found(finding, row, f"{digest}:{ordinals[digest]}")


def _result(found: _Found, places: dict[str, int]) -> dict[str, object]:
    finding, row = found.finding, found.row
    code = str(finding["code"])
    line = line_of(finding) or 1
    region = {"startLine": line, "endLine": line}
    column = finding.get("column")
    if line_of(finding) and isinstance(column, int):
        region["startColumn"] = column
    uri = quote(str(row["file"]), safe="/", errors="backslashreplace")
    return {
        "level": _LEVELS[weight(finding)],
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}],
        "message": {"text": _message(finding, row)},
        "partialFingerprints": {"primaryLocationLineHash": found.fingerprint},
        "ruleId": code,
        "ruleIndex": places[code],
    }


def _message(finding: Entry, row: Entry) -> str:
    """Plain text: GitHub reads `[words](1)` in it as a link, so outside text cannot make one."""
    claim = f"{plain(claim_of(row), TITLE_LIMIT)}: " if claim_of(row) else ""
    said = plain(str(finding["message"]), 2 * QUOTE_LIMIT)
    return f"{claim}{said}{said_beside(finding, row)}".replace("](", "]\\(")


def _rule(code: str) -> dict[str, object]:
    from citelock.checks.explanations import explanation  # an audit without findings needs no prose

    entry, prose = BY_CODE[code], explanation(code)
    level = str(entry.severity)
    return {
        "defaultConfiguration": {"level": level},
        "fullDescription": {"text": f"{prose.sentence} {prose.why}"[:_TEXT]},
        "help": {
            "markdown": "\n\n".join((prose.sentence, prose.why, f"**Repair.** {prose.repair}")),
            "text": prose.repair,
        },
        "id": code,
        "properties": {
            "precision": "very-high" if level == "error" else "high",
            "problem.severity": _PROBLEM[level],
            "tags": ["citations", entry.concern],
        },
        "shortDescription": {"text": prose.sentence[:_TEXT]},
    }
