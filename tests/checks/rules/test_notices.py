"""The notices rule: the worst notice decides, and a notice is not the work it is about."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

from citelock.checks.findings import Finding
from citelock.checks.records import Record, Update
from citelock.checks.rules.notices import check_notices

PATH = "cache/10.0000_demo.1.json"
OWN = "10.0000/demo.1"
DATA = Path(__file__).parents[2] / "data"
CASES = json.loads((DATA / "retraction_cases.json").read_text("utf-8"))["cases"]


def record(*by: Update, to: tuple[Update, ...] = (), title: str = "A demo study of nothing") -> Record:
    return Record("found", "crossref", doi=OWN, titles=(title,), updates_by=by, updates_to=to)


def notice(kind: str, doi: str = "10.5555/notice.1") -> Update:
    return Update(kind, doi, "2025-03-01", ("publisher",))


def codes(found: Record) -> list[str]:
    return [finding.code for finding in check_notices(found, "doi", PATH)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_fault_that_users_met(case: dict[str, dict[str, object]]) -> None:
    message, expected = case["inputs"]["record"], case["expected"]
    assert isinstance(message, dict)

    def updates(key: str) -> tuple[Update, ...]:
        return tuple(Update(update["type"], update["DOI"].lower()) for update in message.get(key, ()))

    found = Record(
        "found",
        "crossref",
        doi=message["DOI"].lower(),
        titles=tuple(message.get("title", ())),
        updates_by=updates("updated-by"),
        updates_to=updates("update-to"),
    )
    assert codes(found) == expected["codes"]


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("retraction", "E_RETRACTED"),
        ("Withdrawal", "E_RETRACTED"),
        ("removal", "E_RETRACTED"),
        ("expression_of_concern", "W_CONCERN"),
        ("expression-of-concern", "W_CONCERN"),
        ("Expression of Concern", "W_CONCERN"),
        ("partial_retraction", "W_CONCERN"),
        ("temporary_removal_notice", "W_CONCERN"),
        ("withdrawn_by_author", "W_CONCERN"),
        ("correction", "W_CORRECTED"),
        ("erratum", "W_CORRECTED"),
        ("corrigendum", "W_CORRECTED"),
        ("addendum", "N_UPDATED"),
        ("clarification", "N_UPDATED"),
        ("new_version", "N_UPDATED"),
        ("new_edition", "N_UPDATED"),
        ("reinstatement", "N_UPDATED"),
    ],
)
def test_every_type_has_its_own_answer(kind: str, code: str) -> None:
    assert codes(record(notice(kind))) == [code]


def test_the_worst_notice_decides_in_any_order_and_the_others_are_told() -> None:
    notices = (
        Update("correction", "10.5555/n.1", "2004-03-06", ("retraction-watch",)),
        Update("retraction", "10.5555/n.2", "2010-02-06", ("publisher", "retraction-watch")),
        Update("new_version", "10.5555/n.3"),
    )
    expected = Finding(
        "E_RETRACTED",
        f"{PATH}: the work was taken back: retraction 10.5555/n.2 (2010-02-06, publisher, retraction-watch). "
        "Further notices: correction 10.5555/n.1 (2004-03-06, retraction-watch); new_version 10.5555/n.3. "
        "Remove the citation, or replace it.",
        field="doi",
        found="retraction 10.5555/n.2 (2010-02-06, publisher, retraction-watch)",
    )
    for order in permutations(notices):
        assert check_notices(record(*order), "doi", PATH) == [expected]


def test_a_notice_is_not_the_work_that_it_is_about() -> None:
    found = record(to=(notice("retraction", "10.5555/other.1"),), title="Retraction: A demo study")
    assert check_notices(found, "pmid", PATH) == [
        Finding(
            "W_IS_NOTICE",
            f"{PATH}: this is a notice and not the work: retraction 10.5555/other.1 (2025-03-01, publisher). "
            "Cite the work that it is about, or say that the notice is meant.",
            field="pmid",
            cited=OWN,
            found="retraction 10.5555/other.1 (2025-03-01, publisher)",
        )
    ]


def test_a_notice_may_itself_have_been_taken_back() -> None:
    found = record(notice("retraction"), to=(notice("correction", "10.5555/other.1"),))
    assert codes(found) == ["E_RETRACTED", "W_IS_NOTICE"]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("new_version", ["N_UPDATED"]), ("correction", ["N_UPDATED"]), ("retraction", ["W_CONCERN"])],
)
def test_a_work_registered_as_its_own_update_is_neither_notice_nor_retracted(
    kind: str, expected: list[str]
) -> None:
    own = notice(kind, OWN.upper())
    for found in (record(own), record(own, to=(own,)), record(to=(own,))):
        assert codes(found) == expected


def test_a_later_version_is_no_notice_about_the_earlier_one() -> None:
    assert codes(record(to=(notice("new_version", "10.5555/demo.v1"),))) == []


@pytest.mark.parametrize(
    "title",
    [
        "Retracted: Deep learning in the clinic",
        "RETRACTED ARTICLE: Deep learning in the clinic",
        "[Retracted] Deep learning in the clinic",
        "Correction: Deep learning in the clinic",
        "Correction to: Deep learning in the clinic",
        "Correction to “Deep learning in the clinic”",
        "Erratum",
        "Expression of Concern: Deep learning in the clinic",
        "WITHDRAWN: Deep learning in the clinic",
    ],
)
def test_a_title_that_says_notice_and_no_link_is_worth_a_look(title: str) -> None:
    assert codes(record(title=title)) == ["W_IS_NOTICE"]


@pytest.mark.parametrize(
    "title",
    [
        "Correction of a split nail deformity",
        "Clot retraction in patients with retracted eyelids",
        "Corrections officers and their health",
        "Withdrawn patients in primary care",
        "Error correction: a survey",
        "A concern of our time",
    ],
)
def test_an_ordinary_title_that_begins_so_is_none(title: str) -> None:
    assert codes(record(title=title)) == []


def test_the_title_of_a_retracted_work_is_not_told_twice() -> None:
    assert codes(record(notice("retraction"), title="RETRACTED: A demo study of nothing")) == ["E_RETRACTED"]
    assert codes(record(notice("erratum"), title="RETRACTED: A demo study of nothing")) == [
        "W_CORRECTED",
        "W_IS_NOTICE",
    ]


def test_hostile_values_are_made_safe() -> None:
    found = check_notices(record(notice("retraction", "10.5555/a\u202e\x1b[31m\n" + "x" * 5000)), "doi", PATH)
    assert "\x1b" not in found[0].message
    assert "\u202e" not in found[0].message
    assert len(found[0].message) < 800
