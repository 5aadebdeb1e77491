"""Says of a missed quote how far it agrees with the source and what stands there instead.

A hint for people (quotes.md, section 10): it never says "almost", and no verdict rests on it.
"""

from __future__ import annotations

from citelock.checks.quotes import Nearest
from citelock.checks.text.excerpt import shown
from citelock.checks.text.nearest import closest
from citelock.checks.text.source import SourceText
from citelock.checks.text.units import is_unspaced

_WORDS = 12  # of each side of a difference
_CHARACTERS = 40


def explain_miss(raw: str, source: SourceText) -> tuple[Nearest | None, str]:
    """The nearest passage and the rest of the sentence "the quote is not in the snapshot; …"."""
    found = closest(raw, source)
    if found is None:
        advice = "Quote words that stand in the source, or snapshot the right source."
        return None, f"no passage of it comes near. {advice}"
    near = found.nearest
    agreed, what = _counted(near.diverges_after)
    place = f"line {near.line}" + (f", page {near.page}" if near.page is not None else "")
    head = (
        f"the first {agreed} {what} are in the source ({place}); then "
        if agreed >= 3
        else f"the nearest passage ({place}) differs: "
    )
    theirs, mine = _some(found.theirs), _some(found.mine)
    if theirs and mine:
        return near, f"{head}the source has “{theirs}”, the quote has “{mine}”."
    if theirs:
        return near, f"{head}the source also has “{theirs}”."
    if mine:
        return near, f"{head}the quote adds “{mine}”."
    return near, f"{head}the words agree, but signs, case or the ends of words do not."


def _counted(text: str) -> tuple[int, str]:
    """How long the agreed beginning is: in words, or in characters where there is no space between words."""
    if is_unspaced(text):
        return sum(not character.isspace() for character in text), "characters"
    return len(text.split()), "words"


def _some(text: str) -> str:
    if is_unspaced(text):
        return shown(text, _CHARACTERS)
    words = text.split()
    return " ".join(words[:_WORDS]) + (" …" if len(words) > _WORDS else "")
