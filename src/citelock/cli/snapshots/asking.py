"""Whom `citelock snapshot` may ask: registries as configured, and the open web within its limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

from citelock.checks.config import Config
from citelock.checks.errors import UsageError
from citelock.checks.text.excerpt import shown
from citelock.cli import collecting
from citelock.cli.progress import Ticker
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.copies.interface import Services
from citelock.snapshotter.download import Downloads
from citelock.snapshotter.pace import Pace
from citelock.snapshotter.registries.interface import SERVICES
from citelock.snapshotter.session import Endpoint, Session


@contextmanager
def services_for(
    config: Config,
    mailto: str | None,
    registries: tuple[str, ...],
    allowed: tuple[str, ...],
    ticker: Ticker,
) -> Iterator[Services]:
    """What asks, closed at the end. `allowed` are the host:port pairs of `--allow-host`."""
    endpoints = tuple(endpoint(each) for each in allowed)
    clock = Clock()
    contact = collecting.contact_of(config, mailto)
    session = Session(contact, endpoints, ports=config.ports)

    def on_wait(host: str, seconds: float, _why: str) -> None:
        if seconds >= 2:
            ticker.note(f"waiting {seconds:.0f} s before {host} is asked again")

    try:
        with collecting.asking_for(config, mailto, registries, ticker) as asker:
            hosts = [urlsplit(asker.base(service)).netloc.lower() for service in SERVICES]
            downloads = Downloads(session, Pace(clock, on_wait), clock, endpoints, hosts)
            yield Services(asker, downloads, contact, clock.today())
    finally:
        session.close()


def endpoint(text: str) -> Endpoint:
    """A host:port pair as typed. Raises UsageError."""
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]").lower()
    if not host or any(sign in host for sign in "/@ ") or not (port.isascii() and port.isdecimal()):
        raise UsageError(f"--allow-host: “{shown(text, 80)}” is not HOST:PORT, such as 127.0.0.1:8099.")
    number = int(port[:6])
    if not 0 < number < 65536:
        raise UsageError(f"--allow-host: {shown(port, 20)} is no port.")
    return host, number


__all__: Sequence[str] = ("endpoint", "services_for")
