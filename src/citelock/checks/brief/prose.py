"""What the Writer added: what of the template no used claim or citation carries (web.md, section 4).

A Writer without access to the web could smuggle facts in through the prose around the claims: numbers, links,
quotations, notes of their own, and HTML that hides what the brief says of itself. Numbers are read as
docs/numbers.md says.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from citelock.checks.adapters.markdown.quotation_marks import spans
from citelock.checks.adapters.markdown.typed_marks import widened
from citelock.checks.brief.numbering import Numbering, in_digits
from citelock.checks.brief.own_sources import own_sources
from citelock.checks.brief.template import Piece
from citelock.checks.brief.values import AuditedClaim
from citelock.checks.catalogue import BY_CODE
from citelock.checks.findings import Severity
from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.checks.text.excerpt import shown
from citelock.checks.text.numbers import Line, ledger

NOTE = re.compile(r"\[\^([^\]\s\[]{1,200})\]")
_GAP = " · "  # in place of a placeholder: it joins nothing
_LINK = re.compile(
    r"(?i)(?<![\w])(?:[a-z][a-z0-9+.-]{1,20}://|www\.|mailto:|doi:\s?|doi\.org/|arxiv:\s?|pmid:\s?)[^\s<>\"\])}]+"
)
_BARE_HOST = re.compile(r"(?i)(?<![\w@./-])(?:[a-z0-9-]{1,63}\.){1,9}[a-z]{2,24}/[^\s<>\"\])}]+")
_TARGET = re.compile(r"\]\(\s*<?([^)>\s]+)")
_BEGINS = (
    r"(?m)^(?:[ \t>]|[-*+][ \t]|[0-9]{1,9}[.)][ \t]){0,12}"  # a line, list items and block quotations opened
)
_DEFINITION = re.compile(_BEGINS + r"\[(?!\^)(?:\\.|[^\]\\]){1,200}\]:[ \t]{0,9}\n?[ \t]{0,9}<?([^\s>]+)")
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_NOTE_OF_GAP = re.compile(rf"\[\^[^\]\n]{{0,60}}{_GAP}")
_ATTRIBUTE = re.compile(
    r"(?i)\b(?:href|src|srcset|action|formaction|poster|data|cite|background)\s{0,9}=\s{0,9}[\"']?([^\s\"'>]+)"
)
_TAG = re.compile(r"<(?:[A-Za-z/](?:[^<>\n]|\n(?![ \t>]*\n)){0,2000}>|!--|[!?])")
_UNCLOSED_TAG = re.compile(_BEGINS + r"(?P<tag><[A-Za-z/][\w-]{0,30})(?![^<>\n]*>)(?=[\s/]|\Z)")
_QUOTED_LINES = re.compile(r"(?m)^[ \t]{0,3}>.*(?:\n[ \t]{0,3}>.*)*")
# Whatever else the marks could be closed by: `»no, «the drug cures everybody»`.
_POINTED = re.compile(r"«(?=\S)([^«»]{1,3000})(?<=\S)»")
# Single marks are apostrophes too: they open in front of a word and close behind one.
_SINGLE = re.compile(
    r"(?<!\w)‘(?=\S)(?P<curly>(?:[^‘’]|’(?=\w)){1,1000}+)’"
    r"|(?<!\w)'(?=[^\W\d])(?P<typed>(?:[^'\n]|(?<=\w)'(?=\w)){1,1000}+)(?<=\S)'(?!\w)"
)
_LINKED_NUMBER = re.compile(r"\[(\s?[0-9][^\[\]\n]{0,60})\](?=\()")  # no mark of a list: `[95](https://…)`
_QUOTE_SIGN = re.compile(r"(?m)^[ \t>]+")
_PLAIN_TAG = re.compile(r"(?i)</?(?:br|sub|sup|b|i|em|strong|code|kbd)\s{0,9}/?>")
_AUTOLINK = re.compile(r"(?i)<(?:[a-z][a-z0-9+.-]{1,31}:|[^\s<>@]{1,64}@)[^\s<>]*>")
_HTML_HIDES = "HTML can hide what the brief says of itself:"
_TRAILING = ".,;:!?*_'”»"
_EDGES = " .,;:!?…"
_QUOTED_WORDS = 4  # from here on words in quotation marks are a quotation and not a name or a doubt
_QUOTED_LETTERS = 20  # the same where words are not parted


def smuggled(pieces: Sequence[Piece], used: Sequence[AuditedClaim], path: str) -> list[str]:
    """A sentence for each thing in the prose that nothing carries, in the order of the lines."""
    texts = [claim.text for claim in used] + [
        quote for claim in used for each in claim.sources for quote in each.quotes
    ]
    texts += [each.title for claim in used for each in claim.sources]
    source = _lines(pieces)
    prose = _Prose(source)
    keys = _keys(used)
    found = [*_hiding(source), *prose.links(keys), *prose.notes(), *prose.sources(texts, keys)]
    found += [*prose.quotations(texts), *prose.numbers(texts)]
    return [f"{path}:{number}: {what}" for number, what in sorted(found, key=lambda each: each[0])]


def forged_notes(pieces: Sequence[Piece], labels: Iterable[str], path: str) -> list[str]:
    """A sentence for each note of the template that has the label of one of the brief's.

    A reader would take it for what the audit says; renderers do not tell small letters from capitals.
    """
    own = {label.casefold(): label for label in labels}
    found = []
    for number, line in enumerate(_lines(pieces), 1):
        for label in dict.fromkeys(each.casefold() for each in NOTE.findall(line)):
            if label in own:
                what = f"the note [^{shown(own[label], 60)}] is one of the brief's own: call yours otherwise"
                found.append(f"{path}:{number}: {what}")
    return found


class _Prose:
    """The lines of a template as its reader sees their signs: `&#50;` is a 2."""

    def __init__(self, source: Sequence[str]) -> None:
        from html import unescape  # a table of two thousand names

        self._lines = [unescape(line).replace("\n", " ") for line in source]
        self._text = "\n".join(self._lines)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._bare = self._text

    def _line(self, place: int) -> int:
        return bisect_right(self._starts, place)

    def links(self, carried: frozenset[str]) -> Iterator[tuple[int, str]]:
        """The links that are of no citation; from here on no address is read as prose."""
        known: set[tuple[int, str]] = set()
        pieces, done = [], 0
        for start, address in sorted(self._addresses()):
            number = self._line(start)
            if start >= done:
                pieces += [self._bare[done:start], " " * len(address)]
                done = start + len(address)
            if (number, address) not in known and _key(address) not in carried:
                yield number, f"the link {shown(address, 120)} is of no used claim's citation"
            known.add((number, address))
        self._bare = "".join([*pieces, self._bare[done:]])
        for mail in _MAIL.finditer(self._bare):
            yield (
                self._line(mail.start()),
                f"the address {shown(mail[0], 120)} is of no used claim's citation",
            )

    def _addresses(self) -> Iterator[tuple[int, str]]:
        for pattern in (_TARGET, _DEFINITION):
            for match in pattern.finditer(self._text):
                if not match[1].startswith("#"):
                    yield match.start(1), match[1]
        for tag in _TAG.finditer(self._text):
            for match in _ATTRIBUTE.finditer(self._text, tag.start(), tag.end()):
                yield match.start(1), match[1]
        for pattern in (_LINK, _BARE_HOST):
            for match in pattern.finditer(self._text):
                yield match.start(), match[0].rstrip(_TRAILING)

    def notes(self) -> Iterator[tuple[int, str]]:
        """The notes of the template's own: they would stand among those that the audit wrote."""
        for gap in _NOTE_OF_GAP.finditer(self._text):
            yield self._line(gap.start()), "a placeholder inside the name of a note makes a note of no claim"
        for match in NOTE.finditer(self._text):
            label = shown(match[1], 60)
            yield (
                self._line(match.start()),
                f"the note [^{label}] is of no claim: placeholders bring the notes",
            )

    def sources(self, texts: Sequence[str], carried: frozenset[str]) -> Iterator[tuple[int, str]]:
        """What names a source that is of no claim; links are told of before."""
        for place, what in own_sources(self._bare, texts, carried):
            yield self._line(place), what

    def quotations(self, texts: Iterable[str]) -> Iterator[tuple[int, str]]:
        """What stands in quotation marks and is in no claim and no quotation."""
        carried = [_folded(text) for text in texts]
        told: set[str] = set()
        for start, quoted in self._quoted():
            for part in quoted.split(_GAP):
                words = _folded(part)
                is_short = len(words.split()) < _QUOTED_WORDS and len(words) < _QUOTED_LETTERS
                if words not in told and not is_short and not any(words in each for each in carried):
                    told.add(words)
                    said = f"the quotation “{shown(' '.join(part.split()), 80)}” is in no used claim"
                    yield self._line(start), said

    def _quoted(self) -> Iterator[tuple[int, str]]:
        """What stands in quotation marks, and block quotations but for alerts, `> [!NOTE]`."""
        start = 0
        for paragraph in re.split(r"(\n[ \t>]*\n)", self._text):
            seen = widened(paragraph)
            for begin, end in spans(seen):
                yield start + begin, seen[begin + 1 : end - 1]
            start += len(paragraph)
        for pointed in _POINTED.finditer(self._text):
            yield pointed.start(), pointed[1]
        for single in _SINGLE.finditer(self._text):
            yield single.start(), single["curly"] or single["typed"]
        for block in _QUOTED_LINES.finditer(self._text):
            words = _QUOTE_SIGN.sub("", block[0])
            if not words.startswith("[!"):
                yield block.start(), words

    def numbers(self, texts: Sequence[str]) -> Iterator[tuple[int, str]]:
        """The numbers that no claim carries."""
        numbering = Numbering()
        for number, line in enumerate(self._bare.split("\n"), 1):
            words = _LINKED_NUMBER.sub(r" \1 ", _PLAIN_TAG.sub(_unseen, numbering.without(line)))
            text = in_digits(NOTE.sub(" ", words))
            if any(map(str.isdigit, text)) or any(map(str.isalpha, text)):
                for each in ledger(text, texts, ()):
                    if not _is_carried(each):
                        yield number, _number(each)


