"""`citelock rules`, `diff` and `demo`: the smaller commands."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from citelock.checks.catalogue import CATALOGUE
from citelock.cli.main import run

ARTICLE = Path(__file__).parents[1] / "goldens" / "article"


def test_every_finding_is_listed_with_its_severity(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines if line.startswith("  ")] == [
        [entry.code, entry.severity.value] for entry in CATALOGUE
    ]


@pytest.mark.parametrize(
    "asked", ["E_NUMBER_UNSUPPORTED", "e_number_unsupported:3", " E_NUMBER_UNSUPPORTED "]
)
def test_one_finding_is_explained_in_all_its_parts(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", asked]) == 0
    printed = capsys.readouterr().out
    headings = [line for line in printed.splitlines() if line and not line.startswith(" ")]
    assert headings == [
        "E_NUMBER_UNSUPPORTED:<argument> (error, number)",
        "Argument",
        "What it means",
        "Why",
        "Example",
        "How to repair",
        "Limits",
        "Label",
    ]


def test_the_catalogue_is_there_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--format", "json"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert [entry["code"] for entry in entries] == [entry.code for entry in CATALOGUE]
    assert entries[0]["severity"] == "error"


@pytest.mark.parametrize(
    ("code", "page"), [("E_NOT_RECORDED", "docs/verify.md"), ("e_url_blocked", "docs/snapshots.md")]
)
def test_an_error_of_a_command_is_told_from_a_finding(
    capsys: pytest.CaptureFixture[str], code: str, page: str
) -> None:
    """Red without: the nearest finding was named, which is about something else."""
    assert run(["rules", code]) == 2
    said = capsys.readouterr().err
    assert page in said
    assert "nearest" not in said
    assert code.upper() in Path(__file__).parents[2].joinpath(page).read_text(encoding="utf-8")


def test_an_unknown_finding_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "E_YEAR_MISSMATCH"]) == 2
    assert capsys.readouterr().err == (
        "citelock: there is no finding E_YEAR_MISSMATCH. The nearest is E_YEAR_MISMATCH.\n"
    )


def test_the_demo_ends_as_expected_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    assert run(["demo"]) == 0
    printed = capsys.readouterr()
    assert "checked=4 failed=3 report=report.json\n" in printed.out
    assert "As expected: 4 checked, 3 failed" in printed.out
    assert printed.err == ""
    assert list(tmp_path.iterdir()) == []


def test_the_demo_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert run(["demo", "--into", "kept"]) == 0
    assert (tmp_path / "kept" / "report.json").read_bytes() == (ARTICLE / "report.json").read_bytes()
    assert run(["demo", "--into", "kept"]) == 2
    assert "there is such a file or folder already" in capsys.readouterr().err


def test_the_demo_is_the_example_of_the_tests() -> None:
    demo = Path(__file__).parents[2] / "src" / "citelock" / "demo"
    for name in ("claims.json", "cache/10.0000_demo.1.json", "sources/10.0000_demo.1.txt"):
        assert (demo / name).read_bytes() == (ARTICLE / name).read_bytes()


@pytest.fixture
def two_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Reports of the example before (base.json) and after its year was repaired (repaired.json)."""
    folder = tmp_path / "article"
    shutil.copytree(ARTICLE, folder)
    monkeypatch.chdir(folder)
    assert run(["audit", "claims.json", "--out", "base.json"]) == 1
    claims = (folder / "claims.json").read_text(encoding="utf-8").replace("2023", "2024")
    (folder / "claims.json").write_text(claims.replace('"Other"', '"Yet Another"'), encoding="utf-8")
    assert run(["audit", "claims.json", "--out", "repaired.json"]) == 1
    return folder


def test_a_repair_is_no_new_error(two_reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["diff", "base.json", "repaired.json", "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["schema"] == "citelock-diff/1"
    assert [entry["code"] for entry in result["fixed"]] == ["E_YEAR_MISMATCH"]
    assert result["new"] == []


def test_a_new_error_is_exit_1(two_reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["diff", "repaired.json", "base.json"]) == 1
    assert "E_YEAR_MISMATCH" in capsys.readouterr().out


def test_reports_that_weigh_a_finding_differently_say_so(
    two_reports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (two_reports / "citelock.yml").write_text("severity:\n  E_NOT_CACHED: warning\n", encoding="utf-8")
    assert run(["audit", "claims.json", "--out", "lowered.json"]) == 1
    capsys.readouterr()

    assert run(["diff", "lowered.json", "repaired.json"]) == 0
    assert capsys.readouterr().out.startswith(
        "warning: the reports weigh findings differently (E_NOT_CACHED was warning, is error): these count "
        "as unchanged; audit the base again with the settings of today\n"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "citelock: bad.json"),
        (b"{", "citelock: bad.json:1:"),
        (b"[]", "citelock: bad.json"),
        (b'{"schema": "citelock-report/1"}', "citelock: bad.json"),
    ],
)
def test_what_is_no_report_is_named(
    two_reports: Path, content: bytes, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (two_reports / "bad.json").write_bytes(content)
    capsys.readouterr()

    assert run(["diff", "base.json", "bad.json"]) == 2
    assert capsys.readouterr().err.startswith(message)


def test_a_missing_report_is_named(two_reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["diff", "none.json", "base.json"]) == 2
    assert capsys.readouterr().err.startswith("citelock: none.json: cannot be read: No such file")
