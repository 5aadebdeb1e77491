"""The private repository: what it fetches, with which token, and what of the borrowed one it never heeds."""

from __future__ import annotations

import stat
from base64 import b64encode
from pathlib import Path

import pytest

from citelock.checks.errors import BaseEvidenceMissing
from citelock.snapshotter.borrowed import borrowed, objects_of_checkout
from tests.support.git_server import git_server
from tests.support.histories import History, git

TOKEN = "ghs_sixteenCharactersAtLeast1234"


@pytest.fixture
def origin(tmp_path: Path) -> History:
    return History(tmp_path / "served" / "owner" / "name")


def test_the_token_reaches_the_server_and_stands_on_no_command_line_and_in_no_file(
    origin: History, tmp_path: Path
) -> None:
    cut = origin.commit({"a": "before"})
    head = origin.commit({"b": "content"}, cut, branch="agent")
    commit = origin.commit({"a": "content"}, cut)
    secret = b64encode(f"x-access-token:{TOKEN}".encode())
    with (
        git_server(tmp_path / "served", TOKEN) as server,
        borrowed(None, address=f"{server.address}/owner/name/.git", token=TOKEN) as repository,
    ):
        assert repository.obtain(commit, "the base") == commit
        assert repository.tip("refs/heads/main", "the default branch") == commit
        assert repository.forks(head, commit) == (cut,)
        written = [path.read_bytes() for path in Path(repository.top).rglob("*") if path.is_file()]
    assert server.authorisations
    assert set(server.authorisations) == {server.expected}
    assert any(b"fetch" in line for line in server.command_lines), "the child was not seen at work"
    for text in (*server.command_lines, *written):
        assert TOKEN.encode() not in text
        assert secret not in text


def test_a_history_is_fetched_without_files_and_makes_no_commit_one_that_is_at_hand(
    origin: History, tmp_path: Path
) -> None:
    cut = origin.commit({"a": "before"})
    between = origin.commit({"a": "between"}, cut)
    head, base = origin.commit({"b": "x"}, cut, branch="agent"), origin.commit({"a": "after"}, between)
    with borrowed(None, address=origin.folder.as_uri()) as repository:
        assert repository.forks(head, base) == (cut,)
        assert (repository.has(cut), repository.has(between), repository.has(base)) == (True, False, False)
        held = git(
            Path(repository.top, "history"), "cat-file", "--batch-all-objects", "--batch-check=%(objecttype)"
        )
        assert set(held.split()) == {"commit"}
    with borrowed(None, address=(tmp_path / "nowhere").as_uri()) as repository:
        assert repository.forks(head, base) is None


def test_a_server_that_refuses_the_token_gives_no_base(origin: History, tmp_path: Path) -> None:
    commit = origin.commit({"a": "content"})
    with (
        git_server(tmp_path / "served", TOKEN) as server,
        borrowed(None, address=f"{server.address}/owner/name/.git", token="another") as repository,
        pytest.raises(BaseEvidenceMissing, match="contents: read"),
    ):
        repository.obtain(commit, "the base")


def test_the_token_does_not_follow_to_another_server(origin: History, tmp_path: Path) -> None:
    commit = origin.commit({"a": "content"})
    with git_server(tmp_path / "served") as other, git_server(tmp_path / "served", TOKEN) as server:
        server.redirect = other.address
        address = f"{server.address}/owner/name/.git"
        with (
            borrowed(None, address=address, token=TOKEN) as repository,
            pytest.raises(BaseEvidenceMissing),
        ):
            repository.obtain(commit, "the base")
    assert server.authorisations
    assert other.authorisations == []


def test_without_a_token_nothing_is_sent_and_nobody_is_asked_for_one(origin: History, tmp_path: Path) -> None:
    commit = origin.commit({"a": "content"})
    with (
        git_server(tmp_path / "served") as server,
        borrowed(None, address=f"{server.address}/owner/name/.git") as repository,
    ):
        assert repository.obtain(commit, "the base") == commit
    assert set(server.authorisations) == {None}


