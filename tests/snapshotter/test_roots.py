"""The project root, and what is read there."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from citelock.checks.config import Config
from citelock.checks.errors import BaseEvidenceMissing, ConfigError, UsageError
from citelock.checks.identifiers import Identifier
from citelock.checks.records import NotCached, Record
from citelock.snapshotter.roots import Project, open_project, shown_path

FOUND = b'{"status": "found"}\n'
CODES = ("E_TITLE_MISMATCH",)
DEMO = Identifier("doi", "10.0000/demo.1", "10.0000/demo.1")


def make(folder: Path, *paths: str) -> None:
    for path in paths:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.endswith("/"):
            target.mkdir(exist_ok=True)
        else:
            target.write_bytes(FOUND if path.endswith(".json") else b"min_quote: 40\n")


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository, and the working directory somewhere else."""
    folder = tmp_path / "top"
    folder.mkdir()
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return folder


def commit(top: Path) -> str:
    subprocess.run(["git", "add", "-A", "-f"], cwd=top, check=True)
    subprocess.run(["git", "commit", "-q", "--allow-empty", "-m", "x"], cwd=top, check=True)
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=top, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def project_of(claims: Path | None, **options: str) -> Project:
    return open_project(None if claims is None else str(claims), codes=CODES, **options)


def has_record(project: Project) -> bool:
    value = project.evidence.record(DEMO).value
    project.evidence.close()
    assert isinstance(value, Record | NotCached)
    return isinstance(value, Record)


@pytest.mark.parametrize("mark", ["citelock.yml", "cache/", "sources/"])
def test_the_root_is_the_nearest_folder_upwards_that_holds_evidence(top: Path, mark: str) -> None:
    make(top, "cache/", f"a/{mark}", "a/b/c/claims.json")
    assert project_of(top / "a/b/c/claims.json").root == str(top / "a")


def test_the_search_ends_at_the_top_level(top: Path) -> None:
    make(top.parent, "cache/", "top/a/claims.json")
    assert project_of(top / "a/claims.json").root == str(top / "a")


def test_a_file_named_cache_is_no_mark(top: Path) -> None:
    make(top, "a/cache", "a/claims.json", "sources/")
    assert project_of(top / "a/claims.json").root == str(top)


def test_without_a_repository_the_search_ends_at_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "cache/", "work/sources/", "work/a/claims.json")
    monkeypatch.chdir(tmp_path / "work" / "a")
    assert project_of(tmp_path / "work/a/claims.json").root == str(tmp_path / "work/a")
    monkeypatch.chdir(tmp_path / "work")
    assert project_of(Path("a/claims.json")).root == str(tmp_path / "work")


