"""`citelock audit report.md`: import and audit in one, with lines and columns of the report."""

from __future__ import annotations

import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from citelock.cli.main import run
from tests.support import log_oracle

URL = "https://news.example/grounding"
STEM = "url_news.example_grounding-" + sha256(URL.encode()).hexdigest()[:8]
QUOTE = "tying each statement to a passage lowered the number of unsupported statements to 7 of 100"
TEXT = f"In our trial {QUOTE}.\n"
REPORT = f"""# Grounding

The trial left 7 of 100 unsupported.[^1] Costs rose[^2], and time fell [3].

- As they say, “{QUOTE.replace("lowered", "raised")}” [4].

[^1]: "{QUOTE}." — Demo News, {URL}
[^2]: "{QUOTE.replace("lowered", "raised")}." — Demo News, {URL}

## Sources

[4] Demo News: {URL}
[5] Other: {URL}/other
"""


@pytest.fixture(autouse=True)
def project(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CITELOCK_CACHE_DIR", str(tmp_path_factory.mktemp("store")))
    for name in ("cache", "sources", "reports"):
        (tmp_path / name).mkdir()
    (tmp_path / "sources" / f"{STEM}.txt").write_text(TEXT, "utf-8")
    (tmp_path / "reports" / "a.md").write_text(REPORT, "utf-8", newline="\n")
    return tmp_path


def report_of(*arguments: str, code: int = 1) -> dict[str, object]:
    assert run(["audit", *arguments]) == code
    value = json.loads(Path("report.json").read_text("utf-8"))
    assert isinstance(value, dict)
    return value


def places(report: dict[str, object]) -> list[tuple[str, str, int, int, str]]:
    rows = report["results"]
    assert isinstance(rows, list)
    return [
        (row["claim"], finding["code"], finding["line"], finding["column"], finding["pointer"])
        for row in rows
        for finding in row["findings"]
        if finding["severity"] == "error"
    ]


def test_findings_stand_on_the_lines_of_the_report(project: Path) -> None:
    report = report_of("reports/a.md")

    assert places(report) == [
        ("c2", "E_QUOTE_NOT_FOUND", 3, 52, "/claims/1/citations/0/quote"),
        ("c2", "E_REF_MISSING", 3, 72, "/claims/1/citations/1/marker"),
        ("c3", "E_QUOTE_NOT_FOUND", 5, 108, "/claims/2/citations/0/quote"),
    ]
    lines = REPORT.split("\n")
    assert [lines[line - 1][column - 1 :][:4] for _, _, line, column, _ in places(report)] == [
        "[^2]",
        "[3].",
        "[4].",
    ]
    digest = sha256(REPORT.encode()).hexdigest()
    assert report["inputs"] == [{"path": "reports/a.md", "sha256": digest}]
    assert report["input_sha256"] == digest
    assert report["labels"] == {"verified": 1, "partial": 0, "unverified": 2, "not-machine-checked": 0}
    found = report["findings"]
    assert isinstance(found, list)
    (unused,) = found
    assert (unused["code"], unused["argument"], unused["line"], unused["column"], unused["pointer"]) == (
        "W_REF_UNUSED",
        "5",
        13,
        1,
        "/import/unused/0",
    )
    assert sorted(path.name for path in project.iterdir()) == ["cache", "report.json", "reports", "sources"]


def test_the_pointers_are_those_of_what_import_would_write() -> None:
    report = report_of("reports/a.md")
    assert run(["import", "reports/a.md", "--out", "claims.json"]) == 1
    value = json.loads(Path("claims.json").read_text("utf-8"))
    for _, _, line, column, pointer in places(report):
        found, at = value, None
        for step in pointer.split("/")[1:]:
            at = found.get("at") if isinstance(found, dict) else None
            found = found[int(step)] if isinstance(found, list) else found[step]
        assert at == [line, column]


def test_a_moved_report_keeps_its_fingerprints_and_a_warm_store_its_lines() -> None:
    first = report_of("reports/a.md")
    again = report_of("reports/a.md")
    assert again == first
    Path("reports/a.md").write_text("One line more.\n\n" + REPORT, "utf-8", newline="\n")
    moved = report_of("reports/a.md")
    assert [place[2] - 2 for place in places(moved)] == [place[2] for place in places(first)]
    assert fingerprints(moved) == fingerprints(first)


def fingerprints(report: dict[str, object]) -> list[str]:
    rows = report["results"]
    assert isinstance(rows, list)
    return [row["fingerprint"] for row in rows]


def test_shards_workers_and_the_lack_of_a_store_give_the_same_bytes(project: Path) -> None:
    (project / "reports" / "b.md").write_text(REPORT.replace("Grounding", "Second"), "utf-8", newline="\n")
    files = ["reports/a.md", "reports/b.md"]
    report_of(*files)
    whole = Path("report.json").read_bytes()
    report_of(*files, "--jobs", "2", "--no-store")
    assert Path("report.json").read_bytes() == whole
    for number in (1, 2, 3):
        assert run(["audit", *files, "--shard", f"{number}/3", "--out", f"s{number}.json"]) in (0, 1)
    assert run(["merge", "s3.json", "s1.json", "s2.json", "--out", "merged.json"]) == 1
    assert Path("merged.json").read_bytes() == whole


def test_annotations_are_on_the_reports_own_lines(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    assert run(["audit", "reports/a.md", "--format", "github"]) == 1
    seen = log_oracle.shown(capsys.readouterr().out)
    assert [(each.properties["file"], each.properties["line"]) for each in seen["error"]] == [
        ("reports/a.md", "3"),
        ("reports/a.md", "5"),
    ]
    assert [(each.properties["line"], each.properties["title"]) for each in seen["warning"]] == [
        ("13", "W_REF_UNUSED:5")
    ]


def test_the_terminal_names_the_place_and_the_entry(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "reports/a.md"]) == 1
    printed = capsys.readouterr()
    assert (
        "WARN reports/a.md:13 W_REF_UNUSED:5: No marker names entry 5, “Other”, of the sources."
        in printed.out
    )
    assert "FAIL reports/a.md:3 c2" in printed.out
    assert (
        printed.err
        == "citelock: reports/a.md: 4 references, 4 markers, 1 missing, 1 unused, 3 quotes, 0 DOIs\n"
    )


def test_an_unused_entry_is_a_warning_of_the_run(project: Path) -> None:
    text = f'Sound.[^1]\n\n[^1]: "{QUOTE}." — Demo News, {URL}\n[^2]: Never used. {URL}/b\n'
    (project / "reports" / "a.md").write_text(text, "utf-8")
    report_of("reports/a.md", code=0)
    report_of("reports/a.md", "--fail-on", "warning", code=1)


def test_evidence_of_a_commit_serves_a_report_of_the_work_tree(project: Path) -> None:
    for command in (
        ["init", "-q"],
        ["add", "sources"],
        ["-c", "user.name=A", "-c", "user.email=a@b.example", "commit", "-q", "-m", "evidence"],
    ):
        subprocess.run(["git", *command], cwd=project, check=True)
    before = report_of("reports/a.md")
    shutil.rmtree(project / "sources")
    after = report_of("reports/a.md", "--evidence-from", "HEAD")
    assert places(after) == places(before)


def test_a_report_that_is_refused_leaves_one_message_with_its_own_line(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "reports" / "a.md").write_bytes(b"Fine [1].\n\nBroken \xff here.\n")
    assert run(["audit", "reports/a.md"]) == 2
    assert (
        capsys.readouterr().err == "citelock: reports/a.md:3:8: is not UTF-8 here. Save the file as UTF-8.\n"
    )
    (project / "reports" / "a.md").write_text("A [1-999]. " * 200, "utf-8")
    assert run(["audit", "reports/a.md"]) == 2
    assert "more than 100,000 citations" in capsys.readouterr().err
    assert run(["audit", "reports/gone.md"]) == 2
    assert capsys.readouterr().err.startswith("citelock: reports/gone.md: no such file.")


def test_a_report_without_any_source_is_no_clean_bill(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "reports" / "a.md").write_text("# Nothing\n\nJust words.\n", "utf-8")
    report_of("reports/a.md", code=0)
    assert "nothing was checked" in capsys.readouterr().out


CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[1] / "data" / "output_cases.json").read_text("utf-8"))[
        "cases"
    ]
}


