"""doi.org: `/ra/{prefix or DOI}`, `/api/handles/{doi}` and content negotiation on `/{doi}`.

Its word alone says that a DOI does not exist. A registered DOI is sent on: to the agency's own metadata when
JSON is asked for and the agency has some, otherwise to a landing page. All of it is served by the same
server: the replay leads nowhere else.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from examples.replay.messages import HTML, Answer, Json, Request, json_answer, page, text_answer
from examples.replay.world import COPIES, World, canonical, client_of

CSL = "application/vnd.citationstyles.csl+json"
SHAPE = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+")
PREFIX = re.compile(r"10\.\d{4,9}(?:\.\d+)*")


def answer(request: Request, world: World) -> Answer:
    """The answer of the resolver and of its two JSON interfaces."""
    path = request.path
    if path.startswith("/ra/"):
        return _agencies(path.removeprefix("/ra/"), world)
    if path.startswith("/api/handles/"):
        return _handle(canonical(path.removeprefix("/api/handles/")), request.query.get("type"), world)
    return _negotiated(canonical(path.removeprefix("/")), request, world)


def metadata(request: Request, world: World) -> Answer:
    """What an agency that only content negotiation reaches answers: its CSL-JSON."""
    csl = world.csl.get(canonical(request.path.removeprefix("/")))
    return page("404 Not Found", 404) if csl is None else json_answer(csl, kind=f"{CSL};charset=utf-8")


def landing(request: Request, world: World) -> Answer:
    """A landing page, for people: no metadata is in it."""
    return page(f"Landing page of {unquote(request.path.removeprefix('/'))}")


def _agencies(asked: str, world: World) -> Answer:
    answers: list[Json] = []
    for name in asked.split(","):
        prefix = name.partition("/")[0]
        agency = world.agency(prefix)
        if not PREFIX.fullmatch(prefix):
            answers.append({"DOI": name, "status": "Invalid DOI"})
        elif agency is None or ("/" in name and not world.registered(canonical(name))):
            answers.append({"DOI": name, "status": "DOI does not exist"})
        else:
            answers.append({"DOI": name, "RA": agency})
    return json_answer(answers)


def _handle(doi: str, kind: str | None, world: World) -> Answer:
    if not world.registered(doi):
        return json_answer({"responseCode": 100, "handle": doi}, 404)
    url = world.landing(doi)
    if url is None or kind not in {None, "URL"}:
        return json_answer({"responseCode": 200, "handle": doi, "values": []})
    data = {"format": "string", "value": url}
    value = {"index": 1, "type": "URL", "data": data, "ttl": 86400, "timestamp": "2024-01-15T00:00:00Z"}
    return json_answer({"responseCode": 1, "handle": doi, "values": [value]})


def _negotiated(doi: str, request: Request, world: World) -> Answer:
    if not SHAPE.fullmatch(doi):
        return text_answer(_error("Not a DOI", doi), 400, kind=HTML)
    if not world.registered(doi):
        return text_answer(_error("DOI Not Found", doi), 404, kind=HTML)
    where = _data_centre(doi, world) if "json" in request.headers.get("accept", "") else None
    if where is None:
        where = _landing(doi, world)
    own = world.landings.get(doi)
    location = request.base + where if own is None else own
    return page("Handle Redirect", 302, headers=(("Location", location), ("Vary", "Accept")))


def _data_centre(doi: str, world: World) -> str | None:
    name = quote(doi, safe="")
    if doi in world.csl:
        return f"/agency/{name}"
    if doi in world.works or doi in world.aliases:
        return f"/crossref/v1/works/{name}/transform"
    if doi in world.dois and client_of(world.dois[doi]) != COPIES:
        return f"/datacite/{CSL}/{name}"
    return None


def _landing(doi: str, world: World) -> str:
    url = world.landing(doi) or ""
    match = re.match(r"https?://(?:dx\.)?doi\.org/(.+)", url)
    return f"/doi/{match[1]}" if match else f"/landing/{quote(doi, safe='')}"


def _error(what: str, doi: str) -> str:
    shown = doi.replace("&", "&amp;").replace("<", "&lt;")
    return (
        '<!DOCTYPE html>\n<html lang="en-us">\n<head>\n    <meta charset="UTF-8">\n'
        f"    <title>Error: {what}</title>\n</head>\n<body>\n<h2>{what}</h2>\n<h3>{shown}</h3>\n"
        "</body>\n</html>\n"
    )
