"""Title keys: what does not count and what does."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.text.titles import title_key, title_keys

MATHML = (
    'Vibrational properties of<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>LiNb</mml:mi>'
    "<mml:mn>1</mml:mn><mml:mo>−</mml:mo><mml:mi>x</mml:mi></mml:math>mixed crystals"
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Effects of CO2 on Escherichia coli growth",
            "Effects of CO<sub>2</sub> on\n  <i>Escherichia coli</i>\n growth",
        ),
        ("Vibrational properties of LiNb1-x mixed crystals", MATHML),
        ("The A & B of C", "The A &amp; B of C"),
        ("<scp>ATP</scp> synthase", "&lt;scp&gt;ATP&lt;/scp&gt; synthase"),
        ("{BERT}: Pre-training of deep transformers", "BERT: Pre-training of Deep Transformers"),
        ("Self-similar rivers.", "Self‐similar rivers"),
        ("Über Straßen", "ÜBER STRASSEN"),
        ("Cafe\u0301 society", "Café society"),
        ("A “quoted” title", 'A "quoted" title'),
        ("The ﬁrst ﬂight", "The first flight"),
    ],
)
def test_titles_that_are_the_same(one: str, other: str) -> None:
    assert title_key(one) == title_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Vitamin D does reduce fracture risk", "Vitamin D does not reduce fracture risk"),
        ("Version 1.5 of the protocol", "Version 15 of the protocol"),
        ("Rates at p < 0.05", "Rates at p < 0.005"),
        ("Cafe society", "Café society"),
        ("Мой дом", "Мои дом"),
        ("कम", "काम"),
    ],
)
def test_titles_that_are_not(one: str, other: str) -> None:
    assert title_key(one) != title_key(other)


@pytest.mark.parametrize("title", ["", " ", "“ … ”", "<i></i>", "&nbsp;", "—"])
def test_a_title_without_a_letter_has_no_key(title: str) -> None:
    assert title_key(title) == ""


def test_a_comparison_sign_is_no_tag() -> None:
    assert title_key("Effects at p < 0.05 and r > 0.9") == "effectsatp0 05andr0 9"


@given(st.text())
def test_the_key_does_not_depend_on_the_composition_of_marks(title: str) -> None:
    assert title_key(unicodedata.normalize("NFD", title)) == title_key(unicodedata.normalize("NFC", title))


@given(st.text())
def test_a_key_is_its_own_key(title: str) -> None:
    key = title_key(title)
    assert title_key(key) == key


def test_title_and_subtitle_are_forms_together_and_the_title_alone() -> None:
    keys = title_keys(("TUBE",), ("time-dependent pricing",))
    assert title_key("TUBE: time-dependent pricing") in keys
    assert title_key("TUBE") in keys
    assert title_key("time-dependent pricing") not in keys


def test_two_titles_are_forms_each_and_together() -> None:
    assert title_keys(("Eins", "One"), ()) == {"eins", "one", "einsone"}


def test_no_title_gives_no_key() -> None:
    assert title_keys((), ("a subtitle",)) == frozenset()


def test_a_title_of_opening_brackets_takes_linear_time() -> None:
    assert title_key("<a" * 50_000) == "a" * 50_000
