"""Where the nearest passage of a missed quotation stands in its text, and the difference between the two.

The report has the passage on one line and cut short. Here it is found again in the text, as long as the
quotation needs it, and made wider where the matcher says that a word or a number is cut at its end: `able`
out of `unable`, `0.42` out of `-0.42`.
"""

from __future__ import annotations

import re

from citelock.checks.sheet.differences import nearest_of, word_difference
from citelock.checks.sheet.values import Difference
from citelock.checks.text.boundaries import drops_question, is_cut
from citelock.checks.text.chars import is_cjk

_TO_QUESTION = re.compile(r"[^?？؟]*[?？؟]?")
_CUT = "…"  # ends a passage that the report has cut
_CONTEXT = 160  # characters of the paragraph shown on either side
_TOUCHING = 40  # characters by which a cut word is made whole
_STEPS = 4  # words that a number may go on for: `1 284 000`


def difference_of(
    parts: tuple[str, ...], text: str, passage: str, line: int, page: int | None
) -> Difference | None:
    """The difference between a quotation and the `passage` that the report names, found in `text`.

    Of several `parts` that were not found it is the one that is nearest to the passage. None where the text
    does not hold the passage: it is of another text, and nothing is said of it.
    """
    part = nearest_of(parts, passage)
    whole = not passage.endswith(_CUT)
    place = _place(text, passage.removesuffix(_CUT), line)
    if place is None:
        return None
    start, end = place
    start = _whole_before(text, start)
    if whole:
        end = _whole_after(text, end)
        if drops_question(part, text, end):
            end += len(_TO_QUESTION.findall(text[end : end + _CONTEXT])[0])
    else:
        end = _word_end(text, min(len(text), max(end, start + len(part) * 13 // 10 + _CONTEXT)))
    runs = word_difference(part, text[start:end], open_end=not whole)
    return Difference(
        runs,
        line,
        page,
        _paragraph_end(text[max(0, start - _CONTEXT) : start], more=start > _CONTEXT),
        _paragraph_start(text[end : end + _CONTEXT], more=end + _CONTEXT < len(text)) if whole else _CUT,
    )


def _place(text: str, passage: str, line: int) -> tuple[int, int] | None:
    """The span of the passage, looked for from its line on."""
    words = passage.split()
    if not words:
        return None
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
        if at == 0:
            return None
    found = re.compile(r"\s+".join(map(re.escape, words))).search(text, at)
    return None if found is None else found.span()


def _whole_before(text: str, start: int) -> int:
    for _ in range(_STEPS):
        if start == 0 or not is_cut(text, start, len(text)):
            break
        at = start
        while at > 0 and text[at - 1].isspace():
            at -= 1
        least = max(0, at - _TOUCHING)
        while at > least and not text[at - 1].isspace() and not is_cjk(text[at - 1]):
            at -= 1
        if at == start:
            break
        start = at
    return start


def _whole_after(text: str, end: int) -> int:
    for _ in range(_STEPS):
        if end >= len(text) or not is_cut(text, 0, end):
            break
        at = end
        while at < len(text) and text[at].isspace():
            at += 1
        most = min(len(text), at + _TOUCHING)
        while at < most and not text[at].isspace() and not is_cjk(text[at]):
            at += 1
        if at == end:
            break
        end = at
    return end


def _word_end(text: str, end: int) -> int:
    most = min(len(text), end + _TOUCHING)
    while end < most and not text[end].isspace():
        end += 1
    return end


def _paragraph_end(text: str, *, more: bool) -> str:
    """What stands before the passage in its paragraph, from a word on."""
    last = text.rpartition("\n")[2]
    whole = len(last) < len(text) or not more
    return (last if whole else _CUT + last.partition(" ")[2]).replace("\xad", "").replace("\f", " ")


def _paragraph_start(text: str, *, more: bool) -> str:
    first = text.partition("\n")[0]
    whole = len(first) < len(text) or not more
    return (first if whole else first.rpartition(" ")[0] + _CUT).replace("\xad", "").replace("\f", " ")
