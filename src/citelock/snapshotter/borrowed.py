"""A private, empty repository that borrows the objects of another one.

Commits are read and fetched through it. The configuration, hooks, references and replacements of the other
repository are never looked at, because git is never pointed at it: an earlier step, or a folder that looks
like a repository, has nothing to say here (action.md, sections 4 and 10).

What is fetched goes into a second private one that borrows nothing: beside the objects of a shallow clone git
would tell the server that it has commits whose ancestors are not there, and be sent too little. A third one
is for the history between two commits, fetched without the files; it lends nothing, since a commit without
its files must not pass for one that is at hand.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from citelock.checks.errors import BaseEvidenceMissing, UsageError
from citelock.checks.pull_request.event import is_commit_id
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.gitread import (
    CommitReader,
    fetch_commit,
    fetch_history,
    has_commit,
    merge_bases,
    merged_tree,
    objects_folder,
    parents_of,
)
from citelock.snapshotter.run import work_folder

_CONFIG = "[core]\n\trepositoryformatversion = {version}\n\tbare = true\n"
_SHA256 = "[extensions]\n\tobjectformat = sha256\n"
_LENGTH_OF_SHA256 = 64
_FETCHED = "fetched"
_HISTORY = "history"


class Borrowed:
    """Commits by full id; `address` is where a missing one is fetched from, "" for nowhere."""

    def __init__(self, top: str, fetched: str, history: str, address: str, token: str) -> None:
        self.top = top
        self._fetch_into = fetched
        self._history = history
        self._address = address
        self._token = token

    def has(self, commit: str) -> bool:
        """Whether the commit is at hand."""
        return has_commit(self.top, commit)

    def parents(self, commit: str) -> tuple[str, ...]:
        """The ids of the commit's parents. Raises BaseEvidenceMissing if it is not at hand."""
        return parents_of(self.top, commit)

    def obtain(self, commit: str, what: str) -> str:
        """The commit itself, fetched if it is not at hand. Raises BaseEvidenceMissing."""
        if not self.has(commit) and self._fetched(commit) != commit:
            raise BaseEvidenceMissing(
                f"{what} {commit} is not in this checkout and could not be fetched."
                " Check out with fetch-depth: 2 (actions/checkout), and give the job `contents: read`."
            )
        return commit

    def tip(self, reference: str, what: str) -> str:
        """The commit that a reference of the address is at now. Raises BaseEvidenceMissing."""
        commit = self._fetched(reference)
        if commit is None or not is_commit_id(commit):
            raise BaseEvidenceMissing(
                f"{what}, {shown(reference, 200)}, could not be fetched, and no other evidence is trusted."
                " Give the job `contents: read` and the network, or name a full commit id with the input"
                " base."
            )
        return commit

    def holds(self, tip: str, commit: str) -> bool:
        """Whether a commit is in the history of `tip`; False too where that cannot be known."""
        if tip == commit or (self.has(tip) and commit in self.parents(tip)):
            return True
        found = merge_bases(self.top, tip, commit)
        if found is None and self._address:
            if not fetch_history(self._history, self._address, (tip, commit), self._token):
                return False
            found = merge_bases(self._history, tip, commit)
        return found == (commit,)

    def forks(self, head: str, other: str) -> tuple[str, ...] | None:
        """The commits where `head` and `other` parted: their best common ancestors, all of them at hand.

        None of them where `head` holds all of `other` or the two have nothing in common, so that both can be
        compared as they are. None where it is not known: the history is neither at hand nor to be fetched.
        """
        if head == other or (self.has(head) and other in self.parents(head)):
            return ()
        found = merge_bases(self.top, head, other)
        if found is None and self._address:
            if not fetch_history(self._history, self._address, (head, other), self._token):
                return None
            found = merge_bases(self._history, head, other)
        if found is None or found == (other,):
            return None if found is None else ()
        try:
            return tuple(self.obtain(commit, "a commit") for commit in found)
        except BaseEvidenceMissing:
            return None

    def merged(self, base: str, head: str) -> str | None:
        """The tree that merging `head` into `base` gives; None where that cannot be known."""
        return merged_tree(self.top, base, head)

    def reader(self, commit: str) -> CommitReader:
        """The reader of a commit that is at hand."""
        return CommitReader(self.top, commit)

    def _fetched(self, name: str) -> str | None:
        if not self._address:
            return None
        return fetch_commit(self._fetch_into, self._address, name, self._token)


@contextmanager
def borrowed(
    objects: str | None, *, address: str = "", token: str = "", length: int = 40
) -> Iterator[Borrowed]:
    """A private repository for as long as the context lives, with the objects of another one (None: none).

    `length` is that of the ids in use: 64 where the repository hashes with sha256.
    """
    with work_folder(None) as folder:
        fetched = os.path.join(folder, _FETCHED)
        _make(fetched, (), length)
        own = f"../../{_FETCHED}/.git/objects"  # relative to the folder of objects
        _make(folder, [own] if objects is None else [own, objects], length)
        history = os.path.join(folder, _HISTORY)
        _make(history, (), length)
        yield Borrowed(folder, fetched, history, address, token)


def _make(folder: str, sources: Sequence[str], length: int) -> None:
    """An empty repository that borrows from these folders of objects."""
    inside = os.path.join(folder, ".git")
    for name in ("objects/info", "refs"):
        os.makedirs(os.path.join(inside, name))
    sha256 = length == _LENGTH_OF_SHA256
    config = _CONFIG.format(version=int(sha256)) + (_SHA256 if sha256 else "")
    _write(os.path.join(inside, "HEAD"), "ref: refs/heads/none\n")
    _write(os.path.join(inside, "config"), config)
    if sources:
        lines = "".join(f"{source}\n" for source in sources)
        _write(os.path.join(inside, "objects", "info", "alternates"), lines)


def objects_of_checkout(workspace: str) -> str | None:
    """The folder of objects below a checkout that anybody may have written to; None without a repository.

    Raises UsageError for a repository that is not a plain folder `.git`.
    """
    path = os.path.join(os.path.realpath(workspace), ".git")
    if not os.path.lexists(path):
        return None
    for inside in (path, os.path.join(path, "objects")):
        try:
            mode = os.lstat(inside).st_mode
        except OSError:
            mode = 0
        if not stat.S_ISDIR(mode):
            raise UsageError(
                f"{shown(workspace, 200)}: its .git is no ordinary folder. Check out with actions/checkout."
            )
    return _usable(os.path.join(path, "objects"))


def objects_of_repository(top: str) -> str:
    """The folder of objects of one's own repository, which may be a worktree or a submodule."""
    return _usable(objects_folder(top))


def _usable(path: str) -> str:
    """A path as a line of git's list of folders to borrow from. Raises UsageError for one that cannot be."""
    if "\n" in path or path.startswith(('"', "#")):
        raise UsageError(f"{shown(path, 200)}: git cannot borrow objects from a path like this.")
    return path


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as stream:
        stream.write(text)
