"""What a GitHub event says about the commits to compare (action.md, section 4).

A payload comes from GitHub, but titles, branch names and the like in it come from anybody: only full commit
ids, names of branches and numbers are taken, and each is proved to be one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from citelock.checks.errors import UsageError
from citelock.checks.text.excerpt import shown

_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_BRANCH = re.compile(r"[^\x00-\x20\x7f~^:?*\[\\]{1,250}")

PULL_REQUESTS = ("pull_request", "pull_request_target")
PLAIN = ("schedule", "workflow_dispatch")
SUPPORTED = (*PULL_REQUESTS, "merge_group", "push", *PLAIN)


class PullRequest(NamedTuple):
    """`head` and `base` are the ids in the payload, `base_branch` the name that it is to be merged into.

    `fork`: its head is in another repository, or that one is gone.
    """

    number: int
    head: str
    base: str
    base_branch: str
    fork: bool


class Event(NamedTuple):
    """One event: `name` is one of SUPPORTED, `sha` what the runner checked out by default.

    `branch` is the branch that was pushed or that a workflow was started on by hand, "" for a tag. `before`
    is None where a push made the branch.
    """

    name: str
    sha: str
    default_branch: str
    pull: PullRequest | None = None
    branch: str = ""
    before: str | None = None
    after: str = ""
    base: str = ""  # of a merge queue
    base_branch: str = ""


def read_event(name: str, sha: str, payload: object, ref: str = "") -> Event:
    """The event of this name and payload; `ref` is the runner's. Raises UsageError for what has no audit."""
    if name not in SUPPORTED:
        raise UsageError(
            f"the event {shown(name, 60) or '(none)'} cannot be audited."
            f" Run on one of: {', '.join(SUPPORTED)}."
        )
    reader = _Reader(name)
    top = reader.mapping(payload, "the payload")
    default = _default_branch(reader, top, needed=name != "schedule")
    commit = reader.commit(sha, "GITHUB_SHA")
    if name in PULL_REQUESTS:
        return Event(name, commit, default, pull=_pull(reader, name, top))
    if name == "merge_group":
        group = reader.mapping(top.get("merge_group"), "merge_group")
        branch = reader.branch(_name(group.get("base_ref")), "merge_group.base_ref")
        return Event(
            name,
            commit,
            default,
            after=reader.commit(group.get("head_sha"), "merge_group.head_sha"),
            base=reader.commit(group.get("base_sha"), "merge_group.base_sha"),
            base_branch=branch,
        )
    if name == "push":
        if top.get("deleted") is True:
            raise UsageError("the push deleted its branch: there is nothing to audit.")
        before = reader.commit(top.get("before"), "before")
        branch = _branch_of(top.get("ref"))
        return Event(
            name,
            commit,
            default,
            branch=branch,
            before=before if before.strip("0") else None,
            after=reader.commit(top.get("after"), "after"),
        )
    return Event(name, commit, default, branch=_branch_of(ref) if name == "workflow_dispatch" else default)


def is_commit_id(text: str) -> bool:
    """Whether the text is a full id of a commit: 40 or 64 hexadecimal digits, and not all zeros."""
    return _ID.fullmatch(text) is not None and bool(text.strip("0"))


def is_branch(text: str) -> bool:
    """Whether git could have a branch of this name, none of whose characters means something elsewhere."""
    return (
        _BRANCH.fullmatch(text) is not None
        and not text.startswith(("-", "/", "."))
        and not text.endswith(("/", ".", ".lock"))
        and not any(bad in text for bad in ("..", "//", "@{", "/."))
    )


def _default_branch(reader: _Reader, top: Mapping[str, object], *, needed: bool) -> str:
    """The name of the default branch; "" where the payload of a schedule does not have it."""
    repository = top.get("repository")
    if not needed and (not isinstance(repository, dict) or repository.get("default_branch") is None):
        return ""
    return reader.branch(reader.mapping(repository, "repository").get("default_branch"), "default_branch")


def _pull(reader: _Reader, name: str, top: Mapping[str, object]) -> PullRequest:
    pull = reader.mapping(top.get("pull_request"), "pull_request")
    head, base = (reader.mapping(pull.get(side), f"pull_request.{side}") for side in ("head", "base"))
    ours = reader.mapping(base.get("repo"), "pull_request.base.repo").get("full_name")
    theirs = head.get("repo")
    return PullRequest(
        number=reader.number(pull.get("number"), "pull_request.number"),
        head=reader.commit(head.get("sha"), "pull_request.head.sha"),
        base=reader.commit(base.get("sha"), "pull_request.base.sha"),
        base_branch=reader.branch(base.get("ref"), "pull_request.base.ref"),
        # With `pull_request_target` the token may write, also for a fork.
        fork=name == "pull_request" and (not isinstance(theirs, dict) or theirs.get("full_name") != ours),
    )


def _branch_of(ref: object) -> str:
    """The branch that a reference names, "" for a tag or anything else."""
    named = isinstance(ref, str) and ref.startswith("refs/heads/")
    return str(ref).removeprefix("refs/heads/") if named else ""


def _name(ref: object) -> object:
    return ref.removeprefix("refs/heads/") if isinstance(ref, str) else ref


class _Reader:
    """Proves what is taken from a payload; every refusal names the event and the place."""

    def __init__(self, event: str) -> None:
        self._event = event

    def mapping(self, value: object, place: str) -> Mapping[str, object]:
        if not isinstance(value, dict):
            self._refuse(place, "is not an object")
        return value

    def commit(self, value: object, place: str) -> str:
        if not isinstance(value, str) or _ID.fullmatch(value) is None:
            self._refuse(place, "is not a full commit id")
        return value

    def branch(self, value: object, place: str) -> str:
        if not isinstance(value, str) or not is_branch(value):
            self._refuse(place, "is not the name of a branch")
        return value

    def number(self, value: object, place: str) -> int:
        if type(value) is not int or not 0 < value < 1 << 53:
            self._refuse(place, "is not a number of a pull request")
        return value

    def _refuse(self, place: str, what: str) -> NoReturn:
        raise UsageError(f"the payload of the event {self._event} is not as GitHub sends it: {place} {what}.")
