"""The label in front of an entry (`[3]`, `3.`, `[^note]:`), and where the next entry begins."""

from __future__ import annotations

import re
from typing import NamedTuple

from citelock.checks.adapters.identifying import has_source
from citelock.checks.adapters.interface import At
from citelock.checks.adapters.markdown.authors import YEAR
from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.keys import KEY
from citelock.checks.adapters.markdown.markers import CIRCLES, NAMES, circled_number, read_superscript

_LABEL = r"[\w][\w.:+/&-]{0,59}"
_NAMED = rf"(?i:{NAMES})[\s.#№-]{{0,3}}"  # `[Source 1]`, `Ref. 2:`; its markers are called by the number
# Chinese lists have no blank behind the number: `[1]标题`, `1．标题`, `（1）标题`.
_LEAD = re.compile(
    rf"""\s{{0,8}}(?:<a\b[^<>]{{0,200}}>(?:</a>)?\s{{0,4}})?(?:[-*+•–]\s{{1,4}})?(?:\*\*|__|<sup>)?(?:
      \\?\[\\?\[?(?P<foot>\^)?(?:{_NAMED}(?P<named>[0-9]{{1,4}})|(?P<bracket>{_LABEL}))
        \^?\\?\]?\\?\](?P<colon>:|：)?(?!\()
    | [【［](?P<wide>[0-9]{{1,4}})(?:†[^】］]{{0,80}})?[】］](?!\()
    | [(（](?P<round>[0-9]{{1,4}})[)）](?!\()
    | (?P<dot>[0-9]{{1,4}})(?:[.)]|\\\.)(?=\s|[^\W\d_a-z])|(?P<stop>[0-9０-９]{{1,4}})[、．)）](?![0-9])
    | (?P<raised>[⁰¹²³⁴-⁹]{{1,4}})(?![⁰¹²³⁴-⁹])
    | (?P<caret>\^[0-9]{{1,4}}\^?)(?![\w(])
    | (?P<circled>[{CIRCLES}])
    | {_NAMED}(?P<called>[0-9]{{1,4}})(?=\s{{0,2}}(?:\*\*|__)?\s{{0,2}}[:：.)])
    )(?:</sup>|\*\*|__)?[:：.)]?(?:\*\*|__)?\s{{0,8}}""",
    re.VERBOSE,
)
_ENVIRONMENT = ("\\begin{", "\\end{")
_BY_AUTHOR = re.compile(rf"[^\W\d_][^()]{{1,200}}\({YEAR}[^()]{{0,30}}\)")  # `Smith, J. (2020). …`
_IN_ITS_FORM = re.compile(rf"\s{{0,8}}[^\W\d_][^()\n]{{1,200}},?\s\({YEAR}(?:,[^()]{{0,30}})?\)\.\s")
_NUMBERED = ("named", "wide", "round", "dot", "stop", "called")
# `[@smith2020]: …`, `@smith2020 …`, `\bibitem{smith2020} …`, `[smith] …`
_KEYED = re.compile(
    rf"\s{{0,8}}(?:[-*+•–]\s{{1,4}})?[*_`]{{0,3}}(?:\[?@\{{?(?P<at>{KEY})\}}?\]?|\\bibitem(?:\[[^\[\]]{{0,200}}\])?"
    rf"\{{(?P<item>[^{{}}]{{1,200}})\}}|\[(?P<word>{KEY})\](?!\())[*_`]{{0,3}}\s{{0,2}}[:.]?\s{{0,8}}"
)
_LINKED = re.compile(r" {0,3}\[([^\W\d_][^\[\]^]{0,98}\S)\]:\s{1,8}(?=<?https?://)", re.IGNORECASE)
_WORD = re.compile(
    rf"\s{{0,8}}(?:[-*+•–]\s{{1,4}})?[*_`]{{0,3}}(?P<word>{_LABEL}?)[*_`]{{0,3}}\s{{0,2}}[:：–—-]\s{{1,8}}"
)


class Lead(NamedTuple):
    """The label of an entry; `end` is where the text behind it begins.

    `is_note` is one written `[^…]`, `colon` whether a colon follows the brackets.
    """

    label: str
    end: int
    is_note: bool
    colon: bool


def lead_of(text: str, cited: frozenset[str] = frozenset()) -> Lead | None:
    """The label in front of an entry.

    `cited` are words and keys that markers name: `S1` is the label of `S1: Title` where the text has `[S1]`.
    """
    keyed = _KEYED.match(text) if cited else None
    key = next(filter(None, keyed.groups()), "") if keyed else ""
    if keyed and key in cited:
        return Lead(key, keyed.end(), is_note=False, colon=True)
    match = _LEAD.match(text)
    linked = _LINKED.match(text) if match is None else None
    if linked:  # `[Demo board]: https://…`
        return Lead(linked[1], linked.end(), is_note=False, colon=True)
    if match is None:
        return _word(text, cited)
    bracket, is_note, colon = match["bracket"], bool(match["foot"]), bool(match["colon"])
    if bracket and not is_note and not bracket.isdigit() and not colon and not any(map(str.isdigit, bracket)):
        return None  # a word in brackets is a label only if it has a digit: `[S12]`, not `[Online]`
    label = bracket or next(filter(None, map(match.group, _NUMBERED)), "")
    if label.isdecimal():
        label = str(int(label)) if not label.isascii() else label  # １．
    if match["circled"]:
        label = circled_number(match["circled"])
    if match["raised"]:
        reading = read_superscript(match["raised"])
        label = reading.labels[0] if reading else ""
    return Lead(label or (match["caret"] or "").strip("^"), match.end(), is_note, colon)


def _word(text: str, cited: frozenset[str]) -> Lead | None:
    match = _WORD.match(text) if cited else None
    if match is None or match["word"] not in cited:
        return None
    return Lead(match["word"], match.end(), is_note=False, colon=True)


def is_by_author(text: str) -> bool:
    """Whether a line has the form of a reference without number: `Smith, J. (2020). …`."""
    return _IN_ITS_FORM.match(text) is not None


def split_entries(block: Block, cited: frozenset[str] = frozenset()) -> list[tuple[str, At]]:
    """The entries of a paragraph: at each label that begins a line; without labels, behind each address."""
    lines, offset = [], 0
    for line in block.content.split("\n"):
        lines.append((line, offset))
        offset += len(line) + 1
    labelled = any(lead_of(line, cited) for line, _ in lines)
    units: list[list[tuple[str, int]]] = []
    complete = True  # the last entry has its address
    for line, start in lines:
        if line.startswith(_ENVIRONMENT):
            continue
        if lead_of(line, cited) if labelled else complete or _BY_AUTHOR.match(line):
            units.append([])
            complete = False
        if not units:
            units.append([])
        units[-1].append((line, start))
        complete = complete or has_source(line)
    return [("\n".join(line for line, _ in unit), _at(block, unit[0])) for unit in units]


def _at(block: Block, line: tuple[str, int]) -> At:
    text, start = line
    return block.at(start + len(text) - len(text.lstrip()))
