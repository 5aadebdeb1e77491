"""Where the values of a JSON text stand, one container at a time; linear for each level of depth."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator

from citelock.checks.adapters.interface import At
from citelock.checks.json_scan import skip_blanks

_DECODER = json.JSONDecoder()


class Places:
    """Lines and columns of characters of a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)
        self._marked = text.startswith("\ufeff")

    def at(self, index: int) -> At:
        """Line and column, both from 1; a byte order mark has no column."""
        line = bisect_right(self._starts, index)
        return line, index - self._starts[line - 1] + 1 - (self._marked and line == 1)


def members(text: str, start: int) -> Iterator[tuple[str, int]]:
    """(key or index, beginning) of each direct member of the object or list that begins at `start`.

    `text` must be valid JSON there; of anything else there are no members.
    """
    opening = text[start : start + 1]
    if opening not in ("{", "["):
        return
    number = 0
    at = skip_blanks(text, start + 1)
    while text[at : at + 1] not in ("}", "]", ""):
        name = str(number)
        if opening == "{":
            key, at = _DECODER.raw_decode(text, at)
            name = str(key)
            at = skip_blanks(text, skip_blanks(text, at) + 1)
        yield name, at
        at = skip_blanks(text, _DECODER.raw_decode(text, at)[1])
        if text[at : at + 1] != ",":
            return
        at = skip_blanks(text, at + 1)
        number += 1


def begin(text: str) -> int:
    """Where the value of a whole document begins."""
    return skip_blanks(text, 1 if text.startswith("\ufeff") else 0)
