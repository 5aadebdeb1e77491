"""A report in Markdown as claims: the way in (web.md, section 5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from citelock.checks.adapters.identifying import FIELDS, has_source
from citelock.checks.adapters.interface import (
    MAX_CITATIONS,
    At,
    CitationDraft,
    ClaimDraft,
    Counts,
    Imported,
    Quotation,
    TooMuch,
    Unused,
)
from citelock.checks.adapters.markdown.attribution import Titles, attributed, quotes_of
from citelock.checks.adapters.markdown.author_year import with_names
from citelock.checks.adapters.markdown.bare_numbers import with_bare_numbers
from citelock.checks.adapters.markdown.bibliography import emptied, is_bare, read_bibliographies
from citelock.checks.adapters.markdown.blocks import Block, blocks_of
from citelock.checks.adapters.markdown.entries import Entry
from citelock.checks.adapters.markdown.front import prepared, with_plain_ends
from citelock.checks.adapters.markdown.headings import is_answer, is_prompt
from citelock.checks.adapters.markdown.inline import pieces_of
from citelock.checks.adapters.markdown.keys import keys_in
from citelock.checks.adapters.markdown.left_out import amounts, parts_left_out, quoted_in_lists, quoted_there
from citelock.checks.adapters.markdown.lists import read_lists
from citelock.checks.adapters.markdown.markers import are_circled, named_in
from citelock.checks.adapters.markdown.pieces import Marker, Piece
from citelock.checks.adapters.markdown.references import References
from citelock.checks.adapters.markdown.statements import Sentence, Statements

_MOST_BEFORE_PROMPT = 3  # blocks, a title and a line or two: behind more, `Question` is a chapter


def read_markdown(text: str, *, passages: bool = False) -> Imported:
    """The claims of a Markdown file; raises TooMuch for one that would become more than is held.

    `passages` says that the text is one of `messages.py`, with our own labels around what is cited.
    """
    whole, seen = with_plain_ends(text), prepared(text)
    parsed, code = blocks_of(seen)
    blocks = _answered(parsed)
    contents = [block.content for block in blocks if not is_bare(block)]
    keys = keys_in(contents)
    found = read_bibliographies(seen, blocks, code, keys)
    blocks = emptied(blocks, found.bare)
    lists = read_lists(blocks, named_in(contents) | keys)
    lists.entries += found.entries
    lists.taken |= found.bare
    raised = are_circled(blocks[number].content for number in lists.taken)
    references = References(lists.entries, circled=raised)
    statements = Statements(references, passages=passages)
    read = _scanned([block for number, block in enumerate(blocks) if number not in lists.taken])
    read = [(block, with_names(pieces, references.authors)) for block, pieces in read]
    read, bare = with_bare_numbers(read, lists.entries)
    references.learn(
        (piece, block.at(piece.start)) for block, each in read for piece in each if isinstance(piece, Marker)
    )
    for block, pieces in read:
        statements.add(block, pieces)
    titles = Titles(_titles(statements.sentences, lists.entries))
    quotations: list[Quotation] = []
    for sentence in statements.sentences:
        sentence.citations, nobodys = attributed(sentence.citations, sentence.quoted, titles)
        quotations += nobodys
    parts = parts_left_out(whole, seen, parsed, len(parsed) - len(blocks), code, found.code)
    quotations += quoted_there(whole, parts, titles)
    quotations += quoted_in_lists((blocks[number] for number in sorted(lists.taken)), titles)
    cited = [sentence for sentence in statements.sentences if sentence.citations]
    without = [each for each in statements.sentences if each.counts and not each.citations]
    tally = statements.tally
    if tally.markers or tally.links:
        claims = tuple(map(_claim, cited))
        unused = () if bare else _unused(lists.entries)
    else:
        claims, unused = tuple(map(_of_entry, lists.entries)), ()
    counts = Counts(
        references=len(lists.entries),
        markers=tally.markers,
        links=tally.links,
        sentences=len(without),
        figures=sum(bool(re.search(r"[0-9]", each.text)) for each in without),
    )
    said = sorted(
        [*references.said, *references.repeated(), *_of_bare(bare, lists.entries), *found.said],
        key=lambda each: each[1],
    )
    return Imported(
        "markdown",
        claims,
        unused,
        tuple(map(_claim, without)),
        counts,
        tuple(said),
        found.unread,
        quotations=_unseen(quotations, cited),
        left_out=amounts(whole, parts),
    )


def _of_bare(count: int, entries: Sequence[Entry]) -> list[tuple[str, At]]:
    """What is said of numbers without brackets."""
    if not count:
        return []
    what = (
        f"{count} numbers without brackets behind sentences are read as markers of this list; inside of a"
        " sentence they are text, so no entry is said to be unused"
    )
    return [(what, entries[0].at)]


def _unseen(quotations: Iterable[Quotation], cited: Iterable[Sentence]) -> tuple[Quotation, ...]:
    """The quotations of text that is not read which no citation has either, those of read text, by place."""
    carried = {
        words for sentence in cited for citation in sentence.citations for words in quotes_of(citation.fields)
    }
    kept = {each for each in quotations if not each.part or each.words not in carried}
    return tuple(sorted(kept, key=lambda each: (each.at, each.words, each.part)))


def _titles(sentences: Iterable[Sentence], entries: Iterable[Entry]) -> Iterator[object]:
    for fields in [
        *(citation.fields for sentence in sentences for citation in sentence.citations),
        *(entry.fields for entry in entries),
    ]:
        if "title" in fields:
            yield fields["title"]


def _scanned(blocks: Iterable[Block]) -> list[tuple[Block, list[Piece]]]:
    """The blocks with their pieces; ranges that stand for too much are refused before they are used."""
    read, named = [], 0
    for block in blocks:
        try:
            pieces = pieces_of(block.content)
        except TooMuch as error:
            raise TooMuch(error.what, block.at(0)) from error
        for piece in pieces:
            if isinstance(piece, Marker):
                named += len(piece.reading.labels)
                if named > MAX_CITATIONS:
                    raise TooMuch(
                        f"more than {MAX_CITATIONS:,} citations. Split the file.", block.at(piece.start)
                    )
        read.append((block, pieces))
    return read


def _says_something(block: Block) -> bool:
    """Whether a block before a prompt is of a report: it cites or quotes."""
    return has_source(block.content) or bool(re.search(r"[\[\"“«„]", block.content))


def _answered(blocks: list[Block]) -> list[Block]:
    """The blocks behind an echoed prompt: it may be long, and its identifiers are not cited."""
    asked = next(
        (number for number, block in enumerate(blocks) if block.level and is_prompt(block.content)), None
    )
    if asked is None or asked > _MOST_BEFORE_PROMPT or any(map(_says_something, blocks[:asked])):
        return blocks
    for number in range(asked + 1, len(blocks)):
        block = blocks[number]
        if 0 < block.level <= blocks[asked].level and is_answer(block.content):
            return blocks[number + 1 :]
    return blocks


def _claim(sentence: Sentence) -> ClaimDraft:
    return ClaimDraft(sentence.text, sentence.at, tuple(sentence.citations))


def _of_entry(entry: Entry) -> ClaimDraft:
    """The claim of an entry of a list that no marker leads to: that there is such a source."""
    named = next((str(entry.fields[name]) for name in FIELDS if name in entry.fields), entry.label)
    text = str(entry.fields.get("title") or named)
    return ClaimDraft(text, entry.at, (CitationDraft(entry.at, entry.fields, entry.label),))


def _unused(entries: Sequence[Entry]) -> tuple[Unused, ...]:
    places: dict[int, int] = {}
    unused = []
    for entry in entries:
        places[entry.group] = places.get(entry.group, 0) + 1
        if not entry.used:
            unused.append(Unused(entry.label or str(places[entry.group]), entry.at, entry.fields))
    return tuple(unused)
