"""SARIF: the properties that GitHub reads, held by a list of our own; its schema does not ask for them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings

import citelock
from citelock.checks.pull_request.values import Judged
from citelock.cli.output import sarif
from tests.cli.output.test_commands import HOSTILE
from tests.cli.output.test_summary import NOT_CACHED, YEAR, everywhere
from tests.support.judged_cases import failing, finding, judged, row

SCHEMA = json.loads((Path(__file__).parents[2] / "data" / "sarif-2.1.0-rtm.5.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft4Validator(SCHEMA)


def run_of(verdict: Judged) -> dict[str, Any]:
    """The one run of a file that is valid."""
    value = json.loads(sarif.render(verdict).text)
    VALIDATOR.validate(value)
    assert value["version"] == "2.1.0"
    assert value["$schema"] == "https://json.schemastore.org/sarif-2.1.0.json"
    (run,) = value["runs"]
    assert isinstance(run, dict)
    return run


def test_everything_that_github_reads_is_there() -> None:
    run = run_of(judged(row("c1", YEAR, finding("W_YEAR_NEAR", severity="note")), row("c2", NOT_CACHED)))

    driver = run["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("citelock", citelock.__version__)
    assert run["automationDetails"]["id"] == "citelock/"
    assert [rule["id"] for rule in driver["rules"]] == ["E_NOT_CACHED", "E_YEAR_MISMATCH", "W_YEAR_NEAR"]
    for rule in driver["rules"]:
        for text in (rule["shortDescription"]["text"], rule["fullDescription"]["text"]):
            assert 0 < len(text) <= 1024
        assert rule["help"]["text"]
        assert rule["help"]["markdown"]
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
        assert set(rule["properties"]) == {"precision", "problem.severity", "tags"}
    assert [result["ruleId"] for result in run["results"]] == [
        "E_YEAR_MISMATCH",
        "E_NOT_CACHED",
        "W_YEAR_NEAR",
    ]
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        (location,) = result["locations"]
        region = location["physicalLocation"]["region"]
        assert region["startLine"] == region["endLine"]
        assert location["physicalLocation"]["artifactLocation"]["uri"] == "claims.json"
    assert [result["level"] for result in run["results"]] == ["error", "error", "note"]


def test_a_fingerprint_knows_path_claim_citation_and_code_but_no_line() -> None:
    parts = ("claims.json", "c1", "doi:10.0000/demo.1", "E_YEAR_MISMATCH")
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]

    at_four, at_nine = (
        run_of(judged(row("c1", {**YEAR, "line": line}, {**YEAR, "line": line + 1})))["results"]
        for line in (4, 9)
    )

    fingerprints = [result["partialFingerprints"]["primaryLocationLineHash"] for result in at_four]
    assert fingerprints == [f"{digest}:1", f"{digest}:2"]
    assert fingerprints == [result["partialFingerprints"]["primaryLocationLineHash"] for result in at_nine]


def test_a_path_is_relative_and_encoded() -> None:
    (result,) = run_of(judged(row("c1", YEAR, file="a b/ж#?.json")))["results"]

    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location["uri"] == "a%20b/%D0%B6%23%3F.json"


def test_a_message_makes_no_link() -> None:
    (result,) = run_of(judged(row("c1", finding("E_UNCITED", "[click](0) and [more](https://x.example)"))))[
        "results"
    ]

    assert "](" not in result["message"]["text"]


def test_a_note_that_asks_nothing_of_anybody_is_no_alert() -> None:
    assert run_of(judged(row("c1", finding("N_SNAPSHOT_NO_PROVENANCE"))))["results"] == []


def test_a_finding_without_a_citation_has_a_place_too() -> None:
    (result,) = run_of(
        judged(findings=[finding("E_CLAIM_VANISHED", file="gone.json", line=None, cited="c9")])
    )["results"]

    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "gone.json"},
        "region": {"startLine": 1, "endLine": 1},
    }


def test_what_github_would_not_take_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MOST", 40)
    verdict = failing(60)
    warned = row("w", finding("W_YEAR_NEAR"))

    made = sarif.render(judged(warned, *verdict.rows))

    run = json.loads(made.text)["runs"][0]
    assert made.left_out == run["properties"]["resultsLeftOut"] == 21
    assert [result["level"] for result in run["results"]] == ["error"] * 40


@settings(max_examples=300)
@given(HOSTILE)
def test_it_is_valid_whatever_the_outside_says(text: str) -> None:
    run = run_of(everywhere(text))

    assert len(run["results"]) == 7
    assert all("](" not in each["message"]["text"] for each in run["results"])
