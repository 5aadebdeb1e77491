"""The news of a refresh read back from `citelock-refresh/1`: every member, and no other.

The file comes out of another job, in which parsers have met the open web, so it is read as a stranger's: what
the schema leaves open (counts, subject, identifiers) must agree with the rest (metadata.md, section 7;
action.md, section 11). A test holds it equal to `schemas/refresh.schema.json`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, NoReturn, TypeVar

from citelock.checks.errors import InputError
from citelock.checks.fields import described, kind
from citelock.checks.identifiers import BadIdentifier, parse_identifier
from citelock.checks.jsontext import parse
from citelock.checks.record_changes import KINDS, Affected, Change, FieldChange, counted, subject
from citelock.checks.records import Update

SCHEMA = "citelock-refresh/1"
MAX_BYTES = 32 * 1024 * 1024

_CODE = re.compile(r"[EWN]_[A-Z_]+(?::[^\n]*)?")
_PLACE = re.compile(r"[^\n]+:[0-9]{1,9}")
_PATH = re.compile(r"[^\n]{1,4096}")
_LONGEST = 100_000  # characters of any text; the longest that is written has a few hundred
_MOST = 1_000_000  # of a count

Fields = Mapping[str, object]
Value = TypeVar("Value")


class NotAsked(NamedTuple):
    """An identifier, or a path, about which nobody gave an answer: who was asked ("" if nobody), and why."""

    id: str
    service: str
    reason: str


class News(NamedTuple):
    """What a refresh found: how many records it asked for, the changes in order, what it could not ask."""

    asked: int
    changes: tuple[Change, ...]
    unchecked: tuple[NotAsked, ...]


class _Wrong(Exception):
    """`changes[3].kind`: what is wrong there."""


def read_news(data: bytes, path: str) -> News:
    """The news in the bytes of a file. Raises InputError for whatever is not exactly what refresh writes."""
    if len(data) > MAX_BYTES:
        raise InputError(path, f"it has {len(data):,} bytes; at most {MAX_BYTES:,} are read")
    value = parse(data, path)
    try:
        return _news(value)
    except _Wrong as error:
        raise InputError(path, f"{error}. Only what citelock refresh has written is read") from error


def _news(value: object) -> News:
    names = ("schema", "asked", "counts", "subject", "changes", "unchecked")
    fields = _members(value, "", names)
    if fields["schema"] != SCHEMA:
        raise _Wrong(f"schema: {described(fields['schema'])} is not {SCHEMA}")
    changes = _list(fields["changes"], "changes", _change)
    unchecked = _list(fields["unchecked"], "unchecked", _not_asked)
    counts = _members(fields["counts"], "counts", (*KINDS, "unchecked"))
    told = {name: _count(counts[name], f"counts.{name}") for name in counts}
    if told != {**counted(changes), "unchecked": len(unchecked)}:
        raise _Wrong("counts: they are not those of changes and unchecked")
    if fields["subject"] != subject(changes):
        raise _Wrong("subject: it does not say what changes says")
    for name, given in (
        ("changes", [each.path for each in changes]),
        ("unchecked", [each.id for each in unchecked]),
    ):
        if len(set(given)) < len(given):
            raise _Wrong(f"{name}: one of them is listed twice")
    return News(_count(fields["asked"], "asked"), changes, unchecked)


def _change(value: object, where: str) -> Change:
    names = ("kind", "id", "path", "kept", "by_hand", "notices", "gone", "fields", "claims")
    fields = _members(value, where, names)
    word = _text(fields["kind"], f"{where}.kind")
    if word not in KINDS:
        raise _Wrong(f"{where}.kind: {described(word)} is none of {', '.join(KINDS)}")
    identifier = _text(fields["id"], f"{where}.id")
    read = parse_identifier(identifier)
    if isinstance(read, BadIdentifier) or identifier not in (read.key, getattr(read.given, "key", None)):
        raise _Wrong(f"{where}.id: {described(identifier)} is no identifier in its normal form")
    if read.scheme == "url":
        raise _Wrong(f"{where}.id: {described(identifier)} is no identifier of a registry")
    return Change(
        word,
        identifier,
        _text(fields["path"], f"{where}.path", _PATH),
        _list(fields["notices"], f"{where}.notices", _notice),
        _list(fields["fields"], f"{where}.fields", _field),
        _list(fields["claims"], f"{where}.claims", _affected),
        _list(fields["gone"], f"{where}.gone", _notice),
        _flag(fields["kept"], f"{where}.kept"),
        _flag(fields["by_hand"], f"{where}.by_hand"),
    )


def _notice(value: object, where: str) -> Update:
    fields = _members(value, where, ("type", "doi", "id", "date", "sources"))
    doi, name, date = (_text_or_none(fields[key], f"{where}.{key}") or "" for key in ("doi", "id", "date"))
    sources = _list(fields["sources"], f"{where}.sources", _any_text)
    return Update(_text(fields["type"], f"{where}.type"), doi, date, sources, name)


def _field(value: object, where: str) -> FieldChange:
    fields = _members(value, where, ("field", "old", "new"))
    old, new = (_text_or_none(fields[key], f"{where}.{key}") for key in ("old", "new"))
    return FieldChange(_text(fields["field"], f"{where}.field"), old, new)


def _affected(value: object, where: str) -> Affected:
    fields = _members(value, where, ("place", "claim", "citation", "gained", "lost"))
    gained, lost = (_list(fields[key], f"{where}.{key}", _code) for key in ("gained", "lost"))
    place = _text(fields["place"], f"{where}.place", _PLACE)
    claim = _text(fields["claim"], f"{where}.claim")
    return Affected(place, claim, _count(fields["citation"], f"{where}.citation"), gained, lost)


def _not_asked(value: object, where: str) -> NotAsked:
    fields = _members(value, where, ("id", "service", "reason"))
    service = _any_text(fields["service"], f"{where}.service")
    return NotAsked(_text(fields["id"], f"{where}.id"), service, _text(fields["reason"], f"{where}.reason"))


def _members(value: object, where: str, names: tuple[str, ...]) -> Fields:
    """An object of exactly these members."""
    if not isinstance(value, dict):
        _refuse(value, where, "an object")
    for name in names:
        if name not in value:
            raise _Wrong(f"{_below(where, name)}: it is missing")
    for name in value:
        if name not in names:
            raise _Wrong(f"{where or 'the file'}: {described(name)} is no member of it")
    return value


def _list(value: object, where: str, read: Callable[[object, str], Value]) -> tuple[Value, ...]:
    if not isinstance(value, list):
        _refuse(value, where, "a list")
    return tuple(read(each, f"{where}[{place}]") for place, each in enumerate(value))


def _text(value: object, where: str, pattern: re.Pattern[str] | None = None) -> str:
    text = _any_text(value, where)
    if not text or (pattern is not None and pattern.fullmatch(text) is None):
        raise _Wrong(f"{where}: {described(text)} is not what stands here")
    return text


def _any_text(value: object, where: str) -> str:
    if not isinstance(value, str):
        _refuse(value, where, "a string")
    if len(value) > _LONGEST:
        raise _Wrong(f"{where}: it has {len(value):,} characters")
    return value


def _text_or_none(value: object, where: str) -> str | None:
    return None if value is None else _any_text(value, where)


def _code(value: object, where: str) -> str:
    return _text(value, where, _CODE)


def _count(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise _Wrong(f"{where}: {described(value)} is no count")
    return value


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        _refuse(value, where, "true or false")
    return value


def _refuse(value: object, where: str, wanted: str) -> NoReturn:
    raise _Wrong(f"{where or 'the file'}: this is {kind(value)}, not {wanted}")


def _below(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name
