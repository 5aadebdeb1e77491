"""Rules about a pull request: evidence it brings for itself, evidence it changes, claims it loses, settings.

Governed by action.md, section 5. They say what is so; which file differs and which citation rests on it is
found in `checks/pull_request/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.findings import Finding
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown

_MOST_PATHS = 3  # of one citation: record, text and provenance; a seal or a pointer makes more
_PASSES = "no finding"


def self_supplied(changes: Sequence[tuple[str, str]], after: Sequence[str], field: str) -> Finding:
    """E_EVIDENCE_SELF_SUPPLIED; `changes` are (path, kind) of evidence, `after` the names found with it."""
    return Finding(
        "E_EVIDENCE_SELF_SUPPLIED",
        message(
            f"{_listed(changes)} by the pull request that also brings this citation",
            "evidence goes first, in a pull request of its own, then the claims that rest on it",
            _after_merge(after),
        ),
        field=field,
        found=_paths(changes),
    )


def evidence_changed(
    changes: Sequence[tuple[str, str]], after: Sequence[str], field: str, *, accepted: bool
) -> Finding:
    """W_EVIDENCE_CHANGED; with `accepted` the verdict is that of the changed evidence already."""
    judged = "this verdict is that of the changed evidence" if accepted else _after_merge(after)
    return Finding(
        "W_EVIDENCE_CHANGED",
        message(f"{_listed(changes)} by this pull request", judged),
        field=field,
        found=_paths(changes),
    )


def vanished(claim: str, place: str) -> Finding:
    """E_CLAIM_VANISHED for a claim of the base; `place` says what became of its file."""
    return Finding(
        "E_CLAIM_VANISHED",
        message(
            f"the claim {shown(claim, 120)} was in order in the base and is in no audited file now ({place})",
            "put it back, or have a person decide that it goes",
        ),
        cited=claim,
    )


def config_changed(path: str, kind: str) -> Finding:
    """W_CONFIG_CHANGED for one file."""
    return Finding(
        "W_CONFIG_CHANGED",
        message(
            f"{shown(path, 200)} is {kind} by this pull request and decides how evidence is audited, stored"
            " or reviewed",
            "that of the base was in force. Review the change by itself",
        ),
        found=path,
    )


def _listed(changes: Sequence[tuple[str, str]]) -> str:
    parts = [f"{shown(path, 200)} is {kind}" for path, kind in changes[:_MOST_PATHS]]
    more = len(changes) - _MOST_PATHS
    return ", ".join(parts) + (f" and {more} more are changed" if more > 0 else "")


def _paths(changes: Sequence[tuple[str, str]]) -> str:
    return ", ".join(shown(path, 200) for path, _ in changes)


def _after_merge(names: Sequence[str]) -> str:
    """What the audit will say once the evidence has landed; it changes no verdict."""
    told = ", ".join(name for name in names if not name.startswith("N_"))
    return f"after merge: {shown(told, 300) or _PASSES}"
