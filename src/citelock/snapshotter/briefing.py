"""Claims audited for a brief: the audit itself, and what it says of each claim (web.md, section 4).

The builder audits by itself. A report that is handed in may be forged, so it is compared with that audit and
never believed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from citelock.checks.brief.values import AuditedClaim, Source
from citelock.checks.catalogue import BY_CODE, bare
from citelock.checks.claims import Citation, Claim
from citelock.checks.findings import Severity
from citelock.checks.identifiers import Identifier, identify
from citelock.checks.snapshots import Provenance
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.shard import Settings
from citelock.snapshotter.whole_audit import WholeAudit, audit_whole, claims_of


class Briefed(NamedTuple):
    """All claims in the order of their files, and their audit."""

    claims: tuple[AuditedClaim, ...]
    audit: WholeAudit


def audit_for_brief(settings: Settings) -> Briefed:
    """Audits the claims files. Raises InputError for a malformed one, EvidenceError."""
    audit = audit_whole(settings)
    listed, rows = audit.value["claims"], audit.rows()
    assert isinstance(listed, list)
    labels = {(each["file"], each["claim"]): each for each in listed}
    claims = tuple(
        _audited(claim, labels[claim.file, claim.id], rows[claim.file, claim.id], settings.evidence)
        for claim in claims_of(settings, audit)
    )
    return Briefed(claims, audit)


def _audited(
    claim: Claim,
    stated: Mapping[str, object],
    rows: Sequence[Mapping[str, object]],
    evidence: Evidence,
) -> AuditedClaim:
    because = stated["because"]
    assert isinstance(because, list)
    by_index = {row["citation"]: row for row in rows}
    return AuditedClaim(
        id=claim.id,
        text=claim.text,
        file=claim.file,
        line=claim.line,
        label=str(stated["label"]),
        because=tuple(map(str, because)),
        errors=_errors(rows),
        sources=tuple(_source(each, by_index[each.index], evidence) for each in claim.citations),
    )


def _errors(rows: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    """Names of the findings that are errors by code: settings weigh them, and do not make a claim true."""
    names: dict[str, None] = {}
    for row in rows:
        for key in ("errors", "warnings", "notes"):
            listed = row[key]
            assert isinstance(listed, list)
            names |= {name: None for name in listed if BY_CODE[bare(name)].severity is Severity.ERROR}
    return tuple(names)


def _source(citation: Citation, row: Mapping[str, object], evidence: Evidence) -> Source:
    identifier = identify(citation)
    known = identifier if isinstance(identifier, Identifier) else None
    snapshot = row["snapshot"]
    quotes = (citation.quote,) if citation.quote is not None else citation.quotes or ()
    return Source(
        title=citation.title or "",
        identifier=known,
        quotes=quotes,
        retrieved=_retrieved(known, evidence) if known is not None else "",
        sha256=str(snapshot["sha256"] or "") if isinstance(snapshot, dict) else "",
        label=str(row["label"]),
    )


def _retrieved(identifier: Identifier, evidence: Evidence) -> str:
    """The day that the text was taken on, "" where nobody wrote it down."""
    settled = evidence.settle(identifier)
    found = evidence.snapshot(settled, evidence.record(settled).holder).provenance
    return found.retrieved if isinstance(found, Provenance) else ""
