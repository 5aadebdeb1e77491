"""What the findings about years mean, why they are there, how to repair them."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_YEAR_MISMATCH",
        "The cited year is none of the registered years.",
        "A real source with a wrong year is the typical fault of a generated reference.",
        "Cited 2023, the record says 2024.",
        "Write the year of the issue, of print or of online publication, as the message shows them.",
        "Any registered year of publication is accepted; the date of the registry's entry is not. A "
        "neighbouring year is one of the W_YEAR codes only where the record itself gives a reason.",
    ),
    Explanation(
        "W_YEAR_NEAR",
        "The cited year is near a registered one, and another version of the work may bear it.",
        "A preprint and its article often differ by a year or two; only one of the two was registered here.",
        "Cited 2021, the record is a preprint posted in 2020.",
        "Check which version you cite, and write the year of that version.",
        "At most two years, and only with a preprint, a related version or a single online date in the "
        "record.",
    ),
    Explanation(
        "W_YEAR_ONLINE_ONLY",
        "The cited year and the registered date fit only if the registry knows the day of a late "
        "online edition.",
        "Back files put online decades later carry that date in the registry, and it is not the year "
        "of publication.",
        "Cited 1997, the only date of the record is 2013, and the entry was made in 2015.",
        "Check the year on the first page of the work.",
        "The registry alone cannot settle it.",
    ),
    Explanation(
        "N_YEAR_UNAVAILABLE",
        "The record has no year to compare with.",
        "A comparison that did not take place must not look like one that agreed.",
        "Standards and components are often registered without a date.",
        "Nothing need be repaired; compare the year by hand.",
        "It does not lower the label.",
    ),
)
