"""A run that ends without a verdict says so where a verdict would be, and leaves no old one standing."""

from __future__ import annotations

from html import unescape

import pytest

from tests.action.test_publishing import MARKER, fork
from tests.support import pull_requests as pr
from tests.support.forgeries import agent, base_of
from tests.support.github_api import github_api
from tests.support.runner import REPOSITORY, TOKEN, Project

BUG = f"""
import citelock.cli.action.audit as module
def bug(*_):
    raise RuntimeError("what an exception holds: {TOKEN}")
module.resolve_revisions = bug
"""
ERROR_WITH_TOKEN = f"""
import citelock.cli.action.audit as module
from citelock.checks.errors import BaseEvidenceMissing
def error(*_):
    raise BaseEvidenceMissing("the base is not there: git said {TOKEN}.")
module.resolve_revisions = error
"""
SOUND = {"claims.json": pr.claims(pr.claim(), pr.claim("c2", "Another statement."))}


def test_an_earlier_comment_that_says_passed_is_overwritten(project: Project) -> None:
    """Red without the page of a run without verdict: "passed" stands over a head that was never audited."""
    base = base_of(project)
    good, bad = agent(project, base, SOUND), agent(project, base, {"claims.json": "{"})
    with github_api(REPOSITORY, TOKEN) as api:
        inputs = {"comment": "always"}
        assert project.pull_request(base, good, api=api.url, inputs=inputs).code == 0
        (comment,) = api.comments.values()
        assert "Citation audit: passed" in comment.body
        ran = project.pull_request(base, bad, api=api.url, inputs=inputs)
        told = comment.body
        assert project.pull_request(base, good, api=api.url, inputs=inputs).code == 0
        assert list(api.comments) == [comment.number]
    assert (ran.code, ran.outputs) == (2, {"conclusion": "error"})
    for page in (told.removeprefix(f"{MARKER}\n"), ran.summary):
        assert page.startswith("## ❌ Citation audit: no verdict\n")
        assert bad in page
        assert "claims.json:1:2" in unescape(page)
        assert "Repair what is named here and push" in page
        assert "passed" not in page
    assert told.startswith(MARKER)
    assert "Citation audit: passed" in comment.body


@pytest.mark.parametrize(("wanted", "written"), [("off", 0), ("on-failure", 1), ("always", 1)])
def test_the_comment_is_written_where_failures_are(project: Project, wanted: str, written: int) -> None:
    base = base_of(project)
    head = agent(project, base, {"citelock.yml": "fail_onn: never\n"})
    with github_api(REPOSITORY, TOKEN) as api:
        ran = project.pull_request(base, head, api=api.url, inputs={"comment": wanted})
        assert [comment.body.splitlines()[0] for comment in api.comments.values()] == [MARKER] * written
    assert ran.code == 2
    assert "citelock.yml:1:1" in unescape(ran.summary)


def test_a_base_that_cannot_be_had_is_told_with_what_repairs_it(project: Project) -> None:
    base = base_of(project)
    head = agent(project, base, SOUND)
    with github_api(REPOSITORY, TOKEN) as api:
        ran = project.pull_request(
            base, head, api=api.url, depth=("--depth=1",), inputs={"comment": "always"}
        )
        (comment,) = api.comments.values()
    assert (ran.code, ran.outputs) == (3, {"conclusion": "error"})
    for page in (comment.body, ran.summary):
        assert "Citation audit: no verdict" in page
        assert "`fetch-depth: 0`" in page
        assert base in page  # the commit that is missing


def test_what_a_bug_holds_is_in_no_summary_and_no_comment(project: Project) -> None:
    base = base_of(project)
    head = agent(project, base, SOUND)
    with github_api(REPOSITORY, TOKEN) as api:
        ran = project.pull_request(base, head, api=api.url, prelude=BUG, inputs={"comment": "always"})
        (comment,) = api.comments.values()
    assert (ran.code, ran.outputs) == (70, {"conclusion": "error"})
    for page in (comment.body, ran.summary):
        assert "This is a bug in citelock" in page
        assert "RuntimeError" in page
        assert "what an exception holds" not in page


def test_the_token_is_in_no_summary_and_no_comment_whatever_an_error_says(project: Project) -> None:
    """Red without taking it out: a runner masks it in the log only."""
    base = base_of(project)
    head = agent(project, base, SOUND)
    with github_api(REPOSITORY, TOKEN) as api:
        inputs = {"comment": "always"}
        ran = project.pull_request(base, head, api=api.url, prelude=ERROR_WITH_TOKEN, inputs=inputs)
        (comment,) = api.comments.values()
    assert ran.code == 3
    for page in (comment.body, unescape(ran.summary)):
        assert "git said ***" in unescape(page)
        assert TOKEN not in unescape(page)


def test_an_input_that_is_not_known_has_a_summary_and_asks_github_nothing(project: Project) -> None:
    base = base_of(project)
    head = agent(project, base, SOUND)
    with github_api(REPOSITORY, TOKEN) as api:
        inputs = {"comment": "always", "fail-on": "errors"}
        ran = project.pull_request(base, head, api=api.url, inputs=inputs)
        assert api.names() == []
    assert ran.code == 2
    assert "the input fail-on" in unescape(ran.summary)


@pytest.mark.parametrize("mode", ["403", "garbage", "web page"])
def test_what_github_answers_does_not_change_how_it_ends(project: Project, mode: str) -> None:
    base = base_of(project)
    head = agent(project, base, {"claims.json": "{"})
    with github_api(REPOSITORY, TOKEN) as api:
        api.fail(mode)
        inputs = {"comment": "always", "summary": "false"}
        ran = project.pull_request(base, head, api=api.url, inputs=inputs)
    assert (ran.code, ran.outputs, ran.summary) == (2, {"conclusion": "error"}, "")
    (notice,) = ran.annotations("notice")
    assert "list the comments" in notice.data


def test_from_a_fork_nothing_is_asked(project: Project) -> None:
    base = base_of(project)
    head = agent(project, base, {"claims.json": "{"})
    with github_api(REPOSITORY, TOKEN) as api:
        inputs = {"comment": "always"}
        ran = project.pull_request(base, head, api=api.url, payload=fork(head, base), inputs=inputs)
        assert api.names() == []
    assert ran.code == 2
    (notice,) = ran.annotations("notice")
    assert "fork" in notice.data


def test_names_of_files_are_inert_in_the_page(project: Project) -> None:
    base = base_of(project)
    name = "</code>@team #1 <img src=x>/claims.json"
    ran = project.pull_request(base, agent(project, base, {name: "{"}))
    assert ran.code == 2
    assert name in unescape(ran.summary)
    assert not any(sign in ran.summary for sign in ("@team", "<img", "#1 "))
    assert ran.unmeant() == []
