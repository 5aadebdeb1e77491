"""The steps of a commit that touches only its own paths: compare, blobs, tree, commit, index, HEAD.

The index is replaced before HEAD moves, under its lock: whenever this is killed, the evidence is not there
yet, or staged, or committed; never committed and missing from the index, so that the next commit of a person
would delete it (metadata.md, section 8). Running again makes the commit.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from citelock.checks.errors import CannotCommit, GitError
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.commit_refusals import file_mode, index_lock_path, refuse_rewritten, wait_while
from citelock.snapshotter.listing import Unreadable, read_regular

if TYPE_CHECKING:
    from citelock.snapshotter.clock import Clock
    from citelock.snapshotter.repository import Repository

_MAX_BYTES = 2**31 - 1  # what fits into one read; a larger original does not belong into git
_FEW = 200  # paths that are listed by name; of more, their folders are listed
_REGULAR = ("100644", "100755")
_OURS = "citelock-"  # so begins what lies in the git folder for as long as the lock is held
_TREE = _OURS + "tree"
_NEXT = _OURS + "next"
_BEFORE = _OURS + "before"
_BLOBS = _OURS + "blobs"


class Entry(NamedTuple):
    """A path in a commit or in the index. `merged`: no conflict; `expected`: the file is to be there."""

    mode: str
    object_id: str
    merged: bool = True
    expected: bool = True


class Change(NamedTuple):
    """A path that differs from HEAD, as git names it and as it was given; `object_id` None: it is gone."""

    place: str
    given: str
    mode: str
    object_id: str | None
    lf: bool = False  # whether CRLF is stored as LF, which git does by its attributes


class Compared(NamedTuple):
    """The changes in the order of the paths, and the paths whose index entry is neither HEAD's nor theirs."""

    changes: tuple[Change, ...]
    staged: tuple[str, ...]


def compare(repository: Repository, head: str | None, places: Mapping[str, str]) -> Compared:
    """Compares the files at these places with HEAD and with the index."""
    committed = tree_entries(repository, head, places)
    indexed = index_entries(repository, places)
    changes, staged = [], []
    for place, given in sorted(places.items()):
        before, entry = committed.get(place), indexed.get(place)
        content = read_regular(repository.absolute(place), _MAX_BYTES)
        if isinstance(content, Unreadable):
            mode = file_mode(repository, place)
            if mode is not None and stat.S_ISREG(mode):
                raise GitError(f"{shown(place)} {content.reason}, so nothing is committed.")
            if mode is not None:
                continue  # no file: `commit_refusals` has said so to those who asked for it by name
            ids: tuple[str, ...] = ()
        else:
            ids = _ids(repository, content)
        if before is not None and not ids and entry is not None and not entry.expected:
            continue  # left out of a sparse checkout, not deleted
        if not _agrees(before, ids):
            changes.append(_change(repository, place, given, before, content, ids))
        if (entry and entry[:3]) != (before and before[:3]) and not _agrees(entry, ids):
            staged.append(place)
    return Compared(tuple(changes), tuple(staged))


def refuse_staged(compared: Compared) -> None:
    """Raises CannotCommit if somebody has staged something else than what would be committed."""
    if compared.staged:
        first = compared.staged[0]
        more = f" and {len(compared.staged) - 1} more" if len(compared.staged) > 1 else ""
        raise CannotCommit(
            f"{shown(first)}{more}: something else is staged there than what would be committed."
            " Commit it, or unstage it: git restore --staged and the path"
        )


def _agrees(entry: Entry | None, ids: Collection[str]) -> bool:
    """Whether the entry is the file whose content has one of these ids; no ids: no file."""
    if entry is None:
        return not ids
    return entry.merged and entry.mode in _REGULAR and entry.object_id in ids


def _ids(repository: Repository, content: bytes) -> tuple[str, ...]:
    """The object id of the content as it is and, if it has CRLF, of the same with LF."""
    exact = _object_id(repository, content)
    return (exact, _object_id(repository, _with_lf(content))) if b"\r\n" in content else (exact,)


