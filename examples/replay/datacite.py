"""DataCite's REST API: `/dois/{doi}` and lists by `/dois?ids=…`.

A list gives 25 records to a page unless `page[size]` says otherwise. Like the real store it also holds
damaged copies of Crossref records (client `crossref.citations`).
"""

from __future__ import annotations

from examples.replay.messages import Answer, Json, Request, json_answer
from examples.replay.world import World, canonical

KIND = "application/json; charset=utf-8"
PAGE = 25
LARGEST_PAGE = 1000


def answer(request: Request, world: World) -> Answer:
    """The answer of `/dois…` or of the content negotiation that doi.org sends on to DataCite."""
    if request.path == "/dois":
        return _list(request, world)
    for route, convert in (("/dois/", _single), ("/application/vnd.citationstyles.csl+json/", _csl)):
        if request.path.startswith(route):
            data = world.dois.get(canonical(request.path.removeprefix(route)))
            return _not_found() if data is None else convert(data)
    return _not_found()


def _not_found() -> Answer:
    problem = {"status": "404", "title": "The resource you are looking for doesn't exist."}
    return json_answer({"errors": [problem]}, 404, kind=KIND)


def _single(data: Json) -> Answer:
    return json_answer({"data": data}, kind=KIND)


def _list(request: Request, world: World) -> Answer:
    asked = dict.fromkeys(canonical(doi) for doi in request.query.get("ids", "").split(",") if doi)
    size = request.query.get("page[size]", str(PAGE))
    number = request.query.get("page[number]", "1")
    rows = min(int(size), LARGEST_PAGE) if size.isascii() and size.isdigit() else PAGE
    start = (int(number) - 1) * rows if number.isascii() and number.isdigit() and int(number) else 0
    found = [world.dois[doi] for doi in reversed(asked) if doi in world.dois]
    meta = {
        "total": len(found),
        "totalPages": -(-len(found) // rows) if rows else 0,
        "page": start // rows + 1 if rows else 1,
    }
    return json_answer({"data": found[start : start + rows], "meta": meta}, kind=KIND)


def _csl(data: Json) -> Answer:
    attributes = data["attributes"]
    csl: Json = {
        "type": attributes.get("types", {}).get("citeproc", "article"),
        "id": f"https://doi.org/{attributes['doi']}",
        "DOI": attributes["doi"].upper(),
        "title": attributes["titles"][0]["title"] if attributes.get("titles") else None,
        "author": [_person(creator) for creator in attributes.get("creators", [])],
        "issued": {"date-parts": [[attributes.get("publicationYear")]]},
        "publisher": attributes.get("publisher"),
        "URL": attributes.get("url"),
    }
    return json_answer(csl, kind="application/vnd.citationstyles.csl+json; charset=utf-8")


def _person(creator: Json) -> Json:
    if creator.get("familyName"):
        return {"family": creator["familyName"], "given": creator.get("givenName")}
    return {"literal": creator.get("name")}
