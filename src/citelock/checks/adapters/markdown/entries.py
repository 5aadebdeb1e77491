"""Lists of sources: where one stands in a report, and what each of its entries names.

An entry is known by its label (`[3]`, `3.`, `[^note]:`) or, without one, by its place under a heading that
announces sources. What is no entry is left to the report's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from citelock.checks.adapters.identifying import FIELDS, Found, fields_of, of_url
from citelock.checks.adapters.interface import At
from citelock.checks.adapters.markdown.blocks import Block
from citelock.checks.adapters.markdown.headings import announces_sources, may_announce
from citelock.checks.adapters.markdown.inline import Link, Marker, Named, Text, pieces_of, plain, plain_label
from citelock.checks.adapters.markdown.markers import read_superscript
from citelock.checks.adapters.markdown.quotations import of_note

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
_SUP_LEAD = re.compile(r"\s{0,8}<sup>\[?(?P<bracket>[0-9]{1,4})\]?</sup>[:：.]?\s{0,8}")
_EDGE_AFTER = re.compile(r"^[\s^↑:：\-–—―|,，;；.。•·(（<>\[\]）)】]+")
_EDGE_BEFORE = re.compile(r"[\s:：\-–—―|,，;；•·(（<\[【]+$")
_ACCESSED = re.compile(
    r"[\s\-–—|,;.(（\[]*\b(?:accessed|retrieved|last accessed|available(?: at| from| online)?"
    r"|abgerufen|zugriff|url|link|doi|online|дата обращения|访问日期|访问时间|访问|检索)\b[^\n]{0,80}$",
    re.IGNORECASE,
)
_LEADING_WORD = re.compile(
    r"\b(?:available(?: online)?(?: at| from)?|url|link|doi|pmid|pmcid|arxiv|online|in|访问链接|链接|网址)"
    r"\s{0,2}[:：]?\s*$",
    re.IGNORECASE,
)
_GENERIC = frozenset(
    """
    link links source url here read more article pdf web website online full text view doi pubmed pmc arxiv
    html quelle hier ссылка источник здесь 链接 原文 来源 网址 lien ici fuente enlace aquí paper abstract
    report 全文 查看
    """.split()
)
_LONGEST_TITLE = 1000  # characters; what is longer is no title
_NUMBER_ONLY = re.compile(r"[\[(]?\^?[0-9]{1,4}[\])]?\.?")


@dataclass(slots=True)
class Entry:
    """One source of a list. `label` is what markers call it, "" in a list without numbers.

    `group` is the number of its list, `at` its place; `fields` are those of a citation, `quotes` of the body
    of a note; `is_note` says that it is one (`[^…]:`).
    """

    label: str
    group: int
    at: At
    fields: dict[str, object]
    quotes: list[str] = field(default_factory=list)
    used: bool = False
    is_note: bool = False

    @property
    def has_identifier(self) -> bool:
        """Whether it says where the source is."""
        return any(name in self.fields for name in FIELDS)


@dataclass(slots=True)
class Lists:
    """All entries in the order of the file, and the blocks that are not of the report's text."""

    entries: list[Entry]
    taken: set[int]


def read_lists(blocks: Sequence[Block]) -> Lists:
    """The source lists of a report."""
    reader = _Reader(blocks)
    reader.read()
    return Lists(reader.entries, reader.taken)


