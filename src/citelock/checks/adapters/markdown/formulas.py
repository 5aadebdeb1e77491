"""Formulas in TeX, in which a raised number is a power: `$O(N^2)$`."""

from __future__ import annotations

import re
from bisect import bisect_right

# As Pandoc has it: `$5 and $6` is no formula.
_FORMULA = re.compile(r"\$\$(?:[^$]|\$(?!\$)){1,5000}\$\$|\$(?=[^\s$])[^$\n]{1,1000}(?<=[^\s\\])\$(?![0-9])")
_MARK = re.compile(r"\$+\s?\{?\}?\^\{?\s?\\?\[?[0-9][0-9,; –-]{0,60}\\?\]?\}?\s?\$+")


class Formulas:
    """Where the formulas of a text are, but for those that are nothing but a raised number: `word$^2$`."""

    def __init__(self, text: str) -> None:
        self._spans = (
            [match.span() for match in _FORMULA.finditer(text) if _MARK.fullmatch(match[0]) is None]
            if "$" in text
            else []
        )

    def has(self, place: int) -> bool:
        """Whether a character is inside of one.

        >>> text = "O $N^2$ and so^1, for $5 more^1 than $6"
        >>> [Formulas(text).has(at) for at, sign in enumerate(text) if sign == "^"]
        [True, False, False]
        """
        at = bisect_right(self._spans, (place, len(self._spans) + place)) - 1
        return at >= 0 and place < self._spans[at][1]