def test_without_a_claims_file_the_search_begins_in_the_working_directory(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(top, "a/cache/", "a/b/", "c/")
    monkeypatch.chdir(top / "a" / "b")
    assert project_of(None).root == str(top / "a")
    monkeypatch.chdir(top / "c")
    assert project_of(None).root == str(top)
    monkeypatch.chdir(top.parent / "elsewhere")
    assert project_of(None).root == str(top.parent / "elsewhere")


def test_settings_and_evidence_are_those_of_the_root(top: Path) -> None:
    make(top, "citelock.yml", "cache/10.0000_demo.1.json", "a/claims.json")
    project = project_of(top / "a/claims.json")
    assert (project.config, project.top, project.commit) == (Config(min_quote=40), str(top), None)
    assert has_record(project)


def test_settings_may_name_other_folders(top: Path) -> None:
    make(top, "evidence/records/10.0000_demo.1.json", "claims.json")
    (top / "citelock.yml").write_bytes(b"paths: {cache: evidence/records}\n")
    assert has_record(project_of(top / "claims.json"))
    commit(top)
    assert has_record(project_of(top / "claims.json", revision="HEAD"))


def test_a_link_as_settings_is_refused(top: Path) -> None:
    (top / "citelock.yml").symlink_to("/etc/hostname")
    with pytest.raises(ConfigError, match=r"citelock\.yml: it is a symbolic link, which is not followed\."):
        project_of(top / "claims.json")
    commit(top)
    with pytest.raises(ConfigError, match=r"citelock\.yml: it is no regular file in commit"):
        project_of(top / "claims.json", revision="HEAD")


def test_malformed_settings_end_the_run(top: Path) -> None:
    (top / "citelock.yml").write_bytes(b"min_qoute: 3\n")
    with pytest.raises(ConfigError) as caught:
        project_of(top / "claims.json")
    assert str(caught.value) == (
        "citelock.yml:1:1: min_qoute: min_qoute is not a known key. Did you mean min_quote?"
    )


def test_folders_of_the_command_line_are_relative_to_the_working_directory(top: Path) -> None:
    make(top.parent / "elsewhere", "records/10.0000_demo.1.json", "texts/")
    make(top, "cache/", "claims.json")
    project = project_of(top / "claims.json", cache="records", sources="texts")
    assert has_record(project)
    assert project.evidence.record(DEMO).path == "../elsewhere/records/10.0000_demo.1.json"


def test_a_misspelt_folder_is_an_error_and_not_an_empty_one(top: Path) -> None:
    make(top, "cache/", "claims.json")
    with pytest.raises(UsageError, match="--cache cahce: there is no such folder"):
        project_of(top / "claims.json", cache="cahce")
    commit(top)
    with pytest.raises(UsageError, match=r"--sources .*/nowhere: there is no such folder in commit"):
        project_of(top / "claims.json", sources=str(top / "nowhere"), revision="HEAD")
    with pytest.raises(UsageError, match=r"--sources texts: it is outside of the repository"):
        project_of(top / "claims.json", sources="texts", revision="HEAD")


def test_with_a_revision_the_root_is_that_of_the_commit(top: Path) -> None:
    make(top, "a/cache/10.0000_demo.1.json", "a/citelock.yml", "a/b/claims.json")
    full = commit(top)
    make(top, "a/b/cache/", "a/b/citelock.yml")
    for path in ("a/cache/10.0000_demo.1.json", "a/citelock.yml"):
        (top / path).unlink()
    project = project_of(top / "a/b/claims.json", revision="HEAD")
    assert (project.root, project.commit, project.config.min_quote) == (str(top / "a"), full, 40)
    assert has_record(project)
    assert not has_record(project_of(top / "a/b/claims.json"))


def test_evidence_of_the_top_level_is_read_from_a_commit(top: Path) -> None:
    make(top, "cache/10.0000_demo.1.json", "claims.json")
    commit(top)
    project = project_of(top / "claims.json", revision="HEAD")
    assert (project.root, has_record(project)) == (str(top), True)


def test_a_commit_without_evidence_has_the_claims_own_folder_as_root(top: Path) -> None:
    make(top, "a/claims.json")
    commit(top)
    make(top, "cache/10.0000_demo.1.json")
    project = project_of(top / "a/claims.json", revision="HEAD")
    assert (project.root, has_record(project)) == (str(top / "a"), False)


def test_folders_of_the_command_line_are_read_from_the_commit_too(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(top, "a/records/10.0000_demo.1.json", "claims.json")
    commit(top)
    (top / "a/records/10.0000_demo.1.json").unlink()
    monkeypatch.chdir(top / "a")
    assert has_record(project_of(top / "claims.json", cache="records", revision="HEAD"))


def test_a_revision_outside_of_a_repository_is_missing_evidence(tmp_path: Path) -> None:
    with pytest.raises(BaseEvidenceMissing):
        project_of(tmp_path / "claims.json", revision="HEAD")


def test_paths_are_shown_relative_to_the_root(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(top, "cache/", "a/claims.json")
    project = project_of(top / "a/claims.json")
    assert project.shown(str(top / "a/claims.json")) == "a/claims.json"
    monkeypatch.chdir(top / "a")
    assert project.shown("claims.json") == project.shown("./b/../claims.json") == "a/claims.json"
    assert project.shown(str(top.parent / "x.json")) == "../x.json"


def test_a_linked_folder_is_shown_where_it_really_is_and_a_linked_file_under_its_own_name(top: Path) -> None:
    make(top, "real/claims.json")
    (top / "link").symlink_to("real")
    (top / "linked.json").symlink_to("real/claims.json")
    assert shown_path(str(top / "link" / "claims.json"), str(top)) == "real/claims.json"
    assert shown_path(str(top / "linked.json"), str(top)) == "linked.json"


def test_a_worker_elsewhere_reads_the_same_folder(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(top, "cache/10.0000_demo.1.json", "claims.json")
    monkeypatch.chdir(top)
    project = open_project("claims.json", codes=CODES, cache="cache")
    os.chdir(top.parent)
    assert has_record(project)
