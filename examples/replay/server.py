"""The replay as a server: one port on loopback, a path prefix for each service, every request written down.

`intercept` may answer in place of a service; tests put their faults there. The services know nothing of it.
`notify` is told of each request when its answer is about to be complete.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote

from examples.replay import arxiv, biorxiv, crossref, datacite, doi_org, europepmc, idconv, pmc, unpaywall
from examples.replay.messages import Answer, Header, Request, page
from examples.replay.pace import Pace
from examples.replay.sending import compressed, send
from examples.replay.world import World

Service = Callable[[Request, World], Answer]

# The names of citelock.yml -> the path under which the replay serves them.
PREFIXES = {
    "crossref": "crossref",
    "datacite": "datacite",
    "doi_org": "doi",
    "idconv": "idconv",
    "europepmc": "europepmc",
    "arxiv": "arxiv",
    "biorxiv": "biorxiv",
    "pmc": "pmc",
    "unpaywall": "unpaywall",
}
SERVICES: dict[str, Service] = {
    "crossref": crossref.answer,
    "datacite": datacite.answer,
    "doi": doi_org.answer,
    "agency": doi_org.metadata,
    "landing": doi_org.landing,
    "arxiv": arxiv.answer,
    "idconv": idconv.answer,
    "europepmc": europepmc.answer,
    "biorxiv": biorxiv.answer,
    "pmc": pmc.answer,
    "unpaywall": unpaywall.answer,
}
NAMES = {prefix: name for name, prefix in PREFIXES.items()}


class ReplayServer(ThreadingHTTPServer):
    """Serves a `World` on 127.0.0.1; `log` holds every request in the order of arrival."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, port: int = 0, *, world: World | None = None, pace: Pace | None = None) -> None:
        self.stopping = threading.Event()  # before the port: a taken one closes the server at once
        super().__init__(("127.0.0.1", port), Handler)
        self.world = world or World()
        self.pace = pace or Pace()
        self.intercept: Callable[[Request], Answer | None] = lambda request: None
        self.log: list[Request] = []
        self.notify: Callable[[Request], None] = lambda request: None

    @property
    def base(self) -> str:
        """The address without a path."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def urls(self) -> dict[str, str]:
        """The base URL of each service, under its name in `citelock.yml`."""
        return {name: f"{self.base}/{prefix}" for name, prefix in PREFIXES.items()}

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is no news; anything else is a fault of the replay and shown."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def server_close(self) -> None:
        """Closes the port and wakes the threads that are still waiting to answer."""
        self.stopping.set()
        super().server_close()

    def answer(self, request: Request) -> Answer:
        """The answer to a request: a refusal for haste, what `intercept` says, or the service's own."""
        rate = self.pace.of(request)
        answer = self.pace.enter(request) or self.intercept(request)
        if answer is None:
            service = SERVICES.get(_prefix_of(request))
            if request.method not in {"GET", "HEAD"}:
                answer = page("405 Method Not Allowed", 405)
            elif service is None:
                answer = page("404 Not Found", 404)
            else:
                with self.world.lock:
                    answer = compressed(service(request, self.world), request)
        if rate is not None and not any(name.lower().startswith("x-rate") for name, _ in answer.headers):
            pool = "polite" if request.polite else "public"
            answer = answer._replace(headers=(*answer.headers, *rate.headers(pool)))
        return answer


class Handler(BaseHTTPRequestHandler):
    """Reads one request after another from a connection that is kept open."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or every answer waits 40 ms for the acknowledgement of its head
    server_version = "replay"
    sys_version = ""
    server: ReplayServer

    def do_GET(self) -> None:
        """Answers a request of any method."""
        started = time.monotonic()
        length = self.headers.get("Content-Length", "0")
        body = self.rfile.read(int(length)) if length.isdigit() else b""
        request = _request(self.command, self.path, list(self.headers.items()), self.server.base)
        request.started, request.body, request.body_length = started, body, len(body)
        self.server.log.append(request)
        answer = self.server.answer(request)

        def release() -> None:
            if request.ended is None:
                request.ended, request.status = time.monotonic(), answer.status
                self.server.pace.leave(request)
                self.server.notify(request)

        send(self, answer, release, self.server.stopping)

    do_HEAD = do_POST = do_PUT = do_DELETE = do_GET

    def log_message(self, format: str, *arguments: object) -> None:
        """Says nothing: the log is `server.log`."""


def _request(method: str, raw: str, headers: list[Header], base: str) -> Request:
    path, _, query = raw.partition("?")
    prefix, slash, rest = path.removeprefix("/").partition("/")
    return Request(
        method=method,
        service=NAMES.get(prefix, prefix),
        path=unquote(slash + rest),
        raw=raw,
        base=base,
        query=dict(parse_qsl(query, keep_blank_values=True)),
        headers={name.lower(): value for name, value in headers},
    )


def _prefix_of(request: Request) -> str:
    return PREFIXES.get(request.service, request.service)
