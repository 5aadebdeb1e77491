"""The numbers of a claim and of its quotations: which supports which (numbers.md, 1 and 6, first form).

Numbers are the article's: digits with points or commas, a comma read as a point; whole ones only, so 18 is
not in 183. Citation markers such as [12] are no numbers. It knows strings only; codes and messages are in
`rules/number.py`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

_RUN = re.compile(
    r"\d[\d.,]*"
)  # what holds a number and its punctuation: found twice as fast as the number itself
_ASCII_RUN = re.compile(r"[0-9][0-9.,]*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_MARKER = re.compile(r"\[\s?\d{1,3}(?:\s?[,;\u2010-\u2015-]\s?\d{1,3})*\s?\]")
_GROUPED = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{3}){2,}")

# The number as the claim writes it, its normal form, the quotation's token and the index of the other
# citation, if any.
Line = tuple[str, str, str | None, int | None]


def numbers(text: str) -> dict[str, str]:
    """The distinct numbers of a text in order of appearance: normal form -> as written.

    >>> numbers("from 18 to 7,5 [12]")
    {'18': '18', '7.5': '7,5'}
    """
    if "[" in text:
        text = _MARKER.sub(" ", text)
    found: dict[str, str] = {}
    is_ascii = text.isascii()
    for run in (_ASCII_RUN if is_ascii else _RUN).findall(text):
        plain = run.rstrip(".,")  # a full stop behind the number is none of it
        if is_ascii or plain.isascii():
            whole, _, part = plain.partition(".")
            if whole.isdigit() and (not part or part.isdigit()):
                found.setdefault(plain, plain)  # its own normal form
                continue
        for token in _NUMBER.findall(run):
            if token.count(",") > 1 and "." not in token and not _GROUPED.fullmatch(token):
                for member in token.split(","):  # a list without blanks: 1,2,3
                    found.setdefault(normal_form(member), member)
            else:
                found.setdefault(normal_form(token), token)
    return found


def normal_form(token: str) -> str:
    """Plain ASCII digits with `.` as the decimal point; grouping is dropped where it can be nothing else.

    >>> normal_form("1,234,567"), normal_form("1,234.5"), normal_form("1,5"), normal_form("٤٢")
    ('1234567', '1234.5', '1.5', '42')
    """
    if not token.isascii():
        token = "".join(c if c in ".," else str(unicodedata.decimal(c)) for c in token)
    points, commas = token.count("."), token.count(",")
    if points and commas:
        # Two different separators: the last one is the decimal point.
        decimal, grouping = (".", ",") if token.rfind(".") > token.rfind(",") else (",", ".")
        if token.count(decimal) == 1:
            return token.replace(grouping, "").replace(decimal, ".")
    elif _GROUPED.fullmatch(token):
        return token.replace(",", "").replace(".", "")
    return token.replace(",", ".")


def ledger(claim: str, own: Iterable[str], others: Sequence[tuple[int, Sequence[str]]]) -> list[Line]:
    """A line for each distinct number of the claim text, in its order.

    `own` are the fragments of the citation's quotation, `others` those of the claim's other citations with
    their index. A number that no quotation holds has neither token nor index.
    """
    wanted = numbers(claim)
    if not wanted:
        return []
    held: dict[str, str] = {}
    for fragment in own:
        found = numbers(fragment)
        for value in found:
            held.setdefault(value, found[value])
    return [
        (written, value, held[value], None) if value in held else (written, value, *_elsewhere(value, others))
        for value, written in wanted.items()
    ]


def _elsewhere(value: str, others: Sequence[tuple[int, Sequence[str]]]) -> tuple[str | None, int | None]:
    for index, fragments in others:
        for fragment in fragments:
            token = numbers(fragment).get(value)
            if token is not None:
                return token, index
    return None, None
