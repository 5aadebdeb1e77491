"""Names the folds that an accept needed, by comparing the quote with the span of the original.

The names are those of quotes.md, section 10; they tell a reader what was forgiven and judge nothing.
"""

from __future__ import annotations

import re
from functools import cache

from citelock.checks.text.chars import APOSTROPHES, INVISIBLE, QUOTE_MARKS
from citelock.checks.text.fold import ENTITY
from citelock.checks.text.patterns import late

_QUOTES = late(f"[{re.escape(QUOTE_MARKS + APOSTROPHES)}]")
_DASHES = late("[-‐‑‒–—―−⁃]+")
_PUNCTUATION = late(r"[.,;:!()\[\]{}…。，、；：！（）*_]")
_INVISIBLE = late(f"[{INVISIBLE}\u00ad]")
_GLYPHS = late("[ſĳĲ₀-ₜ℀-⅏Ⅰ-ↈ⺀-⿟㌀-㏿ﬀ-ﷻﹰ-ﻼ！-￮\U0001d400-\U0001d7ff½¼¾⅐-⅞µμΩΩ∆Δϕφ⋅•·∗∼˜º◦∘˚°]")
_DIGITS = late(r"[^\D0-9]")
_RESPELLED = late("[æœÆŒßẞёЁıİ]")
_SPACE = late(r"\s+")
_CLASSES = (
    ("quotes", _QUOTES),
    ("dashes", _DASHES),
    ("punctuation", _PUNCTUATION),
    ("invisible", _INVISIBLE),
    ("glyphs", _GLYPHS),
    ("digits", _DIGITS),
    ("respelled", _RESPELLED),
)
# Every character of a class above as one class: a single pass over quote and span each settles most of them.
_ANY_CLASS = late(
    "["
    + re.escape("".join(char for char in map(chr, range(0x21, 0x7F)) if not char.isalnum()))
    + re.escape(QUOTE_MARKS + APOSTROPHES)
    + "‐‑‒–—―−⁃…。，、；：！（）"
    + INVISIBLE
    + "\u00adſĳĲ₀-ₜ℀-⅏Ⅰ-ↈ⺀-⿟㌀-㏿ﬀ-ﷻﹰ-ﻼ！-￮\U0001d400-\U0001d7ff½¼¾⅐-⅞µμΩΩ∆Δϕφ⋅•·∗∼˜º◦∘˚°"
    + "æœÆŒßẞёЁıİ٠-٩۰-۹०-९০-৯๐-๙]"
)
_CAPITAL = late("[A-ZÀ-ÖØ-ÞА-ЯЁΑ-Ω]")
_OTHER_LETTERS = late("[Ā-ʯͰ-ΐΰ-Ͽѐ-\u1fffꙀ-\ua7ff]")
_ODD_SPACE = late(r"[^\S ]|  ")


def used_folds(quote: str, span: str, notes: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The sorted names of the folds between a quote and the span it matched; none if they are the same."""
    if quote == span:
        return tuple(sorted(notes))
    flat_quote, flat_span = " ".join(quote.split()), " ".join(span.split())
    if flat_quote == flat_span:
        return tuple(sorted({*notes, "spaces"}))
    names = set(notes)
    # A mark set apart by other spaces stays the same mark: each class is compared by its own sequence.
    mine, theirs = _ANY_CLASS.findall(quote), _ANY_CLASS.findall(span)
    if mine != theirs:
        one, other = _by_class(mine), _by_class(theirs)
        names.update(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
        names.discard("")
    if "&" in span and ENTITY.search(span):
        names.add("entities")
    if ("\n" in span or _ODD_SPACE.search(span) or _ODD_SPACE.search(quote)) and _differ_in_spaces(
        quote, span
    ):
        names.add("spaces")
    if _differs_in_case(flat_quote, flat_span):
        names.add("capitals" if quote.isupper() else "case")
    return tuple(sorted(names or {"glyphs"}))


def _by_class(chars: list[str]) -> dict[str, str]:
    """The characters of each class, in order; "" for those of no class."""
    found: dict[str, str] = {}
    for char in chars:
        name = _class_of(char)
        found[name] = found.get(name, "") + char
    return found


@cache
def _class_of(char: str) -> str:
    return next((name for name, pattern in _CLASSES if pattern.match(char)), "")


def _differ_in_spaces(quote: str, span: str) -> bool:
    if ("\n" in quote) != ("\n" in span):
        return True
    return _SPACE.findall(quote) != _SPACE.findall(span)


def _differs_in_case(quote: str, span: str) -> bool:
    if _CAPITAL.findall(quote) != _CAPITAL.findall(span):
        return True
    if not (_OTHER_LETTERS.search(quote) or _OTHER_LETTERS.search(span)):
        return False
    return list(filter(str.isupper, quote)) != list(filter(str.isupper, span))
