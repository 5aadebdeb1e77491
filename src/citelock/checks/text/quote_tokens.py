"""A quote as tokens, with the markers that it carries itself.

Also the table by which markers are passed over, which is made alike for a quote and for a text.
"""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.text.fold import on_one_line
from citelock.checks.text.marker import Marker
from citelock.checks.text.markers import in_line_markers
from citelock.checks.text.patterns import late
from citelock.checks.text.tokens import Token, line_tokens
from citelock.checks.text.words import UNIT_FOLDS


class QuoteTokens:
    """A quote (or a fragment of one) as tokens, with the markers it carries."""

    def __init__(self, raw: str) -> None:
        self.original = raw
        self.raw = on_one_line(raw)  # what the tokens and markers count their places in
        self.tokens = line_tokens(self.raw, 0, 0, quote=True)
        self.markers = skip_table(self.tokens, in_line_markers(self.raw))
        self.one_case = is_in_one_case(raw)
        self.capitals = raw.isupper()


_CASED_WORD = late(r"(?<![^\W_])[^\W\d_]{2,}")


def is_in_one_case(raw: str) -> bool:
    """True for a quote wholly in capitals or wholly in small letters, judged by words that are no units."""
    if not (raw.isupper() or raw.islower()):
        return False
    told = 0
    for match in _CASED_WORD.finditer(raw):
        word = match[0]
        told += word.casefold() not in UNIT_FOLDS and word.lower() != word.upper()
        if told == 2:
            return True
    return False


def skip_table(tokens: Sequence[Token], markers: Sequence[Marker]) -> dict[int, tuple[int, Marker]]:
    """For the first token of each marker: the token after it, and the marker.

    Both sequences are in order of place.
    """
    table: dict[int, tuple[int, Marker]] = {}
    at = 0
    for marker in markers:
        while at < len(tokens) and tokens[at].start < marker.start:
            at += 1
        first = at
        while at < len(tokens) and tokens[at].end <= marker.end:
            at += 1
        if at > first:
            table[first] = (at, marker)
    return table
