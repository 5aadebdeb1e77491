"""What the findings about claims and their labels mean, why they are there, how to repair them."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_UNCITED",
        "The claim has no citation.",
        "A statement without a source cannot be checked, and a reader cannot tell it from one that was.",
        'A claim with `"citations": []`.',
        "Add a citation, or take the claim out of the file: own conclusions do not belong in it.",
        "Whether the statement needs a source is not judged.",
    ),
    Explanation(
        "E_FIELD_MISSING",
        "A required field of the citation is missing or empty.",
        "An empty field would pass every comparison, so leaving it out must not be a way round the check.",
        "A citation by DOI without `year`, or with a title that has no letter or digit.",
        "Fill the field from the source itself. A citation by `url` needs only `url` and `quote` or "
        "`quotes`.",
        "Only presence is judged here. Without an identifier or a quote there is nothing to verify; "
        "the other fields leave the label at partial.",
        argument="the field: identifier, title, year, first_author or quote",
    ),
    Explanation(
        "E_LABEL_OVERCLAIM",
        "The agent's own `status` stands above the label that was computed.",
        "A report that calls itself verified must not be believed for it.",
        'A claim with `"status": "verified"` whose page could not be read.',
        "Lower the status to the computed label or leave it out; or repair what keeps the label low.",
        "A status at or below the label is accepted and has no effect.",
    ),
    Explanation(
        "W_NO_CLAIMS",
        "The claims file holds no claim, so nothing was checked.",
        '"Nothing was checked" must never look like "all is well".',
        'A file with `"claims": []`.',
        "Check that the agent wrote its claims, and that this is the file meant.",
        "It belongs to a file, not to a citation, and stands in the report's top-level `findings`.",
    ),
    Explanation(
        "W_NOT_MACHINE_CHECKED",
        "Somebody looked for the text and could not read it; the reason is recorded in the provenance.",
        "A page that cannot be read is no evidence for or against the quotation.",
        "A news page that asks for a login: `W_NOT_MACHINE_CHECKED:login`.",
        "Read the source yourself, save a copy you may keep and record it as a snapshot, or cite an "
        "open source.",
        "The failure was recorded on its day; the page may answer today.",
        argument="the reason, such as robots, login or http_403",
    ),
)
