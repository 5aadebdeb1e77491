"""The tokens of a sealed text and of a quotation from it, made alike on both sides (snapshots.md, section 7).

Hard tokens of the matcher, without citation markers and without hyphens inside a word; what its boundary
test would not separate is one token. A token is only ever compared with another, so what the matcher decides
by looking at both sides (the case of a unit, capitals) is written into it here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from citelock.checks.text.boundaries import is_cut
from citelock.checks.text.equality import plain_number, typed
from citelock.checks.text.markers import find_markers
from citelock.checks.text.quote_tokens import QuoteTokens
from citelock.checks.text.signals import SIGNAL_WORDS, signal
from citelock.checks.text.tokens import Kind, Token, line_tokens
from citelock.checks.text.words import LIMITER_RUNS, NEGATION_RUNS, UNIT_FOLDS, UNITS

_TIE = "\x1e"  # between tokens that are one: `10-20` must not become 1020
_MOST_CAPITALS = 4  # letters of a word whose capitals say something: US is not us
_EXPONENT = re.compile(r"(?<=[^\W\d_])(?:[+-]?[0-9]{1,3}[+-]?|[+-])$|(?<=[0-9])\^[0-9]{1,3}$")
_RAISED = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
_RUNS = tuple(sorted({*NEGATION_RUNS, *LIMITER_RUNS}, key=len, reverse=True))
# Symbols of units that differ in their case alone: mW and MW.
_CASED_UNITS = frozenset(
    fold for fold in UNIT_FOLDS if sum(unit.casefold() == fold for unit in UNITS) > 1 and len(fold) > 1
)


class SealToken(NamedTuple):
    """One token: what is compared, and the negation or limiter that it is, "" for any other."""

    key: str
    signal: str = ""


def text_tokens(text: str) -> list[list[SealToken]]:
    """The tokens of a text, one list for each line."""
    lines = text.split("\n")
    starts = [0]
    for line in lines[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    skipped = [
        (marker.start, marker.end) for marker in find_markers(text, lines, starts, glyphs="\ufffd" in text)
    ]
    made: list[list[SealToken]] = []
    open_word = False  # the line before ended in a word that a hyphen breaks
    at = 0
    for number, (line, start) in enumerate(zip(lines, starts, strict=True)):
        tokens = line_tokens(line, start, number)
        kept = []
        for token in tokens:
            while at < len(skipped) and skipped[at][1] <= token.start:
                at += 1
            if at == len(skipped) or token.end <= skipped[at][0]:
                kept.append(token)
        ends_open = bool(kept) and _breaks_a_word(kept[-1], line, start)
        own = list(_joined(kept[:-1] if ends_open else kept, line, start))
        if open_word and own and own[0].key[:1].isalpha() and made and made[-1]:
            before = made[-1].pop()
            own[0] = SealToken(before.key + own[0].key)
        made.append(own)
        open_word = ends_open if kept else open_word
    return made


def quote_tokens(raw: str) -> list[str]:
    """The tokens of a quotation, or of a part of one between two ellipses."""
    quote = QuoteTokens(raw)
    kept = []
    at = 0
    while at < len(quote.tokens):
        marker = quote.markers.get(at)
        if marker is not None:
            at = marker[0]
            continue
        kept.append(quote.tokens[at])
        at += 1
    return [token.key for token in _joined(kept, quote.raw, 0)]


def raised(key: str) -> str:
    """A token that ends in an exponent typed flat as it would be with that raised; "" for others.

    People type `m2`, `L-1` and `10^3` for m², L⁻¹ and 10³, and the open text accepts it (quotes.md, section
    4); `103` is another number.
    """
    plain = key.replace(_TIE, "")
    flat = _EXPONENT.search(plain)
    if flat is None:
        return ""
    return f"{plain[: flat.start()]}{_TIE}{flat[0].removeprefix('^').translate(_RAISED)}"


def _breaks_a_word(last: Token, line: str, offset: int) -> bool:
    """Whether the line ends in a hyphen directly behind a letter."""
    if last.kind not in (Kind.HYPHEN, Kind.OPTIONAL):
        return False
    before = line[last.start - offset - 1 : last.start - offset]
    return before.isalpha() and not line[last.end - offset :].strip()


def _joined(tokens: Sequence[Token], line: str, offset: int) -> Iterator[SealToken]:
    """The tokens of a line, those that are one put together; `offset` is that of the line."""
    key, said, last = "", "", None
    for place, token in enumerate(tokens):
        if token.kind is Kind.OPTIONAL or (token.kind is Kind.MARK and token.alt == "soft"):
            continue
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        if token.kind is Kind.HYPHEN and _inside_a_word(token, last, following, line, offset):
            continue
        own, word = _key(token, last, tokens, place), _signal(token, line)
        if last is None:
            key, said = own, word
        elif _hyphenated(last, token, line, offset):
            key, said = key + own, ""
        elif _is_one(last, token, line, offset):
            key, said = f"{key}{_TIE}{own}", ""
        else:
            yield SealToken(key, said)
            key, said = own, word
        last = token
    if last is not None:
        yield SealToken(key, said)


def _inside_a_word(
    token: Token, before: Token | None, following: Token | None, line: str, offset: int
) -> bool:
    """Whether a hyphen stands directly between two letters."""
    if before is None or following is None:
        return False
    left = line[token.start - offset - 1 : token.start - offset]
    right = line[token.end - offset : token.end - offset + 1]
    return left.isalpha() and right.isalpha()


def _hyphenated(before: Token, token: Token, line: str, offset: int) -> bool:
    """Whether nothing but a hyphen or an optional one stands between two letters."""
    between = line[before.end - offset : token.start - offset]
    if not between or between.strip("-‐‑\u00ad") or len(between) > 2:
        return False
    return before.raw[-1:].isalpha() and token.raw[:1].isalpha()


def _is_one(before: Token, token: Token, line: str, offset: int) -> bool:
    """Whether the boundary test would not separate two neighbours."""
    between = line[before.end - offset : token.start - offset]
    if Kind.CJK in (before.kind, token.kind) and not between:
        return False
    digits = (
        any(char.isdigit() for char in (before.form[-1:], token.form[:1])) or before.kind is Kind.SUPERSCRIPT
    )
    if between.strip() or (between and not digits):
        return False
    at = token.start - offset
    return is_cut(line, at, len(line)) or is_cut(line, 0, before.end - offset)


def _key(token: Token, before: Token | None, tokens: Sequence[Token], place: int) -> str:
    """What is compared: the folded form; cased where the case says something."""
    if token.kind is Kind.NUMBER:
        return plain_number(token.form)
    if token.kind is not Kind.WORD:
        return token.form
    raw, form = typed(token.raw), token.alt or token.form
    unit = raw.lstrip("0123456789.,")
    after_number = (before is not None and before.kind is Kind.NUMBER) or unit != raw
    fold = unit.casefold()
    if unit in UNITS and (fold in _CASED_UNITS or (after_number and fold in UNIT_FOLDS)):
        return raw
    if raw.isupper() and raw.isalpha() and 2 <= len(raw) <= _MOST_CAPITALS:
        return raw
    return form


def _signal(token: Token, line: str) -> str:
    """The negation or limiter that a token is, in its line; "" for any other."""
    form = token.form
    if token.kind is Kind.CJK:
        return next((run for run in _RUNS if run.startswith(form) and run in line), "")
    if token.kind is not Kind.WORD:
        return ""
    if form in SIGNAL_WORDS or "n't" in form or form.startswith("n'"):
        return signal(token.raw, line) or ""
    return ""
