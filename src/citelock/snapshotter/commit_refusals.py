"""What has to be settled by a person before evidence is committed, each with the line that repairs it.

Nothing here writes. States and paths of a repository are looked at, never judged by what git prints for
people (metadata.md, section 8).
"""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from citelock.checks.errors import CannotCommit, IndexLocked, NoIdentity
from citelock.checks.text.excerpt import shown

if TYPE_CHECKING:
    from citelock.snapshotter.clock import Clock
    from citelock.snapshotter.repository import Repository

# A file or folder of the git folder, and the git command that is under way while it is there.
_UNDER_WAY = (
    ("MERGE_HEAD", "merge"),
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("sequencer", "cherry-pick"),
)
_UNTOUCHED = ("unset", "unspecified")


LOCK_WAIT = 10.0  # seconds; another commit takes one or two, and one that was killed never ends
_POLL = 0.1  # seconds between two looks


def refuse_state(repository: Repository, clock: Clock) -> None:
    """Raises CannotCommit in the middle of a merge or rebase, NoIdentity, IndexLocked after some seconds."""
    for name, command in _UNDER_WAY:
        if os.path.lexists(os.path.join(repository.git_dir, name)):
            raise CannotCommit(
                f"a {command} is under way in {shown(repository.top)}. End it first:"
                f" git {command} --continue or git {command} --abort"
            )
    for role in ("GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"):
        if repository.ask("var", role)[0] != 0:
            raise NoIdentity(
                "git does not know whose name the commit bears. Tell it:"
                ' git config --global user.name "Your Name" and'
                " git config --global user.email you@example.org"
            )
    lock = index_lock_path(repository)
    wait_while(clock, lambda: os.path.lexists(lock), lock)


def wait_while(clock: Clock, is_held: Callable[[], bool], lock: str) -> None:
    """Waits for another git to be through; raises IndexLocked when that takes too long.

    Advice to delete the lock would be dangerous as long as somebody may be writing the index.
    """
    began = clock.now()
    while is_held():
        if clock.now() - began >= LOCK_WAIT:
            raise locked(lock)
        clock.sleep(_POLL)


def index_lock_path(repository: Repository) -> str:
    """The file whose presence keeps every git from writing the index."""
    return os.path.join(repository.git_dir, "index.lock")


def locked(lock: str) -> IndexLocked:
    """The error for a lock that is there already: it is named, and left alone."""
    return IndexLocked(
        f"{shown(lock)} is there, for {LOCK_WAIT:.0f} seconds and more: another git is at work, or one was"
        f" killed. If none runs, delete it and run again: rm {shlex.quote(lock)}"
    )


def refuse_paths(repository: Repository, places: Mapping[str, str]) -> None:
    """Raises CannotCommit for a path that git would not store as it is, or not at all."""
    refuse_folders(repository, {os.path.dirname(place) for place in places})
    for place in places:
        mode = file_mode(repository, place)
        if mode is not None and not stat.S_ISREG(mode):
            what = "a symbolic link" if stat.S_ISLNK(mode) else "no regular file"
            raise CannotCommit(f"{shown(place)} is {what}. Evidence is committed as files: put one there.")
    _refuse_ignored(repository, places)
    _refuse_filtered(repository, places)


def refuse_folders(repository: Repository, folders: Iterable[str]) -> None:
    """Raises CannotCommit for a folder that is a link or in another repository; "" is the top level."""
    parts = {"/".join(steps[:depth]) for steps in map(_steps, folders) for depth in range(1, len(steps) + 1)}
    for part in sorted(parts):
        mode = file_mode(repository, part)
        if mode is not None and stat.S_ISLNK(mode):
            raise CannotCommit(f"{shown(part)} is a symbolic link. Make it a folder of this repository.")
        if os.path.lexists(os.path.join(repository.absolute(part), ".git")):
            raise CannotCommit(f"{shown(part)} is a git repository of its own. Run citelock inside of it.")


def _steps(folder: str) -> list[str]:
    return folder.split("/") if folder else []


def file_mode(repository: Repository, place: str) -> int | None:
    """The mode of what is at this place itself, not behind a link; None if nothing is."""
    try:
        return os.lstat(repository.absolute(place)).st_mode
    except OSError:
        return None


def is_ignored(repository: Repository, places: Mapping[str, str]) -> bool:
    """Whether git ignores all of these paths."""
    return len({place for _, _, _, place in _ignored(repository, places)}) == len(places)


def _refuse_ignored(repository: Repository, places: Mapping[str, str]) -> None:
    """What git ignores may be meant to stay here, such as the private store of texts."""
    for source, line, pattern, place in _ignored(repository, places):
        raise CannotCommit(
            f"{shown(place.removeprefix('./'))} is ignored by git ({shown(source)}, line {line}:"
            f" {shown(pattern)}), so it would not be committed. Remove that line."
        )


def _ignored(repository: Repository, places: Mapping[str, str]) -> list[tuple[str, str, str, str]]:
    """File, line, pattern and path for each of these paths that git ignores."""
    names = b"".join(b"./" + os.fsencode(place) + b"\0" for place in places)
    status, output, said = repository.ask("check-ignore", "-z", "-v", "--stdin", stdin=names)
    if status > 1:  # 1: none of them is ignored
        raise repository.failed("check-ignore", said)
    fields = os.fsdecode(output).split("\0")[:-1]
    found = zip(fields[::4], fields[1::4], fields[2::4], fields[3::4], strict=True)
    return [each for each in found if not each[2].startswith("!")]


def _refuse_filtered(repository: Repository, places: Mapping[str, str]) -> None:
    """A filter would put something else than the evidence into the repository, and so would an encoding."""
    names = b"".join(os.fsencode(place) + b"\0" for place in places)
    output = repository.run("check-attr", "-z", "--stdin", "filter", "working-tree-encoding", stdin=names)
    fields = os.fsdecode(output).split("\0")[:-1]
    for place, name, value in zip(fields[::3], fields[1::3], fields[2::3], strict=True):
        if value not in _UNTOUCHED:
            raise _changed_by(place, f"{name}={value}", f"-{name}")


def _changed_by(place: str, attribute: str, repair: str) -> CannotCommit:
    folder = os.path.dirname(place)
    return CannotCommit(
        f"{shown(place)} has the git attribute {shown(attribute)}, and would be stored as something else than"
        f" the evidence. Add a line at the end of .gitattributes: /{shown(folder + '/' if folder else '')}**"
        f" {repair}"
    )


def refuse_rewritten(place: str) -> CannotCommit:
    """The error for a file whose text git would change on the way in, other than its line ends."""
    return _changed_by(place, "ident", "-ident")
