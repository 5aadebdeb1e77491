"""The ladder: whom it asks, in which order, and what each outcome becomes. Against a real server."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from citelock.checks.identifiers import BadIdentifier, Identifier, parse_identifier
from citelock.checks.projections.parts import record_bytes
from citelock.checks.records import Record, parse_record
from citelock.snapshotter.ladder import Ladder
from citelock.snapshotter.pace import Pace
from citelock.snapshotter.registries import doi_org
from citelock.snapshotter.registries.asking import Asking
from citelock.snapshotter.registries.interface import SERVICES, Bare, Json, Unchecked
from citelock.snapshotter.session import Downgraded, Session, endpoint_of
from tests.support import replay as faults
from tests.support.clocks import PatientClock
from tests.support.patience import PATIENCE
from tests.support.replay import Replay

DATA = Path(__file__).parents[2] / "data"
REGISTRY = {
    case["id"]: case for case in json.loads((DATA / "registry_cases.json").read_text("utf-8"))["cases"]
}


def identifier(text: str) -> Identifier:
    parsed = parse_identifier(text)
    assert not isinstance(parsed, BadIdentifier)
    return parsed


def resolve(server: Replay, *names: str) -> dict[str, Json | Unchecked]:
    clock = PatientClock()
    session = Session(None, [endpoint_of(url) for url in server.urls.values()], whole=PATIENCE)
    asking = Asking(session, {**SERVICES, **server.urls}, Pace(clock), clock)
    emitted: dict[str, Json | Unchecked] = {}

    def emit(found: Identifier, outcome: Json | Unchecked) -> None:
        assert found.key not in emitted, "an identifier has one outcome"
        emitted[found.key] = outcome

    Ladder(asking, emit).resolve([identifier(name) for name in names])
    session.close()
    return emitted


def record(server: Replay, name: str) -> Json:
    (outcome,) = resolve(server, name).values()
    assert not isinstance(outcome, Unchecked)
    # Whatever is emitted reads back as a record of what was asked for.
    assert isinstance(parse_record(record_bytes(outcome), identifier(name), "cache/x.json"), Record)
    return outcome


def steps(server: Replay) -> list[tuple[str, str]]:
    return [(request.service, request.path) for request in server.log]


def test_many_works_are_one_request(server: Replay) -> None:
    dois = [doi for doi in server.world.works if "," not in doi][:40]
    outcomes = resolve(server, *dois)
    assert [outcome["status"] for outcome in outcomes.values() if not isinstance(outcome, Unchecked)] == [
        "found"
    ] * 40
    assert steps(server) == [("crossref", "/works")]


def test_every_work_of_the_replay_is_found_under_its_own_name(server: Replay) -> None:
    outcomes = resolve(server, *server.world.works)
    assert set(outcomes) == {f"doi:{doi}" for doi in server.world.works}
    for key, outcome in outcomes.items():
        assert not isinstance(outcome, Unchecked), key
        assert (outcome["id"], outcome["source"]) == (key, "crossref")


def test_works_of_datacite_are_found_and_its_copies_are_not_used(server: Replay) -> None:
    outcomes = resolve(server, *server.world.dois)
    sources = {
        key: outcome if isinstance(outcome, Unchecked) else (outcome["status"], outcome["source"])
        for key, outcome in outcomes.items()
    }
    copies = {
        f"doi:{doi}"
        for doi, data in server.world.dois.items()
        if data["relationships"]["client"]["data"]["id"] == "crossref.citations"
    }
    assert len(copies) == 11
    assert {key for key, value in sources.items() if value == ("found", "datacite")} == set(sources) - copies


def test_a_404_of_crossref_alone_proves_nothing(server: Replay) -> None:
    outcome = record(server, "10.5281/zenodo.48440")
    assert (outcome["status"], outcome["source"], outcome["agency"]) == ("found", "datacite", "DataCite")
    assert [step for step in steps(server) if step[0] == "crossref"] == []  # a prefix that never changes


def test_only_doi_org_s_word_makes_does_not_exist(server: Replay) -> None:
    assert record(server, "10.9999/fake.made.up.2099") == {
        "schema": "citelock-record/1",
        "id": "doi:10.9999/fake.made.up.2099",
        "doi": "10.9999/fake.made.up.2099",
        "status": "not_found",
        "source": "doi.org",
        "evidence": {"doi.org": "responseCode 100"},
    }


@pytest.mark.parametrize("service", ["crossref", "doi_org"])
def test_without_that_word_it_is_not_checked(server: Replay, service: str) -> None:
    server.script(service, lambda _: True, [faults.page("Later", 503)], forever=True)
    (outcome,) = resolve(server, "10.9999/fake.made.up.2099").values()
    assert isinstance(outcome, Unchecked)
    assert outcome.service == server.urls[service].split("/")[2]
    assert "503" in outcome.reason


def test_a_handle_answer_of_another_shape_is_settled_by_the_agency(server: Replay) -> None:
    server.script("doi_org", "/api/handles/10.9999/x", [faults.json_answer({"responseCode": 2})])
    server.script(
        "doi_org",
        "/ra/10.9999/x",
        [faults.json_answer([{"DOI": "10.9999/x", "status": "DOI does not exist"}])],
    )
    assert record(server, "10.9999/x")["evidence"] == {"doi.org": "DOI does not exist"}


def test_a_doi_without_a_metadata_service_exists_all_the_same(server: Replay) -> None:
    outcome = record(server, "10.5555/replay.page")
    assert (outcome["status"], outcome["source"]) == ("no_metadata", "doi.org")


def test_an_alias_is_kept_under_the_name_that_was_asked_for(server: Replay) -> None:
    for name in ("10.5555/replay.alias", "10.5555/replay.moved"):
        outcome = record(server, name)
        assert (outcome["id"], outcome["doi"], outcome["status"]) == (f"doi:{name}", name, "found")
        assert outcome["alias_of"] == "10.5555/replay.prime"


def test_an_alias_of_an_alias_of_an_alias_is_not_followed_for_ever(server: Replay) -> None:
    for number in range(6):
        server.world.handles[f"10.5555/chain.{number}"] = f"https://doi.org/10.5555/chain.{number + 1}"
    (outcome,) = resolve(server, "10.5555/chain.0").values()
    assert isinstance(outcome, Unchecked)
    asked = {path for service, path in steps(server) if "/api/handles/" in path}
    assert len(asked) <= 4


def test_a_doi_that_leads_to_itself_is_no_alias(server: Replay) -> None:
    server.world.handles["10.5555/self"] = "https://doi.org/10.5555/SELF"
    (outcome,) = resolve(server, "10.5555/self").values()
    assert isinstance(outcome, Unchecked)
    assert outcome.reason == "it leads on and on"
    assert [path for _, path in steps(server)].count("/api/handles/10.5555/self") == 1


def test_other_agencies_answer_by_content_negotiation(server: Replay) -> None:
    outcomes = resolve(server, *server.world.csl)
    assert len(outcomes) > 0
    for outcome in outcomes.values():
        assert not isinstance(outcome, Unchecked)
        assert outcome["status"] == "found"


def test_the_given_form_is_used_if_it_is_registered_and_else_the_cleaned_one(server: Replay) -> None:
    server.add_work("10.5555/ends.")
    assert list(resolve(server, "10.5555/ends.")) == ["doi:10.5555/ends."]
    server.forget()
    assert list(resolve(server, "10.5555/replay.prime.")) == ["doi:10.5555/replay.prime"]
    assert len(server.log) == 1


def test_an_arxiv_paper_needs_both_of_its_registries(server: Replay) -> None:
    number = next(iter(server.world.entries))
    outcome = record(server, f"arXiv:{number}")
    assert outcome["status"] == "found"
    assert isinstance(outcome["dates"], dict)
    published = re.search(r"<published>([0-9-]{10})", server.world.entries[number]["entry"])
    assert published is not None
    assert outcome["dates"]["issued"] == published[1]
    for service in ("arxiv", "datacite"):
        server.unscript()
        server.script(service, lambda _: True, [faults.page("Later", 503)], forever=True)
        (unchecked,) = resolve(server, f"arXiv:{number}").values()
        assert isinstance(unchecked, Unchecked)


def test_an_unknown_arxiv_number_is_settled_by_doi_org(server: Replay) -> None:
    outcome = record(server, "arXiv:1901.99999")
    assert (outcome["status"], outcome["evidence"]) == ("not_found", {"doi.org": "responseCode 100"})


def test_a_pmid_points_to_its_doi_whose_record_is_fetched_as_well(server: Replay) -> None:
    article = next(one for one in server.world.articles if one.get("doi") and one.get("pmcid"))
    outcomes = resolve(server, f"pmid:{article['pmid']}")
    pointer = outcomes[f"pmid:{article['pmid']}"]
    assert not isinstance(pointer, Unchecked)
    assert (pointer["status"], pointer["source"]) == ("see", "idconv")
    assert pointer["same_as"] == [f"doi:{article['doi'].lower()}"]
    assert f"doi:{article['doi'].lower()}" in outcomes


def test_a_pmid_that_nobody_knows_does_not_exist(server: Replay) -> None:
    outcome = record(server, "pmid:99999999")
    assert outcome["status"] == "not_found"
    assert outcome["evidence"] == {"europepmc": "hitCount 0", "idconv": "not found"}


NOBODY: Json = {"version": "6.9", "hitCount": 0, "resultList": {"result": []}}
KNOWN: Json = {"pmid": "99999999", "pmcid": "PMC777", "requested-id": "99999999"}


@pytest.mark.parametrize(
    ("converted", "found"),
    [
        (KNOWN, NOBODY),  # NCBI knows it: Europe PMC lags behind
        ({"requested-id": "99999999", "status": "error", "errmsg": "internal failure"}, NOBODY),
        ({"requested-id": "99999999", "status": "error"}, NOBODY),
        ({"requested-id": "1", "pmid": "1"}, NOBODY),  # about another one only
        ({"requested-id": "99999999", "pmid": "999", "doi": "10.5555/replay.prime"}, NOBODY),
        (None, {**NOBODY, "errCode": 500, "errMsg": "index down"}),
        (None, {"hitCount": 0}),
        (None, {"hitCount": 0, "resultList": None}),
        (None, {**NOBODY, "hitCount": False}),
    ],
)
@pytest.mark.parametrize("name", ["pmid:99999999", "PMC99999999"])
def test_a_number_that_somebody_may_know_is_not_denied(
    server: Replay, name: str, converted: Json | None, found: Json
) -> None:
    if converted is not None:
        if name.startswith("PMC"):
            converted = json.loads(json.dumps(converted).replace("99999999", "PMC99999999"))
            assert isinstance(converted, dict)
            converted |= {"pmid": 1, "pmcid": converted.get("pmid")} if "pmid" in converted else {}
        server.script("idconv", "/articles/", [faults.json_answer({"records": [converted]})], forever=True)
    server.script("europepmc", "/search", [faults.json_answer(found)], forever=True)
    (outcome,) = resolve(server, name).values()
    assert isinstance(outcome, Unchecked)


def test_a_list_that_is_refused_is_halved_down_to_the_culprit(server: Replay) -> None:
    dois = [f"10.5555/demo.{number}" for number in range(20)]
    for doi in dois:
        server.add_work(doi)
    server.refuse(dois[13])
    server.script("crossref", f"/works/{dois[13]}", [faults.text_answer("Bad Request", 400)], forever=True)
    outcomes = resolve(server, *dois)
    assert [key for key, outcome in outcomes.items() if isinstance(outcome, Unchecked)] == [f"doi:{dois[13]}"]


@pytest.mark.parametrize(
    "items",
    [
        [{"DOI": "10.5555/somebody.else", "title": ["x"]}],
        [{"DOI": "10.5555/a", "title": ["x"]}, {"DOI": "10.5555/A", "title": ["y"]}],
        [{"title": ["no DOI"]}],
        ["10.5555/a"],
        [None],
    ],
)
def test_a_list_with_strangers_or_doubles_is_a_fault(server: Replay, items: list[object]) -> None:
    body = {"status": "ok", "message-type": "work-list", "message": {"items": items}}
    server.script("crossref", "/works", [faults.json_answer(body)], forever=True)
    (outcome,) = resolve(server, "10.5555/a").values()
    assert isinstance(outcome, Unchecked)


def test_one_service_down_leaves_the_rest_done(server: Replay) -> None:
    server.script("datacite", lambda _: True, [faults.page("Later", 503)], forever=True)
    outcomes = resolve(server, "10.5555/replay.prime", "10.5281/zenodo.48440")
    assert isinstance(outcomes["doi:10.5281/zenodo.48440"], Unchecked)
    assert not isinstance(outcomes["doi:10.5555/replay.prime"], Unchecked)


def test_a_thousand_works_are_at_most_twenty_five_requests(server: Replay) -> None:
    dois = [f"10.5555/demo.{number:04d}" for number in range(1000)]
    for doi in dois:
        server.add_work(doi)
    outcomes = resolve(server, *dois)
    assert len(outcomes) == 1000
    assert len(server.log) <= 25


def test_a_page_of_a_publisher_that_says_doi_not_found_is_not_the_word_of_doi_org(server: Replay) -> None:
    doi = next(iter(server.world.csl))
    server.script("agency", f"/{doi}", [faults.page("DOI Not Found", 404)], forever=True)
    (outcome,) = resolve(server, doi).values()
    assert isinstance(outcome, Unchecked)


def test_a_page_of_doi_org_is_overruled_by_its_handles(server: Replay) -> None:
    doi = next(iter(server.world.csl))
    server.script("doi_org", f"/{doi}", [faults.page("Error: DOI Not Found", 404)], forever=True)
    assert record(server, doi)["status"] == "no_metadata"
    denied = faults.json_answer({"responseCode": 100, "handle": doi}, 404)
    server.script("doi_org", f"/api/handles/{doi}", [denied], forever=True)
    assert record(server, doi)["evidence"] == {"doi.org": "responseCode 100"}


@pytest.mark.parametrize("page", [faults.page("Sign in"), faults.page("DOI Not Found", 404)])
def test_a_page_settles_nothing_while_the_handles_are_unclear(server: Replay, page: faults.Answer) -> None:
    doi = next(iter(server.world.csl))
    server.script("doi_org", f"/{doi}", [page], forever=True)
    server.script("doi_org", f"/api/handles/{doi}", [faults.json_answer({"responseCode": 2})], forever=True)
    (outcome,) = resolve(server, doi).values()
    assert isinstance(outcome, Unchecked)


@pytest.mark.parametrize("status", [401, 403, 404, 407, 410, 429, 500, 503])
def test_a_refusal_where_doi_org_leads_to_is_no_word_about_the_metadata(server: Replay, status: int) -> None:
    server.script("landing", lambda _: True, [faults.page("No", status)], forever=True)
    (outcome,) = resolve(server, "10.5555/replay.page").values()
    assert isinstance(outcome, Unchecked)
    assert outcome.reason.endswith(f"and there: it answered {status}")


def test_trouble_where_doi_org_leads_to_is_not_trouble_of_doi_org(server: Replay) -> None:
    dois = [f"10.77777/demo.{number}" for number in range(8)]
    for doi in dois:
        server.world.handles[doi] = f"https://publisher.example/{doi}"
    server.world.agencies["10.77777"] = "Public"
    for number, answer in enumerate([faults.too_many("3600"), faults.page("Later", 503), faults.reset()] * 2):
        server.script("landing", f"/{dois[number]}", [answer], forever=True)
    outcomes = resolve(server, *dois)
    host = server.urls["doi_org"].split("/")[2]
    for doi in dois[:6]:
        outcome = outcomes[f"doi:{doi}"]
        assert isinstance(outcome, Unchecked)
        assert outcome.reason.startswith(f"it leads to {host}, and there: ")
    for doi in dois[6:]:
        outcome = outcomes[f"doi:{doi}"]
        assert not isinstance(outcome, Unchecked)
        assert outcome["status"] == "no_metadata"


class Downgrading:
    """Answers as doi.org does for a DOI whose page is not encrypted."""

    def get(self, url: str, accept: str, limit: int, *, hops: int = 0, step: object = None) -> faults.Answer:
        raise Downgraded("it leads from https to an unencrypted address")


def test_a_doi_that_leads_to_an_unencrypted_page_exists_without_metadata() -> None:
    clock = PatientClock()
    asking = Asking(Downgrading(), SERVICES, Pace(clock), clock)  # type: ignore[arg-type] # it answers nothing
    for number in range(6):  # and is no fault of doi.org, which would be given up after five
        assert doi_org.negotiated(asking, f"10.5555/{number}") == Bare(
            {"doi.org": "leads to an unencrypted address"}
        )


def test_a_doi_with_a_comma_is_found_by_itself(server: Replay) -> None:
    server.add_work("10.5555/a,b")
    server.add_work("10.5555/a")
    outcome = record(server, "10.5555/a,b")
    assert (outcome["status"], outcome["source"]) == ("found", "crossref")
    assert steps(server) == [("crossref", "/works/10.5555/a,b")]


def test_a_400_of_somebody_else_is_no_reason_to_halve_the_list(server: Replay) -> None:
    dois = [f"10.5555/demo.{number}" for number in range(16)]
    server.script("crossref", "/works", [faults.page("Bad Request", 400)], forever=True)
    assert all(isinstance(outcome, Unchecked) for outcome in resolve(server, *dois).values())
    assert len(server.log) == 3


def test_two_spellings_of_which_each_is_registered_are_both_found(server: Replay) -> None:
    server.add_work("10.5555/ends.")
    server.add_work("10.5555/ends")
    assert set(resolve(server, "10.5555/ends", "10.5555/ends.")) == {"doi:10.5555/ends", "doi:10.5555/ends."}
    assert len(server.log) == 1


def test_the_cleaned_form_is_not_used_while_nobody_knows_of_the_given_one(server: Replay) -> None:
    others = [f"10.5555/demo.{number}" for number in range(49)]
    for doi in (*others, "10.5555/ends", "10.5555/ends."):
        server.add_work(doi)
    # The given form is the last of the first list, the cleaned one the first of the second.
    server.script("crossref", "/works", [faults.captive_portal()] * 3)
    outcomes = resolve(server, *others, "10.5555/ends.")
    assert isinstance(outcomes["doi:10.5555/ends"], Unchecked)
    assert len(server.log) == 4


def test_a_malformed_arxiv_number_does_not_spoil_the_others(server: Replay) -> None:
    numbers = list(server.world.entries)[:5]
    bad = numbers[3]

    def refused(request: faults.Request) -> faults.Answer | None:
        if bad not in request.query["id_list"].split(","):
            return None
        return faults.text_answer(ERROR_FEED, 400)

    server.script("arxiv", "/api/query", [refused], forever=True)
    outcomes = resolve(server, *(f"arXiv:{number}" for number in numbers))
    dates = {key: outcome["dates"] for key, outcome in outcomes.items() if isinstance(outcome, dict)}
    assert len(dates) == 4
    assert [key for key, outcome in outcomes.items() if isinstance(outcome, Unchecked)] == [
        f"doi:10.48550/arxiv.{bad}"
    ]


EMPTY_FEED = '<feed xmlns="http://www.w3.org/2005/Atom"/>'
ERROR_ENTRY = """<feed xmlns="http://www.w3.org/2005/Atom"><entry>
<id>http://arxiv.org/api/errors#busy</id><title>Error</title></entry></feed>"""


