"""A head that lacks commits of the base is blamed for what it did, and not for what it merely lacks.

Every case is a history in a repository, checked out as a workflow does, from the event to the verdict.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha1
from pathlib import Path
from typing import NamedTuple

import pytest

from citelock.checks.pull_request.event import read_event
from citelock.checks.pull_request.values import FAILURE, SUCCESS, Judged, Revisions
from citelock.cli.main import run
from citelock.snapshotter.borrowed import borrowed, objects_of_checkout
from citelock.snapshotter.compared import Request
from citelock.snapshotter.pull_request import judge_pull_request
from citelock.snapshotter.revisions import UNKNOWN_BRANCH, UNKNOWN_FORK, resolve_revisions
from tests.support import events
from tests.support import pull_requests as pr
from tests.support.histories import File, History, git
from tests.support.rule_cases import RECORD, STEM, TEXT

VANISHED, SETTINGS = "E_CLAIM_VANISHED", "W_CONFIG_CHANGED"
SUPPLIED, CHANGED = "E_EVIDENCE_SELF_SUPPLIED", "W_EVIDENCE_CHANGED"
WORKFLOW = ".github/workflows/ci.yml"
RETRACTED = json.dumps(RECORD | {"updates": {"by": [{"type": "retraction", "doi": "10.0000/notice.1"}]}})
OTHER = pr.claim("new", "A statement that the base has now.")
WRONG = pr.claim("old", "It is wrong.", year=1999)
PUSH, PLAIN = "push", "plain"
BOTH_EVENTS = pytest.mark.parametrize("event", [PUSH, PLAIN])


class Repo(NamedTuple):
    """A server's repository, and the folder that checkouts go to."""

    history: History
    folder: Path

    def judge(
        self,
        event: str,
        base: str,
        head: str,
        *,
        depth: Sequence[str] = (),
        network: bool = True,
        request: Request = Request(),  # noqa: B008  # a value
    ) -> tuple[Revisions, Judged]:
        """The verdict on `head`, the tip of the branch `agent`, while `main` is at `base`."""
        history, workspace = self.history, self.folder / f"w{len(list(self.folder.iterdir()))}"
        git(history.folder, "update-ref", "refs/heads/main", base)
        git(history.folder, "update-ref", "refs/heads/agent", head)
        history.checkout(workspace, head, *depth)
        if depth and not network:  # what a push and a plain head need besides, and no history
            git(workspace, "fetch", "-q", "--depth=1", "origin", base)
        payload = events.push(head, branch="agent") if event == PUSH else events.pull_request(head, base)
        name = "push" if event == PUSH else "pull_request"
        with borrowed(
            objects_of_checkout(str(workspace)), address=history.folder.as_uri() if network else ""
        ) as repository:
            found = resolve_revisions(
                read_event(name, head, payload), base if not network else "", repository
            )
            return found, judge_pull_request(repository, found, request).judged


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    checkouts = tmp_path / "checkouts"
    checkouts.mkdir()
    return Repo(History(tmp_path / "origin"), checkouts)


def start(repo: Repo, *listed: pr.Json, files: dict[str, File] | None = None) -> str:
    """The commit that the branch is cut from: evidence in order, one claim in order."""
    written = pr.claims(*(listed or (pr.claim(),)))
    return repo.history.commit({**pr.SOUND, "claims.json": written, **(files or {})}, clear=True)


def codes(judged: Judged) -> set[str]:
    """All errors and warnings."""
    return {code for found in pr.codes(judged).values() for code in found} | {
        code for _, code in pr.top_codes(judged)
    }


# --- what the head merely lacks --------------------------------------------------------------------


