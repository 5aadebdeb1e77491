"""The Action in its container, as the runner starts it.

A pull request is audited in it for real.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from tests.docker.base import TOP
from tests.docker.runner import PYTHON, WORKSPACE, Runner, git

pytestmark = pytest.mark.docker

DATA = TOP / "tests" / "data" / "github_events"
CLAIMS = 20
# Prints the exit code and the seconds of processor time of the action.
MEASURED = (
    "import resource, subprocess, sys;"
    "code = subprocess.run([sys.executable, '-I', '-m', 'citelock', 'action']).returncode;"
    "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
    "print(code, used.ru_utime + used.ru_stime, file=sys.stderr)"
)


def write_claims(folder: Path, *, forged: bool) -> None:
    claims = json.loads((TOP / "examples" / "real" / "claims.json").read_text("utf-8"))
    claims["claims"] = claims["claims"][:CLAIMS]
    if not forged:
        claims["claims"] = claims["claims"][:1]
    (folder / "claims.json").write_text(json.dumps(claims, ensure_ascii=False, indent=1) + "\n", "utf-8")


def commit(folder: Path, message: str) -> str:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", message)
    return git(folder, "rev-parse", "HEAD").strip()


@pytest.fixture
def pull_request(runner: Runner) -> tuple[Runner, Mapping[str, str]]:
    """A checkout of the merge of a pull request with 20 claims, and what the runner says of it."""
    top = runner.workspace
    for name in ("cache", "sources"):
        shutil.copytree(TOP / "examples" / "real" / name, top / name)
    write_claims(top, forged=False)
    git(top, "init", "--quiet", "--initial-branch=main")
    base = commit(top, "base")
    git(top, "checkout", "--quiet", "-b", "agent")
    write_claims(top, forged=True)
    head = commit(top, "claims")
    git(top, "checkout", "--quiet", "--detach", base)
    git(top, "merge", "--quiet", "--no-ff", "--message", "merge", head)
    merge = git(top, "rev-parse", "HEAD").strip()
    payload = json.loads((DATA / "pull_request.opened.json").read_text("utf-8"))
    payload["repository"]["default_branch"] = payload["pull_request"]["base"]["ref"] = "main"
    payload["pull_request"]["base"]["sha"] = base
    payload["pull_request"]["head"]["sha"] = head
    (runner.folders["workflow"] / "event.json").write_text(json.dumps(payload), "utf-8")
    return runner, {
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": "/github/workflow/event.json",
        "GITHUB_SHA": merge,
        "GITHUB_REPOSITORY": payload["repository"]["full_name"],
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_API_URL": "https://api.github.com",
        "GITHUB_OUTPUT": "/github/file_commands/output",
        "GITHUB_STEP_SUMMARY": "/github/file_commands/summary",
        "BASE": base,
    }


def outputs(runner: Runner) -> dict[str, str]:
    text = (runner.folders["file_commands"] / "output").read_text("utf-8")
    return dict(line.split("=", 1) for line in text.splitlines())


def test_a_pull_request_is_audited_annotated_and_fails(
    pull_request: tuple[Runner, Mapping[str, str]], tmp_path: Path
) -> None:
    runner, environment = pull_request
    here = tmp_path / "here"
    shutil.copytree(runner.workspace, here, symlinks=True)
    ran = runner.run("action", environment=environment)
    assert ran.returncode == 1, f"{ran.stdout}\n{ran.stderr}"
    assert "::error file=claims.json,line=" in ran.stdout
    told = outputs(runner)
    assert (told["conclusion"], told["citations"]) == ("failure", ran.stdout.rsplit("checked=")[1].split()[0])
    report = (runner.folders["runner_temp"] / told["report"]).read_bytes()
    assert sha256(report).hexdigest() == told["report-sha256"]
    # The very bytes that a person gets at the same commit.
    command = [sys.executable, "-I", "-m", "citelock", "audit", "claims.json"]
    command += ["--evidence-from", environment["BASE"]]
    subprocess.run(command, cwd=here, capture_output=True, check=False)
    assert report == (here / "report.json").read_bytes()
    assert "Citation audit: failed" in (runner.folders["file_commands"] / "summary").read_text("utf-8")


def test_what_it_costs_is_told(pull_request: tuple[Runner, Mapping[str, str]], measured: list[str]) -> None:
    runner, environment = pull_request
    ran = runner.run("-c", MEASURED, entrypoint=PYTHON, environment=environment)
    code, seconds = ran.stderr.splitlines()[-1].split()
    assert code == "1", ran.stderr
    measured.append(
        f"the Action on a pull request of {CLAIMS} claims: {float(seconds):.2f} s of processor time"
    )


def test_a_base_that_is_not_there_fails_closed(
    pull_request: tuple[Runner, Mapping[str, str]],
) -> None:
    runner, environment = pull_request
    shallow = runner.folders["home"] / "shallow"
    git(runner.workspace, "branch", "--force", "merged", "HEAD")
    address = f"file://{runner.workspace}"
    git(runner.workspace, "clone", "--quiet", "--depth=1", "--branch=merged", address, str(shallow))
    shutil.rmtree(runner.workspace / ".git")
    shutil.move(shallow / ".git", runner.workspace / ".git")
    ran = runner.run("action", environment=environment)
    assert ran.returncode == 3, f"{ran.stdout}\n{ran.stderr}"
    assert "fetch-depth: 2" in ran.stdout
    assert outputs(runner) == {"conclusion": "error"}
    assert not (runner.folders["runner_temp"] / "citelock" / "report.json").exists()


def test_nothing_of_the_workspace_runs(pull_request: tuple[Runner, Mapping[str, str]]) -> None:
    runner, environment = pull_request
    bird = "import pathlib; pathlib.Path('/github/home/canary').write_text(__name__)\n"
    for name in ("json", "click", "sitecustomize"):
        (runner.workspace / f"{name}.py").write_text(bird, "utf-8")
    hook = runner.workspace / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho hook > /github/home/canary\n", "utf-8")
    hook.chmod(0o755)
    with (runner.workspace / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write('[core]\n\tfsmonitor = "echo monitor > /github/home/canary; false"\n')
    ran = runner.run("action", environment={**environment, "PYTHONPATH": f".:{WORKSPACE}"})
    assert ran.returncode == 1, ran.stderr
    assert not (runner.folders["home"] / "canary").exists()
