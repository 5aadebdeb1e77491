"""Which quotations of a model stand: each is looked for in the window of the page it names (verify.md, 2).

By the matcher of the audit, so every word counts. What is not there, stands only on another page, only beyond
the window, or names a page that there is none of, is dropped with its argument. Then pages that do not speak
of the claim's subject lose theirs.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from citelock.checks.text.boundaries import cut_context, is_cut
from citelock.checks.text.chars import is_cjk
from citelock.checks.text.patterns import late
from citelock.checks.text.source import SourceText
from citelock.checks.verification.standing import Place, place_in, source_text
from citelock.checks.verification.subjects import Words, is_on_subject, words_of
from citelock.checks.verification.values import Quote, Source, Stance
from citelock.checks.verification.windows import window_text

LEAST_TOKENS, LEAST_CJK = 3, 4
_TOUCHING = 60  # characters looked at on either side
_TOKEN = late(r"\w+")


class Kept(NamedTuple):
    """A quotation that stands: `start` and `end` are code points of the page's text, `quote` as it is there.

    `cut`: the page goes on, or began, with a word that may turn it round.
    """

    source: Source
    quote: str
    stance: Stance
    note: str
    start: int
    end: int
    cut: bool


class Checked(NamedTuple):
    """What became of the quotations of one answer: `given` counts equal ones of a page once.

    So does `stand`. `kept` has one that is said to prove both sides twice: its page is on both.
    """

    given: int
    kept: tuple[Kept, ...]
    rejected: int
    off_subject: int

    @property
    def stand(self) -> int:
        """How many quotations are kept."""
        return self.given - self.rejected - self.off_subject


def check_quotations(quotes: Iterable[Quote], sources: Sequence[Source], terms: Sequence[str]) -> Checked:
    """Sorts the quotations of an answer; `terms` are those of the claim's subject."""
    windows = {source.id: _Window(source) for source in sources}
    standing: dict[tuple[str, int, int], dict[Stance, Kept]] = {}
    dropped: set[tuple[str, str]] = set()
    for quote in quotes:
        window = windows.get(quote.source)
        found = window.find(quote, terms) if window is not None else None
        if found is None:
            dropped.add((quote.source, _equal_form(quote.quote)))
            continue
        stances = standing.setdefault((quote.source, found.start, found.end), {})
        stances.setdefault(found.stance, found)
    about = {name: windows[name].is_about(terms) for name in dict.fromkeys(name for name, *_ in standing)}
    kept = [tuple(each.values()) for (name, *_), each in standing.items() if about[name]]
    return Checked(
        given=len(standing) + len(dropped),
        kept=tuple(each for stances in kept for each in stances),
        rejected=len(dropped),
        off_subject=len(standing) - len(kept),
    )


def is_long_enough(quote: str, terms: Sequence[str]) -> bool:
    """Three words and a figure or a name, or four words; of Han and kana four characters."""
    if sum(map(is_cjk, quote)) >= LEAST_CJK:
        return True
    tokens = _TOKEN.findall(quote)
    if len(tokens) != LEAST_TOKENS:
        return len(tokens) > LEAST_TOKENS
    return any(char.isdigit() for char in quote) or (
        bool(terms) and is_on_subject(terms, words_of(quote, "", ""))
    )


class _Window:
    """What the model was shown of one page, folded when the first quotation of it comes."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._text: SourceText | None = None
        self._apart: dict[int, SourceText] = {}  # each span by its start
        self._words: Words | None = None
        lengths = [end - start + 1 for start, end in source.window]  # a line feed stands between two spans
        self._starts = [0, *accumulate(lengths)]

    def find(self, quote: Quote, terms: Sequence[str]) -> Kept | None:
        """The quotation in this window, None where it does not stand there."""
        if not is_long_enough(quote.quote, terms):
            return None
        if self._text is None:
            self._text = source_text(window_text(self._source))
        result = place_in(quote.quote, self._text)
        if result is None:
            return None
        first, last = self._span(result.start), self._span(result.end - 1)
        if first == last:
            offset = self._source.window[first][0] - self._starts[first]
            return self._kept(quote, result, offset)
        return self._amid_one_span(quote)

    def _amid_one_span(self, quote: Quote) -> Kept | None:
        """The quotation where it stands in one piece: its first place was not shown as one."""
        for start, end in self._source.window:
            if 2 * (end - start) < len(quote.quote):  # no fold doubles a whole quotation
                continue
            if start not in self._apart:
                self._apart[start] = source_text(self._source.text[start:end])
            result = place_in(quote.quote, self._apart[start])
            if result is not None:
                return self._kept(quote, result, start)
        return None

    def _kept(self, quote: Quote, place: Place, offset: int) -> Kept | None:
        """The quotation at its place of the page, None where what was not shown cuts a word or a number."""
        text, start, end = self._source.text, place.start + offset, place.end + offset
        beside = source_text(_with_neighbours(text, start, end))
        if is_cut(text, start, end) or place_in(quote.quote, beside) is None:
            return None
        cut = place.cut or cut_context(text, start, end) is not None
        return Kept(self._source, text[start:end], quote.stance, quote.note, start, end, cut)

    def is_about(self, terms: Sequence[str]) -> bool:
        """Whether the page, its title or its host has any name of the claim."""
        if self._words is None:
            page = self._source.page
            self._words = words_of(self._source.text, page.title, page.host)
        return is_on_subject(terms, self._words)

    def _span(self, offset: int) -> int:
        return min(bisect_right(self._starts, offset) - 1, len(self._source.window) - 1)


def _with_neighbours(text: str, start: int, end: int) -> str:
    """A passage with what touches it on the page: `3` may be the beginning of `3.14`."""
    before, after = text[max(0, start - _TOUCHING) : start], text[end : end + _TOUCHING]
    head = "" if before[-1:].isspace() else (before.split() or [""])[-1]
    tail = "" if after[:1].isspace() else (after.split() or [""])[0]
    return f"{head}{text[start:end]}{tail}"


def _equal_form(quote: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", quote).casefold().split())
