"""Typed reading of parsed JSON objects from outside: a string is a string, or it is said where it is not.

Records and provenance are read with it. Absent and null are one thing; keys that nobody asks for are ignored
(metadata.md, section 2; snapshots.md, section 9).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from citelock.checks.text.excerpt import shown

Fields = Mapping[str, object]
_Word = TypeVar("_Word", bound=str)


class WrongField(Exception):
    """A value of the wrong kind: `dates.issued: this is a number, not a string`."""


def one_of(words: Iterable[_Word], value: object) -> _Word | None:
    """The word among these that a value is, None for any other value."""
    return next((word for word in words if word == value), None)


def text_field(fields: Fields, key: str, where: str = "") -> str:
    """A string; "" if it is absent or null. `where` is the path in front of the key, for the message."""
    value = fields.get(key)
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    raise WrongField(f"{where}{key}: this is {kind(value)}, not a string")


def texts_field(fields: Fields, key: str, where: str = "") -> tuple[str, ...]:
    """A list of strings, without empty ones and nulls."""
    values = fields.get(key)
    if not values and (values is None or isinstance(values, list | str)):
        return ()
    kept = []
    for place, value in enumerate(list_field(fields, key, where)):
        if isinstance(value, str):
            if value:
                kept.append(value)
        elif value is not None:
            raise WrongField(f"{where}{key}[{place}]: this is {kind(value)}, not a string")
    return tuple(kept)


def list_field(fields: Fields, key: str, where: str = "") -> list[object]:
    """A list; empty if it is absent, null or an empty string."""
    value = fields.get(key)
    if value is None or value == "":
        return []
    if isinstance(value, list):
        return value
    raise WrongField(f"{where}{key}: this is {kind(value)}, not a list")


def object_field(fields: Fields, key: str, where: str = "") -> Fields:
    """An object; empty if it is absent or null."""
    value = fields.get(key)
    if value is None:
        return {}
    if isinstance(value, dict):
        return value
    raise WrongField(f"{where}{key}: this is {kind(value)}, not an object")


def count_field(fields: Fields, key: str, where: str = "") -> int | None:
    """A whole number, not negative; None if it is absent or null."""
    value = fields.get(key)
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise WrongField(f"{where}{key}: {described(value)} is not a whole number")


def kind(value: object) -> str:
    """The word for what a JSON value is: null, true, a number, a string, a list, an object."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object"


def described(value: object) -> str:
    """A value as a message may show it: short strings and numbers as they are, anything else by its kind."""
    if isinstance(value, str):
        return shown(value, 120) or "an empty string"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return shown(str(value), 40) if abs(value) < 1e40 else "a very large number"
    return kind(value)
