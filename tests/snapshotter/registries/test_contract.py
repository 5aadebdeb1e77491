"""The contract of every registry: whatever goes wrong on the way, nothing is written and nothing is claimed.

Each situation is an identifier that only one question to one service can settle; each fault takes the place
of that service's answer. What comes out is "not checked", but where the table at the end says otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.snapshotter.pace import Pace
from citelock.snapshotter.registries.asking import RETRIES, Asking
from citelock.snapshotter.registries.interface import SERVICES, Unchecked
from citelock.snapshotter.resolve import Resolved, resolve
from citelock.snapshotter.session import Session, endpoint_of
from examples.replay.messages import Request
from examples.replay.server import PREFIXES
from examples.replay.server import SERVICES as OWN
from tests.support import replay as faults
from tests.support.clocks import PatientClock
from tests.support.patience import PATIENCE
from tests.support.replay import Answer, Replay, replay

CSL = "10.3280/ecag2018-001005"


class Situation(NamedTuple):
    """An identifier, and the service (as the replay names it) and path whose answer settles it."""

    identifier: str
    service: str
    path: str
    status: str  # of the record when nothing goes wrong
    wrong: object  # an answer of the right form about another work


def item(doi: str) -> dict[str, object]:
    return {"DOI": doi, "title": ["Somebody else's"]}


def datacite(doi: str) -> dict[str, object]:
    attributes = {"doi": doi, "titles": [{"title": "Somebody else's"}], "publicationYear": 2020}
    return {"id": doi, "type": "dois", "attributes": attributes}


SITUATIONS = {
    "crossref list": Situation(
        "10.5555/replay.prime",
        "crossref",
        "/works",
        "found",
        {"message-type": "work-list", "message": {"items": [item("10.5555/x")]}},
    ),
    "crossref single": Situation(
        "10.5555/replay.alias",
        "crossref",
        "/works/10.5555/replay.alias",
        "found",
        {"message-type": "work", "message": item("10.5555/x")},
    ),
    "datacite list": Situation(
        "10.5281/zenodo.48440 10.5281/zenodo.1239",
        "datacite",
        "/dois",
        "found",
        {"data": [datacite("10.5281/zenodo.1")]},
    ),
    "datacite single": Situation(
        "10.5281/zenodo.48440",
        "datacite",
        "/dois/10.5281/zenodo.48440",
        "found",
        {"data": datacite("10.5281/zenodo.1")},
    ),
    "doi.org agency": Situation(
        "10.9999/fake",
        "doi_org",
        "/ra/10.9999",
        "not_found",
        [{"DOI": "10.1", "status": "DOI does not exist"}],
    ),
    "doi.org handle": Situation(
        "10.9999/fake",
        "doi_org",
        "/api/handles/10.9999/fake",
        "not_found",
        {"responseCode": 100, "handle": "10.1/x"},
    ),
    "doi.org negotiation": Situation(CSL, "doi_org", f"/{CSL}", "found", {"error": "no such thing"}),
    "an agency": Situation(
        CSL, "agency", f"/{CSL}", "found", {"DOI": "10.5555/x", "title": "Somebody else's"}
    ),
    "arxiv": Situation("arXiv:1707.08567", "arxiv", "/api/query", "found", None),
    "idconv": Situation(
        "pmid:39709208",
        "idconv",
        "/articles/",
        "see",
        {"records": [{"pmid": 1, "doi": "10.5555/x", "requested-id": "1"}]},
    ),
    "europepmc": Situation(
        "pmid:39038316",
        "europepmc",
        "/search",
        "found",
        {"hitCount": 1, "resultList": {"result": [{"pmid": "1", "title": "Somebody else's"}]}},
    ),
}
STRANGE_FEED = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/1.2v1</id>
<title>Somebody else's</title></entry></feed>"""
REFUSED = {"status": "failed", "message-type": "validation-failure", "message": []}

Fault = Answer | Callable[[Answer], Answer]  # an answer, or what becomes of the service's own

