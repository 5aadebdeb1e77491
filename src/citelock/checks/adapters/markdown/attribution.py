"""Which citation of its sentence a quotation belongs to, and which quotations belong to none.

What a report puts between quotation marks reads as the source's own words. So none of it may pass unseen: it
becomes a citation's quotation, which is looked up, or it is told of.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import replace

from citelock.checks.adapters.interface import CitationDraft, Quotation
from citelock.checks.adapters.markdown.block_text import Quoted
from citelock.checks.adapters.markdown.quotation_marks import SHORTEST
from citelock.checks.adapters.markdown.quotations import MOST


class Titles:
    """The titles of a report's sources: one between quotation marks is no quotation."""

    def __init__(self, titles: Iterable[object]) -> None:
        self._titles = sorted({_folded(str(title)) for title in titles})

    def has(self, words: str) -> bool:
        """Whether these words are a title, or the beginning of one."""
        wanted = _folded(words)
        place = bisect_left(self._titles, wanted)
        return place < len(self._titles) and self._titles[place].startswith(wanted)


def quotes_of(fields: Mapping[str, object]) -> list[str]:
    """The quotations of a citation, in their order."""
    quotes = fields.get("quotes")
    if isinstance(quotes, list):
        return [str(each) for each in quotes]
    return [str(fields["quote"])] if "quote" in fields else []


def with_quotes(draft: CitationDraft, quotes: Iterable[str]) -> CitationDraft:
    """The citation with these quotations before its own, each once; no more than one may have."""
    fields = dict(draft.fields)
    fields.pop("quote", None)
    fields.pop("quotes", None)
    several = list(dict.fromkeys([*quotes, *quotes_of(draft.fields)]))[:MOST]
    if len(several) == 1:
        fields["quote"] = several[0]
    elif several:
        fields["quotes"] = several
    return replace(draft, fields=fields)


def attributed(
    citations: list[CitationDraft], quoted: Iterable[Quoted], titles: Titles
) -> tuple[list[CitationDraft], list[Quotation]]:
    """The citations of a sentence with the quotations that are theirs, and the quotations that are nobody's.

    A citation has what is quoted right before its marker. Where it is the only one of a sentence and has a
    quotation, all else that is quoted is that source's too, or a true quotation would cover a false one. What
    is written like a title is told of, for it may be either.
    """
    long = [each for each in quoted if len(each.words) >= SHORTEST and not titles.has(each.words)]
    known = quotes_of(citations[0].fields) if len(citations) == 1 else []
    if known and long:
        own = [each.words for each in long if each.words in known or not each.like_title]
        citations = [with_quotes(citations[0], own)]
    # To the letter: a sign between two digits makes another number, and each spelling is looked up.
    carried = {each for citation in citations for each in quotes_of(citation.fields)}
    return citations, [Quotation(each.words, each.at) for each in long if each.words not in carried]


def _folded(title: str) -> str:
    return " ".join(title.casefold().replace("’", "'").split()).strip(" .,;:!?")
