"""The runner of the tests does what the real one does."""

from __future__ import annotations

from pathlib import Path

import pytest

from citelock.cli.action.inputs import TABLE
from tests.support import pull_requests as pr
from tests.support.runner import (
    MOST_SUMMARY,
    TOKEN,
    Project,
    Ran,
    input_variables,
    manifest,
    read_file_command,
)


def test_every_input_arrives_in_upper_case_with_its_hyphens() -> None:
    variables = input_variables({"fail-on": "warning"})
    assert variables.keys() == {f"INPUT_{name.upper()}" for name in TABLE}
    assert variables["INPUT_FAIL-ON"] == "warning"
    assert variables["INPUT_CLAIMS"] == ""
    assert variables["INPUT_TOKEN"] == TOKEN


def test_an_input_that_action_yml_does_not_have_is_a_mistake_of_the_test() -> None:
    with pytest.raises(AssertionError, match="fail_on"):
        input_variables({"fail_on": "error"})


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", {}),
        (b"a=1\nb=x=y\n", {"a": "1", "b": "x=y"}),
        (b"a=1\r\nb=\r\n", {"a": "1", "b": ""}),
        (b"a=1<<2\n", {"a": "1<<2"}),
        (b"a<<END\none\n\ntwo=2\nEND\nb=3\n", {"a": "one\n\ntwo=2", "b": "3"}),
        (b"a<<=\nx\n=\n", {"a": "x"}),
    ],
)
def test_outputs_are_read_by_the_grammar_of_the_runner(content: bytes, found: dict[str, str]) -> None:
    assert read_file_command(content) == found


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"conclusion\n", "invalid format"),
        (b"=x\n", "no name"),
        (b"a<<END\nx\n", "no line is the delimiter"),
        (b"a<<\nx\n\n", "without characters"),
    ],
)
def test_what_is_no_output_fails_the_step(content: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_file_command(content)


def test_a_summary_above_the_limit_is_dropped_whole(tmp_path: Path) -> None:
    fits = Ran(0, "", "", {}, "x" * MOST_SUMMARY, b"", b"", tmp_path)
    above = Ran(0, "", "", {}, "x" * (MOST_SUMMARY - 1) + "é", b"", b"", tmp_path)
    assert fits.summary
    assert not above.summary


def test_a_run_gives_what_a_person_sees(tmp_path: Path) -> None:
    project = Project(tmp_path)
    base = project.history.commit({**pr.SOUND, "claims.json": pr.claims(pr.claim())})
    wrong = pr.claims(pr.claim(), *(pr.claim(f"w{n:02}", f"Wrong {n}.", year=1999) for n in range(12)))
    head = project.history.commit({"claims.json": wrong}, base, branch="agent")
    ran = project.pull_request(base, head, inputs={"annotations": "commands"})
    assert ran.code == 1, ran.stderr
    assert ran.outputs.keys() <= manifest()["outputs"].keys()
    assert (ran.conclusion, ran.outputs["base-sha"]) == ("failure", base)
    assert len(ran.annotations()) == 10
    assert ran.annotations()[-1].data.startswith("and 3 more")
    assert not ran.dropped()
    assert not ran.unmeant()
    assert ran.files.keys() == {f"citelock/{name}" for name in ("report.json", "diff.json", "review.html")}
    assert (ran.stderr, ran.other_commands) == ("", b"")
    assert "w11" in ran.summary
