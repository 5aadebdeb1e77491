"""The only place that opens connections to the outside: one request at a time, within limits, as ourselves.

No environment proxies, no `.netrc`, no cookies, no redirects that nobody looked at. Every address is judged
before it is connected to, and the whole answer is bounded by the clock and by its unpacked size (web.md,
section 6; metadata.md, section 4). Whom to ask, how often, and what an answer means is decided elsewhere.
"""

from __future__ import annotations

import socket
import threading
import zlib
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError, NewConnectionError
from urllib3.poolmanager import PoolManager
from urllib3.util.connection import create_connection

from citelock import __version__
from citelock.checks.config import WEB_PORTS
from citelock.snapshotter.addresses import is_public
from citelock.snapshotter.body import Limit as Limit
from citelock.snapshotter.body import Transport as Transport
from citelock.snapshotter.body import refuse_many, whole_body

PROJECT_URL = "https://github.com/citelock/citelock"
CONNECT = 10.0  # seconds
WHOLE = 60.0  # seconds for one answer by the clock: a server that drips byte by byte is cut off
MAX_HOPS = 5
_NO_HEADERS: Mapping[str, str] = {}

Endpoint = tuple[str, int]  # host in lower case, port


class Blocked(Exception):
    """An address or a redirect that must not be followed (E_URL_BLOCKED); the reason says why."""


class Downgraded(Blocked):
    """A redirect from an encrypted address to one that is not: it will be the same tomorrow."""


