"""Words between quotation marks: those that a sentence quotes next to a marker, and those of a note.

A title in quotation marks is no quotation, and taking one for the other would accuse the source of not
holding its own title's words; so a note's words count only where nothing speaks for a title (web.md, 5).
"""

from __future__ import annotations

import re
from bisect import bisect_right

from citelock.checks.adapters.markdown.quotation_marks import Span, spans

SHORTEST = 30  # characters that a sentence must quote for them to be meant as verbatim (web.md, section 5)

_ELLIPSES = re.compile(r"^(?:\s|\.{3,}|…|\[\.{3}\]|\[…\])+|(?:\s|(?<!\.)\.{3}|…|\[\.{3}\]|\[…\])+$")
_BETWEEN = re.compile(r"[\s.,;:!?。，；：)）]{0,4}")
_NEAR = 4
_MOST_NOTE = 5000  # characters of a note in which quotations are looked for
MOST = 50  # of one note, as many as a citation may have


def inner(text: str, span: Span) -> str:
    """The words of a quotation without their marks, outer blanks and outer ellipses."""
    return _ELLIPSES.sub("", " ".join(text[span[0] + 1 : span[1] - 1].split()))


def beside(text: str, known: list[Span], place: int) -> str:
    """What is quoted right before a marker at `place` of a text with these `spans`; "" if too little is."""
    number = bisect_right(known, place, key=lambda span: span[1]) - 1
    if (
        number < 0
        or place - known[number][1] > _NEAR
        or not _BETWEEN.fullmatch(text, known[number][1], place)
    ):
        return ""
    words = inner(text, known[number])
    return words if len(words) >= SHORTEST else ""


def of_note(note: str) -> tuple[list[str], str]:
    """The quotations in the body of a note, and the rest of it; titles in quotation marks are of the rest.

    >>> of_note('"...72,000 mg/kg in Stockpile 3." - S98')
    (['72,000 mg/kg in Stockpile 3.'], '- S98')
    >>> of_note('Smith, J. "The Rise of Barium." Mining Journal')[0], of_note('"Barium Rises Again." BBC')[0]
    ([], [])
    """
    quotes: list[str] = []
    rest: list[str] = []
    done = 0
    for span in spans(note[:_MOST_NOTE]):
        words = inner(note, span)
        if words and len(quotes) < MOST and not _is_title(note, span):
            quotes.append(words)
            rest.append(note[done : span[0]])
            done = span[1]
    return quotes, "".join([*rest, note[done:]]).strip()


_LEADS = re.compile(
    r"[:：—–-]\s*$|\b(?:quote|quotes|states|stated|says|writes|wrote|reports|reported|found)\b[^.]{0,20}$"
)


def _is_title(note: str, span: Span) -> bool:
    before, after = note[: span[0]].strip(), note[span[1] :].strip()
    words = note[span[0] + 1 : span[1] - 1].strip()
    ellipsis = words.startswith(("...", "…", "[...]", "[…]")) or words.endswith(("…", "[...]", "[…]"))
    if ellipsis:
        return False
    if words.endswith((",", "，")):
        return True
    if before and not _LEADS.search(before):
        return True
    if before and _LEADS.search(before):
        return in_title_case(words) and not words.endswith((".", "。", "!", "?"))
    if in_title_case(words):
        return True
    return not words.endswith((".", "。", "!", "?", "！", "？")) and after.startswith((",", ".", "，", "。"))


def in_title_case(words: str) -> bool:
    """Whether words are written as titles are in English: most of them with a capital."""
    long: list[str] = re.findall(r"[^\W\d_]{4,}", words)
    if len(long) < 2:
        return False
    return sum(word[0].isupper() for word in long) >= 0.7 * len(long)
