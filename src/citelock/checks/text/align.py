"""Alignment: whether the tokens of a quote stand in a text one after another, from a given token on.

The plain truth of the matcher (quotes.md, section 4). Nothing is skipped but the markers handed in, nothing
is similar: two tokens are equal under the documented folds or the quote does not stand there. Every step is
linear in the tokens it consumes.
"""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.text.equality import (
    all_capitals,
    flat,
    flat_run,
    follows_digit,
    grouped_number,
    is_shout,
    plain_number,
    same_or_bare,
    typed,
    unit_clash,
)
from citelock.checks.text.fold import SUBSCRIPTS
from citelock.checks.text.marker import Marker
from citelock.checks.text.quote_tokens import QuoteTokens
from citelock.checks.text.tokens import Kind, Token
from citelock.checks.text.words import UNITS

# Steps one quote may cost over all places tried: only text made to be slow comes near it.
STEP_LIMIT = 1_500_000

# Markers of one quote that may be passed over though the quote has their words: each is a call within a call.
MOST_TRIED = 100


class Reading:
    """How words are compared: plainly, as in a quote set in capitals, or with dropped accents allowed."""

    PLAIN = "plain"
    CAPITALS = "capitals"
    BARE = "bare"


class Match:
    """Where an alignment ended (`end`, exclusive) and what it needed on the way."""

    __slots__ = ("edits", "end", "notes", "skipped", "unheld")

    def __init__(self) -> None:
        self.end = 0
        self.skipped: list[Marker] = []
        self.unheld: list[Marker] = []  # of the quote, where the text has none
        self.notes: set[str] = set()
        self.edits: list[tuple[str, str]] = []

    def take(self, rest: Match) -> None:
        """Goes on with an alignment of what comes behind."""
        self.end = rest.end
        self.skipped += rest.skipped
        self.unheld += rest.unheld
        self.notes |= rest.notes
        self.edits += rest.edits


def _same_marker(one: tuple[int, Marker], other: tuple[int, Marker]) -> bool:
    return (one[1].name, one[1].value) == (other[1].name, other[1].value)


