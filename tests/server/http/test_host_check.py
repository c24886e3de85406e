"""Requests and WebSockets are answered under the names of this server alone (DNS rebinding)."""

import asyncio
import socket
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from starlette.responses import PlainTextResponse

from cluehouse.core.errors import Unavailable
from cluehouse.server.allowed_hosts import AllowedHosts, host_name, parse_allowed_host
from cluehouse.server.http.host_check import HostCheck
from cluehouse.server.net.rate_limits import RateLimits
from cluehouse.server.settings import Settings, add_flags, settings_of
from tests.server.bare_server import serving
from tests.server.certificates import write_certificate
from tests.server.running_server import Caller, run_server
from tests.server_process import TEST_TIMEOUT_S

OWN: Final = socket.gethostname().lower()
FOREIGN: Final = "rebound.example"
GIVEN: Final = "house.example.org"
UPGRADE: Final = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
PATHS: Final = ("/", "/api/me", "/api/house", "/healthz", "/assets/x", "/api/tables/x/qr.svg")


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[str]:
    async with run_server(tmp_path, allowed_hosts=(GIVEN, "*.party.example")) as address:
        yield address


async def answer_to(address: str, request: str) -> tuple[int, str]:
    """Status and text of the response to a raw request."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        name, port = address.split(":")
        reader, writer = await asyncio.open_connection(name, int(port))
        writer.write(request.encode("latin-1"))
        received = (await reader.read()).decode()
        writer.close()
    return int(received.split(" ", 2)[1]), received.partition("\r\n\r\n")[2]


def get(path: str, *headers: str) -> str:
    return "\r\n".join((f"GET {path} HTTP/1.1", *headers, "Connection: close", "", ""))


async def statuses(address: str, names: Iterable[str]) -> dict[str, int]:
    """The status of the response under each name."""
    return {name: (await answer_to(address, get("/api/me", f"Host: {name}")))[0] for name in names}


def upgrade(path: str, *headers: str) -> str:
    return "\r\n".join((f"GET {path} HTTP/1.1", *headers, UPGRADE, ""))


OWN_NAMES: Final = [
    "localhost",
    "house.localhost",
    "LOCALHOST:8000",
    "127.0.0.1",
    "192.168.1.20:8000",
    "203.0.113.5",
    "[::1]:8000",
    "[fe80::1]",
    OWN,
    f"{OWN.partition('.')[0]}.local:8000",
    f"{OWN.partition('.')[0]}.lan",
    GIVEN,
    f"{GIVEN}.:443",
    "a.party.example",
]


async def test_own_names_addresses_and_allowed_names_are_answered(host: str) -> None:
    assert await statuses(host, OWN_NAMES) == dict.fromkeys(OWN_NAMES, 200)


async def test_unknown_host_is_refused_with_the_flag_that_allows_it(host: str) -> None:
    for path in PATHS:
        status, text = await answer_to(host, get(path, f"Host: {FOREIGN}:8000"))
        assert status == 421
        assert f"--allowed-host {FOREIGN}\n" in text


SIMILAR_NAMES: Final = [
    f"{GIVEN}.{FOREIGN}",
    f"localhost.{FOREIGN}",
    f"127.0.0.1.{FOREIGN}",
    f"{OWN.partition('.')[0]}.example",
    "party.example",
    "a.b.party.example",
    "example.org",
    "2130706433",
    "0x7f.1",
]


async def test_name_that_only_resembles_an_allowed_one_is_refused(host: str) -> None:
    assert await statuses(host, SIMILAR_NAMES) == dict.fromkeys(SIMILAR_NAMES, 421)


BAD_HEADERS: Final[list[tuple[str, ...]]] = [
    (),
    ("Host:",),
    ("Host: localhost", f"Host: {FOREIGN}"),
    ("Host: localhost", "Host: localhost"),
    (f"Host: localhost, {FOREIGN}",),
    (f"Host: localhost@{FOREIGN}",),
    ("Host: localhost/x",),
    ("Host: http://localhost",),
    ("Host: local host",),
    ("Host: localhost:x",),
    ("Host: localhost:123456",),
    ("Host: localhost:1:2",),
    ("Host: [::1",),
    ("Host: [localhost]",),
    ("Host: ::1",),
    ("Host: localhost..",),
    ("Host: .",),
    ("Host: -",),
    ("Host: h\xf4te",),
    (f"Host: {'x' * 64}",),
    (f"Host: {'x.' * 1000}x",),
]


async def test_missing_repeated_or_malformed_host_is_refused(host: str) -> None:
    for headers in BAD_HEADERS:
        status, text = await answer_to(host, get("/api/me", *headers))
        assert status == 400, headers
        assert "one valid Host header" in text


async def test_http_1_0_needs_no_host(host: str) -> None:
    assert (await answer_to(host, "GET /healthz HTTP/1.0\r\n\r\n"))[0] == 200
    old = f"GET /healthz HTTP/1.0\r\nHost: {FOREIGN}\r\n\r\n"
    assert (await answer_to(host, old))[0] == 421


async def test_websocket_under_another_name_is_refused(host: str) -> None:
    for expected, *headers in (
        (421, f"Host: {FOREIGN}"),
        (421, f"Host: {FOREIGN}", f"Origin: http://{FOREIGN}"),
        (400,),
        (400, "Host: localhost", f"Host: {FOREIGN}"),
    ):
        assert (await answer_to(host, upgrade("/ws/x", *map(str, headers))))[0] == expected


async def test_websocket_under_an_allowed_name_is_opened(host: str) -> None:
    async with Caller.named(host, "Ada") as ada:
        table = await ada.open_table()
        address, port = host.split(":")
        there: dict[str, Any] = {"host": address, "port": int(port), "origin": f"http://{GIVEN}"}
        async with Caller(GIVEN, ada.http).visit(table, **there) as device:
            await device.receive("Room")


async def test_forwarded_host_does_not_replace_the_host(host: str) -> None:
    """A page of another site can send it; the proxy passes on Host."""
    forged = ("X-Forwarded-Host: localhost", "X-Forwarded-For: 203.0.113.9", "Forwarded: host=a")
    assert (await answer_to(host, get("/api/me", f"Host: {FOREIGN}", *forged)))[0] == 421


@pytest.mark.usefixtures("no_penalty")
async def test_refused_requests_count_towards_the_rate_limit(tmp_path: Path) -> None:
    async with (
        run_server(tmp_path, limit_scale=0.05) as address,
        httpx.AsyncClient(base_url=f"http://{address}") as http,
    ):
        for _ in range(10):
            await http.get("/api/me", headers={"Host": FOREIGN})
        assert (await http.get("/api/me")).status_code == 429


async def answer_through(proxies: str, given: tuple[str, ...] = ()) -> int:
    """The status of a request that a proxy on this machine forwards."""
    app = HostCheck(
        PlainTextResponse("answered"),
        AllowedHosts(given, proxies=proxies),
        RateLimits().requests,
    )
    request = get("/", f"Host: {FOREIGN}", "X-Forwarded-For: 203.0.113.9")
    async with serving(app, forwarded_allow_ips="127.0.0.1") as port:
        return (await answer_to(f"127.0.0.1:{port}", request))[0]


@pytest.mark.parametrize(
    "proxies", ["", "*", "127.0.0.1", "127.0.0.0/8", "0.0.0.0/0", "::/0", "::1", "nonsense"]
)
async def test_proxy_on_this_machine_vouches_for_no_name(proxies: str) -> None:
    """A browser on this machine has the same address, and a page in it can send any header."""
    assert await answer_through(proxies) == 421


def test_trusted_proxy_on_another_machine_vouches_for_the_name_it_forwards() -> None:
    proxy, client = "10.0.0.5", "10.0.0.6"
    for setting in (proxy, f"127.0.0.1, {proxy}", "10.0.0.4/31"):
        hosts = AllowedHosts(proxies=setting)
        assert hosts.accepts(FOREIGN, proxy)
        assert hosts.accepts(FOREIGN, f"::ffff:{proxy}"), "seen through a socket for IPv6, too"
        assert not hosts.accepts(FOREIGN, client)
        assert not hosts.accepts(FOREIGN, "")
        assert not AllowedHosts((GIVEN,), proxies=setting).accepts(FOREIGN, proxy)


async def test_connection_itself_is_compared_with_the_trusted_proxies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not the address in X-Forwarded-For, which names the client."""
    seen = list[str]()

    def accepts(self: AllowedHosts, name: str, peer: str) -> bool:
        seen.append(peer)
        return True

    monkeypatch.setattr(AllowedHosts, "accepts", accepts)
    assert await answer_through("10.0.0.5") == 200
    assert seen == ["127.0.0.1"]


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("House.Example.org.", GIVEN),
        ("*.example.org", "*.example.org"),
        ("hôtel.example", "xn--htel-vqa.example"),
        ("house", "house"),
    ],
)
def test_allowed_host_is_normalized(given: str, name: str) -> None:
    assert parse_allowed_host(given) == name