@BOTH_EVENTS
def test_claims_that_only_a_newer_base_has_are_not_taken_out(repo: Repo, event: str) -> None:
    """Red against the base's own tree: a new file, and a claim new in a file that both have changed."""
    cut = start(repo)
    base = repo.history.commit(
        {"new/claims.json": pr.claims(OTHER), "claims.json": pr.claims(OTHER, pr.claim())}, cut
    )
    mine = pr.claims(pr.claim(), pr.claim("mine", "One more statement."))
    head = repo.history.commit({"claims.json": mine}, cut, branch="agent")
    found, judged = repo.judge(event, base, head)
    assert (found.evidence, found.forks, found.evidence_forks) == (base, (cut,), (cut,))
    assert VANISHED not in codes(judged)
    assert judged.difference.removed == ()
    assert judged.conclusion == SUCCESS
    assert cut in " ".join(found.said)


@BOTH_EVENTS
def test_a_claim_that_the_base_put_before_the_others_hides_no_number(repo: Repo, event: str) -> None:
    """The base's first claim is new and has the id that the head's first claim has always had."""
    cut = start(repo, pr.claim("1"))
    new = pr.claim("1", "A statement that the base has now.")
    base = repo.history.commit({"claims.json": pr.claims(new, pr.claim("2"))}, cut)
    mine = pr.claims(pr.claim("1"), pr.claim("2", "One more statement."))
    head = repo.history.commit({"claims.json": mine}, cut, branch="agent")
    _, judged = repo.judge(event, base, head)
    assert VANISHED not in codes(judged)


@BOTH_EVENTS
def test_settings_that_the_base_has_changed_are_not_changed_by_the_head(repo: Repo, event: str) -> None:
    cut = start(repo, files={WORKFLOW: "old", "citelock.yml": "fail_on: error\n"})
    base = repo.history.commit(
        {WORKFLOW: "new", "citelock.yml": "fail_on: warning\n", "CODEOWNERS": "* @a"}, cut
    )
    head = repo.history.commit({"other.txt": "x"}, cut, branch="agent")
    _, judged = repo.judge(event, base, head)
    assert SETTINGS not in codes(judged)


@BOTH_EVENTS
def test_evidence_that_the_base_has_changed_is_not_changed_by_the_head(repo: Repo, event: str) -> None:
    """A retraction that the head lacks fails its new claim: the head did not bring the old record."""
    cut = start(repo)
    base = repo.history.commit({pr.RECORD_PATH: RETRACTED, "cache/other.json": "{}"}, cut)
    written = pr.claims(pr.claim(), pr.claim("mine", "One more statement."))
    head = repo.history.commit({"claims.json": written}, cut, branch="agent")
    _, judged = repo.judge(event, base, head)
    assert "E_RETRACTED" in pr.codes(judged)["mine"]
    assert not {SUPPLIED, CHANGED} & codes(judged)
    assert judged.evidence == ()
    assert [(entry["claim"], entry["by"]) for entry in judged.difference.changed] == [("c1", "base")]


@BOTH_EVENTS
def test_an_old_record_of_the_head_hides_no_retraction_where_new_evidence_is_accepted(
    repo: Repo, event: str
) -> None:
    """Red with the head's own tree of evidence: one text of its own brought all its old records along."""
    cut = start(repo)
    base = repo.history.commit({pr.RECORD_PATH: RETRACTED}, cut)
    written = pr.claims(pr.claim(), pr.claim("mine", "One more statement."))
    brought: dict[str, File] = {"sources/10.0000_demo.9.txt": TEXT, "claims.json": written}
    head = repo.history.commit(brought, cut, branch="agent")
    _, judged = repo.judge(event, base, head, request=Request(accept=True))
    assert [(change.path, change.kind) for change in judged.evidence] == [
        ("sources/10.0000_demo.9.txt", "added")
    ]
    assert all("E_RETRACTED" in found for found in pr.codes(judged).values())
    assert judged.conclusion == FAILURE


@BOTH_EVENTS
def test_an_error_that_the_base_has_repaired_is_not_new_in_a_file_that_the_head_left_alone(
    repo: Repo, event: str
) -> None:
    cut = start(repo, files={"part/claims.json": pr.claims(WRONG)})
    base = repo.history.commit({"part/claims.json": pr.claims(pr.claim("old", "It is wrong."))}, cut)
    head = repo.history.commit({"other.txt": "x"}, cut, branch="agent")
    _, judged = repo.judge(event, base, head, request=Request(fail_on="regression"))
    assert "E_YEAR_MISMATCH" in pr.codes(judged)["old"]
    assert (judged.counts.new_errors, judged.conclusion) == (0, SUCCESS)
    _, strict = repo.judge(event, base, head, request=Request(fail_on="warning"))
    assert strict.counts.failed == 1  # it is wrong all the same


