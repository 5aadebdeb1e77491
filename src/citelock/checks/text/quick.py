"""The quick route: a folded quote that stands in the folded text between plain spaces is accepted at once.

Whatever this cannot settle (another neighbour, a case that may matter, a mark after a digit) is left to the
plain route of `locate.py`; the two never disagree.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from unicodedata import combining, normalize

from citelock.checks.named import NamedTuple
from citelock.checks.text.boundaries import drops_question, is_cut
from citelock.checks.text.chars import piece
from citelock.checks.text.equality import unit_clash
from citelock.checks.text.fold import ENTITY, specials
from citelock.checks.text.fold_places import placed_fold
from citelock.checks.text.patterns import late
from citelock.checks.text.quote_tokens import is_in_one_case
from citelock.checks.text.signals import SIGNAL_WORDS
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


_WORD = late(r"[^\W_]+")
_DIGITS = frozenset("0123456789")
_COMPOSES = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u093c\u09bc\u1100-\u11ff\u3099\u309a\u00adİ]"
)
_WORDS_ONLY = bytes(code if chr(code).isalnum() or code >= 0x80 else 0x20 for code in range(256))
_BESIDE = 72  # bytes: three words, unless they are very long
_SIGNALS = frozenset(word.encode() for word in SIGNAL_WORDS)
# All but the first bytes of scripts that negate inside a run of letters.
_NOT_IN_RUNS = bytes(code for code in range(256) if code not in (0xE0, 0xE1, *range(0xE3, 0xEE)))
_LEAD = re.compile(r"[^\W_⁰¹²³⁴-₟]+")
_TAIL_REACH = 48  # characters from the end of a quote in which its last run of letters or digits begins
_SPACE_OR_END = (b" ", b"")
_HYPHEN_BYTES = (0x2D, 0xAD)  # also the last byte of U+00AD
_QUOTE_AFTER_DIGIT = late("['\"’”ʼ‘“](?<=[0-9].)")
_QUOTE_MARKS = frozenset("’”ʼ‘“")
_SPACES = ("spaces",)
_NO_SIGNS: frozenset[str] = frozenset()
_SLACK = 64  # characters of a line, signs and spaces, that its fold may have lost before a word
# At an edge of the folded quote a symbol or hyphen: tokens must say what it touches.
_OPEN = frozenset(code for code in range(0x80) if not chr(code).isalnum())
_MARKS = bytes(code for code in range(0x80) if not chr(code).isalnum())
# Lines in which a folded run of letters or digits stands as often as in the original: no character that
# adds, joins or changes letters. Elsewhere the plain fold of the line tells the place.
_SIGNS = (
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000"
    "“”‘’‚„«»‹›–—―‒‐‑−…·•°±×÷≤≥≠≈→←§¶†‡©®™€£¥²³¹⁰⁴⁵⁶⁷⁸⁹⁺⁻"
)
_EVEN_LETTERS = "\x00-\x7fа-яА-ЯÀ-ÅÇ-ÖØ-Þà-åç-öø-ÿĀ-įĴ-ķĹ-ňŊ-őŔ-žά-ώΑ-ΡΣ-Ω"
_ODD = late(f"[^{_EVEN_LETTERS}一-鿿{_SIGNS}]")
_ODD_OR_HAN = late(f"[^{_EVEN_LETTERS}{_SIGNS}]")  # asked first: compiled in a tenth of the time
# Signs that are folded to no letter or digit, or are digits that stay what they are. Beside them and letters
# that lower() folds one to one, as many letters and digits stand in the fold as in the text.
_PAIRED = "，。、：；！？（）「」『』《》"
_EVEN = frozenset(_SIGNS + _PAIRED)
_DROPPED = frozenset("\u00a0\u2002\u2003\u2009\u202f\u3000“”‘’‚„«»‹›–—―‒‐‑…" + _PAIRED)
_LIGATURES = frozenset("\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06µ")
_MOST_NORMALISED = 1_000  # characters: NFC is quadratic in a run of combining marks


def quick(raw: str, folded: bytes, source: SourceText) -> Hit | None:
    """Accepts the first place of the folded quote if its neighbours settle the matter; None says nothing."""
    if not folded or folded[0] in _OPEN or folded[-1] in _OPEN:
        return None
    search = source.search
    at = search.find(folded)
    end = at + len(folded)
    if at < 0 or (at and search[at - 1] != 0x20) or search[end : end + 1] not in _SPACE_OR_END:
        return None
    if at >= 2 and search[at - 2] in _HYPHEN_BYTES:
        return None  # perhaps the second half of a broken word
    if _has_quote_mark(raw) and _QUOTE_AFTER_DIGIT.search(raw):
        return None
    text = source.text
    written = as_written(raw, folded, at, source)
    start, stop, same = written or (*original_span(folded, at, source), False)
    if is_cut(text, start, stop) or drops_question(raw, text, stop):
        return None
    if source.crosses_furniture(start, stop):
        return None  # the words may stand elsewhere too
    if not (raw[0].isalnum() and raw[-1].isalnum()):
        start, stop = with_edges(raw, text, start, stop)
    calm = text[stop : stop + 1] != "(" and _is_calm(search, at, end)
    span = text[start:stop]
    if span == raw:
        return Hit(start, stop, "verbatim", (), (), (), (), calm)
    if same:
        return Hit(start, stop, "verbatim", _SPACES, (), (), (), calm)
    if _QUOTE_AFTER_DIGIT.search(span):
        return None
    if _case_may_matter(raw, span, text[max(0, start - 12) : start]):
        return None
    return Hit(start, stop, "verbatim", used_folds(raw, span), (), (), (), calm)


def as_written(raw: str, folded: bytes, at: int, source: SourceText) -> tuple[int, int, bool] | None:
    """The original's span of the words of a quote whose fold stands at `at`; None says nothing.

    So where they stand there with as many characters as in the quote; the third value says that the
    characters are the same, but for line breaks. Letters and digits of a text stand in its fold in the order
    of the text. So where it is known which of them are folded to how many, as `_is_even` knows, the first and
    the last of a span are told by what stands before them in the line.
    """
    if not raw[0].isalnum():
        return None
    text, search = source.text, source.search
    number, folded_start = source.folded.fold_line(at)
    line_start = source.folded.text_start(number)
    start = line_start
    if at > folded_start:
        head = search[folded_start:at]
        start += len(head) if head.isascii() else len(head.decode())
        start = _find_word(raw.split(None, 1)[0], text, start)
        if start < 0 or not _is_even(text[line_start:start], head):
            return None
    core = raw if raw[-1].isalnum() else raw.rstrip(_EDGES)
    end = start + len(core)
    if not (core[-1].isalnum() or combining(core[-1])) or not (text[start].isalnum() and end <= len(text)):
        return None
    span = text[start:end]
    same = span == core or span.replace("\n", " ") == core.replace("\n", " ")
    plain = same and "&" not in core and (raw.isascii() or specials(raw) <= _EVEN)
    if not plain and not ((same or text[end - 1].isalnum()) and _is_even(span, folded)):
        return None
    return start, end, same and text[end : end + len(raw) - len(core)] == raw[len(core) :]


def _find_word(word: str, text: str, start: int) -> int:
    """Where a word stands soon after `start`, in whatever case; -1 if it does not."""
    most = start + _SLACK + len(word)
    at = text.find(word, start, most)
    if at < 0:
        at = text[start:most].lower().find(word.lower())
        return at if at < 0 else start + at
    return at


def _has_quote_mark(raw: str) -> bool:
    return "'" in raw or '"' in raw or not (raw.isascii() or _QUOTE_MARKS.isdisjoint(specials(raw)))


def _is_even(text: str, folded: bytes) -> bool:
    """True if the letters and digits of a stretch of text surely become those of `folded`, and no others."""
    if "&" in text:
        return False
    present: frozenset[str] = _NO_SIGNS if text.isascii() else specials(text)
    if not present <= _EVEN:
        if len(text) > _MOST_NORMALISED:
            return False
        text = normalize("NFC", text)
        present = specials(text)
        for char in present - _EVEN:
            if char not in _LIGATURES:
                return False
            text = text.replace(char, piece(char))
    lower = text.lower()
    if "ς" in lower:
        lower = lower.replace("ς", "σ")
    wanted = folded.translate(None, _MARKS)
    if lower.encode().translate(None, _MARKS) == wanted:
        return True
    dropped = present & _DROPPED
    for char in dropped:
        lower = lower.replace(char, "")
    return bool(dropped) and lower.encode().translate(None, _MARKS) == wanted


def _is_calm(search: bytes, start: int, end: int) -> bool:
    """True if the few words on either side hold no negation or limiter, and no figure stands at an end."""
    if 0x30 <= search[start] <= 0x39 or 0x30 <= search[end - 1] <= 0x39:
        return False
    after = search[end : end + _BESIDE]
    beside = search[start - _BESIDE if start > _BESIDE else 0 : start] + after
    if b"n'" in beside or beside.translate(None, _NOT_IN_RUNS):
        return False
    return after[1:2] != b"?" and _SIGNALS.isdisjoint(beside.translate(_WORDS_ONLY).split())


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
    return (not line.isascii() and _has_odd_letter(line)) or ("&" in line and ENTITY.search(line) is not None)


def _has_odd_letter(line: str) -> bool:
    """Whether `_ODD` finds anything in the line; it is asked only behind a Chinese character."""
    found = _ODD_OR_HAN.search(line)
    return found is not None and (not "一" <= found[0] <= "鿿" or _ODD.search(line, found.end()) is not None)


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
    one_case: bool | None = None
    for at, (a, b) in enumerate(zip(mine, theirs, strict=True)):
        if a == b:
            continue
        if 2 <= len(a) <= 4 and (a.isupper() or b.isupper()):
            one_case = is_in_one_case(raw) if one_case is None else one_case
            if not one_case:
                return True
        if a in UNITS or b in UNITS or a[0] in _DIGITS or b[0] in _DIGITS:  # nothing else clashes
            previous = theirs[at - 1] if at else "".join(_WORD.findall(before)[-1:])
            after_number = previous[-1:].isdigit() or previous in UNITS
            if unit_clash(a, b, after_number=after_number) is not None:
                return True
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
