"""`citelock init`: a repository that works afterwards, and nothing in it that was there before is touched."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import yaml

import citelock
from citelock.checks.starter import starting_config
from citelock.cli.main import run
from citelock.snapshotter.commits import CommitMessage, commit_paths


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=True)
    return done.stdout


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository, as the working directory."""
    folder = tmp_path / "project"
    git(tmp_path, "init", "-q", "-b", "main", str(folder))
    monkeypatch.chdir(folder)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """Every file outside of the git folder; a link as what it points at."""
    return {
        path.relative_to(folder).as_posix(): b"-> " + os.fsencode(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if (path.is_file() or path.is_symlink()) and ".git" not in path.relative_to(folder).parts
    }


ATTRIBUTES = b"""\
# citelock: evidence is hashed, so its bytes are the same on every system. The last line wins.
cache/** text eol=lf
sources/** text eol=lf -ident whitespace=-trailing-space
sources/originals/** -text
"""
IGNORED = b"""\
# citelock: texts that may not be published, reports, and what an interrupted run leaves behind.
/sources/.private/
/verify/
/report.json
.*.tmp
"""
WORKFLOWS = {
    f".github/workflows/{path.name}": path.read_bytes()
    for path in Path(citelock.__file__).with_name("workflows").glob("*.yml")
}
AUDIT, REFRESH, HARDENED = (
    f".github/workflows/citation-{name}.yml" for name in ("audit", "refresh", "audit-hardened")
)
USUAL = {path: WORKFLOWS[path] for path in (AUDIT, REFRESH)}
WRITTEN = USUAL | {
    ".gitattributes": ATTRIBUTES,
    ".gitignore": IGNORED,
    "cache/.gitkeep": b"",
    "citelock.yml": starting_config().encode(),
    "sources/.gitkeep": b"",
}


def test_an_empty_repository_gets_everything_and_is_told_what_is_next(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["init"]) == 0
    assert files(project) == WRITTEN
    said = capsys.readouterr()
    assert said.err == ""
    assert (
        said.out
        == f"""\
The project is {project}

  citelock.yml           written: every setting, commented out
  cache/                 made
  sources/               made
  .gitattributes         3 lines added
  .gitignore             4 lines added
  .github/workflows/citation-audit.yml written
  .github/workflows/citation-refresh.yml written

An agent that may write to the evidence can make any quotation pass, and one that may write workflows can
leave the check out. On GitHub a ruleset of the default branch holds both: require a pull request, the review
of Code Owners and the check `citelock`, dismiss stale approvals, and let nobody bypass it. The agent's App
gets no permission for workflows.
These lines for CODEOWNERS say who they are; `citelock init --owner @you` writes them:

    /cache/ @OWNER
    /sources/ @OWNER
    /citelock.yml @OWNER
    .gitattributes @OWNER
    /.github/ @OWNER

Next:
    git add citelock.yml cache sources .gitattributes .gitignore .github/workflows
    git commit
    citelock resolve claims.json --commit    the records of what is cited, from the registries
    citelock audit claims.json

The workflows name no commit of citelock yet, so they do not run. Find that of a release and write it there:

    git ls-remote --tags https://github.com/citelock/citelock 'v*'
    citelock init --pin COMMIT
"""
    )


def test_a_second_run_changes_nothing_and_says_so(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["init", "--owner", "@a"])
    before, times = files(project), {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    capsys.readouterr()
    assert run(["init", "--owner", "@a"]) == 0
    assert files(project) == before
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == times
    assert (
        """\
  citelock.yml           there already, kept
  cache/                 there already, kept
  sources/               there already, kept
  .gitattributes         has its 3 lines already
  .gitignore             has its 4 lines already
  .github/CODEOWNERS     has its 5 lines already
  .github/workflows/citation-audit.yml there already, kept
  .github/workflows/citation-refresh.yml there already, kept
"""
        in capsys.readouterr().out
    )


def test_what_is_there_is_kept_and_lines_come_after_it(project: Path) -> None:
    (project / "cache").mkdir()
    (project / "cache" / "a.json").write_bytes(b"{}")
    (project / ".gitignore").write_bytes(b"*.log")
    (project / ".gitattributes").write_bytes(b"* text=auto\r\n")
    (project / "citelock.yml").write_bytes(b"fail_on: warning\n")
    assert run(["init"]) == 0
    assert files(project) == USUAL | {
        ".gitattributes": b"* text=auto\r\n\r\n" + ATTRIBUTES.replace(b"\n", b"\r\n"),
        ".gitignore": b"*.log\n\n" + IGNORED,
        "cache/a.json": b"{}",
        "citelock.yml": b"fail_on: warning\n",
        "sources/.gitkeep": b"",
    }


def test_the_folders_of_an_existing_configuration_are_the_ones_made(project: Path) -> None:
    (project / "citelock.yml").write_text("paths: {cache: proof/records, sources: proof/texts}\n")
    assert run(["init", "--owner", "@a"]) == 0
    found = files(project)
    assert {"proof/records/.gitkeep", "proof/texts/.gitkeep"} <= set(found)
    assert b"\nproof/texts/originals/** -text\n" in found[".gitattributes"]
    assert b"\n/proof/texts/.private/\n" in found[".gitignore"]
    assert b"\n/proof/records/ @a\n" in found[".github/CODEOWNERS"]


@pytest.mark.parametrize("place", [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"])
def test_owners_are_added_to_the_file_that_github_reads(project: Path, place: str) -> None:
    (project / place).parent.mkdir(exist_ok=True)
    (project / place).write_bytes(b"* @everyone\n")
    assert run(["init", "--owner", "@team/a", "--owner", "b@example.org"]) == 0
    owners = b"@team/a b@example.org"
    assert files(project) == WRITTEN | {
        place: b"* @everyone\n\n# citelock: who may change evidence, settings and workflows. An agent that is"
        b" audited may not.\n"
        + b"".join(
            path + b" " + owners + b"\n"
            for path in (b"/cache/", b"/sources/", b"/citelock.yml", b".gitattributes", b"/.github/")
        )
        # Else whoever is kept from the evidence could make themselves its owner.
        + (b"" if place.startswith(".github") else b"/" + place.encode() + b" " + owners + b"\n")
    }


def test_a_project_below_the_top_level_has_its_owners_at_the_top(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "papers" / "cache").mkdir(parents=True)
    monkeypatch.chdir(project / "papers")
    assert run(["init", "--owner", "@a"]) == 0
    found = files(project)
    assert sorted(found) == [
        ".github/CODEOWNERS",
        *(f"papers/{name}" for name in sorted(WRITTEN.keys() - USUAL.keys())),
    ]
    said = capsys.readouterr().out
    assert "No workflow is written: the Action audits a project at the top of its repository" in said
    assert "--pin" not in said
    assert b"\n/papers/sources/ @a\n" in found[".github/CODEOWNERS"]


def test_it_works_without_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["init"]) == 0
    assert files(tmp_path) == WRITTEN
    assert (
        "    git init                             there is no repository here yet\n"
        in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("citelock.yml", "citelock.yml: it is a symbolic link, which is not followed."),
        (".gitignore", ".gitignore is a symbolic link, which is not followed. Put a file there, or nothing."),
        (".gitattributes", ".gitattributes is a symbolic link, which is not followed."),
        ("cache", "cache: cache is a symbolic link. Put a folder there, or nothing."),
        ("sources", "sources: sources is a symbolic link."),
        (".github", ".github: .github is a symbolic link."),
    ],
)
def test_a_link_in_the_place_of_a_file_or_folder_is_refused_and_nothing_is_written(
    project: Path, tmp_path: Path, name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "target"
    if name in ("cache", "sources", ".github"):
        target.mkdir()
    else:
        target.write_bytes(b"")
    (project / name).symlink_to(target)
    before = files(project)
    assert run(["init", "--owner", "@a"]) == 2
    assert words in capsys.readouterr().err
    assert files(project) == before
    assert (list(target.iterdir()) if target.is_dir() else target.read_bytes()) in ([], b"")


def test_a_file_in_the_place_of_a_folder_is_refused(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "sources").write_bytes(b"x")
    assert run(["init"]) == 2
    assert capsys.readouterr().err == (
        "citelock: sources: sources is no folder. Put a folder there, or nothing.\n"
    )
    assert files(project) == {"sources": b"x"}


def test_a_configuration_that_is_wrong_is_said_before_anything_is_written(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "citelock.yml").write_text("fail_no: error\n")
    assert run(["init"]) == 2
    assert capsys.readouterr().err.startswith("citelock: citelock.yml:1:1: fail_no: ")
    assert sorted(files(project)) == ["citelock.yml"]


@pytest.mark.parametrize("owner", ["me", "@a\n* @b", "", "@"])
def test_what_is_no_owner_is_refused(project: Path, owner: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", "--owner", owner]) == 2
    assert "write @name, @organisation/team or an address." in capsys.readouterr().err
    assert files(project) == {}


def test_a_folder_verify_of_one_s_own_is_not_hidden_from_git(project: Path) -> None:
    (project / "verify").mkdir()
    assert run(["init"]) == 0
    assert (project / ".gitignore").read_bytes() == IGNORED.replace(b"/verify/\n", b"")


def test_evidence_that_git_ignores_is_said(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / ".gitignore").write_text("cache\n")
    assert run(["init"]) == 0
    assert capsys.readouterr().out.endswith(
        "COMMIT\n"
        "\nBefore evidence can be committed with --commit: cache/10.0000_demo.1.json is ignored by git"
        " (.gitignore, line 1: cache), so it would not be committed. Remove that line.\n"
    )


def test_in_a_prepared_repository_evidence_is_committed_and_keeps_its_bytes(project: Path) -> None:
    run(["init"])
    git(project, "config", "core.autocrlf", "true")
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "init")
    text = b"one $Id: x$ \ntwo\n"
    (project / "sources" / "a.txt").write_bytes(text)
    (project / "sources" / "originals").mkdir()
    (project / "sources" / "originals" / "a.pdf").write_bytes(b"%PDF\r\n\x00\xff\r\n")
    paths = ["sources/a.txt", "sources/originals/a.pdf"]
    assert commit_paths(str(project), paths, CommitMessage("x")).paths == tuple(paths)
    git(project.parent, "-c", "core.autocrlf=true", "clone", "-q", str(project), "clone")
    assert (project.parent / "clone" / "sources" / "a.txt").read_bytes() == text
    assert (project.parent / "clone" / paths[1]).read_bytes() == b"%PDF\r\n\x00\xff\r\n"
    assert git(project, "status", "--porcelain") == ""


PIN = "0123456789abcdef0123456789abcdef01234567"


def test_a_pin_is_written_and_put_into_what_was_written_without_one(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["init"])
    capsys.readouterr()
    assert run(["init", "--pin", PIN]) == 0
    pinned = {path: content.replace(b"0" * 40, PIN.encode()) for path, content in USUAL.items()}
    assert {path: content for path, content in files(project).items() if path in USUAL} == pinned
    said = capsys.readouterr().out
    assert "  .github/workflows/citation-refresh.yml pinned to 0123456789ab\n" in said
    assert "--pin" not in said
    assert run(["init", "--pin", "f" * 40]) == 0
    assert files(project)[AUDIT] == pinned[AUDIT]


def test_a_pin_goes_into_every_workflow_that_waits_for_one(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["init"])
    run(["init", "--workflow", "hardened"])
    run(["init", "--workflow", "snapshot-verify"])
    edited = files(project)[HARDENED].replace(b"timeout-minutes: 10", b"timeout-minutes: 20")
    (project / HARDENED).write_bytes(edited)
    capsys.readouterr()
    assert run(["init", "--pin", PIN.upper()]) == 0
    expected = {path: content.replace(b"0" * 40, PIN.encode()) for path, content in WORKFLOWS.items()}
    expected[HARDENED] = edited.replace(b"0" * 40, PIN.encode())
    assert {path: content for path, content in files(project).items() if path in WORKFLOWS} == expected
    assert "--pin" not in capsys.readouterr().out


def test_the_missing_pin_is_told_of_while_one_workflow_waits(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["init", "--pin", PIN])
    run(["init", "--workflow", "hardened"])
    capsys.readouterr()
    assert run(["init"]) == 0
    said = capsys.readouterr().out
    assert f"  {HARDENED} there already, kept\n" in said
    assert "citelock init --pin COMMIT" in said


def test_who_owns_the_evidence_is_not_asked_again(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["init", "--owner", "@you"])
    capsys.readouterr()
    assert run(["init", "--workflow", "hardened"]) == 0
    assert "@OWNER" not in capsys.readouterr().out
    path = project / ".github" / "CODEOWNERS"
    path.write_bytes(path.read_bytes().replace(b"/sources/ @you", b"/sources/ "))  # GitHub: nobody's
    assert run(["init", "--workflow", "hardened"]) == 0
    assert "/sources/ @OWNER" in capsys.readouterr().out


def test_workflows_are_written_by_name_or_not_at_all(project: Path) -> None:
    assert run(["init", "--no-workflows"]) == 0
    assert not set(files(project)) & set(WORKFLOWS)
    assert run(["init", "--workflow", "hardened", "--workflow", "snapshot-verify"]) == 0
    assert set(files(project)) & set(WORKFLOWS) == {HARDENED, ".github/workflows/snapshot-verify.yml"}
    assert run(["init", "--workflow", "hardened", "--no-workflows"]) == 2


def test_a_workflow_of_one_s_own_is_kept(project: Path) -> None:
    (project / AUDIT).parent.mkdir(parents=True)
    (project / AUDIT).write_bytes(b"name: mine\n")
    assert run(["init", "--pin", PIN]) == 0
    assert files(project)[AUDIT] == b"name: mine\n"


@pytest.mark.parametrize("pin", ["v1", "0" * 40, "a" * 39, "A" * 39 + "G", "a" * 40 + "\n"])
def test_what_is_no_commit_is_no_pin(project: Path, pin: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", "--pin", pin]) == 2
    assert "write all 40 digits of a commit" in capsys.readouterr().err
    assert files(project) == {}


def test_the_folder_of_texts_is_the_one_that_is_verified(project: Path) -> None:
    (project / "citelock.yml").write_text("paths: {sources: 'proof/my texts'}\n")
    assert run(["init", "--workflow", "snapshot-verify"]) == 0
    written = yaml.safe_load(files(project)[".github/workflows/snapshot-verify.yml"])
    assert written[True]["pull_request"]["paths"] == ["proof/my texts/**"]


def test_a_linked_folder_of_workflows_is_refused(project: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (project / ".github").mkdir()
    (project / ".github" / "workflows").symlink_to(tmp_path / "elsewhere")
    assert run(["init"]) == 2
    assert list((tmp_path / "elsewhere").iterdir()) == []
