"""What the Writer added: numbers and links of the template that no used claim or citation carries.

A Writer without access to the web could smuggle facts in through the prose around the claims. Numbers are
read as docs/numbers.md says; the numbering of lists, headings and notes is none (web.md, section 4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from citelock.checks.brief.template import Piece
from citelock.checks.brief.values import AuditedClaim
from citelock.checks.catalogue import BY_CODE
from citelock.checks.findings import Severity
from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.checks.text.excerpt import shown
from citelock.checks.text.numbers import Line, ledger

_ENUMERATOR = re.compile(
    r"(?m)^([ \t>]*(?:#{1,6}[ \t]+)?)(?:[0-9]{1,9}(?:\.[0-9]{1,9})*[.)]?|[ivxlcIVXLC]{1,7}[.)])(?=[ \t])"
)
_HEADING_NUMBER = re.compile(r"(?m)^[ \t>]*#{1,6}[ \t]+[0-9]")
_LIST_NUMBER = re.compile(r"(?m)^[ \t>]*[0-9]{1,9}[.)][ \t]")
_NOTE = re.compile(r"\[\^[^\]\n]{1,100}\]:?")
_LINK = re.compile(r"(?i)\b(?:https?://|www\.|doi:\s?|doi\.org/|arxiv:\s?|pmid:\s?)[^\s<>\"\])}]+")
_TARGET = re.compile(r"\]\(\s*<?([^)>\s]+)")
_TRAILING = ".,;:!?*_'”»"
_LAST_YEAR = 2099


def smuggled(pieces: Sequence[Piece], used: Sequence[AuditedClaim], path: str) -> list[str]:
    """A sentence for each number and each link of the prose that nothing carries, in their order."""
    from html import unescape  # a table of two thousand names

    carried = _keys(used)
    texts = [claim.text for claim in used] + [
        quote for claim in used for each in claim.sources for quote in each.quotes
    ]
    texts += [each.title for claim in used for each in claim.sources]
    found = []
    for number, source in _lines(pieces):
        line = unescape(source)  # &#50; is a 2 to its reader
        place = f"{path}:{number}"
        without = line
        for address in _addresses(line):
            without = without.replace(address, " ")
            if _key(address) not in carried:
                found.append(f"{place}: the link {shown(address, 120)} is of no used claim's citation")
        text = _NOTE.sub(" ", _without_enumerator(without))
        if any(map(str.isdigit, text)) or any(map(str.isalpha, text)):
            found += [
                f"{place}: {_number(each)}" for each in ledger(text, texts, ()) if not _is_carried(each)
            ]
    return found


def _is_carried(line: Line) -> bool:
    """Whether a claim has the number, as the number check has no more than a note to say of it.

    What it warns of is left to a person, who sees claim and quotation side by side. Here nobody does, and
    among the sums, roundings and units of several claims nearly every small number could be found.
    """
    return line.code == "" or BY_CODE[line.code].severity is Severity.NOTE


def _number(line: Line) -> str:
    """What is said of a number that is not carried, with what comes nearest in the claims."""
    said = f"the number {shown(line.claim, 60)} is in no used claim"
    if line.rule == "range_swapped":
        return f"{said} in this order: there the range begins at its other end"
    if line.formula:
        return f"{said}; it could be worked out as {shown(line.formula, 80)}, which a claim would have to say"
    return f"{said} like this; one has {shown(line.quote, 60)}" if line.quote else said


def _lines(pieces: Sequence[Piece]) -> Iterator[tuple[int, str]]:
    """The lines of the prose with their numbers; a placeholder is a gap that joins nothing."""
    number, line = 1, ""
    for piece in pieces:
        if piece.placeholder is not None:
            line += " · "
            continue
        first, *others = piece.text.split("\n")
        line += first
        for other in others:
            if line.strip(" ·"):
                yield number, line
            number, line = number + 1, other
    if line.strip(" ·"):
        yield number, line


def _without_enumerator(line: str) -> str:
    """The line without what numbers a list item or a heading."""
    if _HEADING_NUMBER.match(line) or _LIST_NUMBER.match(line):
        return _ENUMERATOR.sub(r"\1", line, count=1)
    return line


def _addresses(line: str) -> Iterator[str]:
    """The links of a line as written, each once."""
    targets = [found[1] for found in _TARGET.finditer(line) if not found[1].startswith("#")]
    bare = [found[0].rstrip(_TRAILING) for found in _LINK.finditer(line)]
    yield from dict.fromkeys([*targets, *bare])


def _keys(used: Iterable[AuditedClaim]) -> frozenset[str]:
    return frozenset(
        each.identifier.key for claim in used for each in claim.sources if each.identifier is not None
    )


def _key(address: str) -> str:
    """The identifier that a link stands for; the link itself where it stands for none."""
    text = f"https://{address}" if address.lower().startswith(("www.", "doi.org/")) else address
    read = parse_identifier(text)
    return read.key if isinstance(read, Identifier) else address
