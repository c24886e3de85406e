"""The load one server process carries: tables of mini_clue, three sockets each, SQLite with FULL.

usage: bench/run server [--tables 50,200,500] [--seconds 10] [--bot-tables 40]

Each number of tables runs saturated, the largest also at one move a second for each table.

The server is pinned to one core and this driver to another. A move counts when all three sockets
have it. CPU is the server's own, threads included; timings are of this machine, so compare rows
of one run with each other.
"""

import argparse
import asyncio
import os
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection

from bench.load_guests import Server, Tally, closed_loop, guests, one_a_second, server_process

IDLE_SOCKETS = 600
MOVE_INTERVAL_S = 10.0


async def measure(server: Server, count: int, seconds: float, *, saturated: bool) -> list[str]:
    tally = Tally()
    tables = [await server.loaded_table(tally) for _ in range(count)]
    tally.waits.clear()
    tally.frames = tally.bytes = 0
    cpu, begun = server.cpu(), time.perf_counter()
    until = begun + seconds
    if saturated:
        await asyncio.gather(*(closed_loop(table, until) for table in tables))
    else:
        work = (one_a_second(table, until, n / count) for n, table in enumerate(tables))
        await asyncio.gather(*work)
    took, used = time.perf_counter() - begun, server.cpu() - cpu
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


async def idle_socket_bytes(server: Server) -> float:
    """The memory of one more idle socket, at tables already loaded."""
    tables = [await server.open_table("mini_clue") for _ in range(IDLE_SOCKETS // 6)]
    held = [await server.socket(table, 0) for table in tables]
    await asyncio.sleep(1)
    before = server.memory()
    held += [await server.socket(tables[n % len(tables)], n % 3) for n in range(IDLE_SOCKETS)]
    await asyncio.sleep(2)
    return (server.memory() - before) / IDLE_SOCKETS


async def bot_tables(server: Server, count: int, seconds: float) -> str:
    """CPU of the server and its bot workers for tables of one player and two detectives."""
    ids = [await server.open_table("keyhole", people=1) for _ in range(count)]
    sockets = [await server.socket(id, 0) for id in ids]
    cpu = server.cpu() + server.workers_cpu()
    begun = time.perf_counter()
    await asyncio.gather(
        *(_play_slowly(socket, seconds, n / count) for n, socket in enumerate(sockets))
    )
    used = server.cpu() + server.workers_cpu() - cpu
    load = used / (time.perf_counter() - begun)
    return f"{count} tables with two bots: {load:.1%} of a core; {count / load:,.0f} fill one"


async def _play_slowly(socket: ClientConnection, seconds: float, offset: float) -> None:
    """Play like a person who takes ten seconds for each move."""
    await asyncio.sleep(offset * MOVE_INTERVAL_S)
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
            await asyncio.sleep(MOVE_INTERVAL_S)
            play = {"type": "Play", "move": move, "seen": update["seq"]}
            await socket.send(msgspec.json.encode(play).decode())


HEAD = ["tables", "load", "moves/s", "moves/CPU-s", "CPU", "p50 ms", "p99 ms", "bytes/frame"]


def show(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)))


async def run(tables: Sequence[int], seconds: float, bots: int) -> None:
    rows: list[Sequence[str]] = [HEAD]
    for count, saturated in [*((count, True) for count in tables), (max(tables), False)]:
        with server_process() as (process, port):
            server = Server(process, await guests(port))
            rows.append(await measure(server, count, seconds, saturated=saturated))
            print(" ".join(rows[-1]), file=sys.stderr, flush=True)
    with server_process() as (process, port):
        server = Server(process, await guests(port))
        idle = await idle_socket_bytes(server)
        bot_line = await bot_tables(server, bots, max(seconds, 20.0))
    show(rows)
    print(f"an idle socket: {idle / 1000:.1f} kB")
    print(bot_line)


def main(arguments: Any = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--tables", default="50,200,500")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--bot-tables", type=int, default=40)
    args = parser.parse_args(arguments)
    os.sched_setaffinity(0, {1 % (os.cpu_count() or 1)})
    counts = [int(count) for count in args.tables.split(",")]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(counts, args.seconds, args.bot_tables))


if __name__ == "__main__":
    main()
