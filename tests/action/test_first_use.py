"""The workflow file copied, the article's evidence in base, its four claims in a pull request."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from citelock.cli.output.summary import BOUNDARY
from tests.support.histories import File
from tests.support.runner import TOP, Project

DEMO = TOP / "src" / "citelock" / "demo"
WORKFLOW = ".github/workflows/citation-audit.yml"
CODES = {
    "c2": ["E_YEAR_MISMATCH", "E_QUOTE_NOT_FOUND", "E_NUMBER_UNSUPPORTED:3"],
    "c3": ["E_NOT_CACHED"],
    "c4": ["E_UNCITED"],
}


def steps() -> list[dict[str, Any]]:
    workflow = yaml.safe_load((TOP / "examples" / "workflows" / "citation-audit.yml").read_text("utf-8"))
    found = workflow["jobs"]["citelock"]["steps"]
    assert isinstance(found, list)
    return found


def line_of(claims: Path, text: str) -> int:
    (number,) = [n for n, line in enumerate(claims.read_text("utf-8").splitlines(), 1) if text in line]
    return number


def test_the_claims_of_the_article_are_annotated_at_their_lines(project: Project) -> None:
    checkout, audit, _ = steps()
    evidence: dict[str, File] = {
        f"{folder}/{path.name}": path.read_bytes()
        for folder in ("cache", "sources")
        for path in sorted((DEMO / folder).iterdir())
    }
    base = project.history.commit({**evidence, WORKFLOW: "name: Citation audit\n"})
    claims = DEMO / "claims.json"
    head = project.history.commit({"claims.json": claims.read_bytes()}, base, branch="agent")
    depth = f"--depth={checkout['with']['fetch-depth']}"
    ran = project.pull_request(base, head, depth=[depth], inputs=audit.get("with", {}))
    assert (ran.code, ran.conclusion, ran.stderr) == (1, "failure", "")
    assert {name: codes for name, codes in ran.codes().items() if codes} == CODES
    shown = {seen.properties["title"].partition(":")[0]: seen for seen in ran.annotations()}
    assert {name: seen.properties["title"] for name, seen in shown.items()} == {
        name: f"{name}: {', '.join(codes)}" for name, codes in CODES.items()
    }
    assert {name: int(seen.properties["line"]) for name, seen in shown.items()} == {
        "c2": line_of(claims, '"year": 2023'),
        "c3": line_of(claims, "10.0000/demo.2"),
        "c4": line_of(claims, '"id": "c4"'),
    }
    assert {seen.properties["file"] for seen in shown.values()} == {"claims.json"}
    assert ran.annotations("warning") + ran.annotations("notice") == []
    assert ran.last_line == "checked=4 failed=3 report=citelock/report.json"
    assert (ran.outputs["claims"], ran.outputs["new-errors"]) == ("4", "5")
    assert BOUNDARY in ran.summary
