"""Threats 18 to 24: the repository and the workspace around the audit, GitHub, the token, and the sources.

Each test was seen to fail without its defence; what was taken out for that is said as "Red without".
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from citelock.cli.main import run
from tests.cli.action.test_propose import POISONS, WORKS
from tests.support import events
from tests.support import pull_requests as pr
from tests.support.forgeries import FORGED_FILE, agent, base_of
from tests.support.git_server import git_server
from tests.support.github_api import GitHubApi, github_api
from tests.support.histories import File, git
from tests.support.replay import Replay
from tests.support.rule_cases import RECORD, TEXT
from tests.support.runner import REPOSITORY, TOKEN, Project, Ran, Runner

# --- 18: git -------------------------------------------------------------------------------------------


@pytest.fixture
def canary(project: Project) -> Path:
    return project.folder / "canary"


def trap(project: Project, canary: Path) -> Path:
    """A program that leaves a canary behind."""
    path = project.folder / "trap"
    path.write_text(f"#!/bin/sh\necho sang >> {canary}\nexit 1\n")
    path.chmod(0o755)
    return path


def test_18_nothing_that_the_repository_names_is_run(project: Project, canary: Path) -> None:
    # Red without: the private repository (git pointed at the checkout obeys its hooks and settings).
    program = trap(project, canary)
    bare: dict[str, File] = {
        "x/HEAD": "ref: refs/heads/main\n",
        "x/config": f"[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = {program}\n",
        "x/objects/keep": "",
        "x/refs/keep": "",
    }
    base = base_of(project)
    head = agent(project, base, {"claims.json": FORGED_FILE, **bare})
    merge = project.history.merge(base, head)
    runner = project.runner()
    project.history.checkout(runner.workspace, merge, "--depth=1")
    inside = runner.workspace / ".git"
    for hook in ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman"):
        (inside / "hooks").mkdir(exist_ok=True)
        shutil.copy(program, inside / "hooks" / hook)
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "diff.external",
        "uploadpack.packObjectsHook",
    ):
        git(runner.workspace, "config", key, str(program))
    for key in ("alias.cat-file", "alias.ls-tree", "credential.helper", "core.alternateRefsCommand"):
        git(runner.workspace, "config", key, f"!{program}")
    canary.unlink(missing_ok=True)
    # The base is not there, so that there is a fetch too.
    payload = events.pull_request(head, base)
    ran = runner.run("pull_request", merge, payload, server=project.server, environment={"HOME": str(inside)})
    assert (ran.code, ran.outputs["base-sha"]) == (1, base)
    assert not canary.exists()
    git(runner.workspace, "status")
    assert canary.exists(), "the trap is not armed, so this test proves nothing"


def test_18_replaced_objects_and_attributes_change_no_byte(project: Project) -> None:
    # Red without: GIT_NO_REPLACE_OBJECTS and the private repository; bytes of objects, never of files.
    attributes = "* text eol=crlf ident working-tree-encoding=UTF-16\n*.json filter=x\n"
    base = base_of(
        project, files={".gitattributes": attributes, "forged": TEXT.replace("18 to 7", "18 to 0")}
    )
    head = agent(project, base, {"readme.txt": "x"})
    merge = project.history.merge(base, head)
    runner = project.runner()
    runner.workspace.mkdir(parents=True)
    git(runner.workspace, "init", "-q", ".")
    git(runner.workspace, "fetch", "-q", project.history.folder.as_uri(), merge)
    blob = git(runner.workspace, "rev-parse", f"{base}:{pr.TEXT_PATH}")
    git(runner.workspace, "replace", blob, git(runner.workspace, "rev-parse", f"{base}:forged"))
    ran = runner.run("pull_request", merge, events.pull_request(head, base))
    assert (ran.code, ran.conclusion) == (0, "success")
    (row,) = ran.json("report")["results"]
    assert row["snapshot"]["sha256"] == sha256(TEXT.encode()).hexdigest()


@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_CONFIG_PARAMETERS", "GIT_ALTERNATE_OBJECT_DIRECTORIES"])
def test_18_an_earlier_step_cannot_point_git_elsewhere(project: Project, name: str) -> None:
    # Red without: the refusal in gitread (`REFUSED`).
    base = base_of(project)
    head = agent(project, base, {"readme.txt": "x"})
    ran = project.pull_request(base, head, environment={name: str(project.folder)})
    assert (ran.code, ran.outputs) == (2, {"conclusion": "error"})
    assert name in ran.annotations()[0].data


# --- 19: modules of the workspace ---------------------------------------------------------------------


def test_19_modules_of_the_workspace_are_not_imported(project: Project, canary: Path) -> None:
    # Red without: `-I` (isolated=False); the same in the container, tests/docker/test_action.py.
    bird = f"open({str(canary)!r}, 'a').write(__name__)\n"
    files: dict[str, File] = {
        f"{name}.py": bird for name in ("json", "click", "sitecustomize", "usercustomize", "yaml", "re")
    }
    files |= {"citelock/__init__.py": bird, "citelock/__main__.py": bird, "pyvenv.cfg": "home = .\n"}
    base = base_of(project)
    head = agent(project, base, {"claims.json": FORGED_FILE, **files})
    ran = project.pull_request(
        base, head, environment={"PYTHONPATH": ".", "PYTHONSTARTUP": "json.py", "PYTHONINSPECT": "1"}
    )
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert not canary.exists()


def test_19_an_interpreter_that_is_not_isolated_imports_them(project: Project, canary: Path) -> None:
    """So the test above proves something."""
    files: dict[str, File] = {"click.py": f"open({str(canary)!r}, 'w').write('x')\nraise SystemExit(9)\n"}
    base = base_of(project)
    head = agent(project, base, files)
    runner = project.runner()
    project.history.checkout(runner.workspace, project.history.merge(base, head))
    ran = runner.run("pull_request", head, events.pull_request(head, base), isolated=False)
    assert ran.outputs == {}
    assert canary.exists()


# --- 20: a poisoned bundle ----------------------------------------------------------------------------


class Refreshed(NamedTuple):
    """A job that has left the news of a retraction for the next one, and what the default branch holds."""

    runner: Runner
    commit: str
    files: Mapping[str, bytes]

    def propose(self, api: GitHubApi) -> Ran:
        runner = Runner(self.runner.folder / f"proposing{len(list(self.runner.folder.iterdir()))}")
        shutil.copytree(self.runner.temporary, runner.temporary, symlinks=True, dirs_exist_ok=True)
        inputs = {"command": "propose"}
        return runner.run("schedule", api.branches["main"], events.plain(), inputs=inputs, api=api.url)


@pytest.fixture
def refreshed(project: Project, server: Replay, monkeypatch: pytest.MonkeyPatch) -> Refreshed:
    for service in server.urls:
        server.set_rate(10_000, service=service, enforced=False)
    for doi in WORKS:
        server.add_work(doi, title=[f"On the made-up work {doi[-2:]}"])
    lines = "".join(f"  {name}: {url}\n" for name, url in server.urls.items())
    cited = [
        pr.claim(doi, "A claim.", doi=doi, title="On", quote="words that nobody looked for") for doi in WORKS
    ]
    folder = project.folder / "first"
    folder.mkdir()
    (folder / "citelock.yml").write_text(f"mailto: you@example.org\nregistries:\n{lines}", "utf-8")
    (folder / "claims.json").write_text(pr.claims(*cited), "utf-8")
    monkeypatch.chdir(folder)
    assert run(["resolve", "claims.json", "-q"]) == 0
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    commit = project.history.commit(files)
    server.retract(WORKS[5], notice="10.5555/r.1")
    runner = project.runner()
    project.history.checkout(runner.workspace, commit)
    ran = runner.run("schedule", commit, events.plain(), inputs={"command": "refresh"})
    # News is no failure of the step: the next job is to run.
    assert (ran.code, ran.outputs) == (0, {"conclusion": "failure"}), ran.stdout
    assert len(ran.annotations("notice")) == 1
    return Refreshed(runner, commit, files)


def test_20_a_poisoned_bundle_is_refused_before_github_is_asked(refreshed: Refreshed) -> None:
    # Red without: the checks of the bundle, one after the other; all are tried in tests/cli/action/.
    bundle = refreshed.runner.temporary / "citelock" / "refresh"
    sound = refreshed.runner.folder / "sound"
    shutil.copytree(bundle, sound)
    with github_api(REPOSITORY, TOKEN) as api:
        api.commit("main", refreshed.files)
        for name in ("path", "link", "foreign_record", "extra", "workflow", "linked_folder"):
            shutil.rmtree(bundle.parent)
            shutil.copytree(sound, bundle)
            POISONS[name](bundle)
            ran = refreshed.propose(api)
            assert (ran.code, ran.outputs, api.names()) == (2, {"conclusion": "error"}, []), name
            assert len(ran.annotations()) == 1


def test_20_the_same_bundle_unpoisoned_becomes_a_pull_request(refreshed: Refreshed) -> None:
    with github_api(REPOSITORY, TOKEN) as api:
        api.commit("main", refreshed.files)
        ran = refreshed.propose(api)
        assert (ran.code, ran.outputs) == (0, {"conclusion": "success"})
        assert [pull.title for pull in api.pulls.values()] == ["citations: 1 retraction"]
    assert TOKEN.encode() not in ran.everything()


# --- 21: a head or a base that is not there ------------------------------------------------------------


@pytest.mark.parametrize("depth", [("--depth=2",), ()], ids=["depth 2", "whole"])
def test_21_with_two_commits_the_base_is_at_hand(project: Project, depth: tuple[str, ...]) -> None:
    # Red without: nothing is fetched here, as nobody answers.
    base = base_of(project)
    ran = project.pull_request(base, agent(project, base, {"claims.json": FORGED_FILE}), depth=depth)
    assert (ran.code, ran.outputs["base-sha"]) == (1, base)


@pytest.mark.parametrize("kind", ["depth 1", "no blobs", "base gone"])
def test_21_without_base_or_evidence_there_is_no_verdict(project: Project, kind: str) -> None:
    # Red without: BaseEvidenceMissing (a work tree taken instead passes); GIT_NO_LAZY_FETCH (no blobs).
    base = base_of(project)
    head = agent(project, base, {"claims.json": FORGED_FILE, pr.TEXT_PATH: TEXT + FORGED_FILE})
    options = {"depth 1": ["--depth=1"], "no blobs": ["--depth=2", "--filter=blob:none"], "base gone": []}[
        kind
    ]
    runner = project.runner()
    if kind == "base gone":
        project.history.checkout(runner.workspace, head, "--depth=1")
        gone = "ab" * 20
        ran = runner.run("pull_request", head, events.pull_request(head, gone), server=project.server)
        assert gone in ran.annotations()[0].data
    else:
        ran = project.pull_request(base, head, depth=options, runner=runner)
    assert (ran.code, ran.outputs, ran.files) == (3, {"conclusion": "error"}, {})
    assert "fetch" in ran.annotations()[0].data


def test_21_a_base_that_is_fetched_is_the_one_of_the_event_although_the_branch_has_moved(
    project: Project,
) -> None:
    # Red without: full ids (a base taken by its branch's name has the forged evidence already).
    base = base_of(project)
    head = agent(project, base, {"claims.json": FORGED_FILE})
    merge = project.history.merge(base, head)
    runner = project.runner()
    project.history.checkout(runner.workspace, merge, "--depth=1")
    project.history.commit({pr.TEXT_PATH: TEXT + "moved on"}, base)  # main and the agent's branch move
    project.history.commit({"claims.json": pr.claims(pr.claim())}, head, branch="agent")
    ran = runner.run("pull_request", merge, events.pull_request(head, base), server=project.server)
    assert (ran.code, ran.outputs["base-sha"], ran.outputs["head-sha"]) == (1, base, merge)


# --- 22, 23: what is published, the token -------------------------------------------------------------------
# Comments of strangers, forks, refusals, the token beside the API: test_publishing.py.


def test_23_the_token_of_a_fetch_is_in_no_output_file_or_command_line(project: Project) -> None:
    # Red without: the header in the child's environment (as an option it stands on a command line).
    base = base_of(project)
    head = agent(project, base, {"claims.json": FORGED_FILE})
    merge = project.history.merge(base, head)
    runner = project.runner()
    project.history.checkout(runner.workspace, merge, "--depth=1")
    with git_server(project.folder / "server", TOKEN) as server:
        ran = runner.run(
            "pull_request", merge, events.pull_request(head, base), server=server.address, watched=True
        )
    assert (ran.code, ran.outputs["base-sha"]) == (1, base)
    given = {(each or "").casefold() for each in server.authorisations}
    assert server.expected.casefold() in given  # so it was used
    encoded = server.expected.partition(" ")[2].encode()
    for secret in (TOKEN.encode(), encoded):
        assert secret not in ran.everything()
        assert secret not in b"\n".join([*ran.command_lines, *server.command_lines])
        assert not [
            path for path in project.folder.rglob("*") if path.is_file() and secret in path.read_bytes()
        ]


@pytest.mark.parametrize("token", ["", "with a blank", "a\r\nX-Other: b"], ids=ascii)
def test_23_a_token_that_is_none_is_neither_shown_nor_sent(project: Project, token: str) -> None:
    # Red without: the pattern of `Token` (whatever sends headers names the value in its complaint).
    base = base_of(project)
    head = agent(project, base, {"claims.json": FORGED_FILE})
    inputs = {"annotations": "check-run", "token": token}
    with github_api(REPOSITORY, TOKEN) as api:
        ran = project.pull_request(base, head, inputs=inputs, api=api.url)
        assert api.names() == []
    assert ran.code == 1
    (notice,) = ran.annotations("notice")
    assert "token" in notice.data
    assert not token or token.encode() not in ran.everything()


# --- 24: text for a model -----------------------------------------------------------------------------

SECURITY = json.loads((Path(__file__).parents[1] / "data" / "security_cases.json").read_text("utf-8"))[
    "cases"
]


def case(number: str) -> Mapping[str, Any]:
    (found,) = [each for each in SECURITY if each["id"] == number]
    assert isinstance(found, dict)
    return found


def test_24_source_text_addressed_to_a_model_changes_no_verdict(project: Project) -> None:
    # No defence can be taken out: a source is searched in and never obeyed.
    given, expected = case("R-security-05")["inputs"], case("R-security-05")["expected"]
    spoken = f"{TEXT}{given['snapshot_text']}\n"
    base = base_of(project, files={pr.TEXT_PATH: spoken})
    written = pr.claims(pr.claim(), pr.claim("c2", given["quote"], quote=given["quote"]))
    ran = project.pull_request(base, agent(project, base, {"claims.json": written}))
    assert (ran.code, ran.codes()["c2"]) == (1, expected["codes"])
    assert ran.codes()["c1"] == []


def test_the_case_of_claims_and_text_in_one_pull_request(project: Project) -> None:
    """R-security-04; the collection calls E_EVIDENCE_SELF_SUPPLIED by an older name."""
    given, expected = case("R-security-04")["inputs"], case("R-security-04")["expected"]
    assert expected["codes"] == ["E_SNAPSHOT_CHANGED_IN_PR"]
    claims, text = given["pr_changes"]
    doi = "10.5555/a"
    base = base_of(project, files={"cache/10.5555_a.json": json.dumps(RECORD | {"doi": doi}), text: TEXT})
    quote = "these words were written into the frozen text by the agent that quotes them"
    head = agent(
        project,
        base,
        {
            claims: pr.claims(pr.claim(), pr.claim("c2", "So it is.", doi=doi, quote=quote)),
            text: f"{TEXT}{quote}.\n",
        },
    )
    ran = project.pull_request(base, head)
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert set(ran.codes()["c2"]) == {"E_QUOTE_NOT_FOUND", "E_EVIDENCE_SELF_SUPPLIED"}


def project_record(doi: str) -> str:
    from tests.support.rule_cases import RECORD

    return json.dumps(RECORD | {"doi": doi})
