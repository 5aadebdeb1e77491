"""`citelock serve` and `citelock mcp` with real clients: statuses, limits, keys, names, tools."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import requests
import uvicorn
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import TextContent

from citelock.checks.catalogue import BY_CODE
from citelock.cli.main import run
from citelock.cli.server.application import application
from citelock.cli.server.connection import Connection
from citelock.cli.server.hosts import LOOPBACK, Names
from citelock.cli.server.keys import Keys
from citelock.cli.server.limits import Limiter
from citelock.cli.server.service import Service
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.roots import open_project
from citelock.snapshotter.verification.checking import Setup
from citelock.snapshotter.verification.fetching import Missed
from citelock.snapshotter.verification.search.folder import Folder
from citelock.snapshotter.verification.tables import load_tables
from examples.replay.messages import Answer
from tests.support.clocks import PatientClock
from tests.support.models import Script, ScriptedModel, said
from tests.support.patience import PATIENCE, wait_until
from tests.support.serving import CLAIM, SENTENCE, Served, command, json_of, serving

ERRORS = {400, 401, 403, 404, 405, 413, 415, 429, 500, 502, 503, 504}


def without_time(result: dict[str, Any]) -> dict[str, Any]:
    meta = {
        name: each for name, each in result["meta"].items() if name not in ("tookMs", "record", "searchDate")
    }
    return {**result, "meta": meta}


# -- one claim, four ways ----------------------------------------------------------------------------------


class Called(NamedTuple):
    """What a tool answered."""

    text: str
    is_error: bool


async def _call(target: object, name: str, arguments: dict[str, object]) -> Called:
    async with Client(target) as client:  # type: ignore[arg-type] # an address or a transport
        tools = await client.list_tools()
        assert {"verify_claim", "find_quote", "audit_claims"} == {tool.name for tool in tools.tools}
        result = await client.call_tool(name, arguments)
    (content,) = result.content
    assert isinstance(content, TextContent)
    return Called(content.text, bool(result.is_error))


def over_http(served: Served, name: str, arguments: dict[str, object]) -> Called:
    return asyncio.run(_call(f"{served.url}/api/mcp", name, arguments))


def over_stdio(folder: Path, options: list[str], name: str, arguments: dict[str, object]) -> Called:
    program, *rest = command("mcp", *options)
    parameters = StdioServerParameters(command=program, args=rest, cwd=str(folder))
    with (folder / "stderr").open("w") as errors:
        return asyncio.run(_call(stdio_client(parameters, errlog=errors), name, arguments))


def test_the_same_claim_has_the_same_answer_on_every_way(
    tmp_path: Path, options: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["verify", CLAIM, *options, "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert run(["verify", CLAIM, *options]) == 0
    text = "".join(
        line for line in capsys.readouterr().out.splitlines(True) if not line.startswith("Record: ")
    )
    assert result["verdict"] == "supported"
    with serving(tmp_path, *options) as served:
        answer = json_of(served.post("/api/v1/verify", {"claim": CLAIM}))
        called = over_http(served, "verify_claim", {"claim": CLAIM})
    assert without_time(answer) == without_time(result)
    assert called == Called(text, is_error=False)
    assert over_stdio(tmp_path, options, "verify_claim", {"claim": CLAIM}) == called


def test_the_other_tools_answer_too(tmp_path: Path, options: list[str]) -> None:
    quote: dict[str, object] = {"id": "10.5555/harbour", "quote": SENTENCE}
    found = over_stdio(tmp_path, options, "find_quote", quote)
    assert json.loads(found.text)["quote"]["status"] == "verbatim"
    claims = [{"id": "c1", "text": "A claim", "citations": []}]
    audited = over_stdio(tmp_path, options, "audit_claims", {"claims": claims})
    assert json.loads(audited.text)["results"][0]["errors"] == ["E_UNCITED"]


@pytest.mark.parametrize(
    ("name", "arguments", "said_so"),
    [
        ("verify_claim", {}, "bad_request: claim: it is missing"),
        ("verify_claim", {"claim": CLAIM, "maxSources": 9}, "bad_request: maxSources"),
        ("verify_claim", {"claim": CLAIM, "maxSources": "4"}, "bad_request: maxSources"),
        ("find_quote", {"id": "10.5555/harbour"}, "bad_request: quote"),
        ("audit_claims", {"claims": 7}, "bad_request: claims.json"),
    ],
)
def test_a_wrong_argument_is_an_error_with_a_sentence(
    tmp_path: Path, options: list[str], name: str, arguments: dict[str, object], said_so: str
) -> None:
    called = over_stdio(tmp_path, options, name, arguments)
    assert called.is_error
    assert called.text.startswith(said_so)


def test_stdout_belongs_to_the_protocol(tmp_path: Path, options: list[str]) -> None:
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
            "name": "verify_claim", "arguments": {"claim": CLAIM}}},
    ]  # fmt: skip
    sent = "".join(json.dumps(each) + "\n" for each in asked)
    with subprocess.Popen(
        command("mcp", *options), cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(sent)
        process.stdin.flush()
        lines = [process.stdout.readline() for _ in range(2)]
        process.stdin.close()
        rest = process.stdout.read()
    assert process.returncode == 0
    assert [json.loads(line)["id"] for line in lines] == [1, 2]
    assert rest == ""


# -- the interface -----------------------------------------------------------------------------------------


def test_the_example_of_the_contract_with_curl(tmp_path: Path, options: list[str]) -> None:
    key = "srz_live_key"
    keys = tmp_path / "keys.txt"
    keys.write_text(f"# who\nmine:{hashlib.sha256(key.encode()).hexdigest()}\n")
    with serving(tmp_path, *options, "--keys", str(keys)) as served:
        out = subprocess.run(
            ["curl", "-s", "-X", "POST", f"{served.url}/api/v1/verify", "-H",
             "Content-Type: application/json", "-H", f"Authorization: Bearer {key}",
             "-d", json.dumps({"claim": CLAIM, "maxSources": 4})],
            capture_output=True, check=True, timeout=PATIENCE,
        ).stdout  # fmt: skip
    assert json.loads(out)["verdict"] == "supported"


@pytest.mark.parametrize(
    ("path", "body", "status", "said_so"),
    [
        ("/api/v1/verify", b"{", 400, "body:1"),
        ("/api/v1/verify", b"[]", 400, "a list"),
        ("/api/v1/verify", b'{"claim": "x"}', 400, "claim: "),
        ("/api/v1/verify", b'{"claim": "The sky is blue", "maxSources": 0}', 400, "maxSources: "),
        ("/api/v1/verify", b'{"claim": "The sky is blue", "maxSources": 6}', 400, "maxSources: "),
        ("/api/v1/verify", b'{"claim": "The sky is blue", "maxSources": "4"}', 400, "maxSources: "),
        ("/api/v1/verify", b'{"claim": "The sky is blue", "maxSources": true}', 400, "maxSources: "),
        ("/api/v1/verify", b'{"claim": "The sky is blue", "model": "gpt"}', 400, "model: "),
        ("/api/v1/verify", b'{"claim": "a\\ud800bc"}', 400, ""),
        ("/api/v1/verify", b'{"claim": NaN}', 400, ""),
        ("/api/v1/verify", b"[" * 60_000, 400, ""),
        ("/api/v1/verify", b'{"claim": "' + b"x" * 65 * 1024 + b'"}', 413, "64"),
        ("/api/v1/quote", b'{"id": "10.5555/harbour"}', 400, "quote: "),
        ("/api/v1/audit", b'{"claims": [{"id": 3.5}]}', 400, "claims.json"),
        ("/api/v1/nothing", b"{}", 404, ""),
    ],
)
def test_what_is_wrong_is_said_by_status_and_sentence(
    served: Served, path: str, body: bytes, status: int, said_so: str
) -> None:
    answer = served.post(path, body)
    assert answer.status_code == status
    assert said_so.replace("64", "65536") in json_of(answer)["error"] if said_so else True
    assert json_of(answer)["code"] in ("bad_request", "not_found")
    assert "Traceback" not in answer.text


def test_methods_and_types(served: Served) -> None:
    refused = served.get("/api/v1/verify")
    assert (refused.status_code, refused.headers["Allow"], json_of(refused)["code"]) == (
        405, "POST", "method_not_allowed",
    )  # fmt: skip
    form = requests.post(f"{served.url}/api/v1/verify", data={"claim": CLAIM}, timeout=PATIENCE)
    assert (form.status_code, json_of(form)["code"]) == (415, "bad_request")
    assert json_of(served.get("/healthz")) == {"status": "ok"}
    assert served.get("/").status_code == 404


def test_mcp_holds_no_stream_open(served: Served) -> None:
    """Without sessions nothing could ever come on it, and each would keep a connection."""
    for method in ("GET", "DELETE", "HEAD"):
        answer = requests.request(method, f"{served.url}/api/mcp", timeout=60, headers={"Accept": "*/*"})
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


FILE = f"""{{
  "claims": [
    {{"id": "c1", "text": "A clämed 5 thing",
     "citations": [{{"doi": "10.5555/harbour", "title": "t", "year": 1998, "first_author": "x",
        "quote": "{SENTENCE.replace("nine", "ten")}"}}]}}
  ]
}}
"""


def test_the_report_is_that_of_the_command_to_the_byte(
    tmp_path: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hash of the file and the lines of the findings are those of what was sent."""
    monkeypatch.chdir(tmp_path)
    for content in (FILE.encode(), b"\xef\xbb\xbf" + FILE.replace("\n", "\r\n").encode()):
        (tmp_path / "claims.json").write_bytes(content)
        assert run(["audit", "claims.json"]) == 1
        answer = served.post("/api/v1/audit", content)
        assert answer.content == (tmp_path / "report.json").read_bytes()
        assert json_of(answer)["results"][0]["findings"][0]["line"] == 4


