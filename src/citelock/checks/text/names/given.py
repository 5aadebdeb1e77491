"""Given names compared: full names, initials in every writing, short forms (metadata.md, section 5.3).

It is asked only once the family names agree: what it calls compatible is so of one family's members, and
proves nothing of two strangers.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from citelock.checks.text.names.words import Word, joined
from citelock.checks.text.patterns import late

_RUN = late(r"[^\W\d_]{2,6}")  # letters of initials run together: "CRJD"
_RUN_WITH_PARTICLES = late(r"(?=(?:.?[A-Z]){2})[A-Z](?:[A-Z]|[deltvy](?![a-z])){1,5}")  # "CRJd", "VHdS"
_LONGEST_UNSURE = 3  # letters: "smith ja" may be initials, "smith anna" is not
_SHORTEST_PREFIX = 3  # letters: Alex, Alexander; shorter ones are in the table or are other names
_CLOSE = 0.8  # of difflib's ratio
_LONGEST_COMPARED = 40  # letters that are compared for similarity; its cost grows with their square


class GivenAgreement(IntEnum):
    """How two given names agree: nothing speaks against it, a doubt, or two different persons."""

    SAME = 0
    DOUBTFUL = 1
    CONFLICT = 2


class Given(NamedTuple):
    """A given name as words. `sure` if its capitals tell initials run together ("AJ") from a name ("Al")."""

    words: tuple[Word, ...]
    sure: bool


NOTHING: Final = Given((), True)


def compare_given(cited: Given, registered: Given, particles: str = "") -> GivenAgreement:
    """How a cited given name agrees with a registered one of the same family name.

    `particles` are the initials of the family name's particles: some styles write them behind the others
    (de Souza, C. R. J.: "Souza CRJD").
    """
    found = _compare(_written_out(cited), _written_out(registered), particles)
    if found is GivenAgreement.SAME:
        return found
    return min(found, _as_unsure_initials(cited, registered), _as_unsure_initials(registered, cited))


def _compare(ours: tuple[Word, ...], theirs: tuple[Word, ...], particles: str) -> GivenAgreement:
    if not ours or not theirs or joined(ours) == joined(theirs):
        return GivenAgreement.SAME
    our_pieces, their_pieces = _pieces(ours), _pieces(theirs)
    if _all_fit(our_pieces, their_pieces) or _all_fit(ours, theirs):  # Hans-Peter is H.-P. or H.
        return GivenAgreement.SAME
    short = all(word.is_short for word in our_pieces), all(word.is_short for word in their_pieces)
    if particles and any(short):
        initials = "".join(word.key[0] for word in their_pieces) + particles
        if _is_start("".join(word.key[0] for word in our_pieces), initials):
            return GivenAgreement.SAME
    if _share_a_name(ours, theirs):
        subset = _in_order(ours, theirs) or _in_order(theirs, ours)
        return GivenAgreement.SAME if subset or _fit(ours[0], theirs[0]) else GivenAgreement.DOUBTFUL
    if any(short) or _fit(ours[0], theirs[0]) or _are_close(ours, theirs):
        return GivenAgreement.DOUBTFUL
    return GivenAgreement.CONFLICT


def _written_out(given: Given) -> tuple[Word, ...]:
    """The name with initials that are run together taken apart."""
    if not given.sure or not any(map(_is_run, given.words)):
        return given.words
    apart: list[Word] = []
    for word in given.words:
        apart += [Word(letter, True) for letter in word.text] if _is_run(word) else [word]
    return tuple(apart)


def _as_unsure_initials(run: Given, other: Given) -> GivenAgreement:
    """What comes of reading a word of `run` as initials where capitals do not tell: "smith ja", "SMITH JA".

    Each letter must then be the initial of one of the other's names and none be left; a short word with the
    right first letter is a doubt.
    """
    if run.sure or len(run.words) != 1 or not other.words or not _RUN.fullmatch(run.words[0].text):
        return GivenAgreement.CONFLICT
    letters, pieces = run.words[0].key, _pieces(other.words)
    if [piece.key[0] for piece in pieces] == list(letters):
        return GivenAgreement.SAME
    if len(letters) <= _LONGEST_UNSURE and pieces[0].key[0] == letters[0]:
        return GivenAgreement.DOUBTFUL
    return GivenAgreement.CONFLICT


def _is_run(word: Word) -> bool:
    if word.text.isupper():
        return _RUN.fullmatch(word.text) is not None
    return _RUN_WITH_PARTICLES.fullmatch(word.text) is not None


def _pieces(name: tuple[Word, ...]) -> list[Word]:
    return [piece for word in name for piece in word.pieces]


def _fit(one: Word, other: Word) -> bool:
    """Whether two words may be the same name: equal, or one the beginning of the other cut to an initial."""
    if not one.keys.isdisjoint(other.keys):
        return True
    return (one.is_short and other.key.startswith(one.key)) or (
        other.is_short and one.key.startswith(other.key)
    )


def _all_fit(ours: Sequence[Word], theirs: Sequence[Word]) -> bool:
    """Whether all names that both sides give agree, from the first on; either may stop early."""
    return all(map(_fit, ours, theirs))


def _is_start(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _share_a_name(ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """Whether a name written in full stands on both sides; Jean-Luc and Jean-Pierre share none."""
    mine = {key for word in ours if not word.is_short for key in word.keys}
    return any(not word.is_short and not mine.isdisjoint(word.keys) for word in theirs)


def _in_order(few: tuple[Word, ...], many: tuple[Word, ...]) -> bool:
    """Whether each of the few names fits one of the many, in their order."""
    rest = iter(many)
    return all(any(_fit(word, other) for other in rest) for word in few)


def _are_close(ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """Short forms, transliterations and slips: Alex, Bob, Aleksandr, Jonatan."""
    from citelock.checks.text.names.nicknames import (
        are_forms_of_one_name,  # a large table, for the doubtful few
    )

    if any(are_forms_of_one_name(one.key, other.key) for one in ours for other in theirs):
        return True
    one, other = ours[0].key[:_LONGEST_COMPARED], theirs[0].key[:_LONGEST_COMPARED]
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= _SHORTEST_PREFIX and longer.startswith(shorter):
        return True
    return _similar(one, other) or _similar(
        joined(ours)[:_LONGEST_COMPARED], joined(theirs)[:_LONGEST_COMPARED]
    )


def _similar(one: str, other: str) -> bool:
    from difflib import SequenceMatcher  # 3 ms of start-up, for the doubtful few

    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.quick_ratio() >= _CLOSE and matcher.ratio() >= _CLOSE


def given(words: tuple[Word, ...], whole_name: str) -> Given:
    """The given name of these words; `whole_name`, with the family name, shows what capitals mean in it.

    >>> given((Word("AJ"),), "Wakefield AJ").sure, given((Word("BO"),), "VAHLQUIST BO").sure
    (True, False)
    """
    return Given(words, whole_name != whole_name.upper() and whole_name != whole_name.lower())


def is_only_initials(name: Given) -> bool:
    """Whether nothing but initials stands there: "J. A.", "JA"; not of an empty name."""
    if not name.words:
        return False
    return all(
        word.is_short or (_is_run(word) and name.sure) or (not name.sure and len(word.key) <= _LONGEST_UNSURE)
        for word in _pieces(name.words)
    )
