"""Where in a text does one run of quoted words stand? Passes (a) verbatim and (b) markers ignored of
quotes.md, section 2.

Two routes with equal answers. The quick one finds the folded quote in the folded text and accepts it where
plain spaces stand on both sides. Whatever it cannot settle goes the plain route: candidates by skeleton,
then token by token.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from citelock.checks.text.align import (
    STEP_LIMIT,
    Aligner,
    Match,
    QuoteTokens,
    Reading,
    skip_table,
    unit_clash,
)
from citelock.checks.text.boundaries import is_cut
from citelock.checks.text.chars import piece
from citelock.checks.text.fold import ENTITY, fold_quote
from citelock.checks.text.fold_plain import fold_line
from citelock.checks.text.markers import Marker, in_line_markers
from citelock.checks.text.source import SourceText, bone_of
from citelock.checks.text.used_folds import used_folds
from citelock.checks.text.words import ENGLISH_WORDS

# Places tried for one run of words; only repetitive text has more that look equal and are not.
MOST_PLACES = 400


@dataclass(frozen=True, slots=True)
class Hit:
    """A run of quoted words found in the text: the span of the original, and what the accept needed."""

    start: int
    end: int
    status: str
    folds: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    inserted: tuple[str, ...] = ()
    edits: tuple[tuple[str, str], ...] = ()


def locate(raw: str, source: SourceText) -> Hit | None:
    """The first place where the words stand, by the first pass that finds one; None if they stand nowhere."""
    folded = fold_quote(raw)
    hit = _quick(raw, folded, source)
    if hit is not None:
        return hit
    return next(_plain(raw, folded, source), None)


def locate_all(raw: str, source: SourceText) -> list[Hit]:
    """Every place of the first pass that finds one, in order of place."""
    hits = list(_plain(raw, fold_quote(raw), source))
    return [hit for hit in hits if hit.status == hits[0].status]


def locate_bare(raw: str, source: SourceText) -> Hit | None:
    """The first place under dropped accents: an English quote without marks on letters that the text marks
    (section 6).
    """
    words = fold_quote(raw).decode().split(" ")
    if sum(word in ENGLISH_WORDS for word in words) < 3:
        return None
    quote = QuoteTokens(raw)
    for first, last in _windows(bone_of(fold_quote(_unmarked(raw))), source, without_markers=True):
        for hit in _matches(quote, source, first, last, Reading.BARE, skip=True):
            edits = _bare_words(raw, source.text[hit.start : hit.end])
            return Hit(hit.start, hit.end, "editorial", hit.folds, hit.skipped, (), edits)
    return None


def _bare_words(raw: str, span: str) -> tuple[tuple[str, str], ...]:
    mine, theirs = _WORD.findall(raw), _WORD.findall(span)
    pairs = zip(mine, theirs, strict=False)
    return tuple((a, b) for a, b in pairs if a != b and a.casefold() != b.casefold())


# -- the quick route ------------------------------------------------------------------------------------

_WORD = re.compile(r"[^\W_]+")
_COMPOSES = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u093c\u09bc\u1100-\u11ff\u3099\u309a\u00adİ]"
)
_PLAIN_WORD = re.compile(r"[^\W\d_]{5,}")
_RUN = re.compile(r"[^\W_⁰¹²³⁴-₟]+")
_QUOTE_AFTER_DIGIT = re.compile("[0-9]['\"’”ʼ‘“]")
_NEEDS_TOKENS = re.compile("['\"]")
# Lines in which a folded run of letters or digits stands as often as in the original: no character that
# adds, joins or changes letters. Elsewhere the plain fold of the line tells the place.
_ODD = re.compile(
    "[^\x00-\x7fа-яА-ЯÀ-ÅÇ-ÖØ-Þà-åç-öø-ÿĀ-įĴ-ķĹ-ňŊ-őŔ-žά-ώΑ-ΡΣ-Ω一-鿿"
    "\u00a0\u2000-\u200a\u202f\u3000“”‘’‚„«»‹›–—―‒‐‑−…·•°±×÷≤≥≠≈→←§¶†‡©®™€£¥²³¹⁰⁴-⁹⁺⁻]"
)


def _quick(raw: str, folded: bytes, source: SourceText) -> Hit | None:
    """Accepts the first place of the folded quote if its neighbours settle the matter; None: nothing is
    said.
    """
    if not folded or _is_open(folded[:1]) or _is_open(folded[-1:]):
        return None
    search = source.search
    at = search.find(folded)
    if at < 0:
        return None
    end = at + len(folded)
    if search[end : end + 1] not in (b" ", b"") or (at and search[at - 1] != 0x20):
        return None
    if (
        at >= 2
        and source.folded[at - 1] == 0x0A
        and (search[at - 2] == 0x2D or search[at - 3 : at - 1] == b"\xc2\xad")
    ):
        return None  # perhaps the second half of a broken word
    if _QUOTE_AFTER_DIGIT.search(raw):
        return None
    start, stop = _original_span(folded, at, source)
    if is_cut(source.text, start, stop):
        return None
    start, stop = _with_edges(raw, source.text, start, stop)
    span = source.text[start:stop]
    if span == raw:
        return Hit(start, stop, "verbatim")
    if _QUOTE_AFTER_DIGIT.search(span):
        return None
    if " ".join(span.split()) != " ".join(raw.split()) and _case_may_matter(
        raw, span, source.text[:start][-12:]
    ):
        return None
    return Hit(start, stop, "verbatim", used_folds(raw, span))


def _is_open(edge: bytes) -> bool:
    """True for an edge of the folded quote that is no ASCII letter or digit and no plain letter: look
    closer there.
    """
    return not (edge.isalnum() or edge >= b"\x80")


def _original_span(folded: bytes, at: int, source: SourceText) -> tuple[int, int]:
    """The original's span of the folded bytes `folded` that stand at `at` in the folded text."""
    text = source.folded
    end = at + len(folded)
    first = text.count(b"\n", 0, at)
    last = first + text.count(b"\n", at, end)
    first_start = text.rfind(b"\n", 0, at) + 1
    last_start = text.rfind(b"\n", 0, end) + 1
    quote = folded.decode()
    lead = _RUN.match(quote)
    tail = _RUN.findall(quote[-40:])
    lines = source.lines
    head = text[first_start:at].decode()
    start = _place(lines[first], lead[0], head.count(lead[0]))[0] if lead else -1
    if start < 0:
        start = _mapped(lines[first], len(head))[0]
    reach = text[last_start:end].decode()
    word = tail[-1] if tail and quote.endswith(tail[-1]) and len(tail[-1]) < 40 else ""
    stop = _place(lines[last], word, reach[: -len(word)].count(word))[1] if word else -1
    if stop < 0:
        stop = _mapped(lines[last], len(reach) - 1)[1]
    return source.line_start(first) + start, source.line_start(last) + stop


