"""Bad input gets a typed refusal or close code, and disturbs no other client."""

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from itsdangerous import URLSafeTimedSerializer
from websockets.exceptions import ConnectionClosed

from cluehouse.server.http.endpoint import MAX_BODY_BYTES
from cluehouse.server.wire.close_codes import NO_TABLE, TOO_FAST, TOO_WRONG, WRONG_ORIGIN
from cluehouse.server.ws.session import MAX_BAD_FRAMES
from cluehouse.table.book.book import TableBook
from tests.server.running_server import Caller, Device, run_server


@pytest.fixture
async def hurried(tmp_path: Path, no_penalty: None) -> AsyncIterator[Caller]:
    """Ada, on a server where a dozen requests at once are too fast, however slow the machine."""
    async with run_server(tmp_path, limit_scale=0.1) as strict, Caller.named(strict, "Ada") as ada:
        yield ada


@pytest.fixture
async def device(ada: Caller) -> AsyncIterator[Device]:
    """Ada's, at a table of two where it is her turn."""
    table = await started(ada)
    async with ada.visit(table) as device:
        await device.receive("Update", asked=[0])
        yield device


async def started(caller: Caller) -> str:
    table = await caller.open_table(seats=2)
    await caller.post(f"/api/tables/{table}/start", fill="novice")
    return table


async def still_playable(device: Device) -> None:
    await device.play("Ask", 0, whom=1)
    assert (await device.receive("Update"))["seq"] == 1


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"Play"}',
        '{"type":"Fly","seen":0}',
        '{"type":"Undo","now":true}',
        '{"type":"Play","move":{"type":"Ask","whom":1},"seen":"0"}',
        '{"type":"Play","move":{"type":"Ask","whom":1},"seen":0,"seat":1}',
        '{"type":"Mark","cell":"","mark":"x"}',
        '{"type":"Mark","cell":"twin","mark":"' + "x" * 17 + '"}',
        "[" * 5000,
        '{"type":"Play","seen":0,"move":' + "[" * 7000,
    ],
)
async def test_undecodable_frame_is_refused(device: Device, frame: str) -> None:
    await device.socket.send(frame)
    assert (await device.receive("Refused"))["id"] == "HOUSE-BAD-REQUEST"
    await still_playable(device)


@pytest.mark.parametrize(
    ("move", "seen", "id"),
    [
        ({"type": "Ask", "whom": 0}, 0, "KEY-3"),
        ({"type": "Accuse", "card": "twin"}, 0, "KEY-6"),
        ({"type": "Ask", "whom": 99}, 0, "HOUSE-MALFORMED"),
        ({"type": "Ask", "whom": 1, "card": "twin"}, 0, "HOUSE-MALFORMED"),
        ({"type": "Accuse", "card": "gardener"}, 0, "HOUSE-MALFORMED"),
        ({"whom": 1}, 0, "HOUSE-MALFORMED"),
        ({"type": "Ask", "whom": 1}, -1, "HOUSE-STALE"),
        ({"type": "Ask", "whom": 1}, 7, "HOUSE-STALE"),
    ],
)
async def test_illegal_move_is_refused_by_id(
    device: Device, move: dict[str, Any], seen: int, id: str
) -> None:
    await device.say("Play", move=move, seen=seen)
    assert (await device.receive("Refused"))["id"] == id
    await still_playable(device)


async def test_repeated_frame_is_stale(device: Device) -> None:
    for _ in range(2):
        await device.play("Ask", 0, whom=1)
    assert (await device.receive("Refused"))["id"] == "HOUSE-STALE"


async def test_client_sending_bad_frames_is_closed(device: Device) -> None:
    for _ in range(MAX_BAD_FRAMES + 1):
        await device.socket.send("nonsense")
    assert await device.closed() == TOO_WRONG


async def test_oversized_frame_closes_the_socket(device: Device) -> None:
    await device.socket.send("x" * 20_000)
    assert await device.closed() == 1009


async def test_binary_frame_is_refused(device: Device) -> None:
    await device.socket.send(b"\x00\x01")
    assert (await device.receive("Refused"))["id"] == "HOUSE-BAD-REQUEST"


async def test_unknown_table_closes_the_socket(ada: Caller) -> None:
    async with ada.visit("nowhere") as device:
        assert await device.closed() == NO_TABLE


