"""Web Push notices of turns: conformance to the RFCs, and end to end to a push service."""

import asyncio
import hashlib
import json
import socket
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from cluehouse.cli import main
from cluehouse.core.errors import Unavailable
from cluehouse.server.push import delivery
from cluehouse.server.push.delivery import (
    MAX_DNS_LOOKUPS,
    DeliveryFailed,
    DeliveryTimeout,
    PushClient,
    ServiceAddress,
)
from cluehouse.server.push.encryption import (
    VapidSigner,
    bytes_of,
    encrypt_with,
    new_private_key,
    text_of,
)
from cluehouse.server.push.notifier import MAX_CONCURRENT_DELIVERIES, MAX_TIMEOUTS
from cluehouse.server.push.subscriptions import MAX_BROWSERS, SUBSCRIPTION_AGE_S
from cluehouse.server.push.vapid_keys import create_keys, signer_of
from cluehouse.server.storage.data_folder import PUSH
from tests.server.push_service import Browser, PushService
from tests.server.running_server import Caller, company, run_server

BY_DAY = {"type": "ByDay", "hours": 24}
CONTACT = "mailto:host@example.org"
FRENCH = "Le Trou de la serrure"
KEY = Browser().subscription("https://push.example/")


# --- RFC conformance --------------------------------------------------------------------------


def private_key(scalar: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(bytes_of(scalar)), ec.SECP256R1())


