"""The API of GitHub, asked in order to publish: nothing that it answers has a say in a verdict.

One question at a time to the address of `GITHUB_API_URL` alone, repeated where that may help, within bounds
of time and size. What goes wrong is a value, `Refused` or `Unavailable`, because a run goes on without
publishing (action.md, sections 8 and 11). What can be asked is in `github_calls.py` and `github_git.py`.

`requests` is loaded with the first question.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar
from urllib.parse import urlencode, urlsplit

from citelock.checks.config import is_base_address
from citelock.checks.errors import InputError, UsageError
from citelock.checks.fields import Fields, WrongField
from citelock.checks.jsontext import parse
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.clock import Clock

if TYPE_CHECKING:
    from citelock.snapshotter.session import Answer, Session

TRIES = 3
WHOLE = 20.0  # seconds for one answer by the clock
LONGEST_WAIT = 30.0  # seconds between two tries
LIMIT = 32 * 1024 * 1024  # unpacked bytes of one answer: a page of the longest comments is half of that
PER_PAGE = 50
PAGES = 40  # of a list; 2,000 entries
_ACCEPT = "application/vnd.github+json"
_VERSION = "2022-11-28"  # of the API, so that a new default changes nothing here
_REPOSITORY = re.compile(r"(?!\.{1,2}/)[A-Za-z0-9._-]{1,100}/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}")
_TOKEN = re.compile(r"[!-~]{1,4096}")
_SECONDS = re.compile(r"[0-9]{1,6}")
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_MOST_SAID = 200  # characters of what GitHub says about a refusal


class Token:
    """A token, which no message, traceback or report shows. Raises UsageError for what cannot be one."""

    __slots__ = ("_secret",)

    def __init__(self, secret: str) -> None:
        if _TOKEN.fullmatch(secret) is None:
            # Whatever sends headers would name the whole value in its complaint.
            raise UsageError("the token is empty or holds signs that no token has. Give the workflow's own.")
        self._secret = secret

    def header(self) -> dict[str, str]:
        """The header that carries it: the one place where it is looked at."""
        return {"Authorization": f"Bearer {self._secret}"}

    def __repr__(self) -> str:
        return "Token(…)"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a token is not written to any file")


class Refused(NamedTuple):
    """GitHub said no: `status` is mostly 403, 404 or 422, `permission` the one that the call needs.

    `doing` is what was wanted (`create the check run`), `said` GitHub's own words, on one line and cut.
    """

    doing: str
    status: int
    permission: str
    said: str = ""

    @property
    def sentence(self) -> str:
        """One line for a person: what was refused, and which permission may be missing."""
        said = f" ({self.said})" if self.said else ""
        wanted = f". The job needs the permission {self.permission}" if self.status in (401, 403, 404) else ""
        return f"GitHub refused to {self.doing}: {self.status}{said}{wanted}"


class Unavailable(NamedTuple):
    """There was no usable answer, for the reason given."""

    doing: str
    reason: str

    @property
    def sentence(self) -> str:
        """One line for a person."""
        return f"GitHub did not {self.doing}: {self.reason}"


Problem = Refused | Unavailable
Meaning = TypeVar("Meaning")
_NOTHING: Mapping[str, str | int] = {}


class Call(NamedTuple):
    """One question: `path` is below the repository's own, already escaped; `permission` is what it needs."""

    method: str
    path: str
    doing: str
    permission: str
    body: Mapping[str, object] | None = None
    query: Mapping[str, str | int] = _NOTHING


class Listed(NamedTuple, Generic[Meaning]):
    """Entries of a list, in its order; `complete` is false where it has more than are read."""

    entries: tuple[Meaning, ...]
    complete: bool


