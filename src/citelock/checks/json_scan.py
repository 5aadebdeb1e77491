"""One strict JSON value at one place of a text: the C decoder, and what it lets pass refused.

RFC 8259 leaves open what evidence must not: no duplicate keys, no NaN, no number that overflows, no lone
surrogate, no deep nesting. Whole documents are read by `jsontext.py`; where a refused text is wrong is found
by `jsonfault.py` (design README, section 2; action.md, sections 10 and 13).
"""

from __future__ import annotations

import re
from json import JSONDecoder
from typing import TYPE_CHECKING, NoReturn

from citelock.checks.text.patterns import late

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_DEPTH = 64  # levels of lists and objects (action.md, section 10)

# Python converts an int of up to 640 digits whatever PYTHONINTMAXSTRDIGITS says (its default limit is 4,300),
# so this is the longest that gives the same verdict in every environment.
MAX_DIGITS = 640

BOM = "\ufeff"

_BLANKS = re.compile(r"[ \t\n\r]*+")
_SURROGATE_ESCAPE = late(r"\\u[dD][89a-fA-F]")
_SURROGATE = late(r"[\ud800-\udfff]")


class Unstrict(ValueError):
    """The text is no JSON, or JSON of a kind that is refused. `jsonfault` says where and what."""


def decode_value(text: str, start: int, max_depth: int = MAX_DEPTH) -> tuple[object, int]:
    """The JSON value that begins exactly at `start` (no blank before it), and the index where it ends.

    What follows the value is not looked at, so a number that is cut off at the end of the text reads as a
    shorter one; strings, lists and objects end with a character of their own. Raises Unstrict.
    """
    value, end, _ = scan_any_depth(text, start)
    # Counting is quick; the exact question is put only where that leaves it open.
    if text.count("{", start, end) + text.count("[", start, end) > max_depth and _deeper(value, max_depth):
        raise Unstrict("nested too deeply")
    return value, end


def scan_any_depth(text: str, start: int) -> tuple[object, int, bool]:
    """Like `decode_value` for who sees from the value that it is not nested too deeply.

    The third says whether its text is plain, that is, holds no back slash.
    """
    try:
        value, end = _scan(text, start)
    except (ValueError, StopIteration) as error:
        raise Unstrict(str(error)) from error
    except RecursionError as error:
        raise Unstrict("nested too deeply") from error
    # Looking for one character is quick; the exact question is put only where that leaves it open.
    plain = text.find("\\", start, end) < 0
    if not plain and _lone_surrogate(text, start, end, value):
        raise Unstrict("lone surrogate")
    return value, end, plain


def skip_blanks(text: str, start: int) -> int:
    """The index of the first character from `start` on that is no JSON white space."""
    match = _BLANKS.match(text, start)
    return match.end() if match else start


def loose_value(text: str, start: int) -> tuple[object, int]:
    """Like `decode_value` for a text that was read before: neither depth nor surrogates are looked at.

    Raises ValueError where no value begins.
    """
    return _DECODER.raw_decode(text, start)


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
    if not _SURROGATE_ESCAPE.search(text, start, end):
        return False
    level = [value]
    while level:
        deeper: list[object] = []
        for item in level:
            if isinstance(item, str):
                if _SURROGATE.search(item):
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
