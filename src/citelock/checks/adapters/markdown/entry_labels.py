"""The label in front of an entry (`[3]`, `3.`, `[^note]:`), and where the next entry begins."""

from __future__ import annotations

import re
from typing import NamedTuple

from citelock.checks.adapters.identifying import has_source
from citelock.checks.adapters.interface import At
from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.markers import read_superscript

_LABEL = r"[\w][\w.:+/&-]{0,59}"
_LEAD = re.compile(
    rf"""\s{{0,8}}(?:<a\b[^<>]{{0,200}}>(?:</a>)?\s{{0,4}})?(?:[-*+•–]\s{{1,4}})?(?:\*\*|__|<sup>)?(?:
      \\?\[\\?\[?(?P<foot>\^)?(?P<bracket>{_LABEL})\^?\\?\]?\\?\](?P<colon>:|：)?
    | [【［](?P<wide>[0-9]{{1,4}})(?:†[^】］]{{0,80}})?[】］]
    | \((?P<round>[0-9]{{1,4}})\)
    | (?P<dot>[0-9]{{1,4}})(?:[.)]|\\\.)(?=\s)|(?P<comma>[0-9]{{1,4}})、
    | (?P<raised>[⁰¹²³⁴-⁹]{{1,4}})
    | (?P<caret>\^[0-9]{{1,4}}\^?)
    )(?:</sup>|\*\*|__)?(?![\w(])[:：.]?\s{{0,8}}""",
    re.VERBOSE,
)


class Lead(NamedTuple):
    """The label of an entry; `end` is where the text behind it begins.

    `is_note` is one written `[^…]`, `colon` whether a colon follows the brackets.
    """

    label: str
    end: int
    is_note: bool
    colon: bool


def lead_of(text: str) -> Lead | None:
    """The label in front of an entry."""
    match = _LEAD.match(text)
    if match is None:
        return None
    bracket, is_note, colon = match["bracket"], bool(match["foot"]), bool(match["colon"])
    if bracket and not is_note and not bracket.isdigit() and not colon and not any(map(str.isdigit, bracket)):
        return None  # a word in brackets is a label only if it has a digit: `[S12]`, not `[Online]`
    label = next(filter(None, (match[name] for name in ("bracket", "wide", "round", "dot", "comma"))), "")
    if match["raised"]:
        reading = read_superscript(match["raised"])
        label = reading.labels[0] if reading else ""
    return Lead(label or (match["caret"] or "").strip("^"), match.end(), is_note, colon)


def split_entries(block: Block) -> list[tuple[str, At]]:
    """The entries of a paragraph: at each label that begins a line; without labels, behind each address."""
    lines, offset = [], 0
    for line in block.content.split("\n"):
        lines.append((line, offset))
        offset += len(line) + 1
    labelled = any(lead_of(line) for line, _ in lines)
    units: list[list[tuple[str, int]]] = []
    complete = True  # the last entry has its address
    for line, start in lines:
        if lead_of(line) if labelled else complete:
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
