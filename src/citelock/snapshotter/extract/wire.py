"""The two messages between an extraction and its child: strict JSON, one schema each (snapshots.md, 1).

Down go one line that says what to do and then the bytes of the document; up comes one `Extracted`. A message
that is not exactly of its shape is no message: the child has read a hostile file.
"""

from __future__ import annotations

import json
from typing import NamedTuple, get_args

from citelock.snapshotter.extract.interface import (
    KINDS,
    MAX_HIDDEN,
    MAX_MAIN,
    VERDICTS,
    Extracted,
    Kind,
    LicenceStatement,
    Limited,
)
from citelock.snapshotter.extract.limits import Limits

REQUEST = "citelock-extract/1"
ANSWER = "citelock-extracted/1"

_MAX_FLAGS = 20
_MAX_LICENCES = 100


class Malformed(ValueError):
    """A message that is not of its shape."""


class Request(NamedTuple):
    """What the child is to do: read a document of that kind by that backend, within those limits."""

    kind: Kind
    backend: str
    charset: str
    limits: Limits


def pack_request(request: Request) -> bytes:
    """The line that precedes the document."""
    body = {"schema": REQUEST, **request._asdict(), "limits": request.limits._asdict()}
    return json.dumps(body, sort_keys=True).encode() + b"\n"


def unpack_request(line: bytes) -> Request:
    """The request of a line; Malformed if it is none."""
    body = _object(line, REQUEST, Request._fields)
    limits = body["limits"]
    if not isinstance(limits, dict) or sorted(limits) != sorted(Limits._fields):
        raise Malformed("limits")
    kind = next((known for known in KINDS if known == body["kind"]), None)
    if kind is None:
        raise Malformed("kind")
    numbers = {name: _count(limits[name]) for name in Limits._fields}
    return Request(kind, _text(body["backend"]), _text(body["charset"]), Limits(**numbers))


def pack_answer(extracted: Extracted) -> bytes:
    """What the child prints."""
    body = {"schema": ANSWER, **extracted._asdict()}
    body["licences"] = [list(statement) for statement in extracted.licences]
    return json.dumps(body, sort_keys=True).encode() + b"\n"


def unpack_answer(data: bytes) -> Extracted:
    """The answer in the bytes that a child printed; Malformed if there is none."""
    body = _object(data, ANSWER, Extracted._fields)
    verdict = next((known for known in VERDICTS if known == body["verdict"]), None)
    limits: Limited | None = next((known for known in get_args(Limited) if known == body["limits"]), None)
    if verdict is None or limits is None or type(body["copy_restricted"]) is not bool:
        raise Malformed("verdict")
    furniture, total = body["furniture_line"], body["pages_total"]
    return Extracted(
        verdict=verdict,
        message=_text(body["message"]),
        text=_text(body["text"]),
        furniture_line=None if furniture is None else _count(furniture),
        pages=_pairs(body["pages"]),
        hidden=_pairs(body["hidden"])[:MAX_HIDDEN],
        main=_pairs(body["main"])[:MAX_MAIN],
        letters=_count(body["letters"]),
        hyphen_marks=_count(body["hyphen_marks"]),
        unmapped=_count(body["unmapped"]),
        removed=_count(body["removed"]),
        pages_total=None if total is None else _count(total),
        pages_failed=tuple(_count(page) for page in _list(body["pages_failed"])),
        copy_restricted=body["copy_restricted"],
        flags=tuple(_text(flag) for flag in _list(body["flags"])[:_MAX_FLAGS]),
        title=_text(body["title"]),
        declared_doi=_text(body["declared_doi"]),
        published=_text(body["published"]),
        published_from=_text(body["published_from"]),
        licences=tuple(_statement(entry) for entry in _list(body["licences"])[:_MAX_LICENCES]),
        extractor=_text(body["extractor"]),
        backend=_text(body["backend"]),
        limits=limits,
    )


def _object(data: bytes, schema: str, fields: tuple[str, ...]) -> dict[str, object]:
    try:
        body = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Malformed("it is not JSON") from error
    if not isinstance(body, dict) or body.pop("schema", None) != schema or set(body) != set(fields):
        raise Malformed(f"it is not {schema}")
    return body


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise Malformed("a text is missing")
    return value


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise Malformed("a number is missing")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise Malformed("a list is missing")
    return value


def _pairs(value: object) -> tuple[tuple[int, int], ...]:
    pairs: list[tuple[int, int]] = []
    for pair in _list(value):
        numbers = _list(pair)
        if len(numbers) != 2:
            raise Malformed("a pair is missing")
        pairs.append((_count(numbers[0]), _count(numbers[1])))
    return tuple(pairs)


def _statement(value: object) -> LicenceStatement:
    parts = _list(value)
    if len(parts) != 3 or not isinstance(parts[1], str | None) or not isinstance(parts[2], str | None):
        raise Malformed("a licence statement is malformed")
    return LicenceStatement(_text(parts[0]), parts[1], parts[2])
