"""The quick route: a folded quote that stands in the folded text between plain spaces is accepted at once.

Whatever this cannot settle (another neighbour, a case that may matter, a mark after a digit) is left to the
plain route of `locate.py`; the two never disagree.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import NamedTuple

from citelock.checks.text.boundaries import SIGNAL_WORDS, drops_question, is_cut
from citelock.checks.text.chars import piece
from citelock.checks.text.equality import unit_clash
from citelock.checks.text.fold import ENTITY
from citelock.checks.text.fold_places import placed_fold
from citelock.checks.text.patterns import late
from citelock.checks.text.quote_tokens import is_in_one_case
from citelock.checks.text.source import SourceText
from citelock.checks.text.used_folds import used_folds
from citelock.checks.text.words import UNITS


class Hit(NamedTuple):
    """A run of quoted words found in the text: the span of the original, and what the accept needed.

    `calm`: it is known that no word beside the span may change its meaning.
    """

    start: int
    end: int
    status: str
    folds: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    inserted: tuple[str, ...] = ()
    edits: tuple[tuple[str, str], ...] = ()
    calm: bool = False


_WORD = re.compile(r"[^\W_]+")
_COMPOSES = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u093c\u09bc\u1100-\u11ff\u3099\u309a\u00adİ]"
)
_WORDS_ONLY = bytes(code if chr(code).isalnum() or code >= 0x80 else 0x20 for code in range(256))
_BESIDE = 72  # bytes: three words, unless they are very long
_SIGNALS = frozenset(word.encode() for word in SIGNAL_WORDS)
_IN_RUNS = re.compile(b"[\xe0\xe1\xe3-\xed]")  # first bytes of scripts that negate inside a run of letters
_LEAD = re.compile(r"[^\W_⁰¹²³⁴-₟]+")
_TAIL_REACH = 48  # characters from the end of a quote in which its last run of letters or digits begins
_SPACE_OR_END = (b" ", b"")
_HYPHEN_BYTES = (0x2D, 0xAD)  # also the last byte of U+00AD
_QUOTE_AFTER_DIGIT = re.compile("['\"’”ʼ‘“](?<=[0-9].)")
# Lines in which a folded run of letters or digits stands as often as in the original: no character that
# adds, joins or changes letters. Elsewhere the plain fold of the line tells the place.
_ODD = late(
    "[^\x00-\x7fа-яА-ЯÀ-ÅÇ-ÖØ-Þà-åç-öø-ÿĀ-įĴ-ķĹ-ňŊ-őŔ-žά-ώΑ-ΡΣ-Ω一-鿿"
    "\u00a0\u2000-\u200a\u202f\u3000“”‘’‚„«»‹›–—―‒‐‑−…·•°±×÷≤≥≠≈→←§¶†‡©®™€£¥²³¹⁰⁴-⁹⁺⁻]"
)


def quick(raw: str, folded: bytes, source: SourceText) -> Hit | None:
    """Accepts the first place of the folded quote if its neighbours settle the matter; None says nothing."""
    if not folded or _is_open(folded[:1]) or _is_open(folded[-1:]):
        return None
    search = source.search
    at = search.find(folded)
    end = at + len(folded)
    if at < 0 or (at and search[at - 1] != 0x20) or search[end : end + 1] not in _SPACE_OR_END:
        return None
    if at >= 2 and search[at - 2] in _HYPHEN_BYTES:
        return None  # perhaps the second half of a broken word
    if _QUOTE_AFTER_DIGIT.search(raw):
        return None
    start, stop = original_span(folded, at, source)
    if is_cut(source.text, start, stop) or drops_question(raw, source.text, stop):
        return None
    if source.crosses_furniture(start, stop):
        return None  # the words may stand elsewhere too
    start, stop = with_edges(raw, source.text, start, stop)
    span = source.text[start:stop]
    calm = source.text[stop : stop + 1] != "(" and _is_calm(search, at, end)
    if span == raw:
        return Hit(start, stop, "verbatim", calm=calm)
    if _QUOTE_AFTER_DIGIT.search(span):
        return None
    before = source.text[max(0, start - 12) : start]
    if " ".join(span.split()) != " ".join(raw.split()) and _case_may_matter(raw, span, before):
        return None
    return Hit(start, stop, "verbatim", used_folds(raw, span), calm=calm)


def _is_calm(search: bytes, start: int, end: int) -> bool:
    """True if the few words on either side hold no negation or limiter, and no figure stands at an end."""
    if 0x30 <= search[start] <= 0x39 or 0x30 <= search[end - 1] <= 0x39:
        return False
    before, after = search[max(0, start - _BESIDE) : max(0, start - 1)], search[end + 1 : end + _BESIDE]
    if b"n'" in before or b"n'" in after or _IN_RUNS.search(before) or _IN_RUNS.search(after):
        return False
    if search[end : end + 2] == b"? " or search[end + 1 : end + 2] == b"?":
        return False
    if search[start - 1 : start] == "¿".encode()[-1:]:
        return False
    beside = before.translate(_WORDS_ONLY).split() + after.translate(_WORDS_ONLY).split()
    return _SIGNALS.isdisjoint(beside)


def _is_open(edge: bytes) -> bool:
    """True for an edge of the folded quote that is a symbol or hyphen: tokens must say what it touches."""
    return not (edge.isalnum() or edge >= b"\x80")


def original_span(folded: bytes, at: int, source: SourceText) -> tuple[int, int]:
    """The original's span of the folded bytes `folded` that stand at `at` in the folded text."""
    search = source.search
    end = at + len(folded)
    first, first_start = source.folded.fold_line(at)
    last, last_start = source.folded.fold_line(end)
    quote = folded.decode()
    lead = _LEAD.match(quote)
    behind = _LEAD.match(quote[: -_TAIL_REACH - 2 : -1])  # from the end on
    tail = "" if behind is None or len(behind[0]) > _TAIL_REACH else behind[0][::-1]
    if lead is not None and lead[0] == quote:
        tail = quote
    line = source.line(first)
    head = search[first_start:at].decode()
    start = _place(line, lead[0], head.count(lead[0]))[0] if lead else -1
    if start < 0:
        start = _mapped(line, len(head))[0]
    if last != first:
        line = source.line(last)
    reach = search[last_start:end].decode()
    stop = _place(line, tail, reach[: -len(tail)].count(tail))[1] if tail else -1
    if stop < 0:
        stop = _mapped(line, len(reach) - 1)[1]
    return source.line_start(first) + start, source.line_start(last) + stop


