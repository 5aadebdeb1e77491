"""A model's answer to the question of a review: its form, and whether its decisive words stand in the text.

Words that were not given make the answer "unclear", with its reason dropped (verify.md, section 9).
"""

from __future__ import annotations

from collections.abc import Iterable

from citelock.checks.fields import described
from citelock.checks.review.values import VERDICTS, Judged, Opinion
from citelock.checks.verification.answers import object_in, plain, shortened
from citelock.checks.verification.prompting import clean
from citelock.checks.verification.quotations import is_long_enough
from citelock.checks.verification.standing import place_in, source_text

REASON = 300  # characters of a reason; the rest is cut
_NEEDS_NO_SPAN = frozenset(("unrelated", "unclear"))


def read_opinion(raw: str) -> Opinion | str:
    """The opinion in a model's raw text, or what is wrong with it."""
    value = object_in(raw)
    if isinstance(value, str):
        return value
    verdict = next((word for word in VERDICTS if word == value.get("verdict")), None)
    if verdict is None:
        return f"verdict: {described(value.get('verdict'))} is none of {', '.join(VERDICTS)}"
    said = {}
    for name in ("reason", "span"):
        text = value.get(name)
        if not isinstance(text, str):
            return f"{name}: {described(text)} is no string"
        said[name] = text
    return Opinion(verdict, plain(said["reason"])[:REASON].rstrip(), shortened(said["span"].strip()))


def judge(opinion: Opinion, passages: Iterable[str]) -> Judged:
    """The opinion, if its span stands in one of the passages that the model was given."""
    if not opinion.span and opinion.verdict in _NEEDS_NO_SPAN:
        return Judged(opinion.verdict, opinion.verdict, opinion.reason, "")
    for passage in map(clean, passages):
        found = _find(opinion.span, passage)
        if found is not None:
            return Judged(opinion.verdict, opinion.verdict, opinion.reason, *found)
    return Judged("unclear", opinion.verdict, "", "")


def _find(span: str, passage: str) -> tuple[str, bool] | None:
    """The span as it stands in the passage, and whether its context is cut; None where it is not there."""
    place = place_in(span, source_text(passage)) if is_long_enough(span, ()) else None
    return None if place is None else (passage[place.start : place.end], place.cut)
