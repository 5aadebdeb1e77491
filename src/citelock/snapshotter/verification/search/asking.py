"""One question to a search interface over HTTP: within fifteen seconds, answered in JSON or not at all.

The address is the operator's, so it may be private; a key goes into a header or the query of this one request
and into nothing that is raised, printed or recorded.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit

from citelock.checks.errors import UsageError
from citelock.checks.fields import Fields
from citelock.snapshotter.session import Answer, Blocked, Session, Transport, endpoint_of
from citelock.snapshotter.verification.search.interface import ANSWER_BYTES, PATIENCE, SearchUnavailable

_JSON = "application/json"


class Interface:
    """A search interface at `base`, an address without a final slash; `name` is what people call it."""

    def __init__(self, name: str, base: str) -> None:
        self.name = name
        self.base = base.rstrip("/")

    def get(
        self, path: str, query: Mapping[str, str], headers: Mapping[str, str] | None = None, hint: str = ""
    ) -> Fields:
        """The JSON object at the path. `hint` is what to do about a 403. Raises SearchUnavailable."""
        return self._object(self._sent("GET", f"{path}?{urlencode(query)}", headers or {}, None), hint)

    def post(self, path: str, body: bytes, headers: Mapping[str, str]) -> Fields:
        """The JSON object that answers a JSON body. Raises SearchUnavailable."""
        return self._object(self._sent("POST", path, {"Content-Type": _JSON, **headers}, body), "")

    def _sent(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        url = self.base + path
        own = endpoint_of(self.base)
        session = Session(None, (own,), services=())
        try:
            return session.send(method, url, _JSON, ANSWER_BYTES, headers=headers, body=body, within=PATIENCE)
        except (Transport, Blocked) as error:
            raise SearchUnavailable(
                f"the search {self.name} at {self._host} did not answer: {error}. Try again later, or name "
                "another search."
            ) from None  # its own cause names the address, which may hold the key
        finally:
            session.close()

    def _object(self, answer: Answer, hint: str) -> Fields:
        if answer.status != 200:
            what = (
                hint if answer.status == 403 and hint else _WHAT_TO_DO.get(answer.status, "Try again later.")
            )
            raise SearchUnavailable(
                f"the search {self.name} at {self._host} answered {answer.status}. {what}"
            )
        try:
            # Lenient on purpose: one broken character in a snippet must not cost the whole search.
            value = json.loads(answer.body.decode("utf-8-sig", "replace"))
        except (ValueError, RecursionError) as error:
            raise SearchUnavailable(
                f"the search {self.name} at {self._host} did not answer in JSON. See whether the address is "
                "that of its interface."
            ) from error
        if not isinstance(value, dict):
            raise SearchUnavailable(
                f"the search {self.name} at {self._host} answered with something else than results. "
                "See whether the address is that of its interface."
            )
        return value

    @property
    def _host(self) -> str:
        return urlsplit(self.base).netloc


_WHAT_TO_DO = {
    400: "It does not understand the question; see whether the address is that of its interface.",
    401: "See whether the key is right.",
    402: "Its allowance is used up.",
    403: "See whether the key is right.",
    404: "See whether the address is that of its interface.",
    422: "It does not understand the question; see whether the address is that of its interface.",
    429: "It wants fewer questions; wait a while.",
}


def text_of(fields: Fields, key: str) -> str:
    """A string of an answer; "" where there is none, or something else."""
    value = fields.get(key)
    return value if isinstance(value, str) else ""


def objects_of(fields: Fields, key: str) -> list[Fields]:
    """The objects of a list of an answer; what is none of them is passed over."""
    value = fields.get(key)
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def key_from(variable: str, name: str) -> str:
    """The key in the environment variable of that name. Raises UsageError, which names the variable only."""
    if not variable:
        raise UsageError(
            f"the search {name} wants a key. Write the name of the environment variable that holds it into "
            "citelock.yml, as verify.search_key_env."
        )
    key = os.environ.get(variable, "").strip()
    if not key:
        raise UsageError(f"the search {name} wants a key, and the environment variable {variable} is empty.")
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise UsageError(f"the environment variable {variable} holds no key: it has signs that none has.")
    return key
