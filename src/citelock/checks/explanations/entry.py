"""The prose of one code, as `citelock rules CODE` and the documentation print it."""

from __future__ import annotations

from typing import NamedTuple


class Explanation(NamedTuple):
    """What a code means, why it is there, an example, how to repair it, and what the check cannot do.

    `argument` says what follows the colon in the report, "" where nothing does.
    """

    code: str
    sentence: str
    why: str
    example: str
    repair: str
    limits: str
    argument: str = ""
