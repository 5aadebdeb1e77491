"""The number ledger: each number of a claim, and what in its quotations supports it (numbers.md, 1 and 6).

Most claims are done by the quick look, which needs no tables; the full account loads with the first that is
not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from citelock.checks.text.numbers.lines import Line, Quotations
from citelock.checks.text.numbers.quick import percent_beside, plain_numbers


def ledger(
    claim: str,
    own: Iterable[str],
    others: Quotations | Sequence[tuple[int, Sequence[str]]],
    record_years: Collection[int] = (),
    *,
    index: int | None = None,
) -> list[Line]:
    """A line for each number of the claim text, in its order; one for a number that is said again.

    `own` are the fragments of the citation's quotation, `others` those of the claim's other citations with
    their index (one of them may be the citation's own `index`, which is passed over), `record_years` the
    admissible years of the citation's record.
    """
    fragments = tuple(own)
    plain = plain_numbers(claim, fragments)
    if plain is not None:
        return [Line(token, token.rstrip("%"), token, "equal") for token in plain]
    quotations = others if isinstance(others, Quotations) else Quotations(others)
    for other, _ in quotations.of:
        if other != index:
            break
    else:  # what the unit of the own quotation says is all there is
        bare = percent_beside(claim, fragments)
        if bare is not None:
            return [Line(bare, bare, f"{bare}%", "unit_differs", "W_NUMBER_UNIT")]
    # Imported here: parser, rules and tables are most of the package, and an audit may need none of them.
    from citelock.checks.text.numbers.account import account_of

    return account_of(claim, fragments, quotations, record_years, index)
