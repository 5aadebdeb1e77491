"""Reading the pages that were picked: in waves, so that timing never decides which ones count (verify.md, 2).

All picks at once; then the spares, in order, for the slots that stayed empty; then, only when the spares are
used up, those that failed for the moment once more. Within a round results are taken in the order of their
slots, whoever answered first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple

from citelock.checks.verification.values import (
    DROPPED,
    OUTSIDE_RANGE,
    READ,
    SAME_DOMAIN,
    UNREAD,
    Hit,
    Page,
    Pages,
)
from citelock.snapshotter.domains import host_of, registrable_domain
from citelock.snapshotter.verification.fetching import Fetch, Got, Missed

PATIENCE = 18.0  # seconds for a page
SECOND_PATIENCE = 30.0  # for one that failed for the moment
_FOR_THE_MOMENT = frozenset(("timeout", "http_429", "http_5xx", "reset"))
_LOCAL = "local"  # the domain of files without an address


class _Try(NamedTuple):
    """One address that is asked, in a wave, for a slot."""

    hit: Hit
    wave: int
    slot: int


def read_pages(
    picks: Sequence[Hit],
    spares: Sequence[Hit],
    fetch: Fetch,
    in_range: Callable[[str], bool] = lambda _date: True,
    date_of: Callable[[str], str] = lambda said: said,
) -> Pages:
    """What became of every address that was tried, in order of wave and slot, with the texts of those read.

    `in_range` says whether a page of this date ("" without one) may count; one that may not leaves its slot
    to the next. `date_of` gives the date in what a page says of itself.
    """
    return _Reading(fetch, in_range, date_of).over(picks, spares)


class _Reading:
    def __init__(self, fetch: Fetch, in_range: Callable[[str], bool], date_of: Callable[[str], str]) -> None:
        self._fetch = fetch
        self._date_of = date_of
        self._in_range = in_range
        self._pages: list[Page] = []
        self._texts: dict[str, str] = {}
        self._domains: set[str] = set()
        self._again: list[Hit] = []

    def over(self, picks: Sequence[Hit], spares: Sequence[Hit]) -> Pages:
        empty = self._round([_Try(hit, 1, slot) for slot, hit in enumerate(picks, 1)], PATIENCE)
        empty = self._fill(empty, list(spares), 2, PATIENCE)
        self._fill(empty, list(self._again), 3, SECOND_PATIENCE)
        return Pages(tuple(self._pages), self._texts)

    def _fill(self, empty: list[int], waiting: list[Hit], wave: int, patience: float) -> list[int]:
        """Asks those that wait, in order, for the empty slots, round by round; the slots still empty."""
        while empty and waiting:
            asked = [_Try(waiting.pop(0), wave, slot) for slot in empty[: len(waiting)]]
            rest = empty[len(asked) :]
            empty = sorted(self._round(asked, patience) + rest)
        return empty

    def _round(self, asked: Sequence[_Try], patience: float) -> list[int]:
        """Asks all of these at once; the slots that stay empty."""
        empty = []
        for each, came in zip(asked, self._all(asked, patience), strict=True):
            page = self._page(each, came)
            self._pages.append(page)
            if page.status != READ:
                empty.append(each.slot)
            if each.wave < 3 and page.reason in _FOR_THE_MOMENT:
                self._again.append(each.hit)
        return empty

    def _all(self, asked: Sequence[_Try], patience: float) -> list[Got | Missed]:
        from concurrent.futures import ThreadPoolExecutor

        if len(asked) < 2:
            return [self._fetch(each.hit.url, patience) for each in asked]
        with ThreadPoolExecutor(len(asked)) as pool:
            return list(pool.map(lambda each: self._fetch(each.hit.url, patience), asked))

    def _page(self, each: _Try, came: Got | Missed) -> Page:
        host, domain = place_of(came.final_url or each.hit.url)
        page = Page(
            url=each.hit.url,
            final_url=came.final_url or each.hit.url,
            chain=came.chain,
            host=host,
            domain=domain,
            wave=each.wave,
            slot=each.slot,
            status=UNREAD,
            content_type=came.content_type,
        )
        if isinstance(came, Missed):
            return page._replace(reason=came.reason)
        page = page._replace(title=came.title, published=self._date_of(came.published) or each.hit.published)
        if domain in self._domains:
            return page._replace(status=DROPPED, reason=SAME_DOMAIN)
        if not self._in_range(page.published):
            return page._replace(status=DROPPED, reason=OUTSIDE_RANGE)
        self._domains.add(domain)
        digest = sha256(came.text.encode("utf-8")).hexdigest()
        self._texts[digest] = came.text
        return page._replace(status=READ, sha256=digest, chars=len(came.text), main=came.main)


def place_of(url: str) -> tuple[str, str]:
    """Host and registrable domain of an address; a file without one is of the domain `local`."""
    if not url[:8].lower().startswith(("http://", "https://")):
        return _LOCAL, _LOCAL
    return host_of(url), registrable_domain(url)
