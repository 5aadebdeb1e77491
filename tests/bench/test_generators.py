"""Mutants and retypings of real sentences: enough of each kind, the same every time, and what they say."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2]))

from bench.mutations import MUTATIONS, Trial, mutants
from bench.oracle import Text
from bench.retypings import RETYPINGS, retypings
from bench.scores import Score, changed, draw, faithful, is_accepted, poor_kinds, score
from bench.sentences import RealText, prepare, read_texts

TORN = {"cut behind a hyphen", "cut before a hyphen"}
ELLIPSIS = {"halves reordered", "negation elided", "far elision"}


@pytest.fixture(scope="module")
def texts() -> list[RealText]:
    return read_texts()


@pytest.fixture(scope="module")
def some_changed(texts: list[RealText]) -> list[Trial]:
    return list(changed(texts, 0.15, 7))


@pytest.fixture(scope="module")
def some_faithful(texts: list[RealText]) -> list[Trial]:
    return list(faithful(texts, 0.15, 7))


def test_there_are_five_hundred_real_sentences_in_english_and_russian_and_more(texts: list[RealText]) -> None:
    counts = {text.lang: len(text.passages) for text in texts}
    assert counts["en"] >= 350
    assert counts["ru"] >= 250
    assert min(counts[lang] for lang in ("zh", "fr", "de")) >= 80


def test_every_passage_stands_in_its_text_where_it_says(texts: list[RealText]) -> None:
    for text in texts:
        assert all(text.text.startswith(passage.text, passage.start) for passage in text.passages)


def test_every_kind_of_change_occurs(some_changed: list[Trial]) -> None:
    assert {trial.kind for trial in some_changed} == set(MUTATIONS)


def test_every_kind_of_retyping_occurs(some_faithful: list[Trial]) -> None:
    assert {trial.kind for trial in some_faithful} == set(RETYPINGS)


def test_the_same_seed_draws_the_same_trials(texts: list[RealText]) -> None:
    text = texts[0]
    some = draw(text, 0.1, 3)
    assert list(mutants(text, some, 3)) == list(mutants(text, some, 3))
    assert list(retypings(text, some, 3)) != list(retypings(text, some, 4))


def test_a_mutant_does_not_stand_in_its_source_by_the_naive_comparison(
    texts: list[RealText], some_changed: list[Trial]
) -> None:
    held = {text.lang: text.held for text in texts}
    checked = Counter[str]()
    for trial in some_changed:
        if trial.kind in TORN | ELLIPSIS:
            continue
        source = held[trial.lang] if trial.source is None else Text(trial.source)
        assert not source.holds(trial.quote, fold_case=trial.kind != "unit case"), trial
        checked[trial.kind] += 1
    assert len(checked) == len(MUTATIONS) - len(TORN | ELLIPSIS)


def test_a_mutant_of_an_ellipsis_is_made_of_words_of_the_text(
    texts: list[RealText], some_changed: list[Trial]
) -> None:
    held = {text.lang: text.held for text in texts}
    trials = [trial for trial in some_changed if trial.kind == "halves reordered"]
    assert trials
    for trial in trials:
        second, first = trial.quote.split(" … ")
        assert held[trial.lang].count(first) == held[trial.lang].count(second) == 1


@pytest.mark.parametrize("kind", ["identical", "inner span", "line breaks in the quote", "lower case"])
def test_a_plain_retyping_stands_in_its_source_by_the_naive_comparison(
    kind: str, some_faithful: list[Trial]
) -> None:
    trials = [trial for trial in some_faithful if trial.kind == kind]
    assert trials
    assert [trial for trial in trials if not Text(str(trial.source)).holds(trial.quote)] == []


def test_sentences_are_cut_at_stops_and_kept_whole() -> None:
    text = prepare(
        "en-made-up",
        "We asked each household of the two coastal towns, twice a year, about income and rent. Few moved.\n"
        "The harvest was weighed in the four villages by the same three people in each single season.\n",
    )
    assert [passage.text for passage in text.passages] == [
        "We asked each household of the two coastal towns, twice a year, about income and rent.",
        "The harvest was weighed in the four villages by the same three people in each single season.",
    ]
    assert text.passages[0].after == "Few moved."
    assert text.passages[1].before == "Few moved."


@pytest.mark.parametrize(
    ("answer", "accepted"),
    [
        ("verbatim", True),
        ("elided", True),
        ("elided+E_QUOTE_NEGATION_ELIDED", False),
        ("not_found+E_QUOTE_NOT_FOUND", False),
        ("too_short+E_QUOTE_TOO_SHORT", False),
    ],
)
def test_an_answer_accepts_only_without_an_error(answer: str, accepted: bool) -> None:
    assert is_accepted(answer) is accepted


def test_a_score_counts_by_kind_and_language_and_keeps_what_went_wrong() -> None:
    trials = [
        Trial("word dropped", "en", "a quote", None, "a sentence"),
        Trial("word dropped", "ru", "цитата", None, "предложение"),
        Trial("word doubled", "en", "a a quote", None, "a sentence"),
    ]
    counted = score(trials, lambda trial: "verbatim" if trial.lang == "ru" else "not_found", expected=False)
    assert counted.total() == (3, 1)
    assert counted.wrong == [(trials[1], "verbatim")]
    assert counted.table() == (
        "| kind | en | ru | all | % |\n"
        "|---|---|---|---|---|\n"
        "| word dropped | 0 of 1 | 1 of 1 | 1 of 2 | 50.00 |\n"
        "| word doubled | 0 of 1 | - | 0 of 1 | 0.00 |\n"
        "| **all** | 0 of 2 | 1 of 1 | 1 of 3 | 33.33 |"
    )


def test_a_kind_below_the_ask_is_named_with_its_figures() -> None:
    counted = Score()
    for number in range(50):
        trial = Trial("NFD", "fr", f"quote {number}", None, "")
        counted.add(trial, "verbatim" if number else "not_found", expected=True)
        counted.add(Trial("lower case", "fr", f"quote {number}", None, ""), "verbatim", expected=True)
    assert poor_kinds(counted) == []
    counted.add(Trial("NFD", "fr", "one more", None, ""), "not_found", expected=True)
    assert poor_kinds(counted) == ["NFD: 49 of 51"]
