"""Tavily: a key as bearer token, a JSON body (verify.md, section 3). Its own answers are not asked for."""

from __future__ import annotations

import json

from citelock.snapshotter.verification.fetching import Fetch
from citelock.snapshotter.verification.search.asking import Interface, key_from, objects_of, text_of
from citelock.snapshotter.verification.search.interface import MOST, Asked, Found, RawHit

BASE = "https://api.tavily.com"


class Tavily:
    """The interface, with the key in the environment variable named `variable`."""

    name = "tavily"
    filters = True
    fetch: Fetch | None = None

    def __init__(self, variable: str, base: str = BASE) -> None:
        self._interface = Interface(self.name, base)
        self._key = key_from(variable, self.name)

    def ask(self, asked: Asked) -> Found:
        """One list of results. Raises SearchUnavailable."""
        body: dict[str, object] = {"query": asked.text, "max_results": MOST, "include_answer": False}
        if asked.time_range:
            body["time_range"] = asked.time_range
        sent = json.dumps(body, sort_keys=True).encode()
        answer = self._interface.post("/search", sent, {"Authorization": f"Bearer {self._key}"})
        return Found(
            tuple(
                RawHit(text_of(each, "url"), text_of(each, "title"), text_of(each, "content"),
                       text_of(each, "published_date"))
                for each in objects_of(answer, "results")
            )
        )  # fmt: skip