def _place(line: str, word: str, count: int) -> tuple[int, int]:
    """Start and end in the line of the (count + 1)th run of characters that folds to `word`; -1 if this
    cannot tell.
    """
    if not _is_odd(line):
        at = _nth(line.lower(), word, count)
        return at, at + len(word)
    if _COMPOSES.search(line) or ("&" in line and ENTITY.search(line)):
        return -1, -1
    pieces = [piece(char) for char in line]
    at = _nth("".join(pieces), word, count)
    ends = list(accumulate(map(len, pieces)))
    return bisect_right(ends, at), bisect_left(ends, at + len(word)) + 1


def _is_odd(line: str) -> bool:
    return (not line.isascii() and _ODD.search(line) is not None) or (
        "&" in line and ENTITY.search(line) is not None
    )


def _nth(line: str, word: str, count: int) -> int:
    at = line.find(word)
    for _ in range(count):
        at = line.find(word, at + len(word))
    return at


def _mapped(line: str, at: int) -> tuple[int, int]:
    folded = fold_line(line)
    return folded.starts[at], folded.ends[at]


def _case_may_matter(raw: str, span: str, before: str) -> bool:
    """True if some word differs in case in a way that only tokens can judge."""
    mine, theirs = _WORD.findall(raw), _WORD.findall(span)
    if mine == theirs:
        return False
    if len(mine) != len(theirs):
        return True
    one_case = raw.isupper() or raw.islower()
    previous = _WORD.findall(before)[-1:] or [""]
    for a, b in zip(mine, theirs, strict=True):
        if a != b:
            short = 2 <= len(a) <= 4 and not one_case and (a.isupper() or b.isupper())
            if short or unit_clash(a, b, after_number=previous[0][-1:].isdigit()) is not None:
                return True
        previous = [b]
    return False


