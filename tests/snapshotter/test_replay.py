"""The replay of the registries: it answers as they do, fails as networks do, and counts what it was asked."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from examples.replay.sending import MISSING
from examples.replay.world import ANSWERS, World
from tests.support.patience import PATIENCE, wait_until
from tests.support.replay import (
    Answer,
    Replay,
    Request,
    Source,
    broken_gzip,
    captive_portal,
    cut,
    drip,
    gateway_timeout,
    invalid_cursor,
    json_answer,
    not_found,
    page,
    redirect,
    replay,
    reset,
    server_error,
    silent,
    too_many,
    truncated,
)

TOP = Path(__file__).parents[2]
LANCET = "10.1016/s0140-6736(97)11096-0"
SICI = "10.1175/1520-0493(1974)102<0736:wacoj>2.0.co;2"
PRIME = "10.5555/replay.prime"
CSL = {"Accept": "application/vnd.citationstyles.csl+json"}


class Got(NamedTuple):
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def json(self) -> Any:  # noqa: ANN401 - what a registry sends
        return json.loads(self.body)

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.headers if key.lower() == name]

    def one(self, name: str) -> str:
        (value,) = self.all(name)
        return value


def connect(registries: Replay, timeout: float = PATIENCE) -> http.client.HTTPConnection:
    where = urllib.parse.urlsplit(registries.urls["crossref"])
    return http.client.HTTPConnection(str(where.hostname), where.port, timeout=timeout)


def fetch(connection: http.client.HTTPConnection, path: str, headers: dict[str, str], method: str) -> Got:
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    return Got(answer.status, answer.getheaders(), answer.read())


def ask(
    registries: Replay,
    service: str,
    path: str,
    headers: dict[str, str] | None = None,
    *,
    timeout: float = PATIENCE,
    method: str = "GET",
) -> Got:
    connection = connect(registries, timeout)
    try:
        target = urllib.parse.urlsplit(registries.urls[service]).path + path
        return fetch(connection, target, headers or {}, method)
    finally:
        connection.close()


def quoted(doi: str) -> str:
    return urllib.parse.quote(doi, safe="")


def work(registries: Replay, doi: str) -> Any:  # noqa: ANN401 - a Crossref message
    return ask(registries, "crossref", f"/works/{quoted(doi)}").json["message"]


def listed(registries: Replay, *dois: str, more: str = "") -> Any:  # noqa: ANN401 - a list of them
    parts = ",".join(f"doi:{quoted(doi)}" for doi in dois)
    return ask(registries, "crossref", f"/works?filter={parts}&rows={len(dois)}{more}").json["message"][
        "items"
    ]


@pytest.fixture
def registries() -> Iterator[Replay]:
    with replay(rate=1000) as running:
        yield running


# --- the data -------------------------------------------------------------------------------------


def test_the_recorded_answers_are_small_name_their_source_and_hold_no_address_of_a_person() -> None:
    files = sorted(ANSWERS.glob("*.json"))
    texts = [file.read_text("utf-8") for file in files]
    assert sum(len(text.encode()) for text in texts) < 600_000
    assert [found for text in texts for found in re.findall(r"[\w.+-]+@[\w-]+\.\w+", text)] == []
    kept = [entry for text in texts for part in json.loads(text).values() for entry in part.values()]
    assert all(isinstance(entry, str) or entry["source"] for entry in kept)


def test_no_recorded_work_holds_an_abstract_or_a_list_of_references() -> None:
    world = World()
    assert [doi for doi, work in world.works.items() if work.keys() & {"abstract", "reference"}] == []
    assert [doi for doi, data in world.dois.items() if "descriptions" in data["attributes"]] == []


def test_what_the_page_beside_the_server_promises_can_be_asked(registries: Replay) -> None:
    text = (TOP / "examples" / "replay" / "README.md").read_text("utf-8")
    table = text.partition("## What to ask it")[2].partition("## How true")[0]
    dois = [name for name in re.findall("`(10\\.[^`]+)`", table) if "/" in name]
    codes = {
        doi: ask(registries, "doi_org", f"/api/handles/{quoted(doi)}").json["responseCode"] for doi in dois
    }
    assert len(dois) > 12
    assert [doi for doi, code in codes.items() if code != 1] == ["10.9999/fake.made.up.2099"]
    numbers = re.findall("arXiv `([^`]+)`, `([^`]+)`", table)
    assert len(entries(ask(registries, "arxiv", "/api/query?id_list=" + ",".join(numbers[0])))) == 2
    found = [
        ask(registries, "europepmc", f"/search?query=ext_id:{pmid}&format=json").json["hitCount"]
        for pmid in re.findall("`pmid:([0-9]+)`", table)
    ]
    assert found == [1, 1]


def test_the_claims_beside_the_server_cite_what_it_knows_and_one_doi_that_is_nowhere(
    registries: Replay,
) -> None:
    claims = json.loads((TOP / "examples" / "replay" / "claims.json").read_text("utf-8"))["claims"]
    wrong = []
    for claim in claims:
        (citation,) = claim["citations"]
        doi = citation.get("doi", f"10.48550/arxiv.{citation.get('arxiv')}").removeprefix("https://doi.org/")
        sent = ask(registries, "doi_org", f"/{quoted(doi)}", CSL)
        if sent.status == 404:
            wrong.append((claim["id"], "does not exist"))
            continue
        connection = connect(registries)
        csl = fetch(connection, urllib.parse.urlsplit(sent.one("location")).path, CSL, "GET").json
        connection.close()
        cited = (citation["title"].casefold(), citation["year"], citation["first_author"])
        found = (csl["title"].casefold(), csl["issued"]["date-parts"][0][0], csl["author"][0]["family"])
        wrong += [
            (claim["id"], name)
            for name, a, b in zip(("title", "year", "author"), cited, found, strict=True)
            if a != b
        ]
    assert wrong == [("year", "year"), ("nowhere", "does not exist")]


# --- Crossref -------------------------------------------------------------------------------------


def test_crossref_answers_each_of_its_works_singly_and_in_a_list_with_the_same_content(
    registries: Replay,
) -> None:
    dois = sorted(registries.world.works)
    assert len(dois) > 120
    for start in range(0, len(dois), 50):
        items = {item["DOI"].lower(): item for item in listed(registries, *dois[start : start + 50])}
        for doi in dois[start : start + 50]:
            single = work(registries, doi)
            assert {
                name: value for name, value in single.items() if value not in ([], {}, "", None)
            } == items[doi]


def test_a_single_answer_carries_empty_fields_that_a_list_item_lacks(registries: Replay) -> None:
    single, (item,) = work(registries, PRIME), listed(registries, PRIME)
    assert single["subtitle"] == []
    assert single["relation"] == {}
    assert not {"subtitle", "relation"} & item.keys()


def test_a_single_answer_of_crossref_is_found_in_any_case_and_says_what_it_is(registries: Replay) -> None:
    got = ask(registries, "crossref", f"/works/{quoted(LANCET.upper())}")
    assert (got.status, got.one("content-type")) == (200, "application/json")
    assert (got.json["status"], got.json["message-type"]) == ("ok", "work")
    assert got.json["message"]["DOI"] == LANCET


def test_an_unknown_doi_is_404_at_crossref_in_words_that_are_not_json_under_either_type(
    registries: Replay,
) -> None:
    answers = [ask(registries, "crossref", f"/works/10.5555/{name}") for name in ("a", "ab")]
    assert [(got.status, got.body) for got in answers] == [(404, b"Resource not found.")] * 2
    types = sorted(got.one("content-type") for got in answers)
    assert types == ["application/json;charset=utf-8", "text/plain"]


def test_a_sici_doi_is_found_when_it_is_encoded_and_not_when_it_is_sent_as_it_is(registries: Replay) -> None:
    assert work(registries, SICI)["DOI"] == SICI
    assert ask(registries, "crossref", f"/works/{SICI}").status == 404


def test_a_doubled_slash_and_a_comma_survive_the_way_when_they_are_encoded(registries: Replay) -> None:
    for doi in ("10.5555//2572.1", "10.5555/a,b", "10.5555/é%2f+x?#y"):
        registries.add_work(doi)
        assert work(registries, doi)["DOI"] == doi
    assert [item["DOI"] for item in listed(registries, "10.5555//2572.1")] == ["10.5555//2572.1"]


def test_a_list_of_crossref_is_cut_to_20_rows_unless_more_are_asked_for(registries: Replay) -> None:
    for number in range(30):
        registries.add_work(f"10.5555/{number}")
    path = "/works?filter=" + ",".join(f"doi:10.5555/{number}" for number in range(30))
    for rows, given in (("", 20), ("&rows=5", 5), ("&rows=30", 30), ("&rows=0", 0)):
        message = ask(registries, "crossref", path + rows).json["message"]
        assert (len(message["items"]), message["total-results"]) == (given, 30)


def test_a_list_leaves_out_what_is_unknown_and_what_is_only_an_alias_without_a_word(
    registries: Replay,
) -> None:
    items = listed(registries, "10.5555/unknown", PRIME.upper(), "10.5555/replay.alias")
    assert [item["DOI"] for item in items] == [PRIME]


def test_select_keeps_the_named_fields_and_refuses_a_name_that_is_none(registries: Replay) -> None:
    (item,) = listed(registries, PRIME, more="&select=DOI,title,updated-by")
    assert item == {"DOI": PRIME, "title": ["A work registered under two names"]}
    got = ask(registries, "crossref", f"/works?filter=doi:{PRIME}&select=DOI,published-other")
    assert (got.status, got.json["message-type"]) == (400, "validation-failure")
    assert got.json["message"][0]["value"] == "published-other"


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("filter=doi:10.5555/a&rows=1001", "integer-not-valid"),
        ("filter=doi:10.5555/a&rows=things", "integer-not-valid"),
        ("filter=doi:10.5555/a,b", "filter-not-available"),
        ("filter=doi:10.5555/a,doi:10.5555/refused", "doi-not-valid"),
    ],
)
def test_one_wrong_parameter_refuses_a_whole_list(registries: Replay, query: str, kind: str) -> None:
    registries.refuse("10.5555/REFUSED")
    got = ask(registries, "crossref", f"/works?{query}")
    assert (got.status, got.json["message"][0]["type"]) == (400, kind)


def test_crossref_answers_an_alias_with_the_record_of_the_prime_doi(registries: Replay) -> None:
    registries.alias("10.1016/S0169-2070(99)00016-3", PRIME)
    assert work(registries, "10.1016/s0169-2070(99)00016-3")["DOI"] == PRIME


def test_crossref_names_the_agency_of_a_doi(registries: Replay) -> None:
    got = ask(registries, "crossref", f"/works/{quoted(LANCET)}/agency")
    assert got.json["message"] == {"DOI": LANCET, "agency": {"id": "crossref", "label": "Crossref"}}


@pytest.mark.parametrize(
    ("path", "agent", "rate"),
    [
        (f"/works/{PRIME}", "citelock/1", ["5", "1s", "1", "public"]),
        (f"/works?filter=doi:{PRIME}", "citelock/1", ["1", "1s", "1", "public"]),
        (f"/works/{PRIME}", "citelock/1 (mailto:someone@example.org)", ["10", "1s", "3", "polite"]),
        (f"/works?filter=doi:{PRIME}", "citelock/1 (mailto:someone@example.org)", ["3", "1s", "3", "polite"]),
        ("/works/10.5555/unknown", "citelock/1", ["5", "1s", "1", "public"]),
    ],
)
def test_crossref_announces_its_rate_with_every_answer_and_a_higher_one_to_the_polite(
    path: str, agent: str, rate: list[str]
) -> None:
    with replay() as registries:
        got = ask(registries, "crossref", path, {"User-Agent": agent})
    names = ("x-rate-limit-limit", "x-rate-limit-interval", "x-concurrency-limit", "x-api-pool")
    assert [got.one(name) for name in names] == rate


# --- DataCite -------------------------------------------------------------------------------------


def test_datacite_answers_each_of_its_records_singly_and_in_lists(registries: Replay) -> None:
    dois = sorted(registries.world.dois)
    names = ",".join(quoted(doi) for doi in dois)
    data = ask(registries, "datacite", f"/dois?ids={names}&page[size]=200").json["data"]
    together = {one["attributes"]["doi"].lower(): one for one in data}
    assert sorted(together) == dois
    for doi in dois:
        assert ask(registries, "datacite", f"/dois/{quoted(doi)}").json == {"data": together[doi]}


def test_datacite_gives_25_records_to_a_page_unless_asked_and_counts_them_all(registries: Replay) -> None:
    names = ",".join(quoted(doi) for doi in sorted(registries.world.dois)[:30])
    first = ask(registries, "datacite", f"/dois?ids={names}").json
    second = ask(registries, "datacite", f"/dois?ids={names}&page[number]=2").json
    assert [len(page["data"]) for page in (first, second)] == [25, 5]
    assert second["meta"] == {"total": 30, "totalPages": 2, "page": 2}


def test_datacite_says_404_in_json(registries: Replay) -> None:
    got = ask(registries, "datacite", "/dois/10.5281/unknown")
    assert (got.status, got.json["errors"][0]["status"]) == (404, "404")


def test_datacite_holds_copies_of_crossref_records_though_their_agency_is_crossref(
    registries: Replay,
) -> None:
    copies = [
        doi
        for doi, data in registries.world.dois.items()
        if data["relationships"]["client"]["data"]["id"] == "crossref.citations"
    ]
    assert len(copies) == 11
    for doi in copies:
        assert ask(registries, "datacite", f"/dois/{quoted(doi)}").status == 200
        assert ask(registries, "doi_org", f"/ra/{doi}").json == [{"DOI": doi, "RA": "Crossref"}]


# --- doi.org --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("10.1016", [{"DOI": "10.1016", "RA": "Crossref"}]),
        ("10.5281", [{"DOI": "10.5281", "RA": "DataCite"}]),
        ("10.1241", [{"DOI": "10.1241", "RA": "JaLC"}]),
        ("10.2903", [{"DOI": "10.2903", "RA": "OP"}]),
        ("10.99999", [{"DOI": "10.99999", "status": "DOI does not exist"}]),
        ("10.5555.7", [{"DOI": "10.5555.7", "status": "DOI does not exist"}]),
        (LANCET, [{"DOI": LANCET, "RA": "Crossref"}]),
        ("10.1016/unknown", [{"DOI": "10.1016/unknown", "status": "DOI does not exist"}]),
        ("words", [{"DOI": "words", "status": "Invalid DOI"}]),
        ("10.1016,10.5281", [{"DOI": "10.1016", "RA": "Crossref"}, {"DOI": "10.5281", "RA": "DataCite"}]),
    ],
)
def test_doi_org_names_the_agency_of_a_prefix_or_a_doi(registries: Replay, asked: str, said: object) -> None:
    assert ask(registries, "doi_org", f"/ra/{asked}").json == said


def test_the_handle_of_a_registered_doi_has_its_url_as_a_value(registries: Replay) -> None:
    got = ask(registries, "doi_org", "/api/handles/10.3103%2FS009545270801009X")
    assert (got.status, got.json["responseCode"]) == (200, 1)
    assert got.json["values"][0]["data"]["value"] == "http://doi.org/10.1007/s11956-008-1009-1"


def test_the_handle_of_an_unknown_doi_is_100(registries: Replay) -> None:
    got = ask(registries, "doi_org", "/api/handles/10.9999/fake.made.up.2099")
    assert (got.status, got.json) == (404, {"responseCode": 100, "handle": "10.9999/fake.made.up.2099"})


def test_a_handle_without_values_of_the_kind_is_200_and_lives(registries: Replay) -> None:
    registries.handle("10.5555/bare", None)
    got = ask(registries, "doi_org", "/api/handles/10.5555/bare")
    assert (got.status, got.json["responseCode"]) == (200, 200)
    assert ask(registries, "doi_org", f"/api/handles/{LANCET}?type=HS_ADMIN").json["responseCode"] == 200


def test_every_doi_that_a_registry_knows_lives_at_doi_org(registries: Replay) -> None:
    world = registries.world
    for doi in [*world.works, *world.dois, *world.csl, *world.aliases]:
        assert ask(registries, "doi_org", f"/api/handles/{quoted(doi)}").json["responseCode"] == 1, doi


@pytest.mark.parametrize(
    ("doi", "where", "title"),
    [
        (
            "10.3280/ecag2018-001005",
            "/agency/",
            "Substitutability between organic and conventional poultry products and organic price premiums",
        ),
        (PRIME, "/crossref/v1/works/", "A work registered under two names"),
        (
            "10.5281/zenodo.1239",
            "/datacite/application/",
            "Publication Fp7 Funding Acknowledgment - Plos Openaire",
        ),
    ],
)
def test_content_negotiation_leads_to_the_metadata_of_the_agency(
    registries: Replay, doi: str, where: str, title: str
) -> None:
    sent = ask(registries, "doi_org", f"/{quoted(doi)}", CSL)
    path = urllib.parse.urlsplit(sent.one("location")).path
    assert (sent.status, path.startswith(where)) == (302, True)
    connection = connect(registries)
    got = fetch(connection, path, CSL, "GET")
    connection.close()
    assert got.one("content-type").startswith("application/vnd.citationstyles.csl+json")
    assert got.json["title"] == title


@pytest.mark.parametrize("doi", ["10.5555/replay.page", "10.1002/2014gb004975"])
def test_content_negotiation_leads_to_a_page_where_there_is_no_metadata(registries: Replay, doi: str) -> None:
    sent = ask(registries, "doi_org", f"/{doi}", CSL)
    connection = connect(registries)
    got = fetch(connection, urllib.parse.urlsplit(sent.one("location")).path, CSL, "GET")
    connection.close()
    assert (got.status, got.one("content-type")) == (200, "text/html;charset=utf-8")


def test_doi_org_sends_an_alias_on_to_itself(registries: Replay) -> None:
    sent = ask(registries, "doi_org", "/10.5555/replay.moved", CSL)
    assert sent.one("location") == f"{registries.urls['doi_org']}/{PRIME}"


def test_doi_org_denies_an_unknown_doi_and_refuses_what_is_none(registries: Replay) -> None:
    for path, status, title in (("/10.1126/foo", 404, "DOI Not Found"), ("/foo", 400, "Not a DOI")):
        got = ask(registries, "doi_org", path, CSL)
        assert (got.status, got.one("content-type")) == (status, "text/html;charset=utf-8")
        assert f"<title>Error: {title}</title>" in got.body.decode()


# --- arXiv, NCBI, Europe PMC ----------------------------------------------------------------------


def entries(got: Got) -> list[str]:
    return re.findall(r"<entry>\s*<id>(.*?)</id>", got.body.decode())


def test_arxiv_answers_the_entries_it_knows_and_leaves_out_the_others(registries: Replay) -> None:
    got = ask(registries, "arxiv", "/api/query?id_list=0808.05394,1707.08567,quant-ph/0201082v1")
    assert (got.status, got.one("content-type")) == (200, "application/atom+xml; charset=utf-8")
    assert entries(got) == ["http://arxiv.org/abs/1707.08567v1", "http://arxiv.org/abs/quant-ph/0201082v1"]
    assert b"<opensearch:totalResults>2</opensearch:totalResults>" in got.body


def test_arxiv_gives_the_latest_version_or_the_first_one_with_its_own_date(registries: Replay) -> None:
    latest = ask(registries, "arxiv", "/api/query?id_list=2005.14124").body.decode()
    first = ask(registries, "arxiv", "/api/query?id_list=2005.14124v1").body.decode()
    (published,) = re.findall("<published>(.*?)</published>", latest)
    assert "abs/2005.14124v2" in latest
    assert "abs/2005.14124v1" in first
    assert re.findall("<entry>.*?<updated>(.*?)</updated>", first, re.DOTALL) == [published]
    assert entries(ask(registries, "arxiv", "/api/query?id_list=2005.14124v3")) == []


def test_arxiv_gives_10_entries_unless_more_are_asked_for(registries: Replay) -> None:
    names = ",".join(sorted(registries.world.entries)[:15])
    assert len(entries(ask(registries, "arxiv", f"/api/query?id_list={names}"))) == 10
    assert len(entries(ask(registries, "arxiv", f"/api/query?id_list={names}&max_results=100"))) == 15


def test_arxiv_answers_a_malformed_identifier_with_400_and_an_entry_called_error(registries: Replay) -> None:
    got = ask(registries, "arxiv", "/api/query?id_list=1707.08567,12.34")
    assert got.status == 400
    assert entries(got) == ["https://arxiv.org/api/errors#incorrect_id_format_for_12.34"]


def test_every_arxiv_entry_has_its_datacite_record(registries: Replay) -> None:
    for name in registries.world.entries:
        assert ask(registries, "datacite", f"/dois/{quoted(f'10.48550/arXiv.{name}')}").status == 200, name


def test_the_converter_knows_what_is_in_pubmed_central_and_nothing_else(registries: Replay) -> None:
    path = "/pmc/utils/idconv/v1.0/?ids=39709208,PMC12120539,39038316,1&format=json"
    records = ask(registries, "idconv", path).json["records"]
    outside = {"status": "error", "errmsg": "Identifier not found in PMC"}
    assert records == [
        {
            "doi": "10.1016/s0140-6736(24)02716-8",
            "pmcid": "PMC12124214",
            "pmid": 39709208,
            "requested-id": "39709208",
        },
        {
            "doi": "10.1002/hpja.70059",
            "pmcid": "PMC12120539",
            "pmid": 40437959,
            "requested-id": "PMC12120539",
        },
        {"requested-id": "39038316", **outside},
        {"requested-id": "1", **outside},
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ext_id:39709208", ["39709208"]),
        ("EXT_ID:39709208 AND SRC:MED", ["39709208"]),
        ("ext_id:39709208 AND src:ppr", []),
        ("pmcid:PMC12120539", ["40437959"]),
        ('DOI:"10.1097/CM9.0000000000003667"', ["40528292"]),
        ("(ext_id:39709208 OR ext_id:39038316) AND src:med", ["39038316", "39709208"]),
        ("ext_id:1", []),
        ("cancer", []),
        ("src:med", []),
    ],
)
def test_europe_pmc_finds_an_article_by_its_identifier(
    registries: Replay, query: str, found: list[str]
) -> None:
    path = f"/search?query={quoted(query)}&resultType=core&format=json"
    answer = ask(registries, "europepmc", path).json
    assert answer["hitCount"] == len(found)
    assert [article["id"] for article in answer["resultList"]["result"]] == found


def test_europe_pmc_names_the_notices_of_an_added_article(registries: Replay) -> None:
    corrections = {"commentCorrection": [{"id": "2", "source": "MED", "type": "Retraction in"}]}
    registries.add_article(id="1", pmid="1", title="Gone.", commentCorrectionList=corrections)
    answer = ask(registries, "europepmc", "/search?query=ext_id:1&resultType=core&format=json").json
    assert answer["resultList"]["result"][0]["commentCorrectionList"] == corrections


# --- news -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "sources", "notices"),
    [
        ("publisher", ["publisher"], 1),
        ("retraction-watch", ["retraction-watch"], 0),
        ("both", ["publisher", "retraction-watch"], 1),
    ],
)
def test_a_retraction_stands_at_the_work_in_both_forms_and_at_the_publishers_notice(
    registries: Replay, source: Source, sources: list[str], notices: int
) -> None:
    notice = registries.retract(PRIME, source)
    stamp = {
        "date-parts": [[2025, 3, 14]],
        "date-time": "2025-03-14T00:00:00Z",
        "timestamp": 1_741_910_400_000,
    }
    entries = work(registries, PRIME)["updated-by"]
    assert entries == listed(registries, PRIME, more="&select=updated-by")[0]["updated-by"]
    assert [entry.pop("source") for entry in entries] == sources
    assert [entry.pop("record-id", None) for entry in entries] == [
        None if name == "publisher" else str(10_000 + position) for position, name in enumerate(sources)
    ]
    assert entries == [
        {"DOI": notice, "type": "retraction", "label": "Retraction", "updated": stamp} for _ in sources
    ]
    pointers = work(registries, notice).get("update-to", [])
    assert [(one["DOI"], one["type"]) for one in pointers] == [(PRIME, "retraction")] * notices


def test_a_retraction_joins_the_notices_that_are_already_there(registries: Replay) -> None:
    registries.retract(LANCET, "publisher", kind="expression_of_concern", notice="10.5555/concern")
    kinds = [entry["type"] for entry in work(registries, LANCET)["updated-by"]]
    assert kinds == ["correction", "retraction", "expression_of_concern"]


def test_touching_changes_only_what_says_nothing_about_the_work(registries: Replay) -> None:
    before = work(registries, "10.1073/pnas.1414271111")
    registries.touch("10.1073/PNAS.1414271111")
    after = work(registries, "10.1073/pnas.1414271111")
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    assert changed == {"indexed", "deposited", "score", "is-referenced-by-count", "subject"}


def test_a_changed_field_is_changed_and_a_field_of_none_is_gone(registries: Replay) -> None:
    registries.change(PRIME, container_title=["Another Journal"], page=None)
    after = work(registries, PRIME)
    assert after["container-title"] == ["Another Journal"]
    assert "page" not in after


def test_a_withdrawn_doi_is_unknown_everywhere(registries: Replay) -> None:
    registries.withdraw(PRIME)
    assert ask(registries, "crossref", f"/works/{PRIME}").status == 404
    assert listed(registries, PRIME) == []
    assert ask(registries, "doi_org", f"/api/handles/{PRIME}").json["responseCode"] == 100
    assert ask(registries, "doi_org", f"/{PRIME}", CSL).status == 404
    registries.add_work(PRIME)
    assert ask(registries, "doi_org", f"/api/handles/{PRIME}").json["responseCode"] == 1


def test_a_transferred_doi_is_answered_by_datacite(registries: Replay) -> None:
    registries.add_work("10.5556/moved", title=["Moved"])
    registries.transfer("10.5556/moved")
    assert ask(registries, "crossref", "/works/10.5556/moved").status == 404
    assert ask(registries, "doi_org", "/ra/10.5556").json == [{"DOI": "10.5556", "RA": "DataCite"}]
    attributes = ask(registries, "datacite", "/dois/10.5556/moved").json["data"]["attributes"]
    assert (attributes["titles"], attributes["publicationYear"]) == ([{"title": "Moved"}], 2024)
    assert [person["familyName"] for person in attributes["creators"]] == ["Example", "Second"]


def test_news_stay_in_the_replay_they_were_told_to() -> None:
    news = ("10.1073/pnas.1414271111", LANCET, "10.5281/zenodo.1239")
    with replay() as first:
        before = [first.world.works[PRIME], first.world.works[LANCET]]
        first.retract(PRIME, "both")
        first.touch(LANCET)
        first.change(LANCET, title=["Another"])
        first.handle("10.5555/bare", None)
        for doi in news:
            first.withdraw(doi)
    with replay() as second:
        assert [second.world.works[PRIME], second.world.works[LANCET]] == before
        for doi in news:
            assert ask(second, "doi_org", f"/api/handles/{quoted(doi)}").json["responseCode"] == 1
        assert ask(second, "doi_org", "/api/handles/10.5555/bare").json["responseCode"] == 100


# --- faults ---------------------------------------------------------------------------------------


def test_scripted_answers_come_one_after_another_and_then_the_service_s_own(registries: Replay) -> None:
    registries.script("crossref", f"/works/{PRIME}", [too_many("7"), Answer(503), None, not_found()])
    got = [ask(registries, "crossref", f"/works/{PRIME}") for _ in range(5)]
    assert [one.status for one in got] == [429, 503, 200, 404, 200]
    assert (got[0].one("retry-after"), got[0].one("content-type")) == ("7", "text/html;charset=utf-8")
    assert got[1].body == b""


def test_a_script_matches_a_path_a_beginning_or_a_predicate_and_the_latest_wins(registries: Replay) -> None:
    def with_address(request: Request) -> bool:
        return request.polite

    registries.script("crossref", "/works*", [Answer(500)], forever=True)
    registries.script("crossref", "/works", [Answer(501)], forever=True)
    registries.script("*", with_address, [Answer(502)], forever=True)
    assert ask(registries, "crossref", f"/works/{PRIME}").status == 500
    assert ask(registries, "crossref", f"/works?filter=doi:{PRIME}").status == 501
    polite = {"User-Agent": "citelock (mailto:someone@example.org)"}
    assert ask(registries, "datacite", "/dois", polite).status == 502
    assert ask(registries, "datacite", "/dois").status == 200
    registries.unscript()
    assert ask(registries, "crossref", f"/works/{PRIME}").status == 200


def test_a_scripted_function_sees_the_request_and_may_leave_the_answer_to_the_service(
    registries: Replay,
) -> None:
    def one_of_them(request: Request) -> Answer | None:
        return Answer(500) if "a" in request.path else None

    registries.script("doi_org", "*", [one_of_them], forever=True)
    assert [ask(registries, "doi_org", path).status for path in ("/ra/10.1016", "/10.5555/zz")] == [500, 404]


def test_headers_may_be_repeated_and_replace_the_announced_rate(registries: Replay) -> None:
    twice = (("X-Rate-Limit-Limit", "50"), ("X-Rate-Limit-Limit", "50"), ("X-Rate-Limit-Interval", "1s, 1s"))
    registries.script("crossref", "/works", [json_answer({}, headers=twice)])
    got = ask(registries, "crossref", "/works")
    assert (got.all("x-rate-limit-limit"), got.all("x-rate-limit-interval")) == (["50", "50"], ["1s, 1s"])


def test_a_delayed_answer_takes_its_time(registries: Replay) -> None:
    registries.script("crossref", "/works", [Answer(delay=0.2)])
    before = time.monotonic()
    assert ask(registries, "crossref", "/works").status == 200
    assert time.monotonic() - before >= 0.2


def test_a_dripping_answer_comes_in_pieces_and_is_whole(registries: Replay) -> None:
    registries.script("crossref", "/works", [drip(json_answer({"a": "b"}), 2, 0.05)])
    before = time.monotonic()
    assert ask(registries, "crossref", "/works").json == {"a": "b"}
    assert time.monotonic() - before >= 0.2


def test_a_cut_answer_is_shorter_than_it_promised(registries: Replay) -> None:
    registries.script("crossref", "/works", [cut(json_answer({"a": "b"}))])
    with pytest.raises(http.client.IncompleteRead) as raised:
        ask(registries, "crossref", "/works")
    assert (raised.value.partial, raised.value.expected) == (b'{"a":"b"}', MISSING)


def test_a_chunked_answer_has_no_length_and_a_cut_one_no_end(registries: Replay) -> None:
    whole = json_answer({"a": "b"})._replace(chunked=True, drip=(4, 0.0))
    registries.script("crossref", "/works", [whole, cut(whole)])
    got = ask(registries, "crossref", "/works")
    assert (got.all("content-length"), got.json) == ([], {"a": "b"})
    with pytest.raises(http.client.IncompleteRead):
        ask(registries, "crossref", "/works")


def test_broken_gzip_says_it_is_gzip(registries: Replay) -> None:
    registries.script("crossref", "/works", [broken_gzip()])
    got = ask(registries, "crossref", "/works")
    assert got.one("content-encoding") == "gzip"
    with pytest.raises((OSError, EOFError)):
        gzip.decompress(got.body)


def test_a_captive_portal_is_html_with_200(registries: Replay) -> None:
    registries.script("*", "*", [captive_portal()])
    got = ask(registries, "crossref", f"/works/{PRIME}")
    assert (got.status, got.one("content-type")) == (200, "text/html;charset=utf-8")


@pytest.mark.parametrize(
    ("answer", "status", "kind", "word"),
    [
        (invalid_cursor(), 404, "application/json", b"resource-failure"),
        (server_error(), 500, "application/json", b"exception"),
        (gateway_timeout(), 504, "text/html;charset=utf-8", b"504 Gateway Time-out"),
        (not_found(kind="text/plain"), 404, "text/plain", b"Resource not found."),
        (too_many(), 429, "text/html;charset=utf-8", b"429 Too Many Requests"),
    ],
)
def test_recorded_errors_come_as_they_were(
    registries: Replay, answer: Answer, status: int, kind: str, word: bytes
) -> None:
    registries.script("crossref", "/works", [answer])
    got = ask(registries, "crossref", "/works")
    assert (got.status, got.one("content-type"), word in got.body) == (status, kind, True)


def test_a_truncated_answer_has_the_length_it_says_and_is_no_json(registries: Replay) -> None:
    registries.script("crossref", "/works", [truncated(json_answer({"status": "ok"}))])
    got = ask(registries, "crossref", "/works")
    assert got.body == b'{"statu'


def test_a_redirect_names_where_to(registries: Replay) -> None:
    registries.script("crossref", "/works", [redirect("http://127.0.0.1:1/elsewhere", 307)])
    got = ask(registries, "crossref", "/works")
    assert (got.status, got.one("location")) == (307, "http://127.0.0.1:1/elsewhere")


def test_a_reset_connection_breaks_before_the_answer_or_after_a_part_of_it(registries: Replay) -> None:
    registries.script("crossref", "/works", [reset(), reset(json_answer({"a": "b"}))])
    with pytest.raises(ConnectionResetError):
        ask(registries, "crossref", "/works")
    with pytest.raises((ConnectionResetError, http.client.IncompleteRead)):
        ask(registries, "crossref", "/works")


def test_a_silent_server_never_answers_and_is_free_again_when_the_client_goes(registries: Replay) -> None:
    registries.script("crossref", "/works", [silent()])
    with pytest.raises(TimeoutError):
        ask(registries, "crossref", "/works", timeout=0.1)
    wait_until(lambda: bool(registries.log) and registries.log[0].ended is not None)
    assert ask(registries, "crossref", f"/works/{PRIME}").status == 200


def test_a_replay_ends_though_a_client_still_waits_for_it() -> None:
    with replay() as registries:
        registries.script("*", "*", [silent()])
        connection = connect(registries)
        connection.request("GET", "/crossref/works")
        wait_until(lambda: bool(registries.log))
    with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)):
        connection.getresponse()
    connection.close()


def test_nothing_is_served_any_more_after_the_block() -> None:
    with replay() as registries:
        connection = connect(registries)
    with pytest.raises(ConnectionRefusedError):
        connection.connect()


# --- rates ----------------------------------------------------------------------------------------


def test_what_comes_faster_than_announced_is_refused_and_counted(
    registries: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("examples.replay.server.time", SimpleNamespace(monotonic=lambda: now))
    registries.set_rate(2, 0.5)
    statuses = [ask(registries, "crossref", f"/works/{PRIME}").status for _ in range(4)]
    assert (statuses, registries.exceeded) == ([200, 200, 429, 429], 2)
    now += 0.5
    got = ask(registries, "crossref", f"/works/{PRIME}")
    assert (got.status, got.one("x-rate-limit-limit"), got.one("x-rate-limit-interval")) == (200, "2", "0.5s")


def test_lists_and_single_answers_are_counted_apart(registries: Replay) -> None:
    registries.set_rate(1, 3600)
    paths = [f"/works/{PRIME}", "/works?filter=doi:10.5555/a"] * 2
    assert [ask(registries, "crossref", path).status for path in paths] == [200, 200, 429, 429]


def test_more_at_once_than_announced_is_refused(registries: Replay) -> None:
    registries.set_rate(1000, 1, 2)

    def when_one_was_refused(_: Request) -> Answer:
        wait_until(lambda: registries.exceeded > 0)
        return Answer()

    registries.script("crossref", "/works*", [when_one_was_refused], forever=True)
    with ThreadPoolExecutor(3) as threads:
        got = list(threads.map(lambda _: ask(registries, "crossref", f"/works/{PRIME}").status, range(3)))
    assert (sorted(got), registries.exceeded, registries.highest("crossref")) == ([200, 200, 429], 1, 3)


def test_a_client_that_has_its_whole_answer_is_not_counted_as_waiting(registries: Replay) -> None:
    registries.set_rate(100_000, 1, 1)
    connections = [connect(registries), connect(registries)]
    for number in range(300):
        assert fetch(connections[number % 2], f"/crossref/works/{quoted(LANCET)}", {}, "GET").status == 200
    for connection in connections:
        connection.close()
    assert (registries.exceeded, registries.highest()) == (0, 1)


def test_a_rate_that_is_only_announced_refuses_nothing(registries: Replay) -> None:
    registries.set_rate(1, 3600, enforced=False, announce=[("x-rate-limit-limit", "50, 50")])
    got = [ask(registries, "crossref", f"/works/{PRIME}") for _ in range(3)]
    assert [one.status for one in got] == [200] * 3
    assert got[0].one("x-rate-limit-limit") == "50, 50"
    assert got[0].all("x-rate-limit-interval") == []


def test_another_service_can_have_a_rate_too(registries: Replay) -> None:
    registries.set_rate(1, 3600, service="arxiv")
    statuses = [ask(registries, "arxiv", "/api/query?id_list=1707.08567").status for _ in range(2)]
    assert statuses == [200, 429]


# --- the log --------------------------------------------------------------------------------------


def test_the_log_holds_what_was_asked_and_when(registries: Replay) -> None:
    before = time.monotonic()
    ask(registries, "crossref", "/works?filter=doi:10.1016%2Fa&rows=50", {"User-Agent": "citelock/1"})
    after = time.monotonic()
    (request,) = registries.log
    assert (request.method, request.service, request.path, request.route) == (
        "GET",
        "crossref",
        "/works",
        "list",
    )
    assert request.raw == "/crossref/works?filter=doi:10.1016%2Fa&rows=50"
    assert request.query == {"filter": "doi:10.1016/a", "rows": "50"}
    assert (request.headers["user-agent"], request.body_length, request.status) == ("citelock/1", 0, 200)
    assert request.ended is not None
    assert before <= request.started <= request.ended <= after


def test_a_body_is_measured_and_no_service_takes_one(registries: Replay) -> None:
    connection = connect(registries)
    connection.request("POST", "/crossref/works", body=b"12345")
    assert connection.getresponse().status == 405
    connection.close()
    assert [(one.method, one.body_length) for one in registries.log] == [("POST", 5)]


def test_a_wrong_base_url_is_answered_with_a_page_that_is_not_crossref_s_404(registries: Replay) -> None:
    connection = connect(registries)
    got = fetch(connection, "/works/10.5555/a", {}, "GET")
    connection.close()
    assert (got.status, b"Resource not found." in got.body) == (404, False)


def test_one_connection_serves_many_requests(registries: Replay) -> None:
    connection = connect(registries)
    connection.connect()
    assert connection.sock is not None
    port = connection.sock.getsockname()
    for path in (f"/crossref/works/{PRIME}", "/crossref/works/10.5555/unknown", "/doi/ra/10.1016"):
        fetch(connection, path, {}, "GET")
        assert connection.sock.getsockname() == port
    connection.close()


def test_the_highest_number_at_once_is_seen(registries: Replay) -> None:
    barrier = threading.Barrier(4)

    def together(request: Request) -> Answer:
        barrier.wait(PATIENCE)
        return Answer()

    registries.script("doi_org", "*", [together], forever=True)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: ask(registries, "doi_org", "/ra/10.1016"), range(4)))
    ask(registries, "crossref", f"/works/{PRIME}")
    assert (registries.highest(), registries.highest("doi_org"), registries.highest("crossref")) == (4, 4, 1)


def test_the_busiest_time_is_seen(registries: Replay) -> None:
    for number, started in enumerate((0.0, 0.5, 0.9, 1.0, 5.0)):
        ask(registries, "crossref", f"/works/10.5555/{number}")
        registries.log[number].started = started
    assert [registries.busiest(seconds) for seconds in (0.05, 0.5, 1, 1.01, 10)] == [1, 2, 3, 4, 5]
    assert registries.busiest(10, "crossref", "list") == 0


def _is_whole(waiting: socket.socket, method: str) -> bool:
    """Whether all of the answer has arrived at a client that has not begun to read it."""
    try:
        arrived = waiting.recv(1 << 20, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    head, _, body = arrived.partition(b"\r\n\r\n")
    if method == "HEAD" or b"Content-Length: 0\r\n" in arrived:
        return arrived.endswith(b"\r\n\r\n")
    if b"chunked" in head:
        return body.endswith(b"0\r\n\r\n")
    length = re.search(rb"Content-Length: ([0-9]+)", head)
    return length is not None and len(body) == int(length[1])


@pytest.mark.parametrize(
    ("answer", "method"),
    [
        (Answer(503), "GET"),
        (Answer(503, chunked=True), "GET"),
        (page("Later", 503), "GET"),
        (page("Later", 503), "HEAD"),
        (page("Later", 503)._replace(chunked=True), "GET"),
        (drip(page("Later", 503), 20, 0.0), "GET"),
    ],
    ids=["no body", "no body in chunks", "body", "head only", "chunks", "drip"],
)
def test_each_answer_is_told_of_when_it_is_about_to_be_complete(
    registries: Replay, answer: Answer, method: str
) -> None:
    told: list[tuple[str, int | None, bool]] = []
    address = urlsplit(registries.urls["doi_org"])

    def tell(request: Request) -> None:
        told.append((request.path, request.status, _is_whole(waiting, method)))

    registries.tell(tell)
    registries.script("doi_org", "/ra/10.1016", [answer])
    with socket.create_connection((str(address.hostname), int(address.port or 0))) as waiting:
        waiting.sendall(f"{method} {address.path}/ra/10.1016 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        wait_until(lambda: _is_whole(waiting, method))
    assert told == [("/ra/10.1016", answer.status, False)]


def test_what_is_asked_can_be_forgotten(registries: Replay) -> None:
    ask(registries, "crossref", f"/works/{PRIME}")
    assert len(registries.asked("crossref", f"/works/{PRIME}")) == 1
    registries.forget()
    assert registries.log == []


def test_large_answers_come_in_gzip_to_who_takes_it_and_are_the_same(registries: Replay) -> None:
    path = f"/works/{quoted(LANCET)}"
    plain, packed = (
        ask(registries, "crossref", path, {"Accept-Encoding": coding}) for coding in ("identity", "gzip")
    )
    assert (plain.all("content-encoding"), packed.all("content-encoding")) == ([], ["gzip"])
    assert gzip.decompress(packed.body) == plain.body


# --- the program ----------------------------------------------------------------------------------


def test_the_program_prints_the_block_of_the_configuration_and_serves_what_it_says(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, str(TOP / "examples" / "replay" / "serve.py"), "--verbose"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert program.stdout is not None
        lines = [program.stdout.readline() for _ in range(10)]
        port = int(lines[1].rpartition(":")[2].partition("/")[0])
        assert lines == [
            "registries:\n",
            f"  crossref: http://127.0.0.1:{port}/crossref\n",
            f"  datacite: http://127.0.0.1:{port}/datacite\n",
            f"  doi_org: http://127.0.0.1:{port}/doi\n",
            f"  idconv: http://127.0.0.1:{port}/idconv\n",
            f"  europepmc: http://127.0.0.1:{port}/europepmc\n",
            f"  arxiv: http://127.0.0.1:{port}/arxiv\n",
            f"  biorxiv: http://127.0.0.1:{port}/biorxiv\n",
            f"  pmc: http://127.0.0.1:{port}/pmc\n",
            f"  unpaywall: http://127.0.0.1:{port}/unpaywall\n",
        ]
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        assert fetch(connection, f"/crossref/works/{PRIME}", {}, "GET").status == 200
        connection.close()
        assert program.stdout.readline() == f"200 GET /crossref/works/{PRIME}\n"
    finally:
        program.terminate()
        program.communicate(timeout=PATIENCE)


def test_the_program_says_that_a_port_is_taken(registries: Replay) -> None:
    port = registries.urls["crossref"].rpartition(":")[2].partition("/")[0]
    ran = subprocess.run(
        [sys.executable, str(TOP / "examples" / "replay" / "serve.py"), "--port", port],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    said = (ran.returncode, ran.stdout, ran.stderr)
    assert said == (2, "", f"cannot serve on port {port}: Address already in use\n")
