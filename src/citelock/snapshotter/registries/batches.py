"""Many identifiers in one request: how many fit (metadata.md, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote

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
