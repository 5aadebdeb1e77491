"""Pull requests of a real history, from the event to what a reviewer sees."""

from __future__ import annotations

import json
from html import unescape

import pytest

from tests.support import events
from tests.support import pull_requests as pr
from tests.support.forgeries import FORGED, FORGED_CLAIM, PASTED, base_of, line_of
from tests.support.histories import File
from tests.support.rule_cases import QUOTE, RECORD, TEXT, provenance
from tests.support.runner import TOP, Project

DOCTORED = TEXT.replace(QUOTE, FORGED)
RETRACTED = json.dumps(RECORD | {"updates": {"by": [{"type": "retraction", "doi": "10.0000/notice.1"}]}})


def test_a_clean_pull_request_passes(project: Project) -> None:
    base = base_of(project)
    written = pr.claims(pr.claim(), pr.claim("c2", "Another statement of the same kind."))
    head = project.history.commit({"claims.json": written}, base, branch="agent")
    ran = project.pull_request(base, head)
    assert (ran.code, ran.conclusion) == (0, "success")
    assert (ran.outputs["citations"], ran.outputs["errors"], ran.outputs["new-errors"]) == ("2", "0", "0")
    assert not ran.annotations("error") + ran.annotations("warning")
    assert "Citation audit: passed" in ran.summary
    assert ran.last_line == "checked=2 failed=0 report=citelock/report.json"


def test_a_forged_quote_fails_with_an_annotation_on_its_line(project: Project) -> None:
    base = base_of(project)
    written = pr.claims(pr.claim(), FORGED_CLAIM)
    head = project.history.commit({"claims.json": written}, base, branch="agent")
    ran = project.pull_request(base, head)
    assert (ran.code, ran.conclusion, ran.outputs["new-errors"]) == (1, "failure", "1")
    assert ran.lines_of() == [("claims.json", line_of(written, FORGED))]
    (shown,) = ran.annotations()
    assert shown.properties["title"] == "c2: E_QUOTE_NOT_FOUND"
    assert "**new**" in ran.summary


def test_a_forged_quote_with_a_doctored_snapshot_fails_as_self_supplied(project: Project) -> None:
    base = base_of(project)
    written = pr.claims(pr.claim(), FORGED_CLAIM)
    head = project.history.commit({"claims.json": written, pr.TEXT_PATH: PASTED}, base, branch="agent")
    ran = project.pull_request(base, head)
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert {"E_EVIDENCE_SELF_SUPPLIED", "E_QUOTE_NOT_FOUND"} <= set(ran.codes()["c2"])
    assert "E_EVIDENCE_SELF_SUPPLIED" not in ran.codes()["c1"]
    shown = ran.annotations()[0]
    assert shown.properties["title"].startswith("c2: ")
    assert "E_EVIDENCE_SELF_SUPPLIED" in shown.properties["title"]
    assert "After merge: no finding" in shown.data


def test_a_repaired_citation_is_shown_as_fixed(project: Project) -> None:
    base = base_of(project, pr.claim("c1", year=1999), pr.claim("c2", "It stays wrong.", year=1998))
    repaired = pr.claims(pr.claim("c1"), pr.claim("c2", "It stays wrong.", year=1998))
    head = project.history.commit({"claims.json": repaired}, base, branch="agent")
    ran = project.pull_request(base, head, inputs={"fail-on": "regression"})
    assert (ran.code, ran.conclusion) == (0, "success")
    assert (ran.outputs["fixed-errors"], ran.outputs["new-errors"], ran.outputs["errors"]) == ("1", "0", "1")
    fixed = [(entry["claim"], entry["name"]) for entry in ran.json("diff")["fixed"]]
    assert fixed == [("c1", "E_YEAR_MISMATCH")]
    assert "Fixed: 1 citation" in ran.summary
    assert "1 fixed, 1 unchanged" in ran.summary


