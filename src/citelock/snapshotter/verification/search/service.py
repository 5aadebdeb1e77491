"""A search service of the web: how it is asked, where its hits are. Each of them is one value of this module.

What they have in common is here: one question, answered in JSON within fifteen seconds; a key, where one is
wanted, from the environment, which goes into this one request and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from citelock.checks.fields import Fields
from citelock.snapshotter.verification.fetching import Fetch
from citelock.snapshotter.verification.search.asking import Interface, key_from, objects_of
from citelock.snapshotter.verification.search.interface import Asked, Found, RawHit

_NOTHING: Mapping[str, str] = {}


class Question(NamedTuple):
    """One question as it is sent: a GET with `query`, or a POST of the JSON object `body`."""

    path: str
    query: Mapping[str, str] = _NOTHING
    body: Mapping[str, object] | None = None
    headers: Mapping[str, str] = _NOTHING


class Service(NamedTuple):
    """One service. `question` is told what is asked and the key, "" without one.

    `results` are the names that lead to the list of hits, `hit` reads one of them. `base` is its usual
    address, "" for one that everybody runs on their own. `words` is the most it takes of a question, 0: any
    number. `forbidden` is what to do about a 403, `failed` gives the parts of it that did not answer, with a
    reason.
    """

    name: str
    base: str
    question: Callable[[Asked, str], Question]
    results: tuple[str, ...]
    hit: Callable[[Fields], RawHit]
    has_key: bool = True
    words: int = 0
    forbidden: str = ""
    failed: Callable[[Fields], tuple[tuple[str, str], ...]] = lambda _answer: ()


class WebSearch:
    """A service at `base`, its usual address where that is "". Raises UsageError where it wants a key.

    `variable` names the environment variable that holds the key.
    """

    filters = True
    fetch: Fetch | None = None

    def __init__(self, service: Service, variable: str, base: str = "") -> None:
        self.name = service.name
        self._service = service
        self._interface = Interface(service.name, base or service.base)
        self._key = key_from(variable, service.name) if service.has_key else ""

    def ask(self, asked: Asked) -> Found:
        """One list of hits. Raises SearchUnavailable, whose sentence never holds the key."""
        service = self._service
        if service.words:
            asked = asked._replace(text=" ".join(asked.text.split()[: service.words]))
        question = service.question(asked, self._key)
        if question.body is None:
            answer = self._interface.get(
                question.path, question.query, question.headers, hint=service.forbidden
            )
        else:
            body = json.dumps(question.body, sort_keys=True).encode("ascii")
            answer = self._interface.post(question.path, body, question.headers)
        return Found(self._hits(answer), service.failed(answer), asked.text)

    def _hits(self, answer: Fields) -> tuple[RawHit, ...]:
        *outer, last = self._service.results
        for name in outer:
            inner = answer.get(name)
            answer = inner if isinstance(inner, dict) else {}
        return tuple(self._service.hit(each) for each in objects_of(answer, last))
