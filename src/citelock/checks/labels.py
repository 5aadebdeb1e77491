"""The four labels of a citation and a claim, computed from codes and never from severities (web.md, 2).

A label says how far the machine got: `verified` needs text that was read, and "could not be read" is never an
accusation. The agent's own `status` is compared with the label and never copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citelock.checks.catalogue import label_row

VERIFIED = "verified"
PARTIAL = "partial"
NOT_MACHINE_CHECKED = "not-machine-checked"
UNVERIFIED = "unverified"

# From lowest to highest: a status may claim at most the computed label.
RANKS = (UNVERIFIED, NOT_MACHINE_CHECKED, PARTIAL, VERIFIED)

# Statuses of a quotation that was found; any other means that no text was read or that the text does not hold
# it.
FOUND = frozenset({"verbatim", "markers_ignored", "editorial", "elided"})


def citation_label(names: Iterable[str], quote_status: str | None, *, scope: str = "") -> str:
    """The label of one citation: the first row of the table of web.md section 2 that applies.

    `names` are the codes with their arguments (`E_FIELD_MISSING:quote`), `quote_status` is that of the
    `quote` object, None where no quote was to be checked. With the scope "metadata" no label rises above
    `partial`.
    """
    lowest = ""
    for name in names:
        row = label_row(name)
        if row and row != lowest and (not lowest or RANKS.index(row) < RANKS.index(lowest)):
            lowest = row
    if lowest:
        return lowest
    if scope == "metadata":
        return PARTIAL
    # No code lowers it; even so nothing is verified without text that was read.
    return VERIFIED if quote_status in FOUND else NOT_MACHINE_CHECKED


def deciding_codes(names: Iterable[str], label: str) -> list[str]:
    """The codes among `names` that belong to the row of `label`, in the order given; none for `verified`.

    None either where only the scope keeps the label at `partial`; the report then states its scope.
    """
    return [name for name in names if label_row(name) == label]


def is_unread(names: Iterable[str], label: str) -> bool:
    """Whether there was nothing to look at, or nothing to be trusted, whatever else is wrong with a citation.

    One that is `unverified` for another fault, for want of a quotation or a wrong title, may be unread as
    well, and its label does not say so.

    >>> is_unread(["E_FIELD_MISSING:quote", "W_NOT_MACHINE_CHECKED:http_403"], "unverified")
    True
    """
    if label != UNVERIFIED:
        return label == NOT_MACHINE_CHECKED
    return any(label_row(name) == NOT_MACHINE_CHECKED for name in names)


def claim_label(labels: Sequence[str]) -> str:
    """The label of a claim from those of its citations; an uncited claim has the one label of its row."""
    if len(labels) == 1 and labels[0] in RANKS:  # most claims
        return labels[0]
    present = set(labels)
    if present == {VERIFIED}:
        return VERIFIED
    if VERIFIED in present or PARTIAL in present:
        return PARTIAL
    return UNVERIFIED if UNVERIFIED in present else NOT_MACHINE_CHECKED


def overclaims(status: str, label: str) -> bool:
    """Whether the agent's own status stands above the computed label."""
    return RANKS.index(status) > RANKS.index(label)
