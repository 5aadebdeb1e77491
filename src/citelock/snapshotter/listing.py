"""The files of one evidence folder, by name.

Listed once, read one at a time, from the work tree or from a commit.
A name is looked up, never joined from data; only regular files are read, none through a link, none above its
limit. What stands in the way of one file is a value (`Unreadable`), so that the audit goes on (action.md,
section 13).
"""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING

from citelock.checks.errors import EvidenceError
from citelock.checks.named import NamedTuple
from citelock.checks.text.excerpt import shown

if TYPE_CHECKING:
    from collections.abc import Collection

    from citelock.snapshotter.gitread import CommitReader, TreeEntry

_OPEN = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_OPEN |= getattr(os, "O_NONBLOCK", 0)  # a pipe in the place of a file would wait for a writer for ever
ORIGINALS = "originals"  # the folder below that of sources with the files that texts were made of


class Unreadable(NamedTuple):
    """Why a file that is there is not read: `is a symbolic link, which is not followed`."""

    reason: str


class _NearNames:
    """Entries by folded name, made when a name is missed for the first time.

    Nearly all names are their own folded form; only the others are held again.
    """

    def __init__(self) -> None:
        self._others: dict[str, list[str]] | None = None

    def find(self, names: Collection[str], name: str) -> str | None:
        """The first of `names`, by code points, that folds as `name` does; None if that is `name` itself."""
        if self._others is None:
            self._others = {}
            for other in names:
                folded = folded_name(other)
                if folded != other:
                    self._others.setdefault(folded, []).append(other)
        folded = folded_name(name)
        found = [*self._others.get(folded, ()), *([folded] if folded in names else ())]
        near = min(found, default=None)
        return near if near != name else None


