"""Strict JSON documents: read whole or refused, with the line and column of the fault; and places in them.

A value is read by `json_scan.py`, which says what strict means. Where and why a refused text is wrong is
found by `jsonfault`, imported only then. Governed by the design README, section 2; action.md, sections 10 and
13.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from citelock.checks.errors import InputError
from citelock.checks.json_scan import BOM, MAX_DEPTH, Unstrict, decode_value, loose_value, skip_blanks
from citelock.checks.json_words import readable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citelock.checks.claims import Claim


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
    return start, loose_value(text, start)[1]


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
        loose_value(text, index)  # bytes that are cut there are no longer that claim
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
            key, at = loose_value(text, at)
            name = str(key)
            at = skip_blanks(text, skip_blanks(text, at) + 1)  # over the colon
        if name == step:
            return at
        at = skip_blanks(text, loose_value(text, at)[1])
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
