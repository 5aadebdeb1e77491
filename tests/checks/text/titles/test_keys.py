"""Title keys: what does not count and what does."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.text.titles.keys import LONGEST, title_key, title_words

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
        ("Alzheimer´s disease", "Alzheimer's disease"),
        ("The Foo™ system®", "The Foo system"),
        ("About 10^5 cells", "About 10⁵ cells"),
        ("About 10<sup>5</sup> cells", "About $10^{5}$ cells"),
        ("1,000 genomes", "1000 genomes"),
        ("1\u202f000 genomes", "1000 genomes"),
        ("Research &amp; development", "Research and Development"),
        ("Ёлка и снег", "Елка и снег"),
        ("BİLGİ", "bi̇lgi̇"),
        ("Yapay zekânın sınırları", "YAPAY ZEKÂNIN SINIRLARI"),
        (r"{\'E}tude of {DNA}", "Étude of DNA"),
        (r"$\alpha$-synuclein", "α-synuclein"),
        ("inter\u00adnational", "international"),
        ("TGF-ß signals", "TGF-β signals"),
        ("深度学习：综述", "深度学习: 综述"),
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


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Self-similar R&D", ["self", "similar", "r", "d"]),
        ("Supply & demand", ["supply", "and", "demand"]),
        ("1,234 genomes at 1.5 kb", ["1234", "genomes", "at", "1", "5", "kb"]),
        ("深度学习 in 2 parts", ["深", "度", "学", "习", "in", "2", "parts"]),
        ("कम काम", ["कम", "काम"]),
        ("ガラス", ["ガ", "ラ", "ス"]),
    ],
)
def test_the_words_of_a_title(title: str, words: list[str]) -> None:
    assert title_words(title) == words


@pytest.mark.parametrize(
    "piece", ["<a", "<a b ", "&amp;", "\u0301", "&lt;i&gt;", "1,000,", "é ", "深", "$\\'{e}$"]
)
def test_a_long_title_takes_linear_time(piece: str) -> None:
    assert len(title_key(piece * (1_000_000 // len(piece)))) < 2 * LONGEST


def test_what_stands_behind_a_very_long_gap_counts() -> None:
    title = "A demo study of nothing"
    assert title_key(title + " " * LONGEST + "and of everything") != title_key(title)