async def test_socket_from_another_origin_is_closed(ada: Caller) -> None:
    async with ada.visit(await started(ada), origin="http://elsewhere.example") as device:
        assert await device.closed() == WRONG_ORIGIN


async def test_burst_of_five_thousand_moves_closes_only_its_own_socket(ada: Caller) -> None:
    fast, calm = await started(ada), await started(ada)
    async with ada.visit(fast) as flooding, ada.visit(calm) as device:
        await device.receive("Update", asked=[0])

        async def flood() -> None:
            for _ in range(5000):
                await flooding.play("Ask", 0, whom=1)

        flooded = asyncio.gather(flood(), return_exceptions=True)
        await still_playable(device)
        assert await flooding.closed() == TOO_FAST
        await flooded
    async with ada.visit(fast) as device:
        assert (await device.receive("Update"))["seq"] >= 1, "the seat is kept"


async def test_client_that_stops_reading_is_closed_and_others_are_not_slowed(
    tmp_path: Path,
) -> None:
    async with run_server(tmp_path, limit_scale=1000) as host, Caller.named(host, "Ada") as ada:
        table = await started(ada)
        deaf_client = ada.visit(table, sock=small_socket(host), close_timeout=0.1)
        async with ada.visit(table) as writing, deaf_client as deaf:
            await writing.receive("Update", asked=[0])
            await deaf.receive("Update")
            await mark(writing)
            writing.heard.clear()  # the rooms that told of the two arrivals
            deaf.socket.transport.pause_reading()
            await fill_a_notebook(writing)
            while not any(message["type"] == "Room" for message in writing.heard):
                await mark(writing)
                await asyncio.sleep(0.01)  # a seat has 2000 marks, and closing takes a second
            await still_playable(writing)


def small_socket(host: str) -> socket.socket:
    """Connected, with a receive buffer that stays small: the kernel would let it grow until it
    holds more than all marks that a seat may make."""
    address, port = host.split(":")
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect((address, int(port)))
    return small


async def mark(device: Device) -> None:
    await device.say("Mark", cell="twin", mark="no")
    await device.receive("Marks")


async def fill_a_notebook(device: Device) -> None:
    """Fill the notebook until every change is a long message."""
    for number in range(300):
        await device.say("Mark", cell=f"{number:064}", mark="no")
    while len((await device.receive("Marks"))["marks"]) < 300:
        pass


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"name":1}',
        b'{"name":"A","admin":true}',
        b'{"name":"\xff"}',
        b"[" * 9000,
    ],
)
async def test_undecodable_body_is_refused(ada: Caller, body: bytes) -> None:
    answer = await ada.http.post("/api/me", content=body)
    assert (answer.status_code, answer.json()["id"]) == (400, "HOUSE-BAD-REQUEST")
    assert (await ada.get("/api/me"))["name"] == "Ada"


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "x" * 10_000, "a\u0000b", "\u202eadA"])
async def test_invisible_or_missing_name_is_refused(ada: Caller, name: str) -> None:
    assert await ada.refused("/api/me", name=name) == (400, "HOUSE-BAD-REQUEST")


async def test_markup_in_a_name_is_kept_as_text(ada: Caller) -> None:
    name = "<script>alert(1)</script>"
    assert (await ada.post("/api/me", name=name))["name"] == name
    room = await ada.get(f"/api/tables/{await ada.open_table()}")
    assert room["chairs"][0]["name"] == name, "told as text; the page never takes it for markup"


async def test_oversized_body_is_not_read_to_its_end(ada: Caller) -> None:
    answer = await ada.http.post("/api/me", content=b" " * (MAX_BODY_BYTES + 1))
    assert (answer.status_code, answer.json()["id"]) == (413, "HOUSE-TOO-BIG")


async def test_request_from_another_origin_is_refused(ada: Caller) -> None:
    answer = await ada.http.post(
        "/api/me", json={"name": "Eve"}, headers={"Origin": "http://elsewhere.example"}
    )
    assert (answer.status_code, answer.json()["id"]) == (403, "HOUSE-ORIGIN")


async def test_requests_over_the_rate_limit_are_refused(hurried: Caller) -> None:
    answers = await asyncio.gather(*(hurried.http.get("/api/me") for _ in range(60)))
    refused = [answer for answer in answers if answer.status_code != 200]
    assert refused
    assert {(answer.status_code, answer.json()["id"]) for answer in refused} == {
        (429, "HOUSE-TOO-FAST")
    }


