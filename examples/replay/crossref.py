"""Crossref's REST API as far as a resolver asks it: `/works/{doi}`, its agency, and lists by `filter=doi:…`.

Played as recorded: a 404 is the words "Resource not found." under a JSON or a text type, lists are cut to 20
rows unless `rows` says otherwise, their items lack the empty fields that single answers carry, and an unknown
name in `select` or `filter` refuses the whole request.
"""

from __future__ import annotations

from examples.replay.messages import Answer, Json, Request, json_answer, text_answer
from examples.replay.world import World, canonical

EMPTY: Json = {
    "container-title": [],
    "original-title": [],
    "relation": {},
    "short-container-title": [],
    "short-title": [],
    "subject": [],
    "subtitle": [],
}
SELECTABLE = frozenset(
    "DOI ISBN ISSN URL abstract accepted alternative-id approved archive article-number assertion author "
    "chair clinical-trial-number container-title content-created content-domain created degree deposited "
    "editor event funder group-title indexed is-referenced-by-count issn-type issue issued license link "
    "member original-title page posted prefix published published-online published-print publisher "
    "publisher-location reference references-count relation resource score short-container-title "
    "short-title standards-body subject subtitle title translator type update-policy update-to updated-by "
    "volume".split()
)
FILTERS = frozenset({"doi"})
MOST_ROWS = 1000
UNSAFE = frozenset(
    ' "<>[\\]^`{|}'
)  # a client has to encode these; the service finds nothing when they come as they are
JSON_UTF8 = "application/json;charset=utf-8"


def answer(request: Request, world: World) -> Answer:
    """The answer of `/works…`; everything else is not found."""
    path = request.path.removeprefix("/v1")
    if path == "/works":
        return _list(request, world)
    if not path.startswith("/works/") or UNSAFE & set(request.raw):
        return _not_found(path)
    doi = canonical(path.removeprefix("/works/"))
    if doi.endswith("/agency"):
        return _agency(doi.removesuffix("/agency"), world)
    if "/transform" in doi:
        return _transform(doi.partition("/transform")[0], world)
    message = world.works.get(world.aliases.get(doi, doi))
    if message is None:
        return _not_found(path)
    return json_answer(_ok("work", {**EMPTY, **message}))


def as_csl(message: Json) -> Json:
    """A work as CSL-JSON: the same fields, titles as strings."""
    single = ("title", "container-title", "short-title", "subtitle")
    return {**message, **{name: message[name][0] for name in single if message.get(name)}}


def _ok(kind: str, message: Json) -> Json:
    return {"status": "ok", "message-type": kind, "message-version": "1.0.0", "message": message}


def _not_found(path: str) -> Answer:
    # Recorded under both types, with the same words, which are not JSON.
    return text_answer("Resource not found.", 404, kind=JSON_UTF8 if len(path) % 2 else "text/plain")


def _refused(kind: str, value: str, words: str) -> Answer:
    problem = {"type": kind, "value": value, "message": words}
    failed = {"status": "failed", "message-type": "validation-failure", "message": [problem]}
    return json_answer(failed, 400, kind=JSON_UTF8)


def _agency(doi: str, world: World) -> Answer:
    agency = world.agency(doi.partition("/")[0])
    if agency is None or not world.registered(doi):
        return _not_found(doi)
    return json_answer(_ok("work-agency", {"DOI": doi, "agency": {"id": agency.lower(), "label": agency}}))


def _transform(doi: str, world: World) -> Answer:
    message = world.works.get(world.aliases.get(doi, doi))
    if message is None:
        return _not_found(doi)
    return json_answer(as_csl({**EMPTY, **message}), kind="application/vnd.citationstyles.csl+json")


def _list(request: Request, world: World) -> Answer:
    rows = request.query.get("rows", "20")
    if not (rows.isascii() and rows.isdigit() and int(rows) <= MOST_ROWS):
        words = (
            f"Integer specified as {rows} but must be a positive integer less than or equal to {MOST_ROWS}. "
        )
        return _refused("integer-not-valid", rows, words)
    select = [name for name in request.query.get("select", "").split(",") if name]
    for name in select:
        if name not in SELECTABLE:
            valid = ", ".join(sorted(SELECTABLE))
            words = f"Select specified as {name} but there is no such element. Valid elements are {valid}"
            return _refused("parameter-not-allowed", name, words)
    asked = []
    for part in request.query.get("filter", "").split(","):
        name, _, value = part.partition(":")
        if name not in FILTERS:
            words = f"Filter '{name}' specified but there is no such filter for this route. "
            return _refused("filter-not-available", name, words + "Valid filters for this route are: doi")
        if canonical(value) in world.refused:
            return _refused("doi-not-valid", value, f"DOI specified as {value} but it is invalid")
        asked.append(canonical(value))
    # In an order of its own, the reverse of the asked one: no client may count on an order.
    found = [world.works[doi] for doi in reversed(dict.fromkeys(asked)) if doi in world.works]
    items = [_item(message, select) for message in found[: int(rows)]]
    query = {"start-index": 0, "search-terms": None}
    return json_answer(
        _ok(
            "work-list",
            {
                "facets": {},
                "total-results": len(found),
                "items": items,
                "items-per-page": int(rows),
                "query": query,
            },
        )
    )


def _item(message: Json, select: list[str]) -> Json:
    return {
        name: value
        for name, value in message.items()
        if value not in ([], {}, "", None) and (not select or name in select)
    }
