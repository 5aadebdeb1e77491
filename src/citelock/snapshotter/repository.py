"""Committing evidence: one commit of exactly the paths that were asked for, and nothing else is touched.

The only module that imports GitPython, which starts git; reading evidence is `gitread.py`. No hook, filter,
monitor, signature program or network is ever used, whatever the repository is configured to do
(metadata.md, section 8).
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from citelock.checks.errors import CannotCommit, DubiousOwnership, GitError, HeadMoved, NoRepository
from citelock.checks.text.excerpt import shown
from citelock.snapshotter import commit_refusals, commit_steps
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.git_settings import environment, neutral_settings, parsed
from citelock.snapshotter.gitread import git_program, refuse_redirection
from citelock.snapshotter.roots import top_level

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
    return tuple(sorted(_slashes(os.path.relpath(repository.absolute(path), base)) for path in files))


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


class Repository:
    """A repository that git may be asked to write to. Use `open_repository`.

    `top` is the folder that holds `.git`, `git_dir` where that leads, both absolute; `algorithm` is "sha1" or
    "sha256".
    """

    def __init__(self, top: str, git_dir: str, algorithm: str, configured: dict[str, str]) -> None:
        self.top = top
        self.git_dir = git_dir
        self.algorithm = algorithm
        self.asks_for_signature = configured.get("commit.gpgsign", "").lower() in ("true", "yes", "on", "1")
        self._neutral = neutral_settings(configured)

    def run(self, *arguments: str, stdin: bytes = b"", index: str | None = None) -> bytes:
        """The output of a git command; `index` is another index file. Raises GitError if it fails."""
        status, output, said = self.ask(*arguments, stdin=stdin, index=index)
        if status != 0:
            raise self.failed(arguments[0], said)
        return output

    def failed(self, command: str, said: str) -> GitError:
        """The error for a git command that ended with this on stderr."""
        return GitError(f"git {command} failed in {shown(self.top)}: {_said(said)}")

    def ask(self, *arguments: str, stdin: bytes = b"", index: str | None = None) -> tuple[int, bytes, str]:
        """Exit status, stdout and stderr of a git command."""
        variables = environment(os.environ, neutral=self._neutral)
        variables |= {"GIT_DIR": self.git_dir, "GIT_WORK_TREE": self.top}  # core.worktree has no say
        if index is not None:
            variables["GIT_INDEX_FILE"] = index
        return _execute(self.top, arguments, variables, stdin)

    def head(self) -> str | None:
        """The full id of the commit that HEAD names, None on a branch that has none yet. Raises GitError."""
        status, output, _ = self.ask("rev-parse", "--verify", "--quiet", "HEAD")
        if status == 0:
            return output.decode("ascii").strip()
        if self.ask("symbolic-ref", "--quiet", "HEAD")[0] == 0:
            return None
        raise GitError(f"HEAD of {shown(self.top)} names no commit. Check out a branch: git switch <branch>")

    def places(self, root: str, paths: Sequence[str]) -> dict[str, str]:
        """The path as git names it (from the top level, with `/`) -> as it was given.

        Raises CannotCommit for one outside of the repository or inside of `.git`.
        """
        base = os.path.realpath(root)
        found: dict[str, str] = {}
        for path in paths:
            absolute = os.path.normpath(os.path.join(base, path))
            inside = os.path.relpath(absolute, self.top)
            parts = inside.split(os.sep)
            if parts[0] in ("..", ".") or "\0" in path or any(part.lower() == ".git" for part in parts):
                raise CannotCommit(f"{shown(path)} is no path of the repository {shown(self.top)}.")
            found[_slashes(inside)] = _slashes(path)
        return found

    def absolute(self, place: str) -> str:
        """The file of a path as git names it."""
        return os.path.join(self.top, *place.split("/"))


def open_repository(root: str) -> Repository:
    """The repository that `root` is in. Raises NoRepository, DubiousOwnership, CannotCommit if it is bare."""
    refuse_redirection()
    folder = os.path.realpath(root)
    top = top_level(folder)
    if top is None:
        raise _outside(folder)
    found = environment(os.environ, discover_in=top)
    asked = ("rev-parse", "--absolute-git-dir", "--is-bare-repository", "--show-object-format")
    status, output, said = _execute(top, asked, found)
    if status != 0:
        raise _not_usable(top, said)
    git_dir, bare, algorithm = os.fsdecode(output).rstrip("\n").rsplit("\n", 2)
    if bare == "true":
        raise _bare(top)
    status, listing, said = _execute(top, ("config", "-z", "--list"), found)
    if status != 0:
        raise _not_usable(top, said)
    return Repository(top, git_dir, algorithm, parsed(listing))


def _outside(folder: str) -> GitError | CannotCommit:
    place = folder
    while not all(os.path.exists(os.path.join(place, name)) for name in ("HEAD", "objects", "refs")):
        if os.path.dirname(place) == place:
            return NoRepository(
                f"{shown(folder)} is not in a git repository, so nothing can be committed. Make one: git init"
            )
        place = os.path.dirname(place)
    return _bare(place)


def _bare(top: str) -> CannotCommit:
    return CannotCommit(
        f"{shown(top)} is a bare repository, without files to commit. Work in a clone of it: git clone"
    )


def _not_usable(top: str, said: str) -> GitError:
    if "dubious ownership" in said:
        return DubiousOwnership(
            f"{shown(top)} belongs to another user, so git does not use it. If you trust what is in it:"
            f" git config --global --add safe.directory {shlex.quote(top)}"
        )
    if "not a git repository" in said:
        return NoRepository(f"{shown(top)} has a .git that is no repository: {_said(said)}")
    return GitError(f"git cannot use the repository {shown(top)}: {_said(said)}")


def _said(said: str) -> str:
    """The last complaint of git, on one line."""
    lines = [line for line in said.splitlines() if line.startswith(("fatal: ", "error: "))]
    return shown(lines[-1].partition(": ")[2] if lines else said) or "it did not say why."


def _execute(
    top: str, arguments: Sequence[str], variables: dict[str, str], stdin: bytes = b""
) -> tuple[int, bytes, str]:
    """Runs git in `top` with no GIT_ variables but these; exit status, stdout, stderr."""
    import tempfile

    program = git_program()
    # check-ignore refuses to take paths literally; its one caller writes them so that nothing can be meant.
    literally = () if arguments[0] == "check-ignore" else ("--literal-pathspecs",)
    # GitPython gives every child all of os.environ, and reads it itself when it is imported.
    ambient = {name: os.environ.pop(name) for name in list(os.environ) if name.upper().startswith("GIT_")}
    try:
        os.environ["GIT_PYTHON_GIT_EXECUTABLE"] = program
        import git

        with tempfile.TemporaryFile() as given:
            given.write(stdin)
            given.seek(0)
            return git.Git(top).execute(
                [program, "--no-pager", *literally, *arguments],
                istream=given,
                with_extended_output=True,
                with_exceptions=False,
                stdout_as_string=False,
                strip_newline_in_stdout=False,
                shell=False,
                env=variables,
            )
    except (OSError, ImportError) as error:
        raise GitError(f"git cannot be started: {shown(str(error))}") from error
    finally:
        os.environ.pop("GIT_PYTHON_GIT_EXECUTABLE", None)
        os.environ.update(ambient)


def _slashes(path: str) -> str:
    return path.replace(os.sep, "/")
