"""Titles that many works share."""

from __future__ import annotations

import pytest

from citelock.checks.text.titles.generic import is_generic


@pytest.mark.parametrize(
    "title",
    [
        "Editorial",
        "EDITORIAL.",
        "Editor’s Note",
        "Letters to the Editor",
        "Avant-propos",
        "От редакции",
        "目录",
        " Erratum ",
    ],
)
def test_these_are_generic(title: str) -> None:
    assert is_generic(title)


@pytest.mark.parametrize(
    "title", ["", "—", "Editorial: on nothing", "On editorials", "Random Forests", "Index of nothing"]
)
def test_these_are_not(title: str) -> None:
    assert not is_generic(title)
