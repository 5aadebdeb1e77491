"""Looking through all snapshots: what is there, what is wrong with it, which cited works have none.

Offline; what an audit would say of one snapshot is said here of every one, cited or not (snapshots.md,
section 10, "check").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citelock.checks.config import Config
from citelock.checks.identifiers import Identifier, identify
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.evidence import Evidence


def without_text(files: Sequence[tuple[str, str]], config: Config, evidence: Evidence) -> list[Identifier]:
    """The cited works that have neither a text nor a provenance, each once, in the order of the claims."""
    found: dict[str, Identifier] = {}
    for identifier in _cited(files, config, evidence):
        if identifier.key in found:
            continue
        snapshot = evidence.snapshot(identifier, evidence.record(identifier).holder)
        if snapshot.path is None and snapshot.provenance is None:
            found[identifier.key] = identifier
    return list(found.values())


def _cited(files: Sequence[tuple[str, str]], config: Config, evidence: Evidence) -> Iterator[Identifier]:
    for claim in ClaimsInput(files, config.limits):
        for citation in claim.citations:
            identifier = identify(citation)
            if isinstance(identifier, Identifier):
                yield evidence.settle(identifier)
