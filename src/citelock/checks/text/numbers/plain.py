"""Reads a number that stands plainly between words, as most do, in a few steps (numbers.md, section 3).

It says of such a number what the classes of `parse.py`, asked one after another, would say of it, and leaves
every other one to them: where a word on either side may be part of a date, a unit, a bound or a name (the
lists of `quick_words.py`), or any character is not what it expects. A test holds the two ways equal.
"""

from __future__ import annotations

import re
from decimal import Decimal

from citelock.checks.text.numbers import beside, forms, identifiers
from citelock.checks.text.numbers.decimals import ONE, TEN
from citelock.checks.text.numbers.identifiers import ABBREVIATED, SOFTWARE, VERSION_WORDS
from citelock.checks.text.numbers.months import MONTHS
from citelock.checks.text.numbers.number import Hedge, Kind, Number
from citelock.checks.text.numbers.page import FIRST_YEAR, HEADS, LAST_YEAR, TURNS, Page
from citelock.checks.text.numbers.quick import ENDINGS, NAMED, NAMING, NO_UNITS, lookup_key
from citelock.checks.text.numbers.quick_words import AFTER, BEHIND, HEDGES, PAIRS
from citelock.checks.text.numbers.relations import HEDGES_OF, relation_before
from citelock.checks.text.numbers.units import PER_CENT
from citelock.checks.text.numbers.units_lookup import OWN, SYMBOLS
from citelock.checks.text.numbers.units_tables import PER
from citelock.checks.text.numbers.words_hedges import hedge_after, hedge_before
from citelock.checks.text.patterns import late

_LETTERS = "A-Za-zÀ-ÖØ-öø-ɏА-Яа-яЁё"
# The digits, a per cent sign, and one of: a word that ends as words do, with the first character or word
# behind it; the other end of a range or product; what ends or encloses.
_PLACE = late(
    r"((0|[1-9][0-9]{0,11})(?:\.([0-9]{1,6}))?)( ?%)?"
    r"(?:(?: ?([-—]) ?| (?:×|([xX])) )(?!10(?![0-9.]))(?=([0-9]{1,6}(?:\.[0-9]+)?)(?![0-9.,/-]))"
    rf"| ([{_LETTERS}]+)(?=[ .,;:!?)\]”»\"]|\Z)(?!\.*[\w@/])(?:[.,;:!?)\]”»\"]* ?(?:([0-9])|([^\W\d_]+)))?"
    r"|([.,;:!?)\]”»\"]+)(?= |\Z)|\Z| ?\x00| (?=[(\[“„«\"±=<>]|[-—] (?![0-9])))"
)
_WHOLE, _PART, _PERCENT, _WORD = 2, 3, 4, 8  # groups; behind the last one: a digit, a second word
_STEPS = tuple(ONE / TEN**places for places in range(7))
_THREE = 3  # decimals that may be thousands
_DAY = 2  # digits of a day
_YEAR = 4
_REACH = 40  # characters of a word before a number
_SLASH_REACH = 24
_LAST_LETTER = "\u0600"  # of the scripts whose words stand between blanks
# Behind these a date may go on: 5 to 7 May, 5 of May.
_SPANNING = frozenset("to and bis und по и до au et al y a".split())
_OF = frozenset(("of", "de", "d"))
_CLOCK_LETTERS = frozenset("aApP")
_HALVED = frozenset(("and", "et", "y", "с"))
# Of those, everyday words that are units in capitals, or in one language.
_EVERYDAY = NO_UNITS | frozenset("to на к un dem ils".split())
# Words that make another thing of the number behind them; `war` after `world`.
_HEADING = (
    HEADS | VERSION_WORDS | ABBREVIATED | SOFTWARE | beside.MINUS_WORDS | forms.DECADE_LEADS | {"war"}
    | {month for months in MONTHS.values() for month in months}
    | {symbol.lower().rstrip(".") for symbol, row in SYMBOLS.items() if row.dimension == "currency"}
)  # fmt: skip
# Between a bound, or a month, and its number.
_PASSED = frozenset("a an the die der den das dem les des los las el la на в из of de del".split())
_DATING = frozenset("of de del the".split())
_DOUBTFUL = _PASSED | NAMING
# Members of an Enum and their values are slow to ask for.
_PLAIN, _NO_HEDGE, _ABOUT, _LOWER = Kind.PLAIN, HEDGES_OF[""], Hedge.ABOUT.value, Hedge.LOWER.value
_NOTHING, _LESS = ("", ""), ("", Hedge.UPPER.value)
_SIGNS = frozenset(("=", "<", "×", "±", "-", "—"))
_OPENING = frozenset(("", "(", "[", "—"))
_CLOSING = frozenset(';:)]”»"')


