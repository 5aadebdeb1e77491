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
_CLASSES = (
    ("quotes", _QUOTES),
    ("dashes", _DASHES),
    ("punctuation", _PUNCTUATION),
    ("invisible", _INVISIBLE),
    ("glyphs", _GLYPHS),
    ("digits", _DIGITS),
    ("respelled", _RESPELLED),
)
# Every character of a class above, as one class: one pass over the quote and one over the span settle most of them.
_ANY_CLASS = re.compile(
    "["
    + re.escape("".join(char for char in map(chr, range(0x21, 0x7F)) if not char.isalnum()))
    + re.escape(QUOTE_MARKS + APOSTROPHES)
    + "‐‑‒–—―−⁃…。，、；：！（）"
    + INVISIBLE
    + "\u00adſĳĲ₀-ₜ℀-⅏Ⅰ-ↈ⺀-⿟㌀-㏿ﬀ-ﷻﹰ-ﻼ！-￮\U0001d400-\U0001d7ff½¼¾⅐-⅞µμΩΩ∆Δϕφ⋅•·∗∼˜º◦∘˚°"
    + "æœÆŒßẞёЁıİ٠-٩۰-۹०-९০-৯๐-๙]"
)
_CAPITAL = re.compile("[A-ZÀ-ÖØ-ÞА-ЯЁΑ-Ω]")
_OTHER_LETTERS = re.compile("[Ā-ʯͰ-ΐΰ-Ͽѐ-\u1fffꙀ-\ua7ff]")
_ODD_SPACE = re.compile(r"[^\S ]|  ")


def used_folds(quote: str, span: str, notes: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The sorted names of the folds between a quote and the span it matched; none if they are the same
    bytes.
    """
    if quote == span:
        return tuple(sorted(notes))
    flat_quote, flat_span = " ".join(quote.split()), " ".join(span.split())
    if flat_quote == flat_span:
        return tuple(sorted({*notes, "spaces"}))
    names = set(notes)
    # A mark that is set apart by other spaces stays the same mark: each class is compared by the sequence of its own.
    mine, theirs = "".join(_ANY_CLASS.findall(quote)), "".join(_ANY_CLASS.findall(span))
    if mine != theirs:
        names.update(name for name, pattern in _CLASSES if pattern.findall(mine) != pattern.findall(theirs))
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
    if _CAPITAL.findall(quote) != _CAPITAL.findall(span):
        return True
    if not (_OTHER_LETTERS.search(quote) or _OTHER_LETTERS.search(span)):
        return False
    return list(filter(str.isupper, quote)) != list(filter(str.isupper, span))
