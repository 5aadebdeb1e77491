"""The text of one page, within the seconds it is given, by the rules of every request to the outside.

Redirects, robots.txt and the reading of the document share those seconds. What stands in the way is a word of
the one vocabulary (web.md, sections 1.1 and 6), never an error of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from math import ceil
from typing import NamedTuple

from citelock.checks.verification.values import Span
from citelock.checks.vetting.pages import unreadable
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.download import Denied, Downloads, Page
from citelock.snapshotter.extract.child import extract
from citelock.snapshotter.extract.interface import Extracted, sniff
from citelock.snapshotter.extract.limits import LIMITS
from citelock.snapshotter.extract.main_text import without
from citelock.snapshotter.extract.verdicts import garbled
from citelock.snapshotter.pace import Pace, Rate
from citelock.snapshotter.session import Answer, Endpoint, Limit, Session, Transport

CHANNEL = "verify"
# Of one host a check wants robots.txt and a page; a crawl delay that the host asks for still counts.
_RATE = Rate(10, 1.0)
_TIMEOUT = "timeout"


class Got(NamedTuple):
    """A page that was read; `main` are the spans of its main text, `published` its own date or ""."""

    final_url: str
    chain: tuple[str, ...]
    title: str
    content_type: str
    published: str
    text: str
    main: tuple[Span, ...]


class Missed(NamedTuple):
    """A page that was not: a word of web.md, section 1.1, and where it ended."""

    reason: str
    final_url: str = ""
    chain: tuple[str, ...] = ()
    content_type: str = ""


Fetch = Callable[[str, float], Got | Missed]  # address, seconds


class WebPages:
    """Fetches pages of the web, each by a session of its own: many threads may call one of these at once.

    `allowed` are the only pairs of host and port that may be private; they come from the command line of
    whoever runs this, never from a request or a page.
    """

    def __init__(self, ports: Collection[int], allowed: tuple[Endpoint, ...], clock: Clock) -> None:
        self._ports = ports
        self._allowed = allowed
        self._clock = clock

    def __call__(self, url: str, seconds: float) -> Got | Missed:
        """The page at this address, or why it was not read within so many seconds."""
        until = self._clock.now() + seconds
        session = Session(None, self._allowed, ports=self._ports)
        try:
            hurried = _Hurried(session, self._clock, until)
            pace = Pace(_Impatient(self._clock, until), usual=_RATE)
            came = Downloads(hurried, pace, self._clock, self._allowed).once(url, CHANNEL)
        finally:
            session.close()
        if isinstance(came, Denied):
            origin = came.origin
            return Missed(came.reason, origin.final_url or url, origin.chain, origin.media_type or "")
        return self._read(came, url, until)

    def _read(self, page: Page, url: str, until: float) -> Got | Missed:
        origin = page.origin
        missed = Missed("", origin.final_url or url, origin.chain, origin.media_type or "")
        left = until - self._clock.now()
        if left <= 0:
            return missed._replace(reason=_TIMEOUT)
        kind = sniff(page.data)
        read = extract(page.data, kind, charset=page.charset, limits=LIMITS.lowered(wall=ceil(left)))
        if read.verdict == "resource_limit" and self._clock.now() >= until:
            return missed._replace(reason=_TIMEOUT)
        if read.verdict != "ok":
            return missed._replace(reason=str(read.verdict))
        if kind != "pdf" and garbled(read.text):
            return missed._replace(reason="garbled")
        wall = unreadable(read.text, title=read.title, http_status=origin.status, pages=read.pages_total)
        if origin.status == 403 and wall != "challenge":
            return missed._replace(reason="http_403")
        if wall is not None:
            return missed._replace(reason=wall)
        return Got(
            missed.final_url, missed.chain, read.title, missed.content_type, read.published, read.text,
            main_of(read),
        )  # fmt: skip


def main_of(read: Extracted) -> tuple[Span, ...]:
    """The main text of a document: of a web page its own, of others all but furniture and hidden words."""
    if read.main:
        return read.main
    return shown_text(read.text, read.furniture_line, read.hidden)


def shown_text(text: str, furniture_line: int | None, hidden: Iterable[Span]) -> tuple[Span, ...]:
    """All of a text up to its furniture (a line, from 1) but for its hidden spans, which are in order."""
    end = len(text)
    if furniture_line is not None:
        end = sum(len(line) + 1 for line in text.split("\n")[: furniture_line - 1])
    return tuple(without([(0, min(end, len(text)))] if text else [], hidden))


class _Impatient(Clock):
    """A clock that waits for nothing that would be too late, such as a crawl delay of a minute."""

    def __init__(self, clock: Clock, until: float) -> None:
        self._clock = clock
        self._until = until

    def now(self) -> float:
        return self._clock.now()

    def sleep(self, seconds: float) -> None:
        if self._clock.now() + seconds >= self._until:
            raise Transport("it asks for a longer pause than there is time for", word=_TIMEOUT)
        self._clock.sleep(seconds)


class _Hurried:
    """A session whose requests all end by one moment."""

    def __init__(self, session: Session, clock: Clock, until: float) -> None:
        self._session = session
        self._clock = clock
        self._until = until

    @property
    def ports(self) -> frozenset[int]:
        return self._session.ports

    def get(self, url: str, accept: str, limit: Limit, *, hops: int = 0) -> Answer:
        left = self._until - self._clock.now()
        return self._session.get(url, accept, limit, hops=hops, within=left)
