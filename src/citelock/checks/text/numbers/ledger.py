"""The number ledger: each number of a claim, and what in its quotations supports it (numbers.md, 1 and 6).

Most claims are done by the quick look, which needs no tables; the full account loads with the first that is
not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from citelock.checks.text.numbers.quick import plain_numbers


class Line(NamedTuple):
    """A number of the claim as written, its normal form, and what supports it.

    `quote` is the quotation's number as written, `rule` the name of the rule (None: unsupported), `code` the
    finding it raises ("" for none). `other` is the index of the other citation whose quotation supports it,
    `formula` how it follows, `unit` its unit where it is not written with it, `readings` both values of a
    number that leaves two, if a note is due for it. `nearest` is the number of the quotation that a message
    may show beside an unsupported one.
    """

    claim: str
    value: str
    quote: str | None
    rule: str | None
    code: str = ""
    other: int | None = None
    formula: str = ""
    unit: str = ""
    readings: tuple[str, ...] = ()
    nearest: str = ""


def ledger(
    claim: str,
    own: Iterable[str],
    others: Sequence[tuple[int, Sequence[str]]],
    record_years: Collection[int] = (),
) -> list[Line]:
    """A line for each number of the claim text, in its order; one for a number that is said again.

    `own` are the fragments of the citation's quotation, `others` those of the claim's other citations with
    their index, `record_years` the admissible years of the citation's record.
    """
    fragments = tuple(own)
    plain = plain_numbers(claim, fragments)
    if plain is not None:
        return [Line(token, token.rstrip("%"), token, "equal") for token in plain]
    # Imported here: parser, rules and tables are most of the package, and an audit may need none of them.
    from citelock.checks.text.numbers.account import account_of

    return account_of(claim, fragments, others, record_years)
