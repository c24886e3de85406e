"""A leak by any channel is caught at that channel."""

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.errors import Illegal
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import RAIL, Seat, Seq, Viewer
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.pieces import Options
from cluehouse.server.accounts.device_sessions import DeviceRow, DeviceSessions
from cluehouse.server.metrics import MeteredLog
from cluehouse.table.ports import LogEntry, TableId
from tests.contract import broken
from tests.contract.case import Case, sheet_of
from tests.leaks.recorder import Leak
from tests.leaks.scripts import twin, unfinished_script
from tests.leaks.server_run import Probes, ScriptedTable, compare_runs, run_games

THREE_DEALS = Case(game=KEYHOLE, sheet=sheet_of(KEYHOLE), options=Options(deals=3), seats=3)
FIRST = Seat(0)

NO_PROBES = Probes()
PROBING = Probes(moments=1)
REQUESTING = Probes(requests=True)


async def check_twins(
    data: Path, game: AnyGame, probes: Probes = NO_PROBES, viewer: Viewer = RAIL
) -> None:
    script = unfinished_script(THREE_DEALS, b"channels")
    true, other = [
        await run_games(data / name, [ScriptedTable(game, it, [viewer])], probes)
        for name, it in (("true", script), ("twin", twin(script, viewer)))
    ]
    compare_runs(true, other, {game.name: viewer})


@pytest.mark.parametrize(
    ("name", "viewer"),
    [
        ("SEE_TELLS_NOTHING_FOR_SOME_CARDS", RAIL),
        ("A_QUESTION_IS_SKIPPED", RAIL),
        ("OFFERS_DEPEND_ON_THE_CULPRIT", FIRST),
    ],
)
async def test_a_broken_game_is_caught_on_the_socket(
    name: str, viewer: Viewer, tmp_path: Path
) -> None:
    with pytest.raises(Leak, match="by socket"):
        await check_twins(tmp_path, getattr(broken, name), viewer=viewer)


@pytest.mark.parametrize("name", ["A_BLOB_TELLS_THE_CARD", "BLOBS_HAVE_MANY_LENGTHS"])
async def test_a_leaking_sound_is_caught(name: str, tmp_path: Path) -> None:
    with pytest.raises(Leak, match=r"by GET /api/tables/.*/blobs/"):
        await check_twins(tmp_path, getattr(broken, name), REQUESTING)


async def test_a_leaking_refusal_is_caught(tmp_path: Path) -> None:
    def decide(state: Any, seat: Seat, move: Any, chance: Chance) -> list[Any]:
        try:
            return KEYHOLE.decide(state, seat, move, chance)
        except Illegal as error:
            raise Illegal(f"{error.id}-{state.culprit}") from None

    with pytest.raises(Leak, match=r"by socket.*\n.*Refused"):
        await check_twins(tmp_path, replace(KEYHOLE, decide=decide), PROBING, FIRST)


async def test_a_leaking_log_line_is_caught(tmp_path: Path) -> None:
    def see(event: Any, viewer: Viewer) -> Any:
        logging.getLogger("cluehouse.games").debug("%s sees %s", viewer, event)
        return KEYHOLE.see(event, viewer)

    with pytest.raises(Leak, match="by log"):
        await check_twins(tmp_path, replace(KEYHOLE, see=see))


async def test_a_leaking_list_of_devices_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []

    def see(event: Any, viewer: Viewer) -> Any:
        seen.append(event)
        return KEYHOLE.see(event, viewer)

    async def devices(self: DeviceSessions, guest: str) -> list[DeviceRow]:
        return [DeviceRow("phone", repr(seen), "", 0, 0)]

    monkeypatch.setattr(DeviceSessions, "of", devices)
    with pytest.raises(Leak, match="by GET /api/me/devices"):
        await check_twins(tmp_path, replace(KEYHOLE, see=see), REQUESTING)


async def test_a_leaking_metric_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append = MeteredLog.append

    async def count_bytes(self: MeteredLog, table: TableId, seq: Seq, entry: LogEntry) -> None:
        await append(self, table, seq, entry)
        self._metrics.appended(len(bytes(entry.entry.events)))

    monkeypatch.setattr(MeteredLog, "append", count_bytes)
    with pytest.raises(Leak, match="by metrics"):
        await check_twins(tmp_path, KEYHOLE)
