"""Strict JSON: what the standard decoder lets pass is refused here, with the line and column of the fault.

The C decoder does the work; this module adds what RFC 8259 leaves open and evidence must not: no duplicate
keys, no NaN, no number that overflows, no lone surrogate, no deep nesting. Where a refused text is wrong is
found by `jsonfault`, imported only then. Governed by the design README, section 2; action.md, sections 10 and
13.
"""

from __future__ import annotations

import re
from json import JSONDecoder
from typing import TYPE_CHECKING, NoReturn

from citelock.checks.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citelock.checks.claims import Claim

MAX_DEPTH = 64  # levels of lists and objects (action.md, section 10)

# Python converts an int of up to 640 digits whatever PYTHONINTMAXSTRDIGITS says (its default limit is 4,300),
# so this is the longest that gives the same verdict in every environment.
MAX_DIGITS = 640

BOM = "\ufeff"

_BLANKS = re.compile(r"[ \t\n\r]*+")
# Compiled where they are used: few runs need them, and each would cost start-up time.
_SURROGATE_ESCAPE = r"\\u[dD][89a-fA-F]"
_SURROGATE = r"[\ud800-\udfff]"
_PLAIN_STEP = r"[A-Za-z_][A-Za-z0-9_]{0,60}+"


class Unstrict(ValueError):
    """The text is no JSON, or JSON of a kind that is refused. `jsonfault` says where and what."""


def parse(data: bytes, path: str, *, max_depth: int = MAX_DEPTH) -> object:
    """The value of a whole JSON document in UTF-8; a byte order mark in front is tolerated.

    Raises InputError with line, column and pointer for anything else: not UTF-8, empty, not JSON, text after
    the value, and all that the module refuses. `path` is used in the message only.
    """
    text = _decoded(data, path)
    start = skip_blanks(text, 1 if text.startswith(BOM) else 0)
    if start == len(text):
        line, column = _line_column_in_text(text, start)
        raise InputError(path, "the file is empty. Write a JSON value into it.", line=line, column=column)
    try:
        value, end = decode_value(text, start, max_depth)
    except Unstrict as error:
        _refuse(text, start, max_depth, path, error)
    end = skip_blanks(text, end)
    if end < len(text):
        _refuse_tail(text, end, path)
    return value


def decode_value(text: str, start: int, max_depth: int = MAX_DEPTH) -> tuple[object, int]:
    """The JSON value that begins exactly at `start` (no blank before it), and the index where it ends.

    What follows the value is not looked at, so a number that is cut off at the end of the text reads as a
    shorter one; strings, lists and objects end with a character of their own. Raises Unstrict.
    """
    value, end, _ = scan_value(text, start, max_depth)
    return value, end


def scan_value(text: str, start: int, max_depth: int = MAX_DEPTH) -> tuple[object, int, bool]:
    """Like `decode_value`; and whether the value's text is plain, that is, holds no backslash."""
    try:
        value, end = _scan(text, start)
    except (ValueError, StopIteration) as error:
        raise Unstrict(str(error)) from error
    except RecursionError as error:
        raise Unstrict("nested too deeply") from error
    # Counting and looking for one character is quick; the exact questions are put only where that leaves them
    # open.
    if text.count("{", start, end) + text.count("[", start, end) > max_depth and _deeper(value, max_depth):
        raise Unstrict("nested too deeply")
    plain = text.find("\\", start, end) < 0
    if not plain and _lone_surrogate(text, start, end, value):
        raise Unstrict("lone surrogate")
    return value, end, plain


def skip_blanks(text: str, start: int) -> int:
    """The index of the first character from `start` on that is no JSON white space."""
    match = _BLANKS.match(text, start)
    return match.end() if match else start


