"""Clients that send slowly, without end, or no HTTP at all: none of them keeps a connection for nothing."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE, wait_until
from tests.support.serving import Served, serving

SHORTLY = "import citelock.cli.server.connection as c\nc.WHOLE = c.LINGER = 0.2"  # seconds
HEAD = b"POST /api/v1/quote HTTP/1.1\r\nHost: 127.0.0.1\r\n"
JSON = b"Content-Type: application/json\r\n"
ENDLESS = b"Transfer-Encoding: chunked\r\n\r\n"
CHUNK = b"10000\r\n" + b"x" * 65536 + b"\r\n"


@pytest.fixture
def impatient(tmp_path: Path, options: list[str]) -> Iterator[Served]:
    """A service that waits only a moment for the rest of a request."""
    with serving(tmp_path, *options, before=SHORTLY) as running:
        yield running


@contextmanager
def connected(served: Served) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as connection:
        yield connection


def until_the_end(connection: socket.socket) -> bytes:
    """All that comes until the other side closes; it fails by a timeout if that does not happen."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


@pytest.mark.parametrize(
    "sent",
    [b"", b"P", HEAD, HEAD + JSON + b"Content-Length: 60000\r\n\r\n", HEAD + JSON + ENDLESS + b"1\r\n{\r\n"],
    ids=["nothing", "one letter", "half a head", "a head", "half a body"],
)
def test_a_request_that_does_not_come_is_not_waited_for(impatient: Served, sent: bytes) -> None:
    with connected(impatient) as connection:
        connection.sendall(sent)
        assert until_the_end(connection) == b""
    assert impatient.get("/healthz").status_code == 200


def test_nor_is_the_next_one_on_a_connection_that_stays_open(impatient: Served) -> None:
    with connected(impatient) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        connection.sendall(b"GET /hea")
        assert until_the_end(connection).count(b"HTTP/1.1") == 1


def test_an_answer_that_takes_its_time_is_not_cut_off(impatient: Served, options: list[str]) -> None:
    """The time is that of the request, not that of the answer: a check takes longer than this client may."""
    answer = impatient.post("/api/v1/verify", {"claim": "The harbour of Bergen was dredged in 1998"})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("head", "status"),
    [(HEAD, b"415"), (HEAD.replace(b"127.0.0.1", b"evil.example"), b"403"),
     (b"PUT /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"404")],
)  # fmt: skip
def test_a_body_that_goes_on_after_the_refusal_is_cut_off(served: Served, head: bytes, status: bytes) -> None:
    with connected(served) as connection:
        connection.sendall(head + ENDLESS)
        assert connection.recv(65536).split(b" ")[1] == status
        with pytest.raises(ConnectionError):
            send_a_gigabyte(connection)


def send_a_gigabyte(connection: socket.socket) -> None:
    """Where one MiB is taken in."""
    for _ in range(16_000):
        connection.sendall(CHUNK)


SMALL_BUFFERS = """
import socket
made = c.Connection.connection_made
def small(self, transport):
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    made(self, transport)
c.Connection.connection_made = small
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the open files of a process")
@pytest.mark.parametrize("last", [True, False], ids=["close", "keep-alive"])
def test_a_client_that_does_not_take_its_answer_is_left(
    tmp_path: Path, options: list[str], *, last: bool
) -> None:
    claims = json.dumps({"claims": [{"id": f"c{n}", "text": "x"} for n in range(2000)]}).encode()
    head = HEAD.replace(b"quote", b"audit") + JSON + (b"Connection: close\r\n" if last else b"")
    with serving(tmp_path, *options, before=SHORTLY + SMALL_BUFFERS) as served:
        without = _open_files(served)
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", served.port))
            connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(claims) + claims)
            wait_until(lambda: any("/audit 200" in line for line in served.lines))
            wait_until(lambda: _open_files(served) == without)


def _open_files(served: Served) -> int:
    return len(list(Path(f"/proc/{served.process.pid}/fd").iterdir()))


def test_there_is_an_end_of_connections(tmp_path: Path, options: list[str]) -> None:
    few = "import citelock.cli.server.connection as c\nc.MOST = 2"
    with serving(tmp_path, *options, before=few) as served:
        with connected(served) as first, connected(served) as second, connected(served) as third:
            answer = until_the_end(third)
            for each in (first, second):
                each.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                assert each.recv(65536).startswith(b"HTTP/1.1 200")
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503")
        assert b"Retry-After: 5" in head
        assert json.loads(body)["code"] == "service_unavailable"
        wait_until(lambda: _is_let_in(served))


def _is_let_in(served: Served) -> bool:
    return served.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    "sent",
    [b"\x16\x03\x01\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
     HEAD + JSON + b"Content-Length: -1\r\n\r\n", HEAD + JSON + ENDLESS + b"zz\r\n"],
)  # fmt: skip
def test_what_is_no_http_is_an_error_as_every_other(served: Served, sent: bytes) -> None:
    with connected(served) as connection:
        connection.sendall(sent)
        head, _, body = until_the_end(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400")
    assert json.loads(body) == {"error": "Invalid HTTP request received.", "code": "bad_request"}


def test_the_log_has_one_line_for_a_request_whatever_its_path(served: Served) -> None:
    for path in (b"/x%20200%20key=mine", b"/x%0acitelock:%20all%20is%20well", b"/%1b%5b31m", b"/%e2%80%ae"):
        with connected(served) as connection:
            connection.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            until_the_end(connection)
        line = f"GET {path.decode()} 404\n"
        wait_until(lambda line=line: line in served.lines)  # type: ignore[misc] # of this turn