def folded_name(name: str) -> str:
    """The name as disks see it that know neither case nor Unicode form."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


class FolderListing:
    """A folder of the work tree; one that is missing is empty.

    Raises EvidenceError if it cannot be listed.
    """

    def __init__(self, folder: str, label: str) -> None:
        self._folder = folder
        self._near = _NearNames()
        self._kinds: dict[str, bool] = {}
        self._originals: frozenset[str] | None = None
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    self._kinds[entry.name] = entry.is_file(follow_symlinks=False)
        except FileNotFoundError:
            if os.path.islink(folder):
                raise EvidenceError(f"{shown(label)} is a link to a folder that is not there.") from None
        except NotADirectoryError as error:
            raise EvidenceError(f"{shown(label)} is not a folder. Evidence is a folder of files.") from error
        except OSError as error:
            raise EvidenceError(f"{shown(label)} cannot be read: {error.strerror or error}") from error

    def __contains__(self, name: object) -> bool:
        """Whether there is an entry of exactly this name."""
        return name in self._kinds

    def read(self, name: str, limit: int) -> bytes | Unreadable:
        """The bytes of an entry, if it is a regular file of at most `limit` bytes."""
        return read_regular(f"{self._folder}/{name}", limit) if self._kinds[name] else self._not_regular(name)

    def size(self, name: str) -> int:
        """The size of an entry in bytes; 0 for what is no regular file."""
        if not self._kinds.get(name):
            return 0
        try:
            return os.lstat(f"{self._folder}/{name}").st_size
        except OSError:
            return 0

    def sizes(self) -> list[tuple[str, int]]:
        """Name and size of every entry, sorted by name."""
        return [(name, self.size(name)) for name in sorted(self._kinds)]

    def near(self, name: str) -> str | None:
        """An entry whose name differs from `name` only in case or Unicode form: never read in its place."""
        return self._near.find(self._kinds, name)

    def originals(self) -> frozenset[str]:
        """The names in the folder of originals, whatever they are; none if there is no such folder."""
        if self._originals is None:
            try:
                names = os.listdir(f"{self._folder}/{ORIGINALS}") if ORIGINALS in self._kinds else []
            except OSError:
                names = []
            self._originals = frozenset(names)
        return self._originals

    def _not_regular(self, name: str) -> Unreadable:
        return _why_not_regular(f"{self._folder}/{name}")


def read_regular(path: str, limit: int) -> bytes | Unreadable:
    """The bytes of a file of the work tree, if it is a regular file of at most `limit` bytes."""
    try:
        descriptor = os.open(path, _OPEN)
    except ValueError:  # a NUL, or half of a character: no file has such a name
        return Unreadable("has a name that no file can have")
    except OSError as error:
        return _why_not_regular(path, error)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return Unreadable("is not a regular file")
        if status.st_size > limit:
            return _too_large(status.st_size, limit)
        content = os.read(descriptor, status.st_size + 1)
        while len(content) < status.st_size:  # a signal, or a network disk: ask for the rest
            more = os.read(descriptor, status.st_size + 1 - len(content))
            if not more:
                break
            content += more
    except OSError as error:
        return Unreadable(f"cannot be read: {error.strerror or error}")
    finally:
        os.close(descriptor)
    return content if len(content) == status.st_size else Unreadable("changed while it was read")


def _why_not_regular(path: str, error: OSError | None = None) -> Unreadable:
    try:
        mode = os.lstat(path).st_mode
    except OSError as second:
        return Unreadable(f"cannot be read: {second.strerror or second}")
    if stat.S_ISLNK(mode):
        return Unreadable("is a symbolic link, which is not followed")
    if stat.S_ISDIR(mode):
        return Unreadable("is a folder")
    if not stat.S_ISREG(mode):
        return Unreadable("is not a regular file")
    return Unreadable(f"cannot be read: {error.strerror or error}" if error else "changed while it was read")


def way_to(folder: str) -> list[str]:
    """The folder and all above it, the outermost first; none for the top.

    >>> way_to("ev/cache")
    ['ev', 'ev/cache']
    """
    parts = folder.split("/") if folder else []
    return ["/".join(parts[: place + 1]) for place in range(len(parts))]


class CommitListing:
    """A folder of a commit; `entries` are all below the folder `path` (relative to the top level).

    One not there is empty.
    Raises EvidenceError if the commit holds something else under the name of the folder or of one above it.
    """

    def __init__(self, reader: CommitReader, entries: Mapping[str, TreeEntry], path: str, label: str) -> None:
        self._reader = reader
        self._near = _NearNames()
        if taken := [folder for folder in way_to(path) if folder in entries]:
            name = label if taken[0] == path else taken[0]
            raise EvidenceError(
                f"{shown(name)} is not a folder in commit {reader.commit}, but a file, a link or a submodule."
            )
        start = len(path) + 1 if path else 0
        self._entries = {
            name[start:]: entry
            for name, entry in entries.items()
            if (not path or name.startswith(f"{path}/")) and "/" not in name[start:]
        }
        inside = f"{path}/{ORIGINALS}/" if path else f"{ORIGINALS}/"
        self._originals = frozenset(name[len(inside) :] for name in entries if name.startswith(inside))

    def __contains__(self, name: object) -> bool:
        """Whether there is an entry of exactly this name."""
        return name in self._entries

    def read(self, name: str, limit: int) -> bytes | Unreadable:
        """The bytes of an entry, if it is a regular file of at most `limit` bytes."""
        entry = self._entries[name]
        if entry.mode == "120000":
            return Unreadable("is a symbolic link, which is not followed")
        if not entry.regular:
            return Unreadable("is not a regular file")
        if entry.size is not None and entry.size > limit:
            return _too_large(entry.size, limit)
        return self._reader.read(entry)

    def size(self, name: str) -> int:
        """The size of an entry in bytes; 0 for what is no regular file."""
        entry = self._entries.get(name)
        return entry.size or 0 if entry and entry.regular else 0

    def sizes(self) -> list[tuple[str, int]]:
        """Name and size of every entry, sorted by name."""
        return [(name, self.size(name)) for name in sorted(self._entries)]

    def near(self, name: str) -> str | None:
        """An entry whose name differs from `name` only in case or Unicode form: never read in its place."""
        return self._near.find(self._entries, name)

    def originals(self) -> frozenset[str]:
        """The names in the folder of originals."""
        return self._originals


def _too_large(size: int, limit: int) -> Unreadable:
    return Unreadable(f"has {size:,} bytes; at most {limit:,} are read (limits in citelock.yml)")


class OverlaidListing:
    """A folder with the content of some files replaced or added: what it would be with them."""

    def __init__(self, under: FolderListing | CommitListing, contents: Mapping[str, bytes]) -> None:
        self._under = under
        self._contents = contents

    def __contains__(self, name: object) -> bool:
        """Whether there is an entry of exactly this name."""
        return name in self._contents or name in self._under

    def read(self, name: str, limit: int) -> bytes | Unreadable:
        """The bytes of an entry."""
        content = self._contents.get(name)
        return self._under.read(name, limit) if content is None else content

    def size(self, name: str) -> int:
        """The size of an entry in bytes."""
        content = self._contents.get(name)
        return self._under.size(name) if content is None else len(content)

    def sizes(self) -> list[tuple[str, int]]:
        """Name and size of every entry, sorted by name."""
        names = {name for name, _ in self._under.sizes()} | self._contents.keys()
        return [(name, self.size(name)) for name in sorted(names)]

    def near(self, name: str) -> str | None:
        """As that of the folder under it."""
        return self._under.near(name)

    def originals(self) -> frozenset[str]:
        """As those of the folder under it."""
        return self._under.originals()


Listing = FolderListing | CommitListing | OverlaidListing
