"""A service to ask: local pages, a model that says what it is told, a frozen text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from examples.replay.messages import Answer
from examples.replay.web import WebServer
from tests.support.models import ScriptedModel, model_server, said
from tests.support.serving import SENTENCE, Served, serving
from tests.support.web import web

FILLER = "Ships of every size have called at the quays since the walls were built by the guild. "


@pytest.fixture
def pages() -> Iterator[list[WebServer]]:
    with ExitStack() as stack:
        servers = [stack.enter_context(web()) for _ in range(2)]
        for server in servers:
            body = f"<html><title>Harbour</title><body><p>{SENTENCE} {FILLER * 6}</p></body></html>"
            server.pages["/page"] = Answer(200, (("Content-Type", "text/html"),), body.encode())
        yield servers


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    with model_server(said("supported", 0.9, ("S1", SENTENCE, "supports"))) as server:
        yield server


@pytest.fixture
def options(tmp_path: Path, pages: list[WebServer], model: ScriptedModel) -> list[str]:
    hits = [{"url": f"{server.base}/page"} for server in pages]
    (tmp_path / "hits.json").write_text(json.dumps(hits))
    (tmp_path / "sources").mkdir()
    (tmp_path / "cache").mkdir()
    (tmp_path / "sources" / "10.5555_harbour.txt").write_text(f"{SENTENCE}\n")
    allowed = [part for server in pages for part in ("--allow-host", server.endpoint)]
    return ["--search", "file:hits.json", "--model", f"openai:{model.base}", "--model-name", "m", *allowed]


@pytest.fixture
def served(tmp_path: Path, options: list[str]) -> Iterator[Served]:
    with serving(tmp_path, *options) as running:
        yield running
