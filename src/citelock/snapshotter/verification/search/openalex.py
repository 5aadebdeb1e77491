"""OpenAlex: works by their title and abstract; the hit is where a work is open, else its DOI (verify.md, 3).

An abstract is no page, so nothing of it becomes a snippet. A key is wanted since February 2026.
"""

from __future__ import annotations

from citelock.checks.fields import Fields
from citelock.snapshotter.verification.fetching import Fetch
from citelock.snapshotter.verification.search.asking import Interface, key_from, objects_of, text_of
from citelock.snapshotter.verification.search.interface import MOST, Asked, Found, RawHit

BASE = "https://api.openalex.org"


class OpenAlex:
    """The interface, with the key in the environment variable named `variable`."""

    name = "openalex"
    filters = True
    fetch: Fetch | None = None

    def __init__(self, variable: str, base: str = BASE) -> None:
        self._interface = Interface(self.name, base)
        self._key = key_from(variable, self.name)

    def ask(self, asked: Asked) -> Found:
        """One list of works, the best match first. Raises SearchUnavailable."""
        filters = []
        if asked.earliest:
            filters.append(f"from_publication_date:{asked.earliest}")
        if asked.language != "auto":
            filters.append(f"language:{asked.language}")
        query = {"search": asked.text, "per-page": str(MOST)}
        if filters:
            query["filter"] = ",".join(filters)
        answer = self._interface.get("/works", query, {"Authorization": f"Bearer {self._key}"})
        return Found(tuple(_hit(each) for each in objects_of(answer, "results")))


def _hit(work: Fields) -> RawHit:
    place = work.get("best_oa_location")
    location = place if isinstance(place, dict) else {}
    url = text_of(location, "landing_page_url") or text_of(location, "pdf_url") or text_of(work, "doi")
    return RawHit(url, text_of(work, "display_name"), "", text_of(work, "publication_date"))
