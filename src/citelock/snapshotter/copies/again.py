"""An address that a snapshot was taken from, asked once more: a registry as such, anything else as a page.

The address stands in a file that anybody may edit, so it is first held against what the provenance says of
it: a registry's text comes from the registry's own base address, a page's from the address that is cited.
"""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from citelock.checks.identifiers import Identifier
from citelock.checks.text.excerpt import shown
from citelock.checks.urls import UrlReading, read_url
from citelock.snapshotter.copies.interface import Services
from citelock.snapshotter.domains import same_domain
from citelock.snapshotter.download import Page, without_secrets
from citelock.snapshotter.rederiving import Again, Foreign, Unreached
from citelock.snapshotter.registries.asking import Unusable
from citelock.snapshotter.registries.interface import SERVICES, Fault
from citelock.snapshotter.session import Answer

# Channels whose texts come from the interface itself, and the services that are asked there.
_OWN = {"europepmc": ("europepmc", "pmc"), "arxiv": ("arxiv",)}
_ARXIV = "https://arxiv.org/"  # where its interface leads to
_NOT_ASKED = "doi_org"  # it leads to the pages of publishers, which are asked as pages


def fetched_again(
    services: Services, url: str, channel: str, identifier: Identifier | None
) -> Again | Unreached | Foreign:
    """The bytes at this address now, or why they were not had, or why it is not asked at all."""
    try:
        foreign = _foreign(services, url, channel, identifier)
    except ValueError:  # brackets that do not close, and the like
        return Unreached("its provenance names an address that cannot be read")
    if foreign:
        return Foreign(foreign)
    for service in SERVICES:
        base = services.asking.base(service)
        if service != _NOT_ASKED and lies_under(url, base):
            try:
                answer = services.asking.ask(service, url.removeprefix(base), _answered, accept="*/*", hops=2)
            except Fault as fault:
                return Unreached(f"{fault.service}: {fault.reason}")
            return Again(answer.body, "", _place(answer.url, channel), answer.url)
    came = services.downloads.get(url, "url")
    if not isinstance(came, Page):
        return Unreached(f"{came.message} ({came.reason})")
    return Again(came.data, came.charset, _place(url, channel), came.origin.final_url or "")


def lies_under(url: str, base: str) -> bool:
    """Whether an address is one below `base`, which has no final slash, by whatever steps it is written.

    >>> lies_under("https://a.example/rest/x", "https://a.example/rest")
    True
    >>> lies_under("https://a.example/rest/%2e%2e/x", "https://a.example/rest")
    False
    """
    if not url.startswith(f"{base}/"):
        return False
    path = unquote(url.removeprefix(base).partition("?")[0].partition("#")[0])
    return "\\" not in path and not any(step in (".", "..") for step in path.split("/"))


def _foreign(services: Services, url: str, channel: str, identifier: Identifier | None) -> str:
    """Why the address cannot be the origin that the provenance claims; "" if it can. Raises ValueError."""
    urlsplit(url)
    if identifier is not None and identifier.scheme == "url":
        named = _normal(without_secrets(url))
        if named is None or named != _normal(without_secrets(identifier.value)):
            return f"its address is {shown(url, 200)}, which is not the page that is cited; it was not asked"
        return ""
    own = _OWN.get(channel)
    if own is None:
        return ""
    bases = [base for service in own for base in (services.asking.base(service), SERVICES[service])]
    if any(lies_under(url, base) for base in bases):
        return ""
    if channel == "arxiv" and urlsplit(url).scheme == "https" and same_domain(url, _ARXIV):
        return ""
    return (
        f"its provenance says {channel}, and its address {shown(url, 200)} is not below"
        f" {' or '.join(dict.fromkeys(bases))}; it was not asked. If that is a mirror of yours, name it:"
        f" registries: {{{own[0]}: …}} in citelock.yml, or --registry"
    )


def _normal(url: str) -> str | None:
    reading = read_url(url, public=False)
    return reading.value if isinstance(reading, UrlReading) else None


def _place(url: str, channel: str) -> str:
    """Who answered, for a person: the host, and what the provenance calls it."""
    return f"{shown(urlsplit(url).netloc.rpartition('@')[2], 200)} ({shown(channel, 40) or 'no channel'})"


def _answered(answer: Answer) -> Answer:
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    return answer
