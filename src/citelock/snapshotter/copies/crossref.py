"""Crossref: the links that publishers give for text mining, of works with an open licence.

Links for similarity checking and for syndication are given to others, and never followed (snapshots.md,
section 5, step 6). The publisher's own page is the step after it, `landing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from citelock.checks.fields import Fields
from citelock.checks.licence_statements import of_crossref
from citelock.checks.licences import OPEN, decide
from citelock.snapshotter.copies.interface import Found, Services, Skipped, Work, fetched
from citelock.snapshotter.registries.asking import Unusable, json_of
from citelock.snapshotter.registries.interface import Fault
from citelock.snapshotter.session import Answer

NAME = "crossref"
LANDING = "landing"
_ORDER = ("application/xml", "text/xml", "application/pdf", "text/html", "unspecified", "text/plain")
_MOST = 4  # links that are tried


def copies(work: Work, services: Services) -> Iterator[Found]:
    """The copies behind links for text mining, if the published version has a Creative Commons licence."""
    doi = work.identifier.doi
    if doi is None:
        yield Skipped(NAME, "it knows works by DOI only")
        return
    try:
        message = services.asking.ask(NAME, f"/works/{quote(doi, safe='')}", _message)
    except Fault as fault:
        yield Skipped(NAME, f"not asked to the end: {fault.reason}", unknown=fault.word)
        return
    if message is None:
        yield Skipped(NAME, "it does not have this work")
        return
    statements = of_crossref(message.get("license"), services.today)
    name = decide(statements).name
    if name not in OPEN:
        yield Skipped(NAME, f"no open licence of the published version is registered (found: {name})")
        return
    links = _links(message)
    if not links:
        yield Skipped(NAME, "no link for text mining is registered")
    for url, kind in links[:_MOST]:
        yield fetched(
            services, url, NAME, statements, version="published", wants_pdf=kind == "application/pdf"
        )


def landing(work: Work, services: Services) -> Iterator[Found]:
    """The publisher's page; its own licence is read from it, and without one it is free to read."""
    doi = work.identifier.doi
    if doi is None:
        yield Skipped(LANDING, "without a DOI there is no publisher's page")
        return
    try:
        url = services.asking.ask("doi_org", f"/{quote(doi, safe='/')}", _location, accept="text/html")
    except Fault as fault:
        yield Skipped(LANDING, f"not asked to the end: {fault.reason}", unknown=fault.word)
        return
    if url is None:
        yield Skipped(LANDING, "doi.org knows no page of it")
        return
    yield fetched(services, url, LANDING, landing=True)


def _location(answer: Answer) -> str | None:
    """Where doi.org leads to; None if nowhere."""
    location = answer.headers.get("location", "")
    if answer.status in (301, 302, 303, 307, 308) and urlsplit(location).scheme in ("http", "https"):
        return location
    if answer.status in (200, 404) or location:
        return None
    raise Unusable(f"it answered {answer.status}")


def _message(answer: Answer) -> Fields | None:
    if answer.status == 404:
        return None
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    value = json_of(answer)
    message = value.get("message") if isinstance(value, dict) else None
    if not isinstance(message, dict):
        raise Unusable("it answered without a work")
    return message


def _links(message: Fields) -> list[tuple[str, str]]:
    """Address and media type of the links for text mining, the best kind first."""
    found = []
    listed = message.get("link")
    for link in listed if isinstance(listed, list) else ():
        if not isinstance(link, dict) or link.get("intended-application") != "text-mining":
            continue
        if link.get("content-version") not in ("vor", "unspecified", None):
            continue
        url, kind = link.get("URL"), str(link.get("content-type") or "unspecified").lower()
        if isinstance(url, str) and urlsplit(url).scheme in ("http", "https"):
            found.append((url, kind))
    found.sort(key=lambda each: _ORDER.index(each[1]) if each[1] in _ORDER else len(_ORDER))
    return found
