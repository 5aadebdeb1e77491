"""NCBI's converter of PubMed, PubMed Central and DOI identifiers.

It knows only what is in PubMed Central: a PMID outside it comes back as an error within a 200.
"""

from __future__ import annotations

import re

from examples.replay.messages import Answer, Json, Request, json_answer
from examples.replay.world import World, canonical

MOST = 200


def answer(request: Request, world: World) -> Answer:
    """The records of the identifiers asked for, in their order.

    Any path will do: that of the converter has changed with its versions.
    """
    names = [name.strip() for name in request.query.get("ids", "").split(",") if name.strip()]
    if not names or len(names) > MOST or request.query.get("format") != "json":
        words = (
            "no ids" if not names else "too many ids" if len(names) > MOST else "only format=json is recorded"
        )
        return json_answer({"status": "error", "message": words}, 400)
    known = {name: record for record in _records(world) for name in _names(record)}
    records = [_record(name, known) for name in names]
    echo = {"format": "json", "ids": names, "versions": "no", "warnings": []}
    return json_answer(
        {"status": "ok", "response-date": "2026-04-12 22:09:36", "request": echo, "records": records}
    )


def _records(world: World) -> list[Json]:
    kept = [article for article in world.articles if article.get("pmcid")]
    return [
        {
            "doi": article.get("doi"),
            "pmcid": article["pmcid"],
            "pmid": int(article["pmid"]) if article.get("pmid") else None,
        }
        for article in kept
    ]


def _names(record: Json) -> list[str]:
    return [canonical(str(value)) for value in record.values() if value is not None]


def _record(name: str, known: dict[str, Json]) -> Json:
    wanted = canonical(name)
    if re.fullmatch(r"pmc\d+\.\d+", wanted):
        wanted = wanted.partition(".")[0]
    record = known.get(wanted)
    if record is None:
        return {"requested-id": name, "status": "error", "errmsg": "Identifier not found in PMC"}
    return {**{key: value for key, value in record.items() if value is not None}, "requested-id": name}
