"""`audit --format github`, `sarif` and `markdown`: the Action's outputs for an audit of one state."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from citelock.cli.main import run
from tests.support import log_oracle

ARTICLE = Path(__file__).parents[1] / "goldens" / "article"
HOSTILE = "##[add-mask]x ::stop-commands::y\n::error::z"


def git_init(folder: Path) -> None:
    subprocess.run(["git", "init", "-q", str(folder)], check=True)


@pytest.fixture
def article(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The worked example in `packages/web` of a repository, which is the working directory."""
    git_init(tmp_path / "repository")
    folder = tmp_path / "repository" / "packages" / "web"
    shutil.copytree(ARTICLE, folder, ignore=shutil.ignore_patterns("report.json", "text.txt"))
    monkeypatch.chdir(folder)
    return folder


def test_github_prints_the_log_with_commands_at_paths_of_the_repository(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "claims.json", "--format", "github"]) == 1

    printed = capsys.readouterr()
    seen = log_oracle.shown(printed.out)["error"]
    assert [(each.properties["file"], each.properties["line"]) for each in seen] == [
        ("packages/web/claims.json", line) for line in ("10", "14", "16")
    ]
    assert [each.properties["title"].partition(":")[0] for each in seen] == ["c2", "c3", "c4"]
    assert printed.out.splitlines()[-1] == "checked=4 failed=3 report=report.json"
    assert printed.err == ""
    assert (article / "report.json").read_bytes() == (ARTICLE / "report.json").read_bytes()


def test_quiet_leaves_the_commands_and_the_last_line(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "claims.json", "--format", "github", "--quiet"]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::error"] * 3 + ["checked=4"]


def test_without_a_repository_paths_are_those_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "article"
    shutil.copytree(ARTICLE, folder, ignore=shutil.ignore_patterns("report.json", "text.txt"))
    monkeypatch.chdir(folder)

    assert run(["audit", "claims.json", "--format", "github"]) == 1

    assert "file=claims.json,line=10" in capsys.readouterr().out


def test_markdown_is_printed_alone_and_people_read_stderr(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "claims.json", "--format", "markdown"]) == 1

    printed = capsys.readouterr()
    assert printed.out.startswith("## ❌ Citation audit: failed\n\n**3 failing citations**\n")
    assert "| 3 of 4 citations | **3** | 0 | 1<br>" in printed.out
    assert "<code>packages&#47;web&#47;claims&#46;json&#58;10</code>" in printed.out
    assert printed.err == (ARTICLE / "text.txt").read_text("utf-8")


def test_sarif_is_printed_alone(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "claims.json", "--format", "sarif"]) == 1

    run_ = json.loads(capsys.readouterr().out)["runs"][0]
    places = [each["locations"][0]["physicalLocation"] for each in run_["results"]]
    assert {place["artifactLocation"]["uri"] for place in places} == {"packages/web/claims.json"}
    assert [place["region"]["startLine"] for place in places] == [10, 11, 8, 14, 16]


def test_the_formats_are_those_of_a_sharded_audit_too(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "claims.json", "--format", "github"]) == 1
    whole = capsys.readouterr().out
    for part in ("1/2", "2/2"):
        run(["audit", "claims.json", "--shard", part, "--out", f"s{part[0]}.json"])
    capsys.readouterr()

    assert run(["merge", "s1.json", "s2.json", "--format", "github"]) == 1

    assert capsys.readouterr().out == whole


def test_a_level_that_fails_and_a_label_are_said(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(
            ["audit", "claims.json", "--fail-on", "never", "--require-label", "partial", "--format", "github"]
        )
        == 1
    )

    out = capsys.readouterr().out
    assert (
        "| below the required label partial: c2 (unverified), c3 (not-machine-checked), c4 (unverified)\n"
        in out
    )
    assert "; failure: 3 failing citations\n" in out


@pytest.mark.parametrize("form", ["text", "github", "markdown", "sarif"])
def test_no_format_lets_a_claim_write_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], form: str
) -> None:
    claim = {
        "id": HOSTILE.replace("\n", " "),
        "text": HOSTILE,
        "citations": [{"doi": HOSTILE, "quote": HOSTILE, "title": HOSTILE}],
    }
    (tmp_path / "claims.json").write_text(json.dumps({"claims": [claim]}), "utf-8")
    monkeypatch.chdir(tmp_path)

    assert run(["audit", "claims.json", "--format", form, "--verbose"]) == 1

    printed = capfd.readouterr()
    for stream in (printed.out, printed.err) if form != "sarif" else (printed.err,):
        assert log_oracle.unmeant(stream, ("group", "endgroup", "error")) == []
    if form == "github":
        assert len(log_oracle.shown(printed.out)["error"]) == 1


def test_an_error_message_is_no_command_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert run(["audit", "##[add-mask]x.json"]) == 2

    assert log_oracle.commands(capfd.readouterr().err) == []


def test_every_failing_citation_is_counted_however_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Warned ones first: what is kept for a terminal ends before the one that fails.
    warned = {"quote": "x" * 40, "url": "https://news.example/a"}
    claims = [{"id": f"a{n:04}", "text": "t", "citations": [warned]} for n in range(1200)]
    claims.append({"id": "z", "text": "t"})
    (tmp_path / "claims.json").write_text(json.dumps({"claims": claims}), "utf-8")
    (tmp_path / "citelock.yml").write_text(
        "severity:\n  E_NO_SNAPSHOT: warning\n  E_NOT_CACHED: warning\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)

    assert run(["audit", "claims.json", "--format", "github"]) == 1

    shown = log_oracle.shown(capsys.readouterr().out)
    assert [each.properties.get("title") for each in shown["error"]] == ["z: E_UNCITED"]
    assert shown["warning"][-1].data == "and 1191 more: see the summary and report.json"
