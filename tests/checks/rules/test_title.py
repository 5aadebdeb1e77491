"""The title rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.findings import Finding
from citelock.checks.records import Record
from citelock.checks.rules.title import check_title, is_known, plain_titles

PATH = "cache/10.0000_demo.1.json"


def record(*titles: str, subtitles: tuple[str, ...] = (), **more: tuple[str, ...]) -> Record:
    found = Record("found", "crossref", titles=titles, subtitles=subtitles)
    return found._replace(**more)  # type: ignore[arg-type] # fields of titles only


def code(cited: str, found: Record) -> str | None:
    finding = check_title(cited, found, PATH)
    return None if finding is None else finding.code


def test_the_registered_title_passes_in_another_dress() -> None:
    assert code("DEMO paper on “Retrieval”.", record("Demo Paper on <i>Retrieval</i>")) is None


def test_another_title_is_an_error_that_shows_both() -> None:
    assert check_title("Other Paper", record("Demo Paper"), PATH) == Finding(
        "E_TITLE_MISMATCH",
        "Cited “Other Paper”, the record says “Demo Paper” (cache/10.0000_demo.1.json, titles[0]). "
        "Copy the title from the source, or correct the identifier.",
        field="title",
        cited="Other Paper",
        found="Demo Paper",
    )


def test_a_hand_made_record_has_its_title_under_title() -> None:
    finding = check_title("Other Paper", record("Demo Paper")._replace(source="hand"), PATH)
    assert finding is not None
    assert "(cache/10.0000_demo.1.json, title)" in finding.message


def test_a_record_without_a_file_is_named_by_its_field() -> None:
    finding = check_title("Other Paper", record("Demo Paper"), None)
    assert finding is not None
    assert "(titles[0])" in finding.message


def test_a_dropped_not_is_another_title() -> None:
    assert code("It does reduce risk", record("It does not reduce risk")) == "E_TITLE_MISMATCH"


def test_another_spelling_is_a_warning_that_shows_the_registered_one() -> None:
    found = record("Something else", original_titles=("Behavioural economics of tumours",))
    assert check_title("Behavioral economics of tumors", found, PATH) == Finding(
        "W_TITLE_DIFFERS",
        "Cited “Behavioral economics of tumors”, the record spells it “Behavioural economics of tumours” "
        "(cache/10.0000_demo.1.json, original_titles[0]). Copy the registered title.",
        field="title",
        cited="Behavioral economics of tumors",
        found="Behavioural economics of tumours",
    )


def test_title_and_subtitle_pass_together() -> None:
    found = record("TUBE", subtitles=("time-dependent pricing for mobile data",))
    assert code("TUBE: time-dependent pricing for mobile data", found) is None
    assert code("TUBE. Time-Dependent Pricing for Mobile Data.", found) is None


@pytest.mark.parametrize("cited", ["Zweiter Titel", "Erster Titel Zweiter Titel", "Erster Titel"])
def test_any_of_several_registered_titles_passes(cited: str) -> None:
    assert code(cited, record("Erster Titel", "Zweiter Titel")) is None


@pytest.mark.parametrize(
    "cited", ["Модель обучения", "Model of training", "Model of training = Модель обучения", "The model"]
)
def test_original_and_short_titles_pass_alone_and_beside_the_title(cited: str) -> None:
    found = record("Model of training", original_titles=("Модель обучения",), short_titles=("The model",))
    assert code(cited, found) is None


@pytest.mark.parametrize(
    ("cited", "registered"),
    [
        ("A demo study of nothing", "RETRACTED: A demo study of nothing"),
        ("RETRACTED: A demo study of nothing", "A demo study of nothing"),
        ("[Retracted] A demo study of nothing", "RETRACTED ARTICLE: A demo study of nothing"),
        ("A demo study of nothing", "Corrigendum to “A demo study of nothing”"),
        ("A demo study of nothing [J].", "A demo study of nothing"),
        ("A demo study of nothing [Data set]", "A demo study of nothing"),
    ],
)
def test_the_words_of_a_notice_and_the_medium_do_not_count(cited: str, registered: str) -> None:
    assert code(cited, record(registered)) is None


def test_a_title_that_many_works_have_is_a_warning() -> None:
    assert check_title("Questions and answers", record("Questions &amp; Answers"), PATH) == Finding(
        "W_TITLE_GENERIC",
        "Cited “Questions and answers”, the record says “Questions & Answers” "
        "(cache/10.0000_demo.1.json, titles[0]). Many works have this title. "
        "Check that the identifier is that of the cited work.",
        field="title",
        cited="Questions and answers",
        found="Questions & Answers",
    )


@pytest.mark.parametrize("title", ["Editorial", "ERRATUM", "<b>Editorial</b>", "Table of Contents", "前言"])
def test_the_generic_title_as_it_stands_is_a_warning_too(title: str) -> None:
    assert code(title, record(title)) == "W_TITLE_GENERIC"


def test_a_short_title_without_its_subtitle_is_a_warning() -> None:
    found = record("Special Issue", subtitles=("Negative Evaluation for Chest Pain?",))
    assert check_title("Special issue", found, PATH) == Finding(
        "W_TITLE_GENERIC",
        "Cited “Special issue”, the record says “Special Issue” (cache/10.0000_demo.1.json, titles[0]). "
        "Its subtitle “Negative Evaluation for Chest Pain?” is left out. "
        "Cite the title together with its subtitle.",
        field="title",
        cited="Special issue",
        found="Special Issue",
    )


def test_a_long_title_needs_no_subtitle() -> None:
    found = record("A demo study of nothing at all", subtitles=("a survey",))
    assert code("A demo study of nothing at all", found) is None


def test_a_subtitle_that_stands_in_the_title_too_is_not_left_out() -> None:
    assert code("TUBE: pricing", record("TUBE: pricing", subtitles=("pricing",))) is None


def test_a_part_of_the_title_is_a_warning_that_shows_the_whole() -> None:
    found = record("Are rivers self‐similar? New results on networks")
    assert check_title("Are rivers self-similar?", found, PATH) == Finding(
        "W_TITLE_PARTIAL",
        "Cited “Are rivers self-similar?”, which is a part of “Are rivers self‐similar? New results on "
        "networks” (cache/10.0000_demo.1.json, titles[0]). Cite the whole title.",
        field="title",
        cited="Are rivers self-similar?",
        found="Are rivers self‐similar? New results on networks",
    )


def test_a_subtitle_that_the_record_has_not_is_a_warning() -> None:
    assert check_title("LoRA: adaptation of models", record("LoRA"), PATH) == Finding(
        "W_TITLE_PARTIAL",
        "Cited “LoRA: adaptation of models”, of which the record has “LoRA” (cache/10.0000_demo.1.json, "
        "titles[0]). Check that the rest belongs to the title.",
        field="title",
        cited="LoRA: adaptation of models",
        found="LoRA",
    )


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("Behavioral economics", record("Behavioural economics: a survey")),
        ("Behavioral economics: a survey", record("Behavioural economics")),
        ("Negative evaluation for chest pain",
         record("Special Issue", subtitles=("Negative Evaluation for Chest Pain?",))),
        ("Diet plan for patients", record("Letter: Diet plan for patients")),
        ("Retrieval-augmented gen", record("Retrieval-Augmented Generation")),
    ],
)  # fmt: skip
def test_these_are_parts_too(cited: str, found: Record) -> None:
    assert code(cited, found) == "W_TITLE_PARTIAL"


@pytest.mark.parametrize(
    ("cited", "registered"),
    [
        ("LoRA: Low-Rank Adaptation", "LoRA Fine-Tuning of a 3B Code LLM"),
        ("Deep learning revisited", "Deep learning"),
        ("Deep learning", "Deep learning revisited"),
        ("Correction of nothing", "Nothing at all"),
        ("Editorial", "A demo study of nothing"),
        ("A demo study of nothing", "Editorial"),
        ("A history, part I", "A history, part II"),
    ],
)
def test_these_are_other_works(cited: str, registered: str) -> None:
    assert code(cited, record(registered)) == "E_TITLE_MISMATCH"


@pytest.mark.parametrize("found", [record(), record("—"), record("<i></i>", subtitles=("a survey",))])
def test_a_record_without_a_title_is_no_mismatch(found: Record) -> None:
    assert check_title("Random Forests", found, PATH) == Finding(
        "N_TITLE_UNAVAILABLE",
        "The record has no title: it was not compared.",
        field="title",
        cited="Random Forests",
    )
    assert not is_known(found)


@pytest.mark.parametrize(
    "found", [record("1984"), record(original_titles=("Ω",)), record(short_titles=("LoRA",))]
)
def test_a_title_of_any_kind_is_known(found: Record) -> None:
    assert is_known(found)


def test_a_hostile_title_is_shown_on_one_line() -> None:
    finding = check_title("a\n\x1b[31m" + "b" * 1000, record("Demo"), PATH)
    assert finding is not None
    assert "\n" not in finding.message
    assert "\x1b" not in finding.message
    assert len(finding.message) < 800


def test_many_registered_titles_take_little_time() -> None:
    titles = tuple(f"Title {n}: é. é? é" + "é" * 3000 for n in range(100))
    found = record(*titles, subtitles=titles, original_titles=titles)
    assert code("Another: one. Of. Many " + "é" * 100_000, found) == "E_TITLE_MISMATCH"


def test_the_plain_titles_are_those_that_hold_a_word() -> None:
    registered = record("Demo Paper", "…", "Second Form", "Editorial", "<b>Editorial</b>")

    assert plain_titles(registered) == {"Demo Paper", "Second Form"}


_TITLES = st.lists(
    st.sampled_from(["Editorial", "TUBE", "…", "RETRACTED: Editorial", "[Retracted] A", "x" * 50]) | st.text()
)


@given(_TITLES, _TITLES)
def test_of_a_plain_title_there_is_nothing_to_say(titles: list[str], subtitles: list[str]) -> None:
    registered = record(*titles, subtitles=tuple(subtitles))
    others = registered._replace(titles=(*titles, *(f"{title} " for title in titles)))
    for title in plain_titles(registered):
        assert check_title(title, registered, PATH) is None
        # The same through the keys, not only byte for byte.
        assert check_title(f"{title}.", others, PATH) is None
