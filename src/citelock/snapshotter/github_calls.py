"""What is published on GitHub, as values: check runs, comments, pull requests, issues.

Each function is one call of the API (`github.py`) and gives what came of it or the Problem. Limits of length
and number are the caller's; which of several comments or issues is one's own is decided here, by `is_own`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from citelock.checks.fields import Fields, WrongField, object_field, text_field
from citelock.snapshotter.github import Call, GitHub, Listed, Problem

CHECKS, PULLS, ISSUES = "checks: write", "pull-requests: write", "issues: write"


class Author(NamedTuple):
    """Who wrote something: the login, and whether it is an App's."""

    login: str
    is_bot: bool


class Comment(NamedTuple):
    """A comment below a pull request."""

    number: int
    author: Author
    body: str


class Issue(NamedTuple):
    """An issue; `is_open` or closed."""

    number: int
    author: Author
    title: str
    body: str
    is_open: bool


class PullRequest(NamedTuple):
    """An open pull request; `head_sha` is the commit that it proposes."""

    number: int
    author: Author
    title: str
    body: str
    head_sha: str


def is_own(entry: Comment | Issue | PullRequest, marker: str, login: str) -> bool:
    """Whether it was written by us: it begins with the marker, and the App of this login wrote it.

    Anybody can write the marker first, and a person may have the name of an App without its `[bot]`.
    """
    return entry.body.startswith(marker) and entry.author == Author(login, is_bot=True)


def create_check_run(github: GitHub, body: Mapping[str, object]) -> int | Problem:
    """Starts a check run and gives its number; the body says for which commit, and may complete it."""
    call = Call("POST", "/check-runs", "create the check run", CHECKS, body)
    return github.ask(call, lambda fields: _number(fields, "id"))


def update_check_run(github: GitHub, number: int, body: Mapping[str, object]) -> Problem | None:
    """Adds to a check run; the body may complete it."""
    return github.tell(Call("PATCH", f"/check-runs/{number}", "update the check run", CHECKS, body))


def list_comments(github: GitHub, pull: int) -> Listed[Comment] | Problem:
    """The comments of a pull request (or issue), the oldest first."""
    call = Call("GET", f"/issues/{pull}/comments", "list the comments", PULLS)
    return github.pages(call, _comment)


def create_comment(github: GitHub, pull: int, body: str) -> int | Problem:
    """Comments on a pull request (or issue) and gives the number of the comment."""
    call = Call("POST", f"/issues/{pull}/comments", "write the comment", PULLS, {"body": body})
    return github.ask(call, lambda fields: _number(fields, "id"))


def update_comment(github: GitHub, number: int, body: str) -> Problem | None:
    """Overwrites a comment."""
    path = f"/issues/comments/{number}"
    return github.tell(Call("PATCH", path, "overwrite the comment", PULLS, {"body": body}))


def list_pulls(github: GitHub, head: str, base: str) -> Listed[PullRequest] | Problem:
    """The open pull requests that propose the branch `head` of this repository, not of a fork, to `base`."""
    query = {"state": "open", "head": f"{github.owner}:{head}", "base": base}
    call = Call("GET", "/pulls", "list the pull requests", PULLS, query=query)
    listed = github.pages(call, lambda fields: _pull_of(fields, github.repository, head, base))
    if not isinstance(listed, Listed):
        return listed
    return Listed(tuple(each for each in listed.entries if each is not None), listed.complete)


def create_pull(github: GitHub, head: str, base: str, title: str, body: str) -> int | Problem:
    """Opens a pull request and gives its number."""
    sent = {"head": head, "base": base, "title": title, "body": body}
    call = Call("POST", "/pulls", "open the pull request", PULLS, sent)
    return github.ask(call, lambda fields: _number(fields, "number"))


def update_pull(github: GitHub, number: int, title: str, body: str) -> Problem | None:
    """Overwrites title and body of a pull request."""
    sent = {"title": title, "body": body}
    return github.tell(Call("PATCH", f"/pulls/{number}", "update the pull request", PULLS, sent))


def close_pull(github: GitHub, number: int) -> Problem | None:
    """Closes a pull request, its text as it is."""
    sent = {"state": "closed"}
    return github.tell(Call("PATCH", f"/pulls/{number}", "close the pull request", PULLS, sent))


def list_issues(github: GitHub, label: str) -> Listed[Issue] | Problem:
    """All issues of a label, closed ones too; pull requests, which the API lists among them, are left out."""
    query = {"state": "all", "labels": label, "direction": "asc"}
    call = Call("GET", "/issues", "list the issues", ISSUES, query=query)
    listed = github.pages(call, lambda fields: None if "pull_request" in fields else _issue(fields))
    if not isinstance(listed, Listed):
        return listed
    return Listed(tuple(each for each in listed.entries if each is not None), listed.complete)


def create_issue(github: GitHub, title: str, body: str, label: str) -> int | Problem:
    """Opens an issue and gives its number; GitHub makes the label if there is none of that name."""
    sent = {"title": title, "body": body, "labels": [label]}
    call = Call("POST", "/issues", "open the issue", ISSUES, sent)
    return github.ask(call, lambda fields: _number(fields, "number"))


def update_issue(github: GitHub, number: int, title: str, body: str) -> Problem | None:
    """Overwrites title and body of an issue."""
    sent = {"title": title, "body": body}
    return github.tell(Call("PATCH", f"/issues/{number}", "update the issue", ISSUES, sent))


def _number(fields: Fields, key: str) -> int:
    """A positive number; what goes into the path of another call is nothing else."""
    value = fields.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise WrongField(f"{key}: it is no number of anything")
    return value


def _author(fields: Fields) -> Author:
    """Whoever wrote it; an account that is gone is nobody's."""
    user = object_field(fields, "user")
    return Author(text_field(user, "login"), text_field(user, "type") == "Bot")


def _comment(fields: Fields) -> Comment:
    return Comment(_number(fields, "id"), _author(fields), text_field(fields, "body"))


def _issue(fields: Fields) -> Issue:
    return Issue(
        _number(fields, "number"),
        _author(fields),
        text_field(fields, "title"),
        text_field(fields, "body"),
        text_field(fields, "state") == "open",
    )


def _pull_of(fields: Fields, repository: str, head: str, base: str) -> PullRequest | None:
    """The pull request, if it is one of this repository's own branch `head` to `base`."""
    proposed, to = object_field(fields, "head"), object_field(fields, "base")
    source = object_field(proposed, "repo")  # null when a fork is gone
    full_name = text_field(source, "full_name").lower()
    if full_name != repository.lower() or text_field(proposed, "ref") != head:
        return None
    if text_field(to, "ref") != base:
        return None
    return PullRequest(
        _number(fields, "number"),
        _author(fields),
        text_field(fields, "title"),
        text_field(fields, "body"),
        text_field(proposed, "sha"),
    )
