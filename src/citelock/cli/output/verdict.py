"""The verdict in words, the same in log, summary, comment and check run; plain text without outside text."""

from __future__ import annotations

from collections import Counter

from citelock.checks.pull_request.values import FAILURE, NOTHING, Judged, Revisions
from citelock.checks.pull_request.verdict import BY_BASE, BY_HEAD
from citelock.cli.output.told import Entry, not_existing

FAIL_ON = {
    "error": "it fails on any error",
    "warning": "it fails on any error or warning",
    "regression": "it fails only on errors that the base does not have",
    "never": "it never fails on findings",
}
_JUDGED_OTHERWISE = {
    BY_BASE: "since the evidence of the base changed",
    BY_HEAD: "with the changed evidence",
}
_SHA = 12  # hex digits of a commit that a person is shown


def counted(number: int, noun: str) -> str:
    """The number with its noun, which takes a plain s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def headline(judged: Judged) -> str:
    """`3 failing citations (3 new, 0 fixed, 0 unchanged)`, and what else counts."""
    counts = judged.counts
    if judged.conclusion == NOTHING:
        return "nothing to check: the audited files hold no claims"
    parts = [counted(counts.failed, "failing citation") + standing(judged)]
    after = judged.failing_after
    if after is not None and (judged.evidence_only or after != counts.failed):
        parts[0] += f" now, {after:,} will fail after the merge"
    errors = sum(finding["severity"] == "error" for finding in judged.findings)
    if errors:
        parts.append(counted(errors, "error") + " without a citation")
    if counts.warned:
        parts.append(counted(counts.warned, "citation") + " with warnings only")
    otherwise = Counter(
        str(entry.get("by"))
        for entry in judged.difference.changed
        if _codes(entry, "codes") != _codes(entry, "codes_before")
    )
    for by, said in _JUDGED_OTHERWISE.items():
        if otherwise[by]:
            parts.append(f"{counted(otherwise[by], 'citation')} judged otherwise {said}")
    return ", ".join(parts)


def _codes(entry: Entry, key: str) -> set[str]:
    """The errors and warnings among the codes of an entry."""
    names = entry[key]
    assert isinstance(names, list)
    return {str(name) for name in names if not str(name).startswith("N_")}


def standing(judged: Judged) -> str:
    """` (3 new, 0 fixed, 0 unchanged)`, "" without a base to compare with."""
    counts = judged.counts
    if judged.new is None:
        return ""
    new, fixed, unchanged = counts.failing_new, counts.failing_fixed, counts.failing_unchanged
    return f" ({new:,} new, {fixed:,} fixed, {unchanged:,} unchanged)"


def quotes(judged: Judged) -> str:
    """`1 of 3, 1 not checkable`."""
    counts = judged.counts
    unchecked = f", {counts.quotes_not_checkable:,} not checkable" if counts.quotes_not_checkable else ""
    return f"{counts.quotes_found:,} of {counts.quotes_total:,}{unchecked}"


def coverage(judged: Judged) -> str:
    """`3 of 4 citations`: how many a machine could check. A rate without this reads as a clean bill."""
    counts = judged.counts
    return f"{counts.checked - counts.unchecked:,} of {counted(counts.checked, 'citation')}"


def two_counters(judged: Judged) -> tuple[int, int]:
    """How many citations do not exist, and how many could not be checked: never one number."""
    return not_existing(judged.rows), judged.counts.unchecked


def commits(judged: Judged, revisions: Revisions) -> list[tuple[str, str]]:
    """What each commit of the run was for, and the commit in short."""
    trusted = "evidence and configuration"
    head = revisions.head[:_SHA]
    if revisions.own_evidence:
        told = [(f"head, with its own {trusted}", head)]
        return told if revisions.baseline is None else [("base", revisions.baseline[:_SHA]), *told]
    if judged.accepted:
        told = [
            ("configuration", revisions.evidence[:_SHA]),
            ("head, with the evidence accepted from it", head),
        ]
    else:
        told = [(trusted, revisions.evidence[:_SHA]), ("head", head)]
    if revisions.baseline is None:
        return told
    if revisions.baseline == revisions.evidence:
        return [(f"base, with {told[0][0]}", told[0][1]), told[1]]
    return [("base", revisions.baseline[:_SHA]), *told]


def is_failure(judged: Judged) -> bool:
    """Whether the check fails."""
    return judged.conclusion == FAILURE