class _Reader:
    def __init__(self, blocks: Sequence[Block]) -> None:
        self.entries: list[Entry] = []
        self.taken: set[int] = set()
        self._blocks = blocks
        self._group = 0

    def read(self) -> None:
        number, blocks = 0, self._blocks
        while number < len(blocks):
            block = blocks[number]
            announced = self._announced(number)
            if announced:
                number = self._region(number, announced)
                continue
            if not block.level and not block.row and self._definitions(block):
                self.taken.add(number)
            number += 1
        if all(entry.is_note for entry in self.entries):
            self._tail()

    # --- where --------------------------------------------------------------------------------

    def _announced(self, number: int) -> str:
        """The line of this block that announces a list, "" if none does."""
        block = self._blocks[number]
        if block.items or block.row:
            return ""
        first = _without_tags(block.content).lstrip().partition("\n")[0]
        if announces_sources(first):
            follows = number + 1 < len(self._blocks) or "\n" in block.content
            return first if block.level or follows else ""
        if may_announce(first):
            inside = _without_tags(block.content).lstrip().partition("\n")[2]
            following = inside or (self._blocks[number + 1].content if number + 1 < len(self._blocks) else "")
            ordered = not inside and number + 1 < len(self._blocks) and self._blocks[number + 1].number
            if following and (_lead(following) or ordered) and _has_source(following):
                return first
        return ""

    def _region(self, number: int, line: str) -> int:
        """Reads the list below block `number`; gives the number of the first block behind it."""
        blocks = self._blocks
        own = blocks[number]
        self._group += 1
        self.taken.add(number)
        rest = _behind_first_line(own)
        if rest is not None:
            self._lines(rest)
        number += 1
        empty = 0
        while number < len(blocks):
            block = blocks[number]
            if block.level and (
                not own.level or block.level <= own.level or announces_sources(block.content)
            ):
                break
            if block.level and not _lead(block.content):
                self.taken.add(number)  # a heading inside of the list, `#### Web pages`
                number += 1
                continue
            end = self._unit(number)
            if self._entries_of(number, end):
                self.taken.update(range(number, end))
                empty = 0
            elif not own.level:
                empty += 1
                if empty > 1 or not block.items:
                    break
            number = end
        return number

    def _unit(self, number: int) -> int:
        """The end of the blocks that are one list item, one row of a table, or one paragraph."""
        block = self._blocks[number]
        end = number + 1
        while end < len(self._blocks):
            other = self._blocks[end]
            same_item = block.items and other.items[:1] == block.items[:1]
            same_row = block.row and other.row == block.row
            if not (same_item or same_row):
                break
            end += 1
        return end

    def _tail(self) -> None:
        """A list at the end of a report, without a heading."""
        last = len(self._blocks)
        begin, passed = last, 0
        while begin > 0 and not self._blocks[begin - 1].level:
            block = self._blocks[begin - 1]
            plain_entry = not block.items and not block.row and _lead(block.content)
            if (plain_entry and _has_source(block.content)) or (
                block.number
                and len(block.items) == 1
                and _has_source(block.content)
                and _begins_with_link(block)
            ):
                begin, passed = begin - 1, 0
            elif begin == last - passed and passed < 2 and not block.items and not _has_source(block.content):
                passed, begin = passed + 1, begin - 1
            else:
                break
        units = [number for number in range(begin, last) if _has_source(self._blocks[number].content)]
        if not units:
            return
        self._group += 1
        for number in units:
            if number not in self.taken and self._entries_of(number, number + 1):
                self.taken.add(number)

    # --- what ---------------------------------------------------------------------------------

    def _definitions(self, block: Block) -> bool:
        """Takes `[^1]: …` and `[1]: https://…`, which may stand anywhere; False if the block is none."""
        if block.content[:1] not in "[\\":
            return False
        units = _split(block)
        leads = [_lead(text) for text, _ in units]
        if not leads or leads[0] is None:
            return False
        foot = all(lead is None or (lead["foot"] and lead["colon"]) for lead in leads)
        linked = all(
            lead is not None and lead["colon"] and _has_source(text[lead.end() :])
            for lead, (text, _) in zip(leads, units, strict=True)
        )
        several = len(units) > 1 and all(
            lead is not None and (_has_source(text[lead.end() :]))
            for lead, (text, _) in zip(leads, units, strict=True)
        )
        if not (foot or linked or several):
            return False
        if not foot:
            self._group += 1
        for text, at in units:
            self._add(text, at, "", as_note=foot)
        return True

    def _entries_of(self, number: int, end: int) -> bool:
        """Takes the entries of some blocks that belong together; False if they hold none."""
        block = self._blocks[number]
        if block.row:
            return self._of_row(self._blocks[number:end])
        if block.items:
            text = "\n".join(each.content for each in self._blocks[number:end])
            if (
                end - number > 1
                and not block.number
                and not _lead(block.content)
                and not _has_source(block.content)
            ):
                nested = [each for each in range(number + 1, end) if _has_source(self._blocks[each].content)]
                if len(nested) > 1:  # a list of lists: the outer item is a heading
                    inner = [self._blocks[each] for each in nested]
                    return any([self._add(each.content, each.at(0), each.number) for each in inner])  # noqa: C419 # all
            return self._add(text, block.at(0), block.number, first=block.content if end - number > 1 else "")
        return self._lines(block)

    def _of_row(self, cells: Sequence[Block]) -> bool:
        if cells[0].head:
            return True
        first = cells[0].content.strip()
        label = re.sub(r"[^\w]", "", plain(first)) if len(first) < 20 else ""
        rest = cells[1:] if label and label.isalnum() and len(cells) > 1 and not _has_source(first) else cells
        return self._add(
            " — ".join(each.content for each in rest), cells[0].at(0), label if rest is not cells else ""
        )

    def _lines(self, block: Block) -> bool:
        """Takes the entries of a paragraph; one that only goes on with the last entry is part of it."""
        units = _split(block)
        if len(units) == 1 and not _lead(units[0][0]):
            text = units[0][0]
            if not _has_source(text):
                return False
            last = self.entries[-1] if self.entries and self.entries[-1].group == self._group else None
            if last is not None and not last.has_identifier and not _has_words(text):
                last.fields = {**fields_of(_found(text)), **last.fields}
                return True
        added = [self._add(text, at, "") for text, at in units]
        return any(added)

    def _add(self, text: str, at: At, number: str, *, as_note: bool = False, first: str = "") -> bool:
        """Takes an entry; `first` is the first of its paragraphs, if it has several: the title is in it."""
        lead = _lead(text)
        label, foot = number, False
        if lead is not None:
            label = next(
                filter(None, (lead[name] for name in ("bracket", "wide", "round", "dot", "comma"))), ""
            )
            foot = bool(lead["foot"])
            if lead["raised"]:
                reading = read_superscript(lead["raised"])
                label = reading.labels[0] if reading else ""
            label = label or (lead["caret"] or "").strip("^") or number
            text = text[lead.end() :]
        if not text.strip():
            return False
        quotes: list[str] = []
        body = text
        if as_note or foot:
            quotes, body = of_note(_one_line(text))
        fields = fields_of(_found(text))
        title = (
            title_of(first[len(first) - len(first.lstrip()) :]) if first and lead is None else ""
        ) or title_of(body)
        if not fields and not label and not title:
            return False
        if not fields and not label and not self._is_reference(text):
            return False
        if title:
            fields["title"] = title
        self.entries.append(Entry(label, self._group, at, fields, quotes, is_note=foot))
        return True

    @staticmethod
    def _is_reference(text: str) -> bool:
        """Whether an entry without number and address looks like a reference: it has a year."""
        return bool(re.search(r"\b(?:19|20)[0-9]{2}\b", text)) and len(text) < 1000


