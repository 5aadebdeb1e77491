"""The whole work, or its abstract only?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citelock.checks.vetting.scope import headings, measured_scope
from tests.support.speed import at_most

CASES = json.loads((Path(__file__).parents[2] / "data" / "page_cases.json").read_text("utf-8"))["cases"]
LONG = "Words of a paragraph that goes on for a while. " * 40  # 1,880 characters


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("A title\nAbstract\nWe did it.\n", "abstract"),
        ("A title\nABSTRACT: We did it.\n", "abstract"),
        ("Название\nАннотация\nМы измерили.\n", "abstract"),
        ("标题\n摘要：我们测量了。\n", "abstract"),
        ("Titre\nRésumé\nNous avons mesuré.\n", "abstract"),
        ("A title\nAbstract\nWe did it.\n1. Introduction\nIt was asked.\n", "full"),
        ("Название\nАннотация\nМы.\nВведение\nБыло.\n", "full"),
        ("标题\n摘要\n我们。\n一、引言\n有人问。\n", "full"),
        ("Titel\nZusammenfassung\nWir.\n2 Ergebnisse und Diskussion\nEs war.\n", "full"),
        ("A title\nAbstract\nMethods\nWe looked.\nResults\nWe saw.\nConclusions\nIt is.\n", "abstract"),
        (f"A title\nAbstract\nWe did it.\nMethods\n{LONG}\n", "full"),
        ("A letter of a few words.\nYours\n", "full"),
        ("Abstraction is our subject\nand no more\n", "full"),
        (f"A title\nAbstract\n{LONG * 4}\n", "full"),
    ],
)
def test_an_abstract_without_a_section_is_an_abstract(text: str, scope: str) -> None:
    assert measured_scope(text) == scope


def test_the_furniture_is_not_measured() -> None:
    text = f"A title\nAbstract\nWe did it.\n\n{LONG * 4}\n"
    assert measured_scope(text, 5) == "abstract"


def test_a_body_under_1500_characters_of_a_jats_file_is_an_abstract() -> None:
    assert measured_scope("Words", flags=("short_body",)) == "abstract"


@pytest.mark.parametrize(
    ("pages", "recorded", "scope"),
    [
        (1, 14, "abstract"),
        (4, 12, "abstract"),
        (5, 12, "full"),
        (1, 3, "full"),
        (None, 14, "full"),
        (1, None, "full"),
    ],
)
def test_a_third_of_the_recorded_pages_is_not_the_work(
    pages: int | None, recorded: int | None, scope: str
) -> None:
    assert measured_scope(LONG, pages=pages, recorded_pages=recorded) == scope


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        (f"A title\n{LONG}\nSections\nIntroduction\nMethods\nResults\nReferences\n{LONG * 6}\n", "abstract"),
        (f"A title\n{LONG}\nIntroduction\n{LONG}\nDiscussion\n{LONG}\n", "full"),
        (f"A title\n{LONG * 6}\n", "full"),
    ],
)
def test_a_landing_page_has_the_work_if_it_has_sections_or_length(text: str, scope: str) -> None:
    assert measured_scope(text, landing=True) == scope


def test_headings_are_lines_of_their_own() -> None:
    text = "2. Materials and Methods\nwe\nResults were good\nIV. RESULTS\nthey\nReferences:\n"
    assert [(heading.kind, heading.length) for heading in headings(text)] == [
        ("methods", 21),
        ("results", 5),
        ("references", 0),
    ]


def test_the_reported_abstract_is_one() -> None:
    given = next(case for case in CASES if case["id"] == "R-snapshot-04")["inputs"]
    assert measured_scope(given["extracted_text"]) == "abstract"
    assert measured_scope("x", pages=given["pages"], recorded_pages=given["expected_pages"]) == "abstract"


@pytest.mark.parametrize("unit", ["a", "Abstract\n", "1.", "introduction\n", "conclusion and a", "x\n"])
def test_no_text_takes_long(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    at_most(2_000, lambda: measured_scope(text, landing=True))
