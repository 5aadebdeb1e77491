"""Is this quote verbatim in the snapshot? The one answer for audit, quote, verify, brief and server
(quotes.md).

Order of operations (section 2): unsafe quotes are refused, then the length is judged, then whether there is
a text at all; then the passes, the first success naming the status; warnings on what was accepted, a hint
on what was not.
"""

from __future__ import annotations

import re

from citelock.checks.findings import Finding
from citelock.checks.quotes import STATUSES, Fragment, Nearest, QuotePolicy, QuoteResult
from citelock.checks.text import elision
from citelock.checks.text.boundaries import cut_context
from citelock.checks.text.editorial import locate_edited
from citelock.checks.text.explain import explain_miss
from citelock.checks.text.fold import fold_words
from citelock.checks.text.locate import locate, locate_all
from citelock.checks.text.quick import Hit
from citelock.checks.text.quote_parts import (
    MIN_WORDS,
    MIN_WORDS_NEAR,
    counted_length,
    has_elision,
    is_long_enough,
    split_elisions,
    unsafe,
    weight,
)
from citelock.checks.text.skeleton import bones
from citelock.checks.text.source import SourceText
from citelock.checks.text.words import negation_in

_SHOWN = 300  # characters of outside text in a message


def check_quote(
    quote: str | None, quotes: tuple[str, ...] | None, source: SourceText | None, policy: QuotePolicy
) -> QuoteResult:
    """Judges the quotation of one citation: `quote` (ordered, elisions marked) or `quotes` (fragments in
    any order).

    `source` None: there is no snapshot. With neither quote nor quotes there is nothing to judge:
    `not_checked`.
    """
    if quotes is not None:
        return _check_list(quotes, source, policy)
    if quote is None:
        return QuoteResult("not_checked")
    refusal = _refuse(quote, source, policy, "quote")
    if refusal is not None:
        return refusal
    assert source is not None
    found = _find(quote, source, "quote")
    if found.missed:
        return QuoteResult("not_found", found.fragments, found.nearest, found.findings)
    return QuoteResult(_weakest(found), found.fragments, None, found.findings)


class _Found:
    """What one string of quoted words came to."""

    __slots__ = ("findings", "fragments", "hits", "missed", "nearest", "status")

    def __init__(self, status: str) -> None:
        self.status = status
        self.missed = status == "not_found"
        self.fragments: tuple[Fragment, ...] = ()
        self.hits: tuple[Hit, ...] = ()
        self.nearest: Nearest | None = None
        self.findings: tuple[Finding, ...] = ()


def _weakest(found: _Found) -> str:
    return found.status


def _refuse(raw: str, source: SourceText | None, policy: QuotePolicy, field: str) -> QuoteResult | None:
    """Steps 1, 3 and 4: what is not searched for at all."""
    danger = unsafe(raw, lambda word: source is not None and _stands(word, source))
    if danger is not None:
        message = (
            f"the quote holds {danger}, which can deceive a reader. Copy the words from the source again."
        )
        return QuoteResult("unsafe", findings=(Finding("E_QUOTE_UNSAFE", message, field),))
    if not is_long_enough(raw, policy.min_quote):
        length = counted_length(raw)
        if length < policy.min_quote:
            message = f"the quote has {length} characters that count, at least {policy.min_quote} are needed."
            return QuoteResult(
                "too_short", findings=(Finding("E_QUOTE_TOO_SHORT", message, field, cited=_cut(raw)),)
            )
    return None if source is not None and not source.blank else _no_snapshot(source)


def _no_snapshot(source: SourceText | None) -> QuoteResult:
    message = "no snapshot of this source" if source is None else "the snapshot holds no text"
    return QuoteResult(
        "not_checked", findings=(Finding("E_NO_SNAPSHOT", f"{message}, so nobody has looked.", ""),)
    )


def _stands(word: str, source: SourceText) -> bool:
    """True if this very word stands in the text, whole or broken by a hyphen."""
    folded = fold_words(word).encode()
    if re.search(rb"(?<![a-z\x80-\xff])%s(?![a-z0-9\x80-\xff])" % re.escape(folded), source.search):
        return True
    return bones(folded) in source.skeleton(without_markers=False, single_script=False).text


def _find(raw: str, source: SourceText, field: str, *, n: int = 1) -> _Found:
    """Passes (a) to (d) on one string of quoted words."""
    hit = locate(raw, source)
    if hit is None and has_elision(raw):
        parts = split_elisions(raw)
        if len(parts) == 1:
            hit = locate(parts[0], source) or locate_edited(parts[0], source)
        elif parts:
            return _find_elided(raw, parts, source, field)
    elif hit is None:
        hit = locate_edited(raw, source)
    if hit is None:
        return _missed(raw, source, field, n)
    found = _Found(hit.status)
    found.hits = (hit,)
    found.fragments = (_fragment(n, hit, source),)
    if not hit.calm:
        context = _context(source, hit.start, hit.end, field)
        found.findings = (*_edits(hit, field), *context, *_markers((hit,), field))
    return found


