"""PubMed Central's OAI interface: `GetRecord` of one article in JATS, or an error inside of a 200."""

from __future__ import annotations

from examples.replay.messages import Answer, Request, text_answer
from examples.replay.world import World

KIND = "text/xml;charset=utf-8"
OAI = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">'
    "<responseDate>2026-01-01T00:00:00Z</responseDate>%s</OAI-PMH>\n"
)


def answer(request: Request, world: World) -> Answer:
    """The article as OAI gives it, within the protocol's own elements."""
    if not request.path.startswith("/api/oai/"):
        return text_answer("Not Found", 404)
    number = request.query.get("identifier", "").rpartition(":")[2]
    article = world.archived.get(f"PMC{number}")
    if article is None:
        return text_answer(OAI % '<error code="idDoesNotExist">no such article</error>', kind=KIND)
    body = article.decode().partition("?>")[2] if article.startswith(b"<?xml") else article.decode()
    record = f"<GetRecord><record><metadata>{body.strip()}</metadata></record></GetRecord>"
    return text_answer(OAI % record, kind=KIND)
