"""Two spellings of one title, and two titles of almost the same letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.text.titles.words import is_respelled

SPELLINGS = [
    ("Cafe society in Malmo", "Café society in Malmö"),
    ("Cafe", "Café"),
    ("Die Rontgendiagnostik der Wirbelsaule", "Die Röntgendiagnostik der Wirbelsäule"),
    ("Die Roentgendiagnostik der Wirbelsaeule", "Die Röntgendiagnostik der Wirbelsäule"),
    ("Etude de la lumiere", "Étude de la lumière"),
    ("Smorrebrod and Aarhus", "Smørrebrød and Aarhus"),
    ("alpha-synuclein in Parkinson disease", "α-Synuclein in Parkinson disease"),
    ("TNF-alpha blockade in mice", "TNFα blockade in mice"),
    ("Behavioral economics of tumors", "Behavioural economics of tumours"),
    ("Hemoglobin and estrogen in edema", "Haemoglobin and oestrogen in oedema"),
    ("Etiology of gray hair", "Aetiology of grey hair"),
    ("A database for the web", "A data base for the web"),
    ("Pretraining of transformers", "Pre-trainning of transformers"),
    ("Effect of light on growth of plants", "Effects of light on growth of plants"),
    ("The Selfish Gene", "Selfish Gene"),
    ("Origin of Species", "On the Origin of Species"),
    ("Supply and demand in markets", "Supply & demand in markets"),
    ("Kaufleute & Händler der Hanse", "Kaufleute und Händler der Hanse"),
    ("World War 2 and the arts", "World War II and the arts"),
    ("Aspirin vs. placebo in adults", "Aspirin versus placebo in adults"),
    ("10 000 genomes of nothing", "10,000 genomes of nothing"),
    ("Atention is all you need", "Attention is all you need"),
    ("Attention is all yuo need", "Attention is all you need"),
    ("Disease wiht acuet onset", "Disease with acute onset"),
    ("Воина и мир", "Война и мир"),
    ("Модель системнои динамики", "Модель системной динамики"),
]

OTHERS = [
    ("Vitamin D does reduce fracture risk", "Vitamin D does not reduce fracture risk"),
    ("Note on the reduction of fracture risk", "Not on the reduction of fracture risk"),
    ("A study of hypertension in older adults", "A study of hypotension in older adults"),
    ("Interspecific competition among small plants", "Intraspecific competition among small plants"),
    ("Macroeconomic models of everything new", "Microeconomic models of everything new"),
    ("Preoperative care of the old patient", "Postoperative care of the old patient"),
    ("Preoperative care of the old patient", "Perioperative care of the old patient"),
    ("Abduction of the arm in athletes", "Adduction of the arm in athletes"),
    ("Increased growth of plants in the dark", "Decreased growth of plants in the dark"),
    ("Higher education in the old world", "Lower education in the old world"),
    ("Stable isotopes in the river Rhine", "Unstable isotopes in the river Rhine"),
    ("Measures of growth in 2019", "Measures of growth in 2018"),
    ("Measures of growth at 1.5 degrees", "Measures of growth at 15 degrees"),
    ("A general theory of stars. Part II", "A general theory of stars. Part III"),
    ("A general theory of stars. Part 2", "A general theory of stars. Part III"),
    ("The role of p53 in human cancers", "The role of p63 in human cancers"),
    ("The spread of hepatitis B in Europe", "The spread of hepatitis C in Europe"),
    ("The spread of hepatitis A in Europe", "The spread of hepatitis E in Europe"),
    ("War and peace in modern Iran", "War and peace in modern Iraq"),
    ("Denoising pre-training with BERT models", "Denoising pre-training with BART models"),
    ("Deep learning", "Deep learning revisited"),
    ("Deep learning for plants", "Deep learning for planes and cars"),
    ("Safety of men at work in mines", "Safety of women at work in mines"),
    ("深度学习有效性研究与应用综述", "深度学习无效性研究与应用综述"),
    ("Мой дом", "Мои дом стоит"),
    ("कम", "काम"),
    ("A", "The"),
    ("C", "D"),
]


@pytest.mark.parametrize(("one", "other"), SPELLINGS)
def test_these_are_spellings_of_one_title(one: str, other: str) -> None:
    assert is_respelled(one, other)
    assert is_respelled(other, one)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_these_are_two_titles(one: str, other: str) -> None:
    assert not is_respelled(one, other)
    assert not is_respelled(other, one)


@given(st.text(), st.text())
def test_comparing_never_fails(one: str, other: str) -> None:
    is_respelled(one, other)


@pytest.mark.parametrize("piece", ["a ", "ab ba ", "a1 ", "ab", "é ", "深", "the of "])
def test_long_titles_are_compared_in_little_time(piece: str) -> None:
    is_respelled(piece * 100_000, "b " + piece * 100_000)
    is_respelled(piece * (200 // len(piece)), "ba " + piece[::-1] * (200 // len(piece)))
