"""A house killed again and again while people play all its games: nothing that anybody was told
may be lost.

usage: python -m tests.faults.kill [--kills 200] [--games clue,arosa] [--seed 1] [--data FOLDER]
"""

import argparse
import asyncio
import signal
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tqdm import tqdm

from cluehouse.games import LOBBY
from tests.faults.crowd import KINDS, Crowd, Setting
from tests.faults.device import Hearsay
from tests.faults.inquest import Inquest, Loss
from tests.server_process import PATIENCE, ServerProcess

SPAN = 1.0
"""Seconds of play before a kill, at most, once every table has gone on."""

HARMLESS = {"HOUSE-STALE", "HOUSE-HUSHED", "HOUSE-CLOSED"}
"""Refusals that people who play by the rules may hear."""


@dataclass
class Report:
    kills: int = 0
    losses: list[Loss] = field(default_factory=list)
    checked: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    tables: Counter[str] = field(default_factory=Counter)
    hearsay: Hearsay = field(default_factory=Hearsay)

    @property
    def trouble(self) -> list[str]:
        """Everything that should not be."""
        refused = [f"refused: {id}" for id in self.hearsay.refusals if id not in HARMLESS]
        return [*map(str, self.losses), *refused]


class Campaign:
    def __init__(
        self,
        server: ServerProcess,
        settings: Sequence[Setting],
        seed: int = 1,
        patience: float = PATIENCE,
        rounds: int | None = None,
        inquest: Inquest | None = None,
    ) -> None:
        """`patience`: seconds within which something must happen at every table. `rounds`: how
        often it must before the house is ended; None: once, or not at all in one life out of four,
        which then ends while people are still coming in. `inquest`: if its file is not enough."""
        self._server = server
        self._rounds = rounds
        self._patience = patience
        self._luck = Random(seed)
        self._crowd = Crowd(server, settings, self._luck)
        self._inquest = Inquest(server.database) if inquest is None else inquest
        self.report = Report(checked=self._inquest.checked, hearsay=self._crowd.hearsay)

    async def run(self, ends: Iterable[signal.Signals]) -> Report:
        """One life of the house for each of these, and one more in which every table goes on."""
        await asyncio.to_thread(self._server.open)
        try:
            async with self._crowd.playing():
                for how in ends:
                    await self._live(how)
                await self._go_on()
        finally:
            self._server.close()
        self.report.tables.update(witness.game for witness in self._crowd.witnesses)
        return self.report

    async def _live(self, how: signal.Signals) -> None:
        self._crowd.let_in()
        rounds = int(self._luck.random() < 0.75) if self._rounds is None else self._rounds
        for _ in range(rounds):
            await self._await_progress()
        await asyncio.sleep(self._luck.random() * SPAN)
        await self._end(how)
        await asyncio.to_thread(self._server.open)
        self._look()

    async def _go_on(self) -> None:
        self._crowd.let_in()
        await self._await_progress()
        await self._end(signal.SIGTERM)
        self._look()

    async def _end(self, how: signal.Signals) -> None:
        status = await self._crowd.outlive(how)
        self.report.kills += how == signal.SIGKILL
        if how == signal.SIGTERM and status != 0:
            self._find(f"it ended with status {status}")

    def _look(self) -> None:
        self.report.losses += self._inquest.hold(self._crowd.witnesses)
        if written := self._server.journal():
            self._find(written)

    async def _await_progress(self) -> None:
        for setting in await self._crowd.goes_on(self._patience):
            self.report.losses.append(Loss(setting.game, setting.kind, "the table does not go on"))

    def _find(self, what: str) -> None:
        self.report.losses.append(Loss("", "", what))


def settings_for(games: Iterable[str]) -> list[Setting]:
    return [Setting(game, kind) for game in games for kind in KINDS]


HEAD = ("game", "kills", "tables", "moves", "updates", "sights", "pages", "losses")


def rows(report: Report) -> list[tuple[object, ...]]:
    """What was checked for each game; every kill is one of each."""
    losses = Counter(loss.game for loss in report.losses)
    return [
        (game, report.kills, report.tables[game], *_counts(report, game), losses[game])
        for game in (*sorted(report.tables), *([""] if losses[""] else []))
    ]


def _counts(report: Report, game: str) -> list[int]:
    return [report.checked[game][what] for what in ("moves", "updates", "sights", "pages")]


def show(report: Report) -> None:
    table = [HEAD, *rows(report)]
    for row in table:
        print(str(row[0]).ljust(24), *(f"{value:>9}" for value in row[1:]))
    print("refused:", dict(report.hearsay.refusals) or "nothing")
    print(*report.trouble[:50], sep="\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a house while people play.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--games", default=",".join(LOBBY))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, help="where the house is made; a disk or /dev/shm")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.data) as folder:
        server = ServerProcess(Path(folder) / "house")
        campaign = Campaign(server, settings_for(asked.games.split(",")), asked.seed)
        report = asyncio.run(campaign.run(tqdm([signal.SIGKILL] * asked.kills)))
    show(report)
    return 1 if report.trouble else 0


if __name__ == "__main__":
    raise SystemExit(main())
