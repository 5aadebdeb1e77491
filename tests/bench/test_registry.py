"""The score of the rules on real registry records: what is asked of it, and that it can miss."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2]))

from bench.registry import ASKS, listed, main, table, trials
from bench.registry_people import faithful as author_trials
from bench.registry_people import initials, last_as_first, plain, years
from bench.registry_records import Entry, read_records, sample
from bench.registry_titles import displayed
from bench.registry_titles import faithful as title_trials
from bench.registry_trials import Answer, Row, Trial, count
from citelock.checks.records import Author, Record

ENTRIES = read_records()


@cache
def rows() -> dict[tuple[str, str], Row]:
    """The counts of the sample, made by the first test that wants them."""
    return {(row.rule, row.variant): row for row in count(trials(ENTRIES, seed=1, pairs=2000), ASKS)}


def entry(**fields: object) -> Entry:
    record = Record("found", "crossref", **fields)  # type: ignore[arg-type] # fields of a record
    return Entry("10.5555/demo.1", record, {"title": "As Printed", "year": 2001, "first_author": "A. Mann"})


@pytest.mark.parametrize("kind", ASKS, ids=", ".join)
def test_what_is_asked_of_this_kind_of_citation_holds_for_the_sample(kind: tuple[str, str]) -> None:
    row = rows()[kind]
    assert row.tried > 0
    assert row.missed() == [], "\n".join(listed([row]))


def test_something_is_asked_of_every_kind_of_citation() -> None:
    assert rows().keys() == ASKS.keys()


def test_the_sample_holds_the_odd_records() -> None:
    records = [each.record for each in ENTRIES]
    assert len(records) > 400
    assert sum(each.printed is not None for each in ENTRIES) == 157
    assert sum(record.source == "datacite" for record in records) == 29
    assert any("mml:math" in title for record in records for title in record.titles)
    assert any(not record.titles for record in records)
    assert any(record.updates_by for record in records)
    assert any(record.updates_to for record in records)
    assert any(author.name for record in records for author in record.authors)


def test_the_same_seed_makes_the_same_citations() -> None:
    chosen = ENTRIES[:60]
    once = [(trial.variant, trial.cited) for trial in trials(chosen, 7, 50)]
    assert once == [(trial.variant, trial.cited) for trial in trials(chosen, 7, 50)]
    assert once != [(trial.variant, trial.cited) for trial in trials(chosen, 8, 50)]


def test_a_title_is_typed_in_all_the_ways_that_are_no_fault() -> None:
    work = entry(titles=("CO<sub>2</sub> – “self-made”: À part",), subtitles=("Part",))
    assert [(trial.variant, trial.cited) for trial in title_trials(work)] == [
        ("as displayed", "CO2 – “self-made”: À part"),
        ("as registered", "CO<sub>2</sub> – “self-made”: À part"),
        ("final period", "CO2 – “self-made”: À part."),
        ("ASCII quotes and dashes", 'CO2 - "self-made": À part'),
        ("hyphen as space", "CO2   “self made”: À part"),
        ("upper case", "CO2 – “SELF-MADE”: À PART"),
        ("diacritics dropped", "CO2 – “self-made”: A part"),
        ("title: subtitle", "CO2 – “self-made”: À part: Part"),
        ("main title only", "CO2 – “self-made”"),
        ("as printed", "As Printed"),
    ]


def test_an_author_is_written_in_all_the_ways_that_are_no_fault() -> None:
    work = entry(authors=(Author("Second", "B."), Author("Müller", "Jean-Pierre", sequence="first")))
    assert [(trial.variant, trial.cited) for trial in author_trials(work)] == [
        ("family", "Müller"),
        ("et al.", "Müller et al."),
        ("upper case", "MÜLLER"),
        ("diacritics dropped", "Muller"),
        ("Given Family", "Jean-Pierre Müller"),
        ("Family, Given", "Müller, Jean-Pierre"),
        ("Given Family, diacritics dropped", "Jean-Pierre Muller"),
        ("G. Family", "J. Müller"),
        ("G. H. Family", "J. P. Müller"),
        ("Family AB", "Müller JP"),
        ("Family, A. B.", "Müller, J. P."),
        ("umlauts as ae, oe, ue", "Mueller"),
        ("as printed", "A. Mann"),
    ]


def test_namesakes_are_not_called_a_last_author_in_the_first_place() -> None:
    family = (Author("Li", "Wei"), Author("Lí", "Na"))
    assert list(last_as_first(entry(authors=family))) == []
    others = entry(authors=(*family, Author("Wu", "Bo")))
    assert [trial.cited for trial in last_as_first(others)] == ["Bo Wu", "Wu"]


def test_years_beside_the_registered_ones_are_cited() -> None:
    work = entry(dates={"issued": "2019-12", "print": "2020", "created": "2011"})
    assert [(trial.variant, trial.cited) for trial in years(work)] == [
        ("issued", 2019),
        ("print", 2020),
        ("as text, with a letter", "2019a"),
        ("as a date", "2019-05-01"),
        ("off by one", 2018),
        ("off by one, print known", 2018),
        ("off by one", 2021),
        ("off by one, print known", 2021),
        ("three years late", 2023),
        ("as printed", 2001),
    ]


def test_an_ask_is_missed_by_wrong_answers_only_beyond_its_share() -> None:
    work = entry(titles=("T",))
    trial = Trial("title", "as displayed", work, "T")
    row = Row("title", "as displayed", ASKS["title", "as displayed"])
    for _ in range(499):
        row.add(trial, Answer("ok", ()))
    row.add(trial, Answer("error", ("E_TITLE_MISMATCH",)))
    assert row.missed() == []
    row.add(trial, Answer("error", ("E_TITLE_MISMATCH",)))
    assert [ask.what for ask in row.missed()] == ["false errors"]
    assert table([row]).splitlines()[2] == (
        "| title | as displayed | 501 | 499 | 0 | 0 | 2 "
        "| **missed**: false errors 2 (≤ 0.2 %); other warnings 0 (≤ 0.2 %) | E_TITLE_MISMATCH 2 |"
    )
    assert next(listed([row])) == (
        "title, as displayed: false errors: 10.5555/demo.1: E_TITLE_MISMATCH\n"
        "  cited:      'T'\n  registered: ('T',)"
    )


def test_a_change_that_passes_misses_its_ask() -> None:
    row = Row("year", "three years late", ASKS["year", "three years late"])
    row.add(Trial("year", "three years late", entry(), 2023), Answer("warning", ("W_YEAR_NEAR",)))
    assert [ask.what for ask in row.missed()] == ["not an error"]


def test_the_command_prints_the_table_and_says_how_many_asks_are_missed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--rule", "year", "--list"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == f"records: {len(ENTRIES)}"
    assert printed[2] == "| rule | cited | tried | ok | note | warning | error | asked for | codes |"
    assert printed[-1] == "kinds of citation: 9, asks missed: 0"


@pytest.mark.parametrize(
    ("registered", "shown"),
    [
        ("p &lt; 0.05 and <i>q</i>", "p < 0.05 and q"),
        ("<mml:math><mml:mi>H</mml:mi></mml:math> atom", "H atom"),
        ("A &amp;amp; B", "A & B"),
    ],
)
def test_a_title_is_displayed_without_its_markup(registered: str, shown: str) -> None:
    assert displayed(registered) == shown


def test_names_are_typed_plainly_and_cut_to_initials() -> None:
    assert [plain(name) for name in ("Łódź", "Straße", "Соловьёв")] == ["Lodz", "Strasse", "Соловьёв"]
    assert [initials(name) for name in ("Jean-Pierre A.", "AJ", "伟")] == [["J", "P", "A"], ["A", "J"], []]


def test_the_sample_is_drawn_from_the_rows_by_what_is_odd_in_them() -> None:
    plain_rows = [
        {
            "doi": f"10.5555/{n:03}",
            "source": "crossref",
            "titles": ["An ordinary title of a work"],
            "authors": [{"family": "Smith", "given": "Ann"}],
            "dates": {"issued": "2020"},
            "publisher": "Press",
        }
        for n in range(100)
    ]
    odd = {**plain_rows[0], "doi": "10.5555/odd", "titles": ["On <i>x</i> in the field"]}
    drawn = sample([*plain_rows, odd])
    assert len(drawn) == 61
    assert drawn[-1] == {key: value for key, value in odd.items() if key != "publisher"}
    assert drawn == sample([*plain_rows, odd])
