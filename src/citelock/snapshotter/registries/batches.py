"""Many works in one request: how many fit, and whose record is which (metadata.md, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from citelock.checks.projections.errors import ProjectionError
from citelock.checks.projections.parts import Projection
from citelock.snapshotter.registries.asking import Unusable
from citelock.snapshotter.registries.interface import Json

BATCH = 50
# Characters: servers and proxies refuse addresses above 4,000 or so, and `select` takes 400 of them.
_LONGEST = 3300
_AROUND = len(quote("doi:,", safe=""))


def batches(names: Iterable[str], most: int = BATCH) -> Iterator[list[str]]:
    """The names in lists that fit into one address each, at most `most` in one.

    One with a comma is alone: a comma separates the names, and no escape takes it out of that office.
    """
    batch: list[str] = []
    length = 0
    for name in names:
        if "," in name:
            yield [name]
            continue
        cost = len(quote(name, safe="")) + _AROUND
        if batch and (len(batch) == most or length + cost > _LONGEST):
            yield batch
            batch, length = [], 0
        batch.append(name)
        length += cost
    if batch:
        yield batch


def records_in(
    items: Sequence[object], key: str, dois: Sequence[str], project: Projection
) -> dict[str, Json]:
    """The records of a list by the DOI asked for; `key` is where an item of it has its DOI.

    An item that is no record is left out: it is asked for alone later, so that it spoils nobody else's
    answer. Raises Unusable for a work that was not asked for, and for one that comes twice.
    """
    asked = {doi.lower() for doi in dois}
    found: dict[str, Json] = {}
    seen = set()
    for item in items:
        name = item.get(key) if isinstance(item, dict) else None
        doi = name.lower() if isinstance(name, str) else ""
        if doi not in asked or doi in seen:
            raise Unusable("it answered with a work that was not asked for, or with one twice")
        seen.add(doi)
        try:
            found[doi] = project(item, doi)
        except ProjectionError:
            continue
    return found