def _lead(text: str) -> re.Match[str] | None:
    """The label in front of an entry."""
    match = _LEAD.match(text)
    if (
        match
        and match["bracket"]
        and not match["foot"]
        and not match["bracket"].isdigit()
        and not match["colon"]
    ):
        # A word in brackets is a label only if it has a digit: `[S12]`, not `[Online]`.
        return match if any(map(str.isdigit, match["bracket"])) else None
    return match


def _split(block: Block) -> list[tuple[str, At]]:
    """The entries of a paragraph: at each label that begins a line; without labels, behind each address."""
    lines, offset = [], 0
    for line in block.content.split("\n"):
        lines.append((line, offset))
        offset += len(line) + 1
    labelled = any(_lead(line) for line, _ in lines)
    units: list[list[tuple[str, int]]] = []
    for line, start in lines:
        begins = (
            bool(_lead(line)) if labelled else not units or any(_has_source(each) for each, _ in units[-1])
        )
        if begins or not units:
            units.append([])
        units[-1].append((line, start))
    return [("\n".join(line for line, _ in unit), _at(block, unit[0])) for unit in units]


def _at(block: Block, line: tuple[str, int]) -> At:
    text, start = line
    return block.at(start + len(text) - len(text.lstrip()))


def _behind_first_line(block: Block) -> Block | None:
    first, _, rest = block.content.partition("\n")
    if not rest.strip():
        return None
    cut = len(first) + 1
    lines = tuple((start - cut, line, column) for start, line, column in block.lines if start >= cut)
    return Block(rest, lines)


def _found(text: str) -> list[Found]:
    """The identifiers of an entry: those of its links, its bare addresses and its numbers."""
    found = []
    for piece in _pieces(text):
        if isinstance(piece, Link):
            found.append(Found(piece.start, piece.end, *of_url(piece.url)))
        elif isinstance(piece, Named):
            found.append(Found(piece.start, piece.end, piece.field, piece.value))
        elif isinstance(piece, Marker) and piece.url:
            found.append(Found(piece.start, piece.end, *of_url(piece.url)))
    return found


def _pieces(text: str) -> Iterator[Text | Link | Marker | Named]:
    yield from pieces_of(_one_line(text))


