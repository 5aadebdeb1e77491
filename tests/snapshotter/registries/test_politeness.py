"""Politeness, measured at the other end: rates, concurrency, the number of requests, and what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from types import SimpleNamespace

import pytest

from citelock.checks.identifiers import Identifier, file_stem, parse_identifier
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.known import Known
from citelock.snapshotter.ladder import Ladder
from citelock.snapshotter.pace import Pace
from citelock.snapshotter.refresh import refresh
from citelock.snapshotter.registries import crossref
from citelock.snapshotter.registries.asking import Asking
from citelock.snapshotter.registries.interface import SERVICES, Json, Unchecked
from citelock.snapshotter.session import Session, endpoint_of, user_agent
from tests.support import replay as faults
from tests.support.clocks import PatientClock
from tests.support.hurry import Hurried
from tests.support.patience import PATIENCE
from tests.support.replay import Replay, replay

ROUTES = ("single", "list")
OF_COPIES = {"biorxiv", "pmc", "unpaywall"}  # no record comes from these


@pytest.fixture
def server() -> Iterator[Replay]:
    with replay() as running:
        yield running


def asking_of(server: Replay, clock: Clock) -> tuple[Asking, Session]:
    session = Session("you@example.org", [endpoint_of(url) for url in server.urls.values()], whole=PATIENCE)
    return Asking(session, {**SERVICES, **server.urls}, Pace(clock), clock), session


def identifiers(names: Sequence[str]) -> list[Identifier]:
    parsed = [parse_identifier(name) for name in names]
    return [identifier for identifier in parsed if isinstance(identifier, Identifier)]


def resolve(server: Replay, clock: Clock, names: Sequence[str]) -> dict[str, Json | Unchecked]:
    asking, session = asking_of(server, clock)
    outcomes: dict[str, Json | Unchecked] = {}
    Ladder(asking, lambda identifier, outcome: outcomes.__setitem__(identifier.key, outcome)).resolve(
        identifiers(names)
    )
    session.close()
    return outcomes


def a_bit_of_everything(server: Replay) -> list[str]:
    """Works that take every step of the ladder: lists, singles, aliases, agencies, handles, papers, PMIDs."""
    crossref_works = [f"10.5555/polite.{number:03d}" for number in range(120)]
    for doi in crossref_works:
        server.add_work(doi)
    papers = [f"arXiv:{number}" for number in list(server.world.entries)[:2]]
    return [
        *crossref_works,
        *(doi for doi in server.world.dois if doi.startswith("10.5281")),
        "10.5555/replay.alias",
        "10.5555/replay.moved",
        "10.5555/replay.page",
        "10.9999/fake.made.up.2099",
        *list(server.world.csl)[:1],
        *papers,
        *(f"pmid:{article['pmid']}" for article in server.world.articles[:2]),
    ]


@pytest.mark.parametrize(("limit", "interval", "concurrency"), [(4, 1, 1), (20, 1, 3), (2, 0.2, 2)])
def test_no_registry_is_asked_faster_than_it_grants(
    server: Replay, monkeypatch: pytest.MonkeyPatch, limit: int, interval: float, concurrency: int
) -> None:
    clock = PatientClock()
    ways = cycle([0, 0, 0, 0, 0.9, 0, 0, 0, 0, 0, 0.3, 0, 0])  # there, back, there …: now quick and now slow

    def arrives() -> float:
        clock.time += next(ways) * interval / limit
        return clock.time

    monkeypatch.setattr("examples.replay.server.time", SimpleNamespace(monotonic=arrives))
    granted = [
        ("x-rate-limit-limit", str(limit)),
        ("x-rate-limit-interval", f"{interval * 1000:.0f}ms"),
        ("x-concurrency-limit", str(concurrency)),
    ]
    for service in server.urls:
        server.set_rate(limit, interval, concurrency, service=service, enforced=True, announce=granted)
    outcomes = resolve(server, clock, a_bit_of_everything(server))
    assert [key for key, outcome in outcomes.items() if isinstance(outcome, Unchecked)] == []
    assert server.exceeded == 0
    assert {request.service for request in server.log} >= set(server.urls) - OF_COPIES
    for service in server.urls:
        assert server.highest(service) <= concurrency
        for route in ROUTES:
            assert server.busiest(interval, service, route) <= limit


def test_a_request_says_who_asks_and_for_what_and_nothing_else(server: Replay) -> None:
    names = a_bit_of_everything(server)
    resolve(server, PatientClock(), names)
    for request in server.log:
        assert (request.method, request.body_length) == ("GET", 0)
        assert set(request.headers) == {"host", "user-agent", "accept", "accept-encoding", "connection"}
        assert request.headers["user-agent"] == user_agent("you@example.org")
        assert "@" not in request.raw
        assert set(request.query) <= {
            *("filter", "rows", "select"),
            *("ids", "page[size]"),
            *("id_list", "start", "max_results"),
            *("format", "tool", "query", "resultType", "pageSize"),
        }


def test_a_thousand_works_of_several_agencies_are_at_most_twenty_five_requests(server: Replay) -> None:
    works = [f"10.5555/many.{number:04d}" for number in range(900)]
    known = [f"10.5281/zenodo.{number}" for number in range(9_000_000, 9_000_050)]
    other = [f"10.77778/many.{number}" for number in range(50)]
    for doi in (*works, *known, *other):
        server.add_work(doi)
    for doi in (*known, *other):
        server.transfer(doi)
    outcomes = resolve(server, PatientClock(), [*works, *known, *other])
    sources = [outcome["source"] for outcome in outcomes.values() if not isinstance(outcome, Unchecked)]
    assert (sources.count("crossref"), sources.count("datacite")) == (900, 100)
    assert len(server.log) <= 25


def test_a_thousand_records_without_news_are_twenty_requests(server: Replay) -> None:
    works = [f"10.5555/many.{number:04d}" for number in range(1000)]
    for doi in works:
        server.add_work(doi)
    clock = PatientClock()
    found = resolve(server, clock, works)
    known = [
        Known(f"{file_stem(identifier)}.json", identifier, record)
        for identifier in identifiers(works)
        if isinstance(record := found[identifier.key], dict)
    ]
    server.forget()
    for doi in works:
        server.touch(doi)
    asking, session = asking_of(server, clock)
    refreshed = refresh(known, asking, lambda name: f"cache/{name}")
    session.close()
    assert (refreshed.asked, refreshed.changes, refreshed.unchecked) == (1000, (), {})
    assert len(server.log) == 20


STRICT = (("x-rate-limit-limit", "1"), ("x-rate-limit-interval", "50s"))


@pytest.mark.parametrize(
    "answer",
    [
        faults.page("Oops", 500, headers=STRICT),
        faults.page("Forbidden", 403, headers=STRICT),
        faults.captive_portal()._replace(headers=(("Content-Type", "text/html"), *STRICT)),
        faults.broken_gzip()._replace(headers=(("Content-Encoding", "gzip"), *STRICT)),
        faults.cut(faults.text_answer("x" * 3000, headers=STRICT)),
        faults.drip(faults.text_answer("x" * 500, headers=STRICT), 1, 0.05),
    ],
    ids=["500", "403", "portal", "gzip", "cut", "drip"],
)
def test_the_rate_is_learnt_from_answers_that_are_no_use_too(server: Replay, answer: faults.Answer) -> None:
    clock = PatientClock()
    session = Session(None, [endpoint_of(url) for url in server.urls.values()], whole=PATIENCE)
    hurried = Hurried(session, 3.0 if answer.drip else PATIENCE)
    asking = Asking(hurried, {**SERVICES, **server.urls}, Pace(clock), clock)
    server.script("crossref", "/works*", [answer])
    assert isinstance(crossref.ask_one(asking, "10.5555/replay.prime"), dict)
    session.close()
    assert clock.time >= 50


def test_a_redirect_to_another_registry_waits_for_its_turn_there(server: Replay) -> None:
    """doi.org sends on to Crossref: that request counts there."""
    strict = [("x-rate-limit-limit", "1"), ("x-rate-limit-interval", "30s")]
    server.set_rate(1000, service="crossref", enforced=False, announce=strict)
    clock = PatientClock()
    for name in ("a", "b"):
        server.add_work(f"10.5555/hop.{name}")
        # Crossref's own interface does not know it, and content negotiation does.
        server.script("crossref", f"/works/10.5555/hop.{name}", [faults.not_found()], forever=True)
    server.script("crossref", "/works", [faults.json_answer(NOBODY)], forever=True)
    outcomes = resolve(server, clock, ["10.5555/hop.a", "10.5555/hop.b"])
    assert [outcome["source"] for outcome in outcomes.values() if isinstance(outcome, dict)] == ["csl"] * 2
    singles = [request for request in server.asked("crossref") if request.route == "single"]
    assert len(singles) == 4
    assert clock.time >= 3 * 30


NOBODY = {"status": "ok", "message-type": "work-list", "message": {"items": []}}
