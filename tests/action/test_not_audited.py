"""What looks like a claims file and is audited by nobody is named, in the log and in the summary."""

from __future__ import annotations

from html import unescape

import pytest

from citelock.checks.pull_request.globs import Globs
from citelock.checks.pull_request.passed_over import passed_over
from tests.support.forgeries import FORGED_FILE, agent, base_of
from tests.support.runner import Project

EVIDENCE = "not audited, since claims files are not looked for among the evidence: "
PATTERN = "not audited, since no pattern of `claims` takes them (case and every sign count): "
FOLDERS = {"cache": "cache", "sources": "sources"}
REPORT = "A statement [1].\n\n## Sources\n\n1. https://doi.org/10.0000/demo.1\n"


@pytest.mark.parametrize(
    ("path", "claims", "said"),
    [
        ("sources/x/claims.json", "", EVIDENCE),
        ("cache/x/claims.json", "", EVIDENCE),
        ("sources/x/report.md", "**/*.md", EVIDENCE),
        ("Rep/Claims.json", "", PATTERN),
        ("CLAIMS.JSON", "", PATTERN),
        ("cla\u0456ms.json", "", PATTERN),
        ("reports/b.MD", "reports/*.md", PATTERN),
        ("Reports/b.md", "reports/*.md", PATTERN),
    ],
)
def test_a_file_that_only_looks_like_a_claims_file_is_named(
    project: Project, path: str, claims: str, said: str
) -> None:
    """Red without the look at all files of the head: forged claims lie there, green, and nothing says so."""
    content = REPORT if path.lower().endswith(".md") else FORGED_FILE
    base = base_of(project)
    patterns = f"claims.json\n{claims}" if claims else ""
    ran = project.pull_request(base, agent(project, base, {path: content}), inputs={"claims": patterns})
    assert ran.code == 0
    for page in (ran.stdout, unescape(ran.summary)):
        assert f"{said}{path}" in page


def test_many_are_counted(project: Project) -> None:
    base = base_of(project)
    many = {f"r{number}/Claims.json": FORGED_FILE for number in range(7)}
    ran = project.pull_request(base, agent(project, base, many))
    named = ", ".join(f"r{number}/Claims.json" for number in range(5))
    assert f"{PATTERN}{named} and 2 more" in ran.stdout


def test_evidence_and_files_that_are_audited_are_not_named() -> None:
    paths = [
        "claims.json",
        "cache/a.json",
        "sources/a.txt",
        "sources/a.json",
        "sources/originals/a.md",
        "README.md",
    ]
    patterns = ["**/*.json", "**/claims.json", "**/*.md"]
    assert passed_over(paths, ["claims.json", "README.md"], patterns, **FOLDERS).sentences() == []


def test_a_pattern_that_grows_when_it_is_folded_is_still_one() -> None:
    pattern = "ß" * 900 + ".md"
    Globs([pattern], "claims")
    assert passed_over(["a/claims.json"], (), [pattern], **FOLDERS).unmatched == ("a/claims.json",)


def test_a_name_that_reads_like_that_of_a_claims_file_is_named() -> None:
    """Red with case folding alone: who reads the pull request takes them for the audited file."""
    like = {
        "a/\uff43laims.json",
        "cla\u0456ms.json",
        "cl\u200baims.json",
        "claims.json.",
        "claims.json ",
        "\u0441laims\u0301.json",
    }
    like |= {"Rep\u043erts/b.md", "rep\u2060orts/b.md"}
    unlike = {
        "claim.json",
        "my-claims.json",
        "claims.json.bak",
        "\u6743\u5229\u8981\u6c42\u4e66\u6587.json",
        "re/ports/b.md",
    }
    patterns = ["claims.json", "reports/*.md", "\u0301/x.json", "d\u0301/*.json"]
    Globs(patterns, "claims")
    found = passed_over([*like, *unlike], ["claims.json"], patterns, **FOLDERS)
    assert found.unmatched == tuple(sorted(like))
