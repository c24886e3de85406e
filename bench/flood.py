"""What a flood of strangers costs everybody else: how long moves take at other tables, with and
without it.

usage: bench/run flood [--rounds 3] [--seconds 15] [--tables 40]

Floods and calm take turns in windows of one run, so a busy machine hits all alike. Limits are the
usual ones; every table comes from an address of its own, the strangers from five others, who may
have the burst that anybody may have when a flood begins. Those seconds count, calm or not, in which
the machine stood still for others on its host no longer than in half of all seconds.
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

from bench.flooder import ILL
from bench.host import Host
from bench.load_guests import LoadedTable, Server, Tally, guests, server_process
from bench.server import show

CALM = "calm"
BEAT = 0.2
"""Seconds between two moves at one table."""


class Second(NamedTuple):
    stood_still: float
    """Seconds for which the host kept the machine from working."""
    waits: list[float]
    """How long each move took."""


class Windows:
    """All of one kind."""

    def __init__(self) -> None:
        self.seconds: list[Second] = []
        self.steps = 0
        """Of the strangers."""

    def undisturbed(self, most: float) -> list[Second]:
        """Those in which the machine stood still no longer than that."""
        return [it for it in self.seconds if it.stood_still <= most]


FLOOR = 2.0
"""Times the p99 of a calm house."""


async def play(table: LoadedTable, until: float, offset: float) -> None:
    await asyncio.sleep(offset)
    while time.perf_counter() < until:
        begun = time.perf_counter()
        await table.move()
        await asyncio.sleep(max(0.0, BEAT - (time.perf_counter() - begun)))


async def second(tables: Sequence[LoadedTable], tally: Tally, host: Host) -> Second:
    host.stood_still()
    tally.waits.clear()
    until = time.perf_counter() + 1
    offsets = (BEAT * n / len(tables) for n in range(len(tables)))
    await asyncio.gather(*map(play, tables, [until] * len(tables), offsets))
    return Second(host.stood_still(), list(tally.waits))


@contextmanager
def flooder_process(port: int, table: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "bench.flooder", str(port), table]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as flooder:
        yield flooder


def turn_to(flooder: subprocess.Popen[str], kind: str) -> int:
    """How often strangers came since the last turn."""
    assert flooder.stdin is not None
    assert flooder.stdout is not None
    print(kind, file=flooder.stdin, flush=True)
    return int(flooder.stdout.readline())


async def run(rounds: int, seconds: int, count: int) -> bool:
    """Whether the floor is held."""
    tally = Tally()
    windows: dict[str, Windows] = defaultdict(Windows)
    with Host() as host, server_process(limit_scale=1) as (process, port):
        tables = []
        for number in range(count):
            server = Server(process, await guests(port, f"10.0.0.{number}"))
            tables.append(await server.loaded_table(tally))
        aim = await server.open_table("keyhole", people=1)
        with flooder_process(port, aim) as flooder:
            for _ in range(rounds):
                for kind in ILL:
                    for now in (CALM, kind):
                        turn_to(flooder, now)
                        for _ in range(seconds):
                            windows[now].seconds.append(await second(tables, tally, host))
                        windows[now].steps += turn_to(flooder, CALM)
    return tell(windows)


def tell(windows: dict[str, Windows]) -> bool:
    rows = [["house", "steps", "seconds", "stood still", "moves", "p50 ms", "p99 ms", "p99 ÷ calm"]]
    most = median(it.stood_still for kind in windows.values() for it in kind.seconds)
    calm = worst = 0.0
    for kind in (CALM, *ILL):
        counted = windows[kind].undisturbed(most)
        waits = [wait for it in counted for wait in it.waits]
        if not waits:
            sys.exit(f"no second of {kind} was undisturbed: try again when the machine is quieter")
        cut = quantiles(waits, n=100)
        p50, p99 = cut[49], cut[98]
        calm = calm or p99
        worst = max(worst, p99 / calm)
        of_all = f"{len(counted)} of {len(windows[kind].seconds)}"
        counts = [
            f"{windows[kind].steps:,}",
            of_all,
            f"{sum(it.stood_still for it in counted):.2f} s",
        ]
        shown = [f"{p50 * 1000:.1f}", f"{p99 * 1000:.1f}", f"{p99 / calm:.2f}"]
        rows.append([kind, *counts, f"{len(waits):,}", *shown])
    show(rows)
    print(f"at most {worst:.2f} times the p99 of a calm house; the floor is {FLOOR:g}")
    return worst <= FLOOR


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--tables", type=int, default=40)
    asked = parser.parse_args()
    os.sched_setaffinity(0, {1 % (os.cpu_count() or 1)})
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        held = runner.run(run(asked.rounds, asked.seconds, asked.tables))
    sys.exit(not held)


if __name__ == "__main__":
    main()