def _one_line(text: str) -> str:
    return text.replace("\n", " ")


_SOURCE = re.compile(
    r"https?://|\bdoi[:\s]|(?<![\w./-])10\.[0-9]{4,9}[./]|\bPM(?:ID|C)|\barXiv[:：]", re.IGNORECASE
)


def _has_source(text: str) -> bool:
    return bool(_SOURCE.search(text))


def _has_words(text: str) -> bool:
    """Whether something stands beside addresses."""
    return any(isinstance(piece, Text) and re.search(r"[^\W\d_]{3,}", piece.text) for piece in _pieces(text))


def _begins_with_link(block: Block) -> bool:
    pieces = pieces_of(block.content)
    return bool(pieces) and (isinstance(pieces[0], Link) or isinstance(pieces[-1], Link))


def title_of(body: str) -> str:
    """The title of an entry: the label of its link, else what stands before the address, else behind it.

    >>> title_of("Demo report: https://example.org/a"), title_of("https://example.org/a - Demo - Site")
    ('Demo report', 'Demo - Site')
    >>> title_of("[Demo](https://example.org/a), accessed 2024"), title_of("Smith: [link](https://example.org/a)")
    ('Demo', 'Smith')
    """
    before: list[str] = []
    behind: list[str] = []
    label = ""
    met = False
    for piece in _pieces(body):
        if isinstance(piece, Link | Named) or (isinstance(piece, Marker) and piece.url):
            met = True
            if isinstance(piece, Link) and not label and not is_generic(piece.label):
                label = piece.label
        elif isinstance(piece, Text):
            (behind if met else before).append(piece.text)
        else:
            (behind if met else before).append(piece.literal)
    if label:
        return _edges(label)
    title = _ACCESSED.sub("", _edges("".join(before)))
    if _is_word(title):
        return _inside_reference(title)
    title = _ACCESSED.sub("", _edges("".join(behind)))
    return title if _is_word(title) else ""


_APA = re.compile(
    r"[^\W\d_][^()]{2,300}?[.,&]\s{0,2}\((?:19|20)[0-9]{2}[a-z]?(?:,[^()]{1,30})?\)[.:,]?\s{1,2}(.{8,400}?)(?<=[^\W\d_]{3})[.?!](?:\s|$)"
)
_IN_QUOTES = re.compile(r"[^\W\d_].{2,200}?[.,:]\s{0,2}[\"“«„]([^\"”»“]{8,400})[.,]?[\"”»“](?:[.,\s]|$)")


def _inside_reference(title: str) -> str:
    """The title inside of a whole reference, where its form tells; else all of it.

    >>> _inside_reference("Example, A. (2019). Carbon in soils. Demo Soil Science, 4(2), 11-19")
    'Carbon in soils'
    >>> _inside_reference('Example, A. "The Second Survey." Demo Mining Review 12 (2001)')
    'The Second Survey'
    """
    match = _APA.match(title) or _IN_QUOTES.match(title)
    return match[1].strip(" .,") if match else title


def _without_tags(text: str) -> str:
    return (
        re.sub(r"</?(?:details|summary|b|strong|p|div|h[1-6])\b[^<>]{0,200}>", "", text)
        if "<" in text
        else text
    )


def _is_word(title: str) -> bool:
    return bool(re.search(r"[^\W\d_]", title))


def is_generic(label: str) -> bool:
    """Whether a link's label says nothing of the page: empty, a number, `link`, or the address itself."""
    label = plain_label(label).strip(" .:：()[]").casefold()
    if not label or label in _GENERIC or _NUMBER_ONLY.fullmatch(label):
        return True
    return label.startswith(("http://", "https://", "www.", "doi:", "10.")) or bool(
        re.fullmatch(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}(?:/\S*)?", label)
    )


def _edges(text: str) -> str:
    text = " ".join(text.split())
    while True:
        cut = _LEADING_WORD.sub("", _EDGE_BEFORE.sub("", text))
        if cut == text:
            break
        text = cut
    text = _EDGE_AFTER.sub("", text)
    if text.count("(") < text.count(")") and text.endswith(")"):
        text = text[:-1]
    text = text.strip(" *_").rstrip(" .,;:")
    if len(text) > 2 and text[0] + text[-1] in ('""', "“”", "«»", "„“", "''") and text[0] not in text[1:-1]:
        text = text[1:-1].strip(" .,;:")
    return text[:_LONGEST_TITLE]
