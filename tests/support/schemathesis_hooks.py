"""What schemathesis is told of the interface beyond its document."""

from __future__ import annotations

import schemathesis


@schemathesis.hook
def filter_body(_context: object, body: object) -> bool:
    """Two claims with one id fit the schema, which cannot say otherwise, and are refused."""
    claims = body.get("claims") if isinstance(body, dict) else None
    if not isinstance(claims, list):
        return True
    ids = [str(claim["id"]) for claim in claims if isinstance(claim, dict) and "id" in claim]
    return len(set(ids)) == len(ids)
