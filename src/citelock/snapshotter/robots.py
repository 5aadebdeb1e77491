"""What robots.txt allows: asked once a run for each host, read by protego, never overridden.

An answer of 4xx allows everything; 5xx and no answer allow nothing (snapshots.md, section 8; RFC 9309). But a
host that does not answer has forbidden nothing either: what is told then is that it did not answer, which is
no fact to be recorded (web.md, section 1.1). A person may save a page by hand where we may not fetch it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from protego import Protego

from citelock.snapshotter.provenance import Robots
from citelock.snapshotter.session import MAX_HOPS, Answer, Blocked, Limit, Transport

AGENT = "citelock"
LONGEST_DELAY = 60.0  # seconds; a host that wants longer pauses is left alone
ROBOTS = "robots"
_LIMIT = 500 * 1024  # bytes that are read; RFC 9309 asks for at least as many

Get = Callable[[str, str, Limit, int], Answer]  # address, accept, limit, hops


class Rules(NamedTuple):
    """The rules of one host: a parser, or one answer for all of its pages.

    `reason` is the word for why a page is not fetched: `robots`, or what happened instead of an answer.
    """

    url: str
    parsed: Protego | None
    allowed: bool
    rule: str
    reason: str = ROBOTS


class RobotsFiles:
    """The robots.txt of every host that is met; `get` sends the request."""

    def __init__(self, get: Get) -> None:
        self._get = get
        self._known: dict[str, Rules] = {}

    def judge(self, url: str) -> Robots:
        """Whether this page may be fetched. Raises Blocked where robots.txt leads to where nobody may go."""
        rules = self._rules(url)
        if rules.parsed is None:
            return Robots(rules.url, rules.allowed, rules.rule)
        if not rules.parsed.can_fetch(url, AGENT):
            return Robots(rules.url, False, f"disallowed for {AGENT}")
        delay = self.delay(url)
        if delay > LONGEST_DELAY:
            return Robots(rules.url, False, f"a crawl delay of {delay:.0f} s")
        return Robots(rules.url, True, f"allowed for {AGENT}")

    def reason(self, url: str) -> str:
        """Why a page that `judge` did not allow is not fetched: a word of web.md, section 1.1."""
        return self._rules(url).reason

    def delay(self, url: str) -> float:
        """The seconds that the host wants between two requests, 0 where it does not say."""
        parsed = self._rules(url).parsed
        delay = parsed.crawl_delay(AGENT) if parsed is not None else None
        return float(delay) if delay is not None and delay > 0 else 0.0

    def _rules(self, url: str) -> Rules:
        scheme, place, *_ = urlsplit(url)
        where = urlunsplit((scheme, place.lower(), "/robots.txt", "", ""))
        rules = self._known.get(where)
        if rules is None:
            rules = self._known[where] = self._ask(where)
        return rules

    def forget(self, url: str) -> None:
        """Has the file asked for again: its host did not answer, and may now."""
        scheme, place, *_ = urlsplit(url)
        self._known.pop(urlunsplit((scheme, place.lower(), "/robots.txt", "", "")), None)

    def _ask(self, where: str) -> Rules:
        try:
            answer = self._get(where, "text/plain,*/*;q=0.1", _LIMIT, MAX_HOPS)
        except Transport as error:
            if error.word == "too_large":
                return Rules(where, None, False, "robots.txt is too large to be read")
            return Rules(where, None, False, f"robots.txt could not be asked for: {error}", error.word)
        if 400 <= answer.status < 500:
            return Rules(where, None, True, f"no robots.txt ({answer.status})")
        if answer.status >= 500:
            return Rules(where, None, False, f"robots.txt answered {answer.status}", "http_5xx")
        if answer.status != 200:
            return Rules(where, None, False, f"robots.txt answered {answer.status}")
        return _parsed(where, answer.body)


def _parsed(where: str, body: bytes) -> Rules:
    try:
        parsed = Protego.parse(body.decode("utf-8-sig", "replace"))
    except (ValueError, TypeError, RecursionError):  # a parser that gives up has not allowed anything
        return Rules(where, None, False, "robots.txt could not be read")
    return Rules(where, parsed, True, "")


__all__ = ["AGENT", "Blocked", "RobotsFiles"]
