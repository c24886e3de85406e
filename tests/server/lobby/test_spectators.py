"""Spectators over HTTP and WebSocket: delayed or excluded ones learn nothing early by any way."""

import asyncio
import time
from typing import Any

from starlette.requests import HTTPConnection

from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Seat, Seq
from cluehouse.games import find
from cluehouse.games.keyhole.moves import Ask
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.lobby.tables import Tables
from cluehouse.server.ws.subscription import Subscription
from cluehouse.table.book.book import Person, SatDown, StoodUp
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from tests.server.running_server import Caller, Device, play_to_the_end, room_while_running
from tests.table.fakes import HeldLog, Mailbox, ScriptedWorkers, allow, started_table

DELAY = 1
HELLO = {"type": "Text", "text": "Hello!"}


async def table_of_two(ada: Caller, **wish: Any) -> str:
    """A table where Ada plays both seats."""
    table = await ada.open_table(seats=2, options={"deals": 1}, **wish)
    await ada.post(f"/api/tables/{table}/sit", seat=1, companion="Blaise")
    await ada.post(f"/api/tables/{table}/start")
    return table


async def received_seqs(device: Device) -> list[int]:
    """Sequence numbers of all updates received before the answer to a request sent now."""
    await device.say("Undo")
    await device.receive("Refused")
    return [message["seq"] for message in device.heard if message["type"] == "Update"]


async def test_delayed_spectators_get_updates_late_also_after_reconnecting(
    ada: Caller, eve: Caller
) -> None:
    table = await table_of_two(ada, rail={"delay": DELAY})
    async with ada.visit(table) as hers, eve.visit(table) as watching:
        assert (await watching.receive("Room"))["rail"]["delay"] == DELAY
        assert await received_seqs(watching) == []
        await watching.receive("Update", seq=0)
        made = time.monotonic()
        await hers.play("Ask", 0, whom=1)
        await hers.receive("Update", seq=1)
        for since in (-1, 0, 1, 99):
            async with eve.visit(table, since=since) as again:
                assert 1 not in await received_seqs(again)
        update = await watching.receive("Update", seq=1)
        assert time.monotonic() - made >= DELAY
        assert update["sights"][0]["type"] == "SomeCardShown"
        assert (update["asked"], update["moves"]) == ([1], [])


