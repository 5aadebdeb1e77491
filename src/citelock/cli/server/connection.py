"""One connection to a client: how long it may send, how much for nothing, how many there are.

uvicorn waits for ever for the rest of a request, and takes in for ever what comes after a refusal; a few
hundred such clients would leave no file for anybody else.
"""

from __future__ import annotations

import asyncio
import json

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from citelock.cli.server.outcomes import Outcome, bad_request, too_many_at_once

WHOLE = 30.0  # seconds from the first byte of a request, or from the connection, to its last byte
FOR_NOTHING = (
    1024 * 1024
)  # bytes that are still taken in when the answer is sent: refusals reach slow senders
MOST = 500  # connections at once
LINGER = 30.0  # seconds that a client has to take what it was sent
_AGAIN = 5  # seconds


class Connection(H11Protocol):
    """A connection that is cut off where a client keeps it for nothing."""

    _deadline: asyncio.TimerHandle | None = None  # of the request, then of the answer
    _for_nothing = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Counts it, and gives the first request its time."""
        super().connection_made(transport)
        if len(self.connections) > MOST:
            transport.write(_refusal(too_many_at_once(_AGAIN), "Service Unavailable"))
            self._end()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Takes in a piece of a request."""
        if self.transport.is_closing():
            return
        if self.conn.our_state is h11.DONE:
            self._for_nothing += len(data)
            if self._for_nothing > FOR_NOTHING:
                self._end()
                return
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait()
        else:
            self._wait_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets its deadline."""
        self._wait_no_more()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """An answer is written: if that was the last one, it has to be taken."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._end()

    def timeout_keep_alive_handler(self) -> None:
        """Ends an idle connection."""
        super().timeout_keep_alive_handler()
        self._end()

    def send_400_response(self, msg: str) -> None:
        """Answers what is no HTTP, in the form that every error has."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_refusal(bad_request(msg), "Bad Request"))
        self._end()

    def _wait(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(WHOLE, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end(self) -> None:
        """Closes it when all is sent, or when the client has had its time to take it."""
        self._wait_no_more()
        self.transport.close()
        self._deadline = self.loop.call_later(LINGER, self.transport.abort)


def _refusal(outcome: Outcome, reason: str) -> bytes:
    body = json.dumps(outcome.body).encode()
    retry = "" if outcome.retry_after is None else f"Retry-After: {outcome.retry_after}\r\n"
    return (
        f"HTTP/1.1 {outcome.status} {reason}\r\nContent-Type: application/json\r\n{retry}"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    ).encode() + body
