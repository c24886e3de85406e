"""Load a server process, pinned to one core, with clients: three WebSockets a table."""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

FORWARDED_FOR = "X-Forwarded-For"


class Update(msgspec.Struct, tag="Update"):
    """The fields of an update that the clients need."""

    seq: int
    asked: tuple[int, ...]


_UPDATE = msgspec.json.Decoder(Update)


@dataclass
class Tally:
    """Latencies and traffic of one run."""

    waits: list[float] = field(default_factory=list)
    frames: int = 0
    bytes: int = 0


class LoadedTable:
    """Three sockets at one table; each move waits for all three."""

    def __init__(self, sockets: Sequence[ClientConnection], tally: Tally) -> None:
        self._sockets = sockets
        self._tally = tally
        self._turn = 0
        self._seq = 0

    async def welcome(self) -> None:
        await asyncio.gather(*(self._next_update(socket) for socket in self._sockets))

    async def move(self) -> None:
        """Send one move and wait until all three sockets have its update."""
        begun = time.perf_counter()
        cards = self._seq % 6, 6 + self._seq % 6, 12 + self._seq % 9
        suggestion = dict(zip(("suspect", "weapon", "room"), cards, strict=True))
        move = {"type": "Play", "move": {"type": "Suggest", **suggestion}, "seen": self._seq}
        await self._sockets[self._turn].send(msgspec.json.encode(move).decode())
        updates = [await self._next_update(socket) for socket in self._sockets]
        self._tally.waits.append(time.perf_counter() - begun)
        self._seq, self._turn = updates[0].seq, updates[0].asked[0]

    async def leave(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self._sockets))

    async def _next_update(self, socket: ClientConnection) -> Update:
        while True:
            text = await socket.recv()
            self._tally.frames += 1
            self._tally.bytes += len(text)
            if '"type":"Update"' in text[:20]:
                return _UPDATE.decode(text)
            assert '"type":"Refused"' not in text[:20], text


class Server:
    """The server process, and three guests that open tables there."""

    def __init__(self, process: subprocess.Popen[str], guests: list[httpx.AsyncClient]) -> None:
        self._process = process
        self._guests = guests
        self.address = str(guests[0].base_url.netloc.decode())

    def cpu(self) -> float:
        return cpu_of(self._process.pid)

    def workers_cpu(self) -> float:
        """The CPU time of its bot worker processes."""
        return sum(map(cpu_of, children(self._process.pid)))

    def memory(self) -> int:
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    async def open_table(self, game: str, people: int = 3) -> str:
        host, *others = self._guests
        room = (await host.post("/api/tables", json={"game": game, "seats": 3})).json()
        for seat, guest in enumerate(others[: people - 1], start=1):
            await guest.post(f"/api/tables/{room['id']}/sit", json={"seat": seat})
        await host.post(f"/api/tables/{room['id']}/start", json={"fill": "detective"})
        return str(room["id"])

    async def socket(self, table: str, guest: int) -> ClientConnection:
        who = self._guests[guest]
        ((name, value),) = who.cookies.items()
        return await connect(
            f"ws://{self.address}/ws/{table}",
            additional_headers={
                "Cookie": f"{name}={value}",
                FORWARDED_FOR: who.headers[FORWARDED_FOR],
            },
            compression=None,
            ping_interval=None,
        )

    async def loaded_table(self, tally: Tally) -> LoadedTable:
        id = await self.open_table("mini_clue")
        table = LoadedTable([await self.socket(id, guest) for guest in range(3)], tally)
        await table.welcome()
        return table


@contextmanager
def server_process(limit_scale: float = 1e9) -> Iterator[tuple[subprocess.Popen[str], int]]:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "bench.load_server", data, str(limit_scale)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            os.sched_setaffinity(process.pid, {0})
            assert process.stdout is not None
            yield process, int(process.stdout.readline())
        finally:
            process.terminate()
            process.wait()


async def guests(port: int, address: str = "127.0.0.1") -> list[httpx.AsyncClient]:
    """Three guests with this address in their X-Forwarded-For header."""
    found = []
    server, headers = f"http://127.0.0.1:{port}", {FORWARDED_FOR: address}
    for name in ("Ada", "Blaise", "Chloé"):
        guest = httpx.AsyncClient(base_url=server, headers=headers, timeout=60, verify=False)
        await guest.post("/api/me", json={"name": name})
        found.append(guest)
    return found


async def closed_loop(table: LoadedTable, until: float) -> None:
    while time.perf_counter() < until:
        await table.move()


async def one_a_second(table: LoadedTable, until: float, offset: float) -> None:
    await asyncio.sleep(offset)
    while time.perf_counter() < until:
        begun = time.perf_counter()
        await table.move()
        await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - begun)))


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
