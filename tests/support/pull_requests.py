"""A pull request judged without the face: what a test says of two commits, and what came out by claim."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from citelock.checks.pull_request.values import Judged, Revisions
from citelock.snapshotter.borrowed import borrowed, objects_of_checkout
from citelock.snapshotter.compared import Request
from citelock.snapshotter.pull_request import Result, judge_pull_request
from tests.support.histories import File, History
from tests.support.rule_cases import CITATION, CLAIM_TEXT, DOI, RECORD, STEM, TEXT

RECORD_PATH = f"cache/{STEM}.json"
TEXT_PATH = f"sources/{STEM}.txt"
PROVENANCE_PATH = f"sources/{STEM}.json"
SEAL_PATH = f"sources/{STEM}.seal"
SOUND: Mapping[str, File] = {RECORD_PATH: json.dumps(RECORD), TEXT_PATH: TEXT}
__all__ = ["CITATION", "CLAIM_TEXT", "DOI", "RECORD", "TEXT"]

Json = Mapping[str, object]


def claim(name: str = "c1", text: str = CLAIM_TEXT, /, *citations: Json, **changes: object) -> Json:
    """A claim with these citations, or one in order save for `changes` (None takes a field out)."""
    if not citations:
        cited = {key: value for key, value in {**CITATION, **changes}.items() if value is not None}
        citations = (cited,)
    return {"id": name, "text": text, "citations": list(citations)}


def claims(*listed: Json) -> str:
    """A claims file, one member a line, as people and agents write it."""
    return json.dumps({"claims": list(listed)}, ensure_ascii=False, indent=2) + "\n"


def judge(
    history: History,
    base: str,
    head: str,
    *,
    accept: bool = False,
    fail_on: str = "",
    only_changed: bool = False,
    patterns: Sequence[str] = (),
    baseline: str | None = "",
    branched: str | None = None,
    own_evidence: bool = False,
) -> Result:
    """The verdict on `head` with the evidence of `base`, which is the baseline too unless one is named."""
    revisions = Revisions(
        head,
        base,
        base if baseline == "" else baseline,
        own_evidence=own_evidence,
        annotated=head,
        branched=branched,
    )
    request = Request(tuple(patterns), only_changed, accept, fail_on)
    with borrowed(objects_of_checkout(str(history.folder)), length=len(head)) as repository:
        return judge_pull_request(repository, revisions, request)


def codes(judged: Judged) -> dict[str, list[str]]:
    """The errors and warnings of each claim by its id, those of all its citations together."""
    found: dict[str, list[str]] = {}
    for row in judged.rows:
        listed = found.setdefault(str(row["claim"]), [])
        for key in ("errors", "warnings"):
            names = row[key]
            assert isinstance(names, list)
            listed += names
    return found


def top_codes(judged: Judged) -> list[tuple[str, str]]:
    """File and code of each finding that belongs to a file."""
    return [(str(finding["file"]), str(finding["code"])) for finding in judged.findings]


def messages(judged: Judged, code: str) -> list[str]:
    """What the findings of this code say."""
    found = []
    for row in judged.rows:
        findings = row["findings"]
        assert isinstance(findings, list)
        found += [str(finding["message"]) for finding in findings if finding["code"] == code]
    found += [str(finding["message"]) for finding in judged.findings if finding["code"] == code]
    return found
