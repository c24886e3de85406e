"""A client that disconnects between sending a move and receiving its update, at every await on the
move's path: the move is made once, and the other client gets one update."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.applications import Starlette

from cluehouse.server.app import application, open_context
from cluehouse.server.settings import Settings
from cluehouse.server.storage.data_folder import DATABASE
from tests.faults.suspensions import Suspensions
from tests.server.running_server import Caller

HOST = "localhost"
ASK = {"type": "Play", "move": {"type": "Ask", "whom": 1}, "seen": 0}


class FakeSocket:
    """A WebSocket without a network, served by the ASGI application."""

    def __init__(self, app: Starlette, caller: Caller, table: str) -> None:
        self.updates: list[int] = []
        self.refusals: list[str] = []
        self._frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._frames.put_nowait({"type": "websocket.connect"})
        self._disconnected = False
        self._task = asyncio.create_task(
            app(_scope(caller, table), self._frames.get, self._receive)
        )

    def send(self, frame: dict[str, Any]) -> None:
        text = msgspec.json.encode(frame).decode()
        self._frames.put_nowait({"type": "websocket.receive", "text": text})

    def disconnect(self) -> None:
        self._disconnected = True
        self._frames.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def be_cancelled(self) -> None:
        """As on shutdown, after the close timeout."""
        self._task.cancel()

    async def until(self, is_met: Callable[["FakeSocket"], bool]) -> None:
        async with asyncio.timeout(20):
            while not is_met(self):
                await asyncio.sleep(0.001)

    async def closed(self) -> None:
        await asyncio.wait({self._task})

    async def _receive(self, message: Any) -> None:
        await asyncio.sleep(0)  # like a network, which suspends the sender
        if self._disconnected:
            raise OSError("disconnected")
        if message["type"] == "websocket.send":
            received = msgspec.json.decode(message["text"])
            if received["type"] == "Update":
                self.updates.append(received["seq"])
            elif received["type"] == "Refused":
                self.refusals.append(received["id"])


def _scope(caller: Caller, table: str) -> dict[str, Any]:
    cookie = "; ".join(f"{name}={value}" for name, value in caller.http.cookies.items())
    return {
        "type": "websocket",
        "path": f"/ws/{table}",
        "query_string": b"",
        "headers": [(b"host", HOST.encode()), (b"cookie", cookie.encode())],
        "client": ("127.0.0.1", 1),
        "subprotocols": [],
    }


@asynccontextmanager
async def guest(app: Starlette, name: str) -> AsyncIterator[Caller]:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url=f"http://{HOST}"
    ) as http:
        await http.post("/api/me", json={"name": name})
        yield Caller(HOST, http)


class Table:
    """A table of two players after the deal; the first is asked."""

    def __init__(self, app: Starlette, ada: Caller, eve: Caller, id: str) -> None:
        self.id = id
        self._app = app
        self._ada = ada
        self._eve = eve

    def ada(self) -> FakeSocket:
        return FakeSocket(self._app, self._ada, self.id)

    def eve(self) -> FakeSocket:
        return FakeSocket(self._app, self._eve, self.id)


@asynccontextmanager
async def tables(folder: Path) -> AsyncIterator[Callable[[], Any]]:
    settings = Settings(data=folder, keyhole=True, limit_scale=1000)
    async with open_context(settings) as server:
        app = application(server)
        async with guest(app, "Ada") as ada, guest(app, "Eve") as eve:

            async def dealt() -> Table:
                table = await ada.open_table(seats=2, grace=0)
                await eve.post(f"/api/tables/{table}/sit", seat=1)
                await ada.post(f"/api/tables/{table}/start")
                return Table(app, ada, eve, table)

            yield dealt


@pytest.mark.parametrize("leave", [FakeSocket.disconnect, FakeSocket.be_cancelled])
async def test_a_move_whose_sender_disconnects_is_made_once_and_sent_once(
    tmp_path: Path, leave: Callable[[FakeSocket], None]
) -> None:
    suspensions = Suspensions(asyncio.get_running_loop())
    async with tables(tmp_path) as dealt:
        for number in count(1):
            table = await dealt()
            ada, eve = table.ada(), table.eve()
            for line in (ada, eve):
                await line.until(lambda line: line.updates == [0])
            suspensions.at(number, partial(leave, ada))
            ada.send(ASK)
            await eve.until(lambda eve: eve.updates == [0, 1])
            await asyncio.sleep(0.01)  # until all other work is done
            if not suspensions.reached:
                break
            await ada.closed()
            await reconnect_and_retry(table)
            assert eve.updates == [0, 1]
            assert moves_written(tmp_path, table.id) == 1
    assert number > 5, "there are several awaits on the move's path"


async def reconnect_and_retry(table: Table) -> None:
    again = table.ada()
    await again.until(lambda ada: ada.updates == [1])
    again.send(ASK)
    await again.until(lambda ada: ada.refusals == ["HOUSE-STALE"])
    again.disconnect()
    await again.closed()


def moves_written(folder: Path, table: str) -> int:
    with closing(sqlite3.connect(folder / DATABASE)) as db:
        counting = "SELECT count(*) FROM log WHERE table_id = ? AND seq > 0"
        return int(db.execute(counting, (table,)).fetchone()[0])
