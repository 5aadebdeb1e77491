"""One page or document from the open web: politely, within limits, and every hop looked at anew.

Addresses come from agents, registries and pages, and are hostile until checked (web.md, section 6). What
stands in the way is a word of the one vocabulary (web.md, section 1.1), as a value; what the bytes mean is
decided elsewhere.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection
from typing import NamedTuple, Protocol
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

from urllib3.util.retry import Retry

from citelock.checks.id_readings import Refusal
from citelock.checks.text.excerpt import shown
from citelock.checks.urls import read_url
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.extract.interface import sniff
from citelock.snapshotter.pace import Pace, Rate
from citelock.snapshotter.provenance import Origin, Robots
from citelock.snapshotter.reasons import BLOCKED, TEMPORARY
from citelock.snapshotter.retry_after import seconds_asked
from citelock.snapshotter.robots import ROBOTS, RobotsFiles
from citelock.snapshotter.session import (
    MAX_HOPS,
    Answer,
    Blocked,
    Endpoint,
    Limit,
    Transport,
    check_url,
    endpoint_of,
)

PAGE_BYTES = 10 * 1024 * 1024  # of HTML and text, unpacked
DOCUMENT_BYTES = 50 * 1024 * 1024  # of PDF and XML
ATTEMPTS = 3  # of what may be over in a minute
LONGEST_WAIT = 60.0  # seconds; a host that asks for more is not asked again
_REDIRECTS = (301, 302, 303, 307, 308)
_AGAIN = (429, 500, 502, 503, 504)
_SECRET = re.compile(r"(?:api[_-]?key|key|token|access[_-]?token|email|mailto|tool)", re.IGNORECASE)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9._:-]{1,40})", re.IGNORECASE)
_ACCEPT = "application/pdf,application/xml;q=0.9,text/html;q=0.9,text/plain;q=0.8,*/*;q=0.1"


class Page(NamedTuple):
    """What came: the bytes, where they came from, the charset that the header names ("" without one)."""

    data: bytes
    origin: Origin
    charset: str
    attempts: int = 1


class Denied(NamedTuple):
    """Why nothing came: a reason of web.md, section 1.1, a sentence, and who was asked last."""

    reason: str
    message: str
    origin: Origin
    attempts: int = 1

    @property
    def temporary(self) -> bool:
        """Whether it may be otherwise in a minute, so that it is no fact about the page."""
        return self.reason in TEMPORARY


class Getter(Protocol):
    """What sends a request and follows nothing: `Session`, or one with a limit of time."""

    @property
    def ports(self) -> frozenset[int]:
        """The ports of the web."""

    def get(self, url: str, accept: str, limit: Limit, *, hops: int = 0) -> Answer:
        """The answer to one GET; raises Transport or Blocked."""


class Downloads:
    """Fetches pages. `allowed` are the only pairs that may be private or on a port the session has not.

    `services` are the hosts (with port) of configured interfaces, which robots.txt is not meant for.
    """

    def __init__(
        self,
        session: Getter,
        pace: Pace,
        clock: Clock,
        allowed: tuple[Endpoint, ...] = (),
        services: Collection[str] = (),
    ) -> None:
        self._session = session
        self._pace = pace
        self._clock = clock
        self._allowed = allowed
        self._services = frozenset(services)
        self._robots = RobotsFiles(self._get)
        self._one_at_a_time = threading.Lock()
        self.requests = 0

    def get(self, url: str, channel: str) -> Page | Denied:
        """The document at this address, after at most five redirects; one at a time, whoever asks."""
        with self._one_at_a_time:
            return self._patiently(url, channel)

    def once(self, url: str, channel: str) -> Page | Denied:
        """The same without a second try, for whoever has only so much time."""
        with self._one_at_a_time:
            return self._once(url, self._origin(url, channel))

    def _origin(self, url: str, channel: str) -> Origin:
        return Origin(
            channel=channel,
            url=without_secrets(url),
            retrieved=self._clock.today(),
            allowed_hosts=tuple(f"{host}:{port}" for host, port in self._allowed),
        )

    def _patiently(self, url: str, channel: str) -> Page | Denied:
        origin = self._origin(url, channel)
        attempts, retry = 0, Retry(total=ATTEMPTS - 1, backoff_factor=1)
        while True:
            attempts += 1
            came = self._once(url, origin)
            if isinstance(came, Page) or not came.temporary or attempts == ATTEMPTS:
                # A page that is gone is asked for twice: one wrong answer would stand for years.
                if isinstance(came, Denied) and came.reason in ("http_404", "http_410") and attempts < 2:
                    continue
                return came._replace(attempts=attempts)
            wait = self._asked_for
            if wait > LONGEST_WAIT:
                return came._replace(attempts=attempts)
            retry = retry.increment("GET", url)
            self._clock.sleep(max(wait, retry.get_backoff_time(), 1.0))

    def _once(self, url: str, origin: Origin) -> Page | Denied:
        self._asked_for = 0.0
        chain: list[str] = []
        at = url
        try:
            while True:
                self._refuse(at)
                asked = urlsplit(at).netloc.lower() not in self._services
                robots = self._robots.judge(at) if asked else None
                origin = origin._replace(final_url=without_secrets(at), robots=robots, chain=tuple(chain))
                if robots is not None:
                    if not robots.allowed:
                        return self._forbidden(at, robots, origin)
                    self._slow_down(at)
                answer = self._get(at, _ACCEPT, _limit, 0)
                target = answer.headers.get("location")
                if answer.status not in _REDIRECTS or not target:
                    return self._read(answer, origin)
                if len(chain) == MAX_HOPS:
                    return Denied(
                        f"http_{answer.status}", f"{_host(at)} leads on and on", _answered(origin, answer)
                    )
                following = urljoin(at, target)
                if urlsplit(at).scheme == "https" and urlsplit(following).scheme != "https":
                    raise Blocked("it leads from https to an unencrypted address")
                at = following
                chain.append(without_secrets(at))
        except Blocked as error:
            return Denied(BLOCKED, f"{_host(at)}: {error}", origin)
        except Transport as error:
            return Denied(error.word, f"{_host(at)}: {error}", origin)

    def _forbidden(self, url: str, robots: Robots, origin: Origin) -> Denied:
        reason = self._robots.reason(url)
        if reason == ROBOTS:
            return Denied(reason, f"{_host(url)} does not allow it ({robots.rule})", origin)
        self._robots.forget(url)
        return Denied(reason, f"{_host(url)}: {robots.rule}", origin._replace(robots=None))

    def _read(self, answer: Answer, origin: Origin) -> Page | Denied:
        origin = _answered(origin, answer)
        if answer.status == 200:
            return Page(answer.body, origin, origin.charset or "")
        if answer.status in _AGAIN:
            self._asked_for = seconds_asked(answer.headers.get("retry-after"))
            return Denied(_word(answer.status), f"{_host(answer.url)} answered {answer.status}", origin)
        if _may_be_a_challenge(answer):
            return Page(answer.body, origin, "")
        return Denied(_word(answer.status), f"{_host(answer.url)} answered {answer.status}", origin)

    def _get(self, url: str, accept: str, limit: Limit, hops: int) -> Answer:
        self._pace.wait(_host(url), "page")
        self.requests += 1
        return self._session.get(url, accept, limit, hops=hops)

    def _slow_down(self, url: str) -> None:
        delay = self._robots.delay(url)
        if delay > 1:
            self._pace.slow(_host(url), "page", Rate(1, delay))

    def _refuse(self, url: str) -> None:
        """Raises Blocked for what no page is fetched from, before anybody looks its name up."""
        check_url(url)
        endpoint = endpoint_of(url)
        if endpoint in self._allowed:
            return
        reading = read_url(url)
        if isinstance(reading, Refusal):
            raise Blocked(f"its address {reading.reason}")
        if endpoint[1] not in self._session.ports:
            raise Blocked(f"its port {endpoint[1]} is none of the web's")


def without_secrets(url: str) -> str:
    """The address as it may be recorded: no key, no mail address, no fragment.

    >>> without_secrets("https://api.example/v2/10.1/x?email=a@b.example&format=json#top")
    'https://api.example/v2/10.1/x?format=json'
    """
    parts = urlsplit(url)
    query = parts.query
    if query and _SECRET.search(query):
        query = urlencode(
            [pair for pair in parse_qsl(query, keep_blank_values=True) if not _SECRET.fullmatch(pair[0])]
        )
    return shown(urlunsplit((parts.scheme, parts.netloc, parts.path, query, "")), 2048)


def _limit(head: bytes) -> int:
    """How much is read of what begins so; before the first byte the larger one."""
    if not head:
        return DOCUMENT_BYTES
    xml = head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<?xml")
    return DOCUMENT_BYTES if sniff(head) in ("pdf", "jats") or xml else PAGE_BYTES


def _answered(origin: Origin, answer: Answer) -> Origin:
    content = answer.headers.get("content-type", "")
    kind, charset = content.partition(";")[0].strip().lower(), _CHARSET.search(content)
    return origin._replace(
        status=answer.status,
        media_type=shown(kind, 100) or None,
        charset=charset[1].lower() if charset else None,
        etag=shown(answer.headers.get("etag", ""), 200) or None,
        last_modified=shown(answer.headers.get("last-modified", ""), 100) or None,
    )


def _word(status: int) -> str:
    return "http_5xx" if status >= 500 else f"http_{status}"


def _may_be_a_challenge(answer: Answer) -> bool:
    """A 403 with a page: whether it is a challenge is for the one who reads pages to say."""
    return answer.status == 403 and len(answer.body) > 0 and sniff(answer.body) == "html"


def _host(url: str) -> str:
    return shown(urlsplit(url).netloc, 200)


__all__ = ["Denied", "Downloads", "Page", "Robots", "without_secrets"]