def test_of_many_citations_it_is_said_how_many_could_be_looked_up(capsys: pytest.CaptureFixture[str]) -> None:
    """R-report-01: a clean rate over 5 of 22 must not read as a clean bill."""
    value = CASES["R-report-01"]["expected"]["value"]
    known = "".join(f"Finding {number} is “{QUOTE}” [1].\n\n" for number in range(value["checked"]))
    unknown = "".join(
        f"Point {number} is “{QUOTE}” [{number + 2}].\n\n"
        for number in range(value["total"] - value["checked"])
    )
    entries = "".join(
        f"[{number + 2}] Page {number}: {URL}/{number}\n"
        for number in range(value["total"] - value["checked"])
    )
    Path("many.md").write_text(f"{known}{unknown}## Sources\n\n[1] Demo News: {URL}\n{entries}", "utf-8")
    assert run(["audit", "many.md"]) == 1
    assert f"not machine-checked: {value['total'] - value['checked']} of {value['total']} claims" in (
        capsys.readouterr().out
    )


def test_what_is_missing_and_what_nobody_looked_at_are_counted_apart() -> None:
    """R-report-02: `leads nowhere` and `could not be checked` are two answers."""
    Path("two.md").write_text(
        f"It is “{QUOTE}” [7]. It is “{QUOTE}” [1].\n\n## Sources\n\n[1] Page: {URL}/none\n", "utf-8"
    )
    rows = report_of("two.md")["results"]
    assert isinstance(rows, list)
    assert [(row["errors"], row["label"]) for row in rows] == [
        (["E_REF_MISSING:7"], "unverified"),
        (["E_NO_SNAPSHOT"], "not-machine-checked"),
    ]


def test_a_miss_in_a_report_shows_the_nearest_passage(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R-report-03: the closest passage with the difference, which is no match."""
    case = CASES["R-report-03"]
    passage = f"In the mitochondrion these proteins {case['inputs']['snapshot']}, as was shown."
    (project / "sources" / f"{STEM}.txt").write_text(passage, "utf-8")
    quote = f"In the mitochondrion these proteins {case['inputs']['quote']}, as was shown"
    Path("near.md").write_text(f"They say “{quote}” [1].\n\n## Sources\n\n[1] Page: {URL}\n", "utf-8")
    assert run(["audit", "near.md"]) == 1
    out = capsys.readouterr().out
    assert "E_QUOTE_NOT_FOUND" in out
    assert all(words.strip("[]") in out for words in case["expected"]["value"]["must_contain"])
