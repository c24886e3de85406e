"""Chat at a table: who may talk, who receives it, who is removed."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cluehouse.core.ids import Seat, Seq
from cluehouse.server.storage.data_folder import WORDS
from cluehouse.server.wire.chat import Talk
from cluehouse.server.ws import chat
from cluehouse.server.ws.chat import ChatFeed
from cluehouse.server.ws.subscription import Subscription
from cluehouse.table.book.book import TableBook
from cluehouse.table.book.chat import CHAT_HISTORY_LINES, MAX_SPECTATOR_DELAY_S, Said, Text
from cluehouse.table.ports import TableId
from tests.rules import rule
from tests.server.running_server import Caller, Device, run_server
from tests.table.fakes import MemoryLog

HELLO = {"type": "Text", "text": "Hello!"}
SEEN = {"type": "Phrase", "id": "suspicious"}


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[str]:
    (tmp_path / WORDS).write_text("*knave*\n")
    async with run_server(tmp_path) as address:
        yield address


def text(words: str) -> dict[str, str]:
    return {"type": "Text", "text": words}


async def refusal_of(device: Device, words: dict[str, str]) -> str:
    await device.say("Say", words=words)
    return str((await device.receive("Refused"))["id"])


async def line(device: Device) -> dict[str, Any]:
    (spoken,) = (await device.receive("Talk"))["lines"]
    return dict(spoken)


async def test_chat_line_reaches_all_clients_and_is_kept(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table(seats=2)
    async with ada.visit(table) as hers, blaise.visit(table) as his:
        await hers.say("Say", words=text("  Hello,\n you  <b>two</b> 👩‍🚒 "))
        heard = await line(hers)
        assert heard == await line(his)
        assert heard["words"]["text"] == "Hello, you <b>two</b> 👩‍🚒"
        assert (heard["number"], heard["seat"], heard["name"]) == (0, 0, "Ada")
        await hers.say("Say", words=SEEN)
        assert (await line(his))["words"] == SEEN
    async with blaise.visit(table) as later:
        chat = await later.receive("Talk")
        assert [spoken["number"] for spoken in chat["lines"]] == [0, 1]


async def test_chat_does_not_reveal_guest_ids(ada: Caller, blaise: Caller) -> None:
    tables = [await ada.open_table(seats=2) for _ in range(2)]
    names = set()
    for table in tables:
        async with ada.visit(table) as device:
            await device.say("Say", words=HELLO)
            room, spoken = await device.receive("Room"), await line(device)
            assert room["chairs"][0]["who"] == spoken["who"]
            names.add(spoken["who"])
    assert len(names) == 2, "the same guest is somebody else at another table"


@pytest.mark.parametrize(
    "words",
    [text(""), text(" \n "), text("a" * 301), text("a\u202eb"), text("\x07"), text("\u200d")],
    ids=["empty", "blank", "long", "turning", "bell", "unseen"],
)
async def test_invisible_chat_text_is_refused(ada: Caller, words: dict[str, str]) -> None:
    async with ada.visit(await ada.open_table()) as device:
        assert await refusal_of(device, words) == "HOUSE-BAD-REQUEST"


@pytest.mark.parametrize("words", [{"type": "Phrase", "id": "none"}, {"type": "Shout"}, "hi", None])
async def test_malformed_chat_frame_is_refused(ada: Caller, words: Any) -> None:
    async with ada.visit(await ada.open_table()) as device:
        assert await refusal_of(device, words) == "HOUSE-BAD-REQUEST"


async def test_filtered_word_is_refused(ada: Caller) -> None:
    async with ada.visit(await ada.open_table()) as device:
        assert await refusal_of(device, text("You kn@ve!")) == "HOUSE-WORD"


async def test_chat_over_the_rate_limit_is_refused_and_the_connection_stays(ada: Caller) -> None:
    async with ada.visit(await ada.open_table()) as device:
        for _ in range(12):
            await device.say("Say", words=HELLO)
        assert (await device.receive("Refused"))["id"] == "HOUSE-TOO-FAST"
        await device.say("Mark", cell="a", mark="b")
        assert (await device.receive("Refused"))["id"] in ("HOUSE-TOO-FAST", "HOUSE-NOT-STARTED")


async def test_spectators_talk_only_if_the_host_allows_it(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table(seats=2)
    async with blaise.visit(table) as device:
        assert not (await device.receive("Room"))["voice"]
        assert await refusal_of(device, HELLO) == "HOUSE-NO-VOICE"
        await ada.post(f"/api/tables/{table}/rail", speaks=True)
        await device.receive("Room", voice=True)
        await device.say("Say", words=HELLO)
        spoken = await line(device)
        assert (spoken["seat"], spoken["name"]) == (None, "Blaise")
        await ada.post(f"/api/tables/{table}/rail", speaks=True, delay=5)
        assert not (await device.receive("Room", voice=False))["hosting"]
        assert await refusal_of(device, HELLO) == "HOUSE-NO-VOICE"


async def test_spectator_without_a_name_cannot_talk(host: str, ada: Caller) -> None:
    table = await ada.open_table()
    await ada.post(f"/api/tables/{table}/rail", speaks=True)
    async with Caller.nameless(host) as stranger, stranger.visit(table) as device:
        assert await refusal_of(device, HELLO) == "HOUSE-BAD-REQUEST"


async def test_companion_talks_under_the_name_of_the_shown_seat(ada: Caller) -> None:
    table = await ada.open_table(seats=2)
    await ada.post(f"/api/tables/{table}/sit", seat=1, companion="Blaise")
    async with ada.visit(table, seat=1) as device:
        await device.say("Say", words=HELLO)
        spoken = await line(device)
        assert (spoken["seat"], spoken["name"]) == (1, "Blaise")


@rule("CD-DEC-7")
async def test_rule_of_the_game_hushes_chat_from_the_cards_to_the_first_testimony(
    ada: Caller, blaise: Caller
) -> None:
    table = await ada.open_table(game="cinq_dernieres_minutes", seats=4)
    for seat, name in ((1, "Bo"), (2, "Cy"), (3, "Di")):
        await ada.post(f"/api/tables/{table}/sit", seat=seat, companion=name)
    await ada.post(f"/api/tables/{table}/rail", speaks=True)
    async with ada.visit(table) as device, blaise.visit(table) as watching:
        await device.say("Say", words=HELLO)
        assert (await device.receive("Talk"))["hushed"] is False
        await ada.post(f"/api/tables/{table}/start")
        update = await device.receive("Update")
        for each in (device, watching):
            await each.receive("Talk", hushed=True)
            assert await refusal_of(each, HELLO) == "HOUSE-HUSHED"
        while not update["view"]["open"]["said"]:
            update = await all_seats_move(ada, table, update)
        assert (await watching.receive("Talk", hushed=False))["lines"] == []
        await device.receive("Talk", hushed=False)
        await device.say("Say", words=HELLO)
        assert (await line(device))["words"] == HELLO


async def all_seats_move(ada: Caller, table: str, update: dict[str, Any]) -> dict[str, Any]:
    """Play the first offered move for the first seat asked."""
    async with ada.visit(table, seat=update["asked"][0]) as device:
        mine = await device.receive("Update")
        offer = mine["moves"][0]
        if offer["type"] == "Product":
            fields = {name: values[0] for name, values in offer["fields"].items()}
        else:
            fields = dict(zip(offer["fields"], offer["rows"][0], strict=True))
        await device.play(offer["kind"], mine["seq"], **fields)
        return await device.receive("Update")


async def test_host_removes_a_spectator(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table(seats=2)
    path = f"/api/tables/{table}"
    async with blaise.visit(table) as device, ada.visit(table) as hers:
        room = await hers.receive("Room", watching=1)
        ((who, name),) = [(it["who"], it["name"]) for it in room["watchers"]]
        assert name == "Blaise"
        assert (await device.receive("Room"))["watchers"] == [], "for the host alone"
        assert await blaise.refused(f"{path}/remove", who=who) == (403, "HOUSE-NOT-HOST")
        await ada.post(f"{path}/remove", who=who)
        assert await device.closed() == 4005
        assert (await hers.receive("Room", watching=0))["watchers"] == []
    async with blaise.visit(table) as again:
        assert await again.closed() == 4005
    assert again.heard == []
    assert await blaise.refused(f"{path}/sit", seat=1) == (403, "HOUSE-REMOVED")
    assert (await blaise.http.get(path)).json()["id"] == "HOUSE-REMOVED"


async def test_removed_guest_can_be_readmitted(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table(seats=2)
    path = f"/api/tables/{table}"
    who = (await blaise.post(f"{path}/sit", seat=1))["chairs"][1]["who"]
    room = await ada.post(f"{path}/remove", who=who)
    assert room["removed"] == [{"who": who, "name": "Blaise"}]
    async with Caller.named(ada.host, "Eve") as eve:
        assert (await eve.get(path))["removed"] == [], "for the host alone"
        assert await eve.refused(f"{path}/readmit", who=who) == (403, "HOUSE-NOT-HOST")
    assert await blaise.refused(f"{path}/readmit", who=who) == (403, "HOUSE-REMOVED")
    assert (await ada.post(f"{path}/readmit", who=who))["removed"] == []
    assert (await blaise.post(f"{path}/sit", seat=1))["you"] == 1
    for nobody in (who, "nobody"):
        refused = await ada.refused(f"{path}/readmit", who=nobody)
        assert refused == (400, "HOUSE-BAD-REQUEST")


async def test_delayed_spectators_receive_every_line() -> None:
    """More lines than a new client gets, all within the delay."""
    book, heard, now = TableBook(MemoryLog(), TableId("table")), list[int](), time.time()
    lags = iter([300, 0])

    def hear(told: Talk) -> None:
        heard.extend(line.number for line in told.lines)

    for number in range(3 * CHAT_HISTORY_LINES):
        await book.write(Said(Seat(0), "Ada", "ada", now + number / 1000, Text("again")))
    late = ChatFeed(TableId("table"), book, hear, lambda: next(lags))
    late.refresh()
    assert heard == []
    late.refresh()
    late.close()
    assert heard == list(range(3 * CHAT_HISTORY_LINES))
    heard.clear()
    ChatFeed(TableId("table"), book, hear, lambda: 0).refresh()
    assert heard == list(range(2 * CHAT_HISTORY_LINES, 3 * CHAT_HISTORY_LINES)), (
        "a client that connects later"
    )


async def test_lines_in_memory_are_bounded_by_the_longest_delay() -> None:
    book = TableBook(MemoryLog(), TableId("table"))
    for number in range(3 * CHAT_HISTORY_LINES):
        at = number * (MAX_SPECTATOR_DELAY_S + 1)
        await book.write(Said(Seat(0), "Ada", "ada", at, Text("again")))
    assert len(book.chat.lines) == CHAT_HISTORY_LINES


async def test_guest_removed_while_connecting_is_closed(
    ada: Caller, blaise: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, shown_out = asyncio.Event(), asyncio.Event()

    async def told(_place: Subscription, _until: Seq | None) -> None:
        waits.set()
        await shown_out.wait()

    table = await ada.open_table(seats=2)
    room = await blaise.post(f"/api/tables/{table}/sit", seat=1)
    monkeypatch.setattr(Subscription, "sights_until", told)
    async with blaise.visit(table) as device:
        await waits.wait()
        await ada.post(f"/api/tables/{table}/remove", who=room["chairs"][1]["who"])
        shown_out.set()
        assert await device.closed() == 4005
    assert device.heard == []


async def test_clock_set_back_delays_no_chat(ada: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    table, later = await ada.open_table(), time.time() + 3600
    async with ada.visit(table) as device:
        with monkeypatch.context() as fast:
            fast.setattr(chat, "time", SimpleNamespace(time=lambda: later))
            await device.say("Say", words=HELLO)
            await line(device)
        async with ada.visit(table) as other:
            assert (await line(other))["number"] == 0
            await device.say("Say", words=SEEN)
            assert (await line(other))["words"] == SEEN


async def test_bot_takes_the_seat_of_a_removed_player(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table(seats=2)
    path = f"/api/tables/{table}"
    room = await blaise.post(f"{path}/sit", seat=1)
    await ada.post(f"{path}/start")
    async with blaise.visit(table) as device:
        await device.receive("Update")
        room = await ada.post(f"{path}/remove", who=room["chairs"][1]["who"])
        assert room["chairs"][1]["type"] == "Robot"
        assert await device.closed() == 4005
    assert (await blaise.http.get(f"{path}/blobs/any")).json()["id"] == "HOUSE-REMOVED"
    waiting = await ada.open_table(seats=2)
    room = await ada.post(f"/api/tables/{waiting}/sit", seat=1, companion="Eve")
    me = room["chairs"][0]["who"]
    for who in (me, "nobody"):
        refused = await ada.refused(f"/api/tables/{waiting}/remove", who=who)
        assert refused == (400, "HOUSE-BAD-REQUEST")


async def test_erased_guest_leaves_no_chat(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table(seats=2)
    await blaise.post(f"/api/tables/{table}/sit", seat=1)
    async with ada.visit(table) as hers:
        async with blaise.visit(table) as his:
            await his.say("Say", words=text("I am Blaise"))
            await hers.say("Say", words=HELLO)
            await asyncio.gather(line(hers), line(his))
        await blaise.post("/api/me/forget")
    async with ada.visit(table) as again:
        assert [spoken["name"] for spoken in (await again.receive("Talk"))["lines"]] == ["Ada"]
