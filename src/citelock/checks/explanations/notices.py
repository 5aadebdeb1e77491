"""What the findings about notices mean (retracted, corrected, in doubt), why, how to repair them."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_RETRACTED",
        "The cited work was retracted, withdrawn or removed.",
        "A claim must not rest on a work that its publisher took back.",
        'The record has a notice `"type": "retraction"` about the cited DOI.',
        "Remove the citation or replace it; read the notice that the message names.",
        "The record holds the notices of its day. All notices are read, and the worst one decides.",
    ),
    Explanation(
        "W_CONCERN",
        "The publisher has voiced concern about the work, or taken back a part of it.",
        "The findings are in doubt, and the claim may rest on the doubtful part.",
        'The record has a notice `"type": "expression_of_concern"` about the cited DOI.',
        "Read the notice that the message names, and say in the report what it says.",
        "A notice of unknown type that speaks of retracting, withdrawing or removing counts here too.",
    ),
    Explanation(
        "W_CORRECTED",
        "The work was corrected.",
        "The sentence that was quoted may be the one that was corrected.",
        'The record has a notice `"type": "erratum"` about the cited DOI.',
        "Read the notice that the message names, and compare the quoted passage with it.",
        "A correction is no retraction; it does not lower the label.",
    ),
    Explanation(
        "W_IS_NOTICE",
        "The cited identifier is that of a notice about another work, or its title says so.",
        "A retraction or correction notice is not the work that it is about.",
        "The record is a correction of `10.5555/demo.2`, which was probably meant.",
        "Cite the work itself, or say that the notice is meant.",
        "By its title alone it may also be the retracted work under its new title: look.",
    ),
    Explanation(
        "N_UPDATED",
        "There is a later version or an addition to the work.",
        "A reader may want the newer text.",
        'The record has a notice `"type": "new_version"` about the cited DOI.',
        "Nothing need be repaired.",
        "An entry that names its own identifier as the update counts here.",
    ),
)