def test_only_one_commit_is_fetched_and_its_history_is_not(origin: History, tmp_path: Path) -> None:
    first = origin.commit({"a": "old"})
    second = origin.commit({"a": "new"}, first)
    with borrowed(None, address=origin.folder.as_uri()) as repository:
        repository.obtain(second, "the base")
        assert not repository.has(first)
        assert repository.parents(second) == (first,)


def test_a_base_is_fetched_although_the_shallow_checkout_holds_a_child_of_it(
    origin: History, tmp_path: Path
) -> None:
    """Told of the child, a server would leave out what its ancestors have, and they are not there."""
    first = origin.commit({"a": "same", "b": "same"})
    second = origin.commit({"c": "x"}, first)
    checkout = origin.checkout(tmp_path / "w", second, "--depth=1")
    with borrowed(objects_of_checkout(str(checkout)), address=origin.folder.as_uri()) as repository:
        assert not repository.has(first)
        repository.obtain(first, "the base")
        reader = repository.reader(first)
        entries = reader.listing([""])
        assert [reader.read(entry) for entry in entries.values()] == [b"same", b"same"]
        reader.close()


def test_settings_hooks_and_replacements_of_the_checkout_are_never_heeded(
    origin: History, tmp_path: Path
) -> None:
    commit = origin.commit({"a": "genuine", "sub/b": "x"})
    later = origin.commit({"a": "later"}, commit)
    checkout = origin.checkout(tmp_path / "w", later)
    canary = tmp_path / "canary"
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {canary}\nexit 1\n")
    trap.chmod(trap.stat().st_mode | stat.S_IXUSR)
    inside = checkout / ".git"
    blob = git(checkout, "rev-parse", f"{commit}:a")
    (tmp_path / "forged").write_text("forged")
    forged = git(checkout, "hash-object", "-w", str(tmp_path / "forged"))
    git(checkout, "replace", blob, forged)
    git(checkout, "replace", commit, later)
    for hook in ("reference-transaction", "post-checkout", "fsmonitor-watchman"):
        (inside / "hooks" / hook).write_bytes(trap.read_bytes())
        (inside / "hooks" / hook).chmod(0o755)
    for key in ("core.fsmonitor", "core.sshCommand", "uploadpack.packObjectsHook", "core.askPass"):
        git(checkout, "config", key, str(trap))
    for key in ("credential.helper", "core.alternateRefsCommand", "alias.fetch", "alias.cat-file"):
        git(checkout, "config", key, f"!{trap}")
    git(checkout, "config", f"url.{tmp_path}/elsewhere.insteadOf", origin.folder.as_uri())
    canary.unlink(missing_ok=True)
    with borrowed(objects_of_checkout(str(checkout)), address=origin.folder.as_uri()) as repository:
        assert repository.tip("refs/heads/main", "the default branch") == later
        reader = repository.reader(commit)
        entries = reader.listing([""])
        assert reader.read(entries["a"]) == b"genuine"
        reader.close()
    assert not canary.exists()


def test_the_private_repository_is_gone_afterwards(origin: History) -> None:
    commit = origin.commit({"a": "x"})
    with borrowed(None, address=origin.folder.as_uri()) as repository:
        repository.obtain(commit, "the base")
        folder = repository.top
        assert stat.S_IMODE(Path(folder).stat().st_mode) == 0o700
    assert not Path(folder).exists()


@pytest.mark.parametrize("address", ["ext::sh -c touch% canary", "ssh://example.org/x", "--upload-pack=x"])
def test_an_address_of_another_kind_starts_no_program(
    origin: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with borrowed(None, address=address) as repository, pytest.raises(BaseEvidenceMissing):
        repository.obtain("ab" * 20, "the base")
    assert not (tmp_path / "canary").exists()
