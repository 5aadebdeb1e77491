"""What one string of quoted words came to, and how that is told: fragments, findings, warnings.

It words the messages of the matcher and decides nothing (quotes.md, sections 9 and 10).
"""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.quotes import Fragment, Nearest
from citelock.checks.text.boundaries import cut_context
from citelock.checks.text.explain import explain_miss
from citelock.checks.text.quick import Hit
from citelock.checks.text.source import SourceText

_SHOWN = 300  # characters of outside text in a message
_MARKERS_SHOWN = 10


class Found:
    """The status of one string of quoted words, the places it was found at, and what is to be said of it."""

    __slots__ = ("findings", "fragments", "hits", "missed", "nearest", "status")

    def __init__(self, status: str) -> None:
        self.status = status
        self.missed = status == "not_found"
        self.fragments: tuple[Fragment, ...] = ()
        self.hits: tuple[Hit, ...] = ()
        self.nearest: Nearest | None = None
        self.findings: tuple[Finding, ...] = ()


def whole(hit: Hit, source: SourceText, field: str, n: int) -> Found:
    """The quote stands in one piece; `n` is its number as a fragment."""
    found = Found(hit.status)
    found.hits = (hit,)
    found.fragments = (fragment(n, hit, source),)
    if not hit.calm:
        context = context_cut(source, hit.start, hit.end, field)
        found.findings = (*edits_made(hit, field), *context, *markers_ignored((hit,), field))
    return found


def missed(raw: str, source: SourceText, field: str, n: int = 1, *, what: str = "") -> Found:
    """The words stand nowhere; `what` begins the message, else the quote or fragment does."""
    found = Found("not_found")
    near, message = explain_miss(raw, source)
    found.nearest = near
    found.fragments = (Fragment(n, "not_found"),)
    found.findings = (
        Finding("E_QUOTE_NOT_FOUND", f"{what or subject(field)} is not in the snapshot; {message}", field,
                cited=cut(raw),
                found=near.text if near else None),
    )  # fmt: skip
    return found


def fragment(n: int, hit: Hit, source: SourceText, hidden: str | None = None) -> Fragment:
    """A hit as the report has it; `hidden` is what an ellipsis behind it hides."""
    return Fragment(
        n, hit.status, hit.start, hit.end, source.line_number(hit.start), source.page_of(hit.start),
        hit.folds, hit.skipped, hit.inserted, hidden,
    )  # fmt: skip


# -- warnings on what was accepted ----------------------------------------------------------------------


def edits_made(hit: Hit, field: str) -> tuple[Finding, ...]:
    """W_QUOTE_EDITED with both wordings, if the quote has editorial words."""
    if not hit.edits:
        return ()
    told = "; ".join(
        f"“{cut(mine)}” stands for “{cut(theirs)}”" if theirs else f"“{cut(mine)}” is added"
        for mine, theirs in hit.edits
    )
    cited = "; ".join(mine for mine, _ in hit.edits)
    original = "; ".join(theirs for _, theirs in hit.edits if theirs)
    message = f"{subject(field)} edits the source: {told}."
    return (Finding("W_QUOTE_EDITED", message, field, cited=cut(cited), found=cut(original) or None),)


def context_cut(
    source: SourceText, start: int, end: int, field: str, *, before: bool = True, after: bool = True
) -> tuple[Finding, ...]:
    """W_QUOTE_CONTEXT_CUT, if a word right beside the span may change its meaning."""
    words = cut_context(source.text, start, end, before=before, after=after)
    if words is None:
        return ()
    shown = cut(words)
    why = "which may change its meaning"
    message = f"{subject(field)} is verbatim, but leaves out “{shown}” right beside it, {why}."
    return (Finding("W_QUOTE_CONTEXT_CUT", message, field, found=shown),)


def markers_ignored(hits: tuple[Hit, ...], field: str) -> tuple[Finding, ...]:
    """N_QUOTE_MARKERS_IGNORED, if the text has markers that the quote leaves out."""
    skipped = [marker for hit in hits for marker in hit.skipped]
    if not skipped:
        return ()
    more = len(skipped) - _MARKERS_SHOWN
    shown = ", ".join(skipped[:_MARKERS_SHOWN]) + (f" and {more} more" if more > 0 else "")
    message = f"left out as citation marks or page furniture: {cut(shown)}."
    return (Finding("N_QUOTE_MARKERS_IGNORED", message, field, found=cut(shown)),)


def negation_hidden(word: str, hidden: str, field: str) -> Finding:
    """E_QUOTE_NEGATION_ELIDED: `word` stands in what the quote's ellipsis leaves out."""
    message = (
        f"{ellipsis_of(field)} hides “{word}”, which may turn the meaning round; it hides: “{cut(hidden)}”."
    )
    return Finding("E_QUOTE_NEGATION_ELIDED", message, field, found=cut(hidden))


def negation_between(word: str, hidden: str, left: int, right: int) -> Finding:
    """E_QUOTE_NEGATION_ELIDED: `word` stands between two fragments of a list, by their numbers from 1."""
    message = (
        f"between fragments {left} and {right} the source has “{word}”, which may turn the meaning round; "
        f"they leave out: “{cut(hidden)}”."
    )
    return Finding("E_QUOTE_NEGATION_ELIDED", message, "quotes", found=cut(hidden))


def subject(field: str) -> str:
    """What a message is about: the quote, or a fragment of `quotes` by its number from 1."""
    number = field.partition("/")[2]
    return f"fragment {int(number) + 1}" if number else "the quote"


def ellipsis_of(field: str) -> str:
    """The ellipsis of the quote, or that of a fragment by its number."""
    return f"the ellipsis in {subject(field)}" if "/" in field else "the ellipsis"


def cut(text: str) -> str:
    """Outside text on one line, short enough for a message."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN else flat[: _SHOWN - 1].rstrip() + "…"