class GitHub:
    """One repository on the GitHub whose API is at `base` (`GITHUB_API_URL`), with a token.

    `repository` is `owner/name`. Raises UsageError for another form, and for a base address to which a token
    would travel unencrypted; a loopback address is meant for tests and may be. `whole` are the seconds for
    one answer, `longest_wait` those between two tries: whoever wants more is not asked again.
    """

    def __init__(
        self,
        base: str,
        repository: str,
        token: Token,
        *,
        clock: Clock | None = None,
        whole: float = WHOLE,
        longest_wait: float = LONGEST_WAIT,
    ) -> None:
        if _REPOSITORY.fullmatch(repository) is None:
            raise UsageError(f"GITHUB_REPOSITORY: {shown(repository, 120)} is not owner/name.")
        self._base = _checked_base(base)
        self.repository = repository
        self.owner = repository.partition("/")[0]
        self._token = token
        self._clock = clock or Clock()
        self._whole = whole
        self._longest_wait = longest_wait
        self._session: Session | None = None

    def ask(self, call: Call, read: Callable[[Fields], Meaning]) -> Meaning | Problem:
        """What `read` makes of the object that is answered. It raises WrongField for what it cannot be."""
        answer = self._answer(call)
        if not isinstance(answer, bytes):
            return answer
        return _read(call, answer, lambda value: read(_object(value)))

    def tell(self, call: Call) -> Problem | None:
        """The call without a look at what is answered; None if it went well."""
        answer = self._answer(call)
        return None if isinstance(answer, bytes) else answer

    def pages(self, call: Call, read: Callable[[Fields], Meaning]) -> Listed[Meaning] | Problem:
        """What `read` makes of each entry of a list, page by page, within a bound."""
        entries: list[Meaning] = []
        for page in range(1, PAGES + 1):
            answer = self._answer(call._replace(query={**call.query, "per_page": PER_PAGE, "page": page}))
            if not isinstance(answer, bytes):
                return answer
            found = _read(call, answer, lambda value: [read(each) for each in _objects(value)])
            if isinstance(found, Unavailable):
                return found
            entries += found
            if len(found) < PER_PAGE:
                return Listed(tuple(entries), complete=True)
        return Listed(tuple(entries), complete=False)

    def close(self) -> None:
        """Closes the connections, if there are any."""
        if self._session is not None:
            self._session.close()

    def _answer(self, call: Call) -> bytes | Problem:
        """The body of an answer of success, after some tries."""
        from citelock.snapshotter.session import Blocked, Transport

        reason = ""
        for attempt in range(1, TRIES + 1):
            try:
                answer = self._sent(call)
            except Blocked as error:
                return Unavailable(call.doing, str(error))
            except Transport as error:
                reason = str(error)
                # What was sent may have been done; and who is silent for so long is so again.
                if call.method != "GET" or error.word == "timeout":
                    return Unavailable(call.doing, reason)
                wait = float(attempt)
            else:
                if 200 <= answer.status < 300:
                    return answer.body
                asked = _asked_to_wait(answer.headers)
                if not _is_passing(answer, asked):
                    return Refused(call.doing, answer.status, call.permission, _said(answer))
                reason = f"it answered {answer.status}"
                if asked > self._longest_wait:
                    return Unavailable(call.doing, f"{reason} and wants to be left alone for {asked:.0f} s")
                wait = max(asked, float(attempt))
            if attempt < TRIES:
                self._clock.sleep(wait)
        return Unavailable(call.doing, f"{reason}, {TRIES} times")

    def _sent(self, call: Call) -> Answer:
        from citelock.snapshotter.session import Session, endpoint_of

        if self._session is None:
            # Its own server may stand in a private network: an operator has named it.
            self._session = Session(None, [endpoint_of(self._base)], services=(), whole=self._whole)
        query = f"?{urlencode(call.query)}" if call.query else ""
        headers = {"X-GitHub-Api-Version": _VERSION, **self._token.header()}
        body = None
        if call.body is not None:
            body = json.dumps(call.body, ensure_ascii=True).encode("ascii")
            headers["Content-Type"] = "application/json"
        url = f"{self._base}/repos/{self.repository}{call.path}{query}"
        return self._session.send(call.method, url, _ACCEPT, LIMIT, headers=headers, body=body)


def _checked_base(base: str) -> str:
    parts = urlsplit(base) if is_base_address(base) else None
    if parts is None or (parts.scheme != "https" and parts.hostname not in _LOOPBACK):
        raise UsageError(f"GITHUB_API_URL: {shown(base, 120)} is no https address of an API.")
    return base.rstrip("/")


def _is_passing(answer: Answer, asked: float) -> bool:
    """Whether the same may work later: a fault of the server, or a limit of how often it may be asked."""
    limited = answer.status == 403 and (asked > 0 or answer.headers.get("x-ratelimit-remaining") == "0")
    return answer.status == 429 or answer.status >= 500 or limited


def _asked_to_wait(headers: Mapping[str, str]) -> float:
    """The seconds of `Retry-After`; 0 without. GitHub gives seconds, never a date."""
    asked = headers.get("retry-after", "").strip()
    return float(asked) if _SECONDS.fullmatch(asked) else 0.0


def _said(answer: Answer) -> str:
    """The `message` of a refusal; "" where there is none."""
    try:
        value = parse(answer.body, "the answer")
    except InputError:
        return ""
    said = value.get("message") if isinstance(value, dict) else None
    return shown(said, _MOST_SAID) if isinstance(said, str) else ""


def _read(call: Call, body: bytes, read: Callable[[object], Meaning]) -> Meaning | Unavailable:
    try:
        return read(parse(body, "the answer"))
    except InputError:
        return Unavailable(call.doing, "it answered with something that is not JSON, or is cut off")
    except WrongField as error:
        return Unavailable(call.doing, f"it answered with something else: {error}")


def _object(value: object) -> Fields:
    if not isinstance(value, dict):
        raise WrongField("it is no object")
    return value


def _objects(value: object) -> list[Fields]:
    if not isinstance(value, list):
        raise WrongField("it is no list")
    return [_object(each) for each in value]
