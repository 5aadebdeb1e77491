"""Crossref as a search: works by bibliographic words, without a key; the hit is the DOI (verify.md, 3)."""

from __future__ import annotations

from citelock.checks.fields import Fields
from citelock.snapshotter.verification.fetching import Fetch
from citelock.snapshotter.verification.search.asking import Interface, objects_of, text_of
from citelock.snapshotter.verification.search.interface import MOST, Asked, Found, RawHit

BASE = "https://api.crossref.org"


class Crossref:
    """The interface at `base`."""

    name = "crossref"
    filters = True
    fetch: Fetch | None = None

    def __init__(self, base: str = BASE) -> None:
        self._interface = Interface(self.name, base)

    def ask(self, asked: Asked) -> Found:
        """One list of works, the best match first. Raises SearchUnavailable."""
        query = {
            "query.bibliographic": asked.text,
            "rows": str(MOST),
            "select": "DOI,URL,title,issued,resource",
        }
        if asked.earliest:
            query["filter"] = f"from-pub-date:{asked.earliest}"
        answer = self._interface.get("/works", query)
        message = answer.get("message")
        return Found(
            tuple(_hit(each) for each in objects_of(message if isinstance(message, dict) else {}, "items"))
        )


def _hit(work: Fields) -> RawHit:
    titles = work.get("title")
    title = titles[0] if isinstance(titles, list) and titles and isinstance(titles[0], str) else ""
    doi = text_of(work, "DOI")
    return RawHit(text_of(work, "URL") or (f"https://doi.org/{doi}" if doi else ""), title, "", _date(work))


def _date(work: Fields) -> str:
    """The day on which it appeared, as far as it is known: `2024`, `2024-03`, `2024-03-01`."""
    issued = work.get("issued")
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    first = parts[0] if isinstance(parts, list) and parts else None
    if not isinstance(first, list):
        return ""
    numbers = [part for part in first[:3] if isinstance(part, int) and not isinstance(part, bool)]
    return "-".join(f"{number:02d}" if place else f"{number:04d}" for place, number in enumerate(numbers))
