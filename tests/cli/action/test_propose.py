"""From a retraction at the registry to a pull request: the steps `refresh` and `propose`."""

from __future__ import annotations

import html
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from citelock import __version__
from citelock.checks.errors import InputError, UsageError
from citelock.cli.action import propose, refresh
from citelock.cli.main import run
from citelock.snapshotter.github import Token
from tests.support.clocks import PatientClock
from tests.support.github_api import Entry, GitHubApi, github_api
from tests.support.replay import Replay, replay, server_error

WORKS = [f"10.5555/demo.{number:02d}" for number in range(6)]
BRANCH = "citelock/refresh"
NOTHING: Mapping[str, Any] = {}
STRANGER = {"login": "some-agent", "type": "User"}
HEAD = "asked=6 changes={changes} records={records} unchecked={unchecked}"


def git(project: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=project, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def server() -> Iterator[Replay]:
    with replay(rate=10_000) as running:
        for service in running.urls:
            running.set_rate(10_000, service=service, enforced=False)
        for doi in WORKS:
            running.add_work(doi, title=[f"On the made-up work {doi[-2:]}"])
        yield running


@pytest.fixture
def project(server: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    lines = "".join(f"  {name}: {url}\n" for name, url in server.urls.items())
    (folder / "citelock.yml").write_text(f"mailto: you@example.org\nregistries:\n{lines}", "utf-8")
    cited = [
        {"doi": doi, "title": f"On the made-up work {doi[-2:]}", "quote": "words that nobody looked for"}
        for doi in WORKS
    ]
    listed = [
        {"id": f"c{place}", "text": "A claim.", "citations": [each]} for place, each in enumerate(cited)
    ]
    (folder / "claims.json").write_text(json.dumps({"claims": listed}, indent=1), "utf-8")
    monkeypatch.chdir(folder)
    git(folder, "init", "-q", "-b", "main")
    assert run(["resolve", "claims.json", "-q"]) == 0
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "evidence")
    return folder


@pytest.fixture
def api(project: Path) -> Iterator[GitHubApi]:
    """A GitHub whose main branch holds what is committed here."""
    with github_api() as running:
        running.commit("main", committed(project))
        yield running


def committed(project: Path) -> dict[str, bytes]:
    names = git(project, "ls-files").split()
    return {name: (project / name).read_bytes() for name in names}


class Job:
    """What a job of the workflow has said; the temporary folder of the two jobs."""

    def __init__(self, project: Path, api: GitHubApi, temporary: Path) -> None:
        self.project, self.api, self.temporary = project, api, temporary
        self.lines: list[str] = []
        self.notices: list[str] = []
        self.clock = PatientClock()

    @property
    def bundle(self) -> Path:
        return self.temporary / "citelock" / "refresh"

    def refresh(self) -> int:
        shutil.rmtree(self.temporary, ignore_errors=True)
        self.temporary.mkdir()
        git(self.project, "checkout", "-q", ".")
        self.lines, self.notices = [], []
        inputs = refresh.Inputs(str(self.project), str(self.temporary))
        return refresh.run(inputs, self.lines.append, self.notices.append)

    def propose(self, **given: str) -> int:
        self.lines, self.notices = [], []
        commit, token = self.api.branches["main"], Token(self.api.token)
        environment = propose.Environment(
            self.api.url, self.api.repository, token, commit, "refs/heads/main", "main"
        )
        environment = environment._replace(**given)  # type: ignore[arg-type] # of those that are texts
        inputs = propose.Inputs(str(self.bundle))
        return propose.run(inputs, environment, self.lines.append, self.notices.append, self.clock)


@pytest.fixture
def job(project: Path, api: GitHubApi, tmp_path: Path) -> Job:
    return Job(project, api, tmp_path / "temporary")


def the_pull(api: GitHubApi) -> Entry:
    (pull,) = api.pulls.values()
    return pull


def the_issue(api: GitHubApi) -> Entry:
    (issue,) = api.issues.values()
    return issue


def test_a_retraction_becomes_a_commit_a_pull_request_and_an_issue(
    job: Job, api: GitHubApi, server: Replay
) -> None:
    server.change(WORKS[0], title=["Another title"])
    server.retract(WORKS[3], "retraction-watch", kind="erratum", notice="10.5555/e.1")
    server.retract(WORKS[5], "publisher", notice="10.5555/r.1")
    assert job.refresh() == 1
    assert job.notices == [
        "asked=6 retraction=1 vanished=0 concern=0 correction=1 newly_found=0 metadata=1 unchecked=0,"
        " exit code 1"
    ]
    changed = [f"10.5555_demo.{number}.json" for number in ("00", "03", "05")]
    assert sorted(path.name for path in job.bundle.rglob("*.json")) == [*changed, "refresh.json"]
    assert job.propose() == 0
    assert job.notices == []

    commit = api.commits[api.branches[BRANCH]]
    assert commit.parents == [api.branches["main"]]
    assert commit.author is None
    assert commit.message == (
        "citations: 1 retraction, 1 correction, 1 metadata change\n"
        "\n"
        f"Citelock-Tool: citelock {__version__} refresh\n"
        "Citelock-Id: doi:10.5555/demo.00\n"
        "Citelock-Id: doi:10.5555/demo.03\n"
        "Citelock-Id: doi:10.5555/demo.05\n"
    )
    before, after = api.files("main"), api.files(BRANCH)
    assert sorted(path for path in after if after[path] != before.get(path)) == [
        f"cache/{name}" for name in changed
    ]
    assert after[f"cache/{changed[2]}"] == (job.project / "cache" / changed[2]).read_bytes()

    pull = the_pull(api)
    assert (pull.title, pull.head, pull.base) == (commit.message.split("\n")[0], BRANCH, "main")
    assert headings(pull.body) == ["Retracted", "Corrected", "Metadata changed", "Citations with a new error"]
    read = unescaped(pull.body)
    lines = (job.project / "claims.json").read_text("utf-8").splitlines()
    line = lines.index(f'     "doi": "{WORKS[5]}",')  # where the citation begins
    assert "retraction 10.5555/r.1 (2025-03-14, publisher)" in read
    assert f"claims.json:{line}: c5[0], gets E_RETRACTED" in read
    assert 'titles: ["On the made-up work 00"] -> ["Another title"]' in read

    issue = the_issue(api)
    assert issue.title == "Retracted: doi:10.5555/demo.05"
    assert issue.labels == ["citelock-retraction"]
    assert f"claims.json:{line} c5[0] gets E_RETRACTED" in unescaped(issue.body)


def headings(body: str) -> list[str]:
    return [line.removeprefix("## ") for line in body.splitlines() if line.startswith("## ")]


def unescaped(body: str) -> str:
    return html.unescape(body.replace("<code>", "").replace("</code>", ""))


def test_a_second_run_with_the_same_news_changes_nothing(job: Job, api: GitHubApi, server: Replay) -> None:
    server.retract(WORKS[5], notice="10.5555/r.1")
    job.refresh()
    job.propose()
    commit, calls = api.branches[BRANCH], len(api.calls)
    job.refresh()
    assert job.propose() == 0
    assert api.branches[BRANCH] == commit
    assert (len(api.pulls), len(api.issues)) == (1, 1)
    assert not [
        name
        for name in api.names()[calls:]
        if "git/blobs" not in name and "git/trees" not in name and not name.startswith("GET")
    ]


def test_more_news_is_put_into_the_same_branch_and_the_same_pull_request(
    job: Job, api: GitHubApi, server: Replay
) -> None:
    server.retract(WORKS[5], notice="10.5555/r.1")
    job.refresh()
    job.propose()
    number = the_pull(api).number
    server.retract(WORKS[4], notice="10.5555/r.2")
    api.commit("main", {**api.files("main"), "other.txt": b"somebody else's work"})
    job.refresh()
    assert job.propose() == 0
    assert (the_pull(api).number, the_pull(api).title) == (number, "citations: 2 retractions")
    assert api.commits[api.branches[BRANCH]].parents == [api.branches["main"]]
    assert "other.txt" in api.files(BRANCH)
    assert sorted(issue.title for issue in api.issues.values()) == [
        "Retracted: doi:10.5555/demo.04",
        "Retracted: doi:10.5555/demo.05",
    ]


def test_without_news_nothing_is_opened(job: Job, api: GitHubApi) -> None:
    assert job.refresh() == 0
    assert job.notices == []
    assert job.propose() == 0
    assert (api.pulls, api.issues, sorted(api.branches)) == ({}, {}, ["main"])
    assert job.lines[0] == HEAD.format(changes=0, records=0, unchecked=0)


def test_when_the_difference_is_gone_the_pull_request_is_closed_with_its_branch(
    job: Job, api: GitHubApi, server: Replay
) -> None:
    server.change(WORKS[0], title=["Another title"])
    job.refresh()
    job.propose()
    server.change(WORKS[0], title=["On the made-up work 00"])
    job.refresh()
    assert job.propose() == 0
    assert the_pull(api).state == "closed"
    assert sorted(api.branches) == ["main"]


def test_a_branch_whose_pull_request_was_merged_is_deleted(job: Job, api: GitHubApi, server: Replay) -> None:
    server.change(WORKS[0], title=["Another title"])
    job.refresh()
    job.propose()
    the_pull(api).state = "closed"
    api.commit("main", api.files(BRANCH))
    assert job.propose() == 0
    assert sorted(api.branches) == ["main"]


def test_what_could_not_be_asked_closes_nothing_and_is_said(job: Job, api: GitHubApi, server: Replay) -> None:
    server.change(WORKS[0], title=["Another title"])
    job.refresh()
    job.propose()
    server.script("*", lambda _request: True, [server_error()], forever=True)
    assert job.refresh() == 3
    assert "unchecked=6, exit code 3" in job.notices[0]
    assert job.propose() == 0
    assert the_pull(api).state == "open"
    assert job.notices == ["6 identifiers could not be checked this time"]


def test_unchecked_identifiers_beside_news_have_a_section_of_their_own(
    job: Job, api: GitHubApi, server: Replay
) -> None:
    server.change(WORKS[0], title=["Another title"])
    (job.project / "cache" / "10.5555_odd.json").write_text("no record", "utf-8")
    git(job.project, "add", "-A")
    git(job.project, "commit", "-qm", "odd")
    assert job.refresh() == 3
    assert job.propose() == 0
    assert headings(the_pull(api).body) == ["Metadata changed", "Not checked", "Citations with a new error"]
    assert "- cache/10.5555_odd.json: it is no record" in unescaped(the_pull(api).body)
    assert job.notices == ["1 identifier could not be checked this time"]


def test_a_work_that_vanished_is_told_and_its_record_stays(job: Job, api: GitHubApi, server: Replay) -> None:
    server.withdraw(WORKS[2])
    assert job.refresh() == 1
    assert job.propose() == 0
    assert job.notices == ["doi:10.5555/demo.02: vanished; its record is kept until a person decides"]
    assert api.pulls == {}


@pytest.mark.parametrize(
    "user", [STRANGER, {"login": "github-actions[bot]", "type": "User"}, {"login": "x[bot]", "type": "Bot"}]
)
def test_an_issue_with_the_marker_of_a_stranger_is_not_touched_and_hides_nothing(
    job: Job, api: GitHubApi, server: Replay, user: Mapping[str, str]
) -> None:
    server.retract(WORKS[5], notice="10.5555/r.1")
    job.refresh()
    job.propose()
    ours = the_issue(api)
    marker = ours.body.split("\n")[0]
    api.issues.clear()
    forged = api.add(
        api.issues, user=user, body=f"{marker}\nall is well", labels=["citelock-retraction"], state="closed"
    )
    assert job.propose() == 0
    assert api.issues[forged].body == f"{marker}\nall is well"
    assert len(api.issues) == 2


def test_a_retraction_of_a_work_with_a_hand_made_record_gets_an_issue_and_no_pull_request(
    job: Job, api: GitHubApi, server: Replay
) -> None:
    path = job.project / "cache" / "10.5555_demo.05.json"
    path.write_text('{"status": "found", "title": "On the made-up work 05", "year": 2024}', "utf-8")
    git(job.project, "commit", "-qam", "by hand")
    server.retract(WORKS[5], notice="10.5555/r.1")
    assert job.refresh() == 1
    assert job.propose() == 0
    assert api.pulls == {}
    assert "It is hand-made and stays as it is" in the_issue(api).body
    assert job.notices == ["doi:10.5555/demo.05: retraction; its record is kept until a person decides"]


def test_an_issue_that_was_closed_is_not_opened_twice(job: Job, api: GitHubApi, server: Replay) -> None:
    server.retract(WORKS[5], notice="10.5555/r.1")
    job.refresh()
    job.propose()
    the_issue(api).state = "closed"
    the_issue(api).body += "\nwe have seen it"
    assert job.propose() == 0
    assert the_issue(api).state == "closed"
    assert the_issue(api).body.endswith("we have seen it")


def test_a_pull_request_of_somebody_else_from_the_branch_is_not_touched(
    job: Job, api: GitHubApi, server: Replay
) -> None:
    server.change(WORKS[0], title=["Another title"])
    api.commit(BRANCH, {"x": b"y"})
    theirs = api.add(
        api.pulls, user=STRANGER, title="mine", body="<!-- citelock:refresh -->", head=BRANCH, base="main"
    )
    job.refresh()
    assert job.propose() == 0
    assert (api.pulls[theirs].title, api.pulls[theirs].body) == ("mine", "<!-- citelock:refresh -->")
    assert job.notices == [f"pull request #{theirs} of {BRANCH} is somebody else's: its text is left"]
    server.change(WORKS[0], title=["On the made-up work 00"])
    job.refresh()
    assert job.propose() == 0
    assert api.pulls[theirs].state == "open"
    assert BRANCH in api.branches


@pytest.mark.parametrize(
    "mode", ["403", "404", "422", "429", "500", "503", "garbage", "redirect:http://127.0.0.1:9/"]
)
@pytest.mark.parametrize(
    "call",
    [
        "GET /git/commits/{sha}",
        "POST /git/blobs",
        "POST /git/trees",
        "POST /git/commits",
        "POST /git/refs",
        "GET /pulls",
        "POST /pulls",
        "GET /issues",
        "POST /issues",
    ],
)
def test_whatever_github_refuses_is_said_with_exit_code_3_and_completed_by_the_next_run(
    job: Job, api: GitHubApi, server: Replay, mode: str, call: str
) -> None:
    server.retract(WORKS[5], notice="10.5555/r.1")
    job.refresh()
    api.fail(mode, call)
    said = job.propose()
    assert said == 3
    assert any("GitHub" in notice for notice in job.notices)
    assert not any("\n" in line for line in job.lines + job.notices)
    api.work()
    assert job.propose() == 0
    assert the_pull(api).title == "citations: 1 retraction"
    assert len(api.issues) == 1


def test_a_refused_pull_request_names_the_setting(job: Job, api: GitHubApi, server: Replay) -> None:
    server.change(WORKS[0], title=["Another title"])
    job.refresh()
    api.fail("403", "POST /pulls")
    assert job.propose() == 3
    assert "Allow GitHub Actions to create and approve pull requests" in job.notices[0]
    assert "pull-requests: write" in job.notices[1]


def test_another_branch_than_the_default_one_is_refused(job: Job, api: GitHubApi) -> None:
    job.refresh()
    with pytest.raises(UsageError, match="default branch only"):
        job.propose(ref="refs/heads/agent/work")
    with pytest.raises(UsageError, match="GITHUB_SHA"):
        job.propose(commit="main")
    assert api.calls == []


def poison_extra(bundle: Path) -> None:
    (bundle / "extra.txt").write_text("x", "utf-8")


def poison_extra_record(bundle: Path) -> None:
    shutil.copy(bundle / "cache" / "10.5555_demo.05.json", bundle / "cache" / "10.5555_demo.04.json")


def poison_untold_record(bundle: Path) -> None:
    record = json.loads((bundle / "cache" / "10.5555_demo.05.json").read_text("utf-8"))
    record |= {"id": "doi:10.5555/demo.04", "doi": "10.5555/demo.04"}
    (bundle / "cache" / "10.5555_demo.04.json").write_text(json.dumps(record), "utf-8")


def poison_foreign_record(bundle: Path) -> None:
    path = bundle / "cache" / "10.5555_demo.05.json"
    record = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(record | {"id": "doi:10.5555/demo.04", "doi": "10.5555/demo.04"}), "utf-8")


