"""The replay of the registries for tests: a real server on loopback, with faults on demand and a log.

with replay(rate=1000) as registries:
    registries.script("crossref", "/works", [Answer(503), None])  # once 503, then the service's own answer
    ...  # ask registries.urls["crossref"]
    assert registries.highest("crossref") == 1
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple

from examples.replay.messages import Answer, Header, Request, json_answer, page, text_answer
from examples.replay.pace import Pace, Rate
from examples.replay.server import ReplayServer
from examples.replay.world import World, canonical

__all__ = [
    "Answer",
    "Replay",
    "Request",
    "Scripted",
    "Source",
    "broken_gzip",
    "captive_portal",
    "cut",
    "drip",
    "gateway_timeout",
    "invalid_cursor",
    "json_answer",
    "not_found",
    "page",
    "redirect",
    "replay",
    "reset",
    "server_error",
    "silent",
    "text_answer",
    "too_many",
    "truncated",
]

Matches = str | Callable[[Request], bool]
Scripted = Answer | None | Callable[[Request], Answer | None]
Source = Literal["publisher", "retraction-watch", "both"]


class _Script(NamedTuple):
    service: str
    matches: Matches
    answers: list[Scripted]
    forever: bool

    def takes(self, request: Request) -> bool:
        if self.service not in {"*", request.service} or not self.answers:
            return False
        if callable(self.matches):
            return self.matches(request)
        if self.matches.endswith("*"):
            return request.path.startswith(self.matches[:-1])
        return request.path == self.matches


class Replay:
    """A running replay. `world` holds what the registries know; everything that can change stands there."""

    def __init__(self, server: ReplayServer) -> None:
        self._server = server
        self._scripts: list[_Script] = []
        self._lock = threading.Lock()
        server.intercept = self._intercept

    @property
    def world(self) -> World:
        return self._server.world

    @property
    def urls(self) -> dict[str, str]:
        """The base URL of each service, under its name in `citelock.yml`: crossref, datacite, doi_org, …"""
        return self._server.urls

    # --- what was asked ----------------------------------------------------------------------------

    @property
    def log(self) -> list[Request]:
        """Every request so far, in the order of arrival."""
        return list(self._server.log)

    @property
    def exceeded(self) -> int:
        """How many requests were refused for coming too fast or too many at once."""
        return self._server.pace.exceeded

    def asked(self, service: str, path: str | None = None) -> list[Request]:
        """The requests to a service, to one path of it if that is given."""
        return [one for one in self.log if one.service == service and path in {None, one.path}]

    def highest(self, service: str | None = None) -> int:
        """The highest number of requests that were under way at once."""
        edges: list[tuple[float, int]] = []
        for one in self.log:
            if service in {None, one.service}:
                edges.append((one.started, 1))
                edges.append((float("inf") if one.ended is None else one.ended, -1))
        highest = now = 0
        for _, step in sorted(edges):  # at the same time, one that ends counts before one that starts
            now += step
            highest = max(highest, now)
        return highest

    def busiest(self, seconds: float, service: str | None = None, route: str | None = None) -> int:
        """The highest number of requests that arrived within any such time (half open: [t, t + seconds))."""
        times = sorted(
            one.started for one in self.log if service in {None, one.service} and route in {None, one.route}
        )
        first = busiest = 0
        for last, time in enumerate(times):
            while times[first] <= time - seconds:
                first += 1
            busiest = max(busiest, last - first + 1)
        return busiest

    def tell(self, callback: Callable[[Request], None]) -> None:
        """Calls back for each request, on a thread of the server, just before its answer is complete."""
        self._server.notify = callback

    def forget(self) -> None:
        """Empties the log and the count of refusals."""
        self._server.log.clear()
        self._server.pace.exceeded = 0

    # --- faults ------------------------------------------------------------------------------------

    def script(
        self, service: str, matches: Matches, answers: Iterable[Scripted], *, forever: bool = False
    ) -> None:
        """Puts answers in place of a service's own, one after another.

        Of several scripts that match the latest is asked first. `service` may be "*". `matches` is a decoded
        path below the service (`/works/10.5555/a`, `/works` for lists), the beginning of one (`/works*`), or
        a predicate on the request. In `answers` None stands for the service's own answer, a function is asked
        for one. After the last one the service answers again, or with `forever` the last is repeated.
        """
        with self._lock:
            self._scripts.insert(0, _Script(service, matches, list(answers), forever))

    def unscript(self) -> None:
        """Forgets all scripts: from now on the services answer for themselves."""
        with self._lock:
            self._scripts.clear()

    def _intercept(self, request: Request) -> Answer | None:
        with self._lock:
            script = next((one for one in self._scripts if one.takes(request)), None)
            if script is None:
                return None
            last = len(script.answers) == 1 and script.forever
            scripted = script.answers[0] if last else script.answers.pop(0)
        return scripted(request) if callable(scripted) else scripted

    def set_rate(
        self,
        limit: int,
        interval: float = 1,
        concurrency: int = 1,
        *,
        service: str = "crossref",
        routes: tuple[str, ...] = ("single", "list"),
        enforced: bool = True,
        announce: Sequence[Header] | None = None,
    ) -> None:
        """Announces a rate and enforces it: 429 with an HTML page beyond it, counted in `exceeded`.

        Each of `routes` has its own count. `announce` replaces the headers, for duplicates and unreadable
        ones.
        """
        headers = None if announce is None else tuple(announce)
        self._server.pace.set(service, routes, Rate(limit, interval, concurrency, enforced, headers))

    # --- news --------------------------------------------------------------------------------------

    def add_work(self, doi: str, **fields: object) -> None:
        """Registers a made-up work with Crossref; see `World.add_work`."""
        self.world.add_work(doi, **fields)

    def change(self, doi: str, **fields: object) -> None:
        """Replaces fields of a Crossref work; see `World.change`."""
        self.world.change(doi, **fields)

    def touch(self, doi: str) -> None:
        """Changes only what says nothing about a work: indexed, deposited, score, citation count, subject."""
        self.world.touch(doi)

    def withdraw(self, doi: str) -> None:
        """No registry knows this DOI any longer, and doi.org denies it."""
        self.world.withdraw(doi)

    def transfer(self, doi: str) -> None:
        """Moves a work, with its prefix, from Crossref to DataCite."""
        self.world.transfer(doi)

    def alias(self, asked: str, prime: str) -> None:
        """Crossref answers a single request for `asked` with the record of `prime`; lists do not know it."""
        with self.world.lock:
            self.world.aliases[canonical(asked)] = canonical(prime)

    def handle(self, doi: str, url: str | None) -> None:
        """doi.org knows this DOI, with that URL value or without any; no registry has metadata of it."""
        with self.world.lock:
            self.world.handles[canonical(doi)] = url

    def add_article(self, **fields: object) -> None:
        """Adds an article to Europe PMC, and to the converter if it has a `pmcid`."""
        with self.world.lock:
            self.world.articles.append({"source": "MED", **fields})

    def refuse(self, doi: str) -> None:
        """Any Crossref list that asks for this DOI is refused as a whole: 400 validation-failure."""
        self.world.refused.add(canonical(doi))

    def retract(
        self,
        doi: str,
        source: Source = "publisher",
        *,
        kind: str = "retraction",
        date: tuple[int, int, int] = (2025, 3, 14),
        notice: str | None = None,
    ) -> str:
        """Adds a notice to a Crossref work, single and list form; gives the notice's DOI. See `World.notice`.

        `kind`: correction, erratum, expression_of_concern, … as Crossref names them.
        """
        sources = ("publisher", "retraction-watch") if source == "both" else (source,)
        return self.world.notice(doi, kind, sources, date, notice)


@contextmanager
def replay(*, port: int = 0, rate: int | None = None, enforced: bool = False) -> Iterator[Replay]:
    """Serves the recorded registries while the block runs.

    Crossref announces the rates that were recorded (1 list and 5 single answers a second, 1 at once;
    more to a client that leaves an address), or `rate` requests a second and 8 at once. `enforced`: what
    comes faster is refused with 429.
    """
    pace = Pace(enforced=enforced)
    if rate is not None:
        pace.set("crossref", ("single", "list"), Rate(rate, 1, 8, enforced))
    server = ReplayServer(port, pace=pace)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield Replay(server)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


# --- answers that real networks have given --------------------------------------------------------


def cut(answer: Answer) -> Answer:
    """The same answer, its connection closed 1,000 bytes before the promised end."""
    return answer._replace(ending="cut")


def truncated(answer: Answer) -> Answer:
    """The same answer with half of its body, and a length that agrees with it."""
    return answer._replace(body=answer.body[: len(answer.body) // 2])


def drip(answer: Answer, size: int, seconds: float) -> Answer:
    """The same answer in pieces of `size` bytes with `seconds` between them."""
    return answer._replace(drip=(size, seconds))


def reset(answer: Answer | None = None) -> Answer:
    """The connection broken (RST): before any answer, or after this one's body has left."""
    return (answer or Answer())._replace(ending="reset")


