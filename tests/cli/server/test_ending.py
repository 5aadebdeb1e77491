"""How a service ends: with what runs, without what never ends, by signals, by a client that has gone."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import requests

from tests.support.models import ScriptedModel, said
from tests.support.patience import PATIENCE, wait_until
from tests.support.serving import CLAIM, Served, command, json_of, serving

SOON = "import citelock.cli.server.running as r\nr.GRACE = 0.2"  # seconds
HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}  # fmt: skip
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
CALL = {
    "jsonrpc": "2.0", "id": 2, "method": "tools/call",
    "params": {"name": "verify_claim", "arguments": {"claim": CLAIM}},
}  # fmt: skip


@pytest.fixture
def stuck(model: ScriptedModel) -> Iterator[ScriptedModel]:
    """A model that does not answer while the test runs."""
    over = threading.Event()

    def never(_: str) -> str:
        over.wait(PATIENCE)
        return said("unverified", 0)

    model.scripts = [never]
    yield model
    over.set()


@contextmanager
def asking(ask: Callable[[], requests.Response], model: ScriptedModel) -> Iterator[list[requests.Response]]:
    """A request that waits for the model; its answer is there when the block has ended."""
    answers: list[requests.Response] = []
    thread = threading.Thread(target=lambda: answers.append(ask()))
    thread.start()
    wait_until(lambda: bool(model.prompts))
    yield answers
    thread.join()


def _mcp(served: Served) -> requests.Response:
    accepted = "application/json, text/event-stream"
    return served.post("/api/mcp", CALL, Accept=accepted)


@pytest.mark.parametrize(
    "ask", [lambda served: served.post("/api/v1/verify", {"claim": CLAIM}), _mcp], ids=["http", "mcp"]
)
def test_what_takes_too_long_is_told_so_and_left(
    tmp_path: Path, options: list[str], stuck: ScriptedModel, ask: Callable[[Served], requests.Response]
) -> None:
    """The thread that waits for the model cannot be stopped; the process ends all the same."""
    with serving(tmp_path, *options, before=SOON) as served:
        with asking(lambda: ask(served), stuck) as answers:
            assert served.stop() == 0
        (answer,) = answers
        assert answer.status_code == 503
        assert json_of(answer)["code"] == "service_unavailable"
        assert int(answer.headers["Retry-After"]) == json_of(answer)["retryAfterSec"]
        assert not any("Traceback" in line for line in served.lines)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing sends Ctrl-C there")
def test_a_second_interrupt_ends_it_at_once(served: Served, stuck: ScriptedModel) -> None:
    with asking(lambda: served.post("/api/v1/verify", {"claim": CLAIM}), stuck) as answers:
        served.process.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):  # as long as nobody insists, it waits
            served.process.wait(1)
        assert served.stop(signal.SIGINT) == 0
    assert [answer.status_code for answer in answers] == [503]
    assert not any("error" in line for line in served.lines)


@contextmanager
def over_stdio(folder: Path, options: list[str]) -> Iterator[subprocess.Popen[str]]:
    """`citelock mcp`, greeted and ready."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command("mcp", *options), cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        send(process, HELLO, READY)
        assert json.loads(process.stdout.readline())["id"] == 1
        yield process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(BrokenPipeError):
                stream.close()


def send(process: subprocess.Popen[str], *messages: object) -> None:
    assert process.stdin is not None
    process.stdin.write("".join(json.dumps(each) + "\n" for each in messages))
    process.stdin.flush()


@pytest.mark.skipif(sys.platform == "win32", reason="nothing sends these signals there")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
@pytest.mark.parametrize("busy", [False, True])
def test_tools_over_stdio_end_when_told_to(
    tmp_path: Path, options: list[str], stuck: ScriptedModel, number: int, code: int, *, busy: bool
) -> None:
    """The client keeps stdin open, and a thread waits for its next line."""
    with over_stdio(tmp_path, options) as process:
        if busy:
            send(process, CALL)
            wait_until(lambda: bool(stuck.prompts))
        process.send_signal(number)
        assert process.wait(PATIENCE) == code
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_tools_over_stdio_end_with_their_input_whatever_still_runs(
    tmp_path: Path, options: list[str], stuck: ScriptedModel
) -> None:
    with over_stdio(tmp_path, options) as process:
        send(process, CALL)
        wait_until(lambda: bool(stuck.prompts))
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def test_a_client_that_has_gone_is_no_bug(tmp_path: Path, options: list[str]) -> None:
    with over_stdio(tmp_path, options) as process:
        assert process.stdout is not None
        process.stdout.close()
        send(process, *[{"jsonrpc": "2.0", "id": n, "method": "ping"} for n in (3, 4)])
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_whatever_else_is_written_to_stdout_is_kept_from_the_client(
    tmp_path: Path, options: list[str]
) -> None:
    """Not only `print`: also what a program that is started writes."""
    stray = (
        "import subprocess, sys, citelock.cli.server.tools as t\n"
        "answer = t._answer\n"
        "async def loud(*given):\n"
        "    print('from python')\n"
        "    subprocess.run([sys.executable, '-c', 'print(\"from a child\")'])\n"
        "    return await answer(*given)\n"
        "t._answer = loud"
    )
    call = {**CALL, "params": {"name": "find_quote", "arguments": {"id": "10.5555/harbour", "quote": CLAIM}}}
    sent = "".join(json.dumps(each) + "\n" for each in (HELLO, READY, call))
    with subprocess.Popen(
        command("mcp", *options, before=stray), cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(sent)
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        process.stdin.close()
        assert process.stdout.read() == ""
        said_aside = process.stderr.read()
    assert [answer["id"] for answer in answers] == [1, 2]
    assert "from python" in said_aside
    assert "from a child" in said_aside
