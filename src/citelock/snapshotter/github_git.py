"""Commits and branches made on GitHub without a clone: blob, tree, commit, ref (action.md, section 11).

Each function is one call of the API (`github.py`). Names of branches are ours and never come from data.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from typing import NamedTuple

from citelock.checks.fields import Fields, WrongField, object_field
from citelock.snapshotter.github import Call, GitHub, Problem, Refused

CONTENTS = "contents: write"
_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class Entry(NamedTuple):
    """A regular file of a tree, with the id of its blob."""

    path: str
    blob: str


class Commit(NamedTuple):
    """The tree and the parents of a commit, as full ids."""

    tree: str
    parents: tuple[str, ...]


def is_id(text: str) -> bool:
    """Whether this is the full id of a git object."""
    return _ID.fullmatch(text) is not None


def create_blob(github: GitHub, content: bytes) -> str | Problem:
    """Stores the bytes and gives the blob's id."""
    sent = {"content": base64.b64encode(content).decode("ascii"), "encoding": "base64"}
    return github.ask(Call("POST", "/git/blobs", "store a file", CONTENTS, sent), _sha)


def create_tree(github: GitHub, base_tree: str, entries: Sequence[Entry]) -> str | Problem:
    """The id of the tree that is `base_tree` with these regular files put in or replaced."""
    listed = [{"path": each.path, "mode": "100644", "type": "blob", "sha": each.blob} for each in entries]
    sent = {"base_tree": base_tree, "tree": listed}
    return github.ask(Call("POST", "/git/trees", "store a tree", CONTENTS, sent), _sha)


def create_commit(github: GitHub, message: str, tree: str, parent: str) -> str | Problem:
    """Stores a commit and gives its id. No author is named, so that GitHub signs for the token's App."""
    sent = {"message": message, "tree": tree, "parents": [parent]}
    return github.ask(Call("POST", "/git/commits", "store a commit", CONTENTS, sent), _sha)


def read_commit(github: GitHub, commit: str) -> Commit | Problem:
    """The tree and parents of a commit, of which the full id is given."""
    assert is_id(commit)
    return github.ask(Call("GET", f"/git/commits/{commit}", "read a commit", CONTENTS), _commit)


def read_branch(github: GitHub, branch: str) -> str | Problem | None:
    """The id of the commit that the branch is at; None where there is no such branch."""
    call = Call("GET", f"/git/ref/heads/{branch}", "read the branch", CONTENTS)
    found = github.ask(call, lambda fields: _ref(fields, branch))
    return None if isinstance(found, Refused) and found.status == 404 else found


def create_branch(github: GitHub, branch: str, commit: str) -> Problem | None:
    """Makes a branch at a commit."""
    sent = {"ref": f"refs/heads/{branch}", "sha": commit}
    return github.tell(Call("POST", "/git/refs", "make the branch", CONTENTS, sent))


def move_branch(github: GitHub, branch: str, commit: str) -> Problem | None:
    """Points a branch at another commit, wherever that one stands."""
    sent = {"sha": commit, "force": True}
    return github.tell(Call("PATCH", f"/git/refs/heads/{branch}", "move the branch", CONTENTS, sent))


def delete_branch(github: GitHub, branch: str) -> Problem | None:
    """Deletes a branch."""
    return github.tell(Call("DELETE", f"/git/refs/heads/{branch}", "delete the branch", CONTENTS))


def _sha(fields: Fields) -> str:
    value = fields.get("sha")
    if not isinstance(value, str) or not is_id(value):
        raise WrongField("sha: it is no id of git")
    return value


def _ref(fields: Fields, branch: str) -> str:
    if fields.get("ref") != f"refs/heads/{branch}":
        raise WrongField("ref: it is another branch")
    return _sha(object_field(fields, "object"))


def _commit(fields: Fields) -> Commit:
    parents = fields.get("parents")
    if not isinstance(parents, list) or not all(isinstance(each, dict) for each in parents):
        raise WrongField("parents: it is no list of commits")
    return Commit(_sha(object_field(fields, "tree")), tuple(map(_sha, parents)))
