"""When two spellings of a number, a superscript or a word are the same to the matcher.

Small questions on a few tokens, without a memory (quotes.md, section 4); `align.py` asks them at each step.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from citelock.checks.text.chars import SUPERSCRIPTS, script, visible
from citelock.checks.text.patterns import late
from citelock.checks.text.tokens import Kind, Token
from citelock.checks.text.words import UNITS

_GROUPED = late(r"[0-9]{1,3}(?:,[0-9]{3}){2,}|[0-9]{1,3}(?:\.[0-9]{3}){2,}")
_NARROW_SPACES = frozenset("\u00a0\u2007\u2008\u2009\u202f'’")


def flat(form: str) -> str:
    """A superscript run typed as ordinary characters."""
    return "".join(SUPERSCRIPTS.get(char, char) for char in form)


def flat_run(tokens: Sequence[Token], at: int, wanted: str, *, after_digit: bool) -> int:
    """How many glued tokens from `at` on spell `wanted`, or 0; after a digit only behind a `^`."""
    start = at
    if after_digit:
        if at >= len(tokens) or tokens[at].form != "^":
            return 0
        at += 1
    elif at >= len(tokens) or not tokens[at].glued:
        return 0
    spelled = ""
    while at < len(tokens) and len(spelled) < len(wanted):
        if spelled and not tokens[at].glued:
            return 0
        form = tokens[at].form
        spelled += form if spelled or after_digit else form.removeprefix(".")  # `before).45` for `before).⁴⁵`
        at += 1
    return at - start if spelled == wanted else 0


def follows_digit(tokens: Sequence[Token], at: int) -> bool:
    """True if token `at` touches a digit before it: a superscript there is an exponent."""
    return at > 0 and tokens[at - 1].form[-1:].isdigit() and tokens[at].glued


def plain_number(form: str) -> str:
    """A number with two or more groups of three, without the separators; any other as it is."""
    return form.replace(",", "").replace(".", "") if _GROUPED.fullmatch(form) else form


def grouped_number(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """The number that groups of three from `at` on make, and how many tokens it takes (one: as it stands)."""
    first = tokens[at]
    if not (first.form.isdigit() and len(first.form) <= 3):
        return (first.form, 1)
    value = first.form
    end = at + 1
    narrow = True
    while end < len(tokens) and tokens[end].kind is Kind.NUMBER and _is_group(tokens[end], tokens[end - 1]):
        gap = tokens[end].start - tokens[end - 1].end
        if gap != 1:
            break
        narrow = narrow and tokens[end].gap in _NARROW_SPACES
        value += tokens[end].form
        end += 1
    count = end - at
    return (value, count) if count >= 3 or (count == 2 and narrow) else (first.form, 1)


def _is_group(token: Token, before: Token) -> bool:
    return len(token.form) == 3 and token.form.isdigit() and before.line == token.line


def same_or_bare(mine: str, theirs: str) -> bool:
    """Equal, or the quote's letter is the text's Latin letter without its marks (never ñ)."""
    if mine == theirs:
        return True
    return theirs != "ñ" and script(theirs) == "latin" and unicodedata.normalize("NFD", theirs)[0] == mine


def typed(raw: str) -> str:
    """The letters of a word as they would be typed: nothing invisible, no other width. Case is kept."""
    return raw if raw.isascii() else unicodedata.normalize("NFKC", visible(raw))


def is_shout(one: str, other: str) -> bool:
    """True for `US` against `us`: two to four capitals against the same letters all small."""
    return 2 <= len(one) <= 4 and one.isalpha() and one.isupper() and other.islower()


def unit_clash(mine: str, theirs: str, *, after_number: bool) -> bool | None:
    """Whether both spellings of a unit symbol are units; None if its case agrees or does not matter here."""
    own, other = mine.lstrip("0123456789.,"), theirs.lstrip("0123456789.,")
    if own == other:
        return None
    if len(own) > 1 and own in UNITS and other in UNITS and own.casefold() == other.casefold():
        return True  # `MW` and `mW`, wherever they stand
    if not (after_number or own != mine):
        return None
    if own in UNITS or other in UNITS:
        return own in UNITS and other in UNITS
    return None


def all_capitals(tokens: Sequence[Token]) -> bool:
    """True if the text has no small letter in these tokens, as in a heading."""
    return not any(char.islower() for token in tokens for char in token.raw)
