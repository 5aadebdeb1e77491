"""The container rule."""

from __future__ import annotations

import pytest

from citelock.checks.findings import Finding
from citelock.checks.records import Record
from citelock.checks.rules.container import check_container

PATH = "cache/10.0000_demo.1.json"


def record(*containers: str, short: tuple[str, ...] = ()) -> Record:
    return Record("found", "crossref", containers=containers, short_containers=short)


@pytest.mark.parametrize(
    "cited", ["Journal of Nothing", "J. Nothing", "journal of nothing.", "Second Name", "JoN"]
)
def test_a_registered_name_passes_in_full_and_abbreviated(cited: str) -> None:
    assert check_container(cited, record("Journal of Nothing", "Second Name", short=("JoN",)), PATH) is None


def test_another_container_is_a_warning_that_shows_both() -> None:
    assert check_container("Nature", record("Journal of Nothing"), PATH) == Finding(
        "W_CONTAINER_MISMATCH",
        "Cited “Nature”, the record says “Journal of Nothing” (cache/10.0000_demo.1.json, containers[0]). "
        "Name the container as it is registered, or look for the identifier of the version you read.",
        field="container_title",
        cited="Nature",
        found="Journal of Nothing",
    )


def test_a_short_name_alone_is_shown_as_one() -> None:
    finding = check_container("Nature", record(short=("J. Nothing",)), None)
    assert finding is not None
    assert "(short_containers[0])" in finding.message


@pytest.mark.parametrize("found", [record(), record("—")])
def test_without_a_registered_container_there_is_nothing_to_say(found: Record) -> None:
    assert check_container("Nature", found, PATH) is None
