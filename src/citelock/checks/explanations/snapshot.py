"""What the findings about texts and where they come from mean, why they are there, how to repair them."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_NO_SNAPSHOT",
        "There is no text of the source, so nobody has looked for the quotation.",
        "A quotation that nobody could look up is not verified.",
        "A citation of `10.0000/demo.1` without `sources/10.0000_demo.1.txt`.",
        "Get a legal copy, extract its text and commit it as the file that the message names.",
        "It is no statement about the quotation.",
    ),
    Explanation(
        "E_SNAPSHOT_ALTERED",
        "The text of the source may not be trusted: it differs from its provenance, or is no regular file.",
        "A sentence added to a snapshot would make any quotation pass.",
        "The sha256 in `sources/10.0000_demo.1.json` is not that of the text.",
        "Restore both files from git, or take the snapshot again. The message names the fault.",
        "The quotation is not judged on such a text.",
    ),
    Explanation(
        "W_SNAPSHOT_ABSTRACT_ONLY",
        "The quotation is not in the snapshot, which holds only the abstract.",
        "Words of the body cannot stand in an abstract; calling them invented would be an accusation "
        "without a look.",
        "The provenance says `scope: abstract`, and the quotation is from the methods.",
        "Take a snapshot of the whole text, or quote the abstract.",
        "A quotation that stands in the abstract is found as usual.",
    ),
    Explanation(
        "N_SNAPSHOT_NO_PROVENANCE",
        "The text has no provenance file, so nothing says where it came from.",
        "A hand-made text is readable, and its hash stands in the report; its origin rests on the "
        "commit alone.",
        "`sources/10.0000_demo.1.txt` without `sources/10.0000_demo.1.json`.",
        "Record where the text came from in the provenance file beside it.",
        "It does not lower the label.",
    ),
)
