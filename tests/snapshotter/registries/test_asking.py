"""Asking: what is repeated, what is given up, and that a fault is never an answer. Against a real server."""

from __future__ import annotations

import email.utils
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest

from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.snapshotter.ladder import Ladder
from citelock.snapshotter.pace import Pace
from citelock.snapshotter.registries import crossref
from citelock.snapshotter.registries.asking import BODY_RETRIES, IN_A_ROW, RETRIES, Asking
from citelock.snapshotter.registries.batches import batches
from citelock.snapshotter.registries.interface import SERVICES, Absent, Fault, Json, Unchecked
from citelock.snapshotter.session import Answer as Answered
from citelock.snapshotter.session import Limit, Session, Transport, endpoint_of
from tests.support import replay as faults
from tests.support.clocks import PatientClock
from tests.support.hurry import Hurried
from tests.support.patience import PATIENCE
from tests.support.replay import Replay

DOI = "10.1371/journal.pgen.1011490"
PATH = f"/works/{DOI}"
DATA = Path(__file__).parents[2] / "data"
NETWORK = json.loads((DATA / "network_cases.json").read_text("utf-8"))["cases"]


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


@pytest.fixture
def within(server: Replay, clock: PatientClock) -> Iterator[Callable[..., Asking]]:
    """Makes one who asks, from the seconds that an answer may take, or so many first ones."""
    with ExitStack() as opened:

        def make(seconds: float, count: int = 10**9) -> Asking:
            session = Session(None, [endpoint_of(url) for url in server.urls.values()], whole=PATIENCE)
            opened.callback(session.close)
            return Asking(Hurried(session, seconds, count), {**SERVICES, **server.urls}, Pace(clock), clock)

        yield make


@pytest.fixture
def asking(within: Callable[..., Asking]) -> Asking:
    return within(PATIENCE)


def test_an_answer_is_a_record(asking: Asking) -> None:
    record = crossref.ask_one(asking, DOI)
    assert isinstance(record, dict)
    assert (record["doi"], record["status"]) == (DOI, "found")


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "text/html"])
def test_crossref_s_own_404_is_an_answer_under_any_type(server: Replay, asking: Asking, kind: str) -> None:
    server.script("crossref", PATH, [faults.not_found(kind=kind)])
    assert crossref.ask_one(asking, DOI) == Absent("crossref")


FAULTS = {
    "another 404": faults.page("nginx 404", 404),
    "captive portal": faults.captive_portal(),
    "cut": faults.cut(faults.json_answer({"message": "x" * 5000})),
    "cut, of the length it says": faults.text_answer('{"message": {"DOI": "10.1371/jo', 200),
    "broken gzip": faults.broken_gzip(),
    "reset": faults.reset(),
    "no answer": faults.silent(),
    "drip": faults.drip(faults.text_answer("x" * 500), 1, 0.02),
    "no message": faults.json_answer({"status": "ok"}),
    "another work": faults.json_answer({"message-type": "work", "message": {"title": ["no DOI"]}}),
    "a list": faults.json_answer({"message-type": "work-list", "message": {"items": []}}),
    "an array": faults.json_answer([]),
    "duplicate keys": faults.text_answer('{"message": {}, "message": {}}', 200),
    "400": faults.text_answer("Bad Request", 400),
    "401": faults.page("Unauthorized", 401),
    "403": faults.page("Forbidden", 403),
    "407": faults.page("Proxy", 407),
    "418": faults.page("Odd", 418),
    "429": faults.too_many(),
    "500": faults.page("Oops", 500),
    "503": faults.page("Later", 503),
    "504": faults.page("Gateway", 504),
    "redirect": faults.redirect("/elsewhere"),
}
NEVER_WHOLE = ("no answer", "drip")


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_no_answer_and_is_not_repeated_for_ever(
    server: Replay, within: Callable[..., Asking], name: str
) -> None:
    asking = within(0.2 if name in NEVER_WHOLE else PATIENCE)
    server.script("crossref", PATH, [FAULTS[name]], forever=True)
    with pytest.raises(Fault) as fault:
        crossref.ask_one(asking, DOI)
    assert fault.value.service == "crossref"
    assert fault.value.reason
    assert len(server.asked("crossref", PATH)) <= RETRIES + 1


