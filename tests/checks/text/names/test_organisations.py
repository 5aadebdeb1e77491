"""Organisations: told from persons, and cited by name, by most of it or by acronym."""

from __future__ import annotations

import pytest

from citelock.checks.text.names.organisations import is_group, is_organisation


@pytest.mark.parametrize(
    ("cited", "name"),
    [
        ("GTEx Consortium", "GTEx Consortium"),
        ("the gtex  consortium", "The GTEx Consortium"),
        ("GTEx", "The GTEx Consortium"),
        ("WHO", "World Health Organization"),
        ("W.H.O.", "World Health Organization"),
        ("World Health Organisation (WHO)", "World Health Organization"),
        ("World Health Organization", "WHO"),
        ("CDC", "Centers for Disease Control and Prevention"),
        ("USDOE Office of Electricity", "USDOE Office of Electricity (OE)"),
        ("Universidad de Los Andes", "Universidad de los Andes"),
        ("Geological Survey Canada", "Geological Survey of Canada"),
        ("{World Bank}", "World Bank"),
    ],
)
def test_this_organisation_may_be_cited_so(cited: str, name: str) -> None:
    assert is_organisation(cited, name)


@pytest.mark.parametrize(
    ("cited", "name"),
    [
        ("Aguet", "GTEx Consortium"),
        ("World Bank", "World Health Organization"),
        ("Consortium", "GTEx Consortium"),
        ("ATLAS Collaboration", "CMS Collaboration"),
        ("WTO", "World Health Organization"),
        ("University of Leeds", "University of Bath"),
        ("", ""),
    ],
)
def test_another_organisation(cited: str, name: str) -> None:
    assert not is_organisation(cited, name)


@pytest.mark.parametrize(
    "name",
    [
        "GTEx Consortium",
        "OLYMPUS Collaboration",
        "The PLOS ONE Staff",
        "Urban & Vogel",
        "Geological Survey of Canada",
    ],
)
def test_a_group(name: str) -> None:
    assert is_group(name)


@pytest.mark.parametrize(
    "name", ["Ashish Vaswani", "Alonzo Church", "Kim In-Su", "van der Aa, Olivier", "Frank Press", ""]
)
def test_no_group(name: str) -> None:
    assert not is_group(name)
