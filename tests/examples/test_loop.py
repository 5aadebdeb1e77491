"""The loop of an orchestrator and the page for agents: both are tried as they stand."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from citelock.checks.catalogue import CODES
from citelock.cli.main import run
from examples.loop.agents import AGENTS
from examples.loop.loop import CLEAN, PERSON, SENTENCE
from examples.loop.loop import run as run_loop

TOP = Path(__file__).parents[2]
LOOP = TOP / "examples" / "loop"
PAGE = (TOP / "docs" / "agents.md").read_text("utf-8")


def test_a_careful_agent_is_clean_in_round_two(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_loop(AGENTS["careful"], tmp_path) == CLEAN
    printed = capfd.readouterr().out
    assert printed.count("== round") == 2
    assert SENTENCE in printed
    first, second = (json.loads((tmp_path / f"report-{n}.json").read_text("utf-8")) for n in (1, 2))
    assert {row["claim"]: row["errors"] for row in first["results"]} == {
        "c1": [],
        "c2": [],
        "c3": ["E_YEAR_MISMATCH", "E_QUOTE_NOT_FOUND"],
    }
    assert (second["failed"], second["labels"]["verified"]) == (0, 3)
    assert "citation changed:" in printed


def test_a_cheating_agent_ends_with_a_person(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_loop(AGENTS["cheating"], tmp_path) == PERSON
    printed = capfd.readouterr().out
    assert printed.count("== round") == 2
    # It did write its invention into the text, and the text of the commit counted.
    assert "removed all unsupported" in (tmp_path / "sources" / "10.0000_loop.1.txt").read_text("utf-8")
    last = json.loads((tmp_path / "report-2.json").read_text("utf-8"))
    assert last["results"][0]["errors"] == ["E_LABEL_OVERCLAIM", "E_QUOTE_NOT_FOUND"]


def test_the_program_of_the_example_runs_as_its_page_says() -> None:
    command = [sys.executable, str(LOOP / "loop.py"), "careful"]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    wrong = subprocess.run([*command[:2], "nobody"], capture_output=True, encoding="utf-8", check=False)
    assert (wrong.returncode, wrong.stdout) == (2, "")


def test_every_code_that_an_agent_is_told_of_exists_and_none_is_left_out() -> None:
    told = re.findall(r"`([EWN]_[A-Z_]+)`", PAGE)
    assert sorted(set(told)) == sorted(code for code in CODES if not code.startswith("N_"))
    assert len(told) == len(set(told))


def test_the_example_of_the_page_is_valid_and_audits_to_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (printed,) = re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    schema = TOP / "src" / "citelock" / "checks" / "schemas" / "claims.schema.json"
    jsonschema.validate(json.loads(example), json.loads(schema.read_text("utf-8")))
    for name in ("cache", "sources"):
        shutil.copytree(LOOP / name, tmp_path / name)
    (tmp_path / "claims.json").write_text(example, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["audit", "claims.json"]) == 0
    assert capsys.readouterr().out == printed


def test_the_page_says_the_fixed_sentence_of_the_loop() -> None:
    assert PAGE.count(SENTENCE) == 2
