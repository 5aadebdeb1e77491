"""Alignment: do the tokens of a quote stand in a text, one after another, from a given token on?
(quotes.md, section 4)

The plain truth of the matcher. Nothing is skipped but the markers handed in, nothing is similar: two tokens
are equal under the documented folds or the quote does not stand there. Every step is linear in the tokens
it consumes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from enum import Enum

from citelock.checks.text.chars import INVISIBLE_RE, SUPERSCRIPTS, script
from citelock.checks.text.fold import on_one_line
from citelock.checks.text.markers import Marker, in_line_markers
from citelock.checks.text.patterns import late
from citelock.checks.text.tokens import Kind, Token, line_tokens
from citelock.checks.text.words import UNIT_FOLDS, UNITS

# Steps one quote may cost over all places tried: only text made to be slow comes near it.
STEP_LIMIT = 3_000_000

_GROUPED = late(r"[0-9]{1,3}(?:,[0-9]{3}){2,}|[0-9]{1,3}(?:\.[0-9]{3}){2,}")
_NARROW_SPACES = frozenset("\u00a0\u2007\u2008\u2009\u202f'’")


class Reading(Enum):
    """How words are compared: plainly, as in a quote set in capitals, or with dropped accents allowed."""

    PLAIN = 0
    CAPITALS = 1
    BARE = 2


class QuoteTokens:
    """A quote (or a fragment of one) as tokens, with the markers it carries."""

    def __init__(self, raw: str) -> None:
        self.original = raw
        self.raw = on_one_line(raw)  # what the tokens and markers count their places in
        self.tokens = line_tokens(self.raw, 0, 0, quote=True)
        self.markers = skip_table(self.tokens, in_line_markers(self.raw))
        self.one_case = is_in_one_case(raw)
        self.capitals = raw.isupper()


_CASED_WORD = late(r"(?<![^\W_])[^\W\d_]{2,}")


def is_in_one_case(raw: str) -> bool:
    """True for a quote set wholly in capitals or wholly in small letters, judged by words that are no units."""
    if not (raw.isupper() or raw.islower()):
        return False
    words = (word for word in _CASED_WORD.findall(raw) if word.lower() != word.upper())
    return sum(1 for word in words if word.casefold() not in UNIT_FOLDS) >= 2


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


def skip_table(tokens: Sequence[Token], markers: Sequence[Marker]) -> dict[int, tuple[int, Marker]]:
    """For the first token of each marker: the token after it, and the marker. Both sequences are in order
    of place.
    """
    table: dict[int, tuple[int, Marker]] = {}
    at = 0
    for marker in markers:
        while at < len(tokens) and tokens[at].start < marker.start:
            at += 1
        first = at
        while at < len(tokens) and tokens[at].end <= marker.end:
            at += 1
        if at > first:
            table[first] = (at, marker)
    return table


def _same_marker(one: tuple[int, Marker], other: tuple[int, Marker]) -> bool:
    return (one[1].name, one[1].value) == (other[1].name, other[1].value)


class Aligner:
    """Compares one quote with stretches of one text under one reading; `budget` is shared by all of a
    quote's tries.
    """

    def __init__(
        self,
        quote: QuoteTokens,
        text: Sequence[Token],
        skips: dict[int, tuple[int, Marker]] | None,
        reading: Reading,
        budget: list[int],
    ) -> None:
        self.quote = quote
        self.q = quote.tokens
        self.t = text
        self.skips = skips or {}
        self.quote_markers = quote.markers if skips is not None else {}
        self.reading = reading
        self.budget = budget

    def match(self, at: int, first: int = 0, last: int | None = None) -> Match | None:
        """Aligns quote tokens first..last (exclusive) with the text from token `at` on."""
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
                    beside = self.skips.get(skip[0])  # two marks side by side, of which the quote has the second
                    if beside is None or not _same_marker(mine, beside):
                        return None
                    found.skipped.append(skip[1])
                    j = skip[0]
                    continue
                if self._step(i, j, Match(), []) is None:
                    found.skipped.append(skip[1])
                    j = skip[0]
                    continue
                rest = self.match(skip[0], i, n)  # the quote may have the marker's words itself, so both are tried
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
        if shouts and not self.quote.one_case and not _all_capitals(self.t[at:j]):
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
            return self._superscript(i, j, found)
        if b.kind in (Kind.OPTIONAL, Kind.HYPHEN):
            if a.kind is not Kind.HYPHEN:
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
            return (1, 1) if self._case(i, j, a.raw, b.raw, found, shouts) else None
        if b.alt and mine == b.alt:
            found.notes.add("homoglyph_in_text")
            return (1, 1)
        if rest is None:
            return self._flat_text(i, j, theirs, mine, found)
        return self._joined(i, j, rest, found, shouts)

    def _joined(
        self, i: int, j: int, rest: str, found: Match, shouts: list[tuple[str, str]]
    ) -> tuple[int, int] | None:
        """One word of the quote that the text writes with line-end hyphens in it, or with a superscript
        behind it.
        """
        raw = self.t[j].raw
        at = j + 1
        while at < len(self.t):
            token = self.t[at]
            following = self.after_optional(at)
            if following is not None:
                word = self.t[following]
                left = self._after(rest, self._key(word.form))
                if left is None:
                    return None
                found.notes.add("line_end_hyphen")
                if at + 1 in self.skips and following > at + 1:
                    found.skipped.append(self.skips[at + 1][1])
                raw += word.raw
                at = following + 1
                if left == "":
                    return (1, at - j) if self._case(i, j, self.q[i].raw, raw, found, shouts) else None
                rest = left
            elif token.kind is Kind.SUPERSCRIPT and token.glued and flat(token.form).startswith(rest):
                left = flat(token.form)[len(rest) :]  # `Fe2+` is a word and a sign
                more = _flat_run(self.q, i + 1, left, after_digit=False) if left else 0
                if left and not more:
                    return None
                found.notes.add("superscript_flat")
                return (1 + more, at + 1 - j)
            else:
                return None
        return None

    def after_optional(self, at: int) -> int | None:
        """The token that goes on after an optional hyphen at `at`, furniture passed over; None if it is
        none.
        """
        token = self.t[at]
        if token.kind is not Kind.OPTIONAL and not (token.kind is Kind.HYPHEN and token.alt):
            return None
        following = at + 1
        skip = self.skips.get(following)
        if skip is not None and skip[1].name in ("furniture", "line number"):
            following = skip[0]
        if (
            following < len(self.t)
            and self.t[following].kind is Kind.WORD
            and self.t[following].form[0].isalpha()
        ):
            return following
        return None

    def _flat_text(self, i: int, j: int, theirs: str, mine: str, found: Match) -> tuple[int, int] | None:
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
            begins = len(mine) >= len(theirs) and all(map(_same_or_bare, mine, theirs))
        else:
            begins = mine.startswith(theirs)
        return mine[len(theirs) :] if begins else None

    def _case(
        self, i: int, j: int, mine: str, theirs: str, found: Match, shouts: list[tuple[str, str]]
    ) -> bool:
        """False where the case of letters carries meaning and differs (section 4, case-sensitive tokens)."""
        if mine == theirs:
            return True
        mine, theirs = _typed(mine), _typed(theirs)
        if _is_shout(mine, theirs) or _is_shout(theirs, mine):
            shouts.append((mine, theirs))
        after_number = j > 0 and self.t[j - 1].kind is Kind.NUMBER
        clash = unit_clash(mine, theirs, after_number=after_number)
        if clash is None:
            return True
        if not self.quote.one_case:
            return False
        if clash:
            found.edits.append((mine, theirs))
        return True

    # -- numbers, marks, superscripts -------------------------------------------------------------------

    def _number(self, i: int, j: int, found: Match) -> tuple[int, int] | None:
        a, b = self.q[i].form, self.t[j].form
        if a == b:
            return (1, 1)
        one, two = _grouped(self.q, i), _grouped(self.t, j)
        for left, count in ((_plain(a), 1), one):
            for right, length in ((_plain(b), 1), two):
                if left == right:
                    found.notes.add("number_format")
                    return (count, length)
        return None

    def _mark(self, a: Token, b: Token) -> tuple[int, int] | None:
        """A prime, or a quotation mark after a digit: equal kinds agree, a quotation mark may also be left
        out.
        """
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
            taken = _flat_run(self.q, i, flat(b.form), after_digit=_follows_digit(self.t, j))
            step = (taken, 1)
        else:
            taken = _flat_run(self.t, j, flat(a.form), after_digit=_follows_digit(self.q, i))
            step = (1, taken)
        if not taken:
            return None
        found.notes.add("superscript_flat")
        return step


def flat(form: str) -> str:
    """A superscript run typed as ordinary characters."""
    return "".join(SUPERSCRIPTS.get(char, char) for char in form)


def _flat_run(tokens: Sequence[Token], at: int, wanted: str, *, after_digit: bool) -> int:
    """How many glued tokens from `at` on spell `wanted`; after a digit only behind a `^`. 0 if they do not.
    """
    start = at
    if after_digit:
        if at >= len(tokens) or tokens[at].form != "^":
            return 0
        at += 1
    elif at >= len(tokens) or not tokens[at].glued:
        return 0
    spelled = ""
    while at < len(tokens) and len(spelled) < len(wanted):
        if spelled and not tokens[at].glued:
            return 0
        form = tokens[at].form
        spelled += form if spelled or after_digit else form.removeprefix(".")  # `before).45` for `before).⁴⁵`
        at += 1
    return at - start if spelled == wanted else 0


def _follows_digit(tokens: Sequence[Token], at: int) -> bool:
    return at > 0 and tokens[at - 1].form[-1:].isdigit() and tokens[at].glued


def _plain(form: str) -> str:
    """A number with two or more groups of three, without the separators; any other as it is."""
    return form.replace(",", "").replace(".", "") if _GROUPED.fullmatch(form) else form


def _grouped(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """The number that groups of three from `at` on make, and how many tokens it takes (one: as it stands)."""
    first = tokens[at]
    if not (first.form.isdigit() and len(first.form) <= 3):
        return (first.form, 1)
    value = first.form
    end = at + 1
    narrow = True
    while end < len(tokens) and tokens[end].kind is Kind.NUMBER and _is_group(tokens[end], tokens[end - 1]):
        gap = tokens[end].start - tokens[end - 1].end
        if gap != 1:
            break
        narrow = narrow and tokens[end].gap in _NARROW_SPACES
        value += tokens[end].form
        end += 1
    count = end - at
    return (value, count) if count >= 3 or (count == 2 and narrow) else (first.form, 1)


def _is_group(token: Token, before: Token) -> bool:
    return len(token.form) == 3 and token.form.isdigit() and before.line == token.line


def _same_or_bare(mine: str, theirs: str) -> bool:
    """Equal, or the quote's letter is the text's Latin letter without its marks (never ñ)."""
    if mine == theirs:
        return True
    return theirs != "ñ" and script(theirs) == "latin" and unicodedata.normalize("NFD", theirs)[0] == mine


def _typed(raw: str) -> str:
    """The letters of a word as they would be typed: nothing invisible, no other width. Case is kept."""
    return raw if raw.isascii() else unicodedata.normalize("NFKC", INVISIBLE_RE.sub("", raw).replace("\u00ad", ""))


def _is_shout(one: str, other: str) -> bool:
    """True for `US` against `us`: two to four capitals against the same letters all small."""
    return 2 <= len(one) <= 4 and one.isalpha() and one.isupper() and other.islower()


def unit_clash(mine: str, theirs: str, *, after_number: bool) -> bool | None:
    """None if the case of a unit symbol does not matter here or agrees; else whether both spellings are
    units.
    """
    own, other = mine.lstrip("0123456789.,"), theirs.lstrip("0123456789.,")
    if not (after_number or own != mine) or own == other:
        return None
    if own in UNITS or other in UNITS:
        return own in UNITS and other in UNITS
    return None


def _all_capitals(tokens: Sequence[Token]) -> bool:
    return not any(char.islower() for token in tokens for char in token.raw)