FAULTS: dict[str, Fault] = {
    "404 in plain text under a JSON type": faults.not_found(),
    "404 of a proxy": faults.page("nginx 404", 404),
    "404 of a wrong cursor": faults.invalid_cursor(),
    "400 of the service": faults.json_answer(REFUSED, 400),
    "400 of a proxy": faults.page("Bad Request", 400),
    "401": faults.page("Unauthorized", 401),
    "403": faults.page("Forbidden", 403),
    "407": faults.page("Proxy Authentication Required", 407),
    "429": faults.too_many(),
    "429 with Retry-After": faults.too_many("7"),
    "429 with a date": faults.too_many("Wed, 21 Oct 2015 07:28:00 GMT"),
    "429 for an hour": faults.too_many("3600"),
    "500 in JSON": faults.server_error(),
    "503": faults.page("Service Unavailable", 503),
    "504 in HTML": faults.gateway_timeout(),
    "200 in HTML": faults.captive_portal(),
    "200 and empty": faults.text_answer("", kind="application/json"),
    "another JSON": faults.json_answer({"data": None, "message": None, "records": None, "resultList": None}),
    "broken gzip": faults.broken_gzip(),
    "reset": faults.reset(),
    "cut off": lambda own: faults.cut(own._replace(body=own.body * 2)),
    "truncated": faults.truncated,
    "slow": lambda own: faults.drip(own._replace(body=own.body + b" " * 500), 1, 0.02),
    "a redirect": faults.redirect("/elsewhere"),
}


@pytest.fixture(scope="module")
def running() -> Iterator[Replay]:
    with replay(rate=10_000) as server:
        yield server


@pytest.fixture
def server(running: Replay) -> Replay:
    running.unscript()
    running.forget()
    return running


def resolved(server: Replay, situation: Situation, folder: Path, whole: float = PATIENCE) -> Resolved:
    clock = PatientClock()
    session = Session(None, [endpoint_of(url) for url in server.urls.values()], whole=whole)
    asking = Asking(session, {**SERVICES, **server.urls}, Pace(clock), clock)
    identifiers = [parse_identifier(name) for name in situation.identifier.split()]
    outcome = resolve([one for one in identifiers if isinstance(one, Identifier)], str(folder), asking)
    session.close()
    return outcome


def own_answer(server: Replay, request: Request) -> Answer:
    service = OWN[PREFIXES.get(request.service, request.service)]
    with server.world.lock:
        return service(request, server.world)


@pytest.mark.parametrize("name", SITUATIONS)
def test_when_nothing_goes_wrong_the_service_settles_it(server: Replay, tmp_path: Path, name: str) -> None:
    situation = SITUATIONS[name]
    outcome = resolved(server, situation, tmp_path)
    assert set(outcome.outcomes.values()) == {situation.status, *(["found"] if name == "idconv" else [])}
    assert server.asked(situation.service, situation.path) != []


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_fault_writes_nothing_and_claims_nothing(
    server: Replay, tmp_path: Path, name: str, fault: str
) -> None:
    situation, answer = SITUATIONS[name], FAULTS[fault]

    def scripted(request: Request) -> Answer:
        return answer(own_answer(server, request)) if callable(answer) else answer

    server.script(situation.service, situation.path, [scripted], forever=True)
    outcome = resolved(server, situation, tmp_path, whole=0.1 if fault == "slow" else PATIENCE)
    expected = EXPECTED.get((name, fault), "unchecked")
    assert outcome.outcomes != {}
    for key, status in outcome.outcomes.items():
        assert ("unchecked" if isinstance(status, Unchecked) else status) == expected, (key, status)
        if isinstance(status, Unchecked):
            assert status.reason != ""
            assert status.service != ""
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted(outcome.written)
    assert (names == []) == (expected == "unchecked")
    assert len(server.asked(situation.service, situation.path)) <= RETRIES + 1


@pytest.mark.parametrize("name", SITUATIONS)
def test_an_answer_about_another_work_is_not_taken_for_this_one(
    server: Replay, tmp_path: Path, name: str
) -> None:
    situation = SITUATIONS[name]
    wrong = faults.text_answer(STRANGE_FEED) if name == "arxiv" else faults.json_answer(situation.wrong)
    server.script(situation.service, situation.path, [wrong], forever=True)
    outcome = resolved(server, situation, tmp_path)
    records = [json.loads(path.read_text("utf-8")) for path in sorted(tmp_path.iterdir())]
    if name in ("crossref single", "datacite single", "an agency"):  # the registry's own word for an alias
        (record,) = records
        assert record["id"] == f"doi:{situation.identifier}"
        assert record["alias_of"] in ("10.5555/x", "10.5281/zenodo.1")
    else:
        assert records == []
        assert [type(each) for each in outcome.outcomes.values()] == [Unchecked] * len(outcome.outcomes)


# What is no fault at this place. Crossref's own 404 is an answer, and the others settle it; a page that
# doi.org leads to is all that many agencies have, while a refusal there says nothing.
EXPECTED = {
    ("crossref single", "404 in plain text under a JSON type"): "found",
    ("doi.org handle", "404 of a wrong cursor"): "not_found",  # of another shape: its /ra decides, and denies
    ("doi.org handle", "another JSON"): "not_found",
    ("doi.org negotiation", "truncated"): "found",  # of a redirect the body does not matter
    ("an agency", "200 in HTML"): "no_metadata",
}
