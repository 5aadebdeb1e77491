"""arXiv's Atom interface, `/api/query?id_list=…`, and the pages of its works: `/abs`, `/html`, `/pdf`.

It gives 10 entries unless `max_results` says otherwise, leaves unknown identifiers out of a 200, and answers
a malformed one with 400 and an entry that calls itself an error.
"""

from __future__ import annotations

import re
from html import escape

from examples.replay.messages import Answer, Request, text_answer
from examples.replay.world import World

KIND = "application/atom+xml; charset=utf-8"
SHAPE = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Za-z-]+)?/\d{7})(?:v(\d+))?")
FEED = """<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" \
xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/replay</id>
  <title>arXiv Query: search_query=&amp;id_list={ids}&amp;start=0&amp;max_results={most}</title>
  <updated>2026-04-12T22:09:36Z</updated>
  <opensearch:itemsPerPage>{most}</opensearch:itemsPerPage>
  <opensearch:totalResults>{total}</opensearch:totalResults>
  <opensearch:startIndex>0</opensearch:startIndex>
{entries}</feed>
"""
ABS = """<!DOCTYPE html><html lang="en"><head><title>[{name}] arXiv</title></head><body>
<div class="abs-license"><a href="{licence}" title="Rights to this article">view license</a></div>
<span class="arxividv"><a href="https://arxiv.org/abs/{name}v{latest}">arXiv:{name}v{latest}</a></span>
</body></html>
"""
ERROR = """  <entry>
    <id>https://arxiv.org/api/errors#incorrect_id_format_for_{name}</id>
    <title>Error</title>
    <summary>incorrect id format for {name}</summary>
    <updated>2026-04-12T00:00:00Z</updated>
    <author>
      <name>arXiv api core</name>
    </author>
  </entry>
"""


def answer(request: Request, world: World) -> Answer:
    """The feed of the entries asked for."""
    if request.path.rstrip("/") != "/api/query":
        return _page(request.path, world)
    listed = request.query.get("id_list", "")
    names = [name.strip() for name in listed.split(",") if name.strip()]
    most = request.query.get("max_results", "10")
    if not (most.isascii() and most.isdigit()):
        return _feed("max_results", "0", 1, ERROR.format(name="max_results"), 400)
    entries = []
    for name in names:
        match = SHAPE.fullmatch(name)
        if match is None:
            return _feed(listed, most, 1, ERROR.format(name=escape(name)), 400)
        entry = _entry(match[1], int(match[2]) if match[2] else None, world)
        if entry is not None:
            entries.append(entry)
    return _feed(listed, most, len(entries), "".join(entries[: int(most)]))


def _page(path: str, world: World) -> Answer:
    """The abs page with its licence and versions, or the text of one version."""
    _, kind, name = [*path.split("/", 2), "", ""][:3]
    match = SHAPE.fullmatch(name)
    paper = world.papers.get(match[1]) if match is not None else None
    if paper is None or match is None:
        return text_answer("Not Found", 404)
    version = match[2] or max(paper["versions"])
    content = paper["versions"].get(version)
    if content is None:
        return text_answer("Not Found", 404)
    if kind == "abs":
        text = ABS.format(name=match[1], latest=max(paper["versions"]), licence=escape(paper["licence"]))
        return text_answer(text, kind="text/html; charset=utf-8")
    body = content.get(kind)
    if body is None:
        return text_answer("No such format", 404)
    return Answer(200, (("Content-Type", "application/pdf" if kind == "pdf" else "text/html"),), body)


def _feed(ids: str, most: str, total: int, entries: str, status: int = 200) -> Answer:
    text = FEED.format(ids=escape(ids), most=most, total=total, entries=entries)
    return text_answer(text, status, kind=KIND)


def _entry(name: str, version: int | None, world: World) -> str | None:
    kept = world.entries.get(name)
    if kept is None:
        return None
    entry, latest = str(kept["entry"]), int(kept["version"])
    if version in {None, latest}:
        return entry
    if version != 1:
        return None  # recorded are the latest version and what it says of the first
    published = re.search(r"<published>(.*?)</published>", entry)
    assert published is not None
    entry = entry.replace(f"{name}v{latest}", f"{name}v1")
    return re.sub(r"<updated>.*?</updated>", f"<updated>{published[1]}</updated>", entry)