def _unseen(tag: re.Match[str]) -> str:
    """What a reader sees of a tag: 9<b></b>5 is 95."""
    return " " if tag[0][1:3].lower() == "br" else ""


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


def _lines(pieces: Sequence[Piece]) -> list[str]:
    """The lines of the prose as written; a placeholder is a gap."""
    return "".join(_GAP if piece.placeholder is not None else piece.text for piece in pieces).split("\n")


def _hiding(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """HTML that could hide labels and notes from the reader, or show what no claim says."""
    text = "\n".join(lines)
    ends = list(accumulate(len(line) + 1 for line in lines))
    for match in _TAG.finditer(text):
        is_plain = match[0].startswith("</") or _PLAIN_TAG.fullmatch(match[0])
        if not is_plain and not _AUTOLINK.fullmatch(match[0]):
            yield bisect_right(ends, match.start()) + 1, f"{_HTML_HIDES} {shown(match[0], 60)}"
    for match in _UNCLOSED_TAG.finditer(text):
        yield bisect_right(ends, match.start("tag")) + 1, f"{_HTML_HIDES} {shown(match['tag'], 60)}"


def _folded(text: str) -> str:
    return " ".join(text.replace("’", "'").casefold().split()).strip(_EDGES)


def _keys(used: Iterable[AuditedClaim]) -> frozenset[str]:
    return frozenset(
        each.identifier.key for claim in used for each in claim.sources if each.identifier is not None
    )


def _key(address: str) -> str:
    """The identifier that a link stands for; the link itself where it stands for none."""
    text = f"https://{address}" if address.lower().startswith(("www.", "doi.org/")) else address
    read = parse_identifier(text)
    return read.key if isinstance(read, Identifier) else address
