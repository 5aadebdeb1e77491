"""What the two API formats share: text with citations at places becomes a small report that Markdown reads.

A citation is put into the text as a marker of its own, `[^citelock-3]`, and the sentence that ends at it is
the claim; so lists, tables and full stops are judged as in any report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from citelock.checks.adapters.interface import At, CitationDraft, ClaimDraft
from citelock.checks.adapters.markdown.block_text import OPENS
from citelock.checks.adapters.markdown.report import read_markdown

_LABEL = "citelock-"


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

    A claim is placed where its first citation is. Links of the text's own count as citations too.
    """
    read = read_markdown(text, passages=True)
    claims = []
    for claim in read.claims:
        citations = tuple(_ours(citation, drafts, at) for citation in claim.citations)
        claims.append(ClaimDraft(claim.text, citations[0].at, citations))
    return claims, [replace(sentence, at=at) for sentence in read.uncited]


def _ours(citation: CitationDraft, drafts: Sequence[CitationDraft], at: At) -> CitationDraft:
    if citation.marker.startswith(_LABEL):
        number = citation.marker.removeprefix(_LABEL)
        if number.isdigit() and len(number) < 9 and int(number) < len(drafts):
            return drafts[int(number)]
    return replace(citation, at=at)


def texts(value: object) -> str:
    """A JSON value as text, "" for anything else."""
    return value if isinstance(value, str) else ""


def record(value: object) -> Mapping[str, object]:
    """A JSON value as an object, an empty one for anything else."""
    return value if isinstance(value, dict) else {}
