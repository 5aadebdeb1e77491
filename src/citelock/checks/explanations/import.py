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
        "Words in quotation marks, 30 characters or more, are carried by no citation of the report, so "
        "nothing looked for them.",
        "A reader takes them for checked like the others. They may stand in a sentence without a source, far "
        "from its marker, beside a marker that is not read, or in a part of the file that is left out.",
        '`They call it "the most dangerous crossing of the whole country".` without a marker.',
        "Put the marker of the source right behind the closing mark, or take the quotation marks away.",
        "Told of reports that are audited directly (`citelock audit report.md`) and by `citelock import`. In "
        "code, comments and lists only quotations that a marker follows are told, at most 200 of a file.",
        argument="its first words",
    ),
)
