"""The tools as a client sees them: what their schemas say, and that what was sent is what is judged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from mcp import Client, MCPError
from mcp.types import ListToolsResult, TextContent

from citelock.checks.catalogue import BY_CODE
from citelock.cli.server.service import Service
from citelock.cli.server.tools import mcp_server
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.roots import open_project
from citelock.snapshotter.verification.checking import Setup
from citelock.snapshotter.verification.fetching import Missed
from citelock.snapshotter.verification.search.folder import Folder
from citelock.snapshotter.verification.tables import load_tables
from tests.support.serving import SENTENCE

LISTING = '["The harbour of Bergen was dredged", "in 1998"]'


class Called(NamedTuple):
    """What a tool answered."""

    text: str
    is_error: bool


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Service:
    """Frozen texts, no model, no page that can be read."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cache").mkdir()
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "10.5555_harbour.txt").write_text(f"{SENTENCE}\nAs written: {LISTING}\n")
    evidence = open_project(None, codes=BY_CODE).evidence
    setup = Setup(Folder(evidence), _no_page, "none", load_tables(), None, Clock())
    return Service(setup, lambda: open_project(None, codes=BY_CODE), print)


def _no_page(url: str, _seconds: float) -> Missed:
    return Missed("timeout", url)


def call(service: Service, name: str, arguments: Mapping[str, object]) -> Called:
    async def ask() -> Called:
        async with Client(mcp_server(service)) as client:
            result = await client.call_tool(name, dict(arguments))
        (content,) = result.content
        assert isinstance(content, TextContent)
        return Called(content.text, bool(result.is_error))

    return asyncio.run(ask())


def quoted(service: Service, quote: object) -> dict[str, Any]:
    called = call(service, "find_quote", {"id": "10.5555/harbour", "quote": quote})
    assert not called.is_error
    answer = json.loads(called.text)
    assert isinstance(answer, dict)
    return answer


def test_the_schemas_say_what_to_write(service: Service) -> None:
    async def listed() -> ListToolsResult:
        async with Client(mcp_server(service)) as client:
            return await client.list_tools()

    schemas = {tool.name: tool.input_schema for tool in asyncio.run(listed()).tools}
    assert {name: schema["required"] for name, schema in schemas.items()} == {
        "verify_claim": ["claim"], "find_quote": ["id", "quote"], "audit_claims": ["claims"],
    }  # fmt: skip
    types = {name: each["type"] for name, each in schemas["verify_claim"]["properties"].items()}
    assert types == {
        "claim": "string", "query": "string", "maxSources": "integer", "timeRange": "string",
        "language": "string",
    }  # fmt: skip
    assert all("description" in each for schema in schemas.values() for each in schema["properties"].values())
    assert all(schema["additionalProperties"] is False for schema in schemas.values())


@pytest.mark.parametrize(
    ("name", "arguments", "said_so"),
    [
        ("verify_claim", {"claim": "A claim", "max_sources": 2}, "max_sources: there is no such argument"),
        ("verify_claim", {"claim": "The sky is blue", "model": "gpt"}, "model: there is no such argument"),
        ("find_quote", {"id": "10.5555/harbour", "quote": "x", "doi": "x"}, "doi: there is no such argument"),
        ("audit_claims", {"claims": [], "path": "/etc/passwd"}, "path: there is no such argument"),
        ("find_quote", {}, "id: it is missing"),
        ("find_quote", {"id": "10.5555/harbour"}, "quote: it is missing"),
        ("find_quote", {"id": "10.5555/harbour", "quote": " "}, "quote: it is empty"),
        ("find_quote", {"id": "10.5555/harbour", "quote": ["a"]}, "quote: this is a list"),
        ("audit_claims", {}, 'claims.json:1:1: the file has no "claims"'),
        ("audit_claims", {"claims": "/etc/passwd"}, "claims.json:1:12: claims: "),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_named(
    service: Service, name: str, arguments: Mapping[str, object], said_so: str
) -> None:
    called = call(service, name, arguments)
    assert called.is_error
    assert called.text.startswith(f"bad_request: {said_so}")


def test_a_quotation_that_looks_like_json_is_a_quotation(service: Service) -> None:
    """The server of the SDK that makes tools of functions would take it apart."""
    assert quoted(service, LISTING)["quote"]["status"] == "verbatim"
    assert quoted(service, "null")["codes"] == ["E_QUOTE_TOO_SHORT"]


def test_null_is_the_same_as_absent(service: Service) -> None:
    given = {"claim": "The harbour of Bergen", "query": None, "maxSources": None}
    assert call(service, "verify_claim", given).text.startswith("VERDICT: unverified")


def test_a_tool_that_is_none_is_an_error_of_the_protocol(service: Service) -> None:
    async def ask() -> None:
        async with Client(mcp_server(service)) as client:
            with pytest.raises(MCPError, match=r"no tool “nothing”\. There are verify_claim"):
                await client.call_tool("nothing", {})

    asyncio.run(ask())


def test_there_is_nothing_else_than_tools(service: Service) -> None:
    """No prompts, no resources, nothing to listen to without end."""

    async def offered() -> dict[str, Any]:
        async with Client(mcp_server(service)) as client:
            return client.server_capabilities.model_dump(exclude_none=True)

    assert set(asyncio.run(offered())) == {"tools"}
