"""Canonical JSON: the bytes of every file that citelock writes for comparison (design README, section 4).

`dumps` gives the text of `json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2)`; the standard
library writes indented JSON in Python code, one small piece at a time, and a large report would spend most of
its time there. Values are JSON values without floats: no report, shard or diff has one, and a float is where
two machines may disagree; a confidence is a Decimal, written as a plain number. `canonical_rows` writes the
two shapes of which a report has thousands.
"""

from __future__ import annotations

import re
from functools import cache

# The C function where there is one; it escapes as ensure_ascii=False does.
from json.encoder import encode_basestring

INDENT = "  "
_CONSTANTS = {None: "null", True: "true", False: "false"}


def dumps(value: object, depth: int = 0) -> str:
    """The canonical text of a JSON value, sorted keys, indented by two spaces, without a newline at its end.

    `depth` is the level that the value stands at in a larger document: its inner lines are indented by as
    much, its first line is not. Raises TypeError for a float, a key that is no string, or a value that JSON
    does not have.
    """
    return text_of(value, "\n" + INDENT * depth)


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


def escaped(text: str) -> str:
    r"""The same JSON with every character that no reader sees as `\uXXXX`, which means the same.

    A report is read in diffs and logs, where a mark of direction turns the words beside it round and a tag
    hides a sentence. C1, optional hyphens, joiners, marks of direction, line separators, variation selectors,
    tags. Letters of every script stay as they are.

    >>> escaped('"a\u202eb ё"')
    '"a\\u202eb ё"'
    """
    return text if text.isascii() else _perhaps_unseen().sub(_without_unseen, text)


@cache
def _perhaps_unseen() -> re.Pattern[str]:
    """Runs of what is not surely seen, which are looked at again. Latin, Greek, Cyrillic, dashes, quotes are.

    `re` leaves a letter of such a set at once, and tries every range of `_unseen` for it: by that alone the
    search took three times as long. The set stands twice since `re` seeks a set, but not a repetition.
    """
    other = "[^\x00-\x7f\xa0-\xac\xae-\u02ff\u0370-\u052f\u2010-\u2027\u202f-\u205e\u2070-\u22ff]"
    return re.compile(f"{other}{other}*+")


def _without_unseen(run: re.Match[str]) -> str:
    return _unseen().sub(_as_escape, run[0])


@cache
def _unseen() -> re.Pattern[str]:
    return re.compile(
        "[\x80-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
        "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    )


def _as_escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


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


def text_of(value: object, newline: str) -> str:
    """The text of a value whose closing bracket stands after `newline` (a line feed and the indent)."""
    kind = type(value)
    if kind is dict:
        return _mapping(value, newline) if value else "{}"  # type: ignore[arg-type] # narrowed by `kind`
    if kind is list or kind is tuple:
        if not value:
            return "[]"
        inner = newline + INDENT
        members = [text_of(item, inner) for item in _members(value)]
        return f"[{inner}{(',' + inner).join(members)}{newline}]"
    return encode_basestring(value) if kind is str else _scalar(value)  # type: ignore[arg-type] # as above


def _mapping(value: dict[str, object], newline: str) -> str:
    """Scalars are written here, not by a call each: half the time of a report goes into this loop."""
    inner = newline + INDENT
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
            add(_KEYS[key] + text_of(item, inner))
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
    return _decimal(value)


def _decimal(value: object) -> str:
    """A decimal in plain notation, without zeros that say nothing."""
    from decimal import Decimal

    if isinstance(value, Decimal) and value.is_finite():
        text = format(value, "f")
        return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-0", "0", value.is_zero())
    raise TypeError(f"canonical JSON has no {type(value).__name__}")
