"""Annotations: one a claim, worst first, at most ten commands of a level, fifty a request."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from citelock.checks.errors import PlacesLost
from citelock.checks.pull_request.values import FAILURE, NOTHING, SUCCESS, AuditedFile
from citelock.cli.output.annotations import (
    MESSAGE,
    Annotation,
    annotate,
    as_command,
    as_commands,
    fault,
    fits,
    fitted,
)
from citelock.cli.output.check_run import bodies
from tests.support import log_oracle
from tests.support.github_api import translated
from tests.support.judged_cases import failing, finding, judged, row

SCHEMAS = json.loads((Path(__file__).parents[2] / "data" / "github_rest_schemas.json").read_text("utf-8"))[
    "calls"
]
POST = "POST /repos/{owner}/{repo}/check-runs"
PATCH = "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}"


def test_a_claim_has_one_annotation_with_all_its_codes_at_its_worst_finding() -> None:
    of_two = (
        row("c1", finding("W_YEAR_NEAR", "Near.", line=3), finding("E_TITLE_MISMATCH", "Other.", line=4)),
        row(
            "c1",
            finding("E_NUMBER_UNSUPPORTED", "3: in no quotation.", line=9, argument="3"),
            citation=1,
            id="doi:10.0000/demo.2",
        ),
    )

    (shown,) = annotate(judged(*of_two))

    assert shown == Annotation(
        "claims.json",
        4,
        7,
        "error",
        "c1: E_TITLE_MISMATCH, E_NUMBER_UNSUPPORTED:3, W_YEAR_NEAR",
        "E_TITLE_MISMATCH (doi:10.0000/demo.1): Other.\n"
        "E_NUMBER_UNSUPPORTED:3 (line 9, doi:10.0000/demo.2): 3: in no quotation.\n"
        "W_YEAR_NEAR (line 3, doi:10.0000/demo.1): Near.",
    )


def test_the_message_shows_what_was_cited_found_and_nearest() -> None:
    nearest = {
        "text": "assemble [2Fe-2S] clusters in vitro",
        "line": 4,
        "page": None,
        "missing": ["[2Fe-2S]"],
    }
    missed = finding("E_QUOTE_NOT_FOUND", "The quote is not there.", cited="assemble clusters in vitro")
    year = finding("E_YEAR_MISMATCH", "The year differs.", cited="2023", found="2024")

    (shown,) = annotate(judged(row("c1", year, missed, quote={"status": "not_found", "nearest": nearest})))

    assert shown.message == (
        "E_YEAR_MISMATCH: The year differs. Cited: “2023”. Found: “2024”.\n"
        "E_QUOTE_NOT_FOUND: The quote is not there. Cited: “assemble clusters in vitro”. "
        "Nearest, line 4: “assemble [2Fe-2S] clusters in vitro”. The source has: “[2Fe-2S]”."
    )


def test_new_errors_come_first_then_other_errors_warnings_and_notes() -> None:
    rows = (
        row("a", finding("W_YEAR_NEAR", severity="note", line=1)),
        row("b", finding("W_YEAR_NEAR", line=2)),
        row("c", finding("E_UNCITED", line=3)),
        row("d", finding("E_UNCITED", line=20)),
        row("e", finding("E_UNCITED", line=10)),
        row("f", finding("E_UNCITED", line=1), file="other.json"),
    )

    shown = annotate(judged(*rows, known=["c"]))

    assert [each.title[0] for each in shown] == ["e", "d", "f", "c", "b", "a"]
    assert [each.level for each in shown] == ["error"] * 4 + ["warning", "notice"]


def test_a_note_that_asks_nothing_of_anybody_is_no_annotation() -> None:
    assert annotate(judged(row("c1", finding("N_SNAPSHOT_NO_PROVENANCE")), row("c2"))) == ()


def test_findings_that_nobody_would_see_are_a_bug_and_no_pass() -> None:
    rows = (row("c1", finding("E_UNCITED", line=None)), row("c2", finding("W_YEAR_NEAR", line=None)))

    with pytest.raises(PlacesLost) as lost:
        annotate(judged(*rows))

    assert lost.value.exit_code == 70


def test_a_finding_without_a_line_stands_at_the_first_line_if_others_have_one() -> None:
    shown = annotate(
        judged(row("c1", finding("E_UNCITED", line=None)), row("c2", finding("E_UNCITED", line=8)))
    )

    assert [(each.path, each.line) for each in shown] == [("claims.json", 1), ("claims.json", 8)]


def test_what_has_no_place_in_the_head_is_a_command_without_a_file_and_text_of_the_check_run() -> None:
    lost = finding("E_CLAIM_VANISHED", "A claim is gone.", line=None, file="gone.json", cited="c9")

    (shown,) = annotate(judged(row("c1"), findings=[lost]))

    assert as_command(shown) == "::error title=c9%3A E_CLAIM_VANISHED::gone.json: A claim is gone."
    (body,) = requests_of([shown])
    assert body["output"]["annotations"] == []
    assert "gone&#46;json" in body["output"]["text"]


def test_a_finding_about_the_whole_tree_begins_with_its_sentence() -> None:
    nothing = finding("W_NO_CLAIMS", "No file has a claim.", line=None, file="")

    (shown,) = annotate(judged(findings=[nothing]))

    assert as_command(shown) == "::warning title=W_NO_CLAIMS::No file has a claim."


def test_paths_that_the_message_has_are_not_repeated_behind_it() -> None:
    said = "cache/a.json is added, sources/a.txt is changed by this pull request."
    paths = "cache/a.json, sources/a.txt"

    (shown,) = annotate(judged(row("c1", finding("W_EVIDENCE_CHANGED", said, found=paths))))
    (more,) = annotate(judged(row("c1", finding("W_EVIDENCE_CHANGED", said, found=f"{paths}, cache/z.json"))))

    assert shown.message == f"W_EVIDENCE_CHANGED: {said}"
    assert more.message.endswith(f" Found: “{paths}, cache/z.json”.")


def test_a_finding_of_a_file_that_is_still_there_stands_at_its_first_line() -> None:
    lost = finding("E_CLAIM_VANISHED", "A claim is gone.", line=None, file="a.json")

    (shown,) = annotate(judged(row("c1"), findings=[lost], files=[AuditedFile("a.json", changed=True)]))

    assert (shown.path, shown.line, shown.message) == ("a.json", 1, "A claim is gone.")


@pytest.mark.parametrize(
    ("count", "commands", "left"), [(10, 10, 0), (11, 10, 2), (16, 10, 7), (500, 10, 491)]
)
def test_from_eleven_on_the_tenth_command_counts_the_others(count: int, commands: int, left: int) -> None:
    shown = annotate(failing(count))

    text = "\n".join(as_commands(shown))

    seen = log_oracle.shown(text)["error"]
    assert len(seen) == commands
    assert log_oracle.dropped(text) == {}
    assert fits(shown) == (not left)
    if left:
        assert seen[-1].data == f"and {left} more: see the summary and report.json"
        assert "file" not in seen[-1].properties


def test_a_notice_of_the_run_takes_its_share_of_the_notices() -> None:
    rows = [row(f"c{n:02}", finding("W_YEAR_NEAR", severity="note", line=n)) for n in range(1, 11)]

    text = "\n".join(as_commands(annotate(judged(*rows)), ["No permission to write checks."]))

    seen = log_oracle.shown(text)["notice"]
    assert [each.data for each in seen[:1]] == ["No permission to write checks."]
    assert len(seen) == 10
    assert log_oracle.dropped(text) == {}
    assert seen[-1].data.startswith("and 2 more:")


def test_a_long_message_is_cut_by_lines_which_are_counted() -> None:
    many = [finding("W_YEAR_NEAR", f"{number} " + "%" * 400, line=1) for number in range(40)]

    (shown,) = annotate(judged(row("c1", *many)))
    (seen,) = log_oracle.commands(as_command(shown))

    assert not log_oracle.is_cut(seen)
    assert len(as_command(shown).rpartition("::")[2]) <= MESSAGE
    kept = seen.data.split("\n")
    assert kept[-1] == f"and {40 - len(kept) + 1} more findings: see the summary and report.json"


@pytest.mark.parametrize("message", ["x" * 9000, "\U0001f600" * 9000, "x" * 9000 + "\ny"])
def test_no_message_is_longer_than_a_runner_takes(message: str) -> None:
    shown = Annotation("a.json", 1, None, "error", "t", message)

    (seen,) = log_oracle.commands(as_command(shown))

    assert not log_oracle.is_cut(seen)
    assert "…" in seen.data
    assert len(fitted(message, 100, len)) <= 100


def test_a_malformed_file_is_annotated_at_its_line() -> None:
    written = as_command(fault("claims.json", "`year`: true is no year.\n::error::x", line=12, column=7))

    assert written == (
        "::error file=claims.json,line=12,col=7,title=malformed::`year`: true is no year.\\u{a}::error::x"
    )


# --- check runs ---------------------------------------------------------------------------------


def requests_of(
    shown: list[Annotation] | tuple[Annotation, ...], conclusion: str = FAILURE
) -> tuple[Any, ...]:
    """The bodies, each judged by GitHub's schema for it."""
    made = bodies(
        shown,
        name="Citation audit",
        head_sha="a" * 40,
        conclusion=conclusion,
        title="3 failing",
        summary="words",
    )
    for number, body in enumerate(made):
        schema = translated(SCHEMAS[PATCH if number else POST]["body"])
        jsonschema.Draft202012Validator(schema).validate(body)
    return made


