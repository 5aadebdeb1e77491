"""The files that a review sheet is made of and written to: judgements, reports, targets."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from citelock.cli.main import run
from citelock.snapshotter import sheet_judgements
from tests.support.sheets import HOSTILE

TOP = Path(__file__).parents[2]


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOP / "examples" / "real", tmp_path / "real")
    monkeypatch.chdir(tmp_path / "real")
    assert run(["audit", "claims.json", "--quiet", "--format", "html"]) == 1
    return tmp_path / "real"


# -- judgements --------------------------------------------------------------------------------------------


def judged(
    root: Path, *judgements: object, name: str = "first.json", schema: str = "citelock-judgements/1"
) -> None:
    (root / "judgements").mkdir(exist_ok=True)
    value = {"schema": schema, "report_sha256": "0" * 64, "judgements": list(judgements)}
    (root / "judgements" / name).write_text(json.dumps(value))


def test_a_judgement_is_shown_on_the_next_sheet_and_touches_nothing_else(real: Path) -> None:
    before = (real / "report.json").read_bytes()
    row = json.loads(before)["results"][0]
    judged(real, {"fingerprint": row["fingerprint"], "verdict": "does not", "note": f"not {HOSTILE}"})
    assert run(["audit", "claims.json", "--quiet", "--format", "html"]) == 1
    assert (real / "report.json").read_bytes() == before
    content = (real / "report.html").read_text("utf-8")
    assert "judgements/first.json: <b>does not</b>: not &lt;/script&gt;" in content
    assert (
        "<input" not in content.partition("<main")[2].partition("</main")[0]
    )  # no box is ticked for anybody


@pytest.mark.parametrize(
    "value",
    [
        {"fingerprint": "x", "verdict": "supports"},
        {"fingerprint": "0" * 64, "verdict": "yes"},
        {"fingerprint": "0" * 64, "verdict": "supports", "note": 3},
        7,
    ],
)
def test_a_file_of_judgements_that_is_none_is_told_on_the_sheet(real: Path, value: object) -> None:
    judged(real, value)
    assert run(["report", "html", "report.json"]) == 0
    assert re.search(r'class="problem">judgements/first\.json', (real / "review.html").read_text("utf-8"))


def sheet_of_judgements(root: Path) -> str:
    assert run(["report", "html", "report.json"]) == 0
    return (root / "review.html").read_text("utf-8")


def test_judgements_are_counted_and_weighed(real: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = json.loads((real / "report.json").read_text("utf-8"))["results"][0]
    one = {"fingerprint": row["fingerprint"], "verdict": "supports", "note": ""}
    for number in range(30):
        judged(real, one, name=f"{number:02}.json")
    (real / "judgements" / "readme.txt").write_text("no judgement")
    content = sheet_of_judgements(real)
    assert content.count('<p class="judged"') == 21
    assert "and 10 more judgements" in content
    monkeypatch.setattr(sheet_judgements, "MOST_FILES", 3)
    content = sheet_of_judgements(real)
    assert content.count('<p class="judged"') == 3
    assert "judgements: of 30 files the first 3 are shown" in content
    monkeypatch.setattr(sheet_judgements, "ALL_BYTES", 2 * (real / "judgements" / "00.json").stat().st_size)
    content = sheet_of_judgements(real)
    assert content.count('<p class="judged"') == 2
    assert "from judgements/02.json on nothing is shown" in content


def test_files_that_are_no_judgements_do_not_fill_the_page(real: Path) -> None:
    (real / "judgements").mkdir()
    for number in range(30):
        (real / "judgements" / f"{number:02}.json").write_text("{")
    (real / "judgements" / "large.json").write_bytes(b" " * (sheet_judgements.FILE_BYTES + 1))
    content = sheet_of_judgements(real)
    assert content.count('class="problem"') == 21
    assert "11 more files cannot be shown" in content


def test_judgements_are_not_read_through_a_link(real: Path, tmp_path: Path) -> None:
    judged(tmp_path, {"fingerprint": "0" * 64, "verdict": "supports"})
    (real / "judgements").symlink_to(tmp_path / "judgements")
    assert "judgements: this is a link" in sheet_of_judgements(real)


# -- wrong usage -------------------------------------------------------------------------------------------

SPOILS: dict[str, Callable[[Path], object]] = {
    "no report": lambda root: (root / "report.json").write_text("{}"),
    "no JSON": lambda root: (root / "report.json").write_text("{"),
    "gone": lambda root: (root / "report.json").unlink(),
    "other claims": lambda root: (root / "claims.json").write_text('{"claims": []}'),
    "no claims": lambda root: (root / "claims.json").unlink(),
    "a way out": lambda root: (root / "report.json").write_text(
        (root / "report.json").read_text().replace('"path": "claims.json"', '"path": "../../etc/passwd"')
    ),
}


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_report_that_is_not_of_these_claims_makes_no_sheet(
    real: Path, capsys: pytest.CaptureFixture[str], spoil: str
) -> None:
    SPOILS[spoil](real)
    capsys.readouterr()
    assert run(["report", "html", "report.json", "--out", "other.html"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("citelock: ")
    assert "Traceback" not in err
    assert not (real / "other.html").exists()


def test_a_changed_text_is_not_shown(real: Path) -> None:
    for path in (real / "sources").glob("*.txt"):
        path.write_text(path.read_text("utf-8") + "Added.\n", "utf-8")
    assert run(["report", "html", "report.json"]) == 0
    assert '<mark class="q">' not in (real / "review.html").read_text("utf-8")


@pytest.mark.parametrize("options", [["--out", "-"], ["--shard", "1/2"]])
def test_the_sheet_is_written_beside_the_report_only(real: Path, options: list[str]) -> None:
    assert run(["audit", "claims.json", "--format", "html", *options]) == 2


@pytest.mark.parametrize("command", [["report", "html", "report.json"], ["audit", "claims.json"]])
@pytest.mark.parametrize(
    "out",
    [
        "claims.json",
        "citelock.yml",
        "cache/10.1186_s12870-018-1284-7.json",
        "sources/page.html",
        "judgements/first.json",
        "sources",
        "nowhere/page.html",
    ],
)
def test_nothing_that_the_sheet_is_made_of_is_written_over(
    real: Path, command: list[str], out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if command[0] == "audit":
        out = out.replace("judgements/", "sources/")  # an audit reads none
    (real / "judgements").mkdir()
    (real / "citelock.yml").write_text("{}\n")
    before = {path: path.read_bytes() for path in real.rglob("*") if path.is_file()}
    capsys.readouterr()
    assert run([*command, "--out", out]) == 2
    assert f"--out {out}: " in capsys.readouterr().err
    assert {path: path.read_bytes() for path in real.rglob("*") if path.is_file()} == before


def test_the_page_beside_the_report_is_written_over_no_input_either(real: Path) -> None:
    shutil.copy(real / "claims.json", real / "mine.html")
    before = (real / "mine.html").read_bytes()
    assert run(["audit", "mine.html", "--out", "mine.json", "--format", "html"]) == 2
    assert (real / "mine.html").read_bytes() == before
    assert not (real / "mine.json").exists()


@pytest.mark.parametrize("format_name", ["text", "json", "html"])
def test_a_report_is_no_page(real: Path, capsys: pytest.CaptureFixture[str], format_name: str) -> None:
    capsys.readouterr()
    assert run(["audit", "claims.json", "--out", "other.HTML", "--format", format_name]) == 2
    assert "Name it other.json" in capsys.readouterr().err
    assert not (real / "other.HTML").exists()


def test_a_page_of_an_earlier_run_is_called_stale(real: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (real / "claims.json").write_text("{")
    capsys.readouterr()
    assert run(["audit", "claims.json", "--format", "html"]) == 2
    assert "report.html was left alone: it is stale" in capsys.readouterr().err
