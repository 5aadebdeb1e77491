"""bioRxiv and medRxiv: the licence and the JATS that their interface names, else the PDF.

For a published DOI its preprint is another work, taken only with `--allow preprint` (snapshots.md, section 5,
step 4).
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from citelock.checks.fields import Fields
from citelock.checks.licence_statements import class_of_code
from citelock.checks.licences import UNKNOWN, Statement
from citelock.snapshotter.copies.interface import Found, Services, Skipped, Work, dois_of, fetched, may_fetch
from citelock.snapshotter.registries.asking import Unusable, json_of
from citelock.snapshotter.registries.interface import Fault
from citelock.snapshotter.session import Answer

NAME = "biorxiv"
_PREFIXES = ("10.1101/", "10.64898/")
_SERVERS = ("biorxiv", "medrxiv")


def copies(work: Work, services: Services) -> Iterator[Found]:
    """The JATS of the latest version, else its PDF."""
    doi = work.identifier.doi or ""
    if doi.startswith(_PREFIXES):
        yield from _texts(doi, None, services)
        return
    preprints = dois_of(work, "has-preprint", _PREFIXES)
    if not preprints:
        yield Skipped(NAME, "this is no work of bioRxiv or medRxiv")
    elif "preprint" not in work.allow:
        yield Skipped(NAME, "a preprint is another work; --allow preprint takes it")
    else:
        for preprint in preprints[:3]:
            yield from _texts(preprint, "preprint", services)


def _texts(doi: str, said: str | None, services: Services) -> Iterator[Found]:
    for server in _SERVERS:
        try:
            version = services.asking.ask(
                NAME, f"/details/{server}/{quote(doi, safe='/')}", lambda answer: _latest(answer, doi)
            )
        except Fault as fault:
            yield Skipped(NAME, f"not asked to the end: {fault.reason}", unknown=fault.word)
            return
        if version is not None:
            yield from _version(doi, server, version, said, services)
            return
    yield Skipped(NAME, "it does not have this work")


def _version(doi: str, server: str, version: Fields, said: str | None, services: Services) -> Iterator[Found]:
    code = str(version.get("license") or "")
    statements = [Statement(class_of_code(code) or UNKNOWN, "biorxiv:license", words=code)]
    refused = may_fetch(statements)
    if refused:
        yield Skipped(NAME, refused)
        return
    number = str(version.get("version") or "1")
    name = said or f"v{number}"
    jats = version.get("jatsxml")
    if isinstance(jats, str) and urlsplit(jats).scheme in ("http", "https"):
        yield fetched(services, jats, NAME, statements, version=name)
    url = f"https://www.{server}.org/content/{quote(doi, safe='/')}v{quote(number)}.full.pdf"
    yield fetched(services, url, NAME, statements, version=name, wants_pdf=True)


def _latest(answer: Answer, doi: str) -> Fields | None:
    """The last version of this work in the answer, None if the server does not have it."""
    if answer.status == 404:
        return None
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    value = json_of(answer)
    entries = value.get("collection") if isinstance(value, dict) else None
    if not isinstance(entries, list):
        raise Unusable("it answered without a collection")
    own = [
        entry for entry in entries if isinstance(entry, dict) and str(entry.get("doi") or "").lower() == doi
    ]
    return max(own, key=lambda entry: _number(entry.get("version")), default=None)


def _number(version: object) -> int:
    text = str(version or "")
    return int(text) if text.isdecimal() and len(text) < 6 else 0