@pytest.mark.parametrize("feed", [EMPTY_FEED, ERROR_ENTRY])
def test_a_work_of_arxiv_that_datacite_has_and_the_feed_has_not_is_not_checked(
    server: Replay, feed: str
) -> None:
    server.script("arxiv", "/api/query", [faults.text_answer(feed)], forever=True)
    (outcome,) = resolve(server, f"arXiv:{next(iter(server.world.entries))}").values()
    assert isinstance(outcome, Unchecked)
    assert outcome.reason == "it does not know a work that DataCite has of it"


def test_one_malformed_work_of_a_list_does_not_spoil_the_others(server: Replay) -> None:
    server.add_work("10.5555/endless", title=["T" * 20_000])
    outcomes = resolve(server, "10.5555/endless", "10.5555/replay.prime")
    assert isinstance(outcomes["doi:10.5555/endless"], Unchecked)
    assert not isinstance(outcomes["doi:10.5555/replay.prime"], Unchecked)


ERROR_FEED = """<feed xmlns="http://www.w3.org/2005/Atom"><entry>
<id>http://arxiv.org/api/errors#incorrect_id_format</id><title>Error</title></entry></feed>"""


def test_a_feed_that_is_shorter_than_it_says_is_a_fault(server: Replay) -> None:
    short = (
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/">'
        "<o:totalResults>1</o:totalResults></feed>"
    )
    server.script("arxiv", "/api/query", [faults.text_answer(short)], forever=True)
    (outcome,) = resolve(server, f"arXiv:{next(iter(server.world.entries))}").values()
    assert isinstance(outcome, Unchecked)
    assert outcome.reason == "it answered with fewer works than it says"


