"""What an author may try against evidence, settings, claims and files: rows 1 to 8 of the threat table.

Each attack goes through the emulated runner, which itself proves of every step that no command was started by
accident and that no token shows. "Taken out:" says which defence was removed by hand to see the test fail.
"""

from __future__ import annotations

import json
import os
import unicodedata
from pathlib import Path

import pytest

from tests.support import events
from tests.support import pull_requests as pr
from tests.support.histories import File, History, Link, Submodule
from tests.support.rule_cases import RECORD, TEXT
from tests.support.mine import act, pull_request
from tests.support.threats import CANARY, DOCTORED, FORGED, OTHER, OTHER_QUOTE, base_of, forged_claims

# --- 1: evidence of one's own ---------------------------------------------------------------------------


@pytest.mark.parametrize("attack", ["pasted quote", "new snapshot", "new record"])
def test_01_writing_the_evidence_for_ones_own_claim(history: History, tmp_path: Path, attack: str) -> None:
    """Taken out: `chosen = audits.head` in snapshotter/pull_request.py (the head's evidence judged with)."""
    doctored: dict[str, dict[str, File]] = {
        "pasted quote": {pr.TEXT_PATH: DOCTORED},
        "new snapshot": {"sources/10.0000_own.txt": DOCTORED},
        "new record": {"cache/10.0000_own.json": json.dumps(RECORD)},
    }
    own: dict[str, str] = {"doi": "10.0000/own"} if attack != "pasted quote" else {}
    others: dict[str, dict[str, File]] = {
        "new snapshot": {"cache/10.0000_own.json": json.dumps(RECORD)},
        "new record": {"sources/10.0000_own.txt": DOCTORED},
    }
    base = base_of(history, others.get(attack, {}))
    changes: dict[str, File] = {
        "claims.json": pr.claims(pr.claim(), pr.claim("c2", OTHER, **FORGED, **own)),
        **doctored[attack],
    }
    step = pull_request(history, tmp_path, base, changes)
    assert step.code == 1
    assert "E_EVIDENCE_SELF_SUPPLIED" in step.errors()["c2"]
    assert len(step.errors()["c2"]) == 2
    accepted = pull_request(history, tmp_path, base, changes, inputs={"new-evidence": "accept"})
    assert accepted.code == 0
    assert accepted.errors()["c2"] == []
    assert any("W_EVIDENCE_CHANGED" in seen.properties["title"] for seen in accepted.annotations)


# --- 2: settings ----------------------------------------------------------------------------------------


def test_02_permissive_settings_in_the_pull_request(history: History, tmp_path: Path) -> None:
    """Taken out: `committed_config(root.reader, …)` read from the head in snapshotter/compared.py."""
    base = base_of(history)
    changes: dict[str, File] = {"claims.json": forged_claims()}
    plain = pull_request(history, tmp_path, base, changes)
    governing: dict[str, File] = {
        "citelock.yml": 'preset: advisory\nfail_on: never\nclaims: ["nothing.json"]\n',
        ".gitattributes": "cache/** -diff linguist-generated\n",
        ".github/workflows/audit.yml": "on: push\n",
        "CODEOWNERS": "* @agent\n",
    }
    step = pull_request(history, tmp_path, base, {**changes, **governing})
    assert step.code == plain.code == 1
    assert step.json("report")["results"] == plain.json("report")["results"]
    assert step.codes_of_files() == [(path, "W_CONFIG_CHANGED") for path in sorted(governing)]


# --- 3: a base of one's own -----------------------------------------------------------------------------


@pytest.mark.parametrize("fail_on", ["error", "regression"])
def test_03_a_base_branch_of_ones_own_with_forged_evidence(
    history: History, tmp_path: Path, fail_on: str
) -> None:
    """Taken out: `branch == event.default_branch` in snapshotter/revisions.py always true."""
    main = base_of(history)
    own = history.commit({pr.TEXT_PATH: DOCTORED, "claims.json": forged_claims()}, main, branch="own")
    head = history.commit({"x": "y"}, own, branch="agent")
    merge = history.merge(own, head, {"x": "y"})
    workspace = history.checkout(tmp_path / "w", merge, "--depth=2")
    payload = events.pull_request(head, own, base_branch="own")
    step = act(
        workspace,
        "pull_request",
        merge,
        payload,
        server=tmp_path.as_uri(),
        repository="origin",
        inputs={"fail-on": fail_on},
    )
    assert step.code == 1
    assert step.outputs["base-sha"] == main
    assert step.errors()["c2"] == ["E_QUOTE_NOT_FOUND", "E_EVIDENCE_SELF_SUPPLIED"]


