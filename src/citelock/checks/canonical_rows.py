"""The rows and claims of a report, in the very bytes that `canonical.dumps` has for them, and quicker.

A large report has a row of some sixty members for each citation, and walking through each took as long as
finding its quotation. Here they stand as they look in the report, with holes for their values; a property
test holds them equal to what `dumps` has. A value of another shape is left to the writer of any value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from json.encoder import encode_basestring
from operator import itemgetter

from citelock.checks.canonical import INDENT, text_of

_Object = Mapping[str, object]
_quoted: Callable[[object], str] = encode_basestring  # type: ignore[assignment] # TypeError if no string


class _Members:
    """The members of an object of exactly these keys, sorted as the report has them.

    `of` gives their values, and raises KeyError or TypeError for any other value; that an object has no
    further members is seen from `size`.
    """

    def __init__(self, *keys: str) -> None:
        self.size = len(keys)
        self.of: Callable[[object], tuple[object, ...]] = itemgetter(*sorted(keys))  # type: ignore[assignment]


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


_IN_ROW = "\n" + 3 * INDENT
_IN_LIST = _IN_ROW + INDENT
_IN_QUOTE = _IN_LIST
_IN_NEAREST = _IN_QUOTE + INDENT
_IN_FRAGMENTS = _IN_QUOTE + INDENT
_IN_FRAGMENT = _IN_FRAGMENTS + INDENT

_ROW = _Members(
    *("citation", "claim", "doi", "errors", "file", "findings", "fingerprint", "id"),
    *("label", "notes", "numbers", "provenance", "quote", "record", "snapshot", "warnings"),
)
_FILE = _Members("path", "sha256")
_RECORD = _Members("path", "sha256", "source")
_QUOTE = _Members("fragments", "nearest", "status")
_FRAGMENT = _Members(
    *("end", "folds", "hidden_after", "inserted", "line", "n", "page", "skipped", "start", "status"),
)
_FINDING = _Members("cited", "code", "column", "found", "line", "message", "pointer", "severity")
_NEAREST = _Members("added", "diverges_after", "line", "missing", "page", "text")
_NUMBER = _Members("claim", "quote", "rule")
_NAMES = _Strings(_IN_ROW)
_OF_NEAREST = _Strings(_IN_NEAREST)
_OF_FRAGMENT = _Strings(_IN_FRAGMENT)
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
        ) = _ROW.of(entry)
        # fmt: on
        return f"""{{
      "citation": {"null" if citation is None else _whole(citation)},
      "claim": {_quoted(claim)},
      "doi": {"null" if doi is None else _quoted(doi)},
      "errors": {"[]" if errors == [] else _NAMES.text(errors)},
      "file": {_quoted(file)},
      "findings": {_listed(findings, _finding, _IN_ROW, _IN_LIST)},
      "fingerprint": {_quoted(fingerprint)},
      "id": {"null" if identifier is None else _quoted(identifier)},
      "label": {_quoted(label)},
      "notes": {"[]" if notes == [] else _NAMES.text(notes)},
      "numbers": {_listed(numbers, _number, _IN_ROW, _IN_LIST)},
      "provenance": {"null" if provenance is None else _file(provenance)},
      "quote": {"null" if quote is None else _quote(quote)},
      "record": {"null" if record is None else _file(record)},
      "snapshot": {"null" if snapshot is None else _file(snapshot)},
      "warnings": {"[]" if warnings == [] else _NAMES.text(warnings)}
    }}"""
    except (KeyError, TypeError):
        return None


def claim(name: str, file: str, label: str, because: list[str]) -> str:
    """The text of `dumps({"because": …, "claim": …, "file": …, "label": …}, 2)`."""
    return f"""{{
      "because": {_NAMES.text(because)},
      "claim": {_quoted(name)},
      "file": {_quoted(file)},
      "label": {_quoted(label)}
    }}"""


def _listed(values: object, each: Callable[[_Object], str], newline: str, inner: str) -> str:
    """A list of objects; `newline` is that of its closing bracket, `inner` that of its members."""
    if type(values) is not list:
        raise TypeError
    if not values:
        return "[]"
    if len(values) == 1:
        return f"[{inner}{each(values[0])}{newline}]"
    return f"[{inner}{(',' + inner).join([each(value) for value in values])}{newline}]"


def _whole(value: object) -> str:
    if type(value) is not int:
        raise TypeError
    return int.__repr__(value)


def _finding(value: _Object) -> str:
    argument = ""
    if len(value) != _FINDING.size:
        if len(value) != _FINDING.size + 1:
            return text_of(value, _IN_LIST)
        argument = f"""
          "argument": {_quoted(value["argument"])},"""
    cited, code, column, found, line, message, pointer, severity = _FINDING.of(value)
    if type(column) is not int or type(line) is not int:
        raise TypeError
    return f"""{{{argument}
          "cited": {"null" if cited is None else _quoted(cited)},
          "code": {_quoted(code)},
          "column": {column},
          "found": {"null" if found is None else _quoted(found)},
          "line": {line},
          "message": {_quoted(message)},
          "pointer": {_quoted(pointer)},
          "severity": {_quoted(severity)}
        }}"""


def _number(value: _Object) -> str:
    if len(value) != _NUMBER.size:
        return text_of(value, _IN_LIST)
    written, quote, rule = _NUMBER.of(value)
    return f"""{{
          "claim": {_quoted(written)},
          "quote": {"null" if quote is None else _quoted(quote)},
          "rule": {"null" if rule is None else _quoted(rule)}
        }}"""


def _file(value: object) -> str:
    """Path and sha256 of what was consulted; of a record also where it comes from."""
    if type(value) is not dict:
        raise TypeError
    if len(value) == _FILE.size:
        return _plain_file(*_FILE.of(value))
    if len(value) == _RECORD.size:
        return _record_file(*_RECORD.of(value))
    return text_of(value, _IN_ROW)


@lru_cache(64)
def _plain_file(path: object, digest: object) -> str:
    return f"""{{
        "path": {_quoted(path)},
        "sha256": {_quoted(digest)}
      }}"""


@lru_cache(64)
def _record_file(path: object, digest: object, source: object) -> str:
    return f"""{{
        "path": {_quoted(path)},
        "sha256": {_quoted(digest)},
        "source": {"null" if source is None else _quoted(source)}
      }}"""


def _quote(value: object) -> str:
    if type(value) is not dict or len(value) != _QUOTE.size:
        raise TypeError
    fragments, nearest, status = _QUOTE.of(value)
    return f"""{{
        "fragments": {_listed(fragments, _fragment, _IN_QUOTE, _IN_FRAGMENTS)},
        "nearest": {"null" if nearest is None else _nearest(nearest)},
        "status": {_quoted(status)}
      }}"""


def _nearest(value: object) -> str:
    if type(value) is not dict or len(value) != _NEAREST.size:
        raise TypeError
    added, diverges_after, line, missing, page, text = _NEAREST.of(value)
    return f"""{{
          "added": {_OF_NEAREST.text(added)},
          "diverges_after": {_quoted(diverges_after)},
          "line": {_whole(line)},
          "missing": {_OF_NEAREST.text(missing)},
          "page": {"null" if page is None else _whole(page)},
          "text": {_quoted(text)}
        }}"""


def _fragment(value: _Object) -> str:
    if len(value) != _FRAGMENT.size:
        return text_of(value, _IN_FRAGMENTS)
    end, folds, hidden_after, inserted, line, n, page, skipped, start, status = _FRAGMENT.of(value)
    if type(n) is not int:
        raise TypeError
    if end is line is start is None:  # not found
        end = line = start = "null"
    elif not int is type(end) is type(line) is type(start):
        return text_of(value, _IN_FRAGMENTS)
    return f"""{{
            "end": {end},
            "folds": {"[]" if folds == [] else _OF_FRAGMENT.text(folds)},
            "hidden_after": {"null" if hidden_after is None else _quoted(hidden_after)},
            "inserted": {"[]" if inserted == [] else _OF_FRAGMENT.text(inserted)},
            "line": {line},
            "n": {n},
            "page": {"null" if page is None else _whole(page)},
            "skipped": {"[]" if skipped == [] else _OF_FRAGMENT.text(skipped)},
            "start": {start},
            "status": {_quoted(status)}
          }}"""
