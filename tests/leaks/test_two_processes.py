"""A viewer connected to another process than the movers receives the same bytes in a game and in
its twin, whether the processes have a bus or not.

`python -m tests.leaks` tries whole games, every viewer and some leaks.
"""

from pathlib import Path

from cluehouse.core.ids import Seat, Viewer
from tests.leaks.one_case_each import CASES
from tests.leaks.recorder import compare
from tests.leaks.scripts import twin, unfinished_script
from tests.leaks.server_run import Probes, ScriptedTable
from tests.leaks.two_processes import Storage, run_games_apart
from tests.server.postgres_server import PostgresServer
from tests.server.redis_server import running_redis

STEPS = 6
PROBES = Probes(moments=1, requests=True)
VIEWER: Viewer = Seat(1)


async def test_twins_look_the_same_to_a_viewer_in_another_process(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    true = [unfinished_script(case, b"apart").cut(STEPS) for case in CASES.values()]
    twins = [twin(script, VIEWER) for script in true]
    async with running_redis(tmp_path) as redis:
        one, two = [
            await run_games_apart(
                tmp_path / name,
                [ScriptedTable(it.case.game, it, {VIEWER}, {VIEWER}) for it in scripts],
                PROBES,
                {VIEWER},
                Storage(await postgres.new_database(), redis_url),
            )
            for name, scripts, redis_url in (("true", true, ""), ("twins", twins, redis.address))
        ]
    for game in CASES:
        assert compare(one.received[game, VIEWER], two.received[game, VIEWER]) > STEPS
