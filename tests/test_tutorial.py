"""docs/tutorial.md is true: who follows it word for word ends with a red check, for the right reason.

Its files are written and its commands run in the order of the page, in a shell that knows citelock and git.
GitHub is a repository on this machine that git reaches under the address of the page; its runner is that of
the tests of the Action. `make docs` (`--update-documents`) rewrites what the commands print.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from tests.support.histories import git
from tests.support.runner import Project, Ran

PAGE = Path(__file__).parent.parent / "docs" / "tutorial.md"
ACCOUNT = "https://github.com/YOU/cited-report"
CITELOCK = "https://github.com/citelock/citelock"
HOME = "/home/you"
WORKFLOW = ".github/workflows/citation-audit.yml"
ANNOTATION = re.compile(r"(<!-- annotation:begin -->\n)(.*?)(<!-- annotation:end -->)", re.DOTALL)


class Step(NamedTuple):
    """One thing that the reader does: a file to write (`path`), or a command to run with what it prints."""

    text: str
    printed: str = ""
    path: str = ""


def steps(page: str) -> Iterator[Step]:
    """All of them, in the order of the page."""
    for language, title, body in re.findall(
        r"^```([a-z]+)(?: title=\"([^\"]+)\")?\n(.*?)^```", page, re.MULTILINE | re.DOTALL
    ):
        if title:
            yield Step(body, path=title)
        elif language == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, printed = part.partition("\n")
                yield Step(command, printed)


class Newcomer:
    """A shell in `home` that stays where `cd` has led and keeps `newest`; git is sent to the test's own."""

    def __init__(self, home: Path, addresses: Mapping[str, Path]) -> None:
        self.home = self.here = home
        home.mkdir()
        settings = home / ".gitconfig"
        for name, value in (("user.name", "You"), ("user.email", "you@example.org")):
            git(home, "config", "--file", str(settings), name, value)
        for address, repository in addresses.items():
            git(home, "config", "--file", str(settings), f"url.{repository.as_uri()}.insteadOf", address)
        self.environment = {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "HOME": str(home),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_ALLOW_PROTOCOL": "file",
        }

        self.kept = home / ".kept"  # what a terminal keeps from one command to the next
        self.kept.touch()

    def write(self, path: str, text: str) -> None:
        (self.here / path).write_text(text, "utf-8")

    def run(self, command: str) -> str:
        """Both streams of a command, as a terminal shows them. It must end well: all of the page do."""
        keep = f"declare -p newest PWD 2>/dev/null > {self.kept}"
        shell = f". {self.kept}\n{command}\nstatus=$?\n{keep}\nexit $status"
        ran = subprocess.run(
            ["bash", "-c", shell],
            cwd=self.here,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert ran.returncode == 0, f"{command}\n{ran.stdout}"
        (here,) = re.findall(r'^declare -x PWD="(.+)"$', self.kept.read_text("utf-8"), re.MULTILINE)
        self.here = Path(here)
        return re.sub(r"\b[0-9a-f]{40}\b", "0123456789abcdef" * 2 + "01234567", ran.stdout).replace(
            str(self.home), HOME
        )


def release(folder: Path) -> str:
    """A repository of citelock with two annotated tags; the commit of the newer, first by name."""
    folder.mkdir()
    git(folder, "init", "-q", ".")
    found = ""
    for version in ("v0.9.0", "v0.10.0"):
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        git(folder, *who, "commit", "-q", "--allow-empty", "-m", version)
        git(folder, *who, "tag", "-a", "-m", version, version)
        found = git(folder, "rev-parse", "HEAD")
    return found


@pytest.fixture(scope="module")
def followed(
    tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> tuple[Project, Newcomer, str]:
    """The page followed to its end: GitHub's side, the reader's, and the release that was looked up."""
    folder = tmp_path_factory.mktemp("tutorial")
    project = Project(folder)
    git(project.history.folder, "config", "receive.denyCurrentBranch", "ignore")
    pinned = release(folder / "citelock")
    reader = Newcomer(folder / "reader", {ACCOUNT: project.history.folder, CITELOCK: folder / "citelock"})
    text = PAGE.read_text("utf-8")
    for step in steps(text):
        if step.path:
            reader.write(step.path, step.text)
            continue
        printed = reader.run(step.text)
        if pytestconfig.getoption("--update-documents"):
            text = text.replace(f"$ {step.text}\n{step.printed}", f"$ {step.text}\n{printed}", 1)
            PAGE.write_text(text, "utf-8", newline="\n")
        else:
            assert printed == step.printed, step.text
    return project, reader, pinned


def checked(project: Project, base: str, head: str) -> Ran:
    """What the runner makes of a pull request, with the steps of the workflow that was pushed to its base."""
    workflow = yaml.safe_load(git(project.history.folder, "show", f"{base}:{WORKFLOW}"))
    checkout, audit, _ = workflow["jobs"]["citelock"]["steps"]
    depth = f"--depth={checkout['with']['fetch-depth']}"
    return project.pull_request(base, head, depth=[depth], inputs=audit.get("with", {}))


def tips(project: Project) -> tuple[str, str]:
    folder = project.history.folder
    return git(folder, "rev-parse", "refs/heads/main"), git(folder, "rev-parse", "refs/heads/agent/report")


def test_the_workflow_that_was_pushed_names_the_commit_of_the_newest_release(
    followed: tuple[Project, Newcomer, str],
) -> None:
    project, _, pinned = followed
    assert f"uses: citelock/citelock@{pinned} #" in git(project.history.folder, "show", f"main:{WORKFLOW}")


def test_the_check_is_red_for_the_right_reason(
    followed: tuple[Project, Newcomer, str], pytestconfig: pytest.Config
) -> None:
    project, reader, _ = followed
    ran = checked(project, *tips(project))
    assert (ran.code, ran.conclusion, ran.stderr) == (1, "failure", "")
    assert ran.codes() == {"trips": [], "growth": ["E_QUOTE_NOT_FOUND"]}
    assert ran.top_codes() == []
    (annotation,) = ran.annotations()
    assert ran.annotations("warning") + ran.annotations("notice") == []
    lines = (reader.here / "claims.json").read_text("utf-8").splitlines()
    assert annotation.properties["file"] == "claims.json"
    assert "18 % more than" in lines[int(annotation.properties["line"]) - 1]
    shown = f"```text\n{annotation.properties['title']}\n{annotation.data.splitlines()[0]}\n```\n"
    if pytestconfig.getoption("--update-documents"):
        text = ANNOTATION.sub(lambda found: found[1] + shown + found[3], PAGE.read_text("utf-8"))
        PAGE.write_text(text, "utf-8", newline="\n")
    found = ANNOTATION.search(PAGE.read_text("utf-8"))
    assert found is not None
    assert found[2] == shown, "run `make docs` and review the diff"


def test_the_repair_that_the_page_names_turns_the_check_green(
    followed: tuple[Project, Newcomer, str],
) -> None:
    project, reader, _ = followed
    base, head = tips(project)
    claims = (reader.here / "claims.json").read_text("utf-8")
    repaired = project.history.commit({"claims.json": claims.replace("18 %", "8 %")}, head, branch="repaired")
    ran = checked(project, base, repaired)
    assert (ran.code, ran.conclusion, ran.codes()) == (0, "success", {"trips": [], "growth": []})


def test_the_cheating_that_the_page_proposes_stays_red_and_is_named(
    followed: tuple[Project, Newcomer, str],
) -> None:
    project, reader, _ = followed
    base, head = tips(project)
    (source,) = (reader.here / "sources").glob("url_*.txt")
    forged = source.read_text("utf-8").replace("8 %", "18 %")
    cheated = project.history.commit({f"sources/{source.name}": forged}, head, branch="cheated")
    ran = checked(project, base, cheated)
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert "E_EVIDENCE_SELF_SUPPLIED" in json.dumps(ran.json("report"))
