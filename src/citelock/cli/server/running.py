"""Running the service: until SIGTERM or Ctrl-C, then no longer than it takes to answer what was asked."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn, TextIO

import anyio
import uvicorn

from citelock.checks.errors import UsageError
from citelock.checks.text.excerpt import shown
from citelock.cli.errors import flush
from citelock.cli.exit_codes import EXIT_INTERRUPTED, EXIT_OK
from citelock.cli.server.application import application
from citelock.cli.server.connection import Connection
from citelock.cli.server.hosts import Names
from citelock.cli.server.keys import Keys
from citelock.cli.server.limits import Limiter
from citelock.cli.server.logs import tell_of_libraries
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
        http=Connection,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=5,
        ws="none",
    )
    _Server(config, log).run()
    _leave()


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

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self.force_exit:  # a second Ctrl-C: what is torn down now complains, and nobody wants to know
            tell_of_libraries(lambda _line: None)

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override] # of any kind
        tell_of_libraries(lambda _line: None)  # that it cannot listen is told below
        try:
            await super().startup(sockets)  # type: ignore[arg-type] # passed through
        except SystemExit as error:
            raise UsageError(_cannot_listen(self.config, error.__context__)) from error
        tell_of_libraries(self._log)
        for server in self.servers:
            for each in server.sockets:
                place = each.getsockname()
                host = f"[{place[0]}]" if ":" in place[0] else place[0]
                self._log(f"citelock: listening on http://{host}:{place[1]}")


def _cannot_listen(config: uvicorn.Config, why: BaseException | None) -> str:
    place = f"{shown(config.host, 80)}:{config.port}"
    reason = ""
    if isinstance(why, OSError) and why.errno is not None:
        unknown_name = why.errno < 0  # getaddrinfo has numbers of its own
        reason = f": {why.strerror if unknown_name else os.strerror(why.errno)}"
    return f"cannot listen on {place}{reason}. Give another --host or --port."


def over_stdio(service: Service, log: Callable[[str], None]) -> None:
    """Serves the tools over stdin and stdout until the input ends; a stray print goes to stderr.

    SIGTERM and Ctrl-C end it at once: a thread waits for the next line, and nothing can wake it.
    """
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, _end)
    tell_of_libraries(log)
    try:
        with _stdout_kept() as out:
            anyio.run(_stdio, service, out)
    except* (BrokenPipeError, ConnectionResetError):
        pass  # the client has gone: there is nobody to answer
    _leave()


async def _stdio(service: Service, out: TextIO) -> None:
    from mcp.server.stdio import stdio_server

    server = mcp_server(service)
    async with stdio_server(stdout=anyio.wrap_file(out)) as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


@contextmanager
def _stdout_kept() -> Iterator[TextIO]:
    """The stream of the protocol; meanwhile whatever is written to stdout, by whomever, goes to stderr."""
    sys.stdout.flush()
    with open(os.dup(1), "w", encoding="utf-8", newline="\n") as kept:
        os.dup2(2, 1)
        yield kept


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    os._exit(EXIT_INTERRUPTED if number == signal.SIGINT else EXIT_OK)


def _leave() -> None:
    """Ends the process if threads still work for requests that were cut off: they cannot be stopped."""
    if threading.active_count() > 1:
        flush()
        os._exit(EXIT_OK)
