"""Europe PMC: the JATS of an article, from there or from PubMed Central's own interface.

The licence is that of the JATS, and the field `license`; `isOpenAccess` says nothing (snapshots.md, section
5, step 2).
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from citelock.checks.fields import Fields
from citelock.checks.identifiers import Identifier
from citelock.checks.licence_statements import of_europepmc
from citelock.snapshotter.copies.interface import Copy, Found, Services, Skipped, Work
from citelock.snapshotter.provenance import Origin
from citelock.snapshotter.registries.asking import Unusable, json_of
from citelock.snapshotter.registries.interface import Fault
from citelock.snapshotter.session import Answer

NAME = "europepmc"
_XML = "application/xml"


def copies(work: Work, services: Services) -> Iterator[Found]:
    """The full text in JATS, if Europe PMC or PubMed Central has it."""
    query = _query(work.identifier)
    if query is None:
        yield Skipped(NAME, "it knows articles by DOI, PMID and PMCID only")
        return
    path = f"/search?query={quote(query, safe='')}&resultType=core&format=json&pageSize=5"
    try:
        article = services.asking.ask(NAME, path, lambda answer: _article(answer, work.identifier))
    except Fault as fault:
        yield Skipped(NAME, f"not asked to the end: {fault.reason}", unknown=fault.word)
        return
    if article is None:
        yield Skipped(NAME, "it does not have this work")
        return
    number = article.get("pmcid")
    if not isinstance(number, str) or not number.upper().startswith("PMC") or not number[3:].isdecimal():
        yield Skipped(NAME, "it has no full text of this work")
        return
    yield from _texts(article, number.upper(), services)


def _texts(article: Fields, number: str, services: Services) -> Iterator[Found]:
    asked = []
    if article.get("inEPMC") == "Y":
        asked.append((NAME, f"/{number}/fullTextXML"))
    oai = f"verb=GetRecord&identifier=oai%3Apubmedcentral.nih.gov%3A{number[3:]}&metadataPrefix=pmc"
    asked.append(("pmc", f"/api/oai/v1/mh/?{oai}"))
    for service, path in asked:
        try:
            answer = services.asking.ask(service, path, _xml, accept=_XML, hops=2)
        except Fault as fault:
            yield Skipped(NAME, f"{service} gave no usable answer: {fault.reason}", unknown=fault.word)
            continue
        if answer is None:
            yield Skipped(NAME, f"{service} has no full text of {number}")
            continue
        origin = _origin(services.asking.base(service) + path, answer, services)
        yield Copy(answer.body, origin, tuple(of_europepmc(article)), _version(article))
        return


def _origin(url: str, answer: Answer, services: Services) -> Origin:
    return Origin(
        NAME,
        url=url,
        final_url=answer.url,
        retrieved=services.today,
        status=answer.status,
        media_type=answer.headers.get("content-type", "").partition(";")[0].strip().lower() or None,
    )


def _query(identifier: Identifier) -> str | None:
    if identifier.doi is not None:
        return f'DOI:"{identifier.doi}"'
    if identifier.scheme == "pmcid":
        return f"PMCID:{identifier.value}"
    return f"EXT_ID:{identifier.value} AND SRC:MED" if identifier.scheme == "pmid" else None


def _article(answer: Answer, identifier: Identifier) -> Fields | None:
    """The entry of this very work; a search may find others that only mention it."""
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    value = json_of(answer)
    listed = value.get("resultList") if isinstance(value, dict) else None
    entries = listed.get("result") if isinstance(listed, dict) else None
    if not isinstance(entries, list):
        raise Unusable("it answered without results")
    field = "doi" if identifier.doi is not None else identifier.scheme
    wanted = (identifier.doi or identifier.value).lower()
    for entry in entries:
        if isinstance(entry, dict) and str(entry.get(field) or "").lower() == wanted:
            return entry
    return None


def _xml(answer: Answer) -> Answer | None:
    """The answer if it is a full text, None if the service has none."""
    if answer.status in (404, 410):
        return None
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    if b"<article" not in answer.body:
        if b"<error" in answer.body[:20_000] or b"idDoesNotExist" in answer.body[:20_000]:
            return None
        raise Unusable("it answered with something that is no article")
    return answer


def _version(article: Fields) -> str:
    manuscript = any(article.get(field) == "Y" for field in ("authMan", "epmcAuthMan", "nihAuthMan"))
    return "accepted" if manuscript else "published"
