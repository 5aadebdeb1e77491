"""Quotes that are not searched for at all: unsafe ones, too short ones, and those without a text.

The order is that of quotes.md, section 2: what could deceive a reader is refused before its length is
judged, and the length before anybody asks for a snapshot.
"""

from __future__ import annotations

import re

from citelock.checks.findings import Finding
from citelock.checks.quotes import Fragment, QuotePolicy, QuoteResult
from citelock.checks.text.fold import fold_words
from citelock.checks.text.found import cut
from citelock.checks.text.quote_parts import (
    MIN_WORDS,
    counted_length,
    counts_more,
    is_harmless,
    is_long_enough,
    least_of_fragment,
    unsafe,
    weight,
)
from citelock.checks.text.skeleton import bones
from citelock.checks.text.source import SourceText


def refuse_quote(raw: str, source: SourceText | None, policy: QuotePolicy) -> QuoteResult | None:
    """The refusal of an ordered quote, or None if it is to be searched for."""
    danger = None if is_harmless(raw) else _danger(raw, source)
    if danger is not None:
        message = (
            f"the quote holds {danger}, which can deceive a reader. Copy the words from the source again."
        )
        return QuoteResult("unsafe", findings=(Finding("E_QUOTE_UNSAFE", message, "quote"),))
    if not is_long_enough(raw, policy.min_quote):
        length = counted_length(raw)
        if length < policy.min_quote:
            message = f"the quote {_has(length, raw)}, at least {policy.min_quote} are needed."
            finding = Finding("E_QUOTE_TOO_SHORT", message, "quote", cited=cut(raw))
            return QuoteResult("too_short", findings=(finding,))
    return _without_text(source)


def refuse_list(
    quotes: tuple[str, ...], source: SourceText | None, policy: QuotePolicy
) -> QuoteResult | None:
    """The refusal of a list of fragments, or None; their lengths are counted together."""
    for number, raw in enumerate(quotes):
        danger = _danger(raw, source)
        if danger is not None:
            message = (
                f"fragment {number + 1} holds {danger}, which can deceive a reader. "
                "Copy the words from the source again."
            )
            finding = Finding("E_QUOTE_UNSAFE", message, f"quotes/{number}")
            return QuoteResult("unsafe", (Fragment(number + 1, "unsafe"),), None, (finding,))
    distinct = {fold_words(raw): raw for raw in quotes}  # a fragment written twice counts once
    total = sum(counted_length(raw) for raw in distinct.values())
    short = [number for number, raw in enumerate(quotes) if weight(raw) < 2 * MIN_WORDS]
    if not short and total >= policy.min_quote:
        return _without_text(source)
    if short:
        message = (
            f"fragment {short[0] + 1}, “{cut(quotes[short[0]])}”, is too short: "
            f"write at least {least_of_fragment(quotes[short[0]])}."
        )
        field = f"quotes/{short[0]}"
    else:
        said = _has(total, "".join(quotes)).replace("has", "have", 1)
        message = f"the fragments {said}, at least {policy.min_quote} are needed."
        field = "quotes"
    fragments = tuple(Fragment(number + 1, "too_short") for number in (short or range(len(quotes))))
    return QuoteResult("too_short", fragments, None, (Finding("E_QUOTE_TOO_SHORT", message, field),))


def _has(length: int, raw: str) -> str:
    """How long a quotation is as it is counted (quotes.md, section 8)."""
    how = " (a Chinese or Japanese one counts 3)" if counts_more(raw) else ""
    return f"has {length} characters that count{how}"


def _without_text(source: SourceText | None) -> QuoteResult | None:
    if source is not None and not source.blank:
        return None
    what = "no snapshot of this source" if source is None else "the snapshot holds no text"
    finding = Finding("E_NO_SNAPSHOT", f"{what}, so nobody has looked.", "")
    return QuoteResult("not_checked", findings=(finding,))


def _danger(raw: str, source: SourceText | None) -> str | None:
    return unsafe(raw, lambda word: source is not None and _stands(word, source))


def _stands(word: str, source: SourceText) -> bool:
    """True if this very word stands in the text, whole or broken by a hyphen."""
    folded = fold_words(word).encode()
    if re.search(rb"(?<![a-z\x80-\xff])%s(?![a-z0-9\x80-\xff])" % re.escape(folded), source.search):
        return True
    return bones(folded) in source.skeleton(without_markers=False, single_script=False).text
