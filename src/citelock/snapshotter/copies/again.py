"""An address that a snapshot was taken from, asked once more: a registry as such, anything else as a page."""

from __future__ import annotations

from citelock.snapshotter.copies.interface import Services
from citelock.snapshotter.download import Page
from citelock.snapshotter.rederiving import Unreached
from citelock.snapshotter.registries.asking import Unusable
from citelock.snapshotter.registries.interface import SERVICES, Fault
from citelock.snapshotter.session import Answer


def fetched_again(services: Services, url: str) -> bytes | Unreached:
    """The bytes at this address now, or why they were not had."""
    for service in SERVICES:
        if service == "doi_org":
            continue  # it leads to the pages of publishers, which are asked as pages
        base = services.asking.base(service)
        if url.startswith(f"{base}/"):
            try:
                return services.asking.ask(service, url.removeprefix(base), _body, accept="*/*", hops=2)
            except Fault as fault:
                return Unreached(f"{fault.service}: {fault.reason}")
    came = services.downloads.get(url, "url")
    return came.data if isinstance(came, Page) else Unreached(f"{came.message} ({came.reason})")


def _body(answer: Answer) -> bytes:
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    return answer.body
