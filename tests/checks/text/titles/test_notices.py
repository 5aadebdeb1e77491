"""Titles of notices, and ordinary titles that begin with the same words."""

from __future__ import annotations

import pytest

from citelock.checks.text.titles.notices import notice_prefix, without_notice


@pytest.mark.parametrize(
    ("title", "kind", "rest"),
    [
        ("RETRACTED: On nothing", "retracted", "On nothing"),
        ("Retracted article: On nothing", "retracted", "On nothing"),
        ("[Retracted] On nothing", "retracted", "On nothing"),
        ("(Retracted) On nothing", "retracted", "On nothing"),
        ("<b>RETRACTED:</b> On nothing", "retracted", "On nothing"),
        ("On nothing [Retracted]", "retracted", "On nothing"),
        ("On nothing (Retracted article. See vol. 3, 2010)", "retracted", "On nothing"),
        ("WITHDRAWN: On nothing", "withdrawn", "On nothing"),
        ("Retraction Note: On nothing", "retraction", "On nothing"),
        ("Retraction note to: On nothing", "retraction", "On nothing"),
        ("Retraction notice to “On nothing” [J. Nothing 3 (2010)]", "retraction",
         "“On nothing” [J. Nothing 3 (2010)]"),
        ("Notice of Retraction: On nothing", "retraction", "On nothing"),
        ("Author Correction: On nothing", "correction", "On nothing"),
        ("Publisher’s Correction: On nothing", "correction", "On nothing"),
        ("Correction to: On nothing", "correction", "On nothing"),
        ("Correction for ‘On nothing’", "correction", "‘On nothing’"),
        ("Corrigendum to \"On nothing\"", "corrigendum", "\"On nothing\""),
        ("Erratum: On nothing", "erratum", "On nothing"),
        ("Editorial Expression of Concern: On nothing", "expression of concern", "On nothing"),
        ("Addendum: On nothing", "addendum", "On nothing"),
        ("ОТОЗВАНА: Ни о чём", "отозвана", "Ни о чём"),
        ("勘误：深度学习", "勘误", "深度学习"),
        # Nothing else is left: the title stays.
        ("Erratum", "erratum", "Erratum"),
        ("Corrections.", "corrections", "Corrections."),
        ("[Retraction]", "retraction", "[Retraction]"),
    ],
)  # fmt: skip
def test_a_notice_is_known_by_its_words(title: str, kind: str, rest: str) -> None:
    assert notice_prefix(title) == kind
    assert without_notice(title) == rest


@pytest.mark.parametrize(
    "title",
    [
        "Correction of a split nail deformity",
        "Correction of Caudal Septal Deviation and Deformity Using Nasal Septal Bone Grafts",
        "Clot retraction in vitro",
        "Zinc correction of defective chemotaxis",
        "The correction: a history",
        "Correction to structure and synthesis of nothing",
        "Withdrawal of life support: a survey",
        "Withdrawal from “the” market",
        "Removal of nothing: a report",
        "Retracted claws in cats",
        "Concerning Concussion",
        "Corrected-beam optics: a review",
        "",
        "—",
    ],
)
def test_an_ordinary_title_is_none(title: str) -> None:
    assert notice_prefix(title) is None
    assert without_notice(title) is title


@pytest.mark.parametrize("piece", ["(", "[", " ", "retracted ", "author ", "correction to ", "notice of "])
def test_a_long_run_takes_linear_time(piece: str) -> None:
    title = piece * (1_000_000 // len(piece))
    assert notice_prefix(title) is None
    assert without_notice(title) is title
