"""Which of the six languages a text is in."""

from __future__ import annotations

import pytest

from citelock.checks.text.numbers.language import language_of
from tests.support.speed import at_most


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The city has 3,142,857 inhabitants."),
        ("en", "Three patients died."),
        ("en", "GPT-4 beats 12 of 15 baselines."),
        ("en", ""),
        ("en", "3.1 ± 0.2"),
        ("en", "Zürich naïve café"),
        ("de", "Es gab einundzwanzig Fälle."),
        ("de", "Der Umsatz lag bei 2,5 Mio. Euro."),
        ("de", "Drei Patienten starben."),
        ("fr", "Vingt et un cas ont été signalés."),
        ("fr", "Au total 12 500 patients ont été inclus."),
        ("fr", "L’étude porte sur deux mille personnes."),
        ("es", "La mitad de los pacientes mejoró."),
        ("es", "Murieron veintiuna personas en el accidente."),
        ("ru", "Погибли 3 человека."),
        ("ru", "GPT-4 вышла в марте 2023 года."),
        ("zh", "人口为120万。"),
        ("zh", "我们用 BERT-large 在 SQuAD 上得到 90%。"),
    ],
)
def test_the_language_of_a_short_text(language: str, text: str) -> None:
    assert language_of(text) == language


def test_a_tie_that_no_letter_decides_is_english() -> None:
    assert language_of("la de") == "en"
    assert language_of("la de año") == "es"


def test_a_long_text_costs_no_more_than_its_beginning() -> None:
    text = "el año " * 1_000_000
    assert at_most(100, lambda: language_of(text)) == "es"