class Answer(NamedTuple):
    """One HTTP answer, after `hops` redirects.

    Header names are in lower case, values of repeated ones joined by a comma.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str
    hops: int = 0


def user_agent(mailto: str | None) -> str:
    """Who we are, with a contact address if there is one: registries answer faster then, and can complain."""
    contact = f"; mailto:{mailto}" if mailto else ""
    return f"citelock/{__version__} ({PROJECT_URL}{contact})"


class Session:
    """Sends requests. `endpoints` are those an operator configured: only they may be private.

    All others are asked on one of the `ports` alone. `services` are those that may see the contact address
    (None: the endpoints): whoever they lead to has not asked for it.
    """

    def __init__(
        self,
        mailto: str | None = None,
        endpoints: Collection[Endpoint] = (),
        *,
        services: Collection[Endpoint] | None = None,
        ports: Collection[int] = WEB_PORTS,
        connect: float = CONNECT,
        whole: float = WHOLE,
    ) -> None:
        self.ports = frozenset(ports)
        self._watch = _Watch(frozenset(endpoints), self.ports)
        self._connect = connect
        self._whole = whole
        session = self._session = _Requests()
        session.trust_env = False
        session.headers.clear()
        session.headers.update({"Accept-Encoding": "gzip, deflate", "Connection": "keep-alive"})
        self._mailto = mailto
        self._services = frozenset(endpoints if services is None else services)
        session.cookies.set_policy(_NoCookies())
        adapter = _Adapter(self._watch)
        session.mount("http://", adapter)
        session.mount("https://", adapter)

    def get(
        self,
        url: str,
        accept: str,
        limit: Limit,
        *,
        hops: int = 0,
        step: Callable[[Answer, str], None] | None = None,
        within: float | None = None,
    ) -> Answer:
        """The answer to one GET of at most `limit` unpacked bytes, after at most `hops` redirects.

        One redirect more is itself the answer: pages that want a cookie lead round in circles. `step` is told
        of each redirect and its target before that is asked. `within` are the seconds for each answer where
        they are fewer than usual. Raises Transport when no whole answer came, Blocked when it must not be
        asked for.
        """
        hop = 0
        while True:
            answer = self._once(url, accept, limit, within=within)._replace(hops=hop)
            location = answer.headers.get("location")
            if answer.status not in (301, 302, 303, 307, 308) or not location or hop == hops:
                return answer
            hop += 1
            target = urljoin(url, location)
            if urlsplit(url).scheme == "https" and urlsplit(target).scheme != "https":
                raise Downgraded("it leads from https to an unencrypted address")
            if step is not None:
                step(answer, target)
            url = target

    def send(
        self,
        method: str,
        url: str,
        accept: str,
        limit: int,
        *,
        headers: Mapping[str, str],
        body: bytes | None = None,
        within: float | None = None,
    ) -> Answer:
        """The answer to one request of any kind, which is led nowhere: a redirect is itself the answer.

        `headers` go to this address only; they may hold a token, so nothing that is raised names them.
        `within` and what is raised: as `get`.
        """
        return self._once(url, accept, limit, method, headers, body, within)

    def close(self) -> None:
        """Closes all connections."""
        self._session.close()
        self._watch.close()

    def _once(
        self,
        url: str,
        accept: str,
        limit: Limit,
        method: str = "GET",
        more: Mapping[str, str] = _NO_HEADERS,
        body: bytes | None = None,
        within: float | None = None,
    ) -> Answer:
        check_url(url)
        whole = self._whole if within is None else min(within, self._whole)
        if whole <= 0:
            raise Transport("no time is left for it", url, word="timeout")
        contact = self._mailto if endpoint_of(url) in self._services else None
        stop = threading.Timer(whole, self._watch.cut)
        stop.daemon = True
        self._watch.begin(whole)
        headers: dict[str, str] = {}
        stop.start()
        try:
            with self._session.request(
                method,
                url,
                headers={"Accept": accept, "User-Agent": user_agent(contact), **more},
                data=body,
                timeout=(min(self._connect, whole), whole),
                allow_redirects=False,
                stream=True,
            ) as response:
                headers = _headers(response)
                content = self._body(response, headers, limit)
                self._refuse_late()
                return Answer(response.status_code, headers, content, url)
        except Transport as error:
            raise Transport(str(error), url, headers, word=error.word) from error
        except Blocked:
            raise
        except (requests.RequestException, HTTPError, OSError, zlib.error) as error:
            blocked = _cause(error, Blocked)
            if blocked is not None:
                raise Blocked(str(blocked)) from error
            if self._watch.was_cut:
                raise Transport(self._late, url, headers, word="timeout") from error
            reason, word = _reason(error)
            raise Transport(reason, url, headers, word=word) from error
        finally:
            stop.cancel()
            self._watch.settle()

    @property
    def _late(self) -> str:
        return f"no whole answer within {self._watch.whole:.3g} s"

    def _refuse_late(self) -> None:
        """A connection that was cut ends like one that is over: what came by then looks whole."""
        if self._watch.was_cut:
            raise Transport(self._late, word="timeout")

    def _body(self, response: requests.Response, headers: Mapping[str, str], limit: Limit) -> bytes:
        self._refuse_late()
        refuse_many(headers)

        def read(size: int) -> bytes:
            self._refuse_late()
            piece: bytes = response.raw.read1(size, decode_content=False)
            return piece

        body = whole_body(read, headers, limit)
        if not body and response.status_code == 200 and not _says_its_length(headers):
            raise Transport("the answer is cut off")  # amid its headers, or it is no answer at all
        return body


def check_url(url: str) -> None:
    """Refuses what is no address of the web: another scheme, no host, user info, control characters."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Blocked("it is no address of the web") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Blocked("it is no address of the web")
    if parts.username is not None or parts.password is not None or "\\" in url or port == 0:
        raise Blocked("it carries a name or a sign that no address needs")
    if any(ord(letter) < 33 or ord(letter) == 127 for letter in url):
        raise Blocked("it holds blanks or control characters")


def endpoint_of(url: str) -> Endpoint:
    """Host and port of an address."""
    parts = urlsplit(url)
    return (parts.hostname or "").lower(), parts.port or (443 if parts.scheme == "https" else 80)


def _says_its_length(headers: Mapping[str, str]) -> bool:
    return "content-length" in headers or "transfer-encoding" in headers


def _headers(response: requests.Response) -> dict[str, str]:
    return {name.lower(): value for name, value in response.headers.items()}


def _cause(error: BaseException | None, kind: type[Blocked]) -> BaseException | None:
    """The first error of `kind` in the chain of causes and arguments."""
    seen: list[BaseException] = []
    todo: list[object] = [error]
    while todo:
        each = todo.pop()
        if not isinstance(each, BaseException) or each in seen:
            continue
        if isinstance(each, kind):
            return each
        seen.append(each)
        todo += [each.__cause__, each.__context__, getattr(each, "reason", None), *each.args]
    return None


