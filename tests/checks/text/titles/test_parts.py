"""Parts by which a title is cited."""

from __future__ import annotations

import pytest

from citelock.checks.text.titles.parts import is_cut_off, is_part, is_part_respelled


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("LoRA", "LoRA: Low-Rank Adaptation of Large Language Models"),
        ("Are rivers self-similar?", "Are rivers self‐similar? New results"),
        ("Acne fulminans", "Acne fulminans. A report of two cases"),
        ("Chemistry", "Chemistry – A European Journal"),
        ("Chemistry", "Chemistry—A European Journal"),
        ("深度学习综述", "深度学习综述：方法与应用"),
        ("Diet plan for patients", "Letter: Diet plan for patients"),
        ("Diet plan for patients", "Letter: Diet plan for patients: a reply"),
        ("On rivers. On lakes", "On rivers. On lakes: a survey"),
    ],
)
def test_what_stands_before_a_sign_is_a_part(part: str, whole: str) -> None:
    assert is_part(part, whole)
    assert not is_part(whole, part)


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("TT", "TT: Display Tree Structured Data"),
        ("Deep learning", "Deep learning revisited"),
        ("New results", "Are rivers self-similar? New results"),
        ("Diet plan for patients", "Reply: Diet plan for patients"),
        ("Deep", "Deep-learning methods"),
    ],
)
def test_anything_else_is_none(part: str, whole: str) -> None:
    assert not is_part(part, whole)


@pytest.mark.parametrize(
    ("cited", "whole", "cut"),
    [
        ("Retrieval augmented generation", "Retrieval-Augmented Generation for Everybody", True),
        ("Retrieval augmented generation for everyb…", "Retrieval-Augmented Generation for Everybody", True),
        ("Retrieval", "Retrieval-Augmented Generation for Everybody", False),
        ("A history of everything, part 1", "A history of everything, part 15", False),
        ("A history of everything, part 1", "A history of everything, part 1.5", False),
        ("A history of everything, part 1", "A history of everything, part 1: stars", True),
        ("A history of everything, part I", "A history of everything, part II", False),
        ("A history of everything, part I", "A history of everything, part I: stars", True),
        ("A history of everything, revisited", "A history of everything", False),
    ],
)
def test_a_title_is_cut_off_at_its_end_only(cited: str, whole: str, cut: bool) -> None:
    assert is_cut_off(cited, whole) is cut


def test_a_part_may_be_spelled_otherwise() -> None:
    assert is_part_respelled("Behavioral economics", "Behavioural economics: a survey")
    assert not is_part_respelled("Behavioral economists", "Behavioural economics of Iran: a survey")