@pytest.mark.parametrize("depth", ["--depth=1", "--depth=2", ""])
def test_a_retraction_that_reached_the_base_meanwhile_is_changed_by_the_evidence(
    project: Project, depth: str
) -> None:
    """In the checkout that the workflow asks for the commit that the branch was cut from is missing."""
    cut = base_of(project)
    base = project.history.commit({pr.RECORD_PATH: RETRACTED}, cut)
    changed = {"claims.json": pr.claims(pr.claim(), pr.claim("c2", "One more."))}
    head = project.history.commit(changed, cut, branch="agent")
    options = {"depth": (depth,), "server": project.server} if depth else {"depth": ()}
    ran = project.pull_request(base, head, cut=cut, merged=changed, **options)
    assert (ran.code, ran.outputs["evidence-changed"]) == (1, "1")
    assert "at hand" not in ran.stdout + ran.summary
    (entry,) = ran.json("diff")["changed"]
    assert (entry["claim"], "E_RETRACTED" in entry["codes"]) == ("c1", True)
    assert "E_RETRACTED" not in entry["codes_before"]
    assert "Changed by the evidence: 1 citation" in ran.summary
    assert "E_RETRACTED" in ran.codes()["c1"]


def test_where_the_history_cannot_be_had_log_and_summary_say_so_and_what_repairs_it(project: Project) -> None:
    cut = base_of(project)
    base = project.history.commit({pr.RECORD_PATH: RETRACTED}, cut)
    changed = {"claims.json": pr.claims(pr.claim(), pr.claim("c2", "One more."))}
    head = project.history.commit(changed, cut, branch="agent")
    ran = project.pull_request(base, head, merged=changed)
    assert (ran.code, ran.outputs["evidence-changed"]) == (1, "0")
    assert "E_RETRACTED" in ran.codes()["c1"]
    for page in (ran.stdout, ran.summary):
        assert "what the evidence of the base changed since the branch was cut" in unescape(page)
        assert "fetch-depth: 0" in unescape(page)


def test_a_push_of_a_branch_that_lacks_commits_of_the_base_is_not_blamed_for_that(project: Project) -> None:
    cut = base_of(project)
    later = {
        "later/claims.json": pr.claims(pr.claim("c2", "A statement that came later.")),
        "citelock.yml": "fail_on: error\n",
    }
    project.history.commit(later, cut)
    head = project.history.commit(
        {"mine/claims.json": pr.claims(pr.claim("c3", "One more."))}, cut, branch="agent"
    )
    gone = project.history.commit({"claims.json": None}, head, branch="agent")
    for pushed, found in ((head, []), (gone, [("claims.json", "E_CLAIM_VANISHED")])):
        runner = project.runner()
        project.history.checkout(runner.workspace, pushed, "--depth=2")
        payload = events.push(pushed, head, branch="agent")
        ran = runner.run("push", pushed, payload, server=project.server)
        assert ran.top_codes() == found
        assert ran.conclusion == ("failure" if found else "success")
        assert f"told by where the two parted, {cut}" in ran.stdout


def test_evidence_first_and_claims_afterwards_is_a_way_that_works(project: Project) -> None:
    """What the finding about self-supplied evidence says to do."""
    base = base_of(project)
    name = "10.0000_demo.2"
    new = {
        f"cache/{name}.json": json.dumps(RECORD | {"doi": "10.0000/demo.2"}),
        f"sources/{name}.txt": TEXT,
    }
    evidence = project.history.commit(new, base, branch="snapshots")
    first = project.pull_request(base, evidence)
    assert (first.code, first.conclusion) == (0, "success")
    claims = {"claims.json": pr.claims(pr.claim(), pr.claim("c2", doi="10.0000/demo.2"))}
    together = project.history.commit({**new, **claims}, base, branch="agent")
    assert project.pull_request(base, together).code == 1
    landed = project.history.commit(new, base)
    head = project.history.commit(claims, landed, branch="agent")
    assert project.pull_request(landed, head).code == 0


