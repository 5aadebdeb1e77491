"""Payloads of GitHub's events with the ids of a repository that a test made (tests/data/github_events)."""

from __future__ import annotations

import json
from pathlib import Path

Json = dict[str, object]
_FOLDER = Path(__file__).parents[1] / "data" / "github_events"
NOTHING = "0" * 40


def payload(name: str) -> Json:
    """One payload as GitHub sent it, by the name of its file without `.json`."""
    value = json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))
    assert isinstance(value, dict)
    return value


def pull_request(
    head: str,
    base: str,
    *,
    base_branch: str = "main",
    default: str = "main",
    name: str = "pull_request.opened",
) -> Json:
    """A pull request number 1 from `head` into `base`."""
    value = payload(name)
    _of(value, "repository")["default_branch"] = default
    pull = _of(value, "pull_request")
    pull["number"] = value["number"] = 1
    _of(pull, "head")["sha"] = head
    _of(pull, "base").update(sha=base, ref=base_branch)
    return value


def merge_group(head: str, base: str, *, base_branch: str = "main", default: str = "main") -> Json:
    """A merge queue's request."""
    value = payload("merge_group.checks_requested")
    _of(value, "repository")["default_branch"] = default
    _of(value, "merge_group").update(head_sha=head, base_sha=base, base_ref=f"refs/heads/{base_branch}")
    return value


def push(after: str, before: str = NOTHING, *, branch: str = "main", default: str = "main") -> Json:
    """A push to a branch."""
    value = payload("push.branch")
    _of(value, "repository")["default_branch"] = default
    value.update(after=after, before=before, ref=f"refs/heads/{branch}")
    return value


def plain(default: str = "main") -> Json:
    """What a schedule or a person started: of the payload only the repository counts."""
    value = {"repository": payload("push.branch")["repository"]}
    _of(value, "repository")["default_branch"] = default
    return value


def _of(value: Json, key: str) -> Json:
    inner = value[key]
    assert isinstance(inner, dict)
    return inner
