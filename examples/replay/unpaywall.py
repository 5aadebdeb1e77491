"""Unpaywall: `/v2/{doi}?email=…`, which is refused without an address."""

from __future__ import annotations

from examples.replay.messages import Answer, Request, json_answer
from examples.replay.world import World, canonical


def answer(request: Request, world: World) -> Answer:
    """What is known of the open copies of a work; 404 for a DOI that nobody registered."""
    doi = canonical(request.path.removeprefix("/v2/"))
    if "@" not in request.query.get("email", ""):
        return json_answer({"error": True, "message": "Email address required in API call"}, 422)
    known = world.open_copies.get(doi)
    if known is None and not world.registered(doi):
        return json_answer({"error": True, "message": f"'{doi}' isn't in Unpaywall"}, 404)
    closed = {"doi": doi, "is_oa": False, "oa_status": "closed", "best_oa_location": None, "oa_locations": []}
    found = {key: value for key, value in (known or closed).items() if key != "source"}  # ours, not theirs
    return json_answer(found)
