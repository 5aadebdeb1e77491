"""What the findings about titles mean, why they are there, how to repair them."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_TITLE_MISMATCH",
        "The cited title is not the registered one.",
        "A real identifier under another title is either the wrong identifier or an invented reference.",
        'Cited "Deep Learning Revisited", the record says "Deep Learning".',
        "Copy the title from the source, or correct the identifier.",
        "Case, punctuation, spacing, markup and a missing subtitle do not count; a number, a negation "
        "and every other word do.",
    ),
    Explanation(
        "W_TITLE_PARTIAL",
        "The cited title is only a part of the registered one, or the registered one a part of it.",
        "Leaving off a subtitle is a habit and no fault; leaving off the half that tells two works "
        "apart is one.",
        'Cited "Are American rivers Tokunaga self-similar?", the registered title goes on after the '
        "question mark.",
        "Write the whole title as the message shows it.",
        "The cited words must begin the title, or be exactly the part before a colon, dash, point or "
        "question mark.",
    ),
    Explanation(
        "W_TITLE_DIFFERS",
        "The cited title differs from the registered one in the spelling of a few words.",
        "A slip of the pen or another spelling is no other work, but a reader who searches for it "
        "finds nothing.",
        'Cited "Behavioural modelling of markets", registered "Behavioral modeling of markets".',
        "Copy the title as the message shows it.",
        "A difference in a number, a negation or a word of opposite sense is never taken for a "
        "spelling: that is E_TITLE_MISMATCH.",
    ),
    Explanation(
        "W_TITLE_GENERIC",
        "The title agrees, but it is one that many works carry.",
        'Titles such as "Editorial" or "Erratum" say nothing about which of thousands was meant.',
        'The cited and the registered title are both "Special Report".',
        "Add the subtitle, or check that identifier, year and author are those of the work you read.",
        "Only a short list of such titles is known, and titles under 15 letters whose subtitle was not "
        "cited.",
    ),
    Explanation(
        "N_TITLE_UNAVAILABLE",
        "The record has no title to compare with.",
        "A comparison that did not take place must not look like one that agreed.",
        "Some component and journal-issue records have none.",
        "Nothing need be repaired; compare the title by hand.",
        "It does not lower the label.",
    ),
)
