"""What a missed quote and its source are compared by: words, and characters where a script has no spaces.

Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces between words; a sentence would be
one word there, and nothing but the whole of it could agree (quotes.md, section 10).
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Protocol

from citelock.checks.named import NamedTuple
from citelock.checks.text.chars import HAN, OPTIONAL_HYPHEN, UNSPACED
from citelock.checks.text.fold import on_one_line
from citelock.checks.text.fold_places import placed_fold
from citelock.checks.text.patterns import late
from citelock.checks.text.source import SourceText

_MOST_PAIRS = 60  # of a quote; more do not make the vote better
_MOST_WORDS = 400  # of a quote that are compared with the window
_MOST_CHARACTERS = 300
# A word or number, or a single sign: spacing around signs is free, so it is no difference.
_TOKEN = late(rb"[0-9a-z\x80-\xff](?:[0-9a-z\x80-\xff'.,_]*[0-9a-z\x80-\xff])?|[^ ]")
_TOKEN_AS_TYPED = late(r"[^\W_](?:[\w'’.,]*[^\W_])?|[^\s\w.,;:!()\[\]{}\"“”«»„‘’]")
_STRAY = 2  # words by which a single equal word may be out of its place
_BYTES = 16  # of a character with its marks, or of a short word among such characters
_OPTIONAL = OPTIONAL_HYPHEN.encode()
_OF_WORDS = bytes([*range(0x30, 0x3A), *range(0x61, 0x7B), *range(0x80, 0x100)])
_SPARE = 3  # bytes by which words of the text may be longer than those of the quote, on average

# What cannot stand alone: vowels written in front of their consonant, consonants set below one, marks.
_LEADING = "\u0e40-\u0e44\u0ec0-\u0ec4"
_BELOW = "\u17d2[\u1780-\u17a2]|\u1039[\u1000-\u1021]"
_MARKS = (
    "\u0e30-\u0e3a\u0e45\u0e47-\u0e4e\u0eb0-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059\u105e-\u1060"
    "\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u17b4-\u17d3\u17dd\u3099\u309a"
)
_UNSPACED = late(f"[{UNSPACED}]")
# Bytes with which no character of these scripts begins in UTF-8: the class above is large, and seldom needed.
_NO_LEADS = bytes([*range(0xE0), 0xE2, *range(0xEB, 0xEF), *range(0xF1, 0x100)])
_WITH_HAN = late(f"[{HAN}]")
_PIECE = late(f"[{_LEADING}]?[{UNSPACED}](?:{_BELOW}|[{_MARKS}]){{0,8}}|[^{UNSPACED}]+")


class Unit(NamedTuple):
    """A word or character of a folded text as it is compared, and the bytes where it stands."""

    form: bytes
    start: int
    end: int


class Stretch:
    """The units of a stretch of the folded text: their forms, and the places of those that are asked for."""

    __slots__ = ("_at", "_search", "_spans", "forms")

    def __init__(self, search: bytes, where: int, forms: list[bytes]) -> None:
        """`forms` follow one another from `where` on with nothing but spaces between them."""
        self.forms = forms
        self._search = search
        self._at = where
        self._spans: list[tuple[int, int]] = []

    @classmethod
    def of(cls, units: list[Unit]) -> Stretch:
        """The stretch of these units."""
        made = cls(b"", 0, [unit.form for unit in units])
        made._spans = [(unit.start, unit.end) for unit in units]
        return made

    def span(self, number: int) -> tuple[int, int]:
        """The bytes where unit `number` stands."""
        spans, search, at = self._spans, self._search, self._at
        for form in self.forms[len(spans) : number + 1]:
            start = search.find(form, at)
            at = start + len(form)
            spans.append((start, at))
        self._at = at
        return spans[number]


class Quoted(Protocol):
    """A quote taken apart into units.

    `forms` are compared; `clues` are pieces of folded text, whole words with a space on either side, that
    vote for the place; `slack` is how many units the source may have between two of them, or at an end;
    so many of its `first` units say that it begins at a place.
    """

    forms: list[bytes]
    slack: int
    first: int

    @property
    def clues(self) -> list[bytes]:
        """See above."""

    def is_strong(self, beginning: bytes) -> bool:
        """True if it is known without looking that enough clues stand where this beginning does."""

    def before(self, search: bytes, where: int) -> int:
        """The place `slack` units before `where`, at the beginning of one."""

    def beginning(self, source: SourceText) -> tuple[bytes, int]:
        """The longest beginning that stands in the source, and where it first does.

        b"" if it is too short to say where to look.
        """

    def units_from(self, search: bytes, where: int) -> Stretch:
        """The units of the folded text from `where` on, somewhat more than the quote has."""

    def is_run(self, begin: int, size: int, apart: int) -> bool:
        """Whether so many equal units from `begin` on are no chance, `apart` units out of their place."""

    def written(self, begin: int, end: int) -> str:
        """These units as the quote has them."""

    def agreed(self, count: int) -> str:
        """The first units, folded."""


def taken_apart(raw: str, folded: bytes) -> Quoted:
    """The quote by words, or by characters if any of it is in a script without spaces."""
    if not folded.isascii() and is_unspaced(folded.decode()):
        return _Characters(raw, folded)
    return _Words(raw, folded)


def is_unspaced(text: str) -> bool:
    """Whether any of the text is in a script that is written without spaces between words."""
    if text.isascii() or not text.encode().translate(None, _NO_LEADS):
        return False
    return _UNSPACED.search(text) is not None


def pieces(word: str) -> list[str]:
    """The characters of scripts without spaces, each with its marks, and what stands between them.

    >>> pieces("在2023年")
    ['在', '2023', '年']
    """
    return _PIECE.findall(word)


class _Words:
    """A quote in a script with spaces."""

    slack = 12
    first = 1
    _least = 4  # words: shorter runs stand in many places

    def __init__(self, raw: str, folded: bytes) -> None:
        words = folded.split(b" ")[:_MOST_WORDS]
        self.forms = _TOKEN.findall(b" ".join(words))
        self._raw, self._folded, self._words = raw, folded, words

    @property
    def clues(self) -> list[bytes]:
        """See `Quoted`."""
        return list(dict.fromkeys(b" %s %s " % pair for pair in pairwise(self._words)))[:_MOST_PAIRS]

    def is_strong(self, beginning: bytes) -> bool:
        """See `Quoted`. The pairs of the beginning are clues that stand there."""
        pairs = len(set(pairwise(beginning.split())))
        return pairs >= 2 and 3 * pairs >= min(len(self._words) - 1, _MOST_PAIRS)

    def before(self, search: bytes, where: int) -> int:
        """See `Quoted`."""
        for _ in range(self.slack):
            where = max(search.rfind(b" ", 0, max(where - 1, 0)) + 1, 0)
        return where

    def beginning(self, source: SourceText) -> tuple[bytes, int]:
        """See `Quoted`."""
        count, place = source.prefix(self._folded)
        if count < self._least:
            return b"", -1
        if count > len(self._words):
            beginning = b" %s " % b" ".join(self._words)
            return beginning, source.padded.find(beginning)
        return b" %s " % b" ".join(self._words[:count]), place

    def units_from(self, search: bytes, where: int) -> Stretch:
        """See `Quoted`. A word that a line end broke is read as the quote has it, joined or with a hyphen."""
        most = len(self.forms) + 3 * self.slack
        width = most * (len(self._folded) // (len(self.forms) or 1) + _SPARE)
        stop = search.find(b" ", where + width)
        stretch = search[where : stop if stop >= 0 else None]
        if _OPTIONAL not in stretch and len(stretch) <= 2 * width:
            forms: list[bytes] = []
            for word in stretch.split():  # a fold has no other white space
                if word.isalnum() or not word.translate(None, _OF_WORDS):
                    forms.append(word)
                else:
                    forms += _TOKEN.findall(word)
            if len(forms) >= most or stop < 0:
                return Stretch(search, where, forms[:most])
        quoted = frozenset(self.forms)
        units: list[Unit] = []
        for match in islice(_TOKEN.finditer(search, where), most):
            form, start = match[0], match.start()
            parts = form.split(_OPTIONAL)
            joined = b"".join(parts)
            if len(parts) == 1 or joined in quoted or not quoted.issuperset(parts):
                units.append(Unit(joined, start, match.end()))
                continue
            for number, part in enumerate(parts):
                if number:
                    units.append(Unit(b"-", start, start + len(_OPTIONAL)))
                    start += len(_OPTIONAL)
                units.append(Unit(part, start, start + len(part)))
                start += len(part)
        return Stretch.of(units)

    def is_run(self, begin: int, size: int, apart: int) -> bool:
        """A single word far from its place is no run."""
        return size > 1 or (size == 1 and apart <= _STRAY)

    def written(self, begin: int, end: int) -> str:
        """See `Quoted`."""
        typed = _TOKEN_AS_TYPED.findall(self._raw)
        if len(typed) != len(self.forms):
            typed = [form.decode() for form in self.forms]
        return " ".join(typed[begin:end])

    def agreed(self, count: int) -> str:
        """See `Quoted`."""
        return b" ".join(self.forms[:count]).decode()


class _Characters:
    """A quote in a script without spaces, perhaps with words and numbers among its characters."""

    slack = 24
    first = 2
    _least = 8

    def __init__(self, raw: str, folded: bytes) -> None:
        self._raw, self._folded = raw, folded
        units = _units(folded)
        clues = list(dict.fromkeys(filter(None, map(self._clue, units, units[1:], [*units[2:], None]))))
        step = -(-len(clues) // _MOST_PAIRS) or 1
        self._clues = clues[::step]
        self._units = units[:_MOST_CHARACTERS]
        self.forms = [unit.form for unit in self._units]

    @property
    def clues(self) -> list[bytes]:
        """See `Quoted`."""
        return self._clues

    def is_strong(self, beginning: bytes) -> bool:
        """See `Quoted`."""
        return False

    def _clue(self, first: Unit, second: Unit, third: Unit | None) -> bytes | None:
        """Two units, one of them Han, or three: syllables are fewer than characters and meet by chance."""
        if first.end != second.start:
            spaced = not (self._is_character(first.form) or self._is_character(second.form))
            return b" %s %s " % (first.form, second.form) if spaced else None
        if _WITH_HAN.search((first.form + second.form).decode()):
            return self._folded[first.start : second.end]
        if third is None or third.start != second.end:
            return None
        return self._folded[first.start : third.end]

    @staticmethod
    def _is_character(form: bytes) -> bool:
        return not form.isascii() and is_unspaced(form.decode())

    def before(self, search: bytes, where: int) -> int:
        """See `Quoted`."""
        where = max(where - 3 * self.slack, 0)
        while where < len(search) and search[where] & 0xC0 == 0x80:  # inside a character
            where += 1
        return where

    def beginning(self, source: SourceText) -> tuple[bytes, int]:
        """See `Quoted`."""
        low, high = 0, len(self._units)
        while low < high:
            middle = (low + high + 1) // 2
            if self._folded[: self._units[middle - 1].end] in source.search:
                low = middle
            else:
                high = middle - 1
        if low < self._least:
            return b"", -1
        beginning = self._folded[: self._units[low - 1].end]
        return beginning, source.search.find(beginning)

    def units_from(self, search: bytes, where: int) -> Stretch:
        """See `Quoted`."""
        most = len(self.forms) + 3 * self.slack
        return Stretch.of(_units(search[where : where + _BYTES * most], where)[:most])

    def is_run(self, begin: int, size: int, apart: int) -> bool:
        """Single characters and short syllables are in every text."""
        run = self.forms[begin : begin + size]
        if not all(map(self._is_character, run)):
            return size > 1 or (size == 1 and apart <= _STRAY)
        return size > 2 or (size == 2 and _WITH_HAN.search(b"".join(run).decode()) is not None)

    def written(self, begin: int, end: int) -> str:
        """See `Quoted`."""
        if end <= begin:
            return ""
        start, stop = self._units[begin].start, self._units[end - 1].end
        line = on_one_line(self._raw)
        folded = placed_fold(line, quote=True)
        if folded.text.encode() != self._folded:
            return self._folded[start:stop].decode()
        first, last = len(self._folded[:start].decode()), len(self._folded[:stop].decode())
        return " ".join(line[folded.starts[first] : folded.ends[last - 1]].split())

    def agreed(self, count: int) -> str:
        """See `Quoted`."""
        return self._folded[: self._units[count - 1].end].decode() if count else ""


def _units(folded: bytes, offset: int = 0) -> list[Unit]:
    """The units of a piece of folded text; one that was cut inside a character loses that."""
    units: list[Unit] = []
    for match in _TOKEN.finditer(folded):
        at = offset + match.start()
        for piece in pieces(match[0].decode("utf-8", "ignore")):
            form = piece.encode()
            units.append(Unit(form, at, at + len(form)))
            at += len(form)
    return units