def _reason(error: BaseException) -> tuple[str, str]:
    """What went wrong, in a few words and as the word of a reason; no addresses, as libraries give them."""
    if isinstance(error, requests.exceptions.SSLError):
        return "its certificate was not accepted", "tls"
    if isinstance(error, requests.exceptions.ConnectTimeout):
        return "no connection within the time", "timeout"
    if isinstance(error, requests.exceptions.Timeout):
        return "no answer within the time", "timeout"
    if isinstance(error, requests.exceptions.ContentDecodingError | zlib.error) or "decod" in str(error):
        return "the answer is packed wrongly", "reset"
    if "Name" in str(error) or isinstance(error, socket.gaierror):
        return "its name was not resolved", "host_unresolved"
    if "IncompleteRead" in str(error):
        return "the answer is cut off", "reset"
    return "the connection failed", "reset"


class _Requests(requests.Session):
    def get_redirect_target(self, resp: requests.Response) -> None:
        """None: requests would read the whole body of a redirect, whatever its size, before we can look."""


class _NoCookies(requests.cookies.cookielib.DefaultCookiePolicy):  # type: ignore[name-defined,misc]
    def set_ok(self, cookie: object, request: object) -> bool:
        return False


class _Watch:
    """Who may be connected to, and the connections that are cut when the time is over.

    Of each socket it keeps a duplicate, which reaches the connection whoever holds it now: encryption wraps a
    socket in another, and an answer that ends with its connection takes the socket out of it.
    """

    def __init__(self, endpoints: frozenset[Endpoint], ports: frozenset[int]) -> None:
        self._endpoints = endpoints
        self._ports = ports
        self._open: list[tuple[HTTPConnection, socket.socket]] = []
        self.was_cut = False
        self.whole = WHOLE

    def begin(self, whole: float) -> None:
        self.was_cut = False
        self.whole = whole

    def settle(self) -> None:
        """Lets go of what has ended: a duplicate would keep the connection from closing."""
        self._keep(lambda connection: connection.sock is not None)

    def close(self) -> None:
        self._keep(lambda connection: False)

    def _keep(self, wanted: Callable[[HTTPConnection], bool]) -> None:
        for connection, duplicate in self._open:
            if not wanted(connection):
                duplicate.close()
        self._open = [pair for pair in self._open if pair[1].fileno() >= 0]

    def cut(self) -> None:
        self.was_cut = True
        for _, duplicate in tuple(self._open):
            try:
                duplicate.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # it has ended by itself

    def connect(self, connection: HTTPConnection) -> socket.socket:
        """A socket to an address that was judged: a name that changes its answer in between gains nothing."""
        host, port = connection._dns_host, connection.port or 80
        own = (host.lower(), port) in self._endpoints
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise NewConnectionError(connection, "Name not resolved") from error
        addresses = [str(entry[4][0]) for entry in found]
        if not own and not all(map(is_public, addresses)):
            raise Blocked("it leads to an address that is not public")
        if not own and port not in self._ports:
            raise Blocked("it leads to a port that is not one of the web")
        problem: OSError | None = None
        for address in dict.fromkeys(addresses):
            if self.was_cut:
                break  # a name with many addresses that say nothing must not cost the time of each
            try:
                sock = create_connection(
                    (address, port), connection.timeout, socket_options=connection.socket_options
                )
            except OSError as error:
                problem = error
                continue
            self._keep(lambda known: known is not connection)
            self._open.append((connection, sock.dup()))
            if self.was_cut:  # while it was being made
                self.cut()
            return sock
        raise NewConnectionError(connection, "no address answered") from problem


class _Adapter(HTTPAdapter):
    def __init__(self, watch: _Watch) -> None:
        self._watch = watch
        super().__init__(max_retries=0)

    def init_poolmanager(
        self, connections: int, maxsize: int, block: bool = False, **options: object
    ) -> None:
        super().init_poolmanager(connections, maxsize, block, **options)
        watch = self._watch

        class Plain(HTTPConnection):
            def _new_conn(self) -> socket.socket:
                return watch.connect(self)

        class Encrypted(HTTPSConnection):
            def _new_conn(self) -> socket.socket:
                return watch.connect(self)

        class PlainPool(HTTPConnectionPool):
            ConnectionCls = Plain

        class EncryptedPool(HTTPSConnectionPool):
            ConnectionCls = Encrypted

        manager: PoolManager = self.poolmanager
        manager.pool_classes_by_scheme = {"http": PlainPool, "https": EncryptedPool}
