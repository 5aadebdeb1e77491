"""Serper, an interface to Google's results: a key in a header, a JSON body (verify.md, section 3)."""

from __future__ import annotations

import json

from citelock.snapshotter.verification.fetching import Fetch
from citelock.snapshotter.verification.search.asking import Interface, key_from, objects_of, text_of
from citelock.snapshotter.verification.search.interface import MOST, Asked, Found, RawHit

BASE = "https://google.serper.dev"


class Serper:
    """The interface, with the key in the environment variable named `variable`."""

    name = "serper"
    filters = True
    fetch: Fetch | None = None

    def __init__(self, variable: str, base: str = BASE) -> None:
        self._interface = Interface(self.name, base)
        self._key = key_from(variable, self.name)

    def ask(self, asked: Asked) -> Found:
        """One list of organic results. Raises SearchUnavailable."""
        body: dict[str, object] = {"q": asked.text, "num": MOST}
        if asked.time_range:
            body["tbs"] = f"qdr:{asked.time_range[0]}"
        if asked.language != "auto":
            body["hl"] = asked.language
        sent = json.dumps(body, sort_keys=True).encode()
        answer = self._interface.post("/search", sent, {"X-API-KEY": self._key})
        return Found(
            tuple(
                RawHit(text_of(each, "link"), text_of(each, "title"), text_of(each, "snippet"),
                       text_of(each, "date"))
                for each in objects_of(answer, "organic")
            )
        )  # fmt: skip