def read_plain(page: Page, pos: int) -> int:
    """Adds the number whose first digit is at `pos`, if it is plain; where it ends, 0 if it is not."""
    text, language = page.text, page.language
    place = _PLACE.match(text, pos)
    if place is None or language == "zh" or text.find("/", pos, pos + _SLASH_REACH) >= 0:
        return 0
    before = _before(text, pos, language)
    if before is None:
        return 0
    lead, bound = before
    digits, whole, part, percent, dash, times, other, word, _, _, closing = place.groups()
    if part is not None and len(part) == _THREE and len(whole) <= _THREE and whole != "0":
        return 0
    end = place.end(4) if percent else place.end(1)
    noun = ""
    if word is not None:
        small = word.lower()
        if not _is_plain_word(small, place, language) or (
            lookup_key(small) in BEHIND and _is_bound(text, end, small, language)
        ):
            return 0
        if not percent and small not in beside.FUNCTION_WORDS[language]:
            noun = small
    elif other is not None:
        if dash and not percent and part is None and _may_be_date(whole, other):
            return 0
        if times and not percent:
            noun = times.lower()
    elif closing is not None and "." in closing and place.end() < len(text):
        is_short = part is None and len(whole) <= _DAY
        if (is_short or language == "de") and not text[place.end() + 1 : place.end() + 2].isdigit():
            return 0  # 5. Klasse, 5. May
    value = Decimal(digits)
    year = 0
    if len(digits) == _YEAR and not percent and part is None and FIRST_YEAR <= value <= LAST_YEAR:
        year = beside.year_strength(lead, noun)
        if bound == _ABOUT:
            return 0
    if bound == _LOWER and noun in TURNS:
        return 0
    relation = variable = ""
    if not lead and text[pos - 1 : pos] == " " and text[pos - 2] in "=<":
        relation, variable = relation_before(text, pos, lead)
    hedge = HEDGES_OF[bound] if bound else _NO_HEDGE
    page.add(
        Number(
            pos, end, page.written(pos, end), _PLAIN, digits, (value,),
            (ONE if part is None else _STEPS[len(part)],), "", False, "", PER_CENT if percent else None,
            False, ONE, False, False, noun, lead, year, hedge, relation, variable,
            beside.around(text, pos, end), stem=_stem(lead), language=language,
        )
    )  # fmt: skip
    return end


def _before(text: str, pos: int, language: str) -> tuple[str, str] | None:
    """The word before a number, "" where a sign or mark stands there, and the bound it says.

    None where it may say something else.
    """
    before = text[pos - 1 : pos]
    if before != " ":
        if before == "-":
            # The other end of a range: what stands before is a number and no name.
            first = text[text.rfind(" ", 0, pos - 1) + 1 : pos - 1]
            return _NOTHING if first.strip("(%").replace(".", "").isdigit() else None
        return _NOTHING if before in _OPENING else None
    at = text.rfind(" ", 0, pos - 1)
    word = text[at + 1 : pos - 1]
    if word.isalpha():
        small = word.lower()
        if small in _HEADING or word[-1] >= _LAST_LETTER or len(word) >= _REACH:
            return None
        beginning = lookup_key(small)
        if small in _DOUBTFUL or beginning in HEDGES or beginning in ENDINGS:
            bound = _bound(text, pos, at, small, language)
            return None if bound is None else (word, bound)
        return word, ""
    if word in _SIGNS:
        return _LESS if word == "<" else _NOTHING
    last, head = word[-1:], word[:-1]
    if last in _CLOSING:
        return _NOTHING
    if last == ",":
        if head.isalpha() and head[-1] < _LAST_LETTER and head.lower() not in _HEADING:
            return _NOTHING
    elif last == ".":
        if head.isalpha():
            small = head.lower()
            if small not in _HEADING and lookup_key(small) not in HEDGES and len(word) < _REACH:
                return word, ""  # vs.
        elif head.replace(".", "").isdigit():
            return _NOTHING
    return None


def _bound(text: str, pos: int, at: int, last: str, language: str) -> str | None:
    """The bound that an everyday word before a number ends; None if it may end a date or name a variable."""
    word = text[text.rfind(" ", 0, max(at, 0)) + 1 : max(at, 0)].lower()
    second, beginning = lookup_key(word), lookup_key(last)
    if word[-1:].isdecimal() and beginning not in HEDGES:
        return ""  # 12 of 40
    is_word = word.isalpha()
    if last in _DATING and (not is_word or word in _HEADING or word in _PASSED):
        return None
    if last in NAMING and (not is_word or len(word) == 1 or word.endswith(NAMED)):
        return None
    may_end = not is_word or beginning in HEDGES or f"{second}_{beginning}" in PAIRS
    if not may_end and (last not in _PASSED or not (second in HEDGES or second in ENDINGS)):
        return ""
    return hedge_before(text, pos, language)


def _may_be_date(whole: str, other: str) -> bool:
    """Whether two whole numbers with a dash between may be days of a month, or years, or year and month."""
    return len(other) <= _DAY and other.isdigit() and (len(whole) <= _DAY or len(whole) == _YEAR)


def _is_plain_word(small: str, place: re.Match[str], language: str) -> bool:
    """Whether a word behind a number, in small letters, is neither a unit nor part of a date."""
    word, digit, second = place[_WORD], place[_WORD + 1], place[_WORD + 2]
    behind = place.string[place.end(_WORD) : place.end(_WORD) + 1]
    if word == "с":  # seconds, but where it goes on plainly
        return behind == " " and bool(digit or second)
    if lookup_key(small) in AFTER and (small not in _EVERYDAY or word in SYMBOLS or small in OWN[language]):
        return False
    if place[_PERCENT] and small in PER:
        return False
    if len(small) == 1 and (word.isupper() or (word in _CLOCK_LETTERS and behind == ".")):
        return False
    if word == "in" and not (behind == " " and (digit or (second and second != "x"))):
        return False  # inches
    if place[_PART] is not None or len(place[_WHOLE]) > _DAY:
        return True
    if small in _SPANNING and digit:
        return False
    return small not in _OF or bool(second and lookup_key(second.lower()) not in AFTER)


def _is_bound(text: str, end: int, small: str, language: str) -> bool:
    """Whether what begins with an everyday word bounds the number or adds a half to it."""
    if hedge_after(text, end, language):
        return True
    return small in _HALVED and forms.half_behind(text, end, language) is not None


def _stem(lead: str) -> str:
    return lead.lower() if not lead.islower() and identifiers.could_be_stem(lead) else ""
