"""How the service holds under load: fifty clients for a minute against local pages, statuses, memory, files.

    python -m bench.serving [--seconds 60] [--clients 50]

It starts pages, a model and `citelock serve` on loopback, lets every client (with a key of its own) ask as
fast as it is answered, and counts. It ends with exit code 1 when an answer has another status than 200, 429
or 503, or when memory or open files grow: measured after a warm-up and after the load.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

import requests

from examples.replay.messages import Answer, Request
from examples.replay.server import ReplayServer
from examples.replay.web import WebServer

CLAIM = "The harbour of Bergen was dredged to nine metres in 1998"
PAGES = 4
WARM_UP = 5.0  # seconds
ServerKind = TypeVar("ServerKind", bound=ReplayServer)
ALLOWED = (200, 429, 503)
MORE_MEMORY = 1.25  # after the load, over that after the warm-up


class Held(NamedTuple):
    """What a process holds: resident memory in MiB, open files, threads."""

    memory: float
    files: int
    threads: int


class Load(NamedTuple):
    """What the clients saw: how often each status, and the seconds that each check took."""

    statuses: Counter[int]
    seconds: list[float]


class _Model(ReplayServer):
    """A model that finds nothing worth quoting."""

    def answer(self, request: Request) -> Answer:
        self.pace.enter(request)
        content = json.dumps({"verdict": "unverified", "confidence": 0.2, "quotes": [], "caveats": []})
        value = {"choices": [{"message": {"content": content}}]}
        return Answer(200, (("Content-Type", "application/json"),), json.dumps(value).encode())


def main() -> int:
    """Runs the load and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=50)
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        keys = [f"key-of-client-{number}" for number in range(options.clients)]
        url, process = _service(stack, folder, keys)
        _run(url, keys, WARM_UP)
        before = held(process.pid)
        load = _run(url, keys, options.seconds)
        time.sleep(WARM_UP)  # keep-alive connections end, threads are given back
        after = held(process.pid)
        process.terminate()
        ended = process.wait(60)
    return _report(load, before, after, ended, options.seconds)


def _service(stack: ExitStack, folder: Path, keys: list[str]) -> tuple[str, subprocess.Popen[str]]:
    servers = [stack.enter_context(_serving(WebServer())) for _ in range(PAGES)]
    model = stack.enter_context(_serving(_Model()))
    for place, server in enumerate(servers):
        more = f"Site {place} has more to say of it. " * 40
        body = f"<html><title>Harbour</title><p>{CLAIM}. {more}</p></html>"
        server.pages["/page"] = Answer(200, (("Content-Type", "text/html"),), body.encode())
    hits = [{"url": f"{server.base}/page"} for server in servers]
    (folder / "hits.json").write_text(json.dumps(hits))
    lines = [f"client{n}:{hashlib.sha256(key.encode()).hexdigest()}\n" for n, key in enumerate(keys)]
    (folder / "keys.txt").write_text("".join(lines))
    command = [sys.executable, "-m", "citelock", "serve", "--port", "0", "--keys", "keys.txt"]
    command += ["--search", "file:hits.json", "--model", f"openai:{model.base}", "--model-name", "m"]
    command += [part for server in servers for part in ("--allow-host", server.endpoint)]
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
    stack.callback(process.kill)
    assert process.stderr is not None
    for line in process.stderr:
        if "listening on " in line:
            url = line.split("listening on ")[1].strip()
            break
    else:
        raise SystemExit("the service did not start")
    threading.Thread(target=process.stderr.read, daemon=True).start()  # or the pipe fills and it stands still
    return url, process


@contextmanager
def _serving(server: ServerKind) -> Iterator[ServerKind]:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def _run(url: str, keys: list[str], seconds: float) -> Load:
    load = Load(Counter(), [])
    lock = threading.Lock()
    until = time.monotonic() + seconds

    def client(key: str) -> None:
        session = requests.Session()
        session.trust_env = False
        session.headers["Authorization"] = f"Bearer {key}"
        while time.monotonic() < until:
            start = time.monotonic()
            answer = session.post(f"{url}/api/v1/verify", json={"claim": CLAIM}, timeout=120)
            took = time.monotonic() - start
            with lock:
                load.statuses[answer.status_code] += 1
                if answer.status_code == 200:
                    load.seconds.append(took)
            if answer.status_code != 200:
                time.sleep(min(float(answer.headers.get("Retry-After", "1")), 1.0))
        session.close()

    threads = [threading.Thread(target=client, args=(key,)) for key in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return load


def held(pid: int) -> Held:
    """What a process of this number holds now (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text()
    values = {line.split(":")[0]: line.split()[1] for line in status.splitlines() if len(line.split()) > 1}
    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return Held(int(values["VmRSS"]) / 1024, files, int(values["Threads"]))


def _report(load: Load, before: Held, after: Held, ended: int, seconds: float) -> int:
    statuses = ", ".join(f"{count} x {status}" for status, count in sorted(load.statuses.items()))
    print(f"{sum(load.statuses.values())} answers in {seconds:g} s: {statuses}")
    if load.seconds:
        ordered = sorted(load.seconds)
        print(f"a check took {ordered[len(ordered) // 2]:.2f} s in the middle, {ordered[-1]:.2f} s at most")
    for name, first, last in zip(Held._fields, before, after, strict=True):
        print(f"{name}: {first:.0f} after the warm-up, {last:.0f} after the load")
    print(f"ended with exit code {ended}")
    strange = [status for status in load.statuses if status not in ALLOWED]
    leaks = after.memory > MORE_MEMORY * before.memory or after.files > before.files + 5
    return int(bool(strange) or leaks or not load.statuses[200] or ended != 0)


if __name__ == "__main__":
    sys.exit(main())
