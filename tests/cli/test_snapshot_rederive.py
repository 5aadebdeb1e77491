"""`citelock snapshot check --rederive`: the proof that a text comes from its origin."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from citelock.cli.main import run
from examples.replay.messages import Answer, page
from examples.replay.web import WebServer
from tests.support import papers

HTML = (("Content-Type", "text/html; charset=utf-8"),)
STEM = "10.5555_demo.paper"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cache").mkdir()
    (tmp_path / "sources").mkdir()
    record = {"status": "found", "title": papers.TITLE, "year": 2024, "authors": [papers.AUTHOR]}
    (tmp_path / "cache" / f"{STEM}.json").write_text(json.dumps(record), "utf-8")
    return tmp_path


def add(project: Path, *arguments: str) -> None:
    path = project / "paper.xml"
    path.write_bytes(papers.jats())
    assert run(["snapshot", "add", papers.DOI, "--file", str(path), *arguments]) == 0


def forge(project: Path, **changes: object) -> None:
    """Another text, and a provenance that agrees with it in the hash of the text and in `changes`."""
    text = (project / "sources" / f"{STEM}.txt").read_bytes().replace(b"from 18 to 7", b"from 81 to 7")
    (project / "sources" / f"{STEM}.txt").write_bytes(text)
    path = project / "sources" / f"{STEM}.json"
    value = json.loads(path.read_text("utf-8"))
    value["text"]["sha256"] = hashlib.sha256(text).hexdigest()
    for part, members in changes.items():
        assert isinstance(members, dict)
        value[part].update(members)
    path.write_text(json.dumps(value), "utf-8")


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    capsys.readouterr()
    code = run(["snapshot", "check", "--rederive", *arguments])
    return code, capsys.readouterr().out.splitlines()


def test_a_kept_original_gives_the_same_text_again(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add(project, "--keep-original")
    assert (project / "sources" / "originals" / f"{STEM}.xml").read_bytes() == papers.jats()
    assert check(capsys) == (
        0, [f"doi:{papers.DOI}: reproduced", "snapshots=1 findings=0 without_text=0"]
    )  # fmt: skip


def test_the_original_of_a_text_that_is_kept_apart_is_too(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original", "--private")
    path = project / "sources" / f"{STEM}.json"
    assert json.loads(path.read_text("utf-8"))["source"]["original"] == f"originals/{STEM}.xml"
    path.unlink()
    (project / "paper.xml").write_bytes(papers.jats(licence=None))
    arguments = ["snapshot", "add", papers.DOI, "--file", str(project / "paper.xml"), "--keep-original"]
    assert run([*arguments, "--replace"]) == 0
    assert json.loads(path.read_text("utf-8"))["source"]["original"] == f"private/originals/{STEM}.xml"
    assert (project / "sources" / ".private" / "originals" / f"{STEM}.xml").exists()
    assert check(capsys)[0] == 0


def test_a_file_of_which_no_original_is_kept_is_no_error(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project)
    code, lines = check(capsys)
    assert (code, lines[0]) == (
        0,
        f"doi:{papers.DOI}: not_reproducible: a file of the user's, of which no original is kept",
    )


def test_a_forged_text_with_a_matching_hash_is_found(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original")
    forge(project)
    code, lines = check(capsys)
    assert code == 1
    assert lines[0] == f"doi:{papers.DOI}: E_SNAPSHOT_ALTERED: this text does not come from these bytes"
    assert any(line.startswith("    - ") and "from 81 to 7" in line for line in lines)


def test_nor_does_another_version_of_the_extractor_or_other_bytes_excuse_it(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original")
    forge(project, extraction={"extractor": "jats/0"})
    code, lines = check(capsys)
    assert (code, lines[0].partition(": ")[2].partition(":")[0]) == (1, "extractor_changed")
    forge(project, source={"sha256": "0" * 64})
    code, lines = check(capsys)
    assert (code, lines[0]) == (1, f"doi:{papers.DOI}: source_changed: other bytes and another text")


def test_a_page_is_asked_again(project: Path, pages: WebServer, capsys: pytest.CaptureFixture[str]) -> None:
    pages.pages["/report"] = Answer(200, HTML, papers.html(licence=papers.BY))
    allowed = ["--allow-host", pages.endpoint]
    assert run(["snapshot", "add", f"{pages.base}/report", *allowed]) == 0
    assert check(capsys, *allowed)[1][0] == f"url:{pages.base}/report: reproduced"
    stamped = papers.html(licence=papers.BY).replace(b"<body>", b"<body><!-- at noon -->")
    pages.pages["/report"] = Answer(200, HTML, stamped)
    assert check(capsys, *allowed)[1][0] == f"url:{pages.base}/report: reproduced_text"
    pages.pages["/report"] = Answer(200, HTML, stamped.replace(b"from 18 to 7", b"from 17 to 7"))
    before = sorted((path.name, path.read_bytes()) for path in (project / "sources").iterdir())
    code, lines = check(capsys, *allowed)
    assert code == 1
    assert lines[0] == f"url:{pages.base}/report: source_changed: other bytes and another text"
    pages.pages["/report"] = page("gone", 404)
    code, lines = check(capsys, *allowed)
    assert code == 3
    assert lines[0].startswith(f"url:{pages.base}/report: unreachable: ")
    assert sorted((path.name, path.read_bytes()) for path in (project / "sources").iterdir()) == before


def test_the_name_of_an_original_leads_nowhere_else(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(project, "--keep-original")
    path = project / "sources" / f"{STEM}.json"
    value = json.loads(path.read_text("utf-8"))
    for name in ("../paper.xml", "originals/../../paper.xml", "/etc/passwd", "originals/..", "private/x"):
        value["source"]["original"] = name
        path.write_text(json.dumps(value), "utf-8")
        assert check(capsys)[0] == 3
