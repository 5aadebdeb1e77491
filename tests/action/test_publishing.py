"""Whatever GitHub answers: the same verdict and exit code, and one notice that names what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest

from tests.cli.output.test_summary import rows_of
from tests.support import events
from tests.support import pull_requests as pr
from tests.support.github_api import GitHubApi, github_api
from tests.support.runner import REPOSITORY, TOKEN, Json, Project, Ran

MODES = ("ok", "403", "404", "422", "429", "500", "503", "hang", "garbage", "cut")
WRONG = 12  # claims: more than commands can show
# Waiting between tries is tested with the client; here it would only take time. A server that is silent to
# certain requests is given up after a second instead of twenty, by those alone: it answers the others.
PRELUDE = """
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.session import Session
Clock.sleep = lambda *_: None
send = Session.send
def hurried(self, method, *given, **named):
    return send(self, method, *given, **named, within=1.0 if method in {silent} else None)
Session.send = hurried
"""
SILENT = {"hang": ("GET", "POST", "PATCH")}  # mode: the methods that it leaves without an answer
MARKER = "<!-- citelock:citation-audit -->"
NONE: Mapping[str, str] = {}
STRANGER = {"login": "mallory", "type": "User"}


class Pull(NamedTuple):
    """A pull request with more wrong claims than commands can show."""

    project: Project
    base: str
    head: str

    def run(
        self,
        api: GitHubApi,
        inputs: Mapping[str, str] = NONE,
        silent: tuple[str, ...] = (),
        **options: Json,
    ) -> Ran:
        every = {"annotations": "auto", "comment": "always", **inputs}
        prelude = PRELUDE.format(silent=silent)
        return self.project.pull_request(
            self.base, self.head, api=api.url, prelude=prelude, inputs=every, **options
        )


@pytest.fixture
def pull(project: Project) -> Pull:
    base = project.history.commit({**pr.SOUND, "claims.json": pr.claims(pr.claim())})
    wrong = [pr.claim(f"w{n:02}", f"Wrong {'abcdefghijkl'[n]}.", year=1999) for n in range(WRONG)]
    head = project.history.commit({"claims.json": pr.claims(pr.claim(), *wrong)}, base, branch="agent")
    return Pull(project, base, head)


def verdict(ran: Ran) -> tuple[object, ...]:
    return ran.code, ran.outputs, ran.summary, ran.files


@pytest.fixture
def good(pull: Pull) -> Ran:
    """The same pull request where nothing is to be published."""
    with github_api(REPOSITORY, TOKEN) as api:
        return pull.run(api, inputs={"annotations": "commands", "comment": "off"})


@pytest.mark.parametrize("annotations", ["auto", "check-run"])
@pytest.mark.parametrize("mode", MODES)
def test_no_answer_of_github_changes_the_verdict(pull: Pull, good: Ran, mode: str, annotations: str) -> None:
    with github_api(REPOSITORY, TOKEN) as api:
        if mode != "ok":
            api.fail(mode)
        ran = pull.run(api, inputs={"annotations": annotations}, silent=SILENT.get(mode, ()))
        runs, comments = list(api.check_runs.values()), list(api.comments.values())
    assert verdict(ran) == verdict(good)
    assert (ran.code, ran.stderr) == (1, "")
    assert TOKEN.encode() not in ran.everything()
    notices = [notice.data for notice in ran.annotations("notice")]
    if mode == "ok":
        assert notices == []
        assert ran.annotations() == []  # they stand in the check run
        assert [len(run["output"]["annotations"]) for run in runs] == [WRONG]
        assert [comment.body.splitlines()[0] for comment in comments] == [MARKER]
        return
    # Commands have taken the place of the check run, and say how much of it they do not hold.
    assert [seen.data.startswith("and 3 more") for seen in ran.annotations()] == [False] * 9 + [True]
    assert not ran.dropped()
    assert len(notices) == 2
    assert any("create the check run" in each for each in notices)
    assert any("list the comments" in each for each in notices)
    if mode in ("403", "404"):
        assert ["checks: write" in notices[0], "pull-requests: write" in notices[1]] == [True, True]
    elif mode in ("422", "429", "500", "503"):
        assert all(mode in each for each in notices)


@pytest.mark.parametrize("mode", ["403", "500", "hang"])
def test_a_run_that_took_only_a_part_is_complete_and_the_rest_is_shown_by_commands(
    project: Project, mode: str
) -> None:
    """Red without the conclusion in the first request: the run stays in progress for ever."""
    base = project.history.commit({**pr.SOUND, "claims.json": pr.claims(pr.claim())})
    wrong = [
        pr.claim(f"w{n:02}", f"Wrong {'abcdefghijklmnop'[n // 16] * 2}{n:x}.", year=1999) for n in range(60)
    ]
    head = project.history.commit({"claims.json": pr.claims(pr.claim(), *wrong)}, base, branch="agent")
    with github_api(REPOSITORY, TOKEN) as api:
        api.fail(mode, "PATCH /check-runs/{check_run_id}")
        silent = ("PATCH",) if mode in SILENT else ()
        ran = Pull(project, base, head).run(api, inputs={"comment": "off"}, silent=silent)
        (run,) = api.check_runs.values()
    assert ran.code == 1
    assert (run["status"], run["conclusion"], len(run["output"]["annotations"])) == (
        "completed",
        "failure",
        50,
    )
    assert len(ran.annotations()) == 10
    (notice,) = ran.annotations("notice")
    assert "update the check run" in notice.data
    assert (
        "The check run has the verdict and the first 50 annotations; the report has them all" in notice.data
    )


def fork(head: str, base: str) -> events.Json:
    return events.pull_request(head, base, name="pull_request.opened.fork.derived")


def test_from_a_fork_nothing_is_called_and_one_notice_says_so(pull: Pull) -> None:
    with github_api(REPOSITORY, TOKEN) as api:
        ran = pull.run(api, payload=fork(pull.head, pull.base))
        calls = api.names()
    assert (ran.code, calls) == (1, [])
    (notice,) = ran.annotations("notice")
    assert "fork" in notice.data
    assert len(ran.annotations()) == 10


@pytest.mark.parametrize(
    ("user", "body"),
    [
        (STRANGER, f"{MARKER}\nNothing to see here."),
        ({"login": "github-actions[bot]", "type": "User"}, f"{MARKER}\nA person of that name."),
        ({"login": "other[bot]", "type": "Bot"}, f"{MARKER}\nAnother App."),
        ({"login": "github-actions[bot]", "type": "Bot"}, f"Quoted: {MARKER}"),
    ],
    ids=["a stranger", "a person with the name of an App", "another App", "the marker further down"],
)
def test_a_comment_of_somebody_else_with_our_marker_is_not_overwritten(
    pull: Pull, user: dict[str, str], body: str
) -> None:
    with github_api(REPOSITORY, TOKEN) as api:
        number = api.add(api.comments, user=user, body=body, on=1)
        ran = pull.run(api)
        first, second = (
            api.comments[number],
            [each for each in api.comments.values() if each.number != number],
        )
    assert ran.code == 1
    assert (first.body, len(second)) == (body, 1)
    assert second[0].body.startswith(MARKER)


def test_our_own_comment_is_kept_up_to_date(pull: Pull) -> None:
    with github_api(REPOSITORY, TOKEN) as api:
        number = api.add(api.comments, body=f"{MARKER}\nof yesterday", on=1)
        pull.run(api)
        written = api.comments[number].body
        pull.run(api)
        names = api.names()
        assert list(api.comments) == [number]
    assert "w11" in written
    assert names.count("PATCH /issues/comments/{comment_id}") == 1  # the second time it said the same


@pytest.mark.parametrize("comment", ["off", "on-failure"])
def test_a_pull_request_in_order_gets_no_comment_that_nobody_asked_for(
    project: Project, comment: str
) -> None:
    base = project.history.commit({**pr.SOUND, "claims.json": pr.claims(pr.claim())})
    head = project.history.commit({"readme.txt": "x"}, base, branch="agent")
    with github_api(REPOSITORY, TOKEN) as api:
        ran = Pull(project, base, head).run(api, inputs={"comment": comment})
        assert (ran.code, list(api.comments)) == (0, [])


@pytest.mark.parametrize("mode", ["ok", "403", "hang"])
def test_the_token_is_in_no_output_file_or_command_line(pull: Pull, mode: str) -> None:
    with github_api(REPOSITORY, TOKEN) as api:
        if mode != "ok":
            api.fail(mode)
        server = pull.project.server
        ran = pull.run(api, watched=True, server=server, silent=SILENT.get(mode, ()))
        given = [call.headers["authorization"] for call in api.calls]
    assert given
    assert set(given) == {f"Bearer {TOKEN}"}  # so it was used
    assert any(b"\0action\0" in each for each in ran.command_lines)  # and what could show it was looked at
    shown = b"\n".join([ran.everything(), *ran.command_lines])
    assert TOKEN.encode() not in shown
    assert not _left_behind(pull.project, lambda content: TOKEN.encode() in content)


def _left_behind(project: Project, wrong: Callable[[bytes], bool]) -> list[str]:
    return [
        str(path.relative_to(project.folder))
        for path in sorted(project.folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and wrong(path.read_bytes())
    ]


@pytest.mark.parametrize("annotations", ["commands", "auto"])
def test_of_five_hundred_findings_nothing_is_dropped_in_silence(project: Project, annotations: str) -> None:
    base = project.history.commit({**pr.SOUND, "claims.json": pr.claims(pr.claim())})
    letters = "abcdefghijklmnopqrstuvwxyz"
    wrong = [
        pr.claim(f"w{n:03}", f"Wrong {letters[n // 26]}{letters[n % 26]}.", year=1999) for n in range(500)
    ]
    head = project.history.commit({"claims.json": pr.claims(pr.claim(), *wrong)}, base, branch="agent")
    with github_api(REPOSITORY, TOKEN) as api:
        inputs = {"annotations": annotations, "comment": "always", "sarif": "true"}
        ran = Pull(project, base, head).run(api, inputs=inputs)
        runs, comments = list(api.check_runs.values()), list(api.comments.values())
    assert (ran.code, ran.outputs["errors"], ran.dropped()) == (1, "500", {})
    assert len(rows_of(ran.summary)) == 500
    assert len(ran.json("sarif")["runs"][0]["results"]) == 500
    (comment,) = comments
    shown = len(rows_of(comment.body))
    assert shown == 500 or f"{500 - shown} more rows are left out here" in comment.body
    if annotations == "auto":
        (run,) = runs
        assert (run["status"], run["conclusion"]) == ("completed", "failure")
        assert [len(run["output"]["annotations"]), len(ran.annotations())] == [500, 0]
    else:
        assert runs == []
        assert ran.annotations()[-1].data == "and 491 more: see the summary and report.json"


def test_the_review_sheet_is_beside_the_report_and_the_summary_leads_to_it(pull: Pull) -> None:
    ran = pull.project.pull_request(pull.base, pull.head, inputs={"annotations": "commands"})
    page = ran.files["citelock/review.html"].decode("utf-8")
    assert page.count("<article ") == WRONG + 1
    assert '<mark class="q">' in page
    assert "E_YEAR_MISMATCH" in page
    assert ran.outputs["sheet"] == "citelock/review.html"
    assert "review.html, among the " in ran.summary
    inputs = {"annotations": "commands", "sheet": "false"}
    without = pull.project.pull_request(pull.base, pull.head, inputs=inputs)
    assert "citelock/review.html" not in without.files
    assert "review.html" not in without.summary
