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
_BEFORE = 40  # of them before the first that differs
_NOT_FOUND = ("E_QUOTE_NOT_FOUND", "W_SNAPSHOT_ABSTRACT_ONLY", "W_NOT_MACHINE_CHECKED")
_LOST = ("E_QUOTE_", "W_SNAPSHOT_ABSTRACT_ONLY", "W_NOT_MACHINE_CHECKED")


def changed_lines(before: str, after: str) -> list[str]:
    """The lines that differ, `- ` before and `+ ` after, each cut to where it differs."""
    from difflib import SequenceMatcher  # only when something differs

    old, new = before.split("\n"), after.split("\n")
    differing: list[str] = []
    for kind, first, last, start, end in SequenceMatcher(None, old, new).get_opcodes():
        if kind == "equal":
            continue
        gone, come = old[first:last], new[start:end]
        pairs = len(gone) == len(come)
        cuts = [_divergence(*pair) if pairs else 0 for pair in zip(gone, come, strict=False)]
        differing += [f"- {_around(line, cuts[place] if pairs else 0)}" for place, line in enumerate(gone)]
        differing += [f"+ {_around(line, cuts[place] if pairs else 0)}" for place, line in enumerate(come)]
    more = len(differing) - _MOST
    return [*differing[:_MOST], f"… and {more} more lines"] if more > 0 else differing


def _divergence(one: str, other: str) -> int:
    """The offset of the first character in which two lines differ."""
    return next(
        (place for place, (left, right) in enumerate(zip(one, other, strict=False)) if left != right),
        min(len(one), len(other)),
    )


def _around(line: str, place: int) -> str:
    """The line from a little before the place."""
    start = max(0, place - _BEFORE)
    return shown(("…" if start else "") + line[start : start + 2 * _WIDTH], _WIDTH)


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
        if any(code.startswith(_NOT_FOUND) for code in old[key]):
            continue  # what was not found before cannot be lost
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
