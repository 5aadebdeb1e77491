"""Is this quote verbatim in the snapshot? The one answer for audit, quote, verify, brief and server.

Order of operations (quotes.md, section 2): unsafe quotes are refused, then the length is judged, then
whether there is a text at all; then the passes, the first success naming the status; warnings on what was
accepted, a hint on what was not.
"""

from __future__ import annotations

from itertools import pairwise

from citelock.checks.findings import Finding
from citelock.checks.quotes import STATUSES, Fragment, QuotePolicy, QuoteResult
from citelock.checks.text.editorial import locate_edited
from citelock.checks.text.found import Found, fragment, missed, negation_between, whole
from citelock.checks.text.locate import locate
from citelock.checks.text.quick import Hit
from citelock.checks.text.quote_parts import has_elision, split_elisions
from citelock.checks.text.refusals import refuse_list, refuse_quote
from citelock.checks.text.signals import negation
from citelock.checks.text.source import SourceText


def check_quote(
    quote: str | None, quotes: tuple[str, ...] | None, source: SourceText | None, policy: QuotePolicy
) -> QuoteResult:
    """Judges the quotation of one citation.

    It is `quote` (ordered, elisions marked) or `quotes` (fragments in any order); with neither there is
    nothing to judge: `not_checked`. `source` None: there is no snapshot.
    """
    if quotes is not None:
        return _check_list(quotes, source, policy)
    if quote is None:
        return QuoteResult("not_checked")
    refusal = refuse_quote(quote, source, policy)
    if refusal is not None:
        return refusal
    assert source is not None
    hit = locate(quote, source)
    if hit is not None and hit.calm:  # as of most: nothing is to be said
        return QuoteResult(hit.status, (fragment(1, hit, source),))
    found = _judge(quote, hit, source, "quote", 1)
    return QuoteResult(found.status, found.fragments, found.nearest, found.findings)


def _find(raw: str, source: SourceText, field: str, *, n: int) -> Found:
    """Passes (a) to (d) on one string of quoted words."""
    return _judge(raw, locate(raw, source), source, field, n)


def _judge(raw: str, hit: Hit | None, source: SourceText, field: str, n: int) -> Found:
    """Passes (c) and (d), if those before gave no `hit`, and what is to be said."""
    if hit is None and has_elision(raw):
        parts = split_elisions(raw)
        if len(parts) == 1:
            hit = locate(parts[0], source) or locate_edited(parts[0], source)
        elif parts:
            from citelock.checks.text.elided import find_elided  # most quotes are in one piece

            return find_elided(raw, parts, source, field)
    elif hit is None:
        hit = locate_edited(raw, source)
    return missed(raw, source, field, n) if hit is None else whole(hit, source, field, n)


# -- lists of fragments ---------------------------------------------------------------------------------


def _check_list(quotes: tuple[str, ...], source: SourceText | None, policy: QuotePolicy) -> QuoteResult:
    """`quotes`: every fragment on its own, in any order (web.md, section 1.2)."""
    refusal = refuse_list(quotes, source, policy)
    if refusal is not None:
        return refusal
    assert source is not None
    results = [_find(raw, source, f"quotes/{number}", n=number + 1) for number, raw in enumerate(quotes)]
    return _join(results, source)


def _join(results: list[Found], source: SourceText) -> QuoteResult:
    findings: list[Finding] = []
    fragments: list[Fragment] = []
    misses = sum(result.missed for result in results)
    for number, result in enumerate(results):
        fragments += [fragment._replace(n=number + 1) for fragment in result.fragments]
        if not result.missed:
            findings += result.findings
        elif misses < len(results):
            findings += [
                finding._replace(code="E_QUOTE_FRAGMENT_NOT_FOUND", argument=str(number + 1))
                for finding in result.findings
            ]
    if misses == len(results):
        first = results[0].findings[0]
        several = f"none of the {len(results)} fragments is in the snapshot: " if len(results) > 1 else ""
        findings.append(first._replace(message=several + first.message))
    findings += _negations_between(results, source)
    findings = list(dict.fromkeys(findings))
    nearest = next((result.nearest for result in results if result.nearest is not None), None)
    status = max((result.status for result in results), key=STATUSES.index)
    return QuoteResult(status, tuple(fragments), nearest, tuple(findings))


def _negations_between(results: list[Found], source: SourceText) -> list[Finding]:
    """Negations between two fragments that are neighbours in the source, at most 200 characters apart.

    A list must not be the way to split a sentence around "not".
    """
    from citelock.checks.text.elision import GAP_QUIET  # most citations have one quote, in one piece

    hits = sorted(
        ((hit, number) for number, result in enumerate(results) for hit in result.hits),
        key=lambda item: (item[0].start, item[0].end),
    )
    out: list[Finding] = []
    for (left, one), (right, other) in pairwise(hits):
        gap = right.start - left.end
        if one == other or not 0 < gap <= GAP_QUIET:
            continue
        between = source.text[left.end : right.start]
        word = negation(between, source.text[max(0, left.end - 300) : right.start + 300])
        if word is not None:
            out.append(negation_between(word, " ".join(between.split()), one + 1, other + 1))
    return out
