"""Small projects whose review sheet is looked at."""

from __future__ import annotations

import json
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from citelock.cli.main import run

HOSTILE = (
    '</script><script>alert(1)</script><img src=x onerror=alert(1)> "quoted" \u202eevil\u202c'
    " & 'single' &lt;b&gt;"
)


class Page(HTMLParser):
    """Elements, attributes and texts of a page."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(content)
        self.text = "".join(self.texts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)


def article(root: Path) -> dict[str, Any]:
    """A project of one source, whose claim, quotation and text are to be changed."""
    for folder in ("cache", "sources"):
        (root / folder).mkdir()
    record = {"status": "found", "title": "T", "year": 2024, "authors": ["Berg"], "doi": "10.5555/x"}
    (root / "cache" / "10.5555_x.json").write_text(json.dumps(record))
    citation = {"doi": "10.5555/x", "title": "T", "year": 2024, "first_author": "Berg"}
    return {"id": "c1", "text": "A claim", "citations": [citation]}


def audited(root: Path, claim: object, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page of this claim, audited with this text of its source."""
    (root / "sources" / "10.5555_x.txt").write_text(text)
    (root / "claims.json").write_text(json.dumps({"claims": [claim]}))
    monkeypatch.chdir(root)
    run(["audit", "claims.json", "--quiet", "--format", "html"])
    return (root / "report.html").read_text("utf-8")


def with_provenance(root: Path, content: str, **more: Any) -> None:  # noqa: ANN401 # parts of a JSON file
    """Writes the provenance of that source for this content; `more` are parts of it."""
    value: dict[str, Any] = {"schema": "citelock-provenance/1", "status": "ok", "id": "doi:10.5555/x", **more}
    value["text"] = {**value.get("text", {}), "sha256": sha256(content.encode()).hexdigest()}
    (root / "sources" / "10.5555_x.json").write_text(json.dumps(value))