def test_a_branch_that_is_merged_into_another_one_is_not_blamed_for_what_that_one_lacks(repo: Repo) -> None:
    """The evidence is the default branch's, and the other branch has been without its new claims for long."""
    cut = start(repo)
    base = repo.history.commit({"new/claims.json": pr.claims(OTHER), WORKFLOW: "new"}, cut)
    release = repo.history.commit({"notes.txt": "x"}, cut, branch="release")
    head = repo.history.commit({"other.txt": "x"}, release, branch="agent")
    merge = repo.history.merge(release, head, {"other.txt": "x"})
    git(repo.history.folder, "update-ref", "refs/heads/main", base)
    workspace = repo.history.checkout(repo.folder / "w", merge, "--depth=2")
    payload = events.pull_request(head, release, base_branch="release")
    address = repo.history.folder.as_uri()
    with borrowed(objects_of_checkout(str(workspace)), address=address) as repository:
        found = resolve_revisions(read_event("pull_request", merge, payload), "", repository)
        judged = judge_pull_request(repository, found, Request()).judged
    assert (found.evidence, found.forks) == (base, (cut,))
    assert not {VANISHED, SETTINGS} & codes(judged)


# --- what the head did -----------------------------------------------------------------------------


@BOTH_EVENTS
@pytest.mark.parametrize(
    "files",
    [
        {"claims.json": None},
        {"claims.json": pr.claims()},
        {"claims.json": None, "claims.txt": pr.claims(pr.claim())},
    ],
    ids=["file", "claim", "name"],
)
def test_a_claim_that_the_head_takes_out_has_vanished_however_old_its_branch_is(
    repo: Repo, event: str, files: dict[str, File]
) -> None:
    cut = start(repo)
    base = repo.history.commit({"new/claims.json": pr.claims(OTHER), "x": "y"}, cut)
    mine = {"mine/claims.json": pr.claims(pr.claim("mine", "One more statement."))}
    head = repo.history.commit({**files, **mine}, cut, branch="agent")
    _, judged = repo.judge(event, base, head)
    assert ("claims.json", VANISHED) in pr.top_codes(judged)
    assert ("new/claims.json", VANISHED) not in pr.top_codes(judged)
    assert judged.conclusion == FAILURE


@BOTH_EVENTS
@pytest.mark.parametrize("how", ["afterwards", "in the merge"])
@pytest.mark.parametrize("behind", [False, True])
def test_a_claim_newer_than_the_branch_is_taken_out_after_the_base_was_merged_in(
    repo: Repo, event: str, how: str, *, behind: bool
) -> None:
    """An old branch is no cover: once it has merged the base in, it held the claim."""
    cut = start(repo)
    base = repo.history.commit({"claims.json": pr.claims(OTHER, pr.claim())}, cut)
    head = repo.history.commit({"other.txt": "x"}, cut, branch="agent")
    gone: dict[str, File] = {"claims.json": pr.claims(pr.claim())}
    kept: dict[str, File] = {"claims.json": pr.claims(OTHER, pr.claim())}
    head = repo.history.commit(gone if how == "in the merge" else kept, head, base, branch="agent")
    head = repo.history.commit(gone, head, branch="agent")
    if behind:
        newest = pr.claim("newest", "And one more that the base has.")
        base = repo.history.commit({"claims.json": pr.claims(OTHER, pr.claim(), newest)}, base)
    found, judged = repo.judge(event, base, head)
    assert bool(found.forks) is behind
    said = pr.messages(judged, VANISHED)
    assert len(said) == 1
    assert "The claim new " in said[0]


