"""The latency of moves at other tables, with and without a flood of abusive clients.

usage: bench/run flood [--rounds 3] [--seconds 15] [--tables 40]

Windows with a flood and calm windows alternate in one run, so a busy machine affects all alike.
Rate limits are the default ones; every table has its own client address, the abusive clients have
five others, each with its burst allowance when a flood begins. A second counts if the host's stall
time in it was at most the median of all seconds: other load on the host says nothing about the
server.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median, quantiles
from typing import NamedTuple

import uvloop

from bench.flooder import FLOODS
from bench.host import Host
from bench.load_guests import LoadedTable, Server, Tally, guests, server_process
from bench.server import show

CALM = "calm"
MOVE_INTERVAL_S = 0.2
"""Time between two moves at one table."""


class Second(NamedTuple):
    stalled: float
    """Seconds for which other load on the host stalled this machine."""
    waits: list[float]
    """The latency of each move."""


class Windows:
    """All windows of one flood, or all calm ones."""

    def __init__(self) -> None:
        self.seconds: list[Second] = []
        self.steps = 0
        """Steps of the abusive clients."""

    def undisturbed(self, max_stall: float) -> list[Second]:
        return [it for it in self.seconds if it.stalled <= max_stall]


MAX_RATIO = 2.0
"""Limits the p99 under a flood, as a multiple of the calm p99."""


async def play(table: LoadedTable, until: float, offset: float) -> None:
    await asyncio.sleep(offset)
    while time.perf_counter() < until:
        begun = time.perf_counter()
        await table.move()
        await asyncio.sleep(max(0.0, MOVE_INTERVAL_S - (time.perf_counter() - begun)))


async def second(tables: Sequence[LoadedTable], tally: Tally, host: Host) -> Second:
    host.stall_time()
    tally.waits.clear()
    until = time.perf_counter() + 1
    offsets = (MOVE_INTERVAL_S * n / len(tables) for n in range(len(tables)))
    await asyncio.gather(*map(play, tables, [until] * len(tables), offsets))
    return Second(host.stall_time(), list(tally.waits))


@contextmanager
def flooder_process(port: int, table: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "bench.flooder", str(port), table]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as flooder:
        yield flooder


def switch_to(flooder: subprocess.Popen[str], kind: str) -> int:
    """Run this flood from now on; returns the steps of the last one."""
    assert flooder.stdin is not None
    assert flooder.stdout is not None
    print(kind, file=flooder.stdin, flush=True)
    return int(flooder.stdout.readline())


async def run(rounds: int, seconds: int, count: int) -> bool:
    """Whether the ratio stays within MAX_RATIO."""
    tally = Tally()
    windows: dict[str, Windows] = defaultdict(Windows)
    with Host() as host, server_process(limit_scale=1) as (process, port):
        tables = []
        for number in range(count):
            server = Server(process, await guests(port, f"10.0.0.{number}"))
            tables.append(await server.loaded_table(tally))
        target = await server.open_table("keyhole", people=1)
        with flooder_process(port, target) as flooder:
            for _ in range(rounds):
                for kind in FLOODS:
                    for now in (CALM, kind):
                        switch_to(flooder, now)
                        for _ in range(seconds):
                            windows[now].seconds.append(await second(tables, tally, host))
                        windows[now].steps += switch_to(flooder, CALM)
    return report(windows)


def report(windows: dict[str, Windows]) -> bool:
    rows = [["flood", "steps", "seconds", "stalled", "moves", "p50 ms", "p99 ms", "p99 ÷ calm"]]
    max_stall = median(it.stalled for kind in windows.values() for it in kind.seconds)
    calm = worst = 0.0
    for kind in (CALM, *FLOODS):
        counted = windows[kind].undisturbed(max_stall)
        waits = [wait for it in counted for wait in it.waits]
        if not waits:
            sys.exit(f"no undisturbed second in {kind}: run again when the machine is less busy")
        cut = quantiles(waits, n=100)
        p50, p99 = cut[49], cut[98]
        calm = calm or p99
        worst = max(worst, p99 / calm)
        of_all = f"{len(counted)} of {len(windows[kind].seconds)}"
        counts = [
            f"{windows[kind].steps:,}",
            of_all,
            f"{sum(it.stalled for it in counted):.2f} s",
        ]
        shown = [f"{p50 * 1000:.1f}", f"{p99 * 1000:.1f}", f"{p99 / calm:.2f}"]
        rows.append([kind, *counts, f"{len(waits):,}", *shown])
    show(rows)
    print(f"worst p99: {worst:.2f} times the calm p99; the limit is {MAX_RATIO:g}")
    return worst <= MAX_RATIO


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--tables", type=int, default=40)
    args = parser.parse_args()
    os.sched_setaffinity(0, {1 % (os.cpu_count() or 1)})
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        passed = runner.run(run(args.rounds, args.seconds, args.tables))
    sys.exit(not passed)


if __name__ == "__main__":
    main()
