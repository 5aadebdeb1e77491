"""From the bytes of a copy to a snapshot that may be written, or the reason why not.

Extraction runs in a child; then come walls and covers, identity, scope and licence, in this order
(snapshots.md, sections 1, 4 and 5). A reason is a value: the next copy is tried, or a failure is recorded.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from citelock.checks.identifiers import Identifier
from citelock.checks.licence_statements import of_crossref, read_statement
from citelock.checks.licences import Statement, decide
from citelock.checks.records import Record
from citelock.checks.vetting.head import head_of
from citelock.checks.vetting.identity import Identity, check_identity
from citelock.checks.vetting.pages import text_flags, unreadable
from citelock.checks.vetting.ranges import recorded_pages
from citelock.checks.vetting.scope import measured_scope
from citelock.checks.vetting.title_window import holds_phrase
from citelock.snapshotter.copies.interface import Copy, Work
from citelock.snapshotter.domains import same_domain
from citelock.snapshotter.extract.child import BackendName, extract
from citelock.snapshotter.extract.interface import Extracted, Kind, sniff
from citelock.snapshotter.extract.verdicts import EMPTY, garbled, is_empty
from citelock.snapshotter.provenance import Origin, Taken, Vetted, attribution

FILE, URL = "file", "url"  # channels that are no step of the ladder
ALLOW = ("abstract", "partial", "preprint")
_NOT_STORED = {
    "challenge": "it is a page that keeps programs out, not the work",
    "login": "it is a page that wants a login or a consent, not the work",
    "empty_text": "it holds next to no text, or says that there is no such page",
    "cover_only": "it is the cover sheet of a repository without the work",
}


class Terms(NamedTuple):
    """What the person who takes a snapshot allows and says.

    `allow` are words of ALLOW, `scope` "" or the user's word, `force` the reason to take it in spite of its
    identity, `licence` what the user says of the licence, `backend` the reader of PDFs.
    """

    allow: frozenset[str] = frozenset()
    scope: Literal["", "full", "abstract"] = ""
    force: str = ""
    licence: Statement | None = None
    backend: BackendName = "pdfminer"


class Unfit(NamedTuple):
    """Why a copy is not taken: a reason of web.md, section 1.1, a sentence, where the copy came from."""

    reason: str
    message: str
    origin: Origin
    attempts: int = 1


def take(
    copy: Copy, work: Work, terms: Terms, *, holder: Identifier, also: tuple[str, ...] = ()
) -> Taken | Unfit:
    """The snapshot made of a copy, or why it is none.

    `holder` is the identifier under which it is stored, `also` are further DOIs that the text may be known
    by.
    """
    extracted = _read(copy, terms)
    if not isinstance(extracted, Extracted):
        return extracted
    problem = _unreadable(copy, extracted)
    if problem is not None:
        return problem
    identity = _identity(copy, work, extracted, also)
    if identity.status == "wrong" and not terms.force and work.identifier.scheme != "url":
        return Unfit("wrong_work", f"it is not the work: {identity.found}", copy.origin, copy.attempts)
    scope, scope_from = _scope(copy, work, extracted, terms)
    if scope == "abstract" and "abstract" not in terms.allow and not terms.scope:
        said = "it holds no more than the abstract; --allow abstract takes it"
        return Unfit("abstract_only", said, copy.origin, copy.attempts)
    decision = decide(_statements(copy, work, extracted, identity, terms))
    address = f"https://doi.org/{holder.doi}" if holder.doi else copy.origin.url or holder.value
    url = decision.deciding.url if decision.deciding else ""
    vetted = Vetted(
        identity.status,
        identity.doi,
        identity.title_words or (0, 0),
        identity.author,
        scope,
        scope_from,
        text_flags(extracted.text),
        identity.found,
    )
    return Taken(
        holder,
        copy.data,
        extracted.text,
        copy.origin,
        copy.version,
        decision,
        attribution(work.record, _own_title(extracted), address, url),
        extracted,
        vetted,
        (terms.force or None) if identity.status == "wrong" else None,
        copy.attempts,
    )


def _own_title(extracted: Extracted) -> str:
    """The document's title, to be named by; "" where a PDF says one that does not stand in its text.

    Programs leave there what they like: the name of a file, "untitled".
    """
    title = extracted.title
    if not extracted.extractor.startswith("pdf/"):
        return title
    return title if holds_phrase(head_of(extracted.text, extracted.furniture_line).words, title) else ""


def _read(copy: Copy, terms: Terms) -> Extracted | Unfit:
    """The text of the copy, or the verdict on it; bytes decide what it is, unless a PDF was asked for."""
    sniffed = sniff(copy.data)
    if copy.wants_pdf and is_empty(copy.data):
        return Unfit("broken", EMPTY, copy.origin, copy.attempts)
    if copy.wants_pdf and sniffed != "pdf":
        return Unfit("not_pdf", _instead_of_pdf(copy, sniffed), copy.origin, copy.attempts)
    extracted = extract(copy.data, sniffed, backend=terms.backend, charset=copy.charset)
    nonsense = garbled(extracted.text) if sniffed != "pdf" and extracted.verdict == "ok" else ""
    if nonsense:
        return Unfit("garbled", nonsense, copy.origin, copy.attempts)
    if extracted.verdict == "ok" or (extracted.verdict == "partial" and "partial" in terms.allow):
        return extracted
    said = extracted.message or extracted.verdict
    if extracted.verdict == "partial":
        said += "; --allow partial takes the others"
    return Unfit(extracted.verdict, said, copy.origin, copy.attempts)


def _instead_of_pdf(copy: Copy, sniffed: Kind) -> str:
    if sniffed == "html":
        page = extract(copy.data, "html", charset=copy.charset)
        wall = unreadable(page.text, title=page.title, http_status=copy.origin.status)
        if wall in ("challenge", "login"):
            return f"this is no PDF: {_NOT_STORED[wall]}"
        return "this is no PDF but a web page"
    return "this is no PDF: it does not begin with %PDF-"


def _unreadable(copy: Copy, extracted: Extracted) -> Unfit | None:
    fetched = copy.origin.channel != FILE
    reason = unreadable(
        extracted.text,
        title=extracted.title,
        http_status=copy.origin.status,
        fetched=fetched,
        pages=extracted.pages_total,
    )
    if copy.origin.status == 403 and reason != "challenge":
        return Unfit("http_403", "the address answered 403", copy.origin, copy.attempts)
    return None if reason is None else Unfit(reason, _NOT_STORED[reason], copy.origin, copy.attempts)


def _identity(copy: Copy, work: Work, extracted: Extracted, also: tuple[str, ...]) -> Identity:
    """Whether it is the work; for a web page, whether it is still on the domain that was cited."""
    if work.identifier.scheme == "url":
        origin = copy.origin
        if origin.url and origin.final_url and not same_domain(origin.url, origin.final_url):
            return Identity("wrong", found=f"the page is on another domain now: {origin.final_url}")
        return Identity("not_checkable", found="a page is told by its address")
    record = work.record or Record("no_metadata", "", work.identifier.doi or "")
    identity = check_identity(
        head_of(extracted.text, extracted.furniture_line),
        record,
        title=extracted.title,
        declared_doi=extracted.declared_doi,
        also=[*filter(None, (work.identifier.doi,)), *also],
    )
    if work.problem and identity.status == "not_checkable":
        return identity._replace(found="its record in cache/ cannot be read")
    if work.record is None and identity.status == "not_checkable":
        return identity._replace(found="there is no record of it in cache/, which `citelock resolve` fetches")
    return identity


def _scope(copy: Copy, work: Work, extracted: Extracted, terms: Terms) -> tuple[str, str]:
    if terms.scope:
        return terms.scope, "user"
    scope = measured_scope(
        extracted.text,
        extracted.furniture_line,
        flags=extracted.flags,
        pages=extracted.pages_total,
        recorded_pages=recorded_pages(work.record.pages) if work.record is not None else None,
        landing=copy.landing,
    )
    return scope, "measured"


def _statements(
    copy: Copy, work: Work, extracted: Extracted, identity: Identity, terms: Terms
) -> list[Statement]:
    """All that is said about the licence of this copy: by the file, by the service, by the user."""
    said = [
        statement
        for each in extracted.licences
        for statement in read_statement(each.read_from, each.url or "", each.words or "")
    ]
    said += copy.statements
    if copy.origin.channel == FILE and identity.status == "ok" and not said:
        said += of_crossref(_registered(work), copy.origin.retrieved)
    if copy.landing and not any(each.name != "unknown" for each in said):
        said.append(Statement("free-to-read", "landing:robots"))
    if terms.licence is not None:
        said.append(terms.licence)
    return said


def _registered(work: Work) -> list[dict[str, object]]:
    """The licences of the cached record in the shape of Crossref's own list."""
    listed = work.raw.get("licenses")
    found = []
    for each in listed if isinstance(listed, list) else ():
        if isinstance(each, dict):
            start = [int(part) for part in str(each.get("start") or "").split("-") if part.isdecimal()]
            found.append(
                {
                    "URL": each.get("url"),
                    "content-version": each.get("version"),
                    "start": {"date-parts": [start]},
                }
            )
    return found
