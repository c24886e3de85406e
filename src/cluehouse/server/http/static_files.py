"""Serves the front end's files; security headers and a rate limit for all pages."""

import json
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cluehouse.server.allowed_hosts import host_name, is_address, is_local_name
from cluehouse.server.net.rate_limits import TokenBuckets, reject_delay

STATIC: Final = Path(__file__).parents[1] / "static"

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
TOO_FAST_PAGE: Final = PlainTextResponse(
    "Too fast: wait a moment. Trop vite : attendez un instant.\n", 429
)
CACHE_FOREVER: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"
HSTS: Final = "max-age=31536000"
"""For a year, in seconds."""


def build_id(static: Path = STATIC) -> str:
    """The id of the built front end; `none` if it has not been built."""
    try:
        return str(json.loads((static / "build.json").read_text())["build"])
    except FileNotFoundError:
        return "none"


def routes(static: Path = STATIC) -> list[BaseRoute]:
    """Files under /assets, and index.html for every other path: the browser routes from there."""

    files = _top_level_files(static)

    async def page(request: Request) -> Response:
        name = request.path_params["path"]
        if name in files:
            return FileResponse(static / name, headers={"cache-control": REVALIDATE})
        index = static / "index.html"
        if not index.exists():
            return PlainTextResponse("The front end has not been built: run ./play", 503)
        return FileResponse(index, headers={"cache-control": REVALIDATE})

    # Only static files are compressed: the compressed size of a secret would leak.
    assets = GZipMiddleware(StaticFiles(directory=static / "assets", check_dir=False))
    return [Mount("/assets", assets), Route("/{path:path}", page)]


def _top_level_files(static: Path) -> set[str]:
    return {file.name for file in static.glob("*") if file.is_file() and file.name != "index.html"}


class SecurityHeaders:
    """Adds security and cache headers. Assets carry a hash in their name and never change."""

    def __init__(self, app: ASGIApp, *, hsts: bool = False) -> None:
        self._app = app
        self._hsts = hsts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # a WebSocket's headers are sent by its handshake
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = CONTENT_SECURITY_POLICY
                headers["x-content-type-options"] = "nosniff"
                headers["referrer-policy"] = "same-origin"
                if self._hsts and _is_tls_to_a_domain(scope):
                    headers["strict-transport-security"] = HSTS
                if scope["path"].startswith("/assets/") and message["status"] == 200:
                    headers["cache-control"] = CACHE_FOREVER
                elif scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _is_tls_to_a_domain(scope: Scope) -> bool:
    """A rule for `localhost` would hold for every server on the client's machine."""
    name = host_name(Headers(scope=scope).get("host", ""))
    if scope["scheme"] != "https" or name is None:
        return False
    return not is_address(name) and not is_local_name(name)


class PageRateLimit:
    """Rate limit on pages and assets; requests under /api/ have limits of their own."""

    def __init__(self, app: ASGIApp, rates: TokenBuckets) -> None:
        self._app = app
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, _ = scope["client"] or ("", 0)
        if _is_page(scope) and not self._rates.take(address):
            await reject_delay()
            await TOO_FAST_PAGE(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _is_page(scope: Scope) -> bool:
    return scope["type"] == "http" and not scope["path"].startswith("/api/")
