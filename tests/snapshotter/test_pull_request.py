"""What a pull request does beside evidence: claims lost or moved, settings, what is compared, how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from hashlib import sha256
from pathlib import Path

import pytest

from citelock.checks.errors import EvidenceError
from citelock.checks.pull_request.values import FAILURE, NOTHING, SUCCESS
from citelock.cli.main import run
from citelock.cli.output.annotations import annotate
from citelock.snapshotter.compared import MalformedFiles
from tests.support import papers
from tests.support import pull_requests as pr
from tests.support.histories import File, History, Link, Submodule, git
from tests.support.rule_cases import CITATION, RECORD, STEM, TEXT, provenance

VANISHED = "E_CLAIM_VANISHED"
WRONG: dict[str, object] = {"year": 1999}


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
    return History(tmp_path_factory.mktemp("histories") / "origin")


def base_of(history: History, files: dict[str, File] | None = None, *listed: pr.Json) -> str:
    """A base whose evidence is in order, with these claims (one that is in order) and files."""
    written = pr.claims(*(listed or [pr.claim()]))
    return history.commit({**pr.SOUND, "claims.json": written, **(files or {})}, clear=True)


def head_of(history: History, base: str, files: dict[str, File]) -> str:
    return history.commit(files, base, branch="agent")


def many(count: int, **changes: object) -> list[pr.Json]:
    return [pr.claim(f"c{n}", f"Statement {_letter(n)} of many.", **changes) for n in range(count)]


def _letter(number: int) -> str:
    """Statements are told apart by letters: a number would have to be in the text."""
    return "abcdefghij"[number // 10] + "abcdefghij"[number % 10]


def without_notes(names: object) -> list[str]:
    assert isinstance(names, list)
    return [name for name in names if not name.startswith("N_")]


# --- claims that are gone, moved, repaired ---------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({"claims.json": pr.claims(pr.claim("other", "Another statement."))}, "its file is there"),
        ({"claims.json": pr.claims()}, "its file is there"),
        ({"claims.json": None}, "its file is gone"),
        ({"claims.json": None, "claims.txt": pr.claims(pr.claim())}, "its file is gone"),
        ({"claims.json": None, "cache/claims.json": pr.claims(pr.claim())}, "its file is gone"),
    ],
    ids=["dropped id", "emptied list", "deleted file", "renamed out of the globs", "moved into the evidence"],
)
def test_a_claim_in_order_that_is_gone_has_vanished(
    history: History, files: dict[str, File], place: str
) -> None:
    base = base_of(history)
    judged = pr.judge(history, base, head_of(history, base, files)).judged
    assert ("claims.json", VANISHED) in pr.top_codes(judged)
    (said,) = pr.messages(judged, VANISHED)
    assert "The claim c1 " in said
    assert place in said
    assert judged.conclusion == FAILURE


@pytest.mark.parametrize("entry", [Link("other.json"), Submodule("ab" * 20)], ids=["link", "submodule"])
def test_a_claims_file_that_became_no_file_is_malformed(history: History, entry: File) -> None:
    base = base_of(history)
    head = head_of(history, base, {"claims.json": entry, "other.json": pr.claims(pr.claim())})
    with pytest.raises(MalformedFiles) as refusal:
        pr.judge(history, base, head)
    assert refusal.value.exit_code == 2
    assert refusal.value.errors[0].path == "claims.json"


def test_every_claim_that_vanished_is_told_of_once(history: History) -> None:
    base = base_of(history, {}, *many(3))
    judged = pr.judge(history, base, head_of(history, base, {"claims.json": pr.claims(*many(1))})).judged
    said = pr.messages(judged, VANISHED)
    assert [each.split(" was ")[0] for each in said] == ["The claim c1", "The claim c2"]


def test_a_claim_that_failed_in_the_base_may_be_taken_out(history: History) -> None:
    base = base_of(history, {}, pr.claim(), pr.claim("c2", "It was wrong.", **WRONG))
    judged = pr.judge(history, base, head_of(history, base, {"claims.json": pr.claims(pr.claim())})).judged
    assert pr.top_codes(judged) == []
    assert judged.conclusion == SUCCESS
    assert ("c2", "E_YEAR_MISMATCH") in [
        (entry["claim"], entry.get("code")) for entry in judged.difference.removed
    ]
    assert judged.difference.fixed == ()
    assert judged.counts.failing_fixed == 0


def test_40_renumbered_claims_are_neither_new_nor_fixed(history: History) -> None:
    failing = {3: WRONG, 7: WRONG}
    old = [pr.claim(f"c{n}", f"Statement {_letter(n)}.", **failing.get(n, {})) for n in range(40)]
    renumbered = [{**claim, "id": f"c{n + 1}"} for n, claim in enumerate(old)]
    base = base_of(history, {}, *old)
    judged = pr.judge(history, base, head_of(history, base, {"claims.json": pr.claims(*renumbered)})).judged
    assert pr.top_codes(judged) == []
    counts = judged.counts
    assert (counts.failing_new, counts.failing_fixed, counts.failing_unchanged) == (0, 0, 2)
    assert (counts.new_errors, counts.fixed_errors) == (0, 0)
    assert [each["name"] for each in judged.difference.new] == []


def test_a_claim_that_moved_to_another_audited_file_has_not_vanished(history: History) -> None:
    base = base_of(history)
    files: dict[str, File] = {"claims.json": None, "part/claims.json": pr.claims(pr.claim("k1"))}
    judged = pr.judge(history, base, head_of(history, base, files)).judged
    assert pr.top_codes(judged) == []
    assert judged.conclusion == SUCCESS


def test_a_moved_claim_that_lost_a_citation_has_vanished(history: History) -> None:
    two = pr.claim("c1", pr.CLAIM_TEXT, CITATION, {**CITATION, "quote": "Costs rose to 15 % of the budget"})
    base = base_of(history, {}, two)
    head = head_of(history, base, {"claims.json": pr.claims(pr.claim("c9"))})
    assert ("claims.json", VANISHED) in pr.top_codes(pr.judge(history, base, head).judged)


def test_of_two_claims_that_say_the_same_one_may_go(history: History) -> None:
    base = base_of(history, {}, pr.claim("c1"), pr.claim("c2"))
    head = head_of(history, base, {"claims.json": pr.claims(pr.claim("c1"))})
    assert pr.top_codes(pr.judge(history, base, head).judged) == []


def test_a_claim_left_out_while_the_others_are_numbered_anew_has_vanished(history: History) -> None:
    """Its id is there, but as that of the next claim."""
    old = many(6)
    renumbered = [{**claim, "id": f"c{n}"} for n, claim in enumerate([*old[:2], *old[3:]])]
    base = base_of(history, {}, *old)
    judged = pr.judge(history, base, head_of(history, base, {"claims.json": pr.claims(*renumbered)})).judged
    assert [each.split(" was ")[0] for each in pr.messages(judged, VANISHED)] == ["The claim c2"]


def test_claims_that_change_places_have_not_vanished(history: History) -> None:
    one, two = many(2)
    base = base_of(history, {}, one, two)
    swapped = pr.claims({**two, "id": "c0"}, {**one, "id": "c1"})
    assert (
        pr.top_codes(pr.judge(history, base, head_of(history, base, {"claims.json": swapped})).judged) == []
    )


def test_a_claim_under_the_old_id_with_another_text_is_a_changed_one(history: History) -> None:
    base = base_of(history)
    changed = pr.claims(pr.claim("c1", "Something else is said now.", **WRONG))
    judged = pr.judge(history, base, head_of(history, base, {"claims.json": changed})).judged
    assert pr.codes(judged) == {"c1": ["E_YEAR_MISMATCH"]}
    assert pr.top_codes(judged) == []
    assert judged.counts.failing_new == 1


# --- which files are claims files -------------------------------------------------------------------


def test_the_patterns_are_those_of_the_base_settings(history: History) -> None:
    settings = 'claims: ["facts/*.json"]\n'
    base = base_of(history, {"citelock.yml": settings, "facts/a.json": pr.claims(pr.claim("f1", **WRONG))})
    head = head_of(history, base, {"citelock.yml": "claims: [nothing.json]\n"})
    judged = pr.judge(history, base, head).judged
    assert [file.path for file in judged.files] == ["facts/a.json"]
    assert pr.codes(judged) == {"f1": ["E_YEAR_MISMATCH"]}


def test_the_input_has_precedence_over_the_settings(history: History) -> None:
    base = base_of(history, {"citelock.yml": 'claims: ["facts/*.json"]\n'})
    judged = pr.judge(history, base, base, patterns=["claims.json"]).judged
    assert [file.path for file in judged.files] == ["claims.json"]


def test_nothing_among_the_evidence_is_a_claims_file(history: History) -> None:
    base = base_of(history, {"sources/claims.json": "no claims", "cache/deep/claims.json": "no claims"})
    assert [file.path for file in pr.judge(history, base, base).judged.files] == ["claims.json"]


def test_without_any_claims_file_the_end_is_nothing_and_never_success(history: History) -> None:
    base = history.commit({"README": "x"}, clear=True)
    judged = pr.judge(history, base, head_of(history, base, {"a": "b"})).judged
    assert judged.conclusion == NOTHING
    assert pr.top_codes(judged) == [("", "W_NO_CLAIMS")]


def test_without_any_claim_the_end_is_nothing_and_never_success(history: History) -> None:
    base = history.commit({"claims.json": pr.claims()}, clear=True)
    judged = pr.judge(history, base, head_of(history, base, {"a": "b"})).judged
    assert judged.conclusion == NOTHING
    assert pr.top_codes(judged) == [("claims.json", "W_NO_CLAIMS")]


def test_the_base_may_make_a_tree_without_claims_an_error(history: History) -> None:
    settings = "severity:\n  W_NO_CLAIMS: error\n"
    base = history.commit({"citelock.yml": settings, "README": "x"}, clear=True)
    head = head_of(history, base, {"citelock.yml": None, "a": "b"})
    assert pr.judge(history, base, head).judged.conclusion == FAILURE


def test_every_malformed_claims_file_is_named_at_its_line(history: History) -> None:
    base = base_of(history)
    head = head_of(history, base, {"a/claims.json": '{\n"claims": [}', "b/claims.json": "[1, 2]"})
    with pytest.raises(MalformedFiles) as refusal:
        pr.judge(history, base, head)
    assert [(error.path, error.line) for error in refusal.value.errors] == [
        ("a/claims.json", 2),
        ("b/claims.json", 1),
    ]


# --- only changed files ------------------------------------------------------------------------------


def test_only_changed_audits_files_that_differ_and_looks_for_vanished_claims_in_all(
    history: History,
) -> None:
    base = base_of(
        history,
        {"a/claims.json": pr.claims(pr.claim("a1", **WRONG)), "b/claims.json": pr.claims(pr.claim("b1"))},
    )
    changed = pr.claims(pr.claim("c1"), pr.claim("c2", "New.", **WRONG))
    judged = pr.judge(
        history,
        base,
        head_of(history, base, {"claims.json": changed, "b/claims.json": None}),
        only_changed=True,
    ).judged
    assert [(file.path, file.changed) for file in judged.files] == [("claims.json", True)]
    assert list(pr.codes(judged)) == ["c1", "c2"]
    assert pr.top_codes(judged) == [("b/claims.json", VANISHED)] or pr.messages(judged, VANISHED) == []
    assert judged.counts.failing_new == 1
    assert judged.counts.failing_fixed == 0  # a1 is not looked at, so it is not fixed either


def test_only_changed_finds_a_claim_that_moved_out_of_a_file_that_is_gone(history: History) -> None:
    base = base_of(history, {"b/claims.json": pr.claims(pr.claim("b1", "Only here."))})
    head = head_of(history, base, {"b/claims.json": None})
    judged = pr.judge(history, base, head, only_changed=True).judged
    assert pr.top_codes(judged) == [("b/claims.json", VANISHED)]
    assert judged.conclusion == FAILURE


def test_only_changed_and_nothing_changed_says_so_and_is_no_success(history: History) -> None:
    base = base_of(history)
    judged = pr.judge(history, base, head_of(history, base, {"x": "y"}), only_changed=True).judged
    assert judged.conclusion == NOTHING
    assert any("no claims file and no evidence differs" in said for said in judged.said)


# --- evidence pull requests, settings, what the base cannot say -------------------------------------


def test_evidence_alone_may_land_on_a_red_base_and_the_level_is_said(history: History) -> None:
    base = base_of(history, {}, pr.claim(), pr.claim("c2", "Wrong.", **WRONG))
    head = head_of(
        history, base, {"cache/10.0000_other.json": json.dumps({**RECORD, "doi": "10.0000/other"})}
    )
    judged = pr.judge(history, base, head).judged
    assert judged.fail_on == "regression"
    assert any("only errors that it does not have fail" in said for said in judged.said)
    assert judged.conclusion == SUCCESS
    assert judged.counts.failing_unchanged == 1


def test_evidence_with_a_change_of_claims_is_judged_by_the_usual_level(history: History) -> None:
    base = base_of(history, {}, pr.claim(), pr.claim("c2", "Wrong.", **WRONG))
    head = head_of(
        history,
        base,
        {"claims.json": pr.claims(pr.claim(), pr.claim("c2", "Wrong.", **WRONG), *many(1))},
    )
    judged = pr.judge(history, base, head).judged
    assert judged.fail_on == "error"
    assert judged.conclusion == FAILURE


@pytest.mark.parametrize("what", ["settings", "deleted claims file", "moved claims file"])
def test_a_pull_request_that_touches_more_is_none_of_evidence(history: History, what: str) -> None:
    base = base_of(history, {"b/claims.json": pr.claims(pr.claim("b", "Wrong.", **WRONG))})
    files: dict[str, dict[str, File]] = {
        "settings": {"citelock.yml": "min_quote: 31\n"},
        "deleted claims file": {"b/claims.json": None},
        "moved claims file": {
            "b/claims.json": None,
            "d/claims.json": pr.claims(pr.claim("b", "Wrong.", **WRONG)),
        },
    }
    assert pr.judge(history, base, head_of(history, base, files[what])).judged.fail_on == "error"


def test_what_the_workflow_wants_never_to_fail_does_not_fail(history: History) -> None:
    base = base_of(history)
    judged = pr.judge(history, base, head_of(history, base, {"claims.json": None}), fail_on="never").judged
    assert judged.fail_on == "never"
    assert judged.conclusion in (SUCCESS, NOTHING)


@pytest.mark.parametrize(
    ("fail_on", "old", "new", "ends"),
    [
        ("regression", WRONG, WRONG, SUCCESS),
        ("regression", {}, WRONG, FAILURE),
        ("error", WRONG, WRONG, FAILURE),
        ("warning", {}, {"year": 2023}, FAILURE),
        ("error", {}, {"year": 2023}, None),
    ],
)
def test_the_level_decides(
    history: History, fail_on: str, old: dict[str, object], new: dict[str, object], ends: str | None
) -> None:
    base = base_of(history, {}, pr.claim("c1", "One.", **old))
    head = head_of(history, base, {"claims.json": pr.claims(pr.claim("c1", "One.", **new), *many(1))})
    judged = pr.judge(history, base, head, fail_on=fail_on).judged
    assert judged.conclusion == (ends or judged.conclusion)


def test_a_base_that_does_not_parse_is_no_baseline_and_that_is_said(history: History) -> None:
    base = base_of(history, {"claims.json": '{"claims": [\n'})
    head = head_of(history, base, {"claims.json": pr.claims(pr.claim(), pr.claim("c2", **WRONG))})
    judged = pr.judge(history, base, head, fail_on="regression").judged
    assert judged.new is None
    assert any(said.startswith("no baseline, every finding counts as new") for said in judged.said)
    assert judged.counts.failing_new == 1
    assert judged.conclusion == FAILURE
    assert judged.fail_on == "error"


CONFIGURATION = [
    "citelock.yml",
    ".gitattributes",
    "cache/.gitattributes",
    "deep/er/.gitattributes",
    ".github/workflows/audit.yml",
    ".github/workflows/sub/x.txt",
    ".github/actions/audit/action.yml",
    ".gitmodules",
    "CODEOWNERS",
    "docs/CODEOWNERS",
    ".github/CODEOWNERS",
]


@pytest.mark.parametrize("path", CONFIGURATION)
@pytest.mark.parametrize("kind", ["added", "changed", "deleted"])
def test_a_change_of_what_governs_the_audit_is_told_of(history: History, path: str, kind: str) -> None:
    content = "min_quote: 31\n" if path == "citelock.yml" else "x\n"
    before = {} if kind == "added" else {path: content}
    base = base_of(history, dict(before))
    after = None if kind == "deleted" else "min_quote: 32\n" if path == "citelock.yml" else "y\n"
    judged = pr.judge(history, base, head_of(history, base, {path: after})).judged
    assert pr.top_codes(judged) == [(path, "W_CONFIG_CHANGED")]
    assert f"{path} is {kind}" in pr.messages(judged, "W_CONFIG_CHANGED")[0]
    assert judged.conclusion == SUCCESS


@pytest.mark.parametrize(
    "path", ["CODEOWNERS.md", "x/CODEOWNERS", "x/citelock.yml", ".github/workflow.yml", "gitattributes"]
)
def test_other_files_govern_nothing(history: History, path: str) -> None:
    base = base_of(history)
    assert pr.top_codes(pr.judge(history, base, head_of(history, base, {path: "x"})).judged) == []


def test_a_file_that_only_became_a_link_is_a_change(history: History) -> None:
    base = base_of(history, {"CODEOWNERS": "x"})
    head = head_of(history, base, {"CODEOWNERS": Link("x")})
    assert pr.top_codes(pr.judge(history, base, head).judged) == [("CODEOWNERS", "W_CONFIG_CHANGED")]


# --- changed evidence checked in itself --------------------------------------------------------------

_SUM = sha256(TEXT.encode()).hexdigest()
_UTF16 = "abc".encode("utf-16") * 50


def _stated(**changes: object) -> str:
    return json.dumps(provenance(**changes))


UNSOUND: dict[str, tuple[dict[str, File], tuple[str, str]]] = {
    "a record that is no JSON": ({"cache/x.json": "{"}, ("cache/x.json", "E_CACHE_CORRUPT")),
    "a record of another work": (
        {
            "cache/10.0000_other.json": json.dumps(
                {**RECORD, "doi": "10.0000/demo.1", "id": "doi:10.0000/demo.1"}
            )
        },
        ("cache/10.0000_other.json", "E_CACHE_CORRUPT"),
    ),
    "a record that is a link": (
        {"cache/x.json": Link("/proc/self/environ")},
        ("cache/x.json", "E_CACHE_CORRUPT"),
    ),
    "a record that is a submodule": (
        {"cache/x.json": Submodule("ab" * 20)},
        ("cache/x.json", "E_CACHE_CORRUPT"),
    ),
    "a record that is too large": (
        {"cache/x.json": json.dumps({**RECORD, "title": "x" * (1 << 20)})},
        ("cache/x.json", "E_CACHE_CORRUPT"),
    ),
    "a text that is not the one of its provenance": (
        {f"sources/{STEM}.txt": TEXT + "x", f"sources/{STEM}.json": _stated()},
        (f"sources/{STEM}.json", "E_SNAPSHOT_ALTERED"),
    ),
    "a provenance for another text": (
        {f"sources/{STEM}.json": _stated(text={"sha256": "0" * 64})},
        (f"sources/{STEM}.json", "E_SNAPSHOT_ALTERED"),
    ),
    "a provenance under a foreign name": (
        {"sources/10.0000_other.json": _stated()},
        ("sources/10.0000_other.json", "E_SNAPSHOT_ALTERED"),
    ),
    "a text that is a link": (
        {"sources/x.txt": Link("/proc/self/environ")},
        ("sources/x.txt", "E_SNAPSHOT_ALTERED"),
    ),
    "a text that may not be published": (
        {
            f"sources/{STEM}.json": _stated(
                licence={"class": "proprietary", "url": None, "read_from": "stated"}
            )
        },
        (f"sources/{STEM}.json", "E_SNAPSHOT_LICENCE"),
    ),
    "a record whose twin differs in case": (
        {f"cache/{STEM.upper()}.json": json.dumps(RECORD)},
        (f"cache/{STEM.upper()}.json", "E_SLUG_COLLISION"),
    ),
    "a text that is too large": (
        {"sources/x.txt": "a " * (5 << 20)},
        ("sources/x.txt", "E_SNAPSHOT_ALTERED"),
    ),
    "a text that is not UTF-8": (
        {"sources/x.txt": "abc".encode("utf-16") * 50},
        ("sources/x.txt", "E_SNAPSHOT_ALTERED"),
    ),
    "a text that is not UTF-8, with a provenance of its bytes": (
        {
            f"sources/{STEM}.txt": _UTF16,
            f"sources/{STEM}.json": _stated(text={"sha256": sha256(_UTF16).hexdigest()}),
        },
        (f"sources/{STEM}.json", "E_SNAPSHOT_ALTERED"),
    ),
    "a folder whose twin differs in case": (
        {"Cache/x.json": json.dumps(RECORD)},
        ("Cache/x.json", "E_SLUG_COLLISION"),
    ),
    "a folder whose twin is deeper": (
        {"SOURCES/a/b.txt": "a"},
        ("SOURCES/a/b.txt", "E_SLUG_COLLISION"),
    ),
    "a text whose twin differs in Unicode form": (
        {"sources/é.txt": "a", unicodedata.normalize("NFD", "sources/é.txt"): "b"},
        ("sources/é.txt", "E_SLUG_COLLISION"),
    ),
}


@pytest.mark.parametrize("name", UNSOUND)
def test_unsound_evidence_fails_although_nothing_cites_it(history: History, name: str) -> None:
    files, expected = UNSOUND[name]
    base = base_of(history, {}, pr.claim("c1", "Nothing.", doi="10.0000/unrelated"))
    for accept in (False, True):
        judged = pr.judge(history, base, head_of(history, base, files), accept=accept).judged
        assert expected in pr.top_codes(judged)
        assert judged.conclusion == FAILURE


def test_unsound_evidence_of_the_base_that_is_not_changed_is_not_accused(history: History) -> None:
    base = base_of(history, {"cache/x.json": "{"})
    assert pr.top_codes(pr.judge(history, base, head_of(history, base, {"y": "z"})).judged) == []


def test_a_twin_folder_of_the_base_is_not_accused(history: History) -> None:
    base = base_of(history, {"Cache/x.json": "{}"})
    assert pr.top_codes(pr.judge(history, base, head_of(history, base, {"y": "z"})).judged) == []


@pytest.mark.parametrize("change", ["a new text", "another text", "its provenance is gone"])
def test_a_text_without_provenance_is_told_of_by_its_file(history: History, change: str) -> None:
    text, stated = "sources/x.txt", f"sources/{STEM}.json"
    before: dict[str, File] = {}
    if change == "another text":
        before = {text: "a"}
    elif change != "a new text":
        before = {stated: _stated()}
    after: dict[str, File] = {stated: None} if stated in before else {text: "b"}
    base = base_of(history, before)
    judged = pr.judge(history, base, head_of(history, base, after)).judged
    path = pr.TEXT_PATH if stated in before else text
    assert pr.top_codes(judged) == [(path, "N_SNAPSHOT_NO_PROVENANCE")]
    assert judged.conclusion == SUCCESS  # a person may write a text down by hand
    told = [(each.level, each.path, each.title) for each in annotate(judged)]
    assert ("notice", path, "N_SNAPSHOT_NO_PROVENANCE") in told


@pytest.mark.parametrize("hand_made", [False, True])
def test_a_provenance_that_leaves_the_identity_out_is_vetted_all_the_same(
    history: History, hand_made: bool
) -> None:
    record = RECORD | {"doi": "10.0000/other", "title": "Feline remedies for malignant neoplasms"}
    stated = provenance(id="doi:10.0000/other")
    if hand_made:
        members = stated["text"]
        assert isinstance(members, dict)
        del members["scope_from"]
    files: dict[str, File] = {
        "cache/10.0000_other.json": json.dumps(record),
        "sources/10.0000_other.txt": TEXT,
        "sources/10.0000_other.json": json.dumps(stated),
    }
    base = base_of(history)
    judged = pr.judge(history, base, head_of(history, base, files)).judged
    assert pr.top_codes(judged) == [("sources/10.0000_other.json", "W_SNAPSHOT_IDENTITY")]


def test_a_folder_keeps_its_letters_at_the_beginning_of_a_message(history: History) -> None:
    base = base_of(history, {}, pr.claim("c1", "Nothing.", doi="10.0000/unrelated"))
    gone: dict[str, File] = {pr.RECORD_PATH: None, "cache": "a file", "SOURCES/x": "a"}
    judged = pr.judge(history, base, head_of(history, base, gone)).judged
    (said,) = pr.messages(judged, "E_CACHE_CORRUPT")
    assert said == "cache: is no folder, but a file, a link or a submodule."
    (said,) = pr.messages(judged, "E_SLUG_COLLISION")
    assert said.startswith("SOURCES: it is one folder with sources on a disk that knows no case. ")


def test_a_text_of_another_work_is_told_of_by_the_file(history: History) -> None:
    text = papers.text().decode().replace(f"https://doi.org/{papers.DOI}\n", "")
    stem = papers.DOI.replace("/", "_")
    stated = {
        "schema": "citelock-provenance/1",
        "status": "ok",
        "id": f"doi:{papers.DOI}",
        "text": {"sha256": sha256(text.encode()).hexdigest(), "storage": "committed", "scope": "full"},
        "licence": {"class": "cc-by"},
        "identity": {"status": "ok"},
    }
    record = RECORD | {"title": "On quite different matters", "authors": ["Nobody"]}
    base = base_of(history)
    head = head_of(
        history,
        base,
        {
            f"cache/{stem}.json": json.dumps(record),
            f"sources/{stem}.txt": text,
            f"sources/{stem}.json": json.dumps(stated),
        },
    )
    judged = pr.judge(history, base, head).judged
    assert (f"sources/{stem}.json", "W_SNAPSHOT_IDENTITY") in pr.top_codes(judged)


@pytest.mark.parametrize("folder", ["cache", "sources"])
@pytest.mark.parametrize(
    "entry", [Link("/proc/self"), Submodule("ab" * 20), "a file"], ids=["link", "gitlink", "file"]
)
def test_a_folder_of_evidence_replaced_by_something_else_never_passes(
    history: History, folder: str, entry: File
) -> None:
    """The base's evidence decides, and what the head's folder has become is told of by its name."""
    base = base_of(history)
    gone: dict[str, File] = {path: None for path in pr.SOUND if path.startswith(folder)}
    head = head_of(history, base, {**gone, folder: entry})
    judged = pr.judge(history, base, head).judged
    code = "E_CACHE_CORRUPT" if folder == "cache" else "E_SNAPSHOT_ALTERED"
    assert (folder, code) in pr.top_codes(judged)
    assert judged.conclusion == FAILURE


@pytest.mark.parametrize(
    "entry", [Link("/proc/self"), Submodule("ab" * 20), "a file"], ids=["link", "gitlink", "file"]
)
def test_a_folder_above_the_evidence_replaced_by_something_else_never_passes(
    history: History, entry: File
) -> None:
    """Red without the folders above: `ev` was told of by nobody, and all evidence below it was gone."""
    settings = "paths:\n  cache: ev/deep/cache\n  sources: ev/deep/sources\n"
    evidence: dict[str, File] = {f"ev/deep/{path}": content for path, content in pr.SOUND.items()}
    written = pr.claims(pr.claim())
    base = history.commit({**evidence, "citelock.yml": settings, "claims.json": written}, clear=True)
    for taken in ("ev", "ev/deep"):
        head = head_of(history, base, {**dict.fromkeys(evidence), taken: entry})
        judged = pr.judge(history, base, head).judged
        assert (taken, "E_CACHE_CORRUPT") in pr.top_codes(judged)
        assert (taken, "E_SNAPSHOT_ALTERED") in pr.top_codes(judged)
        assert judged.conclusion == FAILURE
        with pytest.raises(EvidenceError, match=f"{taken} is not a folder in commit"):
            pr.judge(history, head, base)


# --- what the evidence changed ------------------------------------------------------------------------

RETRACTED = json.dumps(RECORD | {"updates": {"by": [{"type": "retraction", "doi": "10.0000/notice.1"}]}})


def test_a_retraction_that_reached_the_base_since_the_branch_was_cut_is_changed_by_the_evidence(
    history: History,
) -> None:
    cut = base_of(history)
    base = history.commit({pr.RECORD_PATH: RETRACTED}, cut)
    head = history.commit({"claims.json": pr.claims(pr.claim(), *many(1))}, cut, branch="agent")
    merge = history.merge(base, head, {"claims.json": pr.claims(pr.claim(), *many(1))})
    judged = pr.judge(history, base, merge, branched=cut).judged
    assert "E_RETRACTED" in pr.codes(judged)["c1"]
    assert [entry["claim"] for entry in judged.difference.changed] == ["c1"]
    (entry,) = judged.difference.changed
    assert "E_RETRACTED" in entry["codes"]  # type: ignore[operator]  # a list of names
    assert without_notes(entry["codes_before"]) == []
    assert entry["by"] == "base"
    assert judged.counts.evidence_changed == 1
    assert (judged.evidence_only, judged.failing_after) == (False, None)


def test_a_citation_changed_by_the_base_and_by_the_head_is_listed_for_both_and_counted_once(
    history: History,
) -> None:
    cut = base_of(history)
    base = history.commit({pr.RECORD_PATH: RETRACTED}, cut)
    merge = history.merge(base, history.commit({}, cut, branch="agent"), {pr.RECORD_PATH: json.dumps(RECORD)})
    judged = pr.judge(history, base, merge, branched=cut).judged
    assert [entry["by"] for entry in judged.difference.changed] == ["base", "head"]
    assert judged.counts.evidence_changed == 1


def test_a_retraction_that_a_pull_request_brings_is_changed_by_the_evidence(history: History) -> None:
    base = base_of(history)
    judged = pr.judge(history, base, head_of(history, base, {pr.RECORD_PATH: RETRACTED})).judged
    (entry,) = judged.difference.changed
    assert (entry["claim"], without_notes(entry["codes_before"])) == ("c1", [])
    assert entry["by"] == "head"
    assert (judged.counts.failed, judged.evidence_only, judged.failing_after) == (0, True, 1)
    accepted = pr.judge(
        history, base, head_of(history, base, {pr.RECORD_PATH: RETRACTED}), accept=True
    ).judged
    assert (accepted.counts.failed, accepted.failing_after) == (1, None)
    assert judged.conclusion == SUCCESS  # it will fail once it has landed, and that is said
    assert "E_RETRACTED" in pr.messages(judged, "W_EVIDENCE_CHANGED")[0]


# --- the report ------------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> tuple[History, str, str]:
    """A pull request that changes claims files only, and its head checked out."""
    history = History(tmp_path / "origin")
    base = base_of(history, {"part/claims.json": pr.claims(pr.claim("p1", **WRONG))})
    written = pr.claims(
        pr.claim(), pr.claim("c2", "Ärger: it is 30 % more.", **WRONG), pr.claim("c3", doi=None)
    )
    head = head_of(history, base, {"claims.json": written})
    git(history.folder, "checkout", "-q", "--detach", head)
    return history, base, head


def test_the_report_is_that_of_the_command_line_to_the_byte(
    project: tuple[History, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history, base, head = project
    report = tmp_path / "report.json"
    monkeypatch.chdir(history.folder)
    files = ["claims.json", "part/claims.json"]
    assert run(["audit", *files, "--evidence-from", base, "--out", str(report)]) == 1
    ours = "".join(pr.judge(history, base, head).outcome.text())
    assert ours == report.read_text("utf-8")


_SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from citelock.checks import canonical
from citelock.checks.diff import as_json
from tests.support import papers
from tests.support import pull_requests as pr
from tests.support.histories import History
class Made(History):
    def __init__(self, folder): self.folder = Path(folder)
result = pr.judge(Made(sys.argv[2]), sys.argv[3], sys.argv[4])
sys.stdout.write("".join(result.outcome.text()) + canonical.dumps(as_json(result.judged.difference)))
"""


def test_the_bytes_are_the_same_in_every_folder_locale_and_process(
    project: tuple[History, str, str], tmp_path: Path
) -> None:
    history, base, head = project
    outputs = set()
    for seed, locale, folder in (
        ("0", "C", "/"),
        ("1", "C.UTF-8", tmp_path),
        ("2", "tr_TR.UTF-8", history.folder),
    ):
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT, str(Path(__file__).parents[2]), str(history.folder), base, head],
            cwd=folder,
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
