"""bioRxiv and medRxiv: `/details/{server}/{doi}`, all versions of one preprint; a 200 also for none."""

from __future__ import annotations

from examples.replay.messages import Answer, Request, json_answer
from examples.replay.world import World, canonical


def answer(request: Request, world: World) -> Answer:
    """The versions of a preprint, oldest first."""
    parts = request.path.split("/", 3)
    if len(parts) < 4 or parts[1] != "details":
        return json_answer({"messages": [{"status": "unknown path"}]}, 404)
    server, doi = parts[2], canonical(parts[3])
    own = [each for each in world.preprints.get(doi, ()) if each["server"].lower() == server]
    status = "ok" if own else "no posts found"
    return json_answer({"messages": [{"status": status}], "collection": own})
