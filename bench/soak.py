"""Whether a house that plays for long stays as small as it was.

usage: bench/run soak [--minutes 10] [--tables 200]

Tables of mini_clue, three sockets each, one move a second; every second another table is opened,
played a little and left for good. Limits are the usual ones, and every table comes from an address
of its own. Memory is the server's own, told ten times; the most of the second half is compared with
the most of the first.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from ipaddress import IPv4Address
from itertools import count

import uvloop

from bench.load_guests import LoadedTable, Server, Tally, guests, one_a_second, server_process

FEW_MOVES = 5
MINUTE = 60.0
TELLS = 10

FLOOR = 1.05
"""Times as large as in its first half."""


class Town:
    """Where everybody comes from."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self._process = process
        self._port = port
        self._addresses = (str(IPv4Address("10.0.0.0") + number) for number in count(1))

    @asynccontextmanager
    async def people(self) -> AsyncIterator[Server]:
        """The house, for three of one address, until they go home."""
        callers = await guests(self._port, next(self._addresses))
        try:
            yield Server(self._process, callers)
        finally:
            for caller in callers:
                await caller.aclose()

    async def table(self, tally: Tally) -> LoadedTable:
        async with self.people() as server:
            return await server.loaded_table(tally)


async def come_and_go(town: Town, until: float) -> int:
    """How many tables were left."""
    left = 0
    while time.perf_counter() < until:
        table = await town.table(Tally())
        for _ in range(FEW_MOVES):
            await table.move()
        await table.leave()
        left += 1
        await asyncio.sleep(1)
    return left


async def tell_memory(server: Server, tally: Tally, until: float) -> list[int]:
    begun, cpu = time.perf_counter(), server.cpu()
    told = []
    for number in range(1, TELLS + 1):
        due = begun + (until - begun) * number / TELLS
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        told.append(server.memory())
        minutes, moves = (time.perf_counter() - begun) / MINUTE, len(tally.waits)
        per_cpu = moves / (server.cpu() - cpu)
        print(
            f"{minutes:5.1f} min  {told[-1] / 1e6:7.1f} MB  {moves:,} moves  "
            f"{per_cpu:,.0f} moves/CPU-s",
            flush=True,
        )
    return told


async def run(tables: int, minutes: float) -> bool:
    """Whether the floor is held."""
    with server_process(limit_scale=1) as (process, port):
        town, tally = Town(process, port), Tally()
        playing = [await town.table(tally) for _ in range(tables)]
        async with town.people() as server:
            until = time.perf_counter() + minutes * MINUTE
            print(f"{tables} tables are open: {server.memory() / 1e6:.1f} MB", flush=True)
            async with asyncio.TaskGroup() as group:
                told = group.create_task(tell_memory(server, tally, until))
                left = group.create_task(come_and_go(town, until))
                for number, table in enumerate(playing):
                    group.create_task(one_a_second(table, until, number / tables))
    print(f"{left.result()} tables were opened and left")
    return judge(told.result())


def judge(told: Sequence[int]) -> bool:
    half = len(told) // 2
    growth = max(told[half:]) / max(told[:half])
    print(f"{growth:.3f} times as large as in its first half; the floor is {FLOOR:g}")
    return growth <= FLOOR


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=200)
    asked = parser.parse_args()
    os.sched_setaffinity(0, {1 % (os.cpu_count() or 1)})
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        held = runner.run(run(asked.tables, asked.minutes))
    sys.exit(not held)


if __name__ == "__main__":
    main()
