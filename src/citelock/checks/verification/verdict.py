"""The verdict and its confidence: what survived decides, the model only proposes (verify.md, section 6).

Two tables and a product, in decimal arithmetic; rounded once, at the very end. No confidence ever reaches
1.00: the web does not give that.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from citelock.checks.verification.values import Word

ONE_SOURCE, TWO_SOURCES, MORE_SOURCES = Decimal("0.5"), Decimal("0.7"), Decimal("0.9")
NO_PRIMARY = Decimal("0.6")
MIXED, UNVERIFIED = Decimal("0.5"), Decimal("0.3")
ALWAYS = Decimal("0.9")
_ZERO, _ONE = Decimal(0), Decimal(1)
_CENT = Decimal("0.01")


class Weighed(NamedTuple):
    """What is left of the quotations of an answer.

    `given` counts the quotations of the model, `kept` those that survived. `supporting` and `refuting` count
    pages with a surviving one of that side; one page may be in both. `primary`: a page that was read is of a
    kind that is the first to say things (values.PRIMARY).
    """

    given: int
    kept: int
    supporting: int
    refuting: int
    primary: bool


class Judged(NamedTuple):
    """The verdict, its confidence, and what capped it: `one_source`, `no_primary`."""

    word: Word
    confidence: Decimal
    caps: tuple[str, ...]


def word_of(said: Word, weighed: Weighed) -> Word:
    """The verdict that what survived allows, given the model's."""
    if not weighed.kept:
        return "unverified"
    if weighed.supporting and weighed.refuting:
        return "mixed"
    if said == "supported" and weighed.supporting:
        return "supported"
    if said == "refuted" and weighed.refuting:
        return "refuted"
    return "unverified"


def judge(said: Word, confidence: Decimal, weighed: Weighed, independent: int) -> Judged:
    """The verdict with its confidence: the model's times the share that survived, under every cap.

    `independent` are the clusters of pages behind the winning side; for mixed and unverified, behind all that
    survived. A confidence outside of 0 to 1 is taken to the nearer end.
    """
    word = word_of(said, weighed)
    if not weighed.kept:
        return Judged(word, _ZERO, ())
    caps = [ALWAYS, _of_sources(independent)]
    named = ["one_source"] if independent <= 1 else []
    if not weighed.primary:
        caps.append(NO_PRIMARY)
        named.append("no_primary")
    if word == "mixed":
        caps.append(MIXED)
    if word == "unverified":
        caps.append(UNVERIFIED)
    model = min(max(confidence, _ZERO), _ONE)
    # The division comes last: a share of five sixths is no number of decimals.
    weighted = model * weighed.kept / weighed.given
    return Judged(word, _rounded(min(weighted, *caps)), tuple(named))


def _of_sources(independent: int) -> Decimal:
    if independent <= 1:
        return ONE_SOURCE
    return TWO_SOURCES if independent == 2 else MORE_SOURCES


def _rounded(value: Decimal) -> Decimal:
    return value.quantize(_CENT, ROUND_HALF_UP)
