"""Committing evidence: one commit of exactly the paths that were asked for, and nothing else is touched.

The steps are in `commit_steps.py`, what is refused first in `commit_refusals.py`, git itself in
`repository.py` (metadata.md, section 8).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from citelock.checks.errors import HeadMoved
from citelock.checks.text.excerpt import shown
from citelock.snapshotter import commit_refusals, commit_steps
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.repository import open_repository, slashes

_LINE = 4096  # characters of one line of a message; an identifier has at most 2,048
_UNSIGNED = (
    "commit.gpgSign is set, and citelock signs nothing, because that runs a program the repository may name."
    " Sign the commit: git commit --amend --no-edit --gpg-sign"
)


class CommitMessage(NamedTuple):
    """What a commit says; each text becomes one line, whatever it holds."""

    subject: str
    body: tuple[str, ...] = ()
    trailers: tuple[tuple[str, str], ...] = ()


class Committed(NamedTuple):
    """The full id of the commit and its paths, sorted; None and no paths if nothing differed from HEAD.

    `notes` are sentences for the person who asked for the commit.
    """

    commit: str | None
    paths: tuple[str, ...]
    notes: tuple[str, ...] = ()


def preflight(root: str, paths: Sequence[str], clock: Clock | None = None) -> None:
    """Refuses what `commit_paths` would refuse, before anything is fetched or written.

    `paths` are relative to `root`, which is below the top level of the repository; files that are not there
    yet are fine. Raises the errors of `commit_paths`.
    """
    repository = open_repository(root)
    places = repository.places(root, paths)
    commit_refusals.refuse_state(repository, clock or Clock())
    commit_refusals.refuse_paths(repository, places)
    commit_steps.refuse_staged(commit_steps.compare(repository, repository.head(), places))


def changed_paths(root: str, folder: str, names: Collection[str] | None = None) -> tuple[str, ...]:
    """The files below `root`/`folder` whose content differs from HEAD, relative to `root`, sorted.

    New ones and ones that are gone count, line ends alone do not; what is no regular file is left out.
    `names` limits it to these files of the folder; without it files that git ignores are left out.
    Raises GitError and its kinds, UsageError.
    """
    repository = open_repository(root)
    head = repository.head()
    (inside,) = repository.places(root, [folder])
    if names is None:
        found = [repository.absolute(path) for path in commit_steps.listed(repository, head, inside)]
    else:
        found = [os.path.join(repository.absolute(inside), name) for name in names]
    base = os.path.realpath(root)
    places = repository.places(root, [os.path.relpath(path, base) for path in found])
    commit_refusals.refuse_folders(repository, {inside, *map(os.path.dirname, places)})
    compared = commit_steps.compare(repository, head, places)
    return tuple(sorted(change.given for change in compared.changes))


def is_ignored(root: str, path: str) -> bool:
    """Whether git ignores this path, relative to `root`, whether it is there or not. Raises GitError."""
    repository = open_repository(root)
    return commit_refusals.is_ignored(repository, repository.places(root, [path]))


def tracked(root: str, folder: str) -> tuple[str, ...]:
    """The files below `root`/`folder` that git has in its index or in HEAD, relative to `root`, sorted.

    Whether they are still there does not matter. Raises GitError.
    """
    repository = open_repository(root)
    (inside,) = repository.places(root, [folder])
    listed = repository.run("ls-files", "-z", "--cached", "--full-name", "--", inside).split(b"\0")[:-1]
    files = {os.fsdecode(path) for path in listed}
    files.update(commit_steps.tree_entries(repository, repository.head(), [inside]))
    base = os.path.realpath(root)
    return tuple(sorted(slashes(os.path.relpath(repository.absolute(path), base)) for path in files))


def commit_paths(
    root: str,
    paths: Sequence[str],
    message: Callable[[tuple[str, ...]], CommitMessage] | CommitMessage,
    clock: Clock | None = None,
) -> Committed:
    """Commits what differs from HEAD at these paths, files that are gone as removals.

    `paths` are relative to `root`, with `/`; a function as `message` is given those that are committed. No
    other path of the commit, the index or the work tree changes. A branch without a commit and a detached
    HEAD work. An index that another git holds is waited for, by `clock`.

    Raises CannotCommit (exit 2) for a state or path that a person has to settle, NoRepository,
    DubiousOwnership, NoIdentity, IndexLocked, HeadMoved and otherwise GitError (exit 3).
    """
    repository = open_repository(root)
    places = repository.places(root, paths)
    commit_refusals.refuse_state(repository, clock or Clock())
    commit_refusals.refuse_paths(repository, places)
    notes = (_UNSIGNED,) if repository.asks_for_signature else ()
    with commit_steps.index_lock(repository, clock or Clock()):
        for _ in range(2):
            head = repository.head()
            compared = commit_steps.compare(repository, head, places)
            commit_steps.refuse_staged(compared)
            if not compared.changes:
                return Committed(None, ())
            given = tuple(sorted(change.given for change in compared.changes))
            said = message(given) if callable(message) else message
            tree = commit_steps.write_tree(repository, head, compared.changes)
            commit = commit_steps.write_commit(repository, head, tree, message_bytes(said))
            if commit_steps.move_head(repository, head, commit, compared.changes, _line(said.subject)):
                return Committed(commit, given, notes)
    raise HeadMoved(
        f"somebody else committed to {shown(repository.top)} at the same time, twice. The files are written;"
        " run again to commit them."
    )


def message_bytes(message: CommitMessage) -> bytes:
    r"""The message as git stores it: subject, body and trailers with a blank line between.

    >>> message_bytes(CommitMessage("one", ("two",), (("Key", "a\nb"),)))
    b'one\n\ntwo\n\nKey: a b\n'
    """
    parts = [
        [_line(message.subject)],
        [_line(line) for line in message.body],
        [f"{key}: {_line(value)}" for key, value in message.trailers],
    ]
    return "\n".join("".join(f"{line}\n" for line in part) for part in parts if part).encode("utf-8")


def _line(text: str) -> str:
    return shown(text, _LINE)
