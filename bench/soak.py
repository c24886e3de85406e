"""Whether a house that plays for long stays as small as it was.

usage: bench/run soak [--minutes 10] [--tables 200]

Tables of mini_clue, three sockets each, one move a second; every second another table is opened,
played a little and left for good. Memory is the server's own, told once a minute.
"""

import argparse
import asyncio
import os
import time

import uvloop

from bench.load_guests import House, Tally, guests, one_a_second, server_process

FEW_MOVES = 5
MINUTE = 60.0


async def come_and_go(house: House, until: float) -> int:
    """How many tables were left."""
    left = 0
    while time.perf_counter() < until:
        table = await house.loaded_table(Tally())
        for _ in range(FEW_MOVES):
            await table.move()
        await table.leave()
        left += 1
        await asyncio.sleep(1)
    return left


async def tell_memory(house: House, tally: Tally, until: float) -> None:
    begun, cpu = time.perf_counter(), house.cpu()
    while time.perf_counter() < until:
        await asyncio.sleep(min(MINUTE, until - time.perf_counter()))
        minutes, moves = (time.perf_counter() - begun) / MINUTE, len(tally.waits)
        per_cpu = moves / (house.cpu() - cpu)
        print(
            f"{minutes:5.1f} min  {house.memory() / 1e6:7.1f} MB  {moves:,} moves  "
            f"{per_cpu:,.0f} moves/CPU-s",
            flush=True,
        )


async def run(count: int, minutes: float) -> None:
    with server_process() as (process, port):
        house, tally = House(process, await guests(port)), Tally()
        tables = [await house.loaded_table(tally) for _ in range(count)]
        until = time.perf_counter() + minutes * MINUTE
        print(f"{count} tables are open: {house.memory() / 1e6:.1f} MB", flush=True)
        playing = (one_a_second(table, until, n / count) for n, table in enumerate(tables))
        left, *_ = await asyncio.gather(
            come_and_go(house, until), tell_memory(house, tally, until), *playing
        )
        print(f"{left} tables were opened and left")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=200)
    asked = parser.parse_args()
    os.sched_setaffinity(0, {1 % (os.cpu_count() or 1)})
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(asked.tables, asked.minutes))


if __name__ == "__main__":
    main()
