"""Response headers, methods, and the OpenAPI document."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from cluehouse.server.app import COMMON_ENDPOINTS
from tests.server.running_server import run_server


@pytest.fixture
async def http(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with (
        run_server(tmp_path) as host,
        httpx.AsyncClient(base_url=f"http://{host}") as client,
    ):
        yield client


@pytest.mark.parametrize("path", ["/", "/api/house", "/t/nowhere", "/assets/none.js"])
async def test_every_response_carries_the_content_security_policy(
    http: httpx.AsyncClient, path: str
) -> None:
    headers = (await http.get(path)).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


async def test_cookie_is_http_only_and_same_site(http: httpx.AsyncClient) -> None:
    cookie = (await http.get("/api/me")).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    again = await http.get("/api/me")
    assert "set-cookie" not in again.headers


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/me/forget", "POST"),
        ("OPTIONS", "/api/me", "GET, HEAD, POST"),
        ("POST", "/api/tables/nowhere/qr.svg", "GET, HEAD"),
    ],
)
async def test_wrong_method_answers_405_with_allowed_methods(
    http: httpx.AsyncClient, method: str, path: str, allowed: str
) -> None:
    answer = await http.request(method, path)
    assert (answer.status_code, answer.json()["id"]) == (405, "HOUSE-WRONG-METHOD")
    assert answer.headers["allow"] == allowed


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
async def test_unknown_api_path_is_not_found(http: httpx.AsyncClient, method: str) -> None:
    answer = await http.request(method, "/api/nowhere")
    assert (answer.status_code, answer.json()["id"]) == (404, "HOUSE-NOT-FOUND")


async def test_api_responses_are_not_cached(http: httpx.AsyncClient) -> None:
    assert (await http.get("/api/lobby")).headers["cache-control"] == "no-store"


async def test_openapi_document_describes_every_endpoint(http: httpx.AsyncClient) -> None:
    document = (await http.get("/api/openapi.json")).json()
    described = {
        (method.upper(), path) for path, methods in document["paths"].items() for method in methods
    }
    endpoints = {(endpoint.method, endpoint.path) for endpoint in COMMON_ENDPOINTS}
    assert {each for each in described if "/aids/" not in each[1]} == endpoints
    sit = document["paths"]["/api/tables/{table}/sit"]["post"]
    assert sit["requestBody"]["content"]["application/json"]["schema"] == {
        "$ref": "#/components/schemas/Sit"
    }
    assert document["components"]["schemas"]["Sit"]["properties"]["seat"] == {"type": "integer"}


async def test_nothing_outside_the_front_end_is_served(http: httpx.AsyncClient) -> None:
    for path in ("/../app.py", "/assets/../../app.py", "/assets/%2e%2e/%2e%2e/app.py"):
        assert "Starlette" not in (await http.get(path)).text


async def test_qr_code_exists_only_for_existing_tables(
    http: httpx.AsyncClient,
) -> None:
    assert (await http.get(f"/api/tables/{'x' * 3000}/qr.svg")).status_code == 404
    await http.post("/api/me", json={"name": "Ada"})
    table = (await http.post("/api/tables", json={"game": "keyhole", "seats": 2})).json()["id"]
    answer = await http.get(f"/api/tables/{table}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "<svg xmlns=" in answer.text, "a picture of its own, not a piece of a page"
