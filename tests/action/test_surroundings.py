"""The machine around a step: owners of files, variables, programs that are missing, what the work costs."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import events
from tests.support import pull_requests as pr
from tests.support.histories import git
from tests.support.rule_cases import QUOTE
from tests.support.runner import Project, Ran

CLAIMS = 20
UNITS = 40  # empty interpreters; the Action takes about half as many


def run_by_hand(project: Project, **environment: str) -> tuple[Ran, Path]:
    """An audit of the default branch, in order, and its workspace."""
    commit = project.history.commit({**pr.SOUND, "claims.json": pr.claims(pr.claim())})
    runner = project.runner()
    project.history.checkout(runner.workspace, commit)
    given = {"server": project.server, "environment": environment}
    return runner.run("workflow_dispatch", commit, events.plain(), **given), runner.workspace  # type: ignore[arg-type]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_files_of_another_owner_are_audited(project: Project) -> None:
    """On a hosted runner the workspace belongs to somebody else, which git finds dubious."""
    commit = project.history.commit({**pr.SOUND, "claims.json": pr.claims(pr.claim())})
    runner = project.runner()
    project.history.checkout(runner.workspace, commit)
    for path in (runner.workspace, *runner.workspace.rglob("*")):
        os.chown(path, 1001, 1001, follow_symlinks=False)
    ran = runner.run("workflow_dispatch", commit, events.plain(), server=project.server)
    assert (ran.code, ran.conclusion) == (0, "success"), ran.stdout + ran.stderr


@pytest.mark.parametrize(
    "name", ["GIT_EXEC_PATH", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_TRACE", "GIT_CONFIG_COUNT"]
)
def test_18_no_other_variable_of_git_reaches_it(project: Project, tmp_path: Path, name: str) -> None:
    """Red where snapshotter/git_environment.py lets GIT_ variables through."""
    canary = tmp_path / "canary"
    value = {"GIT_TRACE": str(canary), "GIT_CONFIG_COUNT": "x"}.get(name, str(tmp_path / "nothing"))
    ran, _ = run_by_hand(project, **{name: value})
    assert ran.code == 0, ran.stdout
    assert not canary.exists()


def test_without_git_the_remedy_is_named_and_nothing_is_touched(project: Project, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    ran, workspace = run_by_hand(project, PATH=str(tmp_path / "bin"))
    assert (ran.code, ran.outputs) == (3, {"conclusion": "error"})
    assert "git is not installed" in ran.stdout
    assert git(workspace, "status", "--porcelain") == ""


def test_05_a_link_under_the_name_that_a_report_has_while_it_is_written(
    project: Project, tmp_path: Path
) -> None:
    """Red where `_write_new` of cli/action/runner.py opens without O_EXCL or leaves what stands there."""
    canary = tmp_path / "canary"
    canary.write_text("untouched")
    base = project.history.commit({**pr.SOUND, "claims.json": pr.claims(pr.claim())})
    head = project.history.commit({"x": "y"}, base, branch="agent")
    runner = project.runner()
    (runner.temporary / "citelock").mkdir()
    for number in range(os.getpid(), os.getpid() + 3000):  # the name has the number of the process
        (runner.temporary / "citelock" / f".report.json.{number}.tmp").symlink_to(canary)
    ran = project.pull_request(base, head, runner=runner)
    assert ran.code == 0, ran.stdout
    assert canary.read_text() == "untouched"
    assert ran.json("report")["checked"] == 1


def test_twenty_claims_cost_no_more_than_some_empty_interpreters(project: Project) -> None:
    """Measured beside what this machine takes for nothing at all, so that a slow one is no failure."""
    listed = [
        pr.claim(f"c{number:02}", f"Statement {'abcdefghijklmnopqrst'[number]} of many.", quote=QUOTE)
        for number in range(CLAIMS)
    ]
    base = project.history.commit({**pr.SOUND, "claims.json": pr.claims(listed[0])})
    head = project.history.commit({"claims.json": pr.claims(*listed)}, base, branch="agent")
    runner = project.runner()
    project.history.checkout(runner.workspace, project.history.merge(base, head), "--depth=2")
    used = []
    for _ in range(3):
        before = _processor_time()
        ran = project.pull_request(base, head, runner=runner)
        used.append(_processor_time() - before)
        assert ran.outputs["citations"] == str(CLAIMS)
    empty = min(_empty() for _ in range(5))
    assert min(used) / empty < UNITS, f"{min(used):.2f} s; an empty interpreter takes {empty:.3f} s"


def _empty() -> float:
    before = _processor_time()
    subprocess.run([sys.executable, "-I", "-c", "pass"], check=True)
    return _processor_time() - before


def _processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
