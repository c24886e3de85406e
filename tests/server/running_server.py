"""A real server on a free local port, and guests that use it over HTTP and WebSocket."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cluehouse.core.game import AnyGame
from cluehouse.core.record import Record, read_record
from cluehouse.games import GAMES
from cluehouse.server.accounts.identity import Guest, Identity
from cluehouse.server.app import application, open_context
from cluehouse.server.net.websocket_protocol import MAX_FRAME_BYTES
from cluehouse.server.settings import Settings
from tests.server_process import TEST_TIMEOUT_S

GIFT = "5a" * 32
"""A player's contribution to the randomness of a deal, in hex."""

NO_TIME_S = 1e-6
"""A pause that is over at once. Use it with `hanging_bots` where every bot must be late."""

_TLS_CONTEXT = ssl.create_default_context()
"""Shared by all clients: loading the CA certificates takes longer than most requests here."""


@asynccontextmanager
async def run_server(
    data: Path, games: Mapping[str, AnyGame] = GAMES, **settings: Any
) -> AsyncIterator[str]:
    """Run a server for the duration of the block and yield its address."""
    wanted = Settings(data=data, keyhole=True, **{"bot_pause": 0.05, **settings})
    async with open_context(wanted, games) as context:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            # as uvloop does: else a response in two parts waits for a delayed ACK
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            server = _server(application(context))
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            try:
                while not server.started:
                    await asyncio.sleep(0.01)
                yield f"127.0.0.1:{listening.getsockname()[1]}"
            finally:
                server.closing.set()
                await serving


class _Server(uvicorn.Server):
    """Shuts down without the pauses of uvicorn, if no connection is open."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.closing = asyncio.Event()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self.closing.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for _ in range(10):  # lets closed connections be removed
            await asyncio.sleep(0)
        if self.server_state.connections or self.server_state.tasks:
            await super().shutdown(sockets)
        for server in self.servers:
            server.close()


def _server(app: Any) -> _Server:
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )
    return _Server(config)


@asynccontextmanager
async def company(data: Path, *names: str, **settings: Any) -> AsyncIterator[list["Caller"]]:
    """Run a server and yield guests with these names."""
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(run_server(data, **settings))
        yield [await stack.enter_async_context(Caller.named(host, name)) for name in names]


class Caller:
    """A guest with an HTTP client that keeps cookies."""

    def __init__(self, host: str, http: httpx.AsyncClient) -> None:
        self.host = host
        self.http = http

    @classmethod
    @asynccontextmanager
    async def named(cls, host: str, name: str) -> AsyncIterator[Self]:
        async with _browser(host) as http:
            caller = cls(host, http)
            await caller.post("/api/me", name=name)
            yield caller

    @classmethod
    @asynccontextmanager
    async def nameless(cls, host: str) -> AsyncIterator[Self]:
        async with _browser(host) as http:
            await http.get("/api/me")
            yield cls(host, http)

    @classmethod
    @asynccontextmanager
    async def known(cls, host: str, identity: Identity, guest: Guest) -> AsyncIterator[Self]:
        """A returning guest, with a valid cookie."""
        cookies = httpx.Cookies()
        cookie = identity.cookie_of(identity.new_session(guest))
        cookies.set(identity.cookie_name, cookie, domain=host.split(":")[0])
        async with _browser(host, cookies) as http:
            yield cls(host, http)

    async def get(self, path: str) -> Any:
        return _checked(await self.http.get(path))

    async def post(self, path: str, **body: Any) -> Any:
        return _checked(await self.http.post(path, json=body))

    async def refused(self, path: str, **body: Any) -> tuple[int, str]:
        """Send a request that must be rejected; return status and error id."""
        answer = await self.http.post(path, json=body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["id"]

    async def open_table(self, **fields: Any) -> str:
        room = await self.post("/api/tables", **{"game": "keyhole", "seats": 3, **fields})
        return str(room["id"])

    @asynccontextmanager
    async def visit(
        self,
        table: str,
        since: int = -1,
        seat: int | None = None,
        screen: int | None = None,
        **more: Any,
    ) -> AsyncIterator["Device"]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws://{self.host}/ws/{table}?since={since}"
        for name, value in (("seat", seat), ("screen", screen)):
            if value is not None:
                address += f"&{name}={value}"
        async with connect(address, additional_headers={"Cookie": cookie}, **more) as socket:
            yield Device(socket)


class Device:
    """A WebSocket client that keeps every message it has received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    async def receive(self, *kinds: str, **wanted: Any) -> dict[str, Any]:
        """Return the next message of one of these types with these fields."""
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while True:
                message = msgspec.json.decode(await self.socket.recv())
                self.heard.append(message)
                if message["type"] in kinds and wanted.items() <= message.items():
                    return dict(message)

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(msgspec.json.encode({"type": kind, **fields}).decode())

    async def play(self, kind: str, seen: int, **fields: Any) -> None:
        await self.say("Play", move={"type": kind, **fields}, seen=seen)

    async def closed(self) -> int:
        """Read all remaining messages and return the close code."""
        with suppress(ConnectionClosed):
            async with asyncio.timeout(TEST_TIMEOUT_S):
                async for message in self.socket:
                    self.heard.append(msgspec.json.decode(message))
        assert self.socket.close_code is not None
        return self.socket.close_code


async def room_while_running(device: Device, seat: int) -> dict[str, Any]:
    """Return the first room in which that seat's clock runs; before the first choice there may be
    no clock."""
    while True:
        room = await device.receive("Room")
        clock = room["chairs"][seat]["clock"]
        if clock and clock["runs_in"] == 0:
            return room


async def choose(device: Device, update: dict[str, Any]) -> None:
    """Play the first offered move."""
    offer = update["moves"][0]
    fields = {name: values[0] for name, values in offer["fields"].items()}
    await device.play(offer["kind"], update["seq"], **fields)


async def play_out(table: str, host: Caller, *others: Caller) -> list[dict[str, Any]]:
    """Start a game with novice bots in the empty seats; return the last update of each caller."""
    async with AsyncExitStack() as stack:
        visits = [caller.visit(table) for caller in (host, *others)]
        devices = [await stack.enter_async_context(visit) for visit in visits]
        await host.post(f"/api/tables/{table}/start", fill="novice")
        return await asyncio.gather(*map(play_to_the_end, devices))


async def play_to_the_end(device: Device) -> dict[str, Any]:
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while True:
            update = await device.receive("Update")
            if update["outcome"]:
                return update
            if update["moves"]:
                await choose(device, update)


async def record_of(caller: Caller, table: str) -> Record:
    answer = await caller.http.get(f"/api/tables/{table}/record")
    assert answer.status_code == 200, answer.text
    return read_record(answer.content)


def _browser(host: str, cookies: httpx.Cookies | None = None) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=f"http://{host}", cookies=cookies, timeout=TEST_TIMEOUT_S, verify=_TLS_CONTEXT
    )


def _checked(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()
