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
        "E_SNAPSHOT_LICENCE",
        "The text stands in the tree, and by its own provenance it may not.",
        "A text that is committed is published; under most licences that is not allowed.",
        "`sources/10.0000_demo.1.txt` is committed, and its provenance names the class `cc-by-nc-nd`.",
        "Take the snapshot again: `citelock snapshot add` keeps such a text apart, and the audit reads it "
        "there. Or put the class on `licences: {commit: […]}` of `citelock.yml`, where it allows an opt-in.",
        "It reads what was recorded and is no legal advice. It says nothing about the quotation, which is "
        "judged all the same; a text in the history of the repository stays there.",
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
        "W_SNAPSHOT_IDENTITY",
        "The text does not look like the work that is cited, or the page not like the one.",
        "Quotations found in a wrong text verify nothing, and true ones are missed in it.",
        "The snapshot of an article holds its correction notice; a page answered from another domain.",
        "Look at it (`citelock snapshot show ID --text`). If it is another work, take a copy of this one.",
        "It compares the DOI, the title and the first author with the first 6,000 characters and the running "
        "heads. Only texts that were vetted when they were taken are vetted again.",
    ),
    Explanation(
        "W_SNAPSHOT_QUALITY",
        "Something about the text or the passage makes the answer less certain.",
        "Words that no reader of the source sees can be planted there; without spaces a text matches badly.",
        "The quotation stands in white letters on white ground: `W_SNAPSHOT_QUALITY:hidden_text`.",
        "Compare the quotation with the source itself, or take a snapshot of a better copy.",
        "It knows what the extraction recorded: text of a PDF drawn unseen, clipped, covered or tiny, and "
        "text that a web page hides by its attributes, by style attributes and by the plain selectors of its "
        "own style sheets. Style sheets in other files and scripts are not read, nor shapes of a PDF other "
        "than boxes.",
        argument="the flag: hidden_text or no_spaces",
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
    Explanation(
        "N_SNAPSHOT_SEALED",
        "The quotation was found in the seal of a text that may not be published.",
        "A work that may be read and not republished can still be checked against: of its text there are "
        "keyed hashes of all runs of eight words.",
        "`sources/10.0000_demo.1.seal` in place of a text, and a quotation of ten words.",
        "Nothing has to be done. Where the text itself is at hand, the audit reads that.",
        "Hyphens inside a word and citation marks are not compared. A seal is no encryption: who knows the "
        "text, or seven words on end, can test guesses.",
    ),
)
