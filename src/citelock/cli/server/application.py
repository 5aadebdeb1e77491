"""The application: routes of the interface, MCP beside them, all behind the guard (verify.md, section 7).

Whatever blocks runs in threads. The session manager of MCP lives as long as the application.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from citelock.checks.canonical import dumps
from citelock.checks.errors import InputError
from citelock.checks.jsontext import parse
from citelock.cli.server.guard import MCP, Guard
from citelock.cli.server.hosts import Names
from citelock.cli.server.keys import Keys
from citelock.cli.server.limits import Limiter
from citelock.cli.server.openapi import document
from citelock.cli.server.outcomes import INTERNAL, Outcome, bad_request, failed, ok
from citelock.cli.server.service import Service
from citelock.cli.server.threads import in_thread
from citelock.cli.server.tools import mcp_server

_UNSPOKEN = {
    404: ("not_found", "there is no such route."),
    405: ("method_not_allowed", "this route has another method."),
}


def application(
    service: Service, keys: Keys, names: Names, limiter: Limiter, log: Callable[[str], None]
) -> Guard:
    """The whole application."""
    # The guard has looked at Host and Origin on every route. Without sessions there is nothing to listen to,
    # so MCP has no GET: it would hold a connection for nothing.
    sessions = StreamableHTTPSessionManager(mcp_server(service), json_response=True, stateless=True)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with sessions.run():
            yield

    described = document(keyed=bool(keys))

    async def health(_: Request) -> Response:
        return _response(ok({"status": "ok"}))

    async def openapi(_: Request) -> Response:
        return Response(json.dumps(described, ensure_ascii=False), media_type="application/json")

    app = Starlette(
        routes=[
            Route("/api/v1/verify", _parsed(service.verify), methods=["POST"]),
            Route("/api/v1/quote", _parsed(service.quote), methods=["POST"]),
            Route("/api/v1/audit", _answering(service.audit), methods=["POST"]),
            Route("/healthz", health, methods=["GET"]),
            Route("/openapi.json", openapi, methods=["GET"]),
            Route(MCP, StreamableHTTPASGIApp(sessions), methods=["POST"]),
        ],
        exception_handlers={HTTPException: _refused, Exception: _broken},
        lifespan=lifespan,
    )
    return Guard(app, keys, names, limiter, log)


def _parsed(answer: Callable[[object], Outcome]) -> Callable[[Request], object]:
    def read(body: bytes) -> Outcome:
        try:
            value = parse(body, "body")
        except InputError as error:
            return bad_request(str(error))
        return answer(value)

    return _answering(read)


def _answering(answer: Callable[[bytes], Outcome]) -> Callable[[Request], object]:
    async def endpoint(request: Request) -> Response:
        return _response(await in_thread(answer, await request.body()))

    return endpoint


def _response(outcome: Outcome) -> Response:
    headers = {} if outcome.retry_after is None else {"Retry-After": str(outcome.retry_after)}
    return Response(dumps(outcome.body) + "\n", outcome.status, headers, "application/json")


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, said = _UNSPOKEN.get(error.status_code, ("bad_request", "the request cannot be read."))
    answer = _response(failed(error.status_code, code, said))
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


async def _broken(_: Request, _error: Exception) -> Response:
    return _response(INTERNAL)
