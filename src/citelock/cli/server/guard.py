"""What every request passes before it is answered: its name, its key, its size, how often it came.

In this order: the Host and Origin, then the key, then the size, then the limits; a request that is refused by
one costs nothing of the next (verify.md, section 7). Of MCP only the calls of tools count.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from citelock.cli.server.hosts import Names
from citelock.cli.server.keys import Keys
from citelock.cli.server.limits import Limiter, Standing
from citelock.cli.server.outcomes import Outcome, bad_request, failed

BODY = 64 * 1024  # bytes
MCP = "/api/mcp"
_API = "/api/"
_CALL = "tools/call"
_ENDING = failed(503, "service_unavailable", "the service is ending. Repeat the request later.", 5)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Guard:
    """The application behind its checks. `log` is told of each request: method, path, status, key's name."""

    def __init__(
        self, app: App, keys: Keys, names: Names, limiter: Limiter, log: Callable[[str], None]
    ) -> None:
        self._app = app
        self._keys = keys
        self._names = names
        self._limiter = limiter
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the beginning and the end of the service."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = _Headers(scope)
        name = self._keys.name_of(headers.one(b"authorization"))
        answer = _Answering(self, scope, send, name or "")
        try:
            refused = self._refused(scope, headers, name)
            if refused is None and scope["path"].startswith(_API) and scope["method"] == "POST":
                body = await _body(headers, receive)
                refused = body if isinstance(body, Outcome) else self._counted(scope, body, answer)
                if not isinstance(body, Outcome):
                    receive = _Again(body, receive)
            if refused is None:
                await self._app(scope, receive, answer)
            else:
                await answer.refuse(refused)
        except asyncio.CancelledError:  # the service ends, and this took longer than it waits
            if not answer.has_begun:
                await answer.refuse(_ENDING)

    def _refused(self, scope: Scope, headers: _Headers, name: str | None) -> Outcome | None:
        """The refusal of a request by its head."""
        refused = self._stranger(headers)
        if refused is None and scope["path"].startswith(_API) and name is None:
            return failed(401, "unauthorized", "no key, or a wrong one. Send Authorization: Bearer KEY.")
        return refused

    def _counted(self, scope: Scope, body: bytes, answer: _Answering) -> Outcome | None:
        """The refusal of a request that came too often."""
        if scope["path"] == MCP and not _calls_a_tool(body):
            return None
        return answer.count(self._limiter.take(answer.name))

    def _stranger(self, headers: _Headers) -> Outcome | None:
        host, origin = headers.one(b"host"), headers.one(b"origin")
        if host is None or not self._names.serves(host.decode("latin-1")):
            return failed(403, "forbidden", "this service is not known under that name (Host).")
        if origin is not None and not self._names.trusts(origin.decode("latin-1")):
            return failed(403, "forbidden", "pages of that origin may not ask this service (Origin).")
        return None

    def standing(self, name: str) -> Standing:
        """Where a key stands, for the headers of its answers."""
        return self._limiter.look(name)

    def tell(self, scope: Scope, status: int, name: str) -> None:
        """One line of the log."""
        who = f" key={name}" if name else ""
        path = scope["raw_path"][:200].decode("ascii", "replace")  # as it was sent: no blank, no other line
        self._log(f"{scope['method']} {path} {status}{who}")


class _Headers:
    def __init__(self, scope: Scope) -> None:
        self._headers: list[tuple[bytes, bytes]] = scope["headers"]

    def one(self, name: bytes) -> bytes | None:
        """The value of a header; one that stands several times is no value at all."""
        values = [value for key, value in self._headers if key.lower() == name]
        return values[0] if len(values) == 1 else (None if not values else b"\n")


class _Answering:
    """Sends an answer with the headers that every answer has; `has_begun` once a part of it is sent."""

    def __init__(self, guard: Guard, scope: Scope, send: Send, name: str) -> None:
        self._guard = guard
        self._scope = scope
        self._send = send
        self.name = name
        self.has_begun = False
        self._standing: Standing | None = None

    def count(self, standing: Standing) -> Outcome | None:
        """Keeps where the key stands; the refusal if it asked too often."""
        self._standing = standing
        if standing.retry_after is None:
            return None
        return failed(
            429, "rate_limited", "too many requests. Wait as long as it says.", standing.retry_after
        )

    async def __call__(self, message: Message) -> None:
        """Passes a message of the answer on."""
        if message["type"] == "http.response.start":
            self.has_begun = True
            message = {**message, "headers": [*message.get("headers", ()), *self._headers()]}
            self._guard.tell(self._scope, message["status"], self.name)
        await self._send(message)

    async def refuse(self, outcome: Outcome) -> None:
        """Sends a refusal."""
        body = json.dumps(outcome.body, ensure_ascii=False).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if outcome.retry_after is not None:
            headers.append((b"retry-after", str(outcome.retry_after).encode()))
        if outcome.status == 401:
            headers.append((b"www-authenticate", b"Bearer"))
        if outcome.status == 413:
            headers.append((b"connection", b"close"))  # the rest of the body is not read
        await self({"type": "http.response.start", "status": outcome.status, "headers": headers})
        await self({"type": "http.response.body", "body": body})

    def _headers(self) -> list[tuple[bytes, bytes]]:
        standing = self._standing or self._guard.standing(self.name)
        return [
            (b"x-ratelimit-limit", str(standing.limit).encode()),
            (b"x-ratelimit-remaining", str(standing.remaining).encode()),
            (b"x-ratelimit-reset", str(standing.reset).encode()),
        ]


class _Again:
    """Gives a body that was read once more, then whatever else comes."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        if self._body is None:
            return await self._receive()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}


async def _body(headers: _Headers, receive: Receive) -> bytes | Outcome:
    """The whole body, or why it is not read."""
    kind = (headers.one(b"content-type") or b"").partition(b";")[0].strip().lower()
    if kind != b"application/json":
        return bad_request("the body is not application/json.", 415)
    too_large = bad_request(f"the body has more than {BODY} bytes.", 413)
    said = headers.one(b"content-length")
    if said is not None and said.isdigit() and int(said[:20]) > BODY:
        return too_large
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bad_request("the body ended early.")
        part = message.get("body", b"")
        size += len(part)
        if size > BODY:
            return too_large
        parts.append(part)
        if not message.get("more_body"):
            return b"".join(parts)


def _calls_a_tool(body: bytes) -> bool:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return True  # whatever it is, it counts
    calls = value if isinstance(value, list) else [value]
    return any(isinstance(each, dict) and each.get("method") == _CALL for each in calls)
