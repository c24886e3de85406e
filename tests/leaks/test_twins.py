"""All output of a real server is the same for a game and its twin; a leak anywhere is caught.

`python -m tests.leaks` tries whole games, every case, every viewer and every hidden field.
"""

from collections.abc import Collection
from pathlib import Path

import pytest

from cluehouse.core.ids import RAIL, Seat, Viewer
from tests.contract.leaking import LEAKS
from tests.leaks.one_case_each import CASES
from tests.leaks.recorder import Leak, compare
from tests.leaks.scripts import Script, twin, unfinished_script
from tests.leaks.server_run import Probes, ScriptedTable, ServerRun, compare_runs, run_games

STEPS = 24
"""Steps of a game that is played several times."""

PROBES = Probes(moments=1, requests=True)

HALVES = (tuple(CASES)[::2], tuple(CASES)[1::2])


def scripts(games: tuple[str, ...], steps: int) -> dict[str, Script]:
    return {game: unfinished_script(CASES[game], b"twins").cut(steps) for game in games}


async def run_scripts(
    data: Path, scripts: dict[str, Script], seats: dict[str, Viewer], notebooks: Collection[Viewer]
) -> ServerRun:
    """With one seat and the rail probing."""
    tables = [
        ScriptedTable(it.case.game, it, (seats[game], RAIL), {seats[game]}.intersection(notebooks))
        for game, it in scripts.items()
    ]
    return await run_games(data, tables, PROBES)


@pytest.mark.parametrize("games", HALVES, ids=" ".join)
async def test_twins_look_the_same_to_their_viewer(games: tuple[str, ...], tmp_path: Path) -> None:
    true = scripts(games, STEPS)
    seats: dict[str, Viewer] = {
        game: Seat(number % CASES[game].seats) for number, game in enumerate(games, 1)
    }
    rails: dict[str, Viewer] = dict.fromkeys(games, RAIL)
    true_run = await run_scripts(tmp_path / "true", true, seats, seats.values())
    for viewers in (seats, rails):
        twins = {game: twin(script, viewers[game]) for game, script in true.items()}
        data = tmp_path / f"for-{viewers[games[0]]}"
        other = await run_scripts(data, twins, seats, viewers.values())
        assert compare_runs(true_run, other, viewers) > STEPS


@pytest.mark.parametrize("leak", LEAKS)
async def test_a_leak_in_any_game_is_caught(leak: str, tmp_path: Path) -> None:
    true = scripts(tuple(CASES), STEPS // 2)
    games = {game: LEAKS[leak](CASES[game]) for game in CASES}
    one, two = [
        await run_games(
            tmp_path / name, [ScriptedTable(games[game], it[game]) for game in it], Probes()
        )
        for name, it in (
            ("true", true),
            ("twins", {game: twin(script, RAIL) for game, script in true.items()}),
        )
    ]
    for game in games:
        with pytest.raises(Leak):
            compare(one.received[game, RAIL], two.received[game, RAIL])
