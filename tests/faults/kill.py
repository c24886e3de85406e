"""Kill a server again and again while simulated players play all its games: nothing that a client
received may be lost.

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
from tests.faults.audit import Audit, Loss
from tests.faults.player_client import ErrorCounts
from tests.faults.simulated_players import KINDS, SimulatedPlayers, TableSetup
from tests.server_process import TEST_TIMEOUT_S, ServerProcess

MAX_DELAY_S = 1.0
"""Limits the random delay before a kill, once every table has made progress."""

EXPECTED_REFUSALS = {"HOUSE-STALE", "HOUSE-HUSHED", "HOUSE-CLOSED"}
"""Refusals that clients which play by the rules may get."""


@dataclass
class Report:
    kills: int = 0
    losses: list[Loss] = field(default_factory=list)
    checked: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    tables: Counter[str] = field(default_factory=Counter)
    errors: ErrorCounts = field(default_factory=ErrorCounts)

    @property
    def problems(self) -> list[str]:
        """All losses and unexpected refusals."""
        refused = [f"refused: {id}" for id in self.errors.refusals if id not in EXPECTED_REFUSALS]
        return [*map(str, self.losses), *refused]


class KillRun:
    def __init__(
        self,
        server: ServerProcess,
        setups: Sequence[TableSetup],
        seed: int = 1,
        timeout_s: float = TEST_TIMEOUT_S,
        rounds: int | None = None,
        audit: Audit | None = None,
    ) -> None:
        """`timeout_s`: the time within which every table must make progress. `rounds`: how often
        it must before the server is ended; None: once, or in one run out of four not at all, so
        that the server ends while clients are connecting. `audit`: if not of the SQLite file."""
        self._server = server
        self._rounds = rounds
        self._timeout_s = timeout_s
        self._luck = Random(seed)
        self._players = SimulatedPlayers(server, setups, self._luck)
        self._audit = Audit(server.database) if audit is None else audit
        self.report = Report(checked=self._audit.checked, errors=self._players.errors)

    async def run(self, ends: Iterable[signal.Signals]) -> Report:
        """Start the server and end it by each of these signals, then once more to see that every
        table makes progress."""
        await asyncio.to_thread(self._server.open)
        try:
            async with self._players.playing():
                for how in ends:
                    await self._run_once(how)
                await self._run_to_stop()
        finally:
            self._server.close()
        self.report.tables.update(transcript.game for transcript in self._players.transcripts)
        return self.report

    async def _run_once(self, how: signal.Signals) -> None:
        self._players.allow_connections()
        rounds = int(self._luck.random() < 0.75) if self._rounds is None else self._rounds
        for _ in range(rounds):
            await self._await_progress()
        await asyncio.sleep(self._luck.random() * MAX_DELAY_S)
        await self._end(how)
        await asyncio.to_thread(self._server.open)
        self._check()

    async def _run_to_stop(self) -> None:
        self._players.allow_connections()
        await self._await_progress()
        await self._end(signal.SIGTERM)
        self._check()

    async def _end(self, how: signal.Signals) -> None:
        status = await self._players.end_server(how)
        self.report.kills += how == signal.SIGKILL
        if how == signal.SIGTERM and status != 0:
            self._report_loss(f"the server ended with status {status}")

    def _check(self) -> None:
        self.report.losses += self._audit.check(self._players.transcripts)
        if logged := self._server.new_log_lines():
            self._report_loss(logged)

    async def _await_progress(self) -> None:
        for setup in await self._players.stalled_tables(self._timeout_s):
            self.report.losses.append(Loss(setup.game, setup.kind, "the table makes no progress"))

    def _report_loss(self, what: str) -> None:
        self.report.losses.append(Loss("", "", what))


def setups_for(games: Iterable[str]) -> list[TableSetup]:
    return [TableSetup(game, kind) for game in games for kind in KINDS]


HEAD = ("game", "kills", "tables", "moves", "updates", "sights", "pages", "losses")


def rows(report: Report) -> list[tuple[object, ...]]:
    """The numbers of checked items for each game; every kill counts for each game."""
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
    print("refused:", dict(report.errors.refusals) or "nothing")
    print(*report.problems[:50], sep="\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a server while simulated players play.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--games", default=",".join(LOBBY))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, help="parent of the data folder; a disk or /dev/shm")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.data) as folder:
        server = ServerProcess(Path(folder) / "house")
        kill_run = KillRun(server, setups_for(args.games.split(",")), args.seed)
        report = asyncio.run(kill_run.run(tqdm([signal.SIGKILL] * args.kills)))
    show(report)
    return 1 if report.problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
