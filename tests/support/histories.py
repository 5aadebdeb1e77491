"""Git repositories made for a test: commits of given files, parents and modes, in a process or two each.

`git fast-import` writes them, so a tree may hold what no disk does: names that differ in case only, links,
submodules, names with dots.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple


class Link(NamedTuple):
    """A symbolic link in a tree."""

    target: str


class Submodule(NamedTuple):
    """A submodule in a tree, at this commit."""

    commit: str


File = str | bytes | Link | Submodule | None  # None takes a file away
ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ALLOW_PROTOCOL": "file:http",
}
_WHO = "Test <test@example.org> 1704067200 +0000"


def git(folder: Path, *arguments: str) -> str:
    """What git says, without the last line end."""
    done = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env=os.environ | ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


class History:
    """One repository with a work tree that nobody checked out."""

    def __init__(self, folder: Path, *, hashes: str = "sha1") -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        git(folder, "init", "-q", "-b", "main", f"--object-format={hashes}", ".")
        git(folder, "config", "uploadpack.allowFilter", "true")
        git(folder, "config", "uploadpack.allowAnySHA1InWant", "true")
        git(folder, "config", "http.receivepack", "false")

    def commit(
        self,
        files: Mapping[str, File],
        *parents: str,
        branch: str = "main",
        clear: bool = False,
    ) -> str:
        """A commit on top of these parents (none: the first), and the branch moved to it; its id.

        The tree is that of the first parent, or empty with `clear`, with these files in it.
        """
        lines = [
            f"reset refs/heads/{branch}".encode(),
            b"",
            f"commit refs/heads/{branch}".encode(),
            b"mark :1",
        ]
        lines += [f"author {_WHO}".encode(), f"committer {_WHO}".encode(), b"data 1", b"x"]
        lines += [f"{'merge' if place else 'from'} {parent}".encode() for place, parent in enumerate(parents)]
        if clear:
            lines.append(b"deleteall")
        for path, content in files.items():
            lines += _change(path, content)
        lines += [b"", b"get-mark :1", b"done", b""]
        done = subprocess.run(
            ["git", "fast-import", "--quiet", "--force", "--done"],
            cwd=self.folder,
            env=os.environ | ENVIRONMENT,
            input=b"\n".join(lines),
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode().strip()

    def merge(self, base: str, head: str, files: Mapping[str, File] | None = None) -> str:
        """What GitHub makes of a pull request: base and head together, as `refs/pull/1/merge`.

        The tree is that of `head` unless `files` are given, which then are put on top of base's.
        """
        if files is not None:
            made = self.commit(files, base, head, branch="merged")
        else:
            tree = git(self.folder, "rev-parse", f"{head}^{{tree}}")
            made = git(self.folder, "commit-tree", tree, "-p", base, "-p", head, "-m", "merge")
        git(self.folder, "update-ref", "refs/pull/1/merge", made)
        git(self.folder, "update-ref", "refs/pull/1/head", head)
        return made

    def checkout(self, target: Path, commit: str, *options: str) -> Path:
        """A clone as actions/checkout makes one: this commit fetched by its id, and its files."""
        target.mkdir(parents=True)
        hashes = "sha256" if len(commit) == 64 else "sha1"
        git(target, "init", "-q", f"--object-format={hashes}", ".")
        git(target, "remote", "add", "origin", self.folder.as_uri())
        git(target, "fetch", "-q", "--no-tags", *options, "origin", f"+{commit}:refs/remotes/pull/1/merge")
        git(target, "checkout", "-q", "--detach", commit)
        return target


def _change(path: str, content: File) -> Sequence[bytes]:
    name = b'"' + "".join(_quoted(each) for each in path).encode("utf-8", "surrogateescape") + b'"'
    if content is None:
        return [b"D " + name]
    if isinstance(content, Submodule):
        return [b"M 160000 " + content.commit.encode() + b" " + name]
    mode = b"120000" if isinstance(content, Link) else b"100644"
    if isinstance(content, Link):
        content = content.target
    data = content.encode() if isinstance(content, str) else content
    return [b"M " + mode + b" inline " + name, b"data %d" % len(data), data]


def _quoted(character: str) -> str:
    return {"\\": "\\\\", '"': '\\"', "\n": "\\n"}.get(character, character)
