"""Content blocks of Anthropic's API as claims: the one API shape that carries verbatim quotes (web.md, 5).

Sentences run across blocks, so the texts of a message are joined and each cited block ends in its citations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from citelock.checks.adapters.identifying import of_url
from citelock.checks.adapters.interface import (
    MAX_CITATIONS,
    At,
    CitationDraft,
    ClaimDraft,
    Counts,
    Imported,
    TooMuch,
)
from citelock.checks.adapters.json_places import Places, begin, members
from citelock.checks.adapters.messages import (
    claims_of,
    marker_text,
    passage_text,
    record,
    texts,
    without_markers,
)
from citelock.checks.adapters.named_documents import identifier_fields

_MOST_DEPTH = 12  # lists of messages in an object in a list: real files have four levels


def is_anthropic(value: object) -> bool:
    """Whether a JSON value holds content blocks with citations, or at least text blocks."""
    return any(True for _ in _lists(value, 0))


def read_anthropic(text: str, value: object, documents: Mapping[str, str]) -> Imported:
    """The claims of all messages. `documents` gives identifiers to documents by index or title."""
    places = Places(text)
    claims: list[ClaimDraft] = []
    uncited: list[ClaimDraft] = []
    count = 0
    for blocks, starts in _placed(text, value):
        joined: list[str] = []
        drafts: list[CitationDraft] = []
        first = places.at(starts[0]) if starts else (1, 1)
        for block, start in zip(blocks, starts, strict=True):
            if record(block).get("type") != "text":
                continue
            if not joined:
                first = places.at(start)
            passage = without_markers(texts(record(block).get("text")))
            cited = _citations(text, record(block), start, places, documents)
            count += len(cited)
            if count > MAX_CITATIONS:
                raise TooMuch(f"more than {MAX_CITATIONS:,} citations. Split the file.", places.at(start))
            marks = "".join(marker_text(len(drafts) + number) for number in range(len(cited)))
            joined.append(_marked(passage, marks))
            drafts += cited
        own, without = claims_of("".join(joined), drafts, first)
        claims += own
        uncited += without
    counts = Counts(
        references=count,
        sentences=len(uncited),
        figures=sum(any(map(str.isdigit, each.text)) for each in uncited),
    )
    return Imported("anthropic", tuple(claims), uncited=tuple(uncited), counts=counts)


def _marked(passage: str, marks: str) -> str:
    """A cited passage with its marks behind its last word, in front of blanks that separate paragraphs."""
    if not marks:
        return passage
    bare = passage.rstrip()
    return passage_text() + bare + marks + passage[len(bare) :]


def _citations(
    text: str, block: Mapping[str, object], start: int, places: Places, documents: Mapping[str, str]
) -> list[CitationDraft]:
    listed = block.get("citations")
    if not isinstance(listed, list) or not listed:
        return []
    inner = next((at for name, at in members(text, start) if name == "citations"), start)
    starts = [at for _, at in members(text, inner)]
    return [
        _draft(record(each), places.at(at), documents)
        for each, at in zip(listed, starts, strict=False)
        if isinstance(each, dict)
    ]


def _draft(citation: Mapping[str, object], at: At, documents: Mapping[str, str]) -> CitationDraft:
    fields: dict[str, object] = {}
    marker = ""
    url = texts(citation.get("url")) or texts(citation.get("source"))
    title = texts(citation.get("title")) or texts(citation.get("document_title"))
    if url[:8].lower().startswith(("http://", "https://")):
        name, value = of_url(url)
        fields[name] = value
    else:
        index = citation.get("document_index", citation.get("search_result_index"))
        number = str(index) if type(index) is int else ""
        named = documents.get(number) if number else None
        named = named or documents.get(title)
        if named:
            fields.update(identifier_fields(named))
        else:
            marker = f"document:{number or '?'}"
    if title.strip():
        fields["title"] = " ".join(title.split())
    quote = texts(citation.get("cited_text")).strip()
    if quote:
        fields["quote"] = quote
    return CitationDraft(at, fields, marker)


def _lists(value: object, depth: int) -> Iterator[list[object]]:
    """The lists of content blocks in a value, wherever in it they are."""
    if depth > _MOST_DEPTH:
        return
    if isinstance(value, list):
        if any(_is_block(each) for each in value):
            yield value
        else:
            for each in value:
                yield from _lists(each, depth + 1)
    elif isinstance(value, dict):
        if _is_block(value):
            yield [value]
        else:
            for each in value.values():
                yield from _lists(each, depth + 1)


def _is_block(value: object) -> bool:
    return isinstance(value, dict) and value.get("type") == "text" and isinstance(value.get("text"), str)


def _is_cited(value: object, depth: int) -> bool:
    """Whether a block with citations is somewhere in a value."""
    if depth > _MOST_DEPTH or not isinstance(value, dict | list):
        return False
    if _is_block(value) and isinstance(value, dict) and value.get("citations"):
        return True
    return any(_is_cited(each, depth + 1) for each in (value.values() if isinstance(value, dict) else value))


def _placed(text: str, value: object) -> Iterator[tuple[list[object], list[int]]]:
    """Each list of content blocks with the beginning of each block in the text."""
    stack = [(value, begin(text), 0)]
    while stack:
        item, start, depth = stack.pop()
        if depth > _MOST_DEPTH:
            continue
        if isinstance(item, list):
            starts = [at for _, at in members(text, start)]
            if any(_is_block(each) for each in item):
                yield item, starts
                # A message among the blocks; words without citations are those of tools and people.
                stack += [
                    (each, at, depth + 1)
                    for each, at in reversed(list(zip(item, starts, strict=False)))
                    if not _is_block(each) and _is_cited(each, 0)
                ]
            else:
                stack += [
                    (each, at, depth + 1) for each, at in reversed(list(zip(item, starts, strict=False)))
                ]
        elif isinstance(item, dict):
            if _is_block(item):
                yield [item], [start]
            else:
                inner = [(item[name], at, depth + 1) for name, at in members(text, start) if name in item]
                stack += reversed(inner)
