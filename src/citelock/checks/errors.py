"""The tree of errors a user can meet, each with the exit code that it ends a command with.

"Does not exist" and "not cached" are values, never exceptions. One place, `cli/errors.py`, turns these into
text on stderr and an exit code; whatever is not in this tree is a bug (exit 70).
"""

from __future__ import annotations


class CitelockError(Exception):
    """Base of everything that a command reports as one line and an exit code."""

    exit_code = 2


class UsageError(CitelockError):
    """An option or an argument is wrong (exit 2)."""


class InputError(CitelockError):
    """A file from outside is malformed: says where, what and how to repair it (exit 2).

    `line` and `column` count from 1 in characters; `path` and `pointer` (`claims[3].citations[0].year`) are
    as a person reads them.
    """

    def __init__(
        self, path: str, what: str, *, line: int | None = None, column: int | None = None, pointer: str = ""
    ) -> None:
        super().__init__(what)
        self.path = path
        self.what = what
        self.line = line
        self.column = column
        self.pointer = pointer

    def __str__(self) -> str:
        """The line for a person: `claims.json:12:7: claims[3].citations[0].year: true is not a year. …`."""
        place = self.path
        if self.line is not None:
            place += f":{self.line}:{self.column if self.column is not None else 1}"
        return ": ".join(part for part in (place, self.pointer, self.what) if part)

    def __reduce__(self) -> tuple[object, ...]:
        """For workers, which raise this across processes: keyword arguments do not survive usual pickling."""
        parts = (type(self), self.path, self.what, self.line, self.column, self.pointer)
        return (_rebuild_input_error, parts)


def _rebuild_input_error(
    kind: type[InputError], path: str, what: str, line: int | None, column: int | None, pointer: str
) -> InputError:
    return kind(path, what, line=line, column=column, pointer=pointer)


class ConfigError(InputError):
    """`citelock.yml` is malformed (exit 2)."""


class EvidenceError(CitelockError):
    """Evidence cannot be read at all: no permission, not a folder, no such revision (exit 2)."""


class BaseEvidenceMissing(EvidenceError):
    """The commit that evidence must come from is not there; the work tree is never used instead (exit 3)."""

    exit_code = 3


class EvidenceDiffers(EvidenceError):
    """A worker sees other evidence than the one who planned the work (exit 3)."""

    exit_code = 3


class CollectionError(CitelockError):
    """Something could not be collected (exit 3)."""

    exit_code = 3


class GitError(CollectionError):
    """git could not answer: no repository, dubious ownership, a lock (exit 3)."""


class NoRepository(GitError):
    """There is no git repository to commit to (exit 3)."""


class DubiousOwnership(GitError):
    """The repository belongs to another user, and this one has not said that it may be used (exit 3)."""


class NoIdentity(GitError):
    """Nobody has told git whose name a commit bears (exit 3)."""


class IndexLocked(GitError):
    """Another git holds the index, or one that was killed left its lock behind (exit 3)."""


class HeadMoved(GitError):
    """Somebody else committed while we did, twice (exit 3)."""


class CannotCommit(UsageError):
    """The repository is in a state, or the path of a kind, that a person has to settle first (exit 2)."""


class PlacesLost(CitelockError):
    """There are findings about places in a claims file, and none has a line to be shown at (exit 70).

    A bug of ours, in this tree because a check that shows nothing must fail and say why.
    """

    exit_code = 70

    def __init__(self) -> None:
        super().__init__("no finding has a line in its file: a bug in citelock. The report names them all.")
