"""Reading the news of a refresh: what the schema refuses is refused, and what it leaves open must agree."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import citelock
from citelock.checks.errors import InputError
from citelock.checks.news import NotAsked, read_news
from citelock.checks.record_changes import Affected, Change, FieldChange
from citelock.checks.records import Update

Json = Any
SCHEMA = Draft202012Validator(
    json.loads(
        (Path(citelock.__file__).parent / "checks" / "schemas" / "refresh.schema.json").read_text("utf-8")
    )
)
NOTICE = {
    "type": "retraction",
    "doi": "10.5555/r.1",
    "id": None,
    "date": "2025-03-14",
    "sources": ["publisher"],
}
NEWS: dict[str, Any] = {
    "schema": "citelock-refresh/1",
    "asked": 3,
    "counts": {
        "retraction": 1,
        "vanished": 0,
        "concern": 0,
        "correction": 0,
        "newly_found": 0,
        "metadata": 0,
        "unchecked": 1,
    },
    "subject": "citations: 1 retraction",
    "changes": [
        {
            "kind": "retraction",
            "id": "doi:10.5555/a",
            "path": "cache/10.5555_a.json",
            "kept": False,
            "by_hand": False,
            "notices": [NOTICE],
            "gone": [],
            "fields": [{"field": "updates", "old": None, "new": "{}"}],
            "claims": [
                {
                    "place": "claims.json:3",
                    "claim": "c1",
                    "citation": 0,
                    "gained": ["E_RETRACTED"],
                    "lost": [],
                }
            ],
        }
    ],
    "unchecked": [{"id": "doi:10.5555/b", "service": "crossref", "reason": "it answered 503"}],
}


def reads(value: object) -> bool:
    try:
        read_news(json.dumps(value).encode(), "refresh.json")
    except InputError:
        return False
    return True


def test_what_refresh_writes_is_read_whole() -> None:
    news = read_news(json.dumps(NEWS).encode(), "refresh.json")
    assert SCHEMA.is_valid(NEWS)
    assert news.asked == 3
    assert news.unchecked == (NotAsked("doi:10.5555/b", "crossref", "it answered 503"),)
    assert news.changes == (
        Change(
            "retraction",
            "doi:10.5555/a",
            "cache/10.5555_a.json",
            (Update("retraction", "10.5555/r.1", "2025-03-14", ("publisher",), ""),),
            (FieldChange("updates", None, "{}"),),
            (Affected("claims.json:3", "c1", 0, ("E_RETRACTED",), ()),),
        ),
    )


def places(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    entries = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, each in entries:
        yield from places(each, (*path, key))


def changed(path: tuple[Any, ...], new: object) -> Json:
    """The news with another value at a place; None: without that member."""
    if not path:
        return new
    value = copy.deepcopy(NEWS)
    inner: Any = value
    for key in path[:-1]:
        inner = inner[key]
    if new is None and isinstance(inner, dict):
        del inner[path[-1]]
    else:
        inner[path[-1]] = new
    return value


WRONG: list[object] = [None, 1, -1, 1.5, True, "x", "", [], {}, [1], {"a": 1}]


@pytest.mark.parametrize("path", list(places(NEWS)), ids=lambda path: ".".join(map(str, path)) or "all")
def test_nothing_is_read_that_the_schema_refuses(path: tuple[Any, ...]) -> None:
    for wrong in WRONG:
        value = changed(path, wrong)
        assert SCHEMA.is_valid(value) or not reads(value)


@pytest.mark.parametrize("path", list(places(NEWS)), ids=lambda path: ".".join(map(str, path)) or "all")
def test_a_member_that_is_none_is_refused(path: tuple[Any, ...]) -> None:
    value = copy.deepcopy(NEWS)
    inner: Any = value
    for key in path:
        inner = inner[key]
    if isinstance(inner, dict):
        inner["more"] = "# all is well"
        assert not reads(value)
        assert not SCHEMA.is_valid(value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("counts", "metadata"), 1),
        (("subject",), "citations: 2 retractions"),
        (("changes", 0, "kind"), "metadata"),
        (("changes", 0, "id"), "doi:10.5555/A"),
        (("changes", 0, "id"), "doi:nonsense"),
        (("changes", 0, "id"), "https://example.org"),
        (("changes", 0, "path"), "a\nb"),
        (("changes", 0, "claims", 0, "place"), "claims.json"),
        (("changes", 0, "claims", 0, "gained"), ["all is well"]),
        (("changes", 0, "fields", 0, "new"), "x" * 100_001),
        (("asked",), 10**7),
        (("changes",), NEWS["changes"] * 2),
        (("unchecked",), NEWS["unchecked"] * 2),
    ],
)
def test_what_does_not_agree_is_refused(path: tuple[Any, ...], value: object) -> None:
    assert not reads(changed(path, value))


@pytest.mark.parametrize(
    "data", [b"", b"[]", b'{"asked": NaN}', b"\xff", b'{"schema": 1, "schema": 2}', b"[" * 100_000]
)
def test_what_is_no_strict_json_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        read_news(data, "refresh.json")
