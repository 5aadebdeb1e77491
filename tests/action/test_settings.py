"""Settings that cannot be read: told before they are merged, and repaired where that was too late."""

from __future__ import annotations

import pytest

from tests.support import pull_requests as pr
from tests.support.forgeries import FORGED_FILE, agent, base_of
from tests.support.histories import File
from tests.support.log_oracle import Seen
from tests.support.runner import Project

BROKEN = "min_quote: 30\nfail_onn: never\n"
UNREADABLE: dict[str, tuple[File, int]] = {
    "a key that is not known": (BROKEN, 2),
    "no YAML": ("fail_on: [\n", 2),
    "a severity of a code that is not there": ("severity:\n  E_NOTHING: note\n", 2),
    "a pattern that leads out of the tree": ("claims: ['../claims.json']\n", 1),
    "a file in place of the folder of evidence": ("cache: claims.json\n", 1),
}


def at_settings(seen: list[Seen]) -> list[tuple[str, str]]:
    return [(each.properties["file"], each.properties["line"]) for each in seen]


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_head_whose_settings_cannot_be_read_fails_at_their_line(project: Project, name: str) -> None:
    """Red without the faults of the head's settings: green, and every run after the merge is exit 2."""
    settings, line = UNREADABLE[name]
    base = base_of(project)
    ran = project.pull_request(base, agent(project, base, {"citelock.yml": settings}))
    assert (ran.code, ran.outputs, ran.files) == (2, {"conclusion": "error"}, {})
    assert at_settings(ran.annotations("error")) == [("citelock.yml", str(line))]
    assert "Once merged it would end every run" in ran.annotations()[0].data


def test_settings_of_the_head_that_can_be_read_are_not_used(project: Project) -> None:
    base = base_of(project)
    changed = {"citelock.yml": "fail_on: never\nclaims: ['x.json']\n", "claims.json": FORGED_FILE}
    ran = project.pull_request(base, agent(project, base, changed))
    assert (ran.code, ran.codes()["c2"]) == (1, ["E_QUOTE_NOT_FOUND"])


def test_malformed_settings_and_claims_are_told_together(project: Project) -> None:
    base = base_of(project)
    ran = project.pull_request(base, agent(project, base, {"citelock.yml": BROKEN, "claims.json": "{"}))
    assert ran.code == 2
    assert at_settings(ran.annotations("error")) == [("citelock.yml", "2"), ("claims.json", "1")]
    assert ran.last_line == "| no verdict: malformed files: 2"


@pytest.mark.parametrize("settings", ["fail_on: error\n", None], ids=["repaired", "deleted"])
@pytest.mark.parametrize("level", ["", "warning", "regression"])
def test_broken_settings_of_the_base_are_repaired_by_a_pull_request_of_nothing_else(
    project: Project, settings: str | None, level: str
) -> None:
    """Red without it: exit 2, and nothing can ever be merged again.

    The claims of the base fail with the built-in settings, and one of its files is no claims file for them.
    """
    wrong = {"citelock.yml": BROKEN, "vendor/claims.json": "{"}
    base = base_of(project, pr.claim("c1", year=1999), files=wrong)
    head = agent(project, base, {"citelock.yml": settings})
    ran = project.pull_request(base, head, inputs={"fail-on": level})
    assert (ran.code, ran.conclusion, ran.outputs["citations"]) == (0, "nothing", "0")
    assert ran.top_codes() == [("citelock.yml", "W_CONFIG_CHANGED")]
    assert "the settings of the base cannot be read (citelock.yml:2:1: fail_onn" in ran.stdout
    assert "This is no pass: nothing was looked at." in ran.summary


@pytest.mark.parametrize("what", ["claims", "evidence", "anything"])
def test_a_repair_that_brings_anything_else_is_not_judged(project: Project, what: str) -> None:
    """Red without the look at the other files: a forged quotation would pass under nobody's settings."""
    brought: dict[str, dict[str, File]] = {
        "claims": {"claims.json": FORGED_FILE},
        "evidence": {pr.TEXT_PATH: "another text"},
        "anything": {"notes.txt": "x"},
    }
    base = base_of(project, files={"citelock.yml": BROKEN})
    ran = project.pull_request(base, agent(project, base, {"citelock.yml": "{}\n", **brought[what]}))
    assert (ran.code, ran.outputs) == (2, {"conclusion": "error"})
    assert at_settings(ran.annotations("error")) == [("citelock.yml", "1")]
    told = ran.annotations()[0].data
    assert f"but changes {next(iter(brought[what]))} too" in told
    assert "fail_onn" in told


@pytest.mark.parametrize("settings", [BROKEN, "fail_onn: always\n"], ids=["untouched", "broken again"])
def test_where_the_base_cannot_be_read_and_is_not_repaired_nothing_passes(
    project: Project, settings: str
) -> None:
    base = base_of(project, files={"citelock.yml": BROKEN})
    ran = project.pull_request(base, agent(project, base, {"citelock.yml": settings, "notes.txt": "x"}))
    assert (ran.code, ran.outputs) == (2, {"conclusion": "error"})
    assert at_settings(ran.annotations("error")) == [("citelock.yml", "2" if settings == BROKEN else "1")]
    if settings == BROKEN:
        assert "Until a pull request that changes nothing else repairs or deletes it" in ran.stdout