@pytest.mark.parametrize(("count", "requests"), [(0, 1), (50, 1), (51, 2), (100, 2), (120, 3), (500, 10)])
def test_fifty_annotations_go_into_a_request_and_none_is_lost(count: int, requests: int) -> None:
    made = requests_of(annotate(failing(count)))

    assert len(made) == requests
    assert sum(len(body["output"]["annotations"]) for body in made) == count
    assert {(body["status"], body["conclusion"]) for body in made} == {("completed", "failure")}


def test_every_annotation_has_a_place_a_level_and_a_message() -> None:
    (body,) = requests_of(annotate(failing(1)))

    assert body["output"]["annotations"] == [
        {
            "path": "claims.json",
            "start_line": 1,
            "end_line": 1,
            "start_column": 7,
            "end_column": 7,
            "annotation_level": "failure",
            "title": "c00001: E_YEAR_MISMATCH",
            "message": "E_YEAR_MISMATCH: Cited 2023, the record says 2024.",
        }
    ]


@pytest.mark.parametrize(
    ("conclusion", "sent"),
    [(SUCCESS, "success"), (FAILURE, "failure"), (NOTHING, "neutral"), ("error", "failure")],
)
def test_only_nothing_is_neutral(conclusion: str, sent: str) -> None:
    assert requests_of([], conclusion)[-1]["conclusion"] == sent


def test_no_character_above_the_basic_plane_and_no_field_above_its_limit() -> None:
    face = "\U0001f600"
    shown = [
        Annotation(f"{face}.json", 1, 1, "error", face * 255, "\n".join([face * 600] * 200)),
        Annotation(None, None, None, "error", face * 255, face * 3000),
    ] * 26

    made = requests_of(shown)

    text = json.dumps(made, ensure_ascii=False)
    assert max(text) <= "\uffff"
    assert "\\U0001f600" in made[0]["output"]["annotations"][0]["path"]
    for body in made:
        assert len(body["output"]["text"]) <= 60_000
        assert " more: see report.json" in body["output"]["text"]
        for each in body["output"]["annotations"]:
            assert len(each["title"]) <= 255
            assert len(each["message"].encode("utf-8")) < 64 * 1024