@pytest.mark.usefixtures("no_penalty")
async def test_guessing_codes_is_rate_limited(ada: Caller) -> None:
    answers = [await ada.refused("/api/resume", code=f"AAAA{n:04}") for n in range(12)]
    assert answers[0] == (404, "HOUSE-BAD-CODE")
    assert answers[-1] == (429, "HOUSE-TOO-FAST")


async def test_forged_cookie_gives_no_identity(ada: Caller, host: str) -> None:
    table = await started(ada)
    ((name, mine),) = ada.http.cookies.items()
    forged = URLSafeTimedSerializer(b"not the secret", salt="cookie").dumps(["ada", "Ada"])
    edited = f"{mine[:-2]}{'A' if mine[-2] != 'A' else 'B'}{mine[-1]}"  # the last has spare bits
    for cookie in (forged, edited, "x", ""):
        async with httpx.AsyncClient(base_url=f"http://{host}") as http:
            http.cookies.set(name, str(cookie), domain="127.0.0.1", path="/")
            eve = Caller(host, http)
            assert (await eve.get(f"/api/tables/{table}"))["you"] is None
            async with eve.visit(table) as device:
                update = await device.receive("Update")
                assert update["view"]["type"] == "RailView"
                await device.play("Ask", 0, whom=1)
                assert (await device.receive("Refused"))["id"] == "HOUSE-NOT-SEATED"


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "poker", "seats": 3},
        {"game": "keyhole", "seats": 9},
        {"game": "keyhole", "seats": 3, "options": {"deals": 4}},
        {"game": "keyhole", "seats": 3, "options": {"jokers": 1}},
        {"game": "keyhole", "seats": 3, "help": "everything"},
    ],
)
async def test_table_with_impossible_settings_is_refused(ada: Caller, wish: dict[str, Any]) -> None:
    assert await ada.refused("/api/tables", **wish) == (400, "HOUSE-BAD-REQUEST")


async def test_deeply_nested_options_are_refused(ada: Caller) -> None:
    body = b'{"game":"keyhole","seats":3,"options":{"deals":' + b"[" * 9000
    answer = await ada.http.post("/api/tables", content=body)
    assert (answer.status_code, answer.json()["id"]) == (400, "HOUSE-BAD-REQUEST")


async def test_sockets_opened_over_the_rate_limit_are_closed(hurried: Caller) -> None:
    table = await started(hurried)
    codes = []
    for _ in range(60):
        async with hurried.visit(table) as device:
            try:
                await device.receive("Welcome")
            except ConnectionClosed:
                codes.append(device.socket.close_code)
                break
    assert codes == [TOO_FAST]


async def test_unknown_table_is_not_found(ada: Caller) -> None:
    answer = await ada.http.get("/api/tables/nowhere")
    assert (answer.status_code, answer.json()["id"]) == (404, "HOUSE-NO-TABLE")
    assert await ada.refused("/api/tables/nowhere/start") == (404, "HOUSE-NO-TABLE")


@pytest.mark.parametrize("id", ["a%00b", "x" * 2000, "caf%C3%A9", "a%20b"])
async def test_impossible_table_id_never_reaches_the_database(
    ada: Caller, id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open(*_looked_for: object) -> None:
        raise AssertionError

    monkeypatch.setattr(TableBook, "open", open)
    answer = await ada.http.get(f"/api/tables/{id}")
    assert (answer.status_code, answer.json()["id"]) == (404, "HOUSE-NO-TABLE")
    async with ada.visit(id) as device:
        assert await device.closed() == NO_TABLE


async def test_nul_character_is_refused(ada: Caller) -> None:
    table = await ada.open_table()
    report = await ada.refused(f"/api/tables/{table}/report", who="x", words="a\0b")
    drop = await ada.refused("/api/me/push/drop", endpoint="https://push.example/\0")
    assert report == drop == (400, "HOUSE-BAD-REQUEST")


async def test_guest_without_a_name_cannot_open_a_table(host: str) -> None:
    async with httpx.AsyncClient(base_url=f"http://{host}") as http:
        caller = Caller(host, http)
        wish = {"game": "keyhole", "seats": 3}
        assert await caller.refused("/api/tables", **wish) == (400, "HOUSE-BAD-REQUEST")
