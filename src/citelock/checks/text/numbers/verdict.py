"""What one number of a quotation does for one of the claim: a rule and a level (numbers.md, 1 and 4)."""

from __future__ import annotations

from citelock.checks.named import NamedTuple
from citelock.checks.text.numbers.number import Number

ROUNDED, AMBIGUOUS, YEAR, ELSEWHERE = (
    "N_NUMBER_ROUNDED",
    "N_NUMBER_AMBIGUOUS",
    "N_YEAR_FROM_RECORD",
    "N_NUMBER_ELSEWHERE",
)
UNIT, CONVERTED, COARSE, ORDER = "W_NUMBER_UNIT", "W_NUMBER_CONVERTED", "W_NUMBER_COARSE", "W_NUMBER_ORDER"
DERIVED, WORD, UNSUPPORTED = "W_NUMBER_DERIVED", "W_NUMBER_WORD", "E_NUMBER_UNSUPPORTED"

# The code of each rule; "" says nothing. `bound` is judged by distance.
CODE_OF = {
    "equal": "", "format": "", "magnitude": "", "words": "", "range": "", "date": "", "date_coarser": "",
    "year": "",
    "ordinal": "", "roman": "", "identifier": "", "rounded": ROUNDED, "approx": ROUNDED, "bound": ROUNDED,
    "record_year": YEAR, "other_citation": ELSEWHERE, "unit_differs": UNIT, "sign_lost": UNIT,
    "share": CONVERTED,
    "unit_conversion": CONVERTED, "date_order": CONVERTED, "coarse": COARSE, "inequality": COARSE,
    "range_swapped": ORDER, "derived": DERIVED, "word_only": WORD, "conflict": UNSUPPORTED,
}  # fmt: skip
# From best to worst: the best one wins, on a tie the leftmost number of the quotation.
_ORDER = ("", ROUNDED, YEAR, ELSEWHERE, UNIT, CONVERTED, COARSE, ORDER, DERIVED, WORD, UNSUPPORTED)
_RANKS = {code: 2 * rank for rank, code in enumerate(_ORDER)}
EQUAL = 1  # the rank up to which the values are equal, as written or in another form
ROUNDED_RANK = _RANKS[ROUNDED]  # up to here another quotation can do no better
SUPPORTED = _RANKS[ORDER]  # the rank up to which a number counts as supported


class Verdict(NamedTuple):
    """A rule, its code, the number of the quotation it found, and how a derived number is made.

    `is_ambiguous`: accepted in one of two readings (N_NUMBER_AMBIGUOUS).
    """

    rule: str
    code: str
    number: Number | None
    is_ambiguous: bool = False
    formula: str = ""

    @property
    def rank(self) -> int:
        """0 for equal and clear, greater for worse."""
        return _RANKS[self.code] + self.is_ambiguous


def verdict(
    rule: str, number: Number | None, code: str | None = None, *, is_ambiguous: bool = False
) -> Verdict:
    """The verdict of a rule with its usual code."""
    return Verdict(rule, CODE_OF[rule] if code is None else code, number, is_ambiguous)
