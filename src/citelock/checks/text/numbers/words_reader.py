"""Finds the number words of a text with the tables of one language (numbers.md, section 3, rows 4, 6 and 9).

Leftmost and longest: phrases of the language first (half a million, no one, nineties), then what `compose`
reads, then what stands behind it: a decimal point in words, a denominator, a mixed fraction, a scale, "times".
Chinese has a reader of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Context, Decimal
from typing import NamedTuple

from citelock.checks.text.numbers.words_grammar import Atom, Composed, WordNumber, compose

_WORD = re.compile(r"[^\W\d_]+")
_HYPHENS = "-‐‑"
# Between two words of one number: white space on one line or over a break, or one hyphen.
_GAP = re.compile(rf"[ \t\u00a0\u2009\u202f]{{1,4}}\n?|\n|[{_HYPHENS}]")
_CONTEXT = Context(prec=40)
_LONGEST_WORD = 200  # characters; the longest German compound below a million has 66


class Meaning(NamedTuple):
    """What a fixed phrase says: as `WordNumber`, without a place. No kind: the phrase is no number at all."""

    kind: str = ""
    value: int = 0
    numerator: int = 0
    denominator: int = 0
    weak: bool = False


class Grammar(NamedTuple):
    """The number words of one language.

    `atoms_of` splits a lower-case word into atoms, none for any other word; `may_begin` is a quick test of the
    same. `phrases` are keyed by their first word, longest first. `denominators` are for a numerator of one and
    for a greater one. `mixed` follows a number and adds a fraction to it; `of` may stand between a fraction
    and a scale. A `doubtful` word (French neuf: nine, new) alone is a weak number, unless a word behind it
    is not one of the `loose` ones; where there are none, it always is. `commas` may stand behind a scale (one
    thousand, two hundred and five); `years` are read in pairs (nineteen eighty-four).
    """

    atoms_of: Callable[[str], Sequence[Atom]]
    may_begin: Callable[[str], bool]
    joins: str
    phrases: Mapping[str, Sequence[tuple[tuple[str, ...], Meaning]]]
    denominators: tuple[Mapping[str, int], Mapping[str, int]]
    mixed: Mapping[str, Sequence[tuple[tuple[str, ...], tuple[int, int]]]]
    point: frozenset[str]
    of: frozenset[str]
    folds: frozenset[str]
    minus: frozenset[str]
    soixante: bool = False
    teens_hundred: bool = False
    chained: bool = False
    commas: bool = False
    years: bool = False
    doubtful: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()


def phrase_table(rows: Sequence[tuple[str, Meaning]]) -> dict[str, list[tuple[tuple[str, ...], Meaning]]]:
    """Phrases keyed by their first word, longest first; `|` separates several of one meaning."""
    table: dict[str, list[tuple[tuple[str, ...], Meaning]]] = {}
    for phrases, meaning in rows:
        for phrase in phrases.split("|"):
            words = tuple(phrase.split())
            table.setdefault(words[0], []).append((words, meaning))
    for entries in table.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return table


def mixed_table(
    rows: Sequence[tuple[str, int, int]],
) -> dict[str, list[tuple[tuple[str, ...], tuple[int, int]]]]:
    """Phrases such as "and a half" with numerator and denominator, keyed by their first word."""
    table: dict[str, list[tuple[tuple[str, ...], tuple[int, int]]]] = {}
    for phrases, numerator, denominator in rows:
        for phrase in phrases.split("|"):
            words = tuple(phrase.split())
            table.setdefault(words[0], []).append((words, (numerator, denominator)))
    return table


class _Text:
    """The words of a text in lower case, and which of them stand next to one another."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = [match.span() for match in _WORD.finditer(text)]
        self.words = [
            text[start:end].lower().replace("ё", "е") if end - start <= _LONGEST_WORD else ""
            for start, end in self.spans
        ]

    def joined(self, index: int) -> bool:
        """Whether the word stands directly behind the one before it."""
        if not 0 < index < len(self.spans):
            return False
        return _GAP.fullmatch(self.text, self.spans[index - 1][1], self.spans[index][0]) is not None

    def hyphen_before(self, index: int) -> bool:
        start = self.spans[index][0]
        return start > 0 and self.text[start - 1] in _HYPHENS

    def follows(self, index: int, words: Sequence[str]) -> bool:
        """Whether these words stand in a row, beginning with the one of that index."""
        return self.words[index : index + len(words)] == list(words) and all(
            self.joined(i) for i in range(index + 1, index + len(words))
        )


def read(text: str, grammar: Grammar) -> list[WordNumber]:
    """The number words of a text, leftmost and longest, in its order."""
    row = _Text(text)
    found: list[WordNumber] = []
    index, phrases, may_begin = 0, grammar.phrases, grammar.may_begin
    while index < len(row.words):
        word = row.words[index]
        if word in phrases:
            taken = _phrase(row, index, grammar, found)
            if taken:
                index += taken
                continue
        if may_begin(word):
            number, taken = _number(row, index, grammar)
            if number is not None:
                found.append(number)
            index += taken
        else:
            index += 1
    return found


