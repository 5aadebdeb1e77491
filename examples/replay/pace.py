"""Rates as registries announce and enforce them: requests in an interval, and requests at once.

The window is a sliding one, so a client may not spend two intervals' worth around a border. It is a tenth
shorter than announced: a client that keeps exactly to the rate must not be refused because one request was
quicker on its way.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import NamedTuple

from examples.replay.messages import Answer, Header, Request, page

ALLOWANCE = 0.9


class Rate(NamedTuple):
    """At most `limit` requests in `interval` seconds and `concurrency` at once.

    `announce` replaces the headers that usually say so.
    """

    limit: int
    interval: float = 1.0
    concurrency: int = 1
    enforced: bool = False
    announce: tuple[Header, ...] | None = None

    def headers(self, pool: str) -> tuple[Header, ...]:
        """The headers by which Crossref says so."""
        if self.announce is not None:
            return self.announce
        return (
            ("x-rate-limit-limit", str(self.limit)),
            ("x-rate-limit-interval", f"{self.interval:g}s"),
            ("x-concurrency-limit", str(self.concurrency)),
            ("x-api-pool", pool),
        )


# Seen at Crossref in 2026: (polite, route) -> rate.
CROSSREF = {
    (False, "single"): Rate(5, 1, 1),
    (False, "list"): Rate(1, 1, 1),
    (True, "single"): Rate(10, 1, 3),
    (True, "list"): Rate(3, 1, 3),
}


class Pace:
    """The rates in force and what has been spent of them."""

    def __init__(self, *, enforced: bool = False) -> None:
        self.enforced = enforced
        self.exceeded = 0
        self._set: dict[tuple[str, str], Rate] = {}
        self._granted: dict[tuple[str, str], deque[float]] = {}
        self._at_once: dict[str, int] = {}
        self._lock = threading.Lock()

    def set(self, service: str, routes: tuple[str, ...], rate: Rate) -> None:
        """Puts a rate in force for these routes of a service, in place of the recorded one."""
        with self._lock:
            for route in routes:
                self._set[service, route] = rate
                self._granted.pop((service, route), None)

    def of(self, request: Request) -> Rate | None:
        """The rate that holds for a request; None where nothing is announced."""
        chosen = self._set.get((request.service, request.route))
        if chosen is None and request.service == "crossref":
            chosen = CROSSREF[request.polite, request.route]._replace(enforced=self.enforced)
        return chosen

    def enter(self, request: Request) -> Answer | None:
        """Counts a request in; gives the refusal if it is one too many. `leave` belongs to each `enter`."""
        rate = self.of(request)
        with self._lock:
            at_once = self._at_once[request.service] = self._at_once.get(request.service, 0) + 1
            if rate is None or not rate.enforced:
                return None
            granted = self._granted.setdefault((request.service, request.route), deque())
            while granted and granted[0] <= request.started - rate.interval * ALLOWANCE:
                granted.popleft()
            if len(granted) < rate.limit and at_once <= rate.concurrency:
                granted.append(request.started)
                return None
            self.exceeded += 1
        return page("429 Too Many Requests", 429)

    def leave(self, request: Request) -> None:
        """Counts a request out, just before the last byte of its answer."""
        with self._lock:
            self._at_once[request.service] -= 1
