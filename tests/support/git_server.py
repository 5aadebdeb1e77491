"""A git server on loopback that asks for a token: `git http-backend` behind a small handler.

While it answers it looks at the command line of every process, which anybody on a machine can read.
"""

from __future__ import annotations

import os
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from tests.support.histories import ENVIRONMENT


class GitServer:
    """What it was asked: `authorisations` of each request, `command_lines` of all processes at that time."""

    def __init__(self, repositories: Path, token: str) -> None:
        self.repositories = repositories
        self.expected = "basic " + b64encode(f"x-access-token:{token}".encode()).decode() if token else ""
        self.authorisations: list[str | None] = []
        self.command_lines: list[bytes] = []
        self.address = ""
        self.redirect = ""  # an address that every request is sent to instead


@contextmanager
def git_server(repositories: Path, token: str = "") -> Iterator[GitServer]:
    """Serves the repositories in this folder at `address`/NAME; with `token` nobody else is let in."""
    state = GitServer(repositories, token)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(b"")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers.get("Content-Length", "0"))))

        def _answer(self, body: bytes) -> None:
            given = self.headers.get("Authorization")
            state.authorisations.append(given)
            state.command_lines += _command_lines()
            if state.redirect:
                self.send_response(302)
                self.send_header("Location", state.redirect + self.path)
                self.end_headers()
                return
            if state.expected and (given or "").casefold() != state.expected.casefold():
                self.send_response(401)
                self.send_header("WWW-Authenticate", "Basic")
                self.end_headers()
                return
            asked = urlsplit(self.path)
            done = subprocess.run(
                ["git", "http-backend"],
                input=body,
                capture_output=True,
                check=False,
                env={
                    "PATH": os.environ["PATH"],
                    **ENVIRONMENT,
                    "GIT_PROJECT_ROOT": str(state.repositories),
                    "GIT_HTTP_EXPORT_ALL": "1",
                    "PATH_INFO": asked.path,
                    "QUERY_STRING": asked.query,
                    "REQUEST_METHOD": self.command,
                    "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                    "CONTENT_LENGTH": str(len(body)),
                    "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                    "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
                    "REMOTE_ADDR": "127.0.0.1",
                },
            )
            head, _, content = done.stdout.partition(b"\r\n\r\n")
            fields = dict(line.split(b": ", 1) for line in head.split(b"\r\n") if b": " in line)
            self.send_response(int(fields.pop(b"Status", b"200").split()[0]))
            for name, value in fields.items():
                self.send_header(name.decode(), value.decode())
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *arguments: object) -> None:
            """Nothing: what is printed belongs to the test."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    state.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _command_lines() -> list[bytes]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            found.append((folder / "cmdline").read_bytes())
        except OSError:
            continue  # it ended meanwhile
    return found