@pytest.mark.parametrize("new_evidence", ["reject", "accept"])
def test_who_brings_a_text_with_another_hash_than_its_provenance_fails_in_either_mode(
    project: Project, new_evidence: str
) -> None:
    base = base_of(project)
    head = project.history.commit(
        {pr.TEXT_PATH: DOCTORED, pr.PROVENANCE_PATH: json.dumps(provenance())}, base, branch="agent"
    )
    ran = project.pull_request(base, head, inputs={"new-evidence": new_evidence})
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert "E_SNAPSHOT_ALTERED" in {code for _, code in ran.top_codes()}


def test_an_input_that_is_not_known_is_exit_code_2_and_a_conclusion(project: Project) -> None:
    base = base_of(project)
    head = project.history.commit({"other.txt": "x"}, base, branch="agent")
    ran = project.pull_request(base, head, inputs={"fail-on": "errors"})
    assert (ran.code, ran.outputs) == (2, {"conclusion": "error"})
    (shown,) = ran.annotations()
    assert "fail-on" in shown.data
    assert "regression" in shown.data


@pytest.mark.parametrize("name", ["pull_request.opened", "pull_request.synchronize"])
def test_the_payloads_that_github_sends_are_understood(project: Project, name: str) -> None:
    base = base_of(project)
    head = project.history.commit({"claims.json": pr.claims(FORGED_CLAIM, pr.claim())}, base, branch="agent")
    ran = project.pull_request(base, head, payload=events.pull_request(head, base, name=name))
    assert (ran.code, ran.outputs["base-sha"]) == (1, base)


def test_a_queue_a_push_and_a_schedule_are_audited_too(project: Project) -> None:
    base = base_of(project)
    head = project.history.commit({"claims.json": pr.claims(pr.claim(), FORGED_CLAIM)}, base)
    for event, payload, new in (
        ("merge_group", events.merge_group(head, base), "1"),
        ("push", events.push(head, base), "1"),
        ("schedule", events.plain(), "1"),
        ("workflow_dispatch", events.plain(), "1"),
    ):
        runner = project.runner()
        project.history.checkout(runner.workspace, head, "--depth=2")
        ran = runner.run(event, head, payload)
        assert (ran.code, ran.conclusion, ran.outputs["errors"]) == (1, "failure", "1"), event
        assert ran.outputs["head-sha"] == head
        assert ran.outputs["new-errors"] == new, event


def test_an_event_of_another_kind_is_refused_and_the_supported_ones_are_named(project: Project) -> None:
    base = base_of(project)
    runner = project.runner()
    project.history.checkout(runner.workspace, base)
    ran = runner.run("workflow_run", base, events.payload("workflow_run.completed"))
    assert (ran.code, ran.outputs) == (2, {"conclusion": "error"})
    assert "pull_request" in ran.annotations()[0].data


def test_only_changed_audits_what_differs_from_the_base(project: Project) -> None:
    base = base_of(project, pr.claim("c1", year=1999))
    head = project.history.commit({"part/claims.json": pr.claims(pr.claim("p1"))}, base, branch="agent")
    ran = project.pull_request(base, head, inputs={"only-changed": "true"})
    assert (ran.code, ran.outputs["claims"]) == (0, "1")
    every = project.pull_request(base, head)
    assert (every.code, every.outputs["claims"], every.outputs["new-errors"]) == (1, "2", "0")


def test_nothing_to_check_is_no_success(project: Project) -> None:
    base = project.history.commit({"readme.txt": "x"}, clear=True)
    head = project.history.commit({"readme.txt": "y"}, base, branch="agent")
    ran = project.pull_request(base, head)
    assert (ran.code, ran.conclusion) == (0, "nothing")
    assert "This is no pass" in ran.summary
    assert any("W_NO_CLAIMS" in seen.properties["title"] for seen in ran.annotations("warning"))


