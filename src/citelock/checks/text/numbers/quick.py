"""The quick look at a claim: no numbers at all, or plain ones that its quotation has just as plain.

Most citations need no more, and this needs none of the tables. Whatever it is not sure of it leaves to the
full
account, which would say the same of what it accepts (a property test holds them equal).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from citelock.checks.text.numbers.hints import ROMAN, may_spell_numbers
from citelock.checks.text.numbers.quick_words import AFTER, BEFORE, BEHIND, HEDGES, PAIRS
from citelock.checks.text.patterns import late

PREFIX = 5  # letters of a word that are looked up

_RUN = re.compile(r"[0-9][0-9.,]*")
# Plain digits, no leading zero, no three decimals: those may be thousands.
_TOKEN = re.compile(r"(?:0|[1-9][0-9]{0,11})(?:\.(?:[0-9]{1,2}|[0-9]{4,6}))?")
_TAIL = re.compile(r"[.!?]?\Z")
# The next word, and what stands behind it.
_NEXT = late(r"(,?) ([^\W\d_]+)(?![\w'’.@/-]*[\w@/])[.,;:!?)”»\"]* ?(?:([0-9])|([^\W\d_]+))?")
_OTHER = late(r"(?:[-–]| × )(?!10(?![0-9.]))([0-9]{1,6}(?:\.[0-9]+)?)(?![0-9.,–-])")
_YEAR = late(r"(?:1[5-9]|20)[0-9]{2}")
_MOST = 40  # numbers; a claim with more deserves the closer look
_FOUR = 4  # digits that may begin a date or a range of years
_QUOTED = '”»"'
# Letters, digits and marks that mean what they look like; anything else is left to the full account.
_ODD = late(r"[^\n -~А-Яа-яЁёÀ-ÖØ-öø-ž“”„«»–—’…\u00a0]")
_HAN = late("[\u2e80-\u9fff\uf900-\ufaff]")
# Between two numbers these words tie them; alone they say nothing.
_JOINING = frozenset(
    """to through bis auf zu à hasta a до по and und et y e и or oder ou o или between zwischen entre между of
    out de
    von aus sur из only just about around""".split()
)
# Before a number: an article and the like, behind which a month or a hedge may stand.
_PASSED = frozenset("a an the die der den das dem les des los las el la на в of de del".split())
# p was 0.05: what is named may be a variable.
_NAMING = frozenset("of was is von war de est fue es составил составило составила".split())
_NAMED = frozenset("value values wert значение valeur valor".split())
# 12% per year is another unit.
_PER = frozenset("per pro par por в на за je a an every each".split())
# Behind a number: of March, and a half.
_TWO_WORDS = frozenset("of de d and et y с".split())
_HALVES = frozenset("a an one half un une полов demi demie demis demie media medio".split())


def plain_numbers(claim: str, fragments: Sequence[str]) -> list[str] | None:
    """The numbers of the claim, each of which a fragment has as it is; None if a closer look is needed.

    A per cent sign right behind the digits belongs to them: `12%`.
    """
    if not claim.isascii() and _ODD.search(claim) is not None:
        return None
    if may_spell_numbers(claim) or ROMAN.search(claim) is not None:
        return None
    runs = list(_RUN.finditer(claim))
    if not runs:
        return []
    if len(runs) > _MOST:
        return None
    claim = claim.replace("\u00a0", " ")
    found: dict[str, None] = {}
    for run in runs:
        token = run[0].rstrip(".,")
        start = run.start()
        if _TOKEN.fullmatch(token) is None:
            return None
        if claim.startswith("%", start + len(token)):
            token += "%"
        if not _is_asked_plainly(claim, start, start + len(token), len(runs)):
            return None
        if token not in found and not any(_holds(fragment, token) for fragment in fragments):
            return None
        found[token] = None
    return list(found)


def _is_asked_plainly(claim: str, start: int, end: int, count: int) -> bool:
    """Whether a number of the claim has neither bound nor sign nor unit."""
    words = _words_before(claim, start)
    if words is None:
        return False
    last, second = words
    if _beginning(last) in HEDGES or f"{_beginning(second)}_{_beginning(last)}" in PAIRS:
        return False
    if last in _PASSED and (not second or _beginning(second) in HEDGES or second in _PASSED):
        return False
    if last in _NAMING and (len(second) < 2 or second in _NAMED):
        return False
    if count > 1 and last in _JOINING:
        return False
    if _TAIL.match(claim, end) is not None:
        return True
    behind = _NEXT.match(claim, end)
    if behind is None:
        return False
    if behind[1]:
        return _YEAR.fullmatch(claim, start, end) is None
    word = behind[2].lower()
    if _goes_on(claim, end, word, behind.end(2)):
        return False
    return _beginning(word) not in AFTER and _beginning(word) not in BEHIND and word not in _JOINING


def _words_before(text: str, start: int) -> tuple[str, str] | None:
    """The two words before a number, in small letters; None where it is not plain for what stands there.

    The second is empty where no word stands before the first one.
    """
    if start < 2 or text[start - 1] != " ":
        return None
    head, _, last = text[max(0, start - 60) : start - 1].lower().rpartition(" ")
    last = last.rstrip(_QUOTED)
    if not last.isalpha() or _beginning(last) in BEFORE:
        return None
    second = head.rpartition(" ")[2]
    if not second.isalpha():
        second = ""
    if last in _PASSED and _beginning(second) in BEFORE:
        return None
    return last, second


def _holds(fragment: str, token: str) -> bool:
    """Whether a fragment has the number as plainly as the claim."""
    at = fragment.find(token)
    if at < 0:
        return False
    if not fragment.isascii():
        if _HAN.search(fragment) is not None:
            return False
        fragment = fragment.replace("\u00a0", " ")
    while at >= 0:
        end = at + len(token)
        if _is_open_before(fragment, at) and _is_open_behind(fragment, at, end):
            return True
        at = fragment.find(token, end)
    return False


def _is_open_before(text: str, start: int) -> bool:
    """Whether nothing before a number of the quotation changes what it says. A bound does not."""
    before = text[start - 1 : start]
    if before == "(":
        return True
    if text[max(0, start - 3) : start] == " = ":
        return text[max(0, start - 4) : start - 3].isalpha()
    words = _words_before(text, start)
    # Behind a joining word there must be no number: figures 3 and 5, $5 to 10.
    return words is not None and (words[0] not in _JOINING or bool(words[1]))


def _is_open_behind(text: str, start: int, end: int) -> bool:
    """Whether nothing behind a number of the quotation changes what it says."""
    if text.startswith(" [", end) or _TAIL.match(text, end) is not None:
        return True
    other = _OTHER.match(text, end)
    if other is not None:
        if text[end - 1] == "%":
            return False
        if text[end] != " " and end - start == _FOUR and text[start:end].isdigit():
            return False
        start, end = other.start(1), other.end()
        if _TAIL.match(text, end) is not None:
            return True
    behind = _NEXT.match(text, end)
    if behind is None:
        return False
    if behind[1]:  # no unit stands behind a comma, but the page of a citation may
        return _YEAR.fullmatch(text, start, end) is None
    word = behind[2].lower()
    if _goes_on(text, end, word, behind.end(2)):
        return False
    if _beginning(word) in AFTER or (word in _JOINING and behind[3] is not None):
        return False
    if word not in _TWO_WORDS:
        return True
    second = (behind[4] or "").lower()
    return bool(second) and _beginning(second) not in AFTER and _beginning(second) not in _HALVES


def _goes_on(text: str, end: int, word: str, behind: int) -> bool:
    """Whether an everyday word behind a number is part of its unit: 12% per year, 12 in."""
    if word == "in":
        return not (text[behind : behind + 1] == " " and text[behind + 1 : behind + 2].isalnum())
    return word in _PER and text[end - 1] == "%"


def _beginning(word: str) -> str:
    small = word.lower()
    return small[:PREFIX] if small.isascii() else small.replace("ё", "е")[:PREFIX]
