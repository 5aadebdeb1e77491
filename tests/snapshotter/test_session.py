"""The session, against a real server: limits, redirects, and addresses that must not be reached."""

from __future__ import annotations

import socket
import time
from urllib.parse import urlsplit

import pytest

from citelock import __version__
from citelock.snapshotter.session import (
    Answer,
    Blocked,
    Session,
    Transport,
    check_url,
    endpoint_of,
    user_agent,
)
from tests.support import replay as faults
from tests.support.patience import PATIENCE
from tests.support.replay import Replay

LIMIT = 1_000_000
PATH = "/works/10.1371/journal.pgen.1011490"
JSON = "application/json"


def session(server: Replay, **limits: float) -> Session:
    return Session("you@example.org", [endpoint_of(server.urls["crossref"])], **limits)  # type: ignore[arg-type]


def get(server: Replay, path: str = PATH, hops: int = 0, limit: int = LIMIT, **limits: float) -> Answer:
    asking = session(server, **limits)
    try:
        return asking.get(server.urls["crossref"] + path, JSON, limit, hops=hops)
    finally:
        asking.close()


def test_an_answer_comes_whole(server: Replay) -> None:
    answer = get(server)
    assert (answer.status, answer.hops) == (200, 0)
    assert answer.body.startswith(b"{")
    assert "x-rate-limit-limit" in answer.headers


def test_the_contact_address_is_for_registries_and_not_for_whoever_they_lead_to(server: Replay) -> None:
    """Publishers' pages, to which doi.org leads, see who asks and not how to reach them."""
    other = server.urls["crossref"].replace("127.0.0.1", "localhost")
    server.script("crossref", PATH, [faults.redirect(other + PATH)])
    ours = [endpoint_of(server.urls["crossref"])]
    asking = Session("you@example.org", [*ours, endpoint_of(other)], services=ours)
    answer = asking.get(server.urls["crossref"] + PATH, JSON, LIMIT, hops=1)
    asking.close()
    assert answer.hops == 1
    first, second = ({name.lower(): value for name, value in one.headers.items()} for one in server.log)
    assert first["user-agent"] == user_agent("you@example.org")
    assert second["user-agent"] == user_agent(None)


def test_who_asks_says_so_and_nothing_else(server: Replay) -> None:
    get(server)
    (request,) = server.log
    headers = {name.lower(): value for name, value in request.headers.items()}
    agent = headers.pop("user-agent")
    assert agent == user_agent("you@example.org")
    assert agent.startswith(f"citelock/{__version__} (")
    assert agent.endswith("; mailto:you@example.org)")
    assert set(headers) <= {"host", "accept", "accept-encoding", "connection"}
    assert "mailto" not in user_agent(None)


def test_repeated_headers_are_joined(server: Replay) -> None:
    server.set_rate(50, announce=[("x-rate-limit-limit", "50"), ("x-rate-limit-limit", "50")], enforced=False)
    assert get(server).headers["x-rate-limit-limit"] == "50, 50"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (faults.broken_gzip(), "packed wrongly"),
        (faults.reset(), "the connection failed"),
        (faults.cut(faults.text_answer("x" * 5000)), "cut off"),
    ],
    ids=["gzip", "reset", "cut"],
)
def test_what_did_not_arrive_whole_is_no_answer(server: Replay, answer: faults.Answer, reason: str) -> None:
    server.script("crossref", PATH, [answer])
    with pytest.raises(Transport, match=reason):
        get(server)


def test_a_body_over_the_limit_is_cut_off_while_it_comes(server: Replay) -> None:
    server.script("crossref", PATH, [faults.text_answer("x" * 300_000)])
    with pytest.raises(Transport, match="more than 1000 bytes"):
        get(server, limit=1000)


def test_a_server_that_drips_is_cut_off_by_the_clock(server: Replay) -> None:
    server.script("crossref", PATH, [faults.drip(faults.text_answer("x" * 10_000), 1, 0.05)])
    began = time.monotonic()
    with pytest.raises(Transport, match=r"no whole answer within 0\.5 s"):
        get(server, whole=0.5)
    assert time.monotonic() - began < PATIENCE  # the whole would take eight minutes


def test_a_server_that_says_nothing_is_not_waited_for(server: Replay) -> None:
    server.script("crossref", PATH, [faults.silent()])
    with pytest.raises(Transport, match="within"):
        get(server, whole=0.5)


def test_after_a_cut_connection_the_next_answer_comes_whole(server: Replay) -> None:
    server.script("crossref", PATH, [faults.drip(faults.text_answer("x" * 1000), 1, 0.05)])
    asking = session(server, whole=PATIENCE)
    url = server.urls["crossref"] + PATH
    with pytest.raises(Transport):
        asking.get(url, JSON, LIMIT, within=0.5)
    assert asking.get(url, JSON, LIMIT).status == 200
    asking.close()


def test_redirects_are_followed_only_when_wanted_and_counted(server: Replay) -> None:
    target = server.urls["crossref"] + PATH
    server.script("crossref", "/elsewhere", [faults.redirect(target)] * 2)
    assert get(server, "/elsewhere").status == 302
    answer = get(server, "/elsewhere", hops=3)
    assert (answer.status, answer.hops, answer.url) == (200, 1, target)


def test_a_redirect_that_never_ends_is_left(server: Replay) -> None:
    loop = server.urls["crossref"] + "/loop"
    server.script("crossref", "/loop", [faults.redirect(loop)], forever=True)
    answer = get(server, "/loop", hops=5)
    assert (answer.status, answer.hops, len(server.log)) == (302, 5, 6)


