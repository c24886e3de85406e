"""Which Host headers are answered: names of this server alone.

A page of another site can point its own name at this server (DNS rebinding). The browser then lets
that page read the answers, and nothing but the Host header tells its requests from those of our
page. An address in digits cannot be pointed anywhere else, so any is accepted.
"""

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from cluehouse.core.errors import Unavailable

LOCAL_SUFFIXES: Final = ("", ".local", ".lan", ".home.arpa", ".internal")
"""What a home network appends to the name of a machine. None is sold as a public domain."""

MAX_HOST_LENGTH: Final = 253

_LOOPBACK: Final = tuple(map(ip_network, ("127.0.0.0/8", "::1/128", "::ffff:127.0.0.0/104")))

_LABEL: Final = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME: Final = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]+)(?::\d{1,5})?")


def host_name(header: str) -> str | None:
    """The name or address in a Host header, in lower case and without port; None if malformed.

    >>> host_name("House.Example.:8000"), host_name("[::1]:8000"), host_name("a b")
    ('house.example', '::1', None)
    """
    found = _HOST.fullmatch(header.lower())
    if found is None:
        return None
    name = found[1].removesuffix(".")
    if name.startswith("["):
        return name[1:-1] if is_address(name[1:-1]) else None
    return name if len(name) <= MAX_HOST_LENGTH and _NAME.fullmatch(name) else None


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_local_name(name: str) -> bool:
    """Whether the name always means the machine of the client."""
    return name == "localhost" or name.endswith(".localhost")


def parse_allowed_host(given: str) -> str:
    """A name that the operator allows, `*.` in front for all names one label longer.

    Raises Unavailable for anything else, such as a URL.
    """
    name = given.strip().lower().removesuffix(".")
    try:
        name = name.encode("idna").decode()
    except UnicodeError:
        name = ""
    if len(name) > MAX_HOST_LENGTH or not _NAME.fullmatch(name.removeprefix("*.")):
        raise Unavailable(
            f"--allowed-host takes a name such as house.example.org, not {given!r}: "
            "leave out scheme, port and path"
        )
    return name


class AllowedHosts:
    """The names of this server, and the proxies that are trusted to forward to it alone."""

    def __init__(self, given: Iterable[str] = (), derived: Iterable[str] = (), proxies: str = ""):
        """`given` by the operator; `derived` from other settings; `proxies` as in
        FORWARDED_ALLOW_IPS. A proxy is believed only while no names are given."""
        names = frozenset(given)
        self._proxies = () if names else tuple(_proxy_networks(proxies))
        self._names = names | frozenset(derived) | _own_names()

    def accepts(self, name: str, peer: str) -> bool:
        """`peer` is the address that the connection comes from: a client or a proxy."""
        if is_address(name) or is_local_name(name) or name in self._names:
            return True
        if f"*.{name.partition('.')[2]}" in self._names:
            return True
        return is_address(peer) and any(_unmapped(peer) in known for known in self._proxies)


def _unmapped(address: str) -> IPv4Address | IPv6Address:
    """An IPv4 address also where a socket for both versions shows it as one of IPv6."""
    known = ip_address(address)
    return known.ipv4_mapped or known if isinstance(known, IPv6Address) else known


def _own_names() -> frozenset[str]:
    own = socket.gethostname().lower()
    return frozenset((own, *(own.partition(".")[0] + suffix for suffix in LOCAL_SUFFIXES)))


def _proxy_networks(setting: str) -> Iterable[IPv4Network | IPv6Network]:
    """Without `*` and this machine: there, a browser can be the peer as well as a proxy."""
    for each in setting.split(","):
        try:
            network = ip_network(each.strip())
        except ValueError:
            continue
        if not any(network.overlaps(it) for it in _LOOPBACK if it.version == network.version):
            yield network
