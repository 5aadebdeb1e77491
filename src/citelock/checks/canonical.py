"""Canonical JSON: the bytes of every file that citelock writes for comparison (design README, section 4).

`dumps` gives the text of `json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2)`; the standard
library writes indented JSON in Python code, one small piece at a time, and a large report would spend most of
its time there. Values are JSON values without floats: no report, shard or diff has one, and a float is where
two machines may disagree.
"""

from __future__ import annotations

from json.encoder import (
    encode_basestring,
)  # the C function where there is one; escapes as ensure_ascii=False does

_INDENT = "  "
_CONSTANTS = {None: "null", True: "true", False: "false"}


def dumps(value: object, depth: int = 0) -> str:
    """The canonical text of a JSON value, sorted keys, indented by two spaces, without a newline at its end.

    `depth` is the level that the value stands at in a larger document: its inner lines are indented by as
    much, its first line is not. Raises TypeError for a float, a key that is no string, or a value that JSON
    does not have.
    """
    return _text(value, "\n" + _INDENT * depth)


def line(value: object) -> str:
    """The canonical text on one line, without blanks: for hashes and for files of one value a line.

    >>> line({"b": [1, "ё"], "a": None})
    '{"a":null,"b":[1,"ё"]}'
    """
    kind = type(value)
    if kind is dict:
        pairs = sorted(_items(value))
        return "{" + ",".join([f"{encode_basestring(key)}:{line(item)}" for key, item in pairs]) + "}"
    if kind is list or kind is tuple:
        return "[" + ",".join([line(item) for item in _members(value)]) + "]"
    return _scalar(value)


class _Keys(dict[str, str]):
    """The text of each key with its colon: a report has a few dozen, and writes them thousands of times."""

    def __missing__(self, key: object) -> str:
        if not isinstance(key, str):
            raise TypeError(f"a key of canonical JSON is a string, not {type(key).__name__}")
        text = encode_basestring(key) + ": "
        if len(self) < _MOST_KEYS:  # keys of a document from outside must not pile up
            self[key] = text
        return text


_MOST_KEYS = 1000
_KEYS = _Keys()


def _text(value: object, newline: str) -> str:
    """The text of a value whose closing bracket stands after `newline` (a line feed and the indent)."""
    kind = type(value)
    if kind is dict:
        return _mapping(value, newline) if value else "{}"  # type: ignore[arg-type] # narrowed by `kind`
    if kind is list or kind is tuple:
        if not value:
            return "[]"
        inner = newline + _INDENT
        members = [_text(item, inner) for item in _members(value)]
        return f"[{inner}{(',' + inner).join(members)}{newline}]"
    return encode_basestring(value) if kind is str else _scalar(value)  # type: ignore[arg-type] # as above


def _mapping(value: dict[str, object], newline: str) -> str:
    """Scalars are written here, not by a call each: half the time of a report goes into this loop."""
    inner = newline + _INDENT
    lines: list[str] = []
    add = lines.append
    for key in sorted(value):
        item = value[key]
        kind = type(item)
        if kind is str:
            add(_KEYS[key] + encode_basestring(item))  # type: ignore[arg-type] # narrowed by `kind`
        elif item is None:
            add(_KEYS[key] + "null")
        else:
            add(_KEYS[key] + _text(item, inner))
    return f"{{{inner}{(',' + inner).join(lines)}{newline}}}"


def _items(value: object) -> list[tuple[str, object]]:
    assert isinstance(value, dict)
    for key in value:
        if not isinstance(key, str):
            raise TypeError(f"a key of canonical JSON is a string, not {type(key).__name__}")
    return list(value.items())


def _members(value: object) -> list[object] | tuple[object, ...]:
    assert isinstance(value, list | tuple)
    return value


def _scalar(value: object) -> str:
    if value is None or value is True or value is False:
        return _CONSTANTS[value]
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, str):  # a StrEnum, such as a severity
        return encode_basestring(str(value))
    raise TypeError(f"canonical JSON has no {type(value).__name__}")
