"""Workflow commands and log lines: what a runner makes of them, by an oracle of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citelock.cli.output.commands import command, log_line, repository_path
from tests.support import log_oracle

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[2] / "data" / "output_cases.json").read_text("utf-8"))[
        "cases"
    ]
}
HOSTILE = st.lists(
    st.sampled_from(
        [
            *(
                "::",
                "::error::x",
                "::stop-commands::x",
                "##[",
                "##[add-mask]",
                "##",
                "[",
                "]",
                "#",
                "%",
                "%0A",
            ),
            *("%25", "\n", "\r", "\r\n", "\u2028", "\x85", "\u00a0", "\u2003", " ", ",", "=", ":", "file=x"),
            *("\x00", "\x1b[31m", "\u202e", "\ud800", "\U000e0041", "\U0001f600", "|", "\\"),
        ]
    )
    | st.text(max_size=6),
    min_size=1,
).map("".join)


def test_a_percent_sign_and_line_ends_are_escaped_byte_for_byte() -> None:
    case = CASES["R-annotate-02"]
    given_, expected = case["inputs"], case["expected"]["value"]

    assert command("error", given_["message"], file=given_["file"], line=given_["line"]) == expected


def test_a_path_has_no_dot_in_front() -> None:
    inputs = CASES["R-annotate-03"]["inputs"]

    written = command("error", "x", file=repository_path(inputs["file"]), line=inputs["line"])

    assert written == "::error file=claims.json,line=7::x"


def test_a_path_begins_at_the_top_of_the_repository() -> None:
    inputs = CASES["R-annotate-04"]["inputs"]

    assert (
        f"file={repository_path(inputs['file'], inputs['cwd'])}"
        == CASES["R-annotate-04"]["expected"]["value"]
    )


def test_text_of_an_agent_starts_no_command_of_its_own() -> None:
    title = CASES["R-annotate-05"]["inputs"]["title_from_agent"]

    written = command("error", title, file="claims.json", line=1, title=title)

    (seen,) = log_oracle.commands(written)
    assert (seen.name, seen.data, seen.properties["title"]) == ("error", title, title)


def test_back_slashes_are_turned_on_windows_only() -> None:
    path = CASES["R-annotate-07"]["inputs"]["path"]

    assert f"file={repository_path(path, windows=True)}" == CASES["R-annotate-07"]["expected"]["value"]
    assert repository_path(path) == path


@pytest.mark.parametrize("path", ["../claims.json", "a/../../b.json", "/etc/passwd", "..", "."])
def test_a_path_outside_of_the_repository_is_none(path: str) -> None:
    assert repository_path(path) is None


def test_a_path_may_leave_its_folder_but_not_the_repository() -> None:
    assert repository_path("../b/claims.json", "a") == "b/claims.json"


@settings(max_examples=2000)
@given(HOSTILE, HOSTILE, HOSTILE)
def test_what_is_written_is_what_the_runner_reads(message: str, title: str, file: str) -> None:
    written = command("error", message, file=file, line=3, title=title)

    (seen,) = log_oracle.commands(written)
    kept = [text.replace("##[", "##\\[") for text in (message, title, file)]
    blanks = "".join(chr(sign) for sign in log_oracle.BLANKS if chr(sign) not in "\r\n")
    kept[1] = kept[1].rstrip(blanks)  # the runner trims the end of a command
    assert [seen.data, seen.properties["title"], seen.properties["file"]] == kept
    assert set(seen.properties) == {"file", "line", "title"}


@settings(max_examples=2000)
@given(HOSTILE)
def test_no_line_of_the_log_is_a_command(text: str) -> None:
    written = log_line(text)

    assert log_oracle.commands(written) == []
    assert log_oracle.lines(written) == [written]
    assert written.encode("utf-8")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("::error::x", "error"),
        ("\u00a0\u2003 ::add-mask::x", "add-mask"),
        ("text ##[add-mask]x", "add-mask"),
        ("first\r::debug::x", "debug"),
    ],
)
def test_the_oracle_sees_commands_of_both_grammars(line: str, name: str) -> None:
    assert [seen.name for seen in log_oracle.commands(line)] == [name]


def test_the_oracle_sees_none_in_plain_lines() -> None:
    assert log_oracle.commands("| ::error::x\nchecked=1 :: failed=2\n# [x]") == []


def test_the_oracle_counts_what_a_runner_drops() -> None:
    text = "::error::x\n" * 12 + f"::warning::{'y' * 4097}\n"

    assert log_oracle.dropped(text) == {"error": 2}
    assert len(log_oracle.shown(text)["error"]) == 10
    assert log_oracle.is_cut(log_oracle.shown(text)["warning"][0])