def locate(data: bytes, offset: int, pointer: str) -> tuple[int, int]:
    """Where the value at `pointer` stands: its first byte in `data` and the one after its last.

    `pointer` is a JSON pointer ("/citations/0/year", RFC 6901) inside the value that begins at byte `offset`;
    of a value that is not there, the nearest existing parent is taken. It must be JSON that `parse` accepts.
    """
    text = data[offset:].decode("utf-8")
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    start, end = locate_in_text(text, 0, steps)
    before = len(text[:start].encode())
    return offset + before, offset + before + len(text[start:end].encode())


def locate_in_text(text: str, start: int, steps: Sequence[str | int]) -> tuple[int, int]:
    """Like `locate`, with indices of characters and steps instead of a pointer ("3" is as good as 3).

    Raises ValueError where the text from `start` on is no JSON value.
    """
    start, _ = _reach(text, start, steps)
    return start, _DECODER.raw_decode(text, start)[1]


def position_of(data: bytes, claim: Claim, steps: Sequence[str | int]) -> tuple[int, int]:
    """Line and column, in its file, of the value at `steps` (`("citations", 0, "year")`) inside a claim.

    `data` is the claim's own bytes, `claim.length` of them at `claim.offset`. Of a value that is not there,
    the nearest existing parent is taken; if the bytes are no longer that claim, its beginning.
    """
    line, column, _ = reach(data, claim, steps)
    return line, column


def reach(data: bytes, claim: Claim, steps: Sequence[str | int]) -> tuple[int, int, int]:
    """Like `position_of`, and how many of the steps there are: fewer than `steps` if the value is absent."""
    try:
        text = data.decode("utf-8")
        index, count = _reach(text, 0, steps)
        _DECODER.raw_decode(text, index)  # bytes that are cut there are no longer that claim
    except ValueError:
        return claim.line, claim.column, 0
    newlines = text.count("\n", 0, index)
    if not newlines:
        return claim.line, claim.column + index, count
    return claim.line + newlines, index - text.rfind("\n", 0, index), count


def line_column(data: bytes, offset: int) -> tuple[int, int]:
    """Line and column of a byte of UTF-8 text: both from 1, the column in code points.

    A line ends with LF; the CR of CRLF is the last column of its line. A byte order mark has no column.
    """
    line_start = data.rfind(b"\n", 0, offset) + 1
    before = data[line_start:offset].decode("utf-8", errors="replace")
    column = len(before) + 1 - before.startswith(BOM)
    return data.count(b"\n", 0, offset) + 1, column


def readable(steps: Sequence[str | int]) -> str:
    """A pointer as a person writes it.

    >>> readable(("claims", 3, "citations", 0, "year"))
    'claims[3].citations[0].year'
    >>> readable(("a key",))
    '["a key"]'
    """
    if len(steps) > 12:  # a hostile nesting; its beginning says enough
        return readable(steps[:12]) + "…"
    shown = ""
    for step in steps:
        if isinstance(step, int):
            shown += f"[{step}]"
        elif re.fullmatch(_PLAIN_STEP, step):
            shown += f".{step}" if shown else step
        else:
            shown += f"[{quoted(step)}]"
    return shown


def quoted(text: str) -> str:
    """Text from outside as it may be shown: in quotes, cut to 40 characters, unprintable ones escaped."""
    short = text if len(text) <= 40 else text[:39] + "…"
    safe = "".join(char if char.isprintable() and char not in '"\\' else _escaped(char) for char in short)
    return f'"{safe}"'


