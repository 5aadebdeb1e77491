"""Names the folds that an accept needed, by comparing the quote with the span of the original (quotes.md,
section 10).
"""

from __future__ import annotations

import re

from citelock.checks.text.chars import APOSTROPHES, INVISIBLE, QUOTE_MARKS
from citelock.checks.text.fold import ENTITY

_QUOTES = re.compile(f"[{re.escape(QUOTE_MARKS + APOSTROPHES)}]")
_DASHES = re.compile("[-‐‑‒–—―−⁃]+")
_PUNCTUATION = re.compile(r"[.,;:!()\[\]{}…。，、；：！（）*_]")
_INVISIBLE = re.compile(f"[{INVISIBLE}\u00ad]")
_GLYPHS = re.compile("[ſĳĲ₀-ₜ℀-⅏Ⅰ-ↈ⺀-⿟㌀-㏿ﬀ-ﷻﹰ-ﻼ！-￮\U0001d400-\U0001d7ff½¼¾⅐-⅞µμΩΩ∆Δϕφ⋅•·∗∼˜º◦∘˚°]")
_DIGITS = re.compile(r"[^\D0-9]")
_RESPELLED = re.compile("[æœÆŒßẞёЁıİ]")
_SPACE = re.compile(r"\s+")
_TYPOGRAPHIC = (
    ("invisible", _INVISIBLE),
    ("glyphs", _GLYPHS),
    ("digits", _DIGITS),
    ("respelled", _RESPELLED),
)
_COMMON = (("quotes", _QUOTES), ("dashes", _DASHES), ("punctuation", _PUNCTUATION))
_CLASSES = (*_COMMON, *_TYPOGRAPHIC)
_ODD_SPACE = re.compile(r"[^\S ]|  ")


def used_folds(quote: str, span: str, notes: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The sorted names of the folds between a quote and the span it matched; none if they are the same
    bytes.
    """
    if quote == span:
        return tuple(sorted(notes))
    names = set(notes)
    flat_quote, flat_span = " ".join(quote.split()), " ".join(span.split())
    if flat_quote == flat_span:
        return tuple(sorted({*names, "spaces"}))
    # A mark that is set apart by other spaces stays the same mark: each class is compared by the sequence
    # of its own.
    for name, pattern in _COMMON if flat_quote.isascii() and flat_span.isascii() else _CLASSES:
        if pattern.search(flat_span) or pattern.search(flat_quote):
            if pattern.findall(flat_quote) != pattern.findall(flat_span):
                names.add(name)
    if "&" in span and ENTITY.search(span):
        names.add("entities")
    if ("\n" in span or _ODD_SPACE.search(span) or _ODD_SPACE.search(quote)) and _differ_in_spaces(
        quote, span
    ):
        names.add("spaces")
    if _differs_in_case(flat_quote, flat_span):
        names.add("capitals" if quote.isupper() else "case")
    return tuple(sorted(names or {"glyphs"}))


def _differ_in_spaces(quote: str, span: str) -> bool:
    return _SPACE.findall(quote) != _SPACE.findall(span)


def _differs_in_case(quote: str, span: str) -> bool:
    if quote == span:
        return False
    ups = sum(map(str.isupper, quote)), sum(map(str.isupper, span))
    if ups[0] != ups[1]:
        return True
    return ups[0] > 0 and [c for c in quote if c.isupper()] != [c for c in span if c.isupper()]
