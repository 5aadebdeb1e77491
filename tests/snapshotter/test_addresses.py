"""Addresses: every range of web.md, section 6, at both its ends, and one step beyond each."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_network

import pytest

from citelock.snapshotter.addresses import is_public

REFUSED_4 = (
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 "
    "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4"
).split()
REFUSED_6 = (
    "::/96 fc00::/7 fe80::/10 fec0::/10 ff00::/8 100::/64 2001:db8::/32 64:ff9b:1::/48 "
    "100:0:0:1::/64 2001:2::/48 2001:10::/28 2001:20::/28 3fff::/20 5f00::/16"
).split()


@pytest.mark.parametrize("network", [*REFUSED_4, *REFUSED_6])
def test_a_refused_range_is_refused_from_end_to_end(network: str) -> None:
    parsed = ip_network(network)
    assert [is_public(str(parsed[place])) for place in (0, 1, -2, -1)] == [False] * 4


@pytest.mark.parametrize(
    "address",
    ["1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"],
)
def test_what_lies_beside_a_refused_range_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("inner", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1"])
def test_an_address_inside_an_address_is_judged_by_itself(inner: str) -> None:
    number = int(IPv4Address(inner))
    inverted = number ^ 0xFFFFFFFF
    public = int(IPv4Address("8.8.8.8"))
    wrapped = [
        (0xFFFF << 32) | number,  # ::ffff:a.b.c.d
        (0xFFFF << 48) | number,  # ::ffff:0:a.b.c.d, as IPv4 is translated without a state
        (0x0064FF9B << 96) | number,  # 64:ff9b::a.b.c.d
        (0x2002 << 112) | (number << 80),  # 6to4
        (0x20010000 << 96) | (public << 64) | inverted,  # Teredo, the client
        (0x20010000 << 96) | (number << 64) | (public ^ 0xFFFFFFFF),  # Teredo, the server
    ]
    assert [is_public(str(IPv6Address(each))) for each in wrapped] == [False] * 6


def test_a_public_address_inside_an_address_is_public() -> None:
    assert is_public("::ffff:8.8.8.8")
    assert is_public("::ffff:0:8.8.8.8")
    assert is_public("64:ff9b::808:808")
    assert is_public("2002:808:808::")
    assert is_public("2606:4700:4700::1111")


@pytest.mark.parametrize(
    "address",
    ["224.0.0.1", "192.0.0.8", "::127.0.0.1", "fec0::1", "2002:7f00:1::", "64:ff9b::7f00:1", "100.64.0.1"],
)
def test_what_the_standard_library_gets_wrong_is_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "text", ["", "localhost", "127.1", "0x7f.1", "1.2.3", "fe80::1%eth0", "::1%lo", "a:b"]
)
def test_what_is_no_address_is_not_public(text: str) -> None:
    assert not is_public(text)