def _phrase(row: _Text, index: int, grammar: Grammar, found: list[WordNumber]) -> int:
    """Reads a fixed phrase, with a scale behind a fraction; returns how many words it took, 0 for no phrase."""
    for words, meaning in grammar.phrases[row.words[index]]:
        if not row.follows(index, words):
            continue
        taken = len(words)
        if meaning.kind:
            number = Decimal(meaning.value)
            if meaning.denominator:
                number = _CONTEXT.divide(Decimal(meaning.numerator), Decimal(meaning.denominator))
                scale, more = _scale_behind_fraction(row, index + taken, grammar)
                if scale:
                    taken += more
                    found.append(_scaled(row, index, taken, number, scale))
                    return taken
                if row.joined(index + taken) and row.hyphen_before(index + taken):
                    return taken  # half-life, half-hearted
            start, end = row.spans[index][0], row.spans[index + taken - 1][1]
            found.append(WordNumber(start, end, number, *meaning[:1], *meaning[2:]))
        return taken
    return 0


def _number(row: _Text, index: int, grammar: Grammar) -> tuple[WordNumber | None, int]:
    """The number that begins at a word, and how many words it takes (at least one)."""
    begin = index
    negative = row.words[index] in grammar.minus
    if negative:
        index += 1
        if not row.joined(index) or (begin and grammar.may_begin(row.words[begin - 1]) and row.joined(begin)):
            return None, 1
    composed, taken = _composed(row, index, grammar)
    if composed is None or _after_digit(row, begin):
        return None, 1
    index += taken
    pair = _year_pair(row, index, composed.value, grammar) if taken == 1 and not composed.ordinal else None
    if pair is not None:
        composed, index = composed._replace(value=pair[0]), index + pair[1]
    value, step = Decimal(composed.value), Decimal(composed.step)
    kind = "ordinal" if composed.ordinal else "cardinal"
    numerator = denominator = 0
    weak = composed.value <= (2 if composed.ordinal else 1) and composed.value > 0
    if not composed.ordinal:
        fraction = _fraction(row, index, composed.value, grammar)
        mixed = None if fraction else _mixed(row, index, grammar)
        if fraction:
            denominator, more = fraction
            numerator, kind, weak = composed.value, "fraction", False
            value = _CONTEXT.divide(value, Decimal(denominator))
            index += more
            scale, more = _scale_behind_fraction(row, index, grammar)
        elif mixed:
            part, more = mixed
            # "a million and a half" is half of the scale, "two and a half" half of one
            value, step, weak = value + part * step, step / 10, False
            index += more
            scale, more = _scale(row, index, grammar)
        else:
            decimals, more = _decimals(row, index, grammar)
            scale = 0
            if decimals:
                value, step, weak = (
                    value + decimals,
                    Decimal(1).scaleb(int(decimals.as_tuple().exponent)),
                    False,
                )
                index += more
                scale, more = _scale(row, index, grammar)
        if scale:
            number = _scaled(row, begin, index + more - begin, value, scale)
            if not fraction:
                number = number._replace(step=step * scale)
            return (number._replace(value=-number.value) if negative else number), index + more - begin
        if row.joined(index) and row.words[index] in grammar.folds and kind == "cardinal":
            kind, weak = "fold", False
            index += 1
    if index - begin == 1 and row.words[begin] in grammar.doubtful:
        weak = not (grammar.loose and row.joined(index) and row.words[index] not in grammar.loose)
    start, end = row.spans[begin][0], row.spans[index - 1][1]
    number = WordNumber(start, end, -value if negative else value, kind, numerator, denominator, weak, step)
    return number, index - begin


def _composed(row: _Text, index: int, grammar: Grammar) -> tuple[Composed | None, int]:
    """What `compose` reads at a word, ended at the end of a word, and how many words that is."""
    ends: list[int] = []

    def atoms(last: int) -> Iterator[Atom]:
        count = 0
        for i in range(index, last):
            if i > index and not row.joined(i) and not (grammar.commas and _over_comma(row, i, grammar)):
                return
            pieces = grammar.atoms_of(row.words[i])
            if not pieces:
                return
            count += len(pieces)
            ends.append(count)
            yield from pieces

    last = len(row.words)
    while last > index:
        ends.clear()
        composed = compose(
            atoms(last), grammar.joins, grammar.soixante, grammar.teens_hundred, grammar.chained
        )
        if composed is None:
            return None, 0
        if composed.taken in ends:
            return composed, ends.index(composed.taken) + 1
        last = index + sum(1 for end in ends if end < composed.taken)  # it ended inside a compound
    return None, 0


