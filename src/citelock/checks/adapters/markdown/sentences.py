"""Where sentences end, in the languages agents write: at a full stop that is none of an abbreviation.

It is for claims, whose numbers are looked for in their quotations: when in doubt a sentence goes on.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from citelock.checks.adapters.markdown.quotation_marks import Span, spans

LONGEST_QUOTATION = 3000  # characters; what is longer is no quotation but two marks by chance

_LONGEST_PARENTHESIS = 1000
_PARENTHESIS = re.compile(r"[()（）]")
# Single quotation marks are apostrophes too: typed ones count only behind a sign that leads to a quotation.
_SINGLE = re.compile(r"‘|(?:(?<=[:：,，(（—])|(?<=[:：,，(（—]\s)|\A)'(?=[^\s'])")
_SINGLE_CLOSES = {"‘": re.compile(r"’(?![^\W_])"), "'": re.compile(r"(?<=[^\s'])'(?![^\W_])")}

_END = re.compile(r"[.!?。！？；…]+[\"'”“’‘»）)\]』」】*_]*|\n{2,}")
_WIDE = frozenset("。！？；")  # nothing but a sentence's end, and no blank follows
_ABBREVIATIONS = frozenset(
    """
    rd al approx ca cf ch chap co corp dept dr ed eds eq eqs est et etc fig figs gen gov inc jr lt ltd mr
    mrs ms no nos op p pp prof ref refs rep resp sec sen sr st vol vols vs viz e.g i.e a.m p.m u.s u.k
    u.n d.c ph.d e.u abb abs anm art aufl bd bzw d.h dipl evtl f ff ggf hrsg inkl jh kap mio mrd nr s
    sog std str tab u.a usw vgl z.b z.t и.о т.е т.д т.п т.н т.к г гг гл др ил им кн л млн млрд н.э напр
    обл п пр проф р рис руб с см ст стр тыс табл тыс ул cap art fig núm pág p.ej sr sra ej av env éd
    p.ex jan feb mar apr jun jul aug sep sept oct nov dec
    """.split()
)
_MONTH = re.compile(r"(?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[a-zä]*")
_LETTER = re.compile(r"\s?[^\W\d_]\.")
_LAST_WORD = re.compile(r"[^\s(\[«“\"„]{1,20}$")


def sentence_ends(text: str, marks: Sequence[int] = ()) -> list[int]:
    """The index behind each sentence of a text on one line, closing quotation marks included.

    What stands between quotation marks or in parentheses is never cut: what is before it is of the same
    claim, and its figures with it. `marks` are the places of citations, in their order: from the first one
    inside a quotation on it may be cut, for what is before that has a source then.

    >>> sentence_ends("It fell by 3.5 % (see Fig. 2). Then it rose.")
    [30, 44]
    >>> sentence_ends("成本上升。随后下降。")
    [5, 10]
    >>> sentence_ends('He wrote: "It fell. Then it rose". Nobody knew.')
    [34, 47]
    """
    ends = []
    begins, reaches = _uncut(text, marks)
    for match in _END.finditer(text):
        end = match.end()
        place = bisect_right(begins, match.start()) - 1
        if place >= 0 and end < reaches[place]:
            continue
        if end == len(text) or _ends_here(text, match, marks):
            ends.append(end)
    if not ends or text[ends[-1] :].strip():
        ends.append(len(text))
    return ends


def _is_marked(marks: Sequence[int], start: int, end: int) -> bool:
    """Whether a citation stands between a full stop and the next word, behind a blank: `. [1] reports`."""
    return start < end and bisect_right(marks, start) < bisect_right(marks, end)


def _uncut(text: str, marks: Sequence[int]) -> tuple[list[int], list[int]]:
    """Where what must not be cut begins, and how far it and all that begins before it reaches."""
    found = [
        (start, end, LONGEST_QUOTATION)
        for each in (spans(text), _single_quotations(text))
        for start, end in each
    ]
    found += [(start, end, _LONGEST_PARENTHESIS) for start, end in _parentheses(text)]
    begins, reaches = [], [0]
    for start, end, longest in sorted(found):
        first = bisect_right(marks, start)
        if first < len(marks) and marks[first] < end:
            end = marks[first]
        if end - start <= longest:
            begins.append(start)
            reaches.append(max(reaches[-1], end))
    return begins, reaches[1:]


def _single_quotations(text: str) -> Iterator[Span]:
    """What stands between single quotation marks."""
    closings = {
        sign: [match.end() for match in pattern.finditer(text)] for sign, pattern in _SINGLE_CLOSES.items()
    }
    for match in _SINGLE.finditer(text):
        ends = closings[match[0]]
        place = bisect_right(ends, match.end())
        if place < len(ends):
            yield match.start(), ends[place]


def _parentheses(text: str) -> Iterator[Span]:
    """The outermost pairs of parentheses; one that is never closed is none."""
    open_at: list[int] = []
    for match in _PARENTHESIS.finditer(text):
        if match[0] in "(（":
            open_at.append(match.start())
        elif open_at:
            yield open_at.pop(), match.end()


def _ends_here(text: str, match: re.Match[str], marks: Sequence[int]) -> bool:
    sign = match[0][0]
    if sign == "\n" or sign in _WIDE:
        return True
    following = text[match.end() : match.end() + 3]
    if not following[0].isspace():
        return False
    first = next((at for at in range(match.end(), len(text)) if not text[at].isspace()), len(text))
    upcoming = text[first : first + 1]
    if upcoming.islower() and not _is_marked(marks, match.end(), first):
        return False
    if sign != "." or len(match[0].rstrip("\"'”“’‘»）)]』」】*_")) > 1:
        return sign != "…" or not upcoming.islower()
    word = _LAST_WORD.search(text[max(0, match.start() - 21) : match.start()])
    if word is None:
        return True
    last = word[0].casefold()
    if last in _ABBREVIATIONS:
        # `et al.` may end a sentence; what follows with a capital does not tell. It goes on.
        return False
    if len(last) == 1 and last.isalpha():  # an initial, or the first half of `z. B.`; else a unit, `16.3 m.`
        return word[0].islower() and not _LETTER.match(text, match.end())
    if last.isdigit() and len(last) < 3:  # `1. ` in front of all, `am 19. Januar`
        return match.start() > len(last) and not _MONTH.match(text[match.end() : match.end() + 12].lstrip())
    return True
