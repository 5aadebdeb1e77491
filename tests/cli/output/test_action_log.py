"""The log of the Action: its layout, and that no outside text in it is a command."""

from __future__ import annotations

from hypothesis import given, settings

import citelock
from citelock.checks.pull_request.values import NOTHING, AuditedFile
from citelock.cli.output.action_log import last_line, render
from citelock.cli.output.annotations import annotate, as_commands
from tests.cli.output.test_commands import HOSTILE
from tests.cli.output.test_summary import NOT_CACHED, NOT_FOUND, YEAR, everywhere
from tests.support import log_oracle
from tests.support.judged_cases import REVISIONS, failing, finding, judged, row

MEANT = ("group", "endgroup", "error", "warning", "notice")


def test_the_layout_in_full() -> None:
    lost = finding("E_CLAIM_VANISHED", "Gone.", line=None, file="gone.json", cited="c9")
    verdict = judged(
        row("c1"),
        row("c2", YEAR, finding("W_YEAR_NEAR")),
        row("c3", NOT_CACHED, finding("N_SNAPSHOT_NO_PROVENANCE")),
        row("c4", NOT_FOUND),
        known=["c3"],
        findings=[lost],
        said=["the head changes evidence only"],
        files=[AuditedFile("claims.json", changed=True), AuditedFile("b.json", changed=False)],
    )

    assert list(render(verdict, REVISIONS, ["::error::x"], "citelock/report.json")) == [
        "::group::Citation audit",
        f"| citelock {citelock.__version__} rules 1; base, with evidence and configuration 380387fbc806; "
        "head 2ffea6db159f; claims.json (changed); b.json",
        "| the head changes evidence only",
        "| FAIL new c9 gone.json E_CLAIM_VANISHED",
        "| FAIL new c2 claims.json:4 doi:10.0000/demo.1 E_YEAR_MISMATCH",
        "| FAIL unchanged c3 claims.json:14 doi:10.0000/demo.1 E_NOT_CACHED",
        "| FAIL new c4 claims.json:9 doi:10.0000/demo.1 E_DOI_NOT_FOUND",
        "::endgroup::",
        "::error::x",
        "| machine-checked 3 of 4 citations; does not exist 1; could not be checked 1 (E_NOT_CACHED 1)",
        "| quotes found 1 of 4, 1 not checkable; failure: 3 failing citations (2 new, 0 fixed, 1 unchanged), "
        "1 error without a citation",
        "checked=4 failed=3 report=citelock/report.json",
    ]


def test_a_head_that_is_its_own_root_is_said_to_be_so() -> None:
    own = REVISIONS._replace(evidence=REVISIONS.head, baseline=None, own_evidence=True)

    line = list(render(judged(row("c1"), compared=False), own, [], "r"))[1]

    assert "; head, with its own evidence and configuration 2ffea6db159f; no base to compare with;" in line


def test_evidence_that_is_not_of_the_base_is_named_apart() -> None:
    other = REVISIONS._replace(evidence="e" * 40)

    line = list(render(judged(row("c1")), other, [], "r"))[1]

    assert "; base 380387fbc806; evidence and configuration eeeeeeeeeeee; head 2ffea6db159f;" in line


def test_accepted_evidence_is_said_to_be_the_heads() -> None:
    line = list(render(judged(row("c1"), accepted=True), REVISIONS, [], "r"))[1]

    assert (
        "; base, with configuration 380387fbc806; head, with the evidence accepted from it 2ffea6db159f"
        in line
    )


def test_nothing_to_check_is_not_called_success() -> None:
    *_, counts, last = render(judged(conclusion=NOTHING), None, [], "r")

    assert counts.endswith("; nothing: nothing to check: the audited files hold no claims")
    assert last == "checked=0 failed=0 report=r"


def test_at_most_a_thousand_lines_fail_and_the_others_are_counted() -> None:
    lines = list(render(failing(1234), None, [], "r"))

    assert sum(line.startswith("| FAIL") for line in lines) == 1000
    assert "| and 234 more FAIL lines: see the report" in lines


@settings(max_examples=2000)
@given(HOSTILE)
def test_no_text_anywhere_is_a_command_or_a_line_of_its_own(text: str) -> None:
    verdict = everywhere(text)
    commands = as_commands(annotate(verdict))

    lines = list(render(verdict, REVISIONS._replace(said=(text,)), commands, text))

    stream = "".join(f"{line}\n" for line in lines)
    seen = log_oracle.commands(stream)
    assert log_oracle.unmeant(stream, MEANT) == []
    assert [each.name for each in seen if each.name in ("group", "endgroup")] == ["group", "endgroup"]
    assert [each.name for each in seen].count("error") == 2
    assert all(set(each.properties) <= {"file", "line", "col", "title"} for each in seen)
    assert log_oracle.lines(stream) == lines
    assert all(line.startswith(("| ", "::")) for line in lines[:-1])
    assert stream.encode("utf-8")


def test_the_last_line_is_none_either() -> None:
    assert log_oracle.commands(last_line(1, 2, "a\n::error::x##[debug]y")) == []