def _fragment(n: int, hit: Hit, source: SourceText, hidden: str | None = None) -> Fragment:
    return Fragment(
        n, hit.status, hit.start, hit.end, source.line_number(hit.start), source.page_of(hit.start),
        hit.folds, hit.skipped, hit.inserted, hidden,
    )  # fmt: skip


def _missed(raw: str, source: SourceText, field: str, n: int = 1, *, what: str = "the quote") -> _Found:
    found = _Found("not_found")
    near, message = explain_miss(raw, source)
    found.nearest = near
    found.fragments = (Fragment(n, "not_found"),)
    found.findings = (
        Finding("E_QUOTE_NOT_FOUND", f"{what} is not in the snapshot; {message}", field, cited=_cut(raw),
                found=near.text if near else None),
    )  # fmt: skip
    return found


# -- warnings on what was accepted ----------------------------------------------------------------------


def _edits(hit: Hit, field: str) -> tuple[Finding, ...]:
    if not hit.edits:
        return ()
    told = "; ".join(
        f"“{_cut(mine)}” stands for “{_cut(theirs)}”" if theirs else f"“{_cut(mine)}” is added"
        for mine, theirs in hit.edits
    )
    cited = "; ".join(mine for mine, _ in hit.edits)
    original = "; ".join(theirs for _, theirs in hit.edits if theirs)
    return (
        Finding(
            "W_QUOTE_EDITED",
            f"the quote edits the source: {told}.",
            field,
            cited=_cut(cited),
            found=_cut(original) or None,
        ),
    )


def _context(
    source: SourceText, start: int, end: int, field: str, *, before: bool = True, after: bool = True
) -> tuple[Finding, ...]:
    words = cut_context(source.text, start, end, before=before, after=after)
    if words is None:
        return ()
    message = f"the quote is verbatim, but leaves out “{_cut(words)}” right beside it, which may change its meaning."
    return (Finding("W_QUOTE_CONTEXT_CUT", message, field, found=_cut(words)),)


def _markers(hits: tuple[Hit, ...], field: str) -> tuple[Finding, ...]:
    skipped = [marker for hit in hits for marker in hit.skipped]
    if not skipped:
        return ()
    shown = ", ".join(skipped[:10]) + (f" and {len(skipped) - 10} more" if len(skipped) > 10 else "")
    message = f"left out as citation marks or page furniture: {_cut(shown)}."
    return (Finding("N_QUOTE_MARKERS_IGNORED", message, field, found=_cut(shown)),)


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN else flat[: _SHOWN - 1].rstrip() + "…"


# -- elided quotes --------------------------------------------------------------------------------------


def _find_elided(raw: str, parts: list[str], source: SourceText, field: str) -> _Found:
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
            found = _missed(part, source, field, what=f"part {number + 1} of the quote, “{_cut(part)}”,")
            found.fragments = tuple(
                Fragment(n + 1, "not_found") if n == number else _fragment(n + 1, places[n][0], source)
                for n in range(number + 1)
            )
            return found
        places.append(hits)
    chain = elision.best_chain(places)
    if chain is None:
        return _refused(
            raw, field, "all parts are there, but in another order; give them as a list in `quotes`"
        )
    if chain.widest > elision.GAP_MOST or chain.total > elision.TOTAL_MOST:
        return _refused(
            raw, field, f"the ellipsis hides {chain.total} characters, so two passages are welded together"
        )
    for number, own in enumerate(weights):
        if own < 2 * MIN_WORDS and _distance(chain, number, weights) > elision.GAP_QUIET:
            return _short_fragment(parts[number], number, field)
    return _elided(chain, source, field)


def _distance(chain: elision.Chain, number: int, weights: list[int]) -> int:
    """Characters between a short fragment and the nearest neighbour that is long enough."""
    hits = chain.hits
    gaps = [
        abs(hits[max(number, other)].start - hits[min(number, other)].end)
        for other in (number - 1, number + 1)
        if 0 <= other < len(hits) and weights[other] >= 2 * MIN_WORDS
    ]
    return min(gaps)


def _short_fragment(part: str, number: int, field: str) -> _Found:
    found = _Found("too_short")
    found.fragments = (Fragment(number + 1, "too_short"),)
    message = f"part {number + 1} of the quote, “{_cut(part)}”, is too short: write at least {MIN_WORDS} words on each side of an ellipsis."
    found.findings = (Finding("E_QUOTE_TOO_SHORT", message, field, cited=_cut(part)),)
    return found


def _refused(raw: str, field: str, why: str) -> _Found:
    found = _Found("not_found")
    found.fragments = (Fragment(1, "not_found"),)
    found.findings = (
        Finding(
            "E_QUOTE_NOT_FOUND",
            f"the quote does not stand there as one passage: {why}.",
            field,
            cited=_cut(raw),
        ),
    )
    return found


