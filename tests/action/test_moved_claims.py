"""Claims that move to another file, some of them reworded on the way: followed by their id, or told truly."""

from __future__ import annotations

from tests.support import pull_requests as pr
from tests.support.forgeries import FORGED, agent, base_of
from tests.support.runner import Project

FIRST = pr.claim("c1")
SECOND = pr.claim("c2", "Another statement.")
THIRD = pr.claim("c3", "One more of them.")
REWORDED = pr.claim("c3", "One more of them, in other words.")


def vanished(project: Project, base: str, files: dict[str, str | None]) -> tuple[int, list[str]]:
    ran = project.pull_request(base, agent(project, base, files))
    findings = ran.json("report")["findings"]
    return ran.code, [each["message"] for each in findings if each["code"] == "E_CLAIM_VANISHED"]


def test_a_claim_that_is_reworded_while_its_file_moves_has_not_vanished(project: Project) -> None:
    """Red without the way of the file: "in no audited file now", and it stands in the file that moved."""
    base = base_of(project, FIRST, SECOND, THIRD)
    moved = pr.claims(FIRST, SECOND, REWORDED)
    assert vanished(project, base, {"claims.json": None, "report/claims.json": moved}) == (0, [])


def test_a_claim_is_followed_when_a_file_is_split(project: Project) -> None:
    base = base_of(project, FIRST, SECOND, THIRD)
    files: dict[str, str | None] = {
        "claims.json": pr.claims(FIRST),
        "b/claims.json": pr.claims(SECOND, REWORDED),
    }
    assert vanished(project, base, files) == (0, [])


def test_a_claim_that_is_followed_is_judged_where_it_stands(project: Project) -> None:
    base = base_of(project, FIRST, SECOND, THIRD)
    moved = pr.claims(FIRST, SECOND, pr.claim("c3", "One more of them.", quote=FORGED))
    ran = project.pull_request(base, agent(project, base, {"claims.json": None, "report/claims.json": moved}))
    assert (ran.code, ran.top_codes()) == (1, [])
    assert ran.codes()["c3"] == ["E_QUOTE_NOT_FOUND"]


def test_one_claim_takes_the_place_of_one(project: Project) -> None:
    """Two files had a claim of this id; of the one file that both have moved to only one claim has it now."""
    base = base_of(
        project, FIRST, THIRD, files={"b/claims.json": pr.claims(SECOND, pr.claim("c3", "A fourth."))}
    )
    files: dict[str, str | None] = {
        "claims.json": None,
        "b/claims.json": None,
        "c/claims.json": pr.claims(FIRST, SECOND, REWORDED),
    }
    code, (said,) = vanished(project, base, files)
    assert code == 1
    assert said.startswith("The claim c3 was in order in the base")


def test_a_claim_of_the_base_is_nobody_elses_successor(project: Project) -> None:
    """The file that the others moved to had a claim of this id: it is still that one, changed or not."""
    there = pr.claim("c3", "It was here before.")
    base = base_of(project, FIRST, THIRD, files={"b/claims.json": pr.claims(there)})
    for now in (there, REWORDED):
        files: dict[str, str | None] = {"claims.json": None, "b/claims.json": pr.claims(FIRST, now)}
        code, (said,) = vanished(project, base, files)
        assert code == 1
        assert "(its file is gone)" in said


def test_a_claim_of_the_same_id_elsewhere_is_named_and_does_not_excuse(project: Project) -> None:
    """Nothing of the file has gone there, so it may be any claim; `c1` is in every file."""
    base = base_of(project, FIRST)
    files: dict[str, str | None] = {
        "claims.json": None,
        "other/claims.json": pr.claims(pr.claim("c1", "Something else.")),
    }
    code, (said,) = vanished(project, base, files)
    assert code == 1
    assert "(its file is gone; other/claims.json has another claim of this id)" in said
