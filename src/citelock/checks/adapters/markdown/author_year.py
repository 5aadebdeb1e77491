"""Citations by author and year in the text: `(Smith et al., 2020; Doe, 2019a)`, `Smith and Doe (2020)`.

Such words are prose until a list says otherwise, so what is found here are markers that may be none:
`references.py` ties them to entries. In `Smith (2020)` the name stays a word of the sentence and only the
year is the marker; its figure is no figure of the claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from citelock.checks.adapters.markdown.authors import AND_OTHERS, YEAR, Authors
from citelock.checks.adapters.markdown.markers import Reading
from citelock.checks.adapters.markdown.pieces import Piece
from citelock.checks.adapters.markdown.runs import Found, with_markers

_YEARS = rf"{YEAR}(?:\s?[,，;]\s?(?:{YEAR}|[b-j](?![\w])))*"
_PLACE = (
    r"(?:[,，:]?\s{0,2}(?:pp?|S|chaps?|ch|figs?|figure|tables?|secs?|section|§|paras?|vol|стр|с|第)\.?\s{0,2}[\w.–—-]{1,12}"
    r"(?:,\s[0-9–-]{1,9})?|\s?[:：]\s?[0-9]{1,5}(?:\s?[–—-]\s?[0-9]{1,5})?)?"
    r"(?:,?\s(?:for|among others|inter alia|and references therein|emphasis)\b[^()（）;；]{0,60})?"
)
_LEAD_IN = (
    r"(?:(?:see(?: also)?|e\.g\.|i\.e\.|cf\.|also|for example|reviewed in|as in|adapted from|according to"
    r"|after|and|vgl\.|siehe|ver|voir|см\.|参见|见),?\s{0,2})*"
)
_PART = re.compile(
    rf"\s*{_LEAD_IN}(?P<names>[^\W\d_][^\d()（）;；]{{0,150}}?)\s{{0,2}}[,，]?\s{{0,2}}(?P<years>{_YEARS}){_PLACE}\s*",
    re.IGNORECASE,
)
_YEARS_ONLY = re.compile(rf"\s*(?P<years>{_YEARS}){_PLACE}\s*")
_GROUP = re.compile(r"[(（\[]([^()（）\[\]]{4,400})[)）\]]")
_ONE_YEAR = re.compile(rf"{YEAR}|(?<![\w])[b-j](?!\w)")
_STRONG = re.compile(rf"{AND_OTHERS}|\s(?:&|and|und)\s[^,，]{{1,40}}[,，]", re.IGNORECASE)
_ENDING = re.compile(rf"\s?,?\s?{AND_OTHERS}$")
_LONGEST_ENDING = 14  # characters of `et al.` and its like with what stands before them
_MOST_WORDS = 9
_LOOKED_BACK = 160  # characters before a year in which its authors stand
_SMALL = frozenset(
    """
    of for the and van von de der den del della di da la le ter ten zu al el bin ibn dos du und y et & и
    """.split()
)


class _Cited(NamedTuple):
    """What stands for one or more references: from `start` to `end` of a text, `literal` what is there."""

    start: int
    end: int
    labels: tuple[str, ...]
    strong: bool


def with_names(pieces: Sequence[Piece], authors: Authors) -> list[Piece]:
    """The pieces of a block, citations by author and year taken out of its text as markers."""
    return with_markers(pieces, lambda text: _marked(text, authors)) if authors else list(pieces)


def _marked(text: str, authors: Authors) -> Iterator[Found]:
    if re.search(YEAR, text):
        for each in _cited(text, authors):
            yield Found(each.start, each.end, Reading(each.labels, is_author=True, is_strong=each.strong))


def _cited(text: str, authors: Authors) -> Iterator[_Cited]:
    for group in _GROUP.finditer(text):
        inside = group[1]
        alone = _YEARS_ONLY.fullmatch(inside)
        if alone:
            narrated = _narrated(text, group, alone["years"], authors)
            if narrated:
                yield narrated
            continue
        if re.search(YEAR, inside):
            yield from _of_group(group)


def _of_group(group: re.Match[str]) -> Iterator[_Cited]:
    """`(Smith et al., 2020; Doe, 2019)`; beside other words, `(n = 12; Doe, 2019)`, only those parts."""
    parts: list[tuple[int, int, tuple[str, ...], bool]] = []
    at = group.start(1)
    whole = True
    for part in re.split(r"([;；])", group[1]):
        match = _PART.fullmatch(part) if part not in ";；" else None
        if not match and parts and (more := _YEARS_ONLY.fullmatch(part)):  # `(Smith, 2019; 2021)`
            names = parts[-1][2][-1].rpartition(", ")[0]
            labels = tuple(f"{names}, {year}" for year in _years(more["years"]))
            parts.append((at, at + len(part), labels, parts[-1][3]))
        elif match and _is_names(match["names"]):
            labels = tuple(f"{match['names'].strip()}, {year}" for year in _years(match["years"]))
            strong = bool(_STRONG.search(part))
            parts.append((at, at + len(part), labels, strong))
        elif part not in ";；":
            whole = False
        at += len(part)
    if not parts:
        return
    if whole:
        labels = tuple(dict.fromkeys(label for _, _, each, _ in parts for label in each))
        yield _Cited(group.start(), group.end(), labels, any(strong for *_, strong in parts))
        return
    for start, end, labels, strong in parts:
        sign = start - group.start(1) > 0  # the semicolon in front goes with it
        yield _Cited(start - sign, end, labels, strong)


def _narrated(text: str, group: re.Match[str], years: str, authors: Authors) -> _Cited | None:
    """`Smith et al. (2020)`: of the words before the year, those that name an author of the list."""
    before = text[max(group.start() - _LOOKED_BACK, 0) : group.start()].rstrip()
    before = before.removesuffix("'s").removesuffix("’s").rstrip("'’ ")
    others = _ENDING.search(before, max(len(before) - _LONGEST_ENDING, 0))
    words = _names_before(before[: others.start()] if others else before)
    behind = f" {others[0].strip(' ,')}" if others else ""
    known = (" ".join(words[number:]) for number, word in enumerate(words) if authors.may_begin(word))
    names = next((each for each in known if authors.has(each)), "")
    if not names and others and words and not words[-1][:1].islower():
        names = words[-1]
    if not names:
        return None
    labels = tuple(f"{names}{behind}, {year}" for year in _years(years))
    return _Cited(group.start(), group.end(), labels, strong=True)


def _names_before(text: str) -> list[str]:
    """The words at the end of a text that may be names and what joins them: `However, Smith and Doe`."""
    words: list[str] = []
    for word in reversed(text.split()[-_MOST_WORDS:]):
        bare = word.strip(",")
        is_initial = len(bare) <= 3 and bare.endswith(".")
        if word.endswith((".", ":", ";", "!", "?")) and not is_initial:
            break
        if bare[:1].islower() and bare not in _SMALL:
            break
        words.insert(0, word.lstrip('"“„«'))
    return words


def _years(text: str) -> list[str]:
    """`2019a, b, 2020` as 2019a, 2019b and 2020."""
    years: list[str] = []
    for each in _ONE_YEAR.findall(text):
        years.append(each if len(each) > 1 or not years else years[-1][:4] + each)
    return years


def _is_names(names: str) -> bool:
    """Whether words may be names: each of them has a capital or is one that stands in names."""
    words = re.findall(r"[^\W\d_][\w'’-]*", re.sub(AND_OTHERS, "", names))
    particle = len(words) > 1 and words[0] in _SMALL
    return bool(words) and not words[particle].islower()