def _over_comma(row: _Text, index: int, grammar: Grammar) -> bool:
    """Whether the number goes on behind a comma: a scale before it, hundreds joined to more behind it.

    "Of two thousand, three hundred died" has two numbers, "two thousand, three hundred and five" is one.
    """
    if row.text[row.spans[index - 1][1] : row.spans[index][0]] not in (", ", ",\n", ",\u00a0"):
        return False
    before = grammar.atoms_of(row.words[index - 1])
    behind = [grammar.atoms_of(word)[:1] for word in row.words[index : index + 4]]
    roles = "".join(atom[0].role if atom else "-" for atom in behind)
    return (
        before[-1:] != ()
        and before[-1].role == "S"
        and roles.startswith("uh&")
        and roles[3:] not in ("", "-")
    )


def _year_pair(row: _Text, index: int, first: int, grammar: Grammar) -> tuple[int, int] | None:
    """The year that a number and the one behind it are (nineteen eighty-four), and how many words more."""
    if not (grammar.years and 13 <= first <= 20 and row.joined(index)) or row.hyphen_before(index):
        return None
    second, taken = _composed(row, index, grammar)
    if second is None or second.ordinal or not 10 <= second.value <= 99:
        return None
    behind = index + taken
    if row.joined(behind) and row.hyphen_before(behind):  # twenty fifteen-minute talks
        return None
    return 100 * first + second.value, taken


def _after_digit(row: _Text, index: int) -> bool:
    """Whether digits stand directly before the word: `3 thousand`, `12-hundred` are the parser's."""
    before = row.text[max(0, row.spans[index][0] - 2) : row.spans[index][0]]
    return before.rstrip(" \u00a0\u202f-")[-1:].isdigit()


def _fraction(row: _Text, index: int, numerator: int, grammar: Grammar) -> tuple[int, int] | None:
    """The denominator behind a numerator, and how many words it takes."""
    if not row.joined(index) or not 0 < numerator < 1000:
        return None
    denominator = grammar.denominators[numerator > 1].get(row.words[index])
    return None if denominator is None else (denominator, 1)


def _mixed(row: _Text, index: int, grammar: Grammar) -> tuple[Decimal, int] | None:
    """The fraction added behind a number (and a half), and how many words it takes."""
    if not row.joined(index):
        return None
    for words, (numerator, denominator) in grammar.mixed.get(row.words[index], ()):
        if row.follows(index, words):
            return _CONTEXT.divide(Decimal(numerator), Decimal(denominator)), len(words)
    return None


def _decimals(row: _Text, index: int, grammar: Grammar) -> tuple[Decimal, int]:
    """The decimals behind a number (point five, Komma zwei fünf), and how many words they take."""
    if not row.joined(index) or row.words[index] not in grammar.point:
        return Decimal(0), 0
    digits = ""
    taken = 1
    while len(digits) < 20 and row.joined(index + taken):
        pieces = grammar.atoms_of(row.words[index + taken])
        if len(pieces) != 1 or pieces[0].ordinal or pieces[0].role not in "0u":
            break
        digits += str(pieces[0].value)
        taken += 1
    if len(digits) < 2:  # virgule vingt-cinq, целых пять сотых
        composed, more = _composed(row, index + 1, grammar) if row.joined(index + 1) else (None, 0)
        if composed is None or composed.ordinal or composed.value >= 1000:
            return (Decimal(int(digits)).scaleb(-1), taken) if digits else (Decimal(0), 0)
        digits, taken = str(composed.value), 1 + more
        places = (
            grammar.denominators[composed.value > 1].get(row.words[index + taken])
            if row.joined(index + taken)
            else None
        )
        if places in (10, 100, 1000):  # две целых пять сотых
            digits, taken = digits.zfill(len(str(places)) - 1), taken + 1
    return Decimal(int(digits)).scaleb(-len(digits)), taken


def _scale(row: _Text, index: int, grammar: Grammar) -> tuple[int, int]:
    """The scale word directly behind a number, and how many words it takes; zeros if there is none."""
    if row.joined(index):
        pieces = grammar.atoms_of(row.words[index])
        if len(pieces) == 1 and pieces[0].role in "sSh" and not pieces[0].ordinal:
            return pieces[0].value, 1
    return 0, 0


def _scale_behind_fraction(row: _Text, index: int, grammar: Grammar) -> tuple[int, int]:
    """The scale behind a fraction, after up to two small words (half *of a* million)."""
    for between in range(3):
        scale, taken = _scale(row, index + between, grammar)
        if scale > 100:
            return scale, between + taken
        if not row.joined(index + between) or row.words[index + between] not in grammar.of:
            break
    return 0, 0


def _scaled(row: _Text, index: int, taken: int, value: Decimal, scale: int) -> WordNumber:
    """A fraction or mixed number of a scale: half a million."""
    start, end = row.spans[index][0], row.spans[index + taken - 1][1]
    total = _CONTEXT.multiply(value, Decimal(scale))
    return WordNumber(start, end, total, "cardinal", step=_CONTEXT.divide(Decimal(scale), Decimal(10)))
