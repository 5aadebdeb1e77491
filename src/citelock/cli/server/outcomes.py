"""What a request comes to: a status and a JSON body, the same for HTTP and MCP (verify.md, section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from citelock.checks.text.excerpt import shown

_LONGEST = 500  # characters of a sentence


class Outcome(NamedTuple):
    """A status, the body, and the seconds after which to try again (None: that is of no use)."""

    status: int
    body: Mapping[str, object]
    retry_after: int | None = None

    @property
    def is_error(self) -> bool:
        """Whether the body is that of an error."""
        return self.status >= 400


def ok(body: Mapping[str, object]) -> Outcome:
    """An answer."""
    return Outcome(200, body)


def failed(status: int, code: str, what: str, retry_after: int | None = None) -> Outcome:
    """An error: `code` is a permanent public name, `what` a sentence for people."""
    body: dict[str, object] = {"error": shown(what, _LONGEST), "code": code}
    if retry_after is not None:
        body["retryAfterSec"] = retry_after
    return Outcome(status, body, retry_after)


def bad_request(what: str, status: int = 400) -> Outcome:
    """The request is malformed, too large (413) or of another type (415)."""
    return failed(status, "bad_request", what)


def too_many_at_once(seconds: int) -> Outcome:
    """As many checks as are allowed run already."""
    return failed(503, "service_unavailable", "too many checks at once. Repeat the request later.", seconds)


INTERNAL = failed(500, "internal", "an error in citelock. The log says which.")
