"""Canonical JSON: the bytes of every file that citelock writes for comparison (design README, section 4).

`dumps` gives the text of `json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2)`; the standard
library writes indented JSON in Python code, one small piece at a time, and a large report would spend most of
its time there. Values are JSON values without floats: no report, shard or diff has one, and a float is where
two machines may disagree; a confidence is a Decimal, written as a plain number. `row` and `claim` write the
two shapes of which a report has one for each citation and each claim, to the same bytes, from templates that
`dumps` made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from json.encoder import (
    encode_basestring,
)  # the C function where there is one; escapes as ensure_ascii=False does
from operator import itemgetter

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


def escaped(text: str) -> str:
    r"""The same JSON with every character that no reader sees as `\uXXXX`, which means the same.

    A report is read in diffs and logs, where a mark of direction turns the words beside it round and a tag
    hides a sentence. C1, optional hyphens, joiners, marks of direction, line separators, variation selectors,
    tags. Letters of every script stay as they are.

    >>> escaped('"a\u202eb ё"')
    '"a\\u202eb ё"'
    """
    return text if text.isascii() else _unseen().sub(_as_escape, text)


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
    return _decimal(value)


def _decimal(value: object) -> str:
    """A decimal in plain notation, without zeros that say nothing."""
    from decimal import Decimal

    if isinstance(value, Decimal) and value.is_finite():
        text = format(value, "f")
        return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-0", "0", value.is_zero())
    raise TypeError(f"canonical JSON has no {type(value).__name__}")


# Rows and claims of a report. A large one has a row of some sixty members for each citation, and walking
# through each took as long as finding its quotation.

_Object = Mapping[str, object]
_quoted: Callable[[object], str] = encode_basestring  # type: ignore[assignment] # TypeError if no string


class _Shape:
    """An object of exactly these keys at one depth: `text % values` is its canonical text.

    `values` gives the members of such an object in the order of `text`, and raises KeyError or TypeError for
    any other value; that an object has no further members is seen from `size`.
    """

    def __init__(self, depth: int, *keys: str) -> None:
        self.size = len(keys)
        self.text = dumps(dict.fromkeys(keys, 0), depth).replace(": 0", ": %s")
        self.values: Callable[[object], tuple[object, ...]] = itemgetter(*sorted(keys))  # type: ignore[assignment]


_ROW_DEPTH = 2
_IN_ROW = "\n" + _INDENT * (_ROW_DEPTH + 1)
_IN_LIST = _IN_ROW + _INDENT
_IN_QUOTE = _IN_LIST
_IN_NEAREST = _IN_QUOTE + _INDENT
_IN_FRAGMENTS = _IN_QUOTE + _INDENT
_IN_FRAGMENT = _IN_FRAGMENTS + _INDENT

_ROW = _Shape(
    _ROW_DEPTH,
    *("citation", "claim", "doi", "errors", "file", "findings", "fingerprint", "id"),
    *("label", "notes", "numbers", "provenance", "quote", "record", "snapshot", "warnings"),
)
_FILE = _Shape(_ROW_DEPTH + 1, "path", "sha256")
_RECORD = _Shape(_ROW_DEPTH + 1, "path", "sha256", "source")
_QUOTE = _Shape(_ROW_DEPTH + 1, "fragments", "nearest", "status")
_FRAGMENT = _Shape(
    _ROW_DEPTH + 3,
    *("end", "folds", "hidden_after", "inserted", "line", "n", "page", "skipped", "start", "status"),
)
_FINDING = _Shape(
    _ROW_DEPTH + 2, "cited", "code", "column", "found", "line", "message", "pointer", "severity"
)
_FINDING_WITH_ARGUMENT = _Shape(
    _ROW_DEPTH + 2,
    *("argument", "cited", "code", "column", "found", "line", "message", "pointer", "severity"),
)
_NEAREST = _Shape(_ROW_DEPTH + 2, "added", "diverges_after", "line", "missing", "page", "text")
_NUMBER = _Shape(_ROW_DEPTH + 2, "claim", "quote", "rule")
_CLAIM = _Shape(_ROW_DEPTH, "because", "claim", "file", "label")
_PRIVATE = "_status"  # of a row; no part of the report


def row(entry: _Object) -> str | None:
    """The text that `dumps(entry, 2)` has without `_status`; None for a row of another shape than usual.

    The audit makes no other rows, but they may come from the file of a shard.
    """
    if len(entry) != _ROW.size and (len(entry) != _ROW.size + 1 or _PRIVATE not in entry):
        return None
    try:
        # fmt: off
        (
            citation, claim, doi, errors, file, findings, fingerprint, identifier,
            label, notes, numbers, provenance, quote, record, snapshot, warnings,
        ) = _ROW.values(entry)
        # fmt: on
        return _ROW.text % (
            "null" if citation is None else _whole(citation),
            _quoted(claim),
            "null" if doi is None else _quoted(doi),
            "[]" if errors == [] else _text(errors, _IN_ROW),
            _quoted(file),
            "[]" if findings == [] else _listed(findings, _finding, _IN_ROW, _IN_LIST),
            _quoted(fingerprint),
            "null" if identifier is None else _quoted(identifier),
            _quoted(label),
            "[]" if notes == [] else _text(notes, _IN_ROW),
            "[]" if numbers == [] else _listed(numbers, _number, _IN_ROW, _IN_LIST),
            "null" if provenance is None else _file(provenance),
            "null" if quote is None else _quote(quote),
            "null" if record is None else _file(record),
            "null" if snapshot is None else _file(snapshot),
            "[]" if warnings == [] else _text(warnings, _IN_ROW),
        )
    except (KeyError, TypeError):
        return None


def claim(name: str, file: str, label: str, because: list[str]) -> str:
    """The text of `dumps({"because": …, "claim": …, "file": …, "label": …}, 2)`."""
    reasons = _text(because, _IN_ROW) if because else "[]"
    return _CLAIM.text % (reasons, _quoted(name), _quoted(file), _quoted(label))


def _listed(values: object, each: Callable[[_Object], str], newline: str, inner: str) -> str:
    """A list of objects; `newline` is that of its closing bracket, `inner` that of its members."""
    if type(values) is not list:
        raise TypeError
    if len(values) == 1:
        return f"[{inner}{each(values[0])}{newline}]"
    return f"[{inner}{(',' + inner).join([each(value) for value in values])}{newline}]"


def _whole(value: object) -> str:
    if type(value) is not int:
        raise TypeError
    return int.__repr__(value)


def _finding(value: _Object) -> str:
    if len(value) == _FINDING.size:
        shape = _FINDING
        argument: tuple[str, ...] = ()
    elif len(value) == _FINDING_WITH_ARGUMENT.size:
        shape = _FINDING_WITH_ARGUMENT
        argument = (_quoted(value["argument"]),)
    else:
        return _text(value, _IN_LIST)
    cited, code, column, found, line, message, pointer, severity = _FINDING.values(value)
    if type(column) is not int or type(line) is not int:
        raise TypeError
    return shape.text % (
        *argument,
        "null" if cited is None else _quoted(cited),
        _quoted(code),
        column,
        "null" if found is None else _quoted(found),
        line,
        _quoted(message),
        _quoted(pointer),
        _quoted(severity),
    )


def _number(value: _Object) -> str:
    if len(value) != _NUMBER.size:
        return _text(value, _IN_LIST)
    written, quote, rule = _NUMBER.values(value)
    return _NUMBER.text % (
        _quoted(written),
        "null" if quote is None else _quoted(quote),
        "null" if rule is None else _quoted(rule),
    )


def _file(value: object) -> str:
    """Path and sha256 of what was consulted; of a record also where it comes from."""
    if type(value) is not dict:
        raise TypeError
    if len(value) == _FILE.size:
        return _plain_file(*_FILE.values(value))
    if len(value) == _RECORD.size:
        return _record_file(*_RECORD.values(value))
    return _text(value, _IN_ROW)


@lru_cache(2048)
def _plain_file(path: object, digest: object) -> str:
    return _FILE.text % (_quoted(path), _quoted(digest))


@lru_cache(2048)
def _record_file(path: object, digest: object, source: object) -> str:
    return _RECORD.text % (_quoted(path), _quoted(digest), "null" if source is None else _quoted(source))


def _quote(value: object) -> str:
    if type(value) is not dict or len(value) != _QUOTE.size:
        raise TypeError
    fragments, nearest, status = _QUOTE.values(value)
    return _QUOTE.text % (
        "[]" if fragments == [] else _listed(fragments, _fragment, _IN_QUOTE, _IN_FRAGMENTS),
        "null" if nearest is None else _nearest(nearest),
        _quoted(status),
    )


def _nearest(value: object) -> str:
    if type(value) is not dict or len(value) != _NEAREST.size:
        raise TypeError
    added, diverges_after, line, missing, page, text = _NEAREST.values(value)
    return _NEAREST.text % (
        _text(added, _IN_NEAREST),
        _quoted(diverges_after),
        _whole(line),
        _text(missing, _IN_NEAREST),
        "null" if page is None else _whole(page),
        _quoted(text),
    )


def _fragment(value: _Object) -> str:
    end, folds, hidden_after, inserted, line, n, page, skipped, start, status = _FRAGMENT.values(value)
    found = int is type(end) is type(line) is type(n) is type(start)
    if not found or len(value) != _FRAGMENT.size:
        return _text(value, _IN_FRAGMENTS)
    return _FRAGMENT.text % (
        end,
        "[]" if folds == [] else _text(folds, _IN_FRAGMENT),
        "null" if hidden_after is None else _quoted(hidden_after),
        "[]" if inserted == [] else _text(inserted, _IN_FRAGMENT),
        line,
        n,
        "null" if page is None else _whole(page),
        "[]" if skipped == [] else _text(skipped, _IN_FRAGMENT),
        start,
        _quoted(status),
    )
