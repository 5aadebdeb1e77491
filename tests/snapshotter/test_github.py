"""The client of GitHub's API against a server that judges every call as GitHub would."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator

import pytest

from citelock.checks.errors import UsageError
from citelock.snapshotter import github_calls as calls
from citelock.snapshotter import github_git as git
from citelock.snapshotter.github import (
    PAGES,
    PER_PAGE,
    Call,
    GitHub,
    Listed,
    Problem,
    Refused,
    Token,
    Unavailable,
)
from tests.support.clocks import PatientClock
from tests.support.github_api import BOT, GitHubApi, github_api, translated
from tests.support.patience import PATIENCE, wait_until

STRANGER = {"login": "some-agent", "type": "User"}
OUTPUT = {"title": "Title", "summary": "Summary"}
RUN = {"name": "Citation audit", "head_sha": "a" * 40, "status": "in_progress", "output": OUTPUT}
NOTED = {
    "path": "claims.json",
    "start_line": 3,
    "end_line": 3,
    "annotation_level": "failure",
    "message": "wrong year",
    "title": "c1",
    "start_column": 5,
    "end_column": 9,
}


@pytest.fixture
def api() -> Iterator[GitHubApi]:
    with github_api() as running:
        running.commit("main", {"README.md": b"hello", "cache/a.json": b"{}"})
        yield running


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


@pytest.fixture
def github(api: GitHubApi, clock: PatientClock) -> Iterator[GitHub]:
    client = GitHub(api.url, api.repository, Token(api.token), clock=clock, whole=PATIENCE)
    yield client
    client.close()


def number(value: int | Problem) -> int:
    assert isinstance(value, int), value
    return value


def text(value: str | Problem | None) -> str:
    assert isinstance(value, str), value
    return value


def test_a_check_run_is_made_filled_and_completed(api: GitHubApi, github: GitHub) -> None:
    run = number(calls.create_check_run(github, RUN))
    assert api.check_runs[run]["status"] == "in_progress"
    more = {"output": {**OUTPUT, "annotations": [NOTED] * 50}}
    assert calls.update_check_run(github, run, more) is None
    last = {"status": "completed", "conclusion": "failure", "output": {**OUTPUT, "annotations": [NOTED]}}
    assert calls.update_check_run(github, run, last) is None
    made = api.check_runs[run]
    assert (made["status"], made["conclusion"], made["head_sha"]) == ("completed", "failure", "a" * 40)
    assert made["output"]["annotations"] == [NOTED] * 51


def test_comments_are_listed_over_pages_written_and_overwritten(api: GitHubApi, github: GitHub) -> None:
    for place in range(PER_PAGE + 1):
        api.add(api.comments, user=STRANGER, body=f"said {place}", on=7)
    made = number(calls.create_comment(github, 7, "<!-- citelock:x -->\nfirst"))
    assert calls.update_comment(github, made, "<!-- citelock:x -->\nsecond") is None
    listed = calls.list_comments(github, 7)
    assert isinstance(listed, Listed)
    assert listed.complete
    assert [entry.body for entry in listed.entries][-2:] == ["said 50", "<!-- citelock:x -->\nsecond"]
    assert [entry.number for entry in listed.entries if entry.author.is_bot] == [made]


def test_a_list_without_end_is_read_up_to_a_bound_and_says_so(api: GitHubApi, github: GitHub) -> None:
    for _ in range(PER_PAGE * PAGES + 1):
        api.add(api.comments, user=STRANGER, on=7)
    listed = calls.list_comments(github, 7)
    assert isinstance(listed, Listed)
    assert (len(listed.entries), listed.complete) == (PER_PAGE * PAGES, False)


@pytest.mark.parametrize(
    ("body", "user"),
    [
        ("<!-- citelock:x -->\nforged", STRANGER),
        ("<!-- citelock:x -->\nforged", {"login": "github-actions[bot]", "type": "User"}),
        ("<!-- citelock:x -->\nforged", {"login": "other-app[bot]", "type": "Bot"}),
        ("quoted:\n<!-- citelock:x -->", BOT),
        ("<!-- citelock:x -->\nof an account that is gone", None),
    ],
)
def test_a_marker_of_a_stranger_makes_nothing_our_own(
    api: GitHubApi, github: GitHub, body: str, user: dict[str, str]
) -> None:
    api.add(api.comments, user=user, body=body, on=7)
    listed = calls.list_comments(github, 7)
    assert isinstance(listed, Listed)
    (comment,) = listed.entries
    assert not calls.is_own(comment, "<!-- citelock:x -->", "github-actions[bot]")


def test_a_comment_that_begins_with_the_marker_and_is_the_app_s_is_our_own(
    api: GitHubApi, github: GitHub
) -> None:
    number(calls.create_comment(github, 7, "<!-- citelock:x -->\nours"))
    listed = calls.list_comments(github, 7)
    assert isinstance(listed, Listed)
    assert calls.is_own(listed.entries[0], "<!-- citelock:x -->", "github-actions[bot]")


def test_a_commit_is_made_from_blobs_without_an_author_and_a_branch_follows_it(
    api: GitHubApi, github: GitHub
) -> None:
    base = text(git.read_branch(github, "main"))
    read = git.read_commit(github, base)
    assert isinstance(read, git.Commit)
    blob = text(git.create_blob(github, "é\n".encode()))
    tree = text(git.create_tree(github, read.tree, [git.Entry("cache/b.json", blob)]))
    commit = text(git.create_commit(github, "citations: 1 retraction\n", tree, base))
    assert git.read_branch(github, "citelock/refresh") is None
    assert git.create_branch(github, "citelock/refresh", commit) is None
    assert git.read_branch(github, "citelock/refresh") == commit
    assert api.files("citelock/refresh") == {
        "README.md": b"hello",
        "cache/a.json": b"{}",
        "cache/b.json": "é\n".encode(),
    }
    assert (api.commits[commit].parents, api.commits[commit].author) == ([base], None)
    other = text(git.create_commit(github, "another", tree, base))
    assert git.move_branch(github, "citelock/refresh", other) is None
    assert api.branches["citelock/refresh"] == other
    assert git.delete_branch(github, "citelock/refresh") is None
    assert "citelock/refresh" not in api.branches


def test_only_a_pull_request_of_the_own_branch_to_the_base_is_listed(api: GitHubApi, github: GitHub) -> None:
    api.commit("citelock/refresh", {"x": b""})
    api.commit("other", {"x": b""})
    common = {"head": "citelock/refresh", "base": "main"}
    api.add(api.pulls, **{**common, "base": "other"})
    api.add(api.pulls, **common, repository="octo/fork")
    api.add(api.pulls, **common, repository="")
    api.add(api.pulls, **common, state="closed")
    made = number(calls.create_pull(github, "citelock/refresh", "main", "title", "body"))
    listed = calls.list_pulls(github, "citelock/refresh", "main")
    assert isinstance(listed, Listed)
    assert [(each.number, each.title, each.body, each.author.login) for each in listed.entries] == [
        (made, "title", "body", "github-actions[bot]")
    ]
    assert calls.update_pull(github, made, "new title", "new body") is None
    assert calls.close_pull(github, made) is None
    assert (api.pulls[made].title, api.pulls[made].body, api.pulls[made].state) == (
        "new title",
        "new body",
        "closed",
    )


def test_issues_of_a_label_are_listed_closed_ones_too_and_no_pull_requests(
    api: GitHubApi, github: GitHub
) -> None:
    made = number(calls.create_issue(github, "title", "body", "citelock"))
    api.issues[made].state = "closed"
    api.add(api.issues, title="of no label")
    api.add(api.pulls, title="a pull request", labels=["citelock"])
    listed = calls.list_issues(github, "citelock")
    assert isinstance(listed, Listed)
    assert [(each.number, each.is_open) for each in listed.entries] == [(made, False)]
    assert calls.update_issue(github, made, "title", "new") is None
    assert api.issues[made].body == "new"


Ask = Callable[[GitHub], object]
EVERY_CALL: dict[str, Ask] = {
    "check run": lambda github: calls.create_check_run(github, RUN),
    "check run update": lambda github: calls.update_check_run(github, 1, {"output": OUTPUT}),
    "comments": lambda github: calls.list_comments(github, 1),
    "comment": lambda github: calls.create_comment(github, 1, "b"),
    "comment update": lambda github: calls.update_comment(github, 1, "b"),
    "pulls": lambda github: calls.list_pulls(github, "h", "b"),
    "pull": lambda github: calls.create_pull(github, "h", "b", "t", "b"),
    "pull update": lambda github: calls.update_pull(github, 1, "t", "b"),
    "pull close": lambda github: calls.close_pull(github, 1),
    "issues": lambda github: calls.list_issues(github, "l"),
    "issue": lambda github: calls.create_issue(github, "t", "b", "l"),
    "issue update": lambda github: calls.update_issue(github, 1, "t", "b"),
    "blob": lambda github: git.create_blob(github, b""),
    "tree": lambda github: git.create_tree(github, "a" * 40, []),
    "commit": lambda github: git.create_commit(github, "m", "a" * 40, "b" * 40),
    "read commit": lambda github: git.read_commit(github, "a" * 40),
    "branch": lambda github: git.create_branch(github, "b", "a" * 40),
    "branch move": lambda github: git.move_branch(github, "b", "a" * 40),
    "branch delete": lambda github: git.delete_branch(github, "b"),
}


@pytest.mark.parametrize("name", EVERY_CALL)
@pytest.mark.parametrize("status", [401, 403, 404, 409, 422])
def test_a_refusal_is_a_value_with_its_status_and_is_not_repeated(
    api: GitHubApi, github: GitHub, name: str, status: int
) -> None:
    api.fail(str(status))
    refused = EVERY_CALL[name](github)
    assert isinstance(refused, Refused)
    assert refused.status == status
    assert len(api.calls) == 1
    assert ("permission" in refused.sentence) == (status in (401, 403, 404))


@pytest.mark.parametrize("name", EVERY_CALL)
@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_fault_that_passes_is_tried_three_times(
    api: GitHubApi, github: GitHub, clock: PatientClock, name: str, status: int
) -> None:
    api.fail(str(status))
    gone = EVERY_CALL[name](github)
    assert isinstance(gone, Unavailable)
    assert gone.reason == f"it answered {status}, 3 times"
    assert (len(api.calls), clock.slept) == (3, [1.0, 2.0])


@pytest.mark.parametrize("name", EVERY_CALL)
def test_a_server_that_is_silent_is_given_up_in_time_and_not_asked_again(
    api: GitHubApi, clock: PatientClock, name: str
) -> None:
    api.fail("hang")
    hurried = GitHub(api.url, api.repository, Token(api.token), clock=clock, whole=0.5)
    gone = EVERY_CALL[name](hurried)
    hurried.close()
    assert isinstance(gone, Unavailable)
    assert "within" in gone.reason
    wait_until(lambda: api.calls != [])  # it may have hung up before the server heard of it
    assert len(api.calls) == 1


READING = sorted(
    set(EVERY_CALL)
    - {name for name in EVERY_CALL if name.split(" ")[-1] in ("update", "close", "move", "delete")}
    - {"branch"}
)


@pytest.mark.parametrize("name", READING)
@pytest.mark.parametrize("mode", ["garbage", "cut", "web page", "other", "huge"])
def test_an_answer_that_is_none_of_the_api_is_no_success(
    api: GitHubApi, github: GitHub, name: str, mode: str
) -> None:
    api.fail(mode)
    gone = EVERY_CALL[name](github)
    assert isinstance(gone, Unavailable)
    assert "\n" not in gone.sentence


def test_a_fault_that_has_passed_is_no_fault(api: GitHubApi, github: GitHub) -> None:
    api.fail("503", times=2)
    number(calls.create_comment(github, 7, "said"))
    assert len(api.comments) == 1


@pytest.mark.parametrize(
    ("status", "asked", "waited"),
    [("429", "7", [7.0, 7.0]), ("403", "5", [5.0, 5.0]), ("503", "1", [1.0, 2.0])],
)
def test_what_the_server_asks_to_wait_is_waited(
    api: GitHubApi, github: GitHub, clock: PatientClock, status: str, asked: str, waited: list[float]
) -> None:
    api.retry_after = asked
    api.fail(status)
    assert isinstance(calls.create_comment(github, 7, "said"), Unavailable)
    assert clock.slept == waited


@pytest.mark.parametrize("asked", ["31", "999999"])
def test_a_server_that_wants_to_be_left_alone_for_long_is(
    api: GitHubApi, github: GitHub, clock: PatientClock, asked: str
) -> None:
    api.retry_after = asked
    api.fail("429")
    gone = calls.create_comment(github, 7, "said")
    assert isinstance(gone, Unavailable)
    assert asked in gone.reason
    assert (len(api.calls), clock.slept) == (1, [])


@pytest.mark.parametrize("asked", ["9" * 40, "-1", "soon", "Wed, 21 Oct 2099 07:28:00 GMT", "1e9"])
def test_a_waiting_time_that_is_none_is_not_waited(
    api: GitHubApi, github: GitHub, clock: PatientClock, asked: str
) -> None:
    api.retry_after = asked
    api.fail("429")
    assert isinstance(calls.create_comment(github, 7, "said"), Unavailable)
    assert clock.slept == [1.0, 2.0]


def test_a_redirect_is_not_followed_and_the_token_stays_here(api: GitHubApi, github: GitHub) -> None:
    with github_api() as other:
        api.fail(f"redirect:{other.url}/repos/octo/demo/issues/7/comments")
        refused = calls.list_comments(github, 7)
        assert isinstance(refused, Refused)
        assert refused.status == 307
        assert other.calls == []


def test_nobody_at_the_address_is_a_value(api: GitHubApi, clock: PatientClock) -> None:
    client = GitHub("http://127.0.0.1:9", api.repository, Token(api.token), clock=clock, whole=PATIENCE)
    gone = calls.create_comment(client, 7, "said")
    assert isinstance(gone, Unavailable)
    assert gone.sentence == "GitHub did not write the comment: the connection failed"


@pytest.mark.parametrize(
    "base",
    [
        "http://api.github.com",
        "http://10.0.0.1",
        "ftp://api.github.com",
        "https://user:pass@api.github.com",
        "https://api.github.com?x=1",
        "",
        "api.github.com",
    ],
)
def test_an_address_that_a_token_must_not_go_to_is_refused(base: str) -> None:
    with pytest.raises(UsageError, match="GITHUB_API_URL"):
        GitHub(base, "octo/demo", Token("t"))


@pytest.mark.parametrize(
    "name", ["octo", "octo/demo/x", "../demo", "octo/..", "octo/de mo", "octo/demo?x", "o\n/x", ""]
)
def test_a_repository_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="GITHUB_REPOSITORY"):
        GitHub("https://api.github.com", name, Token("t"))


SECRET = "ghs_secretOfATest"


@pytest.mark.parametrize("wrong", ["", " ", f"{SECRET}\n", f"{SECRET} {SECRET}", f"{SECRET}é", "x" * 5000])
def test_a_token_that_no_header_can_carry_is_refused_without_being_shown(wrong: str) -> None:
    with pytest.raises(UsageError) as raised:
        Token(wrong)
    assert SECRET not in str(raised.value)


def test_a_token_is_not_shown_and_not_written() -> None:
    token = Token(SECRET)
    assert SECRET not in f"{token} {token!r} {[token]}"
    with pytest.raises(TypeError):
        pickle.dumps(token)
    with pytest.raises(TypeError):
        copy.copy(token)


def test_the_schemas_are_translated_from_openapi() -> None:
    assert translated({"nullable": True, "type": "string"}) == {
        "anyOf": [{"type": "string"}, {"type": "null"}]
    }


def asked(ask: Ask, repository: str = "octo/demo", token: str = "ghs_madeUpForTests0123456789") -> None:
    with github_api() as strict:
        client = GitHub(strict.url, repository, Token(token), clock=PatientClock())
        ask(client)
        client.close()


def test_the_fake_refuses_what_github_refuses() -> None:
    many = {**RUN, "output": {**OUTPUT, "annotations": [NOTED] * 51}}
    long = {**RUN, "output": {**OUTPUT, "summary": "x" * 70_000}}
    asked(EVERY_CALL["check run"])
    with pytest.raises(AssertionError, match=r"POST /check-runs: \$\.output\.annotations"):
        asked(lambda github: calls.create_check_run(github, many))
    with pytest.raises(AssertionError, match=r"POST /check-runs: \$\.output\.summary"):
        asked(lambda github: calls.create_check_run(github, long))
    with pytest.raises(AssertionError, match="another token"):
        asked(EVERY_CALL["comments"], token="another")
    with pytest.raises(AssertionError, match="another repository"):
        asked(EVERY_CALL["comments"], repository="octo/other")
    with pytest.raises(AssertionError, match="an unknown call: PUT"):
        asked(lambda github: github.tell(Call("PUT", "/pulls/1/merge", "merge", "")))