def _elided(chain: elision.Chain, source: SourceText, field: str) -> _Found:
    found = _Found("elided")
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
                findings.append(_negation(word, hidden, field))
            if end - start > elision.GAP_QUIET or elision.crosses_paragraph(text, start, end):
                spliced.append(hidden)
        fragments.append(_fragment(number + 1, hit, source, hidden))
        findings += _edits(hit, field)
    if spliced:
        shown = _cut(spliced[0])
        findings.append(
            Finding(
                "W_QUOTE_SPLICED",
                f"the ellipsis joins passages that stand apart; it hides: “{shown}”.",
                field,
                found=shown,
            )
        )
    findings += _context(source, hits[0].start, hits[0].end, field, after=False)
    findings += _context(source, hits[-1].start, hits[-1].end, field, before=False)
    found.fragments = tuple(fragments)
    found.findings = (*findings, *_markers(hits, field))
    return found


def _negation(word: str, hidden: str, field: str) -> Finding:
    message = f"the ellipsis hides “{word}”, which may turn the meaning round; it hides: “{_cut(hidden)}”."
    return Finding("E_QUOTE_NEGATION_ELIDED", message, field, found=_cut(hidden))


# -- lists of fragments ---------------------------------------------------------------------------------


def _check_list(quotes: tuple[str, ...], source: SourceText | None, policy: QuotePolicy) -> QuoteResult:
    """`quotes`: every fragment on its own, in any order (web.md, section 1.2)."""
    for number, raw in enumerate(quotes):
        danger = unsafe(raw, lambda word: source is not None and _stands(word, source))
        if danger is not None:
            message = f"fragment {number + 1} holds {danger}, which can deceive a reader. Copy the words from the source again."
            return QuoteResult(
                "unsafe",
                (Fragment(number + 1, "unsafe"),),
                None,
                (Finding("E_QUOTE_UNSAFE", message, f"quotes/{number}"),),
            )
    distinct = {fold_words(raw): raw for raw in quotes}
    total = sum(counted_length(raw) for raw in distinct.values())
    short = [number for number, raw in enumerate(quotes) if weight(raw) < 2 * MIN_WORDS]
    if short or total < policy.min_quote:
        if short:
            message = f"fragment {short[0] + 1}, “{_cut(quotes[short[0]])}”, is too short: write at least {MIN_WORDS} words."
            field = f"quotes/{short[0]}"
        else:
            message = (
                f"the fragments have {total} characters that count, at least {policy.min_quote} are needed."
            )
            field = "quotes"
        fragments = tuple(Fragment(number + 1, "too_short") for number in (short or range(len(quotes))))
        return QuoteResult("too_short", fragments, None, (Finding("E_QUOTE_TOO_SHORT", message, field),))
    if source is None or source.blank:
        return _no_snapshot(source)
    results = [_find(raw, source, f"quotes/{number}", n=number + 1) for number, raw in enumerate(quotes)]
    return _join(quotes, results, source)


def _join(quotes: tuple[str, ...], results: list[_Found], source: SourceText) -> QuoteResult:
    findings: list[Finding] = []
    fragments: list[Fragment] = []
    missed = [number for number, result in enumerate(results) if result.missed]
    for number, result in enumerate(results):
        fragments += [fragment._replace(n=number + 1) for fragment in result.fragments]
        if not result.missed:
            findings += result.findings
        elif len(missed) < len(results):
            findings += [
                finding._replace(code="E_QUOTE_FRAGMENT_NOT_FOUND", argument=str(number + 1),
                        message=finding.message.replace("the quote", f"fragment {number + 1}", 1))
                for finding in result.findings
            ]  # fmt: skip
    if len(missed) == len(results):
        first = results[0].findings[0]
        message = f"none of the {len(results)} fragments is in the snapshot; of the first: {first.message}"
        findings.append(first._replace(message=message if len(results) > 1 else first.message))
    findings += _negations_between(results, source)
    findings = list(dict.fromkeys(findings))
    nearest = next((result.nearest for result in results if result.nearest is not None), None)
    status = max((result.status for result in results), key=STATUSES.index)
    return QuoteResult(status, tuple(fragments), nearest, tuple(findings))


def _negations_between(results: list[_Found], source: SourceText) -> list[Finding]:
    """A list must not be the way to split a sentence around "not": neighbours in the source, at most 200
    apart.
    """
    hits = sorted(
        ((hit, number) for number, result in enumerate(results) for hit in result.hits),
        key=lambda item: (item[0].start, item[0].end),
    )
    out: list[Finding] = []
    for (left, one), (right, other) in zip(hits, hits[1:], strict=False):
        gap = right.start - left.end
        if one == other or not 0 < gap <= elision.GAP_QUIET:
            continue
        words = fold_words(source.text[left.end : right.start]).split(" ")
        word = negation_in(words)
        if word is not None:
            out.append(_negation(word, " ".join(source.text[left.end : right.start].split()), "quotes"))
    return out