def poison_hand_made_record(bundle: Path) -> None:
    (bundle / "cache" / "10.5555_demo.05.json").write_text('{"status": "found", "title": "x"}', "utf-8")


def poison_link(bundle: Path) -> None:
    path = bundle / "cache" / "10.5555_demo.05.json"
    path.rename(bundle.parent / "kept.json")
    path.symlink_to(bundle.parent / "kept.json")


def poison_linked_folder(bundle: Path) -> None:
    (bundle / "cache").rename(bundle.parent / "kept")
    (bundle / "cache").symlink_to(bundle.parent / "kept")


def poison_linked_news(bundle: Path) -> None:
    (bundle / "refresh.json").rename(bundle.parent / "kept.json")
    (bundle / "refresh.json").symlink_to(bundle.parent / "kept.json")


def poison_pipe(bundle: Path) -> None:
    (bundle / "cache" / "10.5555_demo.05.json").unlink()
    os.mkfifo(bundle / "cache" / "10.5555_demo.05.json")


def poison_name(bundle: Path) -> None:
    (bundle / "cache" / "10.5555_DEMO.05.json").write_text("{}", "utf-8")


def poison_workflow(bundle: Path) -> None:
    (bundle / ".github" / "workflows").mkdir(parents=True)
    (bundle / ".github" / "workflows" / "x.yml").write_text("on: push", "utf-8")


