"""python -m tests.leaks [--all] [--two-processes] [GAME …]

The long leak test: whole games, for every viewer, by every channel; every hidden field and part
leaked, one at a time; delayed rails; the times of bots; viewers in another process than the movers.
With --all, every option and number of seats. With --two-processes, the last of these alone.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tqdm import tqdm

from cluehouse.core.chance import subkey
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import RAIL, Level, Viewer
from cluehouse.core.wire import Wire
from cluehouse.table.time_control import SPEED_FACTORS
from tests.contract.case import Case, cases
from tests.contract.leaking import (
    LEAKS,
    asks_by_what_is_hidden,
    hidden_fields,
    sight_shows,
    view_shows,
)
from tests.leaks.delayed_rail import all_abandon, do_nothing, play_all, received_by_delayed_rail
from tests.leaks.one_case_each import CASES
from tests.leaks.recorder import Leak, Received, compare
from tests.leaks.scripts import Script, twin, unfinished_script, whole_script
from tests.leaks.server_run import Probes, ScriptedTable, compare_runs, run_games
from tests.leaks.timing import LEAKS as TIMING_LEAKS
from tests.leaks.timing import compare_times
from tests.leaks.two_processes import Storage, game_with, run_games_apart
from tests.server.postgres_server import PostgresServer, running_postgres
from tests.server.redis_server import RedisServer, running_redis

PROBES: Final = Probes(moments=2, requests=True)
LEVELS: Final[tuple[Level, ...]] = ("random", "novice", "plain")
"""Levels of the bots that play the games, by turns."""

MOMENTS: Final = 40
"""Positions of each game from which bots play on."""

SOME_STEPS: Final = 12
"""Steps within which a view or a choice leaks."""

TRIES: Final = 8
"""Games that are searched for a kind of event."""


class Tally:
    """Counts of compared items and caught leaks."""

    def __init__(self, folder: Path) -> None:
        self.compared: Counter[str] = Counter()
        self.caught: Counter[str] = Counter()
        self.missed: list[str] = []
        self._folder = folder
        self._runs = 0

    def new_folder(self) -> Path:
        self._runs += 1
        return self._folder / str(self._runs)

    def count(self, received: Received) -> None:
        self.compared.update(_kind(channel) for channel, _ in received)

    def catch(self, what: str, one: Received, two: Received) -> None:
        try:
            compare(one, two)
        except Leak:
            self.caught[what.partition(":")[0]] += 1
        else:
            self.missed.append(what)


def _kind(channel: str) -> str:
    if "/blobs/" in channel:
        return "sounds"
    return "requests" if channel.startswith(("GET", "POST")) else channel


async def compare_twins(tally: Tally, case: Case, number: int) -> None:
    """Raises Leak if a viewer receives something different in its twin."""
    script = unfinished_script(case, subkey(b"long", number), LEVELS[number % len(LEVELS)])
    seats = [viewer for viewer in case.viewers if viewer != RAIL]
    true = await run_games(tally.new_folder(), [_scripted_table(script, seats)], PROBES)
    for viewer in tqdm(case.viewers, desc=str(case)[:40], leave=False):
        twins = [_scripted_table(twin(script, viewer), {viewer}.intersection(seats))]
        other = await run_games(tally.new_folder(), twins, PROBES)
        compare_runs(true, other, {case.game.name: viewer})
        tally.count(true.received[case.game.name, viewer])
        tally.compared["log"] += len(true.log)
        tally.compared["metrics"] += 1


def _scripted_table(script: Script, notebooks: Collection[Viewer]) -> ScriptedTable:
    return ScriptedTable(script.case.game, script, script.case.viewers, notebooks)


async def catch_leaks(tally: Tally, case: Case) -> None:
    """Each leak alone, in a script that is just long enough for it."""
    leaks = list(_leaks(tally, case))
    for what, leaky, windows in tqdm(leaks, desc=f"{case.game.name}: leaks", leave=False):
        runs = [
            await run_games(tally.new_folder(), [ScriptedTable(leaky, window)], Probes())
            for window in windows
        ]
        one, two = (server_run.received[case.game.name, RAIL] for server_run in runs)
        tally.catch(f"{what} of {case.game.name}", one, two)


Leaky = tuple[str, AnyGame, tuple[Script, Script]]


def _leaks(tally: Tally, case: Case) -> Iterator[Leaky]:
    game, keys = case.game, [subkey(b"leaks", number) for number in range(TRIES)]
    for kind, field in hidden_fields(case):
        found = ((key, step) for key in keys if (step := _page_with(case, key, kind)) is not None)
        if (place := next(found, None)) is None:
            tally.missed.append(f"{kind.__name__} of {game.name}: not found in any game")
        else:
            key, step = place
            true = unfinished_script(case, key)
            windows = true.around(step), twin(true, RAIL).around(step)
            yield f"sight: {kind.__name__}.{field}", sight_shows(game, kind, field), windows
    true = unfinished_script(case, keys[0]).cut(SOME_STEPS)
    for part in case.sheet.HIDDEN:
        yield f"view: {part}", view_shows(game, part), (true, twin(true, RAIL))
    yield "choice: asked or not", asks_by_what_is_hidden(case), (true, twin(true, RAIL))


def _page_with(case: Case, key: bytes, kind: type[Wire]) -> int | None:
    steps = enumerate(unfinished_script(case, key).steps)
    return next((at for at, step in steps if any(type(it) is kind for it in step.events)), None)


async def compare_delayed_rails(tally: Tally, case: Case) -> None:
    script = whole_script(case, b"late")
    for shown in (True, False):
        idle = await received_by_delayed_rail(tally.new_folder(), script, do_nothing, shown=shown)
        for activity in (play_all, all_abandon):
            busy = await received_by_delayed_rail(tally.new_folder(), script, activity, shown=shown)
            tally.compared["delayed rail"] += compare(idle, busy)


def time_bots(tally: Tally, case: Case) -> None:
    script = unfinished_script(case, b"times")
    for speed in SPEED_FACTORS:
        tally.compared["times of bots"] += compare_times(script, MOMENTS, speed)
    for speed, leak in product(SPEED_FACTORS, TIMING_LEAKS[case.game.name]):
        try:
            with leak():
                compare_times(script, MOMENTS, speed)
        except Leak:
            tally.caught["time"] += 1
        else:
            tally.missed.append(f"time: {leak.__name__} of {case.game.name} at {speed} speed")


async def compare_twins_apart(
    tally: Tally, case: Case, postgres: PostgresServer, redis: RedisServer
) -> None:
    """Each viewer alone in a second process: the true game without a bus, twins without and with
    Redis."""
    script = unfinished_script(case, subkey(b"apart", 0))
    for viewer in tqdm(case.viewers, desc=f"{case.game.name}: apart", leave=False):
        notebooks = {viewer} - {RAIL}
        runs = [
            await run_games_apart(
                tally.new_folder(),
                [ScriptedTable(case.game, played, {viewer}, notebooks)],
                PROBES,
                {viewer},
                Storage(await postgres.new_database(), redis_url),
            )
            for played, redis_url in (
                (script, ""),
                (twin(script, viewer), ""),
                (twin(script, viewer), redis.address),
            )
        ]
        true, *others = (it.received[case.game.name, viewer] for it in runs)
        for other in others:
            tally.compared["through another process"] += compare(true, other)


async def catch_leaks_apart(tally: Tally, case: Case, postgres: PostgresServer) -> None:
    script = unfinished_script(case, subkey(b"leaks", 0)).cut(SOME_STEPS)
    for leak in tqdm(LEAKS, desc=f"{case.game.name}: leaks apart", leave=False):
        runs = [
            await run_games_apart(
                tally.new_folder(),
                [ScriptedTable(game_with(leak, case.game.name), played)],
                Probes(),
                {RAIL},
                Storage(await postgres.new_database()),
                leak,
            )
            for played in (script, twin(script, RAIL))
        ]
        one, two = (it.received[case.game.name, RAIL] for it in runs)
        tally.catch(f"through another process: {leak} of {case.game.name}", one, two)


async def run_apart(tally: Tally, games: Collection[str], postgres: PostgresServer) -> None:
    folder = tally.new_folder()
    folder.mkdir()
    async with running_redis(folder) as redis:
        for game in tqdm(games, desc="two processes"):
            await compare_twins_apart(tally, CASES[game], postgres, redis)
            await catch_leaks_apart(tally, CASES[game], postgres)


async def run(tally: Tally, chosen: Collection[Case], games: Collection[str]) -> None:
    for number, case in enumerate(tqdm(chosen, desc="twins")):
        await compare_twins(tally, case, number)
    for game in tqdm(games, desc="leaks, delayed rails"):
        await catch_leaks(tally, CASES[game])
        await compare_delayed_rails(tally, CASES[game])


def main(arguments: Collection[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.leaks")
    parser.add_argument("games", nargs="*", metavar="GAME", help="test these alone")
    parser.add_argument("--all", action="store_true", help="every option and number of seats")
    parser.add_argument(
        "--two-processes", action="store_true", help="only with viewers in another process"
    )
    args = parser.parse_args([*arguments])
    games = args.games or list(CASES)
    chosen = [it for it in (cases() if args.all else CASES.values()) if it.game.name in games]
    with TemporaryDirectory() as folder:
        tally = Tally(Path(folder))
        if not args.two_processes:
            asyncio.run(run(tally, chosen, games))
            for game in tqdm(games, desc="times"):
                time_bots(tally, CASES[game])
        with running_postgres() as postgres:
            asyncio.run(run_apart(tally, games, postgres))
    _report(tally, chosen)
    return 1 if tally.missed else 0


def _report(tally: Tally, chosen: Collection[Case]) -> None:
    viewers = sum(len(case.viewers) for case in chosen)
    print(f"{len(chosen)} games, {viewers} viewers, no difference in:")
    for channel, count in tally.compared.most_common():
        print(f"  {count:7} {channel}")
    print(f"{tally.caught.total()} leaks caught, {len(tally.missed)} missed:")
    for what, count in tally.caught.most_common():
        print(f"  {count:7} {what}")
    for what in tally.missed:
        print(f"  missed: {what}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