@pytest.mark.parametrize(
    ("content", "said_so"),
    [
        (b"", "claims.json:1:1: the file is empty"),
        (b"[]", "claims.json:1:1: "),
        (b'{"claims": [],\n "claims": []}', 'claims.json:2:2: claims: the key "claims" stands twice'),
        (b'{"claims": [\n{"id": 1e400}]}', "claims.json:2:8: claims[0].id: "),
        (b"\xff", "claims.json:1:1: byte 0xff"),
        (b"[" * 60_000, "claims.json:1:"),
    ],
)
def test_a_malformed_claims_file_is_told_as_on_the_command_line(
    tmp_path: Path, served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    content: bytes, said_so: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "claims.json").write_bytes(content)
    assert run(["audit", "claims.json"]) == 2
    answer = served.post("/api/v1/audit", content)
    assert answer.status_code == 400
    assert json_of(answer)["error"].startswith(said_so)
    assert f"citelock: {json_of(answer)['error']}\n" in capsys.readouterr().err


@pytest.mark.usefixtures("options")
def test_the_eleventh_request_waits_and_the_next_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    clock = PatientClock()
    with in_this_process(Limiter(clock)) as url:

        def asked() -> requests.Response:
            question = {"id": "10.5555/harbour", "quote": SENTENCE}
            return requests.post(f"{url}/api/v1/quote", json=question, timeout=PATIENCE)

        answers = [asked() for _ in range(11)]
        clock.sleep(9.9)
        early = asked()
        clock.sleep(0.1)
        again = asked()
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    refused = answers[10]
    wait = int(refused.headers["Retry-After"])
    assert json_of(refused) == {
        "error": "too many requests. Wait as long as it says.", "code": "rate_limited", "retryAfterSec": wait,
    }  # fmt: skip
    assert wait == 10
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers[8:]] == ["1", "0", "0"]
    assert (early.status_code, early.headers["Retry-After"], again.status_code) == (429, "1", 200)


