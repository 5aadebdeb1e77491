"""SearXNG's JSON interface: a process of its own, which must allow that format (verify.md, section 3)."""

from __future__ import annotations

from citelock.checks.fields import Fields
from citelock.snapshotter.verification.fetching import Fetch
from citelock.snapshotter.verification.search.asking import Interface, objects_of, text_of
from citelock.snapshotter.verification.search.interface import Asked, Found, RawHit

_NO_JSON = "Its administrator has to allow JSON: search.formats must list json in its settings.yml."


class SearXNG:
    """The instance at `base`. One that cannot filter by time answers with nothing, and does not say why."""

    name = "searxng"
    filters = True
    fetch: Fetch | None = None

    def __init__(self, base: str) -> None:
        self._interface = Interface(self.name, base)

    def ask(self, asked: Asked) -> Found:
        """One page of results. Raises SearchUnavailable, also when every engine failed."""
        query = {"q": asked.text, "format": "json", "language": asked.language, "pageno": "1"}
        if asked.time_range:
            query["time_range"] = asked.time_range
        answer = self._interface.get("/search", query, hint=_NO_JSON)
        failed = _unresponsive(answer)
        hits = tuple(
            RawHit(text_of(each, "url"), text_of(each, "title"), text_of(each, "content"),
                   text_of(each, "publishedDate"))
            for each in objects_of(answer, "results")
        )  # fmt: skip
        return Found(hits, failed)


def _unresponsive(answer: Fields) -> tuple[tuple[str, str], ...]:
    listed = answer.get("unresponsive_engines")
    found = set()
    for each in listed if isinstance(listed, list) else ():
        if isinstance(each, list) and each and isinstance(each[0], str):
            found.add((each[0], each[1] if len(each) > 1 and isinstance(each[1], str) else ""))
    return tuple(sorted(found))