def test_encryption_reproduces_the_example_of_rfc_8291() -> None:
    server = private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    auth = bytes_of("BTBZMqHH6r4Tts7J_aSIgg")
    browser = Browser(private_key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), auth)
    message = b"When I grow up, I want to be a watermelon"
    salt = bytes_of("DGv6ra1nlYgDCS1FRnbzlw")
    body = encrypt_with(server, salt, message, browser.point, auth)
    assert text_of(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(body) == message


def test_vapid_signature_conforms_to_rfc_8292() -> None:
    """The claims are compared to the byte; ECDSA signatures differ every time."""
    signer = VapidSigner(new_private_key(), "mailto:push@example.com")
    header = signer.authorization("https://push.example.net", 1453523768)
    assert header.startswith(
        "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9."
        "eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpw"
        "dXNoQGV4YW1wbGUuY29tIn0."
    )
    check_signature(header)


def check_signature(header: str) -> None:
    token, key = (part.split("=", 1)[1] for part in header.removeprefix("vapid ").split(", "))
    signed, signature = token.rsplit(".", 1)
    r, s = (int.from_bytes(half) for half in (bytes_of(signature)[:32], bytes_of(signature)[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(key))
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))


# --- end to end -------------------------------------------------------------------------------


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with PushService.open() as service:
        yield service


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[str]:
    create_keys(tmp_path / PUSH, CONTACT)
    async with run_server(tmp_path, limit_scale=100, push_local=True) as address:
        yield address


async def subscribe(caller: Caller, service: PushService, **more: str) -> Browser:
    browser = Browser()
    endpoint = f"{service.origin}/for/{text_of(browser.point)[:12]}?v=2"
    await caller.post("/api/me/push", **browser.subscription(endpoint, **more))
    return browser


async def table_for_days(ada: Caller, ben: Caller, **wish: Any) -> str:
    """A game by the day: Ada has the first turn, then Ben."""
    table = await ada.open_table(seats=2, pace=BY_DAY, **wish)
    await ben.post(f"/api/tables/{table}/sit", seat=1)
    return table


def stored(data: Path) -> int:
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        (count,) = db.execute("SELECT count(*) FROM pushes").fetchone()
        return int(count)


async def wait_for_stored(data: Path, count: int) -> None:
    async with asyncio.timeout(20):
        while stored(data) != count:
            await asyncio.sleep(0.02)


async def test_absent_player_gets_a_notice_of_their_turn_and_nothing_else(
    ada: Caller, ben: Caller, service: PushService
) -> None:
    browser = await subscribe(ben, service, language="fr")
    table = await table_for_days(ada, ben)
    await ada.post(f"/api/tables/{table}/start")
    async with ada.visit(table) as device:
        update = await device.receive("Update")
        await device.play("Ask", update["seq"], whom=1)
        headers, words = await service.next(browser)
    assert words == {"type": "YourTurn", "title": "À vous", "body": FRENCH, "table": table}
    assert headers["Content-Encoding"] == "aes128gcm"
    assert table not in str(headers), "the service must not learn the table"
    assert len(headers["Topic"]) == 32
    assert headers["Topic"] != hashlib.sha256(table.encode()).hexdigest()[:32], (
        "nor which browsers are at the same table"
    )
    check_signature(headers["Authorization"])
    claims = json.loads(bytes_of(headers["Authorization"].split(".")[1]))
    assert (claims["aud"], claims["sub"]) == (service.origin, CONTACT)
    assert (await ben.get("/api/house"))["push"] in headers["Authorization"]


async def test_connected_player_gets_no_notice(
    ada: Caller, ben: Caller, service: PushService
) -> None:
    """Ben is connected, Ada is not: of their turns only hers are sent."""
    hers = await subscribe(ada, service)
    await subscribe(ben, service)
    table = await table_for_days(ada, ben, options={"deals": 1})
    async with ben.visit(table) as device:
        await ada.post(f"/api/tables/{table}/start")
        assert (await service.next(hers))[1]["table"] == table
        async with ada.visit(table) as other:
            update = await other.receive("Update")
            await other.play("Ask", update["seq"], whom=1)
            await device.receive("Update", asked=[1])
        await device.play("Ask", 1, whom=0)
        await device.receive("Update", asked=[0, 1])
        assert (await service.next(hers))[1]["table"] == table
    assert service.came.empty()


@pytest.mark.parametrize("status", [404, 410])
async def test_subscription_that_the_service_reports_gone_is_dropped(
    ada: Caller, ben: Caller, service: PushService, tmp_path: Path, status: int
) -> None:
    browser = await subscribe(ada, service)
    service.status = status
    await ada.post(f"/api/tables/{await table_for_days(ada, ben)}/start")
    await service.next(browser)
    await wait_for_stored(tmp_path, 0)


async def test_failing_push_service_delays_no_move(
    ada: Caller, ben: Caller, service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "DELIVERY_TIMEOUT_S", 0.5)
    browser = await subscribe(ben, service)
    service.silent = True
    for _ in range(2):
        table = await table_for_days(ada, ben)
        await ada.post(f"/api/tables/{table}/start")
        async with ada.visit(table) as device:
            update = await device.receive("Update")
            await device.play("Ask", update["seq"], whom=1)
            await device.receive("Update", asked=[1])
        await service.next(browser)
        service.silent, service.status = False, 302
    assert stored(tmp_path) == 1, "the subscription is kept: it may work next time"


async def test_unresponsive_services_of_one_guest_do_not_block_others(
    ada: Caller, ben: Caller, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "DELIVERY_TIMEOUT_S", 60)
    async with PushService.open() as silent:
        silent.silent = True
        await subscribe(ada, silent)
        his = await subscribe(ben, service)
        tables = [await table_for_days(ada, ben) for _ in range(MAX_CONCURRENT_DELIVERIES + 1)]
        for table in tables:
            await ada.post(f"/api/tables/{table}/start")
        async with ada.visit(tables[0]) as device:
            update = await device.receive("Update")
            await device.play("Ask", update["seq"], whom=1)
            await service.next(his)
        assert silent.came.qsize() == 1


async def test_subscription_is_dropped_after_consecutive_timeouts(
    ada: Caller, ben: Caller, service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "DELIVERY_TIMEOUT_S", 0.2)
    service.silent = True
    await subscribe(ada, service)
    for _ in range(MAX_TIMEOUTS):
        assert stored(tmp_path) == 1
        await ada.post(f"/api/tables/{await table_for_days(ada, ben)}/start")
    await wait_for_stored(tmp_path, 0)


async def test_expired_subscriptions_are_deleted(service: PushService, tmp_path: Path) -> None:
    create_keys(tmp_path / PUSH, CONTACT)
    async with company(tmp_path, "Ada", "Ben", push_local=True) as people:
        for caller in people:
            await subscribe(caller, service)
    with closing(sqlite3.connect(tmp_path / "cluehouse.db")) as db:
        (hers,) = db.execute("SELECT min(endpoint) FROM pushes").fetchone()
        db.execute(
            "UPDATE pushes SET at = at - ? WHERE endpoint = ?", (SUBSCRIPTION_AGE_S + 60, hers)
        )
        db.commit()
    async with run_server(tmp_path):
        await wait_for_stored(tmp_path, 1)


async def test_erasure_deletes_subscriptions(
    ada: Caller, ben: Caller, service: PushService, tmp_path: Path
) -> None:
    await subscribe(ada, service)
    await subscribe(ben, service)
    await ada.post("/api/me/forget")
    assert stored(tmp_path) == 1


async def test_browser_belongs_to_one_guest_and_subscriptions_per_guest_are_limited(
    ada: Caller, ben: Caller, service: PushService, tmp_path: Path
) -> None:
    shared = Browser().subscription(f"{service.origin}/shared")
    await ada.post("/api/me/push", **shared)
    await ben.post("/api/me/push", **shared)
    assert stored(tmp_path) == 1
    await ada.post("/api/me/push/drop", endpoint=shared["endpoint"])
    assert stored(tmp_path) == 1, "it belongs to Ben now"
    await ben.post("/api/me/push/drop", endpoint=shared["endpoint"])
    assert stored(tmp_path) == 0
    for _ in range(MAX_BROWSERS + 2):
        await subscribe(ada, service)
    assert stored(tmp_path) == MAX_BROWSERS


# --- SSRF protection --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://push.example:8443/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.7]/x",
        "https://[64:ff9b::a00:7]/x",
        "https://[::10.0.0.7]/x",
        "https://169.254.169.254/latest",
        "https://user@push.example/x",
        "https://push.example/x#y",
        "https://push.example/x y",
        "https://push.example/\r\nX: y",
        "https://push.example/é",
        "ftp://push.example/x",
        "https:///x",
        "https://push.example:port/x",
        "file:///etc/passwd",
        "nonsense, no address",
        "https://push.example/" + "x" * 1000,
    ],
)
async def test_endpoint_that_is_not_public_https_is_rejected(tmp_path: Path, endpoint: str) -> None:
    create_keys(tmp_path / PUSH, CONTACT)
    async with run_server(tmp_path) as host, Caller.named(host, "Eve") as eve:
        refused = await eve.refused("/api/me/push", **(KEY | {"endpoint": endpoint}))
        assert refused == (400, "HOUSE-BAD-REQUEST")
    assert stored(tmp_path) == 0