def described(value: object) -> str:
    """A JSON value in the words of a message: `true`, `the number 5`, `a list`, `"text"`."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return f"the number {str(value)[:40]}"
    if isinstance(value, str):
        return quoted(value) if value else "an empty string"
    return "a list" if isinstance(value, list) else "an object"


def _reach(text: str, start: int, steps: Sequence[str | int]) -> tuple[int, int]:
    """Where the value at `steps`, or its nearest existing parent, begins; and the number of steps to it."""
    start = skip_blanks(text, start)
    for count, step in enumerate(steps):
        inside = _member(text, start, str(step))
        if inside is None:
            return start, count
        start = inside
    return start, len(steps)


def _member(text: str, start: int, step: str) -> int | None:
    """Where the member `step` of the object or list at `start` begins; None if there is none."""
    opening = text[start : start + 1]
    if opening not in ("{", "["):
        return None
    index = 0
    at = skip_blanks(text, start + 1)
    while text[at : at + 1] not in ("}", "]", ""):
        name = str(index)
        if opening == "{":
            key, at = _DECODER.raw_decode(text, at)
            name = str(key)
            at = skip_blanks(text, skip_blanks(text, at) + 1)  # over the colon
        if name == step:
            return at
        at = skip_blanks(text, _DECODER.raw_decode(text, at)[1])
        if text[at : at + 1] != ",":
            return None
        at = skip_blanks(text, at + 1)
        index += 1
    return None


def _decoded(data: bytes, path: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        from citelock.checks.jsonfault import encoding_fault

        line, column = line_column(data, error.start)
        raise InputError(
            path, encoding_fault(data[:4], data[error.start]), line=line, column=column
        ) from error


def _refuse(text: str, start: int, max_depth: int, path: str, cause: Unstrict) -> NoReturn:
    from citelock.checks.jsonfault import Fault, check_value

    try:
        check_value(text, start, max_depth=max_depth)
    except Fault as fault:
        line, column = _line_column_in_text(text, fault.index)
        pointer = readable(fault.steps)
        raise InputError(path, fault.what, line=line, column=column, pointer=pointer) from cause
    # Not reached as long as both scanners accept the same texts (a property test holds them to it).
    raise InputError(path, f"this is not JSON that can be read: {cause}.") from cause


def _refuse_tail(text: str, end: int, path: str) -> NoReturn:
    from citelock.checks.jsonfault import tail_fault

    line, column = _line_column_in_text(text, end)
    raise InputError(path, tail_fault(text, end), line=line, column=column)


def _line_column_in_text(text: str, index: int) -> tuple[int, int]:
    line_start = text.rfind("\n", 0, index) + 1
    return text.count("\n", 0, index) + 1, index - line_start + 1 - (line_start == 0 and text.startswith(BOM))


def _escaped(char: str) -> str:
    return "\\" + char if char in '"\\' else f"\\u{{{ord(char):04x}}}"


def _deeper(value: object, max_depth: int) -> bool:
    """Whether the containers in `value` are nested deeper than `max_depth`, without recursion."""
    level = [value]
    for _ in range(max_depth + 1):
        inside: list[object] = []
        containers = 0
        for item in level:
            if isinstance(item, dict):
                containers += 1
                inside.extend(item.values())
            elif isinstance(item, list):
                containers += 1
                inside.extend(item)
        if not containers:
            return False
        level = inside
    return True


def _lone_surrogate(text: str, start: int, end: int, value: object) -> bool:
    """Whether a string in `value` holds half of a surrogate pair (a whole pair becomes one character)."""
    if not re.compile(_SURROGATE_ESCAPE).search(text, start, end):
        return False
    level = [value]
    while level:
        deeper: list[object] = []
        for item in level:
            if isinstance(item, str):
                if re.search(_SURROGATE, item):
                    return True
            elif isinstance(item, list):
                deeper.extend(item)
            elif isinstance(item, dict):
                deeper.extend(item)
                deeper.extend(item.values())
        level = deeper
    return False


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Unstrict("duplicate key")
    return members


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise Unstrict("number too long")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise Unstrict("number too large")
    return number


def _constant(name: str) -> NoReturn:
    raise Unstrict(f"{name} is not JSON")


_DECODER = JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
)
# What `raw_decode` calls; StopIteration is its word for "no value".
_scan: Callable[[str, int], tuple[object, int]] = _DECODER.scan_once  # type: ignore[attr-defined] # not in typeshed