def _object_id(repository: Repository, content: bytes) -> str:
    digest = hashlib.new(repository.algorithm, b"blob %d\0" % len(content), usedforsecurity=False)
    digest.update(content)
    return digest.hexdigest()


def _with_lf(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n")


def _change(
    repository: Repository,
    place: str,
    given: str,
    before: Entry | None,
    content: bytes | Unreadable,
    ids: tuple[str, ...],
) -> Change:
    mode = before.mode if before is not None and before.mode in _REGULAR else _REGULAR[0]
    if isinstance(content, Unreadable):
        return Change(place, given, mode, None)
    if b"\r\n" not in content and b"$Id" not in content:
        return Change(place, given, mode, ids[0])
    # Line ends and $Id$ are what git may change by its attributes. What it would store decides, so that the
    # file is not shown as changed right after it was committed.
    stored = (
        repository.run("hash-object", "--stdin", f"--path={place}", stdin=content).decode("ascii").strip()
    )
    if stored not in ids:
        raise refuse_rewritten(place)
    return Change(place, given, mode, stored, lf=stored != ids[0])


def tree_entries(repository: Repository, head: str | None, places: Collection[str]) -> dict[str, Entry]:
    """What the commit has at these places, and perhaps at others."""
    if head is None or not places:
        return {}
    paths = _pathspecs(places)
    output = repository.run("ls-tree", "-r", "-z", "--full-tree", head, *(("--", *paths) if paths else ()))
    entries: dict[str, Entry] = {}
    for line in output.split(b"\0")[:-1]:
        facts, _, path = line.partition(b"\t")
        mode, _, object_id = facts.decode("ascii").split()
        entries[os.fsdecode(path)] = Entry(mode, object_id)
    return entries


def index_entries(repository: Repository, places: Collection[str]) -> dict[str, Entry]:
    """What the index has at these places, and perhaps at others."""
    if not places:
        return {}
    output = repository.run("ls-files", "-z", "-s", "-t", "--full-name", "--", *_pathspecs(places))
    entries: dict[str, Entry] = {}
    for line in output.split(b"\0")[:-1]:
        facts, _, path = line.partition(b"\t")
        tag, mode, object_id, stage = facts.decode("ascii").split()
        entries[os.fsdecode(path)] = Entry(mode, object_id, merged=stage == "0", expected=tag != "S")
    return entries


def listed(repository: Repository, head: str | None, folder: str) -> set[str]:
    """Every path below the folder: of HEAD, of the index, and of files that git does not ignore."""
    output = repository.run(
        "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--full-name", "--", folder
    )
    files = {os.fsdecode(path) for path in output.split(b"\0")[:-1]}
    return {path for path in files if not path.endswith("/")} | set(tree_entries(repository, head, [folder]))


def _pathspecs(places: Collection[str]) -> list[str]:
    """The places, or if they are many the folders that they are in; none: everything."""
    if len(places) <= _FEW:
        return sorted(places)
    folders = {os.path.dirname(place) for place in places}
    return [] if "" in folders else sorted(folders)


def write_tree(repository: Repository, head: str | None, changes: Sequence[Change]) -> str:
    """The id of HEAD's tree with these changes; writes the blobs and the trees."""
    _write_blobs(repository, changes)
    index = os.path.join(repository.git_dir, _TREE)
    _remove(index)
    if head is not None:
        repository.run("read-tree", head, index=index)
    repository.run("update-index", "-z", "--index-info", stdin=_entries_of(repository, changes), index=index)
    # In a partial clone the blobs of other paths may be elsewhere; none of them is asked for.
    return repository.run("write-tree", "--missing-ok", index=index).decode("ascii").strip()


def _write_blobs(repository: Repository, changes: Sequence[Change]) -> None:
    """Stores the contents that were compared, from copies: git would follow a link put in place of a file."""
    written = [change for change in changes if change.object_id is not None]
    folder = os.path.join(repository.git_dir, _BLOBS)
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    names = [os.path.join(folder, str(number)) for number in range(len(written))]
    for change, name in zip(written, names, strict=True):
        content = read_regular(repository.absolute(change.place), _MAX_BYTES)
        if isinstance(content, Unreadable):
            raise _unsteady(change.place)
        with open(name, "wb") as copy:
            copy.write(_with_lf(content) if change.lf else content)
    listing = "".join(f'"{_quoted(name)}"\n' for name in names).encode("ascii")
    output = repository.run("hash-object", "-w", "--no-filters", "--stdin-paths", stdin=listing)
    for change, stored in zip(written, output.decode("ascii").split(), strict=True):
        if stored != change.object_id:
            raise _unsteady(change.place)


def _quoted(path: str) -> str:
    """The path as git reads it between quotes: every byte that is not plain as three octal digits."""
    return "".join(
        chr(byte) if 32 < byte < 127 and byte not in b'"\\' else f"\\{byte:03o}" for byte in os.fsencode(path)
    )


def _unsteady(place: str) -> GitError:
    return GitError(f"{shown(place)} changed while it was committed, so nothing was. Run again.")


def _entries_of(repository: Repository, changes: Sequence[Change]) -> bytes:
    """The changes as `git update-index --index-info` reads them; mode 0 removes a path."""
    nothing = "0" * len(hashlib.new(repository.algorithm, usedforsecurity=False).hexdigest())
    return b"".join(
        f"{change.mode if change.object_id else '0'} {change.object_id or nothing} 0\t".encode("ascii")
        + os.fsencode(change.place)
        + b"\0"
        for change in changes
    )


def write_commit(repository: Repository, head: str | None, tree: str, message: bytes) -> str:
    """The id of a new commit of the tree on top of HEAD; author and dates are git's. No hook is asked."""
    parents = ("-p", head) if head is not None else ()
    output = repository.run("commit-tree", tree, *parents, "--no-gpg-sign", stdin=message)
    return output.decode("ascii").strip()


@contextmanager
def index_lock(repository: Repository, clock: Clock) -> Iterator[None]:
    """Holds the lock of the index, as every git does that writes it. Raises IndexLocked, GitError."""
    lock = index_lock_path(repository)

    def is_held() -> bool:
        try:
            os.close(os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        except FileExistsError:
            return True
        except OSError as error:
            raise GitError(f"{shown(lock)} cannot be made: {error.strerror or error}") from error
        return False

    wait_while(clock, is_held, lock)
    try:
        _clean(repository)  # of a run that was killed
        yield
    finally:
        _clean(repository)
        _remove(lock)


def _clean(repository: Repository) -> None:
    for name in os.listdir(repository.git_dir):
        path = os.path.join(repository.git_dir, name)
        if name == _BLOBS:
            shutil.rmtree(path, ignore_errors=True)
        elif name.startswith((_TREE, _NEXT, _BEFORE)):
            _remove(path)


def move_head(
    repository: Repository, head: str | None, commit: str, changes: Sequence[Change], reason: str
) -> bool:
    """Puts exactly the changes into the index, then makes the commit HEAD if that is still `head`.

    False if it is not; the index is then as it was. Raises GitError, the same.
    """
    index, following, before = (os.path.join(repository.git_dir, name) for name in ("index", _NEXT, _BEFORE))
    existed = os.path.exists(index)
    for copy in (following, before):
        _remove(copy)
        if existed:
            # With its time: by it git knows which entries were written too soon to trust their own times.
            shutil.copy2(index, copy)
    repository.run(
        "update-index", "-z", "--index-info", stdin=_entries_of(repository, changes), index=following
    )
    os.replace(following, index)
    nothing = "0" * len(commit)
    status, _, said = repository.ask(
        "update-ref", "-m", f"citelock: {reason}", "HEAD", commit, head or nothing
    )
    if status == 0:
        return True
    if existed:
        os.replace(before, index)
    else:
        _remove(index)
    if repository.head() != head:
        return False
    raise repository.failed("update-ref", said)


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path)
