"""What a server may do on the wire, byte by byte: answers that end early, late, or not at all."""

from __future__ import annotations

import gzip
import socket
import threading
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from citelock.snapshotter.session import Answer, Session, Transport, endpoint_of
from tests.support.patience import PATIENCE

PAGE = b"<!doctype html><html><body><p>" + b"words " * 200 + b"</p></body></html>"
LIMIT = 1_000_000
ENDLESS = round(10 * PATIENCE / 0.05)  # pieces: a client that waits for the end fails, and does not hang


@contextmanager
def wire(*pieces: bytes, pause: float = 0.0, endless: bytes = b"") -> Iterator[str]:
    """A server that sends these pieces to whoever connects, drips `endless` after them, and closes."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                try:
                    if connection.recv(65536):
                        _send(connection, pieces, endless)
                except OSError:
                    continue

    def _send(connection: socket.socket, first: Iterable[bytes], rest: bytes) -> None:
        for piece in first:
            connection.sendall(piece)
            over.wait(pause)
        for _ in range(ENDLESS if rest else 0):
            if over.wait(0.05):
                break
            connection.sendall(rest)
        connection.shutdown(socket.SHUT_WR)
        connection.recv(1)  # until the client has closed too: an early close would be a reset

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        over.set()
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join(PATIENCE)


def fetched(url: str, whole: float = PATIENCE) -> Answer:
    asking = Session(None, [endpoint_of(url)], whole=whole)
    try:
        return asking.get(url, "text/html", LIMIT)
    finally:
        asking.close()


def head(*lines: str) -> bytes:
    return "\r\n".join(["HTTP/1.1 200 OK", "Content-Type: text/html", *lines, "", ""]).encode()


# -- the clock ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "endless"),
    [
        ((head("Connection: close"),), b"<p>x"),
        ((head(),), b"<p>x"),
        ((head("Content-Length: 100000"),), b"<p>x"),
        ((b"HTTP/1.1 200 OK\r\n",), b"X: y\r\n"),
        ((b"HTTP/1.1 200 OK\r\nX: ",), b"y"),
        ((), b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
    ids=["closing", "no-length", "length", "headers", "one-header", "continues"],
)
def test_whatever_is_dripped_is_late_when_the_time_is_over(pieces: tuple[bytes, ...], endless: bytes) -> None:
    began = time.monotonic()
    with wire(*pieces, endless=endless) as url, pytest.raises(Transport, match=r"within 0\.5 s") as caught:
        fetched(url, whole=0.5)
    assert caught.value.word == "timeout"
    assert time.monotonic() - began < PATIENCE


def test_a_handshake_that_is_dripped_is_late_too() -> None:
    began = time.monotonic()
    with wire(b"\x16\x03\x03\x40\x00", endless=b"\x02") as url, pytest.raises(Transport) as caught:
        fetched(url.replace("http:", "https:"), whole=0.5)
    assert caught.value.word == "timeout"
    assert time.monotonic() - began < PATIENCE


def test_a_page_that_comes_whole_after_the_time_is_no_answer() -> None:
    pieces = [PAGE[at : at + 200] for at in range(0, len(PAGE), 200)]
    start = head("Connection: close", f"Content-Length: {len(PAGE)}")
    with wire(start, *pieces, pause=0.2) as url, pytest.raises(Transport, match=r"within 0\.5 s"):
        fetched(url, whole=0.5)


def test_a_connection_is_closed_when_its_answer_is_over() -> None:
    """The server of this test waits for it; a duplicate left open would keep it waiting."""
    with wire(head("Connection: close", f"Content-Length: {len(PAGE)}") + PAGE) as url:
        asking = Session(None, [endpoint_of(url)], whole=PATIENCE)
        bodies = [asking.get(url, "text/html", LIMIT).body for _ in range(3)]
        asking.close()
    assert bodies == [PAGE] * 3


# -- the end -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sent",
    [
        head() + PAGE[: len(PAGE) // 2],
        head() + PAGE.replace(b"</body></html>", b""),
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX: y\r\n",
        head(),
        head("Content-Encoding: gzip") + gzip.compress(PAGE)[:-4],
        head("Content-Encoding: gzip") + gzip.compress(PAGE) + gzip.compress(PAGE)[:-4],
        head("Content-Encoding: gzip") + gzip.compress(PAGE) + b"and more that nobody unpacks",
        head("Content-Encoding: deflate") + zlib.compress(PAGE) + zlib.compress(PAGE),
    ],
    ids=["half", "no-end", "amid-headers", "nothing", "gzip", "second-member", "trailing", "two-deflates"],
)
def test_an_answer_that_is_cut_or_holds_more_than_is_unpacked_is_none(sent: bytes) -> None:
    with wire(sent) as url, pytest.raises(Transport) as caught:
        fetched(url)
    assert caught.value.word == "reset"


@pytest.mark.parametrize(
    ("sent", "body"),
    [
        (head() + PAGE, PAGE),
        (head() + PAGE[27:-14], PAGE[27:-14]),
        (head(f"Content-Length: {len(PAGE) - 14}") + PAGE[:-14], PAGE[:-14]),
        (head("Content-Encoding: gzip") + gzip.compress(PAGE) + gzip.compress(b"more"), PAGE + b"more"),
        (head("Content-Encoding: gzip") + gzip.compress(PAGE) + bytes(100), PAGE),
        (head("Content-Length: 0"), b""),
    ],
    ids=["whole", "tagless", "length-without-end", "members", "padding", "empty"],
)  # fmt: skip
def test_an_answer_that_is_whole_is_taken(sent: bytes, body: bytes) -> None:
    with wire(sent) as url:
        assert fetched(url).body == body


def test_members_of_gzip_count_towards_the_limit_together() -> None:
    bomb = gzip.compress(bytes(LIMIT // 2)) * 3
    with wire(head("Content-Encoding: gzip") + bomb) as url, pytest.raises(Transport) as caught:
        fetched(url)
    assert caught.value.word == "too_large"


@pytest.mark.parametrize(("kib", "taken"), [(60, True), (70, False)])
def test_no_more_than_64_kib_of_headers_are_taken(kib: int, taken: bool) -> None:
    lines = [f"X{number}: {'y' * 1010}" for number in range(kib)]
    sent = head(*lines, f"Content-Length: {len(PAGE)}") + PAGE
    with wire(sent) as url:
        if taken:
            assert fetched(url).status == 200
        else:
            with pytest.raises(Transport, match="headers") as caught:
                fetched(url)
            assert caught.value.word == "too_large"