def test_a_day_has_an_end(tmp_path: Path, options: list[str]) -> None:
    def codes() -> list[int]:
        with serving(tmp_path, *options, "--daily", "2") as served:
            return [served.post("/api/v1/audit", {"claims": []}).status_code for _ in range(3)]

    day, found = Clock().today(), codes()
    if Clock().today() != day:  # midnight in Greenwich came between
        found = codes()
    assert found == [200, 200, 429]


def test_a_key_is_wanted_on_every_route_of_the_interface(tmp_path: Path, options: list[str]) -> None:
    keys = tmp_path / "keys.txt"
    keys.write_text(f"mine:{hashlib.sha256(b'right').hexdigest()}\n")
    with serving(tmp_path, *options, "--keys", str(keys)) as served:
        for path in ("/api/v1/verify", "/api/v1/quote", "/api/v1/audit", "/api/mcp", "/api/none"):
            for value in (None, "Bearer wrong", "Bearer ", "Basic right", "right", "Bearer right, Bearer x"):
                headers = {} if value is None else {"Authorization": value}
                answer = served.post(path, {}, **headers)
                assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
        raw = b"POST /api/v1/quote HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        for odd in (b"Authorization: Bearer r\xc3\xa9\r\n", b"Authorization: Bearer a\x01b\r\n",
                    b"Authorization: Bearer right\r\nAuthorization: Bearer right\r\n"):  # fmt: skip
            assert _raw(served, raw + odd + b"Content-Length: 2\r\n\r\n{}").split(b" ")[1] in (b"401", b"400")
        assert served.post("/api/v1/audit", {"claims": []}, Authorization="Bearer right").status_code == 200
        assert served.get("/healthz").status_code == 200
    assert any("key=mine" in line for line in served.lines)
    assert not any("right" in line or "wrong" in line for line in served.lines)


