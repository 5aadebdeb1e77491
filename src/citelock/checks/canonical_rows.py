"""The rows and claims of a report, in the very bytes that `canonical.dumps` has for them, and quicker.

A large report has a row of some sixty members for each citation, and walking through each took as long as
finding its quotation. These come from templates that `dumps` made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from json.encoder import encode_basestring
from operator import itemgetter

from citelock.checks.canonical import INDENT, dumps, text_of

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


class _Strings:
    """A list of strings whose closing bracket stands after `newline`."""

    def __init__(self, newline: str) -> None:
        inner = newline + INDENT
        self._opening, self._between, self._closing = f"[{inner}", f",{inner}", f"{newline}]"

    def text(self, values: object) -> str:
        """The canonical text; TypeError for anything else than a list of strings."""
        if type(values) is not list:
            raise TypeError
        if not values:
            return "[]"
        if len(values) == 1:
            return f"{self._opening}{_quoted(values[0])}{self._closing}"
        return f"{self._opening}{self._between.join(map(_quoted, values))}{self._closing}"


_ROW_DEPTH = 2
_IN_ROW = "\n" + INDENT * (_ROW_DEPTH + 1)
_IN_LIST = _IN_ROW + INDENT
_IN_QUOTE = _IN_LIST
_IN_NEAREST = _IN_QUOTE + INDENT
_IN_FRAGMENTS = _IN_QUOTE + INDENT
_IN_FRAGMENT = _IN_FRAGMENTS + INDENT

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
_NAMES = _Strings(_IN_ROW)
_OF_NEAREST = _Strings(_IN_NEAREST)
_OF_FRAGMENT = _Strings(_IN_FRAGMENT)
_NOWHERE = ("null", "null", "null")
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
            _NAMES.text(errors),
            _quoted(file),
            "[]" if findings == [] else _listed(findings, _finding, _IN_ROW, _IN_LIST),
            _quoted(fingerprint),
            "null" if identifier is None else _quoted(identifier),
            _quoted(label),
            _NAMES.text(notes),
            "[]" if numbers == [] else _listed(numbers, _number, _IN_ROW, _IN_LIST),
            "null" if provenance is None else _file(provenance),
            "null" if quote is None else _quote(quote),
            "null" if record is None else _file(record),
            "null" if snapshot is None else _file(snapshot),
            _NAMES.text(warnings),
        )
    except (KeyError, TypeError):
        return None


def claim(name: str, file: str, label: str, because: list[str]) -> str:
    """The text of `dumps({"because": …, "claim": …, "file": …, "label": …}, 2)`."""
    return _CLAIM.text % (_NAMES.text(because), _quoted(name), _quoted(file), _quoted(label))


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
        return text_of(value, _IN_LIST)
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
        return text_of(value, _IN_LIST)
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
    return text_of(value, _IN_ROW)


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
        _OF_NEAREST.text(added),
        _quoted(diverges_after),
        _whole(line),
        _OF_NEAREST.text(missing),
        "null" if page is None else _whole(page),
        _quoted(text),
    )


def _fragment(value: _Object) -> str:
    if len(value) != _FRAGMENT.size:
        return text_of(value, _IN_FRAGMENTS)
    end, folds, hidden_after, inserted, line, n, page, skipped, start, status = _FRAGMENT.values(value)
    if int is type(end) is type(line) is type(n) is type(start):
        place = end, line, start
    elif end is line is start is None and type(n) is int:  # not found
        place = _NOWHERE
    else:
        return text_of(value, _IN_FRAGMENTS)
    return _FRAGMENT.text % (
        place[0],
        _OF_FRAGMENT.text(folds),
        "null" if hidden_after is None else _quoted(hidden_after),
        _OF_FRAGMENT.text(inserted),
        place[1],
        n,
        "null" if page is None else _whole(page),
        _OF_FRAGMENT.text(skipped),
        place[2],
        _quoted(status),
    )
