"""A work message of Crossref -> the record (metadata.md, section 2).

It takes the `message` of `/works/{doi}` or an item of a list. What changes without the work changing
(indexed, score, deposited, counts), and the abstract and references, which are others' texts, are not part
of a record.
"""

from __future__ import annotations

from collections.abc import Iterator

from citelock.checks.fields import Fields, WrongField, kind, text_field
from citelock.checks.projections import parts
from citelock.checks.projections.parts import Json, date_parts, kept, text

# Kinds of dates by the name of the field. `published` is the earliest of print and online, for old answers
# that have nothing else.
_DATES = {
    "print": "published-print",
    "online": "published-online",
    "other": "published-other",
    "posted": "posted",
    "created": "created",
    "updated": "content-updated",
}
_PUBLISHED = ("print", "online", "other", "posted")
_RELATIONS = ("has-preprint", "is-preprint-of", "is-version-of", "has-version", "is-identical-to")


@parts.projection
def project_crossref(message: Fields, asked: str) -> Json:
    """The record in a Crossref work message; raises ProjectionError where its shape is another."""
    doi = parts.doi(message, "DOI")
    if not doi:
        raise WrongField("DOI: it is missing; a work has one")
    return {
        **parts.named(doi, asked),
        "source": "crossref",
        "agency": "Crossref",
        **kept(
            {
                "type": text(message, "type"),
                "subtype": text(message, "subtype"),
                "publisher": text(message, "publisher"),
                "version": _version(message),
                "pages": text(message, "page") or text(message, "article-number"),
                "titles": parts.texts(message, "title"),
                "subtitles": parts.texts(message, "subtitle"),
                "original_titles": parts.texts(message, "original-title"),
                "short_titles": parts.texts(message, "short-title"),
                "containers": parts.texts(message, "container-title"),
                "short_containers": parts.texts(message, "short-container-title"),
                "dates": _dates(message),
                "updates": kept(
                    {"by": _updates(message, "updated-by"), "to": _updates(message, "update-to")}
                ),
                "relations": parts.relations(_related(message)),
                "licenses": parts.licences(_licences(message)),
            }
        ),
        **parts.people("authors", _people(message, "author")),
        **parts.people("editors", _people(message, "editor")),
    }


def _version(message: Fields) -> str:
    """The version, a string in some answers and an object in others."""
    version = message.get("version")
    return text(version, "version", "version.") if isinstance(version, dict) else text(message, "version")


def _dates(message: Fields) -> Json:
    dates = {which: date_parts(message.get(key), key) for which, key in _DATES.items()}
    known = [dates[which] for which in _PUBLISHED if dates[which]]
    issued = date_parts(message.get("issued"), "issued")
    earliest = min(known) if known else date_parts(message.get("published"), "published")
    return kept({"issued": issued or earliest, **dates})


def _people(message: Fields, key: str) -> list[Json]:
    """The contributors in their order; `sequence` says only which one the registry calls the first."""
    found = []
    for where, member in parts.objects(message, key):
        first = text_field(member, "sequence", where) == "first"
        named = {part: text(member, part, where) for part in ("family", "given", "prefix", "suffix", "name")}
        found.append(parts.person(**named, sequence="first" if first else ""))
    return found


def _updates(message: Fields, key: str) -> list[Json]:
    """Notices, one for each (type, DOI): publisher and Retraction Watch may report the same event twice."""
    merged: dict[tuple[str, str], tuple[set[str], set[str]]] = {}
    for where, member in parts.objects(message, key):
        notice = text(member, "type", where).lower()
        if not notice:
            raise WrongField(f"{where}type: it is missing; a notice has a type such as retraction")
        doi = parts.doi(member, "DOI", where)
        dates, sources = merged.setdefault((notice, doi), (set(), set()))
        dates.add(date_parts(member.get("updated"), f"{where}updated"))
        sources.add(text(member, "source", where))
    return [
        kept(
            {
                "type": notice,
                "doi": doi,
                "date": min(filter(None, dates), default=""),
                "sources": sorted(filter(None, sources)),
            }
        )
        for (notice, doi), (dates, sources) in sorted(merged.items())
    ]


def _related(message: Fields) -> Iterator[tuple[str, str]]:
    """The versions of the work that have a DOI; other relations are none of a comparison's business."""
    relation = message.get("relation")
    if relation is None or relation == []:  # an empty one is a list in some answers
        return
    if not isinstance(relation, dict):
        raise WrongField(f"relation: this is {kind(relation)}, not an object")
    for key in _RELATIONS:
        for where, member in parts.objects(relation, key, "relation."):
            if text_field(member, "id-type", where).lower() == "doi":
                yield key, parts.doi(member, "id", where)


def _licences(message: Fields) -> Iterator[tuple[str, str, str]]:
    for where, member in parts.objects(message, "license"):
        yield (
            text(member, "URL", where),
            text(member, "content-version", where),
            date_parts(member.get("start"), f"{where}start"),
        )
