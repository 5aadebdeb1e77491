"""The `data` object of a DataCite answer (JSON:API) -> the record (metadata.md, sections 2 and 3).

DataCite also serves copies of other agencies' DOIs, with tags and the text inside them lost ("controls on N ,
O , and CO"): these are refused. That an original is DataCite's to answer for, only doi.org can say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citelock.checks.fields import Fields, WrongField, object_field, text_field
from citelock.checks.projections import parts
from citelock.checks.projections.errors import ForeignRecordError
from citelock.checks.projections.parts import Json, iso_date, kept, text

_COPIES = {"crossref.citations", "medra.citations", "kisti.citations", "jalc.citations", "op.citations"}
_COPIER = "levriero"  # the program that DataCite copies other agencies' records with
# `created` is the day the thing was made, not that of the entry: dates of the entry say nothing of the work.
_DATES = {"issued": "issued", "available": "online", "created": "created", "updated": "updated"}
_RELATIONS = {
    "isversionof": "is-version-of",
    "isnewversionof": "is-version-of",
    "hasversion": "has-version",
    "ispreviousversionof": "has-version",
    "isidenticalto": "is-identical-to",
}
# "Enos, Ryan (Harvard University)": the affiliation that some repositories write into the name.
_AFFILIATION = re.compile(r"\s*\([^()]*\)$")


@parts.projection
def project_datacite(data: Fields, asked: str) -> Json:
    """The record in a DataCite `data` object.

    Raises ProjectionError where its shape is another, ForeignRecordError for a copy of another agency's
    record.
    """
    work = object_field(data, "attributes")
    doi = parts.doi(work, "doi", "attributes.") or parts.doi(data, "id")
    if not work or not doi:
        raise WrongField("attributes.doi: it is missing; a work has one")
    _refuse_copy(data, work, doi)
    container = object_field(work, "container")
    kinds = object_field(work, "types")
    titles = list(_titles(work))
    return {
        **parts.named(doi, asked),
        "source": "datacite",
        "agency": "DataCite",
        **kept(
            {
                "type": text(kinds, "resourceTypeGeneral"),
                "subtype": text(kinds, "resourceType"),
                "publisher": _publisher(work),
                "version": _text_or_number(work, "version", ""),
                "pages": "-".join(filter(None, (text(container, "firstPage"), text(container, "lastPage")))),
                "titles": parts.lines(title for which, title in titles if which != "subtitle"),
                "subtitles": parts.lines(title for which, title in titles if which == "subtitle"),
                "containers": parts.lines([text_field(container, "title")]),
                "dates": _dates(work),
                "relations": parts.relations(_related(work)),
                "licenses": parts.licences(
                    (text(member, "rightsUri", where), "", "")
                    for where, member in parts.objects(work, "rightsList")
                ),
            }
        ),
        **parts.people("authors", list(_people(work))),
        **parts.people("editors", list(_editors(work))),
    }


def _refuse_copy(data: Fields, work: Fields, doi: str) -> None:
    client = object_field(object_field(object_field(data, "relationships"), "client"), "data")
    if text_field(client, "id").lower() in _COPIES or text(work, "source").lower() == _COPIER:
        raise ForeignRecordError(f"{doi}: DataCite holds only a copy of another agency's record")


def _publisher(work: Fields) -> str:
    """The publisher, a string in some answers and an object in others."""
    publisher = work.get("publisher")
    return text(publisher, "name", "publisher.") if isinstance(publisher, dict) else text(work, "publisher")


def _titles(work: Fields) -> Iterator[tuple[str, str]]:
    """Each title with its kind in lower case: of every kind, a translation may be what is cited."""
    for where, member in parts.objects(work, "titles"):
        yield text(member, "titleType", where).lower(), text(member, "title", where)


def _dates(work: Fields) -> Json:
    """The earliest of each kind; `publicationYear` where no day of issue is given."""
    found: dict[str, str] = {}
    for where, member in parts.objects(work, "dates"):
        which = _DATES.get(text(member, "dateType", where).lower())
        date = iso_date(_text_or_number(member, "date", where))
        if which and date:
            found[which] = min(found.get(which, date), date)
    year = iso_date(_text_or_number(work, "publicationYear", ""))
    return kept({**found, "issued": found.get("issued", "") or year})


def _text_or_number(fields: Fields, key: str, where: str) -> str:
    value = fields.get(key)
    return str(value) if type(value) is int else text_field(fields, key, where)


def _people(work: Fields) -> Iterator[Json]:
    for where, member in parts.objects(work, "creators"):
        yield from _persons(member, where)


def _editors(work: Fields) -> Iterator[Json]:
    for where, member in parts.objects(work, "contributors"):
        if text(member, "contributorType", where).lower() == "editor":
            yield from _persons(member, where)


def _persons(member: Fields, where: str) -> Iterator[Json]:
    """The person or organisation of one entry; several people where an entry holds a list of them."""
    family, given = text(member, "familyName", where), text(member, "givenName", where)
    name = text(member, "name", where)
    if family:
        yield parts.person(family=family, given=given)
    elif text(member, "nameType", where).lower() == "organizational":
        yield parts.person(name=name)
    else:
        names = [part.strip() for part in name.split(";")]
        several = len(names) > 1 and all("," in part for part in names if part)
        for part in filter(None, names if several else names[:1]):
            yield _split(part)
        if not any(names):
            yield {}


def _split(name: str) -> Json:
    """Family and given name of "Family, Given"; a name without a comma is one piece."""
    family, comma, given = name.partition(",")
    if not comma or not family.strip():
        return parts.person(name=name)
    return parts.person(family=family, given=_AFFILIATION.sub("", given))


def _related(work: Fields) -> Iterator[tuple[str, str]]:
    for where, member in parts.objects(work, "relatedIdentifiers"):
        relation = _RELATIONS.get(text(member, "relationType", where).lower())
        if relation and text(member, "relatedIdentifierType", where).lower() == "doi":
            yield relation, parts.doi(member, "relatedIdentifier", where)
