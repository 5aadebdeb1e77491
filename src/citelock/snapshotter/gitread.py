"""Reading the objects of a commit through git, fetching a commit that is missing, and nothing else of git.

Names, sizes and the bytes of regular files.
The one module that starts child processes. The repository is hostile: no work tree, index, hook, filter,
attribute, replacement or network is used, and no option, path or revision can be mistaken for another
(action.md, section 10).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from citelock.checks.errors import BaseEvidenceMissing, EvidenceError, GitError, UsageError
from citelock.checks.text.excerpt import shown

if TYPE_CHECKING:
    import subprocess

MAX_ENTRIES = 200_000
_MAX_REVISION = 1024
_MAX_LISTING = 256 * 1024 * 1024
_LISTING = 60  # seconds; a million files take three
_TIMEOUT = 120  # seconds for one answer of rev-parse; a listing or a blob comes at the speed of the disk

# They would point git at another repository, index or configuration, or code into every child: whoever set
# them must know that they do not apply here.
REFUSED = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_CONFIG_PARAMETERS",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "LD_PRELOAD",
)
_REGULAR = ("100644", "100755")


class TreeEntry(NamedTuple):
    """One path of a commit: `mode` as git writes it, `size` in bytes.

    `size` is None for a submodule, and for a file whose content is missing or damaged here: `read` says so.
    """

    mode: str
    object_id: str
    size: int | None

    @property
    def regular(self) -> bool:
        """Whether it is an ordinary file: no link, no submodule."""
        return self.mode in _REGULAR


class CommitReader:
    """One commit of the repository whose top level is `top`; `commit` is its full id. Use `open_commit`.

    It starts at most one lasting child, on the first `read`. A pickled copy starts its own.
    """

    def __init__(self, top: str, commit: str) -> None:
        self.top = top
        self.commit = commit
        self._child: subprocess.Popen[bytes] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """A child process cannot be sent to another one."""
        return (CommitReader, (self.top, self.commit))

    def listing(self, paths: Sequence[str], most: int | None = None) -> dict[str, TreeEntry]:
        """All files at or below these paths, by path; more than `most` (None: MAX_ENTRIES) are refused.

        Paths are relative to the top level, with `/`; "" is the top level itself. Absent ones are left out.
        Raises EvidenceError if there are too many or one path is that of two files, BaseEvidenceMissing if
        objects are missing.
        """
        command = ["ls-tree", "-r", "-l", "-z", "--full-tree", self.commit]
        if "" not in paths:
            command += ["--", *paths]
        output = _output(self.top, command, self.commit, MAX_ENTRIES if most is None else most)
        entries: dict[str, TreeEntry] = {}
        for line in output.split(b"\0")[:-1]:
            facts, _, written = line.partition(b"\t")
            mode, _, object_id, size = facts.decode("ascii").split()
            name = written.decode("utf-8", "surrogateescape")
            if name in entries:
                raise _two_in_one(self.commit, name)
            entries[name] = TreeEntry(mode, object_id, int(size) if size.isdecimal() else None)
        # Sorted like this, what is in a folder comes right behind a file of the folder's name.
        for path, following in pairwise(sorted(f"{name}/" for name in entries)):
            if following.startswith(path):
                raise _two_in_one(self.commit, path[:-1])
        return entries

    def read(self, entry: TreeEntry) -> bytes:
        """The bytes of a file, as they are in the repository: no line-end conversion, no filter."""
        child = self._child or self.start()
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(entry.object_id.encode("ascii") + b"\n")
            child.stdin.flush()
            header = child.stdout.readline().split()
            if len(header) == 3 and header[:2] == [entry.object_id.encode("ascii"), b"blob"]:
                size = int(header[2])
                content = child.stdout.read(size + 1)
                if len(content) == size + 1:
                    return content[:-1]
        except OSError:
            header = []
        self.close()
        if len(header) == 2:
            raise BaseEvidenceMissing(_missing_objects(self.commit))
        raise GitError(f"git ended while {entry.object_id} of {self.top} was read. Run git fsck there.")

    def close(self) -> None:
        """Ends the child."""
        child, self._child = self._child, None
        if child is None:
            return
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue  # it is gone already
        import subprocess

        try:
            child.wait(5)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()

    def start(self) -> subprocess.Popen[bytes]:
        """Starts the child now, for whoever may not start one later; there must be none yet."""
        import subprocess

        self._child = subprocess.Popen(
            _command(self.top, ["cat-file", "--batch"]),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.top,
            env=_environment(self.top),
        )
        return self._child


def open_commit(top: str | None, revision: str) -> CommitReader:
    """The commit that `revision` names in the repository at `top`, as `roots.top_level` finds it.

    Raises UsageError for what is no revision at all or for a refused environment, BaseEvidenceMissing if
    there is no such commit here.
    """
    if (
        not revision
        or revision.startswith("-")
        or len(revision) > _MAX_REVISION
        or not revision.isprintable()
    ):
        raise UsageError(
            f"{shown(revision) or 'an empty text'} is not a revision. Write a commit id, a tag or a branch."
        )
    if top is None:
        raise BaseEvidenceMissing("there is no git repository here, so no commit to read evidence from.")
    output = _run(top, ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"])
    commit = output.decode("ascii", "replace").strip() if output is not None else ""
    if len(commit) not in (40, 64) or commit.strip("0123456789abcdef"):
        raise BaseEvidenceMissing(
            f"the commit {shown(revision)} is not in the repository {shown(top)}."
            " Fetch it first: git fetch origin and the branch; in a workflow, check out with fetch-depth: 0."
        )
    return CommitReader(top, commit)


def has_commit(top: str, commit: str) -> bool:
    """Whether the commit of this full id is among the objects at hand."""
    return (
        _run(top, ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}"])
        is not None
    )


def parents_of(top: str, commit: str) -> tuple[str, ...]:
    """The ids of a commit's parents as it names them, also where a shallow clone ends.

    Raises BaseEvidenceMissing if the commit is not here.
    """
    content = _run(top, ["cat-file", "commit", commit])
    if content is None:
        raise BaseEvidenceMissing(_missing_objects(commit))
    # Behind the tree and nowhere else: git passes over a line of that name further down.
    lines = content.decode("utf-8", "replace").split("\n")[1:]
    return tuple(line.removeprefix("parent ") for line in takewhile(_names_a_parent, lines))


def _names_a_parent(line: str) -> bool:
    return line.startswith("parent ")


def merge_bases(top: str, one: str, other: str) -> tuple[str, ...] | None:
    """The best common ancestors of two commits, none where their whole histories have nothing in common.

    None where the history between them is not at hand, as in a shallow clone.
    """
    output = _run(top, ["merge-base", "--all", one, other])
    if output is not None:
        return tuple(sorted(output.decode("ascii", "replace").split()))
    # Older versions of git answer the same where a parent is missing and where there is no common one.
    walked = _run(top, ["rev-list", "--max-parents=0", "--max-count=1", one, other, "--"])
    return None if walked is None else ()


def merged_tree(top: str, base: str, head: str) -> str | None:
    """The id of the tree that merging two commits gives, written to the repository; None if they conflict.

    None too where git is too old (before 2.38) or the history between them is not at hand.
    """
    output = _run(top, ["merge-tree", "--write-tree", "--end-of-options", base, head])
    return None if output is None else output.decode("ascii", "replace").split("\n", 1)[0].strip()


def objects_folder(top: str) -> str:
    """The folder of objects of the repository at `top`, also for a worktree. Raises GitError."""
    output = _run(top, ["rev-parse", "--path-format=absolute", "--git-path", "objects"])
    if output is None:
        raise GitError(f"git does not say where the objects of {shown(top)} are. Run git fsck there.")
    return os.fsdecode(output).removesuffix("\n")


def fetch_commit(top: str, address: str, name: str, token: str) -> str | None:
    """Fetches one commit by id or reference, without its history; its id, or None if it cannot be had."""
    kept = "refs/citelock/fetched"
    if not _fetched(top, ["--depth=1"], address, [f"+{name}:{kept}"], token):
        return None
    output = _run(top, ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{kept}^{{commit}}"])
    return None if output is None else output.decode("ascii", "replace").strip()


def fetch_history(top: str, address: str, commits: Sequence[str], token: str) -> bool:
    """Fetches all commits that these came from, without any file; whether that was possible.

    `top` is a repository that is for nothing else: its commits have no trees.
    """
    wanted = [f"+{commit}:refs/citelock/{commit}" for commit in commits]
    try:
        return _fetched(top, ["--filter=tree:0"], address, wanted, token)
    except GitError:
        return False  # a history too long to wait for


def _fetched(top: str, options: Sequence[str], address: str, wanted: Sequence[str], token: str) -> bool:
    """Whether these references of the web address could be fetched.

    The token is in the environment of the child alone, and sent to that address only (action.md, sections 4
    and 13).
    """
    from base64 import b64encode

    extra = {"gc.auto": "0", "maintenance.auto": "false", "protocol.version": "2"}
    extra["http.followRedirects"] = "false"  # git would send the token on to wherever it is led
    if token and address.startswith(("https://", "http://")):
        secret = b64encode(f"x-access-token:{token}".encode()).decode("ascii")
        extra[f"http.{address}.extraHeader"] = f"AUTHORIZATION: basic {secret}"
    command = [
        "fetch",
        "--quiet",
        *options,
        "--no-tags",
        "--no-recurse-submodules",
        "--no-write-fetch-head",
    ]
    environment = _environment(top, extra) | {"GIT_ALLOW_PROTOCOL": address.partition(":")[0]}
    return _run(top, [*command, "--", address, *wanted], environment) is not None


def _missing_objects(commit: str) -> str:
    return (
        f"objects of commit {commit} are missing here (a partial clone?). Fetch them: git fetch --refetch;"
        " in a workflow, check out without a filter."
    )


def _two_in_one(commit: str, path: str) -> EvidenceError:
    """No git writes such a tree, and each program that reads it sees another of the two files."""
    return EvidenceError(
        f"commit {commit} has two files, or a file and a folder, at {shown(path, 200)}: which of them counts"
        " cannot be told. Make the commit again from its files."
    )


def _run(top: str, arguments: list[str], environment: dict[str, str] | None = None) -> bytes | None:
    """The output of a short git command; None if it ended with an error."""
    import subprocess

    try:
        done = subprocess.run(
            _command(top, arguments),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=top,
            env=environment or _environment(top),
            timeout=_TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise GitError(f"git did not answer within {_TIMEOUT} s in {shown(top)}.") from error
    except OSError as error:
        raise _cannot_start(error) from error
    return done.stdout if done.returncode == 0 else None


def _output(top: str, arguments: list[str], commit: str, most: int) -> bytes:
    """The output of a listing, read in pieces and given up when it has too many entries or takes too long."""
    import subprocess
    from threading import Timer

    try:
        child = subprocess.Popen(
            _command(top, arguments),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=top,
            env=_environment(top),
        )
    except OSError as error:
        raise _cannot_start(error) from error
    assert child.stdout is not None
    pieces: list[bytes] = []
    entries = size = 0
    # A tree of empty trees has nothing to say and takes for ever to say it.
    watch = Timer(_LISTING, child.kill)
    watch.daemon = True
    watch.start()
    try:
        while piece := child.stdout.read(1024 * 1024):
            pieces.append(piece)
            entries += piece.count(b"\0")
            size += len(piece)
            if entries > most or size > _MAX_LISTING:
                raise EvidenceError(
                    f"commit {commit} has more than {most:,} files where it is read. Split it."
                )
        code = child.wait(_TIMEOUT)
        if code != 0 and not watch.is_alive():
            raise EvidenceError(f"the files of commit {commit} could not be listed within {_LISTING} s.")
        if code != 0:
            raise BaseEvidenceMissing(_missing_objects(commit))
    finally:
        watch.cancel()
        child.stdout.close()
        if child.poll() is None:
            child.kill()
            child.wait()
    return b"".join(pieces)


def _command(top: str, arguments: list[str]) -> list[str]:
    """The explicit git folder leaves nothing to discover; it may be the file of a worktree or submodule."""
    return [
        git_program(),
        "--no-pager",
        "--literal-pathspecs",
        f"--git-dir={os.path.join(top, '.git')}",
        *arguments,
    ]


def git_program() -> str:
    """Where git is: an absolute folder of PATH only, so that no folder under audit can supply it.

    Raises GitError if there is none.
    """
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.get_exec_path():
        path = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise GitError(
        "git is not installed, or not on PATH. Install it, or leave --evidence-from and --commit out."
    )


def _environment(top: str, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The child's environment; `extra` are more settings of git.

    Nothing of ours that begins with GIT_, and every switch that keeps git from acting.
    Raises UsageError if a variable that would redirect git is set.
    """
    refuse_redirection()
    settings = {
        "safe.directory": top,
        "safe.bareRepository": "explicit",
        "core.fsmonitor": "false",
        "core.hooksPath": os.devnull,
        "core.commitGraph": "false",  # a file beside the objects that says who whose parent is, unproved
        **(extra or {}),
    }
    environment = {name: value for name, value in os.environ.items() if not name.upper().startswith("GIT_")}
    environment |= {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",  # git before 2.45 ignores GIT_NO_LAZY_FETCH: its fetch has no way out
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_CONFIG_COUNT": str(len(settings)),
        "LC_ALL": "C",
    }
    for place, (key, value) in enumerate(settings.items()):
        environment[f"GIT_CONFIG_KEY_{place}"] = key
        environment[f"GIT_CONFIG_VALUE_{place}"] = value
    return environment


def refuse_redirection() -> None:
    """Raises UsageError if a variable is set that would point git at another repository or index."""
    present = [name for name in REFUSED if os.environ.get(name)]
    if present:
        raise UsageError(
            f"{present[0]} is set, and evidence must not be redirected by it. Unset it: unset {present[0]}"
        )


def _cannot_start(error: OSError) -> GitError:
    return GitError(f"git cannot be started: {error.strerror or error}")
