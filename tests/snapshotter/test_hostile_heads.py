"""Pull requests that want to be green without being right, or to make somebody else's red."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from citelock.checks.pull_request.values import FAILURE, SUCCESS
from citelock.cli.main import run
from tests.support import pull_requests as pr
from tests.support.histories import File, History
from tests.support.rule_cases import QUOTE, RECORD, STEM, TEXT

FORGED = QUOTE.replace("lowered", "raised")
EVIDENCE: dict[str, File] = {f"cache/{STEM}.json": json.dumps(RECORD), f"sources/{STEM}.txt": TEXT}


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "origin")


@pytest.mark.parametrize("fail_on", ["regression", "error"])
def test_a_failing_claim_is_no_place_for_another_forgery(history: History, fail_on: str) -> None:
    failing = pr.claim("c2", "Old words.", quote=FORGED)
    base = history.commit({**EVIDENCE, "claims.json": pr.claims(pr.claim(), failing)}, clear=True)
    other = pr.claim("c2", "Other words.", quote=FORGED.replace("statement", "sentence"))
    head = history.commit({"claims.json": pr.claims(pr.claim(), other)}, base, branch="agent")
    judged = pr.judge(history, base, head, fail_on=fail_on).judged
    assert (judged.conclusion, judged.counts.failing_new, judged.counts.failing_unchanged) == (FAILURE, 1, 0)
    same = history.commit({"claims.json": pr.claims(pr.claim("c9"), failing)}, base, branch="other")
    judged = pr.judge(history, base, same, fail_on="regression").judged
    assert (judged.conclusion, judged.counts.failing_unchanged) == (SUCCESS, 1)


def test_only_changed_does_not_hide_changed_evidence(history: History) -> None:
    base = history.commit({**EVIDENCE, "claims.json": pr.claims(pr.claim())}, clear=True)
    gone: dict[str, File | None] = {f"cache/{STEM}.json": None}
    head = history.commit(gone, base, branch="agent")
    judged = pr.judge(history, base, head, only_changed=True).judged
    assert judged.counts.checked == 1
    assert pr.codes(judged)["c1"] == ["W_EVIDENCE_CHANGED"]
    assert [change.consulted for change in judged.evidence] == [True]
    assert pr.judge(history, base, head, only_changed=True, accept=True).judged.conclusion == FAILURE


def test_a_path_that_is_no_utf8_is_audited_like_any_other(history: History) -> None:
    base = history.commit({**EVIDENCE, "claims.json": pr.claims(pr.claim())}, clear=True)
    odd = b"d\xff/claims.json".decode("utf-8", "surrogateescape")
    head = history.commit(
        {odd: pr.claims(pr.claim("c2", "x", quote=FORGED)), "cache/a\udcff.json": "{}"}, base, branch="agent"
    )
    result = pr.judge(history, base, head)
    assert pr.codes(result.judged)["c2"] == ["E_QUOTE_NOT_FOUND"]
    assert [file.path for file in result.judged.files] == ["claims.json", "d\\xff/claims.json"]
    json.loads("".join(result.outcome.text()).encode("utf-8"))


def test_claims_files_that_no_pattern_takes_are_told(history: History) -> None:
    settings = "claims: [claims.json]\n"
    base = history.commit(
        {**EVIDENCE, "citelock.yml": settings, "claims.json": pr.claims(pr.claim())}, clear=True
    )
    forged = pr.claims(pr.claim("c2", "x", quote=FORGED))
    head = history.commit({"reports/claims.json": forged}, base, branch="agent")
    said = " ".join(pr.judge(history, base, head).judged.said)
    why = "no pattern of `claims` takes them (case and every sign count)"
    assert f"not audited, since {why}: reports/claims.json" in said


def test_diff_of_commits_says_what_the_check_will_say(
    history: History, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the base gained since the branch was cut is not lost by it, and its settings say what fails."""
    old = history.commit({**EVIDENCE, "claims.json": pr.claims(pr.claim())}, clear=True)
    added: dict[str, File] = {
        "more/claims.json": pr.claims(pr.claim("c4", "More words.")),
        "citelock.yml": "{}\n",
    }
    base = history.commit(added, old)
    head = history.commit(
        {"claims.json": pr.claims(pr.claim(), pr.claim("c2", "Other words."))}, old, branch="agent"
    )
    monkeypatch.chdir(history.folder)
    assert run(["diff", base, head]) == 0
    printed = capsys.readouterr().out
    assert "E_CLAIM_VANISHED" not in printed
    assert "W_CONFIG_CHANGED" not in printed
    strict = history.commit({"citelock.yml": "fail_on: warning\n"}, base)
    warned = history.commit({".gitattributes": "cache/** -diff\n"}, head, branch="warned")
    assert run(["diff", strict, warned]) == 1
    assert "W_CONFIG_CHANGED" in capsys.readouterr().out


def test_a_tree_of_nothing_but_trees_is_given_up(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    from citelock.checks.errors import EvidenceError
    from citelock.snapshotter import gitread

    monkeypatch.setattr(gitread, "_LISTING", 1)
    base = history.commit({**EVIDENCE, "claims.json": pr.claims(pr.claim())}, clear=True)

    def git(*arguments: str, told: str = "") -> str:
        command = ["git", "-C", str(history.folder), *arguments]
        return subprocess.run(command, input=told, check=True, capture_output=True, text=True).stdout.strip()

    tree = git("mktree")
    for _ in range(40):
        tree = git("mktree", told=f"040000 tree {tree}\ta\n040000 tree {tree}\tb\n")
    bomb = git("commit-tree", tree, "-m", "bomb")
    with pytest.raises(EvidenceError, match="could not be listed within 1 s"):
        pr.judge(history, base, bomb)
