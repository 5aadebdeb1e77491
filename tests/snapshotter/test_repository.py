"""Committing evidence with real git: our paths alone, whatever state the repository is in or has prepared.
from tests.support.clocks import PatientClock

`docs/git.md` says the same for people. Who starts git is counted and killed by a `git` on PATH that runs the
real one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from citelock.checks.errors import (
    CannotCommit,
    CitelockError,
    DubiousOwnership,
    GitError,
    HeadMoved,
    IndexLocked,
    NoIdentity,
    NoRepository,
    UsageError,
)
from citelock.snapshotter.commits import (
    CommitMessage,
    Committed,
    changed_paths,
    commit_paths,
    message_bytes,
    preflight,
)
from tests.support.clocks import PatientClock

MESSAGE = CommitMessage("citations: 1 record added")
OURS = ("cache/a.json", "sources/a.txt")


def git(folder: Path, *arguments: str, stdin: str | None = None) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, input=stdin, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.rstrip("\n")


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def started(folder: Path, *options: str) -> Path:
    """A repository with a file of somebody else's, committed."""
    git(folder.parent, "init", "-q", "-b", "main", *options, str(folder))
    write(folder, {"src/main.py": b"one\n", "src/other.py": b"one\n", ".gitignore": b"*.log\n"})
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "base")
    return folder


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository at work: staged, unstaged, both, untracked, ignored; and evidence not yet committed."""
    folder = started(tmp_path / "repository")
    write(folder, {"src/main.py": b"staged\n", "src/new.py": b"staged\n"})
    git(folder, "add", "src")
    write(
        folder,
        {
            "src/main.py": b"staged, then changed\n",
            "src/other.py": b"changed\n",
            "untracked": b"x\n",
            "a.log": b"ignored\n",
            "cache/a.json": b'{"status": "found"}\n',
            "sources/a.txt": b"The text.\n",
        },
    )
    return folder


def foreign(folder: Path) -> tuple[str, dict[str, bytes], list[str]]:
    """Index entries with their times, files, and status lines of everything that is not evidence."""
    ours = ("cache", "sources")
    exclude = [f":(exclude){name}" for name in ours]
    entries = git(folder, "ls-files", "-s", "-v", "--debug", "--", ".", *exclude)
    # Without its locks, or `status` would itself write the index: it refreshes what it has looked at.
    status = git(folder, "--no-optional-locks", "status", "--porcelain=v2", "--ignored", "--", ".", *exclude)
    files = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).parts[0] not in (".git", *ours)
    }
    return entries, files, status.splitlines()


def committed(folder: Path, revision: str = "HEAD") -> list[str]:
    return git(folder, "show", "--format=", "--name-status", "-z", revision).split("\0")[:-1]


def history(folder: Path) -> list[str]:
    return git(folder, "log", "--format=%s").splitlines()


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def left_behind(folder: Path) -> list[str]:
    """What we may have put into the git folder and not taken away."""
    return [name for name in names_in(folder / ".git") if name.startswith(("citelock", "index."))]


def evidence_status(folder: Path) -> str:
    return git(folder, "status", "--porcelain", "--", "cache", "sources")


# --- what a commit is --------------------------------------------------------------------------------


def test_a_commit_holds_exactly_the_paths_and_says_what_it_was_told(repository: Path) -> None:
    before = git(repository, "rev-parse", "HEAD")

    def message(paths: tuple[str, ...]) -> CommitMessage:
        trailers = (("Citelock-Tool", "citelock 1 resolve"), ("Citelock-Id", "doi:10.0000/demo.1"))
        return CommitMessage(f"citations: {len(paths)} records added", paths, trailers)

    done = commit_paths(str(repository), ["sources/a.txt", "cache/a.json"], message)
    assert done == Committed(git(repository, "rev-parse", "HEAD"), OURS)
    assert committed(repository) == ["A", "cache/a.json", "A", "sources/a.txt"]
    assert git(repository, "rev-parse", "HEAD^") == before
    assert git(repository, "log", "-1", "--format=%an <%ae> %ad%n%B") == (
        "Test <test@example.org> Mon Jan 1 00:00:00 2024 +0000\n"
        "citations: 2 records added\n\ncache/a.json\nsources/a.txt\n\n"
        "Citelock-Tool: citelock 1 resolve\nCitelock-Id: doi:10.0000/demo.1"
    )
    assert git(repository, "log", "-1", "--format=%(trailers:key=Citelock-Id)").strip() == (
        "Citelock-Id: doi:10.0000/demo.1"
    )


def test_staged_unstaged_untracked_and_ignored_work_stays_as_it_was(repository: Path) -> None:
    before = foreign(repository)
    commit_paths(str(repository), OURS, MESSAGE)
    assert foreign(repository) == before
    assert evidence_status(repository) == ""
    assert left_behind(repository) == []


def test_the_next_commit_of_a_person_keeps_the_evidence(repository: Path) -> None:
    commit_paths(str(repository), OURS, MESSAGE)
    git(repository, "commit", "-q", "-m", "mine")
    assert committed(repository) == ["M", "src/main.py", "A", "src/new.py"]
    assert git(repository, "ls-files", "cache", "sources").split() == list(OURS)


def test_when_nothing_differs_from_head_there_is_no_commit(repository: Path) -> None:
    commit_paths(str(repository), OURS, MESSAGE)
    head, index = git(repository, "rev-parse", "HEAD"), (repository / ".git" / "index").read_bytes()
    assert commit_paths(str(repository), OURS, MESSAGE) == Committed(None, ())
    assert git(repository, "rev-parse", "HEAD") == head
    assert (repository / ".git" / "index").read_bytes() == index


def test_only_paths_that_differ_are_committed_and_a_file_that_is_gone_is_removed(repository: Path) -> None:
    write(repository, {"cache/b.json": b"{}\n", "cache/c.json": b"{}\n"})
    commit_paths(str(repository), [*OURS, "cache/b.json", "cache/c.json"], MESSAGE)
    write(repository, {"cache/a.json": b"{}\n"})
    (repository / "cache" / "b.json").unlink()
    paths = ["cache/a.json", "cache/b.json", "cache/c.json", "cache/never.json", "sources/a.txt"]
    done = commit_paths(str(repository), paths, MESSAGE)
    assert done.paths == ("cache/a.json", "cache/b.json")
    assert committed(repository) == ["M", "cache/a.json", "D", "cache/b.json"]
    assert evidence_status(repository) == ""


def test_an_unborn_branch_gets_its_first_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main", "new")
    write(tmp_path / "new", {"cache/a.json": b"{}\n", "mine": b"x\n"})
    done = commit_paths(str(tmp_path / "new"), ["cache/a.json"], MESSAGE)
    assert git(tmp_path / "new", "rev-list", "main") == done.commit
    assert git(tmp_path / "new", "status", "--porcelain") == "?? mine"


def test_a_detached_head_moves_and_no_branch_does(repository: Path) -> None:
    git(repository, "checkout", "-q", "--detach")
    main = git(repository, "rev-parse", "main")
    done = commit_paths(str(repository), OURS, MESSAGE)
    assert git(repository, "rev-parse", "HEAD") == done.commit
    assert git(repository, "rev-parse", "main") == main


def test_a_linked_work_tree_commits_to_its_own_branch(repository: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    git(repository, "worktree", "add", "-q", "-b", "side", str(other))
    write(other, {"cache/a.json": b"{}\n"})
    before = foreign(repository)
    done = commit_paths(str(other), ["cache/a.json"], MESSAGE)
    assert git(repository, "rev-parse", "side") == done.commit
    assert git(other, "status", "--porcelain") == ""
    assert foreign(repository) == before


def test_a_submodule_is_a_repository_of_its_own(repository: Path, tmp_path: Path) -> None:
    library = started(tmp_path / "library")
    git(repository, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), "library")
    inside = repository / "library"
    write(inside, {"cache/a.json": b"{}\n"})
    outer = git(repository, "rev-parse", "HEAD")
    done = commit_paths(str(inside), ["cache/a.json"], MESSAGE)
    assert git(inside, "rev-parse", "HEAD") == done.commit
    assert git(inside, "status", "--porcelain") == ""
    assert git(repository, "rev-parse", "HEAD") == outer
    with pytest.raises(CannotCommit, match=r"library is a git repository of its own"):
        commit_paths(str(repository), ["library/cache/a.json"], MESSAGE)


def test_a_repository_of_sha256_objects_works(tmp_path: Path) -> None:
    folder = started(tmp_path / "long", "--object-format=sha256")
    write(folder, {"cache/a.json": b"{}\n", "cache/b.json": b"{}\n"})
    done = commit_paths(str(folder), ["cache/a.json", "cache/b.json"], MESSAGE)
    assert done.commit == git(folder, "rev-parse", "HEAD")
    assert len(done.commit or "") == 64
    (folder / "cache" / "b.json").unlink()
    assert commit_paths(str(folder), ["cache/b.json"], MESSAGE).paths == ("cache/b.json",)
    assert git(folder, "status", "--porcelain") == ""


def test_paths_are_relative_to_a_root_below_the_top_level(repository: Path) -> None:
    root = repository / "papers" / "one"
    write(root, {"cache/a.json": b"{}\n"})
    assert changed_paths(str(root), "cache") == ("cache/a.json",)
    assert commit_paths(str(root), ["cache/a.json", "../../sources/a.txt"], MESSAGE).paths == (
        "../../sources/a.txt",
        "cache/a.json",
    )
    assert committed(repository) == ["A", "papers/one/cache/a.json", "A", "sources/a.txt"]


@pytest.mark.parametrize(
    "settings",
    [
        ["core.splitIndex=true"],
        ["index.version=4"],
        ["core.untrackedCache=true"],
        ["core.logAllRefUpdates=false"],
        ["i18n.commitEncoding=ISO-8859-1"],
    ],
)
def test_other_forms_of_the_index_and_of_commits_are_kept(repository: Path, settings: list[str]) -> None:
    for setting in settings:
        git(repository, "config", *setting.split("="))
    git(repository, "update-index", "--force-write-index")
    git(repository, "status")
    before = foreign(repository)
    commit_paths(str(repository), OURS, CommitMessage("citations: Пример"))
    assert foreign(repository) == before
    assert history(repository) == ["citations: Пример", "base"]
    assert git(repository, "cat-file", "commit", "HEAD").count("encoding") == 0
    git(repository, "fsck", "--strict")


def test_evidence_outside_of_a_sparse_checkout_is_not_removed(repository: Path) -> None:
    commit_paths(str(repository), OURS, MESSAGE)
    git(repository, "stash", "-q")
    git(repository, "sparse-checkout", "set", "--no-cone", "/sources/", "/src/")
    assert not (repository / "cache").exists()
    assert changed_paths(str(repository), "cache") == ()
    write(repository, {"sources/a.txt": b"Another text.\n"})
    assert commit_paths(str(repository), OURS, MESSAGE).paths == ("sources/a.txt",)
    assert git(repository, "ls-tree", "-r", "--name-only", "HEAD", "cache") == "cache/a.json"


ODD = ["-rf", "--all", "line\nbreak", "tab\there", 'quo"ted\\', "é", "*", ":(top)x", " ", "a b", "\udcff"]


@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_names(repository: Path, name: str) -> None:
    path = f"cache/{name}"
    (repository / "cache" / name).write_bytes(b"odd\n")
    preflight(str(repository), [path])
    assert changed_paths(str(repository), "cache", [name]) == (path,)
    assert commit_paths(str(repository), [path], MESSAGE).paths == (path,)
    assert committed(repository) == ["A", path] if name != "\udcff" else True
    (repository / "cache" / name).unlink()
    assert commit_paths(str(repository), [path], MESSAGE).paths == (path,)
    assert git(repository, "ls-tree", "-r", "HEAD", "cache") == ""


def test_hundreds_of_paths_go_into_one_commit(repository: Path) -> None:
    paths = [f"cache/{number}.json" for number in range(700)]
    write(repository, {path: f"{path}\n".encode() for path in paths})
    before = foreign(repository)
    assert commit_paths(str(repository), paths, MESSAGE).paths == tuple(sorted(paths))
    assert foreign(repository) == before
    assert evidence_status(repository) == "?? cache/a.json\n?? sources/"


def test_a_message_is_one_line_each_whatever_it_holds() -> None:
    message = CommitMessage(
        "citations:\n1 record",
        ("a\r\nSigned-off-by: x", "b\x1b[2J\x00"),
        (("Citelock-Id", "doi:10.1/x\n\nKey: v"),),
    )
    assert message_bytes(message) == (
        b"citations: 1 record\n\na Signed-off-by: x\nb\\u001b[2J\\u0000\n\nCitelock-Id: doi:10.1/x Key: v\n"
    )


def test_a_commit_is_not_signed_and_says_so_when_signing_is_configured(repository: Path) -> None:
    git(repository, "config", "commit.gpgSign", "true")
    git(repository, "config", "gpg.program", str(canary(repository)))
    (note,) = commit_paths(str(repository), OURS, MESSAGE).notes
    assert "git commit --amend --no-edit --gpg-sign" in note
    assert "gpgsig" not in git(repository, "cat-file", "commit", "HEAD")
    assert not fired(repository)


# --- which paths differ ------------------------------------------------------------------------------


def test_changed_paths_are_new_changed_and_gone_files_but_neither_ignored_ones_nor_links(
    repository: Path,
) -> None:
    write(repository, {"cache/b.json": b"{}\n", "cache/c.json": b"{}\n"})
    commit_paths(str(repository), ["cache/a.json", "cache/b.json", "cache/c.json"], MESSAGE)
    write(repository, {"cache/b.json": b"[]\n", "cache/new.json": b"{}\n", "cache/x.log": b"x"})
    write(repository, {"cache/deep/d.json": b"{}\n"})
    (repository / "cache" / "c.json").unlink()
    (repository / "cache" / "link.json").symlink_to("a.json")
    expected = ("cache/b.json", "cache/c.json", "cache/deep/d.json", "cache/new.json")
    assert changed_paths(str(repository), "cache") == expected
    assert changed_paths(str(repository), "cache/") == expected
    assert changed_paths(str(repository), str(repository / "cache")) == expected
    assert changed_paths(str(repository), "cache", ["a.json", "b.json", "none.json", "link.json"]) == (
        "cache/b.json",
    )
    assert changed_paths(str(repository), "nowhere") == ()


def test_what_is_staged_and_not_committed_has_changed(repository: Path) -> None:
    git(repository, "add", "cache")
    assert changed_paths(str(repository), "cache") == ("cache/a.json",)


def test_line_ends_alone_are_no_change(repository: Path) -> None:
    commit_paths(str(repository), OURS, MESSAGE)
    write(repository, {"sources/a.txt": b"The text.\r\n"})
    assert changed_paths(str(repository), "sources") == ()
    assert commit_paths(str(repository), OURS, MESSAGE) == Committed(None, ())


@pytest.mark.parametrize(
    ("attributes", "settings", "stored"),
    [
        (b"", [], b"one\r\ntwo\r\n"),
        (b"", ["core.autocrlf", "true"], b"one\ntwo\n"),
        (b"sources/** text eol=lf\n", ["core.safecrlf", "true"], b"one\ntwo\n"),
        (b"* text=auto\n", [], b"one\ntwo\n"),
        (b"sources/** -text\n", ["core.autocrlf", "input"], b"one\r\ntwo\r\n"),
    ],
)
def test_line_ends_are_stored_as_git_add_would_store_them(
    repository: Path, attributes: bytes, settings: list[str], stored: bytes
) -> None:
    write(repository, {"sources/a.txt": b"one\r\ntwo\r\n", ".git/info/attributes": attributes})
    if settings:
        git(repository, "config", *settings)
    commit_paths(str(repository), OURS, MESSAGE)
    blob = subprocess.run(
        ["git", "cat-file", "blob", "HEAD:sources/a.txt"], cwd=repository, capture_output=True, check=True
    )
    assert blob.stdout == stored
    assert evidence_status(repository) == ""


# --- what is refused, before anything is written -----------------------------------------------------


def refused(
    repository: Path, error: type[CitelockError], code: int, words: str, paths: Sequence[str] = OURS
) -> None:
    """Both say the same, and neither HEAD, the index nor the objects have changed."""

    def state() -> tuple[bytes, ...]:
        names = [path for path in sorted((repository / ".git").rglob("*")) if path.is_file()]
        return tuple(path.read_bytes() for path in names)

    before = state()
    for attempt in (
        lambda: preflight(str(repository), paths, PatientClock()),
        lambda: commit_paths(str(repository), paths, MESSAGE, PatientClock()),
    ):
        with pytest.raises(error) as caught:
            attempt()
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)
        assert caught.value.exit_code == code
    assert state() == before


def test_a_folder_without_a_repository_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"cache/a.json": b"{}\n"})
    refused(
        tmp_path,
        NoRepository,
        3,
        "is not in a git repository, so nothing can be committed. Make one: git init",
    )


def test_a_git_folder_that_is_none_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"cache/a.json": b"{}\n", ".git/HEAD": b"nonsense"})
    refused(tmp_path, NoRepository, 3, "has a .git that is no repository")


def test_the_repository_above_is_not_taken_in_place_of_a_broken_one(repository: Path) -> None:
    write(repository, {"inner/cache/a.json": b"{}\n", "inner/.git/HEAD": b"nonsense"})
    with pytest.raises(NoRepository):
        commit_paths(str(repository / "inner"), ["cache/a.json"], MESSAGE)
    assert history(repository) == ["base"]


def test_a_bare_repository_is_refused(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(repository), "bare.git")
    with pytest.raises(CannotCommit, match=r"bare\.git is a bare repository, .* git clone") as caught:
        preflight(str(tmp_path / "bare.git"), ["cache/a.json"])
    assert caught.value.exit_code == 2
    git(repository, "config", "core.bare", "true")
    refused(repository, CannotCommit, 2, "is a bare repository, without files to commit")


def test_a_repository_of_another_user_is_refused_with_the_line_that_allows_it(repository: Path) -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can give a folder to another user")
    for path in (repository, repository / ".git"):
        os.chown(path, 1001, 1001)
    refused(repository, DubiousOwnership, 3, f"git config --global --add safe.directory {repository}")


def test_a_repository_of_another_user_is_used_once_that_is_allowed(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can give a folder to another user")
    for path in (repository, repository / ".git"):
        os.chown(path, 1001, 1001)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    git(tmp_path, "config", "--global", "--add", "safe.directory", str(repository))
    assert commit_paths(str(repository), OURS, MESSAGE).paths == OURS


def test_a_commit_without_a_configured_identity_is_refused(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GIT_AUTHOR_EMAIL")
    refused(repository, NoIdentity, 3, 'git config --global user.name "Your Name"')


def test_the_identity_of_the_user_s_own_configuration_is_taken(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.delenv(f"GIT_{role}_NAME")
        monkeypatch.delenv(f"GIT_{role}_EMAIL")
    monkeypatch.delenv("GIT_CONFIG_GLOBAL")
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    git(tmp_path, "config", "--global", "user.name", "Ann")
    git(tmp_path, "config", "--global", "user.email", "ann@example.org")
    commit_paths(str(repository), OURS, MESSAGE)
    assert git(repository, "log", "-1", "--format=%an <%ae> %cn") == "Ann <ann@example.org> Ann"


def test_a_merge_under_way_is_refused(repository: Path) -> None:
    git(repository, "stash", "-q")
    git(repository, "checkout", "-q", "-b", "side")
    git(repository, "commit", "-q", "--allow-empty", "-m", "side")
    git(repository, "checkout", "-q", "main")
    git(repository, "merge", "-q", "--no-ff", "--no-commit", "side")
    refused(repository, CannotCommit, 2, "a merge is under way")
    git(repository, "merge", "--abort")
    assert commit_paths(str(repository), OURS, MESSAGE).commit is not None


def test_a_rebase_under_way_is_refused(repository: Path) -> None:
    git(repository, "stash", "-q")
    git(repository, "commit", "-q", "--allow-empty", "-m", "second")
    subprocess.run(
        ["git", "-c", "sequence.editor=sed -i 1ibreak", "rebase", "-i", "HEAD^"],
        cwd=repository,
        capture_output=True,
        check=True,
    )
    words = "End it first: git rebase --continue or git rebase --abort"
    refused(repository, CannotCommit, 2, words)


@pytest.mark.parametrize("name", ["CHERRY_PICK_HEAD", "REVERT_HEAD"])
def test_a_cherry_pick_or_revert_under_way_is_refused(repository: Path, name: str) -> None:
    (repository / ".git" / name).write_text(git(repository, "rev-parse", "HEAD"))
    refused(repository, CannotCommit, 2, f"a {name.split('_H')[0].lower().replace('_', '-')} is under way")


def test_a_staged_change_of_one_of_the_paths_is_refused(repository: Path) -> None:
    git(repository, "add", "cache/a.json")
    write(repository, {"cache/a.json": b"{}\n"})
    refused(repository, CannotCommit, 2, "cache/a.json: something else is staged there")
    git(repository, "restore", "--staged", "cache/a.json")
    assert commit_paths(str(repository), OURS, MESSAGE).paths == OURS


def test_a_staged_removal_of_evidence_that_is_still_there_is_refused(repository: Path) -> None:
    commit_paths(str(repository), OURS, MESSAGE)
    git(repository, "rm", "-q", "--cached", "cache/a.json")
    refused(repository, CannotCommit, 2, "cache/a.json: something else is staged there")


def test_what_is_staged_as_it_would_be_committed_is_committed(repository: Path) -> None:
    git(repository, "add", *OURS)
    before = foreign(repository)
    preflight(str(repository), OURS)
    assert commit_paths(str(repository), OURS, MESSAGE).paths == OURS
    assert foreign(repository) == before
    assert evidence_status(repository) == ""


def test_a_path_in_conflict_is_refused(repository: Path) -> None:
    blob = git(repository, "hash-object", "-w", "cache/a.json")
    lines = "".join(f"100644 {blob} {stage}\tcache/a.json\n" for stage in (1, 2, 3))
    git(repository, "update-index", "--index-info", stdin=lines)
    refused(repository, CannotCommit, 2, "cache/a.json: something else is staged there")


class ClockOfOthers(PatientClock):
    """While it waits, the other git ends: the lock goes after some seconds."""

    def __init__(self, lock: Path, after: float) -> None:
        super().__init__()
        self.lock = lock
        self.after = after

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        if self.time >= self.after:
            self.lock.unlink(missing_ok=True)


def test_an_index_that_another_git_holds_for_a_moment_is_waited_for(repository: Path) -> None:
    lock = repository / ".git" / "index.lock"
    lock.write_bytes(b"of somebody else")
    clock = ClockOfOthers(lock, after=3)
    preflight(str(repository), OURS, clock)
    lock.write_bytes(b"of somebody else")
    clock = ClockOfOthers(lock, after=3)
    assert commit_paths(str(repository), OURS, MESSAGE, clock).paths == OURS
    assert 3 <= clock.time < 4
    lock.write_bytes(b"of somebody who was killed")
    waiting = PatientClock()
    with pytest.raises(IndexLocked, match="for 10 seconds and more"):
        commit_paths(str(repository), OURS, MESSAGE, waiting)
    assert 10 <= waiting.time < 11


def test_a_held_index_lock_is_named_and_left_alone(repository: Path) -> None:
    lock = repository / ".git" / "index.lock"
    lock.write_bytes(b"of somebody else")
    refused(repository, IndexLocked, 3, f"If none runs, delete it and run again: rm {lock}")
    assert lock.read_bytes() == b"of somebody else"
    lock.unlink()
    assert commit_paths(str(repository), OURS, MESSAGE).commit is not None


def test_an_ignored_path_is_refused_with_the_line_that_ignores_it(repository: Path) -> None:
    write(repository, {".gitignore": b"*.log\n\ncache/\n", "sources/.gitignore": b".private/\n"})
    refused(repository, CannotCommit, 2, "cache/a.json is ignored by git (.gitignore, line 3: cache/)")
    write(repository, {"sources/.private/a.txt": b"not to be published\n"})
    private = ["sources/.private/a.txt"]
    refused(repository, CannotCommit, 2, "(sources/.gitignore, line 1: .private/)", private)


def test_an_exception_from_an_ignore_rule_counts(repository: Path) -> None:
    write(repository, {".gitignore": b"cache/*\n!cache/*.json\n"})
    assert commit_paths(str(repository), OURS, MESSAGE).paths == OURS


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("*.txt filter=lfs", "sources/a.txt has the git attribute filter=lfs"),
        ("*.txt working-tree-encoding=UTF-16", "the git attribute working-tree-encoding=UTF-16"),
    ],
)
def test_an_attribute_that_changes_evidence_is_refused(repository: Path, line: str, words: str) -> None:
    write(repository, {".gitattributes": f"{line}\n".encode()})
    refused(repository, CannotCommit, 2, words)
    name = line.split()[1].split("=")[0]
    write(repository, {".gitattributes": f"{line}\n/sources/** -{name}\n".encode()})
    assert commit_paths(str(repository), OURS, MESSAGE).paths == OURS


def test_a_keyword_that_git_would_rewrite_is_refused(repository: Path) -> None:
    write(repository, {".gitattributes": b"*.txt ident\n", "sources/a.txt": b"the $Id: old$ keyword\n"})
    refused(
        repository,
        CannotCommit,
        2,
        "add a line at the end of .gitattributes: /sources/** -ident".capitalize()[1:],
    )
    write(repository, {".gitattributes": b"*.txt ident\n/sources/** -ident\n"})
    commit_paths(str(repository), OURS, MESSAGE)
    assert git(repository, "show", "HEAD:sources/a.txt") == "the $Id: old$ keyword"
    assert evidence_status(repository) == ""


def test_links_are_not_followed(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    write(tmp_path, {"elsewhere/a.json": b"secret\n"})
    (repository / "cache" / "link.json").symlink_to(tmp_path / "elsewhere" / "a.json")
    (repository / "outside").symlink_to(tmp_path / "elsewhere")
    refused(repository, CannotCommit, 2, "cache/link.json is a symbolic link", ["cache/link.json"])
    refused(repository, CannotCommit, 2, "outside is a symbolic link", ["outside/a.json"])
    with pytest.raises(CannotCommit, match="outside is a symbolic link"):
        changed_paths(str(repository), "outside")


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", ".git/config", "cache/.GIT/x", ".", "", "a\0b"])
def test_a_path_outside_of_the_repository_is_refused(repository: Path, path: str) -> None:
    refused(repository, CannotCommit, 2, "is no path of the repository", [path])


def test_a_folder_is_no_path_to_commit(repository: Path) -> None:
    refused(repository, CannotCommit, 2, "cache is no regular file", ["cache"])


def test_a_folder_that_is_another_repository_is_refused(repository: Path) -> None:
    git(repository, "init", "-q", "cache")
    refused(repository, CannotCommit, 2, "cache is a git repository of its own")


REDIRECTIONS = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_CONFIG_PARAMETERS", "LD_PRELOAD"]


@pytest.mark.parametrize("name", REDIRECTIONS)
def test_a_variable_that_redirects_git_is_refused(
    repository: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, str(repository / ".git"))
    with pytest.raises(UsageError, match=f"{name} is set"):
        commit_paths(str(repository), OURS, MESSAGE)


def test_no_other_variable_of_git_has_an_effect_and_all_are_there_afterwards(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = started(tmp_path / "elsewhere")
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(elsewhere / ".git" / "objects"))
    monkeypatch.setenv("GIT_COMMON_DIR", str(elsewhere / ".git"))
    monkeypatch.setenv("GIT_NAMESPACE", "other")
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "trace"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
    monkeypatch.setenv("GIT_PYTHON_TRACE", "full")
    before = dict(os.environ)
    done = commit_paths(str(repository), OURS, MESSAGE)
    assert dict(os.environ) == before
    for name in ("GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_TRACE"):
        monkeypatch.delenv(name)
    assert git(repository, "rev-parse", "HEAD") == done.commit
    assert git(elsewhere, "log", "--format=%s") == "base"
    assert not (tmp_path / "trace").exists()


def test_without_git_on_the_path_there_is_an_error_that_says_so(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(repository, {"git": b"#!/bin/sh\nexit 0\n"})
    (repository / "git").chmod(0o755)
    monkeypatch.chdir(repository)
    monkeypatch.setenv("PATH", ".")
    with pytest.raises(GitError, match="git is not installed, or not on PATH"):
        commit_paths(str(repository), OURS, MESSAGE)


CASES = json.loads((Path(__file__).parents[1] / "data" / "git_cases.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_every_case_of_the_collection_is_a_clean_error_with_the_line_that_repairs_it(
    case: dict[str, Any], repository: Path
) -> None:
    (code,) = case["expected"]["codes"]
    lock = repository / ".git" / "index.lock"
    if code == "E_GIT_LOCK":
        lock.write_bytes(b"")
        refused(repository, IndexLocked, 3, f"rm {lock}")
        return
    assert code == "E_GIT_OWNER"
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can give a folder to another user")
    for path in (repository, repository / ".git"):
        os.chown(path, 1001, 1001)
    refused(repository, DubiousOwnership, 3, f"git config --global --add safe.directory {repository}")


# --- what a repository may have prepared -------------------------------------------------------------


def canary(folder: Path) -> Path:
    """A program that leaves a trace when anything runs it."""
    program = folder.parent / "canary"
    program.write_text(f"#!/bin/sh\necho \"$0 $*\" >> '{folder.parent}/fired'\nexit 1\n")
    program.chmod(0o755)
    return program


def fired(folder: Path) -> str:
    trace = folder.parent / "fired"
    return trace.read_text() if trace.exists() else ""


HOOKS = (
    *("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-checkout", "post-index-change"),
    *("reference-transaction", "post-rewrite", "pre-auto-gc", "fsmonitor-watchman", "post-merge", "update"),
)


def prepare_hooks(folder: Path, hooks: Path) -> None:
    program = canary(folder)
    hooks.mkdir(exist_ok=True)
    for name in HOOKS:
        shutil.copy(program, hooks / name)


def test_no_hook_runs(repository: Path) -> None:
    prepare_hooks(repository, repository / ".git" / "hooks")
    commit_paths(str(repository), OURS, MESSAGE)
    assert fired(repository) == ""
    assert history(repository) == [MESSAGE.subject, "base"]
    subprocess.run(["git", "commit", "-q", "-m", "x"], cwd=repository, capture_output=True, check=False)
    assert "pre-commit" in fired(repository), "the trap itself does not work"


def test_no_hook_of_another_folder_runs(repository: Path) -> None:
    prepare_hooks(repository, repository / "traps")
    git(repository, "config", "core.hooksPath", "traps")
    commit_paths(str(repository), OURS, MESSAGE)
    assert fired(repository) == ""


def hostile(program: Path, worktree: Path) -> str:
    """Settings that name a program, or another place, in the configuration of the repository."""
    run = f'"{program}"'
    return f"""
