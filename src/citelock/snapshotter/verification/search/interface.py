"""What a provider of hits is: asked once, it gives hits as it has them, or says why there are none.

It neither picks nor judges: `searching.py` asks, a second time where the time range may be to blame, and
keeps what is a hit.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple, Protocol

from citelock.checks.errors import CollectionError
from citelock.checks.verification.values import TimeRange
from citelock.snapshotter.verification.fetching import Fetch

MOST = 20  # hits of one search
PATIENCE = 15.0  # seconds for one answer
ANSWER_BYTES = 8 * 1024 * 1024
DAYS: Mapping[TimeRange, int] = {"day": 1, "week": 7, "month": 31, "year": 366}


class SearchUnavailable(CollectionError):
    """No search could be made: says who did not answer, and why (exit 3, 503 `search_unavailable`)."""


class RawHit(NamedTuple):
    """A hit as the provider has it: any text may be missing (""), `published` is whatever it wrote there."""

    url: str
    title: str = ""
    snippet: str = ""
    published: str = ""


class Asked(NamedTuple):
    """One question: the words, the time range ("" for any), the language ("auto" or two letters)."""

    text: str
    time_range: TimeRange
    language: str
    date: str

    @property
    def earliest(self) -> str:
        """The first day (ISO) of the time range, "" for any: it is counted from the day of the search."""
        days = DAYS.get(self.time_range)
        return "" if days is None else str(date.fromisoformat(self.date) - timedelta(days=days))


class Found(NamedTuple):
    """One answer: hits in the provider's order, and the parts of it that did not answer, with a reason.

    `sent` are the words that were sent, "" where they are those of the question.
    """

    hits: tuple[RawHit, ...]
    unresponsive: tuple[tuple[str, str], ...] = ()
    sent: str = ""


class Provider(Protocol):
    """Where hits come from. `fetch` reads the pages of them where they are no pages of the web, else None."""

    @property
    def name(self) -> str:
        """The name in the record: `folder`, `searxng`, …; never an address or a key."""

    @property
    def filters(self) -> bool:
        """Whether it can be asked for a time range at all."""

    @property
    def fetch(self) -> Fetch | None:
        """What reads a hit that is no page of the web."""

    def ask(self, asked: Asked) -> Found:
        """The answer to one question. Raises SearchUnavailable."""