def silent() -> Answer:
    """No answer, ever: the connection stays open and nothing comes."""
    return Answer(ending="silent")


def redirect(location: str, status: int = 302) -> Answer:
    """Sends the client elsewhere."""
    return page("Moved", status, headers=(("Location", location),))


def broken_gzip() -> Answer:
    """What calls itself gzip and is not."""
    headers = (("Content-Type", "application/json"), ("Content-Encoding", "gzip"))
    return Answer(200, headers, bytes.fromhex("1f8b0800deadbeef"))


def captive_portal() -> Answer:
    """A page with 200 in place of an answer, as hotels and proxies send it."""
    return page("Welcome to Example Wi-Fi")


def not_found(*, kind: str = "application/json") -> Answer:
    """Crossref's own 404: these words under whatever type."""
    return text_answer("Resource not found.", 404, kind=kind)


def too_many(retry_after: str | None = None) -> Answer:
    """429 with an HTML page."""
    headers = () if retry_after is None else (("Retry-After", retry_after),)
    return page("429 Too Many Requests", 429, headers=headers)


def invalid_cursor() -> Answer:
    """Crossref's 404 that says nothing about any work: JSON, and another reason than absence."""
    problem = {"type": "cursor-invalid", "value": "thing", "message": "Cursor specified but it is invalid"}
    failed = {"status": "failed", "message-type": "resource-failure", "message": [problem]}
    return json_answer(failed, 404)


def server_error() -> Answer:
    """Crossref's 500: JSON, with an exception in it."""
    message = {"name": "class clojure.lang.ExceptionInfo", "message": "Response Exception", "cause": None}
    failed = {"status": "error", "message-type": "exception", "message-version": "1.0.0", "message": message}
    return json_answer(failed, 500)


def gateway_timeout() -> Answer:
    """The 504 of a load balancer: HTML."""
    return page("504 Gateway Time-out", 504)
