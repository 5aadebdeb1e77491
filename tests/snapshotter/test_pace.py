"""Pace: what headers grant, and how far apart requests leave."""

from __future__ import annotations

import pytest

from citelock.snapshotter.pace import DEFAULTS, UNREADABLE, Pace, Rate, granted_rate
from tests.support.clocks import PatientClock


@pytest.mark.parametrize(
    ("headers", "rate"),
    [
        ({}, None),
        ({"x-rate-limit-limit": "50", "x-rate-limit-interval": "1s"}, Rate(50, 1.0)),
        ({"x-rate-limit-limit": "50, 50", "x-rate-limit-interval": "1s, 1s"}, Rate(50, 1.0)),
        ({"x-rate-limit-limit": "50, 5", "x-rate-limit-interval": "1s, 2s"}, Rate(5, 2.0)),
        ({"x-ratelimit-limit": "3", "x-ratelimit-interval": "1"}, Rate(3, 1.0)),
        ({"x-rate-limit-limit": "3"}, Rate(3, 1.0)),
        ({"x-rate-limit-limit": "500", "x-rate-limit-interval": "5m"}, Rate(500, 300.0)),
        ({"x-rate-limit-limit": "100", "x-rate-limit-interval": "500ms"}, Rate(100, 0.5)),
        ({"x-rate-limit-limit": "many", "x-rate-limit-interval": "1s"}, UNREADABLE),
        ({"x-rate-limit-limit": "50, many", "x-rate-limit-interval": "1s"}, UNREADABLE),
        ({"x-rate-limit-limit": "50", "x-rate-limit-interval": "soon"}, UNREADABLE),
        ({"x-rate-limit-limit": "0", "x-rate-limit-interval": "1s"}, UNREADABLE),
        ({"x-rate-limit-limit": "50", "x-rate-limit-interval": "0s"}, UNREADABLE),
        ({"x-rate-limit-limit": "-5", "x-rate-limit-interval": "1s"}, UNREADABLE),
        ({"x-rate-limit-limit": "9" * 400, "x-rate-limit-interval": "1s"}, UNREADABLE),
        ({"x-rate-limit-limit": "", "x-rate-limit-interval": "1s"}, UNREADABLE),
    ],
)
def test_the_rate_in_the_headers(headers: dict[str, str], rate: Rate | None) -> None:
    assert granted_rate(headers) == rate


def departures(pace: Pace, clock: PatientClock, count: int, route: str = "list") -> list[float]:
    times = []
    for _ in range(count):
        pace.wait("crossref", route)
        times.append(clock.time)
    return times


def most_within(times: list[float], seconds: float) -> int:
    return max(sum(start <= time < start + seconds for time in times) for start in times)


def test_until_a_service_has_said_more_the_cautious_rate_holds() -> None:
    clock = PatientClock()
    times = departures(Pace(clock), clock, 5)
    assert most_within(times, DEFAULTS["crossref"].interval) == DEFAULTS["crossref"].limit


@pytest.mark.parametrize("rate", [Rate(3, 1.0), Rate(50, 1.0), Rate(500, 300.0), Rate(1, 3.0)])
def test_never_more_than_was_granted_leaves_within_the_interval(rate: Rate) -> None:
    clock = PatientClock()
    pace = Pace(clock)
    headers = {"x-rate-limit-limit": str(rate.limit), "x-rate-limit-interval": f"{rate.interval:.0f}s"}
    pace.learn("crossref", "list", headers)
    assert most_within(departures(pace, clock, rate.limit * 3), rate.interval) <= rate.limit


def test_a_request_that_is_late_on_its_way_counts_where_it_arrives() -> None:
    """Sent at 0 and answered at 0.9, it may have arrived at 0.9: the next one may not arrive before 1.9."""
    clock = PatientClock()
    pace = Pace(clock)
    pace.learn("crossref", "list", {"x-rate-limit-limit": "1", "x-rate-limit-interval": "1s"})
    pace.wait("crossref", "list")
    clock.sleep(0.9)
    pace.answered("crossref", "list")
    pace.wait("crossref", "list")
    assert clock.time >= 1.9


def test_a_lower_rate_holds_from_the_next_request_on() -> None:
    clock = PatientClock()
    pace = Pace(clock)
    pace.learn("crossref", "list", {"x-rate-limit-limit": "10", "x-rate-limit-interval": "1s"})
    pace.wait("crossref", "list")
    pace.learn("crossref", "list", {"x-rate-limit-limit": "1", "x-rate-limit-interval": "10s"})
    pace.wait("crossref", "list")
    assert clock.time >= 10


def test_routes_and_services_are_paced_apart() -> None:
    clock = PatientClock()
    pace = Pace(clock)
    for service, route in (("crossref", "list"), ("crossref", "single"), ("datacite", "list")):
        pace.wait(service, route)
    assert clock.slept == []


def test_time_that_has_passed_anyway_is_not_waited_for_again() -> None:
    clock = PatientClock()
    pace = Pace(clock)
    pace.wait("crossref", "list")
    clock.time += 60
    pace.wait("crossref", "list")
    assert clock.slept == []


def test_a_service_that_is_held_is_held_on_every_route_and_a_person_is_told() -> None:
    clock = PatientClock()
    told: list[tuple[str, float]] = []
    pace = Pace(clock, lambda service, seconds: told.append((service, seconds)))
    pace.hold("crossref", 30)
    pace.wait("datacite", "list")
    assert told == []
    pace.wait("crossref", "single")
    assert told == [("crossref", 30.0)]
    assert clock.time == 30
