"""The search of one check: which questions are asked, and what of the answers is a hit.

An engine that cannot filter by time answers with nothing and does not say why; so a search for a time range
that comes back empty is made once more without it, and pages are then told apart by their own date
(verify.md, section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from citelock.checks.errors import UsageError
from citelock.checks.text.excerpt import shown
from citelock.checks.verification.values import Hit, Query, Request, Search, TimeRange
from citelock.snapshotter.verification.dates import known_date
from citelock.snapshotter.verification.reading import place_of
from citelock.snapshotter.verification.search.interface import (
    MOST,
    Asked,
    Found,
    Provider,
    RawHit,
    SearchUnavailable,
)

_QUERY = 400  # characters of the claim that are searched for
_LONGEST_URL = 2048
_TITLE, _SNIPPET, _REASON = 300, 1000, 200  # characters that are kept
_RESOLVERS = frozenset(("doi.org", "www.doi.org", "dx.doi.org", "hdl.handle.net"))
PROVIDERS = ("folder", "file", "searxng", "brave", "tavily", "serper", "openalex", "crossref")


def search(provider: Provider, request: Request, today: str) -> Search:
    """What was asked and came back. `today` is the day of the search (ISO). Raises SearchUnavailable."""
    text = request.query or request.claim[:_QUERY]
    queries: list[Query] = []
    failed: set[tuple[str, str]] = set()

    def ask(time_range: TimeRange) -> Found:
        found = provider.ask(Asked(text, time_range, request.language, today))
        queries.append(Query(found.sent or text, time_range, request.language, len(found.hits)))
        failed.update((shown(name, _REASON), shown(why, _REASON)) for name, why in found.unresponsive)
        return found

    found = ask(request.time_range if provider.filters else "")
    if not found.hits and queries[-1].time_range:
        found = ask("")
    if not found.hits and failed:
        # Nobody knows whether the others, if there were any, looked everywhere: no evidence of absence.
        names = ", ".join(f"{name} ({why})" if why else name for name, why in sorted(failed))
        raise SearchUnavailable(
            f"the search {provider.name} found nothing, and these of its engines did not answer: "
            f"{shown(names, 400)}. Repeat the check later."
        )
    return Search(
        provider=provider.name,
        queries=tuple(queries),
        hits=tuple(_hits(found.hits, today, local=provider.fetch is not None)),
        unresponsive=tuple(sorted(failed)),
        filters=provider.filters,
        date=today,
        earliest=Asked(text, request.time_range, request.language, today).earliest,
    )


def _hits(raw: Iterable[RawHit], today: str, *, local: bool) -> Iterable[Hit]:
    """At most 20 hits with an address, each with its rank among all that came.

    `local`: the provider reads them itself, so files without an address count.
    """
    kept = 0
    for rank, each in enumerate(raw, 1):
        url = each.url.strip()
        if not _is_address(url) and not (local and url.isprintable() and url.startswith("local:")):
            continue
        host, domain = place_of(url)
        domain = _behind_resolver(host, url) or domain
        yield Hit(
            rank=rank,
            url=url,
            title=shown(each.title, _TITLE),
            snippet=shown(each.snippet, _SNIPPET),
            published=known_date(each.published, today),
            host=host,
            domain=domain,
        )
        kept += 1
        if kept == MOST:
            return


def _behind_resolver(host: str, url: str) -> str:
    """Whose page a DOI or a handle leads to, by its prefix; "" for any other address.

    Else all works of a scholarly search were of one site, and one of them would be read. Which site it is
    shows when it is read: two of one are one then.
    """
    prefix = urlsplit(url).path.lstrip("/").partition("/")[0].lower()
    return f"{host}/{prefix}" if host in _RESOLVERS and prefix else ""


def _is_address(url: str) -> bool:
    if not url or len(url) > _LONGEST_URL or not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def provider_of(spec: str, key_variable: str, folder: Callable[[str], Provider]) -> Provider:
    """The provider that a specification names: `folder:DIR`, `file:HITS.json`, `searxng:URL`, `brave`, ….

    `key_variable` names the environment variable with the key; `folder` makes the index of a folder. The
    services with a usual address may be given another one, as `brave:URL`. Raises UsageError.
    """
    name, _, rest = spec.partition(":")
    if name == "folder":
        return folder(rest)
    if name == "file" and rest:
        from citelock.snapshotter.verification.search.hits_file import HitsFile

        return HitsFile(rest)
    if name in PROVIDERS[2:] and (_is_base(rest) or (not rest and name != "searxng")):
        return _service(name, rest, key_variable)
    raise UsageError(
        f"“{shown(spec, 80)}” names no search. Write folder:DIR, file:HITS.json, searxng:https://…, or one "
        f"of {', '.join(PROVIDERS[3:])}."
    )


def _service(name: str, base: str, variable: str) -> Provider:
    from citelock.snapshotter.verification.search.service import WebSearch
    from citelock.snapshotter.verification.search.services import SERVICES

    return WebSearch(SERVICES[name], variable, base)


def _is_base(address: str) -> bool:
    from citelock.checks.config import is_base_address

    return is_base_address(address)


__all__ = ["PROVIDERS", "SearchUnavailable", "provider_of", "search"]
