"""Several names in one text, and their assignment to registered ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.text.names.index import NameIndex
from citelock.checks.text.names.lists import partings
from citelock.checks.text.names.matching import assign


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Smith and Jones", ["Smith", "Jones"]),
        ("Smith, J.; Jones, K.", ["Smith, J.", "Jones, K."]),
        ("Smith, J., & Jones, K.", ["Smith, J.", "Jones, K."]),
        ("Smith, J., Jones, K. L.", ["Smith, J.", "Jones, K. L."]),
        ("Smith J, Jones K", ["Smith J", "Jones K"]),
        ("Ann Smith, Karl Jones and Lu Brown", ["Ann Smith", "Karl Jones", "Lu Brown"]),
    ],
)
def test_names_are_parted_at_their_joints(text: str, names: list[str]) -> None:
    assert names in partings(text)


def test_one_name_is_not_parted() -> None:
    assert partings("Smith") == []


def test_the_one_with_a_choice_makes_room() -> None:
    assert assign([{0: 0, 1: 0}, {0: 0}]) == {0: 1, 1: 0}


def test_a_strong_agreement_goes_before_a_weak_one() -> None:
    assert assign([{0: 1}, {0: 0}]) == {1: 0}


def test_a_long_chain_of_namesakes_moves_along() -> None:
    count = 3000
    rows = [{place: 0, place + 1: 0} for place in range(count)] + [{0: 0}]
    assert len(assign(rows)) == count + 1


@given(st.lists(st.dictionaries(st.integers(0, 6), st.integers(0, 2), max_size=4), max_size=6))
def test_every_place_is_given_once_and_only_where_names_agree(rows: list[dict[int, int]]) -> None:
    places = assign(rows)
    assert len(set(places.values())) == len(places)
    assert all(place in rows[cited] for cited, place in places.items())
    assert {cited for cited, row in enumerate(rows) if row} - places.keys() <= {
        cited for cited, row in enumerate(rows) if set(row) <= set(places.values())
    }


def test_the_index_proposes_who_shares_a_word() -> None:
    index = NameIndex(["Anna Ivanova", "H. Fitz Simmons", "Jürgen Müller", "A. Borg"])
    assert index.candidates("Ivanova, B.") == [0]
    assert index.candidates("FitzSimmons") == [1]
    assert index.candidates("Mueller") == [2]
    assert index.candidates("A. Petrov") == []
