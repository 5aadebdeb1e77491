"""Whether two addresses belong to one registrable domain: the only module that imports tldextract.

It works from the list of public suffixes that the library brings along, so the answer does not depend on a
download; it is written into the provenance and never computed in an audit (web.md, section 1).
"""

from __future__ import annotations

import re
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
    hosts = [host_of(url) for url in (one, other)]
    return hosts[0] == hosts[1] or _domain(hosts[0]) == _domain(hosts[1])


def host_of(url: str) -> str:
    """The host of an address, in lower case and in its encoded form; "" without one.

    >>> host_of("https://EN.Wikipedia.org:443/wiki"), host_of("https://пример.рф/")
    ('en.wikipedia.org', 'xn--e1afmkfd.xn--p1ai')
    """
    try:
        host = (urlsplit(url).hostname or "").lower().rstrip(".")
    except ValueError:  # no address at all
        return ""
    try:
        return host if host.isascii() else host.encode("idna").decode("ascii")
    except UnicodeError:  # no name that could be asked for
        return host


def registrable_domain(url: str) -> str:
    """Whose site an address belongs to: one voice, however many pages (verify.md, section 5).

    The private part of the list of public suffixes counts. A number or a name without suffix, such as
    `localhost`, is told apart by its port as well: there each port is a site of its own.

    >>> registrable_domain("https://en.wikipedia.org/wiki/X"), registrable_domain("http://127.0.0.1:8001/a")
    ('wikipedia.org', '127.0.0.1:8001')
    """
    host = host_of(url)
    domain = _domain(host)
    if "." in domain and not _is_number(host):
        return domain
    try:
        port = urlsplit(url).port
    except ValueError:
        port = None
    return host if port is None else f"{host}:{port}"


def is_registrable(name: str) -> bool:
    """Whether a word is a domain with a public suffix: `example.org`, but neither `node.js` nor `3.5`."""
    found = _extractor()(name.lower())
    return bool(found.domain and found.suffix and not found.ipv4)


def is_given_name(host: str) -> bool:
    """Whether anybody may take the first label of a host: it is the domain itself, or below a shared one.

    >>> is_given_name("docs.pages.dev"), is_given_name("docs.co.uk"), is_given_name("docs.example.org")
    (True, True, False)
    """
    found = _extractor()(host)
    return found.is_private or not found.subdomain


@cache
def suffix_list_date() -> str:
    """The day (ISO) of the list of public suffixes in use, "" where it does not say."""
    from importlib.resources import files

    head = files("tldextract").joinpath(".tld_set_snapshot").read_text(encoding="utf-8")[:2000]
    said = re.search(r"VERSION: (\d{4}-\d{2}-\d{2})", head)
    return said[1] if said else ""


def _domain(host: str) -> str:
    """The registrable domain; the last label of a name that is not listed is its suffix, as the list says."""
    found = _extractor()(host)
    if found.suffix:
        return f"{found.domain}.{found.suffix}" if found.domain else host
    return host if _is_number(host) else ".".join(host.split(".")[-2:])


def _is_number(host: str) -> bool:
    return ":" in host or host.rpartition(".")[2].isdecimal()


@cache
def _extractor() -> TLDExtract:
    from tldextract import TLDExtract

    return TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)
