"""Whether two addresses belong to one registrable domain: the only module that imports tldextract.

It works from the list of public suffixes that the library brings along, so the answer does not depend on a
download; it is written into the provenance and never computed in an audit (web.md, section 1).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from tldextract import TLDExtract


def same_domain(one: str, other: str) -> bool:
    """Whether both addresses are of one registrable domain.

    >>> same_domain("https://www.example.co.uk/a", "https://example.co.uk/b")
    True
    >>> same_domain("https://a.github.io/", "https://b.github.io/")
    False
    """
    hosts = [_host(url) for url in (one, other)]
    return hosts[0] == hosts[1] or _domain(hosts[0]) == _domain(hosts[1])


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:  # no address at all
        return ""


def _domain(host: str) -> str:
    found = _extractor()(host)
    return f"{found.domain}.{found.suffix}" if found.suffix else host


@cache
def _extractor() -> TLDExtract:
    from tldextract import TLDExtract

    return TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)