@pytest.mark.parametrize(
    ("sent", "word"),
    [(Transport("no", word="host_unresolved"), "host_unresolved"), (Transport("no", word="tls"), "tls"),
     (503, "http_5xx"), (429, "http_429"), (403, "reset")],
)  # fmt: skip
def test_a_fault_has_the_word_of_what_happened(sent: Transport | int, word: str, clock: PatientClock) -> None:
    class Getting:
        def get(
            self,
            url: str,
            accept: str,
            limit: Limit,
            *,
            hops: int = 0,
            step: Callable[[Answered, str], None] | None = None,
        ) -> Answered:
            if isinstance(sent, Transport):
                raise sent
            return Answered(sent, {}, b"", url)

    asker = Asking(Getting(), SERVICES, Pace(clock), clock)
    for _ in range(IN_A_ROW + 1):  # and so it is told when the service is not asked any more
        with pytest.raises(Fault) as told:
            crossref.ask_one(asker, DOI)
        assert told.value.word == word
    assert asker.is_closed("crossref")


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_that_passes_is_forgotten(server: Replay, within: Callable[..., Asking], name: str) -> None:
    asking = within(0.5 if name in NEVER_WHOLE else PATIENCE, 1)
    server.script("crossref", PATH, [FAULTS[name]])
    assert isinstance(crossref.ask_one(asking, DOI), dict)
    assert len(server.asked("crossref", PATH)) == 2


def test_bodies_are_asked_for_twice_more_and_busy_services_four_times(server: Replay, asking: Asking) -> None:
    server.script("crossref", PATH, [faults.captive_portal()], forever=True)
    with pytest.raises(Fault, match="web page"):
        crossref.ask_one(asking, DOI)
    assert len(server.asked("crossref", PATH)) == BODY_RETRIES + 1
    server.forget()
    server.script("crossref", PATH, [faults.page("Later", 503)], forever=True)
    with pytest.raises(Fault, match="it answered 503"):
        crossref.ask_one(asking, DOI)
    assert len(server.asked("crossref", PATH)) == RETRIES + 1


def test_waiting_grows_from_a_second_on(server: Replay, asking: Asking, clock: PatientClock) -> None:
    server.script("crossref", PATH, [faults.page("Later", 503)], forever=True)
    with pytest.raises(Fault):
        crossref.ask_one(asking, DOI)
    waits = [seconds for seconds in clock.slept if seconds >= 1]
    assert len(waits) == RETRIES
    assert waits == sorted(waits)
    assert waits[-1] >= 4


def test_retry_after_is_honoured(server: Replay, asking: Asking, clock: PatientClock) -> None:
    server.script("crossref", PATH, [faults.too_many("90")])
    assert isinstance(crossref.ask_one(asking, DOI), dict)
    assert clock.time >= 90


@pytest.mark.parametrize("odd", ["soon", "-5", "", "1e9", "\u0663"])
def test_an_odd_retry_after_is_no_reason_to_fail(server: Replay, asking: Asking, odd: str) -> None:
    server.script("crossref", PATH, [faults.too_many(odd.encode().decode("latin-1"))])
    assert isinstance(crossref.ask_one(asking, DOI), dict)


def test_a_service_that_wants_to_be_left_alone_for_long_is_left_alone(
    server: Replay, asking: Asking, clock: PatientClock
) -> None:
    server.script("crossref", PATH, [faults.too_many("3600")])
    for _ in range(2):
        with pytest.raises(Fault, match="wants to be left alone for 3600 s"):
            crossref.ask_one(asking, DOI)
    assert len(server.asked("crossref")) == 1
    assert clock.time < 60


NOW = 1_800_000_000.0  # seconds since 1970


def in_seconds(seconds: int) -> str:
    return email.utils.formatdate(NOW + seconds, usegmt=True)


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """For dates in headers it is always the same moment."""
    monkeypatch.setattr("urllib3.util.retry.time", SimpleNamespace(time=lambda: NOW))


@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize("twice", [False, True])
def test_retry_after_may_be_a_date(server: Replay, asking: Asking, clock: PatientClock, twice: bool) -> None:
    date = in_seconds(60)
    server.script("crossref", PATH, [faults.too_many(f"{date}, {date}" if twice else date)])
    assert isinstance(crossref.ask_one(asking, DOI), dict)
    assert clock.time == 60


