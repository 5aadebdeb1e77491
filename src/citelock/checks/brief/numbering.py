"""The numbering of headings and lists in a template, which is no figure (web.md, section 4)."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

_HEADING = re.compile(r"([ \t>]*#{1,6}[ \t]+)([0-9]{1,9}(?:\.[0-9]{1,9}){0,9})[.)]?(?=[ \t])")
_ITEM = re.compile(r"([ \t>]*)([0-9]{1,9})[.)](?=[ \t])")
_OF_AMOUNTS = frozenset(("per cent", "points", "currency"))  # dimensions of units
_LOOK = 60


class Numbering:
    """Goes through the lines of a template and knows which number would be the next one.

    A number that does not go on with those before it, or that a magnitude, a currency or `percent` follows,
    is a figure: `## 95 percent were cured`, or a list that begins at 95.
    """

    def __init__(self) -> None:
        self._heading = 0
        self._items: dict[int, int] = {}

    def without(self, line: str) -> str:
        """The line without what numbers its heading or list item."""
        heading = _HEADING.match(line)
        if heading is not None:
            parts = heading[2].split(".")
            number = int(parts[0])
            goes_on = len(parts) > 1 or number in (0, 1, self._heading, self._heading + 1)
            if not goes_on or _counts(heading[2], line[heading.end() :]):
                return f"{heading[1]}{heading[2]}{line[heading.end() :]}"
            self._heading = number
            return heading[1] + line[heading.end() :]
        item = _ITEM.match(line)
        if item is None:
            return line
        number, depth = int(item[2]), len(item[1].expandtabs(4))
        last = self._items.get(depth, 0)
        if number not in (0, 1, last, last + 1) or _counts(item[2], line[item.end() :]):
            # Without its sign: the number check leaves out what looks like an enumerator.
            return f"{item[1]}{item[2]}{line[item.end() :]}"
        self._items[depth] = number
        return item[1] + line[item.end() :]


def _counts(digits: str, behind: str) -> bool:
    """Whether what stands behind a number makes an amount of it."""
    # Imported here: the parser and its tables are most of the number check.
    from citelock.checks.text.numbers.account import numbers

    first = next(iter(numbers(f"{digits} {behind.strip()[:_LOOK]}")), None)
    if first is None or first.start:
        return False
    return first.factor != Decimal(1) or (first.unit is not None and first.unit.dimension in _OF_AMOUNTS)


def in_digits(text: str) -> str:
    """The text with numbers of one sign as digits: ⑨, Ⅸ, and ⁹⁵ where it is no power.

    >>> in_digits("⑨ of ⁹⁵, but 10 m² and ½")
    '9 of 95, but 10 m² and ½'
    """
    if text.isascii():
        return text
    out: list[str] = []
    raised = False  # the last sign was a figure of this kind
    for at, sign in enumerate(text):
        value = unicodedata.numeric(sign, -1.0) if unicodedata.category(sign) in ("No", "Nl") else -1.0
        stands_alone = raised or not (at and (text[at - 1].isalnum() or text[at - 1] in "⁻⁺"))
        raised = value >= 0 and value.is_integer() and stands_alone
        out.append(str(int(value)) if raised else sign)
    return "".join(out)
