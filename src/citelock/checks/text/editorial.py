"""Pass (c): a quote with editorial brackets, or with accents dropped in English (quotes.md, section 6).

A bracket may add words or stand for one to three words of the text; it may never touch a figure, a number
word, a negation or a limiter. What was added or replaced is reported, so a person can look.
"""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.named import NamedTuple
from citelock.checks.text.align import STEP_LIMIT, Aligner, Match, Reading
from citelock.checks.text.boundaries import is_cut
from citelock.checks.text.fold import fold_quote
from citelock.checks.text.locate import locate, locate_all, locate_bare
from citelock.checks.text.quick import Hit
from citelock.checks.text.quote_parts import (
    MAX_REPLACED,
    Piece,
    editorial_pieces,
    may_be_replaced,
    without_small_brackets,
)
from citelock.checks.text.quote_tokens import QuoteTokens, skip_table
from citelock.checks.text.source import SourceText
from citelock.checks.text.tokens import Kind, Token


def locate_edited(raw: str, source: SourceText) -> Hit | None:
    """The first place where the quote stands apart from editorial changes; None if there is none."""
    small = without_small_brackets(raw) if "[" in raw or "(" in raw else raw
    if small != raw:
        hit = locate(small, source)
        if hit is not None:
            return Hit(hit.start, hit.end, "editorial", hit.folds, hit.skipped)
    pieces = editorial_pieces(small) if "[" in small else None
    if pieces is not None:
        hit = _with_brackets(small, pieces, source)
        if hit is not None:
            return hit
    return locate_bare(small, source)


class _Step(NamedTuple):
    """One piece as tokens of the whole quote: first..last (exclusive)."""

    first: int
    last: int
    bracket: str  # the words in it, "" for running words


def _with_brackets(raw: str, pieces: Sequence[Piece], source: SourceText) -> Hit | None:
    running = [piece.raw for piece in pieces if not piece.bracket]
    if not running:
        return None
    flat = " ".join(piece.raw for piece in pieces)
    quote = QuoteTokens(flat)
    steps = _steps(pieces)
    if steps[-1].last != len(quote.tokens):
        return None
    anchor = max(running, key=lambda words: len(fold_quote(words)))
    reach = 2 * len(raw) + 200
    budget = [STEP_LIMIT]
    for place in locate_all(anchor, source):
        first = source.line_of(max(0, place.start - reach))
        last = source.line_of(min(len(source.text) - 1, place.end + reach))
        tokens = source.tokens(first, last)
        skips = skip_table(tokens, source.markers_between(first, last))
        aligner = Aligner(quote, tokens, skips, Reading.PLAIN, budget)
        for at, token in enumerate(tokens):
            if token.start < place.start - reach or token.start > place.end:
                continue
            found = _align(aligner, steps, at)
            if found is None:
                continue
            end, edits, matches = found
            stop = tokens[end - 1].end
            if source.crosses_furniture(token.start, stop):
                continue
            if end > at and not is_cut(source.text, token.start, stop):
                return _hit(source.text, token.start, stop, edits, matches)
    return None


def _steps(pieces: Sequence[Piece]) -> list[_Step]:
    steps: list[_Step] = []
    at = 0
    for number, piece in enumerate(pieces):
        count = len(QuoteTokens(piece.raw).tokens)
        outer = number in (0, len(pieces) - 1)
        words = " ".join(piece.raw.split()) if piece.bracket else ""
        steps.append(_Step(at, at + count, f"{words}\0" if piece.bracket and outer else words))
        at += count
    return steps


def _align(
    aligner: Aligner, steps: Sequence[_Step], at: int
) -> tuple[int, list[tuple[str, str]], list[Match]] | None:
    """Aligns the pieces one after another; None if they do not all stand there.

    Gives the token after the last one, the edits, and the matches of running words. It goes as deep as there
    are pieces: seven at most.
    """
    if not steps:
        return (at, [], [])
    step, rest = steps[0], steps[1:]
    if step.last == step.first:
        return _align(aligner, rest, at)
    match = aligner.match(at, step.first, step.last)
    if match is not None:  # running words, or a bracket that the text has itself
        found = _align(aligner, rest, match.end)
        if found is not None:
            return (found[0], found[1], [match, *found[2]])
    if not step.bracket:
        return None
    words = step.bracket.rstrip("\0")
    choices = [0] if step.bracket.endswith("\0") else [0, *range(1, MAX_REPLACED + 1)]
    for count in choices:
        replaced = aligner.t[at : at + count]
        if len(replaced) < count or not _replaceable(replaced):
            break
        found = _align(aligner, rest, at + count)
        if found is not None:
            return (found[0], [(words, " ".join(token.raw for token in replaced)), *found[1]], found[2])
    return None


def _replaceable(tokens: Sequence[Token]) -> bool:
    return all(token.kind is Kind.WORD for token in tokens) and may_be_replaced(
        [token.form for token in tokens]
    )


def _hit(text: str, start: int, end: int, edits: list[tuple[str, str]], matches: list[Match]) -> Hit:
    notes = sorted({note for match in matches for note in match.notes})
    skipped = tuple(" ".join(text[m.start : m.end].split()) for match in matches for m in match.skipped)
    inserted = tuple(words for words, replaced in edits if not replaced)
    return Hit(start, end, "editorial", tuple(notes), skipped, inserted, tuple(edits))