@pytest.mark.usefixtures("still_clock")
def test_a_date_that_is_far_off_closes_the_service(server: Replay, asking: Asking) -> None:
    server.script("crossref", PATH, [faults.too_many(in_seconds(3000))._replace(status=503)])
    for _ in range(2):
        with pytest.raises(Fault, match="it answered 503 and wants to be left alone for 3000 s"):
            crossref.ask_one(asking, DOI)
    assert len(server.log) == 1


@pytest.mark.parametrize(("limit", "interval"), [("1", "1h"), ("1", "999999h"), ("10", "60m")])
def test_a_rate_without_an_end_closes_the_service_for_the_run(
    server: Replay, asking: Asking, clock: PatientClock, limit: str, interval: str
) -> None:
    granted = [("x-rate-limit-limit", limit), ("x-rate-limit-interval", interval)]
    server.set_rate(1000, service="crossref", enforced=False, announce=granted)
    assert isinstance(crossref.ask_one(asking, DOI), dict)  # what came is an answer all the same
    with pytest.raises(Fault, match=r"it grants only one request in [0-9]+ s"):
        crossref.ask_one(asking, DOI)
    assert len(server.log) == 1
    assert clock.time < 60


def test_a_service_is_given_up_after_five_faults_in_a_row(server: Replay, asking: Asking) -> None:
    server.script("crossref", "/works*", [faults.page("Forbidden", 403)], forever=True)
    for number in range(IN_A_ROW):
        with pytest.raises(Fault, match="403"):
            crossref.ask_one(asking, f"10.5555/demo.{number}")
    asked = len(server.log)
    with pytest.raises(Fault, match="given up after 5 faults"):
        crossref.ask_one(asking, DOI)
    assert len(server.log) == asked


def test_a_service_is_given_up_when_a_tenth_of_its_answers_are_faults(server: Replay, asking: Asking) -> None:
    for number in range(40):
        if number % 5 == 0:
            server.script("crossref", PATH, [faults.page("Forbidden", 403)] * (BODY_RETRIES + 1))
        try:
            crossref.ask_one(asking, DOI)
        except Fault as fault:
            if "given up" in fault.reason:
                break
    assert 18 <= number <= 25


@pytest.mark.parametrize("case", NETWORK, ids=lambda case: case["id"])
def test_a_fault_that_users_met_is_never_cached(
    server: Replay, within: Callable[..., Asking], case: dict[str, dict[str, object]]
) -> None:
    responses = case["inputs"]["responses"]
    assert isinstance(responses, list)
    asking = within(0.5 if "timeout" in responses else PATIENCE)
    server.script("crossref", "/works*", [_answer(response) for response in responses], forever=True)
    emitted: list[Json | Unchecked] = []
    Ladder(asking, lambda _, outcome: emitted.append(outcome)).resolve([_identifier("10.5555/a")])
    cached = case["expected"]["value"]["cached"]  # type: ignore[index]
    assert [isinstance(outcome, Unchecked) for outcome in emitted] == [not cached]


def _answer(response: object) -> faults.Answer:
    if response == "timeout":
        return faults.silent()
    assert isinstance(response, dict)
    body = bytes.fromhex(response["body_hex"]) if "body_hex" in response else response["body"].encode()
    if b'"message":{"DOI"' in body and b'"title":["T"]' in body:  # the list form of the single answer
        work = json.loads(body)["message"]
        body = json.dumps({"message-type": "work-list", "message": {"items": [work]}}).encode()
    return faults.Answer(response["status"], tuple(response["headers"].items()), body)


def _identifier(text: str) -> Identifier:
    parsed = parse_identifier(text)
    assert isinstance(parsed, Identifier)
    return parsed


def test_batches_hold_at_most_fifty_fit_into_an_address_and_keep_all() -> None:
    dois = [f"10.5555/{'x' * (number % 120)}.{number}" for number in range(500)]
    made = list(batches(dois))
    assert [doi for batch in made for doi in batch] == dois
    assert max(map(len, made)) == 50 or max(map(len, made)) < 50
    assert max(len(crossref._list_path(batch)) + len(crossref.SELECT) for batch in made) < 4000


def test_a_doi_with_a_comma_is_asked_for_alone() -> None:
    assert list(batches(["10.5555/a", "10.5555/b,c", "10.5555/d"])) == [
        ["10.5555/b,c"],
        ["10.5555/a", "10.5555/d"],
    ]
