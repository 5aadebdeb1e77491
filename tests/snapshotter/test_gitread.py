"""Reading a commit: blob bytes and nothing else, whatever the repository has prepared for its readers."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
from pathlib import Path

import pytest

from citelock.checks.errors import BaseEvidenceMissing, EvidenceError, GitError, UsageError
from citelock.snapshotter import gitread
from citelock.snapshotter.gitread import CommitReader, open_commit
from citelock.snapshotter.listing import CommitListing
from citelock.snapshotter.roots import top_level


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def commit(folder: Path, message: str = "x") -> str:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    (folder / "cache").mkdir(parents=True)
    (folder / "sources").mkdir()
    (folder / "cache" / "a.json").write_bytes(b"{}\n")
    (folder / "sources" / "a.txt").write_bytes(b"one\ntwo\n")
    git(tmp_path, "init", "-q", "-b", "main", str(folder))
    commit(folder)
    return folder


def contents(reader: CommitReader, *paths: str) -> dict[str, bytes]:
    listing = reader.listing(paths)
    try:
        return {path: reader.read(entry) for path, entry in listing.items() if entry.regular}
    finally:
        reader.close()


def test_a_commit_is_read_by_any_name_of_it(repository: Path) -> None:
    full = git(repository, "rev-parse", "HEAD")
    git(repository, "tag", "-a", "-m", "x", "v1")
    for revision in ("HEAD", "main", "refs/heads/main", "v1", full, full[:10]):
        assert open_commit(str(repository), revision).commit == full


def test_listing_gives_modes_sizes_and_only_what_was_asked_for(repository: Path) -> None:
    (repository / "cache" / "link.json").symlink_to("/proc/self/environ")
    (repository / "cache" / "run.json").write_bytes(b"x")
    (repository / "cache" / "run.json").chmod(0o755)
    (repository / "other").mkdir()
    (repository / "other" / "b").write_bytes(b"")
    commit(repository)
    listing = open_commit(str(repository), "HEAD").listing(["cache", "missing"])
    assert {path: (entry.mode, entry.size, entry.regular) for path, entry in listing.items()} == {
        "cache/a.json": ("100644", 3, True),
        "cache/link.json": ("120000", 18, False),
        "cache/run.json": ("100755", 1, True),
    }


def test_a_path_is_no_pattern_and_no_option(repository: Path) -> None:
    reader = open_commit(str(repository), "HEAD")
    assert reader.listing(["*"]) == {}
    assert reader.listing([":(top)cache"]) == {}
    assert reader.listing(["--name-only"]) == {}


def test_the_whole_tree_can_be_listed(repository: Path) -> None:
    assert sorted(open_commit(str(repository), "HEAD").listing([""])) == ["cache/a.json", "sources/a.txt"]


def test_odd_names_are_listed_as_they_are(repository: Path) -> None:
    names = ["cache/a b", "cache/tab\there", "cache/line\nbreak", 'cache/"quoted"', "cache/é"]
    for name in names:
        (repository / name).write_bytes(b"x")
    Path(os.fsdecode(bytes(repository) + b"/cache/\xff")).write_bytes(b"x")
    commit(repository)
    listing = open_commit(str(repository), "HEAD").listing(["cache"])
    assert sorted(listing) == sorted([*names, "cache/a.json", "cache/\udcff"])


def test_bytes_are_those_of_the_commit_not_of_the_work_tree(repository: Path) -> None:
    (repository / "sources" / "a.txt").write_bytes(b"changed, not committed")
    assert contents(open_commit(str(repository), "HEAD"), "sources") == {"sources/a.txt": b"one\ntwo\n"}


def test_attributes_convert_nothing(repository: Path) -> None:
    (repository / "sources" / "i.txt").write_bytes(b"$Id$\n")
    blob = git(repository, "hash-object", "-w", "--no-filters", "sources/i.txt")
    (repository / ".gitattributes").write_bytes(
        b"*.txt text eol=crlf ident working-tree-encoding=UTF-16\n*.json filter=evil\n"
    )
    git(repository, "update-index", "--add", "--cacheinfo", f"100644,{blob},sources/i.txt")
    git(repository, "update-index", "--add", ".gitattributes")
    git(repository, "commit", "-q", "-m", "attributes")
    assert contents(open_commit(str(repository), "HEAD"), "sources") == {
        "sources/a.txt": b"one\ntwo\n",
        "sources/i.txt": b"$Id$\n",
    }


def made(folder: Path, kind: str, content: bytes) -> str:
    """The id of an object of exactly these bytes, such as git itself would not make."""
    done = subprocess.run(
        ["git", "hash-object", "-t", kind, "-w", "--stdin", "--literally"],
        cwd=folder,
        input=content,
        capture_output=True,
        check=True,
    )
    return done.stdout.decode("ascii").strip()


def tree_of(folder: Path, *rows: tuple[str, str, str]) -> str:
    """The id of a tree with these entries (mode, name, id) as they stand."""
    content = b"".join(
        f"{mode} {name}".encode("ascii") + b"\0" + bytes.fromhex(each) for mode, name, each in rows
    )
    return made(folder, "tree", content)


def commit_of(folder: Path, tree: str, *headers: str) -> str:
    who = "Test <test@example.org> 1704067200 +0000"
    lines = [f"tree {tree}", f"author {who}", f"committer {who}", *headers, "", "x", ""]
    return made(folder, "commit", "\n".join(lines).encode("ascii"))


def test_a_path_of_two_files_is_refused_since_programs_differ_in_which_they_see(repository: Path) -> None:
    one, other = (made(repository, "blob", content) for content in (b"one", b"other"))
    inside = tree_of(repository, ("100644", "a.json", other))
    twice = (("100644", "a-b", one), ("100644", "claims.json", one), ("100644", "claims.json", other))
    folder = (("100644", "cache", one), ("100644", "cache-b", one), ("40000", "cache", inside))
    folders = (("40000", "cache", inside), ("40000", "cache", inside))
    for rows, path in ((twice, "claims.json"), (folder, "cache"), (folders, "cache/a.json")):
        reader = CommitReader(str(repository), commit_of(repository, tree_of(repository, *rows)))
        with pytest.raises(EvidenceError, match=f"at {path}: which of them counts cannot be told"):
            reader.listing([""])


def test_a_parent_is_named_behind_the_tree_and_nowhere_else(repository: Path) -> None:
    head = git(repository, "rev-parse", "HEAD")
    tree = git(repository, "rev-parse", "HEAD^{tree}")
    claimed = commit_of(repository, tree, f"parent {head}")
    assert git(repository, "rev-list", "--parents", "-1", claimed) == claimed  # so does git
    assert gitread.parents_of(str(repository), claimed) == ()
    child = git(repository, "commit-tree", tree, "-p", head, "-p", claimed, "-m", "x")
    assert gitread.parents_of(str(repository), child) == (head, claimed)


def test_a_replacement_object_does_not_act(repository: Path) -> None:
    old = git(repository, "rev-parse", "HEAD:sources/a.txt")
    (repository / "forged").write_bytes(b"forged\n")
    git(repository, "replace", old, git(repository, "hash-object", "-w", "forged"))
    assert git(repository, "cat-file", "blob", old) == "forged"
    assert contents(open_commit(str(repository), "HEAD"), "sources") == {"sources/a.txt": b"one\ntwo\n"}


def trap(folder: Path, canary: Path) -> Path:
    """A program that leaves a canary when somebody runs it."""
    program = folder / "trap"
    program.write_text(f"#!/bin/sh\ntouch '{canary}'\n", encoding="utf-8")
    program.chmod(0o755)
    return program


ACTING_KEYS = (
    "core.fsmonitor",
    "core.pager",
    "core.sshCommand",
    "core.editor",
    "diff.external",
    "credential.helper",
    "filter.evil.clean",
    "filter.evil.smudge",
    "alias.ls-tree",
    "alias.cat-file",
    "uploadpack.packObjectsHook",
)


def test_no_hook_monitor_pager_filter_or_alias_runs(repository: Path, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    program = trap(tmp_path, canary)
    for hook in ("post-index-change", "pre-commit", "post-checkout", "reference-transaction"):
        shutil.copy(program, repository / ".git" / "hooks" / hook)
    for key in ACTING_KEYS:
        git(repository, "config", key, f"!{program}" if key.startswith("alias") else str(program))
    assert len(contents(open_commit(str(repository), "HEAD"), "")) == 2
    assert not canary.exists()
    git(repository, "status")
    assert canary.exists(), "the trap is not armed, so this test proves nothing"


def test_a_tracked_folder_shaped_like_a_bare_repository_is_not_entered(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    canary = tmp_path / "canary"
    bare = repository / "cache"
    for name in ("objects", "refs"):
        (bare / name).mkdir()
        (bare / name / "keep").write_bytes(b"")
    (bare / "HEAD").write_bytes(b"ref: refs/heads/main\n")
    (bare / "config").write_text(
        "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n"
        f"\tfsmonitor = {trap(tmp_path, canary)}\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(bare)
    top = top_level(str(bare))
    assert top == str(repository)
    assert set(contents(open_commit(top, "HEAD"), "cache")) == {"cache/a.json"}
    assert not canary.exists()
    git(bare, "status")
    assert canary.exists(), "the trap is not armed, so this test proves nothing"


def test_a_worktree_is_read_through_its_git_file(repository: Path, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "tree"))
    top = top_level(str(tmp_path / "tree" / "cache"))
    assert top == str(tmp_path / "tree")
    assert set(contents(open_commit(top, "HEAD"), "cache")) == {"cache/a.json"}


def test_a_submodule_is_read_through_its_git_file(repository: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    git(tmp_path, "init", "-q", str(outer))
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(repository), "inner")
    commit(outer)
    top = top_level(str(outer / "inner" / "cache"))
    assert top == str(outer / "inner")
    assert set(contents(open_commit(top, "HEAD"), "cache")) == {"cache/a.json"}
    assert [entry.regular for entry in open_commit(str(outer), "HEAD").listing(["inner"]).values()] == [False]


def test_a_shallow_clone_has_its_tip_and_says_what_to_do_about_the_rest(
    repository: Path, tmp_path: Path
) -> None:
    first = git(repository, "rev-parse", "HEAD")
    commit(repository, "second")
    git(tmp_path, "clone", "-q", "--depth", "1", repository.as_uri(), "shallow")
    shallow = tmp_path / "shallow"
    assert len(contents(open_commit(str(shallow), "HEAD"), "cache")) == 1
    for revision in (first, "HEAD~1"):
        with pytest.raises(BaseEvidenceMissing) as caught:
            open_commit(str(shallow), revision)
        assert caught.value.exit_code == 3
        assert str(caught.value) == (
            f"the commit {revision} is not in the repository {shallow}."
            " Fetch it first: git fetch origin and the branch; in a workflow, check out with fetch-depth: 0."
        )


def test_a_partial_clone_is_not_completed_behind_the_users_back(repository: Path, tmp_path: Path) -> None:
    git(repository, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", repository.as_uri(), "partial")
    reader = open_commit(str(tmp_path / "partial"), "HEAD")
    with pytest.raises(BaseEvidenceMissing, match=r"objects of commit [0-9a-f]{40} are missing here"):
        contents(reader, "cache")
    missing = git(tmp_path / "partial", "rev-list", "--objects", "--all", "--missing=print")
    assert missing.count("\n?") == 2


@pytest.mark.parametrize("damage", ["gone", "garbage"])
def test_a_lost_object_is_missing_evidence_and_no_empty_file(
    repository: Path, tmp_path: Path, damage: str
) -> None:
    reader = open_commit(str(repository), "HEAD")
    name, entry = next(iter(reader.listing(["cache"]).items()))
    lost = repository / ".git" / "objects" / entry.object_id[:2] / entry.object_id[2:]
    lost.chmod(0o600)
    if damage == "gone":
        lost.unlink()
    else:
        lost.write_bytes(b"garbage")
    damaged = open_commit(str(repository), "HEAD")
    folder = CommitListing(damaged, damaged.listing(["cache"]), "cache", "cache")
    with pytest.raises(BaseEvidenceMissing):
        folder.read(name.removeprefix("cache/"), 1_000_000)


def test_a_repository_of_another_user_is_read(
    repository: Path,
) -> None:
    try:
        for path in (repository, *repository.rglob("*")):
            os.chown(path, os.geteuid() + 1, -1, follow_symlinks=False)
    except PermissionError:
        pytest.skip("only root can give a repository to another user")
    assert len(contents(open_commit(str(repository), "HEAD"), "")) == 2


@pytest.mark.parametrize(
    "revision",
    ["", "-h", "--help", "--output=x", "HEAD\n", "a\x00b", "x" * 1025],
    ids=lambda revision: ascii(revision)[:20],
)
def test_what_is_no_revision_is_a_usage_error(repository: Path, revision: str) -> None:
    with pytest.raises(UsageError, match="is not a revision"):
        open_commit(str(repository), revision)


@pytest.mark.parametrize(
    "revision", ["nowhere", "HEAD:cache", "HEAD:cache/a.json", "HEAD..HEAD", "^HEAD", "HEAD HEAD"]
)
def test_what_names_no_commit_is_missing_evidence(repository: Path, revision: str) -> None:
    with pytest.raises(BaseEvidenceMissing):
        open_commit(str(repository), revision)


def test_outside_of_a_repository_there_is_no_commit(tmp_path: Path) -> None:
    with pytest.raises(BaseEvidenceMissing, match="there is no git repository here"):
        open_commit(top_level(str(tmp_path)), "HEAD")


@pytest.mark.parametrize(
    "name",
    [
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_CONFIG_PARAMETERS",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "LD_PRELOAD",
    ],
)
def test_a_variable_that_would_redirect_git_is_refused_by_name(
    repository: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "/nowhere")
    with pytest.raises(UsageError) as caught:
        open_commit(str(repository), "HEAD")
    assert (
        str(caught.value)
        == f"{name} is set, and evidence must not be redirected by it. Unset it: unset {name}"
    )


def test_other_git_variables_do_not_reach_the_child(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("GIT_EXEC_PATH", str(tmp_path))
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "trace"))
    monkeypatch.setenv("GIT_NAMESPACE", "x")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    assert len(contents(open_commit(str(repository), "HEAD"), "")) == 2
    assert not (tmp_path / "trace").exists()


def test_git_is_taken_from_absolute_folders_of_path_only(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    canary = tmp_path / "canary"
    trap(tmp_path, canary).rename(repository / "git")
    monkeypatch.chdir(repository)
    monkeypatch.setenv("PATH", f".:{os.environ['PATH']}")
    open_commit(str(repository), "HEAD")
    assert not canary.exists()
    monkeypatch.setenv("PATH", ".")
    with pytest.raises(GitError, match="git is not installed, or not on PATH"):
        open_commit(str(repository), "HEAD")


def test_a_listing_beyond_the_limit_is_given_up(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gitread, "MAX_ENTRIES", 1)
    with pytest.raises(EvidenceError, match="has more than 1 files where it is read"):
        open_commit(str(repository), "HEAD").listing([""])


def test_a_child_that_dies_is_an_error_and_the_next_reading_starts_another(repository: Path) -> None:
    reader = open_commit(str(repository), "HEAD")
    entry = reader.listing(["cache"])["cache/a.json"]
    reader.read(entry)
    child = reader._child
    assert child is not None
    child.kill()
    child.wait()
    with pytest.raises(GitError, match="git ended while"):
        reader.read(entry)
    assert reader.read(entry) == b"{}\n"
    reader.close()


def test_a_reader_uses_one_child_and_a_pickled_copy_its_own(repository: Path) -> None:
    reader = open_commit(str(repository), "HEAD")
    listing = reader.listing([""])
    for entry in listing.values():
        reader.read(entry)
    child = reader._child
    copy = pickle.loads(pickle.dumps(reader))
    assert copy._child is None
    assert copy.read(listing["cache/a.json"]) == b"{}\n"
    assert reader._child is child
    copy.close()
    reader.close()
    assert child is not None
    assert child.returncode == 0
