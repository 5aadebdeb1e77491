"""The year rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.findings import Finding
from citelock.checks.records import Record
from citelock.checks.rules.year import check_year, cited_year, plain_years

PATH = "cache/10.0000_demo.1.json"


def record(**dates: str) -> Record:
    return Record("found", "crossref", dates=dates)


@pytest.mark.parametrize(
    "cited", [2019, "2019", "2019a", "2019-05", "2019-05-01", 2019.0, " 2019 ", "2019.0"], ids=repr
)
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
        "cited 2023, the record says 2024, 2025 (cache/10.0000_demo.1.json)",
        field="year",
        cited="2023",
        found="2024, 2025",
    )


@pytest.mark.parametrize(
    "cited",
    ["in press", "20 19", "19", "2019-13x", "２０１９", "n.d. 2019", 2019.5, -2019, 0, "12019"],
    ids=repr,
)
def test_what_is_no_registered_year_is_a_mismatch(cited: float | str) -> None:
    finding = check_year(cited, record(issued="2019"), PATH)
    assert finding is not None
    assert finding.code == "E_YEAR_MISMATCH"


def test_a_record_without_a_year_is_no_mismatch() -> None:
    for found in (record(), record(created="2020")):
        finding = check_year(2020, found, PATH)
        assert finding is not None
        assert finding.code == "N_YEAR_UNAVAILABLE"


@given(st.text() | st.floats(allow_nan=False) | st.integers())
def test_reading_a_year_never_fails(value: float | str) -> None:
    year = cited_year(value)
    assert year is None or isinstance(year, int)


@given(st.dictionaries(st.sampled_from(["issued", "print", "created"]), st.text("0129-٢", max_size=6)))
def test_a_plain_year_is_one_that_the_comparison_accepts(dates: dict[str, str]) -> None:
    registered = record(**dates)

    for year in plain_years(registered):
        assert check_year(year, registered, PATH) is None


def test_the_plain_years_are_those_of_publication() -> None:
    assert plain_years(record(issued="2019-10-05", online="2018", created="2017")) == {2018, 2019}
