"""Network addresses of peers: which count as one, and which an operator trusts."""

from __future__ import annotations

import ipaddress
from typing import Final

import attrs

__all__ = ["Networks", "address_of"]

_PREFIX: Final = 64
"""An IPv6 network of this many bits is one customer's, who can take any address in it."""


def address_of(peer: str) -> str:
    """What counts as one address for *peer* (``host:port``): an IPv4 address, or an IPv6 network of 64 bits.

    >>> address_of("198.51.100.7:40000"), address_of("[2001:db8:1:2::9]:40000"), address_of("::ffff:192.0.2.1:9")
    ('198.51.100.7', '2001:db8:1:2::/64', '192.0.2.1')
    """
    host = peer.rpartition(":")[0].strip("[]")
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return str(ipaddress.ip_network((address, _PREFIX), strict=False))
        return str(address.ipv4_mapped)
    return str(address)


@attrs.frozen
class Networks:
    """Some networks, or none."""

    networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()

    @classmethod
    def read(cls, text: str) -> Networks:
        """Out of a list with commas, ``127.0.0.0/8, ::1``. Raises :class:`ValueError` for what is no network."""
        words = [word.strip() for word in text.split(",")]
        return cls(tuple(ipaddress.ip_network(word, strict=False) for word in words if word))

    def have(self, address: str) -> bool:
        """Whether an address as :func:`address_of` gives it lies in one of them."""
        try:
            network = ipaddress.ip_network(address)
        except ValueError:
            return False
        # The network of 64 bits that stands for ::1 is larger than ::1 itself.
        return any(one.version == network.version and one.overlaps(network) for one in self.networks)

    def stranger(self, peer: str) -> str:
        """The address that *peer* is counted under; empty for one that lies in these networks, and is not counted."""
        address = address_of(peer)
        return "" if self.have(address) else address
