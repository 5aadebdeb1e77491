"""Pages of the open web, from a server on loopback: what comes, what is refused, what is tried again."""

from __future__ import annotations

import socket

import pytest

from citelock.snapshotter.download import ATTEMPTS, Denied, Downloads, Page, without_secrets
from citelock.snapshotter.pace import Pace
from citelock.snapshotter.session import Session, endpoint_of
from examples.replay.messages import Answer, page, text_answer
from examples.replay.web import WebServer
from tests.support import replay as faults
from tests.support.clocks import PatientClock
from tests.support.patience import PATIENCE
from tests.support.web import web

HTML = (("Content-Type", "text/html; charset=iso-8859-1"),)
MIB = 1024 * 1024


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


def get(
    pages: WebServer, path: str, clock: PatientClock | None = None, *, whole: float = PATIENCE
) -> Page | Denied:
    allowed = (endpoint_of(pages.base),)
    session = Session("you@example.org", allowed, whole=whole)
    clock = clock or PatientClock()
    try:
        address = path if "://" in path else pages.base + path
        return Downloads(session, Pace(clock), clock, allowed).get(address, "url")
    finally:
        session.close()


def test_a_page_comes_with_what_is_known_of_its_origin(pages: WebServer) -> None:
    pages.pages["/a"] = Answer(
        200, (*HTML, ("ETag", '"x1"'), ("Last-Modified", "Mon, 01 Jan 2024 00:00:00 GMT")), b"<html>a</html>"
    )
    came = get(pages, "/a?utm=1#top")
    assert isinstance(came, Page)
    origin = came.origin
    assert (came.data, came.charset, came.attempts) == (b"<html>a</html>", "iso-8859-1", 1)
    assert (origin.status, origin.media_type, origin.etag) == (200, "text/html", '"x1"')
    assert origin.last_modified == "Mon, 01 Jan 2024 00:00:00 GMT"
    assert (origin.url, origin.final_url) == (f"{pages.base}/a?utm=1", f"{pages.base}/a?utm=1")
    assert origin.allowed_hosts == (pages.endpoint,)
    (robots, asked) = pages.log
    assert robots.raw == "/robots.txt"
    assert asked.headers["user-agent"].startswith("citelock/")
    assert "cookie" not in asked.headers


def test_every_hop_is_recorded_and_five_are_the_most(pages: WebServer) -> None:
    for number in range(7):
        pages.pages[f"/{number}"] = faults.redirect(f"/{number + 1}")
    pages.pages["/7"] = Answer(200, HTML, b"there")
    came = get(pages, "/2")
    assert isinstance(came, Page)
    assert came.origin.chain == tuple(f"{pages.base}/{number}" for number in range(3, 8))
    came = get(pages, "/1")
    assert isinstance(came, Denied)
    assert (came.reason, came.temporary) == ("http_302", False)


@pytest.mark.parametrize("status", [404, 410])
def test_a_page_that_is_gone_is_asked_for_twice(status: int, pages: WebServer) -> None:
    pages.pages["/a"] = page("gone", status)
    came = get(pages, "/a")
    assert isinstance(came, Denied)
    assert (came.reason, came.attempts, came.origin.status) == (f"http_{status}", 2, status)


@pytest.mark.parametrize("status", [401, 402, 418, 451])
def test_another_refusal_is_one_answer(status: int, pages: WebServer) -> None:
    pages.pages["/a"] = page("no", status)
    came = get(pages, "/a")
    assert isinstance(came, Denied)
    assert (came.reason, came.attempts, came.temporary) == (f"http_{status}", 1, False)


@pytest.mark.parametrize(("status", "reason"), [(429, "http_429"), (500, "http_5xx"), (503, "http_5xx")])
def test_what_may_be_over_in_a_minute_is_tried_again(status: int, reason: str, pages: WebServer) -> None:
    pages.pages["/a"] = page("later", status)
    came = get(pages, "/a")
    assert isinstance(came, Denied)
    assert (came.reason, came.attempts, came.temporary) == (reason, ATTEMPTS, True)


def test_a_server_that_comes_back_is_waited_for(pages: WebServer, clock: PatientClock) -> None:
    answers = [page("later", 503, headers=(("Retry-After", "7"),)), Answer(200, HTML, b"here")]
    pages.intercept = lambda request: answers.pop(0) if request.raw == "/a" else None
    came = get(pages, "/a", clock)
    assert isinstance(came, Page)
    assert came.attempts == 2
    assert max(clock.slept) >= 7


@pytest.mark.parametrize("asked", ["3600", "Fri, 31 Dec 2999 23:59:59 GMT", "1, 3600"])
def test_one_that_wants_an_hour_is_left_alone(pages: WebServer, asked: str) -> None:
    """Red without, for the date and the repeated header: both were cut at their comma."""
    pages.pages["/a"] = page("later", 429, headers=(("Retry-After", asked),))
    came = get(pages, "/a")
    assert isinstance(came, Denied)
    assert came.attempts == 1