def _raw(served: Served, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as connection:
        connection.sendall(request)
        return connection.recv(65536)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403), ({"Host": "127.0.0.1.evil.example"}, 403),
        ({"Host": "x@127.0.0.1"}, 403),
        ({"Origin": "https://evil.example"}, 403), ({"Origin": "null"}, 403), ({"Origin": "file://"}, 403),
        ({"Origin": "http://localhost:3000"}, 200), ({"Host": "localhost:1"}, 200), ({}, 200),
    ],
)  # fmt: skip
def test_a_page_of_the_web_cannot_reach_it(served: Served, headers: dict[str, str], status: int) -> None:
    assert served.get("/healthz", **headers).status_code == status
    answer = served.post("/api/mcp", {"jsonrpc": "2.0", "method": "ping", "id": 1}, **headers)
    assert (answer.status_code == 403) is (status == 403)


def test_a_body_that_never_ends_is_cut_off(served: Served) -> None:
    def endless() -> Iterator[bytes]:
        yield b'{"claim": "'
        for _ in range(200):
            yield b"x" * 1024

    answer = requests.post(
        f"{served.url}/api/v1/verify",
        data=endless(),
        headers={"Content-Type": "application/json"},
        timeout=PATIENCE,
    )
    assert answer.status_code == 413


# -- what may go wrong behind it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "status", "code"),
    [
        ("no json at all", 502, "service_unavailable"),
        (Answer(500, (), b""), 502, "service_unavailable"),
        (Answer(429, (("Retry-After", "0"),), b""), 502, "service_unavailable"),
    ],
)
def test_a_model_that_fails_is_a_status(
    served: Served, model: ScriptedModel, script: Script, status: int, code: str
) -> None:
    model.scripts = [script]
    answer = served.post("/api/v1/verify", {"claim": CLAIM})
    assert (answer.status_code, json_of(answer)["code"]) == (status, code)
    assert int(answer.headers["Retry-After"]) == json_of(answer)["retryAfterSec"]