[core]
  fsmonitor = {run}
  hooksPath = {worktree}
  worktree = {worktree}
  sshCommand = {run}
  gitProxy = {run}
  pager = {run}
  editor = {run}
  askPass = {run}
  attributesFile = {worktree}/attributes
  alternateRefsCommand = {run}
[commit]
  gpgSign = true
[gpg]
  program = {run}
[gpg "ssh"]
  defaultKeyCommand = {run}
[filter "trap"]
  clean = {run}
  smudge = {run}
  process = {run}
  required = true
[diff]
  external = {run}
[diff "trap"]
  textconv = {run}
  command = {run}
[merge "trap"]
  driver = {run}
[credential]
  helper = {run}
[alias]
  rev-parse = !{program}
  commit-tree = !{program}
  update-ref = !{program}
  hash-object = !{program}
[hook "trap"]
  event = reference-transaction
  event = post-index-change
  command = {run}
[trailer "sign"]
  key = "Citelock-Id"
  command = {run}
[gc]
  auto = 1
[remote "origin"]
  url = "ext::{program}"
  promisor = true
  partialclonefilter = blob:none
"""


@pytest.mark.parametrize("included", [False, True])
def test_no_program_that_the_configuration_names_runs(
    repository: Path, tmp_path: Path, included: bool
) -> None:
    program = canary(repository)
    write(tmp_path, {"elsewhere/attributes": b"*.txt filter=trap diff=trap merge=trap\n"})
    text = hostile(program, tmp_path / "elsewhere")
    config = repository / ".git" / "config"
    before = foreign(repository)
    if included:
        write(repository, {"trap.config": text.encode()})
        config.write_text(config.read_text() + '[include]\n  path = "../trap.config"\n')
    else:
        config.write_text(config.read_text() + text)
    write(repository, {".git/info/attributes": b"* -filter\n", "cache/a.json": b'"$Id$"\r\n'})
    clean = config.read_bytes()
    commit_paths(str(repository), OURS, MESSAGE)
    assert changed_paths(str(repository), "cache") == ()
    assert fired(repository) == ""
    assert config.read_bytes() == clean
    assert names_in(tmp_path / "elsewhere") == ["attributes"]
    config.write_bytes(clean.partition(b"\n[core]")[0].partition(b"[include]")[0])
    (repository / "trap.config").unlink(missing_ok=True)
    assert foreign(repository) == before
    assert history(repository) == [MESSAGE.subject, "base"]


def test_a_filter_of_the_repository_does_not_run_even_for_other_paths(repository: Path) -> None:
    program = canary(repository)
    for part in ("clean", "process", "smudge"):
        git(repository, "config", f"filter.trap.{part}", str(program))
    write(repository, {".git/info/attributes": b"*.py filter=trap\n"})
    commit_paths(str(repository), OURS, MESSAGE)
    assert fired(repository) == ""


def test_a_tracked_folder_that_looks_like_a_repository_is_none(repository: Path) -> None:
    program = canary(repository)
    bare = repository / "sources" / "trap"
    git(repository, "init", "-q", "--bare", str(bare))
    git(bare, "config", "core.fsmonitor", str(program))
    write(bare, {"x.txt": b"x\n"})
    assert commit_paths(str(repository), ["sources/trap/x.txt"], MESSAGE).paths == ("sources/trap/x.txt",)
    assert "sources/trap/x.txt" in committed(repository)
    assert fired(repository) == ""


def test_a_replaced_tree_is_not_what_the_commit_builds_on(repository: Path) -> None:
    head = git(repository, "rev-parse", "HEAD")
    empty = git(repository, "hash-object", "-t", "tree", "-w", "--stdin", stdin="")
    forged = git(repository, "commit-tree", empty, "-m", "forged")
    git(repository, "replace", head, forged)
    commit_paths(str(repository), OURS, MESSAGE)
    git(repository, "replace", "-d", head)
    assert committed(repository) == ["A", "cache/a.json", "A", "sources/a.txt"]


def test_a_partial_clone_asks_nobody_for_the_rest(repository: Path, tmp_path: Path) -> None:
    git(repository, "stash", "-q")
    git(repository, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{repository}", "partial")
    partial = tmp_path / "partial"
    git(repository, "branch", "-m", "gone")
    shutil.move(repository, tmp_path / "moved")
    git(partial, "read-tree", "HEAD")
    write(partial, {"cache/a.json": b"{}\n"})
    assert commit_paths(str(partial), ["cache/a.json"], MESSAGE).paths == ("cache/a.json",)
    assert git(partial, "diff-tree", "-r", "--name-status", "HEAD^", "HEAD") == "A\tcache/a.json"


# --- others at work, interruptions -------------------------------------------------------------------

SPY = """#!/bin/sh
number=$(($(cat '{base}/count') + 1))
echo $number > '{base}/count'
last=
for word in "$@"; do last=$word; case $word in update-ref) {on_update_ref} ;; esac; done
if [ "$number" = '{at}' ]; then
  [ '{when}' = after ] && '{real}' "$@"
  kill -{signal} $PPID
  sleep 0.2
  exit 1
