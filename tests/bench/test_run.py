"""The benchmark command: verdicts compared and explained, children measured, goals judged."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2]))

from bench.goals import Goal, goal_table, ratio, subject_table
from bench.sections import cut_seed
from bench.subjects import Run, Subject, SubjectFailed, clean_environment, measure, run_once
from bench.verdicts import compare

SOURCE = "The counter showed 10² µm of growth in every one of the four seasons that we observed."
FLAT = "showed 102 µm of growth in every one of the four seasons"


def write_case(folder: Path, expected: list[str], found: list[str], quote: str = FLAT) -> tuple[Path, Path]:
    (folder / "sources").mkdir()
    (folder / "sources" / "10.5555_demo.1.txt").write_text(SOURCE + "\n", encoding="utf-8")
    claim = {"id": "c1", "text": "It grew.", "citations": [{"doi": "10.5555/demo.1", "quote": quote}]}
    (folder / "claims.json").write_text(json.dumps({"claims": [claim]}), encoding="utf-8")
    row = {"claim": "c1", "kind": "ok", "errors": expected}
    (folder / "expected.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    report = folder / "report.json"
    result = {"claim": "c1", "doi": "10.5555/demo.1", "errors": found}
    report.write_text(json.dumps({"results": [result]}), encoding="utf-8")
    return folder, report


def test_equal_verdicts_leave_nothing_to_explain(tmp_path: Path) -> None:
    assert compare(*write_case(tmp_path, ["E_YEAR_MISMATCH"], ["E_YEAR_MISMATCH"])) == {
        "results": 1,
        "explained": {},
        "unexplained": 0,
        "first": [],
    }


def test_a_power_copied_flat_is_the_difference_that_is_meant(tmp_path: Path) -> None:
    compared = compare(*write_case(tmp_path, [], ["E_QUOTE_NOT_FOUND"]))
    rule = "a superscript after a digit is an exponent, 10² is not 102 (quotes.md 3, row 8)"
    assert compared["explained"] == {rule: 1}
    assert compared["unexplained"] == 0


@pytest.mark.parametrize(
    ("expected", "found", "quote"),
    [
        ([], ["E_QUOTE_NOT_FOUND"], "showed 102 µm of decline in every one of the four seasons"),
        ([], ["E_YEAR_MISMATCH"], FLAT),
        (["E_QUOTE_NOT_FOUND"], [], FLAT),
    ],
)
def test_any_other_difference_is_unexplained(
    tmp_path: Path, expected: list[str], found: list[str], quote: str
) -> None:
    compared = compare(*write_case(tmp_path, expected, found, quote))
    assert (compared["explained"], compared["unexplained"]) == ({}, 1)


def test_a_result_missing_from_the_report_is_a_difference(tmp_path: Path) -> None:
    folder, report = write_case(tmp_path, [], [])
    report.write_text('{"results": []}', encoding="utf-8")
    assert compare(folder, report)["first"] == [{"claim": "c1", "expected": [], "found": None}]


def test_the_script_is_cut_out_of_the_article_from_its_first_line_through_the_call_of_main(
    tmp_path: Path,
) -> None:
    (tmp_path / "seeds").mkdir()
    article = "Before.\n\n#!/usr/bin/env python3\nimport sys\nsys.exit(main())\n\nAfter.\n"
    (tmp_path / "seeds" / "citation-audit.ru.txt").write_text(article, encoding="utf-8")
    target = cut_seed(tmp_path, tmp_path / "seed.py")
    assert target is not None
    assert target.read_text(encoding="utf-8") == "#!/usr/bin/env python3\nimport sys\nsys.exit(main())\n"


def test_without_the_article_there_is_no_script(tmp_path: Path) -> None:
    assert cut_seed(tmp_path, tmp_path / "seed.py") is None


def test_a_child_is_measured_and_sees_nothing_of_the_callers_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    code = "import os; print(sorted(os.environ)); sum(range(3_000_000))"
    subject = Subject("child", [[sys.executable, "-c", code]])
    measure([subject], 2, clean_environment(tmp_path / "home"), tmp_path / "printed")
    assert "GITHUB_ACTIONS" not in (tmp_path / "printed").read_text(encoding="utf-8")
    assert len(subject.runs) == 2
    assert subject.best.cpu > 0
    assert subject.best.rss > 1_000_000


def test_an_unexpected_exit_code_stops_the_bench_with_the_last_words_of_the_child(tmp_path: Path) -> None:
    subject = Subject("child", [[sys.executable, "-c", "import sys; print('what went wrong'); sys.exit(70)"]])
    with pytest.raises(SubjectFailed, match=r"child ended with 70: (.|\n)*what went wrong"):
        run_once(subject, clean_environment(tmp_path / "home"), tmp_path / "printed")


def test_the_best_of_several_runs_is_the_least_time_and_the_largest_memory() -> None:
    subject = Subject("some", [], runs=[Run(2.0, 3.0, 10, 0), Run(1.0, 4.0, 20, 0)])
    assert subject.best == Run(1.0, 3.0, 20, 0)


def test_a_subject_with_wrong_verdicts_has_no_ratio() -> None:
    seed = Subject("article's script", [], runs=[Run(10.0, 10.0, 50_000_000, 1)])
    good = Subject("warm", [], runs=[Run(0.5, 0.5, 40_000_000, 1)])
    bad = Subject("cold", [], runs=[Run(1.0, 1.0, 40_000_000, 1)])
    assert subject_table([seed, good, bad], seed, ["cold"]) == (
        "| subject | CPU s | wall s | peak MB | × less CPU than article's script |\n"
        "|---|---|---|---|---|\n"
        "| article's script | 10.000 | 10.000 | 50 | - |\n"
        "| warm | 0.500 | 0.500 | 40 | 20.0 |\n"
        "| cold | 1.000 | 1.000 | 40 | wrong verdicts |"
    )


def test_without_a_yardstick_there_is_no_column_of_ratios() -> None:
    assert subject_table([Subject("warm", [], runs=[Run(0.5, 0.6, 40_000_000, 1)])], None, []) == (
        "| subject | CPU s | wall s | peak MB |\n|---|---|---|---|\n| warm | 0.500 | 0.600 | 40 |"
    )


def test_goals_say_what_was_asked_what_was_measured_and_whether_it_is_met() -> None:
    table = goal_table(
        [
            Goal("G1", "cold", 15, 21.0, at_least=True),
            Goal("G5", "start", 8, 9.5),
            Goal("G7", "memory", 1.5, None),
            Goal("G9", "two workers", 1.5, 1.1, at_least=True, binding=False),
        ]
    )
    assert table == (
        "| goal | what | ask | measured | |\n"
        "|---|---|---|---|---|\n"
        "| G1 | cold | ≥ 15 × | 21.00 × | met |\n"
        "| G5 | start | ≤ 8 × | 9.50 × | **missed** |\n"
        "| G7 | memory | ≤ 1.5 × | not run | |\n"
        "| G9 | two workers | ≥ 1.5 × | 1.10 × | below (printed only) |"
    )


def test_a_ratio_of_something_not_measured_is_none() -> None:
    assert ratio(None, 2.0) is None
    assert ratio(2.0, None) is None
    assert ratio(6.0, 2.0) == 3.0
