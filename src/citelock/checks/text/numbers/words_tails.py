"""What may stand behind a number word and change it: scale, denominator, fraction, decimals, a year's half.

Each function looks at the words from an index on and says what it found and how many words that is
(numbers.md, section 3, rows 6 and 9).
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Context, Decimal

from citelock.checks.text.numbers.words_grammar import Atom, Composed, compose
from citelock.checks.text.numbers.words_language import FIRST_CENTURY, LAST_CENTURY, Grammar
from citelock.checks.text.numbers.words_row import Row

CONTEXT = Context(prec=40)
_MOST_DECIMALS = 20


def composed_at(row: Row, index: int, grammar: Grammar) -> tuple[Composed, int] | None:
    """What `compose` reads at a word, ended at the end of a word, and how many words that is."""
    first = grammar.atoms_of(row.words[index])
    if not first:
        return None
    if len(first) == 1 and not _goes_on(row, index, first[0], grammar):
        role, value, ordinal = first[0]
        return (Composed(value, 1, value if role == "s" else 1, ordinal), 1) if role in "utTH0cs" else None
    last = len(row.words)
    while last > index:
        ends: list[int] = []
        composed = compose(_atoms(row, index, last, grammar, ends), grammar.rules)
        if composed is None:
            return None
        if composed.taken in ends:
            return composed, ends.index(composed.taken) + 1
        last = index + sum(1 for end in ends if end < composed.taken)  # it ended inside a compound
    return None


def _goes_on(row: Row, index: int, atom: Atom, grammar: Grammar) -> bool:
    """Whether the next word may belong to the same number; a quick look, most numbers are one word."""
    if not row.joined(index + 1):
        return grammar.commas and atom.role == "S"
    following = grammar.atoms_of(row.words[index + 1])
    if not following:
        return False
    is_closed = atom.role in "ut0" and not grammar.rules.soixante and not grammar.rules.chained
    return not is_closed or following[0].role in "hcsS"


def _atoms(row: Row, index: int, last: int, grammar: Grammar, ends: list[int]) -> Iterator[Atom]:
    """The atoms of the words from an index on that stand together; `ends` counts them word by word."""
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


def _over_comma(row: Row, index: int, grammar: Grammar) -> bool:
    """Whether the number goes on behind a comma: a scale before it, hundreds joined to more behind it.

    "Of two thousand, three hundred died" has two numbers, "two thousand, three hundred and five" is one.
    """
    if row.text[row.spans[index - 1][1] : row.spans[index][0]] not in (", ", ",\n", ",\u00a0"):
        return False
    before = grammar.atoms_of(row.words[index - 1])
    behind = [grammar.atoms_of(word)[:1] for word in row.words[index : index + 4]]
    roles = "".join(atom[0].role if atom else "-" for atom in behind)
    return (
        bool(before) and before[-1].role == "S" and roles.startswith("uh&") and roles[3:] in ("u", "t", "T")
    )


def year_pair(row: Row, index: int, first: int, grammar: Grammar) -> tuple[int, int] | None:
    """The year that a number and the one behind it are (nineteen eighty-four), and how many words more."""
    if (
        not grammar.years
        or not FIRST_CENTURY <= first <= LAST_CENTURY
        or not row.joined(index)
        or row.hyphened(index)
    ):
        return None
    second = composed_at(row, index, grammar)
    if second is None or second[0].ordinal or not 10 <= second[0].value <= 99:
        return None
    if row.hyphened(index + second[1]):  # twenty fifteen-minute talks
        return None
    return 100 * first + second[0].value, second[1]


def denominator_at(row: Row, index: int, numerator: int, grammar: Grammar) -> int | None:
    """The denominator behind a numerator; it is one word."""
    if not row.joined(index) or not 0 < numerator < 1000:
        return None
    return grammar.denominators[numerator > 1].get(row.words[index])


def mixed_at(row: Row, index: int, grammar: Grammar) -> tuple[Decimal, int] | None:
    """The fraction added behind a number (and a half), and how many words it takes."""
    if not row.joined(index):
        return None
    for words, (numerator, denominator) in grammar.mixed.get(row.words[index], ()):
        if row.follows(index, words):
            return CONTEXT.divide(Decimal(numerator), Decimal(denominator)), len(words)
    return None


def decimals_at(row: Row, index: int, grammar: Grammar) -> tuple[Decimal, int] | None:
    """The decimals behind a number (point five, целых пять сотых), and how many words they take."""
    if not row.joined(index) or row.words[index] not in grammar.point:
        return None
    digits, taken = "", 1
    while len(digits) < _MOST_DECIMALS and row.joined(index + taken):
        pieces = grammar.atoms_of(row.words[index + taken])
        if len(pieces) != 1 or pieces[0].ordinal or pieces[0].role not in "0u":
            break
        digits += str(pieces[0].value)
        taken += 1
    if len(digits) < 2:
        digits, taken = _decimal_group(row, index + 1, grammar) or (digits, taken)
    return (Decimal(int(digits)).scaleb(-len(digits)), taken) if digits else None


def _decimal_group(row: Row, index: int, grammar: Grammar) -> tuple[str, int] | None:
    """Decimals said as one number (virgule vingt-cinq), perhaps with their place (пять сотых)."""
    found = composed_at(row, index, grammar) if row.joined(index) else None
    if found is None or found[0].ordinal or found[0].value >= 1000:
        return None
    digits, taken = str(found[0].value), 1 + found[1]
    place = denominator_at(row, index + found[1], found[0].value or 2, grammar)
    if place in (10, 100, 1000):
        return digits.zfill(len(str(place)) - 1), taken + 1
    return digits, taken


def scale_at(row: Row, index: int, grammar: Grammar) -> tuple[int, int] | None:
    """The scale word directly behind a number, and how many words it takes."""
    if row.joined(index):
        pieces = grammar.atoms_of(row.words[index])
        if len(pieces) == 1 and pieces[0].role in "sSh" and not pieces[0].ordinal:
            return pieces[0].value, 1
    return None


def scale_of_fraction(row: Row, index: int, grammar: Grammar) -> tuple[int, int] | None:
    """The scale behind a fraction, after up to two small words (half *of a* million)."""
    for between in range(3):
        scale = scale_at(row, index + between, grammar)
        if scale is not None and scale[0] > 100:
            return scale[0], between + 1
        if not row.joined(index + between) or row.words[index + between] not in grammar.of:
            return None
    return None
