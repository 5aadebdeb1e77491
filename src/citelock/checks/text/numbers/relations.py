"""Signs and words that bound a number: p < 0.05, more than 100, ca. 30 (numbers.md, section 4).

Words are looked up in the tables of the language (`words_hedges.py`); a sign comes with the variable before
it, because `p < 0.05` says nothing of another variable.
"""

from __future__ import annotations

import re

from citelock.checks.text.numbers.number import Hedge
from citelock.checks.text.numbers.words_hedges import hedge_after, hedge_before
from citelock.checks.text.patterns import late

_SIGN = late(r"(?:([^\W\d_][\w.-]{0,11})[\s\u00a0]{0,2})?(<=|>=|==|[<>=≤≥≈~≲≳])[\s\u00a0]{0,2}\Z")
_NAMED = late(
    r"(?<!\w)([^\W\d_])[\s\u00a0-]?(?:values?|Wert|значение|valeur|valor|值)?[\s\u00a0]{1,2}(?:of|was|is|=|von|war|de|est|fue|es|составил[ао]?)"
    r"[\s\u00a0]{1,2}\Z"
)
_SIGNS = frozenset("<>=≤≥≈~≲≳")
_NAMING = frozenset("of was is von war de est fue es составил составило составила".split())
_LOOK = 30
_OVER = late(r"(?<!\w)(?:over|über)(?:\s(?:the|die|der))?\s{1,2}\Z", re.IGNORECASE)
# Before "over" these say that a span of time is longer, behind the span those.
_LONGER = late(
    r"(?<!\w)(?:for|last(?:s|ed|ing)?|takes?|took|taken|taking|aged?|is|was|are|were|been|be|being|of|after|with|than|well|just"
    r"|only|at|had|has|have|spen[dt]s?|spending|wait(?:s|ed|ing)?|lived?|needs?|needed|requires?d?|served?|since|within|by|from|to"
    r"|seit|nach|dauerten?|dauert|von|mit|ist|sind|war|waren|wird|werden|hat|hatte|haben|in|vor|auf|etwas|weit|deutlich|knapp)"
    r"\s(?:over|über)(?:\s(?:the|die|der))?\s{1,2}\Z",
    re.IGNORECASE,
)
_LONGER_BEHIND = late(
    r"(?:\s|-)(?:old|olds|of|ago|long|later|earlier|before|after|alt|lang|altes?|später|vorher)(?!\w)"
)
# At the head of a sentence, or behind what changed by so much.
_IN_THE_COURSE = late(
    r"(?:%|(?<![^\W_])[0-9.,]{1,12}\s[^\W\d_]{1,20}|(?:\A|[.!?:]\s|\n))\s?(?:over|über)(?:\s(?:the|die|der))?\s{1,2}\Z",
    re.IGNORECASE,
)
HEDGES_OF = {hedge.value: hedge for hedge in Hedge}
_SAME = {"<=": "≤", ">=": "≥", "==": "=", "≲": "≤", "≳": "≥"}


def relation_before(text: str, start: int, lead: str) -> tuple[str, str]:
    """The sign before a number and the variable before the sign, in small letters; empty where there is none.

    `lead` is the word before the number, where it is known.
    """
    last = text[max(0, start - 3) : start].rstrip(" \n")[-1:]
    if last not in _SIGNS:
        if lead.lower() not in _NAMING:
            return "", ""
        named = _NAMED.search(text, max(0, start - _LOOK), start)
        return ("", "") if named is None else ("", named[1].lower())
    match = _SIGN.search(text, max(0, start - _LOOK), start)
    if match is None:
        return "", ""
    sign = match[2]
    if sign in "≈~":
        return "", ""
    return _SAME.get(sign, sign), (match[1] or "").lower()


def over_time(text: str, start: int, end: int) -> Hedge:
    """What "over" makes of a span of time between two places: more than that, that long, or not to be told.

    *It took over 10 years*, *over 10 years ago*; *5% over 10 years*; *they learned it over 10 years*.
    """
    before = text[max(0, start - _LOOK) : start]
    if _OVER.search(before) is None or _LONGER.search(before) or _LONGER_BEHIND.match(text, end):
        return Hedge.LOWER
    return Hedge.NONE if _IN_THE_COURSE.search(before) else Hedge.OVER


def hedge_of(text: str, start: int, end: int, language: str) -> Hedge:
    """What a word or sign beside the number between two places makes of it."""
    found = hedge_before(text, start, language) or hedge_after(text, end, language)
    if not found and language == "zh" and "\u4e00" <= text[end : end + 1] <= "\u9fff":
        found = hedge_after(text, end + 1, language)  # 8000个左右: behind the measure word
    return HEDGES_OF[found]
