"""A web server on loopback for tests, beside the replay of the registries, and an asker for both."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from citelock.snapshotter.copies.interface import Services
from citelock.snapshotter.download import Downloads
from citelock.snapshotter.pace import Pace
from citelock.snapshotter.registries.asking import Asking
from citelock.snapshotter.registries.interface import SERVICES
from citelock.snapshotter.session import Session, endpoint_of
from examples.replay.web import WebServer
from tests.support.clocks import PatientClock
from tests.support.patience import PATIENCE
from tests.support.replay import Replay


@contextmanager
def web() -> Iterator[WebServer]:
    """The server while the block runs."""
    server = WebServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def asking(
    registries: Replay, pages: WebServer, *, mailto: str | None = "you@example.org", whole: float = PATIENCE
) -> Iterator[Services]:
    """Services that ask the replay, and pages of this one server only."""
    clock = PatientClock()
    registry = Session(mailto, [endpoint_of(url) for url in registries.urls.values()], whole=whole)
    bases = {**SERVICES, **registries.urls}
    asker = Asking(registry, bases, Pace(clock), clock)
    hosts = [urlsplit(base).netloc for base in bases.values()]
    allowed = (endpoint_of(pages.base),)
    open_web = Session(mailto, allowed, whole=whole)
    downloads = Downloads(open_web, Pace(clock), clock, allowed, hosts)
    try:
        yield Services(asker, downloads, mailto, "2026-11-30")
    finally:
        registry.close()
        open_web.close()