# --- the cases of users ---------------------------------------------------------------------------


def case(name: str) -> str:
    return str(REGISTRY[name]["inputs"]["doi"]).lower()


def test_r_registry_01(server: Replay) -> None:
    data = {**next(iter(server.world.dois.values())), "id": case("R-registry-01")}
    data["attributes"] = {**data["attributes"], "doi": case("R-registry-01")}
    data["relationships"] = {"client": {"data": {"id": "cern.zenodo", "type": "clients"}}}
    server.world.dois[case("R-registry-01")] = data
    assert record(server, case("R-registry-01"))["status"] == "found"


def test_r_registry_02(server: Replay) -> None:
    server.add_work("10.1007/s11956-008-1009-1")
    server.world.handles[case("R-registry-02")] = str(
        REGISTRY["R-registry-02"]["inputs"]["handle_api"]["url"]
    )
    outcome = record(server, case("R-registry-02"))
    assert (outcome["status"], outcome["alias_of"]) == ("found", "10.1007/s11956-008-1009-1")


def test_r_registry_03(server: Replay) -> None:
    server.add_work("10.1016/s0169-2070(99)00013-8")
    server.alias(case("R-registry-03"), "10.1016/s0169-2070(99)00013-8")
    outcome = record(server, case("R-registry-03"))
    assert (outcome["doi"], outcome["alias_of"]) == (case("R-registry-03"), "10.1016/s0169-2070(99)00013-8")


def test_r_registry_04(server: Replay) -> None:
    server.world.handles[case("R-registry-04")] = "https://landing.example/page"
    server.world.agencies["10.13140"] = "Public"
    assert record(server, case("R-registry-04"))["status"] == "no_metadata"


def test_r_registry_05(server: Replay) -> None:
    assert record(server, case("R-registry-05"))["status"] == "not_found"


def test_r_registry_06(server: Replay) -> None:
    message = REGISTRY["R-registry-06"]["inputs"]["crossref"]
    fields = {key: value for key, value in message.items() if key != "DOI"}
    server.add_work(case("R-registry-06"), **fields, container_title=None)
    outcome = record(server, case("R-registry-06"))
    assert outcome["editors"] == [{"family": "Stone"}]
    assert "authors" not in outcome