def poison_subfolder(bundle: Path) -> None:
    (bundle / "cache" / "a.json").mkdir()


def poison_size(bundle: Path) -> None:
    (bundle / "cache" / "10.5555_demo.05.json").write_bytes(b" " * (1024 * 1024 + 1))


def poison_missing_record(bundle: Path) -> None:
    (bundle / "cache" / "10.5555_demo.05.json").unlink()


def poison_missing_news(bundle: Path) -> None:
    (bundle / "refresh.json").unlink()


def news(bundle: Path, change: Mapping[str, Any] = NOTHING, **members: str) -> None:
    path = bundle / "refresh.json"
    value = json.loads(path.read_text("utf-8"))
    value["changes"][0] |= change
    path.write_text(json.dumps(value | members), "utf-8")


def poison_path(bundle: Path) -> None:
    news(bundle, {"path": "../.github/workflows/x.yml"})


def poison_identifier(bundle: Path) -> None:
    news(bundle, {"id": "doi:10.5555/demo.04"})


def poison_counts(bundle: Path) -> None:
    news(bundle, {"kind": "metadata"})


def poison_subject(bundle: Path) -> None:
    news(bundle, subject="citations: all is well")


def poison_schema(bundle: Path) -> None:
    news(bundle, schema="citelock-refresh/2")


