"""What the two API formats share: text with citations at places becomes a small report that Markdown reads.

A citation is put into the text as a marker of its own, `[^citelock-3]`, and the sentence that ends at it is
the claim; so lists, tables and full stops are judged as in any report.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from citelock.checks.adapters.interface import At, CitationDraft, ClaimDraft
from citelock.checks.adapters.markdown.attribution import quotes_of, with_quotes
from citelock.checks.adapters.markdown.block_text import OPENS
from citelock.checks.adapters.markdown.report import read_markdown

_LABEL = "citelock-"
_MARK = re.compile(r"\[\^citelock-(opens|[0-9]{1,8})\]")


def marker_text(number: int) -> str:
    """What stands in the text for citation `number`."""
    return f"[^{_LABEL}{number}]"


def passage_text() -> str:
    """What stands in the text in front of a passage that all of its citations are for."""
    return f"[^{OPENS}]"


def without_markers(text: str) -> str:
    """A text from outside, in which nothing looks like one of ours."""
    return text.replace(f"[^{_LABEL}", f"[^ {_LABEL}")


def claims_of(
    text: str, drafts: Sequence[CitationDraft], at: At
) -> tuple[list[ClaimDraft], list[ClaimDraft]]:
    """The claims of a text with our markers, and its sentences without a source; all are placed at `at`.

    A claim is placed where its first citation is. Links of the text's own count as citations too. What stands
    in code, in a comment or below a heading of sources is no sentence of a report, and yet was cited: each
    such citation is a claim by itself, with the words that it was put behind.
    """
    read = read_markdown(text, passages=True)
    claims = []
    kept: set[int] = set()
    for claim in read.claims:
        kept.update(number for each in claim.citations if (number := _number(each, drafts)) is not None)
        # A passage below a heading of sources was taken for an entry, and our sign for its label.
        named = [each for each in claim.citations if each.marker != OPENS]
        citations = tuple(_ours(citation, drafts, at) for citation in named)
        if citations:
            claims.append(ClaimDraft(_MARK.sub("", claim.text), citations[0].at, citations))
    lost = [number for number in range(len(drafts)) if number not in kept]
    if lost:
        words = _words_before(text)
        for number in lost:
            draft = drafts[number]
            called = words.get(number) or str(draft.fields.get("title", "")) or "a citation without words"
            claims.append(ClaimDraft(called, draft.at, (draft,)))
        claims.sort(key=lambda claim: claim.at)
    return claims, [replace(sentence, at=at) for sentence in read.uncited]


def _ours(citation: CitationDraft, drafts: Sequence[CitationDraft], at: At) -> CitationDraft:
    number = _number(citation, drafts)
    if number is None:
        return replace(citation, at=at)
    return with_quotes(drafts[number], quotes_of(citation.fields))  # what the text itself quotes, too


def _number(citation: CitationDraft, drafts: Sequence[CitationDraft]) -> int | None:
    """The number of the citation that one of our markers stands for."""
    number = citation.marker.removeprefix(_LABEL)
    is_ours = number != citation.marker and number.isdigit() and len(number) < 9 and int(number) < len(drafts)
    return int(number) if is_ours else None


_MOST_WORDS = 500  # characters


def _words_before(text: str) -> dict[int, str]:
    """The last words in front of each of our markers, those of its passage where it has one, on one line."""
    words: dict[int, str] = {}
    begin = 0
    last = ""
    for match in _MARK.finditer(text):
        between = " ".join(text[max(begin, match.start() - _MOST_WORDS) : match.start()].split())
        if match[1] == "opens":
            last = ""
        else:
            last = between or last
            words[int(match[1])] = last
        begin = match.end()
    return words


def texts(value: object) -> str:
    """A JSON value as text, "" for anything else."""
    return value if isinstance(value, str) else ""


def record(value: object) -> Mapping[str, object]:
    """A JSON value as an object, an empty one for anything else."""
    return value if isinstance(value, dict) else {}
