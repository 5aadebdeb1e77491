"""Pass (d), the judgement: a quote with ellipses, part by part, and what may stand between the parts.

The chain of places is chosen in `elision.py`. Here its gaps are judged: too wide, too short a part, a
negation hidden, a paragraph crossed (quotes.md, sections 6 and 8).
"""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.quotes import Fragment
from citelock.checks.text import elision
from citelock.checks.text.editorial import locate_edited
from citelock.checks.text.found import (
    Found,
    context_cut,
    cut,
    edits_made,
    ellipsis_of,
    fragment,
    markers_ignored,
    missed,
    negation_hidden,
    subject,
)
from citelock.checks.text.locate import locate_all
from citelock.checks.text.quick import Hit
from citelock.checks.text.quote_parts import MIN_WORDS, MIN_WORDS_NEAR, least_of_fragment, weight
from citelock.checks.text.source import SourceText


def find_elided(raw: str, parts: list[str], source: SourceText, field: str) -> Found:
    """Judges a quote of two or more parts, each of which must stand behind the one before."""
    weights = [weight(part) for part in parts]
    for number, (part, own) in enumerate(zip(parts, weights, strict=True)):
        beside = weights[max(0, number - 1) : number] + weights[number + 1 : number + 2]
        if own < 2 * MIN_WORDS_NEAR or (own < 2 * MIN_WORDS and max(beside, default=0) < 2 * MIN_WORDS):
            return _short_fragment(part, number, field)
    places: list[list[Hit]] = []
    for number, part in enumerate(parts):
        hits = locate_all(part, source)
        if not hits:
            edited = locate_edited(part, source)
            hits = [edited] if edited is not None else []
        if not hits:
            found = missed(part, source, field, what=f"part {number + 1} of {subject(field)}, “{cut(part)}”,")
            before = [fragment(n + 1, places[n][0], source) for n in range(number)]
            found.fragments = (*before, Fragment(number + 1, "not_found"))
            return found
        places.append(hits)
    chain = _chain(places, source)
    if chain is None:
        where = "in another order" if elision.best_chain(places) is None else "one of them in page furniture"
        why = f"all parts are there, but {where}; give them as a list in `quotes`"
        return _refused(raw, field, why)
    if chain.widest > elision.GAP_MOST or chain.total > elision.TOTAL_MOST:
        why = f"{ellipsis_of(field)} hides {chain.total} characters, so two passages are welded together"
        return _refused(raw, field, why)
    for number, own in enumerate(weights):
        if own < 2 * MIN_WORDS and _distance(chain, number, weights) > elision.GAP_QUIET:
            return _short_fragment(parts[number], number, field)
    return _accepted(chain, source, field)


def _chain(places: list[list[Hit]], source: SourceText) -> elision.Chain | None:
    """The chain to judge: one in the running text, else one in the furniture, never one in both."""
    at = source.furniture_at
    if at is None:
        return elision.best_chain(places)
    body = [[hit for hit in hits if hit.end <= at] for hits in places]
    furniture = [[hit for hit in hits if hit.start >= at] for hits in places]
    return elision.best_chain(body) or elision.best_chain(furniture)


def _distance(chain: elision.Chain, number: int, weights: list[int]) -> int:
    """Characters between a short fragment and the nearest neighbour that is long enough."""
    hits = chain.hits
    gaps = [
        abs(hits[max(number, other)].start - hits[min(number, other)].end)
        for other in (number - 1, number + 1)
        if 0 <= other < len(hits) and weights[other] >= 2 * MIN_WORDS
    ]
    return min(gaps)


def _short_fragment(part: str, number: int, field: str) -> Found:
    found = Found("too_short")
    found.fragments = (Fragment(number + 1, "too_short"),)
    message = (
        f"part {number + 1} of {subject(field)}, “{cut(part)}”, is too short: "
        f"write at least {least_of_fragment(part)} on each side of an ellipsis."
    )
    found.findings = (Finding("E_QUOTE_TOO_SHORT", message, field, cited=cut(part)),)
    return found


def _refused(raw: str, field: str, why: str) -> Found:
    found = Found("not_found")
    found.fragments = (Fragment(1, "not_found"),)
    message = f"{subject(field)} does not stand there as one passage: {why}."
    found.findings = (Finding("E_QUOTE_NOT_FOUND", message, field, cited=cut(raw)),)
    return found


def _accepted(chain: elision.Chain, source: SourceText, field: str) -> Found:
    found = Found("elided")
    text, hits = source.text, chain.hits
    found.hits = hits
    fragments: list[Fragment] = []
    findings: list[Finding] = []
    spliced: list[str] = []
    for number, hit in enumerate(hits):
        hidden = None
        if number + 1 < len(hits):
            start, end = hit.end, hits[number + 1].start
            hidden = " ".join(text[start:end].split())
            word = elision.hidden_signal(text, start, end)
            if word is not None:
                findings.append(negation_hidden(word, hidden, field))
            if end - start > elision.GAP_QUIET or elision.crosses_paragraph(text, start, end):
                spliced.append(hidden)
        fragments.append(fragment(number + 1, hit, source, hidden))
        findings += edits_made(hit, field)
    if spliced:
        shown = cut(spliced[0])
        message = f"{ellipsis_of(field)} joins passages that stand apart; it hides: “{shown}”."
        findings.append(Finding("W_QUOTE_SPLICED", message, field, found=shown))
    findings += context_cut(source, hits[0].start, hits[0].end, field, after=False)
    findings += context_cut(source, hits[-1].start, hits[-1].end, field, before=False)
    found.fragments = tuple(fragments)
    found.findings = (*findings, *markers_ignored(hits, field))
    return found
