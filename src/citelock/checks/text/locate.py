"""Where in a text does one run of quoted words stand? Passes (a) verbatim and (b) markers ignored.

Two routes with equal answers (quotes.md, sections 2 and 11). The quick one finds the folded quote in the
folded text and accepts it where plain spaces stand on both sides. Whatever it cannot settle goes the plain
route: candidates by skeleton, then token by token.
"""

from __future__ import annotations

from collections.abc import Iterator

from citelock.checks.text.align import STEP_LIMIT, Aligner, Match, Reading
from citelock.checks.text.anchored import anchored_windows
from citelock.checks.text.boundaries import drops_question, is_cut
from citelock.checks.text.fold import fold_quote
from citelock.checks.text.marker import Marker
from citelock.checks.text.markers import in_line_markers
from citelock.checks.text.patterns import late
from citelock.checks.text.quick import Hit, quick, with_edges
from citelock.checks.text.quote_tokens import QuoteTokens, skip_table
from citelock.checks.text.skeleton import bones
from citelock.checks.text.source import SourceText
from citelock.checks.text.used_folds import used_folds
from citelock.checks.text.words import ENGLISH_WORDS

# Places tried for one run of words; only repetitive text has more that look equal and are not.
MOST_PLACES = 2_000


def locate(raw: str, source: SourceText) -> Hit | None:
    """The first place where the words stand, by the first pass that finds one; None if they stand nowhere."""
    folded = fold_quote(raw)
    hit = quick(raw, folded, source)
    return hit if hit is not None else next(_plain(raw, folded, source), None)


def locate_all(raw: str, source: SourceText) -> list[Hit]:
    """Every place of the first pass that finds one, in order of place."""
    hits = list(_plain(raw, fold_quote(raw), source))
    return [hit for hit in hits if hit.status == hits[0].status]


def locate_bare(raw: str, source: SourceText) -> Hit | None:
    """The first place of an English quote that leaves accents off (quotes.md, section 6)."""
    folded = fold_quote(raw)
    words = folded.decode().split(" ")
    if len(ENGLISH_WORDS.intersection(words)) < 2:
        return None
    unmarked = fold_quote(_unmarked(raw))
    if source.excludes(unmarked, bare=True):
        return None
    quote = QuoteTokens(raw)
    for first, last in _windows(bones(unmarked), source, without_markers=True):
        for hit in _matches(quote, source, first, last, Reading.BARE, skip=True):
            edits = _bare_words(raw, source.text[hit.start : hit.end])
            return Hit(hit.start, hit.end, "editorial", hit.folds, hit.skipped, (), edits)
    return None


_WORD = late(r"[^\W_]+")


def _bare_words(raw: str, span: str) -> tuple[tuple[str, str], ...]:
    mine, theirs = _WORD.findall(raw), _WORD.findall(span)
    pairs = zip(mine, theirs, strict=False)
    return tuple((a, b) for a, b in pairs if a != b and a.casefold() != b.casefold())


# -- the plain route ------------------------------------------------------------------------------------


def _plain(raw: str, folded: bytes, source: SourceText) -> Iterator[Hit]:
    """All places, verbatim ones first; markers are ignored only where there is no verbatim one."""
    if not folded:
        return
    unmarked = fold_quote(_unmarked(raw))
    if source.excludes(unmarked):
        return
    quote = QuoteTokens(raw)
    readings = [Reading.PLAIN]
    if quote.capitals and not (folded.isascii() and source.search.isascii()):
        readings.append(Reading.CAPITALS)
    bone = bones(folded)
    budget = [STEP_LIMIT]
    places = anchored_windows(folded, bone, source)
    if places is None:
        places = _windows(bone, source, without_markers=False)
    for reading in readings:
        found = False
        for first, last in places:
            for hit in _matches(quote, source, first, last, reading, skip=False, budget=budget):
                found = True
                yield hit
        if found:
            return
    if not source.markers and not quote.markers:
        return
    places = sorted(
        {
            *_windows(bones(unmarked), source, without_markers=True),
            *_windows(bone, source, without_markers=False),
        }
    )
    for reading in readings:
        found = False
        for first, last in places:
            for hit in _matches(quote, source, first, last, reading, skip=True, budget=budget):
                found = True
                yield hit
        if found:
            return


def _unmarked(raw: str) -> str:
    for marker in reversed(in_line_markers(raw)):
        raw = raw[: marker.start] + " " + raw[marker.end :]
    return raw


def _windows(bone: bytes, source: SourceText, *, without_markers: bool) -> list[tuple[int, int]]:
    if not bone:
        return []
    mixed = source.mixes_scripts
    if mixed:
        bone = bones(bone, single_script=True)
    return source.skeleton(without_markers=without_markers, single_script=mixed).windows(bone, MOST_PLACES)


def _matches(
    quote: QuoteTokens,
    source: SourceText,
    first: int,
    last: int,
    reading: str,
    *,
    skip: bool,
    budget: list[int] | None = None,
) -> Iterator[Hit]:
    """The places between lines first and last (from 0) where the quote's tokens stand and no end is cut."""
    if not quote.tokens:
        return
    tokens = source.tokens(first, last)
    skips = skip_table(tokens, source.markers_between(first, last)) if skip else None
    aligner = Aligner(quote, tokens, skips, reading, budget if budget is not None else [STEP_LIMIT])
    for at, token in enumerate(tokens):
        if skips and at in skips and 0 not in aligner.quote_markers:
            continue
        match = aligner.match(at)
        if match is None or match.end == at:
            continue
        start, end = token.start, tokens[match.end - 1].end
        if source.crosses_furniture(start, end):
            continue
        if not is_cut(source.text, start, end) and not drops_question(quote.original, source.text, end):
            yield _hit(quote, source.text, start, end, match)


def _hit(quote: QuoteTokens, text: str, start: int, end: int, match: Match) -> Hit:
    raw = quote.raw
    start, end = with_edges(quote.original, text, start, end)
    skipped = [" ".join(text[marker.start : marker.end].split()) for marker in match.skipped]
    skipped += [" ".join(raw[marker.start : marker.end].split()) for marker in match.unheld]
    status = "editorial" if match.edits else "markers_ignored" if skipped else "verbatim"
    if not skipped:
        folds = used_folds(quote.original, text[start:end], frozenset(match.notes))
    else:
        rest = _without([marker for marker in match.skipped if marker.end <= end], text, start, end)
        names = used_folds(_without(match.unheld, raw, 0, len(raw)), rest, frozenset(match.notes))
        folds = tuple(name for name in names if name != "spaces")  # the gaps are the markers' own
    return Hit(start, end, status, folds, tuple(skipped), (), tuple(match.edits))


def _without(markers: list[Marker], text: str, start: int, end: int) -> str:
    parts: list[str] = []
    for marker in markers:
        parts.append(text[start : marker.start])
        start = marker.end
    return " ".join([*parts, text[start:end]])
