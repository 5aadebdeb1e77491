"""The lexical model: a passage supports when it holds the claim's figures and nearly all of its words.

It never refutes, and it is quiet: on 707 labelled claims it spoke of 36, of which 89 % were supported, 11 %
partly (verify.md, section 4). A passage that negates where the claim does not, or the other way round, is
passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from citelock.checks.text.signals import negation
from citelock.checks.verification.answers import QUOTES
from citelock.checks.verification.figures import holds_all
from citelock.checks.verification.passages import Passage, Wanted, best_first, held, passages_of, wanted_of
from citelock.checks.verification.quotations import is_long_enough
from citelock.checks.verification.values import Answer, Quote, Source

NAME = "lexical-1"
CONFIDENCE = Decimal("0.5")
_SHARE = (8, 10)  # of the stems


def lexical_answer(claim: str, sources: Sequence[Source], terms: Sequence[str]) -> Answer:
    """The answer of the lexical model: the best passage of each page that supports."""
    wanted = wanted_of(claim)
    quotes: list[Quote] = []
    for source in sources:
        passage = _supporting(claim, source, wanted, terms)
        if passage is not None:
            quotes.append(Quote(source.id, passage.text, "supports", ""))
    return Answer("supported" if quotes else "unverified", CONFIDENCE, tuple(quotes[:QUOTES]), ())


def _supporting(claim: str, source: Source, wanted: Wanted, terms: Sequence[str]) -> Passage | None:
    negated = negation(claim) is not None
    for _, passage in best_first(passages_of(source), wanted):
        has = held(wanted, passage.text)
        if len(has.stems) * _SHARE[1] < len(wanted.stems) * _SHARE[0]:
            continue
        if (
            has.figures == wanted.figures
            and holds_all(claim, passage.text)
            and (negation(passage.text, source.text[:2000]) is not None) == negated
            and is_long_enough(passage.text, terms)
        ):
            return passage
    return None