def test_a_model_that_comes_round_is_no_error(served: Served, model: ScriptedModel) -> None:
    model.scripts = [Answer(429, (("Retry-After", "0"),), b""), said("unverified", 0)]
    assert served.post("/api/v1/verify", {"claim": CLAIM}).status_code == 200


def test_a_search_that_fails_is_a_status(tmp_path: Path) -> None:
    with serving(tmp_path, "--search", "searxng:http://127.0.0.1:9") as served:
        answer = served.post("/api/v1/verify", {"claim": CLAIM})
    assert (answer.status_code, json_of(answer)["code"]) == (503, "search_unavailable")
    assert answer.headers["Retry-After"]


def test_no_more_than_four_checks_run_at_once(served: Served, model: ScriptedModel) -> None:
    waiting = threading.Event()

    def slowly(_: str) -> str:
        waiting.wait(PATIENCE)
        return said("unverified", 0)

    model.scripts = [slowly]
    codes: list[int] = []
    threads = [
        threading.Thread(
            target=lambda: codes.append(served.post("/api/v1/verify", {"claim": CLAIM}).status_code)
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(model.prompts) == 4)
    busy = served.post("/api/v1/verify", {"claim": CLAIM})
    assert (busy.status_code, json_of(busy)["code"]) == (503, "service_unavailable")
    assert served.get("/healthz").status_code == 200
    waiting.set()
    for thread in threads:
        thread.join()
    assert codes == [200] * 4


def _refuses(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) != 0


def test_sigterm_lets_what_runs_be_answered(served: Served, model: ScriptedModel) -> None:
    waiting = threading.Event()

    def slowly(_: str) -> str:
        waiting.wait(PATIENCE)
        return said("unverified", 0)

    model.scripts = [slowly]
    codes: list[int] = []
    thread = threading.Thread(
        target=lambda: codes.append(served.post("/api/v1/verify", {"claim": CLAIM}).status_code)
    )
    thread.start()
    wait_until(lambda: bool(model.prompts))
    served.process.send_signal(signal.SIGTERM)
    wait_until(lambda: _refuses(served.port))  # so it has begun to stop
    waiting.set()
    thread.join()
    assert codes == [200]
    assert served.process.wait(PATIENCE) == 0


def test_secrets_are_in_no_log(tmp_path: Path, options: list[str], model: ScriptedModel) -> None:
    (tmp_path / "citelock.yml").write_text("verify:\n  api_key_env: MODEL_KEY_OF_A_TEST\n")
    model.scripts = [Answer(401, (), b"s3cret")]
    with serving(tmp_path, *options, env={"MODEL_KEY_OF_A_TEST": "s3cret-key"}) as served:
        answer = served.post("/api/v1/verify", {"claim": "My secret claim, told to nobody"})
    assert answer.status_code == 502
    assert "s3cret" not in answer.text + "".join(served.lines)
    assert "secret claim" not in "".join(served.lines)


def test_of_a_bug_the_log_says_where_it_is_and_nothing_of_the_request(
    tmp_path: Path, options: list[str]
) -> None:
    bug = (
        "import citelock.cli.server.service as s\n"
        "def check_quote(words, *_):\n"
        "    try:\n"
        "        return [][7]\n"
        "    except IndexError as error:\n"
        "        raise ValueError(words) from error\n"
        "s.check_quote = check_quote"
    )
    with serving(tmp_path, *options, before=bug) as served:
        answer = served.post("/api/v1/quote", {"id": "10.5555/harbour", "quote": "told to nobody"})
        assert (answer.status_code, json_of(answer)["code"]) == (500, "internal")
        wait_until(lambda: "POST /api/v1/quote 500\n" in served.lines)
    log = "".join(served.lines)
    assert "| IndexError\n" in log
    assert "| ValueError\n" in log
    assert "in check_quote\n" in log
    assert "told to nobody" not in log + answer.text


@pytest.mark.parametrize(
    ("arguments", "said_so"),
    [
        (["--host", ""], "--host: it is empty"),
        (["--host-name", ""], "is no host"),
        (["--host-name", "checks.example.org:8443"], "Write it without scheme and port"),
        (["--records", ""], "--records: it is empty"),
        (["--records", "keys.txt/records"], "cannot write records to"),
        (["--host", "0.0.0.0"], "without keys only this machine may ask"),
        (["--keys", "none.txt"], "none.txt"),
        (["--search", "nothing"], "names no search"),
        (["--port", "70000"], "--port"),
    ],
)
def test_what_would_be_open_to_all_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str],
    said_so: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "keys.txt").write_text(f"mine:{'0' * 64}\n")
    assert run(["serve", *arguments]) == 2
    err = capsys.readouterr().err
    assert said_so in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("content", ["", "# none", "mine", "mine:abc", "a:" + "0" * 64 + "\na:" + "1" * 64])
