"""The front end's files, how fast they are handed out, and the headers every answer carries."""

import json
from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


def build_id(static: Path = STATIC) -> str:
    """Which front end this is; `none` where it has not been built."""
    try:
        return str(json.loads((static / "build.json").read_text())["build"])
    except FileNotFoundError:
        return "none"


def routes(static: Path = STATIC) -> list[BaseRoute]:
    """Files under /assets, and the page for every other address: it finds its way by itself."""

    files = _top_level_files(static)

    async def page(request: Request) -> Response:
        name = request.path_params["path"]
        if name in files:
            return FileResponse(static / name, headers={"cache-control": REVALIDATE})
        index = static / "index.html"
        if not index.exists():
            return PlainTextResponse("The front end has not been built: run ./play", 503)
        return FileResponse(index, headers={"cache-control": REVALIDATE})

    # Only what holds no secret is compressed: the size of anything else could tell something.
    assets = GZipMiddleware(StaticFiles(directory=static / "assets", check_dir=False))
    return [Mount("/assets", assets), Route("/{path:path}", page)]


def _top_level_files(static: Path) -> set[str]:
    return {file.name for file in static.glob("*") if file.is_file() and file.name != "index.html"}


class SecurityHeaders:
    """What no answer goes without. Assets carry their hash in their name and never change."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # a socket has said its headers once for all
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = CONTENT_SECURITY_POLICY
                headers["x-content-type-options"] = "nosniff"
                headers["referrer-policy"] = "same-origin"
                if scope["path"].startswith("/assets/") and message["status"] == 200:
                    headers["cache-control"] = CACHE_FOREVER
                elif scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


class PageRateLimit:
    """Whoever asks for pages faster than browsers do waits to be told so; what is under /api/ is
    counted there."""

    def __init__(self, app: ASGIApp, paces: TokenBuckets) -> None:
        self._app = app
        self._paces = paces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, _ = scope["client"] or ("", 0)
        if _is_a_page(scope) and not self._paces.take(address):
            await reject_delay()
            await TOO_FAST_PAGE(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _is_a_page(scope: Scope) -> bool:
    return scope["type"] == "http" and not scope["path"].startswith("/api/")
