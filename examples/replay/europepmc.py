"""Europe PMC: its search, as far as it finds one article, and the full texts that it has.

The search knows `ext_id:`, `pmcid:` and `doi:`, narrowed by `src:`; a full text is `/{PMCID}/fullTextXML`.
"""

from __future__ import annotations

import re

from examples.replay.messages import Answer, Json, Request, json_answer
from examples.replay.world import World

KIND = "application/json;charset=UTF-8"
TERM = re.compile(r'(\w+):(?:"([^"]*)"|([^\s()]+))')
FIELDS = {"ext_id": "id", "pmcid": "pmcid", "doi": "doi", "src": "source"}


def answer(request: Request, world: World) -> Answer:
    """The articles that one of the alternatives (`OR`) describes; a query of other words finds nothing."""
    if request.path.endswith("/fullTextXML"):
        article = world.fulltexts.get(request.path.split("/")[1])
        if article is None:
            return json_answer({"errCode": 404, "errMsg": "Not Found"}, 404, kind=KIND)
        return Answer(200, (("Content-Type", "application/xml"),), article)
    if request.path.rstrip("/").rpartition("/")[2] != "search":
        return json_answer({"errCode": 404, "errMsg": "Not Found"}, 404, kind=KIND)
    query = request.query.get("query", "")
    if request.query.get("format") != "json":
        return json_answer({"errCode": 404, "errMsg": "only format=json is recorded"}, 400, kind=KIND)
    size = request.query.get("pageSize", "25")
    rows = int(size) if size.isascii() and size.isdigit() else 25
    found = [article for article in world.articles if _matches(query, article)]
    shown = (
        found if request.query.get("resultType", "lite") == "core" else [_lite(article) for article in found]
    )
    value = {
        "version": "6.9",
        "hitCount": len(found),
        "request": {
            "queryString": query,
            "resultType": request.query.get("resultType", "lite"),
            "pageSize": rows,
        },
        "resultList": {"result": shown[:rows]},
    }
    return json_answer(value, kind=KIND)


def _matches(query: str, article: Json) -> bool:
    shared = dict(_terms(query))  # a source named once, outside the brackets, narrows every alternative
    for alternative in re.split(r"\s+OR\s+", query):
        terms = dict(_terms(alternative))
        if not terms.keys() - {"src"}:
            continue
        if "src" in shared:
            terms.setdefault("src", shared["src"])
        if all(str(article.get(FIELDS[name], "")).lower() == value for name, value in terms.items()):
            return True
    return False


def _terms(query: str) -> list[tuple[str, str]]:
    found = ((match[1].lower(), (match[2] or match[3] or "").lower()) for match in TERM.finditer(query))
    return [(name, value) for name, value in found if name in FIELDS]


def _lite(article: Json) -> Json:
    kept = ("id", "source", "pmid", "pmcid", "doi", "title", "pubYear", "authorString")
    return {name: article[name] for name in kept if name in article}
