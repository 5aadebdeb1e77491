"""Two reports compared."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks import canonical
from citelock.checks.diff import as_json, diff
from citelock.checks.diff_text import as_text
from citelock.checks.errors import InputError

Value = dict[str, object]


def finding(name: str, severity: str = "error", **more: object) -> Value:
    code, _, argument = name.partition(":")
    entry: Value = {
        "code": code,
        "severity": severity,
        "pointer": "/claims/0/citations/0",
        "line": 4,
        "column": 7,
        "cited": None,
        "found": None,
        "message": f"about {name}",
    }
    if argument:
        entry["argument"] = argument
    return entry | more


def result(claim: str = "c1", *findings: Value, **more: object) -> Value:
    return {
        "claim": claim,
        "citation": 0,
        "file": "claims.json",
        "fingerprint": f"f-{claim}",
        "id": "doi:10.0000/demo.1",
        "findings": list(findings),
        "record": {"path": "cache/a.json", "sha256": "a" * 64, "source": "hand"},
        "snapshot": None,
        "provenance": None,
    } | more


def report(*results: Value, **more: object) -> Value:
    return {"schema": "citelock-report/1", "rules": "1", "findings": [], "results": list(results)} | more


def names(entries: tuple[Value, ...]) -> list[object]:
    return [entry["name"] for entry in entries]


def test_equal_reports_have_nothing_new() -> None:
    both = report(result("c1", finding("E_YEAR_MISMATCH")), result("c2"))
    same = diff(both, deepcopy(both))
    assert names(same.unchanged) == ["E_YEAR_MISMATCH"]
    assert (same.new, same.fixed, same.removed, same.touched, same.changed, same.warnings) == (
        (),
        (),
        (),
        (),
        (),
        (),
    )
    assert same.new_errors == 0


def test_new_and_fixed_findings() -> None:
    base = report(result("c1", finding("E_YEAR_MISMATCH"), finding("E_QUOTE_NOT_FOUND")))
    head = report(
        result(
            "c1",
            finding("E_QUOTE_NOT_FOUND"),
            finding("E_TITLE_MISMATCH"),
            finding("N_YEAR_UNAVAILABLE", "note"),
        )
    )
    found = diff(base, head)
    assert names(found.new) == ["E_TITLE_MISMATCH", "N_YEAR_UNAVAILABLE"]
    assert names(found.fixed) == ["E_YEAR_MISMATCH"]
    assert names(found.unchanged) == ["E_QUOTE_NOT_FOUND"]
    assert found.new_errors == 1


def test_a_changed_argument_is_unchanged_with_what_it_was() -> None:
    found = diff(
        report(result("c1", finding("E_NUMBER_UNSUPPORTED:3"))),
        report(result("c1", finding("E_NUMBER_UNSUPPORTED:3,5"))),
    )
    assert [(entry["name"], entry["was"]) for entry in found.unchanged] == [
        ("E_NUMBER_UNSUPPORTED:3,5", "E_NUMBER_UNSUPPORTED:3")
    ]
    assert found.new_errors == 0


def test_another_missing_field_is_another_fault() -> None:
    found = diff(
        report(result("c1", finding("E_FIELD_MISSING:year"))),
        report(result("c1", finding("E_FIELD_MISSING:title"))),
    )
    assert names(found.new) == ["E_FIELD_MISSING:title"]
    assert names(found.fixed) == ["E_FIELD_MISSING:year"]


def test_findings_are_counted_as_a_multiset() -> None:
    one, two = finding("E_QUOTE_FRAGMENT_NOT_FOUND:1"), finding("E_QUOTE_FRAGMENT_NOT_FOUND:2")
    found = diff(report(result("c1", two)), report(result("c1", one, two)))
    assert names(found.unchanged) == ["E_QUOTE_FRAGMENT_NOT_FOUND:2"]
    assert names(found.new) == ["E_QUOTE_FRAGMENT_NOT_FOUND:1"]


def test_a_removed_citation_is_never_counted_as_fixed() -> None:
    found = diff(report(result("c1", finding("E_YEAR_MISMATCH")), result("c2")), report())
    assert found.fixed == ()
    assert [(entry["claim"], entry.get("name")) for entry in found.removed] == [
        ("c1", "E_YEAR_MISMATCH"),
        ("c2", None),
    ]


def test_a_claim_under_another_id_is_followed_by_its_fingerprint() -> None:
    base = report(result("c1", finding("E_YEAR_MISMATCH"), fingerprint="same"))
    head = report(result("c9", finding("E_YEAR_MISMATCH"), fingerprint="same", file="other.json"))
    found = diff(base, head)
    assert (names(found.unchanged), found.new, found.removed) == (["E_YEAR_MISMATCH"], (), ())


def test_several_citations_of_one_source_in_a_claim_are_told_apart_by_their_order() -> None:
    base = report(
        result("c1", fingerprint="x"), result("c1", finding("E_QUOTE_NOT_FOUND"), fingerprint="y", citation=1)
    )
    head = report(
        result("c1", fingerprint="x"),
        result("c1", finding("E_QUOTE_NOT_FOUND"), finding("E_YEAR_MISMATCH"), fingerprint="y", citation=1),
    )
    found = diff(base, head)
    assert names(found.unchanged) == ["E_QUOTE_NOT_FOUND"]
    assert [(entry["citation"], entry["name"]) for entry in found.new] == [(1, "E_YEAR_MISMATCH")]


def test_a_touched_citation_is_shown_even_if_it_passes() -> None:
    found = diff(report(result("c1", fingerprint="x")), report(result("c1", fingerprint="y")))
    assert found.touched == (
        {
            "file": "claims.json",
            "claim": "c1",
            "citation": 0,
            "id": "doi:10.0000/demo.1",
            "codes": [],
            "codes_before": [],
        },
    )


def test_a_changed_record_behind_the_same_citation() -> None:
    new = {"path": "cache/a.json", "sha256": "b" * 64, "source": "hand"}
    found = diff(report(result("c1")), report(result("c1", finding("E_TITLE_MISMATCH"), record=new)))
    assert found.changed == (
        {
            "file": "claims.json",
            "claim": "c1",
            "citation": 0,
            "id": "doi:10.0000/demo.1",
            "codes": ["E_TITLE_MISMATCH"],
            "codes_before": [],
            "evidence": {"record": {"base": "a" * 64, "head": "b" * 64}},
        },
    )
    assert names(found.new) == ["E_TITLE_MISMATCH"]


def test_a_snapshot_that_came_is_a_change_of_the_evidence() -> None:
    found = diff(report(result("c1")), report(result("c1", snapshot={"path": "s", "sha256": "c" * 64})))
    assert found.changed[0]["evidence"] == {"snapshot": {"base": None, "head": "c" * 64}}


def test_findings_without_a_citation_are_compared_by_file() -> None:
    empty = finding("W_NO_CLAIMS", "warning", file="claims.json")
    found = diff(report(), report(findings=[empty]))
    assert [(entry["file"], entry["claim"], entry["name"]) for entry in found.new] == [
        ("claims.json", None, "W_NO_CLAIMS")
    ]
    again = diff(report(findings=[empty]), report(findings=[empty]))
    assert names(again.unchanged) == ["W_NO_CLAIMS"]


def test_other_rules_or_scopes_are_said() -> None:
    found = diff(report(), report(rules="2", scope="metadata"))
    assert found.warnings == (
        "the reports follow different rules (1, 2): a finding may be new or fixed because of that; "
        "audit the base again",
        "the reports have different scopes (all, metadata): a finding may be new or fixed because of that",
    )


def test_entries_are_sorted_by_place_and_then_as_the_catalogue() -> None:
    head = report(
        result("c2", finding("E_QUOTE_NOT_FOUND"), finding("E_YEAR_MISMATCH")),
        result("c1", finding("E_YEAR_MISMATCH"), finding("X_FROM_THE_FUTURE")),
    )
    assert [(entry["claim"], entry["code"]) for entry in diff(report(), head).new] == [
        ("c1", "E_YEAR_MISMATCH"),
        ("c1", "X_FROM_THE_FUTURE"),
        ("c2", "E_YEAR_MISMATCH"),
        ("c2", "E_QUOTE_NOT_FOUND"),
    ]


def test_the_text_for_a_terminal() -> None:
    base = report(result("c1", finding("E_YEAR_MISMATCH")), result("c3"))
    head = report(result("c1", finding("E_QUOTE_NOT_FOUND", message="not there\x1b[2J"), fingerprint="moved"))
    assert as_text(diff(base, head)) == (
        "new:\n"
        "  claims.json:4 c1[0] doi:10.0000/demo.1 E_QUOTE_NOT_FOUND: not there\\u001b[2J\n"
        "fixed:\n"
        "  claims.json:4 c1[0] doi:10.0000/demo.1 E_YEAR_MISMATCH: about E_YEAR_MISMATCH\n"
        "removed with its citation:\n"
        "  claims.json c3[0] doi:10.0000/demo.1 no finding\n"
        "citation changed:\n"
        "  claims.json c1[0] doi:10.0000/demo.1: E_YEAR_MISMATCH -> E_QUOTE_NOT_FOUND\n"
        "new=1 fixed=1 unchanged=0 removed=1 touched=1 changed=0 new_errors=1\n"
    )


def test_notes_are_for_machines_only() -> None:
    note = finding("N_SNAPSHOT_NO_PROVENANCE", "note")
    base = report(result("c1", note), result("c2", note), result("c3"))
    head = report(result("c1"), result("c3", note), result("c4", note))
    found = diff(base, head)
    assert (names(found.fixed), names(found.new)) == ([note["code"]], [note["code"]] * 2)
    assert as_text(found) == (
        "removed with its citation:\n"
        "  claims.json c2[0] doi:10.0000/demo.1 no finding\n"
        "new=0 fixed=0 unchanged=0 removed=1 touched=0 changed=0 new_errors=0\n"
    )


def test_another_severity_of_the_same_finding_is_said() -> None:
    base = report(result("c1", finding("E_YEAR_MISMATCH", "warning"), finding("E_UNCITED", "note")))
    head = report(result("c1", finding("E_YEAR_MISMATCH"), finding("E_UNCITED")))
    found = diff(base, head)
    assert found.new_errors == 0
    assert found.warnings == (
        "the reports weigh findings differently (E_UNCITED was note, is error; E_YEAR_MISMATCH was warning, "
        "is error): these count as unchanged; audit the base again with the settings of today",
    )


def test_the_file_for_machines() -> None:
    found = as_json(diff(report(), report(result("c1", finding("E_YEAR_MISMATCH")))))
    assert json.loads(canonical.dumps(found)) == {
        "schema": "citelock-diff/1",
        "new_errors": 1,
        "warnings": [],
        "new": [
            {
                "file": "claims.json",
                "claim": "c1",
                "citation": 0,
                "id": "doi:10.0000/demo.1",
                "code": "E_YEAR_MISMATCH",
                "name": "E_YEAR_MISMATCH",
                "severity": "error",
                "message": "about E_YEAR_MISMATCH",
                "pointer": "/claims/0/citations/0",
                "line": 4,
                "column": 7,
            }
        ],
        "fixed": [],
        "unchanged": [],
        "removed": [],
        "touched": [],
        "changed": [],
    }


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ([], "is not an object"),
        ({}, "`schema` is not citelock-report/1"),
        (report() | {"schema": "citelock-report/2"}, "`schema` is not citelock-report/1"),
        (report() | {"results": {}}, "`results` is not a list"),
        (report() | {"rules": 1}, "`rules` is not a string"),
        (report([]), "`results[0]` is not an object"),  # type: ignore[arg-type] # the fault under test
        (report(result(1)), "`results[0].claim` is not a string"),  # type: ignore[arg-type] # the fault under test
        (report(result("c", citation=True)), "`results[0].citation` is not a whole number"),
        (report(result("c", record=[])), "`results[0].record` is not an object"),
        (report(result("c", finding("E_X", "fatal"))), "severity` is not one of error, warning, note"),
        (
            report(result("c", finding("E_X", line="4"))),
            "`results[0].findings[0].line` is not a whole number",
        ),
        (report(findings=[{}]), "`findings[0].file` is not a string"),
    ],
)
def test_what_is_no_report_is_refused_with_its_place(value: object, what: str) -> None:
    with pytest.raises(InputError) as refused:
        diff(report(), value, head_path="head.json")
    assert str(refused.value).startswith("head.json: is no report of citelock: ")
    assert what in str(refused.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["schema", "results", "findings", "rules", "claim"]), inner)
    ),
)


@given(json_values)
def test_any_value_is_compared_or_refused(value: object) -> None:
    try:
        diff(value, report())
    except InputError:
        return
    assert isinstance(value, dict)


def test_many_equal_findings_take_no_time_to_speak_of() -> None:
    many = report(result("c", *[finding(f"E_X:{n}") for n in range(20_000)]))
    assert (
        len(diff(many, report(result("c", *[finding(f"E_X:{-n}") for n in range(20_000)]))).unchanged)
        == 20_000
    )
