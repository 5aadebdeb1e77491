"""doi.org: which agency keeps a prefix, whether a DOI exists, and metadata by content negotiation.

Only its word makes "does not exist" (metadata.md, section 3, steps 2, 4 and 5).
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from citelock.checks.dois import read_doi
from citelock.checks.id_readings import DoiReading
from citelock.checks.projections.csl import project_csl
from citelock.checks.projections.errors import ProjectionError
from citelock.snapshotter.registries.asking import Asking, Unusable, json_of
from citelock.snapshotter.registries.interface import Bare, Fault, Gone, Json
from citelock.snapshotter.session import MAX_HOPS, Answer, Downgraded

SERVICE = "doi_org"
CSL = "application/vnd.citationstyles.csl+json"
DENIED = "DOI does not exist"
_NAMED = ("doi.org", "dx.doi.org", "www.doi.org")
_NOT_FOUND = re.compile(rb"<title>[^<]{0,100}DOI Not Found", re.IGNORECASE)


class Alive(NamedTuple):
    """The DOI exists; `alias` is the other DOI that it leads to, or ""."""

    alias: str = ""


class Unclear(NamedTuple):
    """The handle system answered in a form that decides nothing."""


def agency(asking: Asking, name: str) -> str:
    """The agency of a prefix or DOI, such as "Crossref"; DENIED; "" where nobody says. Raises Fault."""
    return asking.ask(SERVICE, f"/ra/{quote(name, safe='')}", lambda answer: _read_agency(answer, name))


def handle(asking: Asking, doi: str) -> Alive | Gone | Unclear:
    """Whether the DOI exists, by the handle system. Raises Fault."""
    return asking.ask(
        SERVICE, f"/api/handles/{quote(doi, safe='')}", lambda answer: _read_handle(answer, doi)
    )


def stands_for(asking: Asking, short: str) -> str:
    """The DOI that a shortDOI, such as `10/gfvj8t`, stands for; "" if doi.org knows none. Raises Fault."""
    path = f"/api/handles/{quote(short, safe='')}"
    return asking.ask(SERVICE, path, lambda answer: _read_short(answer, short))


def negotiated(asking: Asking, doi: str) -> Json | Gone | Bare:
    """What content negotiation gives: a record, nothing, or that the DOI does not exist. Raises Fault."""
    try:
        return asking.ask(
            SERVICE,
            f"/{quote(doi, safe='')}",
            lambda answer: _read_csl(answer, doi),
            accept=CSL,
            hops=MAX_HOPS,
        )
    except Fault as fault:
        # An agency without a metadata service leads to the publisher's page, which may be unencrypted: no
        # accident that passes, and nothing that could be believed if it were followed.
        if isinstance(fault.__cause__, Downgraded):
            return Bare({"doi.org": "leads to an unencrypted address"})
        raise


def _read_agency(answer: Answer, name: str) -> str:
    if answer.status not in (200, 404):
        raise Unusable(f"it answered {answer.status}")
    value = json_of(answer)
    first = value[0] if isinstance(value, list) and value else None
    if not isinstance(first, dict):
        raise Unusable("it answered in a form that is not documented")
    if _prefix(first.get("DOI")) not in ("", _prefix(name)):
        raise Unusable("it answered for a prefix that was not asked for")
    named, status = first.get("RA"), first.get("status")
    if isinstance(named, str):
        return named
    return DENIED if status == DENIED else ""


def _prefix(name: object) -> str:
    return name.partition("/")[0] if isinstance(name, str) else ""


def _read_handle(answer: Answer, doi: str) -> Alive | Gone | Unclear:
    if answer.status not in (200, 404):
        raise Unusable(f"it answered {answer.status}")
    value = json_of(answer)
    code, own = (value.get("responseCode"), value.get("handle")) if isinstance(value, dict) else (None, None)
    if isinstance(own, str) and own.lower() != doi.lower():
        raise Unusable("it answered for a DOI that was not asked for")
    if code == 100:
        return Gone({"doi.org": "responseCode 100"})
    if code not in (1, 200):
        return Unclear()
    assert isinstance(value, dict)
    return Alive(_alias(value.get("values"), doi))


def _read_short(answer: Answer, short: str) -> str:
    known = _read_handle(answer, short)
    if isinstance(known, Gone):
        return ""
    value = json_of(answer)
    values = value.get("values") if isinstance(value, dict) else None
    for entry in values if isinstance(values, list) else ():
        data = entry.get("data") if isinstance(entry, dict) and entry.get("type") == "HS_ALIAS" else None
        target = data.get("value") if isinstance(data, dict) else None
        reading = read_doi(target) if isinstance(target, str) else None
        if isinstance(reading, DoiReading):
            return reading.value
    if isinstance(known, Alive) and known.alias:
        return known.alias
    raise Unusable("it does not say which DOI this stands for")


def _alias(values: object, doi: str) -> str:
    """The other DOI, where the handle's address is one at doi.org."""
    for entry in values if isinstance(values, list) else ():
        if not isinstance(entry, dict) or entry.get("type") != "URL":
            continue
        data = entry.get("data")
        url = data.get("value") if isinstance(data, dict) else None
        try:
            host = urlsplit(url).hostname if isinstance(url, str) else None
        except ValueError:
            continue
        if host in _NAMED and isinstance(url, str):
            reading = read_doi(url)
            if isinstance(reading, DoiReading) and reading.value != doi:
                return reading.value
    return ""


def _read_csl(answer: Answer, doi: str) -> Json | Gone | Bare:
    # Without a hop: publishers' own pages say "DOI not found" as well, and theirs is not the word that counts
    if answer.status == 404 and not answer.hops and _NOT_FOUND.search(answer.body[:4000]):
        return Gone({"doi.org": "DOI Not Found"})
    if answer.status == 200 and answer.body.lstrip()[:1] == b"{":
        value = json_of(answer)
        if isinstance(value, dict) and value.get("title"):
            try:
                return project_csl(value, doi)
            except ProjectionError as error:
                raise Unusable(f"it answered in a form that is not documented ({error})") from error
        if isinstance(value, dict) and ("DOI" in value or "type" in value):
            return Bare({"doi.org": "no title by content negotiation"})
        raise Unusable("it answered in a form that is not documented")
    # Agencies without a metadata service lead on to the landing page, whatever was asked for. A page that
    # doi.org seems to give itself is somebody else's: a portal, a proxy. A refusal there, or a page that is
    # gone, says nothing of the metadata.
    if answer.hops and (answer.status in (204, 406) or (answer.status == 200 and answer.body)):
        return Bare({"doi.org": "no metadata by content negotiation"})
    if answer.status in (301, 302, 303, 307, 308):
        raise Unusable("it leads on and on")
    raise Unusable(f"it answered {answer.status}")
