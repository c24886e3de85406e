"""Check that the memory of a server under long load stays bounded.

usage: bench/run soak [--minutes 10] [--tables 200]

Tables of mini_clue, three sockets each, one move a second; every second another table is opened,
played a little and abandoned. Rate limits are the default ones, and every table has its own client
address. The server's own memory is sampled ten times; the maximum of the second half is compared
with the maximum of the first.
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
SAMPLES = 10

MAX_GROWTH = 1.05
"""Limits the memory in the second half, as a multiple of the first."""


class ClientFactory:
    """Makes groups of three clients, each group with its own address."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self._process = process
        self._port = port
        self._addresses = (str(IPv4Address("10.0.0.0") + number) for number in count(1))

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Server]:
        """The server as three clients of one address see it, until the block ends."""
        group = await guests(self._port, next(self._addresses))
        try:
            yield Server(self._process, group)
        finally:
            for client in group:
                await client.aclose()

    async def table(self, tally: Tally) -> LoadedTable:
        async with self.connect() as server:
            return await server.loaded_table(tally)


async def open_and_abandon(clients: ClientFactory, until: float) -> int:
    """The number of tables opened."""
    opened = 0
    while time.perf_counter() < until:
        table = await clients.table(Tally())
        for _ in range(FEW_MOVES):
            await table.move()
        await table.leave()
        opened += 1
        await asyncio.sleep(1)
    return opened


async def sample_memory(server: Server, tally: Tally, until: float) -> list[int]:
    begun, cpu = time.perf_counter(), server.cpu()
    samples = []
    for number in range(1, SAMPLES + 1):
        due = begun + (until - begun) * number / SAMPLES
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        samples.append(server.memory())
        minutes, moves = (time.perf_counter() - begun) / MINUTE, len(tally.waits)
        per_cpu = moves / (server.cpu() - cpu)
        print(
            f"{minutes:5.1f} min  {samples[-1] / 1e6:7.1f} MB  {moves:,} moves  "
            f"{per_cpu:,.0f} moves/CPU-s",
            flush=True,
        )
    return samples


async def run(tables: int, minutes: float) -> bool:
    """Whether memory stays within MAX_GROWTH."""
    with server_process(limit_scale=1) as (process, port):
        clients, tally = ClientFactory(process, port), Tally()
        playing = [await clients.table(tally) for _ in range(tables)]
        async with clients.connect() as server:
            until = time.perf_counter() + minutes * MINUTE
            print(f"{tables} tables are open: {server.memory() / 1e6:.1f} MB", flush=True)
            async with asyncio.TaskGroup() as group:
                samples = group.create_task(sample_memory(server, tally, until))
                opened = group.create_task(open_and_abandon(clients, until))
                for number, table in enumerate(playing):
                    group.create_task(one_a_second(table, until, number / tables))
    print(f"{opened.result()} tables were opened and abandoned")
    return judge(samples.result())


def judge(samples: Sequence[int]) -> bool:
    half = len(samples) // 2
    growth = max(samples[half:]) / max(samples[:half])
    print(f"peak memory: {growth:.3f} times that of the first half; the limit is {MAX_GROWTH:g}")
    return growth <= MAX_GROWTH


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=200)
    args = parser.parse_args()
    os.sched_setaffinity(0, {1 % (os.cpu_count() or 1)})
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        passed = runner.run(run(args.tables, args.minutes))
    sys.exit(not passed)


if __name__ == "__main__":
    main()
