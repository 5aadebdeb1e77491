"""A core result of Europe PMC -> the record of a PMID or PMCID without DOI (metadata.md, 2 and 3)."""

from __future__ import annotations

from citelock.checks.fields import Fields, object_field
from citelock.checks.projections import parts
from citelock.checks.projections.parts import Json, iso_date, kept, text
from citelock.checks.records import SCHEMA

# PubMed's words for a notice about the work ("… in"), and for a notice that the work is ("… of", "… for").
_ABOUT_IT = {
    "retraction in": "retraction",
    "erratum in": "erratum",
    "expression of concern in": "expression_of_concern",
    "corrected and republished in": "correction",
    "update in": "update",
}
_IT_IS = {
    "retraction of": "retraction",
    "erratum for": "erratum",
    "expression of concern for": "expression_of_concern",
    "corrected and republished from": "correction",
    "update of": "new_version",
}


@parts.projection
def project_europepmc(result: Fields, asked: str) -> Json:
    """The record in one result; `asked` is the key of the identifier, such as `pmid:123`."""
    journal = object_field(object_field(result, "journalInfo"), "journal")
    title = text(result, "title")
    return {
        "schema": SCHEMA,
        "id": asked,
        "status": "found",
        "source": "europepmc",
        **kept(
            {
                "titles": parts.lines([title[:-1] if title.endswith(".") else title]),
                "containers": parts.lines([text(journal, "title")]),
                "short_containers": parts.lines([text(journal, "isoabbreviation")]),
                "pages": text(result, "pageInfo"),
                "dates": _dates(result),
                "updates": kept({"by": _updates(result, _ABOUT_IT), "to": _updates(result, _IT_IS)}),
            }
        ),
        **parts.people("authors", _people(result)),
    }


def _dates(result: Fields) -> Json:
    journal = object_field(result, "journalInfo")
    printed = iso_date(text(journal, "printPublicationDate"))
    online = iso_date(text(result, "electronicPublicationDate"))
    year = iso_date(_number(result, "pubYear"))
    return kept(
        {
            "issued": year or min(filter(None, (printed, online)), default=""),
            "print": printed,
            "online": online,
        }
    )


def _number(fields: Fields, key: str) -> str:
    value = fields.get(key)
    return str(value) if type(value) is int else text(fields, key)


def _people(result: Fields) -> list[Json]:
    people = []
    for where, member in parts.objects(object_field(result, "authorList"), "author", "authorList."):
        collective = text(member, "collectiveName", where)
        family = text(member, "lastName", where)
        given = text(member, "firstName", where) or text(member, "initials", where)
        if collective:
            people.append(parts.person(name=collective))
        elif family:
            people.append(parts.person(family=family, given=given))
        else:
            people.append(parts.person(name=text(member, "fullName", where)))
    return people


def _updates(result: Fields, words: dict[str, str]) -> list[Json]:
    """Notices, sorted; they are known by their PMID, for want of a DOI."""
    found = set()
    listed = object_field(result, "commentCorrectionList")
    for where, member in parts.objects(listed, "commentCorrection", "commentCorrectionList."):
        kind = words.get(text(member, "type", where).lower())
        number = _number(member, "id")
        if kind:
            found.add((kind, f"pmid:{number}" if number.isascii() and number.isdecimal() else ""))
    return [kept({"type": kind, "id": name, "sources": ["europepmc"]}) for kind, name in sorted(found)]
