"""A message to a push service, whose address a browser gave us: a stranger says where we call.

So it goes over TLS to the usual port of a public address, the very one that was judged; no redirect
is followed, no more than the status is read, and all of it has to be quick.
"""

import asyncio
import ssl
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, NamedTuple, Self
from urllib.parse import urlsplit

TIMEOUT: Final = 10.0
"""Seconds for all of it."""

LONGEST_LINE: Final = 1024
TLS_PORT: Final = 443


class Undelivered(Exception):
    """The service could not be reached, or made no sense."""


class Service(NamedTuple):
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


async def post(service: Service, headers: Mapping[str, str], body: bytes, *, local: bool) -> int:
    """The status that the service answers with."""
    try:
        async with asyncio.timeout(TIMEOUT):
            address = await _address(service, local=local)
            return await _post(service, address, _request(service, headers, body))
    except (OSError, ValueError, EOFError) as trouble:
        raise Undelivered(type(trouble).__name__) from trouble


async def _address(service: Service, *, local: bool) -> str:
    """One that was judged, and is called by its number: the name may mean another one next."""
    found = await asyncio.get_running_loop().getaddrinfo(service.host, service.port, type=1)
    addresses = [str(address[0]) for *_, address in found]
    if not local and not all(map(is_public, addresses)):
        raise ValueError("not at a public address")
    return addresses[0]


async def _post(service: Service, address: str, request: bytes) -> int:
    context = ssl.create_default_context() if service.tls else None
    reader, writer = await asyncio.open_connection(
        *(address, service.port),
        ssl=context,
        server_hostname=service.host if service.tls else None,
        limit=LONGEST_LINE,
    )
    try:
        writer.write(request)
        await writer.drain()
        return _status(await reader.readuntil(b"\n"))
    finally:
        writer.transport.abort()


def _request(service: Service, headers: Mapping[str, str], body: bytes) -> bytes:
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
    >>> [is_public(it) for it in ("93.184.215.14", "127.0.0.1", "10.0.0.7", "::1")]
    [True, False, False, False]
    >>> [is_public(it) for it in ("::ffff:10.0.0.7", "2002:0a00:0007::", "fe80::1%eth0")]
    [False, False, False]
    """
    known = ip_address(address)
    return all(it.is_global and not it.is_multicast for it in (known, *_carried(known)))


def _carried(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    """Addresses that this one is only another way to write."""
    if isinstance(address, IPv4Address):
        return []
    carried = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    return [it for it in carried if it is not None]


def _may_be_public(host: str) -> bool:
    """A name is judged when it is called."""
    try:
        return is_public(host)
    except ValueError:
        return True
