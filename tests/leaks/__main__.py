"""python -m tests.leaks [--all] [GAME …]

The long run: whole games, for every viewer, by every channel; every hidden field and part leaked,
one at a time; late rails; the times of bots. With --all, every option and number of seats.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tqdm import tqdm

from cluehouse.core.chance import subkey
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import RAIL, Level, Viewer
from cluehouse.core.wire import Wire
from tests.contract.case import Case, cases
from tests.contract.leaking import (
    asks_by_what_is_hidden,
    hidden_fields,
    sight_shows,
    view_shows,
)
from tests.leaks.ear import Heard, Leak, compare
from tests.leaks.evening import Curiosity, Telling, compare_evenings, spend
from tests.leaks.late import all_give_up, all_is_told, heard_late, nothing
from tests.leaks.samples import SAMPLES
from tests.leaks.stories import Story, true_story, twin, whole_story
from tests.leaks.timing import LEAKS as TIMING_LEAKS
from tests.leaks.timing import compare_times

CURIOUS: Final = Curiosity(moments=2, requests=True)
LEVELS: Final[tuple[Level, ...]] = ("random", "novice", "plain")
"""Who plays the games, by turns."""

MOMENTS: Final = 40
"""From which bots go on, in each game."""

SOME: Final = 12
"""Pages in which a view or a question has time to leak."""

TRIES: Final = 8
"""Games that are looked through for one in which a kind of event comes up."""


class Tally:
    """What was compared, and what was caught."""

    def __init__(self, folder: Path) -> None:
        self.compared: Counter[str] = Counter()
        self.caught: Counter[str] = Counter()
        self.missed: list[str] = []
        self._folder = folder
        self._evenings = 0

    def new_folder(self) -> Path:
        self._evenings += 1
        return self._folder / str(self._evenings)

    def count(self, heard: Heard) -> None:
        self.compared.update(_kind(channel) for channel, _ in heard)

    def catch(self, what: str, one: Heard, two: Heard) -> None:
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


async def tell_twins_apart(tally: Tally, case: Case, number: int) -> None:
    """Nobody can."""
    story = true_story(case, subkey(b"long", number), LEVELS[number % len(LEVELS)])
    seats = [viewer for viewer in case.viewers if viewer != RAIL]
    true = await spend(tally.new_folder(), [_telling(story, seats)], CURIOUS)
    for viewer in tqdm(case.viewers, desc=str(case)[:40], leave=False):
        twins = [_telling(twin(story, viewer), {viewer}.intersection(seats))]
        other = await spend(tally.new_folder(), twins, CURIOUS)
        compare_evenings(true, other, {case.game.name: viewer})
        tally.count(true.heard[case.game.name, viewer])
        tally.compared["journal"] += len(true.journal)
        tally.compared["metrics"] += 1


def _telling(story: Story, notebooks: Collection[Viewer]) -> Telling:
    return Telling(story.case.game, story, story.case.viewers, notebooks)


async def catch_leaks(tally: Tally, case: Case) -> None:
    """Each alone, in a story that is just long enough for it."""
    leaks = list(_leaks(tally, case))
    for what, leaky, windows in tqdm(leaks, desc=f"{case.game.name}: leaks", leave=False):
        evenings = [
            await spend(tally.new_folder(), [Telling(leaky, window)], Curiosity())
            for window in windows
        ]
        one, two = (evening.heard[case.game.name, RAIL] for evening in evenings)
        tally.catch(f"{what} of {case.game.name}", one, two)


Leaky = tuple[str, AnyGame, tuple[Story, Story]]


def _leaks(tally: Tally, case: Case) -> Iterator[Leaky]:
    game, keys = case.game, [subkey(b"leaks", number) for number in range(TRIES)]
    for kind, field in hidden_fields(case):
        found = ((key, page) for key in keys if (page := _page_with(case, key, kind)) is not None)
        if (place := next(found, None)) is None:
            tally.missed.append(f"{kind.__name__} of {game.name}: it never came up")
        else:
            key, page = place
            true = true_story(case, key)
            windows = true.around(page), twin(true, RAIL).around(page)
            yield f"sight: {kind.__name__}.{field}", sight_shows(game, kind, field), windows
    true = true_story(case, keys[0]).cut(SOME)
    for part in case.sheet.HIDDEN:
        yield f"view: {part}", view_shows(game, part), (true, twin(true, RAIL))
    yield "question: asked or not", asks_by_what_is_hidden(case), (true, twin(true, RAIL))


def _page_with(case: Case, key: bytes, kind: type[Wire]) -> int | None:
    pages = enumerate(true_story(case, key).pages)
    return next((at for at, page in pages if any(type(it) is kind for it in page.events)), None)


async def watch_late(tally: Tally, case: Case) -> None:
    story = whole_story(case, b"late")
    for shown in (True, False):
        still = await heard_late(tally.new_folder(), story, nothing, shown=shown)
        for meanwhile in (all_is_told, all_give_up):
            busy = await heard_late(tally.new_folder(), story, meanwhile, shown=shown)
            tally.compared["late rail"] += compare(still, busy)


def time_bots(tally: Tally, case: Case) -> None:
    story = true_story(case, b"times")
    tally.compared["times of bots"] += compare_times(story, MOMENTS)
    for leak in TIMING_LEAKS[case.game.name]:
        try:
            with leak():
                compare_times(story, MOMENTS)
        except Leak:
            tally.caught["time"] += 1
        else:
            tally.missed.append(f"time: {leak.__name__} of {case.game.name}")


async def run(tally: Tally, chosen: Collection[Case], games: Collection[str]) -> None:
    for number, case in enumerate(tqdm(chosen, desc="twins")):
        await tell_twins_apart(tally, case, number)
    for game in tqdm(games, desc="leaks, late rails"):
        await catch_leaks(tally, SAMPLES[game])
        await watch_late(tally, SAMPLES[game])


def main(words: Collection[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.leaks")
    parser.add_argument("games", nargs="*", metavar="GAME", help="these alone")
    parser.add_argument("--all", action="store_true", help="every option and number of seats")
    asked = parser.parse_args([*words])
    games = asked.games or list(SAMPLES)
    chosen = [it for it in (cases() if asked.all else SAMPLES.values()) if it.game.name in games]
    with TemporaryDirectory() as folder:
        tally = Tally(Path(folder))
        asyncio.run(run(tally, chosen, games))
    for game in tqdm(games, desc="times"):
        time_bots(tally, SAMPLES[game])
    _report(tally, chosen)
    return 1 if tally.missed else 0


def _report(tally: Tally, chosen: Collection[Case]) -> None:
    viewers = sum(len(case.viewers) for case in chosen)
    print(f"{len(chosen)} games, {viewers} viewers, everything the same:")
    for channel, count in tally.compared.most_common():
        print(f"  {count:7} {channel}")
    print(f"{tally.caught.total()} leaks caught, {len(tally.missed)} missed:")
    for what, count in tally.caught.most_common():
        print(f"  {count:7} {what}")
    for what in tally.missed:
        print(f"  missed: {what}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