@pytest.mark.parametrize("inputs", [{"summary": "false"}, {"annotations": "off"}, {"fail-on": "never"}])
def test_what_is_switched_off_is_off_and_the_report_is_the_same(
    project: Project, inputs: dict[str, str]
) -> None:
    base = base_of(project)
    head = project.history.commit({"claims.json": pr.claims(pr.claim(), FORGED_CLAIM)}, base, branch="agent")
    usual, ran = project.pull_request(base, head), project.pull_request(base, head, inputs=inputs)
    assert ran.outputs["report-sha256"] == usual.outputs["report-sha256"]
    assert (ran.summary == "", ran.annotations() == [], ran.code == 0) == (
        "summary" in inputs,
        "annotations" in inputs,
        "fail-on" in inputs,
    )


def test_each_input_that_is_no_word_of_it_is_refused_by_name(project: Project) -> None:
    base = base_of(project)
    head = project.history.commit({"other.txt": "x"}, base, branch="agent")
    for name, value in (
        ("command", "rm"),
        ("only-changed", "yes"),
        ("new-evidence", "allow"),
        ("annotations", "all"),
        ("comment", "true"),
        ("comment-author", "a b"),
        ("check-name", "\u202e"),
        ("base", "main"),
        ("base", base[:12]),
        ("claims", "../claims.json"),
        ("claims", "/claims.json"),
    ):
        ran = project.pull_request(base, head, inputs={name: value})
        assert (ran.code, ran.outputs) == (2, {"conclusion": "error"}), (name, value)
        assert name in ran.annotations()[0].data, (name, value)
        assert ran.unmeant() == []


def test_what_does_not_exist_and_what_could_not_be_checked_are_counted_apart(project: Project) -> None:
    """R-report-02 of tests/data/output_cases.json, through the whole Action."""
    cases = json.loads((TOP / "tests" / "data" / "output_cases.json").read_text("utf-8"))["cases"]
    (value,) = [each["expected"]["value"] for each in cases if each["id"] == "R-report-02"]
    denied = {"cache/10.0000_denied.json": json.dumps({"status": "not_found"})}
    base = base_of(project, files=denied)
    written = pr.claims(
        pr.claim(),
        pr.claim("c2", "It is denied.", doi="10.0000/denied"),
        pr.claim("c3", "Nobody was asked.", doi="10.0000/unasked"),
    )
    ran = project.pull_request(base, project.history.commit({"claims.json": written}, base, branch="agent"))
    counted = (
        f"does not exist {value['not_found']}; could not be checked {value['not_checked']} (E_NOT_CACHED 1)"
    )
    assert counted in ran.stdout
    assert ran.codes()["c2"] == ["E_DOI_NOT_FOUND"]


def test_each_malformed_file_is_shown_once_at_its_line(project: Project) -> None:
    base = base_of(project)
    files: dict[str, File] = {
        "claims.json": '{"claims": [\n{"id": 1}]}',
        "part/claims.json": pr.claims(pr.claim("p1")),
        "rest/claims.json": "{\n\n",
    }
    ran = project.pull_request(base, project.history.commit(files, base, branch="agent"))
    assert (ran.code, ran.outputs, ran.files) == (2, {"conclusion": "error"}, {})
    assert [file for file, _ in ran.lines_of()] == ["claims.json", "rest/claims.json"]
    assert ran.lines_of()[0] == ("claims.json", 2)


def test_what_a_killed_run_left_behind_stands_in_nobody_s_way(project: Project) -> None:
    """In a container the next run has the process number of the one before."""
    base = base_of(project)
    head = project.history.commit({"readme.txt": "x"}, base, branch="agent")
    runner = project.runner()
    (runner.temporary / "citelock").mkdir()
    prelude = "import os; os.getpid = lambda: 7"
    for name in ("report.json", "diff.json"):
        (runner.temporary / "citelock" / f".{name}.7.tmp").write_text("half")
    ran = project.pull_request(base, head, runner=runner, prelude=prelude)
    assert (ran.code, ran.conclusion) == (0, "success")
    assert ran.files.keys() == {f"citelock/{name}" for name in ("report.json", "diff.json", "review.html")}
