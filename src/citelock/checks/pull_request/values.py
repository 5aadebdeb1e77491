"""What the audit of a pull request ends in: values that every output is made of (action.md, sections 5 to 9).

Nothing here knows git, GitHub or Markdown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from citelock.checks.compared_report import Entry
from citelock.checks.diff import Diff
from citelock.checks.rows import Row

SUCCESS = "success"
FAILURE = "failure"
NOTHING = "nothing"  # there was nothing to check, which must never look like "all is well"
ERROR = "error"  # no verdict: malformed input, no base, a bug

ADDED = "added"
CHANGED = "changed"
DELETED = "deleted"


class Revisions(NamedTuple):
    """The commits of one run, as full ids.

    `head` is audited; `evidence` is the trust root that records, texts and settings come from; `baseline` is
    what `head` is compared with, None if there is nothing to compare with. `own_evidence`: head is itself the
    trust root (a push to the default branch, a schedule), so whoever changed evidence there was allowed to.
    `annotated` is the commit that a check run belongs to; `number` that of the pull request. `branched` is
    the commit the pull request was cut from, None where it is unknown. `fork`: the token cannot write.
    `forks` and `evidence_forks` are the commits where `head` and `baseline`, `head` and `evidence` parted: ()
    where the head holds all of the other one, None where the history between them is not at hand. `said` are
    sentences for the log.
    """

    head: str
    evidence: str
    baseline: str | None
    own_evidence: bool
    annotated: str
    number: int | None = None
    branched: str | None = None
    fork: bool = False
    said: tuple[str, ...] = ()
    forks: tuple[str, ...] | None = ()
    evidence_forks: tuple[str, ...] | None = ()


class EvidenceChange(NamedTuple):
    """One file of evidence that differs between the trust root and the head.

    `kind` is ADDED, CHANGED or DELETED. `consulted`: some citation rests on it.
    """

    path: str
    kind: str
    consulted: bool


class AuditedFile(NamedTuple):
    """A claims file of the head: its path from the repository's top, and whether base has other bytes."""

    path: str
    changed: bool


class Counts(NamedTuple):
    """The counts of the report (see `ReportWriter`), and those of the comparison with base.

    `unchecked` are the citations that could not be checked, also those whose label says what else is wrong.

    `failing_…` count citations. One that fails is new if any of its errors is new; a fixed one had an error
    in base and has none now.
    """

    checked: int
    claims: int
    failed: int
    warned: int
    unchecked: int
    labels: Mapping[str, int]
    errors: int
    warnings: int
    quotes_found: int
    quotes_total: int
    quotes_not_checkable: int
    failing_new: int
    failing_fixed: int
    failing_unchanged: int
    new_errors: int
    fixed_errors: int
    evidence_changed: int


class Judged(NamedTuple):
    """The verdict on a pull request.

    `rows` are the entries of `results[]`, in the report's order, findings placed (`line`, `column`);
    `findings` the top-level ones, which belong to a file (`file`, and `line` where there is one).
    `difference` is that of base and head, with what the evidence changed. `fail_on` is the level in force
    (`regression` for a pull request of evidence), `conclusion` one of SUCCESS, FAILURE, NOTHING. `accepted`:
    the head's evidence is what was judged with. `new` are the (file, claim, citation index, name) of findings
    that base does not have, None for every finding where there is no base to compare with. `said` are
    sentences for a person: what kind of pull request it is, what could not be compared. `evidence_only`: the
    pull request changes evidence and neither claims nor settings. `failing_after` is the number of citations
    that will fail once the head's evidence is merged, None where the verdict is that already.
    """

    rows: tuple[Row, ...]
    findings: tuple[Entry, ...]
    files: tuple[AuditedFile, ...]
    difference: Diff
    counts: Counts
    evidence: tuple[EvidenceChange, ...]
    fail_on: str
    conclusion: str
    accepted: bool
    new: frozenset[tuple[str, str | None, int | None, str]] | None
    said: tuple[str, ...]
    evidence_only: bool = False
    failing_after: int | None = None
