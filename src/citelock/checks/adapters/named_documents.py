"""Identifiers that a person gives to documents which a format only numbers (`--documents map.json`)."""

from __future__ import annotations

from collections.abc import Mapping

from citelock.checks.adapters.identifying import of_url
from citelock.checks.adapters.interface import Unreadable
from citelock.checks.identifiers import Identifier, parse_identifier


def read_documents(value: object) -> dict[str, str]:
    """The map of a JSON value: index or title to identifier. Raises Unreadable for another shape."""
    if not isinstance(value, dict):
        raise Unreadable('is no map of documents. Write {"0": "doi:10.…", "Title": "https://…"}.')
    for key, name in value.items():
        if not isinstance(name, str) or not isinstance(parse_identifier(name), Identifier):
            raise Unreadable(
                f"the document {key[:40]!r} has no identifier. Write doi:10.…, pmid:…, arXiv:… or a URL."
            )
    return dict(value)


def identifier_fields(name: str) -> Mapping[str, str]:
    """The field of a citation for an identifier as a person types it."""
    found = parse_identifier(name)
    if not isinstance(found, Identifier):
        return {"doi": name}
    if found.scheme == "url":
        field, value = of_url(found.value)
        return {field: value}
    return {found.scheme: found.value}
