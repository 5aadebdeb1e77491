"""Vets a stored text once more: whether it is the recorded work, and more than its abstract.

What the provenance says was true of the record and the rules of its day; an audit computes both again from
text, provenance and record (snapshots.md, section 4). Most texts name their DOI or their title, and are told
by that alone.
"""

from __future__ import annotations

from citelock.checks.identifiers import Identifier
from citelock.checks.records import Record
from citelock.checks.snapshots import Provenance
from citelock.checks.vetting.answer import Vetting
from citelock.checks.vetting.head import LENGTH, Head, divided, head_of
from citelock.checks.vetting.identity import Identity, check_identity
from citelock.checks.vetting.ranges import recorded_pages
from citelock.checks.vetting.scope import measured_scope


def vet_again(text: str, provenance: Provenance, record: Record, identifier: Identifier) -> Vetting:
    """What is to be said of this text as evidence for the recorded work, by the rules of today."""
    also = [identifier.doi] if identifier.doi is not None else []
    if provenance.version in ("preprint", "submitted"):
        also += record.relations.get("has-preprint", ())
    identity = _identity(text, provenance, record, also)
    if identity.status == "ok" and provenance.forced:
        # What was taken by force did not look like the work in spite of what it called itself then.
        identity = _identity(text, provenance._replace(title="", declared_doi=""), record, also)
    scope = provenance.scope or "full"
    if provenance.scope_from != "user":
        scope = measured_scope(
            text,
            provenance.furniture_line,
            flags=provenance.flags,
            pages=provenance.pages_total,
            recorded_pages=recorded_pages(record.pages),
            landing=provenance.channel == "landing",
        )
    return Vetting(identity.status, identity.found, "abstract" if provenance.scope == "abstract" else scope)


def _identity(text: str, provenance: Provenance, record: Record, also: list[str]) -> Identity:
    identity = _at_a_glance(text, provenance, record, also)
    if identity.status == "ok":
        return identity
    return check_identity(
        head_of(text, provenance.furniture_line),
        record,
        title=provenance.title,
        declared_doi=provenance.declared_doi,
        also=also,
    )


def _at_a_glance(text: str, provenance: Provenance, record: Record, also: list[str]) -> Identity:
    """The answer from the DOI and the document's own title alone, at a fraction of the cost.

    Good only where it is ok: nothing that the head's words or the authors could add makes it wrong.
    """
    body, furniture = divided(text, provenance.furniture_line)
    return check_identity(
        Head(body[:LENGTH], furniture[:LENGTH], ()),
        record._replace(authors=()),
        title=provenance.title,
        declared_doi=provenance.declared_doi,
        also=also,
    )
