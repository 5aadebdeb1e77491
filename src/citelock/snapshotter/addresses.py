"""Which addresses may be connected to: public ones only, judged by the address and never by the name.

The standard library's own notion is not enough: in Python 3.11 it calls 224.0.0.1, `fec0::1`,
`2002:7f00:1::` and `64:ff9b::7f00:1` global. The table is that of web.md, section 6, and what
else IANA's registries of special addresses keep for benchmarks, documentation, segments and identifiers.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

_REFUSED_4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
_REFUSED_6 = tuple(
    IPv6Network(network)
    for network in (
        "::/96",
        "fc00::/7",
        "fe80::/10",
        "fec0::/10",
        "ff00::/8",
        "100::/64",
        "100:0:0:1::/64",
        "2001:2::/48",
        "2001:10::/28",
        "2001:20::/28",
        "3fff::/20",
        "5f00::/16",
        "2001:db8::/32",
        "64:ff9b:1::/48",
    )
)
# Networks whose addresses carry an IPv4 address, and how far it stands from the right end, in bits.
_EMBEDDED = (
    (IPv6Network("::ffff:0:0/96"), 0),
    (IPv6Network("::ffff:0:0:0/96"), 0),
    (IPv6Network("64:ff9b::/96"), 0),
    (IPv6Network("2002::/16"), 80),
)
_TEREDO = IPv6Network("2001::/32")


def is_public(address: str) -> bool:
    """Whether an address, as the resolver gave it, may be connected to; False for what is no address.

    >>> is_public("93.184.216.34"), is_public("127.0.0.1"), is_public("2002:7f00:1::")
    (True, False, False)
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return _is_public_4(parsed) if isinstance(parsed, IPv4Address) else _is_public_6(parsed)


def _is_public_4(address: IPv4Address) -> bool:
    return not any(address in network for network in _REFUSED_4)


def _is_public_6(address: IPv6Address) -> bool:
    if any(address in network for network in _REFUSED_6):
        return False
    number = int(address)
    for network, shift in _EMBEDDED:
        if address in network:
            return _is_public_4(IPv4Address((number >> shift) & 0xFFFFFFFF))
    if address in _TEREDO:  # the server in the clear, the client inverted
        server, client = (number >> 64) & 0xFFFFFFFF, (number & 0xFFFFFFFF) ^ 0xFFFFFFFF
        return _is_public_4(IPv4Address(server)) and _is_public_4(IPv4Address(client))
    return True
