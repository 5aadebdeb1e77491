"""What goes into the number ledger, a claim's quotations, and the lines that come out (numbers.md, 6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citelock.checks.named import NamedTuple


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


class Quotations:
    """The quotations of a claim by the index of their citation.

    A claim that is asked for several of its citations gives the same ones each time: `reading` is what
    `quotations.py` keeps of them until the next.
    """

    __slots__ = ("of", "reading")

    def __init__(self, of: Iterable[tuple[int, Sequence[str]]]) -> None:
        self.of = tuple(of)
        self.reading: object = None
