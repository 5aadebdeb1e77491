"""`url_citation` annotations of OpenAI's APIs as claims: address, title and sentence, no quote (web.md, 5).

The span of an annotation lies in the answer. Where it does not hold the address (indices count other units in
some clients), the address is looked for in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from citelock.checks.adapters.identifying import of_url, without_tracking
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
from citelock.checks.adapters.messages import claims_of, marker_text, record, texts, without_markers

_MOST_DEPTH = 12
_LINK = re.compile(
    r"(\(?)\[([^\[\]]{0,500})\]\((https?://[^\s()]{1,2048}(?:\([^\s()]{0,200}\)[^\s()]{0,500})?)\)(\)?)"
)


def is_openai(value: object) -> bool:
    """Whether a JSON value holds text with `url_citation` annotations, or an `output_text`."""
    return any(True for _ in _walk(None, value))


def read_openai(text: str, value: object) -> Imported:
    """The claims of all answers."""
    places = Places(text)
    claims: list[ClaimDraft] = []
    uncited: list[ClaimDraft] = []
    said: list[tuple[str, At]] = []
    count = 0
    for answer, start in _walk(text, value):
        drafts: list[CitationDraft] = []
        spans: list[tuple[int, int]] = []
        body = texts(answer.get("text")) or texts(answer.get("content"))
        links = _links(body)
        for annotation, at in _annotations(text, answer, start):
            url = texts(annotation.get("url"))
            if not url:
                kind = texts(annotation.get("type"))[:40] or "without a type"
                said.append((f"an annotation ({kind}) names no address: it is left out", places.at(at)))
                continue
            count += 1
            if count > MAX_CITATIONS:
                raise TooMuch(f"more than {MAX_CITATIONS:,} citations. Split the file.", places.at(at))
            name, address = of_url(url)
            fields: dict[str, object] = {name: address}
            title = " ".join(texts(annotation.get("title")).split())
            if title:
                fields["title"] = title
            drafts.append(CitationDraft(places.at(at), fields))
            spans.append(_span(body, annotation, url, links))
        own, without = claims_of(_marked(body, spans), drafts, places.at(start))
        claims += own
        uncited += without
    counts = Counts(
        references=count,
        sentences=len(uncited),
        figures=sum(any(map(str.isdigit, each.text)) for each in uncited),
    )
    return Imported("openai", tuple(claims), uncited=tuple(uncited), counts=counts, said=tuple(said))


def _links(body: str) -> dict[str, list[tuple[int, int]]]:
    """Where each address is linked in a text, in order, parentheses around the link included."""
    found: dict[str, list[tuple[int, int]]] = {}
    for match in _LINK.finditer(body):
        start, end = match.span()
        if not (match[1] and match[4]):
            start, end = start + len(match[1]), end - len(match[4])
        found.setdefault(without_tracking(match[3]), []).append((start, end))
    for places in found.values():
        places.reverse()  # the first is taken off the end
    return found


def _span(
    body: str, annotation: Mapping[str, object], url: str, links: dict[str, list[tuple[int, int]]]
) -> tuple[int, int]:
    """What of the text the annotation's marker replaces; (n, n): nothing, it goes in there."""
    start, end = annotation.get("start_index"), annotation.get("end_index")
    bare = without_tracking(url)
    listed = links.get(bare)
    if type(start) is int and type(end) is int and 0 <= start <= end <= len(body):
        if bare in without_tracking(body[start:end]) or url in body[start:end]:
            if listed:
                own = next((span for span in reversed(listed) if span[0] < end and start < span[1]), None)
                if own is not None:
                    listed.remove(own)
                    return min(own[0], start), max(own[1], end)
            return start, end
        if listed:
            return listed.pop()
        return end, end
    if listed:
        return listed.pop()
    at = body.find(url)
    return (at, at + len(url)) if at >= 0 else (len(body), len(body))


def _marked(body: str, spans: list[tuple[int, int]]) -> str:
    """The text with a marker in place of each span; spans that overlap are one after another."""
    pieces, done = [], 0
    for number, (start, end) in sorted(enumerate(spans), key=lambda each: (each[1], each[0])):
        if start > done:
            pieces.append(without_markers(body[done:start]))
        pieces.append(marker_text(number))
        done = max(done, end)
    return "".join([*pieces, without_markers(body[done:])])


def _annotations(
    text: str, answer: Mapping[str, object], start: int
) -> Iterator[tuple[Mapping[str, object], int]]:
    listed = answer.get("annotations")
    if not isinstance(listed, list):
        return
    inner = next((at for name, at in members(text, start) if name == "annotations"), start)
    for each, (_, at) in zip(listed, members(text, inner), strict=False):
        annotation = record(each)
        if annotation.get("type") == "url_citation":
            nested = record(annotation.get("url_citation"))  # as Chat Completions has it
            yield nested or annotation, at
        else:
            yield {"type": annotation.get("type")}, at


def _walk(text: str | None, value: object) -> Iterator[tuple[Mapping[str, object], int]]:
    """The answers in a value, each with its beginning in the text; without a text the beginnings are 0."""
    stack = [(value, begin(text) if text is not None else 0, 0)]
    while stack:
        item, start, depth = stack.pop()
        if depth > _MOST_DEPTH or not isinstance(item, dict | list):
            continue
        if isinstance(item, dict) and _is_answer(item):
            yield item, start
            continue
        if text is None:
            values = item.values() if isinstance(item, dict) else item
            stack += [(each, 0, depth + 1) for each in values]
        elif isinstance(item, dict):
            stack += reversed(
                [(item[name], at, depth + 1) for name, at in members(text, start) if name in item]
            )
        else:
            starts = [at for _, at in members(text, start)]
            stack += reversed([(each, at, depth + 1) for each, at in zip(item, starts, strict=False)])


def _is_answer(item: Mapping[str, object]) -> bool:
    if item.get("type") == "output_text" and isinstance(item.get("text"), str):
        return True
    annotations = item.get("annotations")
    return (
        isinstance(item.get("content"), str)
        and isinstance(annotations, list)
        and any(record(each).get("type") == "url_citation" for each in annotations)
    )