def test_a_file_of_keys_is_read_strictly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "keys.txt").write_text(content)
    assert run(["serve", "--keys", "keys.txt"]) == 2
    assert "keys.txt" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "why"),
    [("127.0.0.1", "Address already in use"), ("192.0.2.1", "Cannot assign requested address")],
)
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other words")
def test_a_place_where_it_cannot_listen_is_named(
    tmp_path: Path, options: list[str], served: Served, host: str, why: str
) -> None:
    (tmp_path / "keys.txt").write_text(f"mine:{'0' * 64}\n")
    place = ["--host", host, "--port", str(served.port), "--keys", "keys.txt"]
    again = subprocess.run(
        command("serve", *place, *options), cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE
    )
    assert again.returncode == 2
    said_so = f"citelock: cannot listen on {host}:{served.port}: {why}. Give another --host or --port.\n"
    assert again.stderr == said_so


def test_the_document_is_valid_and_names_every_route(served: Served) -> None:
    document = json_of(served.get("/openapi.json"))
    assert sorted(document["paths"]) == [
        "/api/v1/audit", "/api/v1/quote", "/api/v1/verify", "/healthz", "/openapi.json",
    ]  # fmt: skip
    statuses = {
        int(status)
        for path in document["paths"].values()
        for op in path.values()
        for status in op["responses"]
    }
    assert statuses <= ERRORS | {200}


@contextmanager
def in_this_process(limiter: Limiter) -> Iterator[str]:
    """The application for the folder one is in, on a real socket; its address."""
    setup = Setup(
        Folder(open_project(None, codes=BY_CODE).evidence), _no_page, "none", load_tables(), None, Clock()
    )
    service = Service(setup, lambda: open_project(None, codes=BY_CODE), print)
    app = application(service, Keys({}), Names(LOOPBACK), limiter, lambda _line: None)
    server = uvicorn.Server(uvicorn.Config(app, port=0, http=Connection, log_config=None))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def _no_page(url: str, _seconds: float) -> Missed:
    return Missed("timeout", url)


@pytest.mark.slow
def test_schemathesis_finds_nothing(
    tmp_path: Path, options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = shutil.which("schemathesis", path=str(Path(command()[0]).parent))
    assert program is not None
    with in_this_process(Limiter(Clock(), burst=10**9)) as url:
        done = subprocess.run(
            [program, "run", f"{url}/openapi.json", "--max-examples", "20", "--seed", "7", "--checks", "all",
             "--request-timeout", str(PATIENCE), "--suppress-health-check", "too_slow", "--no-color"],
            cwd=tmp_path, capture_output=True, text=True, timeout=10 * PATIENCE,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:]