fi
exec '{real}' "$@"
"""


def spied(
    base: Path, *, at: int = 0, when: str = "before", signal: str = "KILL", on_update_ref: str = ":"
) -> str:
    """A PATH whose `git` counts its runs and kills the one who started the run number `at`."""
    folder = base / "bin"
    folder.mkdir(exist_ok=True)
    (base / "count").write_text("0")
    real = shutil.which("git", path=os.environ["PATH"])
    spy = SPY.format(base=base, at=at, when=when, real=real, signal=signal, on_update_ref=on_update_ref)
    (folder / "git").write_text(spy)
    (folder / "git").chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


COMMIT = """
import sys
from citelock.checks.errors import CitelockError
from citelock.snapshotter.commits import CommitMessage, commit_paths
try:
    print(commit_paths(sys.argv[1], sys.argv[2:], CommitMessage("citations: 1 record added")).commit)
except CitelockError as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""


def run_commit(folder: Path, path: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", COMMIT, str(folder), *OURS],
        env={**os.environ, "PATH": path},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def commands_of_a_commit(repository: Path, base: Path) -> int:
    copy = base / "undisturbed"
    shutil.copytree(repository, copy, symlinks=True)
    path = spied(base)
    assert run_commit(copy, path).returncode == 0
    return int((base / "count").read_text())


def test_a_kill_at_any_command_leaves_a_valid_repository_and_running_again_makes_one_commit(
    repository: Path, tmp_path: Path
) -> None:
    before = foreign(repository)
    last = commands_of_a_commit(repository, tmp_path)
    assert last > 10
    moments = [(at, "before") for at in range(1, last + 1)] + [
        (at, "after") for at in range(last - 5, last + 1)
    ]
    seen = set()
    for at, when in moments:
        copy = tmp_path / "copy"
        shutil.copytree(repository, copy, symlinks=True)
        killed = run_commit(copy, spied(tmp_path, at=at, when=when))
        assert killed.returncode == -9, (at, when, killed.stderr)
        git(copy, "fsck", "--strict")
        lock = copy / ".git" / "index.lock"
        held = lock.exists()
        if held:
            with pytest.raises(IndexLocked, match=f"delete it and run again: rm {lock}"):
                commit_paths(str(copy), OURS, MESSAGE, PatientClock())
            lock.unlink()
        seen.add((held, len(history(copy)), evidence_status(copy)))
        for path in OURS:  # what HEAD has, the index has: nobody deletes it by committing something else
            if git(copy, "ls-tree", "HEAD", path):
                assert git(copy, "ls-files", path) == path
        commit_paths(str(copy), OURS, MESSAGE)
        assert history(copy) == [MESSAGE.subject, "base"]
        assert committed(copy) == ["A", "cache/a.json", "A", "sources/a.txt"]
        assert evidence_status(copy) == ""
        assert left_behind(copy) == []
        assert _without_times(foreign(copy)) == _without_times(before)
        shutil.rmtree(copy)
    assert seen == {
        (False, 1, "?? cache/\n?? sources/"),
        (True, 1, "?? cache/\n?? sources/"),
        (True, 1, "A  cache/a.json\nA  sources/a.txt"),
        (True, 2, ""),
    }


def _without_times(state: tuple[str, dict[str, bytes], list[str]]) -> object:
    """A copied work tree has other inode numbers than the one that was copied."""
    entries = [line for line in state[0].splitlines() if not line.startswith("  ")]
    return entries, state[1], state[2]


def test_an_interrupt_at_any_late_command_leaves_no_lock_and_running_again_completes(
    repository: Path, tmp_path: Path
) -> None:
    last = commands_of_a_commit(repository, tmp_path)
    for at in range(last - 4, last + 1):
        copy = tmp_path / "copy"
        shutil.copytree(repository, copy, symlinks=True)
        stopped = run_commit(copy, spied(tmp_path, at=at, signal="INT"))
        assert stopped.returncode != 0, at
        assert left_behind(copy) == []
        commit_paths(str(copy), OURS, MESSAGE)
        assert history(copy) == [MESSAGE.subject, "base"]
        assert evidence_status(copy) == ""
        shutil.rmtree(copy)


def moving(repository: Path, base: Path, times: int) -> str:
    """Shell words that commit to main, as somebody else would with plumbing, the first `times` times."""
    real = shutil.which("git")
    return (
        f"if [ \"$(cat '{base}/moves' 2>/dev/null | wc -l)\" -lt {times} ]; then echo x >> '{base}/moves';"
        f" '{real}' -C '{repository}' update-ref refs/heads/main"
        f" $('{real}' -C '{repository}' commit-tree -p main -m other 'main^{{tree}}'); fi"
    )


def test_a_head_that_moves_once_is_built_upon(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = foreign(repository)
    monkeypatch.setenv("PATH", spied(tmp_path, on_update_ref=moving(repository, tmp_path, 1)))
    done = commit_paths(str(repository), OURS, MESSAGE)
    assert done.commit == git(repository, "rev-parse", "HEAD")
    assert history(repository) == [MESSAGE.subject, "other", "base"]
    assert foreign(repository) == before
    assert evidence_status(repository) == ""


def test_a_head_that_keeps_moving_is_an_error_and_leaves_the_index_as_it_was(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = repository / ".git" / "index"
    before = foreign(repository), index.read_bytes(), index.stat().st_mtime_ns
    path = os.environ["PATH"]
    monkeypatch.setenv("PATH", spied(tmp_path, on_update_ref=moving(repository, tmp_path, 2)))
    with pytest.raises(
        HeadMoved, match=r"at the same time, twice\. The files are written; run again"
    ) as caught:
        commit_paths(str(repository), OURS, MESSAGE)
    assert caught.value.exit_code == 3
    assert (index.read_bytes(), index.stat().st_mtime_ns) == before[1:]
    monkeypatch.setenv("PATH", path)
    assert foreign(repository) == before[0]
    assert history(repository) == ["other", "other", "base"]
    assert commit_paths(str(repository), OURS, MESSAGE).commit is not None


def test_a_branch_that_is_locked_is_named_and_the_index_is_as_it_was(repository: Path) -> None:
    index = (repository / ".git" / "index").read_bytes()
    lock = repository / ".git" / "refs" / "heads" / "main.lock"
    lock.write_bytes(b"")
    with pytest.raises(GitError, match=r"git update-ref failed in .*main\.lock"):
        commit_paths(str(repository), OURS, MESSAGE)
    assert (repository / ".git" / "index").read_bytes() == index
    assert not (repository / ".git" / "index.lock").exists()


def test_an_unborn_branch_without_an_index_has_none_after_a_failure(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main", "new")
    write(tmp_path / "new", {"cache/a.json": b"{}\n", ".git/refs/heads/main.lock": b""})
    with pytest.raises(GitError, match=r"main\.lock"):
        commit_paths(str(tmp_path / "new"), ["cache/a.json"], MESSAGE)
    assert not (tmp_path / "new" / ".git" / "index").exists()


def test_files_whose_times_git_does_not_trust_are_still_seen_as_changed(repository: Path) -> None:
    """Same size, same time as the index was written: git compares the content, and must go on doing so."""
    commit_paths(str(repository), OURS, MESSAGE)
    git(repository, "config", "core.trustctime", "false")
    write(repository, {"src/other.py": b"two\n"})
    git(repository, "add", "src/other.py")
    index, file = repository / ".git" / "index", repository / "src" / "other.py"
    stamp = 1_600_000_000 * 10**9  # long ago: git counts in whole seconds here and there
    os.utime(file, ns=(stamp, stamp))
    git(repository, "update-index", "src/other.py")
    os.utime(index, ns=(stamp, stamp))
    file.write_bytes(b"six\n")
    os.utime(file, ns=(stamp, stamp))
    look = ("--no-optional-locks", "status", "--porcelain", "src/other.py")
    assert git(repository, *look)[1] == "M"
    write(repository, {"cache/a.json": b"{}\n"})
    commit_paths(str(repository), OURS, MESSAGE)
    assert git(repository, *look)[1] == "M"