# Soft punctuation as it may stand at the ends of a quote.
_EDGES = "\"'“”„‘’‚«»‹›`()[]{}.,;:!…。，、；：！（）「」"

# -- the plain route ------------------------------------------------------------------------------------


def _plain(raw: str, folded: bytes, source: SourceText) -> Iterator[Hit]:
    """All places, verbatim ones first; markers are ignored only where there is no verbatim one."""
    if not folded:
        return
    quote = QuoteTokens(raw)
    readings = [Reading.PLAIN]
    if quote.capitals and not (folded.isascii() and source.folded.isascii()):
        readings.append(Reading.CAPITALS)
    bone = bone_of(folded, single_script=False)
    budget = [STEP_LIMIT]
    for reading in readings:
        found = False
        for first, last in _windows(bone, source, without_markers=False):
            for hit in _matches(quote, source, first, last, reading, skip=False, budget=budget):
                found = True
                yield hit
        if found:
            return
    if _lacks_a_word(folded, source) or (not source.markers and not quote.markers):
        return
    bare = bone_of(fold_quote(_unmarked(raw)))
    places = sorted(
        {*_windows(bare, source, without_markers=True), *_windows(bone, source, without_markers=False)}
    )
    for reading in readings:
        found = False
        for first, last in places:
            for hit in _matches(quote, source, first, last, reading, skip=True, budget=budget):
                found = True
                yield hit
        if found:
            return


def _lacks_a_word(folded: bytes, source: SourceText) -> bool:
    """True if one of the quote's longest plain words stands nowhere, whatever is left out between words.

    Only page furniture can stand inside a word, so a text with page breaks is not settled this way.
    """
    if source.has_furniture_breaks:
        return False
    words = sorted(
        (word for word in folded.split(b" ") if word.isalpha() or word >= b"\x80"), key=len, reverse=True
    )
    mixed = source.mixes_scripts
    bones = [bone_of(word, single_script=mixed) for word in words[:8] if _PLAIN_WORD.fullmatch(word.decode())]
    return source.skeleton(without_markers=False, single_script=mixed).lacks(bones)


def _unmarked(raw: str) -> str:
    for marker in reversed(in_line_markers(raw)):
        raw = raw[: marker.start] + " " + raw[marker.end :]
    return raw


def _windows(bone: bytes, source: SourceText, *, without_markers: bool) -> list[tuple[int, int]]:
    if not bone:
        return []
    mixed = source.mixes_scripts
    if mixed:
        bone = bone_of(bone, single_script=True)
    return source.skeleton(without_markers=without_markers, single_script=mixed).windows(bone, MOST_PLACES)


def _matches(
    quote: QuoteTokens,
    source: SourceText,
    first: int,
    last: int,
    reading: Reading,
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
        if not is_cut(source.text, start, end):
            yield _hit(quote.raw, source.text, start, end, match)


def _with_edges(raw: str, text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the punctuation at either end that quote and text have alike."""
    lead = len(raw) - len(raw.lstrip(_EDGES))
    if lead and start >= lead and text[start - lead : start] == raw[:lead]:
        start -= lead
    trail = len(raw) - len(raw.rstrip(_EDGES))
    if trail and text[end : end + trail] == raw[-trail:]:
        end += trail
    return start, end


def _hit(raw: str, text: str, start: int, end: int, match: Match) -> Hit:
    start, end = _with_edges(raw, text, start, end)
    skipped = [" ".join(text[marker.start : marker.end].split()) for marker in match.skipped]
    skipped += [" ".join(raw[marker.start : marker.end].split()) for marker in match.unheld]
    status = "editorial" if match.edits else "markers_ignored" if skipped else "verbatim"
    if not skipped:
        folds = used_folds(raw, text[start:end], frozenset(match.notes))
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
