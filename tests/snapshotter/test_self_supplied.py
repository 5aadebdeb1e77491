"""Who wrote the evidence: every line of action.md's table, for each kind of evidence, in both modes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from citelock.checks.pull_request.values import FAILURE, SUCCESS
from citelock.checks.sealing import make_seal, salt_text
from tests.support import pull_requests as pr
from tests.support.histories import File, History
from tests.support.rule_cases import RECORD, SALT, SEAL, STEM, TEXT, WINDOWS, provenance

_OTHER_TEXT = TEXT.replace("lowered", "raised")
_SEAL = SEAL
_OTHER_SEAL = make_seal(_OTHER_TEXT, None, SALT)[0]


def _sealed() -> str:
    from hashlib import sha256

    seal = {"salt": salt_text(SALT), "windows": WINDOWS, "sha256": sha256(_SEAL).hexdigest()}
    return json.dumps(provenance(seal=seal, text={"storage": "sealed"}))


class Kind(NamedTuple):
    """One kind of evidence: its file, the rest that is in base anyway, and three states of it.

    `absent` are the codes of the citation without the file, `bad` those with the state that fails.
    """

    path: str
    rest: Mapping[str, File]
    good: File
    bad: File
    also_good: File
    codes_absent: list[str]
    codes_bad: list[str]


_RECORD: Mapping[str, File] = {pr.RECORD_PATH: json.dumps(RECORD)}
_TEXT: Mapping[str, File] = {pr.TEXT_PATH: TEXT}
KINDS = {
    "record": Kind(
        pr.RECORD_PATH,
        _TEXT,
        json.dumps(RECORD),
        json.dumps(RECORD | {"year": 1999}),
        json.dumps(RECORD, indent=1),
        ["E_NOT_CACHED"],
        ["E_YEAR_MISMATCH"],
    ),
    "snapshot": Kind(
        pr.TEXT_PATH,
        _RECORD,
        TEXT,
        _OTHER_TEXT,
        TEXT + "One more line.\n",
        ["E_NO_SNAPSHOT"],
        ["E_QUOTE_NOT_FOUND"],
    ),
    "provenance": Kind(
        pr.PROVENANCE_PATH,
        {**_RECORD, **_TEXT},
        json.dumps(provenance()),
        json.dumps(provenance(text={"sha256": "0" * 64})),
        json.dumps(provenance(), indent=1),
        [],
        ["E_SNAPSHOT_ALTERED"],
    ),
    "seal": Kind(
        pr.SEAL_PATH,
        {**_RECORD, pr.PROVENANCE_PATH: _sealed()},
        _SEAL,
        _OTHER_SEAL,
        _SEAL,
        ["E_SNAPSHOT_ALTERED"],
        ["E_SNAPSHOT_ALTERED"],
    ),
}
MODES = [False, True]
OWN, CHANGED = "E_EVIDENCE_SELF_SUPPLIED", "W_EVIDENCE_CHANGED"


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
    return History(tmp_path_factory.mktemp("histories") / "origin")


def run(
    history: History, kind: Kind, before: File, after: File, *, touched: bool, accept: bool
) -> tuple[list[str], str, list[str]]:
    """Codes of the claim, conclusion, and what the finding about evidence says."""
    claim = pr.claims(pr.claim())
    base_files: dict[str, File] = {**kind.rest, "claims.json": pr.claims() if touched else claim}
    if before is not None:
        base_files[kind.path] = before
    base = history.commit(base_files, clear=True)
    head_files: dict[str, File] = {"claims.json": claim}
    if after != before:
        head_files[kind.path] = after
    head = history.commit(head_files, base, branch="agent")
    judged = pr.judge(history, base, head, accept=accept).judged
    said = pr.messages(judged, OWN) + pr.messages(judged, CHANGED)
    return pr.codes(judged)["c1"], judged.conclusion, said


@pytest.mark.parametrize("accept", MODES, ids=["reject", "accept"])
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("touched", [True, False], ids=["touched", "untouched"])
def test_unchanged_evidence_is_judged_and_said_nothing_of(
    history: History, name: str, touched: bool, accept: bool
) -> None:
    kind = KINDS[name]
    found = run(history, kind, kind.good, kind.good, touched=touched, accept=accept)
    assert found == ([], SUCCESS, [])


@pytest.mark.parametrize("name", KINDS)
def test_evidence_that_comes_with_its_citation_is_self_supplied(history: History, name: str) -> None:
    kind = KINDS[name]
    codes, conclusion, said = run(history, kind, None, kind.good, touched=True, accept=False)
    assert codes == [*kind.codes_absent, OWN]
    assert conclusion == FAILURE
    assert len(said) == 1
    assert f"{kind.path} is added" in said[0]
    assert said[0].endswith("After merge: no finding.")
    assert "pull request of its own" in said[0]


@pytest.mark.parametrize("name", KINDS)
def test_evidence_that_comes_with_its_citation_counts_where_it_is_accepted(
    history: History, name: str
) -> None:
    kind = KINDS[name]
    codes, conclusion, said = run(history, kind, None, kind.good, touched=True, accept=True)
    assert (codes, conclusion) == ([CHANGED], SUCCESS)
    assert "verdict is that of the changed evidence" in said[0]


@pytest.mark.parametrize("name", KINDS)
def test_evidence_for_a_citation_of_the_base_is_a_warning_and_changes_no_verdict(
    history: History, name: str
) -> None:
    kind = KINDS[name]
    codes, _, said = run(history, kind, None, kind.good, touched=False, accept=False)
    assert codes == [*kind.codes_absent, CHANGED]
    assert said[0].endswith("After merge: no finding.")


@pytest.mark.parametrize("name", KINDS)
def test_a_change_that_cures_a_new_citation_is_self_supplied(history: History, name: str) -> None:
    kind = KINDS[name]
    codes, conclusion, said = run(history, kind, kind.bad, kind.good, touched=True, accept=False)
    assert codes == [*kind.codes_bad, OWN]
    assert conclusion == FAILURE
    assert f"{kind.path} is changed" in said[0]
    assert said[0].endswith("After merge: no finding.")


@pytest.mark.parametrize("name", KINDS)
def test_a_change_that_cures_a_new_citation_counts_where_it_is_accepted(history: History, name: str) -> None:
    kind = KINDS[name]
    codes, conclusion, _ = run(history, kind, kind.bad, kind.good, touched=True, accept=True)
    assert (codes, conclusion) == ([CHANGED], SUCCESS)


@pytest.mark.parametrize("name", ["record", "snapshot", "provenance"])
def test_a_change_that_cures_nothing_is_a_warning(history: History, name: str) -> None:
    kind = KINDS[name]
    codes, conclusion, said = run(history, kind, kind.good, kind.also_good, touched=True, accept=False)
    assert (codes, conclusion) == ([CHANGED], SUCCESS)
    assert said[0].endswith("After merge: no finding.")


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("touched", [True, False], ids=["touched", "untouched"])
def test_a_change_for_the_worse_is_a_warning_that_says_what_will_be(
    history: History, name: str, touched: bool
) -> None:
    kind = KINDS[name]
    codes, conclusion, said = run(history, kind, kind.good, kind.bad, touched=touched, accept=False)
    assert codes == [CHANGED]
    # A text that is not the one of its provenance is refused in itself, whatever rests on it.
    assert conclusion == (SUCCESS if name in ("record", "snapshot") else FAILURE)
    assert said[0].endswith(f"After merge: {kind.codes_bad[0]}.")


@pytest.mark.parametrize("name", ["record", "snapshot"])
def test_a_change_for_the_worse_counts_where_it_is_accepted(history: History, name: str) -> None:
    kind = KINDS[name]
    codes, conclusion, _ = run(history, kind, kind.good, kind.bad, touched=True, accept=True)
    assert (codes, conclusion) == ([*kind.codes_bad, CHANGED], FAILURE)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("touched", [True, False], ids=["touched", "untouched"])
def test_deleted_evidence_that_was_in_order_is_a_warning(history: History, name: str, touched: bool) -> None:
    kind = KINDS[name]
    codes, _, said = run(history, kind, kind.good, None, touched=touched, accept=False)
    assert codes == [CHANGED]
    assert f"{kind.path} is deleted" in said[0]
    after = ", ".join(kind.codes_absent) or "no finding"
    assert said[0].endswith(f"After merge: {after}.")


def test_deleting_what_accuses_a_new_citation_is_self_supplied(history: History) -> None:
    """Without the record no year differs: an error goes, so the deletion serves its author."""
    kind = KINDS["record"]
    codes, conclusion, said = run(history, kind, kind.bad, None, touched=True, accept=False)
    assert codes == ["E_YEAR_MISMATCH", OWN]
    assert conclusion == FAILURE
    assert said[0].endswith("After merge: E_NOT_CACHED.")


def test_deleting_a_provenance_that_accuses_is_self_supplied(history: History) -> None:
    kind = KINDS["provenance"]
    codes, conclusion, _ = run(history, kind, kind.bad, None, touched=True, accept=False)
    assert codes == ["E_SNAPSHOT_ALTERED", OWN]
    assert conclusion == FAILURE


@pytest.mark.parametrize("name", KINDS)
def test_a_cure_of_a_citation_of_the_base_changes_no_verdict(history: History, name: str) -> None:
    """The intended way to repair a red base: evidence alone, judged by what it does not make worse."""
    kind = KINDS[name]
    codes, conclusion, said = run(history, kind, kind.bad, kind.good, touched=False, accept=False)
    assert codes == [*kind.codes_bad, CHANGED]
    assert said[0].endswith("After merge: no finding.")
    assert conclusion == SUCCESS  # claims and settings are those of the base: only regressions fail


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("before", ["absent", "bad"])
@pytest.mark.parametrize("fail_on", ["error", "warning", "regression"])
def test_no_forged_evidence_passes_where_it_is_rejected(
    history: History, name: str, before: str, fail_on: str
) -> None:
    kind = KINDS[name]
    state = None if before == "absent" else kind.bad
    base_files: dict[str, File] = {**kind.rest, "claims.json": pr.claims()}
    if state is not None:
        base_files[kind.path] = state
    base = history.commit(base_files, clear=True)
    head = history.commit({"claims.json": pr.claims(pr.claim()), kind.path: kind.good}, base, branch="agent")
    assert pr.judge(history, base, head, fail_on=fail_on).judged.conclusion == FAILURE


def test_evidence_under_the_full_name_that_hides_the_bare_one_is_self_supplied(history: History) -> None:
    """A second file for the same work, under the name that is looked up first."""
    from citelock.checks.identifiers import Identifier, file_stem, legacy_stem, parse_identifier

    identifier = parse_identifier("doi:10.0000/Demo(1)")
    assert isinstance(identifier, Identifier)
    own, bare = file_stem(identifier), legacy_stem(identifier)
    assert own != bare
    base = history.commit(
        {
            f"cache/{bare}.json": json.dumps(RECORD),
            f"sources/{bare}.txt": _OTHER_TEXT,
            "claims.json": pr.claims(),
        },
        clear=True,
    )
    head = history.commit(
        {
            "claims.json": pr.claims(pr.claim(doi="10.0000/Demo(1)")),
            f"sources/{own}.txt": TEXT,
        },
        base,
        branch="agent",
    )
    judged = pr.judge(history, base, head).judged
    assert pr.codes(judged)["c1"] == ["E_QUOTE_NOT_FOUND", OWN]


def test_a_record_that_leads_to_another_one_counts_with_both_files(history: History) -> None:
    pointer = {
        "schema": "citelock-record/1",
        "status": "see",
        "id": "pmid:123",
        "same_as": ["doi:10.0000/demo.1"],
    }
    base = history.commit({**pr.SOUND, "claims.json": pr.claims()}, clear=True)
    head = history.commit(
        {
            "claims.json": pr.claims(pr.claim(doi=None, pmid="123")),
            "cache/pmid_123.json": json.dumps(pointer),
        },
        base,
        branch="agent",
    )
    judged = pr.judge(history, base, head).judged
    assert OWN in pr.codes(judged)["c1"]
    assert "cache/pmid_123.json is added" in pr.messages(judged, OWN)[0]


def test_a_finding_about_evidence_stands_at_the_line_of_the_citation(history: History) -> None:
    base = history.commit({**KINDS["snapshot"].rest, "claims.json": pr.claims()}, clear=True)
    written = pr.claims(pr.claim("c0", citations=[]), pr.claim())
    head = history.commit({"claims.json": written, f"sources/{STEM}.txt": TEXT}, base, branch="agent")
    judged = pr.judge(history, base, head).judged
    (row,) = (row for row in judged.rows if row["claim"] == "c1")
    findings = row["findings"]
    assert isinstance(findings, list)
    (own,) = (finding for finding in findings if finding["code"] == OWN)
    lines = [n for n, text in enumerate(written.split("\n"), 1) if '"doi"' in text]
    assert own["pointer"] == "/claims/1/citations/0/doi"
    assert own["line"] == lines[-1]


def test_what_no_citation_rests_on_is_counted_and_no_finding(history: History) -> None:
    base = history.commit({**pr.SOUND, "claims.json": pr.claims(pr.claim())}, clear=True)
    head = history.commit({"sources/notes.md": "x", "claims.json": pr.claims(pr.claim())}, base)
    judged = pr.judge(history, base, head).judged
    assert pr.codes(judged) == {"c1": []}
    assert [(each.path, each.kind, each.consulted) for each in judged.evidence] == [
        ("sources/notes.md", "added", False)
    ]


def test_where_the_head_is_the_root_of_trust_nobody_supplied_anything(history: History) -> None:
    kind = KINDS["snapshot"]
    before = history.commit({**kind.rest, "claims.json": pr.claims()}, clear=True)
    after = history.commit({"claims.json": pr.claims(pr.claim()), kind.path: kind.good}, before)
    judged = pr.judge(history, after, after, baseline=before, own_evidence=True).judged
    assert pr.codes(judged) == {"c1": []}
    assert judged.conclusion == SUCCESS


def test_the_folders_of_evidence_are_those_of_the_base_settings(history: History) -> None:
    base = history.commit(
        {
            "citelock.yml": "paths:\n  cache: meta\n  sources: texts\n",
            f"meta/{STEM}.json": json.dumps(RECORD),
            "claims.json": pr.claims(),
        },
        clear=True,
    )
    head = history.commit(
        {
            "citelock.yml": None,
            **pr.SOUND,
            f"texts/{STEM}.txt": TEXT,
            "claims.json": pr.claims(pr.claim()),
        },
        base,
        branch="agent",
    )
    judged = pr.judge(history, base, head).judged
    assert pr.codes(judged)["c1"] == ["E_NO_SNAPSHOT", OWN]
    assert f"texts/{STEM}.txt is added" in pr.messages(judged, OWN)[0]
