"""JSON in the words of a message: the way to a value, a text from outside, a value by its kind."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PLAIN_STEP = r"[A-Za-z_][A-Za-z0-9_]{0,60}+"


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


def _escaped(char: str) -> str:
    return "\\" + char if char in '"\\' else f"\\u{{{ord(char):04x}}}"
