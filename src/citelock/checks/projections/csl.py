"""A CSL-JSON item, as content negotiation at doi.org gives it -> the record (metadata.md, sections 2 and 3).

It is the last step of the ladder: agencies beside Crossref and DataCite answer in this form only. Crossref's
own answers in it have lists where CSL has strings; both are read.
"""

from __future__ import annotations

from citelock.checks.doi_cleaning import registered_doi
from citelock.checks.fields import Fields, WrongField, text_field
from citelock.checks.projections import parts
from citelock.checks.projections.parts import Json, date_parts, iso_date, kept, text

_DATES = {"print": "published-print", "online": "published-online", "posted": "posted", "created": "created"}


@parts.projection
def project_csl(item: Fields, asked: str) -> Json:
    """The record in a CSL-JSON item; raises ProjectionError where its shape is another.

    An item without a title is none (`no_metadata` is the word for that). Some agencies leave out the DOI:
    then it is the one asked for.
    """
    doi = parts.doi(item, "DOI") or registered_doi(asked)
    if not doi:
        raise WrongField("DOI: it is missing")
    titles = _texts(item, "title")
    if not titles:
        raise WrongField("title: it is missing; without one there is nothing to compare with")
    return {
        **parts.named(doi, asked),
        "source": "csl",
        **kept(
            {
                "type": text(item, "type"),
                "subtype": text(item, "subtype"),
                "publisher": text(item, "publisher"),
                "version": text(item, "version"),
                "pages": _text_or_number(item, "page"),
                "titles": titles,
                "subtitles": _texts(item, "subtitle"),
                "original_titles": _texts(item, "original-title"),
                "short_titles": parts.lines(
                    title
                    for key in ("title-short", "shortTitle", "short-title")
                    for title in _texts(item, key)
                ),
                "containers": _texts(item, "container-title"),
                "short_containers": parts.lines(
                    title
                    for key in ("container-title-short", "journalAbbreviation", "short-container-title")
                    for title in _texts(item, key)
                ),
                "dates": _dates(item),
            }
        ),
        **parts.people("authors", _people(item, "author")),
        **parts.people("editors", _people(item, "editor")),
    }


def _texts(item: Fields, key: str) -> list[str]:
    value = item.get(key)
    return parts.lines([value]) if isinstance(value, str) else parts.texts(item, key)


def _text_or_number(item: Fields, key: str) -> str:
    value = item.get(key)
    return str(value) if type(value) is int else text(item, key)


def _dates(item: Fields) -> Json:
    dates = {which: _date(item, key) for which, key in _DATES.items()}
    known = [dates[which] for which in ("print", "online", "posted") if dates[which]]
    earliest = min(known, default="") or _date(item, "published")
    return kept({"issued": _date(item, "issued") or earliest, **dates})


def _date(item: Fields, key: str) -> str:
    """A date of CSL: `date-parts`, or what was written (`raw`, `literal`) if it is an ISO date."""
    value = item.get(key)
    if not isinstance(value, dict):
        return date_parts(value, key)
    written = text_field(value, "raw", f"{key}.") or text_field(value, "literal", f"{key}.")
    return date_parts(value, key) or iso_date(written)


def _people(item: Fields, key: str) -> list[Json]:
    """The names in their order. Particles are part of the family name as it is displayed."""
    found = []
    for where, member in parts.objects(item, key):
        particles = [text(member, part, where) for part in ("dropping-particle", "non-dropping-particle")]
        family = text(member, "family", where)
        found.append(
            parts.person(
                family=" ".join(filter(None, (*particles, family))) if family else "",
                given=text(member, "given", where),
                suffix=text(member, "suffix", where),
                name=text(member, "literal", where) or text(member, "name", where),
                sequence="first" if text_field(member, "sequence", where) == "first" else "",
            )
        )
    return found
