"""Static files: caching and content types."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from cluehouse.server.http.static_files import CACHE_FOREVER, REVALIDATE, SecurityHeaders, routes

FILES = ("index.html", "porter.js", "manifest.webmanifest", "offline.html", "icon-192.png")


@pytest.fixture
async def http(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    (tmp_path / "assets").mkdir()
    for name in (*FILES, "assets/main-abc.js"):
        (tmp_path / name).write_text(name)
    door = httpx.ASGITransport(SecurityHeaders(Starlette(routes=routes(tmp_path))))
    async with httpx.AsyncClient(transport=door, base_url="http://house") as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/t/any-table", *(f"/{name}" for name in FILES)])
async def test_files_replaced_by_a_build_are_revalidated(
    http: httpx.AsyncClient, path: str
) -> None:
    answer = await http.get(path)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == REVALIDATE


async def test_assets_are_cached_forever_but_missing_ones_are_not(http: httpx.AsyncClient) -> None:
    assert (await http.get("/assets/main-abc.js")).headers["cache-control"] == CACHE_FOREVER
    missing = await http.get("/assets/main-old.js")
    assert missing.status_code == 404
    assert missing.headers.get("cache-control") != CACHE_FOREVER


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/porter.js?build=abc", "text/javascript"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/offline.html", "text/html"),
    ],
)
async def test_manifest_and_service_worker_have_their_content_types(
    http: httpx.AsyncClient, path: str, kind: str
) -> None:
    """Browsers refuse them otherwise; the content security policy allows only our own."""
    answer = await http.get(path)
    assert answer.headers["content-type"].startswith(kind)
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "worker-src" not in answer.headers["content-security-policy"]