class TablesOf(Tables):
    """Tables of a registry, without the other services."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry


async def test_player_who_loses_the_seat_while_reconnecting_gets_no_update_of_that_seat() -> None:
    log, id = HeldLog(), TableId("table")
    registry = TableRegistry(find, log, log, ScriptedWorkers(0.0))
    table, guest, mailbox = await started_table(registry), Guest("blaise", "Blaise"), Mailbox()
    await table.book.write(SatDown(Seat(1), Person("Blaise", "blaise")))
    device = HTTPConnection({"type": "websocket", "query_string": b""})
    place = Subscription(device, TablesOf(registry), id, table.book, guest, mailbox)
    async with log.reading:
        coming = asyncio.create_task(place.open(BEFORE_THE_DEAL))
        await asyncio.sleep(0.01)
        await table.book.write(StoodUp(Seat(1)))
        assert place.is_outdated
        watching = asyncio.create_task(place.open(place.close()))
    await asyncio.gather(coming, watching)
    await table.play(Seat(0), Ask(Seat(1)), table.seq, allow)
    rail = Mailbox()
    await table.attach(RAIL, rail, Seq(0))
    assert [update.seq for update in mailbox.updates] == [0, 1], "the public view alone"
    assert mailbox.raw[1:] == rail.raw
    assert place.close() == 1


async def test_chat_is_delayed_like_the_game(ada: Caller, eve: Caller) -> None:
    table = await table_of_two(ada, rail={"delay": DELAY})
    async with ada.visit(table) as hers, eve.visit(table) as watching:
        said = time.time()
        await hers.say("Say", words=HELLO)
        await hers.receive("Talk")
        async with eve.visit(table) as again:
            await received_seqs(again)
            assert all(message["type"] != "Talk" for message in again.heard)
        assert (await watching.receive("Talk"))["lines"][0]["words"] == HELLO
        assert time.time() - said >= DELAY


async def test_delayed_spectators_get_no_clocks_and_no_room_when_clocks_change(
    ada: Caller, eve: Caller
) -> None:
    pace = {"type": "Live", "bank": 600, "increment": 5}
    table = await table_of_two(ada, rail={"delay": 300}, pace=pace)
    async with ada.visit(table) as hers, eve.visit(table) as watching:
        await room_while_running(hers, 0)
        await received_seqs(watching)
        known = len(watching.heard)
        await hers.play("Ask", 0, whom=1)
        await room_while_running(hers, 1)
        await received_seqs(watching)
        received = [message["type"] for message in watching.heard[known:]]
        assert received == ["Refused"], "a room message would leak by its timing"
        assert all(
            chair["clock"] is None
            for message in watching.heard
            if message["type"] == "Room"
            for chair in message["chairs"]
        )
    room = await eve.get(f"/api/tables/{table}")
    assert [chair["clock"] for chair in room["chairs"]] == [None, None]


async def test_delayed_spectators_get_a_sound_only_after_its_update(
    ada: Caller, eve: Caller
) -> None:
    table = await ada.open_table(game="arosa", seats=2, rail={"delay": DELAY})
    path = f"/api/tables/{table}"
    await ada.post(f"{path}/sit", seat=1, companion="Blaise")
    await ada.post(f"{path}/start")
    async with ada.visit(table) as hers, eve.visit(table) as watching:
        update = await hers.receive("Update")
        seat = update["asked"][0]
        async with ada.visit(table, seat=seat) as device:
            await device.receive("Update")
            await device.play("Drop", 0, colour="red")
            await device.receive("Update", seq=1)
        assert (await ada.http.get(f"{path}/blobs/fall-1")).status_code == 200
        assert (await eve.http.get(f"{path}/blobs/fall-1")).status_code >= 400
        await watching.receive("Update", seq=1)
        assert (await eve.http.get(f"{path}/blobs/fall-1")).status_code == 200


async def test_delayed_spectators_get_outcome_and_record_late(ada: Caller, eve: Caller) -> None:
    table = await ada.open_table(seats=2, options={"deals": 1}, rail={"delay": DELAY})
    path = f"/api/tables/{table}"
    await ada.post(f"{path}/start", fill="novice")
    async with eve.visit(table) as watching, ada.visit(table) as hers:
        await play_to_the_end(hers)
        assert (await ada.http.get(f"{path}/record")).status_code == 200
        assert (await eve.http.get(f"{path}/record")).status_code == 409
        while not (await watching.receive("Update"))["outcome"]:
            pass
        assert (await eve.http.get(f"{path}/record")).status_code == 200


async def test_guests_who_may_not_watch_get_the_room_and_nothing_else(
    ada: Caller, eve: Caller
) -> None:
    table = await table_of_two(ada, rail={"open": False})
    path = f"/api/tables/{table}"
    async with ada.visit(table) as hers, eve.visit(table) as watching:
        assert (await watching.receive("Room"))["rail"]["open"] is False
        await hers.say("Say", words=HELLO)
        await hers.receive("Talk")
        await hers.play("Ask", 0, whom=1)
        await hers.receive("Update", seq=1)
        assert await received_seqs(watching) == []
        assert {message["type"] for message in watching.heard} == {"Welcome", "Room", "Refused"}
        for what in ("blobs/fall-1", "record"):
            answer = await eve.http.get(f"{path}/{what}")
            assert (answer.status_code, answer.json()["id"]) == (403, "HOUSE-RAIL-SHUT")
        await ada.post(f"{path}/rail")
        assert (await watching.receive("Talk"))["lines"][0]["words"] == HELLO
        assert (await watching.receive("Update"))["seq"] == 1


async def test_shared_screen_gets_the_public_view_without_delay(ada: Caller, eve: Caller) -> None:
    table = await table_of_two(ada, rail={"open": False})
    async with ada.visit(table, screen=1) as screen, eve.visit(table, screen=1) as fake:
        assert (await screen.receive("Room", screen=True))["you"] is None
        update = await screen.receive("Update")
        assert (update["view"]["type"], update["moves"]) == ("RailView", [])
        room = await eve.get(f"/api/tables/{table}")
        assert (room["screen"], room["watching"]) == (True, 1)
        assert [chair["here"] for chair in room["chairs"]] == [False, False]
        await screen.play("Ask", 0, whom=1)
        assert (await screen.receive("Refused"))["id"] == "HOUSE-NOT-SEATED"
        assert await received_seqs(fake) == []
    assert not (await eve.get(f"/api/tables/{table}"))["screen"]


async def test_host_without_a_seat_gets_updates_until_hosting_is_handed_over(
    ada: Caller, eve: Caller
) -> None:
    table = await ada.open_table(seats=2, options={"deals": 1}, rail={"open": False})
    path = f"/api/tables/{table}"
    await eve.post(f"{path}/sit", seat=1)
    await ada.post(f"{path}/leave")
    await ada.post(f"{path}/start", fill="novice")
    async with ada.visit(table, screen=1) as screen, eve.visit(table) as hers:
        await screen.receive("Update", asked=[1])
        await ada.post(f"{path}/host", seat=1)
        await screen.receive("Room", hosting=False)
        seen = len(await received_seqs(screen))
        await hers.play("Ask", 1, whom=0)
        await hers.receive("Update", seq=2)
        assert len(await received_seqs(screen)) == seen


async def test_only_the_host_sets_spectator_rules_within_limits(ada: Caller, eve: Caller) -> None:
    path = f"/api/tables/{await ada.open_table(seats=2)}/rail"
    assert await eve.refused(path, open=False) == (403, "HOUSE-NOT-HOST")
    for wrong in ({"delay": 301}, {"delay": -1}, {"delay": 0.5}, {"open": 1}, {"secret": True}):
        assert await ada.refused(path, **wrong) == (400, "HOUSE-BAD-REQUEST")
    room = await ada.post(path, open=True, delay=300, speaks=True)
    assert room["rail"] == {"open": True, "delay": 300, "speaks": True}


async def test_spectators_are_counted_by_guest_not_by_device(ada: Caller, eve: Caller) -> None:
    table = await table_of_two(ada)
    async with ada.visit(table) as hers, eve.visit(table), eve.visit(table):
        assert (await hers.receive("Room", watching=1))["watchers"][0]["name"] == "Eve"
    async with asyncio.timeout(20):
        while (await ada.get(f"/api/tables/{table}"))["watching"]:
            pass
