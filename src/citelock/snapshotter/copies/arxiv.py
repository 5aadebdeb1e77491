"""arXiv: the licence on the abs page, then HTML or PDF of the version that is cited.

For a published DOI its preprint is another work, taken only with `--allow preprint` (snapshots.md, section 5,
step 3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple
from urllib.parse import quote

from citelock.checks.licence_statements import read_statement
from citelock.checks.licences import Statement
from citelock.snapshotter.copies.interface import Copy, Found, Services, Skipped, Work, dois_of
from citelock.snapshotter.provenance import Origin
from citelock.snapshotter.registries.asking import Unusable
from citelock.snapshotter.registries.interface import Fault
from citelock.snapshotter.session import Answer

NAME = "arxiv"
_PREFIX = "10.48550/arxiv."
_LICENCE = re.compile(
    r"<(?:a|link)\b[^<>]{0,400}(?:/licenses/|creativecommons\.org|rel=[\"']?license)[^<>]{0,400}>",
    re.IGNORECASE,
)
_HREF = re.compile(r"href=[\"']?([^\"'\s>]{4,300})", re.IGNORECASE)
_HEAD = 400_000  # characters of an abs page that are looked through
_PAGE = "text/html"


class _Abs(NamedTuple):
    statements: tuple[Statement, ...]
    version: str | None


def copies(work: Work, services: Services) -> Iterator[Found]:
    """HTML or PDF of the cited version, with the licence of its abs page."""
    doi = work.identifier.doi or ""
    if doi.startswith(_PREFIX):
        yield from _versions(doi.removeprefix(_PREFIX), work.identifier.version, None, services)
        return
    preprints = dois_of(work, "has-preprint", (_PREFIX,))
    if not preprints:
        yield Skipped(NAME, "this is no work of arXiv")
    elif "preprint" not in work.allow:
        yield Skipped(NAME, "a preprint is another work; --allow preprint takes it")
    else:
        for preprint in preprints[:3]:
            yield from _versions(preprint.removeprefix(_PREFIX), None, "preprint", services)


def _versions(name: str, version: str | None, said: str | None, services: Services) -> Iterator[Found]:
    asked = quote(name + (version or ""), safe="/")
    try:
        page = services.asking.ask(
            NAME, f"/abs/{asked}", lambda answer: _abs(answer, name), accept=_PAGE, hops=2
        )
    except Fault as fault:
        yield Skipped(NAME, f"not asked to the end: {fault.reason}", unknown=fault.word)
        return
    if page is None:
        yield Skipped(NAME, f"it does not have {name}{version or ''}")
        return
    version = version or page.version
    asked = quote(name + (version or ""), safe="/")
    for path, pdf in ((f"/html/{asked}", False), (f"/pdf/{asked}", True)):
        try:
            answer = services.asking.ask(NAME, path, _document, accept="*/*", hops=2)
        except Fault as fault:
            yield Skipped(NAME, f"{path} was not had: {fault.reason}", unknown=fault.word)
            continue
        if answer is not None:
            origin = Origin(
                NAME,
                url=services.asking.base(NAME) + path,
                final_url=answer.url,
                retrieved=services.today,
                status=answer.status,
                media_type=answer.headers.get("content-type", "").partition(";")[0].strip().lower() or None,
            )
            yield Copy(answer.body, origin, page.statements, said or version, wants_pdf=pdf)
        else:
            yield Skipped(NAME, f"it has no {'PDF' if pdf else 'HTML'} of {name}{version or ''}")


def _abs(answer: Answer, name: str) -> _Abs | None:
    """Licence and latest version from the abs page; None if there is no such work."""
    if answer.status == 404:
        return None
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    page = answer.body.decode("utf-8", "replace")[:_HEAD]
    if "arxiv" not in page.lower():
        raise Unusable("it answered with a page that is not its own")
    found: list[Statement] = []
    for tag in _LICENCE.finditer(page):
        href = _HREF.search(tag[0])
        if href:
            found += read_statement("arxiv:abs", unescape(href[1]))
    versions = re.findall(rf"/abs/{re.escape(name)}v([1-9][0-9]{{0,3}})\b", page, re.IGNORECASE)
    versions += re.findall(r"<(?:strong|b)>\s*(?:<a[^<>]{0,200}>)?\[v([1-9][0-9]{0,3})\]", page)
    latest = max(map(int, versions), default=None)
    return _Abs(tuple(found), f"v{latest}" if latest else None)


def _document(answer: Answer) -> Answer | None:
    if answer.status == 404:
        return None
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    return answer
