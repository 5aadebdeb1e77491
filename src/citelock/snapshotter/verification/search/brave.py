"""Brave Search: a key in a header, at most 20 hits, time ranges by a letter (verify.md, section 3)."""

from __future__ import annotations

from citelock.checks.fields import Fields
from citelock.snapshotter.verification.fetching import Fetch
from citelock.snapshotter.verification.search.asking import Interface, key_from, objects_of, text_of
from citelock.snapshotter.verification.search.interface import MOST, Asked, Found, RawHit

BASE = "https://api.search.brave.com"
_RANGES = {"day": "pd", "week": "pw", "month": "pm", "year": "py"}


class Brave:
    """The interface, with the key in the environment variable named `variable`."""

    name = "brave"
    filters = True
    fetch: Fetch | None = None

    def __init__(self, variable: str, base: str = BASE) -> None:
        self._interface = Interface(self.name, base)
        self._key = key_from(variable, self.name)

    def ask(self, asked: Asked) -> Found:
        """One page of web results. Raises SearchUnavailable."""
        query = {"q": asked.text, "count": str(MOST), "text_decorations": "false"}
        if asked.time_range:
            query["freshness"] = _RANGES[asked.time_range]
        if asked.language != "auto":
            query["search_lang"] = asked.language
        answer = self._interface.get("/res/v1/web/search", query, {"X-Subscription-Token": self._key})
        web = answer.get("web")
        return Found(
            tuple(_hit(each) for each in objects_of(web if isinstance(web, dict) else {}, "results"))
        )


def _hit(each: Fields) -> RawHit:
    return RawHit(
        text_of(each, "url"), text_of(each, "title"), text_of(each, "description"), text_of(each, "page_age")
    )
