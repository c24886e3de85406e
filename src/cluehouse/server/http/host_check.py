"""Refuses requests and WebSockets whose Host header does not name this server."""

from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from cluehouse.server.allowed_hosts import AllowedHosts, host_name
from cluehouse.server.net.rate_limits import TokenBuckets, reject_delay

BAD_HOST_PAGE: Final = PlainTextResponse(
    "A request must have one valid Host header. Une requête doit avoir un seul en-tête Host "
    "valide.\n",
    400,
)


class HostCheck:
    """400 without exactly one valid Host header, 421 for the name of another server."""

    def __init__(self, app: ASGIApp, hosts: AllowedHosts, rates: TokenBuckets) -> None:
        self._app = app
        self._hosts = hosts
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal(scope)
        if refused is None:
            await self._app(scope, receive, send)
            return
        address, _ = scope["client"] or ("", 0)
        if not self._rates.take(address):
            await reject_delay()
        await refused(scope, receive, send)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope).getlist("host")
        if not headers and scope.get("http_version") == "1.0":  # has no Host; no browser speaks it
            return None
        name = host_name(headers[0]) if len(headers) == 1 else None
        if name is None:
            return BAD_HOST_PAGE
        return None if self._hosts.accepts(name, _peer(scope)) else _unknown_host(name)


def _peer(scope: Scope) -> str:
    """The address that the connection comes from; `client` is whom a proxy speaks for."""
    return str(scope.get("state", {}).get("peer") or (scope["client"] or ("",))[0])


def _unknown_host(name: str) -> PlainTextResponse:
    return PlainTextResponse(
        f"This server is not known as {name}. If it is yours, start it with --allowed-host {name}\n"
        f"Ce serveur ne connaît pas le nom {name}. S'il est à vous, lancez-le avec "
        f"--allowed-host {name}\n",
        421,
    )