def _place(line: str, word: str, count: int) -> tuple[int, int]:
    """Start and end in the line of occurrence `count` (from 0) of what folds to `word`; -1: not told here."""
    if not _is_odd(line):
        at = _nth(line.lower().replace("ς", "σ"), word, count)
        return (at, at + len(word)) if at >= 0 else (-1, -1)
    if _COMPOSES.search(line) or ("&" in line and ENTITY.search(line)):
        return -1, -1
    pieces = [piece(char) for char in line]
    at = _nth("".join(pieces), word, count)
    if at < 0:
        return -1, -1
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
    folded = placed_fold(line)
    return folded.starts[at], folded.ends[at]


def _case_may_matter(raw: str, span: str, before: str) -> bool:
    """True if some word differs in case in a way that only tokens can judge."""
    mine, theirs = _WORD.findall(raw), _WORD.findall(span)
    if mine == theirs:
        return False
    if len(mine) != len(theirs):
        return True
    one_case = is_in_one_case(raw)
    previous = _WORD.findall(before)[-1:] or [""]
    for a, b in zip(mine, theirs, strict=True):
        if a != b:
            short = 2 <= len(a) <= 4 and not one_case and (a.isupper() or b.isupper())
            after_number = previous[0][-1:].isdigit() or previous[0] in UNITS
            if short or unit_clash(a, b, after_number=after_number) is not None:
                return True
        previous = [b]
    return False


# Soft punctuation as it may stand at the ends of a quote.
_EDGES = "\"'“”„‘’‚«»‹›`()[]{}.,;:!…。，、；：！（）「」"


def with_edges(raw: str, text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the punctuation at either end that quote and text have alike."""
    lead = len(raw) - len(raw.lstrip(_EDGES))
    if lead and start >= lead and text[start - lead : start] == raw[:lead]:
        start -= lead
    trail = len(raw) - len(raw.rstrip(_EDGES))
    if trail and text[end : end + trail] == raw[-trail:]:
        end += trail
    return start, end
