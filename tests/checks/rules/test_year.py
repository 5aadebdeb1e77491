"""The year rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.findings import Finding
from citelock.checks.records import Record
from citelock.checks.rules.year import admissible_years, check_year, cited_year, is_known, plain_years

PATH = "cache/10.0000_demo.1.json"


def record(**dates: str) -> Record:
    return Record("found", "crossref", dates=dates)


@pytest.mark.parametrize(
    "cited",
    [
        2019, 2019.0, "2019", "2019a", "2019.0", " 2019 ", "２０１９", "2019-05", "2019-05-01", "2019/5/1",
        "2019-05-01T00:00:00Z",
        "(2019)", "c2019", "May 2019", "1 May 2019", "01.05.2019", "2019, in press", "2019年5月", "2019 г.",
    ],
    ids=repr,
)  # fmt: skip
def test_the_usual_ways_to_write_a_year(cited: float | str) -> None:
    assert check_year(cited, record(issued="2019-10-05"), PATH) is None


@pytest.mark.parametrize("kind", ["issued", "print", "online", "other", "posted"])
def test_any_date_of_publication_will_do(kind: str) -> None:
    assert check_year(2020, record(**{"issued": "2019", kind: "2020-03"}), PATH) is None


@pytest.mark.parametrize("kind", ["created", "updated"])
def test_the_day_of_the_registry_entry_is_no_date_of_publication(kind: str) -> None:
    finding = check_year(2020, record(**{"issued": "2019", kind: "2020-03"}), PATH)
    assert finding is not None
    assert finding.code == "E_YEAR_MISMATCH"


def test_a_wrong_year_shows_all_registered_ones() -> None:
    assert check_year(
        2023, record(print="2025-01", issued="2024-12-08", online="2024-12-08"), PATH
    ) == Finding(
        "E_YEAR_MISMATCH",
        "Cited 2023, the record says 2024, 2025 (cache/10.0000_demo.1.json, dates.issued 2024-12-08, "
        "dates.print 2025-01, dates.online 2024-12-08). "
        "Write the year of the issue, of print or of online publication.",
        field="year",
        cited="2023",
        found="2024, 2025",
    )


def test_a_hand_made_record_has_no_kinds_of_dates() -> None:
    finding = check_year(2023, record(issued="2024")._replace(source="hand"), PATH)
    assert finding == Finding(
        "E_YEAR_MISMATCH",
        "Cited 2023, the record says 2024 (cache/10.0000_demo.1.json). "
        "Write the year of the issue, of print or of online publication.",
        field="year",
        cited="2023",
        found="2024",
    )


def code(cited: float | str, found: Record) -> str | None:
    finding = check_year(cited, found, PATH)
    return None if finding is None else finding.code


def test_the_online_year_of_a_digitised_volume_is_a_warning() -> None:
    found = record(issued="1987-03", print="1987-03", online="2008-05-01")
    assert check_year(2008, found, PATH) == Finding(
        "W_YEAR_ONLINE_ONLY",
        "Cited 2008, the record says 1987, 2008 (cache/10.0000_demo.1.json, dates.issued 1987-03, "
        "dates.print 1987-03, dates.online 2008-05-01). The work is of 1987, in 2008 it was put online. "
        "Cite 1987.",
        field="year",
        cited="2008",
        found="1987, 2008",
    )
    assert code(1987, found) is None


@pytest.mark.parametrize(
    ("online", "expected"), [("2010", None), ("2012", None), ("2013", "W_YEAR_ONLINE_ONLY")]
)
def test_two_years_from_issue_to_online_are_usual(online: str, expected: str | None) -> None:
    assert code(int(online), record(issued="2010", online=online)) == expected


def test_a_late_online_year_that_another_date_shares_is_as_good() -> None:
    assert code(2013, record(issued="2010", print="2013", online="2013")) is None


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        ({"issued": "2013-05-09", "created": "2015-03-19"}, "W_YEAR_ONLINE_ONLY"),
        ({"issued": "2013-05-09", "online": "2013-05-09", "created": "2015-03-19"}, "W_YEAR_ONLINE_ONLY"),
        ({"issued": "2013-05-09", "created": "2014-12-31"}, "E_YEAR_MISMATCH"),
        ({"issued": "2013-05-09", "print": "2013-05-09", "created": "2015-03-19"}, "E_YEAR_MISMATCH"),
        ({"issued": "1996", "created": "2015-03-19"}, "E_YEAR_MISMATCH"),
    ],
)
def test_a_record_that_knows_a_late_date_only_cannot_refuse_an_older_year(
    dates: dict[str, str], expected: str
) -> None:
    assert code(1997, record(**dates)) == expected


_VERSIONS = [
    {"relations": {"has-preprint": ("10.0000/p",)}},
    {"relations": {"is-preprint-of": ("10.0000/p",)}},
    {"relations": {"is-version-of": ("10.0000/p",)}},
    {"relations": {"has-version": ("10.0000/p",)}},
    {"relations": {"is-identical-to": ("10.0000/p",)}},
    {"same_as": ("doi:10.0000/p",)},
    {"type": "posted-content"},
    {"source": "arxiv"},
    {"source": "datacite", "doi": "10.48550/arxiv.1706.03762"},
]


@pytest.mark.parametrize("field", _VERSIONS, ids=repr)
def test_a_work_with_versions_may_be_two_years_off(field: dict[str, object]) -> None:
    found = record(issued="2019", print="2019")._replace(**field)  # type: ignore[arg-type]
    assert [code(year, found) for year in (2016, 2017, 2018, 2019, 2020, 2021, 2022)] == [
        "E_YEAR_MISMATCH", "W_YEAR_NEAR", "W_YEAR_NEAR", None, "W_YEAR_NEAR", "W_YEAR_NEAR",
        "E_YEAR_MISMATCH",
    ]  # fmt: skip


def test_a_relation_of_another_kind_is_no_version() -> None:
    found = record(issued="2019")._replace(relations={"is-cited-by": ("10.0000/p",), "has-preprint": ()})
    assert code(2020, found) == "E_YEAR_MISMATCH"


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        ({"online": "2019-12"}, "W_YEAR_NEAR"),
        ({"issued": "2019-12", "online": "2019-12"}, "W_YEAR_NEAR"),
        ({"issued": "2019-12", "posted": "2019-12"}, "W_YEAR_NEAR"),
        ({"issued": "2019-12", "online": "2019-12", "print": "2019-12"}, "E_YEAR_MISMATCH"),
        ({"issued": "2018-12", "online": "2019-01"}, "E_YEAR_MISMATCH"),
        ({"issued": "2019-12"}, "E_YEAR_MISMATCH"),
        ({"issued": "2019-12", "other": "2019-12"}, "E_YEAR_MISMATCH"),
    ],
)
def test_print_may_follow_where_only_an_online_date_is_registered(
    dates: dict[str, str], expected: str
) -> None:
    assert code(2020, record(**dates)) == expected


def test_one_year_beside_an_online_date_shows_the_reason() -> None:
    assert check_year("2020", record(issued="2019-12", online="2019-12"), PATH) == Finding(
        "W_YEAR_NEAR",
        "Cited 2020, the record says 2019 (cache/10.0000_demo.1.json, dates.issued 2019-12, "
        "dates.online 2019-12). The record has no date of print, which may be in another year. "
        "Compare with the title page.",
        field="year",
        cited="2020",
        found="2019",
    )


def test_a_journal_cited_for_a_preprint_is_named() -> None:
    found = record(issued="2025", posted="2025")._replace(type="posted-content")
    assert check_year(2017, found, PATH, container="Advances in Nothing") == Finding(
        "E_YEAR_MISMATCH",
        "Cited 2017, the record says 2025 (cache/10.0000_demo.1.json, dates.issued 2025, dates.posted 2025). "
        "The record is of type posted-content, the citation names “Advances in Nothing”: it may be a copy, "
        "or an earlier version, of the article cited. "
        "Write the year of the issue, of print or of online publication.",
        field="year",
        cited="2017",
        found="2025",
    )
    other = check_year(2017, record(issued="2025"), PATH, container="Advances in Nothing")
    assert other is not None
    assert "Advances" not in other.message


def test_what_is_no_year_is_called_so() -> None:
    finding = check_year("in press", record(issued="2019"), PATH)
    assert finding is not None
    assert finding.message.startswith("Cited in press, which is no year, the record says 2019 (")


def test_the_years_a_text_may_name_are_those_of_issue_print_and_online() -> None:
    dates = {"issued": "2019-01", "online": "2020", "print": "2021-02", "posted": "2018", "created": "2022"}
    assert admissible_years(record(**dates)) == {2019, 2020, 2021}
    assert admissible_years(record(created="2022")) == frozenset()


@pytest.mark.parametrize(
    "cited",
    [
        "in press",
        "20 19",
        "19",
        "2019-13",
        "2019-20",
        "2018-2019",
        "2019 vol. 77",
        2019.5,
        -2019,
        0,
        "12019",
        "2019" * 99,
    ],
    ids=repr,
)
def test_what_is_no_registered_year_is_a_mismatch(cited: float | str) -> None:
    finding = check_year(cited, record(issued="2019"), PATH)
    assert finding is not None
    assert finding.code == "E_YEAR_MISMATCH"


def test_a_record_without_a_year_is_no_mismatch() -> None:
    for found in (record(), record(created="2020")):
        assert check_year(2020, found, PATH) == Finding(
            "N_YEAR_UNAVAILABLE",
            "The record has no year: it was not compared.",
            field="year",
            cited="2020",
        )
        assert not is_known(found)


@given(st.text() | st.floats(allow_nan=False) | st.integers())
def test_reading_a_year_never_fails(value: float | str) -> None:
    year = cited_year(value)
    assert year is None or isinstance(year, int)


@given(
    st.dictionaries(st.sampled_from(["issued", "print", "online", "created"]), st.text("0129-٢", max_size=6))
)
def test_a_plain_year_is_one_that_the_comparison_accepts(dates: dict[str, str]) -> None:
    registered = record(**dates)

    for year in plain_years(registered):
        assert check_year(year, registered, PATH) is None


def test_the_plain_years_are_those_of_publication() -> None:
    assert plain_years(record(issued="2019-10-05", online="2018", created="2017")) == {2018, 2019}


@pytest.mark.parametrize("cited", [2006, "2006a", 2549])
def test_a_year_of_the_buddhist_era_is_the_year_it_means(cited: float | str) -> None:
    found = Record("found", "datacite", dates={"issued": "2549-04"})
    assert check_year(cited, found, None) is None
    other = check_year(2007, found, None)
    assert other is not None
    assert other.code == "E_YEAR_MISMATCH"