@BOTH_EVENTS
def test_a_claim_that_the_base_changed_and_the_head_takes_out_has_vanished(repo: Repo, event: str) -> None:
    cut = start(repo, pr.claim(), pr.claim("c2", "Another statement."))
    changed = pr.claims(pr.claim(), pr.claim("c2", "Another statement, in better words."))
    base = repo.history.commit({"claims.json": changed}, cut)
    head = repo.history.commit({"claims.json": pr.claims(pr.claim())}, cut, branch="agent")
    _, judged = repo.judge(event, base, head)
    assert len(pr.messages(judged, VANISHED)) == 1


@BOTH_EVENTS
def test_a_claim_that_failed_in_the_base_may_be_taken_out_by_an_old_branch(repo: Repo, event: str) -> None:
    cut = start(repo, pr.claim(), WRONG)
    base = repo.history.commit({"claims.json": pr.claims(OTHER, pr.claim(), WRONG)}, cut)
    head = repo.history.commit({"claims.json": pr.claims(pr.claim())}, cut, branch="agent")
    _, judged = repo.judge(event, base, head)
    assert VANISHED not in codes(judged)
    assert {entry["claim"] for entry in judged.difference.removed} == {"old"}


@BOTH_EVENTS
def test_with_two_commits_where_the_histories_parted_what_either_had_counts(repo: Repo, event: str) -> None:
    """Each side has merged an earlier commit of the other one: neither of the two is the older."""
    cut = start(repo)
    theirs = repo.history.commit({"claims.json": pr.claims(OTHER, pr.claim())}, cut)
    mine = repo.history.commit({"mine.txt": "x"}, cut, branch="agent")
    base = repo.history.commit({"mine.txt": "x"}, theirs, mine)
    head = repo.history.commit({"claims.json": pr.claims(pr.claim())}, mine, theirs, branch="agent")
    found, judged = repo.judge(event, base, head)
    assert found.forks == tuple(sorted((theirs, mine)))
    assert len(pr.messages(judged, VANISHED)) == 1


@BOTH_EVENTS
def test_a_history_of_its_own_is_no_cover(repo: Repo, event: str) -> None:
    base = start(repo)
    head = repo.history.commit({**pr.SOUND, "claims.json": pr.claims(OTHER)}, branch="agent", clear=True)
    for depth in ((), ("--depth=1",)):
        found, judged = repo.judge(event, base, head, depth=depth)
        assert found.forks == ()
        assert VANISHED in codes(judged)


@BOTH_EVENTS
def test_settings_and_evidence_that_an_old_branch_changes_are_told(repo: Repo, event: str) -> None:
    cut = start(repo, files={WORKFLOW: "old"})
    base = repo.history.commit({"CODEOWNERS": "* @a", "cache/other.json": "{}"}, cut)
    record = json.dumps(RECORD | {"year": 1999})
    files: dict[str, File] = {
        WORKFLOW: "mine",
        pr.RECORD_PATH: record,
        "claims.json": pr.claims(pr.claim(), pr.claim("mine", "One more.", year=1999)),
    }
    head = repo.history.commit(files, cut, branch="agent")
    _, judged = repo.judge(event, base, head)
    assert [path for path, code in pr.top_codes(judged) if code == SETTINGS] == [WORKFLOW]
    assert SUPPLIED in pr.codes(judged)["mine"]
    assert CHANGED in pr.codes(judged)["c1"]
    assert [change.path for change in judged.evidence] == [f"cache/{STEM}.json"]


