"""Running the service: until SIGTERM or Ctrl-C, then no longer than it takes to answer what was asked."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import anyio
import uvicorn

from citelock.cli.server.application import application
from citelock.cli.server.hosts import Names
from citelock.cli.server.keys import Keys
from citelock.cli.server.limits import Limiter
from citelock.cli.server.service import Service
from citelock.cli.server.tools import mcp_server

GRACE = 30  # seconds in which what runs is answered when the service ends


def serve(
    service: Service,
    host: str,
    port: int,
    keys: Keys,
    names: Names,
    limiter: Limiter,
    log: Callable[[str], None],
) -> None:
    """Serves until it is told to end. Raises UsageError where it cannot listen."""
    config = uvicorn.Config(
        application(service, keys, names, limiter, log),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=5,
        ws="none",
    )
    logging.getLogger("uvicorn").setLevel(
        logging.ERROR
    )  # the guard tells of requests, without their contents
    _Server(config, log).run()


class _Server(uvicorn.Server):
    """Ends with an exit code instead of the signal that ended it, and says where it listens."""

    def __init__(self, config: uvicorn.Config, log: Callable[[str], None]) -> None:
        super().__init__(config)
        self._log = log

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {each: signal.signal(each, self.handle_exit) for each in signals}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override] # of any kind
        from citelock.checks.errors import UsageError

        try:
            await super().startup(sockets)  # type: ignore[arg-type] # passed through
        except SystemExit as error:
            raise UsageError(
                f"cannot listen on {self.config.host}:{self.config.port}. Give another --port, or see who "
                "has it."
            ) from error
        for server in self.servers:
            for each in server.sockets:
                place = each.getsockname()
                host = f"[{place[0]}]" if ":" in place[0] else place[0]
                self._log(f"citelock: listening on http://{host}:{place[1]}")


def over_stdio(service: Service) -> None:
    """Serves the tools over stdin and stdout until the input ends; a stray print goes to stderr."""
    with _stdout_kept() as out:
        anyio.run(_stdio, service, out)


async def _stdio(service: Service, out: TextIO) -> None:
    from mcp.server.stdio import stdio_server

    server = mcp_server(service)
    lowlevel = server._lowlevel_server
    async with stdio_server(stdout=anyio.wrap_file(out)) as (reading, writing):
        await lowlevel.run(reading, writing, lowlevel.create_initialization_options())


@contextmanager
def _stdout_kept() -> Iterator[TextIO]:
    """The stream of the protocol; meanwhile `print` writes to stderr."""
    kept = sys.stdout
    sys.stdout = sys.stderr
    try:
        yield kept
    finally:
        sys.stdout = kept
