"""What the Writer added: numbers, links and quotations of the template that no used claim carries.

A Writer without access to the web could smuggle facts in through the prose around the claims. Numbers are
read as docs/numbers.md says; the numbering of lists, headings and notes is none (web.md, section 4).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from html import unescape

from citelock.checks.adapters.markdown.quotation_marks import SHORTEST, spans
from citelock.checks.adapters.markdown.quotations import inner
from citelock.checks.brief.template import Piece
from citelock.checks.brief.values import AuditedClaim
from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.checks.text.excerpt import shown
from citelock.checks.text.numbers import Line, ledger

_HEADING_NUMBER = re.compile(
    r"([ \t>]*#{1,6}[ \t]+)((?:[0-9]{1,3}|[ivxlcIVXLC]{1,7}(?=[.)]))(?:\.[0-9]{1,3})*[.)]?)(?=[ \t])"
)
_LIST_NUMBER = re.compile(r"([ \t>]*)([0-9]{1,9})[.)](?=[ \t])")
_NOTE = re.compile(r"\[\^([^\]\n]{1,200})\]")
_DEFINED = re.compile(r"(?m)^[ \t>]*\[\^([^\]\s]{1,200})\]:")
_LINK = re.compile(r"(?i)\b(?:https?://|www\.|doi:\s?|doi\.org/|arxiv:\s?|pmid:\s?)[^\s<>\"\])}]+")
_TARGET = re.compile(r"\]\(\s*<?([^)>\s]+)")
_TAG = re.compile(r"<[A-Za-z][^<>]{0,2000}>?")
_ATTRIBUTE = re.compile(
    r"(?i)\b(?:href|src|srcset|action|formaction|poster|data|cite|background)\s*=\s*[\"']?([^\"'\s>]+)"
)
_DEFINITION = re.compile(r"^[ \t>]*\[(?!\^)[^\]\n]{1,200}\]:\s*<?([^\s>]+)")
_BARE_HOST = re.compile(r"(?i)(?<![\w@./-])(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}/[^\s<>\"\])}]+")
# What hides the text around it from a reader, notes and labels too.
_HIDING = re.compile(
    r"(?i)<!--|<(?:template|script|style|textarea|title|noscript|iframe|xmp)\b|<[a-z][^<>]{0,500}\b(?:hidden|style|class)\b"
)
_TRAILING = ".,;:!?*_'”»"


def smuggled(pieces: Sequence[Piece], used: Sequence[AuditedClaim], path: str) -> list[str]:
    """A sentence for each number, link and quotation of the prose that nothing carries, in their order."""
    carried = _keys(used)
    quotes = [quote for claim in used for each in claim.sources for quote in each.quotes]
    texts = [claim.text for claim in used] + quotes + [each.title for claim in used for each in claim.sources]
    known = frozenset(map(_letters, texts))
    defined = frozenset(_DEFINED.findall("".join(piece.text for piece in pieces)))
    numbering = _Numbering()
    found = []
    for number, raw in _lines(pieces):
        place = f"{path}:{number}"
        line = unescape(raw)
        if _HIDING.search(line):
            found.append(f"{place}: HTML that can hide what stands around it")
        without = numbering.without(line)
        for address in _addresses(line):
            without = without.replace(address, " ")
            if _key(address) not in carried:
                found.append(f"{place}: the link {shown(address, 120)} is of no used claim's citation")
        text = _NOTE.sub(lambda note: " " if note[1] in defined else note[0], without)
        found += [
            f"{place}: the quotation {shown(words, 120)} is of no used claim"
            for words in _quotations(text)
            if not any(_letters(words) in each for each in known)
        ]
        if any(map(str.isalnum, text)):
            found += [
                f"{place}: the number {shown(each.claim, 60)} is in no used claim{_as(each)}"
                for each in ledger(_in_digits(text), texts, ())
                if each.rule is None or each.code[:2] in ("E_", "W_")
            ]
    return found


def forged_notes(pieces: Sequence[Piece], labels: Iterable[str], path: str) -> list[str]:
    """A sentence for each note of the template that is called like one of the brief's own `labels`.

    Whoever reads it takes it for a note that was checked; a definition in front of ours would even win.
    """
    own = {label.casefold() for label in labels}
    found = []
    for number, line in _lines(pieces):
        names = {" ".join(name.split()).casefold() for name in _NOTE.findall(unescape(line))}
        found += [
            f"{path}:{number}: the note [^{shown(name, 60)}] is one of the brief's own: call yours otherwise"
            for name in sorted(names & own)
        ]
    return found


def _as(number: Line) -> str:
    """What a number is instead of one that a claim carries as it stands."""
    return f", which has {shown(number.quote, 60)}" if number.rule is not None and number.quote else ""


def _quotations(text: str) -> Iterator[str]:
    for start, end in spans(text):
        words = inner(text, (start, end))
        if len(words) >= SHORTEST:
            yield words


def _letters(words: str) -> str:
    return "".join(filter(str.isalnum, words.casefold()))


def _in_digits(text: str) -> str:
    """The text with numerals of other forms as figures: ⑨, Ⅸ, ⁹⁵ and ½."""
    if text.isascii():
        return text
    return "".join(_figure(char) if unicodedata.category(char) in ("No", "Nl") else char for char in text)


def _figure(char: str) -> str:
    value = unicodedata.numeric(char, -1.0)
    return f"{value:g}" if value >= 0 else char


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


class _Numbering:
    """The numbers of lists and headings: those that count on from the one before, or begin anew at 1."""

    def __init__(self) -> None:
        self._heading = 0
        self._item = 0

    def without(self, line: str) -> str:
        """The line without what numbers a list item or a heading."""
        heading = _HEADING_NUMBER.match(line)
        if heading:
            first = re.split(r"[.)]", heading[2])[0]
            if not first.isdecimal():
                return heading[1] + line[heading.end() :]
            if int(first) - self._heading in (0, 1) or int(first) in (0, 1):
                self._heading = int(first)
                return heading[1] + line[heading.end() :]
        item = _LIST_NUMBER.match(line)
        if item and (int(item[2]) == self._item + 1 or int(item[2]) in (0, 1)):
            self._item = int(item[2])
            return item[1] + line[item.end() :]
        if item:  # `95. percent` is shown as 95: a figure, however the line begins
            return item[1] + item[2] + line[item.end() :]
        return line


def _addresses(line: str) -> Iterator[str]:
    """The links of a line as written, each once."""
    found = [*_TARGET.finditer(line), *_DEFINITION.finditer(line)]
    found += [each for tag in _TAG.finditer(line) for each in _ATTRIBUTE.finditer(tag[0])]
    targets = [each[1] for each in found if not each[1].startswith("#")]
    targets += [found[0].rstrip(_TRAILING) for found in _BARE_HOST.finditer(line)]
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
