"""The quick look at a claim: no numbers at all, or plain ones that its quotation has just as plain.

Most citations need no more, and this needs none of the tables. Whatever it is not sure of it leaves to the
full
account, which would say the same of what it accepts (a property test holds them equal).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from citelock.checks.text.numbers.hints import LETTERS, ROMAN, may_spell_numbers
from citelock.checks.text.numbers.quick_words import AFTER, BEFORE, BEHIND, HEDGES, PAIRS
from citelock.checks.text.patterns import late

PREFIX = 5  # letters of a word that are looked up

_RUN = re.compile(r"[0-9][0-9.,]*")
# Plain digits, no leading zero, no three decimals: those may be thousands.
_TOKEN = re.compile(r"(?:0|[1-9][0-9]{0,11})(?:\.(?:[0-9]{1,2}|[0-9]{4,6}))?")
_STOPS = frozenset(".!?")
# The next word, and what stands behind it.
_NEXT = late(
    r"([,;:]?) ([^\W\d_]+)(?=[\s.,;:!?)\]”»\"]|\Z)(?!\.*[\w@/])[.,;:!?)”»\"]* ?(?:([0-9])|([^\W\d_]+))?"
)
_OTHER = late(r"(?: ?[-–—] ?| [×xX] )(?!10(?![0-9.]))([0-9]{1,6}(?:\.[0-9]+)?)(?![0-9.,/–-])")
# Behind a number of the quotation: a mark, a dash, a bracket whose content is no part of it.
_APART = late(r" (?:\[|[-–—] [^\W\d_]|\((?![\s±+×xXхХ-]))")
_YEAR = late(r"(?:1[5-9]|20)[0-9]{2}")
_MOST = 40  # numbers; a claim with more deserves the closer look
_REACH = 60  # characters before a number that are looked at
_TWO = 2
_FOUR = 4  # digits that may begin a date or a range of years
_SHORT = 1000  # characters of a text that is looked at number by number
_NEAR = 2  # whole numbers whose distance is greater are no roundings of one another
_DASHES = frozenset((" – ", " — ", " - ", "–", "—", "-"))
_ENDS = frozenset("0123456789%IVXLCDMІХСМ")  # the last four are Cyrillic
_OTHER_PERCENT = late(r"(?: [-–—] |[-–—])[0-9.]+%")
_QUOTED = '”»"'
# Letters, digits and marks that mean what they look like; anything else is left to the full account.
_ODD = late(r"[^\n -~А-Яа-яЁёÀ-ÖØ-öø-ž“”„«»–—’…\u00a0]")
_FOLDED = late(r"[^\n -~А-Яа-яЁёÀ-ÖØ-öø-ž“”„«»–—’…\u00a0°±×≤≥α-ω]")
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
NAMING = frozenset("of was is von war de est fue es составил составило составила".split())
NAMED = ("value", "values", "wert", "значение", "valeur", "valor")
_DOUBTFUL = _PASSED | NAMING
ENDINGS = frozenset(pair.partition("_")[2] for pair in PAIRS)
# What is counted most, and begins as a unit does.
NO_UNITS = frozenset(
    "participant participants participante participantes particles partners secondary".split()
)
# 12% per year is another unit.
_PER = frozenset("per pro par por в на за je a an every each".split())
# Behind a number: of March, and a half.
_TWO_WORDS = frozenset("of de d and et y с".split())
_HALVES = frozenset("a an one half un une полов demi demie demis demie media medio".split())


def plain_numbers(claim: str, fragments: Sequence[str]) -> list[str] | None:
    """The numbers of the claim, each of which a fragment has as it is; None if a closer look is needed.

    A per cent sign right behind the digits belongs to them: `12%`.
    """
    asked = _plainly_asked(claim)
    if asked is None:
        return None
    for token in asked:
        for fragment in fragments:
            if token in fragment and _holds(fragment, token):
                break
        else:
            return None
    return list(asked)


def percent_beside(claim: str, fragments: Sequence[str]) -> str | None:
    """The bare number that ends a claim, where a fragment has it once, plainly, and in per cent.

    Then all other numbers of the fragments are plain as well, none of them near it, and none stands where
    the claim's does: the account of it is that the unit differs, if no other citation can serve it better.
    None if a closer look is needed.
    """
    asked = _plainly_asked(claim)
    if asked is None or len(asked) != 1 or len(claim) > _SHORT:
        return None
    token = asked[0]
    start = claim.find(token)
    if (
        token[-1] == "%"
        or not _is_last(claim, start + len(token))
        or len(token.partition(".")[0]) < _TWO  # small ones are supported by words such as "double"
        or _YEAR.fullmatch(token) is not None
    ):
        return None
    count = 0
    for fragment in fragments:
        held = _percent_in(fragment, token)
        if held is None:
            return None
        count += held
    return token if count == 1 else None


def _percent_in(fragment: str, token: str) -> int | None:
    """How often a fragment of plain numbers has one in per cent; None if one is not plain, or nearly it."""
    if len(fragment) > _SHORT or (not fragment.isascii() and _FOLDED.search(fragment) is not None):
        return None
    # A number, in digits or Roman, that ends the fragment may stand for the one that ends the claim.
    if not _ENDS.isdisjoint(fragment[-2:]):
        return None
    if "/" in fragment or may_spell_numbers(fragment) or _has_roman(fragment):
        return None
    fragment = fragment.replace("\u00a0", " ")
    value = float(token)
    count = end = 0
    for run in _RUN.findall(fragment):
        start = fragment.find(run, end)
        other = run.rstrip(".,")
        behind = start + len(other)
        is_percent = fragment.startswith("%", behind)
        behind += is_percent
        if _TOKEN.fullmatch(other) is None or not _is_open(fragment, start, behind, end):
            return None
        if other == token and is_percent:
            count += 1
        elif abs(float(other) - value) <= _NEAR:
            return None
        end = behind
    return count


def _is_open(fragment: str, start: int, end: int, last: int) -> bool:
    """Whether a number of the quotation is plain on both sides, or one of two in per cent with a dash."""
    is_percent = fragment[end - 1] == "%"
    if not (is_percent and last and fragment[last - 1] == "%" and fragment[last:start] in _DASHES) and (
        not _is_open_before(fragment, start)
    ):
        return False
    return (is_percent and _OTHER_PERCENT.match(fragment, end) is not None) or _is_open_behind(
        fragment, start, end
    )


@lru_cache(maxsize=256)  # a long claim is asked for each of its citations
def _plainly_asked(claim: str) -> tuple[str, ...] | None:
    """The numbers of the claim, each once; None if one of them is not plain."""
    if not claim.isascii() and _ODD.search(claim) is not None:
        return None
    if may_spell_numbers(claim) or _has_roman(claim):
        return None
    runs = _RUN.findall(claim)
    if not runs:
        return ()
    if len(runs) > _MOST:
        return None
    claim = claim.replace("\u00a0", " ")
    found: dict[str, None] = {}
    end = 0
    for run in runs:
        start = claim.find(run, end)
        token = run.rstrip(".,")
        end = start + len(token)
        if _TOKEN.fullmatch(token) is None:
            return None
        if claim.startswith("%", end):
            token += "%"
            end += 1
        if not _is_asked_plainly(claim, start, end, len(runs)):
            return None
        found[token] = None
    return tuple(found)


def _has_roman(claim: str) -> bool:
    """Whether there may be a Roman numeral; a single letter of fifty or more never is one."""
    if ROMAN.search(claim) is None:
        return False
    return any(match[1] not in LETTERS for match in ROMAN.finditer(claim))


def _is_asked_plainly(claim: str, start: int, end: int, count: int) -> bool:
    """Whether a number of the claim has neither bound nor sign nor unit."""
    last = _word_before(claim, start)
    if last is None:
        return False
    beginning = lookup_key(last)
    if beginning in HEDGES or (count > 1 and last in _JOINING):
        return False
    if (last in _DOUBTFUL or beginning in ENDINGS) and not _is_said_plainly(claim, start, last, beginning):
        return False
    if _is_last(claim, end):
        return True
    match = _NEXT.match(claim, end)
    if match is None or not match[2].isalpha():  # m² and ½ are of letters' kind
        return False
    if match[1]:
        return _YEAR.fullmatch(claim, start, end) is None
    word = match[2].lower()
    if _goes_on(claim, end, match[2], match.end(2)):
        return False
    beginning = lookup_key(word)
    if beginning in BEHIND or (count > 1 and word in _JOINING):
        return False
    if beginning in AFTER and word not in NO_UNITS:
        return False
    return word not in _TWO_WORDS or _is_plain_second(match)


def _is_said_plainly(claim: str, start: int, last: str, beginning: str) -> bool:
    """Whether an everyday word before a number of the claim ends no bound, date or name of a variable."""
    second = _second_before(claim, start)
    begins = lookup_key(second)
    if f"{begins}_{beginning}" in PAIRS or (last == "war" and second == "world"):
        return False
    if last in _PASSED and (not second or begins in HEDGES or begins in BEFORE or second in _PASSED):
        return False
    return last not in NAMING or (len(second) >= _TWO and not second.endswith(NAMED))


def _word_before(text: str, start: int) -> str | None:
    """The word before a number, in small letters; None where it is not plain for what stands there."""
    if start < _TWO or text[start - 1] != " ":
        return None
    floor = max(0, start - _REACH)
    at = text.rfind(" ", floor, start - 1)
    last = text[at + 1 if at >= 0 else floor : start - 1].lower()
    if not last.isalpha():
        last = last.rstrip(_QUOTED)
        if not last.isalpha():
            return None
    return None if lookup_key(last) in BEFORE else last


def _second_before(text: str, start: int) -> str:
    """The word before the word before a number, in small letters; empty where none stands there."""
    head = text[max(0, start - _REACH) : start - 1].rpartition(" ")[0].lower()
    second = head.rpartition(" ")[2]
    return second if second.isalpha() else ""


def _holds(fragment: str, token: str) -> bool:
    """Whether a fragment has the number as plainly as the claim."""
    at = fragment.find(token)
    if at < 0:
        return False
    is_ascii = fragment.isascii()
    if not is_ascii:
        fragment = fragment.replace("\u00a0", " ")
    while at >= 0:
        end = at + len(token)
        if _is_open_before(fragment, at) and _is_open_behind(fragment, at, end):
            return is_ascii or _HAN.search(fragment) is None
        at = fragment.find(token, end)
    return False


def _is_open_before(text: str, start: int) -> bool:
    """Whether nothing before a number of the quotation changes what it says. A bound does not."""
    if start and text[start - 1] == "(":
        return _word_before(text, start - 1) is not None  # Figure (12)
    if text[max(0, start - 3) : start] == " = ":
        return text[max(0, start - 4) : start - 3].isalpha()
    last = _word_before(text, start)
    if last is None:
        return False
    if last in _PASSED or last in _JOINING or last == "war":
        second = _second_before(text, start)
        if last in _PASSED and lookup_key(second) in BEFORE:
            return False
        # Behind a joining word there must be no number: figures 3 and 5, $5 to 10.
        return bool(second or last not in _JOINING) and not (last == "war" and second == "world")
    return True


def _is_open_behind(text: str, start: int, end: int) -> bool:
    """Whether nothing behind a number of the quotation changes what it says."""
    if _is_last(text, end) or _APART.match(text, end) is not None:
        return True
    other = _OTHER.match(text, end)
    if other is not None:
        if text[end - 1] == "%":
            return False
        if text[end] != " " and end - start == _FOUR and text[start:end].isdigit():
            return False
        start, end = other.start(1), other.end()
        if _is_last(text, end):
            return True
    behind = _NEXT.match(text, end)
    if behind is None or not behind[2].isalpha():
        return False
    if behind[1]:  # no unit stands behind a comma, but the page of a citation may
        return _YEAR.fullmatch(text, start, end) is None
    word = behind[2].lower()
    if _goes_on(text, end, behind[2], behind.end(2)):
        return False
    if word in _JOINING and behind[3] is not None:
        return False
    if lookup_key(word) in AFTER and word not in NO_UNITS and not _is_preposition(text, behind):
        return False
    return word not in _TWO_WORDS or _is_plain_second(behind)


def _is_preposition(text: str, behind: re.Match[str]) -> bool:
    """Whether a Russian word that may be a symbol is none: на is no nA, с before a word no second."""
    return behind[2] == "на" or (
        behind[2] == "с" and behind[4] is not None and text.startswith(" ", behind.end(2))
    )


def _is_plain_second(behind: re.Match[str]) -> bool:
    """Whether the second word behind a number is no month and no half."""
    second = lookup_key(behind[4] or "")
    return bool(second) and second not in AFTER and second not in _HALVES


def _is_last(text: str, end: int) -> bool:
    """Whether only a full stop or the like is left of a text."""
    behind = len(text) - end
    return not behind or (behind == 1 and text[end] in _STOPS)


def _goes_on(text: str, end: int, word: str, behind: int) -> bool:
    """Whether an everyday word behind a number is part of it: 12% per year, 12 in, 12 A, 12 a. m."""
    if len(word) == 1 and (word.isupper() or (word == "a" and text.startswith(".", behind))):
        return True
    small = word.lower()
    if small == "in":
        return not (text[behind : behind + 1] == " " and text[behind + 1 : behind + 2].isalnum())
    return small in _PER and text[end - 1] == "%"


def lookup_key(word: str) -> str:
    """The letters by which a word is looked up in the tables."""
    small = word.lower()
    return small[:PREFIX] if small.isascii() else small.replace("ё", "е")[:PREFIX]
