"""Over TLS the identity cookie is bound to this host, and browsers are told to use TLS alone."""

from collections.abc import AsyncIterator, Mapping
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from cluehouse.server.accounts.identity import Guest, Identity, Visitor
from cluehouse.server.storage.data_folder import SECRET
from tests.server.running_server import Device, run_server

NAME = "house.example.org"
TLS = {"X-Forwarded-Proto": "https", "Host": NAME}
"""As sent by a proxy on this machine that terminates TLS."""
NONE: Mapping[str, str] = {}
ADA = Visitor(Guest("gada", "Ada"), "sada", 0.0)
EVE = Visitor(Guest("geve", "Eve"), "seve", 0.0)


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[str]:
    async with run_server(tmp_path, allowed_hosts=(NAME,)) as address:
        yield address


@pytest.fixture
def identity(host: str, tmp_path: Path) -> Identity:
    return Identity((tmp_path / SECRET).read_bytes())


async def ask(
    host: str,
    cookies: Mapping[str, str] = NONE,
    *,
    path: str = "/api/me",
    headers: Mapping[str, str] = TLS,
) -> httpx.Response:
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    async with httpx.AsyncClient(base_url=f"http://{host}") as http:
        method = "GET" if path == "/api/me" else "POST"
        return await http.request(method, path, headers={**headers, "Cookie": cookie})


def set_by(answer: httpx.Response) -> dict[str, Any]:
    """The cookies that a response sets."""
    return {
        name: morsel
        for line in answer.headers.get_list("set-cookie")
        for name, morsel in SimpleCookie(line).items()
    }


async def test_cookie_set_over_tls_has_the_host_prefix(host: str, identity: Identity) -> None:
    ((name, cookie),) = set_by(await ask(host)).items()
    assert name == f"__Host-{identity.cookie_name}"
    assert (cookie["secure"], cookie["httponly"]) == (True, True)
    assert (cookie["path"], cookie["domain"], cookie["samesite"]) == ("/", "", "lax")


async def test_cookie_set_without_tls_has_no_prefix(host: str, identity: Identity) -> None:
    ((name, cookie),) = set_by(await ask(host, headers={})).items()
    assert (name, cookie["secure"]) == (identity.cookie_name, "")


async def test_cookie_without_prefix_is_accepted_and_renewed_over_tls(
    host: str, identity: Identity
) -> None:
    old = {identity.cookie_name: identity.cookie_of(ADA)}
    answer = await ask(host, old)
    assert answer.json() == {"name": "Ada"}
    ((name, cookie),) = set_by(answer).items()
    assert name == f"__Host-{identity.cookie_name}"
    renewed = identity.visitor_of(cookie.value)
    assert renewed is not None
    assert (renewed.guest, renewed.session) == (ADA.guest, ADA.session)
    again = await ask(host, old | {name: cookie.value})
    assert (again.json(), set_by(again)) == ({"name": "Ada"}, {})


async def test_cookie_with_prefix_comes_first(host: str, identity: Identity) -> None:
    """A page of a neighbouring name can set the other one."""
    answer = await ask(
        host,
        {
            identity.cookie_name: identity.cookie_of(EVE),
            f"__Host-{identity.cookie_name}": identity.cookie_of(ADA),
        },
    )
    assert (answer.json(), set_by(answer)) == ({"name": "Ada"}, {})


async def test_invalid_cookie_with_prefix_does_not_hide_a_valid_one(
    host: str, identity: Identity
) -> None:
    for bad in ("", "x", identity.cookie_of(ADA)[:-1]):
        prefixed = {f"__Host-{identity.cookie_name}": bad}
        answer = await ask(host, prefixed | {identity.cookie_name: identity.cookie_of(ADA)})
        assert answer.json() == {"name": "Ada"}
        assert list(set_by(answer)) == list(prefixed)
        assert (await ask(host, prefixed)).json() == {"name": ""}


async def test_cookie_with_prefix_counts_only_over_tls(host: str, identity: Identity) -> None:
    """No browser sends it otherwise."""
    prefixed = {f"__Host-{identity.cookie_name}": identity.cookie_of(ADA)}
    assert (await ask(host, prefixed, headers={})).json() == {"name": ""}


@pytest.mark.parametrize("prefix", ["", "__Host-"])
async def test_websocket_over_tls_takes_both_cookies(
    host: str, identity: Identity, prefix: str
) -> None:
    cookie = {"Cookie": f"{prefix}{identity.cookie_name}={identity.cookie_of(ADA)}"}
    async with httpx.AsyncClient(base_url=f"http://{host}", headers={**TLS, **cookie}) as http:
        room = (await http.post("/api/tables", json={"game": "keyhole", "seats": 2})).json()
    address = f"ws://{host}/ws/{room['id']}"
    headers = {"X-Forwarded-Proto": "https", **cookie}
    async with connect(address, additional_headers=headers) as socket:
        assert (await Device(socket).receive("Room"))["you"] == 0


async def test_erased_guest_loses_both_cookies(host: str, identity: Identity) -> None:
    cookie = {identity.cookie_name: identity.cookie_of(ADA)}
    deleted = set_by(await ask(host, cookie, path="/api/me/forget"))
    assert set(deleted) == {identity.cookie_name, f"__Host-{identity.cookie_name}"}
    assert all(
        it["max-age"] == "0" and it["path"] == "/" and it["secure"] for it in deleted.values()
    )
    cookie = {identity.cookie_name: identity.cookie_of(EVE)}
    (plain,) = set_by(await ask(host, cookie, path="/api/me/forget", headers={})).values()
    assert (plain.key, plain["secure"]) == (identity.cookie_name, "")


async def test_browsers_are_told_to_use_tls_alone(host: str) -> None:
    async with httpx.AsyncClient(base_url=f"http://{host}", headers=TLS) as http:
        for path in ("/", "/api/me", "/healthz", "/assets/none", "/api/none"):
            answer = await http.get(path)
            assert answer.headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": NAME},
        {"Host": NAME, "X-Forwarded-Proto": "http"},
        {"Host": NAME, "X-Forwarded-Proto": "httpsx"},
        {"Host": "localhost:8000", "X-Forwarded-Proto": "https"},
        {"Host": "192.168.1.20", "X-Forwarded-Proto": "https"},
        {"Host": "[::1]:8000", "X-Forwarded-Proto": "https"},
    ],
)
async def test_nothing_is_said_of_tls_without_it_or_for_a_name_of_every_machine(
    host: str, headers: dict[str, str]
) -> None:
    """It would hold for every server on that machine."""
    assert "strict-transport-security" not in (await ask(host, headers=headers)).headers


async def test_nothing_is_said_of_tls_with_a_self_signed_certificate(tmp_path: Path) -> None:
    """A guest who accepted it must be able to come back without TLS."""
    async with run_server(tmp_path, allowed_hosts=(NAME,), self_signed=True) as host:
        assert "strict-transport-security" not in (await ask(host)).headers
