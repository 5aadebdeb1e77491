"""The image, built from the Dockerfile and run as the runner does it, without a network."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docker.base import TOP
from tests.docker.conftest import Image
from tests.docker.daemon import Daemon
from tests.docker.runner import ENTRYPOINT, OWNER, PYTHON, WORKSPACE, Runner, git
from tests.support import papers

pytestmark = pytest.mark.docker

BUDGET = 200_000_000  # bytes above the base, git included
AUDIT = ("audit", "claims.json", "--evidence-from", "HEAD")
CLAIMS = 20  # a usual pull request
# Prints the exit code and the seconds of processor time of the command that follows.
MEASURED = (
    "import resource, subprocess, sys;"
    "code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode;"
    "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
    "print(code, used.ru_utime + used.ru_stime)"
)
# Prints the exit code of an audit and the modules that it has loaded, on one line.
LOADED = (
    "import sys;from citelock.cli.main import run;code = run(sys.argv[1:]);print(code, *sorted(sys.modules))"
)


def commit(folder: Path) -> None:
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Claims and their evidence")


@pytest.fixture
def job(runner: Runner) -> Runner:
    """A checkout of 20 claims on ten real papers and their evidence."""
    shutil.copytree(TOP / "examples" / "real", runner.workspace, dirs_exist_ok=True)
    path = runner.workspace / "claims.json"
    claims = json.loads(path.read_text("utf-8"))
    claims["claims"] = claims["claims"][:CLAIMS]
    path.write_text(json.dumps(claims, ensure_ascii=False, indent=1), "utf-8")
    commit(runner.workspace)
    return runner


def on_the_host(folder: Path, *arguments: str) -> int:
    """Runs the citelock of this environment there, as a person would."""
    command = [sys.executable, "-I", "-m", "citelock", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode


def test_a_container_without_arguments_says_what_there_is(runner: Runner) -> None:
    ran = runner.run()
    assert (ran.returncode, "Check every citation" in ran.stderr) == (2, True)
    assert runner.told("--version").startswith("citelock ")


def test_an_audit_of_somebody_elses_files_gives_the_bytes_that_it_gives_here(
    job: Runner, tmp_path: Path
) -> None:
    here = tmp_path / "here"
    shutil.copytree(job.workspace, here)
    assert on_the_host(here, *AUDIT) == 1
    ran = job.run(*AUDIT)
    assert ran.returncode == 1, ran.stderr
    assert job.workspace.stat().st_uid == OWNER
    report = (job.workspace / "report.json").read_bytes()
    assert len(json.loads(report)["claims"]) == CLAIMS
    assert report == (here / "report.json").read_bytes()


def test_git_would_not_have_read_these_files_by_itself(job: Runner) -> None:
    ran = job.run("-C", WORKSPACE, "log", entrypoint="git")
    assert ran.returncode == 128
    assert "dubious ownership" in ran.stderr


@pytest.mark.parametrize("locale", ["C", "POSIX", "de_DE.ISO-8859-1"])
def test_neither_the_locale_nor_a_name_changes_a_byte(job: Runner, locale: str) -> None:
    folder = job.workspace / "отчёт"
    folder.mkdir()
    (job.workspace / "claims.json").rename(folder / "Übersicht.json")
    arguments = ("audit", "отчёт/Übersicht.json", "--out", "-", "--no-store")
    plain = job.run(*arguments)
    assert plain.returncode == 1, plain.stderr
    assert "отчёт/Übersicht.json" in plain.stdout
    other = job.run(*arguments, environment={"LANG": locale, "LC_ALL": locale, "PYTHONUTF8": "0"})
    assert (other.returncode, other.stdout) == (plain.returncode, plain.stdout)


def test_no_file_is_read_in_the_encoding_of_the_locale(job: Runner) -> None:
    strict = ("-I", "-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-m", "citelock")
    ran = job.run(*strict, *AUDIT, entrypoint=PYTHON)
    assert (ran.returncode, ran.stderr) == (1, "")


def plant_modules(folder: Path) -> None:
    """Modules that an interpreter looking into its working directory imports; each leaves the canary."""
    bird = "import pathlib; pathlib.Path('/github/home/canary').write_text(__name__)\n"
    for name in ("json", "click", "encodings_", "sitecustomize", "usercustomize"):
        (folder / f"{name}.py").write_text(bird, "utf-8")
    (folder / "citelock").mkdir()
    for name in ("__init__", "__main__"):
        (folder / "citelock" / f"{name}.py").write_text(bird, "utf-8")


def test_modules_of_the_workspace_are_not_imported(job: Runner) -> None:
    plant_modules(job.workspace)
    canary = job.folders["home"] / "canary"
    hostile = {"PYTHONPATH": f".:{WORKSPACE}", "PYTHONSTARTUP": f"{WORKSPACE}/json.py"}
    ran = job.run(*AUDIT, environment=hostile)
    assert (ran.returncode, canary.exists()) == (1, False), ran.stderr
    # The same without -I falls for it: the modules are good ones.
    job.run("-m", "citelock", *AUDIT, entrypoint=PYTHON, environment=hostile)
    assert canary.exists()


def test_the_image_starts_isolated_as_root_and_sets_no_variable(daemon: Daemon, image: Image) -> None:
    config = json.loads(daemon.told("image", "inspect", "--format", "{{json .Config}}", image.name))
    base = json.loads(daemon.told("image", "inspect", "--format", "{{json .Config}}", image.base))
    assert config["Entrypoint"] == list(ENTRYPOINT)
    assert not config["User"]  # the runner's command files can be written by root only
    assert config["WorkingDir"] in {"", "/"}
    path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    assert config["Env"] in (base["Env"], [path])


def test_an_audit_loads_no_parser_and_nothing_that_could_connect(job: Runner) -> None:
    code, *loaded = (
        job.told("-I", "-c", LOADED, *AUDIT, "--quiet", entrypoint=PYTHON).splitlines()[-1].split()
    )
    assert code == "1"
    assert {"json", "citelock.cli.audit", "citelock.checks.audit"} <= {*loaded}
    heavy = (
        "pdfminer",
        "lxml",
        "requests",
        "urllib3",
        "socket",
        "ssl",
        "http",
        "git",
        "tldextract",
        "protego",
    )
    assert [name for name in loaded if name.partition(".")[0] in heavy] == []


def test_a_run_compiles_nothing_of_ours_and_leaves_nothing_behind(job: Runner) -> None:
    changes = job.changes(*AUDIT)
    assert changes  # the folders of the mounts at least
    bytecode = re.compile(r"[AC] /usr(/local)?(/lib(/python3\.[0-9]+(/.*)?)?)?")  # of the base's modules
    # The demo, which the build runs, needed nearly all of them.
    assert len([line for line in changes if line.endswith(".pyc")]) < 10
    assert [line for line in changes if not bytecode.fullmatch(line) and "/github" not in line] == []


def test_what_built_the_image_is_not_in_it(runner: Runner) -> None:
    assert runner.shell("git --version").startswith("git version 2.")
    assert runner.shell("ls /opt") == "citelock\n"
    listed = runner.told("-I", "-c", "help('modules')", entrypoint=PYTHON).split()
    assert "click" in listed
    assert {"pip", "hatchling", "pypdfium2"} & set(listed) == set()
    assert runner.shell("ls -A /var/lib/apt/lists /var/cache/apt").split() == [
        "/var/cache/apt:", "/var/lib/apt/lists:",
    ]  # fmt: skip
    assert runner.shell("test -s /etc/ssl/certs/ca-certificates.crt && echo there") == "there\n"


def test_the_context_holds_what_the_wheel_is_made_of_and_nothing_else(
    daemon: Daemon, image: Image, tmp_path: Path
) -> None:
    dockerfile = tmp_path / "Dockerfile"
    dockerfile.write_text(f"FROM {image.base}\nCOPY . /context\n", "utf-8")
    daemon.told(
        *("build", "--network", "none", "--file", str(dockerfile), "--tag", "context:test", str(TOP)),
        environment={"DOCKER_BUILDKIT": "1"},
    )
    files = daemon.told("run", "--rm", "--network", "none", "context:test", "find", "/context", "-type", "f")
    package = sorted(
        path.relative_to(TOP).as_posix()
        for path in (TOP / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )
    top = {"LICENSE", "README.md", "pyproject.toml", "requirements.lock", "requirements-build.lock"}
    assert sorted(line.removeprefix("/context/") for line in files.splitlines()) == sorted([*top, *package])


def test_the_image_keeps_to_its_budget(image: Image) -> None:
    assert 20_000_000 < image.size <= BUDGET


def test_a_text_taken_in_the_image_is_the_one_taken_here(runner: Runner, tmp_path: Path) -> None:
    originals = {"pdf": papers.pdf(), "html": papers.html(licence=papers.BY), "xml": papers.jats()}
    project = runner.workspace
    (project / "cache").mkdir()
    record = {"status": "found", "title": papers.TITLE, "year": 2024, "authors": [papers.AUTHOR]}
    (project / "cache" / "10.5555_demo.paper.json").write_text(json.dumps(record), "utf-8")
    for kind, content in originals.items():
        (project / f"paper.{kind}").write_bytes(content)
    for kind in originals:
        here = tmp_path / kind
        shutil.copytree(project, here, ignore=shutil.ignore_patterns("sources"))
        add = ["snapshot", "add", papers.DOI, "--file", f"paper.{kind}", "--licence", "cc-by"]
        add += ["--licence-from", "the publisher's page", "--keep-original", "--replace"]
        assert on_the_host(here, *add) == 0
        runner.told(*add)
        texts = [folder / "sources" / "10.5555_demo.paper.txt" for folder in (here, project)]
        assert papers.QUOTE.split()[0].encode() in texts[0].read_bytes()
        assert texts[1].read_bytes() == texts[0].read_bytes(), kind
        # And the text that was taken here comes out of its original there.
        shutil.rmtree(project / "sources")
        shutil.copytree(here / "sources", project / "sources")
        told = runner.told("snapshot", "check", "--rederive")
        assert told.startswith(f"doi:{papers.DOI}: reproduced_from_kept_file: ")


def test_what_an_audit_of_twenty_claims_costs_is_told(job: Runner, measured: list[str]) -> None:
    told = job.told("-I", "-c", MEASURED, *ENTRYPOINT, *AUDIT, entrypoint=PYTHON)
    code, seconds = told.split()
    assert code == "1"
    measured.append(f"an audit of {CLAIMS} claims in the container: {float(seconds):.2f} s of processor time")


def test_the_test_runs_as_the_runner_does(runner: Runner) -> None:
    assert runner.shell("id -u; pwd; ls /github").split() == [
        *("0", WORKSPACE, "file_commands", "home", "runner_temp", "workflow", "workspace"),
    ]
    assert "eth0" not in runner.shell("ls /sys/class/net")
    assert os.geteuid() == 0