def test_03_an_earlier_push_of_ones_own_with_forged_evidence(history: History, tmp_path: Path) -> None:
    """Taken out: `event.branch != event.default_branch` in snapshotter/revisions.py never true."""
    main = base_of(history)
    earlier = history.commit({pr.TEXT_PATH: DOCTORED}, main, branch="agent")
    head = history.commit({"claims.json": forged_claims()}, earlier, branch="agent")
    workspace = history.checkout(tmp_path / "w", head, "--depth=2")
    payload = events.push(head, earlier, branch="agent")
    step = act(workspace, "push", head, payload, server=tmp_path.as_uri(), repository="origin")
    assert step.code == 1
    assert step.outputs["base-sha"] == main
    assert step.errors()["c2"] == ["E_QUOTE_NOT_FOUND", "E_EVIDENCE_SELF_SUPPLIED"]


# --- 4: claims that are gone ----------------------------------------------------------------------------

GONE: dict[str, dict[str, File]] = {
    "renamed file": {"claims.json": None, "claims-old.json": pr.claims(pr.claim())},
    "emptied list": {"claims.json": pr.claims()},
    "deleted file": {"claims.json": None},
    "dropped id": {"claims.json": pr.claims(pr.claim("c9", OTHER, **OTHER_QUOTE))},
}


@pytest.mark.parametrize("attack", GONE)
@pytest.mark.parametrize("only_changed", ["false", "true"])
def test_04_taking_away_what_would_be_audited(
    history: History, tmp_path: Path, attack: str, only_changed: str
) -> None:
    """Taken out: `vanished_claims` giving nothing."""
    base = base_of(history)
    step = pull_request(history, tmp_path, base, GONE[attack], inputs={"only-changed": only_changed})
    assert step.code == 1
    assert ("claims.json", "E_CLAIM_VANISHED") in step.codes_of_files()
    assert any("E_CLAIM_VANISHED" in seen.properties["title"] for seen in step.annotations)


def test_04_a_renamed_id_is_no_loss(history: History, tmp_path: Path) -> None:
    step = pull_request(history, tmp_path, base_of(history), {"claims.json": pr.claims(pr.claim("c7"))})
    assert (step.code, step.codes_of_files()) == (0, [])


# --- 5: reports and links in the way --------------------------------------------------------------------


def test_05_a_committed_report_is_never_read(history: History, tmp_path: Path) -> None:
    """Taken out: nothing can be, since no code reads a report; a report of the tree changes no byte."""
    base = base_of(history)
    without = pull_request(history, tmp_path, base, {"claims.json": forged_claims()})
    report = json.dumps({"schema": "citelock-report/1", "rules": "1", "results": [], "findings": []})
    files: dict[str, File] = dict.fromkeys(("report.json", "citelock/report.json", "diff.json"), report)
    step = pull_request(history, tmp_path, base, {"claims.json": forged_claims(), **files})
    assert step.code == 1
    assert step.file("report") == without.file("report")


@pytest.mark.parametrize("place", ["file", "folder", "temporary name"])
def test_05_a_link_where_the_report_is_written(history: History, tmp_path: Path, place: str) -> None:
    """Taken out: O_NOFOLLOW for the folder; the file opened by its own name; O_EXCL."""
    base = base_of(history)
    workspace = history.checkout(tmp_path / "w", base)
    canary, elsewhere = tmp_path / "canary", tmp_path / "elsewhere"
    canary.write_text(CANARY)
    elsewhere.mkdir()
    (elsewhere / "report.json").write_text(CANARY)
    mounts = tmp_path / "mounts"
    (mounts / "runner_temp").mkdir(parents=True)
    folder = mounts / "runner_temp" / "citelock"
    if place == "folder":
        folder.symlink_to(elsewhere)
    else:
        folder.mkdir()
        for name in ("report.json", "diff.json"):
            (folder / name).symlink_to(canary)
        if place == "temporary name":
            for number in range(os.getpid(), os.getpid() + 3000):
                (folder / f".report.json.{number}.tmp").symlink_to(canary)
    step = act(workspace, "workflow_dispatch", base, events.plain(), temporary=mounts)
    assert step.code == 0
    assert canary.read_text() == CANARY
    assert [path.read_text() for path in elsewhere.iterdir()] == [CANARY]
    assert json.loads(step.file("report"))["checked"] == 1
    assert not folder.is_symlink()


# --- 6: links and submodules ----------------------------------------------------------------------------


@pytest.mark.parametrize("entry", [Link("/proc/self/environ"), Submodule("ab" * 20)], ids=["link", "gitlink"])
@pytest.mark.parametrize(
    "path", ["claims.json", pr.RECORD_PATH, pr.TEXT_PATH, pr.PROVENANCE_PATH, pr.SEAL_PATH]
)
@pytest.mark.parametrize("accept", ["reject", "accept"])
def test_06_a_link_or_submodule_in_place_of_a_file(
    history: History, tmp_path: Path, entry: File, path: str, accept: str
) -> None:
    """Taken out: `entry.regular` in snapshotter/trees.py, in listing.py and in changed_evidence.py."""
    base = base_of(history)
    head = history.commit({path: entry}, base, branch="agent")
    merge = history.merge(base, head, {path: entry})
    (tmp_path / "none").mkdir()
    step = act(
        tmp_path / "none",
        "pull_request",
        merge,
        events.pull_request(head, base),
        server=tmp_path.as_uri(),
        repository="origin",
        inputs={"new-evidence": accept},
        environment={"CANARY": CANARY},
    )
    assert step.code == (2 if path == "claims.json" else 1)
    if path != "claims.json":
        code = "E_CACHE_CORRUPT" if path == pr.RECORD_PATH else "E_SNAPSHOT_ALTERED"
        assert (path, code) in step.codes_of_files()
    else:
        assert "claims.json" in {seen.properties.get("file") for seen in step.annotations}
    assert CANARY.encode() not in step.everything()


