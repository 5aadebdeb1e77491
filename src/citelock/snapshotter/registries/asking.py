"""One polite question to a registry: paced, repeated where that may help, given up where it does not.

It knows HTTP and politeness, not what a body means beyond being JSON or XML of the right kind; the modules of
the registries do (metadata.md, section 4).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from urllib3.exceptions import MaxRetryError
from urllib3.util.retry import Retry

from citelock.checks.errors import InputError
from citelock.checks.jsontext import parse
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.pace import AGAIN as AGAIN_LATER
from citelock.snapshotter.pace import ASKED, Pace
from citelock.snapshotter.registries.interface import Fault
from citelock.snapshotter.retry_after import seconds_asked
from citelock.snapshotter.session import Answer, Blocked, Downgraded, Limit, Transport

LIMIT = 32 * 1024 * 1024  # unpacked bytes of one answer
AGAIN = frozenset({429, 500, 502, 503, 504})
RETRIES = 4
BODY_RETRIES = 2  # a captive portal or a cut body may be gone at once, and does not go away by waiting
LONGEST_WAIT = 120.0  # seconds; a host that wants more is not asked again in this run
IN_A_ROW = 5
SHARE, AT_LEAST = 10, 20  # one fault in ten of at least twenty answers

JSON = "application/json"
Meaning = TypeVar("Meaning")


class Unusable(Exception):
    """A body that is not what the service gives: a fault, after some more tries; the reason."""


class Getter(Protocol):
    """What sends a request: `Session`, or a stand-in of a test."""

    def get(
        self,
        url: str,
        accept: str,
        limit: Limit,
        *,
        hops: int = 0,
        step: Callable[[Answer, str], None] | None = None,
    ) -> Answer:
        """The answer to one GET; raises Transport or Blocked."""


class Asking:
    """Asks the services at their base addresses, and keeps count of their faults.

    `bases` maps every service to its base address without a final slash.
    """

    def __init__(self, getter: Getter, bases: Mapping[str, str], pace: Pace, clock: Clock) -> None:
        self._getter = getter
        self._bases = {service: base.rstrip("/") for service, base in bases.items()}
        self._pace = pace
        self._clock = clock
        self._answers: dict[str, int] = {}
        self._faults: dict[str, int] = {}
        self._in_a_row: dict[str, int] = {}
        self._closed: dict[str, tuple[str, str]] = {}  # why, and the word for it
        self._one_at_a_time = threading.Lock()  # pace and faults are counted for all jobs together
        self.requests = 0

    def host(self, service: str) -> str:
        """The host behind a service, for messages."""
        return urlsplit(self._bases[service]).netloc

    def base(self, service: str) -> str:
        """The base address of a service, without a final slash."""
        return self._bases[service]

    def is_closed(self, service: str) -> bool:
        """Whether the service is not asked any more in this run."""
        return service in self._closed

    def ask(
        self,
        service: str,
        path: str,
        read: Callable[[Answer], Meaning],
        *,
        route: str = "single",
        accept: str = JSON,
        hops: int = 0,
    ) -> Meaning:
        """What `read` makes of the answer to `path` (which begins with a slash and is already escaped).

        `read` gets answers of any status but those worth repeating, and raises Unusable for what the service
        never gives. Raises Fault when no usable answer came, or the service was given up before.
        """
        with self._one_at_a_time:
            self._refuse_closed(service)
            try:
                meaning = self._patiently(service, self._bases[service] + path, read, route, accept, hops)
            except Fault as fault:
                if not fault.elsewhere:
                    self._count_fault(service, fault)
                raise
            self._answers[service] = self._answers.get(service, 0) + 1
            self._in_a_row[service] = 0
            return meaning

    def _patiently(
        self, service: str, url: str, read: Callable[[Answer], Meaning], route: str, accept: str, hops: int
    ) -> Meaning:
        retry = Retry(total=RETRIES, backoff_factor=1, backoff_jitter=0.5)
        bodies = BODY_RETRIES
        while True:
            wait, host = 0.0, ""
            try:
                answer = self._sent(service, route, url, accept, hops)
                host = self._elsewhere(service, answer.url)
                if answer.status not in AGAIN:
                    return read(answer)
                reason, word = f"it answered {answer.status}", _word(answer.status)
                wait = self._asked_to_wait(service, answer, (reason, word)) if not host else 0.0
                again = not host
            except Transport as error:
                host = self._elsewhere(service, error.url)
                reason, word = str(error), error.word
                again = not host
            except Blocked as error:
                raise Fault(service, str(error), elsewhere=isinstance(error, Downgraded)) from error
            except Unusable as error:
                reason, word = str(error), "reset"
                again = False
            if host:
                reason = f"it leads to {shown(host, 100)}, and there: {reason}"
            if not again:
                if bodies == 0:
                    raise Fault(service, reason, elsewhere=bool(host), word=word)
                bodies -= 1
            try:
                retry = retry.increment("GET", url)
            except MaxRetryError as error:
                raise Fault(service, reason, word=word) from error
            self._refuse_closed(service)
            pause = max(retry.get_backoff_time(), 1.0)
            self._pace.hold(service, max(wait, pause), ASKED if wait > pause else AGAIN_LATER)

    def _sent(self, service: str, route: str, url: str, accept: str, hops: int) -> Answer:
        """One request with its hops: each waits for its turn where it goes to, and tells the rate."""
        turn: tuple[str, str] | None = (service, route)
        self._pace.wait(service, route)
        self.requests += 1

        def over(headers: Mapping[str, str]) -> None:
            if turn is not None:
                self._pace.answered(*turn)
                self._pace.learn(*turn, headers)
                self._close_if_too_slow(*turn)

        def step(answer: Answer, target: str) -> None:
            nonlocal turn
            over(answer.headers)
            other = self._service_at(target)
            turn = None if other is None else (other, "single")
            if other is not None and other in self._closed:
                raise Fault(
                    service, f"it leads to {self.host(other)}, which is not asked any more", elsewhere=True
                )
            if turn is not None:
                self._pace.wait(*turn)
            self.requests += 1

        try:
            answer = self._getter.get(url, accept, LIMIT, hops=hops, step=step)
        except Transport as error:
            over(error.headers)
            raise
        over(answer.headers)
        return answer

    def _close_if_too_slow(self, service: str, route: str) -> None:
        """Gives up a service that grants so little that a run would have no end."""
        gap = self._pace.rate(service, route).gap
        if gap > LONGEST_WAIT:
            self._closed.setdefault(service, (f"it grants only one request in {gap:.0f} s", "http_429"))

    def _service_at(self, url: str) -> str | None:
        """The service whose base address this is below; None for anybody else's."""
        return next((name for name, base in sorted(self._bases.items()) if url.startswith(f"{base}/")), None)

    def _elsewhere(self, service: str, url: str) -> str:
        """The host that a redirect has led to, "" if it is still the service."""
        return "" if not url or self._service_at(url) == service else urlsplit(url).netloc

    def _asked_to_wait(self, service: str, answer: Answer, said: tuple[str, str]) -> float:
        """The seconds of `Retry-After`, 0 without; closes a service that wants more than we wait."""
        seconds = seconds_asked(answer.headers.get("retry-after"))
        if seconds > LONGEST_WAIT:
            reason, word = said
            self._closed[service] = (f"{reason} and wants to be left alone for {seconds:.0f} s", word)
            self._refuse_closed(service)
        return seconds

    def _refuse_closed(self, service: str) -> None:
        """Raises Fault if the service is not asked any more in this run."""
        if service in self._closed:
            reason, word = self._closed[service]
            raise Fault(service, reason, word=word)

    def _count_fault(self, service: str, fault: Fault) -> None:
        self._answers[service] = self._answers.get(service, 0) + 1
        self._faults[service] = self._faults.get(service, 0) + 1
        self._in_a_row[service] = self._in_a_row.get(service, 0) + 1
        too_often = (
            self._answers[service] >= AT_LEAST and self._faults[service] * SHARE >= self._answers[service]
        )
        if self._in_a_row[service] >= IN_A_ROW or too_often:
            why = f"given up after {self._faults[service]} faults, the last: {fault.reason}"
            self._closed.setdefault(service, (why, fault.word))


def _word(status: int) -> str:
    return "http_5xx" if status >= 500 else f"http_{status}"


def json_of(answer: Answer) -> object:
    """The JSON of a body, read as strictly as every other file; Unusable for anything else."""
    head = answer.body[:200].lstrip().lower()
    if head.startswith((b"<!doctype", b"<html", b"<head", b"<body")):
        raise Unusable("it answered with a web page instead of JSON")
    try:
        return parse(answer.body, "the answer")
    except InputError as error:
        raise Unusable("it answered with something that is not JSON, or is cut off") from error