def test_a_file_that_says_who_whose_parent_is_is_not_believed(repo: Repo) -> None:
    """Red without `core.commitGraph=false`: a step before ours could give the head an older past by it."""
    cut = start(repo)
    base = repo.history.commit({"claims.json": pr.claims(OTHER, pr.claim())}, cut)
    merged = repo.history.commit({"claims.json": pr.claims(pr.claim())}, cut, base, branch="agent")
    head = repo.history.commit({"other.txt": "x"}, merged, branch="agent")
    base = repo.history.commit({"x": "y"}, base)
    workspace = repo.history.checkout(repo.folder / "w", head)
    git(workspace, "fetch", "-q", "origin", base)
    git(workspace, "update-ref", "refs/heads/main", base)
    git(workspace, "commit-graph", "write", "--reachable")
    graph = workspace / ".git/objects/info/commit-graph"
    graph.chmod(0o600)
    graph.write_bytes(without_second_parent(graph.read_bytes(), merged))
    assert git(workspace, "merge-base", head, base) == cut
    with borrowed(objects_of_checkout(str(workspace))) as repository:
        found = resolve_revisions(
            read_event("push", head, events.push(head, branch="agent")), base, repository
        )
        judged = judge_pull_request(repository, found, Request()).judged
    assert len(pr.messages(judged, VANISHED)) == 1


def without_second_parent(graph: bytes, commit: str) -> bytes:
    """A commit graph (gitformat-commit-graph) in which this commit has its first parent only."""
    chunks = {}
    for number in range(graph[6]):
        entry = graph[8 + 12 * number :][:12]
        chunks[entry[:4]] = int.from_bytes(entry[4:], "big")
    names, width = chunks[b"OIDL"], 20
    place = (graph.index(bytes.fromhex(commit), names) - names) // width
    second = chunks[b"CDAT"] + place * (width + 16) + width + 4
    changed = graph[:second] + (0x70000000).to_bytes(4, "big") + graph[second + 4 : -width]
    return changed + sha1(changed, usedforsecurity=False).digest()


# --- what is not at hand ---------------------------------------------------------------------------


@BOTH_EVENTS
@pytest.mark.parametrize("depth", ["--depth=1", "--depth=2"])
def test_a_shallow_checkout_fetches_the_history_and_no_files_for_it(
    repo: Repo, event: str, depth: str
) -> None:
    cut = start(repo)
    base = repo.history.commit({"new/claims.json": pr.claims(OTHER)}, cut)
    head = cut
    for number in range(3):
        head = repo.history.commit({f"{number}.txt": "x"}, head, branch="agent")
    found, judged = repo.judge(event, base, head, depth=(depth,))
    assert (found.forks, VANISHED in codes(judged)) == ((cut,), False)
    gone = repo.history.commit({"claims.json": None}, head, branch="agent")
    _, judged = repo.judge(event, base, gone, depth=(depth,))
    assert ("claims.json", VANISHED) in pr.top_codes(judged)


@pytest.mark.parametrize("depth", ["--depth=1", "--depth=2"])
def test_where_the_history_cannot_be_had_nobody_is_accused_and_that_is_said(repo: Repo, depth: str) -> None:
    cut = start(repo, files={WORKFLOW: "old"})
    base = repo.history.commit(
        {"new/claims.json": pr.claims(OTHER), WORKFLOW: "new", pr.RECORD_PATH: RETRACTED}, cut
    )
    head = repo.history.commit({"1.txt": "x"}, cut, branch="agent")
    written = pr.claims(pr.claim(), pr.claim("mine", "One more statement.", doi="10.0000/demo.2"))
    forged: dict[str, File] = {
        "claims.json": written,
        "cache/10.0000_demo.2.json": json.dumps(RECORD | {"doi": "10.0000/demo.2"}),
    }
    head = repo.history.commit(forged, head, branch="agent")
    for accept in (False, True):
        found, judged = repo.judge(
            PLAIN, base, head, depth=(depth,), network=False, request=Request(accept=accept)
        )
        assert (found.forks, found.said[-1]) == (None, UNKNOWN_FORK)
        assert "fetch-depth: 0" in UNKNOWN_FORK
        assert not {VANISHED, SETTINGS} & codes(judged)
        assert judged.difference.removed == ()
        assert "E_RETRACTED" in pr.codes(judged)["c1"]  # the base's evidence decides all the same
        assert [change.path for change in judged.evidence] == ["cache/10.0000_demo.2.json"]
        assert (SUPPLIED in pr.codes(judged)["mine"]) is not accept