def poison_member(bundle: Path) -> None:
    news(bundle, body="# all is well")


def poison_kept(bundle: Path) -> None:
    news(bundle, {"kept": True})


def poison_json(bundle: Path) -> None:
    (bundle / "refresh.json").write_text('{"asked": 1, "asked": 2}', "utf-8")


POISONS = {
    name.removeprefix("poison_"): poison
    for name, poison in list(globals().items())
    if name.startswith("poison_")
}


@pytest.mark.parametrize("name", POISONS)
def test_a_poisoned_bundle_is_refused_before_github_is_asked(
    job: Job, api: GitHubApi, server: Replay, name: str
) -> None:
    server.retract(WORKS[5], notice="10.5555/r.1")
    job.refresh()
    POISONS[name](job.bundle)
    with pytest.raises(
        InputError, match=r"Nothing of it is proposed|Only what citelock refresh has written|duplicate|twice"
    ):
        job.propose()
    assert api.calls == []


def test_what_registries_and_agents_write_is_inert_in_body_issue_and_commit(
    job: Job, api: GitHubApi, server: Replay
) -> None:
    hostile = "</code>@octo/team #1 ![](https://example.org/x.png) \n# PASSED\u202e `x` <!-- -->"
    server.change(WORKS[0], title=[hostile])
    server.retract(WORKS[5], notice="10.5555/r.1")
    claims = json.loads((job.project / "claims.json").read_text("utf-8"))
    claims["claims"][5]["id"] = "</code>@octo/team #1 ![](https://example.org/x.png) `x` <!-- -->"
    (job.project / "claims.json").write_text(json.dumps(claims, indent=1), "utf-8")
    git(job.project, "commit", "-qam", "hostile")
    job.refresh()
    assert job.propose() == 0
    for body in (the_pull(api).body, the_issue(api).body):
        marker, _, rest = body.partition("\n")
        assert marker.startswith("<!-- citelock:")
        for sign in ("@", "](", "`", "<!--", "\u202e", "PASSED</", "www."):
            assert sign not in rest
        assert rest.count("<") == 2 * rest.count("<code>")
        assert "# PASSED" not in rest.splitlines()


