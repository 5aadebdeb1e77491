"""Dates of pages and hits as services and pages write them; what is no date says nothing."""

from __future__ import annotations

import pytest

from citelock.snapshotter.verification.dates import known_date

TODAY = "2026-03-15"


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-03-01", "2024-03-01"), ("2024-03-01T10:00:00+02:00", "2024-03-01"), (" 2024-03", "2024-03"),
        ("2024", "2024"), ("20240301", ""), ("March 2024", ""), ("", ""), ("2026-03-16", "2026-03-16"),
    ],
)  # fmt: skip
def test_a_date_is_read_as_far_as_it_goes(text: str, date: str) -> None:
    assert known_date(text, TODAY) == date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Nov 3, 2024", "2024-11-03"), ("November 3, 2024", "2024-11-03"), ("3 Nov 2024", "2024-11-03"),
        ("Sept. 3, 2024", "2024-09-03"), ("Tue, 05 Nov 2024 10:00:00 GMT", "2024-11-05"),
        ("3 нояб. 2024 г.", "2024-11-03"), ("3. März 2024", "2024-03-03"), ("03.11.2024", "2024-11-03"),
        ("3 de noviembre de 2024", "2024-11-03"), ("3 déc. 2024", "2024-12-03"),
        ("2024年11月3日", "2024-11-03"),
        ("3 days ago", "2026-03-12"), ("1 day ago", "2026-03-14"), ("a week ago", "2026-03-08"),
        ("2 weeks ago", "2026-03-01"), ("5 hours ago", "2026-03-15"), ("40 mins ago", "2026-03-15"),
        ("3 months ago", "2025-12"), ("14 months ago", "2025-01"), ("1 year ago", "2025"),
        ("an hour ago", "2026-03-15"), ("Yesterday", "2026-03-14"), ("today", "2026-03-15"),
    ],
)  # fmt: skip
def test_dates_in_words_are_read_from_the_day_of_the_search(text: str, date: str) -> None:
    """Red without: all of these were no date, so no time range ever held them off."""
    assert known_date(text, TODAY) == date


@pytest.mark.parametrize(
    "text",
    [
        "2027-01-01", "2026-03-17", "2026-04", "2027", "9999-12-31", "Nov 3, 2031", "0001-01-01", "0000",
        "2024-02-30", "2024-13-01", "2024-13", "2024-00-05", "2024年0月5日", "31.02.2024", "Foo 3, 2024",
        "3 Foo 2024", "99 Nov 2024", "03/04/2024", "9999 years ago", "9999 months ago", "days ago",
        "in 3 days", "x" * 10_000, "\ud800 3, 2024",
    ],
)  # fmt: skip
def test_what_cannot_be_a_date_is_none(text: str) -> None:
    """Red without: the future and the thirtieth of February were dates of pages."""
    assert known_date(text, TODAY) == ""
