"""An answer on its way to the client: framing, dripping, cutting, breaking.

The last bytes, which of an answer without a body are its head, leave only after `release` was called: a
client that has the whole answer is never counted as still waiting for it.
"""

from __future__ import annotations

import gzip
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler

from examples.replay.messages import Answer, Request

MISSING = 1000  # bytes that a cut answer promises and does not send
GZIP_FROM = 1000


def compressed(answer: Answer, request: Request) -> Answer:
    """The answer in gzip if the client takes it and it is worth it, as the registries do."""
    accepts = "gzip" in request.headers.get("accept-encoding", "")
    if not accepts or len(answer.body) < GZIP_FROM or answer.ending != "whole":
        return answer
    headers = (*answer.headers, ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding"))
    return answer._replace(headers=headers, body=gzip.compress(answer.body, 6, mtime=0))


def send(
    handler: BaseHTTPRequestHandler, answer: Answer, release: Callable[[], None], stopping: threading.Event
) -> None:
    """Sends an answer as it says; the connection is kept only after a whole one."""
    try:
        patience = float("inf") if answer.ending == "silent" else answer.delay
        if not _waited(handler, patience, stopping):
            handler.close_connection = True
            return
        if answer.ending == "reset" and not answer.body:
            _break(handler)
            return
        pieces = list(_pieces(answer)) if handler.command != "HEAD" else []
        if not pieces:
            release()
        _head(handler, answer)
        for position, piece in enumerate(pieces):
            if position == len(pieces) - 1:
                release()
            handler.wfile.write(piece)
            handler.wfile.flush()
            if answer.drip and position < len(pieces) - 1 and not _waited(handler, answer.drip[1], stopping):
                handler.close_connection = True
                return
        if answer.ending != "whole":
            handler.close_connection = True
        if answer.ending == "reset":
            _break(handler)
    except OSError:  # the client has gone, which is what some tests are about
        handler.close_connection = True
    finally:
        release()


def _waited(handler: BaseHTTPRequestHandler, seconds: float, stopping: threading.Event) -> bool:
    """Lets time pass; False if the client hung up or the server is to stop: nobody is there to answer."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        readable, _, _ = select.select([handler.connection], [], [], min(left, 0.05))
        if stopping.is_set() or (readable and not handler.connection.recv(1, socket.MSG_PEEK)):
            return False
        if readable:  # the client sent more in advance: nothing to hear from it but its next request
            stopping.wait(min(left, 0.05))
    return True


def _head(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
    handler.send_response(answer.status)
    for name, value in answer.headers:
        handler.send_header(name, value)
    if answer.chunked:
        handler.send_header("Transfer-Encoding", "chunked")
    elif not any(name.lower() == "content-length" for name, _ in answer.headers):
        missing = 0 if answer.ending == "whole" else MISSING
        handler.send_header("Content-Length", str(len(answer.body) + missing))
    handler.end_headers()


def _pieces(answer: Answer) -> Iterator[bytes]:
    size = answer.drip[0] if answer.drip else max(len(answer.body), 1)
    for start in range(0, len(answer.body), size):
        piece = answer.body[start : start + size]
        yield b"%x\r\n%b\r\n" % (len(piece), piece) if answer.chunked else piece
    if answer.chunked and answer.ending == "whole":
        yield b"0\r\n\r\n"


def _break(handler: BaseHTTPRequestHandler) -> None:
    """Closes with RST in place of FIN: lingering for no time throws away what is unsent and says so."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    socket.close(handler.connection.detach())
    handler.close_connection = True
