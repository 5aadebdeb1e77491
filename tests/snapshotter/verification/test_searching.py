"""Searches: the questions that are sent, the answers that are hits, and who is named when nobody answers."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from citelock.checks.errors import InputError, UsageError
from citelock.checks.verification.choosing import choose
from citelock.checks.verification.values import Request, Search, TimeRange
from citelock.snapshotter.verification.search.interface import Provider, SearchUnavailable
from citelock.snapshotter.verification.searching import provider_of, search
from examples.replay.messages import Answer
from examples.replay.messages import Request as Sent
from examples.replay.web import WebServer

TODAY = "2026-03-15"
CLAIM = Request("The harbour of Bergen was dredged in 1998")
VARIABLE = "A_SEARCH_KEY"
KEY = "s3cret-key-of-a-test"


def no_folder(_: str) -> Provider:
    raise AssertionError("no folder was asked for")


def answered(value: object, status: int = 200) -> Answer:
    return Answer(status, (("Content-Type", "application/json"),), json.dumps(value).encode())


def asked(server: WebServer) -> list[Sent]:
    return [each for each in server.log if "robots" not in each.raw]


def ask(spec: str, request: Request = CLAIM) -> Search:
    return search(provider_of(spec, VARIABLE, no_folder), request, TODAY)


def searx(server: WebServer, *answers: object) -> None:
    """Lets the server answer one after another as a SearXNG, the last one for ever."""
    left = list(answers)

    def intercept(_: Sent) -> Answer:
        value = left.pop(0) if len(left) > 1 else left[0]
        return value if isinstance(value, Answer) else answered(value)

    server.intercept = intercept


def result(url: str, **more: str) -> dict[str, str]:
    return {"url": url, "title": "A title", "content": "words", "engine": "one", **more}


# -- SearXNG ---------------------------------------------------------------------------------------------


def test_a_search_keeps_what_has_an_address_and_its_rank(pages: WebServer) -> None:
    results = [
        result("https://a.example/1", publishedDate="2026-03-01T08:00:00"),
        {"title": "no address"},
        result("local:a.txt"),
        result("ftp://b.example/"),
        result("javascript:alert(1)"),
        result("https://c.example/\n2"),
        result("https://en.wikipedia.org/wiki/Bergen", title="Bergen\u202e - \x00Wikipedia"),
    ]
    searx(pages, {"results": results, "unresponsive_engines": []})
    found = ask(f"searxng:{pages.base}")
    assert [(hit.rank, hit.domain, hit.published) for hit in found.hits] == [
        (1, "a.example", "2026-03-01"),
        (7, "wikipedia.org", ""),
    ]
    assert found.hits[1].title.isprintable()
    assert found.queries[0]._asdict() == {
        "text": CLAIM.claim, "time_range": "", "language": "auto", "found": 7,
    }  # fmt: skip
    (sent,) = asked(pages)
    assert sent.query == {"q": CLAIM.claim, "format": "json", "language": "auto", "pageno": "1"}


def test_an_address_in_capital_letters_is_of_its_site(pages: WebServer) -> None:
    searx(
        pages, {"results": [result("HTTPS://En.Wikipedia.ORG/wiki/Bergen", publishedDate="２０２６-03-01")]}
    )
    (hit,) = ask(f"searxng:{pages.base}").hits
    assert (hit.host, hit.domain, hit.published) == ("en.wikipedia.org", "wikipedia.org", "")


def test_a_query_takes_the_place_of_the_claim_and_a_long_claim_is_cut(pages: WebServer) -> None:
    searx(pages, {"results": [result("https://a.example/")]})
    ask(f"searxng:{pages.base}", CLAIM._replace(query="Bergen harbour", language="no"))
    ask(f"searxng:{pages.base}", Request("word " * 150))
    first, second = asked(pages)
    assert (first.query["q"], first.query["language"]) == ("Bergen harbour", "no")
    assert len(second.query["q"]) == 400


def test_no_more_than_twenty_hits_are_kept(pages: WebServer) -> None:
    searx(pages, {"results": [result(f"https://s{n}.example/") for n in range(40)]})
    assert len(ask(f"searxng:{pages.base}").hits) == 20


def test_one_engine_that_is_down_is_named(pages: WebServer) -> None:
    failed = [["two", "timeout"], ["one", "CAPTCHA\x1b[31m"], "odd", [3, "x"]]
    searx(pages, {"results": [result("https://a.example/")], "unresponsive_engines": failed})
    found = ask(f"searxng:{pages.base}")
    assert [name for name, _ in found.unresponsive] == ["one", "two"]
    assert all(why.isprintable() for _, why in found.unresponsive)


def test_all_engines_down_is_no_absence(pages: WebServer) -> None:
    searx(pages, {"results": [], "unresponsive_engines": [["one", "timeout"], ["two", "blocked"]]})
    with pytest.raises(SearchUnavailable, match=r"one \(timeout\), two \(blocked\)"):
        ask(f"searxng:{pages.base}")


def test_nothing_found_is_an_answer(pages: WebServer) -> None:
    searx(pages, {"results": [], "unresponsive_engines": []})
    assert ask(f"searxng:{pages.base}").hits == ()


@pytest.mark.parametrize("time_range", ["day", "week", "month", "year"])
def test_an_engine_that_cannot_filter_is_asked_again_without_the_range(
    pages: WebServer, time_range: TimeRange
) -> None:
    searx(pages, {"results": []}, {"results": [result("https://a.example/")]})
    found = ask(f"searxng:{pages.base}", CLAIM._replace(time_range=time_range))
    assert [(query.time_range, query.found) for query in found.queries] == [(time_range, 0), ("", 1)]
    assert [each.query.get("time_range") for each in asked(pages)] == [time_range, None]
    assert len(found.hits) == 1


def test_an_engine_that_filters_is_asked_once(pages: WebServer) -> None:
    searx(pages, {"results": [result("https://a.example/")]})
    assert len(ask(f"searxng:{pages.base}", CLAIM._replace(time_range="week")).queries) == 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(403, (), b"Forbidden"), "search.formats must list json"),
        (Answer(429, (), b""), "wants fewer questions"),
        (Answer(500, (), b""), "answered 500"),
        (Answer(200, (), b"<html>results</html>"), "did not answer in JSON"),
        (Answer(200, (), b"[" * 100_000), "did not answer in JSON"),
        (Answer(200, (), b"[]"), "something else than results"),
        (Answer(302, (("Location", "http://127.0.0.1:1/"),), b""), "answered 302"),
        (Answer(200, (), b"{", ending="cut"), "did not answer"),
        (Answer(200, (), b"", ending="reset"), "did not answer"),
    ],
)
def test_who_does_not_answer_is_named_with_what_to_do(pages: WebServer, answer: Answer, said: str) -> None:
    searx(pages, answer)
    with pytest.raises(SearchUnavailable, match=said) as error:
        ask(f"searxng:{pages.base}")
    assert "searxng at 127.0.0.1:" in str(error.value)


def test_a_broken_character_costs_no_search(pages: WebServer) -> None:
    body = b'{"results": [{"url": "https://a.example/", "title": "x\\ud83d y", "content": "\xff"}]}'
    searx(pages, Answer(200, (), body))
    (hit,) = ask(f"searxng:{pages.base}").hits
    (hit.title + hit.snippet).encode("utf-8")


def test_a_hit_at_a_private_address_is_a_hit(pages: WebServer) -> None:
    searx(pages, {"results": [result("http://10.0.0.1/admin"), result("http://127.0.0.1:8080/")]})
    assert [hit.domain for hit in ask(f"searxng:{pages.base}").hits] == ["10.0.0.1", "127.0.0.1:8080"]


# -- services with a key ---------------------------------------------------------------------------------

SERVICES: list[tuple[str, Callable[[str], object], str, str]] = [
    ("brave", lambda url: {"web": {"results": [{"url": url, "title": "T", "description": "D",
                                                "page_age": "2026-03-02T00:00:00"}]}},
     "x-subscription-token", KEY),
    ("tavily", lambda url: {"results": [{"url": url, "title": "T", "content": "D",
                                         "published_date": "Mon, 02 Mar 2026 10:00:00 GMT"}]},
     "authorization", f"Bearer {KEY}"),
    ("serper", lambda url: {"organic": [{"link": url, "title": "T", "snippet": "D", "date": "13 days ago"}]},
     "x-api-key", KEY),
    ("openalex", lambda url: {"results": [{"doi": "https://doi.org/10.5555/x", "display_name": "T",
                                           "publication_date": "2026-03-02",
                                           "best_oa_location": {"landing_page_url": url}}]},
     "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("name", "body", "header", "value"), SERVICES, ids=[each[0] for each in SERVICES])
def test_a_service_is_asked_with_its_key_and_answers_hits(
    pages: WebServer,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    body: Callable[[str], object],
    header: str,
    value: str,
) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    searx(pages, body("https://a.example/page"))
    found = ask(f"{name}:{pages.base}", CLAIM._replace(time_range="month", language="de"))
    (hit,) = found.hits
    assert (hit.url, hit.title, hit.published) == ("https://a.example/page", "T", "2026-03-02")
    (sent,) = asked(pages)
    if header:
        assert sent.headers[header] == value
        assert KEY not in sent.raw
    else:  # its documents want the key there: red without, they were sent a header that means nothing to it
        assert sent.query["api_key"] == KEY
        assert KEY not in "".join(sent.headers.values())
    assert KEY not in str(found)
    assert found.provider == name


@pytest.mark.parametrize("name", ["brave", "tavily", "serper", "openalex"])
def test_a_key_is_asked_for_by_the_name_of_its_variable(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(UsageError, match=VARIABLE):
        provider_of(name, VARIABLE, no_folder)
    with pytest.raises(UsageError, match="search_key_env"):
        provider_of(name, "", no_folder)
    monkeypatch.setenv(VARIABLE, "one\r\nX-Evil: two")
    with pytest.raises(UsageError, match="holds no key") as error:
        provider_of(name, VARIABLE, no_folder)
    assert "Evil" not in str(error.value)


def test_a_refusal_does_not_tell_the_key(pages: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    searx(pages, Answer(401, (), KEY.encode()))
    with pytest.raises(SearchUnavailable, match="See whether the key is right") as error:
        ask(f"brave:{pages.base}")
    assert KEY not in str(error.value)


@pytest.mark.parametrize(("name", "answer"), [
    ("openalex", Answer(200, (), b"", ending="reset")), ("openalex", Answer(500, (), b"")),
    ("openalex", Answer(200, (), b"<html>")), ("brave", Answer(200, (), b"", ending="reset")),
])  # fmt: skip
def test_not_even_a_traceback_tells_the_key(
    pages: WebServer, monkeypatch: pytest.MonkeyPatch, name: str, answer: Answer
) -> None:
    """What a library raises names the address that was asked, and the key may stand in it."""
    monkeypatch.setenv(VARIABLE, KEY)
    searx(pages, answer)
    with pytest.raises(SearchUnavailable) as error:
        ask(f"{name}:{pages.base}")
    assert KEY not in "".join(traceback.format_exception(error.value))


@pytest.mark.parametrize(
    ("language", "sent_as"),
    [
        ("ja", "jp"),
        ("zh", "zh-hans"),
        ("pt", "pt-br"),
        ("no", "nb"),
        ("en", "en"),
        ("eo", None),
        ("auto", None),
    ],
)
def test_brave_is_asked_in_its_own_names_of_languages(
    pages: WebServer, monkeypatch: pytest.MonkeyPatch, language: str, sent_as: str | None
) -> None:
    """Red without: `zh` and `ja` are none of its languages, so the search was refused as a whole."""
    monkeypatch.setenv(VARIABLE, KEY)
    searx(pages, {})
    ask(f"brave:{pages.base}", CLAIM._replace(language=language))
    assert asked(pages)[0].query.get("search_lang") == sent_as


def test_brave_takes_fifty_words_and_what_was_sent_is_recorded(
    pages: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    searx(pages, {})
    words = [f"w{number}" for number in range(80)]
    found = ask(f"brave:{pages.base}", CLAIM._replace(claim=" ".join(words)))
    assert asked(pages)[0].query["q"] == " ".join(words[:50])
    assert found.queries[0].text == " ".join(words[:50])
    whole = ask(f"tavily:{pages.base}", CLAIM._replace(claim=" ".join(words)))
    assert whole.queries[0].text == " ".join(words)


def test_works_behind_one_resolver_are_of_as_many_sites_as_publishers(pages: WebServer) -> None:
    """Red without: all DOIs were of one site, so one work of a scholarly search was read."""
    dois = ["10.5555/a", "10.5555/b", "10.1234/c"]
    searx(pages, {"message": {"items": [{"DOI": doi, "title": ["T"]} for doi in dois]}})
    hits = ask(f"crossref:{pages.base}").hits
    assert [hit.domain for hit in hits] == ["doi.org/10.5555", "doi.org/10.5555", "doi.org/10.1234"]
    chosen = choose(hits, 4, lambda _: "unknown", lambda _: True)
    assert [hit.url for hit in chosen.picks] == ["https://doi.org/10.5555/a", "https://doi.org/10.1234/c"]
    searx(pages, {"results": [result("https://doi.org/"), result("https://a.example/10.5555/x")]})
    assert [hit.domain for hit in ask(f"searxng:{pages.base}").hits] == ["doi.org", "a.example"]


def test_services_know_the_time_range_in_their_own_words(
    pages: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    searx(pages, {})
    week = CLAIM._replace(time_range="week")
    for name in ("brave", "tavily", "serper", "openalex", "crossref"):
        ask(f"{name}:{pages.base}", week)
    brave, _, tavily, _, serper, _, openalex, _, crossref, _ = asked(pages)
    assert brave.query["freshness"] == "pw"
    assert json.loads(tavily.body)["time_range"] == "week"
    assert json.loads(serper.body)["tbs"] == "qdr:w"
    assert openalex.query["filter"] == "from_publication_date:2026-03-08"
    assert crossref.query["filter"] == "from-pub-date:2026-03-08"


def test_crossref_names_the_doi_of_a_work(pages: WebServer) -> None:
    work = {"DOI": "10.5555/x", "title": ["T", "U"], "issued": {"date-parts": [[2024, 3]]}}
    searx(pages, {"message": {"items": [work, {"title": "odd"}, 7]}})
    (hit,) = ask(f"crossref:{pages.base}").hits
    assert (hit.url, hit.title, hit.published) == ("https://doi.org/10.5555/x", "T", "2024-03")


# -- hits from a file ------------------------------------------------------------------------------------


def test_a_file_of_hits_is_a_search(tmp_path: Path) -> None:
    path = tmp_path / "hits.json"
    path.write_text(json.dumps([{"url": "https://a.example/", "title": "T", "published": "2025"}]))
    found = ask(f"file:{path}", CLAIM._replace(time_range="day"))
    assert [(hit.url, hit.published) for hit in found.hits] == [("https://a.example/", "2025")]
    assert (found.filters, [query.time_range for query in found.queries]) == (False, [""])


@pytest.mark.parametrize("content", ["{}", "[3]", '[{"title": "x"}]', "", "[", '[{"url": ""}]'])
def test_a_file_that_holds_no_hits_is_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "hits.json"
    path.write_text(content)
    with pytest.raises(InputError, match=r"hits\.json"):
        ask(f"file:{path}")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.json"):
        ask(f"file:{tmp_path / 'none.json'}")


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "google",
        "searxng:",
        "searxng:ftp://x",
        "file:",
        "brave:nowhere",
        "searxng:http://u:p@x/",
        "a" * 999,
    ],
)
def test_what_names_no_search_is_refused_with_those_there_are(spec: str) -> None:
    with pytest.raises(UsageError, match=r"folder:DIR, file:HITS\.json") as error:
        provider_of(spec, VARIABLE, no_folder)
    assert len(str(error.value)) < 400
