"""What counts as one address."""

from __future__ import annotations

import pytest

from gamehall.addresses import Networks, address_of


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("198.51.100.7:40000", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6:40000", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:1", "2001:db8:1:2::/64"),
        ("::ffff:198.51.100.7:9", "198.51.100.7"),
        ("fe80::1%eth0:9", "fe80::/64"),
        ("unknown", ""),
        ("bot greedy", ""),
    ],
)
def test_an_address_is_one_of_ipv4_or_a_network_of_ipv6(peer: str, address: str) -> None:
    assert address_of(peer) == address


def test_trusted_networks_have_the_addresses_in_them() -> None:
    some = Networks.read("127.0.0.0/8, ::1,10.1.0.0/16,2001:db8::/32")
    inside = ("127.0.0.1:1", "::1:1", "10.1.2.3:1", "2001:db8:7::1:1", "::ffff:127.0.0.1:1")
    outside = ("10.2.0.1:1", "2001:db9::1:1", "unknown")
    assert [some.have(address_of(peer)) for peer in inside] == [True] * 5
    assert [some.have(address_of(peer)) for peer in outside] == [False] * 3
    assert not Networks.read("").have("127.0.0.1")
    with pytest.raises(ValueError, match="localhost"):
        Networks.read("localhost")
