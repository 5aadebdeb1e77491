"""What the findings about imported reports mean, why they are there, how to repair them."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_REF_MISSING",
        "A marker of the report leads to no entry of its list of sources.",
        "A list that was cut, or a number that was made up, leaves a sentence that looks sourced and is not.",
        "`Costs rose [3].` in a report whose list ends at 2; in a claims file the citation "
        '`{"marker": "3"}` without an identifier.',
        "Add the entry, correct the number, or take the marker out. For documents that an API only numbers, "
        "give identifiers with `citelock import --documents`.",
        "An entry that is there and has neither DOI nor address is E_FIELD_MISSING:identifier, not this.",
        argument="the marker",
    ),
    Explanation(
        "W_REF_UNUSED",
        "An entry of the list of sources is named by no marker of the report.",
        "It suggests a source that nothing rests on; often the sentence that used it was lost.",
        "`[2] Demo report: https://example.org/b` in a report without a `[2]`.",
        "Cite the entry where it is used, or take it out of the list.",
        "Told of reports that are audited directly (`citelock audit report.md`) and by `citelock import`; "
        "lists without any marker in the text are not judged.",
        argument="the entry's number",
    ),
    Explanation(
        "W_QUOTE_UNCITED",
        "Quoted words, 30 characters or more, belong to no citation, so nobody looked them up.",
        "Who reads quotation marks takes the words for the source's own. A quotation without a source, "
        "beside another one or in a part of the file that is not read may say anything.",
        '`The board said "costs rose in every month of the year". It met [1].`',
        "Put the marker of the source right behind the quotation. Words that are nobody's need no quotation "
        "marks.",
        "Told of reports that are audited directly (`citelock audit report.md`) and by `citelock import`. "
        "Not told of the title of a source between quotation marks; in code, in the echo of a prompt and in "
        "lists of sources only of what stands before a marker. It cannot tell a source's words from others.",
        argument="the first words",
    ),
)
