"""A repository that git may be asked to write to, and the git that is asked.

The only module that imports GitPython, which starts git; reading evidence is `gitread.py`. No hook, filter,
monitor, signature program or network is ever used, whatever the repository is configured to do
(metadata.md, section 8).
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence

from citelock.checks.errors import CannotCommit, DubiousOwnership, GitError, NoRepository
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.git_settings import environment, neutral_settings, parsed
from citelock.snapshotter.gitread import git_program, refuse_redirection
from citelock.snapshotter.roots import top_level


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
            found[slashes(inside)] = slashes(path)
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


def slashes(path: str) -> str:
    """A path with the separators of git."""
    return path.replace(os.sep, "/")
