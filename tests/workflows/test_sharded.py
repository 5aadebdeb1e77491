"""The workflow of many machines: linted like the others, and its steps run as written, on this one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

TOP = Path(__file__).parents[2]
WORKFLOW = TOP / "examples" / "sharded" / "citation-audit-sharded.yml"
CLAIMS = TOP / "examples" / "real"
TOOLS = Path(sys.executable).parent


def jobs() -> dict[str, Any]:
    value = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]
    assert isinstance(value, dict)
    return value


def lint(*command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NO_COLOR": "1"}
    program, *rest = command
    return subprocess.run(
        [str(TOOLS / program), *rest, str(WORKFLOW)], capture_output=True, encoding="utf-8", env=environment,
        check=False,
    )  # fmt: skip


def test_the_linters_have_nothing_to_say() -> None:
    for ran in (
        lint("zizmor", "--offline", "--persona", "pedantic", "--no-progress", "--no-config"),
        lint("actionlint", "-shellcheck=", "-pyflakes="),
        lint("check-jsonschema", "--builtin-schema", "vendor.github-workflows"),
    ):
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_actions_are_those_of_the_other_workflows() -> None:
    pins = set(re.findall(r"uses: (actions/\S+)", WORKFLOW.read_text("utf-8")))
    others = "".join(path.read_text("utf-8") for path in (TOP / "examples" / "workflows").glob("*.yml"))
    assert pins
    assert {pin for pin in pins if pin not in others} == set()


def script(job: str, name: str) -> str:
    (step,) = [each for each in jobs()[job]["steps"] if each.get("name") == name]
    run = step["run"]
    assert isinstance(run, str)
    return run


def step(runner: Path, text: str, **env: str) -> int:
    """Runs a step as a runner does, with `runner` as its temporary folder; the exit code."""
    if not (runner / "venv").exists():
        (runner / "venv").symlink_to(TOOLS.parent)
    base = {**os.environ, "RUNNER_TEMP": str(runner), "CITELOCK_CACHE_DIR": str(runner / "store")}
    command = ["bash", "-e", "-o", "pipefail", "-c", text]
    ran = subprocess.run(command, cwd=CLAIMS, env={**base, **env}, check=False, capture_output=True)
    return ran.returncode


def test_the_steps_give_the_report_of_one_machine(tmp_path: Path) -> None:
    parts = tmp_path / "parts"
    parts.mkdir()
    shards = jobs()["shard"]["strategy"]["matrix"]["shard"]
    assert shards == list(range(1, len(shards) + 1))
    for number in shards:
        part = {"PART": f"{number}/{len(shards)}", "OUT": str(parts / f"shard-{number}.jsonl")}
        assert step(tmp_path, script("shard", "Audit this part"), CLAIMS="claims.json", **part) == 0
    out = tmp_path / "report.json"
    assert step(tmp_path, script("merge", "Join them to the report"), OUT=str(out)) == 1
    alone = tmp_path / "alone.json"
    assert step(tmp_path, f'"$RUNNER_TEMP/venv/bin/citelock" audit claims.json --out {alone}') == 1
    assert out.read_bytes() == alone.read_bytes()
    assert f"matrix.shard }}}}/{len(shards)}" in WORKFLOW.read_text("utf-8")


def test_a_part_that_fails_makes_the_check_fail(tmp_path: Path) -> None:
    """A job whose `needs` failed is skipped unless told otherwise, and a skipped check counts as passed."""
    merge = jobs()["merge"]
    assert (merge["name"], merge["needs"], merge["if"]) == ("citelock", "shard", "${{ always() }}")
    (tmp_path / "parts").mkdir()
    out = {"OUT": str(tmp_path / "report.json")}
    assert step(tmp_path, script("merge", "Join them to the report"), **out) == 2
    audit, first = script("shard", "Audit this part"), str(tmp_path / "parts" / "shard-1.jsonl")
    assert step(tmp_path, audit, CLAIMS="nowhere.json", PART="1/4", OUT=first) != 0
    assert step(tmp_path, audit, CLAIMS="claims.json", PART="1/4", OUT=first) == 0
    assert step(tmp_path, script("merge", "Join them to the report"), **out) == 2
    assert not (tmp_path / "report.json").exists()