ODD = {
    "169.254.169.254": "169.254.169.254",
    "localhost": "127.0.0.1",
    "localhost.": "127.0.0.1",
    "::1": "::1",
    "2130706433": "127.0.0.1",
    "0x7f.1": "127.0.0.1",
    "0177.0.0.1": "127.0.0.1",
    "127.1": "127.0.0.1",
}


def test_a_port_that_is_not_one_of_the_web_is_not_asked(
    server: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_up = socket.getaddrinfo

    def resolver(host: str, *rest: object, **named: object) -> object:
        if host == "public.example":
            return [(0, 0, 0, "", ("93.184.216.34", 8443))]
        return look_up(host, *rest, **named)  # type: ignore[arg-type] # whatever the caller gave

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    server.script("crossref", "/elsewhere", [faults.redirect("http://public.example:8443/")])
    with pytest.raises(Blocked, match="a port that is not one of the web"):
        get(server, "/elsewhere", hops=3)


def test_a_port_that_the_configuration_names_is_asked_at_public_addresses_only(
    server: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, port = endpoint_of(server.urls["crossref"])

    def resolver(name: str, *_: object, **__: object) -> object:
        return [(0, 0, 0, "", ("93.184.216.34" if name == "public.example" else "10.0.0.1", port))]

    def connect(address: tuple[str, int], *_: object, **__: object) -> socket.socket:
        assert address == ("93.184.216.34", port)
        sock = socket.socket()
        sock.connect((host, port))
        return sock

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    monkeypatch.setattr("citelock.snapshotter.session.create_connection", connect)

    asking = Session(ports=(port,))
    try:
        path = urlsplit(server.urls["crossref"]).path + PATH
        assert asking.get(f"http://public.example:{port}{path}", JSON, LIMIT).status == 200
        with pytest.raises(Blocked, match="not public"):
            asking.get(f"http://private.example:{port}{path}", JSON, LIMIT)
        with pytest.raises(Blocked, match="a port that is not one of the web"):
            Session(ports=(443,)).get(f"http://public.example:{port}{path}", JSON, LIMIT)
    finally:
        asking.close()


@pytest.mark.parametrize(
    "target",
    [
        "http://169.254.169.254/latest",
        "http://127.0.0.1:1/",
        "http://localhost/",
        "http://[::1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://localhost./",
    ],
)
def test_a_redirect_to_an_address_that_is_not_public_is_not_followed(
    server: Replay, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_up = socket.getaddrinfo

    def resolver(host: str, *rest: object, **named: object) -> object:
        if host in ODD:
            return [(0, 0, 0, "", (ODD[host], 80))]
        return look_up(host, *rest, **named)  # type: ignore[arg-type] # whatever the caller gave

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    server.script("crossref", "/elsewhere", [faults.redirect(target)])
    with pytest.raises(Blocked, match="not public"):
        get(server, "/elsewhere", hops=3)


def test_only_the_configured_port_of_a_private_host_may_be_asked(
    server: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        asking = session(server)
        with pytest.raises(Blocked, match="not public"):
            asking.get(f"http://127.0.0.1:{other.getsockname()[1]}/", JSON, LIMIT)
        asking.close()
        other.setblocking(False)  # a connection would have been waiting there since before the refusal
        with pytest.raises(BlockingIOError):
            other.accept()


def test_a_name_with_one_private_address_among_public_ones_is_refused(
    server: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    def two(*_: object, **__: object) -> list[tuple[object, ...]]:
        kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
        return [(*kind, ("93.184.216.34", 80)), (*kind, ("10.0.0.1", 80))]

    monkeypatch.setattr(socket, "getaddrinfo", two)
    asking = session(server)
    with pytest.raises(Blocked, match="not public"):
        asking.get("http://registry.example/", JSON, LIMIT)
    asking.close()


def test_a_name_with_many_addresses_that_say_nothing_costs_the_time_once(
    server: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red without: each address was given the whole time for a connection, one after another."""
    kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *_, **__: [(*kind, (f"93.184.216.{n}", 80)) for n in range(200)]
    )
    tried: list[object] = []

    def connect(address: object, *_: object, **__: object) -> socket.socket:
        tried.append(address)
        time.sleep(0.05)
        raise TimeoutError

    monkeypatch.setattr("citelock.snapshotter.session.create_connection", connect)
    asking = session(server)
    with pytest.raises(Transport) as caught:
        asking.get("http://registry.example/", JSON, LIMIT, within=0.2)
    asking.close()
    assert caught.value.word == "timeout"
    assert len(tried) < 100


@pytest.mark.parametrize(
    "url",
    [
        "ftp://registry.example/a",
        "file:///etc/passwd",
        "http:///nothing",
        "http://user@registry.example/",
        "http://user:secret@registry.example/",
        "http://registry.example\\@evil.example/",
        "http://registry.example/a b",
        "http://registry.example/a\nb",
        "http://registry.example:99999/",
        "http://registry.example:0/",
        "registry.example/a",
        "",
    ],
)
def test_what_is_no_plain_address_of_the_web_is_refused(url: str) -> None:
    with pytest.raises(Blocked):
        check_url(url)


def test_no_proxy_and_no_netrc_of_the_environment_is_used(
    server: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    assert get(server).status == 200


def test_no_cookie_is_kept(server: Replay) -> None:
    server.script("crossref", PATH, [faults.text_answer("x")._replace(headers=(("Set-Cookie", "a=b"),))])
    asking = session(server)
    for _ in range(2):
        asking.get(server.urls["crossref"] + PATH, JSON, LIMIT)
    asking.close()
    assert [name for request in server.log for name in request.headers if name.lower() == "cookie"] == []
