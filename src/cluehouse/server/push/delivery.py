"""A message to a push service, whose address a browser gave us: a stranger says where we call.

So it goes over TLS to the usual port of a public address, the very one that was judged; no redirect
is followed, no more than the status is read, and all of it has to be quick.
"""

import asyncio
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import BoundedSemaphore
from typing import Final, NamedTuple, Self
from urllib.parse import urlsplit

DELIVERY_TIMEOUT_S: Final = 10.0
"""Seconds for all of it."""

MAX_STATUS_LINE_BYTES: Final = 1024
TLS_PORT: Final = 443

MAX_DNS_LOOKUPS: Final = 4
"""Names looked up at once. A lookup cannot be broken off, so they have threads of their own."""

_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
_NAT64: Final = IPv6Network("64:ff9b::/96")


class DeliveryFailed(Exception):
    """The service could not be reached, or made no sense."""


class DeliveryTimeout(DeliveryFailed):
    """It took too long."""


class ServiceAddress(NamedTuple):
    """Where a message goes."""

    host: str
    port: int
    path: str
    tls: bool

    @classmethod
    def at(cls, endpoint: str, *, local: bool) -> Self:
        """ValueError for an address that we would not call. `local`: the operator trusts services
        on this network, also without TLS and at any port."""
        parts = urlsplit(endpoint)
        tls = parts.scheme == "https"
        port = parts.port or (TLS_PORT if tls else 80)
        if not parts.hostname or not endpoint.isascii() or not endpoint.isprintable():
            raise ValueError("no address of a push service")
        if " " in endpoint or "@" in parts.netloc or parts.fragment:
            raise ValueError("more than an address of a push service")
        if not local and not (tls and port == TLS_PORT):
            raise ValueError("a push service is called over https, at its usual port")
        if not local and not _may_be_public(parts.hostname):
            raise ValueError("a push service is at a public address")
        if parts.scheme not in ("https", "http"):
            raise ValueError("a push service is called over https")
        query = f"?{parts.query}" if parts.query else ""
        return cls(parts.hostname, port, f"{parts.path or '/'}{query}", tls)

    @property
    def origin(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = self.port == (TLS_PORT if self.tls else 80)
        return f"{'https' if self.tls else 'http'}://{host}{'' if usual else f':{self.port}'}"


class PushClient:
    def __init__(self, *, local: bool) -> None:
        self._local = local
        self._threads = ThreadPoolExecutor(MAX_DNS_LOOKUPS, "push")
        self._idle = BoundedSemaphore(MAX_DNS_LOOKUPS)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def post(self, service: ServiceAddress, headers: Mapping[str, str], body: bytes) -> int:
        """The status that the service answers with."""
        try:
            async with asyncio.timeout(DELIVERY_TIMEOUT_S):
                line = await asyncio.wrap_future(self._prepare(service))
                return await _post(service, line, _request(service, headers, body))
        except TimeoutError as trouble:
            raise DeliveryTimeout("it took too long") from trouble
        except (OSError, ValueError, EOFError, asyncio.LimitOverrunError) as trouble:
            raise DeliveryFailed(type(trouble).__name__) from trouble

    def _prepare(self, service: ServiceAddress) -> "Future[Route]":
        """A name server that does not answer keeps its thread: then there is no other lookup."""
        if not self._idle.acquire(blocking=False):
            raise DeliveryFailed("too many names are being looked up")
        line = self._threads.submit(_line_to, service, local=self._local)
        line.add_done_callback(lambda _: self._idle.release())
        return line


class Route(NamedTuple):
    """How a service is reached."""

    address: str
    tls: ssl.SSLContext | None


def _line_to(service: ServiceAddress, *, local: bool) -> Route:
    """To an address that was judged, and is called by its number: the name may mean another one
    next."""
    found = socket.getaddrinfo(service.host, service.port, type=socket.SOCK_STREAM)
    addresses = [str(address[0]) for *_, address in found]
    if not local and not all(map(is_public, addresses)):
        raise ValueError("not at a public address")
    return Route(addresses[0], _tls() if service.tls else None)


@cache
def _tls() -> ssl.SSLContext:
    """It reads every certificate there is: once is enough."""
    return ssl.create_default_context()


async def _post(service: ServiceAddress, line: Route, request: bytes) -> int:
    reader, writer = await asyncio.open_connection(
        *(line.address, service.port),
        ssl=line.tls,
        server_hostname=service.host if service.tls else None,
        limit=MAX_STATUS_LINE_BYTES,
    )
    try:
        writer.write(request)
        await writer.drain()
        return _status(await reader.readuntil(b"\n"))
    finally:
        writer.transport.abort()


def _request(service: ServiceAddress, headers: Mapping[str, str], body: bytes) -> bytes:
    host = service.origin.partition("://")[2]
    said = {"Host": host, "Connection": "close", "Content-Length": str(len(body)), **headers}
    lines = [f"POST {service.path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _status(line: bytes) -> int:
    protocol, status, *_ = line.split(maxsplit=2)
    if not protocol.startswith(b"HTTP/1."):
        raise ValueError("no answer that we know")
    return int(status)


def is_public(address: str) -> bool:
    """
    >>> [is_public(it) for it in ("93.184.215.14", "2606:2800::1", "64:ff9b::5db8:d70e")]
    [True, True, True]
    >>> [is_public(it) for it in ("127.0.0.1", "10.0.0.7", "::1", "fec0::1", "fe80::1%eth0")]
    [False, False, False, False, False]
    >>> [is_public(it) for it in ("::ffff:10.0.0.7", "::10.0.0.7", "::ffff:0:10.0.0.7")]
    [False, False, False]
    >>> [is_public(it) for it in ("64:ff9b::a00:7", "64:ff9b:1::1", "2002:0a00:0007::")]
    [False, False, False]
    """
    known = ip_address(address)
    return _is_public_4(known) if isinstance(known, IPv4Address) else _is_public_6(known)


def _is_public_4(address: IPv4Address) -> bool:
    return address.is_global and not address.is_multicast


def _is_public_6(address: IPv6Address) -> bool:
    """Or it is another way to write public addresses, as far as we know such ways."""
    if (plain := address.ipv4_mapped) is not None:
        return _is_public_4(plain)
    if address in _NAT64:
        return _is_public_4(IPv4Address(address.packed[-4:]))
    carried = (address.sixtofour, *(address.teredo or ()))
    judged = all(_is_public_4(it) for it in carried if it is not None)
    return judged and address.is_global and address in _GLOBAL_UNICAST


def _may_be_public(host: str) -> bool:
    """A name is judged when it is called."""
    try:
        return is_public(host)
    except ValueError:
        return True
