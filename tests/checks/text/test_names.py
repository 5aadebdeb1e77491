"""Names: the usual orders and spellings of one person, and people who are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.text.names import is_organisation, is_person, name_key


@pytest.mark.parametrize(
    ("cited", "family", "given"),
    [
        ("Ivanova", "Ivanova", ""),
        ("ivanova", "Ivanova", "Anna"),
        ("Anna Ivanova", "Ivanova", "Anna"),
        ("Ivanova, Anna", "Ivanova", "Anna"),
        ("Ivanova A.", "Ivanova", "Anna"),
        ("A. B. Ivanova", "Ivanova", "Anna Borisovna"),
        ("Ivanova AB", "Ivanova", "Anna Borisovna"),
        ("Anna Ivanova", "Ivanova", ""),
        ("HARRIS, M.", "Harris", "M."),
        ("Smith et al.", "Smith", "J."),
        ("Smith, et al", "Smith", "J."),
        ("Иванова и др.", "Иванова", "А. Б."),
        ("Eryigit", "Eryiğit", "Gülşen"),
        ("Muller", "Müller", ""),
        ("Lukasz Zych", "Zych", "Łukasz"),
        ("OBrien", "O’Brien", "K."),
        ("Van Der Aa", "Der Aa", "Olivier"),
        ("Beethoven", "van Beethoven", "L."),
        ("van Beethoven, Ludwig", "Beethoven", "Ludwig"),
        ("Garcia Marquez", "García-Márquez", "Gabriel"),
        ("Gabriel García Márquez", "García Márquez", "Gabriel"),
        ("Jean-Paul Sartre", "Sartre", "J.-P."),
        ("Aleksandr Pushkin", "Pushkin", "Alexander"),
        ("王伟", "王", "伟"),
    ],
)
def test_this_person_may_be_cited_so(cited: str, family: str, given: str) -> None:
    assert is_person(cited, family, given)


@pytest.mark.parametrize(
    ("cited", "family", "given"),
    [
        ("Petrov", "Ivanova", "Anna"),
        ("Mussgnug, Anna Maria", "Mussgnug", "Alexander Martin"),
        ("Anna Maria Mussgnug", "Mussgnug", "Alexander Martin"),
        ("Firstname Lastname", "Chen", "Dong"),
        ("Ivan", "Ivanova", "Anna"),
        ("Ivanova", "", ""),
        ("", "Ivanova", "Anna"),
        ("—", "Ivanova", "Anna"),
        ("Anna", "Ivanova", "Anna"),
        ("Cheng", "Chen", ""),
    ],
)
def test_another_person(cited: str, family: str, given: str) -> None:
    assert not is_person(cited, family, given)


def test_an_organisation_is_cited_by_its_name() -> None:
    assert is_organisation("GTEx Consortium", "GTEx Consortium")
    assert is_organisation("the gtex  consortium", "The GTEx Consortium")
    assert not is_organisation("Aguet", "GTEx Consortium")
    assert not is_organisation("", "")


@given(st.text(min_size=1, max_size=100), st.text())
def test_a_person_is_accepted_under_the_registered_family_name(family: str, given: str) -> None:
    expected = bool(name_key(family))
    # A comma or "et al." inside a registered name is read as what it means in a citation.
    if "," not in family and "al" not in family.casefold() and "др" not in family and "等" not in family:
        assert is_person(family, family, given) == expected


def test_a_long_text_is_no_name_and_takes_no_time() -> None:
    assert not is_person("word " * 100_000, "Chen", "Dong")
    assert not is_person("a" + " " * 500_000 + "b", "Chen", "Dong")
    assert not is_organisation("a" + "," * 500_000 + "b", "Chen")


@given(st.text(st.characters(max_codepoint=127)))
def test_a_name_in_plain_letters_is_read_as_one_with_accents_is(name: str) -> None:
    assert name_key(f"{name}é") == name_key(name) + "e"
