"""Whether two titles that differ are one title in two spellings (metadata.md, 5.1, W_TITLE_DIFFERS).

Likeness of the whole decides nothing: "does reduce" and "does not reduce" are alike to 95 %. Every run of
words that differs must differ in spelling only: accents, spacing, a British ending, a slip, an article. A
digit, a word that turns the sense round, or half of an opposed pair never is.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from citelock.checks.text.patterns import late
from citelock.checks.text.titles.keys import joined, title_words
from citelock.checks.text.titles.tables import ARTICLES, GREEK, NUMBERS, OPPOSED, PLAIN, POLES, SAME

_ALIKE = 0.9  # of the letters of both titles
_WORD_ALIKE = 0.75  # of the letters of both words, which begin with the same one
_SHORT_WORD = 5  # letters; in these one other letter makes another word: Iran, Iraq
_LEAST_COMMON = 4  # letters that two titles share at least
_MOST_WORDS = 300
_LONGEST_WORDS = 200  # letters of two

_PLAIN = str.maketrans(PLAIN)
_GREEK = str.maketrans(GREEK)
_LATIN = late("[a-z]")
_ACCENT_CLASSES = (202, 214, 216, 220, 230)  # combining classes of the marks of Latin and Greek


def is_respelled(cited: str, registered: str) -> bool:
    """Whether two titles with different keys differ in spelling only.

    >>> is_respelled("Colour of the tumours", "Color of tumors")
    True
    >>> is_respelled("Vitamin D does reduce fracture risk", "Vitamin D does not reduce fracture risk")
    False
    """
    ours, theirs = _plain_words(cited), _plain_words(registered)
    if joined(ours) == joined(theirs):
        return bool(ours)
    lengths = len(ours), len(theirs)
    if max(lengths) > _MOST_WORDS or (min(lengths) > 3 and set(ours).isdisjoint(theirs)):
        return False
    import difflib  # for titles that differ only

    letters = sum(map(len, ours)) + sum(map(len, theirs))
    same = 0.0
    slips = False
    for kind, a, b, c, d in difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        mine, other = ours[a:b], theirs[c:d]
        if kind == "equal":
            same += sum(map(len, mine))
            continue
        alike = _run_alike(mine, other)
        if alike is None:
            return False
        slips = slips or alike < 1
        same += alike * (sum(map(len, mine)) + sum(map(len, other))) / 2
    # Without a slip the words are the same ones: of "The Selfish Gene" the article is an eighth.
    return same >= _LEAST_COMMON if not slips else 2 * same >= _ALIKE * letters


def _run_alike(ours: Sequence[str], theirs: Sequence[str]) -> float | None:
    """How alike two runs of words are, from 0 to 1 (the same in another spelling); None for other words."""
    if len(ours) == len(theirs) and all(map(_swapped, ours, theirs)):
        return 1 - 1 / max(map(len, ours))
    if _poles(ours) != _poles(theirs):
        return None
    if joined(ours) == joined(theirs) or _number(ours) == _number(theirs) != "":
        return 1.0
    if _single(ours) != _single(theirs) and _single(ours) and _single(theirs):
        return None  # hepatitis A, hepatitis E
    ours = [word for word in ours if word not in ARTICLES]
    theirs = [word for word in theirs if word not in ARTICLES]
    if {len(ours), len(theirs)} == {1, 2}:
        return _word_alike(joined(ours), joined(theirs))  # pre-trainning, pretraining
    if len(ours) != len(theirs):
        return 1.0 if joined(ours) == joined(theirs) != "" else None
    alike = [_word_alike(one, other) for one, other in zip(ours, theirs, strict=True)]
    return None if None in alike else min(filter(None, alike), default=1.0)


def _word_alike(one: str, other: str) -> float | None:
    """How alike two words are if one can be the other in another spelling, else None."""
    if one == other or SAME.get(one, one) == SAME.get(other, other):
        return 1.0
    if one in NUMBERS or other in NUMBERS:
        return 1.0 if NUMBERS.get(one) == NUMBERS.get(other) else None
    if any(map(str.isdigit, one + other)) or _opposed(one, other):
        return None
    if _swapped(one, other):
        return 1 - 1 / len(one)
    one, other = _american(one), _american(other)
    if one == other:
        return 1.0
    if one[0] != other[0] or len(one) == len(other) <= _SHORT_WORD or len(one + other) > _LONGEST_WORDS:
        return None
    import difflib

    ratio = difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()
    return ratio if ratio >= _WORD_ALIKE else None


def _plain_words(title: str) -> list[str]:
    """The words without accents; Greek letters by their names where the title is not Greek."""
    words = title_words(title)
    text = "\n".join(words)
    if text.isascii():
        return words
    plain = "".join(map(_plain, text.translate(_PLAIN)))
    if _LATIN.search(plain):
        plain = plain.translate(_GREEK)
    return plain.split("\n")


@lru_cache(maxsize=512)
def _plain(character: str) -> str:
    """A Latin or Greek letter without its accents; any other character as it is."""
    if character < "\u00c0":
        return character
    if unicodedata.category(character) == "Mn":
        return "" if unicodedata.combining(character) in _ACCENT_CLASSES else character
    base = unicodedata.normalize("NFD", character)[0]
    return base if base < "\u0250" or "α" <= base <= "ω" else character


def _poles(words: Sequence[str]) -> list[int]:
    return sorted(POLES[word] for word in words if word in POLES)


def _single(words: Sequence[str]) -> list[str]:
    return [word for word in words if len(word) == 1]


def _number(words: Sequence[str]) -> str:
    """The digits of a number written in groups of three, or in one piece; "" for anything else."""
    if not all(map(str.isdigit, words)) or any(len(word) != 3 for word in words[1:]):
        return ""
    return "".join(words) if words and (len(words) == 1 or len(words[0]) <= 3) else ""


def _american(word: str) -> str:
    return word.replace("ae", "e").replace("oe", "e").replace("ou", "o")


def _opposed(one: str, other: str) -> bool:
    for group in OPPOSED:
        mine = next((start for start in group if one.startswith(start)), None)
        if mine and any(other.startswith(start) for start in group if start != mine):
            return True
    return False


def _swapped(one: str, other: str) -> bool:
    """Whether two neighbouring letters of a word have changed places."""
    if len(one) != len(other) or len(one) < 3:
        return False
    places = [n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return len(places) == 2 and places[1] == places[0] + 1 and sorted(one) == sorted(other)
