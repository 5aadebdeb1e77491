"""Figures of a claim that no quotation carries: a caveat, never a reason to drop one (verify.md, section 2).

On evidence that people call supporting such a flag fires on more than half of the sentences.
"""

from __future__ import annotations

from collections.abc import Iterable

from citelock.checks.text.excerpt import shown
from citelock.checks.text.numbers import ledger

_LONGEST = 40  # characters of one figure
_MOST = 10


def missing_figures(claim: str, quotes: Iterable[str]) -> tuple[str, ...]:
    """The figures of the claim, as they are written, that stand in none of these quotations.

    >>> missing_figures("GPT-4 was released on 14 March 2023.", ["GPT-4 was released on March 14, 2023"])
    ()
    >>> missing_figures("It grew by 12 % in 2023.", ["It grew by 11 % in 2023"])
    ('12 %',)
    """
    found = [
        shown(line.claim, _LONGEST)
        for line in ledger(claim, tuple(quotes), ())
        if line.rule is None or line.code.startswith("E_")
    ]
    return tuple(dict.fromkeys(found))[:_MOST]


def holds_all(claim: str, text: str) -> bool:
    """Whether a text holds every figure of the claim as the claim has it: none rounded, none computed."""
    return all(line.rule is not None and not line.code for line in ledger(claim, (text,), ()))