class Aligner:
    """Compares one quote with stretches of one text under one reading.

    `skips` None: no markers are passed over. `budget` holds the steps left, shared by all tries of a quote.
    """

    def __init__(
        self,
        quote: QuoteTokens,
        text: Sequence[Token],
        skips: dict[int, tuple[int, Marker]] | None,
        reading: str,
        budget: list[int],
    ) -> None:
        self.quote = quote
        self.q = quote.tokens
        self.t = text
        self.skips = skips or {}
        self.quote_markers = quote.markers if skips is not None else {}
        self.reading = reading
        self.budget = budget

    def match(self, at: int, first: int = 0, last: int | None = None, *, depth: int = 0) -> Match | None:
        """Aligns quote tokens first..last (exclusive) with the text from token `at` on.

        `depth`: how many markers before are passed over though the quote has their words; MOST_TRIED at most.
        """
        i, j = first, at
        n = len(self.q) if last is None else last
        found = Match()
        shouts: list[tuple[str, str]] = []
        held = False
        while i < n:
            self.budget[0] -= 1
            if self.budget[0] < 0:
                return None
            skip = self.skips.get(j)
            mine = self.quote_markers.get(i)
            if skip is not None and (i > first or mine is not None):
                if mine is not None:
                    if _same_marker(mine, skip):
                        held = True
                        i, j = mine[0], skip[0]
                        continue
                    beside = self.skips.get(skip[0])  # of two marks side by side the quote has the second
                    if beside is None or not _same_marker(mine, beside):
                        return None
                    found.skipped.append(skip[1])
                    j = skip[0]
                    continue
                if self._step(i, j, Match(), []) is None:
                    found.skipped.append(skip[1])
                    j = skip[0]
                    continue
                # The quote may have the marker's words itself, so both are tried.
                rest = self.match(skip[0], i, n, depth=depth + 1) if depth < MOST_TRIED else None
                if rest is not None and not (rest.unheld and held):
                    found.skipped.append(skip[1])
                    found.take(rest)
                    return found
            step = self._step(i, j, found, shouts)
            if step is None:
                if mine is not None and skip is None:
                    found.unheld.append(mine[1])
                    i = mine[0]
                    continue
                return None
            i += step[0]
            j += step[1]
        if found.unheld and (
            held or any(marker.name in ("citation", "note", "author-year") for marker in found.skipped)
        ):
            return None
        if shouts and not self.quote.one_case and not all_capitals(self.t[at:j]):
            return None
        found.end = j
        return found

    def _step(self, i: int, j: int, found: Match, shouts: list[tuple[str, str]]) -> tuple[int, int] | None:
        """How many tokens of the quote and of the text the next equal piece takes, or None if they differ."""
        a = self.q[i]
        if j >= len(self.t):
            return (1, 0) if a.kind is Kind.MARK and a.alt == "soft" else None
        b = self.t[j]
        if b.kind is Kind.MARK or a.kind is Kind.MARK:
            return self._mark(a, b)
        if b.kind is Kind.WORD:
            return self._word(i, j, found, shouts)
        if a.kind is Kind.NUMBER and b.kind is Kind.NUMBER:
            return self._number(i, j, found)
        if b.kind is Kind.SUPERSCRIPT or a.kind is Kind.SUPERSCRIPT:
            return self._superscript(i, j, found) or self._before_word(i, j, found, shouts)
        if b.kind in (Kind.OPTIONAL, Kind.HYPHEN):
            if a.kind is not Kind.HYPHEN:
                return None
            if _is_sign(self.q, i) != _is_sign(self.t, j):
                return None
            if b.kind is Kind.OPTIONAL or b.alt:
                found.notes.add("line_end_hyphen")
            return (1, 1)
        return (1, 1) if a.kind is b.kind and a.form == b.form else None

    # -- words ------------------------------------------------------------------------------------------

    def _word(self, i: int, j: int, found: Match, shouts: list[tuple[str, str]]) -> tuple[int, int] | None:
        a, b = self.q[i], self.t[j]
        if a.kind not in (Kind.WORD, Kind.NUMBER):
            return None
        mine, theirs = self._key(a.form), self._key(b.form)
        rest = self._after(mine, theirs)
        if rest == "":
            return (1, 1) if self._case(j, a.raw, b.raw, found, shouts) else None
        if b.alt and mine == b.alt:
            found.notes.add("homoglyph_in_text")
            return (1, 1)
        if rest is None:
            return self._flat_text(i, theirs, mine, found) if SUBSCRIPTS.isdisjoint(b.raw) else None
        return self._joined(i, j, rest, found, shouts)

    def _joined(
        self, i: int, j: int, rest: str, found: Match, shouts: list[tuple[str, str]]
    ) -> tuple[int, int] | None:
        """One word of the quote that the text writes with line-end hyphens or a superscript behind it."""
        tokens, budget = self.t, self.budget
        raw = tokens[j].raw
        at = j + 1
        while at < len(tokens) and budget[0] >= 0:
            budget[0] -= 1
            token = tokens[at]
            following = self.after_optional(at)
            if following is not None:
                word = tokens[following]
                left = self._after(rest, self._key(word.form))
                if left is None:
                    return None
                found.notes.add("line_end_hyphen")
                if following > at + 1 and at + 1 in self.skips:
                    found.skipped.append(self.skips[at + 1][1])
                raw += word.raw
                at = following + 1
                if left == "":
                    return (1, at - j) if self._case(j, self.q[i].raw, raw, found, shouts) else None
                rest = left
            elif (
                token.kind is Kind.SUPERSCRIPT
                and token.glued
                and flat(token.form).startswith(rest)
                and SUBSCRIPTS.isdisjoint(self.q[i].raw)
            ):
                left = flat(token.form)[len(rest) :]  # `Fe2+` is a word and a sign
                more = flat_run(self.q, i + 1, left, after_digit=False) if left else 0
                if left and not more:
                    return None
                found.notes.add("superscript_flat")
                return (1 + more, at + 1 - j)
            else:
                return None
        return None

    def after_optional(self, at: int) -> int | None:
        """The token behind an optional hyphen at `at`, furniture passed over; None if it is none."""
        tokens = self.t
        token = tokens[at]
        if token.kind is not Kind.OPTIONAL and not (token.kind is Kind.HYPHEN and token.alt):
            return None
        following = at + 1
        skip = self.skips.get(following) if self.skips else None
        if skip is not None and skip[1].name in ("furniture", "line number"):
            following = skip[0]
        if following >= len(tokens):
            return None
        word = tokens[following]
        return following if word.kind is Kind.WORD and word.form[0].isalpha() else None

    def _flat_text(self, i: int, theirs: str, mine: str, found: Match) -> tuple[int, int] | None:
        """`m²` of the quote where the text writes `m2`."""
        if not theirs.startswith(mine) or i + 1 >= len(self.q):
            return None
        following = self.q[i + 1]
        if (
            following.kind is Kind.SUPERSCRIPT
            and following.glued
            and flat(following.form) == theirs[len(mine) :]
        ):
            found.notes.add("superscript_flat")
            return (2, 1)
        return None

    def _key(self, form: str) -> str:
        if self.reading is Reading.CAPITALS and not form.isascii():
            return form.replace("ß", "ss").replace("ı", "i")
        return form

    def _after(self, mine: str, theirs: str) -> str | None:
        """What is left of `mine` behind `theirs`; None if it does not begin with it."""
        if self.reading is Reading.BARE:
            begins = len(mine) >= len(theirs) and all(map(same_or_bare, mine, theirs))
        else:
            begins = mine.startswith(theirs)
        return mine[len(theirs) :] if begins else None

    def _case(self, j: int, mine: str, theirs: str, found: Match, shouts: list[tuple[str, str]]) -> bool:
        """False where the case of letters carries meaning and differs (section 4, case-sensitive tokens)."""
        if mine == theirs:
            return True
        mine, theirs = typed(mine), typed(theirs)
        if is_shout(mine, theirs) or is_shout(theirs, mine):
            shouts.append((mine, theirs))
        clash = unit_clash(mine, theirs, after_number=self._follows_figure(j))
        if clash is None:
            return True
        if not self.quote.one_case:
            return False
        if clash:
            found.edits.append((mine, theirs))
        return True

    def _follows_figure(self, j: int) -> bool:
        """True for a word behind a number, over a hyphen too (`300-MW`), or behind a unit and slash."""
        if j and self.t[j - 1].kind is Kind.HYPHEN:
            j -= 1
        elif j > 1 and self.t[j - 1].form == "/":
            return self.t[j - 2].raw in UNITS or self.t[j - 2].kind is Kind.NUMBER
        return j > 0 and self.t[j - 1].kind in (Kind.NUMBER, Kind.SUPERSCRIPT)

    # -- numbers, marks, superscripts -------------------------------------------------------------------

    def _number(self, i: int, j: int, found: Match) -> tuple[int, int] | None:
        a, b = self.q[i].form, self.t[j].form
        if a == b:
            return (1, 1)
        one, two = grouped_number(self.q, i), grouped_number(self.t, j)
        for left, count in ((plain_number(a), 1), one):
            for right, length in ((plain_number(b), 1), two):
                if left == right:
                    found.notes.add("number_format")
                    return (count, length)
        return None

    def _mark(self, a: Token, b: Token) -> tuple[int, int] | None:
        """A prime or a quotation mark after a digit: equal kinds agree, the latter may also be left out."""
        if b.kind in (Kind.MARK, Kind.PRIME) and a.kind in (Kind.MARK, Kind.PRIME) and a.form == b.form:
            return (1, 1)
        if b.kind is Kind.MARK and b.alt == "soft":
            return (0, 1)
        if a.kind is Kind.MARK and a.alt == "soft":
            return (1, 0)
        return None

    def _superscript(self, i: int, j: int, found: Match) -> tuple[int, int] | None:
        a, b = self.q[i], self.t[j]
        if a.kind is b.kind:
            return (1, 1) if a.form == b.form else None
        if b.kind is Kind.SUPERSCRIPT:
            taken = flat_run(self.q, i, flat(b.form), after_digit=follows_digit(self.t, j))
            step = (taken, 1)
        else:
            taken = flat_run(self.t, j, flat(a.form), after_digit=follows_digit(self.q, i))
            step = (1, taken)
        if not taken:
            return None
        found.notes.add("superscript_flat")
        return step

    def _before_word(
        self, i: int, j: int, found: Match, shouts: list[tuple[str, str]]
    ) -> tuple[int, int] | None:
        """`1See` of the quote where the text has a raised figure before a word: a note's mark, a mass number.

        People copy both so, from pages and from viewers.
        """
        a, b = self.q[i], self.t[j]
        if b.kind is not Kind.SUPERSCRIPT or a.kind is not Kind.WORD or j + 1 >= len(self.t):
            return None
        word, mark = self.t[j + 1], flat(b.form)
        if (
            word.kind is not Kind.WORD
            or word.line != b.line
            or not mark.isdecimal()
            or _behind_figure(self.t, j)
        ):
            return None
        rest = a.form.removeprefix(mark)
        if rest == a.form or self._after(self._key(rest), self._key(word.form)) != "":
            return None
        if not self._case(j + 1, a.raw.lstrip("0123456789"), word.raw, found, shouts):
            return None
        found.notes.add("superscript_flat")
        return (1, 2)


def _behind_figure(tokens: Sequence[Token], at: int) -> bool:
    """True for a superscript that may belong to what stands before it: glued to it, or behind a figure."""
    if not at or tokens[at - 1].line != tokens[at].line:
        return False
    return tokens[at].glued or tokens[at - 1].kind in (Kind.NUMBER, Kind.SUPERSCRIPT)


def _is_sign(tokens: Sequence[Token], at: int) -> bool:
    """True for a hyphen between two numbers with a blank on its left only: `5, -3` is no range."""
    if not 0 < at < len(tokens) - 1 or tokens[at].glued or not tokens[at + 1].glued:
        return False
    return tokens[at - 1].kind is Kind.NUMBER and tokens[at + 1].kind is Kind.NUMBER
