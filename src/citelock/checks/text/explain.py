"""Says of a missed quote how far it agrees with the source and what stands there instead (quotes.md,
section 10).
"""

from __future__ import annotations

from citelock.checks.quotes import Nearest
from citelock.checks.text.nearest import nearest
from citelock.checks.text.source import SourceText

_WORDS = 12  # of each side of a difference


def explain_miss(raw: str, source: SourceText) -> tuple[Nearest | None, str]:
    """The nearest passage and the rest of the sentence "the quote is not in the snapshot; …"."""
    near = nearest(raw, source)
    if near is None:
        return (
            None,
            "no passage of it comes near. Quote words that stand in the source, or snapshot the right source.",
        )
    matched = len(near.diverges_after.split())
    place = f"line {near.line}" + (f", page {near.page}" if near.page is not None else "")
    head = (
        f"the first {matched} words are in the source ({place}); then "
        if matched >= 3
        else f"the nearest passage ({place}) differs: "
    )
    theirs, mine = _some(near.missing), _some(near.added)
    if theirs and mine:
        return near, f"{head}the source has “{theirs}”, the quote has “{mine}”."
    if theirs:
        return near, f"{head}the source also has “{theirs}”."
    if mine:
        return near, f"{head}the quote adds “{mine}”."
    return near, f"{head}the words agree, but signs, case or the ends of words do not."


def _some(words: tuple[str, ...]) -> str:
    return " ".join(words[:_WORDS]) + (" …" if len(words) > _WORDS else "")