@pytest.mark.parametrize(
    "given",
    ["", "*", "*.", "a.*", "http://a", "a:8000", "a/b", "a b", "..", "a..b", "x" * 300, "[::1]"],
)
def test_allowed_host_that_is_no_name_is_refused(given: str) -> None:
    with pytest.raises(Unavailable, match="--allowed-host"):
        parse_allowed_host(given)


def test_host_name_of_any_text_is_a_name_or_nothing() -> None:
    texts: list[Any] = [chr(code) for code in range(256)]
    for text in (*texts, *(f"a{it}b" for it in texts), *(f"[{it}]" for it in texts)):
        assert host_name(text) is None or host_name(text) == host_name(text.lower())


def settings_from(*flags: str, **environ: str) -> Settings:
    parser = ArgumentParser()
    add_flags(parser, environ)
    return settings_of(parser.parse_args(flags))


def test_allowed_hosts_come_from_flags_and_the_variable() -> None:
    flags = ("--allowed-host", "a.example", "--allowed-host", "b.example")
    listed = {"CLUEHOUSE_ALLOWED_HOST": " c.example, d.example ,"}
    assert settings_from().allowed_hosts == ()
    assert settings_from(*flags).allowed_hosts == ("a.example", "b.example")
    assert settings_from(**listed).allowed_hosts == ("c.example", "d.example")
    both = settings_from(*flags, **listed).allowed_hosts
    assert sorted(both) == ["a.example", "b.example", "c.example", "d.example"]
    with pytest.raises(Unavailable, match="--allowed-host"):
        settings_from(CLUEHOUSE_ALLOWED_HOST="https://a.example")


def test_names_are_derived_from_host_certificate_and_proxies(tmp_path: Path) -> None:
    files = write_certificate(tmp_path, "house.example.org", "*.party.example")
    settings = settings_from(
        "--host", "Den.example", "--tls", *map(str, files), FORWARDED_ALLOW_IPS="10.0.0.5"
    )
    assert settings.derived_hosts == ("den.example", "house.example.org", "*.party.example")
    assert settings.proxies == "10.0.0.5"


def test_unusable_certificate_is_reported(tmp_path: Path) -> None:
    certificate, key = write_certificate(tmp_path, GIVEN)
    (tmp_path / "other").mkdir()
    other, _ = write_certificate(tmp_path / "other", GIVEN)
    for files in ((other, key), (key, key), (tmp_path / "none", key), (certificate, tmp_path)):
        with pytest.raises(Unavailable, match="cannot use the certificate"):
            settings_from("--tls", *map(str, files))
