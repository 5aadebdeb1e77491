"""MCP over stdin and stdout; lines that are no messages are answered too, where the SDK is silent.

A client that has sent half of a surrogate pair, as JSON of JavaScript allows, would wait for ever.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TextIO

import anyio
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError

if TYPE_CHECKING:
    from anyio.abc import ObjectReceiveStream, ObjectSendStream

_UNREADABLE = (
    "this line is no message that can be read. Write one message of JSON-RPC on a line, in UTF-8 and without "
    "halves of characters."
)


async def over_lines(server: Server[Any], out: TextIO) -> None:
    """Serves until stdin ends; answers go to `out`."""
    async with stdio_server(stdout=anyio.wrap_file(out)) as (reading, writing):
        passed, received = anyio.create_memory_object_stream[SessionMessage | Exception]()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_pass_on, reading, passed, writing)
            await server.run(received, writing, server.create_initialization_options())
            tasks.cancel_scope.cancel()


async def _pass_on(
    reading: ObjectReceiveStream[SessionMessage | Exception],
    passed: ObjectSendStream[SessionMessage | Exception],
    writing: ObjectSendStream[SessionMessage],
) -> None:
    async with passed:
        async for item in reading:
            if isinstance(item, SessionMessage):
                await passed.send(item)
            elif (error := _refusal(item)) is not None:
                await writing.send(SessionMessage(error))


def _refusal(problem: Exception) -> JSONRPCError | None:
    """The answer to a line that could not be read, to its own id if it has one; None to a blank line."""
    line = problem.errors()[0]["input"] if isinstance(problem, ValidationError) else None
    if isinstance(line, str) and not line.strip():
        return None
    try:
        value = json.loads(line) if isinstance(line, str) else line
        code = INVALID_REQUEST
    except (ValueError, RecursionError):
        value, code = None, PARSE_ERROR
    number = value.get("id") if isinstance(value, dict) else None
    known = type(number) is int or (isinstance(number, str) and number.isascii())
    error = ErrorData(code=code, message=_UNREADABLE)
    return JSONRPCError(jsonrpc="2.0", id=number if known else None, error=error)
