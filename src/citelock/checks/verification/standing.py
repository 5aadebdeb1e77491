"""Whether words stand in a text as they are, for everything that a model says it has copied.

By the matcher of the audit, so every word counts. A bracketed word is the model's own, and an ellipsis joins
what the text keeps apart: neither stands (verify.md, sections 2 and 9).
"""

from __future__ import annotations

from typing import NamedTuple

from citelock.checks.quotes import QuotePolicy
from citelock.checks.text.find import check_quote
from citelock.checks.text.folded import Folded
from citelock.checks.text.source import SourceText

_POLICY = QuotePolicy(min_quote=1)  # the length is judged by words, elsewhere
_STANDS = frozenset(("verbatim", "markers_ignored"))
_CUT = "W_QUOTE_CONTEXT_CUT"


class Place(NamedTuple):
    """Where words stand in a text, in code points, half-open.

    `cut`: the text goes on, or began, with a word that may turn them round.
    """

    start: int
    end: int
    cut: bool


def source_text(text: str) -> SourceText:
    """A text, folded, in which many words may be looked for."""
    return SourceText(text, Folded.of(text))


def place_in(words: str, text: SourceText) -> Place | None:
    """The first place where the words stand one by one, None where they do not."""
    result = check_quote(words, None, text, _POLICY)
    codes = {finding.code for finding in result.findings}
    if result.status not in _STANDS or any(code.startswith("E_") for code in codes):
        return None
    start, end = result.fragments[0].start, result.fragments[0].end
    return None if start is None or end is None else Place(start, end, _CUT in codes)
