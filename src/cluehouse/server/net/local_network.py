"""The server's address on its local network, for links that phones and other computers can open.

A browser on the server's own machine often calls it `localhost`: on any other device, that name
means the other device.
"""

import re
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from cluehouse.server.allowed_hosts import host_name, is_address, is_local_name
from cluehouse.server.wire.lobby import NetworkAddress


def own_address() -> str | None:
    """This machine's address on the local network; None without a network. No packet is sent to
    find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1: never assigned
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if _is_loopback(address) else address


def network_address(origin: str, client: str, *, is_open: bool) -> NetworkAddress | None:
    """How other devices on the network reach the server, for a client on the server's own machine.

    `origin` is how the client addressed it; `is_open`: the server listens on the network. None for
    all other clients: they know an address that works, and need not learn this one.
    """
    scheme, authority, *_ = urlsplit(origin)
    name = host_name(authority) or ""
    if not (is_local_name(name) or _is_loopback(name)) or not _is_loopback(client):
        return None
    if (address := own_address()) is None:
        return None
    port = re.search(r":\d+$", authority)
    return NetworkAddress(f"{scheme}://{address}{port[0] if port else ''}", is_open)


def origin_for_others(origin: str, client: str, *, is_open: bool) -> str:
    """The origin to put into a link that another device opens."""
    found = network_address(origin, client, is_open=is_open)
    return origin if found is None or not found.open else found.origin


def _is_loopback(name: str) -> bool:
    return is_address(name) and ip_address(name).is_loopback
