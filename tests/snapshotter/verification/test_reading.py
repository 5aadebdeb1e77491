"""Which pages are read for a check: waves and slots, never who was faster."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from hashlib import sha256

import pytest

from citelock.checks.verification.values import DROPPED, READ, UNREAD, Hit, Page
from citelock.snapshotter.domains import host_of, registrable_domain
from citelock.snapshotter.verification.fetching import Got, Missed
from citelock.snapshotter.verification.reading import PATIENCE, SECOND_PATIENCE, read_pages
from tests.support.patience import PATIENCE as ENDLESS

TEXT = "Words of {}.\n"


def hit(name: str) -> Hit:
    url = f"https://{name}.example/page"
    return Hit(1, url, "", "", "", host_of(url), registrable_domain(url))


def hits(names: str) -> list[Hit]:
    return [hit(name) for name in names]


class Web:
    """Answers by the first label of the host; a list is answered one after another.

    `after` says of a name which others are answered before it.
    """

    def __init__(self, **answers: str | list[str]) -> None:
        self.answers = answers
        self.asked: list[tuple[str, float]] = []
        self.after: Mapping[str, str] = {}
        self._answered: set[str] = set()
        self._lock = threading.Condition()

    def __call__(self, url: str, seconds: float) -> Got | Missed:
        name = host_of(url).partition(".")[0]
        with self._lock:
            self.asked.append((name, seconds))
            answer = self.answers.get(name, "ok")
            if isinstance(answer, list):
                answer = answer.pop(0) if len(answer) > 1 else answer[0]
            before = set(self.after.get(name, ""))
            assert self._lock.wait_for(lambda: before <= self._answered, ENDLESS), before - self._answered
            self._answered.add(name)
            self._lock.notify_all()
        if answer == "ok":
            return Got(url, (), "T", "text/html", "", TEXT.format(name), ((0, 5),))
        if answer.startswith("to "):
            return Got(answer[3:], (answer[3:],), "T", "text/html", "", TEXT.format(name), ((0, 5),))
        if answer.startswith("on "):
            return Got(url, (), "T", "text/html", answer[3:], TEXT.format(name), ((0, 5),))
        return Missed(answer, url)


def said(pages: tuple[Page, ...]) -> list[tuple[str, int, int, str]]:
    return [(page.url[8], page.wave, page.slot, page.reason or page.status) for page in pages]


def test_all_picks_are_read_and_no_spare() -> None:
    web = Web()
    pages = read_pages(hits("abcd"), hits("xyz"), web)
    assert said(pages.pages) == [(name, 1, slot, READ) for slot, name in enumerate("abcd", 1)]
    assert sorted(web.asked) == [(name, PATIENCE) for name in "abcd"]
    assert pages.texts == {sha256(TEXT.format(n).encode()).hexdigest(): TEXT.format(n) for n in "abcd"}


def test_spares_fill_the_empty_slots_in_order() -> None:
    pages = read_pages(hits("abcd"), hits("xyz"), Web(b="http_404", d="robots", x="timeout"))
    assert said(pages.pages) == [
        ("a", 1, 1, READ), ("b", 1, 2, "http_404"), ("c", 1, 3, READ), ("d", 1, 4, "robots"),
        ("x", 2, 2, "timeout"), ("y", 2, 4, READ), ("z", 2, 2, READ),
    ]  # fmt: skip


def test_only_what_failed_for_the_moment_is_tried_again_when_no_spare_is_left() -> None:
    web = Web(a=["timeout", "ok"], b="http_403", c=["http_5xx", "http_5xx"], x=["reset", "ok"])
    pages = read_pages(hits("abcd"), hits("x"), web)
    assert said(pages.pages)[4:] == [
        ("x", 2, 1, "reset"), ("a", 3, 1, READ), ("c", 3, 2, "http_5xx"), ("x", 3, 3, READ),
    ]  # fmt: skip
    assert ("a", SECOND_PATIENCE) in web.asked
    assert sum(name == "c" for name, _ in web.asked) == 2
    assert sum(name == "b" for name, _ in web.asked) == 1


def test_nobody_is_tried_again_while_a_spare_is_left() -> None:
    web = Web(a=["timeout", "ok"])
    read_pages(hits("ab"), hits("xyz"), web)
    assert sum(name == "a" for name, _ in web.asked) == 1


def test_two_pages_that_end_on_one_domain_are_one_voice_and_the_slot_goes_on() -> None:
    web = Web(b="to https://www.a.example/other")
    web.after = {"a": "b"}
    pages = read_pages(hits("ab"), hits("x"), web)
    assert said(pages.pages) == [("a", 1, 1, READ), ("b", 1, 2, "same_domain"), ("x", 2, 2, READ)]
    assert pages.pages[1].status == DROPPED
    assert pages.pages[1].domain == "a.example"
    assert pages.pages[1].sha256 == ""


def test_a_page_that_is_too_old_leaves_its_slot() -> None:
    web = Web(a="on 2020-01-01")
    pages = read_pages(hits("a"), hits("x"), web, lambda date: date != "2020-01-01")
    assert said(pages.pages) == [("a", 1, 1, "outside_range"), ("x", 2, 1, READ)]


def test_what_a_page_says_of_its_date_counts_only_if_it_is_one() -> None:
    """Red without: a page that dates itself into the future was new enough for every time range."""
    web = Web(a="on 2999-01-01")
    (page,) = read_pages([hit("a")._replace(published="2020")], [], web, date_of=lambda _: "").pages
    assert page.published == "2020"


def test_nothing_at_all_can_be_read() -> None:
    pages = read_pages(hits("ab"), hits("xyz"), Web(**dict.fromkeys("abxyz", "ssrf_blocked")))
    assert {page.status for page in pages.pages} == {UNREAD}
    assert len(pages.pages) == 5
    assert pages.texts == {}


@pytest.mark.parametrize(
    "after", [{"a": "bcd"}, {"b": "acd", "x": "y"}, {"a": "b", "b": "c", "c": "d", "x": "y"}], ids=str
)
def test_who_answers_first_decides_nothing(after: Mapping[str, str]) -> None:
    def answers() -> Web:
        return Web(a="to https://q.example/", b="to https://q.example/2", c=["timeout"], x="http_404")

    web = answers()
    web.after = after
    quick = read_pages(hits("abcd"), hits("xyz"), answers())
    assert read_pages(hits("abcd"), hits("xyz"), web) == quick


def test_there_may_be_nothing_to_read() -> None:
    assert read_pages([], [], Web()).pages == ()
