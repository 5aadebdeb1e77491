"""The title rule."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.records import Record
from citelock.checks.rules.title import check_title, plain_titles

PATH = "cache/10.0000_demo.1.json"


def record(*titles: str, subtitles: tuple[str, ...] = ()) -> Record:
    return Record("found", "hand", titles=titles, subtitles=subtitles)


def test_the_registered_title_passes_in_another_dress() -> None:
    assert check_title("DEMO paper on “Retrieval”.", record("Demo Paper on <i>Retrieval</i>"), PATH) is None


def test_another_title_is_an_error_that_shows_both() -> None:
    assert check_title("Other Paper", record("Demo Paper"), PATH) == Finding(
        "E_TITLE_MISMATCH",
        "cited “Other Paper”, the record says “Demo Paper” (cache/10.0000_demo.1.json)",
        field="title",
        cited="Other Paper",
        found="Demo Paper",
    )


def test_a_dropped_not_is_another_title() -> None:
    finding = check_title("It does reduce risk", record("It does not reduce risk"), PATH)
    assert finding is not None
    assert finding.code == "E_TITLE_MISMATCH"


def test_title_and_subtitle_pass_together() -> None:
    found = record("TUBE", subtitles=("time-dependent pricing for mobile data",))
    assert check_title("TUBE: time-dependent pricing for mobile data", found, PATH) is None


def test_any_of_several_registered_titles_passes() -> None:
    assert check_title("Zweiter Titel", record("First Title", "Zweiter Titel"), PATH) is None


def test_a_record_without_a_title_is_no_mismatch() -> None:
    for found in (record(), record("—")):
        finding = check_title("Random Forests", found, PATH)
        assert finding is not None
        assert finding.code == "N_TITLE_UNAVAILABLE"


def test_a_hostile_title_is_shown_on_one_line() -> None:
    finding = check_title("a\n\x1b[31m" + "b" * 1000, record("Demo"), PATH)
    assert finding is not None
    assert "\n" not in finding.message
    assert "\x1b" not in finding.message
    assert len(finding.message) < 700


def test_the_plain_titles_are_those_that_hold_a_word() -> None:
    registered = record("Demo Paper", "…", "Second Form")

    assert plain_titles(registered) == {"Demo Paper", "Second Form"}
    assert [check_title(cited, registered, PATH) for cited in plain_titles(registered)] == [None, None]