def test_a_body_for_thousands_of_changes_fits_and_counts_what_it_leaves_out(
    job: Job, api: GitHubApi, server: Replay
) -> None:
    server.retract(WORKS[5], notice="10.5555/r.1")
    job.refresh()
    path = job.bundle / "refresh.json"
    value = json.loads(path.read_text("utf-8"))
    claims = [{**value["changes"][0]["claims"][0], "claim": f"claim {n} " + "x" * 200} for n in range(3000)]
    value["changes"][0]["claims"] = claims
    path.write_text(json.dumps(value), "utf-8")
    assert job.propose() == 0
    for body in (the_pull(api).body, the_issue(api).body):
        assert 50_000 < len(body) <= 60_000
        assert " more lines; all of it is in refresh.json" in body
    assert "Citations with a new error: 3000" in the_pull(api).body


def test_the_token_is_in_no_line_and_no_file(
    job: Job, api: GitHubApi, server: Replay, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    server.retract(WORKS[5], notice="10.5555/r.1")
    job.refresh()
    said: list[str] = []
    for mode in ("403", "500", "garbage", ""):
        api.work()
        if mode:
            api.fail(mode)
        job.propose()
        said += job.lines + job.notices
    out = capfd.readouterr()
    assert api.token not in "\n".join([*said, out.out, out.err])
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or api.token.encode() not in path.read_bytes()
    for pull in (*api.pulls.values(), *api.issues.values()):
        assert api.token not in pull.title + pull.body
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            assert api.token.encode() not in line.read_bytes()
        except OSError:
            continue  # the process has ended


def test_a_refresh_refuses_a_temporary_folder_that_leads_elsewhere(job: Job, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    job.temporary.mkdir()
    (job.temporary / "citelock").symlink_to(elsewhere)
    inputs = refresh.Inputs(str(job.project), str(job.temporary))
    assert refresh.run(inputs, job.lines.append) == 2
    assert "is no folder of its own" in job.lines[-1]
    assert list(elsewhere.iterdir()) == []


def test_a_refresh_of_records_that_stand_elsewhere_is_refused(job: Job) -> None:
    job.temporary.mkdir()
    config = job.project / "citelock.yml"
    config.write_text(config.read_text("utf-8") + "paths:\n  cache: records\n", "utf-8")
    assert refresh.run(refresh.Inputs(str(job.project), str(job.temporary)), job.lines.append) == 2
    assert "records are proposed from cache/" in job.lines[-1]


PROBE = """
import json, sys
from citelock.cli.action import propose
from citelock.snapshotter.github import Token
print(json.dumps(sorted(sys.modules)))
url, token, commit, folder = sys.argv[1:]
environment = propose.Environment(url, "octo/demo", Token(token), commit, "refs/heads/main", "main")
code = propose.run(propose.Inputs(folder), environment, lambda line: None)
print(json.dumps([code, sorted(sys.modules)]))
"""
PARSERS = {"lxml", "pdfminer", "pypdfium2", "yaml", "git", "subprocess", "multiprocessing", "tempfile"}


def test_the_job_that_may_write_loads_no_parser_and_the_network_only_when_it_publishes(
    job: Job, api: GitHubApi, server: Replay
) -> None:
    server.retract(WORKS[5], notice="10.5555/r.1")
    job.refresh()
    arguments = [api.url, api.token, api.branches["main"], str(job.bundle)]
    ran = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments], capture_output=True, text=True, check=True
    )
    before, (code, after) = map(json.loads, ran.stdout.splitlines())
    assert code == 0
    assert not {"requests", "urllib3", "socket", "ssl", *PARSERS} & set(before)
    assert "requests" in after
    assert not (PARSERS - {"tempfile"}) & set(after)
