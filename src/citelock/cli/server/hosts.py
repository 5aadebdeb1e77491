"""Under which names the service may be asked: a page of the web must not reach it through a browser.

A name that a stranger lets point here, and a page of another origin, are refused on every route (verify.md,
section 7).
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from citelock.checks.errors import UsageError
from citelock.checks.text.excerpt import shown

LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Names:
    """The names (hosts without port, in lower case) under which the service is asked."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(name.lower() for name in names)

    def serves(self, host: str) -> bool:
        """Whether the value of a Host header names this service, on whatever port."""
        return _host_of(f"//{host}") in self._names

    def trusts(self, origin: str) -> bool:
        """Whether a page of this origin may ask."""
        return origin.startswith(("http://", "https://")) and _host_of(origin) in self._names


def _host_of(url: str) -> str | None:
    """The host of an address that is nothing else than scheme, host and port; None for any other."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    if parts.path or parts.query or parts.fragment or parts.username is not None:
        return None
    return parts.hostname.lower() if parts.hostname else None


def is_loopback(address: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address.lower() == "localhost"


def names_for(address: str, given: Iterable[str], *, keyed: bool) -> Names:
    """The names of a service that listens on an address. Raises UsageError where all the world could ask."""
    names = [_checked(name) for name in given]
    if not address:
        raise UsageError("--host: it is empty. Name an address, or leave --host out.")
    if not is_loopback(address) and not keyed:
        raise UsageError(
            f"--host {shown(address, 80)}: without keys only this machine may ask. Give --keys FILE, or "
            "leave --host out."
        )
    if is_loopback(address):
        return Names([*LOOPBACK, address, *names])
    if address not in ("0.0.0.0", "::"):  # noqa: S104 # a comparison, nothing is bound here
        names.append(address)
    if not names:
        raise UsageError(
            f"--host {shown(address, 80)}: name the host under which it is asked, with --host-name "
            "checks.example.org."
        )
    return Names(names)


def _checked(name: str) -> str:
    """The name, if a Host header can carry it: "" and `name:port` would only seem to be names."""
    written = f"[{name}]" if ":" in name else name
    if _host_of(f"//{written}") == name.lower() and not any(char.isspace() for char in name):
        return name
    raise UsageError(
        f"--host-name “{shown(name, 80)}” is no host. Write it without scheme and port, such as "
        "checks.example.org."
    )
