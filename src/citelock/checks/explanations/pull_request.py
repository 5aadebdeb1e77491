"""What the findings about a pull request mean: who wrote the evidence, what vanished, how to go on."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_EVIDENCE_SELF_SUPPLIED",
        "A citation that the pull request adds or changes rests on evidence of the same pull request.",
        "The shortest way to make an invented quotation pass is to write it into the snapshot. So the "
        "audited agent must not bring its own evidence: the verdict is that of the base.",
        "A pull request that adds a claim and the text that it quotes.",
        "Bring the evidence in a pull request of its own, have its owners review and merge it, then bring "
        "the claim. What the audit will say afterwards stands in the message. Where code owners must "
        "review every change of evidence, the Action's input `new-evidence: accept` allows both in one.",
        "Who wrote a commit is free text in git, so no author is exempt. Whether the evidence is genuine "
        "is not judged here: `citelock snapshot check --rederive` repeats where a text came from.",
    ),
    Explanation(
        "W_EVIDENCE_CHANGED",
        "The pull request changes evidence that this citation rests on.",
        "A changed record or text can change a verdict once it is merged, so a reviewer should see it next"
        " to the claims that it touches.",
        "A refresh adds a retraction to the record of a cited work.",
        "Review the change of evidence. What the audit will say after the merge stands in the message.",
        "It says that the bytes differ, not whether the difference is right. The verdict is that of the "
        "base, or with `new-evidence: accept` that of the pull request.",
    ),
    Explanation(
        "E_CLAIM_VANISHED",
        "A claim of the base that was in order is gone from the audited claims files.",
        "What is not there cannot fail: a file renamed out of the globs, emptied, or an id dropped would "
        "turn any check green.",
        "A pull request that deletes `claims.json`.",
        "Put the claim back. To take it out on purpose, a person merges over this finding, or the claims "
        "file is changed on the default branch.",
        "A claim whose text and citations stand under another id or in another audited file is moved, and "
        "one that had an error in the base report is repaired by its removal: neither is reported. Nor is "
        "one that came to the base after the branch was cut from it: merging the branch does not delete it.",
    ),
    Explanation(
        "W_CONFIG_CHANGED",
        "The pull request changes a file that decides how evidence is audited, stored or reviewed.",
        "Settings, attributes, submodules, workflows with their actions, and code owners are what the audit"
        " is trusted for. Those of the base are in force; the change takes effect with the merge.",
        "A pull request that adds `cache/** -diff` to `.gitattributes`, which hides evidence from reviewers.",
        "Review the change with care, and bring it in a pull request of its own.",
        "That the pull request changes the file is reported, not whether the change is harmful. A workflow"
        " file that is run from the pull request itself can leave the audit out: only rules of the repository"
        " prevent that.",
    ),
)
