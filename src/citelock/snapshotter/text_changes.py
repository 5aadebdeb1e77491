"""What another text of a source would change: lines, and the citations whose quotation would be lost.

It compares and audits in memory; nothing is written (snapshots.md, section 10: another text is refused with
the lines that differ and the claims whose quotes would fail).
"""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.config import Config
from citelock.checks.identifiers import Identifier, identify
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.affected import Codes, Touched, codes
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.evidence import Evidence

_MOST = 12  # lines shown
_WIDTH = 100  # characters of each
_LOST = ("E_QUOTE_", "W_SNAPSHOT_ABSTRACT_ONLY", "W_NOT_MACHINE_CHECKED")


def changed_lines(before: str, after: str) -> list[str]:
    """The lines that differ, `- ` before and `+ ` after, cut to what a person reads."""
    from difflib import unified_diff  # only when something differs

    old, new = before.split("\n"), after.split("\n")
    differing = [
        f"{line[0]} {shown(line[1:], _WIDTH)}"
        for line in unified_diff(old, new, n=0, lineterm="")
        if line[:1] in "+-" and not line.startswith(("+++", "---"))
    ]
    more = len(differing) - _MOST
    return [*differing[:_MOST], f"… and {more} more lines"] if more > 0 else differing


def lost_quotes(
    files: Sequence[tuple[str, str]],
    config: Config,
    before: Evidence,
    after: Evidence,
    holder: Identifier,
) -> list[str]:
    """`claims.json: c1[0] E_QUOTE_NOT_FOUND` for each citation that fails with the new text only."""
    citing = _citing(files, config, before, holder)
    if not citing:
        return []
    old, new = codes(citing, files, config, before), codes(citing, files, config, after)
    found = []
    for each in citing:
        key = (each.claim.file, each.claim.id, each.citation)
        lost = sorted(code for code in new[key] - old[key] if code.startswith(_LOST))
        if lost:
            found.append(f"{each.claim.file}: {shown(each.claim.id, 60)}[{each.citation}] {', '.join(lost)}")
    return found


def _citing(
    files: Sequence[tuple[str, str]], config: Config, evidence: Evidence, holder: Identifier
) -> list[Touched]:
    """The citations of the work, in the order of the claims."""
    found = []
    for claim in ClaimsInput(files, config.limits):
        for citation in claim.citations:
            identifier = identify(citation)
            if not isinstance(identifier, Identifier):
                continue
            identifier = evidence.settle(identifier)
            if identifier.key == holder.key or evidence.record(identifier).holder.key == holder.key:
                found.append(Touched(claim, citation.index, holder.key))
    return found


__all__ = ["Codes", "changed_lines", "lost_quotes"]
