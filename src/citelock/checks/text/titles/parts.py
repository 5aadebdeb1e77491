"""A title cited in part: without its subtitle, cut off, without the section in front (metadata.md, 5.1).

A part is taken at a sign that ends a main title, or it is the beginning of the words. Words added to a title
("… revisited") make another title.
"""

from __future__ import annotations

import re

from citelock.checks.text.patterns import late
from citelock.checks.text.titles.keys import joined, printed, title_key, title_words
from citelock.checks.text.titles.words import is_respelled

LONG = 15  # letters: the beginning of a title that is enough to know it by
_SHORTEST = 4  # letters of a main title: TUBE, LoRA

# A main title ends here. The point of "E. coli" is one too: what stands before it is too short to count.
_MAIN_END = late(r"[:?!.;](?=\s)|[：？！。；—]|\s[-–](?=\s)")
_MOST_ENDS = 6
# Sections of a journal that some publishers register in front of the title. Not "Reply", "Comment": those are
# other works than the one that they name.
_SECTION = late(
    "(?:letters?|letter to the editor|editorial|reviews?|review article|original (?:article|paper|research)|"
    "research (?:article|paper)|article|perspectives?|viewpoint|special report|case report|brief report|"
    "short communication|invited review|feature article|symposium|tutorial) ?[:.] ?",
    re.IGNORECASE,
)
_ROMAN = late("[ivxlc]+")


def is_part(part: str, whole: str) -> bool:
    """Whether `part` is all of `whole` before a colon, question mark, point or dash, or behind its section.

    >>> is_part("Are rivers self-similar?", "Are rivers self‐similar? New results")
    True
    >>> is_part("Deep learning", "Deep learning revisited")
    False
    """
    key = title_key(part)
    return len(key) >= _SHORTEST and key in map(title_key, _parts(whole))


def is_part_respelled(part: str, whole: str) -> bool:
    """Whether `part` is such a part of `whole` in another spelling; only of those that are long enough."""
    return len(title_key(part)) >= LONG and any(is_respelled(part, one) for one in _parts(whole))


def is_cut_off(cited: str, whole: str) -> bool:
    """Whether a cited title breaks off inside the registered one, not inside a number.

    >>> is_cut_off("Retrieval-augmented generation for knowl", "Retrieval-Augmented Generation for Knowledge")
    True
    >>> is_cut_off("A history of everything, part 1", "A history of everything, part 15")
    False
    """
    ours, theirs = title_words(cited), title_words(whole)
    key = joined(ours)
    if len(key) < LONG or not joined(theirs).startswith(key):
        return False
    rest = joined(theirs)[len(key) :]
    if key[-1].isdigit():
        return not (rest[:1] == " " or rest[:1].isdigit())
    last = ours[-1]
    # "Part I" is no beginning of "Part II".
    return not _ROMAN.fullmatch(last) or theirs[: len(ours)] == ours


def _parts(title: str) -> list[str]:
    behind = without_section(title)
    return main_titles(title) if behind is None else [*main_titles(title), behind, *main_titles(behind)]


def main_titles(title: str) -> list[str]:
    """What stands before a colon, question mark, point or dash of a title, the shortest first.

    >>> main_titles("Are rivers self-similar? New results: a survey")
    ['Are rivers self-similar', 'Are rivers self-similar? New results']
    """
    text = printed(title)
    ends = (match.start() for match, _ in zip(_MAIN_END.finditer(text), range(_MOST_ENDS), strict=False))
    return [text[:end] for end in ends]


def without_section(title: str) -> str | None:
    """The title without the section of the journal in front of it; None if there is none.

    >>> without_section("Letter: On nothing"), without_section("Letters of nobody: a survey")
    ('On nothing', None)
    """
    text = printed(title).strip()
    match = _SECTION.match(text)
    return text[match.end() :] if match else None
