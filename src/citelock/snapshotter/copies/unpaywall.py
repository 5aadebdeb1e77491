"""Unpaywall: the places where a work is open, each with its licence; null is no licence.

It alone wants a mail address in the URL, so without one it is not asked (snapshots.md, sections 5, step 5,
and 8).
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from citelock.checks.fields import Fields
from citelock.checks.licence_statements import of_unpaywall
from citelock.snapshotter.copies.interface import Found, Services, Skipped, Work, fetched, may_fetch
from citelock.snapshotter.registries.asking import Unusable, json_of
from citelock.snapshotter.registries.interface import Fault
from citelock.snapshotter.session import Answer

NAME = "unpaywall"
_VERSIONS = {"publishedVersion": "published", "acceptedVersion": "accepted", "submittedVersion": "submitted"}
_MOST = 5  # places that are tried


def copies(work: Work, services: Services) -> Iterator[Found]:
    """The best place with a licence, then the others with one."""
    doi = work.identifier.doi
    if doi is None:
        yield Skipped(NAME, "it knows works by DOI only")
        return
    if services.mailto is None:
        yield Skipped(NAME, "not asked: it wants a mail address, give one with --mailto")
        return
    path = f"/v2/{quote(doi, safe='/')}?email={quote(services.mailto, safe='@')}"
    try:
        locations = services.asking.ask(NAME, path, _locations)
    except Fault as fault:
        yield Skipped(NAME, f"not asked to the end: {fault.reason}", unknown=fault.word)
        return
    if not locations:
        yield Skipped(NAME, "it knows no open copy")
        return
    licensed = [location for location in locations if of_unpaywall(location)]
    if not licensed:
        yield Skipped(NAME, "it names no licence for any of the copies that it calls open")
        return
    for location in licensed[:_MOST]:
        yield from _at(location, work, services)


def _at(location: Fields, work: Work, services: Services) -> Iterator[Found]:
    statements = of_unpaywall(location)
    version = _VERSIONS.get(str(location.get("version")))
    if version == "submitted" and "preprint" not in work.allow:
        yield Skipped(NAME, "a submitted version is another work; --allow preprint takes it")
        return
    refused = may_fetch(statements)
    if refused:
        yield Skipped(NAME, refused)
        return
    pdf = location.get("url_for_pdf")
    url = pdf or location.get("url")
    if not isinstance(url, str) or urlsplit(url).scheme not in ("http", "https"):
        yield Skipped(NAME, "it names a place without an address")
        return
    yield fetched(services, url, NAME, statements, version=version, wants_pdf=bool(pdf), landing=not pdf)


def _locations(answer: Answer) -> list[Fields]:
    """The places, the best one first; none for a work that it does not know."""
    if answer.status == 404:
        return []
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    value = json_of(answer)
    if not isinstance(value, dict) or "is_oa" not in value:
        raise Unusable("it answered in a form that is not documented")
    listed = value.get("oa_locations")
    places = [value.get("best_oa_location"), *(listed if isinstance(listed, list) else ())]
    found: list[Fields] = []
    for place in places:
        if isinstance(place, dict) and place not in found:
            found.append(place)
    return found