@pytest.mark.parametrize("commits", [1, 4])
def test_a_shallow_merge_shows_what_the_evidence_of_the_base_changed_since_the_branch_was_cut(
    repo: Repo, commits: int
) -> None:
    """Red without the fetched history: the depth that the workflow asks for ends before that commit."""
    cut = start(repo)
    base = repo.history.commit({pr.RECORD_PATH: RETRACTED}, cut)
    head = cut
    for number in range(commits):
        head = repo.history.commit({f"{number}.txt": "x"}, head, branch="agent")
    merge = repo.history.merge(base, head, {"0.txt": "x"})
    workspace = repo.history.checkout(repo.folder / "w", merge, "--depth=2")
    for address, changed in ((repo.history.folder.as_uri(), ["c1"]), ("", [])):
        with borrowed(objects_of_checkout(str(workspace)), address=address) as repository:
            event = read_event("pull_request", merge, events.pull_request(head, base))
            found = resolve_revisions(event, "", repository)
            judged = judge_pull_request(repository, found, Request()).judged
        assert (found.branched, found.forks) == (cut if changed else None, ())
        assert [entry["claim"] for entry in judged.difference.changed] == changed
        assert (UNKNOWN_BRANCH in found.said) is not bool(changed)
        assert "E_RETRACTED" in pr.codes(judged)["c1"]


def test_a_hardened_workflow_has_no_checkout_and_shows_the_same(repo: Repo) -> None:
    cut = start(repo)
    base = repo.history.commit({pr.RECORD_PATH: RETRACTED}, cut)
    head = repo.history.commit({"0.txt": "x"}, cut, branch="agent")
    head = repo.history.commit({"1.txt": "x"}, head, branch="agent")
    repo.history.merge(base, head, {"0.txt": "x", "1.txt": "x"})
    with borrowed(None, address=repo.history.folder.as_uri()) as repository:
        event = read_event("pull_request_target", base, events.pull_request(head, base))
        found = resolve_revisions(event, "", repository)
        judged = judge_pull_request(repository, found, Request()).judged
    assert (found.branched, found.said) == (cut, ())
    assert [entry["claim"] for entry in judged.difference.changed] == ["c1"]


def test_a_queue_of_several_commits_is_on_top_of_its_base_and_needs_no_history(
    repo: Repo, tmp_path: Path
) -> None:
    base = start(repo)
    first = repo.history.commit({"0.txt": "x"}, base, branch="queue")
    head = repo.history.commit({"1.txt": "x", "claims.json": None}, first, branch="queue")
    workspace = repo.history.checkout(tmp_path / "w", head, "--depth=1")
    git(workspace, "fetch", "-q", "--depth=1", "origin", base)
    with borrowed(objects_of_checkout(str(workspace))) as repository:
        found = resolve_revisions(
            read_event("merge_group", head, events.merge_group(head, base)), "", repository
        )
        judged = judge_pull_request(repository, found, Request()).judged
    assert (found.forks, found.said) == ((), ())
    assert VANISHED in codes(judged)


def test_two_commits_that_cannot_be_merged_are_compared_with_where_they_parted(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`citelock diff` says what the Action would."""
    cut = start(repo, files={"x": "0"})
    base = repo.history.commit({"x": "1", "new/claims.json": pr.claims(OTHER), WORKFLOW: "new"}, cut)
    head = repo.history.commit({"x": "2"}, cut, branch="agent")
    monkeypatch.chdir(repo.history.folder)
    assert run(["diff", base, head]) == 0
    output = capsys.readouterr()
    assert "cannot be merged" in output.err
    assert VANISHED not in output.out
    assert "new=0 fixed=0" in output.out
    gone = repo.history.commit({"claims.json": None}, head, branch="agent")
    assert run(["diff", base, gone]) == 1
    assert VANISHED in capsys.readouterr().out
    retracted = repo.history.commit({pr.RECORD_PATH: RETRACTED}, cut)
    mine = repo.history.commit({"y": "2"}, cut, branch="agent")
    run(["diff", retracted, mine])
    assert "E_RETRACTED" in capsys.readouterr().out.partition("changed")[2]
