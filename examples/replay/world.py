"""What the registries of the replay know, read from `answers/`, and how it may change while they are asked.

One lock guards it all: a test changes a record while the server's threads read. Every DOI is a key in the
canonical form, ASCII letters in lower case.
"""

from __future__ import annotations

import copy
import datetime
import functools
import json
import re
import threading
from pathlib import Path
from typing import Any

from examples.replay.messages import Json

ANSWERS = Path(__file__).parent / "answers"
COPIES = "crossref.citations"  # the client under which DataCite keeps copies of Crossref records


def canonical(doi: str) -> str:
    """A DOI with its ASCII letters, and no others, in lower case."""
    return re.sub("[A-Z]+", lambda letters: letters[0].lower(), doi)


@functools.cache  # of a file: worlds share what they read, and replace values instead of changing them
def _read(name: str) -> Any:  # noqa: ANN401 - JSON of known shape, one shape a file
    return json.loads((ANSWERS / name).read_text("utf-8"))


class World:
    """The state of all services.

    `lock` is held by whoever reads or changes several things that belong together.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        crossref, datacite, made_up = _read("crossref.json"), _read("datacite.json"), _read("made_up.json")
        names = _read("doi_org.json")
        self.works: dict[str, Json] = {
            doi: kept["message"] for doi, kept in {**crossref["works"], **made_up["works"]}.items()
        }
        self.aliases: dict[str, str] = dict(made_up["aliases"])
        self.dois: dict[str, Json] = {doi: kept["data"] for doi, kept in datacite["dois"].items()}
        self.handles: dict[str, str | None] = {
            doi: kept["url"] for doi, kept in {**names["handles"], **made_up["handles"]}.items()
        }
        self.csl: dict[str, Json] = {doi: kept["csl"] for doi, kept in names["csl"].items()}
        self.agencies: dict[str, str | None] = {
            prefix: kept["answer"].get("RA") for prefix, kept in names["prefixes"].items()
        }
        self.entries: dict[str, Json] = dict(_read("arxiv.json")["entries"])
        self.articles: list[Json] = [kept["result"] for kept in _read("europepmc.json")["results"].values()]
        # What was never recorded and is put here by those who try the ladder of copies out: JATS by PMCID at
        # Europe PMC and at PubMed Central, versions of preprints by DOI, works of arXiv by identifier
        # (`licence`, `versions`: number -> {"html": …, "pdf": …}), places of open copies by DOI, pages of
        # publishers by DOI.
        self.fulltexts: dict[str, bytes] = {}
        self.archived: dict[str, bytes] = {}
        self.preprints: dict[str, list[Json]] = {}
        self.papers: dict[str, Json] = {}
        self.open_copies: dict[str, Json] = dict(_read("unpaywall.json")["works"])
        self.landings: dict[str, str] = {}
        self.withdrawn: set[str] = set()
        self.refused: set[str] = set()
        for doi in self.works:
            self.agencies.setdefault(doi.partition("/")[0], "Crossref")
        for doi, data in self.dois.items():
            agency = "Crossref" if client_of(data) == COPIES else "DataCite"
            self.agencies.setdefault(doi.partition("/")[0], agency)

    # --- what doi.org knows of every DOI, whoever registered it ---------------------------------------

    def agency(self, prefix: str) -> str | None:
        """The registration agency of a prefix as doi.org tells it; None for a prefix that does not exist."""
        return self.agencies.get(prefix)

    def registered(self, doi: str) -> bool:
        """Whether doi.org resolves this DOI."""
        if doi in self.withdrawn:
            return False
        return any(doi in known for known in (self.works, self.aliases, self.dois, self.csl, self.handles))

    def landing(self, doi: str) -> str | None:
        """The URL value of a registered DOI; None for one that has no such value."""
        if doi in self.handles:
            return self.handles[doi]
        if doi in self.works:
            url = self.works[doi].get("resource", {}).get("primary", {}).get("URL")
            return str(url or f"https://publisher.example/{doi}")
        if doi in self.dois:
            return str(self.dois[doi]["attributes"].get("url") or f"https://repository.example/{doi}")
        return f"https://publisher.example/{doi}"

    # --- news -----------------------------------------------------------------------------------------

    def withdraw(self, doi: str) -> None:
        """Takes a DOI out of every registry: from now on doi.org denies it."""
        with self.lock:
            doi = canonical(doi)
            self.withdrawn.add(doi)
            for known in (self.works, self.aliases, self.dois, self.csl, self.handles):
                known.pop(doi, None)

    def touch(self, doi: str) -> None:
        """Changes of a Crossref work only what says nothing about it.

        These are the times of indexing and deposit, score, citation count and subjects.
        """
        with self.lock:
            work = copy.deepcopy(self.works[canonical(doi)])
            for name in ("indexed", "deposited"):
                stamp = work[name] = dict(work.get(name) or {"date-parts": [[2024, 1, 1]]})
                year = (stamp["date-parts"][0][0] or 2024) + 1  # some recorded days are [[null]]
                stamp["date-parts"] = [[year, 1, 2]]
                stamp["date-time"] = f"{year}-01-02T03:04:05Z"
                stamp["timestamp"] = (stamp.get("timestamp") or 0) + 31_622_400_000
            work["score"] = (work.get("score") or 1) + 1
            work["is-referenced-by-count"] = (work.get("is-referenced-by-count") or 0) + 1
            work["subject"] = ["General Medicine", *work.get("subject", [])]
            self.works[canonical(doi)] = work

    def change(self, doi: str, **fields: object) -> None:
        """Replaces fields of a Crossref work, named with `_` for `-`; None takes one away."""
        with self.lock:
            work = copy.deepcopy(self.works[canonical(doi)])
            for name, value in fields.items():
                if value is None:
                    work.pop(_dashed(name), None)
                else:
                    work[_dashed(name)] = value
            self.works[canonical(doi)] = work

    def add_work(self, doi: str, **fields: object) -> None:
        """Registers a made-up work with Crossref.

        Every field can be given, with `_` for `-`; None leaves it out.
        """
        doi = canonical(doi)
        prefix = doi.partition("/")[0]
        stamp = {
            "date-parts": [[2024, 2, 1]],
            "date-time": "2024-02-01T00:00:00Z",
            "timestamp": 1_706_745_600_000,
        }
        work: Json = {
            "DOI": doi,
            "URL": f"https://doi.org/{doi}",
            "prefix": prefix,
            "source": "Crossref",
            "type": "journal-article",
            "title": [f"On the made-up work {doi}"],
            "author": [
                {"given": "Erin", "family": "Example", "sequence": "first", "affiliation": []},
                {"given": "Sam", "family": "Second", "sequence": "additional", "affiliation": []},
            ],
            "container-title": ["Journal of Demonstrations"],
            "publisher": "Demonstration Press",
            "page": "1-9",
            "issued": {"date-parts": [[2024, 1, 15]]},
            "published": {"date-parts": [[2024, 1, 15]]},
            "published-print": {"date-parts": [[2024, 1, 15]]},
            "created": stamp,
            "deposited": stamp,
            "indexed": {**stamp, "version": "3.40.5"},
            "resource": {"primary": {"URL": f"https://publisher.example/{doi}"}},
            "score": 1,
            "is-referenced-by-count": 0,
        }
        with self.lock:
            self.works[doi] = work
            self.withdrawn.discard(doi)
            self.agencies.setdefault(prefix, "Crossref")
            self.change(doi, **fields)

    def transfer(self, doi: str) -> None:
        """Moves a work to DataCite; its prefix goes with it."""
        doi = canonical(doi)
        with self.lock:
            work = self.works.pop(doi)
            year = work.get("issued", {}).get("date-parts", [[None]])[0][0]
            people = [
                {"name": f"{one.get('family')}, {one.get('given')}", "nameType": "Personal"}
                | {"givenName": one.get("given"), "familyName": one.get("family")}
                for one in work.get("author", [])
            ]
            attributes: Json = {
                "doi": doi,
                "creators": people,
                "titles": [{"title": title} for title in work.get("title", [])],
                "publisher": work.get("publisher"),
                "publicationYear": year,
                "dates": [{"date": str(year), "dateType": "Issued"}],
                "types": {"resourceTypeGeneral": "Text", "citeproc": "article-journal"},
                "relatedIdentifiers": [],
                "rightsList": [],
                "url": self.landing(doi),
                "state": "findable",
                "agency": None,
            }
            client = {"client": {"data": {"id": "replay.repository", "type": "clients"}}}
            self.dois[doi] = {"id": doi, "type": "dois", "attributes": attributes, "relationships": client}
            self.agencies[doi.partition("/")[0]] = "DataCite"

    def notice(
        self, doi: str, kind: str, sources: tuple[str, ...], date: tuple[int, int, int], notice: str | None
    ) -> str:
        """Adds a notice to a Crossref work and registers the notice itself; gives the notice's DOI.

        The work gets one `updated-by` entry for each source, the notice an `update-to` entry if the publisher
        is among them: what Retraction Watch adds stands at the work alone.
        """
        doi = canonical(doi)
        notice = canonical(notice or f"{doi}.{kind}")
        year, month, day = date
        label = kind.replace("_", " ").capitalize()
        stamp: Json = {
            "date-parts": [[year, month, day]],
            "date-time": f"{year:04}-{month:02}-{day:02}T00:00:00Z",
            "timestamp": _days(date) * 86_400_000,
        }
        with self.lock:
            entries = list(self.works[doi].get("updated-by", []))
            for source in sources:
                entry: Json = {
                    "DOI": notice,
                    "type": kind,
                    "label": label,
                    "source": source,
                    "updated": stamp,
                }
                if source == "retraction-watch":
                    entry["record-id"] = str(10_000 + len(entries))
                entries.append(entry)
            self.change(doi, updated_by=entries)
            if notice not in self.works:
                title = self.works[doi].get("title", [""])[0]
                self.add_work(
                    notice, title=[f"{label}: {title}"], issued={"date-parts": [[year, month, day]]}
                )
            if "publisher" in sources:
                to = {"DOI": doi, "type": kind, "label": label, "source": "publisher", "updated": stamp}
                self.change(notice, update_to=[*self.works[notice].get("update-to", []), to])
        return notice


def client_of(data: Json) -> str:
    """The DataCite client that holds a record; empty when the answer does not say."""
    client = data.get("relationships", {}).get("client", {}).get("data", {})
    return str(client.get("id", ""))


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _days(date: tuple[int, int, int]) -> int:
    return (datetime.date(*date) - datetime.date(1970, 1, 1)).days