async def test_name_that_resolves_to_the_local_network_is_not_contacted(
    service: PushService,
) -> None:
    """The address is checked when the name is resolved for a delivery."""
    port = int(service.origin.rpartition(":")[2])
    local_service = ServiceAddress("localhost", port, "/", tls=False)
    with closing(PushClient(local=False)) as client, pytest.raises(DeliveryFailed):
        await client.post(local_service, {}, b"")
    assert service.came.empty()
    with closing(PushClient(local=True)) as client:
        assert await client.post(local_service, {}, b"") == 201


async def test_overlong_status_line_fails_the_delivery(service: PushService) -> None:
    service.status = int("2" * 2000)
    with closing(PushClient(local=True)) as client, pytest.raises(DeliveryFailed, match="Limit"):
        await client.post(ServiceAddress.at(service.origin, local=True), {}, b"")


async def test_concurrent_dns_lookups_are_limited(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    answered = threading.Event()
    request.addfinalizer(answered.set)

    def look_up(*_: object, **__: object) -> list[object]:
        answered.wait()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(delivery, "DELIVERY_TIMEOUT_S", 0.05)
    with closing(PushClient(local=True)) as client:
        service = ServiceAddress.at("https://push.example/x", local=True)
        for _ in range(MAX_DNS_LOOKUPS):
            with pytest.raises(DeliveryTimeout):
                await client.post(service, {}, b"")
        with pytest.raises(DeliveryFailed, match="too many DNS lookups"):
            await client.post(service, {}, b"")


@pytest.mark.parametrize(
    "wrong",
    [
        {"p256dh": "AAAA"},
        {"p256dh": text_of(b"\4" + bytes(64))},
        {"p256dh": "!"},
        {"auth": "AAAA"},
        {"auth": "A"},
        {"language": "de"},
        {"guest": "ada"},
    ],
)
async def test_invalid_subscription_keys_are_rejected(ada: Caller, wrong: dict[str, str]) -> None:
    refused = await ada.refused("/api/me/push", **(KEY | wrong))
    assert refused == (400, "HOUSE-BAD-REQUEST")


# --- the operator -----------------------------------------------------------------------------


async def test_server_without_a_key_offers_no_push(tmp_path: Path) -> None:
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        assert (await ada.get("/api/house"))["push"] == ""
        assert await ada.refused("/api/me/push", **KEY) == (404, "HOUSE-NO-PUSH")


def test_push_keys_command_creates_a_private_file_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cluehouse.db").touch()
    arguments = ["--data", str(tmp_path)]
    assert main(["push-keys", "host@example.org", *arguments]) == 1
    assert main(["push-keys", CONTACT, *arguments]) == 0
    file = tmp_path / PUSH
    made = file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    assert main(["push-keys", CONTACT, *arguments]) == 1
    assert file.read_bytes() == made
    assert "exists already" in capsys.readouterr().err
    signer = signer_of(file)
    assert signer is not None
    assert len(bytes_of(signer.public_key)) == 65


@pytest.mark.parametrize(
    "damage",
    ["", "{}", '{"private_key": "", "contact": "x"}', '{"private_key": "!", "contact": ""}'],
)
def test_damaged_key_file_stops_the_server_from_starting(tmp_path: Path, damage: str) -> None:
    (tmp_path / PUSH).write_text(damage)
    with pytest.raises(Unavailable, match=r"push.json is damaged"):
        signer_of(tmp_path / PUSH)
