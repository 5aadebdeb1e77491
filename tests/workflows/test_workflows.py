"""The workflows to copy: what each may do, and what three linters say of them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from citelock.checks import starter

Linter = Callable[[Path], subprocess.CompletedProcess[str]]
TOP = Path(__file__).parents[2]
EXAMPLES = TOP / "examples" / "workflows"
PACKAGED = TOP / "src" / "citelock" / "workflows"
FILES = sorted(EXAMPLES.glob("*.yml"))
ACTION = TOP / "action.yml"
TOOLS = Path(sys.executable).parent
PINS = {
    "actions/checkout": "df4cb1c069e1874edd31b4311f1884172cec0e10",
    "actions/upload-artifact": "043fb46d1a93c77aae656e7c1c64a875d1fc6a0a",
    "actions/download-artifact": "37930b1c2abaa49bbe596cd826c3c89aef350131",
    "citelock/citelock": "0" * 40,
}
# File -> triggers, and the rights of each job.
TABLE: dict[str, tuple[set[str], dict[str, dict[str, str]]]] = {
    "citation-audit.yml": (
        {"pull_request", "merge_group"},
        {"citelock": {"contents": "read", "checks": "write"}},
    ),
    "citation-refresh.yml": (
        {"schedule", "workflow_dispatch"},
        {
            "fetch": {"contents": "read"},
            "propose": {"contents": "write", "pull-requests": "write", "issues": "write"},
        },
    ),
    "citation-audit-hardened.yml": (
        {"pull_request_target"},
        {"citelock": {"contents": "read", "checks": "write", "pull-requests": "write"}},
    ),
    "snapshot-verify.yml": ({"pull_request"}, {"snapshot-verify": {"contents": "read"}}),
}


def ids(path: Path) -> str:
    return path.name


def read(path: Path) -> dict[Any, Any]:
    value = yaml.safe_load(path.read_text("utf-8"))
    assert isinstance(value, dict)
    return value


def triggers(workflow: dict[Any, Any]) -> dict[str, Any]:
    """`on:`, which YAML 1.1 reads as true."""
    found = workflow[True]
    assert isinstance(found, dict)
    return found


def steps(path: Path) -> Iterator[dict[str, Any]]:
    for job in read(path)["jobs"].values():
        yield from job["steps"]


def lint(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NO_COLOR": "1"}
    command = [str(TOOLS / program), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, check=False)


def zizmor(*paths: Path) -> subprocess.CompletedProcess[str]:
    return lint(
        "zizmor", "--offline", "--persona", "pedantic", "--no-progress", "--no-config", *map(str, paths)
    )


def actionlint(*paths: Path) -> subprocess.CompletedProcess[str]:
    # Without programs of the machine it runs on, which would make the verdict depend on it.
    return lint("actionlint", "-shellcheck=", "-pyflakes=", *map(str, paths))


def schema(name: str, *paths: Path) -> subprocess.CompletedProcess[str]:
    return lint("check-jsonschema", "--builtin-schema", f"vendor.github-{name}", *map(str, paths))


def test_the_examples_and_what_is_installed_are_the_same_files() -> None:
    def listed(folder: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.glob("*.yml")}

    assert listed(EXAMPLES) == listed(PACKAGED)
    assert sorted(listed(EXAMPLES)) == sorted(TABLE) == sorted(starter.WORKFLOWS.values())


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_a_workflow_is_triggered_by_and_may_do_what_the_table_says_and_no_more(path: Path) -> None:
    wanted, rights = TABLE[path.name]
    workflow = read(path)
    assert set(triggers(workflow)) == wanted
    assert workflow["permissions"] == {}
    assert {name: job["permissions"] for name, job in workflow["jobs"].items()} == rights
    assert all(isinstance(job["timeout-minutes"], int) for job in workflow["jobs"].values())


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_every_action_is_pinned_by_commit_and_a_checkout_keeps_no_token(path: Path) -> None:
    for step in steps(path):
        name, _, commit = step["uses"].partition("@")
        assert commit == PINS[name]
        if name == "actions/checkout":
            assert step["with"]["persist-credentials"] is False
    assert sum(line.count("uses:") for line in path.read_text("utf-8").splitlines()) == len(list(steps(path)))


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_no_shell_runs_and_no_secret_is_named(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not any("run" in step for step in steps(path))
    assert not re.search(r"secrets\b|actions/cache", text)


def test_the_required_check_runs_for_every_pull_request_and_takes_base_and_head_along() -> None:
    workflow = read(EXAMPLES / "citation-audit.yml")
    assert list(workflow["jobs"]) == ["citelock"]
    assert list(triggers(workflow).values()) == [None, None]
    checkout, audit, upload = workflow["jobs"]["citelock"]["steps"]
    assert checkout["with"]["fetch-depth"] == 2
    assert "with" not in audit
    assert upload["if"] == "${{ !cancelled() }}"
    assert workflow["concurrency"]["cancel-in-progress"] is True


def test_the_hardened_workflow_checks_nothing_out() -> None:
    assert not any(
        step["uses"].startswith("actions/checkout")
        for step in steps(EXAMPLES / "citation-audit-hardened.yml")
    )


def test_of_the_refresh_only_data_goes_from_the_job_that_reads_the_web_to_the_one_that_writes() -> None:
    jobs = read(EXAMPLES / "citation-refresh.yml")["jobs"]
    assert [step["uses"].partition("@")[0] for step in jobs["propose"]["steps"]] == [
        "actions/download-artifact",
        "citelock/citelock",
    ]
    assert jobs["propose"]["needs"] == "fetch"
    upload, download = jobs["fetch"]["steps"][-1]["with"], jobs["propose"]["steps"][0]["with"]
    assert (upload["name"], upload["path"]) == (download["name"], download["path"])
    assert upload["path"] == "${{ runner.temp }}/citelock/refresh/"
    minute = triggers(read(EXAMPLES / "citation-refresh.yml"))["schedule"][0]["cron"].split()[0]
    assert int(minute) % 2 == 1
    assert int(minute) % 5


def test_only_changed_texts_are_verified() -> None:
    assert triggers(read(EXAMPLES / "snapshot-verify.yml"))["pull_request"] == {"paths": ["sources/**"]}


def test_zizmor_has_nothing_to_say_but_what_is_ignored_with_a_reason() -> None:
    ran = zizmor(*FILES)
    assert ran.returncode == 0, ran.stdout
    assert "(1 ignored)" in ran.stdout + ran.stderr
    ignored = [line for path in FILES for line in path.read_text("utf-8").splitlines() if "zizmor:" in line]
    assert len(ignored) == 1
    assert re.search(r"zizmor: ignore\[dangerous-triggers\] \w+", ignored[0])


def test_actionlint_has_nothing_to_say() -> None:
    ran = actionlint(*FILES)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_schema_of_workflows_has_nothing_to_say() -> None:
    ran = schema("workflows", *FILES)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_action_itself_is_well_formed() -> None:
    for ran in (zizmor(ACTION), schema("actions", ACTION)):
        assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("pin", ["", "0123456789abcdef0123456789abcdef01234567"])
def test_what_init_writes_satisfies_the_linters_too(tmp_path: Path, pin: str) -> None:
    paths = []
    for path in FILES:
        written = tmp_path / path.name
        written.write_bytes(starter.workflow(path.read_bytes(), pin, "proof/my texts"))
        paths.append(written)
    for ran in (zizmor(*paths), actionlint(*paths), schema("workflows", *paths)):
        assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("program", "right", "wrong"),
    [
        (zizmor, "@df4cb1c069e1874edd31b4311f1884172cec0e10 # v6.0.3", "@v6"),
        (zizmor, "          persist-credentials: false\n", ""),
        (zizmor, "permissions: {}", "permissions: write-all"),
        (actionlint, "${{ !cancelled() }}", "${{ !canceled() }}"),
        (actionlint, "permissions: {}", "permission: {}"),
        (lambda path: schema("workflows", path), "    timeout-minutes: 10", "    timeout: 10"),
    ],
)
def test_the_linters_see_a_fault(tmp_path: Path, program: Linter, right: str, wrong: str) -> None:
    text = (EXAMPLES / "citation-audit.yml").read_text("utf-8")
    assert right in text
    broken = tmp_path / "citation-audit.yml"
    broken.write_text(text.replace(right, wrong), "utf-8")
    assert program(broken).returncode != 0
