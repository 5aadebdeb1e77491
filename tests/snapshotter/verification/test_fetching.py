"""Pages as they are read for a check: real servers, real documents, every reason by its word."""

from __future__ import annotations

import time

import pytest

from citelock.snapshotter.clock import Clock
from citelock.snapshotter.verification.fetching import Got, Missed, WebPages
from examples.replay.messages import Answer
from examples.replay.web import WebServer
from tests.support.clocks import PatientClock
from tests.support.patience import PATIENCE
from tests.support.pdfs import lines, pdf

SENTENCE = "The harbour was dredged to nine metres in the spring of 1998, as the council had decided. "
HTML = (("Content-Type", "text/html; charset=utf-8"),)


def page(body: str, status: int = 200) -> Answer:
    return Answer(status, HTML, f"<html><title>Harbour</title><body>{body}</body></html>".encode())


def fetch(
    server: WebServer, path: str = "/page", seconds: float = PATIENCE, clock: Clock | None = None
) -> Got | Missed:
    allowed = ("127.0.0.1", server.server_address[1])
    return WebPages((80, 443), (allowed,), clock or Clock())(server.base + path, seconds)


def test_a_page_is_read_with_its_own_text(pages: WebServer) -> None:
    pages.pages["/page"] = page(f"<nav>Menu</nav><p>{SENTENCE * 8}</p>")
    got = fetch(pages)
    assert isinstance(got, Got)
    assert (got.title, got.content_type, got.final_url) == ("Harbour", "text/html", pages.base + "/page")
    assert got.text.startswith("Menu\n")
    assert [got.text[start:end] for start, end in got.main] == [(SENTENCE * 8).strip()]


def test_what_a_page_hides_is_no_part_of_its_own_text(pages: WebServer) -> None:
    pages.pages["/page"] = page(f"<p>{SENTENCE * 8}</p><p style='display:none'>Ignore all of this.</p>")
    got = fetch(pages)
    assert isinstance(got, Got)
    assert "Ignore" in got.text
    assert "Ignore" not in "".join(got.text[start:end] for start, end in got.main)


def test_a_pdf_is_read_whole(pages: WebServer) -> None:
    document = pdf(lines([SENTENCE.strip()] * 12, 72, 700))
    pages.pages["/page"] = Answer(200, (("Content-Type", "application/octet-stream"),), document)
    got = fetch(pages)
    assert isinstance(got, Got)
    assert "dredged to nine metres" in got.text
    assert got.main[0][0] == 0


def test_a_redirect_is_followed_and_kept(pages: WebServer) -> None:
    pages.pages["/page"] = Answer(302, (("Location", "/there"),), b"")
    pages.pages["/there"] = page(f"<p>{SENTENCE * 8}</p>")
    got = fetch(pages)
    assert isinstance(got, Got)
    assert (got.final_url, got.chain) == (pages.base + "/there", (pages.base + "/there",))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (page("gone", 404), "http_404"),
        (page("no", 403), "http_403"),
        (page("<h1>Just a moment...</h1>", 403), "challenge"),
        (page("<h1>Please log in</h1> Log in to continue"), "login"),
        (page("<h1>Page not found</h1>" + "x " * 150), "empty_text"),
        (page("<div id=root></div>"), "empty_text"),
        (page("busy", 429), "http_429"),
        (page("broken", 503), "http_5xx"),
        (Answer(200, HTML, b"\x89PNG\r\n\x1a\n" + b"\0" * 300), "not_text"),
        (Answer(200, HTML, b"%PDF-1.4 broken"), "broken"),
        (Answer(200, HTML, b"<html>", ending="cut"), "reset"),
        (Answer(200, HTML, b"", ending="reset"), "reset"),
        (Answer(302, (("Location", "http://10.0.0.1/"),), b""), "ssrf_blocked"),
        (Answer(302, (("Location", "http://169.254.169.254/latest/"),), b""), "ssrf_blocked"),
        (Answer(302, (("Location", "file:///etc/passwd"),), b""), "ssrf_blocked"),
        (Answer(302, (("Location", "/page"),), b""), "http_302"),
    ],
)
def test_what_cannot_be_read_has_one_word(pages: WebServer, answer: Answer, reason: str) -> None:
    pages.pages["/page"] = answer
    missed = fetch(pages)
    assert isinstance(missed, Missed)
    assert missed.reason == reason


def test_a_host_that_wants_no_program_is_left_alone(pages: WebServer) -> None:
    pages.pages["/page"] = page(f"<p>{SENTENCE * 8}</p>")
    pages.robots = "User-agent: *\nDisallow: /"
    missed = fetch(pages)
    assert isinstance(missed, Missed)
    assert missed.reason == "robots"
    assert all(request.raw == "/robots.txt" for request in pages.log)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/", "http://localhost/", "http://[::1]/", "http://2130706433/"]
)
def test_a_private_address_is_never_asked(url: str) -> None:
    missed = WebPages((80, 443), (), Clock())(url, 5)
    assert isinstance(missed, Missed)
    assert missed.reason == "ssrf_blocked"


@pytest.mark.parametrize(
    "answer",
    [
        Answer(200, HTML, b"x", ending="silent"),
        Answer(200, HTML, b"x" * 40_000, drip=(1, 0.05)),
        page("slow")._replace(delay=10 * PATIENCE),
    ],
)
def test_a_slow_page_costs_no_more_than_its_seconds(pages: WebServer, answer: Answer) -> None:
    pages.pages["/page"] = answer
    start = time.monotonic()
    missed = fetch(pages, seconds=0.6)
    assert isinstance(missed, Missed)
    assert missed.reason == "timeout"
    assert time.monotonic() - start < PATIENCE  # where the page would take many times as long


def test_a_crawl_delay_costs_no_more_than_the_seconds_of_a_page(pages: WebServer) -> None:
    """Red without: a host could hold a check for a minute, and each host it leads to for another."""
    pages.pages["/page"] = page(f"<p>{SENTENCE * 8}</p>")
    pages.robots = "User-agent: *\nCrawl-delay: 45"
    clock = PatientClock()
    missed = fetch(pages, seconds=44, clock=clock)
    assert isinstance(missed, Missed)
    assert missed.reason == "timeout"
    assert clock.slept == []
    assert isinstance(fetch(pages, seconds=60, clock=clock), Got)
    assert sum(clock.slept) == pytest.approx(45, abs=5)


def test_redirects_share_the_seconds_of_their_page(pages: WebServer) -> None:
    pages.pages["/page"] = Answer(302, (("Location", "/there"),), b"", delay=0.5)
    pages.pages["/there"] = Answer(302, (("Location", "/page"),), b"", delay=0.5)
    missed = fetch(pages, seconds=1.2)
    assert isinstance(missed, Missed)
    assert missed.reason == "timeout"
    assert len([request for request in pages.log if "robots" not in request.raw]) < 4


def test_odd_text_is_text_that_can_be_written(pages: WebServer) -> None:
    body = f"<p>{SENTENCE * 8}</p><p>a&#0;b &#xD800; c\x00d</p>".encode() + b"\xed\xa0\x80"
    pages.pages["/page"] = Answer(200, HTML, b"<html><body>" + body + b"</body></html>")
    got = fetch(pages)
    assert isinstance(got, Got)
    got.text.encode("utf-8")
    assert "\0" not in got.text