def test_the_crawl_delay_of_a_host_is_kept(pages: WebServer, clock: PatientClock) -> None:
    pages.robots = "User-agent: *\nCrawl-delay: 9\n"
    pages.pages["/a"] = Answer(200, HTML, b"a")
    assert isinstance(get(pages, "/a", clock), Page)
    assert max(clock.slept) >= 8
    pages.robots = "User-agent: *\nCrawl-delay: 3600\n"
    came = get(pages, "/a", clock)
    assert isinstance(came, Denied)
    assert came.reason == "robots"


@pytest.mark.parametrize(
    ("head", "size", "reason"),
    [
        (b"<!DOCTYPE html><html>", 10 * MIB + 1, "too_large"),
        (b"plain words", 10 * MIB + 1, "too_large"),
        (b"%PDF-1.4\n", 10 * MIB + 1, None),
        (b'<?xml version="1.0"?><article>', 10 * MIB + 1, None),
        (b"<!DOCTYPE html><html>", 9 * MIB, None),
    ],
)
def test_how_much_is_read_depends_on_what_it_is(
    head: bytes, size: int, reason: str | None, pages: WebServer
) -> None:
    pages.pages["/a"] = Answer(200, HTML, head.ljust(size, b" "))
    came = get(pages, "/a")
    assert (came.reason if isinstance(came, Denied) else None) == reason


def test_a_drip_is_cut_off_by_the_clock(pages: WebServer) -> None:
    pages.pages["/a"] = faults.drip(Answer(200, HTML, b"<html>" + b"x" * 1000), 1, 0.05)
    came = get(pages, "/a", whole=0.4)
    assert isinstance(came, Denied)
    assert (came.reason, came.temporary) == ("timeout", True)


def test_a_broken_connection_is_no_fact(pages: WebServer) -> None:
    pages.pages["/a"] = faults.reset()
    came = get(pages, "/a")
    assert isinstance(came, Denied)
    assert (came.reason, came.temporary) == ("reset", True)


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/meta-data/", "http://127.0.0.1:1/", "http://localhost/", "http://127.1/",
        "http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://[::1]/", "http://10.0.0.1/",
        "http://[::ffff:127.0.0.1]/", "http://１２７.0.0.1/", "file:///etc/passwd", "ftp://example.org/",
        "http://user@example.org/", "http://example.org:8080/", "http://100.64.0.1/", "http://[fec0::1]/",
    ],
)  # fmt: skip
def test_an_address_that_no_page_is_fetched_from_is_never_asked(url: str, pages: WebServer) -> None:
    came = get(pages, url)
    assert isinstance(came, Denied)
    assert (came.reason, came.temporary) == ("ssrf_blocked", False)
    leading = url.replace("１２７", "%EF%BC%91%EF%BC%92%EF%BC%97")  # as a header can say it
    pages.pages["/a"] = text_answer("", 302, headers=(("Location", leading),))
    came = get(pages, "/a")
    assert isinstance(came, Denied)
    assert came.reason == "ssrf_blocked"
    assert [request.raw for request in pages.log] == ["/robots.txt", "/a"]


def test_the_port_beside_an_allowed_one_is_not_allowed(pages: WebServer) -> None:
    with web() as other:
        other.pages["/b"] = Answer(200, HTML, b"b")
        pages.pages["/a"] = faults.redirect(f"{other.base}/b")
        came = get(pages, "/a")
        assert isinstance(came, Denied)
        assert came.reason == "ssrf_blocked"
        assert other.log == []


def test_a_port_is_fetched_from_if_the_session_has_it(
    clock: PatientClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolver(*_: object, **__: object) -> object:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    session = Session(ports=(8443,))
    try:
        downloads = Downloads(session, Pace(clock), clock)
        came = [downloads.get(f"https://nobody.invalid:{port}/", "url") for port in (8443, 443, 8444)]
    finally:
        session.close()
    assert [each.reason for each in came if isinstance(each, Denied)] == [
        "host_unresolved",  # it was asked, and nobody answered
        "ssrf_blocked",
        "ssrf_blocked",
    ]


def test_a_host_that_does_not_answer_has_forbidden_nothing(pages: WebServer) -> None:
    pages.robots = Answer(503)
    came = get(pages, "/a")
    assert isinstance(came, Denied)
    assert (came.reason, came.temporary, came.attempts) == ("http_5xx", True, 3)
    assert came.origin.robots is None
    assert [request.raw for request in pages.log] == ["/robots.txt"] * 3


def test_a_host_that_answers_at_the_second_try_is_read(pages: WebServer) -> None:
    class Recovering(PatientClock):
        def sleep(self, seconds: float) -> None:
            pages.robots = None

    pages.robots = Answer(503)
    pages.pages["/a"] = Answer(200, HTML, b"a")
    assert isinstance(get(pages, "/a", Recovering()), Page)


@pytest.mark.parametrize(
    ("url", "recorded"),
    [
        ("https://a.example/x?email=a@b.example&y=1#z", "https://a.example/x?y=1"),
        ("https://a.example/x?api_key=1&token=2", "https://a.example/x"),
        ("https://a.example/x?keyword=1", "https://a.example/x?keyword=1"),
    ],
)
def test_an_address_is_recorded_without_secrets(url: str, recorded: str) -> None:
    assert without_secrets(url) == recorded
