"""Which addresses are on the public internet."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Any

from thresher.errors import PrivateHost

#: Networks of addresses that contain an IPv4 address, possibly a private one: mapped, compatible, NAT64, 6to4, Teredo.
_WRAPPED = tuple(
    ipaddress.IPv6Network(network)
    for network in ("::ffff:0:0/96", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
)

#: Addresses that count as public but are not hosts on the internet: metadata services of clouds (168.63.129.16, and
#: 192.0.0.192 among those reserved for protocols), 6to4 relays, documentation, segment routing.
_NOT_PUBLIC = tuple(
    ipaddress.ip_network(network)
    for network in ("168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "3fff::/20", "5f00::/16")
)

#: A result of ``socket.getaddrinfo``: family, type, protocol, name, and the address to connect to.
Address = tuple[int, int, int, str, tuple[Any, ...]]


def vet(url: str, addresses: Iterable[Address]) -> None:
    """Raise `PrivateHost` if any of the *addresses* is not on the public internet."""
    for *_, target in addresses:
        if not is_public(target[0]):
            raise PrivateHost(url, target[0])


def is_public(address: str) -> bool:
    """Whether *address* is on the public internet and does not contain another address.

    >>> [is_public(text) for text in ("93.184.215.14", "10.0.0.1", "127.0.0.1", "::ffff:93.184.215.14")]
    [True, False, False, False]
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if ip.is_multicast or ip.is_reserved or ip.is_unspecified or not ip.is_global:
        return False
    if any(ip in network for network in _NOT_PUBLIC):
        return False
    return not (isinstance(ip, ipaddress.IPv6Address) and (ip.is_site_local or any(ip in net for net in _WRAPPED)))
