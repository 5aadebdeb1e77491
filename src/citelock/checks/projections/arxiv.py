"""An entry of arXiv's Atom feed, with DataCite's record of the same work -> the record (metadata.md, 3)."""

from __future__ import annotations

from collections.abc import Mapping

from citelock.checks.doi_cleaning import registered_doi
from citelock.checks.fields import Fields, text_field
from citelock.checks.projections import parts
from citelock.checks.projections.parts import Json, iso_date, kept, text


@parts.projection
def project_arxiv(entry: Fields, asked: str) -> Json:
    """The record of an entry (title, published, updated, authors, doi as texts) of the DOI `asked`.

    It stands for itself where DataCite has none; else see `joined`.
    """
    return {
        **parts.named(asked, asked),
        "source": "arxiv",
        "agency": "DataCite",
        "type": "Preprint",
        **kept(
            {"titles": parts.lines([text(entry, "title")]), "dates": _dates(entry), "same_as": _same(entry)}
        ),
        **parts.people("authors", [parts.person(name=name) for name in parts.texts(entry, "authors")]),
    }


def joined(datacite: Mapping[str, object], arxiv: Mapping[str, object]) -> Json:
    """DataCite's record with the dates of arXiv, which knows the day of the first version, and its links."""
    dates = datacite.get("dates")
    ours = arxiv.get("dates")
    merged = {**(dates if isinstance(dates, dict) else {}), **(ours if isinstance(ours, dict) else {})}
    return kept({**datacite, "dates": merged, "same_as": arxiv.get("same_as")})


def _dates(entry: Fields) -> Json:
    return kept(
        {
            "issued": iso_date(text_field(entry, "published")),
            "updated": iso_date(text_field(entry, "updated")),
        }
    )


def _same(entry: Fields) -> list[str]:
    """The publisher's DOI of the work, where the authors have given it."""
    doi = text(entry, "doi").split(" ")[0]
    return [f"doi:{registered_doi(doi)}"] if doi.startswith("10.") else []
