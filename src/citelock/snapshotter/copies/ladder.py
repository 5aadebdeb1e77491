"""The ladder: the steps in their order, each tried when the one before gave nothing good enough.

Copies come one at a time, so nobody is asked in vain (snapshots.md, section 5).
"""

from __future__ import annotations

from collections.abc import Iterator

from citelock.snapshotter.copies import arxiv, biorxiv, crossref, europepmc, unpaywall
from citelock.snapshotter.copies.interface import Found, Services, Step, Work, fetched

STEPS: tuple[Step, ...] = (
    europepmc.copies,
    arxiv.copies,
    biorxiv.copies,
    unpaywall.copies,
    crossref.copies,
    crossref.landing,
)
PAGE = "url"


def copies(work: Work, services: Services) -> Iterator[Found]:
    """The copies of a work from all steps, or the one page that a web address names."""
    if work.identifier.scheme == "url":
        yield fetched(services, work.address or work.identifier.value, PAGE)
        return
    for step in STEPS:
        yield from step(work, services)
