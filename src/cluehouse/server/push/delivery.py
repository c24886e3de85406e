"""Deliver messages to push services.

A client supplies the address of its push service, so requests are protected against SSRF: only TLS
to port 443 of a public IP address, connecting to the very address that was checked; redirects are
not followed, only the status line is read, and one timeout covers everything.
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
"""Time for one delivery: DNS lookup, TLS handshake, request and response."""

MAX_STATUS_LINE_BYTES: Final = 1024
TLS_PORT: Final = 443

MAX_DNS_LOOKUPS: Final = 4
"""Concurrent DNS lookups. A lookup cannot be cancelled, so they have a thread pool of their own."""

_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
_NAT64: Final = IPv6Network("64:ff9b::/96")


class DeliveryFailed(Exception):
    """The push service could not be reached, or its response is not valid HTTP."""


class DeliveryTimeout(DeliveryFailed):
    """The delivery took longer than DELIVERY_TIMEOUT_S."""


class ServiceAddress(NamedTuple):
    """The parsed endpoint URL of a push subscription."""

    host: str
    port: int
    path: str
    tls: bool

    @classmethod
    def at(cls, endpoint: str, *, local: bool) -> Self:
        """Parse an endpoint; raises ValueError if requests to it are not allowed. `local`: the
        operator also trusts services on the local network, without TLS and at any port."""
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
        default = self.port == (TLS_PORT if self.tls else 80)
        return f"{'https' if self.tls else 'http'}://{host}{'' if default else f':{self.port}'}"


class PushClient:
    def __init__(self, *, local: bool) -> None:
        self._local = local
        self._threads = ThreadPoolExecutor(MAX_DNS_LOOKUPS, "push")
        self._idle_threads = BoundedSemaphore(MAX_DNS_LOOKUPS)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def post(self, service: ServiceAddress, headers: Mapping[str, str], body: bytes) -> int:
        """Send the request and return the HTTP status of the response."""
        try:
            async with asyncio.timeout(DELIVERY_TIMEOUT_S):
                route = await asyncio.wrap_future(self._look_up(service))
                return await _post(service, route, _request(service, headers, body))
        except TimeoutError as error:
            raise DeliveryTimeout("timed out") from error
        except (OSError, ValueError, EOFError, asyncio.LimitOverrunError) as error:
            raise DeliveryFailed(type(error).__name__) from error

    def _look_up(self, service: ServiceAddress) -> "Future[Route]":
        """Resolve the host in a thread. A lookup without an answer occupies its thread, so the
        delivery fails at once if all threads are busy."""
        if not self._idle_threads.acquire(blocking=False):
            raise DeliveryFailed("too many DNS lookups are pending")
        route = self._threads.submit(_resolve, service, local=self._local)
        route.add_done_callback(lambda _: self._idle_threads.release())
        return route


class Route(NamedTuple):
    """The IP address to connect to, and the TLS settings."""

    address: str
    tls: ssl.SSLContext | None


def _resolve(service: ServiceAddress, *, local: bool) -> Route:
    """Resolve the host and check its addresses. The connection uses the checked IP address, not the
    name, which may resolve to another address next time (DNS rebinding)."""
    found = socket.getaddrinfo(service.host, service.port, type=socket.SOCK_STREAM)
    addresses = [str(address[0]) for *_, address in found]
    if not local and not all(map(is_public, addresses)):
        raise ValueError("not a public address")
    return Route(addresses[0], _tls_context() if service.tls else None)


@cache
def _tls_context() -> ssl.SSLContext:
    """Cached: creating a context loads all root certificates."""
    return ssl.create_default_context()


async def _post(service: ServiceAddress, route: Route, request: bytes) -> int:
    reader, writer = await asyncio.open_connection(
        *(route.address, service.port),
        ssl=route.tls,
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
    fixed = {"Host": host, "Connection": "close", "Content-Length": str(len(body))}
    fields = [f"{name}: {value}" for name, value in (fixed | dict(headers)).items()]
    return "\r\n".join([f"POST {service.path} HTTP/1.1", *fields, "", ""]).encode("ascii") + body


def _status(line: bytes) -> int:
    protocol, status, *_ = line.split(maxsplit=2)
    if not protocol.startswith(b"HTTP/1."):
        raise ValueError("the response is not HTTP/1")
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
    parsed = ip_address(address)
    return _is_public_4(parsed) if isinstance(parsed, IPv4Address) else _is_public_6(parsed)


def _is_public_4(address: IPv4Address) -> bool:
    return address.is_global and not address.is_multicast


def _is_public_6(address: IPv6Address) -> bool:
    """An IPv6 address that embeds IPv4 addresses (mapped, NAT64, 6to4, Teredo) is public only if
    those are."""
    if (plain := address.ipv4_mapped) is not None:
        return _is_public_4(plain)
    if address in _NAT64:
        return _is_public_4(IPv4Address(address.packed[-4:]))
    embedded = (address.sixtofour, *(address.teredo or ()))
    allowed = all(_is_public_4(it) for it in embedded if it is not None)
    return allowed and address.is_global and address in _GLOBAL_UNICAST


def _may_be_public(host: str) -> bool:
    """False for an IP address that is not public. A name passes: it is checked when resolved."""
    try:
        return is_public(host)
    except ValueError:
        return True
