"""How much one server process carries: tables of mini_clue, three sockets each, SQLite with FULL.

usage: bench/run server [--tables 50,200] [--seconds 10] [--bot-tables 40]

The server is pinned to one core and this driver to another. A move counts when all three sockets
have it. CPU is the server's own, threads included; timings are of this machine, so compare rows
of one run with each other.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

IDLE_SOCKETS = 600
BOT_MOVE_EVERY = 10.0


class Update(msgspec.Struct, tag="Update"):
    """As much of an update as a driver needs."""

    seq: int
    asked: tuple[int, ...]


_UPDATE = msgspec.json.Decoder(Update)


@dataclass
class Tally:
    """What happened in one run."""

    waits: list[float] = field(default_factory=list)
    frames: int = 0
    bytes: int = 0


class LoadedTable:
    """Three sockets at one table, in step."""

    def __init__(self, sockets: Sequence[ClientConnection], tally: Tally) -> None:
        self._sockets = sockets
        self._tally = tally
        self._turn = 0
        self._seq = 0

    async def welcome(self) -> None:
        await asyncio.gather(*(self._next_update(socket) for socket in self._sockets))

    async def move(self) -> None:
        """One move, until all three have it."""
        begun = time.perf_counter()
        cards = self._seq % 6, 6 + self._seq % 6, 12 + self._seq % 9
        suggestion = dict(zip(("suspect", "weapon", "room"), cards, strict=True))
        move = {"type": "Play", "move": {"type": "Suggest", **suggestion}, "seen": self._seq}
        await self._sockets[self._turn].send(msgspec.json.encode(move).decode())
        updates = [await self._next_update(socket) for socket in self._sockets]
        self._tally.waits.append(time.perf_counter() - begun)
        self._seq, self._turn = updates[0].seq, updates[0].asked[0]

    async def _next_update(self, socket: ClientConnection) -> Update:
        while True:
            text = await socket.recv()
            self._tally.frames += 1
            self._tally.bytes += len(text)
            if '"type":"Update"' in text[:20]:
                return _UPDATE.decode(text)
            assert '"type":"Refused"' not in text[:20], text


class House:
    """The server process, and guests who may open tables there."""

    def __init__(self, process: subprocess.Popen[str], guests: list[httpx.AsyncClient]) -> None:
        self._process = process
        self._guests = guests
        self.address = str(guests[0].base_url.netloc.decode())

    def cpu(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

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
        ((name, value),) = self._guests[guest].cookies.items()
        return await connect(
            f"ws://{self.address}/ws/{table}",
            additional_headers={"Cookie": f"{name}={value}"},
            compression=None,
            ping_interval=None,
        )

    async def loaded_table(self, tally: Tally) -> LoadedTable:
        id = await self.open_table("mini_clue")
        table = LoadedTable([await self.socket(id, guest) for guest in range(3)], tally)
        await table.welcome()
        return table


@contextmanager
def server_process() -> Iterator[tuple[subprocess.Popen[str], int]]:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "bench.load_house", data]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            os.sched_setaffinity(process.pid, {0})
            assert process.stdout is not None
            yield process, int(process.stdout.readline())
        finally:
            process.terminate()
            process.wait()


async def guests(port: int) -> list[httpx.AsyncClient]:
    found = []
    for name in ("Ada", "Blaise", "Chloé"):
        guest = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60)
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


async def measure(house: House, count: int, seconds: float, *, saturated: bool) -> list[str]:
    tally = Tally()
    tables = [await house.loaded_table(tally) for _ in range(count)]
    tally.waits.clear()
    tally.frames = tally.bytes = 0
    cpu, begun = house.cpu(), time.perf_counter()
    until = begun + seconds
    if saturated:
        await asyncio.gather(*(closed_loop(table, until) for table in tables))
    else:
        work = (one_a_second(table, until, n / count) for n, table in enumerate(tables))
        await asyncio.gather(*work)
    took, used = time.perf_counter() - begun, house.cpu() - cpu
    moves = len(tally.waits)
    waits = statistics.quantiles(tally.waits, n=100)
    return [
        f"{count} × 3",
        "saturated" if saturated else "one a second",
        f"{moves / took:,.0f}",
        f"{moves / used:,.0f}",
        f"{used / took:.0%}",
        f"{waits[49] * 1000:.1f}",
        f"{waits[98] * 1000:.1f}",
        f"{tally.bytes / tally.frames:,.0f}",
    ]


async def idle_socket_bytes(house: House) -> float:
    """What a spectator more costs, at tables already in memory."""
    tables = [await house.open_table("mini_clue") for _ in range(IDLE_SOCKETS // 6)]
    held = [await house.socket(table, 0) for table in tables]
    await asyncio.sleep(1)
    before = house.memory()
    held += [await house.socket(tables[n % len(tables)], n % 3) for n in range(IDLE_SOCKETS)]
    await asyncio.sleep(2)
    return (house.memory() - before) / IDLE_SOCKETS


async def bot_tables(house: House, count: int, seconds: float) -> str:
    """CPU of the house and its worker for tables of one person and two detectives."""
    workers = _children(house._process.pid)
    ids = [await house.open_table("keyhole", people=1) for _ in range(count)]
    sockets = [await house.socket(id, 0) for id in ids]
    workers = _children(house._process.pid)
    cpu = house.cpu() + sum(map(_cpu, workers))
    begun = time.perf_counter()
    await asyncio.gather(
        *(_play_slowly(socket, seconds, n / count) for n, socket in enumerate(sockets))
    )
    used = house.cpu() + sum(map(_cpu, _children(house._process.pid))) - cpu
    load = used / (time.perf_counter() - begun)
    return f"{count} tables with two bots: {load:.1%} of a core; {count / load:,.0f} fill one"


async def _play_slowly(socket: ClientConnection, seconds: float, offset: float) -> None:
    """A person who takes ten seconds for each move."""
    await asyncio.sleep(offset * BOT_MOVE_EVERY)
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        try:
            async with asyncio.timeout(until - time.perf_counter()):
                update = msgspec.json.decode(await socket.recv())
        except TimeoutError:
            return
        if update["type"] == "Update" and update["moves"]:
            offer = update["moves"][0]
            fields = {name: values[0] for name, values in offer["fields"].items()}
            move = {"type": offer["kind"], **fields}
            await asyncio.sleep(BOT_MOVE_EVERY)
            play = {"type": "Play", "move": move, "seen": update["seq"]}
            await socket.send(msgspec.json.encode(play).decode())


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


HEAD = ["tables", "load", "moves/s", "moves/CPU-s", "CPU", "p50 ms", "p99 ms", "bytes/frame"]


def show(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)))


async def run(tables: Sequence[int], seconds: float, bots: int) -> None:
    rows: list[Sequence[str]] = [HEAD]
    for count in tables:
        for saturated in (True, False):
            with server_process() as (process, port):
                house = House(process, await guests(port))
                rows.append(await measure(house, count, seconds, saturated=saturated))
                print(" ".join(rows[-1]), file=sys.stderr, flush=True)
    with server_process() as (process, port):
        house = House(process, await guests(port))
        idle = await idle_socket_bytes(house)
        bot_line = await bot_tables(house, bots, max(seconds, 20.0))
    show(rows)
    print(f"an idle socket: {idle / 1000:.1f} kB")
    print(bot_line)


def main(arguments: Any = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--tables", default="50,200")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--bot-tables", type=int, default=40)
    asked = parser.parse_args(arguments)
    os.sched_setaffinity(0, {1 % (os.cpu_count() or 1)})
    counts = [int(count) for count in asked.tables.split(",")]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(counts, asked.seconds, asked.bot_tables))


if __name__ == "__main__":
    main()
