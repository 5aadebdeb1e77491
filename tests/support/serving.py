"""`citelock serve` as a process of its own, asked by real clients."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import requests

from tests.support.patience import PATIENCE, wait_until

CLAIM = "The harbour of Bergen was dredged to nine metres in 1998"
SENTENCE = f"{CLAIM}, as the council had decided."  # what the pages and the frozen text of such a service say

_LISTENING = re.compile(r"listening on (http://[0-9.:\[\]]+)")


class Served(NamedTuple):
    """A running service: its address, its process, what it wrote to stderr so far."""

    url: str
    process: subprocess.Popen[str]
    lines: list[str]

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 0

    def post(self, path: str, value: object, **headers: str) -> requests.Response:
        return requests.post(
            self.url + path,
            data=value if isinstance(value, bytes) else json.dumps(value).encode(),
            headers={"Content-Type": "application/json", **headers},
            timeout=PATIENCE,
        )

    def get(self, path: str, **headers: str) -> requests.Response:
        return requests.get(self.url + path, headers=headers, timeout=PATIENCE)

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


def command(*arguments: str, before: str = "") -> list[str]:
    """The command line; `before` are lines of Python that run first, for a program that is set otherwise."""
    if not before:
        return [sys.executable, "-m", "citelock", *arguments]
    return [sys.executable, "-c", f"{before}\nfrom citelock.cli.main import main\nmain()", *arguments]


@contextmanager
def serving(
    folder: Path, *options: str, env: Mapping[str, str] | None = None, before: str = ""
) -> Iterator[Served]:
    """The service in a folder while the block runs."""
    process = subprocess.Popen(
        command("serve", "--port", "0", *options, before=before), cwd=folder, stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL, text=True, env={**os.environ, **(env or {})},
    )  # fmt: skip
    lines: list[str] = []

    reader = threading.Thread(target=_follow, args=(process, lines), daemon=True)
    reader.start()
    try:
        wait_until(lambda: process.poll() is not None or any(map(_LISTENING.search, lines)))
        found = next((match for match in map(_LISTENING.search, lines) if match), None)
        assert found is not None, "".join(lines)
        yield Served(found[1], process, lines)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        reader.join()
        assert process.stderr is not None
        process.stderr.close()


def _follow(process: subprocess.Popen[str], lines: list[str]) -> None:
    assert process.stderr is not None
    while line := process.stderr.readline():
        lines.append(line)


def json_of(response: requests.Response) -> dict[str, Any]:
    value = response.json()
    assert isinstance(value, dict)
    return value
