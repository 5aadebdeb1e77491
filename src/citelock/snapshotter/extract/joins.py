"""How two lines of a paragraph become one text: hyphens, scripts without spaces (snapshots.md, section 2.5).

No word list decides: a hyphen between letters is written as U+00AD, which the matcher reads both as nothing
and as a hyphen.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from citelock.snapshotter.extract.glyphs import HYPHENS, SOFT_HYPHENS, is_han_or_kana

UNDECIDED = "\xad"

_ADDRESS = re.compile(r"(?:https?://|ftp://|www\.|doi:|doi\.org/|10\.\d{4,9}/)\S*$", re.I)
_LOOKED_AT = 200  # characters before the line end in which an address may begin


class Joint(NamedTuple):
    """What happens at a line end: `cut` characters of the upper line go, `mark` is written in between."""

    cut: int
    mark: str


def joint(upper: str, lower: str) -> Joint:
    """The joint between a line and the next one of the same paragraph; neither is empty."""
    last, first = upper[-1], lower[0]
    if last in SOFT_HYPHENS:
        return Joint(1, "")
    if last in HYPHENS and len(upper) > 1:
        return _at_hyphen(upper, first)
    if is_han_or_kana(last) and is_han_or_kana(first):
        return Joint(0, "")
    return Joint(0, " ")


def _at_hyphen(upper: str, first: str) -> Joint:
    before = upper[-2]
    if before.isdigit() or first.isdigit() or _ADDRESS.search(upper[-_LOOKED_AT:].rpartition(" ")[2]):
        return Joint(0, "")
    if before.isalpha() and first.isalpha():
        return Joint(1, UNDECIDED)
    return Joint(0, " ")
