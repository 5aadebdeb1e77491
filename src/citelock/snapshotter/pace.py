"""How fast a registry may be asked: what it grants in the headers of every answer, and less until it has.

One pace for each service and route, since Crossref grants lists and single works apart. Requests are sent one
after another, so a granted concurrency is never exceeded. What counts is when a request arrives over there,
which is only known to lie between its departure and its answer (metadata.md, section 4).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple

from citelock.snapshotter.clock import Clock

# Evenly spread requests keep a little more distance than was asked for: clocks differ.
_MARGIN = 1.05
_REMEMBERED = 1000  # answers; who grants more in an interval is in no danger of one request at a time

_NUMBER = re.compile(r"\s*([0-9]{1,9})\s*")
_INTERVAL = re.compile(r"\s*([0-9]{1,6})\s*(ms|s|m|h)?\s*")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, None: 1.0}


class Rate(NamedTuple):
    """At most `limit` requests in `interval` seconds."""

    limit: int
    interval: float

    @property
    def gap(self) -> float:
        """Seconds between two requests that are evenly spread."""
        return self.interval / self.limit


# Why one waits, as `on_wait` is told it.
ASKED = "asked"  # the service said so, in a header
USUAL = "usual"  # it has said nothing, and this is the usual distance
AGAIN = "again"  # something went wrong, and it is asked again after a while

UNREADABLE = Rate(1, 1.0)  # a header that is there and cannot be read is a reason for caution
# Until a service has said more, or if it never does (metadata.md, section 4, "before the first answer").
DEFAULTS: Mapping[str, Rate] = {
    "crossref": Rate(1, 1.0),
    "datacite": Rate(500, 300.0),
    "doi_org": Rate(5, 1.0),
    "idconv": Rate(3, 1.0),
    "europepmc": Rate(5, 1.0),
    "arxiv": Rate(1, 3.0),
    "pmc": Rate(3, 1.0),
}


class Pace:
    """Lets one request after another go, as far apart as the service wants them.

    `on_wait` is told of every waiting that a person may wonder about: the service, the seconds and why
    (ASKED, USUAL or AGAIN). `usual` is the rate of those that no table names.
    """

    def __init__(
        self,
        clock: Clock,
        on_wait: Callable[[str, float, str], None] | None = None,
        *,
        usual: Rate = UNREADABLE,
    ) -> None:
        self._clock = clock
        self._usual = usual
        self._on_wait = on_wait
        self._rates: dict[tuple[str, str], Rate] = {}
        self._last: dict[tuple[str, str], float] = {}
        self._answers: dict[tuple[str, str], deque[float]] = {}
        self._not_before: dict[str, tuple[float, str]] = {}

    def wait(self, service: str, route: str) -> None:
        """Waits until the service may be asked again, and counts the request that follows."""
        key = (service, route)
        now = self._clock.now()
        until, why = self._not_before.get(service, (now, AGAIN))
        rate = self.rate(service, route)
        paced = self._last[key] + rate.gap * _MARGIN if key in self._last else until
        answers = self._answers.get(key, ())
        if len(answers) >= rate.limit:  # the one that many ago arrived before its answer did
            paced = max(paced, answers[-rate.limit] + rate.interval)
        if paced > until:
            until, why = paced, ASKED if key in self._rates else USUAL
        if until > now:
            if self._on_wait is not None:
                self._on_wait(service, until - now, why)
            self._clock.sleep(until - now)
        self._last[key] = max(self._clock.now(), until)

    def answered(self, service: str, route: str) -> None:
        """Notes that the request is over: by now it has arrived, if it ever does."""
        self._answers.setdefault((service, route), deque(maxlen=_REMEMBERED)).append(self._clock.now())

    def hold(self, service: str, seconds: float, why: str = AGAIN) -> None:
        """Keeps the service from being asked for some time, on any route."""
        held = (self._clock.now() + seconds, why)
        self._not_before[service] = max(self._not_before.get(service, held), held)

    def rate(self, service: str, route: str) -> Rate:
        """The rate in force."""
        return self._rates.get((service, route)) or DEFAULTS.get(service, self._usual)

    def slow(self, service: str, route: str, rate: Rate) -> None:
        """Takes over a rate that was read elsewhere, such as a crawl delay; never a faster one."""
        if rate.gap > self.rate(service, route).gap:
            self._rates[service, route] = rate

    def learn(self, service: str, route: str, headers: Mapping[str, str]) -> None:
        """Takes over the rate that an answer grants; `headers` as in an `Answer`."""
        granted = granted_rate(headers)
        if granted is not None:
            self._rates[service, route] = granted


def granted_rate(headers: Mapping[str, str]) -> Rate | None:
    """The rate in the headers of an answer, None where there is none.

    Of repeated values ("50, 50", crossrefapi#38) the strictest counts.

    >>> granted_rate({"x-rate-limit-limit": "50, 10", "x-rate-limit-interval": "1s, 1s"})
    Rate(limit=10, interval=1.0)
    """
    limit = headers.get("x-rate-limit-limit", headers.get("x-ratelimit-limit"))
    if limit is None:
        return None
    interval = headers.get("x-rate-limit-interval", headers.get("x-ratelimit-interval"))
    limits = [_NUMBER.fullmatch(part) for part in limit.split(",")[:8]]
    spans = [_INTERVAL.fullmatch(part) for part in (interval or "1s").split(",")[:8]]
    numbers = [int(match[1]) for match in limits if match]
    seconds = [int(match[1]) * _SECONDS[match[2]] for match in spans if match]
    if len(numbers) < len(limits) or len(seconds) < len(spans) or min(numbers) < 1 or max(seconds) <= 0:
        return UNREADABLE
    return Rate(min(numbers), max(seconds))
