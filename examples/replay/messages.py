"""What is asked and what is answered: plain values, before and after HTTP.

An answer says not only what is sent but also how, so that the faults of real networks can be written down as
values.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Json = dict[str, Any]
Header = tuple[str, str]
Ending = Literal["whole", "cut", "reset", "silent"]

HTML = "text/html;charset=utf-8"


@dataclass
class Request:
    """One request as it arrived.

    `path` is percent-decoded and lacks the prefix of the service; `raw` is what stood in the request line.
    Names of headers are in lower case; of a repeated query parameter the last is kept. Times are those of
    `time.monotonic`; `ended` and `status` are filled in just before the last byte of the answer leaves.
    """

    method: str
    service: str
    path: str
    raw: str
    base: str
    query: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    body_length: int = 0
    started: float = 0.0
    ended: float | None = None
    status: int | None = None

    @property
    def route(self) -> str:
        """Registries count lists and single answers apart: "list" or "single"."""
        return "list" if self.path in {"/works", "/dois"} else "single"

    @property
    def polite(self) -> bool:
        """Whether the client left an address, which some registries reward with a higher rate."""
        return "mailto:" in self.headers.get("user-agent", "") or "mailto" in self.query


class Answer(NamedTuple):
    """An answer and the manner of sending it.

    `delay`: seconds before the first byte. `drip`: (bytes, seconds) between pieces of the body. `ending`:
    "cut" promises a longer body than it sends and closes; "reset" sends what there is of a body, then breaks
    the connection (RST); with no body nothing at all is sent before; "silent" never answers.
    """

    status: int = 200
    headers: tuple[Header, ...] = ()
    body: bytes = b""
    delay: float = 0.0
    drip: tuple[int, float] | None = None
    chunked: bool = False
    ending: Ending = "whole"


def json_answer(
    value: object, status: int = 200, *, kind: str = "application/json", headers: Iterable[Header] = ()
) -> Answer:
    """An answer of JSON, non-ASCII as is."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return Answer(status, (("Content-Type", kind), *headers), body)


def text_answer(
    text: str, status: int = 200, *, kind: str = "text/plain", headers: Iterable[Header] = ()
) -> Answer:
    """An answer of text in UTF-8; `kind` is its media type, true or not."""
    return Answer(status, (("Content-Type", kind), *headers), text.encode())


def page(title: str, status: int = 200, *, headers: Iterable[Header] = ()) -> Answer:
    """A small HTML page, as servers and proxies send for people."""
    body = f"<html>\n<head><title>{title}</title></head>\n<body><h1>{title}</h1></body>\n</html>\n"
    return text_answer(body, status, kind=HTML, headers=headers)
