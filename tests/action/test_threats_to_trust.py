"""Threats 1 to 9: evidence, settings, claims and files that an agent would rather have judged by.

Each test was seen to fail without its defence; what was taken out for that is said as "Red without".
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.support import events
from tests.support import pull_requests as pr
from tests.support.forgeries import (
    FORGED_FILE,
    INVENTED,
    INVENTED_CLAIM,
    PASTED,
    agent,
    base_of,
)
from tests.support.histories import File, Link, Submodule
from tests.support.rule_cases import RECORD, TEXT
from tests.support.runner import Project

FORGERIES: Mapping[str, Mapping[str, File]] = {
    "a forged record": {"claims.json": pr.claims(pr.claim(), INVENTED_CLAIM), **INVENTED},
    "a pasted quote": {"claims.json": FORGED_FILE, pr.TEXT_PATH: PASTED},
}
CANARY = "canary-7f3a9c"


# --- 1: evidence of one's own -------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORGERIES)
def test_01_own_evidence_fails_where_it_is_rejected_and_warns_where_it_is_accepted(
    project: Project, name: str
) -> None:
    # Red without: the head audited with the root's evidence (`_audits` given the head's).
    base = base_of(project)
    head = agent(project, base, FORGERIES[name])
    ran = project.pull_request(base, head)
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert "E_EVIDENCE_SELF_SUPPLIED" in ran.codes()["c2"]
    accepted = project.pull_request(base, head, inputs={"new-evidence": "accept"})
    assert (accepted.code, accepted.conclusion) == (0, "success")
    assert "W_EVIDENCE_CHANGED" in accepted.codes()["c2"]
    assert any("W_EVIDENCE_CHANGED" in each.properties["title"] for each in accepted.annotations("warning"))


# --- 2: settings of one's own -------------------------------------------------------------------------

PERMISSIVE: Mapping[str, File] = {
    "citelock.yml": "fail_on: never\nseverity: {E_QUOTE_NOT_FOUND: note}\nclaims: ['nothing.json']\n",
    ".gitattributes": "* -diff linguist-generated\n",
    ".github/workflows/citation-audit.yml": "on: push\njobs: {}\n",
    "CODEOWNERS": "* @agent\n",
    "docs/CODEOWNERS": "* @agent\n",
    "sub/citelock.yml": "fail_on: never\n",
}


def test_02_permissive_settings_of_the_head_change_nothing_and_are_told_of(project: Project) -> None:
    # Red without: the settings read from the root's tree (`take` given the head's).
    base = base_of(project, files={"citelock.yml": "fail_on: error\n"})
    plain = project.pull_request(base, agent(project, base, {"claims.json": FORGED_FILE}))
    ran = project.pull_request(base, agent(project, base, {"claims.json": FORGED_FILE, **PERMISSIVE}))
    assert (ran.code, ran.codes()) == (plain.code, plain.codes())
    assert ran.codes()["c2"] == ["E_QUOTE_NOT_FOUND"]
    changed = [path for path, code in ran.top_codes() if code == "W_CONFIG_CHANGED"]
    assert changed == sorted(set(PERMISSIVE) - {"sub/citelock.yml"})  # one that governs nothing


# --- 3: a base of one's own ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORGERIES)
def test_03_a_base_branch_of_ones_own_is_no_root_of_trust(project: Project, name: str) -> None:
    # Red without: evidence of the default branch for another base branch (`_against` given the baseline).
    base = base_of(project)
    evidence = {path: content for path, content in FORGERIES[name].items() if path != "claims.json"}
    own = project.history.commit(evidence, base, branch="own")
    head = agent(project, own, {"claims.json": FORGERIES[name]["claims.json"]})
    payload = events.pull_request(head, own, base_branch="own")
    ran = project.pull_request(own, head, payload=payload, server=project.server)
    assert (ran.code, ran.conclusion, ran.outputs["base-sha"]) == (1, "failure", base)
    assert "E_EVIDENCE_SELF_SUPPLIED" in ran.codes()["c2"]


@pytest.mark.parametrize("name", FORGERIES)
def test_03_an_earlier_push_of_ones_own_is_no_root_of_trust(project: Project, name: str) -> None:
    # Red without: the tip of the default branch for a push elsewhere (`_of_push` given `before`).
    base = base_of(project)
    evidence = {path: content for path, content in FORGERIES[name].items() if path != "claims.json"}
    earlier = project.history.commit(evidence, base, branch="agent")
    head = agent(project, earlier, {"claims.json": FORGERIES[name]["claims.json"]})
    runner = project.runner()
    project.history.checkout(runner.workspace, head)
    payload = events.push(head, earlier, branch="agent")
    ran = runner.run("push", head, payload, server=project.server)
    assert (ran.code, ran.conclusion, ran.outputs["base-sha"]) == (1, "failure", base)


@pytest.mark.parametrize("orphan", [False, True], ids=["branched", "without history"])
@pytest.mark.parametrize("name", FORGERIES)
def test_03_a_pull_request_retargeted_after_its_event_is_judged_by_the_branch_of_the_event(
    project: Project, name: str, orphan: bool
) -> None:
    # Red without: `_is_of_the_base` (refs/pull/N/merge is fetched later than the event was made).
    base = base_of(project)
    evidence = {path: content for path, content in FORGERIES[name].items() if path != "claims.json"}
    parents = () if orphan else (base,)
    own = project.history.commit({**pr.SOUND, **evidence}, *parents, branch="own")
    head = agent(project, own, {"claims.json": FORGERIES[name]["claims.json"]})
    payload = events.pull_request(head, base)
    project.history.merge(own, head)  # the base of the pull request is edited, and GitHub merges anew
    ran = project.runner().run("pull_request_target", base, payload, server=project.server)
    assert (ran.code, ran.conclusion, ran.outputs["base-sha"]) == (1, "failure", base)
    assert "E_EVIDENCE_SELF_SUPPLIED" in ran.codes()["c2"]


def test_03_a_base_that_went_on_after_the_event_is_the_base_that_is_merged_into(project: Project) -> None:
    base = base_of(project)
    head = agent(project, base, {"claims.json": FORGED_FILE})
    payload = events.pull_request(head, base)
    later = project.history.commit({"README.md": "later"}, base)
    project.history.merge(later, head)
    ran = project.runner().run("pull_request_target", base, payload, server=project.server)
    assert (ran.code, ran.outputs["base-sha"]) == (1, later)


# --- 4: claims out of sight ---------------------------------------------------------------------------

OUT_OF_SIGHT: Mapping[str, Mapping[str, File]] = {
    "a renamed file": {"claims.json": None, "claims.txt": pr.claims(pr.claim())},
    "an emptied list": {"claims.json": pr.claims()},
    "a dropped id": {"claims.json": pr.claims(pr.claim("c9", "Something else."))},
    "a deleted file": {"claims.json": None},
}


@pytest.mark.parametrize("name", OUT_OF_SIGHT)
def test_04_a_claim_put_out_of_sight_has_vanished(project: Project, name: str) -> None:
    # Red without: the call of `vanished_claims`.
    base = base_of(project)
    ran = project.pull_request(base, agent(project, base, OUT_OF_SIGHT[name]))
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert ("claims.json", "E_CLAIM_VANISHED") in ran.top_codes()
    assert any("E_CLAIM_VANISHED" in each.properties["title"] for each in ran.annotations())


def test_04_a_renamed_id_is_no_finding(project: Project) -> None:
    # Red without: a look at what claims say (`_without_successor` given ids alone).
    base = base_of(project)
    ran = project.pull_request(base, agent(project, base, {"claims.json": pr.claims(pr.claim("renamed"))}))
    assert (ran.code, ran.top_codes()) == (0, [])


# --- 5: a report of one's own, a path that leads elsewhere -----------------------------------------------


def test_05_a_committed_report_is_never_read(project: Project) -> None:
    # No defence can be taken out: nothing in the Action reads a report. Red with a `result` read from one.
    passing = json.dumps({"schema": "citelock-report/1", "checked": 2, "failed": 0, "results": []})
    base = base_of(project)
    files: dict[str, File] = {"claims.json": FORGED_FILE}
    files |= dict.fromkeys(
        ("report.json", "citelock/report.json", "diff.json", ".citelock/report.json"), passing
    )
    ran = project.pull_request(base, agent(project, base, files))
    assert (ran.code, ran.outputs["errors"]) == (1, "1")
    assert len(ran.json("report")["results"]) == 2


def _linked_folder(temporary: Path, target: Path) -> None:
    (temporary / "citelock").symlink_to(target)


def _linked_file(temporary: Path, target: Path) -> None:
    (temporary / "citelock").mkdir()
    for name in ("report.json", "diff.json", "report.sarif"):
        (temporary / "citelock" / name).symlink_to(target / name)


@pytest.mark.parametrize("trap", [_linked_folder, _linked_file], ids=["folder", "file"])
def test_05_nothing_is_written_through_a_link(project: Project, trap: Callable[[Path, Path], None]) -> None:
    # Red without: O_NOFOLLOW of the folder and the removal of a link (folder); O_EXCL and replace (file).
    base = base_of(project)
    head = agent(project, base, {"claims.json": FORGED_FILE})
    runner = project.runner()
    target = project.folder / "elsewhere"
    target.mkdir()
    for name in ("report.json", "diff.json", "report.sarif"):
        (target / name).write_text(CANARY)
    trap(runner.temporary, target)
    ran = project.pull_request(base, head, runner=runner, inputs={"sarif": "true"})
    assert ran.code == 1
    assert {path.read_text() for path in target.iterdir()} == {CANARY}
    assert len(list(target.iterdir())) == 3
    names = ("report.json", "diff.json", "report.sarif", "review.html")
    assert ran.files.keys() == {f"citelock/{name}" for name in names}


# --- 6: links and submodules --------------------------------------------------------------------------

ENVIRON = "/proc/self/environ"
GITLINK = Submodule("ab" * 20)


@pytest.mark.parametrize("entry", [Link(ENVIRON), GITLINK], ids=["link", "gitlink"])
def test_06_a_link_as_claims_file_is_malformed_and_read_by_nobody(project: Project, entry: File) -> None:
    # Red without: the look at the mode in `write_claims`.
    base = base_of(project)
    ran = project.pull_request(
        base, agent(project, base, {"claims.json": entry}), environment={"SECRET": CANARY}
    )
    assert (ran.code, ran.outputs) == (2, {"conclusion": "error"})
    assert ran.lines_of()[0] == ("claims.json", 1)
    assert CANARY.encode() not in ran.everything()
    assert ran.files == {}


@pytest.mark.parametrize("accept", [False, True], ids=["reject", "accept"])
@pytest.mark.parametrize("entry", [Link(ENVIRON), GITLINK], ids=["link", "gitlink"])
@pytest.mark.parametrize(
    ("path", "code"), [(pr.RECORD_PATH, "E_CACHE_CORRUPT"), (pr.TEXT_PATH, "E_SNAPSHOT_ALTERED")]
)
def test_06_a_link_as_evidence_is_no_evidence_and_read_by_nobody(
    project: Project, path: str, code: str, entry: File, accept: bool
) -> None:
    # Red without: the look at the mode of entries in `check_changed` and the reading of evidence.
    base = base_of(project)
    ran = project.pull_request(
        base,
        agent(project, base, {path: entry}),
        inputs={"new-evidence": "accept" if accept else "reject"},
        environment={"SECRET": CANARY},
    )
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert (path, code) in ran.top_codes()
    assert CANARY.encode() not in ran.everything()


# --- 7: identifiers that are paths ----------------------------------------------------------------------

PATHS = {
    "traversal": "10.0000/../../canary",
    "deep traversal": "10.0000/" + "../" * 40 + "etc/passwd",
    "encoded traversal": "10.0000/%2e%2e%2fcanary",
    "back slashes": "10.0000/..\\..\\canary",
    "absolute": "10.0000//etc/passwd",
    ".git": "10.0000/.git/config",
    "a device": "10.0000/CON",
    "a stream": "10.0000/demo.1::$DATA",
    "a pattern": "10.0000/*",
    "an option": "10.0000/--upload-pack=x",
    "3,000 characters": "10.0000/" + "x" * 3000,
    "a line end": "10.0000/x\n../canary",
    "NUL": "10.0000/demo.1\0.json",
}


@pytest.mark.parametrize("name", PATHS)
def test_07_an_identifier_is_never_a_path(project: Project, name: str) -> None:
    # Red without: the look-up in the listing (a join of folder and identifier finds the canary).
    record = json.dumps(RECORD | {"title": CANARY})
    planted = dict.fromkeys(("canary", "canary.json", "cache/canary", "10.0000/canary.json"), record)
    base = base_of(project, files=planted)
    written = pr.claims(pr.claim(), pr.claim("c2", "By another name.", doi=PATHS[name]))
    runner = project.runner()
    (runner.folder / "canary.json").write_text(record)
    before = _listing(project.folder)
    ran = project.pull_request(base, agent(project, base, {"claims.json": written}), runner=runner)
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert ran.codes()["c1"] == []
    assert any(code.startswith("E_") for code in ran.codes()["c2"])
    assert "E_TITLE_MISMATCH" not in ran.codes()["c2"]
    assert CANARY.encode() not in ran.everything()
    new = {path for path in _listing(project.folder) - before if not path.startswith("server/")}
    assert {path.split("/")[1] for path in new} <= {"workspace", "temp", "commands", "event.json"}


def _listing(folder: Path) -> set[str]:
    return {
        Path(parent, name).relative_to(folder).as_posix()
        for parent, _, names in os.walk(folder)
        for name in names
    }


# --- 8: one name for two works ----------------------------------------------------------------------------


@pytest.mark.parametrize("accept", [False, True], ids=["reject", "accept"])
@pytest.mark.parametrize(
    ("own", "other"),
    [("10.0000/a:b", "10.0000/a_b"), ("10.0000/a/b", "10.0000/a_b"), ("10.0000/a:b", "10.0000/a/b")],
)
def test_08_two_works_never_share_a_file(project: Project, own: str, other: str, accept: bool) -> None:
    # Red without: the collisions in `Evidence` (the hand-made file is handed out to both).
    evidence: dict[str, File] = {
        "cache/10.0000_a_b.json": json.dumps(RECORD),
        "sources/10.0000_a_b.txt": TEXT,
    }
    base = base_of(project, pr.claim("c1", doi=own), files=evidence)
    written = pr.claims(pr.claim("c1", doi=own), pr.claim("c2", "One more.", doi=other))
    inputs = {"new-evidence": "accept" if accept else "reject"}
    ran = project.pull_request(base, agent(project, base, {"claims.json": written}), inputs=inputs)
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert "E_SLUG_COLLISION" in ran.codes()["c2"]


def test_08_a_record_of_another_work_is_none_of_this(project: Project) -> None:
    # Red without: the comparison of the record's `doi` with the identifier.
    foreign = json.dumps(RECORD | {"doi": "10.0000/demo.1", "id": "doi:10.0000/demo.1"})
    evidence: dict[str, File] = {"cache/10.0000_other.json": foreign, "sources/10.0000_other.txt": TEXT}
    base = base_of(project, files=evidence)
    written = pr.claims(pr.claim(), pr.claim("c2", "One more.", doi="10.0000/other"))
    ran = project.pull_request(base, agent(project, base, {"claims.json": written}))
    assert (ran.code, ran.codes()["c2"]) == (1, ["E_CACHE_CORRUPT"])


@pytest.mark.parametrize("accept", [False, True], ids=["reject", "accept"])
@pytest.mark.parametrize("twin", ["cache/10.0000_DEMO.1.json", "sources/10.0000_Demo.1.txt"])
def test_08_a_twin_in_case_is_a_collision(project: Project, twin: str, accept: bool) -> None:
    # Red without: the call of `_twins`.
    content = json.dumps(RECORD | {"year": 1999}) if twin.endswith("json") else PASTED
    base = base_of(project)
    head = agent(project, base, {twin: content})
    ran = project.pull_request(base, head, inputs={"new-evidence": "accept" if accept else "reject"})
    assert (ran.code, ran.conclusion) == (1, "failure")
    assert (twin, "E_SLUG_COLLISION") in ran.top_codes()
    assert ran.codes()["c1"] == []  # and what is judged with is the file of the exact name


# --- 9: one for all -----------------------------------------------------------------------------------

BAD: Mapping[str, tuple[Mapping[str, object], File]] = {
    "a record that is no JSON": ({}, "{" * 50_000),
    "a record that is UTF-16": ({}, json.dumps(RECORD).encode("utf-16")),
    "a record of quite another shape": (
        {},
        '{"authors": {"a": [[[]]]}, "title": 7, "year": {}, "updates": 1}',
    ),
    "a quotation of one sign": ({"quote": "\u0301" * 4000}, json.dumps(RECORD)),
    "an identifier of NUL": ({"doi": "\0"}, json.dumps(RECORD)),
    "an identifier of brackets": ({"doi": "10.0000/" + "(" * 1500}, json.dumps(RECORD)),
}


@pytest.mark.parametrize("name", BAD)
def test_09_one_hostile_item_of_a_hundred_leaves_the_others_alone(project: Project, name: str) -> None:
    # Red without: the containment in the reading of records (the fault of one ends the run).
    changes, record = BAD[name]
    others = [
        pr.claim(f"c{n:02}", f"Statement {'abcdefghij'[n // 10]}{'abcdefghij'[n % 10]}.") for n in range(99)
    ]
    bad = pr.claim("bad", "The bad one.", **{"doi": "10.0000/bad", **changes})
    base = base_of(
        project, *others, files={"cache/10.0000_bad.json": record, "sources/10.0000_bad.txt": TEXT}
    )
    ran = project.pull_request(base, agent(project, base, {"claims.json": pr.claims(*others, bad)}))
    assert ran.code == 1
    rows = {row["claim"]: row for row in ran.json("report")["results"]}
    assert rows["bad"]["errors"]
    alone = project.pull_request(base, agent(project, base, {"readme.txt": "x"}))
    expected = {row["claim"]: row for row in alone.json("report")["results"]}
    assert len(expected) == 99
    assert {claim: row for claim, row in rows.items() if claim != "bad"} == expected


def test_09_a_bug_is_told_as_one_and_never_passes(project: Project) -> None:
    # Red without: the `except Exception` of `run_action` (a traceback, and no conclusion for later steps).
    base = base_of(project)
    prelude = """
import citelock.snapshotter.pull_request as judging
def broken(*_, **__):
    raise ZeroDivisionError("::error::x\\n::stop-commands::y")
judging.vanished_claims = broken
"""
    ran = project.pull_request(base, agent(project, base, {"x": "y"}), prelude=prelude)
    assert (ran.code, ran.outputs) == (70, {"conclusion": "error"})
    (shown,) = ran.annotations()
    assert "ZeroDivisionError" in shown.data
    assert "bug in citelock" in shown.data
    assert not ran.unmeant()
    assert ran.stderr == ""
