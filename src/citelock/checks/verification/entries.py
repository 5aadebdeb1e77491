"""The parts of a result that speak of pages: which were not read, in which order, and each as an entry."""

from __future__ import annotations

from collections.abc import Iterable

from citelock.checks.verification.quotations import Kept
from citelock.checks.verification.values import PRIMARY, UNREAD, Page, Source

Json = dict[str, object]


def by_class(source: Source) -> tuple[int, int, int]:
    """Primary kinds of sites first, aggregators last; then by rank and place."""
    place = 0 if source.tier in PRIMARY else 2 if source.tier == "aggregator" else 1
    return place, source.rank, number_of(source.id)


def unread_of(pages: Iterable[Page]) -> tuple[Page, ...]:
    """The addresses that nothing came of, each once, with the last reason, in the order they were tried."""
    last: dict[str, Page] = {}
    for page in pages:
        last[page.url] = page
    return tuple(page for page in last.values() if page.status == UNREAD)


def domains_of(pages: Iterable[Page]) -> tuple[str, ...]:
    """The sites of pages, each once, in their order."""
    return tuple(dict.fromkeys(page.domain for page in pages))


def number_of(name: str) -> int:
    """The number in the id of a source: 3 of S3."""
    return int(name[1:])


def source_entry(source: Source) -> Json:
    """A page as every entry of a result names it."""
    page = source.page
    return {
        "url": page.final_url,
        "title": page.title,
        "source": page.host,
        "tier": source.tier,
        "sha256": page.sha256,
    }


def evidence_entry(each: Kept) -> Json:
    """A quotation that stands, with its page."""
    entry: Json = {
        **source_entry(each.source),
        "quote": each.quote,
        "stance": each.stance,
        "start": each.start,
        "end": each.end,
    }
    if each.note:
        entry["note"] = each.note
    return entry