# --- 7: names that lead elsewhere -----------------------------------------------------------------------

NAMES = [
    "10.0000/../../outside",
    "10.0000/..%2f..%2foutside",
    "10.0000/.git/config",
    "10.0000/CON",
    "10.0000/aux.txt",
    "10.0000/a\\..\\b",
    "10.0000/\u0000x",
    "/etc/passwd",
    "../outside",
    "10.0000/" + "x" * 3000,
    "10.0000/x\ny",
    "10.0000/-rf",
]


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_07_an_identifier_that_is_a_path(history: History, tmp_path: Path, name: str) -> None:
    """Nothing can be taken out: names are looked up in a listing, and no code joins one to a path."""
    for place in (tmp_path, tmp_path / "w" / "cache"):
        place.mkdir(parents=True, exist_ok=True)
        for stem in ("outside", "10.0000_outside", "CON"):
            (place / f"{stem}.json").write_text(json.dumps(RECORD | {"title": CANARY}))
    base = base_of(history)
    written = pr.claims(pr.claim(), pr.claim("c2", OTHER, **OTHER_QUOTE, doi=name))
    step = pull_request(history, tmp_path, base, {"claims.json": written})
    assert step.code == 1
    assert step.errors()["c1"] == []
    assert step.errors()["c2"]
    assert step.errors()["c2"][0] in ("E_DOI_SYNTAX", "E_NOT_CACHED")
    assert CANARY.encode() not in step.everything()


# --- 8: one file for two works --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("registered", "cited"),
    [("a_b", "a:b"), ("a_b", "a/b"), ("a/b", "a:b"), ("a:b", "a/b"), ("a%b", "a_b")],
)
def test_08_a_record_of_another_work_under_a_name_that_collides(
    history: History, tmp_path: Path, registered: str, cited: str
) -> None:
    """Taken out: `_own` in checks/records.py."""
    from citelock.checks.identifiers import Identifier, file_stem, legacy_stem, parse_identifier

    theirs, mine = (parse_identifier(f"doi:10.0000/{each}") for each in (registered, cited))
    assert isinstance(theirs, Identifier)
    assert isinstance(mine, Identifier)
    record = json.dumps(RECORD | {"doi": f"10.0000/{registered}"})
    stems = {file_stem(theirs), legacy_stem(theirs), legacy_stem(mine), file_stem(mine)}
    files: dict[str, File] = {}
    for stem in stems:
        files |= {f"cache/{stem}.json": record, f"sources/{stem}.txt": TEXT}
    base = base_of(history, files)
    written = pr.claims(pr.claim(), pr.claim("c2", OTHER, **OTHER_QUOTE, doi=f"10.0000/{cited}"))
    step = pull_request(history, tmp_path, base, {"claims.json": written})
    assert step.code == 1
    assert step.errors()["c2"] == ["E_CACHE_CORRUPT"]


def test_08_a_hand_made_file_that_two_works_would_share(history: History, tmp_path: Path) -> None:
    """Taken out: `Evidence.collisions` giving nothing."""
    base = base_of(history, {"cache/10.0000_a_b.json": json.dumps(RECORD), "sources/10.0000_a_b.txt": TEXT})
    listed = [
        pr.claim(f"k{n}", OTHER, **OTHER_QUOTE, doi=doi)
        for n, doi in enumerate(["10.0000/a:b", "10.0000/a/b"])
    ]
    step = pull_request(history, tmp_path, base, {"claims.json": pr.claims(pr.claim(), *listed)})
    assert step.code == 1
    assert {"E_SLUG_COLLISION"} == set(step.errors()["k0"]) == set(step.errors()["k1"])


@pytest.mark.parametrize(
    "twins",
    [
        ("cache/10.0000_x.json", "cache/10.0000_X.json"),
        ("sources/é.txt", unicodedata.normalize("NFD", "sources/é.txt")),
        ("sources/stra\u00dfe.txt", "sources/strasse.txt"),
    ],
    ids=["case", "form", "fold"],
)
def test_08_twins_that_are_one_file_on_another_disk(
    history: History, tmp_path: Path, twins: tuple[str, str]
) -> None:
    """Taken out: `_twins` in snapshotter/changed_evidence.py."""
    base = base_of(history, {twins[0]: json.dumps(RECORD)})
    step = pull_request(history, tmp_path, base, {twins[1]: json.dumps(RECORD)})
    assert step.code == 1
    assert (twins[1], "E_SLUG_COLLISION") in step.codes_of_files()
