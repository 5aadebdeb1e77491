"""How far the checks of a source get: which evidence they will ask for (design README, section 4).

Apart from `audit.py`, because it is asked of every source, also where the rows are known from before and no
rule is needed.
"""

from __future__ import annotations

from citelock.checks.identifiers import BadIdentifier, Identifier
from citelock.checks.records import CorruptRecord, NotCached, Record
from citelock.checks.rules import record

SCOPE_METADATA = "metadata"


def needs_snapshot(
    identifier: Identifier | BadIdentifier | None,
    found: Record | NotCached | CorruptRecord | None,
    collision: str | None = None,
    *,
    scope: str = "",
) -> bool:
    """Whether the checks of this source get as far as its text: no identity or record error, quotes in scope.

    With the scope "metadata" only a cited address needs it: its provenance is all that is known of it.
    """
    if not isinstance(identifier, Identifier) or not record.is_comparable(found, collision):
        return False
    return scope != SCOPE_METADATA or identifier.scheme == "url"
