"""What a language gives to the reader of its number words: atoms, fixed phrases, fractions, switches.

The readers' shape of a table; the tables themselves are in `words_en.py` and its neighbours
(numbers.md, section 3, rows 4, 6 and 9).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from citelock.checks.named import NamedTuple
from citelock.checks.text.numbers.words_grammar import Atom, Rules


class Meaning(NamedTuple):
    """What a fixed phrase says: as `WordNumber`, without a place. No kind: the phrase is no number at all.

    The first `ahead` and the last `behind` words of the phrase decide and are not part of the number (*am*
    achten, media *hora*).
    """

    kind: str = ""
    value: int = 0
    numerator: int = 0
    denominator: int = 0
    weak: bool = False
    behind: int = 0
    ahead: int = 0


NOTHING = Meaning()
FIRST_CENTURY, LAST_CENTURY = 13, 20  # of years read in pairs: nineteen eighty-four
HALF = Meaning("fraction", numerator=1, denominator=2)
Phrases = Mapping[str, Sequence[tuple[tuple[str, ...], Meaning]]]
Mixed = Mapping[str, Sequence[tuple[tuple[str, ...], tuple[int, int]]]]


class Grammar(NamedTuple):
    """The number words of one language.

    `atoms_of` splits a lower-case word into atoms, none for any other word; `may_begin` tells whether a
    number begins with it. `phrases` are keyed by their first word, longest first. `denominators` are for a
    numerator of one and for a greater one. `mixed` follows a number and adds a fraction to it; `of` may stand
    between a fraction and a scale; `folds` make a number a factor (times); `point` is the decimal point in
    words. `commas` may stand behind a scale (one thousand, two hundred and five); `years` are read in pairs
    (nineteen eighty-four). A `doubtful` word (French neuf: nine, new) alone is a weak number, unless the word
    behind it is not one of the `loose` ones; where there are none, it always is. A scale behind one of the
    `articles`, and a denominator between one and one of the words `behind_part`, is counted once (a hundred,
    a third of). One of the `adverbs` and a hyphen before a number word make it count nothing (в-третьих).
    A denominator behind one of the words `before_part` and an article counts also where nothing follows
    (about a third, …). `settle` writes words in the form in which the tables read them
    beside their neighbours. `number_part` is the length of the number at the beginning of a compound
    (zwanzigjährig: 7).
    """

    atoms_of: Callable[[str], Sequence[Atom]]
    may_begin: Callable[[str], bool]
    rules: Rules
    phrases: Phrases
    denominators: tuple[Mapping[str, int], Mapping[str, int]]
    mixed: Mixed
    point: frozenset[str]
    of: frozenset[str]
    folds: frozenset[str]
    minus: frozenset[str]
    commas: bool = False
    years: bool = False
    doubtful: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    adverbs: frozenset[str] = frozenset()
    number_part: Callable[[str], int] = len
    behind_part: frozenset[str] = frozenset()
    before_part: frozenset[str] = frozenset()
    settle: Callable[[list[str]], None] | None = None

    def may_follow(self, word: str, value: int) -> bool:
        """Whether a word behind a number of that value may change it."""
        return (
            word in self.denominators[0]
            or word in self.denominators[1]
            or word in self.mixed
            or word in self.point
            or word in self.folds
            or (self.years and FIRST_CENTURY <= value <= LAST_CENTURY and self.may_begin(word))
        )


def by_word(atoms: Mapping[str, Atom]) -> Callable[[str], Sequence[Atom]]:
    """The `atoms_of` of a language whose words are one atom each."""
    none: tuple[Atom, ...] = ()
    rows = {word: (atom,) for word, atom in atoms.items()}

    def atoms_of(word: str) -> Sequence[Atom]:
        return rows.get(word, none)

    return atoms_of


def numbered(words: str, first: int, role: str, times: int = 1, *, ordinal: bool = False) -> dict[str, Atom]:
    """Atoms of words in a row: the first counts `first`, each further one more, all multiplied by `times`.

    Words joined by `/` have the same value.
    """
    return {
        word: Atom(role, value * times, ordinal)
        for value, forms in enumerate(words.split(), first)
        for word in forms.split("/")
    }


def phrase_table(rows: Sequence[tuple[str, Meaning]]) -> Phrases:
    """Phrases keyed by their first word, longest first; `|` separates several of one meaning."""
    table: dict[str, list[tuple[tuple[str, ...], Meaning]]] = {}
    for phrases, meaning in rows:
        for phrase in phrases.split("|"):
            words = tuple(phrase.split())
            table.setdefault(words[0], []).append((words, meaning))
    for entries in table.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return table


def mixed_table(rows: Sequence[tuple[str, int, int]]) -> Mixed:
    """Phrases such as "and a half" with numerator and denominator, keyed by their first word."""
    table: dict[str, list[tuple[tuple[str, ...], tuple[int, int]]]] = {}
    for phrases, numerator, denominator in rows:
        for phrase in phrases.split("|"):
            words = tuple(phrase.split())
            table.setdefault(words[0], []).append((words, (numerator, denominator)))
    return table
