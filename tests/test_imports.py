"""What a command does not import: why an audit costs little more than Python (docs/performance.md).

Each case is a fresh interpreter that runs one command through the entry point and then prints `sys.modules`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import papers

HEAVY = {
    *(
        "requests",
        "urllib3",
        "http.client",
        "ssl",
        "asyncio",
        "socket",
        "git",
        "gitdb",
        "pdfminer",
        "cryptography",
    ),
    *("lxml", "tinycss2", "yaml", "mcp", "starlette", "uvicorn", "dask", "distributed", "multiprocessing"),
    *(
        "concurrent.futures.process",
        "importlib.metadata",
        "subprocess",
        "difflib",
        "logging",
        "tempfile",
        "random",
    ),
}

RECORD = {
    "authors": ["Example", "Second"],
    "doi": "10.0000/demo.1",
    "status": "found",
    "title": "A Paper About Grounding",
    "year": 2024,
}
TEXT = "In our experiments tying each statement to a passage lowered the number of unsupported statements.\n"
QUOTE = "tying each statement to a passage lowered the number of unsupported statements"

PROBE = """
import json, sys
from citelock.cli.main import run
code = run(sys.argv[1:])
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose one citation is right in everything."""
    (tmp_path / "cache").mkdir()
    (tmp_path / "sources").mkdir()
    (tmp_path / "cache" / "10.0000_demo.1.json").write_text(json.dumps(RECORD), "utf-8")
    (tmp_path / "sources" / "10.0000_demo.1.txt").write_text(TEXT, "utf-8")
    write_claims(tmp_path, QUOTE)
    return tmp_path


def write_claims(folder: Path, quote: str) -> None:
    citation = {
        "doi": "10.0000/demo.1",
        "first_author": "Example",
        "quote": quote,
        "title": "A Paper About Grounding",
        "year": 2024,
    }
    claim = {"id": "c1", "text": "Grounding lowers the number.", "citations": [citation]}
    (folder / "claims.json").write_text(json.dumps({"claims": [claim]}), "utf-8")


def heavy_after(folder: Path, *arguments: str, code: int = 0) -> set[str]:
    """The heavy modules that are loaded once the command has run and ended with `code`."""
    return HEAVY & loaded_after(folder, *arguments, code=code)


def loaded_after(folder: Path, *arguments: str, code: int = 0) -> set[str]:
    """All modules that are loaded then."""
    ran = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    ended, loaded = json.loads(ran.stderr.splitlines()[-1])
    assert ended == code, ran.stdout + ran.stderr
    return set(loaded)


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def test_a_clean_audit_imports_nothing_heavy(project: Path) -> None:
    assert heavy_after(project, "audit", "claims.json") == set()


def test_a_second_audit_with_a_warm_store_imports_nothing_heavy(project: Path) -> None:
    heavy_after(project, "audit", "claims.json")
    assert heavy_after(project, "audit", "claims.json") == set()


def test_a_second_audit_of_the_same_loads_neither_rules_of_claims_nor_the_matcher(project: Path) -> None:
    listed = json.loads((project / "claims.json").read_text("utf-8"))["claims"]
    broken = {"id": "c2", "text": "A claim of no work.", "citations": [{"doi": "none"}]}
    missing = {"id": "c3", "text": "Another.", "citations": [{"doi": "10.0000/other", "quote": QUOTE}]}
    claims = [*listed, broken, missing, {"id": "c4", "text": "Nobody says so."}]
    (project / "claims.json").write_text(json.dumps({"claims": claims}), "utf-8")
    judging = {"citelock.checks.audit", "citelock.checks.text.find", "citelock.checks.text.fold"}

    assert judging & loaded_after(project, "audit", "claims.json", code=1) == judging
    assert judging & loaded_after(project, "audit", "claims.json", code=1) == set()


def test_a_second_audit_of_vetted_and_sealed_texts_loads_neither_vetting_nor_seals(project: Path) -> None:
    listed = []
    for number, options in enumerate([(), ("--seal", "--discard-text")]):
        doi, title = f"10.5555/taken.{number}", f"{papers.TITLE}, part {number}"
        record = {"doi": doi, "title": title, "year": 2024, "authors": ["Example"], "status": "found"}
        (project / "cache" / f"10.5555_taken.{number}.json").write_text(json.dumps(record), "utf-8")
        licence = papers.BY_NC_ND if options else papers.BY
        paper = papers.jats(licence=licence).decode().replace(papers.DOI, doi).replace(papers.TITLE, title)
        (project / "paper.xml").write_text(paper, "utf-8")
        loaded_after(project, "snapshot", "add", doi, "--file", "paper.xml", *options)
        cited = {"doi": doi, "title": title, "year": 2024, "first_author": "Example", "quote": papers.QUOTE}
        listed.append({"id": f"c{number}", "text": "Fewer of them.", "citations": [cited]})
    (project / "claims.json").write_text(json.dumps({"claims": listed}), "utf-8")
    judging = {"citelock.checks.audit", "citelock.checks.vetting.again", "citelock.checks.sealing"}

    assert judging & loaded_after(project, "audit", "claims.json") == judging
    assert judging & loaded_after(project, "audit", "claims.json") == set()


def test_a_failing_quote_adds_difflib_alone(project: Path) -> None:
    write_claims(project, QUOTE.replace("lowered", "raised"))
    assert heavy_after(project, "audit", "claims.json", code=1) <= {"difflib"}


def test_a_configuration_adds_yaml_alone(project: Path) -> None:
    (project / "citelock.yml").write_text("severity:\n  E_TITLE_MISMATCH: warning\n", "utf-8")
    assert heavy_after(project, "audit", "claims.json") == {"yaml"}


def test_evidence_of_a_commit_adds_subprocess_alone(project: Path) -> None:
    git(project, "init", "--quiet")
    git(project, "add", "cache", "sources")
    git(project, "commit", "--quiet", "--message", "evidence")
    assert heavy_after(project, "audit", "claims.json", "--evidence-from", "HEAD") == {"subprocess"}


def test_preparing_a_folder_imports_git_only_where_there_is_a_repository(project: Path) -> None:
    assert heavy_after(project, "init") == set()
    git(project, "init", "--quiet")
    assert "git" in heavy_after(project, "init")


def test_looking_at_snapshots_imports_nothing_heavy(project: Path) -> None:
    for arguments in (["list"], ["show", "10.0000/demo.1"], ["check"]):
        assert heavy_after(project, "snapshot", *arguments) == set()


def test_a_snapshot_of_one_s_own_file_asks_no_network(project: Path) -> None:
    words = "10.0000/demo.1 is the DOI of A Paper About Grounding. " + TEXT
    (project / "paper.txt").write_text(words, "utf-8")
    added = heavy_after(project, "snapshot", "add", "10.0000/demo.1", "--file", "paper.txt", "--replace")
    assert added <= {"subprocess", "tempfile", "random"}


def test_the_help_imports_no_command(project: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROBE, "--help"],
        cwd=project,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    code, loaded = json.loads(ran.stderr.splitlines()[-1])
    assert code == 0
    allowed = {"citelock.cli.main", "citelock.cli.errors", "citelock.cli.exit_codes"}
    ours = {name for name in loaded if name.startswith("citelock.cli.")}
    assert ours <= allowed
    assert not any(name.startswith(("citelock.snapshotter", "citelock.checks.rules")) for name in loaded)


def test_an_audit_of_json_loads_no_parser_of_reports_and_one_of_markdown_that_alone(project: Path) -> None:
    parsers = {"markdown_it", "bibtexparser", "pylatexenc", "citelock.checks.adapters.markdown.report"}
    assert parsers & loaded_after(project, "audit", "claims.json") == set()
    (project / "report.md").write_text(f'Fact.[^1]\n\n[^1]: "{QUOTE}" — https://example.org/a\n', "utf-8")
    loaded = loaded_after(project, "audit", "report.md", code=1)
    assert parsers & loaded == {"markdown_it", "citelock.checks.adapters.markdown.report"}
    assert loaded & HEAVY <= {"difflib", "logging"}  # the parser logs
