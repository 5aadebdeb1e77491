"""The verdict and cap tables, cell by cell, against an enumeration that shares no line with the code."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.verification.values import WORDS, Word
from citelock.checks.verification.verdict import Weighed, judge, word_of

# Rows: what the model says; columns: both sides, only supporting, only refuting, only neutral.
TABLE: dict[str, tuple[str, str, str, str]] = {
    "supported": ("mixed", "supported", "unverified", "unverified"),
    "refuted": ("mixed", "unverified", "refuted", "unverified"),
    "mixed": ("mixed", "unverified", "unverified", "unverified"),
    "unverified": ("mixed", "unverified", "unverified", "unverified"),
}
SIDES = {(2, 1): 0, (1, 0): 1, (0, 1): 2, (0, 0): 3}
MODELS = ("0", "0.1", "0.3", "0.475", "0.5", "0.66", "0.705", "0.9", "0.95", "0.995", "1", "1.0")


def expected(word: str, model: str, kept: int, given: int, independent: int, primary: bool) -> Fraction:
    """In hundredths, by whole numbers and halves alone."""
    limits = [90, {0: 50, 1: 50, 2: 70}.get(independent, 90), {"mixed": 50, "unverified": 30}.get(word, 100)]
    if not primary:
        limits.append(60)
    value = Fraction(model) * 100 * kept / given
    if value > min(limits):
        value = Fraction(min(limits))
    return Fraction((2 * value.numerator + value.denominator) // (2 * value.denominator))


@pytest.mark.parametrize("said", WORDS)
@pytest.mark.parametrize("sides", SIDES)
def test_every_cell_of_the_table(said: Word, sides: tuple[int, int]) -> None:
    word = TABLE[said][SIDES[sides]]
    for model, kept, given_, independent, primary in product(
        MODELS, range(1, 6), range(1, 8), range(6), (True, False)
    ):
        if kept > given_:
            continue
        judged = judge(said, Decimal(model), Weighed(given_, kept, *sides, primary), independent)
        assert judged.word == word
        assert judged.confidence * 100 == expected(word, model, kept, given_, independent, primary)


@pytest.mark.parametrize("said", WORDS)
def test_without_a_quotation_left_nothing_is_known(said: Word) -> None:
    for given_, independent, primary in product(range(4), range(6), (True, False)):
        judged = judge(said, Decimal(1), Weighed(given_, 0, 0, 0, primary), independent)
        assert judged.word == "unverified"
        assert not judged.confidence


@pytest.mark.parametrize(
    ("model", "kept", "given_", "independent", "confidence"),
    [
        ("0.95", 3, 4, 2, "0.70"),
        ("0.95", 1, 2, 3, "0.48"),
        ("1.0", 1, 1, 1, "0.50"),
        ("0.9", 3, 3, 1, "0.50"),
        ("0.475", 1, 1, 3, "0.48"),
        ("0.005", 1, 1, 3, "0.01"),
        ("0.01", 1, 2, 3, "0.01"),
        ("0.0049", 1, 1, 3, "0.00"),
    ],
)
def test_examples_of_the_contract(
    model: str, kept: int, given_: int, independent: int, confidence: str
) -> None:
    weighed = Weighed(given_, kept, kept, 0, primary=True)
    assert judge("supported", Decimal(model), weighed, independent).confidence == Decimal(confidence)


@given(
    st.sampled_from(WORDS),
    st.decimals(min_value=-5, max_value=5, allow_nan=False),
    st.integers(0, 12), st.integers(0, 12), st.integers(0, 5), st.integers(0, 5), st.integers(0, 5),
    st.booleans(),
)  # fmt: skip
def test_no_input_gives_more_than_the_web_can_give(
    said: Word,
    model: Decimal,
    kept: int,
    more: int,
    supporting: int,
    refuting: int,
    independent: int,
    primary: bool,
) -> None:
    weighed = Weighed(kept + more, kept, min(supporting, kept), min(refuting, kept), primary)
    judged = judge(said, model, weighed, independent)
    assert 0 <= judged.confidence <= Decimal("0.9")
    if independent <= 1:
        assert judged.confidence <= Decimal("0.5")
    assert judged.word == word_of(said, weighed)
